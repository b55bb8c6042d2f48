// SPDX-License-Identifier: MIT
#include "viewer/analysis/folded_stacks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/analysis/toy_trace.h"
#include "tests/viewer/random_trace.h"

namespace plytrace {
namespace {

using test::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::Pair;

using Lines = std::vector<std::pair<std::string, std::int64_t>>;

Lines fold(const std::string& file, double threshold, std::size_t most_frames = 500) {
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  const auto search = reader->choose_search({});
  const auto pass = reader->choose_pass(*search, {});
  Lines lines;
  write_folded_stacks(*reader, *reader->node(*pass->root), {threshold, most_frames},
                      [&](std::string_view stack, std::int64_t nodes) {
                        lines.emplace_back(stack, nodes);
                        return true;
                      });
  EXPECT_TRUE(reader->status().is_ok());
  return lines;
}

std::int64_t sum(const Lines& lines) {
  std::int64_t all = 0;
  for (const auto& [stack, nodes] : lines) all += nodes;
  return all;
}

// [[3,12],[2,4]]: six nodes; the last move is cut off.
TEST(FoldedStacks, EveryNodeIsALineUnlessItsSubtreeIsSmall) {
  const ScratchFolder folder;
  ASSERT_EQ(test::plytrace({"search", "tree", "--position", "[[3,12],[2,4]]", "-o", "t.db"},
                           folder.path())
                .exit_code,
            0);
  EXPECT_THAT(fold(folder / "t.db", 0),
              ElementsAre(Pair("root", 1), Pair("root;1", 1), Pair("root;1;1", 1),
                          Pair("root;1;2", 1), Pair("root;2", 1), Pair("root;2;1", 1)));
  EXPECT_THAT(fold(folder / "t.db", 0.4),
              ElementsAre(Pair("root", 1), Pair("root;1", 1), Pair("root;1;1", 1),
                          Pair("root;1;2", 1), Pair("root;2", 2)));
  EXPECT_THAT(fold(folder / "t.db", 1),
              ElementsAre(Pair("root", 1), Pair("root;1", 3), Pair("root;2", 2)));
  EXPECT_THAT(fold(folder / "t.db", 0, 2),
              ElementsAre(Pair("root", 1), Pair("root;1", 3), Pair("root;2", 2)));
}

TEST(FoldedStacks, CountsAddUpToAllNodesOfAnyTrace) {
  const ScratchFolder folder;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const test::RandomTrace trace(
        seed, {.passes = 1, .depth = 5, .gaps = seed % 2 == 0, .stream = seed % 3});
    const std::string file = folder / (std::to_string(seed) + ".db");
    trace.write(file);
    const auto& root = trace.nodes()[0];
    for (const double threshold : {0.0, 0.01, 0.1, 0.5, 1.0}) {
      EXPECT_EQ(sum(fold(file, threshold)), root.last - root.id + 1) << seed;
    }
    // Without a threshold each node has one line; unrecorded nodes have lines beside them.
    if (seed % 2 != 0) {
      EXPECT_EQ(fold(file, 0).size(), trace.nodes().size());
    }
  }
  test::ToyTree tree;
  std::mt19937 random(8);
  record(folder / "open.db", test::ToyTree::random(random, 6, 5, 9),
         {.prune = false, .stop_after = 50});
  EXPECT_EQ(sum(fold(folder / "open.db", 0)), 50);
}

// The lines that begin with a node's stack add up to its subtree, also with a threshold.
TEST(FoldedStacks, AStackWithAllThatBeginWithItHoldsItsSubtree) {
  const ScratchFolder folder;
  ASSERT_EQ(
      test::plytrace({"search", "connect4", "-d", "5", "-o", "t.db"}, folder.path()).exit_code, 0);
  for (const double threshold : {0.0, 0.005}) {
    std::map<std::string, std::int64_t> below;
    for (const auto& [stack, nodes] : fold(folder / "t.db", threshold)) {
      for (std::size_t end = stack.find(';'); end != std::string::npos;
           end = stack.find(';', end + 1)) {
        below[stack.substr(0, end)] += nodes;
      }
      below[stack] += nodes;
    }
    for (const char* moves : {"a", "d", "g"}) {
      EXPECT_EQ(std::to_string(below["root;" + std::string(moves)]),
                test::sql_value(folder / "t.db",
                                "SELECT n.last - n.id + 1 FROM node n JOIN move m ON m.id = n.move "
                                "WHERE n.ply = 1 AND m.text = '" +
                                    std::string(moves) + "'"));
    }
  }
}

TEST(FoldedStacks, FramesHaveNoSeparators) {
  EXPECT_EQ(stack_frame("e2 e4;+"), "e2%20e4%3B+");
  EXPECT_EQ(stack_frame("50%/x~"), "50%25%2Fx%7E");
  EXPECT_EQ(stack_frame("a\tb\nc\x7F"), "a%09b%0Ac%7F");
  EXPECT_EQ(stack_frame("="), "%3D");
  EXPECT_EQ(stack_frame(""), "%");
}

TEST(FoldedStacks, AReaderThatStopsEndsIt) {
  const ScratchFolder folder;
  ASSERT_EQ(
      test::plytrace({"search", "connect4", "-d", "4", "-o", "t.db"}, folder.path()).exit_code, 0);
  const auto reader = TraceReader::open(folder / "t.db");
  int lines = 0;
  write_folded_stacks(*reader, *reader->node(1), {0, 500},
                      [&](std::string_view, std::int64_t) { return ++lines < 5; });
  EXPECT_EQ(lines, 5);
}

}  // namespace
}  // namespace plytrace
