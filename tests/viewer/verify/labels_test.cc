// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/pass and node: no label is believed if rows contradict it or if no row shows
// it. Labels are depths of passes, reported values, kinds of leaves and the required depth of a
// probe.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Interval;
using verify::Verdict;
using verify::VerifyReport;

// Two null windows around 8: the first ends at the move a, the second searches one ply deeper.
// `first`, `second`: fields of the passes; `first_root`, `second_root`: fields of the roots.
std::string two_probes(const std::string& first, const std::string& second,
                       const std::string& first_root, const std::string& second_root,
                       const std::string& end = R"("value":8,"lower":8,"upper":8)") {
  const auto with = [](const std::string& fields) { return fields.empty() ? "" : "," + fields; };
  return R"({"event":"pass","purpose":"probe","alpha":7,"beta":8)" + with(first) + R"(}
{"event":"enter","side":"max","alpha":7,"beta":8)" +
         with(first_root) + R"(}
{"event":"enter","move":"a","side":"min","alpha":7,"beta":8}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":8,"alpha":7,"beta":8,"skipped":1}
{"event":"leave","value":8,"legal":2}
{"event":"pass","purpose":"probe","alpha":8,"beta":9)" +
         with(second) + R"(}
{"event":"enter","side":"max","alpha":8,"beta":9)" +
         with(second_root) + R"(}
{"event":"enter","move":"a","side":"min","alpha":8,"beta":9}
{"event":"enter","move":"x","side":"max","alpha":8,"beta":9}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":8,"alpha":8,"beta":9,"skipped":1}
{"event":"leave","value":8,"legal":2}
{"event":"enter","move":"b","side":"min","alpha":8,"beta":9}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"leave","value":8,"legal":2}
{"event":"end_search",)" +
         end + "}\n";
}

// A root of depth 3 with the moves a and b, where a is searched one ply less deep than b. `root`,
// `a`: the fields that report their depths.
std::string secret_reduction(const std::string& root, const std::string& a) {
  return R"({"event":"pass","depth":3}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf")" +
         root + R"(}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf")" +
         a + R"(}
{"event":"enter","move":"x","side":"max","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5,"legal":1}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf","depth":2}
{"event":"enter","move":"y","side":"max","alpha":"-inf","beta":"+inf","depth":1}
{"event":"enter","move":"z","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"leave","value":3,"legal":1}
{"event":"leave","value":5,"legal":2}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":3}
)";
}

// The reduction was not seen where the root or the reduced node reported no depth: VERIFIED.
TEST(PassLabels, ANodeWithoutADepthHidesNoReduction) {
  const std::string three = R"(,"depth":3)";
  const std::string one = R"(,"depth":1)";
  for (const auto& lines : {secret_reduction(three, one), secret_reduction("", one),
                            secret_reduction(three, ""), secret_reduction("", "")}) {
    const VerifyReport report = judge_labels(lines);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(assumed_kinds(report), "reduced") << outline(report);
    // A uniform search promises that nothing is reduced.
    const VerifyReport uniform = judge_labels(lines, R"("uniform":true)");
    EXPECT_TRUE(uniform.verdict == Verdict::kRefuted || !assumed_kinds(uniform).empty())
        << outline(uniform);
  }
}

// Passes without a depth were intersected, whatever iteration they belonged to: VERIFIED.
TEST(PassLabels, PassesWithoutADepthProveNothingTogether) {
  for (const char* end : {R"("value":8,"lower":8,"upper":8)", R"("value":8)"}) {
    const VerifyReport report = judge_labels(two_probes("", "", "", "", end), R"("uniform":true)");
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_TRUE(outline_says(report, "report the depth of each")) << outline(report);
  }
}

// A depth at one pass, or at its root, says nothing about the other pass.
TEST(PassLabels, ADepthOfOnePassSaysNothingOfAnother) {
  for (const char* end : {R"("value":8,"lower":8,"upper":8)",
                          R"("value":8,"lower":8,"upper":8,"completed_depth":2)"}) {
    for (const auto& lines :
         {two_probes("", R"("depth":2)", "", "", end), two_probes(R"("depth":2)", "", "", "", end),
          two_probes("", "", "", R"("depth":2)", end)}) {
      const VerifyReport report = judge_labels(lines);
      EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
      EXPECT_TRUE(outline_says(report, "report the depth of each")) << outline(report);
    }
  }
}

