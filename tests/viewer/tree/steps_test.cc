// SPDX-License-Identifier: MIT
#include "viewer/tree/steps.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/format/numbers.h"

namespace plytrace::tree {
namespace {

using ::testing::ElementsAre;

struct Taken {
  TraceReader reader;
  Excerpt excerpt;
  Steps steps;
};

Taken taken_from(const std::string& file, bool all) {
  auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok());
  const auto found = reader->choose_search(std::nullopt);
  const auto pass = reader->choose_pass(*found, std::nullopt);
  ExcerptOptions options;
  options.with_updates = true;
  if (all) {
    options.max_nodes = 100'000;
    options.max_across = options.max_children = SIZE_MAX / 2;
    options.max_levels = 1000;
  }
  auto excerpt = take_excerpt(*reader, *reader->node(*pass->root), options);
  EXPECT_TRUE(excerpt.is_ok());
  Steps steps = steps_of(*excerpt);
  return {std::move(*reader), std::move(*excerpt), std::move(steps)};
}

// Takes the steps of a whole search, or of what the default budget shows.
Taken take(const test::ScratchFolder& folder, std::vector<std::string> search, bool all) {
  search.insert(search.begin(), "search");
  search.insert(search.end(), {"-o", "t.db", "--force"});
  EXPECT_EQ(test::plytrace(search, folder.path()).exit_code, 0);
  return taken_from(folder / "t.db", all);
}

std::vector<std::string> lines(const Taken& taken) {
  std::vector<std::string> list;
  for (const Step& step : taken.steps.steps) {
    list.push_back(fmt::format("{} {} {} {}", word(step.kind), step.node,
                               text::window(step.alpha, step.beta), text::score(step.best, "-")));
  }
  return list;
}

TEST(Steps, EachShowsWhatItsNodeKnowsThen) {
  const test::ScratchFolder folder;
  const Taken taken = take(folder, {"tree", "--position", "[[3,12],[2,4],[5,1]]"}, true);
  EXPECT_THAT(
      lines(taken),
      ElementsAre("enter 0 (-inf, +inf) -", "enter 1 (-inf, +inf) -", "enter 2 (-inf, +inf) 3",
                  "bound 1 (-inf, 3) 3", "enter 3 (-inf, 3) 12", "leave 1 (-inf, 3) 3",
                  "bound 0 (3, +inf) 3", "enter 4 (3, +inf) -", "enter 5 (3, +inf) 2",
                  "cutoff 4 (3, +inf) 2", "leave 4 (3, +inf) 2", "enter 7 (3, +inf) -",
                  "enter 8 (3, +inf) 5", "bound 7 (3, 5) 5", "enter 9 (3, 5) 1",
                  "cutoff 7 (3, 5) 1", "leave 7 (3, 5) 1", "leave 0 (3, +inf) 3"));
  // The skipped move (place 6) appears together with the cutoff.
  EXPECT_EQ(taken.steps.appears[6], 9U);
}

// The steps of a lecture were lines of a log: "cutoff: 2 <= alpha 3 (by the child)".
TEST(Steps, AreExplainedInSentences) {
  const test::ScratchFolder folder;
  const Taken taken = take(folder, {"tree", "--position", "[[3,12],[2,4,6],[5,1]]"}, true);
  std::vector<std::string> sentences;
  for (const Step& step : taken.steps.steps) sentences.push_back(step.sentence);
  EXPECT_THAT(
      sentences,
      ElementsAre("MAX is to move at the root.", "MIN is to move at 1.", "Leaf 1/1 is worth 3.",
                  "MIN at 1 can now hold MAX to 3 by 1/1.", "Leaf 1/2 is worth 12.",
                  "Node 1 is worth 3.", "MAX at the root now has 3 by 1.",
                  "MIN is to move at 2; MAX already has 3.", "Leaf 2/1 is worth 2.",
                  "MIN at 2 can hold MAX to 2, MAX already has 3 by 1: 2 moves need no look.",
                  "Node 2 is worth at most 2.", "MIN is to move at 3; MAX already has 3.",
                  "Leaf 3/1 is worth 5.", "MIN at 3 can now hold MAX to 5 by 3/1.",
                  "Leaf 3/2 is worth 1.", "MIN at 3 can hold MAX to 1, MAX already has 3 by 1.",
                  "Node 3 is worth at most 1.", "The root is worth 3 by 1."));
}

// A node that stood pat without searching a move showed its value as soon as it was entered, one
// step before the cutoff that gave it. So did a node that a table answered.
TEST(Steps, ANodeWithoutChildrenHasItsValueAfterItsCutoff) {
  const test::ScratchFolder folder;
  const Taken taken = taken_from(test::imported(folder, R"({"event":"search"}
{"event":"enter","side":"max","alpha":0,"beta":9}
{"event":"enter","move":"a","side":"min","phase":"quiescence","alpha":0,"beta":9}
{"event":"cutoff","kind":"alpha","cause":"stand_pat","value":0,"alpha":0,"beta":9,"skipped":2}
{"event":"leave","value":0,"score":0,"bound":"upper"}
{"event":"enter","move":"b","side":"min","alpha":0,"beta":9}
{"event":"cutoff","kind":"alpha","cause":"table","value":-1,"alpha":0,"beta":9}
{"event":"leave","value":-1,"kind":"table","bound":"upper"}
{"event":"enter","move":"c","side":"min","alpha":0,"beta":9}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"leave","value":0,"bound":"upper"}
)"),
                                 true);
  EXPECT_THAT(lines(taken), ElementsAre("enter 0 (0, 9) -", "enter 1 (0, 9) -", "cutoff 1 (0, 9) 0",
                                        "leave 1 (0, 9) 0", "best 0 (0, 9) 0", "enter 3 (0, 9) -",
                                        "cutoff 3 (0, 9) -", "leave 3 (0, 9) -1",
                                        "enter 5 (0, 9) 0", "leave 0 (0, 9) 0"));
  EXPECT_EQ(taken.steps.steps[1].text, "entered, MIN, window (0, 9)");
  std::vector<bool> left;
  for (std::size_t k = 1; k < 4; ++k) left.push_back(moment_at(taken.steps, k).states[1].left);
  EXPECT_THAT(left, ElementsAre(false, false, true));
}

