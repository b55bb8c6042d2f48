// SPDX-License-Identifier: MIT
//
// Covers the commands of viewer/commands/ask on an engine that reports its events, but no claims,
// no kinds of nodes, no best children, and no numbers of skipped moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Fail-hard with null windows after the first move: a is worth 5; a table entry <= 4 answers b; c
// stands pat at 3; d is cut by its first move.
class ForeignEngine : public testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "engine.ndjson", R"(
{"event":"search","game":"mine","perspective":"max","fail":"hard","captured":["windows","bounds","cutoffs","roles","scores","probes"]}
{"event":"enter","side":"max","depth":2,"alpha":0,"beta":20}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":0,"beta":20}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":20}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":6}
{"event":"probe","key":7,"depth":1,"stored_depth":1,"bound":"upper","value":4,"used":"answered"}
{"event":"leave","value":5}
{"event":"enter","move":"c","side":"min","depth":1,"alpha":5,"beta":6}
{"event":"cutoff","kind":"alpha","cause":"stand_pat","value":3,"alpha":5,"beta":6}
{"event":"leave","value":5,"score":3}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":5,"beta":6}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":5,"score":2}
{"event":"cutoff","kind":"alpha","value":5,"alpha":5,"beta":6}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
    const ProgramResult made = plytrace({"import", "engine.ndjson", "-o", "t.db"}, folder_.path());
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  std::string ask(const std::vector<std::string>& arguments) {
    const ProgramResult result = plytrace(arguments, folder_.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  ScratchFolder folder_;
};

TEST_F(ForeignEngine, IsVerifiedWithoutAssumingItsKinds) {
  const std::string said = ask({"verify", "t.db"});
  EXPECT_THAT(said, HasSubstr("VERIFIED"));
  EXPECT_THAT(said, Not(HasSubstr("unknown_kind")));
}

TEST_F(ForeignEngine, ATableAnswerAtAlphaIsAnUpperBound) {
  const std::string said = ask({"why", "t.db", "/b"});
  EXPECT_THAT(said, HasSubstr("the search found at most 5 for it"));
  EXPECT_THAT(said, HasSubstr("it returned 5 (upper bound): the transposition table answered it"));
  EXPECT_THAT(ask({"show", "t.db", "/"}), HasSubstr("b (#3)  MIN  (5, 6)  <= 5  table"));
}

TEST_F(ForeignEngine, ANullWindowIsReportedOnce) {
  const std::string said = ask({"why", "t.db", "/b"});
  const std::string bound = "alpha 5 was set at";
  const std::size_t first = said.find(bound);
  ASSERT_NE(first, std::string::npos) << said;
  EXPECT_EQ(said.find(bound, first + 1), std::string::npos) << said;
  EXPECT_THAT(said, HasSubstr("was searched with a null window"));
}

TEST_F(ForeignEngine, TheLineFollowsTheBoundUpdates) {
  const std::string said = ask({"pv", "t.db"});
  EXPECT_THAT(said, HasSubstr("pv of pass 1: a"));
  EXPECT_THAT(said, Not(HasSubstr("another line")));  // the engine reported none
}

TEST_F(ForeignEngine, CutoffsByAMoveAreCountedApart) {
  const std::string said = ask({"stats", "t.db"});
  EXPECT_THAT(said, HasSubstr("2 (2 alpha, 0 beta), no skipped move recorded"));
  EXPECT_THAT(said, HasSubstr("1 (100.0 % of the 1 cutoff by a move)"));
  EXPECT_THAT(ask({"info", "t.db"}), HasSubstr("2 alpha, 0 beta; no skipped move recorded"));
  ask({"report", "t.db", "-o", "report"});
  const std::string page = read_file(folder_ / "report/report.md");
  EXPECT_THAT(page, HasSubstr("It made 2 cutoffs; no skipped move is recorded."));
  EXPECT_THAT(page,
              HasSubstr("100.0 % of the cutoffs by a move (1 of 1) came from the first move"));
  EXPECT_THAT(page, HasSubstr("The game is mine."));
}

// PyChess can report its line as books print it. It was called another line than the same moves as
// the nodes name them, and followed no node.
TEST_F(ForeignEngine, ALineInAnotherNotationIsTheSameLine) {
  write_file(folder_ / "chess.ndjson", R"(
{"event":"search","game":"chess","position":"k7/8/8/8/8/8/8/K7 w - - 0 1"}
{"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"a1a2","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"enter","move":"a1b1","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":1}
{"event":"end_search","value":1,"pv":["Kb1","Kb8"]}
)");
  ask({"import", "chess.ndjson", "-o", "chess.db"});
  const std::string said = ask({"pv", "chess.db"});
  EXPECT_THAT(said, HasSubstr("pv of pass 1: a1b1\n"));
  EXPECT_THAT(said, HasSubstr("further moves, not recorded below here: Kb8"));
  EXPECT_THAT(ask({"pv", "chess.db", "--moves", "san"}), HasSubstr("pv of pass 1: Kb1\n"));
}

}  // namespace
}  // namespace plytrace::test
