// SPDX-License-Identifier: MIT
//
// Comma-separated values (RFC 4180). Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::text {

// Joins the fields to one line without a newline. A field is quoted if CSV requires it or if it
// begins like a formula (= + - @). Control characters (except newlines) and invalid UTF-8 are
// escaped as printable_lines() does; everything else can be read back unchanged.
std::string csv_line(std::span<const std::string> fields);
inline std::string csv_line(std::initializer_list<std::string> fields) {
  return csv_line(std::span(fields.begin(), fields.size()));
}

// A move of a trace, which may be any text. Spreadsheets evaluate a formula even in quotes, so a
// first character that begins one is encoded as in a path (%3D for '='). Paths and `find --move`
// accept this form.
std::string move_cell(std::string_view move);

// Reads the records of a text, which must outlive the reader. Lines end with or without a carriage
// return; a quoted field may contain line breaks. Empty lines are skipped.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}
  // False at the end.
  bool next(std::vector<std::string>& fields);
  // The line on which the record began, counted from 1.
  std::size_t line() const { return line_; }

 private:
  std::string field();
  std::string_view text_;
  std::size_t at_ = 0, line_ = 0, lines_read_ = 0;
};

}  // namespace plytrace::text