// Nothing appears before its parent. A node's best value only improves and ends as the node's
// value, because results of hidden children count as well.
TEST(Steps, OfAnySearchEndWithWhatTheTraceSays) {
  const test::ScratchFolder folder;
  const std::vector<std::vector<std::string>> searches = {
      {"connect4", "-d", "4"},
      {"connect4", "-d", "4", "-a", "pvs"},
      {"tictactoe", "-d", "5", "-a", "mtdf"},
      {"othello", "-d", "3", "--fail", "hard"},
      {"synthetic", "-a", "negamax"},
      {"doublecard", "-d", "2", "-a", "minimax"}};
  for (const auto& search : searches) {
    for (const bool all : {false, true}) {
      const Taken taken = take(folder, search, all);
      const auto& nodes = taken.excerpt.nodes;
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        const auto parent = static_cast<std::size_t>(nodes[i].parent);
        ASSERT_GE(taken.steps.appears[i], taken.steps.appears[parent]);
        ASSERT_LT(taken.steps.appears[i], taken.steps.steps.size());
      }
      std::vector<std::optional<Score>> best(nodes.size());
      for (const Step& step : taken.steps.steps) {
        const NodeRow& row = nodes[step.node].row;
        if (step.kind == Step::Kind::kLeave && search.back() != "hard" && row.value) {
          ASSERT_EQ(best[step.node], row.value) << search[0] << " #" << row.id;
        }
        best[step.node] = step.best;
      }
    }
  }
}

}  // namespace
}  // namespace plytrace::tree
