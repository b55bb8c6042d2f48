// SPDX-License-Identifier: MIT
//
// LineSource reads the lines of a file or pipe one by one. Memory: one buffer, as long as the
// longest line. A line ends with \n, \r\n, or the end of the input. A UTF-8 byte order mark at the
// start is skipped. `padding` bytes behind every line are readable.
//
// Errors: status() is an environment error when reading fails, kInterrupted when `interrupt` was
// set. Thread rule: one thread an object.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace {

class LineSource {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;

  struct Line {
    std::string_view text;  // without its end; empty if too_long
    bool too_long = false;  // more than kLongestLine
    bool is_cut = false;    // the input ends before the end of the line
  };

  // The caller keeps owning `descriptor`. Messages call it `name`.
  LineSource(int descriptor, std::string name, std::size_t padding,
             const std::atomic<bool>& interrupt);

  // The next line, valid until the next call. nullopt at the end and after a failure.
  std::optional<Line> next();
  // The first bytes of the input, at most `size`; before the first line.
  std::string_view peek(std::size_t size);
  // All bytes that were read and not returned yet, or the next ones; valid until the next call.
  // "" at the end and after a failure.
  std::string_view next_bytes();
  // Waits for more at the end of a regular file, which another program still writes, until
  // `is_over`.
  void follow(std::function<bool()> is_over) { is_over_ = std::move(is_over); }
  // The number of the last returned line, from 1.
  std::uint64_t number() const { return number_; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  const Status& status() const { return status_; }

 private:
  bool fill();
  std::optional<std::size_t> find_end();
  Line consume(std::size_t size, std::size_t with_end);
  bool skip_line();

  int descriptor_;
  std::string name_;
  std::size_t padding_;
  const std::atomic<bool>& interrupt_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the bytes that were read and not returned yet
  std::size_t searched_ = 0;         // there is no end of line before this offset
  std::function<bool()> is_over_;    // none: the input ends where the file does
  bool at_end_ = false, is_in_long_line_ = false;
  std::uint64_t number_ = 0, bytes_read_ = 0;
  Status status_;
};

}  // namespace plytrace
