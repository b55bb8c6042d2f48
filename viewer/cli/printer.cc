// SPDX-License-Identifier: MIT
#include "viewer/cli/printer.h"

#include <cstddef>

#include "viewer/cli/cli.h"

namespace plytrace::text {

void Printer::line(std::string_view text) {
  buffer_ += text;
  raw("\n");
}

void Printer::raw(std::string_view text) {
  constexpr std::size_t kPiece = 65536;
  buffer_ += text;
  if (buffer_.size() >= kPiece) flush();
}

Status Printer::finish() {
  flush();
  return status_;
}

void Printer::flush() {
  // After the first failure the buffer is discarded.
  if (status_.is_ok() && !buffer_.empty()) status_ = cli::write_stdout(buffer_);
  buffer_.clear();
}

std::string paint(std::string_view text, Color color) {
  if (color == Color::kNone || !cli::color_on_stdout()) return std::string(text);
  const char* code = color == Color::kCutoff   ? "31"
                     : color == Color::kUpdate ? "36"
                     : color == Color::kGood   ? "32"
                                               : "2";
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace plytrace::text
