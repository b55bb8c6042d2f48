// SPDX-License-Identifier: MIT
//
// BufferReader makes the rows of a stream out of its tape (core/event_buffer.h): it follows the
// open path, numbers nodes and events, and tells of each what the tape leaves to be concluded:
// parent, ply, the end of its subtree, the place in time. Memory: the open path. Errors:
// std::bad_alloc; the stream cannot be read on then. Thread rule: one thread (the writer's).
#pragma once

#include <cstdint>
#include <vector>

#include "tracer/event_chunk.h"
#include "tracer/ply_summary.h"

namespace plytrace {

class BufferReader {
 public:
  BufferReader() { open_.reserve(64); }

  // The next chunk of the stream, as rows, and what they count in their pass. Takes its rare rows.
  void read(EventChunk& chunk, Batch& batch, PlySummary::Pass& counts);
  // Events that it stands for; a node that was entered and left is two.
  static std::uint64_t events(const EventChunk& chunk);

 private:
  // An open node; below the outermost one is none.
  struct Frame {
    std::int64_t id = 0;
    std::int64_t last_child = 0;
    std::int32_t ply = 0;
    std::int32_t searched = 0;  // moves searched so far
    std::size_t index = 0;      // in the nodes of the batch in which it was entered
  };

  const std::byte* read_record(const std::byte* at, Batch& batch);
  const std::byte* read_leaf(const std::byte* at, Batch& batch);
  const std::byte* read_enter(const std::byte* at, Batch& batch);
  const std::byte* read_plain(const std::byte* at, Batch& batch);
  const std::byte* read_leave(const std::byte* at, Batch& batch);
  const std::byte* read_bound(const std::byte* at, Batch& batch);
  const std::byte* read_cutoff(const std::byte* at, Batch& batch);
  const std::byte* read_other(const std::byte* at, Batch& batch);
  template <class Entered>
  NodeRecord& add_node(const Entered& record, Batch& batch);
  static void end_run_before_last(Batch& batch);
  EventRecord& add_event(const EventRecord& base, Batch& batch);
  std::int64_t child_of(std::uint8_t flags) const;
  NodeResult& result_of(const Frame& frame, Batch& batch);
  void credit(Score score, Batch& batch);

  std::vector<Frame> open_{Frame{}};
  std::int64_t last_node_ = 0;
  const std::byte* end_ = nullptr;                     // of the chunk
  const buffered::LeafHeader* leaf_header_ = nullptr;  // the last one of the chunk
  std::size_t next_move_ = 0;                          // in the chunk's list
  PlySummary::Pass* counts_ = nullptr;
};

}  // namespace plytrace
