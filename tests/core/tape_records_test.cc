// SPDX-License-Identifier: MIT
//
// What a short record of a tape says is what the other one says, bit for bit, or it does not suit.
#include "core/tape_records.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace plytrace::test {
namespace {

bool keeps(Score score) {
  return bits_of(upper_score(short_score(score, 0xFFFFFFFF))) == bits_of(score);
}

TEST(ShortScores, AreThoseThatHalfOfTheBitsHold) {
  const Score short_ones[] = {0,   -0.0,  1,         -97,        0.5,      -12.75,    2097152,
                              1e9, -kWin, kInfinity, -kInfinity, 0x1p1023, 0x1p-1022, 2097151};
  for (const Score score : short_ones) {
    EXPECT_TRUE(is_short(score)) << score;
    EXPECT_TRUE(keeps(score)) << score;
  }
  EXPECT_TRUE(is_short(kNoScore));
  EXPECT_TRUE(keeps(kNoScore));
  for (const Score score : {0.1, 2097153.0, kWin - 1, 1.0 / 3, 0x1p-1074}) {
    EXPECT_FALSE(is_short(score)) << score;
    EXPECT_FALSE(keeps(score)) << score;
  }
}

TEST(ShortScores, AWindowKeepsBoth) {
  const Window window{-kInfinity, -0.0};
  const std::uint64_t word = short_window(window);
  EXPECT_EQ(bits_of(lower_score(word)), bits_of(window.alpha));
  EXPECT_EQ(bits_of(upper_score(word)), bits_of(window.beta));
  EXPECT_TRUE(is_short(window));
  EXPECT_FALSE(is_short(Window{0.1, 5}));
  EXPECT_FALSE(is_short(Window{-5, 0.1}));
}

// Events of all kinds of numbers, a third of which no short record has room for.
class RandomEvents {
 public:
  template <class T>
  T one_of(std::vector<T> all) {
    return all[random_() % all.size()];
  }
  Score score() {
    const Score whole = static_cast<Score>(random_() % 4001) - 2000;
    return one_of<Score>({whole, whole, whole, -0.0, kInfinity, -kInfinity, kWin, whole / 4,
                          kNoScore, whole / 3, kWin - 1});
  }
  Window window() { return {score(), score()}; }
  MoveId move() {
    return one_of<MoveId>(
        {static_cast<MoveId>(random_() % 64), 0, 0xFFFF, 0x10000, 0xFFFFFF, 0x1000000, kNoMoveId});
  }
  EnterEvent enter() {
    return {.side = one_of<Side>({Side::kMax, Side::kMin}),
            .depth = one_of<int>({0, 1, 7, 0xFFFF, 0x10000, -1}),
            .window = window(),
            .role = one_of<Role>({Role::kMove, Role::kReSearch}),
            .phase = one_of<Phase>({Phase::kMain, Phase::kQuiescence})};
  }
  BoundEvent bound() { return {one_of<Cause>({Cause::kChild, Cause::kTable}), window()}; }
  CutoffEvent cutoff() {
    return {.kind = one_of<CutoffKind>({CutoffKind::kAlpha, CutoffKind::kBeta}),
            .cause = one_of<Cause>({Cause::kChild, Cause::kTable}),
            .value = score(),
            .window = window()};
  }
  LeaveEvent leave(std::int64_t id) {
    LeaveEvent event;
    if (random_() % 8 != 0) event.value = score();
    event.kind = one_of<NodeKind>({NodeKind::kInterior, NodeKind::kHorizon, NodeKind::kTable});
    if (random_() % 4 != 0) event.bound = one_of<Bound>({Bound::kExact, Bound::kLower});
    if (random_() % 8 == 0) event.score = score();
    event.best = NodeId{one_of<std::int64_t>(
        {0, 0, id + 1, id + 9, id + 0xFFFFFFFF, id + 0x100000000, id, id - 1})};
    if (random_() % 4 != 0) event.legal = one_of<int>({0, 7, 1 << 20});
    return event;
  }

