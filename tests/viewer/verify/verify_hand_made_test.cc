// SPDX-License-Identifier: MIT
//
// Covers verify on traces of unknown games, written by SQL.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::CheckStatus;
using verify::Verdict;

// MAX at the root; MIN nodes a (3, 5 -> 3) and b (2 <= alpha 3: cut, one move skipped).
const char* const kRows = R"(
INSERT INTO search (id, game, position, algorithm, captured, fail, windows, uniform, status, value,
    lower, upper, completed_depth, best_move, pv, nodes, finished_at)
  VALUES (1, 'nim of my own', 'start', 'my search',
    '["windows","bounds","cutoffs","skipped","legal","roles","scores","bound_types"]', 'soft',
    'exact', 1, 'finished', 3, 3, 3, 2, 'a', '["a","x"]', 6, 1);
INSERT INTO pass (id, search, depth, alpha, beta, root, last, value, best_move, status, nodes)
  VALUES (1, 1, 2, -9e999, 9e999, 1, 6, 3, 'a', 'finished', 6);
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b'), (3, 'x'), (4, 'y');
INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, bound, best,
    legal) VALUES
  (1, NULL, 6, 0, NULL, 0, 2, -9e999, 9e999, 3, 0, 0, 2, 2),
  (2, 1, 4, 1, 1, 1, 1, -9e999, 9e999, 3, 0, 0, 3, 2),
  (3, 2, 3, 2, 3, 0, 0, -9e999, 9e999, 3, 1, 0, NULL, NULL),
  (4, 2, 4, 2, 4, 0, 0, -9e999, 3, 5, 1, 0, NULL, NULL),
  (5, 1, 6, 1, 2, 1, 1, 3, 9e999, 2, 0, 2, NULL, 2),
  (6, 5, 6, 2, 3, 0, 0, 3, 9e999, 2, 1, 0, NULL, NULL);
INSERT INTO bound_update (id, at, node, cause, child, alpha, beta) VALUES
  (1, 3, 2, 0, 3, -9e999, 3), (2, 4, 1, 0, 2, 3, 9e999);
INSERT INTO cutoff (id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves)
  VALUES (3, 6, 5, 0, 0, 6, 2, 3, 9e999, 1, '["y"]');
)";

TEST(VerifyHandMade, AnUnknownGameIsVerifiedByStructureAndProof) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(hand_made(folder, "mine", kRows));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_TRUE(report.unconditional);
  EXPECT_EQ(report.check(verify::Check::kReplay).status, CheckStatus::kNotRun);
  EXPECT_NE(report.check(verify::Check::kReplay).reason.find("nim of my own"), std::string::npos);
}

