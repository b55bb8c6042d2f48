// SPDX-License-Identifier: MIT
#include "tracer/buffer_reader.h"

#include <new>

namespace plytrace {
namespace {

// Copying these is faster than setting every member, most of which are 0.
constexpr NodeRecord kEmptyNode{};
constexpr EventRecord kEmptyEvent{};

// Returns a reference into the buffer; copying would stall on a store-forwarding miss.
template <class Part>
const Part& read_part(const std::byte*& at) {
  const Part* const part = std::launder(reinterpret_cast<const Part*>(at));
  at += sizeof(Part);
  return *part;
}
const buffered::Word& head_at(const std::byte* at) {
  return *std::launder(reinterpret_cast<const buffered::Word*>(at));
}
buffered::Op op_at(const std::byte* at) { return head_at(at).op(); }

std::size_t words_behind(std::uint8_t flags) {
  constexpr unsigned kWords = buffered::kHasKey | buffered::kHasScore | buffered::kHasUnrecorded |
                              buffered::kHasEntryKey | buffered::kHasOrigin;
  return static_cast<std::size_t>(__builtin_popcount(flags & kWords));
}

std::size_t size_of(const std::byte* at) {
  const std::uint8_t flags = head_at(at).byte(1);
  switch (op_at(at)) {
    case buffered::Op::kEnter:
      return sizeof(buffered::Enter) + 8 * words_behind(flags);
    case buffered::Op::kLeaf:
      return sizeof(buffered::Leaf) + 8 * words_behind(flags);
    case buffered::Op::kLeafHeader:
      return sizeof(buffered::LeafHeader);
    case buffered::Op::kPlain:
      return sizeof(buffered::PlainLeaf);
    case buffered::Op::kLeave:
      return sizeof(buffered::Leave) + 8 * words_behind(flags);
    case buffered::Op::kBound:
      return sizeof(buffered::Bound);
    case buffered::Op::kCutoff:
      return sizeof(buffered::Cutoff);
    case buffered::Op::kStore:
    case buffered::Op::kProbe:
      return sizeof(buffered::Entry) + 8 * words_behind(flags);
    case buffered::Op::kOther:
      break;
  }
  switch (static_cast<Extra>(head_at(at).byte(1))) {
    case Extra::kEvent:
      return sizeof(ExtraHead) + sizeof(EventRecord);
    case Extra::kCredit:
      return sizeof(ExtraHead) + sizeof(Score);
    default:
      return sizeof(ExtraHead);
  }
}

std::uint64_t events_at(const std::byte* at) {
  const buffered::Op op = op_at(at);
  if (op == buffered::Op::kLeaf || op == buffered::Op::kPlain) return 2;
  if (op == buffered::Op::kLeafHeader) return 0;
  const bool is_extra = op == buffered::Op::kOther;
  return is_extra && static_cast<Extra>(head_at(at).byte(1)) != Extra::kEvent ? 0 : 1;
}

}  // namespace

std::uint64_t BufferReader::events(const EventChunk& chunk) {
  std::uint64_t events = 0;
  const std::byte* const end = chunk.records.get() + chunk.bytes;
  for (const std::byte* at = chunk.records.get(); at < end; at += size_of(at))
    events += events_at(at);
  return events;
}

void BufferReader::read(EventChunk& chunk, Batch& batch, PlySummary::Pass& counts) {
  batch.clear();
  batch.pass = chunk.pass;
  batch.first_node = chunk.first_node;
  batch.first_event = chunk.first_event;
  batch.rare.swap(chunk.rare);
  batch.unrecorded.swap(chunk.unrecorded);
  batch.text = chunk.text;
  batch.skipped.assign(chunk.moves.get(), chunk.moves.get() + chunk.move_count);
  last_node_ = chunk.first_node - 1;
  next_move_ = 0;
  leaf_header_ = nullptr;
  knows_windows_ = chunk.knows_windows;
  counts_ = &counts;
  end_ = chunk.records.get() + chunk.bytes;
  for (const std::byte* at = chunk.records.get(); at < end_;) {
    // The other core wrote it with non-temporal stores, so it is in no cache.
    __builtin_prefetch(at + 1024);
    at = read_record(at, batch);
  }
  batch.node_count = static_cast<std::size_t>(last_node_ + 1 - chunk.first_node);
  // The parent may still report another backed-up value for the last node.
  if (!batch.runs.empty() && batch.runs.back().last() == last_node_) end_run_before_last(batch);
}

// Runs once a record, like the functions below.
[[gnu::always_inline]] inline const std::byte* BufferReader::read_record(const std::byte* at,
                                                                         Batch& batch) {
  switch (op_at(at)) {
    case buffered::Op::kPlain:
      return read_plain(at, batch);
    case buffered::Op::kLeafHeader:
      leaf_header_ = &read_part<buffered::LeafHeader>(at);
      return at;
    case buffered::Op::kLeaf:
      return read_leaf(at, batch);
    case buffered::Op::kEnter:
      return read_enter(at, batch);
    case buffered::Op::kLeave:
      return read_leave(at, batch);
    case buffered::Op::kCutoff:
      return read_cutoff(at, batch);
    case buffered::Op::kStore:
      return read_entry(at, kEventType<TableStoreRow>, batch);
    case buffered::Op::kProbe:
      return read_entry(at, kEventType<TableProbeRow>, batch);
    case buffered::Op::kBound:
      return read_bound(at, batch);
    case buffered::Op::kOther:
      break;
  }
  return read_other(at, batch);
}

template <class Entered>
inline NodeRecord& BufferReader::add_node(const Entered& record, Batch& batch) {
  Frame& parent = open_.back();
  const auto role = static_cast<format::Role>(record.role());
  const bool adds_ply = parent.id != 0 && format::adds_ply(role, record.move() != kNoMoveId);
  NodeRecord& node = batch.nodes.emplace_back(kEmptyNode);
  node.ply = parent.ply + (adds_ply ? 1 : 0);
  node.id = ++last_node_;
  node.parent = parent.id;
  node.set_entered(record);
  counts_->enter(node.ply, record.role());
  return node;
}

[[gnu::always_inline]] inline const std::byte* BufferReader::read_enter(const std::byte* at,
                                                                        Batch& batch) {
  const auto& record = read_part<buffered::Enter>(at);
  NodeRecord& node = add_node(record, batch);
  if ((record.flags() & buffered::kHasKey) != 0) {
    node.key = read_part<std::uint64_t>(at);
    node.has_key = true;
  }
  // Fill the frame in place; a copy would stall on the members just written.
  Frame& frame = open_.emplace_back();
  frame.id = last_node_;
  frame.ply = node.ply;
  frame.move = record.move();
  frame.role = record.role();
  frame.has_key = node.has_key;
  frame.key = node.key;
  frame.alpha = record.alpha();
  frame.beta = record.beta();
  frame.index = batch.nodes.size() - 1;
  return at;
}

// Reads all plain leaves that follow each other as one run.
inline const std::byte* BufferReader::read_plain(const std::byte* at, Batch& batch) {
  const auto* const first = &read_part<buffered::PlainLeaf>(at);
  std::size_t count = 1;
  for (; at < end_ && op_at(at) == buffered::Op::kPlain; at += sizeof(buffered::PlainLeaf)) ++count;
  Frame& parent = open_.back();
  const std::int32_t ply = parent.ply + (parent.id != 0 ? 1 : 0);
  batch.runs.emplace_back(last_node_ + 1, parent.id, leaf_header_, std::span(first, count), ply);
  last_node_ += static_cast<std::int64_t>(count);
  for (std::size_t i = 0; i < count && !parent.searched.has_several(); ++i)
    count_searched(first[i].move(), 0, leaf_header_->kind());
  parent.last_child = last_node_;
  batch.nodes_left += count;
  counts_->leaves(ply, leaf_header_->kind(), static_cast<std::int64_t>(count));
  return at;
}

// Moves the last leaf of the last run into the list of nodes.
void BufferReader::end_run_before_last(Batch& batch) {
  LeafRun& run = batch.runs.back();
  batch.nodes.push_back(run.node(run.size() - 1));
  run.drop_last();
  if (run.size() == 0) batch.runs.pop_back();
}

inline const std::byte* BufferReader::read_leaf(const std::byte* at, Batch& batch) {
  const auto& leaf = read_part<buffered::Leaf>(at);
  ++batch.nodes_left;
  NodeRecord& node = add_node(leaf, batch);
  node.result.last = open_.back().last_child = last_node_;
  node.result.kind = leaf.kind();
  node.result.bound = leaf.bound();
  node.result.value = leaf.value();
  counts_->leave(node.ply, leaf.kind());
  count_searched(leaf.move(), leaf.role(), leaf.kind());
  if ((leaf.flags() & buffered::kHasKey) != 0) {
    node.key = read_part<std::uint64_t>(at);
    node.has_key = true;
  }
  if ((leaf.flags() & buffered::kHasScore) != 0) node.result.score = read_part<Score>(at);
  return at;
}

inline NodeResult& BufferReader::result_of(const Frame& frame, Batch& batch) {
  if (frame.id >= batch.first_node) {
    // (A Closing record counts as an event by itself.)
    ++batch.nodes_left;
    return batch.nodes[frame.index].result;
  }
  Closing& closing = batch.closings.emplace_back();
  closing.id = frame.id;
  closing.ply = frame.ply;
  return closing.result;
}

[[gnu::always_inline]] inline const std::byte* BufferReader::read_leave(const std::byte* at,
                                                                        Batch& batch) {
  const auto& record = read_part<buffered::Leave>(at);
  // A reference: a copy would be loaded at another width than it was stored, which stalls.
  const Frame& frame = open_.back();
  NodeResult& result = result_of(frame, batch);
  // Ids ascend in the order of entering, so the last id given ends the subtree.
  result.last = last_node_;
  result.best = record.best();
  result.value = record.value();
  result.legal = record.legal();
  result.kind = record.kind();
  result.bound = record.bound();
  counts_->leave(frame.ply, record.kind());
  if ((record.flags() & buffered::kHasScore) != 0) result.score = read_part<Score>(at);
  if ((record.flags() & buffered::kHasUnrecorded) != 0)
    result.unrecorded = read_part<std::int64_t>(at);
  const std::int64_t id = frame.id;
  const MoveId move = frame.move;
  const std::uint8_t role = frame.role;
  open_.pop_back();
  open_.back().last_child = id;
  count_searched(move, role, record.kind());
  return at;
}

// Counts a child that was left as a searched move of the innermost open node. An illegal move shows
// only on leaving.
inline void BufferReader::count_searched(MoveId move, std::uint8_t role, std::uint8_t kind) {
  open_.back().searched.add(move, static_cast<format::Role>(role),
                            static_cast<format::NodeKind>(kind));
}

// Adds an event of the innermost open node at this point of time.
inline EventRecord& BufferReader::add_event(const EventRecord& base, Batch& batch) {
  EventRecord& event = batch.events.emplace_back(base);
  event.at = last_node_;
  event.node = open_.back().id;
  event.ply = open_.back().ply;
  return event;
}

// The id of the child that an event concerns; 0 = none.
inline std::int64_t BufferReader::child_of(std::uint8_t flags) const {
  return (flags & buffered::kHasChild) != 0 ? open_.back().last_child : 0;
}

// A cutoff without a window has that of its node, if the search reports all changes of windows.
inline void BufferReader::complete(EventRecord& cutoff) const {
  if (!knows_windows_ || !std::isnan(cutoff.alpha) || !std::isnan(cutoff.beta)) return;
  cutoff.alpha = open_.back().alpha;
  cutoff.beta = open_.back().beta;
}

inline const std::byte* BufferReader::read_bound(const std::byte* at, Batch& batch) {
  const auto& record = read_part<buffered::Bound>(at);
  EventRecord& event = add_event(kEmptyEvent, batch);
  event.type = kEventType<BoundUpdateRow>;
  ++batch.events_of_type[static_cast<std::size_t>(event.type)];
  event.cause = record.cause();
  event.other = child_of(record.flags());
  event.alpha = open_.back().alpha = record.alpha();
  event.beta = open_.back().beta = record.beta();
  counts_->event(event, open_.back().searched.count());
  return at;
}

inline const std::byte* BufferReader::read_cutoff(const std::byte* at, Batch& batch) {
  const auto& record = read_part<buffered::Cutoff>(at);
  EventRecord& event = add_event(kEmptyEvent, batch);
  event.type = kEventType<CutoffRow>;
  ++batch.events_of_type[static_cast<std::size_t>(event.type)];
  event.code = record.kind();
  event.cause = record.cause();
  event.other = child_of(record.flags());
  event.value = record.value();
  event.alpha = record.alpha();
  event.beta = record.beta();
  event.skipped = record.skipped();
  complete(event);
  counts_->cutoff(event, open_.back().searched.count());
  if ((record.flags() & buffered::kHasList) == 0) return at;
  event.has_list = true;
  event.data = static_cast<std::uint32_t>(next_move_);
  next_move_ += static_cast<std::size_t>(record.skipped());
  return at;
}

// Inlined twice, so that the type is known.
[[gnu::always_inline]] inline const std::byte* BufferReader::read_entry(const std::byte* at,
                                                                        EventType type,
                                                                        Batch& batch) {
  const auto& record = read_part<buffered::Entry>(at);
  const std::uint8_t flags = record.flags();
  EventRecord& event = add_event(kEmptyEvent, batch);
  event.type = type;
  ++batch.events_of_type[static_cast<std::size_t>(type)];
  event.code = record.bound();
  event.used = record.used();
  event.move = record.move();
  event.depth = record.depth();
  event.stored_depth = record.stored_depth();
  event.value = record.value();
  if ((flags & buffered::kHasKey) != 0) {
    event.key = read_part<std::uint64_t>(at);
    // NULL stands for the node's key, except in a row with an `entry_key` to compare it with.
    const bool is_of_node = open_.back().has_key && open_.back().key == event.key;
    event.has_key = !is_of_node || (flags & buffered::kHasEntryKey) != 0;
  }
  if ((flags & buffered::kHasScore) != 0) event.raw = read_part<Score>(at);
  event.has_entry_key = (flags & buffered::kHasEntryKey) != 0;
  if (event.has_entry_key) event.entry_key = read_part<std::uint64_t>(at);
  if ((flags & buffered::kHasOrigin) != 0) event.other = read_part<std::int64_t>(at);
  return at;
}

const std::byte* BufferReader::read_other(const std::byte* at, Batch& batch) {
  const auto& head = read_part<ExtraHead>(at);
  switch (head.extra()) {
    case Extra::kEvent: {
      EventRecord& event = add_event(read_part<EventRecord>(at), batch);
      ++batch.events_of_type[static_cast<std::size_t>(event.type)];
      if (event.type == kEventType<CutoffRow>) complete(event);
      counts_->event(event, open_.back().searched.count());
      event.data = static_cast<std::uint32_t>(next_move_);
      if (event.has_list) next_move_ += static_cast<std::size_t>(event.skipped);
      break;
    }
    case Extra::kCredit:
      credit(read_part<Score>(at), batch);
      break;
    case Extra::kExclude:
      batch.excluded.push_back({open_.back().id, next_move_, head.count()});
      next_move_ += head.count();
      break;
    case Extra::kSearched:
      count_searched(head.count(), head.role(), 0);
      break;
  }
  return at;
}

void BufferReader::credit(Score score, Batch& batch) {
  const std::int64_t child = open_.back().last_child;
  if (child < batch.first_node) return batch.credits.push_back({child, score});
  // A leaf that was left last was also entered last.
  if (!batch.runs.empty() && batch.runs.back().last() == child) end_run_before_last(batch);
  batch.nodes[batch.index_of(child)].result.credited = score;
}

}  // namespace plytrace
