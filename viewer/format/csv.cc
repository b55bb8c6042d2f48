// SPDX-License-Identifier: MIT
#include "viewer/format/csv.h"

#include <fmt/core.h>

#include <cstddef>

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
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    line += (i == 0 ? "" : ",") + quoted(printable_lines(fields[i]));
  }
  return line;
}

std::string move_cell(std::string_view move) {
  if (!begins_like_a_formula(move)) return printable(move);
  return fmt::format("%{:02X}", static_cast<unsigned char>(move.front())) +
         printable(move.substr(1));
}

}  // namespace plytrace::text