// A pass whose row and root had different depths was combined with those of its row's depth.
TEST(PassLabels, APassOfTwoDepthsJoinsNoOther) {
  for (const auto& lines :
       {two_probes(R"("depth":2)", R"("depth":2)", R"("depth":1)", R"("depth":2)"),
        two_probes(R"("depth":2)", R"("depth":2)", R"("depth":1)", "")}) {
    const VerifyReport report = judge_labels(lines);
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_TRUE(outline_says(report, "pass 1 reports depth 2, its root depth 1"))
        << outline(report);
  }
}

// The certificate of such a search caused an internal error.
TEST(PassLabels, TwoDepthsAreNoInternalErrorOfACertificate) {
  const ScratchFolder folder;
  for (const auto& lines :
       {two_probes(R"("depth":2)", R"("depth":2)", R"("depth":1)", R"("depth":2)"),
        two_probes("", R"("depth":2)", "", ""), two_probes("", "", "", "")}) {
    imported(folder, R"({"event":"search","game":"x","fail":"soft","captured":["usual"],)"
                     R"("uniform":true})"
                     "\n" +
                         lines);
    const ProgramResult result = plytrace(
        {"verify", "imported.db", "--certificate", "run.cert", "--force"}, folder.path().string());
    EXPECT_EQ(result.err.find("internal error"), std::string::npos) << result.err;
    EXPECT_EQ(result.exit_code, 4) << result.out << result.err;
  }
}

// Passes with equal depths prove a value together, wherever the depth is reported.
TEST(PassLabels, PassesOfOneDepthProveTogether) {
  for (const auto& lines :
       {two_probes(R"("depth":2)", R"("depth":2)", "", ""),
        two_probes("", R"("depth":2)", R"("depth":2)", ""),
        two_probes(R"("depth":2)", R"("depth":2)", R"("depth":4)", R"("depth":4)")}) {
    const VerifyReport report = judge_labels(lines);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(report.proven, (Interval{8, 8}));
  }
}

// Two passes that report one depth were VERIFIED together, although one of them went a ply deeper.
TEST(PassLabels, PassesOfOneDepthWhoseLeavesLieDeeperAreAssumed) {
  for (const char* more : {R"("uniform":true)", R"("uniform":false)"}) {
    const VerifyReport report =
        judge_labels(two_probes(R"("depth":1)", R"("depth":1)", "", ""), more);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(assumed_kinds(report), "deeper") << more;
  }
  // One pass alone needs no other: extensions are part of its tree.
  const VerifyReport alone = judge_labels(R"({"event":"pass","depth":1,"alpha":0,"beta":20}
{"event":"enter","side":"max","alpha":0,"beta":20}
{"event":"enter","move":"a","side":"min","alpha":0,"beta":20}
{"event":"enter","move":"x","side":"max","alpha":0,"beta":20}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"bound","alpha":0,"beta":8}
{"event":"leave","value":8,"legal":1}
{"event":"bound","alpha":8,"beta":20}
{"event":"leave","value":8,"legal":1}
{"event":"end_search","value":8,"lower":8,"upper":8,"completed_depth":1}
)");
  EXPECT_EQ(alone.verdict, Verdict::kVerified) << outline(alone);
  EXPECT_EQ(assumed_kinds(alone), "");
}

// A certificate was PROVEN although one of its trees ended at a leaf that the other tree searched.
TEST(PassLabels, PassesOfDifferentDepthsGiveNoCertificate) {
  const ScratchFolder folder;
  imported(folder, R"({"event":"search","game":"x","fail":"soft","captured":["usual"]})"
                   "\n" +
                       two_probes(R"("depth":1)", R"("depth":1)", "", ""));
  const ProgramResult result =
      plytrace({"verify", "imported.db", "--certificate", "run.cert"}, folder.path().string());
  EXPECT_NE(result.out.find("none was written: passes"), std::string::npos) << result.out;
  EXPECT_FALSE(std::filesystem::exists(folder / "run.cert"));
}

