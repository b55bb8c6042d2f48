// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node and pass on engines that report in their authors' own way: sound ones
// that were refuted, and claims that were verified although an assumption carried them.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

verify::VerifyReport judge_events(const std::string& lines,
                                  const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  write_file(folder / "events.ndjson", lines);
  std::vector<std::string> words{"import", folder / "events.ndjson", "-o", folder / "t.db", "-q"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramResult result = plytrace(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return judge(folder / "t.db");
}

bool is_assumed(const verify::VerifyReport& report, Assumption assumption) {
  return report.assumptions[static_cast<std::size_t>(assumption)] > 0;
}

// The stand-pat score is reported with the value, so a stopped node has not reported it yet.
TEST(ReportingStyles, AStandPatOfANodeThatWasStoppedIsNotMissed) {
  const verify::VerifyReport stopped = judge_events(
      R"({"event":"search","game":"mine","position":"start","perspective":"max","captured":["usual"]}
{"event":"pass","purpose":"iteration","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"bound","cause":"stand_pat","alpha":20,"beta":"+inf"}
{"event":"enter","move":"x","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave"}
{"event":"leave"}
{"event":"end_pass"}
{"event":"end_search","status":"node_limit"}
)");
  EXPECT_EQ(stopped.verdict, Verdict::kIncomplete) << outline(stopped);
  const verify::VerifyReport killed = judge_events(
      R"({"event": "search", "game": "mine", "position": "start", "captured": ["usual"]}
{"event": "pass", "purpose": "iteration", "depth": 0, "alpha": -50, "beta": 50}
{"event": "enter", "side": "max", "depth": 0, "alpha": -50, "beta": 50, "phase": "quiescence", "node": 1}
{"event": "enter", "move": "x", "side": "min", "depth": 0, "alpha": -50, "beta": 50, "phase": "quiescence", "node": 2}
{"event": "cutoff", "kind": "alpha", "cause": "stand_pat", "value": -60, "alpha": -50, "beta": 50, "node": 2}
)");
  EXPECT_EQ(killed.verdict, Verdict::kIncomplete) << outline(killed);
}

// Such a cut was refuted in all seven ways of reporting it except an unusual one.
TEST(ReportingStyles, AnEntryOfAChildMayCutItsParent) {
  const verify::VerifyReport untold = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","keys"]}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"p","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":7}
{"event":"store","value":1,"bound":"exact","depth":0,"key":7}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":1}
{"event":"leave","value":1,"bound":"exact","legal":1,"best_move":"p"}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":1,"beta":"+inf","key":3}
{"event":"cutoff","kind":"alpha","cause":"table","value":1,"alpha":1,"beta":"+inf"}
{"event":"leave","value":1}
{"event":"leave","value":1,"bound":"exact","legal":2,"best_move":"a"}
{"event":"end_search","value":1,"lower":1,"upper":1}
)");
  EXPECT_EQ(untold.verdict, Verdict::kVerified) << outline(untold);
  EXPECT_TRUE(is_assumed(untold, Assumption::kTableOrigin));
  const verify::VerifyReport probed = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","keys"]}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"p","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":7}
{"event":"store","value":1,"bound":"exact","depth":0,"key":7}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":1}
{"event":"leave","value":1,"bound":"exact","legal":1,"best_move":"p"}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":1,"beta":"+inf","key":3}
{"event":"probe","key":7,"entry_key":7,"depth":0,"stored_depth":0,"bound":"exact","value":1,"used":"answered"}
{"event":"cutoff","kind":"alpha","cause":"table","value":1,"alpha":1,"beta":"+inf"}
{"event":"leave","value":1}
{"event":"leave","value":1,"bound":"exact","legal":2,"best_move":"a"}
{"event":"end_search","value":1,"lower":1,"upper":1}
)");
  EXPECT_EQ(probed.verdict, Verdict::kVerified) << outline(probed);
  EXPECT_TRUE(is_assumed(probed, Assumption::kTableOrigin));
}

// Quiescence that begins a ply early, and is reported as such, was verified without an assumption.
TEST(ReportingStyles, AStandPatWithDepthLeftIsAReduction) {
  for (
      const char* lines :
      {R"({"event":"search","game":"mine","position":"start","captured":["usual","legal","skipped","bound_types"],"depth":2,"uniform":true,"fail":"soft"}
{"event":"pass","purpose":"fixed","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon","bound":"exact"}
{"event":"bound","alpha":"-inf","beta":5}
{"event":"leave","value":5,"bound":"exact","legal":1}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":"+inf"}
{"event":"cutoff","kind":"alpha","cause":"stand_pat","value":4,"alpha":5,"beta":"+inf","skipped_moves":["p","q"]}
{"event":"leave","value":4,"score":4,"bound":"upper","legal":2}
{"event":"leave","value":5,"bound":"exact","legal":2}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":2}
)",
       R"({"event":"search","game":"mine","position":"start","captured":["usual","legal","skipped","bound_types"],"depth":2,"uniform":true,"fail":"soft"}
{"event":"pass","purpose":"fixed","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon","bound":"exact"}
{"event":"bound","alpha":"-inf","beta":5}
{"event":"leave","value":5,"bound":"exact","legal":1}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":"+inf"}
{"event":"leave","value":4,"kind":"horizon","bound":"exact"}
{"event":"leave","value":5,"bound":"exact","legal":2}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":2}
)",
       R"({"event":"search","game":"mine","position":"start","captured":["usual","legal","skipped","bound_types"],"depth":1,"uniform":true,"fail":"soft"}
{"event":"pass","purpose":"fixed","depth":1,"alpha":-50,"beta":50}
{"event":"enter","side":"max","depth":1,"alpha":-50,"beta":50,"phase":"main"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-50,"beta":50}
{"event":"leave","value":3,"kind":"horizon","bound":"exact"}
{"event":"leave","value":9,"score":9,"bound":"exact","legal":1}
{"event":"end_pass"}
{"event":"end_search","value":9,"lower":9,"upper":9,"completed_depth":1}
)"}) {
    const verify::VerifyReport uniform = judge_events(lines);
    EXPECT_EQ(uniform.verdict, Verdict::kIncomplete) << outline(uniform);
    std::string free = lines;
    const std::size_t at = free.find("\"uniform\"");
    ASSERT_NE(at, std::string::npos);
    free.replace(free.find("true", at), 4, "false");
    const verify::VerifyReport reduced = judge_events(free);
    EXPECT_EQ(reduced.verdict, Verdict::kVerified) << outline(reduced);
    EXPECT_TRUE(is_assumed(reduced, Assumption::kReduced));
  }
}

