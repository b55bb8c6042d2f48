// SPDX-License-Identifier: MIT
//
// BufferReader turns the event buffer of a stream (core/event_buffer.h) into rows, one chunk at a
// time. It follows the open path, numbers nodes and events, and derives what the buffer does not
// store: the parent, the ply, the end of the subtree, the place in time, and the window of a cutoff
// without one. Memory: the open path.
// Errors: std::bad_alloc, after which the stream cannot be read any further. Thread rule: one
// thread (the writer's).
#pragma once

#include <cstdint>
#include <vector>

#include "tracer/event_chunk.h"
#include "tracer/ply_summary.h"
#include "tracer/searched_moves.h"

namespace plytrace {

class BufferReader {
 public:
  BufferReader() { open_.reserve(64); }

  // Fills `batch` from the next chunk of the stream and adds to the counts of its pass. Moves the
  // chunk's rare rows into the batch.
  void read(EventChunk& chunk, Batch& batch, PlySummary::Pass& counts);
  // The number of events in a chunk; a node that was entered and left counts twice.
  static std::uint64_t events(const EventChunk& chunk);

 private:
  // An open node. The frame at the bottom of the stack belongs to no node.
  struct Frame {
    std::int64_t id = 0;
    std::int64_t last_child = 0;
    std::int32_t ply = 0;
    MoveId move = kNoMoveId;
    SearchedMoves searched;
    std::uint8_t role = 0;
    bool has_key = false;
    std::uint64_t key = 0;
    Score alpha = kNoScore, beta = kNoScore;  // the window after the last bound update
    std::size_t index = 0;                    // into the nodes of the batch in which it was entered
  };

  const std::byte* read_record(const std::byte* at, Batch& batch);
  const std::byte* read_leaf(const std::byte* at, Batch& batch);
  const std::byte* read_enter(const std::byte* at, Batch& batch);
  const std::byte* read_plain(const std::byte* at, Batch& batch);
  const std::byte* read_leave(const std::byte* at, Batch& batch);
  const std::byte* read_bound(const std::byte* at, Batch& batch);
  const std::byte* read_cutoff(const std::byte* at, Batch& batch);
  const std::byte* read_entry(const std::byte* at, EventType type, Batch& batch);
  const std::byte* read_other(const std::byte* at, Batch& batch);
  template <class Entered>
  NodeRecord& add_node(const Entered& record, Batch& batch);
  static void end_run_before_last(Batch& batch);
  EventRecord& add_event(const EventRecord& base, Batch& batch);
  std::int64_t child_of(std::uint8_t flags) const;
  void complete(EventRecord& cutoff) const;
  void count_searched(MoveId move, std::uint8_t role, std::uint8_t kind);
  NodeResult& result_of(const Frame& frame, Batch& batch);
  void credit(Score score, Batch& batch);

  std::vector<Frame> open_{Frame{}};
  std::int64_t last_node_ = 0;
  const std::byte* end_ = nullptr;                     // end of the chunk
  const buffered::LeafHeader* leaf_header_ = nullptr;  // the one in effect
  std::size_t next_move_ = 0;                          // index into the chunk's moves
  bool knows_windows_ = false;                         // as in the chunk
  PlySummary::Pass* counts_ = nullptr;
};

}  // namespace plytrace
