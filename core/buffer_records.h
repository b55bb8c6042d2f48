// SPDX-License-Identifier: MIT
//
// The records of an event buffer (core/event_buffer.h), each a few words of 64 bits:
//
//   record       words
//   enter        4      + the key, if there is one
//   leaf         5      + the key, the score: a node entered and left without events in between
//   leaf header  3      what the plain leaves behind it share: side, depth, window, kind, bound
//   plain leaf   2      move and value; the rest is in the leaf header
//   leave        3      + the score, the number of unrecorded nodes below
//   bound        3
//   cutoff       4      its skipped moves are in a separate list
//   store        3      + the key, the stored number
//   probe        3      + the key, the number and the key in the entry, the storing node
//   other               a record that only the owner knows, behind a head of one word
//
// Plain leaves carry the design: without them a recorded search takes 1.20 times as long.
//
// One class builds a record from an event and reads it back. Its constructor names every member of
// the event, so that a new member does not compile until it has a place.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/events.h"
#include "core/score.h"

namespace plytrace {

// The row id of a move text.
using MoveId = std::uint32_t;
inline constexpr MoveId kUnnamedMoveId = 0;  // its text is '?'
inline constexpr MoveId kNoMoveId = 0xFFFFFFFF;

// "None" in a record.
inline constexpr Score kNoScore = std::numeric_limits<Score>::quiet_NaN();
inline constexpr std::int32_t kNoNumber = std::numeric_limits<std::int32_t>::min();
inline constexpr std::uint8_t kNoCode = 0xFF;

// The members of an EnterEvent except phase and key.
inline PlainEnterEvent plain_part(const EnterEvent& event) {
  [[maybe_unused]] const auto& [move, side, depth, window, role, phase, key] = event;
  return {event.move, event.side, event.depth, event.window, event.role};
}

// A LeaveEvent with numbers for what is missing. Plain members stay in registers; a std::optional
// would be built in memory.
struct LeaveNumbers {
  Score value = kNoScore, score = kNoScore;
  NodeId best = kNoNode;
  std::int32_t legal = kNoNumber;
  NodeKind kind = NodeKind::kInterior;
  std::uint8_t bound = kNoCode;

  [[gnu::always_inline]] static LeaveNumbers of(const LeaveEvent& event) {
    [[maybe_unused]] const auto& [value, kind, bound, score, best, legal] = event;
    return {event.value ? *event.value : kNoScore,
            event.score ? *event.score : kNoScore,
            event.best,
            event.legal ? *event.legal : kNoNumber,
            event.kind,
            event.bound ? static_cast<std::uint8_t>(*event.bound) : kNoCode};
  }
  LeaveEvent event() const {
    LeaveEvent event{.kind = kind, .best = best};
    if (!std::isnan(value)) event.value = value;
    if (!std::isnan(score)) event.score = score;
    if (legal != kNoNumber) event.legal = legal;
    if (bound != kNoCode) event.bound = static_cast<Bound>(bound);
    return event;
  }
};

// The same for a StoreEvent or a ProbeEvent.
struct EntryNumbers {
  std::uint64_t key = 0;  // 0 = not reported
  Score value = 0, raw = kNoScore;
  std::int32_t depth = 0, stored_depth = kNoNumber;
  Bound bound = Bound::kExact;
  TableUse used = TableUse::kNo;
  MoveCode move = kNoMove;
  NodeId stored_by = kNoNode;
  const std::uint64_t* entry_key = nullptr;  // null = not known

  [[gnu::always_inline]] static EntryNumbers of(const StoreEvent& event) {
    [[maybe_unused]] const auto& [depth, bound, value, move, key, raw] = event;
    return {.key = event.key,
            .value = event.value,
            .raw = event.raw ? *event.raw : kNoScore,
            .depth = event.depth,
            .bound = event.bound,
            .move = event.move};
  }
  // The event must outlive the result.
  [[gnu::always_inline]] static EntryNumbers of(const ProbeEvent& event) {
    [[maybe_unused]] const auto& [key, depth, stored_depth, bound, value, move, used, stored_by,
                                  raw, entry_key] = event;
    return {event.key,
            event.value,
            event.raw ? *event.raw : kNoScore,
            event.depth,
            event.stored_depth,
            event.bound,
            event.used,
            event.move,
            event.stored_by,
            event.entry_key ? &*event.entry_key : nullptr};
  }
};

namespace buffered {

enum class Op : std::uint8_t {
  kEnter,
  kLeaf,
  kLeafHeader,
  kPlain,
  kLeave,
  kBound,
  kCutoff,
  kStore,
  kProbe,
  kOther
};
// All but the last two name a word that follows the record, in this order.
enum Flag : std::uint8_t {
  kHasKey = 1,
  kHasScore = 2,
  kHasUnrecorded = 4,
  kHasEntryKey = 8,
  kHasOrigin = 16,
  kHasList = 32,
  kHasChild = 64  // the event concerns the child that was left last
};

// Four bytes and a number of 32 bits in one word, so that they take one store and one load.
class Word {
 public:
  constexpr explicit Word(std::uint64_t bits) : bits_(bits) {}
  constexpr Word(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d,
                 std::uint32_t number)
      : bits_(std::uint64_t{number} << 32U | std::uint64_t{d} << 24U | std::uint64_t{c} << 16U |
              std::uint64_t{b} << 8U | std::uint64_t{a}) {}
  // The first word of a record.
  constexpr Word(Op op, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint32_t number)
      : Word(static_cast<std::uint8_t>(op), b, c, d, number) {}

