// SPDX-License-Identifier: MIT
#include "viewer/format/table.h"

#include <algorithm>
#include <utility>

#include "viewer/format/characters.h"

namespace plytrace {
TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

void TextTable::add(std::vector<std::string> cells) {
  // The caller may omit the last cells.
  cells.resize(columns_.size());
  // A line break in a text of a file would break the table.
  for (std::string& cell : cells) cell = text::printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::part(std::string_view indent, const std::vector<std::size_t>& shown,
                            const std::vector<std::size_t>& widths) const {
  std::string text;
  const auto write_row = [&](const auto& cell) {
    std::string line(indent);
    for (const std::size_t i : shown) {
      const std::string blanks(widths[i] - text::width_of(cell(i)), ' ');
      if (i != shown.front()) line += "  ";
      line += columns_[i].align == kRight ? blanks + cell(i) : cell(i) + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  write_row([&](std::size_t i) { return columns_[i].heading; });
  for (const auto& row : rows_) write_row([&](std::size_t i) { return row[i]; });
  return text;
}

std::string TextTable::text(std::string_view indent, std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(text::width_of(columns_[i].heading));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], text::width_of(row[i]));
  }
  std::string text;
  std::vector<std::size_t> shown;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    // Each part shows at least one column beside the first, even if it is too wide.
    if (shown.size() > 1 && taken + 2 + widths[i] > width) {
      text += part(indent, shown, widths) + "\n";
      shown = {0};
      taken = indent.size() + widths.front();
    }
    taken += (shown.empty() ? indent.size() : 2) + widths[i];
    shown.push_back(i);
  }
  return text + part(indent, shown, widths);
}

}  // namespace plytrace
