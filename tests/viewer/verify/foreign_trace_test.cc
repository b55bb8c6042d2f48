// SPDX-License-Identifier: MIT
//
// Covers verify on traces of other programs and unknown games, each with one planted bug or one
// sound peculiarity. Every case is judged as it is, with the sides exchanged, and below one more
// move: the verdict stays the same.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

// A case: its columns of the row `search`, and its other rows.
struct Case {
  const char* name;
  const char* expected;  // "verified", "assumed KIND" (verified under it), "incomplete", RULE@NODE
  const char* search;    // columns and values of the row `search`: "a, b | 1, 2"
  const char* rows;
  bool nests = true;  // one pass, so that a move can be put above its root
};

constexpr const char* kCapturedOfCase =
    R"('["windows","bounds","cutoffs","skipped","legal","roles","scores","probes","stores"]')";

std::string search_row(const std::string& columns_and_values) {
  const std::size_t bar = columns_and_values.find('|');
  return "INSERT INTO search (id, game, status, captured, " + columns_and_values.substr(0, bar) +
         ") VALUES (1, 'mine', 'finished', " + kCapturedOfCase + ", " +
         columns_and_values.substr(bar + 1) + ");";
}

// Makes the other side MAX: every score changes its sign.
constexpr const char* kExchangeSides = R"(
UPDATE search SET value = -value, lower = -upper, upper = -lower, score_min = -score_max,
  score_max = -score_min;
UPDATE pass SET alpha = -beta, beta = -alpha, value = -value;
UPDATE node SET side = 1 - side, alpha = -beta, beta = -alpha, value = -value, score = -score,
  bound = CASE bound WHEN 0 THEN 0 ELSE 3 - bound END;
UPDATE bound_update SET alpha = -beta, beta = -alpha;
UPDATE cutoff SET kind = CASE kind WHEN 2 THEN 2 ELSE 1 - kind END, value = -value, alpha = -beta,
  beta = -alpha;
UPDATE table_store SET value = -value, bound = CASE bound WHEN 0 THEN 0 ELSE 3 - bound END;
UPDATE table_probe SET value = -value, bound = CASE bound WHEN 0 THEN 0 ELSE 3 - bound END;
)";

// Adds a root of the other side whose only move leads to the case's root.
constexpr const char* kPutBelowAMove = R"(
UPDATE node SET id = id + 100000;
UPDATE node SET id = id - 99999, parent = parent + 1, last = last + 1, ply = ply + 1,
  best = best + 1;
UPDATE node SET parent = 1, move = 99 WHERE id = 2;
UPDATE bound_update SET at = at + 1, node = node + 1, child = child + 1;
UPDATE cutoff SET at = at + 1, node = node + 1, child = child + 1;
UPDATE table_store SET at = at + 1, node = node + 1;
UPDATE table_probe SET at = at + 1, node = node + 1, stored_by = stored_by + 1;
INSERT INTO move (id, text) VALUES (99, 'first');
INSERT INTO node (id, last, ply, side, depth, alpha, beta, value, kind, bound, legal)
  SELECT 1, last, 0, 1 - side, depth + 1, alpha, beta, value, 0, bound, 1 FROM node WHERE id = 2;
UPDATE pass SET last = last + 1, depth = depth + 1, best_move = NULL;
UPDATE search SET depth = depth + 1, completed_depth = completed_depth + 1, best_move = NULL;
)";

// "RULE@7" with the node number increased by one.
std::string one_further(const std::string& expected) {
  const std::size_t at = expected.find('@');
  if (at == std::string::npos) return expected;
  return expected.substr(0, at + 1) + std::to_string(std::stoi(expected.substr(at + 1)) + 1);
}

void expect(const std::string& expected, const verify::VerifyReport& report) {
  if (expected.find('@') != std::string::npos) {
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
    EXPECT_EQ(blamed(report), expected) << outline(report);
    return;
  }
  const std::vector<std::string> words = words_of(expected);
  EXPECT_EQ(word(report.verdict), words[0] == "assumed" ? "verified" : words[0]) << outline(report);
  std::string assumed;
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    assumed += (assumed.empty() ? "" : " ") + std::string(word(static_cast<Assumption>(i)));
  }
  if (words[0] == "assumed") {
    EXPECT_EQ(assumed, expected.substr(8)) << outline(report);
  } else if (words[0] == "verified") {
    EXPECT_EQ(assumed, "") << outline(report);
  }
}

class ForeignTrace : public testing::TestWithParam<Case> {};

