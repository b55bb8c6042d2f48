// SPDX-License-Identifier: MIT
#include "viewer/format/rows/row_json.h"

#include <string>
#include <type_traits>
#include <vector>

#include "viewer/format/rows/format.h"
#include "viewer/meaning/entry_key.h"

namespace plytrace::text {

namespace {

Json cell_json(std::int64_t cell) { return cell; }
Json cell_json(bool cell) { return cell; }
Json cell_json(const std::optional<std::int64_t>& cell) { return number_json(cell); }
Json cell_json(const std::optional<Score>& cell) { return score_json(cell); }
Json cell_json(const std::string& cell) { return text_json(cell); }
Json cell_json(const std::optional<std::string>& cell) { return text_json(cell); }
Json cell_json(const std::vector<std::string>& cell) { return texts_json(cell); }
template <class Enum>
Json cell_json(Enum cell) {
  return format::word(cell);
}
template <class Enum>
Json cell_json(const std::optional<Enum>& cell) {
  return cell ? Json(format::word(*cell)) : Json(nullptr);
}

template <class Row, class Cell>
Json column_json(const format::Column<Row, Cell>& column, const Row& row) {
  const Cell& cell = row.*column.member;
  if constexpr (std::is_same_v<Cell, std::string>) {
    if (column.is_nullable_text && cell.empty()) return nullptr;
  }
  return cell_json(cell);
}

template <class Row>
void add_all_columns(Json& json, const Row& row) {
  format::for_each_column<Row>(
      [&](const auto& column) { json[column.name] = column_json(column, row); });
}

// The table key of a store or a probe.
template <class Row>
std::optional<std::int64_t> key_of(const TraceReader& reader, const Row& row) {
  const auto node = row.key ? std::nullopt : reader.node(row.node);
  return node ? with_key(row, *node).key : row.key;
}

// Adds what does not follow from the event's columns alone.
template <class Row>
void add_to(Json&, const TraceReader&, const Row&) {}
void add_to(Json& json, const TraceReader&, const CutoffRow& row) {
  const auto moves = skipped_texts(row);
  json["skipped_moves"] = moves ? texts_json(*moves) : Json(nullptr);
  json["condition"] = cutoff_condition(row);
}

}  // namespace

void add_columns(Json& json, const SearchRow& search) { add_all_columns(json, search); }
void add_columns(Json& json, const PlySummaryRow& counts) { add_all_columns(json, counts); }

Json move_json(const TraceReader& reader, std::optional<std::int64_t> move) {
  return move ? text_json(reader.move_text(move)) : Json(nullptr);
}

Json node_json(const TraceReader& reader, const NodeRow& node) {
  Json json{{"node", node.id}};
  add_all_columns(json, node);
  // "node", the first key, already holds it.
  json.erase("id");
  json["move"] = move_json(reader, node.move);
  if (reader.names_moves() && node.move) json["name"] = text_json(reader.move_name(node));
  if (const std::string mate = reader.mate_words(node, node.value); !mate.empty()) {
    json["mate"] = mate;
  }
  // The claim of the row, even if the row does not store it.
  json["bound"] = cell_json(claimed_bound(node));
  json.erase("excluded");
  if (node.excluded) json["excluded"] = texts_json(excluded_texts(node));
  json["size"] = node.last ? Json(*node.last - node.id + 1) : Json(nullptr);
  json["open"] = node.is_open();
  return json;
}

Json event_json(const TraceReader& reader, const format::EventRef& event) {
  return event.visit([&]<class Row>(const Row& row) {
    Json json{{"type", format::Table<Row>::kName}};
    add_all_columns(json, row);
    if constexpr (requires { row.key; }) json["key"] = cell_json(key_of(reader, row));
    if constexpr (requires { row.move; }) json["move"] = move_json(reader, row.move);
    add_to(json, reader, row);
    return json;
  });
}

}  // namespace plytrace::text
