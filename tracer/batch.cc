// SPDX-License-Identifier: MIT
#include "tracer/batch.h"

#include <algorithm>

namespace plytrace {
namespace {

// An event of unusual size makes them larger.
constexpr std::size_t kMostSkipped = 20000;
constexpr std::size_t kMostText = 50000;

}  // namespace

void Batch::clear() {
  pass = first_node = first_event = 0;
  nodes_left = 0;
  nodes.clear();
  events.clear();
  closings.clear();
  credits.clear();
  excluded.clear();
  skipped.clear();
  text.clear();
  rare.clear();
  unrecorded.clear();
  std::fill(std::begin(events_of_type), std::end(events_of_type), 0U);
  if (skipped.capacity() > kMostSkipped) skipped.shrink_to_fit();
  if (text.capacity() > kMostText) text.shrink_to_fit();
}

std::uint64_t Batch::event_count() const {
  // An enter and its leave are two events, though they share a row.
  return nodes.size() + nodes_left + closings.size() + events.size();
}

}  // namespace plytrace