TEST_P(ForeignTrace, IsJudgedByItsEvidence) {
  const ScratchFolder folder;
  const Case& each = GetParam();
  const std::string trace = hand_made(folder, "case", search_row(each.search) + each.rows);
  expect(each.expected, judge(trace));
  expect(each.expected, judge(altered(folder, trace, kExchangeSides)));
  if (!each.nests) return;
  const std::string below = one_further(each.expected);
  expect(below, judge(altered(folder, trace, kPutBelowAMove)));
  expect(below, judge(altered(folder, trace, std::string(kPutBelowAMove) + kExchangeSides)));
}

constexpr Case kCases[] = {
    // Leaves.
    {"ALeafThatSaysLowerBoundIsNoExactValue", "claim@1",
     "fail, value, lower, upper | 'soft', 5, 5, 5", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 2, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 5, 1, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 5, NULL, 1, -9e999, 9e999);)"},
    {"ALeafWithNodesThatWereNotRecordedIsASearch", "incomplete",
     "fail, value, lower, upper | 'soft', 5, 5, 5", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 2, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta,
    unrecorded) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 5, 1, 0, -9e999, 9e999, 0),
  (2, 1, 2, 1, 1, 1, 1, 5, NULL, NULL, -9e999, 9e999, 57);)"},
    {"ALeafThatABoundAnsweredIsThatBound", "claim@1", "fail, value, lower, upper | 'soft', 5, 5, 5",
     R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 2, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 5, 1, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 5, NULL, 1, -9e999, 9e999);
INSERT INTO table_probe (id, at, node, value, bound, used) VALUES (1, 2, 2, 5, 1, 3);)"},
    {"ALeafThatABoundAnsweredDoesNotSayOtherwise", "table_answer@2",
     "fail, value, lower, upper | 'soft', 5, 5, 5", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 2, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 5, 1, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 5, NULL, NULL, -9e999, 9e999);
