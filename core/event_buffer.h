// SPDX-License-Identifier: MIT
//
// EventBuffer: the events of a search as records of a few words each (core/buffer_records.h), in
// memory that its owner provides and replaces (tracer/recorder.h).
//
// A search appends a record without a call. Whatever follows from earlier events (the parent, the
// ply, the place in time) is not stored: the reader derives it in another thread
// (tracer/buffer_reader.h). The virtual functions handle the rare cases: no space left, a move
// without an id, a flush requested.
//
// After the owner replaces the memory no leaf header is in effect; the next plain leaf writes one.
// Errors: the virtual functions may throw std::bad_alloc; then the whole event is lost.
// Thread rule: one thread; another one writes only `*flush_wanted_`.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

// The sanitizers see ordinary stores only.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLYTRACE_STORES_PAST_CACHES
#include <emmintrin.h>
#endif

#include "core/buffer_records.h"

namespace plytrace {

// Maps the move codes of a search to move ids. A table, because a look-up is then faster than in a
// map: most games number their moves from 0, and the C interface numbers moves given as texts from
// kTexts. Both lie side by side in the table.
class MoveTable {
 public:
  static constexpr MoveCode kTexts = 0x80000000;

  // Pointer and size; std::vector::size() would cost a subtraction for each move.
  struct View {
    const MoveId* ids = nullptr;
    MoveCode size = 0;

    // kNoMoveId for an unknown code.
    MoveId operator[](MoveCode code) const {
      const MoveCode place = place_of(code);
      return place < size ? ids[place] : kNoMoveId;
    }
  };

  // The place of a code in the table. Codes of large places belong into a map.
  static MoveCode place_of(MoveCode code) { return std::rotl(code, 1); }
  MoveId operator[](MoveCode code) const { return view_[code]; }
  View view() const { return view_; }
  void set(MoveCode code, MoveId id) {
    const MoveCode place = place_of(code);
    if (place >= ids_.size()) ids_.resize(place + 1, kNoMoveId);
    ids_[place] = id;
    view_ = {ids_.data(), static_cast<MoveCode>(ids_.size())};
  }
  void clear() {
    ids_.clear();
    view_ = {};
  }

 private:
  std::vector<MoveId> ids_;
  View view_;
};

class EventBuffer {
 public:
  EventBuffer() : frames_(64) { top_ = frames_.data(); }
  EventBuffer(const EventBuffer&) = delete;
  EventBuffer& operator=(const EventBuffer&) = delete;

  void enter(const EnterEvent& event);
  // enter() and leave() in one record, for a node without events in between.
  void leaf(const EnterEvent& entered, const LeaveEvent& left);
  void leave(const LeaveEvent& event, std::int64_t unrecorded = 0);
  void bound(const BoundEvent& event);
  // The event has no reason (a text does not fit into a record).
  void cutoff(const CutoffEvent& event);
  void store(const StoreEvent& event) {
    report_entry(buffered::Op::kStore, EntryNumbers::of(event));
  }
  void probe(const ProbeEvent& event) {
    report_entry(buffered::Op::kProbe, EntryNumbers::of(event));
  }
  // The same for the common case of each event. False: nothing was written; use the functions
  // above. Of these only the enter notices a requested flush.
  bool report_plain(const PlainEnterEvent& event);
  bool report_plain(const PlainLeafEvent& event);
  bool report_plain(const PlainBoundEvent& event);
  bool report_plain(const PlainCutoffEvent& event);
  bool report_plain(const PlainLeaveEvent& event);
  // The same for the events of other engines (tracer/emit/emitter.h). Keys must be captured for
  // stores and probes.
  bool try_enter(const PlainEnterEvent& event, Phase phase, const std::uint64_t* key);
  bool try_leave(const LeaveNumbers& left);
  bool try_bound(const BoundEvent& event);
  bool try_cutoff(const CutoffEvent& event);
  [[gnu::always_inline]] bool try_store(const EntryNumbers& entry) {
    return try_entry(buffered::Op::kStore, entry);
  }
  [[gnu::always_inline]] bool try_probe(const EntryNumbers& entry) {
    return try_entry(buffered::Op::kProbe, entry);
  }
  // The last child that the innermost open node finished.
  NodeId last_child() const { return NodeId{top_->last_child}; }
  NodeId current_node() const { return NodeId{top_->id}; }

 protected:
  ~EventBuffer() = default;

  // Upper limit for the bytes that one call writes.
  static constexpr std::size_t kMostBytes = 256;

  struct Frame {
    std::int64_t id = 0;
    std::int64_t last_child = 0;
  };

