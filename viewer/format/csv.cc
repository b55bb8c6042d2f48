// SPDX-License-Identifier: MIT
#include "viewer/format/csv.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/score.h"
#include "viewer/format/characters.h"

namespace plytrace::text {
namespace {

bool begins_like_a_formula(std::string_view text) {
  // A spreadsheet may evaluate text that begins with one of these.
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

std::string quoted(const std::string& text) {
  // Every program reads a negative score as a number; quotes might turn it into text.
  const bool is_formula = begins_like_a_formula(text) && !parse_score(text);
  if (!is_formula && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += c;
    result += c;
  }
  return result + '"';
}

}  // namespace

std::string csv_line(std::span<const std::string> fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    line += quoted(printable_lines(fields[i]));
  }
  return line;
}

std::string move_cell(std::string_view move) {
  if (!begins_like_a_formula(move)) return printable(move);
  return fmt::format("%{:02X}", static_cast<unsigned char>(move.front())) +
         printable(move.substr(1));
}

// The field at at_, without its quotes.
std::string CsvReader::field() {
  if (at_ == text_.size() || text_[at_] != '"') {
    const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    std::string plain(text_.substr(at_, end - at_));
    at_ = end;
    return plain;
  }
  std::string result;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"' && ++at_ < text_.size() && text_[at_] != '"') break;
    if (at_ == text_.size()) break;
    lines_read_ += text_[at_] == '\n' ? 1U : 0U;
    result += text_[at_];
  }
  return result;
}

bool CsvReader::next(std::vector<std::string>& fields) {
  fields.clear();
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) {
    lines_read_ += text_[at_++] == '\n' ? 1U : 0U;
  }
  if (at_ == text_.size()) return false;
  line_ = lines_read_ + 1;
  for (;;) {
    fields.push_back(field());
    // Skip text after a closing quote; no correct writer puts any there.
    at_ = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    if (at_ == text_.size() || text_[at_] != ',') return true;
    ++at_;
  }
}

}  // namespace plytrace::text
