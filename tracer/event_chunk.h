// SPDX-License-Identifier: MIT
//
// What travels from a search thread to the writer thread: a chunk of the tape on which the search
// writes its events (core/event_buffer.h), and what is too rare or too large for it. A chunk
// belongs to one stream and to at most one pass. BufferReader makes a Batch of it. Thread rule: a
// chunk has one owner at a time (see chunk_queue.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/buffer_records.h"
#include "tracer/batch.h"

namespace plytrace {

// Records of the recorder's own, behind this head.
enum class Extra : std::uint8_t {
  kEvent,    // an EventRecord follows: the reader sets its place in time
  kCredit,   // a score follows, that the node took from the child it left last
  kExclude,  // the node leaves out the next `count` moves of the list
  kSearched  // the node has searched `count` moves that got no row
};
class ExtraHead : public buffered::Record<1> {
 public:
  explicit ExtraHead(Extra extra, std::uint32_t count = 0)
      : Record(buffered::Word(buffered::Op::kOther, buffered::byte_of(extra), 0, 0, count)) {}

  Extra extra() const { return static_cast<Extra>(word(0).byte(1)); }
  std::uint32_t count() const { return word(0).number(); }
};

struct EventChunk {
  static constexpr std::size_t kRecordBytes = std::size_t{96} * 1024;
  static constexpr std::size_t kMoves = 10000;
  static constexpr std::size_t kText = 25000;
  // What one chunk takes.
  static constexpr std::size_t kBytes = kRecordBytes + kMoves * sizeof(MoveId) + kText;

  EventChunk() { text.reserve(kText); }
  // Makes it empty again; gives back what a single huge event made it take.
  void clear();
  // Room for so many moves. What there were is gone.
  void reserve_moves(std::size_t count);
  bool is_empty() const { return bytes == 0 && rare.empty() && unrecorded.empty(); }

  std::int64_t stream = 0;
  std::int64_t pass = 0;                         // 0: none
  std::int64_t first_node = 0, first_event = 0;  // the next ones of the stream
  // Not touched before it is needed: a small search takes little memory.
  std::unique_ptr<std::byte[]> records = std::make_unique_for_overwrite<std::byte[]>(kRecordBytes);
  std::size_t bytes = 0;  // of the tape
  std::size_t move_capacity = kMoves;
  std::unique_ptr<MoveId[]> moves = std::make_unique_for_overwrite<MoveId[]>(kMoves);
  std::size_t move_count = 0;
  std::string text;
  std::vector<RareRow> rare;
  std::vector<Unrecorded> unrecorded;
};

}  // namespace plytrace
