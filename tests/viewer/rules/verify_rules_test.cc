// SPDX-License-Identifier: MIT
//
// verify --rules: the search of a game that plytrace does not know, judged by a rules program.
#include <gtest/gtest.h>

#include "tests/viewer/rules/rules_support.h"

namespace plytrace::test {
namespace {

ProgramResult verified(const std::string& lines, const std::string& mode,
                       const std::vector<std::string>& more = {}) {
  const ScratchFolder folder;
  std::vector<std::string> words{"verify", imported(folder, lines), "--rules", helper(mode)};
  words.insert(words.end(), more.begin(), more.end());
  return plytrace(words);
}

TEST(VerifyRules, ASoundSearchIsVerifiedAndSaysWhoJudged) {
  const ProgramResult result = verified(NimEngine().lines(), "nim");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "VERIFIED")) << result.out;
  EXPECT_TRUE(contains(result.out, "replay    passed  by rules program")) << result.out;
  EXPECT_FALSE(contains(result.out, "key_")) << result.out;
}

TEST(VerifyRules, ItSaysSoInJson) {
  const auto json = parse_json(verified(NimEngine().lines(), "nim", {"--format", "json"}).out);
  const auto& replay = json["results"][0]["checks"][2];
  EXPECT_EQ(replay["status"], "passed");
  EXPECT_EQ(replay["rules"], "rules program \"" + helper("nim") + "\"");
  EXPECT_FALSE(json["results"][0]["checks"][0].contains("rules"));
}

TEST(VerifyRules, AProgramThatTellsOnlyMovesFindsNothingInASoundSearch) {
  for (const std::string mode : {"bare", "backwards", "no-score"}) {
    const ProgramResult result = verified(NimEngine().lines(), mode);
    EXPECT_EQ(result.exit_code, 0) << mode << result.out << result.err;
    EXPECT_FALSE(contains(result.out, "key_")) << result.out;
  }
}

TEST(VerifyRules, AnIllegalMoveIsFound) {
  NimEngine engine;
  engine.illegal_at = "/1/2";
  const ProgramResult result = verified(engine.lines(), "nim");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "illegal_move")) << result.out;
}

TEST(VerifyRules, AMissingMoveIsFound) {
  NimEngine engine;
  engine.forgotten = "/1/2";
  const ProgramResult result = verified(engine.lines(), "nim");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "move_list")) << result.out;
}

TEST(VerifyRules, KeysThatClashOrSplitAreFound) {
  NimEngine clash;
  clash.key_of_heap_3 = 4;
  EXPECT_TRUE(contains(verified(clash.lines(), "nim").out, "key_clash"));
  NimEngine split;
  split.has_history = true;
  EXPECT_TRUE(contains(verified(split.lines(), "nim").out, "key_split"));
  EXPECT_FALSE(contains(verified(split.lines(), "bare").out, "key_split"));
}

TEST(VerifyRules, AWrongScoreOfALeafIsFoundWhereTheProgramGivesScores) {
  NimEngine engine;
  engine.wrong_score = 3;
  const std::string lines = engine.lines();
  EXPECT_TRUE(contains(verified(lines, "nim").out, "leaf_score"));
  EXPECT_FALSE(contains(verified(lines, "no-score").out, "leaf_score"));
}

TEST(VerifyRules, TheOracleSearchesAGameThatPlytraceDoesNotKnow) {
  const ProgramResult result = verified(NimEngine().lines(), "nim", {"--oracle", "sampled:20"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "oracle    passed  by rules program")) << result.out;
  const ProgramResult without = verified(NimEngine().lines(), "bare", {"--oracle", "sampled:20"});
  EXPECT_EQ(without.exit_code, 4);
  EXPECT_TRUE(contains(without.out, "the rules program gives no score")) << without.out;
}

TEST(VerifyRules, ARulesProgramWhoseMovesAreWrittenOtherwiseLeavesTheSearchIncomplete) {
  std::string lines = NimEngine().lines();
  for (std::size_t at = 0; (at = lines.find("\"move\":\"", at)) != std::string::npos; ++at) {
    lines.insert(at + 8, "take-");
  }
  const ProgramResult result = verified(lines, "nim");
  EXPECT_EQ(result.exit_code, 4) << result.out;
  EXPECT_TRUE(contains(result.out, "the rules program writes moves in another way than the trace"))
      << result.out;
}

TEST(VerifyRules, AProgramThatFailsIsAnErrorAndNoVerdict) {
  for (const std::string mode : {"exits", "garbage", "contradicts", "endless"}) {
    const ProgramResult result = verified(NimEngine().lines(), mode);
    EXPECT_EQ(result.exit_code, 5) << mode << result.out << result.err;
    EXPECT_EQ(result.out, "") << mode;
    EXPECT_TRUE(contains(result.err, "plytrace: rules program ")) << mode << result.err;
  }
  const ProgramResult silent = verified(NimEngine().lines(), "silent", {"--rules-timeout", "1"});
  EXPECT_EQ(silent.exit_code, 5);
  EXPECT_TRUE(contains(silent.err, "request 1 {")) << silent.err;
}

TEST(VerifyRules, APositionThatTheProgramRefusesIsAReason) {
  const ProgramResult result = verified(NimEngine().lines(), "refuses");
  EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "never heard of it")) << result.out;
}

TEST(VerifyRules, ACertificateNeverRestsOnThem) {
  const ProgramResult result = verified(NimEngine().lines(), "nim", {"--certificate", "proof.txt"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.err, "a certificate never rests on a rules program")) << result.err;
}

TEST(VerifyRules, SeveralSearchesShareOneProgram) {
  const ScratchFolder folder;
  const std::string one = imported(folder, NimEngine().lines());
  const ProgramResult result =
      plytrace({"verify", one, one, one, "--jobs", "3", "--rules", helper("nim")});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace plytrace::test
