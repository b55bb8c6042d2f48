// SPDX-License-Identifier: MIT
#include "viewer/format/answer_table.h"

#include <utility>

#include "viewer/format/numbers.h"

namespace plytrace::text {
namespace {

Json row_json(const AnswerTable::Row& row) {
  Json json;
  for (const Cell& cell : row) {
    // A cell without a name or a value is not in JSON.
    if (!cell.name.empty() && cell.value) json[cell.name] = *cell.value;
  }
  return json;
}

template <class Text>
std::string csv_line_of(const AnswerTable::Row& row, const Text& text) {
  std::string line;
  for (const Cell& cell : row) {
    if (!cell.name.empty()) line += (line.empty() ? "" : ",") + text(cell);
  }
  return line + "\n";
}

}  // namespace

Cell count_cell(std::string name, std::string heading, std::int64_t count) {
  return {std::move(name), std::move(heading), Json(count), grouped(count)};
}

Cell number_cell(std::string name, std::string heading, std::optional<std::int64_t> number) {
  return {std::move(name), std::move(heading), number_json(number),
          number ? std::to_string(*number) : "-"};
}

Cell score_cell(std::string name, std::string heading, std::optional<Score> value) {
  return {std::move(name), std::move(heading), score_json(value), score(value, "-")};
}

Cell real_cell(std::string name, std::string heading, std::optional<double> value, int digits) {
  return {std::move(name), std::move(heading), score_json(value), fixed_text(value, digits)};
}

Cell share_cell(std::string name, std::string heading, std::int64_t part, std::int64_t whole) {
  const auto share = whole == 0
                         ? std::nullopt
                         : std::optional(static_cast<double>(part) / static_cast<double>(whole));
  return {std::move(name), std::move(heading), score_json(share), share_text(part, whole)};
}

Cell text_cell(std::string name, std::string heading, const std::optional<std::string>& text) {
  return {std::move(name), std::move(heading), text_json(text), text.value_or("-"),
          TextTable::kLeft};
}

void AnswerTable::add_below(const std::string& label, Row row) {
  row.front().words = label;
  below_.push_back(std::move(row));
}

Json AnswerTable::json() const { return list_json(rows_, row_json); }

Json AnswerTable::json_below(const std::string& label) const {
  for (const Row& row : below_) {
    if (row.front().words == label) return row_json(row);
  }
  return nullptr;
}

std::string AnswerTable::csv() const {
  std::string text;
  for (const auto* rows : {&rows_, &below_}) {
    for (const Row& row : *rows) {
      // Rows without a value in the first cell, such as totals, appear only in text.
      if (!row.front().value) continue;
      if (text.empty()) text = csv_line_of(row, [](const Cell& cell) { return cell.name; });
      text += csv_line_of(row, [](const Cell& cell) {
        return !cell.value || cell.value->is_null() ? std::string() : cell.value->dump();
      });
    }
  }
  return text;
}

TextTable AnswerTable::for_people() const {
  std::vector<TextTable::Column> columns;
  // A table with rows below but no list (a pass without nodes) still has headings.
  const Row& first = rows_.empty() ? below_.front() : rows_.front();
  for (const Cell& cell : first) {
    if (!cell.heading.empty()) columns.push_back({cell.heading, cell.align});
  }
  TextTable table(std::move(columns));
  for (const auto* rows : {&rows_, &below_}) {
    for (const Row& row : *rows) {
      std::vector<std::string> cells;
      for (const Cell& cell : row) {
        if (!cell.heading.empty()) cells.push_back(cell.words);
      }
      table.add(std::move(cells));
    }
  }
  return table;
}

}  // namespace plytrace::text
