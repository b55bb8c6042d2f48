// SPDX-License-Identifier: MIT
//
// The rows of the trace that a batch holds: which table, which columns, and what stands in each
// cell. It says nothing of how a row reaches a file: cells go to an Out with the functions
// integer, real (NaN is NULL) and text; a cell for which none is called is NULL.
// Thread rule: pure functions over a batch; moves_json uses the source's scratch text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.h"
#include "schemas/rows.h"
#include "tracer/batch.h"

namespace plytrace {

// A batch, and what its records refer to.
struct BatchSource {
  const Batch* batch = nullptr;
  std::vector<std::string> quoted_moves;  // by id, as JSON strings
  std::string scratch;

  void name_move(MoveId id, const std::string& text) {
    if (id >= quoted_moves.size()) quoted_moves.resize(id + 1, "\"?\"");
    quoted_moves[id] = json_quote(text);
  }
};

// The texts of `count` moves of Batch::skipped, from `first` on, as a JSON array.
inline std::string_view moves_json(BatchSource& source, std::size_t first, std::size_t count) {
  std::string& json = source.scratch;
  json = "[";
  const MoveId* moves = source.batch->skipped.data() + first;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) json += ',';
    json += source.quoted_moves[moves[i]];
  }
  json += ']';
  return json;
}

template <class Out>
void put_id(Out& out, std::int64_t id) {
  if (id != 0) out.integer(id);
}
template <class Out>
void put_number(Out& out, std::int32_t number) {
  if (number != kNoNumber) out.integer(number);
}
template <class Out>
void put_code(Out& out, std::uint8_t code) {
  if (code != kNoCode) out.integer(code);
}
template <class Out>
void put_move(Out& out, MoveId move) {
  if (move != kNoMoveId) out.integer(move);
}
template <class Out>
void put_key(Out& out, std::uint64_t key, bool has_key) {
  if (has_key) out.integer(static_cast<std::int64_t>(key));
}

// A column by its name.
template <class Row>
consteval int at(std::string_view name) {
  return format::column_of<Row>(name);
}

struct NodeRows {
  using Row = NodeRow;
  static std::size_t size(const Batch& batch) { return batch.nodes.size(); }
  static bool is_row(const Batch&, std::size_t) { return true; }
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    const std::int64_t id = source.batch->first_node + static_cast<std::int64_t>(index);
    node_column(out, source.batch->nodes[index], id, column);
  }
  template <class Out>
  static void node_column(Out& out, const NodeRecord& node, std::int64_t id, int column) {
    switch (column) {
      case at<Row>("id"):
        return out.integer(id);
      case at<Row>("parent"):
        return put_id(out, node.parent);
      case at<Row>("ply"):
        return out.integer(node.ply);
      case at<Row>("move"):
        return put_move(out, node.move);
      case at<Row>("side"):
        return put_code(out, node.side);
      case at<Row>("depth"):
        return put_number(out, node.depth);
      case at<Row>("alpha"):
        return out.real(node.alpha);
      case at<Row>("beta"):
        return out.real(node.beta);
      case at<Row>("phase"):
        return out.integer(node.phase);
      case at<Row>("role"):
        return out.integer(node.role);
      case at<Row>("key"):
        return put_key(out, node.key, node.has_key);
      default:
        return result_column(out, node.result, column);
    }
  }
  // The columns that are known when the node is left (format::kResultColumns), and credited.
  template <class Out>
  static void result_column(Out& out, const NodeResult& result, int column) {
    switch (column) {
      case at<Row>("last"):
        return put_id(out, result.last);
      case at<Row>("value"):
        return out.real(result.value);
      case at<Row>("score"):
        return out.real(result.score);
      case at<Row>("credited"):
        return out.real(result.credited);
      case at<Row>("kind"):
        return out.integer(result.kind);
      case at<Row>("bound"):
        return put_code(out, result.bound);
      case at<Row>("best"):
        return put_id(out, result.best);
      case at<Row>("legal"):
        return put_number(out, result.legal);
      case at<Row>("unrecorded"):
        return out.integer(result.unrecorded);
    }
  }
};

// What stands in the columns of an event's table, but for those that all events begin with.
template <class Row>
struct EventCells;

