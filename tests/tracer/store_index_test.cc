// SPDX-License-Identifier: MIT
//
// Covers tracer/emit/store_index.h: which node stored the entry that a probe finds, in tables with
// one bound or two bounds per entry, and with more keys than are remembered.
#include "tracer/emit/store_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace plytrace {
namespace {

constexpr Bound kLower = Bound::kLower;
constexpr Bound kUpper = Bound::kUpper;

struct Table {
  void store(std::uint64_t key, std::int64_t node, Score value, Bound bound, int depth = 1) {
    index.remember(key, {value, depth, bound, side}, NodeId{node});
  }
  std::int64_t find(std::uint64_t key, Score value, Bound bound, int depth = 1) {
    return static_cast<std::int64_t>(index.origin(key, {value, depth, bound, side}));
  }
  StoreIndex index;
  Side side = Side::kMax;  // to move at the node that stores or finds
};

// An engine with a table for each side, whose keys leave the side out, was REFUTED: the equal entry
// of the other side was stored later.
TEST(StoreIndex, AnEqualEntryOfTheSameSideIsPreferred) {
  Table table;
  table.side = Side::kMin;
  table.store(7, 1, 3, Bound::kExact);
  table.side = Side::kMax;
  table.store(7, 2, 3, Bound::kExact);
  EXPECT_EQ(table.find(7, 3, Bound::kExact), 2);
  table.side = Side::kMin;
  EXPECT_EQ(table.find(7, 3, Bound::kExact), 1);
  EXPECT_EQ(table.find(7, 4, Bound::kExact), 2);
}

TEST(StoreIndex, TheLastStoreOfAKeyIsNamedHoweverItIsRead) {
  Table table;
  EXPECT_EQ(table.find(7, 3, kLower), 0);
  table.store(7, 1, 2, kLower);
  table.store(7, 2, 3, kLower);
  EXPECT_EQ(table.find(7, 3, kLower), 2);
  // No store has this bound: the last store of the key is used for the comparison.
  EXPECT_EQ(table.find(7, 3, kUpper), 2);
  EXPECT_EQ(table.find(8, 3, kLower), 0);
}

TEST(StoreIndex, EachHalfOfAnEntryWithTwoBoundsHasItsOwnNode) {
  Table table;
  table.store(7, 1, 3, kLower);
  // The upper bound falls until it equals the lower bound.
  for (const int upper : {8, 7, 6, 5, 4, 3}) table.store(7, 10 - upper, upper, kUpper);
  EXPECT_EQ(table.find(7, 3, kLower), 1);
  EXPECT_EQ(table.find(7, 3, kUpper), 7);
}

TEST(StoreIndex, AfterALostStoreNothingIsGuessed) {
  Table table;
  table.store(7, 1, 3, kLower);
  table.index.clear();
  EXPECT_EQ(table.find(7, 3, kLower), 0);
  table.store(7, 2, 3, kUpper);
  EXPECT_EQ(table.find(7, 3, kUpper), 2);
  EXPECT_EQ(table.find(7, 3, kLower), 0);  // its store may have been forgotten
}

// Compared with a table of two bounds per entry that never loses one. With few keys, and with more
// than are remembered, a node that is named is the right one.
TEST(StoreIndex, WhatIsNamedIsRightHoweverManyKeys) {
  for (const std::uint64_t keys : {20'000u, 2'000'000u}) {
    Table table;
    std::map<std::pair<std::uint64_t, Bound>, std::pair<std::int64_t, Score>> truth;
    std::mt19937_64 random(keys);
    std::uint64_t found = 0, named = 0;
    for (std::int64_t node = 1; node <= 400'000; ++node) {
      const std::uint64_t key = random() % keys + 1;
      const Bound bound = random() % 2 == 0 ? kLower : kUpper;
      const Bound asked = random() % 2 == 0 ? kLower : kUpper;
      const auto entry = truth.find({key, asked});
      if (entry != truth.end()) {
        const std::int64_t said = table.find(key, entry->second.second, asked);
        ++found;
        named += said != 0 ? 1U : 0U;
        if (said != 0) {
          ASSERT_EQ(said, entry->second.first);
        }
      }
      table.store(key, node, static_cast<Score>(node), bound);
      truth[{key, bound}] = {node, static_cast<Score>(node)};
    }
    EXPECT_GT(found, 5'000u);
    EXPECT_GT(named, found * (keys == 20'000u ? 99 : 50) / 100) << keys;
  }
}

}  // namespace
}  // namespace plytrace
