// SPDX-License-Identifier: MIT
//
// EventTape: the events of a search as a few words each, one behind the other in memory that its
// owner gives and takes away (tracer/recorder.h). A search writes on it without a call: what
// follows from the events before (parents, plies, the place in time) is left to who reads the tape
// (tracer/tape_reader.h), in another thread. What cannot be written at once, because room, a
// number for a move or a flush is wanted, goes through the virtual functions.
//
//   record    words
//   enter     4, and the key if there is one
//   leaf      5, and the key, the score: a node that is entered and left with nothing between
//   leave     3, and the score, the unrecorded nodes below
//   bound     4
//   cutoff    5; the skipped moves stand in a list of their own
//   other     what only the owner knows of, behind a head of one word
//
// Errors: the virtual functions may throw std::bad_alloc; then the event is lost as a whole. Thread
// rule: one thread; `flush_wanted` is written by another.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

// The sanitizers see ordinary stores only.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLYTRACE_STORES_PAST_CACHES
#include <emmintrin.h>
#endif

#include "core/events.h"

namespace plytrace {

// The row id of a move text. 0 is '?', a move that was not named.
using MoveId = std::uint32_t;
inline constexpr MoveId kNoMoveId = 0xFFFFFFFF;

// "None" in a record.
inline constexpr Score kNoScore = std::numeric_limits<Score>::quiet_NaN();
inline constexpr std::int32_t kNoNumber = std::numeric_limits<std::int32_t>::min();
inline constexpr std::uint8_t kNoCode = 0xFF;

namespace tape {

enum class Op : std::uint8_t { kEnter, kLeaf, kLeave, kBound, kCutoff, kOther };
// Words that follow a record, in this order, and what a cutoff has.
enum Flag : std::uint8_t { kHasKey = 1, kHasScore = 2, kHasUnrecorded = 4, kHasList = 8 };

// What is small in a record stands in words of four bytes and a number: one store each.
constexpr std::uint64_t word(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d,
                             std::uint32_t number) {
  const std::uint64_t bits =
      std::uint64_t{d} << 24U | std::uint64_t{c} << 16U | std::uint64_t{b} << 8U | std::uint64_t{a};
  if (std::endian::native == std::endian::little) return std::uint64_t{number} << 32U | bits;
  return __builtin_bswap64(bits) | number;
}
constexpr std::uint64_t word(Op op, std::uint8_t b, std::uint8_t c, std::uint8_t d,
                             std::int32_t number) {
  return word(static_cast<std::uint8_t>(op), b, c, d, static_cast<std::uint32_t>(number));
}

struct Enter {
  Op op = Op::kEnter;
  std::uint8_t flags = 0;
  std::uint8_t side = 0;
  std::uint8_t role = 0;
  MoveId move = kNoMoveId;
  std::uint8_t phase = 0;
  std::uint8_t kind = 0, bound = kNoCode;  // of a leaf
  std::uint8_t unused = 0;
  std::int32_t depth = 0;
  Score alpha = 0, beta = 0;
};
// A leaf, but for its key and its score.
struct Leaf {
  Enter entered;
  Score value = kNoScore;
};
struct Leave {
  Op op = Op::kLeave;
  std::uint8_t flags = 0;
  std::uint8_t kind = 0, bound = kNoCode;
  std::int32_t legal = kNoNumber;
  Score value = 0;
  std::int64_t best = 0;
};
struct Bound {
  Op op = Op::kBound;
  std::uint8_t cause = 0;
  std::array<std::uint8_t, 6> unused{};
  std::int64_t child = 0;
  Score alpha = 0, beta = 0;
};
struct Cutoff {
  Op op = Op::kCutoff;
  std::uint8_t flags = 0;
  std::uint8_t kind = 0, cause = 0;
  std::int32_t skipped = kNoNumber;
  std::int64_t child = 0;
  Score value = 0, alpha = 0, beta = 0;
};

}  // namespace tape

class EventTape {
 public:
  EventTape() : frames_(64) { top_ = frames_.data(); }
  EventTape(const EventTape&) = delete;
  EventTape& operator=(const EventTape&) = delete;

