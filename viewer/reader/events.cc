// SPDX-License-Identifier: MIT
//
// Finds the events of one node by bisection, because `at` never decreases with the id.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;

std::optional<Moment> TraceReader::Impl::first_event(std::size_t kind, std::int64_t id) const {
  const Run statement(events[kind].first_from.get(), {id});
  if (!step(statement)) return std::nullopt;
  const Moment found{sqlite3_column_int64(statement, 1), sqlite3_column_int64(statement, 0)};
  // The query asked for ids from `id` on, so keys are out of order on a page.
  if (found.id < id) {
    format::with_event_table(
        kind, [&]<class Row>() { fail_order(format::Table<Row>::kName, found.id, id); });
    return std::nullopt;
  }
  remember(kind, found);
  return found;
}

void TraceReader::Impl::remember(std::size_t kind, const Moment& moment) const {
  // Without a snapshot the file may change before the next query.
  if (snapshots == 0) return;
  if (moments[kind].size() >= kMostMoments) moments[kind].clear();
  moments[kind].insert(moment);
}

// One more than the last event id of a stream.
std::int64_t TraceReader::Impl::event_end(std::size_t kind, std::int64_t stream) const {
  const Run statement(events[kind].last_id.get(), {(stream + 1) * format::kStreamStride});
  return step(statement) ? sqlite3_column_int64(statement, 0) + 1 : 0;
}

namespace {

// Estimates by interpolation where the first event with a moment >= `at` lies; low.at < at <=
// high.at. `again` counts how many of the last guesses were all too low (positive) or all too high
// (negative); each doubles the distance from the end that moved.
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

// Returns an id in from..end such that all events before it happened earlier than `at` and the
// event there did not. Each guess may cost a page read, so the search starts between remembered
// events and interpolates. Every third guess bisects, so that no distribution of events makes it
// slow.
std::int64_t TraceReader::Impl::event_lower_bound(std::size_t kind, std::int64_t at,
                                                  std::int64_t from, std::int64_t end) const {
  constexpr std::int64_t kAnyId = std::numeric_limits<std::int64_t>::min();
  const auto not_before = moments[kind].lower_bound({at, kAnyId});
  const bool is_end_known = not_before != moments[kind].end() && not_before->id < end;
  const bool is_start_known =
      not_before != moments[kind].begin() && std::prev(not_before)->id >= from;
  Moment low = is_start_known ? *std::prev(not_before) : Moment{};
  Moment high = is_end_known ? *not_before : Moment{};
  if (!is_start_known) {
    const auto first = first_event(kind, from);
    if (!first || first->id >= end || first->at >= at) return from;
    low = *first;
  }
  if (!is_end_known) {
    const auto last = first_event(kind, end - 1);
    if (!last || last->at < at) return end;
    high = {last->at, end - 1};
  }
  for (int again = 0, looks = 1; low.id + 1 < high.id; ++looks) {
    const std::int64_t middle =
        looks % 3 == 0 ? low.id + (high.id - low.id) / 2 : likely_place(low, high, at, again);
    const auto probe = first_event(kind, middle);
    // Ids have gaps: the first event from the middle on may lie beyond `high`.
    const bool is_high = !probe || probe->id >= high.id || probe->at >= at;
    if (is_high) {
      high = {probe && probe->id < high.id ? probe->at : high.at, middle};
    } else {
      low = *probe;
    }
    again = is_high ? std::min(again, 0) - 1 : std::max(again, 0) + 1;
  }
  return std::max(from, high.id);
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

TraceReader::Impl::EventPlaces TraceReader::Impl::event_places(const NodeRow& owner,
                                                               EventTables wanted) const {
  EventPlaces places;
  const std::int64_t stream = stream_of(owner.id);
  for (std::size_t kind = 0; kind < format::kEventTables; ++kind) {
    places.from[kind] = stream * format::kStreamStride;
    if (wanted.test(kind)) places.end[kind] = event_end(kind, stream);
  }
  return places;
}

// Collects the events that happened while the last entered node was one of first_at..last_at.
void TraceReader::Impl::collect(const NodeRow& owner, std::int64_t first_at, std::int64_t last_at,
                                std::size_t limit, EventPlaces& places, NodeEvents& found) const {
  format::for_each_event_table([&]<class Row>() {
    constexpr std::size_t kKind = format::event_index<Row>();
    std::int64_t& from = places.from[kKind];
    if (from >= places.end[kKind]) return;
    from = event_lower_bound(kKind, first_at, from, places.end[kKind]);
    if (from >= places.end[kKind]) return;
    events_between(kKind, from, first_at, last_at, owner.id, limit, found.of<Row>());
  });
}

NodeEvents TraceReader::events(const NodeRow& node, std::size_t limit, EventTables wanted) const {
  const Snapshot snapshot(*this);
  NodeEvents found;
  Impl::EventPlaces places = impl_->event_places(node, wanted);
  // A node's own events happen before its first child and between its children. Only these gaps are
  // read, because the subtrees may hold any number of events.
  std::int64_t since = node.id;
  for_each_child(node, [&](const NodeRow& child) {
    impl_->collect(node, since, child.id - 1, limit, places, found);
    since = last_of(child);
    return true;
  });
  impl_->collect(node, since, last_of(node), limit, places, found);
  return found;
}

NodeEvents TraceReader::events_behind(const NodeRow& node, std::int64_t since,
                                      EventTables wanted) const {
  const Snapshot snapshot(*this);
  NodeEvents found;
  Impl::EventPlaces places = impl_->event_places(node, wanted);
  impl_->collect(node, since, last_of(node), SIZE_MAX, places, found);
  return found;
}

}  // namespace plytrace
