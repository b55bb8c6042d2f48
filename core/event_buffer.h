// SPDX-License-Identifier: MIT
//
// EventBuffer: the events of a search as a few words each (core/buffer_records.h), one behind the
// other in memory that its owner gives and takes away (tracer/recorder.h). A search writes on it
// without a call: what follows from the events before (parents, plies, the place in time) is left
// to who reads the tape (tracer/buffer_reader.h), in another thread. What cannot be written at
// once, because room, a number for a move or a flush is wanted, goes through the virtual functions.
// Memory that was given anew begins without a `header`. Errors: the virtual functions may throw
// std::bad_alloc; then the event is lost as a whole. Thread rule: one thread; `flush_wanted` is
// written by another.
#pragma once

#include <array>
#include <atomic>
#include <bit>
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

// The numbers of a search's moves by code, in a table: most games number their moves from 0, and
// that is faster than a map.
class MoveTable {
 public:
  // Where they lie, and how many: of a vector that would be a subtraction for each move.
  struct View {
    const MoveId* ids = nullptr;
    MoveCode size = 0;

    // kNoMoveId where it is not known.
    MoveId operator[](MoveCode code) const { return code < size ? ids[code] : kNoMoveId; }
  };

  MoveId operator[](MoveCode code) const { return view_[code]; }
  View view() const { return view_; }
  void set(MoveCode code, MoveId id) {
    if (code >= ids_.size()) ids_.resize(code + 1, kNoMoveId);
    ids_[code] = id;
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
  // enter() and leave() of a node in which nothing happened.
  void leaf(const EnterEvent& entered, const LeaveEvent& left);
  void leave(const LeaveEvent& event, std::int64_t unrecorded = 0);
  void bound(const BoundEvent& event);
  // Without a reason.
  void cutoff(const CutoffEvent& event);
  // The same for what most of them are, or false: then nothing was written. Of these only an enter
  // looks for a flush that is wanted.
  bool report_plain(const PlainEnterEvent& event);
  bool report_plain(const PlainLeafEvent& event);
  bool report_plain(const PlainBoundEvent& event);
  bool report_plain(const PlainCutoffEvent& event);
  bool report_plain(const PlainLeaveEvent& event);
  // The child of the innermost open node that was left last.
  NodeId last_child() const { return NodeId{top_->last_child}; }
  NodeId current_node() const { return NodeId{top_->id}; }

 protected:
  ~EventBuffer() = default;

  // Of so many bytes at most are all records together that one call writes.
  static constexpr std::size_t kMostBytes = 256;

  struct Frame {
    std::int64_t id = 0;
    std::int64_t last_child = 0;
  };

  // Leaves room for kMostBytes behind `next_`.
  virtual void make_space() = 0;
  // The same for so many more moves behind `next_move_`.
  virtual void make_space_for_moves(std::size_t count) = 0;
  // The number of a move that is not in `moves_` yet.
  virtual MoveId learn_move(MoveCode code) = 0;

  MoveId move_id(MoveCode code) {
    const MoveId known = moves_[code];
    return known != kNoMoveId ? known : learn_move(code);
  }
  [[gnu::always_inline]] void ensure_space() {
    if (!has_space()) [[unlikely]]
      make_space();
  }
  // Past the caches where the processor can: a line that the writer thread read need not be asked
  // back from its processor first.
  template <class Part>
  void put(const Part& part) {
    static_assert(sizeof(Part) % 8 == 0 && std::is_trivially_copyable_v<Part>);
    constexpr std::size_t kCount = sizeof(Part) / 8;
    if constexpr (requires { part.words(); }) {
      put_words(part.words(), std::make_index_sequence<kCount>());
    } else {
      put_words(std::bit_cast<std::array<std::uint64_t, kCount>>(part),
                std::make_index_sequence<kCount>());
    }
  }
  // Before another thread is told of what was put.
  static void fence() {
#ifdef PLYTRACE_STORES_PAST_CACHES
    _mm_sfence();
#endif
  }
  // A list of moves, which counts once next_move_ goes on behind it: so much further.
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
  // Before `next_` goes on where nothing of what was put before is known.
  void forget_leaf_header() { leaf_header_ = {}; }
  // Nodes that are open.
  std::size_t depth() const { return static_cast<std::size_t>(top_ - frames_.data()); }

  std::byte *next_ = nullptr, *limit_ = nullptr;
  MoveId *next_move_ = nullptr, *end_of_moves_ = nullptr;
  const std::atomic<unsigned>* flush_wanted_ = nullptr;
  unsigned flushed_ = 0;
  unsigned capture_ = 0;
  std::int64_t last_node_ = 0;   // number of the node entered last
  std::int64_t last_event_ = 0;  // likewise
  Frame* top_;                   // the innermost open node; below the outermost one is no node
  MoveTable moves_;

 private:
  template <class Words, std::size_t... i>
  void put_words(const Words& words, std::index_sequence<i...>) {
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
  bool is_full() const { return next_ > limit_; }
  bool has_space() const {
    return !is_full() && flush_wanted_->load(std::memory_order_relaxed) == flushed_;
  }
  bool is_path_full() const { return top_ + 1 == frames_.data() + frames_.size(); }
  // What is rare is called, with copies: events that are referred to would be built in memory.
  [[gnu::noinline]] void enter_after_all(EnterEvent event) {
    ensure_space();
    if (is_path_full()) grow();
    put_enter(event, move_id(event.move));  // it may throw: before there is a row
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
  void put_enter(const EnterEvent& event, MoveId move);
  void put_bound(const BoundEvent& event);
  void put_cutoff(const CutoffEvent& event);
  void put_leave(const LeaveEvent& event, std::int64_t unrecorded);
  void put_plain(const buffered::LeafHeader& header, MoveId move, Score value);
  std::uint8_t key_flag(const EnterEvent& event) const {
    return event.key.has_value() && (capture_ & kCaptureKeys) != 0 ? buffered::kHasKey : 0;
  }
  std::uint8_t child_flag(Cause cause) const {
    return cause == Cause::kChild && top_->last_child != 0 ? buffered::kHasChild : 0;
  }

  buffered::LeafHeader leaf_header_;  // that was put last
  std::vector<Frame> frames_;
};

[[gnu::always_inline]] inline void EventBuffer::put_enter(const EnterEvent& event, MoveId move) {
  const std::uint8_t flags = key_flag(event);
  put(buffered::Enter(event, move, flags));
  if (flags != 0) put(*event.key);
  *++top_ = {++last_node_, 0};
}

[[gnu::always_inline]] inline void EventBuffer::enter(const EnterEvent& event) {
  const MoveId move = moves_[event.move];
  if (move == kNoMoveId || !has_space() || is_path_full()) [[unlikely]]
    return enter_after_all(event);
  put_enter(event, move);
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainEnterEvent& event) {
  const MoveId move = moves_[event.move];
  if (move == kNoMoveId || !has_space() || is_path_full()) [[unlikely]]
    return false;
  put_enter({event.move, event.side, event.depth, event.window, event.role}, move);
  return true;
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
  // All that a leave can say is written below, or sent the other way: a new member asks for its
  // place.
  [[maybe_unused]] const auto& [value, kind, bound, score, best, legal] = left;
  // It has no moves and no best one, as a rule.
  if (left.legal || left.best != kNoNode) [[unlikely]] {
    enter(entered);
    return leave(left);
  }
  ensure_space();
  const MoveId move = move_id(entered.move);
  const std::uint8_t has_key = key_flag(entered);
  const auto flags = static_cast<std::uint8_t>(has_key | (left.score ? buffered::kHasScore : 0));
  const bool is_plain =
      (flags | buffered::byte_of(entered.role) | buffered::byte_of(entered.phase)) == 0;
  if (is_plain && move != kNoMoveId) [[likely]] {
    return put_plain(
        {entered.side, entered.depth, entered.window, left.kind, buffered::byte_of(left.bound)},
        move, left.value ? *left.value : kNoScore);
  }
  put(buffered::Leaf(entered, left, move, flags));
  if (has_key != 0) put(*entered.key);
  if (left.score) put(*left.score);
  top_->last_child = ++last_node_;
}

[[gnu::always_inline]] inline void EventBuffer::leave(const LeaveEvent& event,
                                                      std::int64_t unrecorded) {
  ensure_space();
  put_leave(event, unrecorded);
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainLeaveEvent& event) {
  if (is_full()) [[unlikely]]
    return false;
  put_leave({.value = event.value,
             .kind = NodeKind::kInterior,
             .bound = event.bound,
             .best = event.best,
             .legal = event.legal},
            0);
  return true;
}

[[gnu::always_inline]] inline void EventBuffer::put_leave(const LeaveEvent& event,
                                                          std::int64_t unrecorded) {
  const std::int64_t id = top_->id;
  const auto flags = static_cast<std::uint8_t>((event.score ? buffered::kHasScore : 0) |
                                               (unrecorded != 0 ? buffered::kHasUnrecorded : 0));
  put(buffered::Leave(event, flags));
  if (event.score) put(*event.score);
  if (unrecorded != 0) put(unrecorded);
  (--top_)->last_child = id;
}

inline void EventBuffer::bound(const BoundEvent& event) {
  ensure_space();
  put_bound(event);
}

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainBoundEvent& event) {
  if (is_full()) [[unlikely]]
    return false;
  put_bound({Cause::kChild, event.window});
  return true;
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

[[gnu::always_inline]] inline bool EventBuffer::report_plain(const PlainCutoffEvent& event) {
  if (is_full()) [[unlikely]]
    return false;
  put_cutoff({event.kind, Cause::kChild, event.value, event.window, event.skipped});
  return true;
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

}  // namespace plytrace
