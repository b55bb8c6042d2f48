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
// The same for a column that other tables of events have; -1 if this one does not.
template <class Row>
consteval int in(std::string_view name) {
  return format::find_column<Row>(name);
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

// Put the cell of one column. With a constant column the compiler removes the comparisons.
template <class Out>
[[gnu::always_inline]] inline void put_result_cell(Out& out, const NodeResult& result, int column) {
  if (column == at<NodeRow>("last")) return put_id(out, result.last);
  if (column == at<NodeRow>("value")) return out.real(result.value);
  if (column == at<NodeRow>("score")) return put_rare(out, result.score);
  if (column == at<NodeRow>("credited")) return put_rare(out, result.credited);
  if (column == at<NodeRow>("kind")) return out.integer(result.kind);
  if (column == at<NodeRow>("bound")) return put_code(out, result.bound);
  if (column == at<NodeRow>("best")) return put_id(out, result.best);
  if (column == at<NodeRow>("legal")) return put_number(out, result.legal);
  if (column == at<NodeRow>("unrecorded")) return out.integer(result.unrecorded);
}
template <class Out>
[[gnu::always_inline]] inline void put_node_cell(Out& out, const NodeRecord& node, int column) {
  if (column == at<NodeRow>("id")) return out.integer(node.id);
  if (column == at<NodeRow>("parent")) return put_id(out, node.parent);
  if (column == at<NodeRow>("ply")) return out.integer(node.ply);
  if (column == at<NodeRow>("move")) return put_move(out, node.move);
  if (column == at<NodeRow>("side")) return put_code(out, node.side);
  if (column == at<NodeRow>("depth")) return put_number(out, node.depth);
  if (column == at<NodeRow>("alpha")) return out.real(node.alpha);
  if (column == at<NodeRow>("beta")) return out.real(node.beta);
  if (column == at<NodeRow>("phase")) return out.integer(node.phase);
  if (column == at<NodeRow>("role")) return out.integer(node.role);
  if (column == at<NodeRow>("key")) return put_key(out, node.key, node.has_key);
  put_result_cell(out, node.result, column);
}

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
template <class Row, class Out, class Source>
[[gnu::always_inline]] inline void put_event_cell(Out& out, Source& source,
                                                  const EventRecord& event, int column) {
  if (column == in<Row>("cause")) return out.integer(event.cause);
  if (column == in<Row>("kind")) return out.integer(event.code);
  if (column == in<Row>("bound")) return put_code(out, event.code);
  if (column == in<Row>("child")) return put_id(out, event.other);
  if (column == in<Row>("stored_by")) return put_id(out, event.other);
  if (column == in<Row>("alpha")) return out.real(event.alpha);
  if (column == in<Row>("beta")) return out.real(event.beta);
  if (column == in<Row>("key")) return put_key(out, event.key, event.has_key);
  if (column == in<Row>("entry_key")) return put_key(out, event.entry_key, event.has_entry_key);
  if (column == in<Row>("depth")) return put_number(out, event.depth);
  if (column == in<Row>("stored_depth")) return put_number(out, event.stored_depth);
  if (column == in<Row>("raw")) return put_rare(out, event.raw);
  if (column == in<Row>("move")) return put_move(out, event.move);
  if (column == in<Row>("used")) return out.integer(event.used);
  if (column == in<Row>("skipped")) return put_number(out, event.skipped);
  if (column == in<Row>("skipped_moves")) {
    if (!event.has_list) return;
    return out.text(source.moves(event.data, static_cast<std::size_t>(event.skipped)));
  }
  if (column == in<Row>("name")) return out.text(source.text(event.text, event.name_size));
  constexpr bool kIsNote = std::is_same_v<Row, NoteRow>;
  if (column == in<Row>("value") && !kIsNote) return out.real(event.value);
  if (column == in<Row>("reason") && event.value_size == 0) return;
  if (column == in<Row>(kIsNote ? "value" : "reason")) {
    return out.text(source.text(event.text + event.name_size, event.value_size));
  }
}

}  // namespace plytrace
