// SPDX-License-Identifier: MIT
#include "tracer/batch.h"

#include <algorithm>

namespace plytrace {
namespace {

// Capacities above these come from a single huge event.
constexpr std::size_t kMostSkipped = 20000;
constexpr std::size_t kMostText = 50000;

}  // namespace

NodeRecord LeafRun::node(std::size_t index) const {
  NodeRecord node = common();
  node.id = node.result.last = first + static_cast<std::int64_t>(index);
  node.move = leaves[index].move();
  node.result.value = leaves[index].value();
  return node;
}

std::size_t Batch::index_of(std::int64_t id) const {
  const auto is_before = [](const NodeRecord& node, std::int64_t other) { return node.id < other; };
  const auto at = std::lower_bound(nodes.begin(), nodes.end(), id, is_before);
  return static_cast<std::size_t>(at - nodes.begin());
}

void Batch::clear() {
  pass = first_node = first_event = 0;
  node_count = nodes_left = 0;
  nodes.clear();
  runs.clear();
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
  // Enter and leave are two events that share a row.
  return node_count + nodes_left + closings.size() + events.size();
}

}  // namespace plytrace