  // Postcondition: kMostBytes are free behind `next_`.
  virtual void make_space() = 0;
  // Postcondition: `count` move ids fit behind `next_move_`.
  virtual void make_space_for_moves(std::size_t count) = 0;
  // Gives an id to a move that is not in `moves_` yet.
  virtual MoveId learn_move(MoveCode code) = 0;

  MoveId move_id(MoveCode code) {
    const MoveId known = moves_[code];
    return known != kNoMoveId ? known : learn_move(code);
  }
  [[gnu::always_inline]] void ensure_space() {
    if (!has_space()) [[unlikely]]
      make_space();
  }
  // Appends words with non-temporal stores where the processor has them: an ordinary store would
  // first fetch the cache line back from the core that read it (2.2 to 3.4 s of processor time
  // instead of 2.1 for connect4 -e ways -d 11).
  template <class Part>
  [[gnu::always_inline]] void put(const Part& part) {
    static_assert(sizeof(Part) % 8 == 0 && std::is_trivially_copyable_v<Part>);
    constexpr std::size_t kCount = sizeof(Part) / 8;
    if constexpr (requires { part.words(); }) {
      put_words(part.words(), std::make_index_sequence<kCount>());
    } else {
      put_words(std::bit_cast<std::array<std::uint64_t, kCount>>(part),
                std::make_index_sequence<kCount>());
    }
  }
  // Must come before another thread learns of the words: non-temporal stores are not ordered.
  static void fence() {
#ifdef PLYTRACE_STORES_PAST_CACHES
    _mm_sfence();
#endif
  }
  // Writes a list of moves behind next_move_ and returns its length, by which the caller advances
  // next_move_ once the event is complete.
  [[gnu::always_inline]] std::size_t put_moves(std::span<const MoveCode> moves) {
    if (static_cast<std::size_t>(end_of_moves_ - next_move_) < moves.size()) [[unlikely]]
      make_space_for_moves(moves.size());
    const MoveTable::View known = moves_.view();
    MoveId* at = next_move_;
    for (const MoveCode code : moves) {
      const MoveId move = known[code];
      if (move == kNoMoveId) [[unlikely]]
        return put_new_moves(moves);
      *at++ = move;
    }
    return moves.size();
  }
  // Must be called when `next_` moves to other memory.
  void forget_leaf_header() { leaf_header_ = {}; }
  // Number of open nodes.
  std::size_t depth() const { return static_cast<std::size_t>(top_ - frames_.data()); }

  std::byte *next_ = nullptr, *limit_ = nullptr;
  // The limit of report_plain() and try_...(); nullptr if these must not write.
  std::byte* plain_limit_ = nullptr;
  MoveId *next_move_ = nullptr, *end_of_moves_ = nullptr;
  const std::atomic<unsigned>* flush_wanted_ = nullptr;
  unsigned flushed_ = 0;
  unsigned capture_ = 0;
  std::int64_t last_node_ = 0;   // id of the node entered last
  std::int64_t last_event_ = 0;  // id of the event written last
  Frame* top_;  // the innermost open node; the frame at the bottom belongs to no node
  MoveTable moves_;

 private:
  template <class Words, std::size_t... i>
  [[gnu::always_inline]] void put_words(const Words& words, std::index_sequence<i...>) {
    std::byte* const at = next_;
    (put_word(at + 8 * i, words[i]), ...);
    next_ = at + 8 * sizeof...(i);
  }
  static void put_word(std::byte* at, std::uint64_t word) {
#ifdef PLYTRACE_STORES_PAST_CACHES
    _mm_stream_si64(reinterpret_cast<long long*>(at), static_cast<long long>(word));
#else
    std::memcpy(at, &word, sizeof word);
#endif
  }
  bool is_full() const { return next_ > plain_limit_; }
  [[gnu::always_inline]] bool has_space() const { return next_ <= limit_ && !is_flush_wanted(); }
  bool is_flush_wanted() const {
    return flush_wanted_->load(std::memory_order_relaxed) != flushed_;
  }
  bool is_path_full() const { return top_ + 1 == frames_.data() + frames_.size(); }
  // The rare cases are calls that take copies: a reference would force the common case, which is
  // inlined, to build the event in memory.
  [[gnu::noinline]] void enter_after_all(EnterEvent event) {
    ensure_space();
    if (is_path_full()) grow();
    const MoveId move = move_id(event.move);  // it may throw: no row exists yet
    put_enter(plain_part(event), event.phase, move, key_of(event));
  }
  [[gnu::noinline]] void cutoff_after_all(CutoffEvent event) {
    ensure_space();
    put_cutoff(event);
  }
  [[gnu::noinline]] std::size_t put_new_moves(std::span<const MoveCode> moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) next_move_[i] = move_id(moves[i]);
    return moves.size();
  }
  void grow() {
    const std::size_t open = depth();
    frames_.resize(2 * frames_.size());
    top_ = frames_.data() + open;
  }
  void put_enter(const PlainEnterEvent& event, Phase phase, MoveId move, const std::uint64_t* key);
  void put_bound(const BoundEvent& event);
  void put_cutoff(const CutoffEvent& event);
  void put_leave(const LeaveNumbers& left, std::int64_t unrecorded);
  void put_entry(buffered::Op op, const EntryNumbers& entry, MoveId move, bool has_keys);
  void report_entry(buffered::Op op, const EntryNumbers& entry);
  bool try_entry(buffered::Op op, const EntryNumbers& entry);
  void put_plain(const buffered::LeafHeader& header, MoveId move, Score value);
  // The key of a node, if it is recorded.
  const std::uint64_t* key_of(const EnterEvent& event) const {
    return event.key && (capture_ & kCaptureKeys) != 0 ? &*event.key : nullptr;
  }
  std::uint8_t child_flag(Cause cause) const {
    return cause == Cause::kChild && top_->last_child != 0 ? buffered::kHasChild : 0;
  }

