// SPDX-License-Identifier: MIT
#include "viewer/analysis/search_habits.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace plytrace::test {
namespace {

using format::Role;
using format::Side;

NodeRow row_of(Side side, std::int64_t ply, std::int64_t depth, Score alpha, Score beta) {
  NodeRow row;
  row.side = side;
  row.ply = ply;
  row.depth = depth;
  row.alpha = alpha;
  row.beta = beta;
  row.value = 0;
  row.kind = format::NodeKind::kInterior;
  return row;
}

// A MAX node with the window (0, 10) and depth 4.
NodeRow parent() { return row_of(Side::kMax, 0, 4, 0, 10); }
NodeRow child(std::int64_t move, Score alpha, Score beta, Score value) {
  NodeRow row = row_of(Side::kMin, 1, 3, alpha, beta);
  row.move = move;
  row.value = value;
  return row;
}
NodeRow as(Role role, NodeRow row) {
  row.role = role;
  return row;
}
NodeRow of_depth(std::int64_t depth, NodeRow row) {
  row.depth = depth;
  return row;
}

using Counts = std::pair<std::int64_t, std::int64_t>;  // did, could
Counts counts(Habit habit, const std::vector<NodeRow>& children) {
  HabitWatch watch;
  for (const NodeRow& row : children) watch.enter_child(parent(), row);
  const HabitCount found = watch.counts(parent())[static_cast<std::size_t>(habit)];
  return {found.did, found.could};
}

TEST(SearchHabits, DepthsAreComparedWithThePliesOfTheMove) {
  const std::vector<NodeRow> children{of_depth(3, child(1, 0, 10, 0)),
                                      of_depth(4, child(2, 0, 10, 0)),
                                      of_depth(6, child(3, 0, 10, 0))};
  EXPECT_EQ(counts(Habit::kDeeper, children), Counts(2, 3));
  EXPECT_EQ(counts(Habit::kMuchDeeper, children), Counts(1, 3));
}

TEST(SearchHabits, AWindowIsWiderThanWhatTheMovesBeforeLeftOfIt) {
  EXPECT_EQ(counts(Habit::kWider, {child(1, 0, 10, 5), child(2, 5, 10, 0)}), Counts(0, 2));
  EXPECT_EQ(counts(Habit::kWider, {child(1, 0, 10, 5), child(2, 0, 10, 0)}), Counts(1, 2));
  EXPECT_EQ(counts(Habit::kWider, {child(1, -1, 10, 0), child(2, 0, 11, 0)}), Counts(2, 2));
  // A null window that failed high sets no bound until its move was searched again.
  EXPECT_EQ(counts(Habit::kWider, {child(1, 0, 10, 2), child(2, 2, 3, 7),
                                   as(Role::kReSearch, child(2, 2, 10, 5)), child(3, 5, 6, 0)}),
            Counts(0, 4));
}

TEST(SearchHabits, AMoveIsSearchedAgainWhereItsFirstSearchBeatTheWindow) {
  EXPECT_EQ(counts(Habit::kUnasked, {child(1, 0, 1, 3), as(Role::kReSearch, child(1, 0, 10, 3))}),
            Counts(0, 1));
  EXPECT_EQ(counts(Habit::kUnasked, {child(1, 0, 1, -3), as(Role::kReSearch, child(1, 0, 10, 3))}),
            Counts(1, 1));
  EXPECT_EQ(counts(Habit::kAgain, {child(1, 0, 10, 3), child(1, 3, 10, 3)}), Counts(1, 2));
}

TEST(SearchHabits, AMoveThatReachesBetaIsTheLastOne) {
  EXPECT_EQ(counts(Habit::kAfterCut, {child(1, 0, 10, 9)}), Counts(0, 0));
  EXPECT_EQ(counts(Habit::kAfterCut, {child(1, 0, 10, 10)}), Counts(0, 1));
  EXPECT_EQ(counts(Habit::kAfterCut, {child(1, 0, 10, 10), child(2, 0, 10, 0)}), Counts(1, 1));
}

TEST(SearchHabits, NullMovesAndProbesAreShallow) {
  const std::vector<NodeRow> move{child(1, 0, 10, 0)};
  EXPECT_EQ(counts(Habit::kFullProbe, move), Counts(0, 1));
  EXPECT_EQ(counts(Habit::kFullProbe, {as(Role::kNullMove, of_depth(1, move[0]))}), Counts(0, 1));
  EXPECT_EQ(counts(Habit::kFullProbe, {as(Role::kNullMove, move[0])}), Counts(1, 1));
}

TEST(SearchHabits, LateMovesAreReducedAndCutsComeEarly) {
  std::vector<NodeRow> children{child(1, 0, 10, 0), child(2, 0, 10, 0), child(3, 0, 10, 0)};
  EXPECT_EQ(counts(Habit::kUnreduced, children), Counts(1, 1));
  children[2].role = Role::kReduced;
  EXPECT_EQ(counts(Habit::kUnreduced, children), Counts(0, 1));
  HabitWatch watch;
  for (const NodeRow& row : children) watch.enter_child(parent(), row);
  watch.cut_by_child();
  EXPECT_EQ(watch.counts(parent())[static_cast<std::size_t>(Habit::kLateCut)].did, 1);
}

TEST(SearchHabits, TheTableIsAskedFilledAndItsMoveTriedFirst) {
  const auto did = [](bool is_asked, std::int64_t first, Habit habit) {
    HabitWatch watch;
    TableProbeRow probe;
    probe.move = 1;
    probe.used = format::TableUse::kMove;
    if (is_asked) watch.probe(probe);
    watch.enter_child(parent(), child(first, 0, 10, 0));
    if (is_asked) watch.store();
    return watch.counts(parent())[static_cast<std::size_t>(habit)].did;
  };
  EXPECT_EQ(did(true, 1, Habit::kHashMoveLate), 0);
  EXPECT_EQ(did(true, 2, Habit::kHashMoveLate), 1);
  EXPECT_EQ(did(true, 1, Habit::kUnprobed) + did(true, 1, Habit::kUnstored), 0);
  EXPECT_EQ(did(false, 1, Habit::kUnprobed) + did(false, 1, Habit::kUnstored), 2);
}

TEST(SearchHabits, StandingPatAtBetaEndsQuiescence) {
  NodeRow node = parent();
  node.phase = format::Phase::kQuiescence;
  node.score = 10;
  HabitWatch watch;
  const auto stands = static_cast<std::size_t>(Habit::kStandPatLeft);
  EXPECT_EQ(watch.counts(node)[stands].did, 0);
  EXPECT_EQ(watch.counts(node)[stands].could, 1);
  watch.enter_child(node, child(1, 0, 10, 0));
  EXPECT_EQ(watch.counts(node)[stands].did, 1);
  node.score = 9;
  EXPECT_EQ(watch.counts(node)[stands].could, 0);
}

}  // namespace
}  // namespace plytrace::test