INSERT INTO table_probe (id, at, node, value, bound, used) VALUES (1, 2, 2, 5, 1, 3);)"},
    {"AHorizonWithMovesBelowItIsNoLeaf", "kind@2", "fail, value, lower, upper | 'soft', 5, 5, 5",
     R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'x');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 3, 0, NULL, 0, 0, 5, 1, 0, -9e999, 9e999),
  (2, 1, 3, 1, 1, 1, 1, 5, 1, NULL, -9e999, 9e999),
  (3, 2, 3, 2, 2, 0, 1, 5, NULL, NULL, -9e999, 9e999);)"},
    {"ALeafComesTooEarly", "incomplete",
     "fail, value, lower, upper, depth, completed_depth, uniform | 'soft', 3, 3, 3, 3, 3, 1", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta, depth) VALUES
  (1, 1, 2, 'finished', 3, -9e999, 9e999, 3);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, alpha, beta)
  VALUES (1, NULL, 2, 0, NULL, 0, 0, 3, 3, 1, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 3, 2, NULL, NULL, -9e999, 9e999);)"},
    {"AScoreOutsideTheDeclaredRange", "score_range@3",
     "fail, value, lower, upper, score_min, score_max | 'soft', 5, 5, 5, -5, 5", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES (1, 1, 4, 'finished', 5, 4, 5);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'c'), (3, 'd');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, alpha, beta, bound) VALUES
  (1, NULL, 4, 0, NULL, 0, 0, 5, 2, 4, 5, 1),
  (2, 1, 4, 1, 1, 1, 0, 5, 2, 4, 5, 1),
  (3, 2, 3, 2, 2, 0, 1, 9, NULL, 4, 5, NULL),
  (4, 2, 4, 2, 3, 0, 1, 5, NULL, 4, 5, NULL);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 4, 1, 1, 0, 5, 4, 5, 1, 2);)",
     false},
    // Moves.
    {"OneMoveTwiceAndAnotherNever", "assumed move_list",
     "fail, value, lower, upper | 'soft', 3, 3, 3", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, NULL, -9e999, 9e999),
  (3, 1, 3, 1, 1, 1, 1, 3, NULL, NULL, 3, 9e999);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (1, 2, 1, 0, 3, 9e999, 2);)"},
    {"AMoveThatWasSearchedIsDroppedInThePlaceOfAnother", "incomplete",
     "fail, value, lower, upper | 'soft', 2, 2, 2", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 2, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, alpha, beta, bound) VALUES
  (1, NULL, 3, 0, NULL, 0, 0, 2, 3, -9e999, 9e999, 0),
  (2, 1, 2, 1, 1, 1, 1, 1, NULL, -9e999, 9e999, NULL),
  (3, 1, 3, 1, 2, 1, 1, 2, NULL, 1, 9e999, NULL);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (1, 2, 1, 0, 1, 9e999, 2), (2, 3, 1, 0, 2, 9e999, 3);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, skipped_moves) VALUES
  (3, 3, 1, 2, 8, 1, 2, 9e999, 1, '["a"]');)",
     false},
    {"AReSearchOfAMoveWithoutNameIsNoFurtherMove", "assumed move_list",
     "fail, value, lower, upper | 'soft', 6, 6, 6", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 4, 'finished', 6, -9e999, 9e999);
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta, role)
  VALUES (1, NULL, 4, 0, NULL, 0, 0, 6, 2, 0, -9e999, 9e999, 0),
  (2, 1, 2, 1, 0, 1, 1, 3, NULL, NULL, -9e999, 9e999, 0),
  (3, 1, 3, 1, 0, 1, 1, 6, NULL, NULL, 3, 4, 0),
  (4, 1, 4, 1, 0, 1, 1, 6, NULL, NULL, 3, 9e999, 2);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (1, 2, 1, 0, 3, 9e999, 2), (2, 4, 1, 0, 6, 9e999, 4);)"},
    {"TwoBoundsOfOneLeafAreNoContradiction", "verified",
     "fail, value, lower, upper, uniform | 'soft', 6, 6, 6, 1", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 4, 'finished', 6, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta, role)
  VALUES (1, NULL, 4, 0, NULL, 0, 0, 6, 2, 0, -9e999, 9e999, 0),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, 0, -9e999, 9e999, 0),
  (3, 1, 3, 1, 2, 1, 1, 4, NULL, 1, 3, 4, 0),
  (4, 1, 4, 1, 2, 1, 1, 6, NULL, 0, 3, 9e999, 2);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (1, 2, 1, 0, 3, 9e999, 2), (2, 4, 1, 0, 6, 9e999, 4);)"},
    // Roles.
    {"AHandOverComesAfterMoves", "role@4", "fail, value, lower, upper | 'soft', 3, 3, 3", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 4, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta, role)
  VALUES (1, NULL, 4, 0, NULL, 0, 0, 3, 2, 0, -9e999, 9e999, 0),
  (2, 1, 2, 1, 1, 1, 1, 9, NULL, NULL, -9e999, 9e999, 0),
  (3, 1, 3, 1, 2, 1, 1, 1, NULL, NULL, 9, 9e999, 0),
  (4, 1, 4, 0, NULL, 0, 1, 3, NULL, NULL, 9, 9e999, 5);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (1, 2, 1, 0, 9, 9e999, 2);)",
     false},
    {"AReducedSearchOfUnknownDepthIsAnotherSearch", "assumed reduced",
     "value, lower, upper | 5, 5, 5", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 4, 'finished', 5, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'x');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, alpha, beta, role, bound)
  VALUES (1, NULL, 4, 0, NULL, 0, 0, 5, 1, -9e999, 9e999, 0, 0),
  (2, 1, 2, 1, 1, 0, 1, 5, NULL, -9e999, 9e999, 1, NULL),
  (3, 1, 4, 1, 1, 0, 0, 5, 2, -9e999, 5, 2, 1),
  (4, 3, 4, 2, 2, 1, 1, 5, NULL, -9e999, 5, 0, NULL);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 4, 3, 1, 0, 5, -9e999, 5, 1, 4);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 4, 1, 0, 5, 9e999, 3);)"},
    {"AReSearchAtLessDepthIsReduced", "assumed reduced",
     "value, lower, upper, depth, completed_depth | 2, 2, 2, 4, 4", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta, depth) VALUES
  (1, 1, 3, 'finished', 2, -9e999, 9e999, 4);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, alpha, beta, role,
    bound) VALUES
  (1, NULL, 3, 0, NULL, 1, 0, 2, 4, 1, -9e999, 9e999, 0, 0),
  (2, 1, 2, 1, 1, 0, 1, 9, 3, NULL, -9e999, 9e999, 0, NULL),
  (3, 1, 3, 1, 1, 0, 1, 2, 1, NULL, -9e999, 9, 2, NULL);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (1, 2, 1, 0, -9e999, 9, 2), (2, 3, 1, 0, -9e999, 2, 3);)"},
    // The table.
    {"AnEntrySaysMoreThanItsNodeProves", "store@2",
     "fail, value, lower, upper, depth, completed_depth, uniform | 'soft', 3, 3, 3, 2, 2, 1", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 3, 'finished', 3, 1, 2, 2, 'probe');
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth) VALUES
  (2, 2, 4, 5, 'finished', 3, -9e999, 9e999, 2);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'x');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, alpha, beta, bound,
    key) VALUES
  (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 1, 1, 2, 1, NULL),
  (2, 1, 3, 1, 1, 0, 0, 3, 1, 2, 1, 2, 1, 77),
  (3, 2, 3, 2, 2, 1, 1, 3, 0, NULL, 1, 2, NULL, NULL),
  (4, NULL, 5, 0, NULL, 0, 0, 3, 2, 1, -9e999, 9e999, 0, NULL),
  (5, 4, 5, 1, 1, 0, 3, 3, 1, NULL, -9e999, 9e999, 0, 77);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 3, 2, 1, 0, 3, 1, 2, 1, 3), (2, 3, 1, 1, 0, 3, 1, 2, 0, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, key, depth, stored_depth)
  VALUES (3, 5, 5, 2, 3, 0, 3, 77, 1, 1);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (4, 5, 4, 0, 3, 9e999, 5);)",
     false},
    {"AnEntryOfLessDepthWhereOnlyTheNodesSayDepths", "table_depth@4",
     "fail, value, lower, upper, depth, completed_depth, uniform | 'soft', 3, 3, 3, 3, 3, 1", R"(
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 1, 2, 'finished', 3, -9e999, 9e999, 1, 'iteration'),
  (2, 2, 3, 4, 'finished', 3, -9e999, 9e999, 3, 'iteration');
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, alpha, beta,
    key) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 3, 1, 1, 0, -9e999, 9e999, NULL),
  (2, 1, 2, 1, 1, 1, 1, 3, 0, NULL, NULL, -9e999, 9e999, 77),
  (3, NULL, 4, 0, NULL, 0, 0, 3, 3, 1, 0, -9e999, 9e999, NULL),
  (4, 3, 4, 1, 1, 1, 3, 3, 2, NULL, 0, -9e999, 9e999, 77);
