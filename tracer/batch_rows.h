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
#include "schemas/trace_columns.h"
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

struct NodeRows {
  static constexpr const char* kTable = "node";
  static constexpr const char* kColumns = format::kNodeColumns;
  static constexpr int kCount = 21;  // of columns; the last one, excluded, follows the row
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
      case 0:
        return out.integer(id);
      case 1:
        return put_id(out, node.parent);
      case 3:
        return out.integer(node.ply);
      case 4:
        return put_move(out, node.move);
      case 5:
        return put_code(out, node.side);
      case 6:
        return put_number(out, node.depth);
      case 7:
        return out.real(node.alpha);
      case 8:
        return out.real(node.beta);
      case 14:
        return out.integer(node.phase);
      case 15:
        return out.integer(node.role);
      case 19:
        return put_key(out, node.key, node.has_key);
      default:
        return result_column(out, node.result, column);
    }
  }
  // The columns that are known when the node is left (format::kResultColumns), and credited.
  template <class Out>
  static void result_column(Out& out, const NodeResult& result, int column) {
    switch (column) {
      case 2:
        return put_id(out, result.last);
      case 9:
        return out.real(result.value);
      case 10:
        return out.real(result.score);
      case 11:
        return out.real(result.credited);
      case 12:
        return out.integer(result.kind);
      case 13:
        return put_code(out, result.bound);
      case 16:
        return put_id(out, result.best);
      case 17:
        return put_number(out, result.legal);
      case 18:
        return out.integer(result.unrecorded);
    }
  }
};

// The columns that all events begin with: id, at, node.
template <class Out>
bool common_column(Out& out, const Batch& batch, std::size_t index, int column) {
  const EventRecord& event = batch.events[index];
  if (column == 0) {
    out.integer(batch.first_event + static_cast<std::int64_t>(index));
  } else if (column == 1) {
    out.integer(event.at);
  } else if (column == 2) {
    out.integer(event.node);
  }
  return column < 3;
}

template <EventType kType>
struct EventRows {
  static std::size_t size(const Batch& batch) { return batch.events.size(); }
  static bool is_row(const Batch& batch, std::size_t index) {
    return batch.events[index].type == kType;
  }
};

struct BoundRows : EventRows<EventType::kBound> {
  static constexpr const char* kTable = "bound_update";
  static constexpr const char* kColumns = format::kBoundUpdateColumns;
  static constexpr int kCount = 7;
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    if (common_column(out, *source.batch, index, column)) return;
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case 3:
        return out.integer(event.cause);
      case 4:
        return put_id(out, event.other);
      case 5:
        return out.real(event.alpha);
      case 6:
        return out.real(event.beta);
    }
  }
};

struct CutoffRows : EventRows<EventType::kCutoff> {
  static constexpr const char* kTable = "cutoff";
  static constexpr const char* kColumns = format::kCutoffColumns;
  static constexpr int kCount = 12;
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    if (common_column(out, *source.batch, index, column)) return;
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case 3:
        return out.integer(event.code);
      case 4:
        return out.integer(event.cause);
      case 5:
        return put_id(out, event.other);
      case 6:
        return out.real(event.value);
      case 7:
        return out.real(event.alpha);
      case 8:
        return out.real(event.beta);
      case 9:
        return put_number(out, event.skipped);
      case 10:
        if (!event.has_list) return;
        return out.text(moves_json(source, event.data, static_cast<std::size_t>(event.skipped)));
      case 11:
        if (event.value_size == 0) return;
        return out.text(std::string_view(source.batch->text)
                            .substr(event.text + event.name_size, event.value_size));
    }
  }
};

struct StoreRows : EventRows<EventType::kStore> {
  static constexpr const char* kTable = "table_store";
  static constexpr const char* kColumns = format::kTableStoreColumns;
  static constexpr int kCount = 9;
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    if (common_column(out, *source.batch, index, column)) return;
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case 3:
        return put_key(out, event.key, event.has_key);
      case 4:
        return put_number(out, event.depth);
      case 5:
        return put_code(out, event.code);
      case 6:
        return out.real(event.value);
      case 7:
        return out.real(event.raw);
      case 8:
        return put_move(out, event.move);
    }
  }
};

struct ProbeRows : EventRows<EventType::kProbe> {
  static constexpr const char* kTable = "table_probe";
  static constexpr const char* kColumns = format::kTableProbeColumns;
  static constexpr int kCount = 13;
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    if (common_column(out, *source.batch, index, column)) return;
    const EventRecord& event = source.batch->events[index];
    switch (column) {
      case 3:
        return put_key(out, event.key, event.has_key);
      case 4:
        return put_key(out, event.entry_key, event.has_entry_key);
      case 5:
        return put_number(out, event.depth);
      case 6:
        return put_id(out, event.other);
      case 7:
        return put_number(out, event.stored_depth);
      case 8:
        return put_code(out, event.code);
      case 9:
        return out.real(event.value);
      case 10:
        return out.real(event.raw);
      case 11:
        return put_move(out, event.move);
      case 12:
        return out.integer(event.used);
    }
  }
};

struct NoteRows : EventRows<EventType::kNote> {
  static constexpr const char* kTable = "note";
  static constexpr const char* kColumns = format::kNoteColumns;
  static constexpr int kCount = 5;
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    if (common_column(out, *source.batch, index, column)) return;
    const EventRecord& event = source.batch->events[index];
    const std::string_view text = source.batch->text;
    if (column == 3) return out.text(text.substr(event.text, event.name_size));
    return out.text(text.substr(event.text + event.name_size, event.value_size));
  }
};

}  // namespace plytrace