  constexpr Op op() const { return static_cast<Op>(byte(0)); }
  constexpr std::uint8_t byte(unsigned index) const {
    return static_cast<std::uint8_t>(bits_ >> 8 * index);
  }
  constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(bits_ >> 32U); }
  constexpr std::int32_t integer() const { return static_cast<std::int32_t>(number()); }
  constexpr std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_;
};

template <class Code>
constexpr std::uint8_t byte_of(Code code) {
  return static_cast<std::uint8_t>(code);
}
inline std::uint8_t byte_of(const std::optional<plytrace::Bound>& bound) {
  return bound ? byte_of(*bound) : kNoCode;
}

// A record holds words only. If it had members, the compiler would build it in memory and read it
// back at another width than it was written, which stalls on store forwarding. The constructors
// must be inlined; as a call, the event would be spilled to memory.
template <std::size_t kCount>
class Record {
 public:
  using Words = std::array<std::uint64_t, kCount>;
  const Words& words() const { return words_; }

 protected:
  template <class... Part>
  [[gnu::always_inline]] explicit Record(const Part&... parts) : words_{bits_of(parts)...} {
    static_assert(sizeof...(parts) == kCount);
  }
  Word word(std::size_t index) const { return Word(words_[index]); }
  Score score(std::size_t index) const { return std::bit_cast<Score>(words_[index]); }
  std::int64_t number(std::size_t index) const { return static_cast<std::int64_t>(words_[index]); }

 private:
  static std::uint64_t bits_of(Word word) { return word.bits(); }
  static std::uint64_t bits_of(Score score) { return std::bit_cast<std::uint64_t>(score); }
  static std::uint64_t bits_of(NodeId id) { return static_cast<std::uint64_t>(id); }

  Words words_;
};

// The words that Enter and Leaf share.
template <std::size_t kCount>
class Entered : public Record<kCount> {
 public:
  std::uint8_t flags() const { return this->word(0).byte(1); }
  std::uint8_t side() const { return this->word(0).byte(2); }
  std::uint8_t role() const { return this->word(0).byte(3); }
  MoveId move() const { return this->word(0).number(); }
  std::uint8_t phase() const { return this->word(1).byte(0); }
  std::int32_t depth() const { return this->word(1).integer(); }
  Score alpha() const { return this->score(2); }
  Score beta() const { return this->score(3); }

 protected:
  template <class... More>
  [[gnu::always_inline]] Entered(Op op, const PlainEnterEvent& event, Phase phase, MoveId move,
                                 std::uint8_t flags, std::uint8_t kind, std::uint8_t bound,
                                 const More&... more)
      : Record<kCount>(
            Word(op, flags, byte_of(event.side), byte_of(event.role), move),
            Word(byte_of(phase), kind, bound, 0, static_cast<std::uint32_t>(event.depth)),
            event.window.alpha, event.window.beta, more...) {
    [[maybe_unused]] const auto& [code, side, depth, window, role] = event;
  }
};

class Enter : public Entered<4> {
 public:
  [[gnu::always_inline]] Enter(const PlainEnterEvent& event, Phase phase, MoveId move,
                               std::uint8_t flags)
      : Entered(Op::kEnter, event, phase, move, flags, 0, kNoCode) {}
};

class Leaf : public Entered<5> {
 public:
  Leaf(const EnterEvent& entered, const LeaveEvent& left, MoveId move, std::uint8_t flags)
      : Entered(Op::kLeaf, plain_part(entered), entered.phase, move, flags, byte_of(left.kind),
                byte_of(left.bound), left.value ? *left.value : kNoScore) {}