// "the passes have no depth" was said where one of them had.
TEST(PassLabels, TheReasonSaysWhetherAllOrSomeLackADepth) {
  EXPECT_TRUE(outline_says(judge_labels(two_probes("", "", "", "")), "the passes have no depth"));
  EXPECT_TRUE(outline_says(judge_labels(two_probes("", R"("depth":2)", "", "")),
                           "some passes have no depth"));
}

// Passes that excluded different moves, but equally many, were combined.
TEST(PassLabels, PassesWithoutDifferentMovesProveNothingTogether) {
  const std::string lines = R"({"event":"pass","purpose":"multipv","depth":1,"alpha":7,"beta":8}
{"event":"enter","side":"max","depth":1,"alpha":7,"beta":8}
{"event":"exclude","moves":["a"]}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":7,"beta":8}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":8,"alpha":7,"beta":8,"skipped":1}
{"event":"leave","value":8,"legal":2}
{"event":"pass","purpose":"multipv","depth":1,"alpha":8,"beta":9}
{"event":"enter","side":"max","depth":1,"alpha":8,"beta":9}
{"event":"exclude","moves":["b"]}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":8,"beta":9}
{"event":"leave","value":8,"kind":"horizon","bound":"upper"}
{"event":"leave","value":8,"legal":1}
{"event":"end_search","value":8,"lower":8,"upper":8,"completed_depth":1}
)";
  const VerifyReport report = judge_labels(lines);
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_TRUE(outline_says(report, "leave out different moves")) << outline(report);
}

std::string one_move_search(const std::string& leave, const std::string& end) {
  return R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave",)" +
         leave + R"(,"legal":1}
{"event":"end_search",)" +
         end + "}\n";
}

// A reported value without bounds was not compared with anything.
TEST(ReportedValue, IsHeldAgainstWhatIsProven) {
  for (const char* leave : {R"("value":3)", R"("value":3,"bound":"lower")"}) {
    for (const char* end : {R"("value":100)", R"("value":2)", R"("value":100,"lower":0)",
                            R"("value":100,"lower":0,"upper":200)"}) {
      const VerifyReport report = judge_labels(one_move_search(leave, end));
      EXPECT_EQ(blamed(report), "search_value@1") << leave << end << outline(report);
    }
    EXPECT_EQ(judge_labels(one_move_search(leave, R"("value":3)")).verdict, Verdict::kVerified);
  }
}

// A root may return the end of its window, which is a bound.
TEST(ReportedValue, MayBeTheEndOfTheWindow) {
  const ScratchFolder folder;
  const std::string file = imported(folder, R"({"event":"search","fail":"hard","captured":["usual"]}
{"event":"enter","side":"max","alpha":0,"beta":2}
{"event":"enter","move":"a","side":"min","alpha":0,"beta":2}
{"event":"leave","value":2,"score":3,"bound":"lower","kind":"horizon"}
{"event":"cutoff","kind":"beta","value":2,"alpha":0,"beta":2,"skipped":1}
{"event":"leave","value":2,"legal":2}
{"event":"end_search","value":2,"lower":2}
)");
  EXPECT_EQ(judge(file).verdict, Verdict::kVerified) << outline(judge(file));
}

// A leaf that the table answered is a table answer, whatever kind it reports.
TEST(LeafLabels, AnAnsweredLeafIsATableAnswer) {
  for (const char* kind : {"terminal", "draw", "known", "horizon", "table", "interior"}) {
    const std::string lines = R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"probe","value":5,"bound":"lower","used":"answered"}
{"event":"leave","value":5,"kind":")" +
                              std::string(kind) +
                              R"("}
{"event":"leave","value":5,"legal":1}
{"event":"end_search","value":5,"lower":5,"upper":5}
)";
    const VerifyReport report = judge_labels(lines);
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << kind << outline(report);
    EXPECT_NE(assumed_kinds(report).find("table_origin"), std::string::npos) << kind;
  }
}

