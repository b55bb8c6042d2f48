// SPDX-License-Identifier: MIT
//
// The events of one node: found by bisection, because `at` never decreases with the id.
#include <algorithm>
#include <array>

#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;

std::optional<std::pair<std::int64_t, std::int64_t>> TraceReader::Impl::first_event(
    std::size_t kind, std::int64_t id) const {
  const Run statement(events[kind].first_from.get(), {id});
  if (!step(statement)) return std::nullopt;
  const std::int64_t found = sqlite3_column_int64(statement, 0);
  // Asked for the first one from `id` on: keys are out of order on a page.
  if (found < id) {
    format::with_event_table(
        kind, [&]<class Row>() { fail_order(format::Table<Row>::kName, found, id); });
    return std::nullopt;
  }
  return std::pair{found, sqlite3_column_int64(statement, 1)};
}

// One past the last event id of a stream.
std::int64_t TraceReader::Impl::event_end(std::size_t kind, std::int64_t stream) const {
  const Run statement(events[kind].last_id.get(), {(stream + 1) * format::kStreamStride});
  return step(statement) ? sqlite3_column_int64(statement, 0) + 1 : 0;
}

// An id in from..end: all events before it happened earlier than `at`, the one there did not. (`at`
// never decreases with the id.) Gallops from `from`, since questions come in order.
std::int64_t TraceReader::Impl::event_lower_bound(std::size_t kind, std::int64_t at,
                                                  std::int64_t from, std::int64_t end) const {
  std::int64_t low = from;
  std::int64_t high = end;
  for (std::int64_t stride = 1; low < end; stride = std::min(2 * stride, kTooMany)) {
    const std::int64_t reach = std::min(low + stride - 1, end - 1);
    const auto probe = first_event(kind, reach);
    if (!probe || probe->second >= at) {
      high = reach;
      break;
    }
    low = probe->first + 1;
  }
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto probe = first_event(kind, middle);
    // Ids have gaps: the first event from the middle on may lie beyond.
    if (!probe || probe->first >= high || probe->second >= at) {
      high = middle;
    } else {
      low = probe->first + 1;
    }
  }
  return low;
}

template <class Row>
void TraceReader::Impl::events_between(std::size_t kind, std::int64_t from_id,
                                       std::int64_t first_at, std::int64_t last_at,
                                       std::int64_t node_id, std::size_t limit,
                                       std::vector<Row>& rows) const {
  const Run statement(events[kind].rows_from.get(), {from_id});
  while (rows.size() < limit && step(statement)) {
    if (sqlite3_column_int64(statement, 1) > last_at) return;
    if (sqlite3_column_int64(statement, 1) < first_at) continue;
    if (sqlite3_column_int64(statement, 2) != node_id) continue;
    if (!read(statement, rows.emplace_back())) return;
  }
}

NodeEvents TraceReader::events(const NodeRow& node, std::size_t limit, EventTables wanted) const {
  const Snapshot snapshot(*this);
  NodeEvents found;
  std::array<std::int64_t, format::kEventTables> position{};
  std::array<std::int64_t, format::kEventTables> end{};
  const std::int64_t stream = stream_of(node.id);
  for (std::size_t kind = 0; kind < format::kEventTables; ++kind) {
    position[kind] = stream * format::kStreamStride;
    if (wanted.test(kind)) end[kind] = impl_->event_end(kind, stream);
  }
  // Own events happen before the first child, and between the children: `at` says where.
  const auto collect = [&](std::int64_t first_at, std::int64_t last_at) {
    for (std::size_t kind = 0; kind < format::kEventTables; ++kind) {
      if (position[kind] >= end[kind]) continue;
      position[kind] = impl_->event_lower_bound(kind, first_at, position[kind], end[kind]);
    }
    format::for_each_event_table([&]<class Row>() {
      constexpr std::size_t kKind = format::event_index<Row>();
      if (position[kKind] >= end[kKind]) return;
      impl_->events_between(kKind, position[kKind], first_at, last_at, node.id, limit,
                            found.of<Row>());
    });
  };
  // Only the gaps between the children are read: their subtrees may hold any number of events.
  std::int64_t since = node.id;
  for_each_child(node, [&](const NodeRow& child) {
    collect(since, child.id - 1);
    since = last_of(child);
    return true;
  });
  collect(since, last_of(node));
  return found;
}

}  // namespace plytrace
