// SPDX-License-Identifier: MIT
//
// Covers cutoff_rules.cc and static_eval.cc in viewer/verify/node: cutoffs by ProbCut, multi-cut,
// razoring and null move are compared with the search that they rest on, and the note static_eval
// with the value that a node takes because of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

constexpr const char* kProbe = R"(,"role":"probe")";
constexpr const char* kNull = R"(,"role":"null_move")";

// A root with the window (10, 11) that is cut after `searches` and claims the value of the cutoff.
std::string cut_root(const std::string& searches, const std::string& kind, const std::string& cause,
                     int value, const std::string& captured = "\"usual\"") {
  return search_line("", captured) + root_line(6, 10, 11) + searches +
         cutoff_line(kind, cause, value, 10, 11) + leave_line(value) +
         end_line(fmt::format(",\"value\":{},\"{}\":{}", value, kind == "beta" ? "lower" : "upper",
                              value));
}

// The probe gave 50 and the cutoff claimed 200, but the verdict was VERIFIED.
TEST(CitedSearches, AProbcutClaimsNoMoreThanItsSearchGave) {
  const auto probed = [](int given, int value) {
    return judged_engine(
        cut_root(leaf_lines("b", "min", 2, 199, 200, given, kProbe), "beta", "probcut", value));
  };
  EXPECT_EQ(blamed(probed(50, 200)), "cutoff@1");
  EXPECT_EQ(blamed(probed(199, 200)), "cutoff@1");
  // It said what the probe proves, but show says what it returned.
  EXPECT_THAT(probed(50, 200).findings.front().message,
              testing::HasSubstr("which returned 50 and proves 50, and claims >= 200"));
  for (const auto& sound : {probed(200, 200), probed(230, 200), probed(200, 11)}) {
    EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
    EXPECT_EQ(warned(sound), "");
    EXPECT_EQ(times_assumed(sound, Assumption::kProbcut), 1U);
  }
}

TEST(CitedSearches, TheScoresMayCountFromTheSideToMove) {
  const std::string lines = search_line(R"(,"perspective":"side")") + root_line(6, 10, 11) +
                            leaf_lines("b", "min", 2, -200, -199, -50, kProbe) +
                            cutoff_line("beta", "probcut", 200, 10, 11) + leave_line(200) +
                            end_line(R"(,"value":200,"lower":200)");
  EXPECT_EQ(blamed(judged_engine(lines)), "cutoff@1");
}

TEST(CitedSearches, AtANodeOfMinTheCutoffIsMirrored) {
  const auto cut = [](int given) {
    return judged_engine(search_line() + root_line(6, -99, 99) +
                         enter_line("a", "min", 5, -99, 99) +
                         leaf_lines("x", "max", 2, -31, -30, given, kProbe) +
                         cutoff_line("alpha", "probcut", -30, -99, 99) + leave_line(-30) +
                         leave_line(-30) + end_line(R"(,"value":-30)"));
  };
  // -30 does not close (-99, 99), and this is the first and only finding.
  EXPECT_EQ(blamed(cut(-40)), "cutoff@2");
  const auto narrow = [](int given) {
    return judged_engine(search_line() + root_line(6, -20, 99) +
                         enter_line("a", "min", 5, -20, 99) +
                         leaf_lines("x", "max", 2, -31, -30, given, kProbe) +
                         cutoff_line("alpha", "probcut", -30, -20, 99) + leave_line(-30) +
                         leave_line(-30) + end_line(R"(,"value":-30,"upper":-30)"));
  };
  EXPECT_EQ(blamed(narrow(5)), "cutoff@2");
  EXPECT_EQ(narrow(-31).verdict, Verdict::kVerified) << outline(narrow(-31));
}

