// SPDX-License-Identifier: MIT
//
// An EventChunk goes from a search thread to the writer thread. It holds the memory of the search's
// event buffer (core/event_buffer.h), and the rows, moves and texts that are too rare or too large
// for it. A chunk belongs to one stream and to at most one pass. BufferReader makes a Batch of it.
// Thread rule: a chunk has one owner at a time (see chunk_queue.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/buffer_records.h"
#include "tracer/batch.h"

namespace plytrace {

// The kinds of record that only the recorder writes, behind an ExtraHead.
enum class Extra : std::uint8_t {
  kEvent,    // an EventRecord follows: the reader sets its place in time
  kCredit,   // a score follows: the backed-up value of the child left last
  kExclude,  // the node excludes the next `count` moves of the chunk's list
  kSearched  // the node has searched the move with the id `count`, which got no row
};
class ExtraHead : public buffered::Record<1> {
 public:
  explicit ExtraHead(Extra extra, std::uint32_t count = 0, format::Role role = format::Role::kMove)
      : Record(buffered::Word(buffered::Op::kOther, buffered::byte_of(extra),
                              buffered::byte_of(role), 0, count)) {}

  Extra extra() const { return static_cast<Extra>(word(0).byte(1)); }
  std::uint8_t role() const { return word(0).byte(2); }
  std::uint32_t count() const { return word(0).number(); }
};

struct EventChunk {
  static constexpr std::size_t kRecordBytes = std::size_t{96} * 1024;
  static constexpr std::size_t kMoves = 10000;
  static constexpr std::size_t kText = 25000;
  // The memory of one chunk.
  static constexpr std::size_t kBytes = kRecordBytes + kMoves * sizeof(MoveId) + kText;

  EventChunk() { text.reserve(kText); }
  // Empties the chunk and frees memory that a single huge event took.
  void clear();
  // Replaces `moves` by an uninitialized list of this capacity.
  void reserve_moves(std::size_t count);
  bool is_empty() const { return bytes == 0 && rare.empty() && unrecorded.empty(); }

  std::int64_t stream = 0;
  std::int64_t pass = 0;                         // 0: none
  bool knows_windows = false;                    // the search reports all windows and bound updates
  std::int64_t first_node = 0, first_event = 0;  // the next ids of the stream
  // Uninitialized: pages that a small search never touches take no memory.
  std::unique_ptr<std::byte[]> records = std::make_unique_for_overwrite<std::byte[]>(kRecordBytes);
  std::size_t bytes = 0;  // used
  std::size_t move_capacity = kMoves;
  std::unique_ptr<MoveId[]> moves = std::make_unique_for_overwrite<MoveId[]>(kMoves);
  std::size_t move_count = 0;
  std::string text;
  std::vector<RareRow> rare;
  std::vector<Unrecorded> unrecorded;
};

}  // namespace plytrace