  void enter(const EnterEvent& event);
  // enter() and leave() of a node in which nothing happened.
  void leaf(const EnterEvent& entered, const LeaveEvent& left);
  void leave(const LeaveEvent& event, std::int64_t unrecorded = 0);
  void bound(const BoundEvent& event);
  // Without a reason.
  void cutoff(const CutoffEvent& event);
  // The child of the innermost open node that was left last.
  NodeId last_child() const { return NodeId{top_->last_child}; }
  NodeId current_node() const { return NodeId{top_->id}; }

 protected:
  ~EventTape() = default;

  // Of so many bytes at most are all records together that one call writes.
  static constexpr std::size_t kMostBytes = 256;

  struct Frame {
    std::int64_t id = 0;
    std::int64_t last_child = 0;
  };

  // Leaves room for kMostBytes behind `next_`.
  virtual void make_room() = 0;
  // The same for so many more moves behind `next_move_`.
  virtual void make_room_for_moves(std::size_t count) = 0;
  // The number of a move that is not in `moves_` yet.
  virtual MoveId learn_move(MoveCode code) = 0;

  // Once a node: most games number their moves from 0, and a table is faster than a map.
  MoveId move_id(MoveCode code) {
    const bool is_known = code < moves_.size() && moves_[code] != kNoMoveId;
    return is_known ? moves_[code] : learn_move(code);
  }
  void want_room() {
    if (next_ > limit_ || flush_wanted_->load(std::memory_order_relaxed) != flushed_) [[unlikely]]
      make_room();
  }
  // Past the caches where the processor can: a line that the writer thread read need not be asked
  // back from its processor first.
  template <class Part>
  void put(const Part& part) {
    static_assert(sizeof(Part) % 8 == 0 && std::is_trivially_copyable_v<Part>);
    for (const auto word : std::bit_cast<std::array<long long, sizeof(Part) / 8>>(part)) {
#ifdef PLYTRACE_STORES_PAST_CACHES
      _mm_stream_si64(reinterpret_cast<long long*>(next_), word);
#else
      std::memcpy(next_, &word, sizeof word);
#endif
      next_ += sizeof word;
    }
  }
  // Before another thread is told of what was put.
  static void fence() {
#ifdef PLYTRACE_STORES_PAST_CACHES
    _mm_sfence();
#endif
  }
  template <class... Word>
  void put_words(const Word&... words) {
    (put(words), ...);
  }
  // A list of moves, which counts once next_move_ goes on behind it: so much further.
  std::size_t put_moves(std::span<const MoveCode> moves) {
    if (static_cast<std::size_t>(end_of_moves_ - next_move_) < moves.size()) [[unlikely]]
      make_room_for_moves(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) next_move_[i] = move_id(moves[i]);
    return moves.size();
  }
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
  std::vector<MoveId> moves_;    // by code; kNoMoveId = not met yet

 private:
  [[gnu::noinline]] void grow() {
    const std::size_t open = depth();
    frames_.resize(2 * frames_.size());
    top_ = frames_.data() + open;
  }
  void put_entered(tape::Op op, std::uint8_t flags, MoveId move, const EnterEvent& event,
                   std::uint8_t kind, std::uint8_t bound);
  std::uint8_t key_flag(const EnterEvent& event) const {
    return event.key.has_value() && (capture_ & kCaptureKeys) != 0 ? tape::kHasKey : 0;
  }
  static std::uint8_t code(const std::optional<Bound>& bound) {
    return bound ? static_cast<std::uint8_t>(*bound) : kNoCode;
  }