template <>
struct EventCells<BoundUpdateRow> {
  using Row = BoundUpdateRow;
  template <class Out>
  static void column(Out& out, BatchSource&, const EventRecord& event, int column) {
    switch (column) {
      case at<Row>("cause"):
        return out.integer(event.cause);
      case at<Row>("child"):
        return put_id(out, event.other);
      case at<Row>("alpha"):
        return out.real(event.alpha);
      case at<Row>("beta"):
        return out.real(event.beta);
    }
  }
};

template <>
struct EventCells<CutoffRow> {
  using Row = CutoffRow;
  template <class Out>
  static void column(Out& out, BatchSource& source, const EventRecord& event, int column) {
    switch (column) {
      case at<Row>("kind"):
        return out.integer(event.code);
      case at<Row>("cause"):
        return out.integer(event.cause);
      case at<Row>("child"):
        return put_id(out, event.other);
      case at<Row>("value"):
        return out.real(event.value);
      case at<Row>("alpha"):
        return out.real(event.alpha);
      case at<Row>("beta"):
        return out.real(event.beta);
      case at<Row>("skipped"):
        return put_number(out, event.skipped);
      case at<Row>("skipped_moves"):
        if (!event.has_list) return;
        return out.text(moves_json(source, event.data, static_cast<std::size_t>(event.skipped)));
      case at<Row>("reason"):
        if (event.value_size == 0) return;
        return out.text(std::string_view(source.batch->text)
                            .substr(event.text + event.name_size, event.value_size));
    }
  }
};

template <>
struct EventCells<TableStoreRow> {
  using Row = TableStoreRow;
  template <class Out>
  static void column(Out& out, BatchSource&, const EventRecord& event, int column) {
    switch (column) {
      case at<Row>("key"):
        return put_key(out, event.key, event.has_key);
      case at<Row>("depth"):
        return put_number(out, event.depth);
      case at<Row>("bound"):
        return put_code(out, event.code);
      case at<Row>("value"):
        return out.real(event.value);
      case at<Row>("raw"):
        return out.real(event.raw);
      case at<Row>("move"):
        return put_move(out, event.move);
    }
  }
};

template <>
struct EventCells<TableProbeRow> {
  using Row = TableProbeRow;
  template <class Out>
  static void column(Out& out, BatchSource&, const EventRecord& event, int column) {
    switch (column) {
      case at<Row>("key"):
        return put_key(out, event.key, event.has_key);
      case at<Row>("entry_key"):
        return put_key(out, event.entry_key, event.has_entry_key);
      case at<Row>("depth"):
        return put_number(out, event.depth);
      case at<Row>("stored_by"):
        return put_id(out, event.other);
      case at<Row>("stored_depth"):
        return put_number(out, event.stored_depth);
      case at<Row>("bound"):
        return put_code(out, event.code);
      case at<Row>("value"):
        return out.real(event.value);
      case at<Row>("raw"):
        return out.real(event.raw);
      case at<Row>("move"):
        return put_move(out, event.move);
      case at<Row>("used"):
        return out.integer(event.used);
    }
  }
};

template <>
struct EventCells<NoteRow> {
  using Row = NoteRow;
  template <class Out>
  static void column(Out& out, BatchSource& source, const EventRecord& event, int column) {
    const std::string_view text = source.batch->text;
    if (column == at<Row>("name")) return out.text(text.substr(event.text, event.name_size));
    return out.text(text.substr(event.text + event.name_size, event.value_size));
  }
};

// The rows of one table of events.
template <class EventRow>
struct EventsOf {
  using Row = EventRow;
  static std::size_t size(const Batch& batch) { return batch.events.size(); }
  static bool is_row(const Batch& batch, std::size_t index) {
    return batch.events[index].type == kEventType<Row>;
  }
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case at<Row>("id"):
        return out.integer(source.batch->first_event + static_cast<std::int64_t>(index));
      case at<Row>("at"):
        return out.integer(event.at);
      case at<Row>("node"):
        return out.integer(event.node);
      default:
        return EventCells<Row>::column(out, source, event, column);
    }
  }
};

}  // namespace plytrace
