// SPDX-License-Identifier: MIT
#include "viewer/text/csv.h"

#include <cstddef>

#include "viewer/text/format.h"

namespace plytrace::text {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
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

std::string spreadsheet_text(std::string_view text) {
  std::string cell = printable(text);
  if (!cell.empty() && std::string_view("=+-@").find(cell.front()) != std::string_view::npos) {
    cell.insert(cell.begin(), '\'');
  }
  return cell;
}

}  // namespace plytrace::text
