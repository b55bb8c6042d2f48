// SPDX-License-Identifier: MIT
//
// The rows of the trace that a batch holds, table by table; what stands in their cells is in
// records.h. It says nothing of how a row reaches a file.
// Thread rule: pure functions over a batch; BatchSource::moves uses its scratch text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.h"
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
  // The texts of `count` moves of Batch::skipped, from `first` on, as a JSON array; until the next.
  std::string_view moves(std::size_t first, std::size_t count) {
    scratch = "[";
    const MoveId* const from = batch->skipped.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) scratch += ',';
      scratch += quoted_moves[from[i]];
    }
    scratch += ']';
    return scratch;
  }
  std::string_view text(std::size_t first, std::size_t size) const {
    return std::string_view(batch->text).substr(first, size);
  }
};

struct NodeRows {
  using Row = NodeRow;
  static std::size_t size(const Batch& batch) { return batch.nodes.size(); }
  static bool is_row(const Batch&, std::size_t) { return true; }
  template <class Out>
  static void column(Out& out, BatchSource& source, std::size_t index, int column) {
    const std::int64_t id = source.batch->first_node + static_cast<std::int64_t>(index);
    NodeCells::put(out, source.batch->nodes[index], id, column);
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
        return EventCells<Row>::put(out, source, event, column);
    }
  }
};

}  // namespace plytrace
