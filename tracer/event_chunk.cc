// SPDX-License-Identifier: MIT
#include "tracer/event_chunk.h"

namespace plytrace {

void EventChunk::reserve_moves(std::size_t count) {
  moves = std::make_unique_for_overwrite<MoveId[]>(count);
  move_capacity = count;
}

void EventChunk::clear() {
  stream = pass = first_node = first_event = 0;
  knows_windows = false;
  bytes = move_count = 0;
  text.clear();
  rare.clear();
  unrecorded.clear();
  // A single huge event had made these large. The next event must not allocate, so the smaller
  // buffer is made before the larger one is freed.
  if (move_capacity > 2 * kMoves) reserve_moves(kMoves);
  if (text.capacity() > 2 * kText) {
    std::string smaller;
    smaller.reserve(kText);
    text = std::move(smaller);
  }
}

}  // namespace plytrace