// The last store is the value of the node, which was killed before it left.
TEST(ReportingStyles, AKillBetweenStoreAndLeaveProvesNothing) {
  const verify::VerifyReport report = judge_events(
      R"({"event": "search", "game": "mine", "position": "start", "captured": ["usual"]}
{"event": "pass", "purpose": "iteration", "depth": 1, "alpha": -50, "beta": 50}
{"event": "enter", "side": "max", "depth": 1, "alpha": -50, "beta": 50, "key": 1, "node": 1}
{"event": "enter", "move": "a", "side": "min", "depth": 0, "alpha": -50, "beta": 50, "key": 2, "node": 2}
{"event": "leave", "value": 3, "kind": "horizon", "node": 2}
{"event": "bound", "alpha": 3, "beta": 50, "node": 1}
{"event": "enter", "move": "b", "side": "min", "depth": 0, "alpha": 3, "beta": 50, "key": 3, "node": 3}
{"event": "leave", "value": 1, "kind": "horizon", "node": 3}
{"event": "store", "bound": "exact", "value": 3, "depth": 1, "node": 1}
)");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// A partial recording of a sound search was refuted because of the unrecorded part.
TEST(ReportingStyles, WhatWasNotRecordedMayBeTheEarlierSearch) {
  const verify::VerifyReport search = judge_events(
      R"({"event":"search","game":"mine","position":"start","perspective":"max","captured":["usual"]}
{"event":"pass","purpose":"fixed","depth":2,"alpha":-50,"beta":50}
{"event":"enter","side":"max","depth":2,"alpha":-50,"beta":50,"key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":-50,"beta":50,"key":2}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":-50,"beta":50,"key":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":-50,"beta":3}
{"event":"leave","value":3}
{"event":"bound","alpha":3,"beta":50}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":3,"beta":4,"key":4}
{"event":"probe","value":6,"bound":"lower","depth":1,"stored_depth":1,"used":"answered","key":4}
{"event":"leave","value":6,"kind":"table","bound":"lower"}
{"event":"enter","move":"b","side":"min","role":"re_search","depth":1,"alpha":3,"beta":50,"key":4}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":3,"beta":50,"key":5}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":7}
{"event":"leave","value":7}
{"event":"bound","alpha":7,"beta":50}
{"event":"leave","value":7}
{"event":"end_pass"}
{"event":"end_search","value":7,"lower":7,"upper":7,"completed_depth":2}
)",
      {"--from-ply", "2"});
  EXPECT_NE(search.verdict, Verdict::kRefuted) << outline(search);
  const verify::VerifyReport entry = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","keys"]}
{"event":"pass","purpose":"iteration","depth":2,"alpha":-50,"beta":50}
{"event":"enter","side":"max","depth":2,"alpha":-50,"beta":50,"key":1}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":-50,"beta":50,"key":4}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":-50,"beta":50,"key":8}
{"event":"store","value":5,"bound":"upper","depth":0,"key":8}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":-50,"beta":5}
{"event":"leave","value":5}
{"event":"bound","alpha":5,"beta":50}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":5,"beta":50,"key":2}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":5,"beta":50,"key":8}
{"event":"store","value":5,"bound":"exact","depth":0,"key":8}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":5,"alpha":5,"beta":50}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"end_pass"}
{"event":"pass","purpose":"iteration","depth":2,"alpha":-50,"beta":50}
{"event":"enter","side":"max","depth":2,"alpha":-50,"beta":50,"key":1}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":-50,"beta":50,"key":4}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":-50,"beta":50,"key":8}
{"event":"probe","value":5,"bound":"exact","depth":0,"stored_depth":0,"used":"answered","key":8,"entry_key":8}
{"event":"leave","value":5,"kind":"table","bound":"exact"}
{"event":"bound","alpha":-50,"beta":5}
{"event":"leave","value":5}
{"event":"bound","alpha":5,"beta":50}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":5,"beta":50,"key":2}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":5,"beta":50,"key":8}
{"event":"probe","value":5,"bound":"exact","depth":0,"stored_depth":0,"used":"answered","key":8,"entry_key":8}
{"event":"leave","value":5,"kind":"table","bound":"exact"}
{"event":"cutoff","kind":"alpha","value":5,"alpha":5,"beta":50}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":2}
)",
      {"--below", "/b"});
  EXPECT_NE(entry.verdict, Verdict::kRefuted) << outline(entry);
  EXPECT_TRUE(is_assumed(entry, Assumption::kTableOrigin));
}