// Multi-cut: a search of the position without the table move fails high, so several moves reach
// beta.
TEST(CitedSearches, AMultiCutRestsOnASearchWithoutTheTableMove) {
  const auto multi_cut = [](int given, int value) {
    const std::string singular = enter_line("", "max", 3, 39, 40, kProbe) +
                                 "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n" +
                                 leaf_lines("b", "min", 2, 39, 40, given) +
                                 (given >= 40 ? cutoff_line("beta", "child", given, 39, 40) : "") +
                                 leave_line(given, given >= 40 ? "" : ",\"legal\":1");
    return judged_engine(cut_root(singular, "beta", "multi_cut", value));
  };
  EXPECT_EQ(blamed(multi_cut(20, 40)), "cutoff@1");
  const auto sound = multi_cut(45, 40);
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  EXPECT_EQ(times_assumed(sound, Assumption::kMultiCut), 1U);
}

TEST(CitedSearches, RazoringRestsOnItsSearchIfThereIsOne) {
  const auto razored = [](const std::string& searches, int value) {
    return judged_engine(cut_root(searches, "alpha", "razoring", value));
  };
  const auto quiet = [](int value) { return leaf_lines("", "max", 0, 9, 10, value, kProbe); };
  EXPECT_EQ(blamed(razored(quiet(60), 5)), "cutoff@1");
  for (const auto& sound : {razored(quiet(4), 5), razored("", 5)}) {
    EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
    EXPECT_EQ(warned(sound), "");
  }
}

TEST(CitedSearches, ANullMoveProvesWhatItsCutoffClaims) {
  const auto passed = [](int given, int value) {
    return judged_engine(
        cut_root(leaf_lines("", "min", 2, 10, 11, given, kNull), "beta", "null_move", value));
  };
  EXPECT_EQ(blamed(passed(11, 200)), "cutoff@1");
  EXPECT_EQ(blamed(passed(5, 11)), "cutoff@1");
  for (const auto& sound : {passed(11, 11), passed(90, 11), passed(90, 90)}) {
    EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
    EXPECT_EQ(warned(sound), "");
  }
}