 private:
  std::mt19937_64 random_{1};
};

template <class Short, class Long>
void expect_same_window(const Short& one, const Long& other) {
  EXPECT_EQ(bits_of(one.alpha()), bits_of(other.alpha()));
  EXPECT_EQ(bits_of(one.beta()), bits_of(other.beta()));
}

TEST(TapeRecords, ShortOnesSayTheSame) {
  RandomEvents random;
  int enters = 0, leaves = 0, bounds = 0, cutoffs = 0, left = 0;
  constexpr int kRounds = 20000;
  for (int i = 0; i < kRounds; ++i) {
    const EnterEvent enter = random.enter();
    const MoveId move = random.move();
    if (tape::ShortEnter::suits(enter, move)) {
      ++enters;
      const tape::ShortEnter one(enter, move);
      const tape::Enter other(enter, move, 0);
      EXPECT_EQ(tape::Word(one.words()[0]).op(), tape::Op::kShortEnter);
      EXPECT_EQ(one.side(), other.side());
      EXPECT_EQ(one.role(), other.role());
      EXPECT_EQ(one.phase(), other.phase());
      EXPECT_EQ(one.depth(), other.depth());
      EXPECT_EQ(one.move(), other.move());
      expect_same_window(one, other);
    }
    const Score value = random.score();
    if (tape::ShortPlainLeaf::suits(move, value)) {
      ++leaves;
      const tape::ShortPlainLeaf one(move, value);
      EXPECT_EQ(tape::Word(one.words()[0]).op(), tape::Op::kShortPlain);
      EXPECT_EQ(one.move(), move);
      EXPECT_EQ(bits_of(one.value()), bits_of(value));
    }
    const std::uint8_t flags = tape::kHasChild;
    const BoundEvent bound = random.bound();
    if (tape::ShortBound::suits(bound)) {
      ++bounds;
      const tape::ShortBound one(bound, flags);
      const tape::Bound other(bound, flags);
      EXPECT_EQ(tape::Word(one.words()[0]).op(), tape::Op::kShortBound);
      EXPECT_EQ(one.flags(), flags);
      EXPECT_EQ(one.cause(), other.cause());
      expect_same_window(one, other);
    }
    const CutoffEvent cutoff = random.cutoff();
    const auto skipped = random.one_of<std::int32_t>({0, 4, 255, 256, kNoNumber});
    if (tape::ShortCutoff::suits(cutoff, skipped)) {
      ++cutoffs;
      const tape::ShortCutoff one(cutoff, flags, skipped);
      const tape::Cutoff other(cutoff, flags, skipped);
      EXPECT_EQ(tape::Word(one.words()[0]).op(), tape::Op::kShortCutoff);
      EXPECT_EQ(one.flags(), flags);
      EXPECT_EQ(one.kind(), other.kind());
      EXPECT_EQ(one.cause(), other.cause());
      EXPECT_EQ(one.skipped(), other.skipped());
      EXPECT_EQ(bits_of(one.value()), bits_of(other.value()));
      expect_same_window(one, other);
    }
    const auto id = random.one_of<std::int64_t>({1, 0xFFFFFFF0, std::int64_t{5} << 40});
    const LeaveEvent leave = random.leave(id);
    if (tape::ShortLeave::suits(leave, id)) {
      ++left;
      const tape::ShortLeave one(leave, id);
      const tape::Leave other(leave, 0);
      EXPECT_EQ(tape::Word(one.words()[0]).op(), tape::Op::kShortLeave);
      EXPECT_EQ(one.kind(), other.kind());
      EXPECT_EQ(one.bound(), other.bound());
      EXPECT_EQ(one.legal(), other.legal());
      EXPECT_EQ(one.best(id), other.best(id));
      EXPECT_EQ(bits_of(one.value()), bits_of(other.value()));
      EXPECT_FALSE(leave.score.has_value());
    }
  }
  // Neither all nor none.
  for (const int found : {enters, leaves, bounds, cutoffs, left}) {
    EXPECT_GT(found, kRounds / 20);
    EXPECT_LT(found, kRounds * 3 / 4);
  }
}

TEST(TapeRecords, ShortOnesHaveRoomToTheirEdges) {
  const Window window{-5, 5};
  EXPECT_TRUE(tape::ShortEnter::suits({.depth = 0xFFFF, .window = window}, 0xFFFF));
  EXPECT_FALSE(tape::ShortEnter::suits({.depth = 0x10000, .window = window}, 1));
  EXPECT_FALSE(tape::ShortEnter::suits({.depth = -1, .window = window}, 1));
  EXPECT_FALSE(tape::ShortEnter::suits({.depth = 1, .window = window}, 0x10000));
  EXPECT_FALSE(tape::ShortEnter::suits({.depth = 1, .window = window}, kNoMoveId));
  EXPECT_TRUE(tape::ShortPlainLeaf::suits(0xFFFFFF, 5));
  EXPECT_FALSE(tape::ShortPlainLeaf::suits(0x1000000, 5));
  EXPECT_TRUE(tape::ShortCutoff::suits({.value = 5, .window = window}, 255));
  EXPECT_FALSE(tape::ShortCutoff::suits({.value = 5, .window = window}, 256));
  EXPECT_FALSE(tape::ShortCutoff::suits({.value = 5, .window = window}, kNoNumber));
  EXPECT_FALSE(tape::ShortCutoff::suits({.value = 0.1, .window = window}, 1));
  const auto best = [](std::int64_t id) { return LeaveEvent{.value = 5, .best = NodeId{id}}; };
  EXPECT_TRUE(tape::ShortLeave::suits(best(0), 7));
  EXPECT_TRUE(tape::ShortLeave::suits(best(std::int64_t{7} + 0xFFFFFFFF), 7));
  EXPECT_FALSE(tape::ShortLeave::suits(best(std::int64_t{8} + 0xFFFFFFFF), 7));
  EXPECT_FALSE(tape::ShortLeave::suits(best(7), 7)) << "would be none";
  EXPECT_FALSE(tape::ShortLeave::suits({.value = std::nullopt}, 7));
}

}  // namespace
}  // namespace plytrace::test