INSERT INTO table_store (id, at, node, value, bound) VALUES (1, 2, 2, 3, 0);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 2, 1, 0, 3, 9e999, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used) VALUES (3, 4, 4, 2, 3, 0, 3);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (4, 4, 3, 0, 3, 9e999, 4);)",
     false},
    {"AProbeThatAsksForLessThanItsNode", "table_depth@4",
     "fail, value, lower, upper, depth, completed_depth, uniform | 'soft', 3, 3, 3, 3, 3, 1", R"(
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 1, 2, 'finished', 3, -9e999, 9e999, 1, 'iteration'),
  (2, 2, 3, 4, 'finished', 3, -9e999, 9e999, 3, 'iteration');
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, alpha, beta,
    key) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 3, 1, 1, 0, -9e999, 9e999, NULL),
  (2, 1, 2, 1, 1, 1, 1, 3, 0, NULL, NULL, -9e999, 9e999, 77),
  (3, NULL, 4, 0, NULL, 0, 0, 3, 3, 1, 0, -9e999, 9e999, NULL),
  (4, 3, 4, 1, 1, 1, 3, 3, 2, NULL, 0, -9e999, 9e999, 77);
INSERT INTO table_store (id, at, node, value, bound, depth) VALUES (1, 2, 2, 3, 0, 0);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 2, 1, 0, 3, 9e999, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, depth, stored_depth)
  VALUES (3, 4, 4, 2, 3, 0, 3, 0, 0);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (4, 4, 3, 0, 3, 9e999, 4);)",
     false},
    {"NothingShowsThatAnAnswerIsOfThisPosition", "assumed reduced table_origin",
     "fail, value, lower, upper | 'soft', 3, 3, 3", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta) VALUES
  (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 0, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, NULL, -9e999, 9e999),
  (3, 1, 3, 1, 2, 1, 3, 3, NULL, 0, 3, 9e999);
INSERT INTO table_store (id, at, node, value, bound) VALUES (1, 2, 2, 3, 0);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 2, 1, 0, 3, 9e999, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used) VALUES (3, 3, 3, 2, 3, 0, 3);)"},
    {"ANodeAsksWithTheKeyOfAnother", "assumed reduced table_origin",
     "fail, value, lower, upper | 'soft', 3, 3, 3", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, key, alpha, beta)
  VALUES (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 0, 1, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, NULL, 11, -9e999, 9e999),
  (3, 1, 3, 1, 2, 1, 3, 3, NULL, 0, 22, 3, 9e999);