// The value that the cutoff compares and the value that the node returns may differ.
TEST(CitedSearches, ANodeMayReturnWhatTheSearchGaveInsteadOfTheBound) {
  const auto report = judged_engine(search_line() + root_line(6, 10, 11) +
                                    leaf_lines("", "min", 2, 10, 11, 90, kNull) +
                                    cutoff_line("beta", "null_move", 11, 10, 11) + leave_line(90) +
                                    end_line(R"(,"value":90,"lower":90)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

TEST(CitedSearches, ACutoffThatRestsOnAnUnreportedSearchIsAWarning) {
  for (const std::string cause : {"null_move", "probcut", "multi_cut"}) {
    const auto report = judged_engine(cut_root("", "beta", cause, 11));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(warned(report), "cut_unsearched@1") << cause;
  }
  for (const std::string cause : {"static", "futility", "other", "draw_claim", "mate_distance"}) {
    EXPECT_EQ(warned(judged_engine(cut_root("", "beta", cause, 11))), "") << cause;
  }
}

// If roles are not reported, such a search may look like a move, or be absent.
TEST(CitedSearches, NothingIsReportedWhereRolesAreUnknown) {
  const std::string captured = R"("windows","bounds","cutoffs","scores","probes","stores")";
  EXPECT_EQ(warned(judged_engine(cut_root("", "beta", "null_move", 11, captured))), "");
  const auto report = judged_engine(
      cut_root(leaf_lines("b", "min", 2, 199, 200, 50, kProbe), "beta", "probcut", 200, captured));
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

// Internal deepening is reported as a probe beside the searches of ProbCut. The child that proves
// the cutoff counts, whichever came last.
TEST(CitedSearches, AnyChildThatProvesTheCutoffWillDo) {
  const std::string deepening = leaf_lines("", "max", 4, 10, 11, 3, kProbe);
  const std::string quiet = leaf_lines("b", "min", 0, 199, 200, 210, kProbe);
  const std::string reduced = leaf_lines("b", "min", 2, 199, 200, 205, kProbe);
  for (const std::string& searches : {deepening + quiet + reduced, quiet + reduced + deepening}) {
    const auto report = judged_engine(cut_root(searches, "beta", "probcut", 200));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  }
}

TEST(CitedSearches, AProbeThatWasStoppedCarriesNothing) {
  const std::string stopped =
      enter_line("b", "min", 2, 199, 200, kProbe) + "{\"event\":\"leave\"}\n";
  EXPECT_EQ(blamed(judged_engine(cut_root(stopped, "beta", "probcut", 200))), "aborted_used@1");
}

// A futility cutoff of 200 beside a static_eval of -300 was VERIFIED without a warning.
TEST(StaticEval, AFutilityCutoffClaimsNoMoreThanTheNodeNotes) {
  const auto futile = [](const std::string& eval, int value) {
    return judged_engine(cut_root(note_line("static_eval", eval), "beta", "futility", value));
  };
  const auto wrong = futile("-300", 200);
  EXPECT_EQ(wrong.verdict, Verdict::kVerified) << outline(wrong);
  EXPECT_EQ(warned(wrong), "static_eval@1");
  EXPECT_EQ(warned(futile("250", 200)), "");
  EXPECT_EQ(warned(futile("200", 200)), "");
  EXPECT_EQ(warned(futile("about -300", 200)), "");
}

TEST(StaticEval, ATableEntryMayHaveCorrectedIt) {
  const std::string entry =
      "{\"event\":\"probe\",\"key\":7,\"value\":220,\"bound\":\"lower\",\"depth\":6,"
      "\"stored_depth\":2,\"move\":\"a\",\"used\":\"move\"}\n";
  const auto report =
      judged_engine(cut_root(entry + note_line("static_eval", "-300"), "beta", "futility", 200));
  EXPECT_EQ(warned(report), "");
}

// The value of a note has the engine's point of view, like its other scores.
TEST(StaticEval, ANoteOfANegamaxCountsFromTheSideToMove) {
  const auto futile = [](const std::string& perspective, const std::string& eval) {
    const bool side = perspective == "side";
    return judged_engine(
        search_line(",\"perspective\":\"" + perspective + "\"") + root_line(3, 10, 99) +
        enter_line("a", "min", 2, side ? -99 : 10, side ? -10 : 99) +
        note_line("static_eval", eval) +
        cutoff_line(side ? "beta" : "alpha", "futility", side ? 20 : -20, side ? -99 : 10,
                    side ? -10 : 99) +
        leave_line(side ? 20 : -20) + leave_line(-20) + end_line(R"(,"value":-20)"));
  };
  EXPECT_EQ(warned(futile("side", "25")), "");
  EXPECT_EQ(warned(futile("side", "-25")), "static_eval@2");
  EXPECT_EQ(warned(futile("max", "-25")), "");
  EXPECT_EQ(warned(futile("max", "25")), "static_eval@2");
}

TEST(StaticEval, StandPatRazoringAndDroppedMovesRestOnIt) {
  const auto stands = [](const std::string& eval) {
    return judged_engine(search_line() + root_line(0, 10, 11, ",\"phase\":\"quiescence\"") +
                         note_line("static_eval", eval) +
                         cutoff_line("beta", "stand_pat", 40, 10, 11) + leave_line(40) +
                         end_line(R"(,"value":40,"lower":40)"));
  };
  EXPECT_EQ(warned(stands("-5")), "static_eval@1");
  EXPECT_EQ(warned(stands("40")), "");
  const auto razored = [](const std::string& eval) {
    return judged_engine(cut_root(note_line("static_eval", eval), "alpha", "razoring", 5));
  };
  EXPECT_EQ(warned(razored("60")), "static_eval@1");
  EXPECT_EQ(warned(razored("-200")), "");
  const auto dropped = [](const std::string& eval) {
    return judged_engine(search_line() + root_line(1, 30, 99) + note_line("static_eval", eval) +
                         leaf_lines("a", "min", 0, 30, 99, 3) +
                         "{\"event\":\"cutoff\",\"kind\":\"forward\",\"cause\":\"futility\","
                         "\"value\":20,\"skipped\":4}\n" +
                         leave_line(20) + end_line(R"(,"value":20,"upper":20)"));
  };
  EXPECT_EQ(warned(dropped("55")), "static_eval@1");
  EXPECT_EQ(warned(dropped("-5")), "");
}

}  // namespace
}  // namespace plytrace::test
