// SPDX-License-Identifier: MIT
//
// Text on its way to standard output in large pieces, for results that stream. The first failure is
// kept, and nothing more is written after it. Thread rule: one thread an object.
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
  // Writes what is left; the first failure.
  Status finish();

 private:
  void flush();
  std::string buffer_;
  Status status_;
};

// `text` in a terminal colour where colours are wanted on stdout. It only repeats what words say.
enum class Color { kNone, kCutoff, kUpdate, kFaint, kGood };
std::string paint(std::string_view text, Color color);

}  // namespace plytrace::text
