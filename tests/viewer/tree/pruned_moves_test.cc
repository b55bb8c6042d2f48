// SPDX-License-Identifier: MIT
#include "viewer/tree/pruned_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::tree {
namespace {

using Sure = TreeSize::Sure;
using ::testing::ElementsAre;

class PrunedMovesOf : public ::testing::Test {
 protected:
  void search(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "search");
    arguments.insert(arguments.end(), {"-o", "t.db", "--force"});
    ASSERT_EQ(test::plytrace(arguments, folder_.path()).exit_code, 0);
    open();
  }
  void open() {
    auto reader = TraceReader::open(folder_ / "t.db");
    ASSERT_TRUE(reader.is_ok());
    reader_.emplace(std::move(*reader));
    moves_.emplace(*reader_, *reader_->choose_search(std::nullopt));
  }
  NodeRow node(std::int64_t id) const { return *reader_->node(id); }

  test::ScratchFolder folder_;
  std::optional<TraceReader> reader_;
  std::optional<PrunedMoves> moves_;
};

TEST_F(PrunedMovesOf, AnExplicitTreeHaveTheirTrueValues) {
  search({"tree", "--position", "[[3,12,8],[2,[4,9],6],[14,5,2]]"});
  const PrunedNode& leaf = moves_->behind(node(6), {"3"});
  EXPECT_TRUE(leaf.is_known);
  EXPECT_EQ(leaf.row.kind, format::NodeKind::kTerminal);
  EXPECT_EQ(leaf.row.value, 6);
  EXPECT_EQ(leaf.size.nodes, 1);
  const PrunedNode& inner = moves_->behind(node(6), {"2"});
  EXPECT_EQ(inner.row.kind, format::NodeKind::kInterior);
  EXPECT_EQ(inner.row.side, format::Side::kMax);
  EXPECT_EQ(inner.row.value, 9);
  EXPECT_EQ(inner.size.nodes, 3);
  EXPECT_THAT(moves_->replies(node(6), {"2"}), ElementsAre("1", "2"));
  EXPECT_THAT(moves_->replies(node(6), {"3"}), ElementsAre());
  EXPECT_EQ(moves_->behind(node(6), {"2", "1"}).row.value, 4);
}

// Below a move at depth 7 of an empty board are 1 + 7 + ... + 7^6 nodes. At most 7^6 paths are
// counted.
TEST_F(PrunedMovesOf, AKnownGameAreCountedAsFarAsIsQuickThenEstimated) {
  search({"connect4", "-d", "8", "--max-ply", "1"});
  const PrunedNode& counted = moves_->behind(node(1), {"a", "a"});
  EXPECT_EQ(counted.size.sure, Sure::kExact);
  EXPECT_EQ(counted.size.nodes, 1 + 7 + 49 + 343 + 2401 + 16806 + 116352);
  const PrunedNode& large = moves_->behind(node(1), {"a"});
  EXPECT_EQ(large.size.sure, Sure::kAbout);
  EXPECT_NEAR(large.size.nodes, 960'000, 5'000);
  EXPECT_FALSE(large.row.value);
}

// When the counting limit was used up, the remaining moves were drawn as if each had one reply.
TEST_F(PrunedMovesOf, AKnownGameAreEstimatedByTheirMovesWhereNothingIsCountedAnyMore) {
  search({"connect4", "-d", "8", "--max-ply", "1"});
  for (const char* const first : {"a", "b", "c", "d", "e", "f", "g"}) {
    for (const char* const second : {"a", "b", "c", "d", "e", "f", "g"}) {
      const PrunedNode& place = moves_->behind(node(1), {first, second});
      EXPECT_GT(place.size.nodes, 100'000) << first << second;
      EXPECT_LT(place.size.nodes, 150'000) << first << second;
    }
  }
  EXPECT_EQ(moves_->behind(node(1), {"g", "g"}).size.sure, Sure::kAbout);
}

TEST_F(PrunedMovesOf, AKnownGameAreEstimatedWhereLittleMayBeCounted) {
  search({"connect4", "-d", "8", "--max-ply", "1"});
  PrunedMoves quick(*reader_, *reader_->choose_search(std::nullopt),
                    {.to_count = 0, .to_search = 0});
  EXPECT_EQ(quick.behind(node(1), {"a", "a"}).size.sure, Sure::kAbout);
}

TEST_F(PrunedMovesOf, AnUnknownGameAreGuessed) {
  test::make_trace(folder_ / "t.db", test::unknown_game_sql());
  open();
  NodeRow cut = node(9);
  cut.depth = 3;
  cut.legal = 4;
  EXPECT_EQ(moves_->behind(cut, {"q"}).size.nodes, 1 + 4 + 16);
  EXPECT_EQ(moves_->behind(cut, {"q"}).size.sure, Sure::kAbout);
  EXPECT_FALSE(moves_->behind(cut, {"q"}).is_known);
  cut.depth.reset();
  EXPECT_EQ(moves_->behind(cut, {"r"}).size.sure, Sure::kUnknown);
}

}  // namespace
}  // namespace plytrace::tree
