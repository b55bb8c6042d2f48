// SPDX-License-Identifier: MIT
#include "viewer/format/rows/format.h"

#include <gtest/gtest.h>

namespace plytrace::text {
namespace {

NodeRow interior(Score alpha, Score beta, Score value) {
  NodeRow node;
  node.kind = format::NodeKind::kInterior;
  node.alpha = alpha;
  node.beta = beta;
  node.value = value;
  return node;
}

TEST(Format, ClaimOfAnInnerNodeFollowsFromItsWindow) {
  EXPECT_EQ(claim(interior(3, 9, 5)), "= 5");
  EXPECT_EQ(claim(interior(3, 9, 9)), ">= 9");
  EXPECT_EQ(claim(interior(3, 9, 3)), "<= 3");
  NodeRow said = interior(3, 9, 3);
  said.bound = Bound::kExact;
  EXPECT_EQ(claim(said), "= 3");
  NodeRow blind = interior(3, 9, 3);
  blind.alpha.reset();
  EXPECT_EQ(claim(blind), "3");
  EXPECT_EQ(bound_words(claimed_bound(blind)), "no claim");
  EXPECT_EQ(claim(NodeRow{}), "no value");
}

TEST(Format, ClampedLeafClaimsTheSideItWasClampedFrom) {
  NodeRow leaf = interior(3, 9, 3);
  leaf.kind = format::NodeKind::kHorizon;
  EXPECT_EQ(claim(leaf), "= 3");
  leaf.score = -4;
  EXPECT_EQ(claim(leaf), "<= 3");
  leaf.value = 9;
  leaf.score = 12;
  EXPECT_EQ(claim(leaf), ">= 9");
}

// If an engine does not report bounds for table answers, the claim follows from the window.
TEST(Format, ATableAnswerClaimsWhatItMeansInTheWindow) {
  NodeRow answer = interior(3, 9, 9);
  answer.kind = format::NodeKind::kTable;
  EXPECT_EQ(claim(answer), ">= 9");
  answer.value = 5;
  EXPECT_EQ(claim(answer), "= 5");
  answer.value = 9;
  answer.bound = Bound::kExact;
  EXPECT_EQ(claim(answer), "= 9");
  answer.bound.reset();
  answer.beta.reset();
  EXPECT_EQ(claim(answer), "= 9");
}

CutoffRow cut(format::CutoffKind kind, Score value) {
  CutoffRow row;
  row.kind = kind;
  row.value = value;
  row.alpha = 3;
  row.beta = 5;
  row.skipped = 2;
  row.skipped_moves = R"(["c","e"])";
  return row;
}

TEST(Format, CutoffsSayTheirConditionInWordsAndNumbers) {
  CutoffRow row = cut(format::CutoffKind::kBeta, 5);
  EXPECT_EQ(cutoff_words(row), "beta cutoff: 5 >= beta 5, skipped 2: c, e");
  EXPECT_EQ(cutoff_symbols(row, score_text), "5 >= 5");
  row = cut(format::CutoffKind::kAlpha, 1);
  row.cause = format::Cause::kTable;
  EXPECT_EQ(cutoff_words(row), "alpha cutoff by table: 1 <= alpha 3, skipped 2: c, e");
  EXPECT_EQ(cutoff_words(row, 1), "alpha cutoff by table: 1 <= alpha 3, skipped 2: c and 1 more");
  row = cut(format::CutoffKind::kForward, 0);
  row.cause = format::Cause::kLateMove;
  row.value.reset();
  row.skipped_moves.reset();
  row.reason = "quiet\x1b";
  EXPECT_EQ(cutoff_words(row), "forward pruning by late move: no value, skipped 2 (quiet\\x1B)");
  EXPECT_EQ(cutoff_symbols(row, score_text), "late move");
  row.skipped.reset();
  EXPECT_EQ(skipped_words(row), "skipped moves not known");
  row.skipped = 0;
  EXPECT_EQ(skipped_words(row), "skipped none");
}

TEST(Format, UpdatesSayWhatChanged) {
  BoundUpdateRow row;
  row.alpha = 5;
  row.beta = 9;
  EXPECT_EQ(update_words(row, Window{3, 9}), "alpha 3 -> 5");
  EXPECT_EQ(update_words(row, Window{3, kInfinity}), "alpha 3 -> 5, beta +inf -> 9");
  EXPECT_EQ(update_words(row, Window{5, 9}), "window unchanged (5, 9)");
  EXPECT_EQ(update_words(row, {}), "window (5, 9)");
}

TEST(Format, StoredWordsAreReadAsWords) {
  EXPECT_EQ(readable("re_search"), "re-search");
  EXPECT_EQ(readable("null_move"), "null move");
}

}  // namespace
}  // namespace plytrace::text
