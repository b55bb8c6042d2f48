// SPDX-License-Identifier: MIT
//
// Covers the hints of viewer/verify/report for an author who has just begun to record an engine:
// what to declare, which event may be missing, and on which assumptions the root value rests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/json_schema.h"
#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using verify::Verdict;

// The second child is worth 2, but the root says 4.
constexpr const char* kWrong = R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":2,"kind":"terminal"}
{"event":"leave","value":4}
)";

// The message "`roles` and `scores` were not captured" did not say what to do.
TEST(FirstContact, ASuspectRowSaysWhatToDeclare) {
  const ScratchFolder folder;
  const verify::VerifyReport nothing = judge(imported(folder, kWrong));
  EXPECT_EQ(nothing.verdict, Verdict::kIncomplete) << outline(nothing);
  EXPECT_THAT(
      nothing.hints,
      ElementsAre(
          "if your search reports all of its null moves, reductions, re-searches and stand "
          "pats (or has none), declare \"captured\":[\"usual\"] (in C: captured = \"usual\")"));
  const ScratchFolder other;
  const verify::VerifyReport some = judge(imported(
      other,
      std::string("{\"event\":\"search\",\"captured\":[\"bounds\",\"cutoffs\"]}\n") + kWrong));
  EXPECT_THAT(some.hints,
              ElementsAre(HasSubstr("\"captured\":[\"bounds\",\"cutoffs\",\"roles\",\"scores\"]")));
  // An author who follows the hint gets a verdict.
  const ScratchFolder third;
  const verify::VerifyReport all = judge(
      imported(third, std::string("{\"event\":\"search\",\"captured\":[\"usual\"]}\n") + kWrong));
  EXPECT_EQ(blamed(all), "value@1") << outline(all);
  EXPECT_THAT(all.hints, Not(Contains(HasSubstr("declare"))));
}

// "proven of the root" was printed although moves may be missing.
TEST(FirstContact, WhereMovesMayBeMissingTheValueWouldFollow) {
  const ScratchFolder folder;
  const auto headline = [&](const char* legal) {
    const std::string lines =
        R"({"event":"search","captured":["bounds","cutoffs","legal","roles","scores","probes","stores"]}
{"event":"enter","side":"max"}
{"event":"enter","move":"a","side":"min"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3)" +
        std::string(legal) + "}\n";
    return plytrace({"verify", imported(folder, lines)}).out;
  };
  EXPECT_THAT(headline(""), HasSubstr("\nwould follow for the root: 3, if no moves are missing\n"));
  EXPECT_THAT(headline(",\"legal\":1"), HasSubstr("\nproven of the root: 3\n"));
}

// A bound from the table or from a pattern that narrowed the window without an event caused a list
// of wrong claims.
TEST(FirstContact, AnUnreportedNarrowingIsAHint) {
  const std::string search = "{\"event\":\"search\",\"captured\":[\"usual\"]}\n";
  const auto judged = [&](const std::string& told, const std::string& alpha, const char* value) {
    const ScratchFolder folder;
    return judge(imported(folder, search + R"({"event":"enter","side":"max","alpha":-9,"beta":9}
)" + told + R"({"event":"enter","move":"a","side":"min","alpha":)" +
                                      alpha + R"(,"beta":9}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"leave","value":)" + value + "}\n"));
  };
  const verify::VerifyReport told =
      judged("{\"event\":\"bound\",\"cause\":\"static\",\"alpha\":4,\"beta\":9}\n", "4", "4");
  EXPECT_EQ(told.verdict, Verdict::kVerified) << outline(told);
  const verify::VerifyReport silent = judged("", "4", "4");
  EXPECT_EQ(silent.verdict, Verdict::kRefuted) << outline(silent);
  EXPECT_THAT(silent.hints, Contains("it agrees if a bound event is missing at this node"));
  // A wrong window gets no such hint: an engine that knows a bound returns at least that bound.
  const verify::VerifyReport lost = judged("", "4", "1");
  EXPECT_THAT(lost.hints, Not(Contains(HasSubstr("bound event"))));
  // A value that no bound explains gets no such hint.
  const verify::VerifyReport wrong = judged("", "-9", "4");
  EXPECT_EQ(wrong.verdict, Verdict::kRefuted) << outline(wrong);
  EXPECT_THAT(wrong.hints, Not(Contains(HasSubstr("bound event"))));
}