  std::vector<Frame> frames_;
};

// Once a node, all of them.
inline void EventTape::put_entered(tape::Op op, std::uint8_t flags, MoveId move,
                                   const EnterEvent& event, std::uint8_t kind, std::uint8_t bound) {
  put_words(tape::word(static_cast<std::uint8_t>(op), flags, static_cast<std::uint8_t>(event.side),
                       static_cast<std::uint8_t>(event.role), move),
            tape::word(static_cast<std::uint8_t>(event.phase), kind, bound, 0,
                       static_cast<std::uint32_t>(event.depth)),
            event.window.alpha, event.window.beta);
}

inline void EventTape::enter(const EnterEvent& event) {
  want_room();
  if (top_ + 1 == frames_.data() + frames_.size()) [[unlikely]]
    grow();
  const MoveId move = move_id(event.move);  // it may throw: before there is a row
  const std::uint8_t flags = key_flag(event);
  put_entered(tape::Op::kEnter, flags, move, event, 0, kNoCode);
  if (flags != 0) put(*event.key);
  *++top_ = {++last_node_, 0};
}

inline void EventTape::leaf(const EnterEvent& entered, const LeaveEvent& left) {
  // All that a leave can say is written below, or sent the other way: a new member asks for its
  // place.
  [[maybe_unused]] const auto& [value, kind, bound, score, best, legal] = left;
  // It has no moves and no best one, as a rule.
  if (left.legal || left.best != kNoNode) [[unlikely]] {
    enter(entered);
    return leave(left);
  }
  want_room();
  const MoveId move = move_id(entered.move);
  const std::uint8_t has_key = key_flag(entered);
  const auto flags = static_cast<std::uint8_t>(has_key | (left.score ? tape::kHasScore : 0));
  put_entered(tape::Op::kLeaf, flags, move, entered, static_cast<std::uint8_t>(left.kind),
              code(left.bound));
  put(left.value ? *left.value : kNoScore);
  if (has_key != 0) put(*entered.key);
  if (left.score) put(*left.score);
  top_->last_child = ++last_node_;
}

inline void EventTape::leave(const LeaveEvent& event, std::int64_t unrecorded) {
  want_room();
  const auto flags = static_cast<std::uint8_t>((event.score ? tape::kHasScore : 0) |
                                               (unrecorded != 0 ? tape::kHasUnrecorded : 0));
  put_words(tape::word(tape::Op::kLeave, flags, static_cast<std::uint8_t>(event.kind),
                       code(event.bound), event.legal ? *event.legal : kNoNumber),
            event.value ? *event.value : kNoScore, static_cast<std::int64_t>(event.best));
  if (event.score) put(*event.score);
  if (unrecorded != 0) put(unrecorded);
  const std::int64_t id = top_->id;
  (--top_)->last_child = id;
}

inline void EventTape::bound(const BoundEvent& event) {
  want_room();
  const std::int64_t child = event.cause == Cause::kChild ? top_->last_child : 0;
  put_words(tape::word(tape::Op::kBound, static_cast<std::uint8_t>(event.cause), 0, 0, 0), child,
            event.window.alpha, event.window.beta);
  ++last_event_;
}

inline void EventTape::cutoff(const CutoffEvent& event) {
  want_room();
  std::uint8_t flags = 0;
  std::int32_t skipped = kNoNumber;
  if (event.skipped_known) skipped = static_cast<std::int32_t>(event.skipped.size());
  if (event.unnamed) {
    skipped = *event.unnamed;
  } else if (event.skipped_known && (capture_ & kCaptureSkipped) != 0) {
    flags = tape::kHasList;
    next_move_ += put_moves(event.skipped);
  }
  const std::int64_t child = event.cause == Cause::kChild ? top_->last_child : 0;
  put_words(tape::word(tape::Op::kCutoff, flags, static_cast<std::uint8_t>(event.kind),
                       static_cast<std::uint8_t>(event.cause), skipped),
            child, event.value, event.window.alpha, event.window.beta);
  ++last_event_;
}

}  // namespace plytrace