// A node reported as a leaf but cut before its moves is worth only what the cut proves.
TEST(LeafLabels, ALeafThatWasCutIsABound) {
  const auto lines = [](const std::string& cut, const std::string& leave) {
    return R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":-6,"beta":6}
{"event":"cutoff","kind":"alpha","value":-7,"alpha":-6,"beta":6,)" +
           cut + R"(}
{"event":"leave","value":-7,)" +
           leave + R"(}
{"event":"leave","value":-7,"legal":1}
{"event":"end_search","value":-7,"lower":-7,"upper":-7}
)";
  };
  for (const char* kind : {"horizon", "terminal", "draw"}) {
    const std::string leave = R"("kind":")" + std::string(kind) + '"';
    const VerifyReport report = judge_labels(lines(R"("cause":"stand_pat","skipped":2)", leave));
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << kind << outline(report);
  }
}

// A node cut by an entry that proves one end was taken for the end of the game if it skipped
// nothing.
TEST(LeafLabels, AnAnswerThatCutIsNoEndOfTheGame) {
  for (const char* skipped : {"", R"(,"skipped":0)", R"(,"skipped":3)"}) {
    const VerifyReport report =
        judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":5,"beta":6}
{"event":"probe","value":5,"bound":"upper","used":"answered"}
{"event":"cutoff","kind":"alpha","cause":"table","value":5,"alpha":5,"beta":6)" +
                     std::string(skipped) + R"(}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"leave","value":5,"legal":1}
{"event":"end_search","value":5,"lower":5,"upper":5}
)");
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << skipped << outline(report);
  }
}

// A leaf that reports a number of moves contradicts its kind.
TEST(LeafLabels, ALeafWithoutMovesIsTheEndOfTheGame) {
  const auto lines = [](const std::string& leaf) {
    return R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,)" +
           leaf + R"(}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)";
  };
  EXPECT_EQ(warned(judge_labels(lines(R"("kind":"horizon","legal":0)"))), "leaf_moves@2");
  EXPECT_EQ(warned(judge_labels(lines(R"("kind":"terminal","legal":4)"))), "leaf_moves@2");
  EXPECT_EQ(warned(judge_labels(lines(R"("kind":"horizon","legal":4)"))), "");
  EXPECT_EQ(warned(judge_labels(lines(R"("kind":"terminal","legal":0)"))), "");
}

// An entry of a shallow search answered a deep node, because the probe reported a smaller required
// depth.
TEST(AskedDepth, LessThanTheNodeHasIsAssumed) {
  const auto lines = [](const std::string& depth, const std::string& asked) {
    return R"({"event":"enter","side":"max","depth":6,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":11,"role":"probe"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":5}
{"event":"leave","kind":"horizon","value":40}
{"event":"bound","alpha":"-inf","beta":40}
{"event":"store","value":40,"bound":"exact","key":11,"depth":1}
{"event":"leave","value":40,"legal":1}
{"event":"enter","move":"a","side":"min",)" +
           depth + R"("alpha":"-inf","beta":"+inf","key":11}
{"event":"probe","value":40,"bound":"exact","used":"answered","key":11,"depth":)" +
           asked + R"(,"stored_depth":1}
{"event":"leave","kind":"table","value":40}
{"event":"bound","alpha":40,"beta":"+inf"}
{"event":"leave","value":40,"legal":1}
{"event":"end_search","value":40,"lower":40,"upper":40}
)";
  };
  for (const char* depth : {R"("depth":5,)", ""}) {
    const VerifyReport report = judge_labels(lines(depth, "1"));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(assumed_kinds(report), "reduced");
    EXPECT_EQ(report.shallow_answers, 1U);
    EXPECT_EQ(report.plies_missing, 4);
  }
  EXPECT_EQ(blamed(judge_labels(lines(R"("depth":5,)", "5"))), "table_depth@4");
}

