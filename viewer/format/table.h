// SPDX-License-Identifier: MIT
//
// A table as aligned text: a heading and rows of cells, two blanks between columns, no blanks at
// the end of a line. Columns are as wide as their widest cell (in code points).
//
//   TextTable table({{"ply", TextTable::kRight}, {"move", TextTable::kLeft}});
//   table.add({"3", "d"});
//   std::string text = table.text("  ");      // each line indented
//   text = table.text("  ", text::kPageWidth);  // in parts that fit a page
//
// Thread rule: one thread per object.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace {

class TextTable {
 public:
  enum Align { kLeft, kRight };
  struct Column {
    std::string heading;
    Align align = kRight;
  };

  explicit TextTable(std::vector<Column> columns);
  // Adds one row; missing cells are empty.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  // Splits a table wider than `width` columns into parts, one below the other, which all repeat the
  // first column.
  std::string text(std::string_view indent = "", std::size_t width = kUnbounded) const;
  static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

 private:
  std::string part(std::string_view indent, const std::vector<std::size_t>& shown,
                   const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace plytrace