// A table with two bounds per entry gives an exact answer once they are equal.
TEST(ReportingStyles, TwoEqualBoundsAreOneExactValue) {
  const std::string lines =
      R"({"event":"search","game":"mine","position":"start","captured":["usual","keys"]}
{"event":"pass","purpose":"probe","depth":1,"alpha":4,"beta":5}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":5,"key":1}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":4,"beta":5,"key":2}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5,"alpha":4,"beta":5}
{"event":"store","value":5,"bound":"lower","depth":1,"key":1}
{"event":"leave","value":5}
{"event":"end_pass"}
{"event":"pass","purpose":"probe","depth":1,"alpha":5,"beta":6}
{"event":"enter","side":"max","depth":1,"alpha":5,"beta":6,"key":1}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":5,"beta":6,"key":2}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":5,"beta":6,"key":3}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"store","value":5,"bound":"upper","depth":1,"key":1}
{"event":"leave","value":5}
{"event":"end_pass"}
{"event":"pass","purpose":"probe","depth":1,"alpha":4,"beta":6}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":6,"key":1}
{"event":"probe","value":5,"bound":"exact","depth":1,"stored_depth":1,"used":"answered","key":1,"entry_key":1}
{"event":"leave","value":5,"kind":"table","bound":"exact"}
{"event":"end_pass"}
{"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":1}
)";
  const verify::VerifyReport report = judge_events(lines);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_TRUE(is_assumed(report, Assumption::kTableOrigin));
  // A bound that is read as exact is still wrong.
  std::string one = lines;
  const std::string store = R"({"event":"store","value":5,"bound":"lower","depth":1,"key":1})";
  ASSERT_NE(one.find(store), std::string::npos);
  one.erase(one.find(store), store.size() + 1);
  const verify::VerifyReport alone = judge_events(one);
  EXPECT_EQ(blamed(alone).substr(0, 11), "table_entry") << outline(alone);
}

// The claim holds only for the moves that were not excluded.
TEST(ReportingStyles, MovesLeftOutAtTheRootAreReported) {
  const verify::VerifyReport report = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","legal"]}
{"event":"enter","side":"max","depth":1,"alpha":-50,"beta":50}
{"event":"exclude","moves":["b"]}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-50,"beta":50}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":50}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3,"best_move":"a"}
)");
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_TRUE(is_assumed(report, Assumption::kForward));
}

// A singular search that forgets to skip the tested move.
TEST(ReportingStyles, AMoveThatIsLeftOutIsNotSearched) {
  const verify::VerifyReport report = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","legal"]}
{"event":"enter","side":"max","depth":1,"alpha":-50,"beta":50}
{"event":"exclude","moves":["a"]}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-50,"beta":50}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":50}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3,"best_move":"a"}
)");
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(blamed(report), "count@2");
}

// When the engine at a pipe was killed, its first iteration was taken for the whole search.
TEST(ReportingStyles, AnInputThatEndsBeforeTheDepthAskedForIsCutShort) {
  const verify::VerifyReport report = judge_events(
      R"({"event":"search","game":"mine","position":"start","captured":["usual","legal"],"depth":8}
{"event":"pass","purpose":"iteration","depth":1,"alpha":-50,"beta":50}
{"event":"enter","side":"max","depth":1,"alpha":-50,"beta":50}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-50,"beta":50}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":50}
{"event":"leave","value":3,"legal":1}
)");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