// The completed depth of a search was believed although no row had a depth.
TEST(ReportedDepth, IsAssumedWhereNoRowShowsIt) {
  const std::string end = R"("value":3,"lower":3,"upper":3,"completed_depth":40)";
  const VerifyReport report = judge_labels(one_move_search(R"("value":3)", end));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "told_depth");
  const VerifyReport untold =
      judge_labels(one_move_search(R"("value":3)", R"("value":3,"lower":3)"));
  EXPECT_TRUE(untold.unconditional) << assumed_kinds(untold);
}

// A depth that falls by 40 per move does not count plies.
TEST(ReportedDepth, IsAssumedWhereDepthsCountNoPlies) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","depth":40,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3,"completed_depth":40}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "told_depth");
}

// The side of a node was believed although another node with its key reported the other one.
TEST(KeySide, IsAssumedWhereOneKeyHasTwoSides) {
  const auto judge_with_side = [](const std::string& side) {
    return judge_labels(
        R"({"event":"enter","side":"max","depth":2,"key":"0x1","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"key":"0x2","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"enter","move":"b","side":")" +
        side + R"(","depth":1,"key":"0x2","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3}
)");
  };
  EXPECT_EQ(assumed_kinds(judge_with_side("max")), "key_side");
  EXPECT_TRUE(judge_with_side("min").unconditional);
}

// A node labelled quiescence that has depth left is a reduction.
TEST(PhaseLabels, QuiescenceWithDepthLeftIsAReduction) {
  for (const char* uniform : {"", R"("uniform":true)"}) {
    const VerifyReport report =
        judge_labels(R"({"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":2,"phase":"quiescence","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3,"completed_depth":3}
)",
                     uniform);
    EXPECT_EQ(assumed_kinds(report), "reduced") << outline(report);
  }
}

// The two values of one move were both taken, so that the root was VERIFIED with the larger.
TEST(SearchedTwice, AMoveWithTwoValuesIsAContradiction) {
  const auto report_on = [](const char* uniform, const char* legal) {
    return judge_labels(std::string(
                            R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":1}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":5,"legal":)") +
                            legal +
                            "}\n{\"event\":\"end_search\",\"value\":5,\"lower\":5,\"upper\":5}\n",
                        std::string(R"("uniform":)") + uniform, R"("usual","legal")");
  };
  EXPECT_EQ(blamed(report_on("true", "1")), "contradiction@3");
  const VerifyReport unstable = report_on("false", "1");
  EXPECT_EQ(unstable.verdict, Verdict::kVerified) << outline(unstable);
  EXPECT_EQ(assumed_kinds(unstable), "instability");
  // Two legal moves bear one name.
  EXPECT_EQ(assumed_kinds(report_on("true", "2")), "move_list");
}

// The full search of a move that was reduced before another one was taken for a second move.
TEST(SearchedTwice, AFullSearchReplacesAReducedOneBeforeOtherMoves) {
  const auto report_on = [](const std::string& value) {
    return judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":3}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":0,"role":"reduced"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf","depth":2}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":2}
{"event":"leave","value":2,"kind":"terminal"}
{"event":"leave","legal":2,"value":)" +
                            value + "}\n{\"event\":\"end_search\",\"value\":" + value +
                            ",\"lower\":" + value + ",\"upper\":" + value + "}\n",
                        "", R"("usual","legal")");
  };
  const VerifyReport sound = report_on("2");
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  EXPECT_EQ(assumed_kinds(sound), "");
  EXPECT_EQ(blamed(report_on("3")), "value@1");
}

