// SPDX-License-Identifier: MIT
//
// Buffers text and writes it to standard output in large blocks, for results that stream. After the
// first failure it writes nothing more. Thread rule: one thread per object.
#pragma once

#include <string>
#include <string_view>

#include "core/status.h"

namespace plytrace::text {

class Printer {
 public:
  void line(std::string_view text);
  void raw(std::string_view text);
  bool is_ok() const { return status_.is_ok(); }
  // Writes the rest of the buffer; returns the first failure.
  Status finish();

 private:
  void flush();
  std::string buffer_;
  Status status_;
};

// `text` in a terminal colour, if stdout shows colours. Colour only repeats what the words say.
enum class Color { kNone, kCutoff, kUpdate, kFaint, kGood };
std::string paint(std::string_view text, Color color);

}  // namespace plytrace::text