// Each child was compared with all earlier ones: 80,000 took half a minute, a million did not end.
// Now it takes a second, and the tests' time limit enforces that.
TEST(VerifyHandMade, TheChildrenOfOneNodeAreJudgedInOnePass) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(hand_made(folder, "wide", R"(
INSERT INTO search (id, game, captured, status, value, lower, upper)
  VALUES (1, 'mine', '["windows","cutoffs","scores","roles","legal","bound_types"]', 'finished',
    399999, 399999, 399999);
INSERT INTO pass (id, search, depth, root, last, value, status)
  VALUES (1, 1, 1, 1, 800001, 399999, 'finished');
INSERT INTO node (id, last, ply, side, depth, alpha, beta, value, kind, bound, legal)
  VALUES (1, 800001, 0, 0, 1, -9e999, 9e999, 399999, 0, 0, 400000);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399999)
INSERT INTO move (id, text) SELECT i + 1, 'm' || i FROM n;
-- Every move by a null window that fails high, then by the whole one.
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399999)
INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, bound, role)
  SELECT 2 + 2 * i + r, 1, 2 + 2 * i + r, 1, i + 1, 1, 0, -9e999, 9e999, i, 1, 0, 2 * r
  FROM n, (SELECT 0 AS r UNION ALL SELECT 1);
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// An engine with two threads ran its last iteration on the first thread. The other thread has
// larger node ids, so its earlier iteration was taken for the last pass.
TEST(VerifyHandMade, TheLastPassIsTheOneThatBeganLast) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(hand_made(folder, "threads", R"(
INSERT INTO search (id, game, captured, status, value, lower, upper)
  VALUES (1, 'mine', '["bounds","cutoffs","scores","roles"]', 'finished', 5, 5, 5);
INSERT INTO pass (id, search, stream, depth, root, last, value, status) VALUES
  (1, 1, 1, 1, (1 << 40) + 1, (1 << 40) + 1, 2, 'finished'), (2, 1, 0, 2, 1, 1, 5, 'finished');
INSERT INTO node (id, last, ply, side, value, kind) VALUES
  ((1 << 40) + 1, (1 << 40) + 1, 0, 0, 2, 2), (1, 1, 0, 0, 5, 2);
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

struct HandMadeAlteration {
  const char* sql;
  const char* blamed;
};

class VerifyHandMadeAltered : public testing::TestWithParam<HandMadeAlteration> {};

TEST_P(VerifyHandMadeAltered, OneRowGivesOneFindingAtItsNode) {
  const ScratchFolder folder;
  const auto& [statement, expected] = GetParam();
  const verify::VerifyReport report =
      judge(altered(folder, hand_made(folder, "mine", kRows), statement));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(blamed(report), expected) << outline(report);
}

constexpr HandMadeAlteration kHandMadeAlterations[] = {
    {"UPDATE node SET value = 4 WHERE id = 2", "value@2"},
    {"UPDATE node SET value = 1 WHERE id = 5", "value@5"},
    {"UPDATE node SET alpha = 1 WHERE id = 5", "window@5"},
    {"UPDATE node SET beta = 7 WHERE id = 4", "window@4"},
    {"UPDATE bound_update SET beta = 4 WHERE id = 1", "update@2"},
    {"UPDATE bound_update SET alpha = 1 WHERE id = 2", "update@1"},
    {"UPDATE bound_update SET child = 3 WHERE id = 2", "update@1"},
    {"UPDATE cutoff SET value = 1", "cutoff@5"},
    {"UPDATE cutoff SET alpha = 4", "cutoff@5"},
    {"UPDATE cutoff SET kind = 1", "cutoff@5"},
    {"UPDATE cutoff SET skipped = 2", "count@5"},
    {"UPDATE cutoff SET skipped_moves = '[\"y\",\"z\"]'", "count@5"},
    {"UPDATE node SET legal = 3 WHERE id = 2", "count@2"},
    {"UPDATE node SET bound = 0 WHERE id = 5", "claim@5"},
    {"UPDATE node SET best = 5 WHERE id = 1", "best@1"},
    {"UPDATE node SET depth = 2 WHERE id = 4", "depth@4"},
    {"UPDATE node SET ply = 3 WHERE id = 4", "ply@4"},
    {"UPDATE node SET last = 4 WHERE id = 3", "nesting@3"},
    {"UPDATE node SET parent = 1 WHERE id = 4", "nesting@4"},
    {"UPDATE node SET kind = 9 WHERE id = 4", "code@4"},
    {"UPDATE node SET role = 2 WHERE id = 4", "role@4"},
    {"UPDATE pass SET value = 2", "pass@1"},
    {"UPDATE pass SET last = 5", "pass@1"},
    {"UPDATE search SET lower = 4, upper = 4", "search_value@1"},
};
INSTANTIATE_TEST_SUITE_P(Rows, VerifyHandMadeAltered, testing::ValuesIn(kHandMadeAlterations));

// Findings beyond the listed ones are still counted by rule.
TEST(VerifyHandMade, FindingsAreCountedByRule) {
  const ScratchFolder folder;
  const std::string trace = altered(folder, hand_made(folder, "mine", kRows),
                                    "UPDATE node SET legal = 9 WHERE id IN (1, 2);"
                                    "UPDATE cutoff SET alpha = 4");
  const verify::VerifyReport report = judge(trace);
  const auto count = [&](verify::Rule rule) {
    return report.findings_by_rule[static_cast<std::size_t>(rule)];
  };
  EXPECT_EQ(count(verify::Rule::kCount), 2u) << outline(report);
  EXPECT_EQ(count(verify::Rule::kCutoff), 1u) << outline(report);
  EXPECT_EQ(report.findings_total, 3u) << outline(report);
  const ProgramResult said = plytrace({"verify", trace, "--max-findings", "2"});
  EXPECT_NE(said.out.find("findings (2 count, 1 cutoff):"), std::string::npos) << said.out;
}

TEST(VerifyHandMade, WhatWasNotCapturedMakesADeviationSuspect) {
  const ScratchFolder folder;
  const std::string trace =
      altered(folder, hand_made(folder, "mine", kRows),
              "UPDATE search SET captured = '[\"windows\"]'; DELETE FROM cutoff;");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_EQ(report.findings_total, 0u);
  EXPECT_EQ(suspected(report), "count@5");
}

// NULL means unknown: a missing value refutes nothing, though it can prevent verification.
TEST(VerifyHandMade, NullRefutesNothing) {
  const ScratchFolder folder;
  const std::string trace = hand_made(folder, "mine", kRows);
  for (const char* column : {"alpha", "beta", "value", "best_move", "depth", "nodes", "last"}) {
    const verify::VerifyReport report =
        judge(altered(folder, trace, std::string("UPDATE pass SET ") + column + " = NULL"));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << column << outline(report);
  }
  for (const char* column : {"value", "best_move", "completed_depth", "nodes", "depth"}) {
    const verify::VerifyReport report =
        judge(altered(folder, trace, std::string("UPDATE search SET ") + column + " = NULL"));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << column << outline(report);
  }
  for (const char* column : {"alpha = NULL, beta", "depth", "best", "legal", "bound", "key", "side",
                             "value", "last", "score"}) {
    for (int id = 1; id <= 6; ++id) {
      const std::string statement =
          std::string("UPDATE node SET ") + column + " = NULL WHERE id = " + std::to_string(id);
      // Rows that refer to a child without a value are wrong, so skip them.
      if (std::string(column) == "value" && id != 1) continue;
      const verify::VerifyReport report = judge(altered(folder, trace, statement));
      EXPECT_NE(report.verdict, Verdict::kRefuted) << statement << outline(report);
    }
  }
}

TEST(VerifyHandMade, AnInvertedWindowIsBlamedOnce) {
  const ScratchFolder folder;
  // Also below it: node 5 and its child 6 are entered with (8, 3).
  for (const char* rows : {"id IN (5, 6)", "id = 5", "id = 6"}) {
    const std::string trace = altered(
        folder, hand_made(folder, "mine", kRows),
        std::string("UPDATE search SET windows = NULL; DELETE FROM cutoff;"
                    "UPDATE node SET bound = NULL, legal = NULL; UPDATE search SET captured = '[]';"
                    "UPDATE node SET alpha = 8, beta = 3 WHERE ") +
            rows);
    const verify::VerifyReport report = judge(trace);
    EXPECT_EQ(blamed(report),
              std::string(rows) == "id = 6" ? "window_inverted@6" : "window_inverted@5")
        << outline(report);
  }
  const std::string root = altered(folder, hand_made(folder, "mine", kRows),
                                   "UPDATE search SET windows = NULL, captured = '[]';"
                                   "DELETE FROM cutoff; DELETE FROM bound_update;"
                                   "UPDATE node SET bound = NULL, alpha = 8, beta = 3;"
                                   "UPDATE pass SET alpha = 8, beta = 3");
  EXPECT_EQ(blamed(judge(root)), "window_inverted@1") << outline(judge(root));
}

TEST(VerifyHandMade, NumbersAtTheEndOfTheirRangeDoNotWrapAround) {
  const ScratchFolder folder;
  const std::string trace = hand_made(folder, "mine", kRows);
  const std::string most = "9223372036854775807";
  const std::string least = "-9223372036854775807 - 1";
  for (const char* column : {"id", "parent", "last", "ply", "move", "side", "depth", "kind",
                             "bound", "phase", "role", "best", "legal", "unrecorded", "key"}) {
    for (const std::string& number : {most, least}) {
      for (const char* rows : {" WHERE id = 6", " WHERE id = 1", ""}) {
        if (std::string(column) == "id" && *rows == 0) continue;
        judge(altered(folder, trace,
                      "UPDATE node SET " + std::string(column) + " = " + number + rows));
      }
    }
  }
  const std::string two_forward =
      "INSERT INTO cutoff (id, at, node, kind, cause, skipped) VALUES (7, 1, 1, 2, 6, " + most +
      "), (8, 1, 1, 2, 6, " + most + ")";
  EXPECT_NE(judge(altered(folder, trace, two_forward)).verdict, Verdict::kVerified);
  for (const char* table : {"bound_update", "cutoff"}) {
    for (const char* column : {"id", "at", "node", "child"}) {
      for (const std::string& number : {most, least}) {
        judge(altered(folder, trace,
                      std::string("UPDATE ") + table + " SET " + column + " = " + number +
                          " WHERE id = (SELECT max(id) FROM " + table + ")"));
      }
    }
  }
  for (const char* column : {"root", "last", "depth", "nodes", "stream", "ordinal", "id"}) {
    for (const std::string& number : {most, least}) {
      judge(altered(folder, trace, "UPDATE pass SET " + std::string(column) + " = " + number));
    }
  }
}

TEST(VerifyHandMade, AnUnnamedNumberOfMovesIsAnAssumption) {
  const ScratchFolder folder;
  const std::string trace = altered(
      folder, hand_made(folder, "mine", kRows),
      "UPDATE search SET captured = '[\"windows\",\"bounds\",\"cutoffs\",\"skipped\",\"roles\"]';"
      "UPDATE node SET legal = NULL WHERE id <= 2");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_FALSE(report.unconditional);
  EXPECT_EQ(report.assumptions[static_cast<std::size_t>(verify::Assumption::kMoveList)], 2u);
  verify::VerifyOptions strict;
  strict.strict = true;
  EXPECT_EQ(judge(trace, strict).verdict, Verdict::kIncomplete);
}

TEST(VerifyHandMade, AWastefulSearchIsVerifiedWithAWarning) {
  const ScratchFolder folder;
  // Node 5 continues with y although 2 <= alpha: a missed cutoff.
  const std::string trace = altered(
      folder, hand_made(folder, "mine", kRows),
      "UPDATE search SET windows = NULL, nodes = 7; DELETE FROM cutoff;"
      "UPDATE node SET last = 7 WHERE id IN (1, 5); UPDATE pass SET last = 7, nodes = 7;"
      "INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, bound)"
      " VALUES (7, 5, 7, 2, 4, 0, 0, 3, 9e999, 8, 1, 0);");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "missed_cutoff@5");
}

TEST(VerifyHandMade, AVeryDeepTreeNeedsNoRecursion) {
  const ScratchFolder folder;
  // A chain of 100,000 plies that ends in a leaf of value 7.
  const std::string trace = hand_made(folder, "deep", R"(
INSERT INTO search (id, game, captured, status, value, lower, upper, finished_at)
  VALUES (1, 'chain', '["windows","bounds","cutoffs","skipped","legal","roles","scores"]',
    'finished', 7, 7, 7, 1);
INSERT INTO pass (id, root, last, alpha, beta, value, best_move, status, nodes)
  VALUES (1, 1, 100001, -9e999, 9e999, 7, 'm', 'finished', 100001);
INSERT INTO move (id, text) VALUES (1, 'm');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
INSERT INTO node (id, parent, last, ply, move, side, alpha, beta, value, kind, bound, best, legal)
  SELECT i, CASE WHEN i > 1 THEN i - 1 END, 100001, i - 1, CASE WHEN i > 1 THEN 1 END, (i - 1) % 2,
    -9e999, 9e999, 7, CASE WHEN i = 100001 THEN 1 ELSE 0 END, 0,
    CASE WHEN i < 100001 THEN i + 1 END, CASE WHEN i < 100001 THEN 1 END FROM n;)");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.nodes, 100001u);
}

}  // namespace
}  // namespace plytrace::test