// Lines of one depth that contradict each other were VERIFIED, each by itself.
TEST(FurtherLines, ProveNoMoreThanThePassOfAllMoves) {
  const auto lines = [](const char* of_line, const char* end) {
    return std::string(R"({"event":"pass","depth":1}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":1}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"c","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":2,"kind":"horizon","bound":"upper"}
{"event":"leave","value":5,"legal":2}
{"event":"pass","depth":1,"purpose":"multipv"}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":1}
{"event":"exclude","moves":["a"]}
{"event":"enter","move":"c","side":"min","alpha":"-inf","beta":"+inf","depth":0}
{"event":"leave","value":)") +
           of_line + R"(,"kind":"horizon"}
{"event":"leave","legal":1,"value":)" +
           of_line + "}\n{\"event\":\"end_search\",\"completed_depth\":1," + end + "}\n";
  };
  const char* const five = R"("value":5,"lower":5,"upper":5)";
  EXPECT_EQ(blamed(judge_labels(lines("9", five), R"("uniform":true)")), "contradiction@4");
  EXPECT_EQ(judge_labels(lines("2", five), R"("uniform":true)").verdict, Verdict::kVerified);
  const VerifyReport unstable = judge_labels(lines("9", five));
  EXPECT_EQ(unstable.verdict, Verdict::kVerified) << outline(unstable);
  EXPECT_EQ(assumed_kinds(unstable), "instability");
}

// A fail-hard search with strict cuts labels its clamped value in a window of one value by either
// end, and was REFUTED for it.
TEST(BoundLabels, MeanNothingInAWindowOfOneValue) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search",)"
                       R"("captured":["usual","legal"],"fail":"hard","options":{"cut":"strict"}}
{"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"min","move":"m","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":-1,"kind":"terminal"}
{"event":"bound","alpha":-1,"beta":"+inf"}
{"event":"enter","side":"min","move":"n","depth":2,"alpha":-1,"beta":"+inf"}
{"event":"enter","side":"max","move":"p","depth":1,"alpha":-1,"beta":"+inf"}
{"event":"leave","value":-1,"kind":"terminal"}
{"event":"bound","alpha":-1,"beta":-1}
{"event":"enter","side":"max","move":"q","depth":1,"alpha":-1,"beta":-1}
{"event":"enter","side":"min","move":"x","depth":0,"alpha":-1,"beta":-1}
{"event":"leave","value":-1,"kind":"horizon","bound":"lower","score":3}
{"event":"leave","value":-1,"legal":1,"bound":"upper"}
{"event":"leave","value":-1,"legal":2}
{"event":"leave","value":-1,"legal":2}
{"event":"end_search","value":-1,"lower":-1,"upper":-1,"completed_depth":3}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// An entry with two bounds gave two rows, one of which rests on a store with a finding. Only the
// first was believed, and the cutoff by the other one was a second finding.
TEST(EntryLabels, BothBoundsOfAnEntryWithAFindingAreBelieved) {
  const VerifyReport report = judge_labels(
      R"({"event":"enter","side":"min","depth":3}
{"event":"enter","move":"a","side":"max","depth":2,"key":1}
{"event":"enter","move":"x","side":"min","depth":0}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"store","value":5,"bound":"lower","depth":1}
{"event":"store","value":5,"bound":"upper","depth":1}
{"event":"leave","value":7}
{"event":"bound","alpha":"-inf","beta":7}
{"event":"enter","move":"b","side":"max","depth":2}
{"event":"enter","move":"y","side":"min","depth":1,"alpha":5,"beta":7}
{"event":"enter","move":"a","side":"max","depth":1,"key":1}
{"event":"probe","used":"answered","value":5,"bound":"lower","depth":1,"stored_depth":1,"stored_by":2}
{"event":"probe","used":"answered","value":5,"bound":"upper","depth":1,"stored_depth":1,"stored_by":2}
{"event":"leave","value":5,"kind":"table"}
{"event":"cutoff","kind":"alpha","value":5}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"end_search","value":5,"upper":5}
)",
      "", R"("bounds","cutoffs","roles","scores","probes","stores")");
  EXPECT_EQ(blamed(report), "store@2") << outline(report);
}