// The hint about an unreported update by a child was also given for a bug, a window above the best
// child's value, and for a best move that proves only a bound.
TEST(FirstContact, AForgottenUpdateIsTheOneOfTheBestChild) {
  const auto judged = [](int alpha, const std::string& best, const std::string& captured) {
    return judged_engine(search_line(",\"windows\":\"exact\"", captured) + root_line(2, -9, 9) +
                         leaf_lines("a", "min", 1, -9, 9, 1) + leaf_lines("b", "min", 1, 1, 9, 3) +
                         enter_line("c", "min", 1, alpha, 9) +
                         leaf_lines("x", "max", 0, alpha, 9, 3) +
                         cutoff_line("alpha", "child", 3, alpha, 9, ",\"skipped\":1") +
                         leave_line(3) + leave_line(3, ",\"best_move\":\"" + best + "\"") +
                         end_line(",\"value\":3,\"lower\":3,\"upper\":3"));
  };
  const std::string usual = "\"usual\"";
  EXPECT_THAT(judged(3, "b", usual).hints,
              Contains("all 2 agree if a bound event is missing at these nodes"))
      << outline(judged(3, "b", usual));
  EXPECT_THAT(judged(5, "b", usual).hints, Not(Contains(HasSubstr("bound event"))));
  EXPECT_THAT(judged(3, "c", usual).hints, Not(Contains(HasSubstr("bound event"))));
  EXPECT_THAT(judged(3, "c", "\"cutoffs\"").hints, Not(Contains(HasSubstr("bound event"))));
}

// MAX takes `a`. That a drops a reply matters, because MIN may have a better one. That `b` drops
// one does not: MIN has shown that b is worth at most 2.
TEST(FirstContact, TheReportNamesTheAssumptionsOfTheRoot) {
  const ScratchFolder folder;
  const std::string trace = imported(
      folder,
      R"({"event":"search","captured":["bounds","cutoffs","legal","roles","scores","probes","stores"]}
{"event":"enter","side":"max"}
{"event":"enter","move":"a","side":"min"}
{"event":"enter","move":"x","side":"max"}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"cutoff","kind":"forward","cause":"late_move","skipped":1}
{"event":"leave","value":5,"legal":2}
{"event":"enter","move":"b","side":"min"}
{"event":"enter","move":"y","side":"max"}
{"event":"leave","value":2,"kind":"terminal"}
{"event":"cutoff","kind":"forward","cause":"late_move","skipped":3}
{"event":"leave","value":2,"legal":4}
{"event":"leave","value":5,"legal":2}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.assumptions_text(), "2 forward");
  EXPECT_THAT(plytrace({"verify", trace}).out,
              HasSubstr("\n  the value of the root rests on 1 of 2 forward\n"));
  const std::string json = plytrace({"verify", trace, "--format", "json"}).out;
  EXPECT_EQ(output_problems("verify", json), "");
  EXPECT_EQ(parse_json(json)["results"][0]["root_assumptions"], parse_json(R"({"forward":1})"));
}

// A solver searches to the end of the game, whatever its depth counts, and does not report that.
TEST(FirstContact, AnOracleFollowsASolverToTheEndOfTheGame) {
  const ScratchFolder folder;
  write_file(folder / "position", "XO./.X./O.. X\n");
  const std::string own =
      record(folder, "own", "tictactoe -d 9 --position " + (folder / "position"));
  const auto solver = [&](const char* depth, const std::string& extra) {
    return altered(folder, own,
                   "UPDATE search SET engine = 'mine', windows = NULL, uniform = 0, depth = " +
                       std::string(depth) +
                       ", completed_depth = NULL; UPDATE pass SET depth = NULL; "
                       "UPDATE node SET depth = NULL; DELETE FROM digest;" +
                       extra);
  };
  verify::VerifyOptions options;
  options.oracle.emplace();
  const verify::VerifyReport sound = judge(solver("NULL", ""), options);
  EXPECT_EQ(sound.check(verify::Check::kOracle).status, verify::CheckStatus::kPassed)
      << outline(sound) << sound.check(verify::Check::kOracle).reason;
  // The oracle also searches below a claim that was made without a search, by default.
  const verify::VerifyReport wrong =
      judge(solver("NULL",
                   "UPDATE node SET kind = 4, value = -value, score = NULL WHERE id = (SELECT id "
                   "FROM node WHERE kind = 2 AND value <> 0 ORDER BY id LIMIT 1)"));
  EXPECT_THAT(blamed(wrong), HasSubstr("leaf_score@")) << outline(wrong);
}

}  // namespace
}  // namespace plytrace::test
