// SPDX-License-Identifier: MIT
#include "viewer/reader/row_reading.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/json_reader.h"

namespace plytrace {
namespace reader {

std::string select_from(const char* columns, const char* table, const char* rest) {
  return std::string("SELECT ") + columns + " FROM " + table + " " + rest;
}

namespace {

// Hands out the texts of a JSON array; false where it is none.
template <class Take>
bool read_json_texts(std::string_view json, const Take& take) {
  using Token = JsonReader::Token;
  JsonReader reader("list", json);
  if (reader.next() != Token::kBeginArray) return false;
  Token token = reader.next();
  if (token != Token::kEndArray) {
    for (;; token = reader.next()) {
      if (token != Token::kString) return false;
      take(reader.string());
      token = reader.next();
      if (token != Token::kComma) break;
    }
    if (token != Token::kEndArray) return false;
  }
  return reader.next() == Token::kEnd;
}

}  // namespace

std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit) {
  std::vector<std::string> texts;
  const bool is_list = read_json_texts(json, [&](std::string& text) {
    if (texts.size() < limit) texts.push_back(std::move(text));
  });
  return is_list ? std::optional(std::move(texts)) : std::nullopt;
}

std::int64_t near(std::int64_t first, std::int64_t last) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::int64_t low = first < Limits::min() + kTooMany ? Limits::min() : first - kTooMany;
  const std::int64_t high = first > Limits::max() - kTooMany ? Limits::max() : first + kTooMany;
  return std::clamp(last, low, high);
}

namespace {

void read_cell(Columns& from, std::int64_t& cell) { cell = from.integer(); }
void read_cell(Columns& from, std::optional<std::int64_t>& cell) { cell = from.maybe_integer(); }
void read_cell(Columns& from, std::optional<double>& cell) { cell = from.maybe_real(); }
void read_cell(Columns& from, std::string& cell) { from.assign(cell); }
void read_cell(Columns& from, std::optional<std::string>& cell) { cell = from.maybe_text(); }
void read_cell(Columns& from, bool& cell) { cell = from.maybe_integer() == 1; }
void read_cell(Columns& from, std::vector<std::string>& cell) {
  cell = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
}
// These two are words in the file.
void read_cell(Columns& from, format::SearchStatus& cell) {
  cell = format::search_status(from.text_or_empty());
}
void read_cell(Columns& from, format::PassPurpose& cell) {
  cell = format::pass_purpose(from.text());
}
template <class Enum>
void read_cell(Columns& from, Enum& cell) {
  cell = from.code<Enum>();
}
template <class Enum>
void read_cell(Columns& from, std::optional<Enum>& cell) {
  cell = from.maybe_code<Enum>();
}

template <class Row>
void read_columns(Columns& from, Row& row) {
  format::for_each_column<Row>([&](const auto& column) {
    using Cell = std::decay_t<decltype(row.*column.member)>;
    if constexpr (std::is_same_v<Cell, std::string>) {
      if (column.is_nullable_text) {
        row.*column.member = from.text_or_empty();
        return;
      }
    }
    read_cell(from, row.*column.member);
  });
}

}  // namespace

const std::array<EventTable, kEventKinds>& event_tables() {
  static const auto table = []<class Row>(Row*) -> EventTable {
    return {format::Table<Row>::kName, format::column_names<Row>()};
  };
  static const std::array<EventTable, kEventKinds> kTables{
      table(static_cast<BoundUpdateRow*>(nullptr)), table(static_cast<CutoffRow*>(nullptr)),
      table(static_cast<TableStoreRow*>(nullptr)), table(static_cast<TableProbeRow*>(nullptr)),
      table(static_cast<NoteRow*>(nullptr))};
  return kTables;
}

void read_row(Columns& from, SearchRow& row) { read_columns(from, row); }
void read_row(Columns& from, BoundUpdateRow& row) { read_columns(from, row); }
void read_row(Columns& from, CutoffRow& row) { read_columns(from, row); }
void read_row(Columns& from, TableStoreRow& row) { read_columns(from, row); }
void read_row(Columns& from, TableProbeRow& row) { read_columns(from, row); }
void read_row(Columns& from, NoteRow& row) { read_columns(from, row); }

void read_row(Columns& from, PassRow& row) {
  read_columns(from, row);
  if (row.last) row.last = near(row.root.value_or(0), *row.last);
}

void read_row(Columns& from, NodeRow& row) {
  const bool is_open = from.is_null(format::column_of<NodeRow>("last"));
  from.leave_out(format::kCreditedColumn | (is_open ? format::kResultColumns : 0U));
  read_columns(from, row);
  if (row.last) row.last = near(row.id, *row.last);
}

void read_row(Columns& from, PlySummaryRow& row) {
  read_columns(from, row);
  format::for_each_column<PlySummaryRow>([&](const auto& column) {
    std::int64_t& count = row.*column.member;
    count = std::clamp<std::int64_t>(count, 0, kTooMany);
  });
}

}  // namespace reader

std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff, std::size_t limit) {
  if (!cutoff.skipped_moves) return std::nullopt;
  return reader::json_texts(*cutoff.skipped_moves, limit);
}

std::vector<std::string> excluded_texts(const NodeRow& node) {
  if (!node.excluded) return {};
  return reader::json_texts(*node.excluded, SIZE_MAX).value_or(std::vector<std::string>{});
}

std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff) {
  std::int64_t count = 0;
  const auto counted = [&](const std::string&) { ++count; };
  const bool is_list =
      cutoff.skipped_moves && reader::read_json_texts(*cutoff.skipped_moves, counted);
  return is_list ? std::optional(count) : std::nullopt;
}

}  // namespace plytrace