INSERT INTO table_store (id, at, node, value, bound) VALUES (1, 2, 2, 3, 0);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 2, 1, 0, 3, 9e999, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, key) VALUES
  (3, 3, 3, 2, 3, 0, 3, 11);)"},
    {"AKeyOfTheTableNeedNotBeTheKeyOfTheNode", "verified",
     "fail, value, lower, upper | 'soft', 3, 3, 3", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, key, alpha, beta)
  VALUES (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 0, 1, -9e999, 9e999),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, NULL, 11, -9e999, 9e999),
  (3, 1, 3, 1, 2, 1, 3, 3, NULL, 0, 11, 3, 9e999);
INSERT INTO table_store (id, at, node, value, bound, depth) VALUES (1, 2, 2, 3, 0, 1);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (2, 2, 1, 0, 3, 9e999, 2);
INSERT INTO table_probe
  (id, at, node, stored_by, value, bound, used, key, depth, stored_depth) VALUES
  (3, 3, 3, 2, 3, 0, 3, 1100001, 1, 1);)"},
    {"AnAnswerOfAnOpenAncestorHasNoOrigin", "assumed table_origin", "value, lower, upper | 3, 3, 3",
     R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'x');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, key, alpha, beta)
  VALUES (1, NULL, 3, 0, NULL, 0, 0, 3, 1, 0, 1, -9e999, 9e999),
  (2, 1, 3, 1, 1, 0, 0, 3, 1, 0, 7, -9e999, 9e999),
  (3, 2, 3, 2, 2, 0, 3, 3, NULL, 0, 7, -9e999, 9e999);
INSERT INTO table_store (id, at, node, value, bound) VALUES (1, 2, 2, 3, 0);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, key) VALUES
  (2, 3, 3, 2, 3, 0, 3, 7);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (3, 3, 2, 0, 3, 9e999, 3), (4, 3, 1, 0, 3, 9e999, 2);)"},
    {"OneEntryNarrowsAndAnotherAnswers", "assumed table_origin",
     "fail, value, lower, upper, depth, completed_depth | 'soft', 1, 1, 1, 3, 3", R"(
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 1, 5, 'finished', 1, 1, 2, 3, 'probe'), (2, 2, 6, 9, 'finished', 1, 0, 1, 3, 'probe'),
  (3, 3, 10, 11, 'finished', 1, -9e999, 9e999, 3, 'fixed');
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'x'), (3, 'p'), (4, 'q');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, alpha, beta, bound)
  VALUES (1, NULL, 5, 0, NULL, 0, 0, 1, 3, 1, 1, 2, 2), (2, 1, 5, 1, 1, 1, 0, 1, 2, 1, 1, 2, 2),
  (3, 2, 5, 2, 2, 0, 0, 1, 1, 2, 1, 2, 2), (4, 3, 4, 3, 3, 1, 1, 1, 0, NULL, 1, 2, 0),
  (5, 3, 5, 3, 4, 1, 1, 0, 0, NULL, 1, 2, 0), (6, NULL, 9, 0, NULL, 0, 0, 1, 3, 1, 0, 1, 1),
  (7, 6, 9, 1, 1, 1, 0, 1, 2, 1, 0, 1, 1), (8, 7, 9, 2, 2, 0, 0, 1, 1, 2, 0, 1, 1),
  (9, 8, 9, 3, 3, 1, 1, 1, 0, NULL, 0, 1, 0), (10, NULL, 11, 0, NULL, 0, 0, 1, 3, 1, -9e999, 9e999, 0),
  (11, 10, 11, 1, 1, 1, 3, 1, 2, NULL, -9e999, 9e999, 1);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 5, 2, 0, 0, 1, 1, 2, 0, 3), (3, 9, 8, 1, 0, 1, 0, 1, 1, 9), (5, 9, 6, 1, 0, 1, 0, 1, 0, 7);
INSERT INTO table_store (id, at, node, value, bound, depth) VALUES (2, 5, 2, 1, 2, 2),
  (4, 9, 7, 1, 1, 2);
INSERT INTO table_probe (id, at, node, stored_by, value, bound, used, depth, stored_depth) VALUES
  (6, 11, 11, 2, 1, 2, 2, 2, 2), (8, 11, 11, 7, 1, 1, 3, 2, 2);
