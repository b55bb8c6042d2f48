// SPDX-License-Identifier: MIT
//
// The records of fixed size in which stores get nodes and events, and the mapping of each record
// field to its SQL column. "None" is NaN for a score, 0 for an id, and otherwise a constant of
// core/buffer_records.h.
// An Out takes the cells. It has the functions integer, id (an integer above 0), real (NaN is NULL)
// and text; a cell without a call is NULL. Thread rule: plain values and pure functions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/event_buffer.h"
#include "schemas/rows.h"

namespace plytrace {

// Must be inlined: as a call it would hide the constant column from the compiler.
template <class Out>
[[gnu::always_inline]] inline void put_id(Out& out, std::int64_t id) {
  if (id != 0) out.id(id);
}
template <class Out>
[[gnu::always_inline]] inline void put_number(Out& out, std::int32_t number) {
  if (number != kNoNumber) out.integer(number);
}
template <class Out>
[[gnu::always_inline]] inline void put_code(Out& out, std::uint8_t code) {
  if (code != kNoCode) out.integer(code);
}
template <class Out>
[[gnu::always_inline]] inline void put_move(Out& out, MoveId move) {
  if (move != kNoMoveId) out.integer(move);
}
template <class Out>
[[gnu::always_inline]] inline void put_key(Out& out, std::uint64_t key, bool has_key) {
  if (has_key) out.integer(static_cast<std::int64_t>(key));
}

// A cell that few rows have.
template <class Out>
[[gnu::always_inline]] inline void put_rare(Out& out, Score score) {
  if (!std::isnan(score)) [[unlikely]]
    out.real(score);
}

// The number of a column, by name.
template <class Row>
consteval int at(std::string_view name) {
  return format::column_of<Row>(name);
}

// The result of a node, known when it is left.
struct NodeResult {
  std::int64_t last = 0;  // 0 = still open
  std::int64_t best = 0;
  std::int64_t unrecorded = 0;
  Score value = kNoScore, score = kNoScore, credited = kNoScore;
  std::uint8_t kind = static_cast<std::uint8_t>(NodeKind::kUnknown);
  std::uint8_t bound = kNoCode;
  std::int32_t legal = kNoNumber;
};

struct NodeRecord {
  std::int64_t id = 0;
  std::int64_t parent = 0;
  NodeResult result;
  Score alpha = kNoScore, beta = kNoScore;
  std::uint64_t key = 0;
  std::int32_t ply = 0;
  MoveId move = kNoMoveId;
  // The page writer reads these five as one number.
  std::uint8_t side = kNoCode;
  std::uint8_t phase = 0;
  std::uint8_t role = 0;
  bool has_key = false;
  std::int32_t depth = kNoNumber;

  // Sets what is known on entering, except the place in the tree.
  template <class Entered>
  void set_entered(const Entered& entered) {
    set_common(entered);
    move = entered.move();
    phase = entered.phase();
    role = entered.role();
  }
  // Sets what a leaf header holds.
  template <class Entered>
  void set_common(const Entered& entered) {
    side = entered.side();
    depth = entered.depth();
    alpha = entered.alpha();
    beta = entered.beta();
  }
};
static_assert(sizeof(NodeRecord) <= 120, "it is made for every other node: keep it small");

// Maps a NodeRecord to the columns of `node`, except the excluded moves.
struct NodeCells {
  using Row = NodeRow;
  template <class Out>
  [[gnu::always_inline]] static void put(Out& out, const NodeRecord& node, int column) {
    switch (column) {
      case at<Row>("id"):
        return out.integer(node.id);
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
        return put_result(out, node.result, column);
    }
  }
  // The result columns (format::kResultColumns) and `credited`.
  template <class Out>
  [[gnu::always_inline]] static void put_result(Out& out, const NodeResult& result, int column) {
    switch (column) {
      case at<Row>("last"):
        return put_id(out, result.last);
      case at<Row>("value"):
        return out.real(result.value);
      case at<Row>("score"):
        return put_rare(out, result.score);
      case at<Row>("credited"):
        return put_rare(out, result.credited);
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

// The table of an event, as its index in format::EventRows.
enum class EventType : std::uint8_t {};
template <class Row>
inline constexpr EventType kEventType{format::event_index<Row>()};

struct EventRecord {
  std::int64_t at = 0, node = 0;
  std::int64_t other = 0;  // bound, cutoff: the child; probe: the node that stored the entry
  Score value = kNoScore, raw = kNoScore;
  Score alpha = kNoScore, beta = kNoScore;
  std::uint64_t key = 0, entry_key = 0;
  std::int32_t ply = 0;
  std::int32_t depth = kNoNumber, stored_depth = kNoNumber;
  std::int32_t skipped = kNoNumber;
  MoveId move = kNoMoveId;
  // A cutoff's skipped moves begin at `data` in Batch::skipped. The name and value of a note, or of
  // a cutoff with a reason, begin at `text` in Batch::text (the name first).
  std::uint32_t data = 0, text = 0;
  std::uint32_t name_size = 0, value_size = 0;
  // The page writer reads these four as one number.
  EventType type{};
  std::uint8_t cause = 0;
  std::uint8_t code = kNoCode;  // CutoffKind, Bound of a table entry
  std::uint8_t used = 0;
  bool has_key = false, has_entry_key = false;
  bool has_list = false;  // a cutoff that names its skipped moves
};

// Maps an EventRecord to the columns of its table, except those that all event tables begin with
// (id, at, node). `source` has the moves and texts that the record refers to.
template <class Row>
struct EventCells;

template <>
struct EventCells<BoundUpdateRow> {
  using Row = BoundUpdateRow;
  template <class Out, class Source>
  [[gnu::always_inline]] static void put(Out& out, Source&, const EventRecord& event, int column) {
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
  template <class Out, class Source>
  [[gnu::always_inline]] static void put(Out& out, Source& source, const EventRecord& event,
                                         int column) {
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
        return out.text(source.moves(event.data, static_cast<std::size_t>(event.skipped)));
      case at<Row>("reason"):
        if (event.value_size == 0) return;
        return out.text(source.text(event.text + event.name_size, event.value_size));
    }
  }
};

template <>
struct EventCells<TableStoreRow> {
  using Row = TableStoreRow;
  template <class Out, class Source>
  [[gnu::always_inline]] static void put(Out& out, Source&, const EventRecord& event, int column) {
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
        return put_rare(out, event.raw);
      case at<Row>("move"):
        return put_move(out, event.move);
    }
  }
};

template <>
struct EventCells<TableProbeRow> {
  using Row = TableProbeRow;
  template <class Out, class Source>
  [[gnu::always_inline]] static void put(Out& out, Source&, const EventRecord& event, int column) {
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
        return put_rare(out, event.raw);
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
  template <class Out, class Source>
  [[gnu::always_inline]] static void put(Out& out, Source& source, const EventRecord& event,
                                         int column) {
    if (column == at<Row>("name")) return out.text(source.text(event.text, event.name_size));
    return out.text(source.text(event.text + event.name_size, event.value_size));
  }
};

}  // namespace plytrace