  std::uint8_t kind() const { return word(1).byte(1); }
  std::uint8_t bound() const { return word(1).byte(2); }
  Score value() const { return score(4); }
};

class LeafHeader : public Record<3> {
 public:
  LeafHeader() : Record(Word(0), 0.0, 0.0) {}  // equals no header in use
  LeafHeader(Side side, std::int32_t depth, Window window, NodeKind kind, std::uint8_t bound)
      : Record(Word(Op::kLeafHeader, byte_of(side), byte_of(kind), bound,
                    static_cast<std::uint32_t>(depth)),
               window.alpha, window.beta) {}

  std::uint8_t side() const { return word(0).byte(1); }
  std::uint8_t kind() const { return word(0).byte(2); }
  std::uint8_t bound() const { return word(0).byte(3); }
  std::int32_t depth() const { return word(0).integer(); }
  Score alpha() const { return score(1); }
  Score beta() const { return score(2); }
  // Evaluated for every leaf, so without branches.
  bool operator==(const LeafHeader& other) const {
    const auto& [a, b, c] = words();
    const auto& [x, y, z] = other.words();
    return ((a ^ x) | (b ^ y) | (c ^ z)) == 0;
  }
};

class PlainLeaf : public Record<2> {
 public:
  PlainLeaf(MoveId move, Score value) : Record(Word(Op::kPlain, 0, 0, 0, move), value) {}

  MoveId move() const { return word(0).number(); }
  Score value() const { return score(1); }
};

class Leave : public Record<3> {
 public:
  [[gnu::always_inline]] Leave(const LeaveNumbers& left, std::uint8_t flags)
      : Record(Word(Op::kLeave, flags, byte_of(left.kind), left.bound,
                    static_cast<std::uint32_t>(left.legal)),
               left.value, left.best) {
    [[maybe_unused]] const auto& [value, score, best, legal, kind, bound] = left;
  }

  std::uint8_t flags() const { return word(0).byte(1); }
  std::uint8_t kind() const { return word(0).byte(2); }
  std::uint8_t bound() const { return word(0).byte(3); }
  std::int32_t legal() const { return word(0).integer(); }
  Score value() const { return score(1); }
  std::int64_t best() const { return number(2); }
};

class Bound : public Record<3> {
 public:
  [[gnu::always_inline]] Bound(const BoundEvent& event, std::uint8_t flags)
      : Record(Word(Op::kBound, flags, byte_of(event.cause), 0, 0), event.window.alpha,
               event.window.beta) {
    [[maybe_unused]] const auto& [cause, window] = event;
  }

  std::uint8_t flags() const { return word(0).byte(1); }
  std::uint8_t cause() const { return word(0).byte(2); }
  Score alpha() const { return score(1); }
  Score beta() const { return score(2); }
};

class Cutoff : public Record<4> {
 public:
  [[gnu::always_inline]] Cutoff(const CutoffEvent& event, std::uint8_t flags, std::int32_t skipped)
      : Record(Word(Op::kCutoff, flags, byte_of(event.kind), byte_of(event.cause),
                    static_cast<std::uint32_t>(skipped)),
               event.value, event.window.alpha, event.window.beta) {
    // A reason is a text and goes another way (Recorder::cutoff_with_reason).
    [[maybe_unused]] const auto& [kind, cause, value, window, list, known, unnamed, reason] = event;
  }

  std::uint8_t flags() const { return word(0).byte(1); }
  std::uint8_t kind() const { return word(0).byte(2); }
  std::uint8_t cause() const { return word(0).byte(3); }
  std::int32_t skipped() const { return word(0).integer(); }
  Score value() const { return score(1); }
  Score alpha() const { return score(2); }
  Score beta() const { return score(3); }
};

// A table entry that was stored or found.
class Entry : public Record<3> {
 public:
  [[gnu::always_inline]] Entry(Op op, const EntryNumbers& entry, MoveId move, std::uint8_t flags)
      : Record(Word(op, flags, byte_of(entry.bound), byte_of(entry.used), move),
               Word(std::uint64_t{static_cast<std::uint32_t>(entry.stored_depth)} << 32U |
                    static_cast<std::uint32_t>(entry.depth)),
               entry.value) {
    [[maybe_unused]] const auto& [key, value, raw, depth, stored_depth, bound, used, code,
                                  stored_by, entry_key] = entry;
  }

  std::uint8_t flags() const { return word(0).byte(1); }
  std::uint8_t bound() const { return word(0).byte(2); }
  std::uint8_t used() const { return word(0).byte(3); }
  MoveId move() const { return word(0).number(); }
  std::int32_t depth() const { return static_cast<std::int32_t>(word(1).bits()); }
  std::int32_t stored_depth() const { return word(1).integer(); }
  Score value() const { return score(2); }
};

}  // namespace buffered

}  // namespace plytrace
