// SPDX-License-Identifier: MIT
#include "viewer/text/row_json.h"

#include <utility>

#include "viewer/text/format.h"

namespace plytrace::text {

namespace {

Json bound_json(std::optional<Bound> bound) {
  return bound ? Json(format::word(*bound)) : Json(nullptr);
}

template <class Row>
Json begin_event(const char* type, const Row& row) {
  return {{"type", type}, {"node", row.node}, {"id", row.id}, {"at", row.at}};
}

}  // namespace

Json move_json(const TraceReader& reader, std::optional<std::int64_t> move) {
  return move ? text_json(reader.move_text(move)) : Json(nullptr);
}

Json node_json(const TraceReader& reader, const NodeRow& node) {
  Json json{{"node", node.id},
            {"move", move_json(reader, node.move)},
            {"ply", node.ply},
            {"side", node.side ? Json(format::word(*node.side)) : Json(nullptr)},
            {"kind", format::word(node.kind)},
            {"role", format::word(node.role)},
            {"phase", format::word(node.phase)},
            {"depth", number_json(node.depth)},
            {"alpha", score_json(node.alpha)},
            {"beta", score_json(node.beta)},
            {"value", score_json(node.value)},
            {"bound", bound_json(claim_of(node))},
            {"score", score_json(node.score)},
            {"credited", score_json(node.credited)},
            {"best", number_json(node.best)},
            {"legal", number_json(node.legal)},
            {"size", node.last ? Json(*node.last - node.id + 1) : Json(nullptr)},
            {"unrecorded", node.unrecorded},
            {"open", node.is_open()}};
  if (node.excluded) json["excluded"] = texts_json(excluded_texts(node));
  return json;
}

Json event_json(const BoundUpdateRow& row) {
  Json event = begin_event("bound_update", row);
  event["cause"] = format::word(row.cause);
  event["child"] = number_json(row.child);
  event["alpha"] = score_json(row.alpha);
  event["beta"] = score_json(row.beta);
  return event;
}

Json event_json(const CutoffRow& row) {
  Json event = begin_event("cutoff", row);
  event["kind"] = format::word(row.kind);
  event["cause"] = format::word(row.cause);
  event["child"] = number_json(row.child);
  event["value"] = score_json(row.value);
  event["alpha"] = score_json(row.alpha);
  event["beta"] = score_json(row.beta);
  event["condition"] = cutoff_condition(row);
  event["skipped"] = number_json(row.skipped);
  const auto moves = skipped_texts(row);
  event["skipped_moves"] = moves ? texts_json(*moves) : Json(nullptr);
  event["reason"] = row.reason ? text_json(*row.reason) : Json(nullptr);
  return event;
}

Json event_json(const TraceReader& reader, const TableStoreRow& row) {
  Json event = begin_event("table_store", row);
  event["depth"] = number_json(row.depth);
  event["bound"] = bound_json(row.bound);
  event["value"] = score_json(row.value);
  event["raw"] = score_json(row.raw);
  event["move"] = move_json(reader, row.move);
  event["key"] = number_json(row.key);
  return event;
}

Json event_json(const TraceReader& reader, const TableProbeRow& row) {
  Json event = begin_event("table_probe", row);
  event["used"] = format::word(row.used);
  event["depth"] = number_json(row.depth);
  event["stored_by"] = number_json(row.stored_by);
  event["stored_depth"] = number_json(row.stored_depth);
  event["bound"] = bound_json(row.bound);
  event["value"] = score_json(row.value);
  event["raw"] = score_json(row.raw);
  event["move"] = move_json(reader, row.move);
  event["key"] = number_json(row.key);
  event["entry_key"] = number_json(row.entry_key);
  return event;
}

Json event_json(const NoteRow& row) {
  Json event = begin_event("note", row);
  event["name"] = text_json(row.name);
  event["value"] = text_json(row.value);
  return event;
}

}  // namespace plytrace::text
