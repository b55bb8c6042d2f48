// SPDX-License-Identifier: MIT
//
// Covers verify on sound searches: they are VERIFIED, and every check has compared at least one
// item.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Check;
using verify::CheckStatus;
using verify::Verdict;

class VerifySound : public testing::TestWithParam<const char*> {};

TEST_P(VerifySound, EveryRowOfASoundSearchIsVerified) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(record(folder, "sound", GetParam()));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_TRUE(report.unconditional);
  for (const Check check : {Check::kStructure, Check::kProof, Check::kReplay}) {
    EXPECT_EQ(report.check(check).status, CheckStatus::kPassed) << word(check);
    EXPECT_GT(report.check(check).items, 0u) << word(check);
  }
  for (const verify::PassVerdict& pass : report.passes) {
    EXPECT_EQ(pass.verdict, Verdict::kVerified) << pass.ordinal;
  }
}

constexpr const char* kSearches[] = {
    "tictactoe -d 9 -a alphabeta",
    "tictactoe -d 5 -a minimax",
    "tictactoe -d 4 -a minimax --fail hard --table 1",
    "tictactoe -d 6 -a negamax --fail hard",
    "tictactoe -d 6 -a pvs",
    "tictactoe -d 5 -a mtdf --table 1",
    "tictactoe --moves a1,b1,a2,b2,a3 -d 2",
    "connect4 -d 0",
    "connect4 -d 1 -a pvs",
    "connect4 -d 5 -a alphabeta --order static",
    "connect4 -d 5 -a alphabeta --fail hard --order killer",
    "connect4 -d 5 -a negamax --order history --iterative",
    "connect4 -d 5 -a pvs --table 1 --iterative --aspiration 5",
    "connect4 -d 5 -a pvs --fail hard --table 1",
    "connect4 -d 5 -a mtdf --table 1 --iterative",
    "connect4 -d 5 -a alphabeta --table 1 --iterative --fail hard --aspiration 2",
    "connect4 -d 4 -a minimax --ties random --seed 5",
    "connect4 -d 4 -a alphabeta --ties random --seed 7",
    "connect4 -d 4 -a pvs --ties random --seed 9",
    "connect4 -d 5 --eval-cache",
    "connect4 -d 5 --window 3,9",
    "connect4 -d 5 --window 40,90 --fail hard",
    "connect4 -d 4 --capture none",
    "connect4 -d 4 --capture keys,skipped,probes,stores --table 1 -a pvs",
    "connectk -g width=4 -g height=4 -g connect=3 -d 6 -a pvs --table 1 --iterative",
    "tree --position [[[3,12],[8,1]],[[2,4],[6,9]],[[14,5],[2,7]]]",
    "tree --position [[3,17,[1,2]],5,[[9]]] -a pvs",
    "tree --position [[3,12,8],[2,4,6],[14,5,2]] -g root=min -a negamax",
    "synthetic -g branching=4 -g depth=6 -g seed=3 -a pvs --table 1 --iterative",
};

INSTANTIATE_TEST_SUITE_P(Searches, VerifySound, testing::ValuesIn(kSearches));

TEST(VerifySoundTrace, ProvesTheRootValue) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(record(folder, "ttt", "tictactoe -d 9"));
  ASSERT_TRUE(report.proven.has_value());
  EXPECT_EQ(report.proven->lower, 0);
  EXPECT_EQ(report.proven->upper, 0);
  EXPECT_EQ(report.nodes, 18297u);
}

TEST(VerifySoundTrace, MinimaxDrawsNoWarning) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(record(folder, "mm", "tictactoe -d 5 -a minimax"));
  EXPECT_EQ(report.warnings_total, 0u) << warned(report);
}

