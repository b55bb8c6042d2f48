// SPDX-License-Identifier: MIT
//
// A table in an answer. Text, report, JSON and CSV are all made from its rows, so they cannot
// differ. A row is a list of cells. Each cell has a column name (for JSON and CSV), a heading (for
// text), a value and a text. A column without a name appears only in text; one without a heading
// only in JSON and CSV. All rows have the same columns.
//
//   AnswerTable table;
//   table.add({count_cell("ply", "ply", 3), text_cell("move", "best move", "d")});
//   table.json();                       // [{"ply": 3, "move": "d"}]
//   table.for_people().text("  ");      // aligned text; also accepted by Page::table()
//
// Thread rule: one thread per object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/format/json.h"
#include "viewer/format/table.h"

namespace plytrace::text {

struct Cell {
  std::string name;     // "": not in JSON and CSV
  std::string heading;  // "": not in text
  // nullopt: JSON and CSV omit the cell.
  std::optional<Json> value;
  std::string words;
  TextTable::Align align = TextTable::kRight;
};

// 1234567 becomes "1,234,567" in text.
Cell count_cell(std::string name, std::string heading, std::int64_t count);
// nullopt becomes "-" in text and null in JSON.
Cell number_cell(std::string name, std::string heading, std::optional<std::int64_t> number);
Cell score_cell(std::string name, std::string heading, std::optional<Score> score);
// Text shows `digits` decimals.
Cell real_cell(std::string name, std::string heading, std::optional<double> value, int digits = 2);
// A share of 0.123 becomes "12.3 %"; nullopt if `whole` is 0.
Cell share_cell(std::string name, std::string heading, std::int64_t part, std::int64_t whole);
Cell text_cell(std::string name, std::string heading, const std::optional<std::string>& text);

class AnswerTable {
 public:
  using Row = std::vector<Cell>;

  void add(Row row) { rows_.push_back(std::move(row)); }
  // Adds a row below the list, such as a total, with `label` in its first cell of the text.
  void add_below(const std::string& label, Row row);

  // The list of rows, each with its named columns.
  Json json() const;
  // The row added below with this label; null if there is none.
  Json json_below(const std::string& label) const;
  // A line of column names, then the rows whose first cell has a value.
  std::string csv() const;
  // All rows, each with the columns that have a heading.
  TextTable for_people() const;

 private:
  std::vector<Row> rows_, below_;
};

}  // namespace plytrace::text
