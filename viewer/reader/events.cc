// SPDX-License-Identifier: MIT
//
// The events of one node: found by bisection, because `at` never decreases with the id.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

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

namespace {

// An event, and the last node entered when it happened.
struct Moment {
  std::int64_t id = 0, at = 0;
};

// Where the first event that did not happen before `at` may lie, low.at < at <= high.at: as if
// events came evenly. `again`: how many of the last looks, if above 0, were all too low, or, if
// below, all too high; each doubles the distance from the end that moved.
std::int64_t likely_place(const Moment& low, const Moment& high, std::int64_t at, int again) {
  constexpr int kMostDoublings = 60;
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<double>(to) - static_cast<double>(from);
  };
  const double width = distance(low.id, high.id);
  double from_low = width * distance(low.at, at) / distance(low.at, high.at);
  const double scale = std::ldexp(1.0, std::min(std::abs(again), kMostDoublings));
  if (again > 0) from_low *= scale;
  if (again < 0) from_low = width - (width - from_low) * scale;
  if (from_low >= width - 1) return high.id - 1;
  return low.id + static_cast<std::int64_t>(std::max(1.0, from_low));
}

}  // namespace

// An id in from..end: all events before it happened earlier than `at`, the one there did not. (`at`
// never decreases with the id.) Each look may cost a page of the file, so most go where it likely
// is, and every third to the middle: no order of events makes it slow.
std::int64_t TraceReader::Impl::event_lower_bound(std::size_t kind, std::int64_t at,
                                                  std::int64_t from, std::int64_t end) const {
  const auto first = first_event(kind, from);
  if (!first || first->first >= end || first->second >= at) return from;
  const auto last = first_event(kind, end - 1);
  if (!last || last->second < at) return end;
  Moment low{first->first, first->second}, high{end - 1, last->second};
  for (int again = 0, looks = 1; low.id + 1 < high.id; ++looks) {
    const std::int64_t middle =
        looks % 3 == 0 ? low.id + (high.id - low.id) / 2 : likely_place(low, high, at, again);
    const auto probe = first_event(kind, middle);
    // Ids have gaps: the first event from the middle on may lie beyond.
    const bool is_high = !probe || probe->first >= high.id || probe->second >= at;
    if (is_high) {
      high = {middle, probe && probe->first < high.id ? probe->second : high.at};
    } else {
      low = {probe->first, probe->second};
    }
    again = is_high ? std::min(again, 0) - 1 : std::max(again, 0) + 1;
  }
  return high.id;
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