// A reduced search of a move, and the full one after it, both failed high in a null window. Without
// roles they look like one move that was searched on, and the search was REFUTED.
TEST(SearchedTwice, WithoutRolesASearchOfTheSameMoveMissesNoCutoff) {
  const auto report_on = [](const char* again) {
    return judge_labels(std::string(R"({"event":"enter","side":"max","depth":2,"alpha":-1,"beta":7}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-1,"beta":0}
{"event":"leave","value":12,"kind":"horizon"}
{"event":"enter","move":")") +
                            again +
                            R"(","side":"min","depth":1,"alpha":-1,"beta":0}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":-1,"beta":0}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"leave","value":9,"legal":1,"bound":"lower"}
{"event":"cutoff","kind":"beta","value":9,"skipped":1}
{"event":"leave","value":9,"bound":"lower"}
{"event":"end_search","value":9,"lower":9}
)",
                        R"("windows":"exact")", R"("windows","bounds","cutoffs","legal")");
  };
  EXPECT_NE(report_on("a").verdict, Verdict::kRefuted) << outline(report_on("a"));
  EXPECT_EQ(suspected(report_on("a")).find("missed_cutoff"), std::string::npos);
  EXPECT_NE(suspected(report_on("b")).find("missed_cutoff"), std::string::npos);
}

// A move was called illegal although nodes below it were searched. It hid their value, and the
// verdict named no assumption.
TEST(LeafLabels, AnIllegalMoveThatWasSearchedIsAssumedToBeIllegal) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"enter","move":"b","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"leave","kind":"illegal"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                   "", R"("usual","legal")");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "move_list");
}

// An end of the game below which a probe searched a move was believed.
TEST(LeafLabels, AnEndOfTheGameHasNoMoveToProbe) {
  const VerifyReport report =
      judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"m","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"max","alpha":"-inf","beta":"+inf","role":"probe"}
{"event":"leave","value":-9,"kind":"terminal"}
{"event":"leave","value":6,"kind":"terminal"}
{"event":"leave","value":6,"legal":1}
{"event":"end_search","value":6,"lower":6,"upper":6}
)");
  EXPECT_EQ(blamed(report), "kind@2") << outline(report);
}

// A later event replaced the static score that was reported before, and hid the contradiction.
TEST(ToldScores, TheFirstStaticScoreStays) {
  EXPECT_EQ(blamed(judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":4,"depth":0}
{"event":"stand_pat","score":3}
{"event":"cutoff","kind":"beta","value":5,"alpha":"-inf","beta":4,"cause":"stand_pat"}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5}
)")),
            "cutoff@1");
}

// The right value of a node was said to be the estimate of the moves that it dropped.
TEST(ToldScores, TheEstimateOfDroppedMovesIsABound) {
  for (const std::string value : {"3", "5"}) {
    const VerifyReport report =
        judge_labels(R"({"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"cutoff","kind":"forward","value":5,"alpha":3,"beta":"+inf","skipped":1,"cause":"futility"}
{"event":"leave","legal":2,"value":)" +
                     value + "}\n{\"event\":\"end_search\",\"value\":" + value +
                     ",\"lower\":" + value + ",\"upper\":" + value + "}\n");
    EXPECT_EQ(blamed(report), "claim@1") << outline(report);
    EXPECT_TRUE(outline_says(report, "3..5 is proven")) << outline(report);
  }
}

// The value of a hand-over under another key, so perhaps of another position, was taken for that of
// its node.
TEST(KeyOfHandOver, IsThatOfItsNode) {
  const auto lines = [](const char* key) {
    return std::string(
               R"({"event":"enter","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":11}
{"event":"enter","role":"hand_over","phase":"quiescence","side":"max","alpha":"-inf","beta":"+inf","key":)") +
           key + R"(}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5,"upper":5}
)";
  };
  EXPECT_EQ(judge_labels(lines("11")).verdict, Verdict::kVerified);
  const VerifyReport other = judge_labels(lines("12"));
  EXPECT_EQ(other.verdict, Verdict::kIncomplete) << outline(other);
  EXPECT_TRUE(outline_says(other, "report two keys")) << outline(other);
  // Keys that hold more than the position may differ.
  EXPECT_EQ(judge_labels(lines("12"), R"("options":{"key_of":"position+phase"})").verdict,
            Verdict::kVerified);
}

