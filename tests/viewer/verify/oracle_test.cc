// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/game/oracle.cc: an independent search without pruning agrees with sound
// traces and finds wrong claims.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Check;
using verify::CheckStatus;
using verify::OracleOptions;
using verify::OracleScope;
using verify::Verdict;
using verify::VerifyOptions;

VerifyOptions ask(OracleScope scope, std::size_t samples = 0) {
  VerifyOptions options;
  options.oracle = OracleOptions{};
  options.oracle->scope = scope;
  options.oracle->samples = samples;
  return options;
}

class OracleSound : public testing::TestWithParam<const char*> {};

TEST_P(OracleSound, AgreesWithEveryClaim) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", GetParam());
  for (const OracleScope scope : {OracleScope::kRoot, OracleScope::kSampled, OracleScope::kFull}) {
    const verify::VerifyReport report = judge(trace, ask(scope, 12));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(report.check(Check::kOracle).status, CheckStatus::kPassed);
    EXPECT_GT(report.check(Check::kOracle).items, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Searches, OracleSound,
    testing::Values("tictactoe -d 5", "connect4 -d 4 -a pvs --table 1 --iterative --aspiration 2",
                    "connect4 -d 4 -a mtdf --table 1 --fail soft", "connect4 -d 4 --fail hard",
                    "tree --position [[[3,12],[8,1]],[[2,4],[6,9]],[[14,5],[2,7]]] -g root=min",
                    "synthetic -g branching=4 -g depth=5 -g seed=9 -a negamax --table 1"));

TEST(Oracle, FindsAWrongClaimAtItsNodeAndNotAboveIt) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 4");
  const std::string id = sql_value(trace, "SELECT id FROM node WHERE kind = 0 AND ply = 2 LIMIT 1");
  const std::string wrong =
      altered(folder, trace, "UPDATE node SET value = value + 7, bound = 0 WHERE id = " + id);
  VerifyOptions options = ask(OracleScope::kFull);
  options.structure = options.proof = options.replay = false;
  const verify::VerifyReport report = judge(wrong, options);
  EXPECT_EQ(report.verdict, Verdict::kRefuted);
  EXPECT_EQ(blamed(report), "oracle_claim@" + id) << outline(report);
}

TEST(Oracle, GivesNoAnswerWhereTheNodesRunOut) {
  const ScratchFolder folder;
  VerifyOptions options = ask(OracleScope::kRoot);
  options.oracle->max_nodes = 50;
  const verify::VerifyReport report = judge(record(folder, "sound", "tictactoe -d 5"), options);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete);
  EXPECT_EQ(report.check(Check::kOracle).status, CheckStatus::kNotRun);
  EXPECT_NE(report.check(Check::kOracle).reason.find("--oracle-nodes"), std::string::npos);
}

TEST(Oracle, AMinimaxTraceCanStandForTheRulesOfTheGame) {
  const ScratchFolder folder;
  const std::string reference = record(folder, "minimax", "tictactoe -d 4 -a minimax");
  const std::string trace = record(folder, "sound", "tictactoe -d 4 -a pvs");
  const auto reader = TraceReader::open(reference);
  ASSERT_TRUE(reader.is_ok());
  VerifyOptions options = ask(OracleScope::kFull);
  options.oracle->reference = &*reader;
  const verify::VerifyReport report = judge(trace, options);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_GT(report.check(Check::kOracle).items, 100u);
}

TEST(Oracle, TheCommandAsksItOnlyOnRequest) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 3");
  const auto status = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"verify", trace, "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    return parse_json(plytrace(words).out)["results"][0]["checks"][3]["status"].get<std::string>();
  };
  EXPECT_EQ(status({}), "not_run");
  EXPECT_EQ(status({"--oracle", "root"}), "passed");
  EXPECT_EQ(status({"--oracle", "sampled:5"}), "passed");
  EXPECT_EQ(status({"--check", "oracle"}), "passed");
  EXPECT_EQ(plytrace({"verify", trace, "--oracle", "sampled:x"}).exit_code, 2);
  EXPECT_EQ(plytrace({"verify", trace, "--oracle-nodes", "0"}).exit_code, 2);
}

}  // namespace
}  // namespace plytrace::test