  buffered::LeafHeader leaf_header_;  // the one in effect
  std::vector<Frame> frames_;
};

[[gnu::always_inline]] inline void EventBuffer::put_enter(const PlainEnterEvent& event, Phase phase,
                                                          MoveId move, const std::uint64_t* key) {
  // Before the words are written, because the compiler loads members again after that.
  *++top_ = {++last_node_, 0};
  put(buffered::Enter(event, phase, move, key != nullptr ? buffered::kHasKey : 0));
  if (key != nullptr) put(*key);
}

[[gnu::always_inline]] inline bool EventBuffer::try_enter(const PlainEnterEvent& event, Phase phase,
                                                          const std::uint64_t* key) {
  const MoveId move = moves_[event.move];
  if (move == kNoMoveId || is_full() || is_flush_wanted() || is_path_full()) [[unlikely]]
    return false;
  put_enter(event, phase, move, key);
  return true;
}

[[gnu::always_inline]] inline void EventBuffer::enter(const EnterEvent& event) {
  if (!try_enter(plain_part(event), event.phase, key_of(event))) [[unlikely]]
    enter_after_all(event);
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainEnterEvent& event) {
  return try_enter(event, Phase::kMain, nullptr);
}

[[gnu::always_inline]] inline void EventBuffer::put_plain(const buffered::LeafHeader& header,
                                                          MoveId move, Score value) {
  if (!(header == leaf_header_)) {
    put(header);
    leaf_header_ = header;
  }
  put(buffered::PlainLeaf(move, value));
  top_->last_child = ++last_node_;
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainLeafEvent& event) {
  const MoveId move = moves_[event.move];
  if (move == kNoMoveId || is_full()) [[unlikely]]
    return false;
  put_plain({event.side, event.depth, event.window, event.kind, buffered::byte_of(event.bound)},
            move, event.value);
  return true;
}

inline void EventBuffer::leaf(const EnterEvent& entered, const LeaveEvent& left) {
  // Names every member, so that a new one does not compile until it is handled below.
  [[maybe_unused]] const auto& [value, kind, bound, score, best, legal] = left;
  // A leaf rarely has a move count or a best child.
  if (left.legal || left.best != kNoNode) [[unlikely]] {
    enter(entered);
    return leave(left);
  }
  ensure_space();
  const MoveId move = move_id(entered.move);
  const std::uint64_t* const key = key_of(entered);
  const auto flags = static_cast<std::uint8_t>((key != nullptr ? buffered::kHasKey : 0) |
                                               (left.score ? buffered::kHasScore : 0));
  const bool is_plain =
      (flags | buffered::byte_of(entered.role) | buffered::byte_of(entered.phase)) == 0;
  if (is_plain && move != kNoMoveId) [[likely]] {
    return put_plain(
        {entered.side, entered.depth, entered.window, left.kind, buffered::byte_of(left.bound)},
        move, left.value ? *left.value : kNoScore);
  }
  put(buffered::Leaf(entered, left, move, flags));
  if (key != nullptr) put(*key);
  if (left.score) put(*left.score);
  top_->last_child = ++last_node_;
}

[[gnu::always_inline]] inline void EventBuffer::leave(const LeaveEvent& event,
                                                      std::int64_t unrecorded) {
  ensure_space();
  put_leave(LeaveNumbers::of(event), unrecorded);
}

