// SPDX-License-Identifier: MIT
#include "viewer/text/row_json.h"

#include <utility>

#include "viewer/text/format.h"

namespace plytrace::text {

namespace {

Json cell_json(std::int64_t cell) { return cell; }
Json cell_json(const std::optional<std::int64_t>& cell) { return number_json(cell); }
Json cell_json(const std::optional<Score>& cell) { return score_json(cell); }
Json cell_json(const std::string& cell) { return text_json(cell); }
Json cell_json(const std::optional<std::string>& cell) {
  return cell ? text_json(*cell) : Json(nullptr);
}
template <class Enum>
Json cell_json(Enum cell) {
  return format::word(cell);
}
template <class Enum>
Json cell_json(const std::optional<Enum>& cell) {
  return cell ? Json(format::word(*cell)) : Json(nullptr);
}

// Every column by its name, as it is.
template <class Row>
void add_columns(Json& json, const Row& row) {
  format::for_each_column<Row>(
      [&](const auto& column) { json[column.name] = cell_json(row.*column.member); });
}

// What an event says beyond its columns as they are.
template <class Row>
void add_to(Json&, const TraceReader&, const Row&) {}
void add_to(Json& json, const TraceReader&, const CutoffRow& row) {
  const auto moves = skipped_texts(row);
  json["skipped_moves"] = moves ? texts_json(*moves) : Json(nullptr);
  json["condition"] = cutoff_condition(row);
}

}  // namespace

Json move_json(const TraceReader& reader, std::optional<std::int64_t> move) {
  return move ? text_json(reader.move_text(move)) : Json(nullptr);
}

Json node_json(const TraceReader& reader, const NodeRow& node) {
  Json json{{"node", node.id}};
  add_columns(json, node);
  // "node" stands for it, as the first key.
  json.erase("id");
  json["move"] = move_json(reader, node.move);
  // What the row means, also where it does not say so itself.
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
    add_columns(json, row);
    if constexpr (requires { row.move; }) json["move"] = move_json(reader, row.move);
    add_to(json, reader, row);
    return json;
  });
}

}  // namespace plytrace::text