INSERT INTO bound_update (id, at, node, cause, child, alpha, beta) VALUES
  (7, 11, 11, 1, NULL, -9e999, 1), (9, 11, 10, 0, 11, 1, 9e999);)",
     false},
    // Passes and the row of the search.
    {"AClaimThatNoPassProves", "search_value@3",
     "value, lower, upper, depth, completed_depth | 100, 100, 100, 1, 1", R"(
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 1, 2, 'finished', 8, 4, 5, 1, 'probe'), (2, 2, 3, 5, 'finished', 3, 4, 5, 1, 'probe');
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, alpha, beta)
  VALUES (1, NULL, 2, 0, NULL, 0, 0, 8, 1, 2, 1, 4, 5), (2, 1, 2, 1, 1, 1, 1, 8, 0, NULL, NULL, 4, 5),
  (3, NULL, 5, 0, NULL, 0, 0, 3, 1, 2, 2, 4, 5), (4, 3, 4, 1, 1, 1, 1, 3, 0, NULL, NULL, 4, 5),
  (5, 3, 5, 1, 2, 1, 1, 2, 0, NULL, NULL, 4, 5);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 2, 1, 1, 0, 8, 4, 5, 1, 2);)",
     false},
    {"PassesOfTwoPositions", "incomplete",
     "fail, value, lower, upper, depth, completed_depth | 'soft', 5, NULL, 5, 1, 1", R"(
INSERT INTO pass (id, ordinal, root, last, status, value, alpha, beta, depth, purpose) VALUES
  (1, 1, 1, 2, 'finished', 5, 4, 5, 1, 'probe'), (2, 2, 3, 4, 'finished', 5, 5, 6, 1, 'probe');
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, key, alpha,
    beta) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 5, 1, 2, 1, 1, 4, 5), (2, 1, 2, 1, 1, 1, 1, 5, 0, NULL, NULL, 3, 4, 5),
  (3, NULL, 4, 0, NULL, 0, 0, 5, 1, 1, 2, 2, 5, 6), (4, 3, 4, 1, 1, 1, 1, 5, 0, NULL, NULL, 4, 5, 6);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child) VALUES
  (1, 2, 1, 1, 0, 5, 4, 5, 1, 2);)",
     false},
    {"TheVariationBeginsWithAnotherMove", "search@1",
     "fail, value, lower, upper, best_move, pv | 'soft', 3, 3, 3, 'a', '[\"b\"]'", R"(
INSERT INTO pass (id, root, last, status, value, alpha, beta) VALUES
  (1, 1, 3, 'finished', 3, -9e999, 9e999);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, bound, alpha, beta, best)
  VALUES (1, NULL, 3, 0, NULL, 0, 0, 3, 2, 0, -9e999, 9e999, 2),
  (2, 1, 2, 1, 1, 1, 1, 3, NULL, NULL, -9e999, 9e999, NULL),
  (3, 1, 3, 1, 2, 1, 1, 1, NULL, NULL, 3, 9e999, NULL);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES (1, 2, 1, 0, 3, 9e999, 2);)",
     false},
    // Windows.
    {"AClampedValueWithoutWindows", "incomplete", "fail, value, lower, upper | 'hard', -1, -1, -1",
     R"(
INSERT INTO pass (id, root, last, status, value) VALUES (1, 1, 5, 'finished', -1);
INSERT INTO move (id, text) VALUES (1, 'b'), (2, 'x'), (3, 'a'), (4, 'y');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, legal, best, bound) VALUES
  (1, NULL, 5, 0, NULL, 0, 0, -1, 2, 2, 0), (2, 1, 3, 1, 1, 1, 0, -1, 1, 3, NULL),
  (3, 2, 3, 2, 2, 0, 1, -1, NULL, NULL, NULL), (4, 1, 5, 1, 3, 1, 0, -1, 2, 5, 2),
  (5, 4, 5, 2, 4, 0, 1, -2, NULL, NULL, NULL);
INSERT INTO bound_update (id, at, node, cause, alpha, beta, child) VALUES
  (1, 3, 2, 0, -9e999, -1, 3), (2, 3, 1, 0, -1, 9e999, 2);
INSERT INTO cutoff (id, at, node, kind, cause, child, value, skipped) VALUES
  (3, 5, 4, 0, 0, 5, -2, 1);)",
     false},
};

INSTANTIATE_TEST_SUITE_P(Kinds, ForeignTrace, testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace plytrace::test