[[gnu::always_inline]] inline bool EventBuffer::try_leave(const LeaveNumbers& left) {
  if (is_full()) [[unlikely]]
    return false;
  put_leave(left, 0);
  return true;
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainLeaveEvent& event) {
  return try_leave({.value = event.value,
                    .best = event.best,
                    .legal = event.legal,
                    .bound = buffered::byte_of(event.bound)});
}

[[gnu::always_inline]] inline void EventBuffer::put_leave(const LeaveNumbers& left,
                                                          std::int64_t unrecorded) {
  top_[-1].last_child = top_->id;
  --top_;
  const bool has_score = !std::isnan(left.score);
  const auto flags = static_cast<std::uint8_t>((has_score ? buffered::kHasScore : 0) |
                                               (unrecorded != 0 ? buffered::kHasUnrecorded : 0));
  put(buffered::Leave(left, flags));
  if (has_score) put(left.score);
  if (unrecorded != 0) put(unrecorded);
}

inline void EventBuffer::bound(const BoundEvent& event) {
  ensure_space();
  put_bound(event);
}

[[gnu::always_inline]] inline bool EventBuffer::try_bound(const BoundEvent& event) {
  if (is_full()) [[unlikely]]
    return false;
  put_bound(event);
  return true;
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainBoundEvent& event) {
  return try_bound({Cause::kChild, event.window});
}

[[gnu::always_inline]] inline void EventBuffer::put_bound(const BoundEvent& event) {
  put(buffered::Bound(event, child_flag(event.cause)));
  ++last_event_;
}

[[gnu::always_inline]] inline void EventBuffer::cutoff(const CutoffEvent& event) {
  if (!has_space()) [[unlikely]]
    return cutoff_after_all(event);
  put_cutoff(event);
}

[[gnu::always_inline]] inline bool EventBuffer::try_cutoff(const CutoffEvent& event) {
  if (is_full()) [[unlikely]]
    return false;
  put_cutoff(event);
  return true;
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainCutoffEvent& event) {
  return try_cutoff({event.kind, Cause::kChild, event.value, event.window, event.skipped});
}

[[gnu::always_inline]] inline void EventBuffer::put_cutoff(const CutoffEvent& event) {
  std::uint8_t flags = child_flag(event.cause);
  std::int32_t skipped = kNoNumber;
  if (event.skipped_known) skipped = static_cast<std::int32_t>(event.skipped.size());
  if (event.unnamed) {
    skipped = *event.unnamed;
  } else if (event.skipped_known && (capture_ & kCaptureSkipped) != 0) {
    flags |= buffered::kHasList;
    next_move_ += put_moves(event.skipped);
  }
  put(buffered::Cutoff(event, flags, skipped));
  ++last_event_;
}

// Stores and probes.
[[gnu::always_inline]] inline void EventBuffer::put_entry(buffered::Op op,
                                                          const EntryNumbers& entry, MoveId move,
                                                          bool has_keys) {
  const bool has_key = entry.key != 0 && has_keys;
  const bool has_raw = !std::isnan(entry.raw);
  const bool has_entry_key = entry.entry_key != nullptr && has_keys;
  const bool has_origin = entry.stored_by != kNoNode;
  const int flags = (has_key ? buffered::kHasKey : 0) | (has_raw ? buffered::kHasScore : 0) |
                    (has_entry_key ? buffered::kHasEntryKey : 0) |
                    (has_origin ? buffered::kHasOrigin : 0);
  put(buffered::Entry(op, entry, move, static_cast<std::uint8_t>(flags)));
  if (has_key) put(entry.key);
  if (has_raw) put(entry.raw);
  if (has_entry_key) put(*entry.entry_key);
  if (has_origin) put(entry.stored_by);
  ++last_event_;
}

[[gnu::always_inline]] inline void EventBuffer::report_entry(buffered::Op op,
                                                             const EntryNumbers& entry) {
  ensure_space();
  const MoveId move = entry.move == kNoMove ? kNoMoveId : move_id(entry.move);
  put_entry(op, entry, move, (capture_ & kCaptureKeys) != 0);
}

[[gnu::always_inline]] inline bool EventBuffer::try_entry(buffered::Op op,
                                                          const EntryNumbers& entry) {
  const MoveId move = moves_[entry.move];
  const bool is_new = move == kNoMoveId && entry.move != kNoMove;
  if (is_full() || is_new) [[unlikely]]
    return false;
  put_entry(op, entry, move, true);
  return true;
}

}  // namespace plytrace
