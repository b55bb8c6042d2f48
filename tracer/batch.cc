// SPDX-License-Identifier: MIT
#include "tracer/batch.h"

#include <algorithm>

namespace plytrace {

void Batch::reserve() {
  nodes.reserve(kNodes);
  events.reserve(kEvents);
  closings.reserve(kClosings);
  skipped.reserve(kSkipped);
  text.reserve(kText);
}

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
  // An event of unusual size had made them large.
  if (skipped.capacity() > 2 * kSkipped) skipped.shrink_to_fit();
  if (text.capacity() > 2 * kText) text.shrink_to_fit();
  // shrink_to_fit() has taken all of it: the next event must find room without asking for memory.
  if (skipped.capacity() < kSkipped || text.capacity() < kText) reserve();
}

bool Batch::empty() const {
  return nodes.empty() && events.empty() && closings.empty() && credits.empty() &&
         excluded.empty() && rare.empty() && unrecorded.empty();
}

std::uint64_t Batch::event_count() const {
  // An enter and its leave are two events, though they share a row.
  return nodes.size() + nodes_left + closings.size() + events.size();
}

}  // namespace plytrace
