// SPDX-License-Identifier: MIT
//
// Compares the index of a long list of children with a walk over all of them.
#include "viewer/verify/scan/child_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace plytrace::verify {
namespace {

ChildRecord child(std::int64_t id, std::int64_t move, Score value) {
  ChildRecord record;
  record.id = id;
  record.move = move;
  record.kind = format::NodeKind::kInterior;
  record.has_value = true;
  record.readings = Reading{value, {value, value}};
  return record;
}

Candidates<Score> fold_by_walk(const ChildList& children) {
  Candidates<Score> best;
  for (const ChildRecord& each : children) {
    if (!each.counts() || each.superseded || !each.has_value) continue;
    const Score value = each.readings.front().value;
    best = best.is_empty() ? value : std::max(best.front(), value);
  }
  return best;
}

const ChildRecord* last_of_by_walk(const ChildList& children, std::int64_t move) {
  const auto found = std::find_if(children.rbegin(), children.rend(), [&](const auto& each) {
    return each.move == move && each.counts() && !each.superseded;
  });
  return found == children.rend() ? nullptr : &*found;
}

TEST(ChildList, AnswersAsAWalkOverAllChildren) {
  std::mt19937 random(20261122);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  for (int round = 0; round < 50; ++round) {
    ChildList children;
    // 400 is above the length at which an index is used; the list is reused after clear().
    for (const int length : {20, 400, 10}) {
      children.clear();
      for (int i = 0; i < length; ++i) {
        ChildRecord record = child(i + 1, 1 + below(length / 2), below(100));
        const int kind = below(10);
        if (kind == 0) record.role = format::Role::kNullMove;
        if (kind == 1) record.role = format::Role::kProbe;
        if (kind == 2) record.has_value = false;
        ChildRecord* const earlier = children.last_search_of(record.move);
        ASSERT_EQ(earlier, last_of_by_walk(children, record.move));
        const auto same_move = [&](const ChildRecord& each) {
          return each.move == record.move && each.role != format::Role::kNullMove;
        };
        ASSERT_EQ(children.has_tried(record.move),
                  std::any_of(children.begin(), children.end(), same_move));
        const Score value = below(100);
        const auto returned = [&](const ChildRecord& each) {
          return each.move == record.move && each.readings.front().value == value;
        };
        ASSERT_EQ(children.has_returned(record.move, value),
                  std::any_of(children.begin(), children.end(), returned));
        if (earlier != nullptr && record.counts()) children.supersede(*earlier);
        children.add(record);
        const Candidates<Score> fold = fold_by_walk(children);
        ASSERT_EQ(children.fold().size(), fold.size());
        if (!fold.is_empty()) {
          ASSERT_EQ(children.fold().front(), fold.front());
        }
        ASSERT_EQ(children.find(i + 1), &children.back());
      }
      EXPECT_EQ(children.find(length + 1), nullptr);
    }
  }
}

// Each later search of a move recomputed the maximum from that move on: 20,000 moves, all searched
// twice with the best first, took seconds.
TEST(ChildList, TheBestOfManyMovesSearchedTwiceIsTheBestOfTheLastSearches) {
  constexpr int kMoves = 50'000;
  ChildList children;
  for (int i = 0; i < kMoves; ++i) children.add(child(i + 1, i + 1, kMoves - i));
  EXPECT_EQ(children.fold().front(), kMoves);
  for (int i = 0; i + 1 < kMoves; ++i) {
    children.supersede(*children.last_search_of(i + 1));
    children.add(child(kMoves + i + 1, i + 1, -i));
    ASSERT_EQ(children.fold().front(), kMoves - i - 1);
  }
  children.supersede(*children.last_search_of(kMoves));
  EXPECT_EQ(children.fold().front(), 0);
}

TEST(ChildList, TheTwoReadingsOfTheBestStayApart) {
  ChildList children;
  for (int i = 0; i < 100; ++i) children.add(child(i + 1, i + 1, i));
  ChildRecord blamed = child(101, 101, 200);
  blamed.readings = Candidates<Reading>(Reading{200, {}}, Reading{50, {}});
  children.add(blamed);
  EXPECT_EQ(children.fold()[0], 200);
  EXPECT_EQ(children.fold()[1], 99);
  children.supersede(*children.last_search_of(100));
  EXPECT_EQ(children.fold()[0], 200);
  EXPECT_EQ(children.fold()[1], 98);
  children.supersede(*children.last_search_of(101));
  EXPECT_EQ(children.fold().size(), 1u);
  EXPECT_EQ(children.fold()[0], 98);
}

TEST(ChildList, TheLastHandOverIsTheOneThatCounts) {
  ChildList children;
  EXPECT_EQ(children.last_hand_over(), nullptr);
  ChildRecord first = child(1, -1, 3);
  first.role = format::Role::kHandOver;
  ChildRecord second = first;
  second.id = 2;
  children.add(first);
  children.add(second);
  children.add(child(3, 1, 5));
  EXPECT_EQ(children.last_hand_over()->id, 2);
  EXPECT_EQ(children.last_search()->id, 3);
  children.supersede(*children.last_hand_over());
  EXPECT_EQ(children.last_hand_over()->id, 1);
  children.supersede(*children.last_hand_over());
  EXPECT_EQ(children.last_hand_over(), nullptr);
  EXPECT_EQ(children.fold().front(), 5);
}

}  // namespace
}  // namespace plytrace::verify