TEST(VerifySoundTrace, EveryPassOfAnIterationCanBeJudgedAlone) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "ids", "connect4 -d 4 --iterative --table 1 --aspiration 3");
  const verify::VerifyReport whole = judge(trace);
  ASSERT_GT(whole.passes.size(), 3u);
  for (const verify::PassVerdict& pass : whole.passes) {
    verify::VerifyOptions options;
    options.pass = pass.ordinal;
    const verify::VerifyReport report = judge(trace, options);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  }
}

// A search that a limit stopped was INCOMPLETE, though its finished iterations prove its claim.
TEST(VerifyUnfinished, AStoppedSearchIsVerifiedByItsFinishedPasses) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "limit", "connect4 -d 8 --iterative --node-limit 3000");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_NE(report.hints.front().find("the search was stopped (node_limit); its claim is that of"),
            std::string::npos);
  ASSERT_GT(report.passes.size(), 2u);
  for (std::size_t i = 0; i + 1 < report.passes.size(); ++i) {
    EXPECT_EQ(report.passes[i].verdict, Verdict::kVerified);
  }
  EXPECT_EQ(report.passes.back().verdict, Verdict::kIncomplete);
}

TEST(VerifyUnfinished, APartialRecordingIsIncomplete) {
  const ScratchFolder folder;
  for (const char* part : {"--max-ply 2", "--max-nodes 200", "--below /d"}) {
    const verify::VerifyReport report =
        judge(record(folder, "part", std::string("connect4 -d 4 --table 1 ") + part));
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << part << outline(report);
    std::filesystem::remove(folder / "part.db");
  }
}

// The event of a move that was not recorded was compared with the last recorded one: REFUTED.
TEST(VerifyUnfinished, AnEventMayBelongToAnUnrecordedMove) {
  const ScratchFolder folder;
  const std::string lines = R"({"event":"search","game":"mine","captured":["usual","legal"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":7}
{"event":"enter","side":"min","move":"a","depth":0,"alpha":"-inf","beta":7}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":7}
{"event":"enter","side":"min","move":"b","depth":0,"alpha":3,"beta":7}
{"event":"leave","value":7,"kind":"horizon"}
)";
  for (const std::string event : {R"({"event":"bound","alpha":7,"beta":7})",
                                  R"({"event":"cutoff","kind":"beta","value":7,"skipped":0})"}) {
    write_file(folder / "lines.ndjson", lines + event + R"(
{"event":"leave","value":7,"legal":2}
{"event":"end_search","value":7,"lower":7}
)");
    for (const std::vector<std::string>& part :
         {std::vector<std::string>{"--max-nodes", "2"}, {"--below", "/a"}, {"--max-ply", "0"}}) {
      std::vector<std::string> words{"import", "lines.ndjson", "-o", "part.db", "-q", "--force"};
      words.insert(words.end(), part.begin(), part.end());
      ASSERT_EQ(plytrace(words, folder.path().string()).exit_code, 0);
      const verify::VerifyReport report = judge(folder / "part.db");
      EXPECT_EQ(report.verdict, Verdict::kIncomplete) << part[0] << outline(report);
    }
  }
}

TEST(VerifyUnfinished, ATraceWhoseRecorderDiedIsIncomplete) {
  const ScratchFolder folder;
  const std::string whole = record(folder, "whole", "connect4 -d 4");
  const std::string trace =
      altered(folder, whole,
              "UPDATE search SET status = NULL, finished_at = NULL, value = NULL, lower = NULL, "
              "upper = NULL, best_move = NULL, pv = '[]', completed_depth = NULL;"
              "UPDATE pass SET status = NULL, last = NULL, value = NULL, best_move = NULL, nodes = "
              "NULL; DELETE FROM node WHERE id > 600; DELETE FROM bound_update WHERE at > 600;"
              "DELETE FROM cutoff WHERE at > 600;"
              "UPDATE node SET last = NULL, value = NULL, bound = NULL, best = NULL, kind = 6, "
              "legal = NULL WHERE last > 600;");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_EQ(report.findings_total, 0u);
}

}  // namespace
}  // namespace plytrace::test