// The root searches b to depth 3 after an entry of b for depth 1. Its ends count plies, or, as
// `horizon` shows, its leaves have larger scores.
std::string shallow_mate(const std::string& horizon) {
  return R"({"event":"pass","depth":2}
{"event":"enter","side":"max","depth":2,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":-99,"beta":99,"key":2}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":)" +
         horizon + R"(,"kind":"horizon"}
{"event":"enter","move":"b","side":"max","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":-8,"kind":"terminal"}
{"event":"store","depth":1,"bound":"exact","value":-8}
{"event":"leave","value":-8,"legal":2}
{"event":"bound","alpha":-8,"beta":99}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-8,"beta":99,"key":3}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":-8,"beta":99}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","value":2,"legal":1}
{"event":"leave","value":2,"legal":2}
{"event":"pass","depth":3}
{"event":"enter","side":"max","depth":3,"alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","depth":2,"alpha":-99,"beta":99,"key":3}
{"event":"enter","move":"x","side":"max","depth":1,"alpha":-99,"beta":99}
{"event":"enter","move":"y","side":"min","depth":0,"alpha":-99,"beta":99}
{"event":"leave","value":-7,"kind":"terminal"}
{"event":"leave","value":-7,"legal":1}
{"event":"leave","value":-7,"legal":1}
{"event":"enter","move":"b","side":"min","depth":2,"alpha":-99,"beta":99,"key":2}
{"event":"probe","used":"answered","depth":2,"value":-8,"bound":"exact"}
{"event":"leave","value":-8}
{"event":"leave","value":-7,"legal":2}
{"event":"end_search","value":-7,"lower":-7,"upper":-7,"completed_depth":3}
)";
}

// Only the passes and the store reported depths: an entry of depth 0 answered as one of depth 2.
TEST(EntryLabels, AStoreIsNoDeeperThanItsPass) {
  const auto report_on = [](const char* depth, const std::string& more = "") {
    return judge_labels(std::string(R"({"event":"pass","depth":1}
{"event":"enter","side":"max","alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99,"key":2}
{"event":"store","value":3,"bound":"exact","depth":)") +
                            depth + R"(}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"pass","depth":3}
{"event":"enter","side":"max","alpha":-99,"beta":99,"key":1}
{"event":"enter","move":"a","side":"min","alpha":-99,"beta":99,"key":2}
{"event":"probe","value":3,"bound":"exact","used":"answered","depth":)" +
                            depth + R"(}
{"event":"leave","value":3}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3,"completed_depth":3}
)",
                        more, R"("usual","legal")");
  };
  EXPECT_EQ(assumed_kinds(report_on("2")), "reduced");
  EXPECT_EQ(blamed(report_on("2", R"("uniform":true)")), "store@2");
}

// The node reported a depth that its leaf at the horizon, which reported none, does not have.
TEST(EntryLabels, ALeafWithoutADepthIsNoDeepSearch) {
  const auto report_on = [](const char* pass, const char* a) {
    return judge_labels(std::string(R"({"event":"pass","depth":)") + pass + R"(}
{"event":"enter","side":"max","depth":)" +
                            pass + R"(,"alpha":-99,"beta":99}
{"event":"enter","move":"a","side":"min","depth":)" +
                            a + R"(,"alpha":-99,"beta":99}
{"event":"enter","move":"x","side":"max","alpha":-99,"beta":99}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)",
                        "", R"("usual","legal")");
  };
  EXPECT_EQ(assumed_kinds(report_on("2", "1")), "");
  EXPECT_EQ(assumed_kinds(report_on("2", "5")), "told_depth");
}

// A shallow entry was believed to be a mate, though leaves at the horizon had larger scores.
TEST(EntryLabels, AScoreThatLeavesAtTheHorizonExceedIsNoMate) {
  const char* const captured = R"("usual","legal")";
  const VerifyReport mate = judge_labels(shallow_mate("3"), "", captured);
  EXPECT_EQ(mate.verdict, Verdict::kVerified) << outline(mate);
  EXPECT_EQ(assumed_kinds(mate), "mate_distance") << outline(mate);
  const VerifyReport none = judge_labels(shallow_mate("9"), "", captured);
  EXPECT_TRUE(blamed(none).starts_with("table_depth@")) << outline(none);
}

}  // namespace
}  // namespace plytrace::test
