// SPDX-License-Identifier: MIT
//
// A table that an answer consists of, for people and for programs alike: text, report, JSON and CSV
// come from the same rows, so that no two of them can differ. A row is a list of cells; each has
// the name that programs know its column by, the heading that people do, the value and the words
// for it. A column without a name is for people alone, one without a heading for programs alone.
// All rows have the same columns.
//
//   AnswerTable table;
//   table.add({count_cell("ply", "ply", 3), text_cell("move", "best move", "d")});
//   table.json();                       // [{"ply": 3, "move": "d"}]
//   table.for_people().text("  ");      // aligned text; Page::table() takes it, too
//
// Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/format/json.h"
#include "viewer/format/table.h"

namespace plytrace::text {

struct Cell {
  std::string name;     // "": for people alone
  std::string heading;  // "": for programs alone
  // None: this row says it to people alone.
  std::optional<Json> value;
  std::string words;
  TextTable::Align align = TextTable::kRight;
};

// 1234567 is "1,234,567" for people.
Cell count_cell(std::string name, std::string heading, std::int64_t count);
// "-" for people where there is none, null for programs.
Cell number_cell(std::string name, std::string heading, std::optional<std::int64_t> number);
Cell score_cell(std::string name, std::string heading, std::optional<Score> score);
// With `digits` behind the point.
Cell real_cell(std::string name, std::string heading, std::optional<double> value, int digits = 2);
// A share of 0.123 is "12.3 %"; none where the whole is 0.
Cell share_cell(std::string name, std::string heading, std::int64_t part, std::int64_t whole);
Cell text_cell(std::string name, std::string heading, const std::optional<std::string>& text);

class AnswerTable {
 public:
  using Row = std::vector<Cell>;

  void add(Row row) { rows_.push_back(std::move(row)); }
  // A row below the list, such as a total: for people with `label` in its first cell.
  void add_below(const std::string& label, Row row);

  // The list; of each row the columns with a name.
  Json json() const;
  // The row below that has this label, null where there is none.
  Json json_below(const std::string& label) const;
  // A line of names, then all rows whose first cell has a value.
  std::string csv() const;
  // All rows, of each the columns with a heading.
  TextTable for_people() const;

 private:
  std::vector<Row> rows_, below_;
};

}  // namespace plytrace::text
