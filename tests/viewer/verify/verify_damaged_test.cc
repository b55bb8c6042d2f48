// SPDX-License-Identifier: MIT
//
// Covers verify on damaged traces: whatever the rows contain, it ends without a crash and never
// says VERIFIED.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

class VerifyDamaged : public testing::TestWithParam<const char*> {};

TEST_P(VerifyDamaged, IsNeverVerified) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "sound", "connect4 -d 4 -a pvs --table 1 --iterative --aspiration 2");
  const verify::VerifyReport report = judge(altered(folder, trace, GetParam()));
  EXPECT_NE(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_LE(report.findings.size(), 20u);
}

constexpr const char* kDamages[] = {
    "DELETE FROM node",
    "DELETE FROM pass",
    "DELETE FROM node WHERE id = 5",
    "DELETE FROM node WHERE id % 7 = 3",
    "DELETE FROM node WHERE id > 200",
    "DELETE FROM cutoff",
    "DELETE FROM bound_update",
    "DELETE FROM table_probe",
    "DELETE FROM cutoff WHERE id = (SELECT max(id) FROM cutoff)",
    "UPDATE node SET parent = id WHERE id = 30",
    "UPDATE node SET parent = id + 1 WHERE id = 30",
    "UPDATE node SET parent = -1 WHERE id = 30",
    "UPDATE node SET parent = 9223372036854775807 WHERE id = 30",
    "UPDATE node SET parent = NULL WHERE id > 20",
    "UPDATE node SET parent = 1 WHERE parent IS NOT NULL",
    "UPDATE node SET last = id",
    "UPDATE node SET last = NULL",
    "UPDATE node SET last = 0",
    "UPDATE node SET last = 9223372036854775807",
    "UPDATE node SET last = -9223372036854775807 - 1 WHERE id % 3 = 0",
    "UPDATE node SET side = NULL",
    "UPDATE node SET side = 1 - side",
    "UPDATE node SET side = 7 WHERE id % 2 = 0",
    "UPDATE node SET kind = 77",
    "UPDATE node SET kind = -1 WHERE id % 5 = 0",
    "UPDATE node SET kind = 3",
    "UPDATE node SET kind = 0",
    "UPDATE node SET bound = -3",
    "UPDATE node SET bound = NULL",
    "UPDATE node SET role = 100",
    "UPDATE node SET role = 5",
    "UPDATE node SET role = 2",
    "UPDATE node SET role = 3 WHERE parent IS NOT NULL",
    "UPDATE node SET value = NULL",
    "UPDATE node SET value = 9e999",
    "UPDATE node SET value = -9e999 WHERE kind = 0",
    "UPDATE node SET alpha = beta, beta = alpha",
    "UPDATE node SET alpha = NULL, beta = NULL",
    "UPDATE node SET move = 99999",
    "UPDATE node SET move = NULL",
    "UPDATE node SET move = 0",
    "UPDATE node SET ply = -5",
    "UPDATE node SET ply = 9223372036854775807",
    "UPDATE node SET depth = -9223372036854775807 - 1",
    "UPDATE node SET legal = 9223372036854775807",
    "UPDATE node SET unrecorded = 9223372036854775807",
    "UPDATE node SET unrecorded = 1",
    "UPDATE node SET best = 1",
    "UPDATE node SET credited = 3",
    "UPDATE node SET score = -1e308",
    "UPDATE node SET id = id + 1000000 WHERE id > 100",
    "UPDATE move SET text = 'same'",
    "UPDATE move SET text = ''",
    "DELETE FROM move",
    "UPDATE bound_update SET node = 1",
    "UPDATE bound_update SET child = node",
    "UPDATE bound_update SET cause = 55",
    "UPDATE bound_update SET at = 0",
    "UPDATE bound_update SET at = 9223372036854775807",
    "UPDATE bound_update SET alpha = 9e999, beta = -9e999",
    "UPDATE cutoff SET node = -4",
    "UPDATE cutoff SET kind = 12",
    "UPDATE cutoff SET cause = -12",
    "UPDATE cutoff SET child = 9223372036854775807",
    "UPDATE cutoff SET value = NULL, alpha = NULL, beta = NULL",
    "UPDATE cutoff SET skipped = -1",
    "UPDATE cutoff SET skipped = 9223372036854775807",
    "UPDATE cutoff SET skipped_moves = '[['",
    "UPDATE cutoff SET skipped_moves = '[1,2,3]'",
    "UPDATE cutoff SET skipped_moves = '[\"' || hex(zeroblob(100000)) || '\"]' WHERE id % 9 = 0",
    "UPDATE table_probe SET stored_by = 9223372036854775807",
    "UPDATE table_probe SET stored_by = node",
    "UPDATE table_probe SET stored_depth = -1 WHERE used = 3",
    "UPDATE table_probe SET bound = 9",
    "UPDATE table_probe SET value = NULL",
    "UPDATE table_probe SET used = 3",
    "UPDATE table_store SET value = value + 1",
    "UPDATE table_store SET bound = 0 WHERE bound > 0",
    "UPDATE table_store SET bound = 9",
    "UPDATE pass SET root = NULL",
    "UPDATE pass SET root = 1",
    "UPDATE pass SET root = root + 1",
    "UPDATE pass SET root = 9223372036854775807, last = -1",
    "UPDATE pass SET depth = NULL, status = NULL",
    "UPDATE pass SET search = 2",
    "UPDATE search SET captured = 'no list'",
    "UPDATE search SET score_min = 9e999, score_max = -9e999",
    "UPDATE search SET score_max = -100, score_min = -101",
    "UPDATE search SET status = NULL",
    "UPDATE search SET position = 'nonsense'",
    "UPDATE search SET game_options = '{{'",
    "UPDATE search SET completed_depth = NULL, lower = NULL, upper = NULL, value = NULL",
    "UPDATE search SET max_player = 77",
    "UPDATE search SET algorithm = 'minimax'",
    "INSERT INTO meta VALUES ('lost_events', '12') ON CONFLICT DO UPDATE SET value = '12'",
    "INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, score, "
    "credited, "
    "kind, bound, phase, role, best, legal, unrecorded, key) SELECT id + 5000000, parent, last, "
    "ply, move, side, depth, alpha, beta, "
    "value, "
    "score, credited, kind, bound, phase, role, best, legal, unrecorded, key FROM node",
    "INSERT INTO node (id, parent) VALUES (-5, -5), (0, 0)",
    "INSERT INTO cutoff (id, at, node, kind) VALUES (99999999, 3, 3, 0)",
};

INSTANTIATE_TEST_SUITE_P(Rows, VerifyDamaged, testing::ValuesIn(kDamages));

}  // namespace
}  // namespace plytrace::test
