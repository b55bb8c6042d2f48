// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/node and viewer/verify/pass: sound searches of a second set of random
// engines that were REFUTED, or warned of what was not so.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// Two moves share a name. The event line named its best move, which was read as the later child.
TEST(SoundHabits, ABestMoveMayBeThatOfTwoChildren) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"m0","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"bound","alpha":2,"beta":"+inf"}
{"event":"enter","move":"m0","side":"min","depth":0,"alpha":2,"beta":"+inf"}
{"event":"leave","value":-2,"kind":"horizon"}
{"event":"leave","value":2,"legal":2,"best_move":"m0"}
{"event":"end_search","value":2,"lower":2,"upper":2,"best_move":"m0"}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "duplicate_move@1");
}

// Only the further line has a depth, so it decides, and it leaves the best move out.
TEST(SoundHabits, TheBestMoveMayBeLeftOutByAFurtherLine) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"m1","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"bound","alpha":0,"beta":"+inf"}
{"event":"enter","move":"m3","side":"min","depth":0,"alpha":0,"beta":"+inf"}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"leave","value":0,"legal":2}
{"event":"pass","purpose":"multipv","depth":1}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"exclude","moves":["m1"]}
{"event":"enter","move":"m3","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"bound","alpha":0,"beta":"+inf"}
{"event":"leave","value":0,"legal":1}
{"event":"end_pass"}
{"event":"end_search","lower":0,"upper":0,"best_move":"m1","completed_depth":1}
)"));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// Stores are not captured, so the last recorded one of the key need not have answered.
TEST(SoundHabits, AnEntryMayComeFromAnUnrecordedStore) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","uniform":true}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":7}
{"event":"store","value":5,"depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":5}
{"event":"leave","value":5,"legal":1}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"max","depth":1,"alpha":5,"beta":"+inf","key":7}
{"event":"enter","move":"e","side":"min","depth":0,"alpha":5,"beta":"+inf","key":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3,"legal":1}
{"event":"enter","move":"d","side":"max","depth":1,"alpha":5,"beta":"+inf","key":7}
{"event":"probe","value":3,"bound":"upper","used":"answered","depth":1,"stored_depth":1}
{"event":"leave","value":3,"kind":"table"}
{"event":"leave","value":5,"legal":3}
{"event":"end_search","value":5,"lower":5,"upper":5,"best_move":"a"}
)"));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_EQ(suspected(report), "table_depth@6");
}

// A node and its store report no key, so that store may be the one that answered.
TEST(SoundHabits, AnEntryMayComeFromAStoreWithoutAKey) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":5}
{"event":"leave","value":5,"legal":1}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":9,"key":7}
{"event":"enter","move":"e","side":"max","depth":0,"alpha":5,"beta":9}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"store","value":9,"bound":"lower","depth":1}
{"event":"leave","value":9,"legal":1}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":5,"beta":"+inf","role":"re_search"}
{"event":"enter","move":"e","side":"max","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":9}
{"event":"store","value":9,"depth":1}
{"event":"leave","value":9,"legal":1}
{"event":"bound","alpha":9,"beta":"+inf"}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":9,"beta":"+inf","key":7}
{"event":"probe","value":9,"used":"answered","depth":1,"stored_depth":1}
{"event":"leave","value":9,"kind":"table"}
{"event":"leave","value":9,"legal":3}
{"event":"end_search","value":9,"lower":9,"upper":9,"best_move":"b"}
)"));
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

// The key leaves the side out. Each side has an entry with two bounds, and the last store was one
// of the other side.
TEST(SoundHabits, TwoSidesMayShareAKeyWithTwoBounds) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"p","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"q","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":4}
{"event":"leave","value":4,"legal":1}
{"event":"bound","alpha":4,"beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":4,"beta":5}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":4,"beta":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"store","value":5,"depth":1,"bound":"lower","key":7}
{"event":"leave","value":5,"legal":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":4,"beta":"+inf","role":"re_search"}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":4,"beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":4,"beta":5}
{"event":"store","value":5,"depth":1,"bound":"upper","key":7}
{"event":"leave","value":5,"legal":1}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"max","depth":1,"alpha":5,"beta":"+inf"}
{"event":"enter","move":"e","side":"min","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"store","value":3,"depth":1,"bound":"upper","key":7}
{"event":"leave","value":3,"legal":1}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":5,"beta":"+inf"}
{"event":"probe","value":5,"used":"answered","depth":1,"stored_depth":1,"key":7}
{"event":"leave","value":5,"kind":"table"}
{"event":"leave","value":5,"legal":4}
{"event":"end_search","value":5,"lower":5,"upper":5,"best_move":"a"}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "table_origin");
}

// A null window of real-valued scores was called narrowed without a bound update.
TEST(SoundHabits, ANullWindowMayBeNarrowerThanOne) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"bound","alpha":2,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":2,"beta":2.25}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":2,"beta":"+inf","role":"re_search"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "");
}

// MTD(f) ends an iteration with a pass that fails, which gives the value with the one before it.
TEST(SoundHabits, PassesThatCloseAValueAreNotLost) {
  const ScratchFolder folder;
  const VerifyReport report =
      judge(imported(folder, R"({"event":"search","captured":["usual"],"depth":2}
{"event":"enter","side":"max","depth":1,"alpha":-1,"beta":0}
{"event":"enter","move":"m","side":"min","depth":0,"alpha":-1,"beta":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5}
{"event":"leave","value":5}
{"event":"enter","side":"max","depth":1,"alpha":5,"beta":6}
{"event":"enter","move":"m","side":"min","depth":0,"alpha":5,"beta":6}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":5,"legal":1}
{"event":"enter","side":"max","depth":2,"alpha":4,"beta":5}
{"event":"enter","move":"m","side":"min","depth":1,"alpha":4,"beta":5}
{"event":"enter","move":"n","side":"max","depth":0,"alpha":4,"beta":5}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"leave","value":8,"legal":1}
{"event":"cutoff","kind":"beta","value":8}
{"event":"leave","value":8}
{"event":"enter","side":"max","depth":2,"alpha":8,"beta":9}
{"event":"enter","move":"m","side":"min","depth":1,"alpha":8,"beta":9}
{"event":"enter","move":"n","side":"max","depth":0,"alpha":8,"beta":9}
{"event":"leave","value":8,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":8}
{"event":"leave","value":8}
{"event":"leave","value":8,"legal":1}
{"event":"end_search","value":8,"lower":8,"upper":8,"completed_depth":2}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "");
}

// The key leaves the side out, so two nodes of one key are not one position.
TEST(SoundHabits, AKeyWithoutASideIsNotOneStaticEval) {
  const ScratchFolder folder;
  const VerifyReport report =
      judge(imported(folder, R"({"event":"search","captured":["usual","keys"]}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"note","name":"static_eval","value":"10"}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":3}
{"event":"note","name":"static_eval","value":"-10"}
{"event":"leave","value":-10,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":-10}
{"event":"leave","value":-10,"legal":1}
{"event":"bound","alpha":-10,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":-10,"beta":"+inf","key":3}
{"event":"note","name":"static_eval","value":"-30"}
{"event":"leave","value":-30,"kind":"horizon"}
{"event":"leave","value":-10,"legal":2}
{"event":"end_search","value":-10,"lower":-10,"upper":-10}
)"));
  EXPECT_EQ(warned(report), "");
}

// The table had narrowed the window, and the leaf was clamped to the one on entry.
TEST(SoundHabits, AClampedLeafMayUseItsWindowOnEntry) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":111,"beta":147}
{"event":"enter","move":"m","side":"min","depth":0,"alpha":111,"beta":147,"key":5}
{"event":"probe","value":141,"bound":"upper","used":"narrowed","depth":0,"stored_depth":2}
{"event":"bound","alpha":111,"beta":141,"cause":"table"}
{"event":"leave","value":147,"kind":"horizon","bound":"lower","score":205}
{"event":"bound","alpha":147,"beta":147}
{"event":"leave","value":147,"legal":1}
{"event":"end_search","value":147,"lower":147,"upper":147}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// The engine returns beta instead of a mate by a null move, as the warning advises.
TEST(SoundHabits, ANullMoveThatReturnsBetaIsNoMate) {
  const ScratchFolder folder;
  const VerifyReport report =
      judge(imported(folder, R"({"event":"search","captured":["usual"],"fail":"hard"}
{"event":"enter","side":"max","depth":3,"alpha":0,"beta":1}
{"event":"enter","move":"null","side":"min","depth":1,"alpha":0,"beta":1,"role":"null_move"}
{"event":"leave","value":1,"kind":"terminal","bound":"lower","score":9998}
{"event":"cutoff","kind":"beta","cause":"null_move","value":1,"alpha":0,"beta":1}
{"event":"leave","value":1}
{"event":"end_search","value":1,"lower":1}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "");
}

// A value in a window of one value has no bound that could be reported.
TEST(SoundHabits, AWindowOfOneValueNeedsNoBound) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder, R"({"event":"search","captured":["usual","bound_types"],"options":{"cut":"strict"}}
{"event":"enter","side":"max","depth":2,"alpha":3,"beta":4}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":3,"beta":4}
{"event":"enter","move":"c","side":"max","depth":0,"alpha":3,"beta":4}
{"event":"leave","value":4,"kind":"horizon","bound":"exact"}
{"event":"leave","value":4,"bound":"lower","legal":1}
{"event":"bound","alpha":4,"beta":4}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":4,"beta":4}
{"event":"enter","move":"d","side":"max","depth":0,"alpha":4,"beta":4}
{"event":"leave","value":4,"kind":"horizon","bound":"exact"}
{"event":"leave","value":4,"legal":1}
{"event":"leave","value":4,"bound":"lower","legal":2}
{"event":"end_search","value":4,"lower":4}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// A node that handed a mate over to quiescence was blamed for searching on after the end.
TEST(SoundHabits, AMateMayBeHandedOver) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"chess","position":"7k/5KQ1/8/8/8/8/8/8 b - - 0 1","captured":["usual"]}
{"event":"enter","side":"max","depth":0,"alpha":-30000,"beta":30000}
{"event":"enter","side":"max","depth":0,"alpha":-30000,"beta":30000,"role":"hand_over","phase":"quiescence"}
{"event":"leave","value":-29999,"kind":"terminal"}
{"event":"leave","value":-29999}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// The same, where quiescence did not look for the end either.
TEST(SoundHabits, AMateAtTheHorizonMayBeHandedOver) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"chess","position":"7k/5KQ1/8/8/8/8/8/8 b - - 0 1","captured":["usual"]}
{"event":"enter","side":"max","depth":0,"alpha":-30000,"beta":30000}
{"event":"enter","side":"max","depth":0,"alpha":-30000,"beta":30000,"role":"hand_over","phase":"quiescence"}
{"event":"leave","value":-1091,"kind":"horizon"}
{"event":"leave","value":-1091}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// A killed engine left the nodes of its last search open. All earlier searches were INCOMPLETE, as
// if lines had been assigned to wrong nodes.
TEST(SoundHabits, AKillSaysNothingOfEarlierSearches) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, R"({"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":4}
{"event":"end_search"}
{"event":"search","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
)");
  const auto reader = TraceReader::open(trace);
  ASSERT_TRUE(reader.is_ok()) << reader.status().message();
  const auto report = verify::verify_trace(*reader, reader->searches().front(), {});
  ASSERT_TRUE(report.is_ok()) << report.status().message();
  EXPECT_EQ(blamed(*report), "value@1");
}

// The best move shares its name with an illegal one, which the event line was read as.
TEST(SoundHabits, AnIllegalMoveMayShareTheNameOfTheBest) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "perspective": "max", "captured": ["bounds", "cutoffs", "keys", "legal", "probes", "roles", "scores", "skipped", "stores", "windows"], "fail": "soft", "options": {"cut": "strict"}, "depth": 4}
{"event": "pass", "purpose": "fixed", "depth": 4, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "max", "depth": 4, "alpha": "-inf", "beta": "+inf", "key": 6424791898501604419}
{"event": "enter", "side": "max", "move": "m0", "depth": 3, "alpha": "-inf", "beta": "+inf", "key": 3289014414762141337}
{"event": "leave", "value": 0, "kind": "terminal", "legal": 0}
{"event": "bound", "alpha": 0, "beta": "+inf"}
{"event": "enter", "side": "min", "move": "m0", "depth": 3, "alpha": "-inf", "beta": "+inf", "key": 3289014414762141337}
{"event": "is", "kind": "illegal"}
{"event": "leave"}
{"event": "store", "value": 0, "move": "m0", "depth": 4}
{"event": "leave", "value": 0, "bound": "exact", "legal": 1, "best_move": "m0"}
{"event": "end_pass", "value": 0, "best_move": "m0"}
{"event": "end_search", "value": 0, "best_move": "m0", "completed_depth": 4}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// Two moves share a name, so the same moves from the root lead to two positions.
TEST(SoundHabits, MovesThatShareANameAreNotOnePosition) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "perspective": "max", "captured": ["bounds", "cutoffs", "legal", "probes", "roles", "scores", "skipped", "stores", "windows"], "uniform": true, "options": {"cut": "strict"}}
{"event": "pass", "purpose": "fixed", "depth": 1, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "max", "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "min", "move": "x", "alpha": "-inf", "beta": "+inf"}
{"event": "leave", "value": -27, "kind": "horizon"}
{"event": "bound", "alpha": -27, "beta": "+inf"}
{"event": "enter", "side": "min", "move": "x", "alpha": -27, "beta": -26}
{"event": "leave", "value": -30, "kind": "horizon"}
{"event": "store", "value": -27, "bound": "exact"}
{"event": "leave", "value": -27, "legal": 2}
{"event": "end_search", "completed_depth": 1}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "move_list");
}

// The same, for their numbers of moves.
TEST(SoundHabits, MovesThatShareANameHaveListsOfTheirOwn) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "perspective": "max", "captured": ["bounds", "cutoffs", "legal", "probes", "roles", "scores", "skipped", "stores", "windows"], "fail": "soft", "uniform": true, "windows": "exact", "score_min": -10000, "score_max": 10000, "game": "zz924236"}
{"event": "enter", "side": "max", "depth": 3, "alpha": -3, "beta": 3}
{"event": "enter", "side": "min", "move": "x", "depth": 2, "alpha": -3, "beta": 3}
{"event": "leave", "value": 10000, "kind": "terminal"}
{"event": "cutoff", "kind": "beta", "value": 10000, "alpha": -3, "beta": 3, "skipped": 1}
{"event": "leave", "value": 10000, "legal": 2}
{"event": "enter", "side": "max", "depth": 3, "alpha": -3, "beta": "+inf"}
{"event": "enter", "side": "min", "move": "x", "depth": 2, "alpha": -3, "beta": "+inf"}
{"event": "leave", "value": 10000, "kind": "terminal", "legal": 0}
{"event": "bound", "alpha": 10000, "beta": "+inf"}
{"event": "enter", "side": "min", "move": "x", "depth": 2, "alpha": 10000, "beta": 10001}
{"event": "enter", "side": "max", "move": "x", "depth": 1, "alpha": 10000, "beta": 10001}
{"event": "enter", "side": "min", "move": "x", "depth": 0, "alpha": 10000, "beta": 10001}
{"event": "leave", "value": -1, "kind": "horizon"}
{"event": "leave", "value": -1, "kind": "interior", "legal": 1}
{"event": "cutoff", "kind": "alpha", "value": -1, "alpha": 10000, "beta": 10001, "skipped": 1}
{"event": "leave", "value": -1, "kind": "interior", "legal": 2}
{"event": "leave", "value": 10000, "legal": 2}
{"event": "end_search", "lower": 10000, "upper": 10000, "completed_depth": 3}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// A fail-soft leaf returned the bound of a deeper entry instead of its own score.
TEST(SoundHabits, ALeafMayBeClampedToABoundOfTheTable) {
  const ScratchFolder folder;
  const VerifyReport report =
      judge(imported(folder, R"({"event": "search", "captured": ["usual", "legal"], "fail": "soft"}
{"event": "enter", "side": "max", "depth": 1, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "min", "move": "m0", "depth": 0, "alpha": "-inf", "beta": "+inf", "key": 5}
{"event": "probe", "value": 0.875, "bound": "upper", "used": "narrowed", "depth": 0, "stored_depth": 2}
{"event": "bound", "alpha": "-inf", "beta": 0.875, "cause": "table"}
{"event": "leave", "value": 0.875, "kind": "horizon", "bound": "exact", "score": 6.625}
{"event": "bound", "alpha": 0.875, "beta": "+inf"}
{"event": "leave", "value": 0.875, "legal": 1}
{"event": "end_search", "value": 0.875, "lower": 0.875, "upper": 0.875}
)"));
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

// The last pass was stopped before its root, and the scores of the end count from MIN.
TEST(SoundHabits, APassWithoutARootHasTheSideOfTheOnesBefore) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "perspective": "side", "captured": ["bound_types", "bounds", "cutoffs", "legal", "probes", "roles", "scores", "skipped", "stores", "windows"], "options": {"mate_score": 9800}, "depth": 4, "game": "zz962486"}
{"event": "pass", "purpose": "iteration", "depth": 1, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "min", "depth": 1, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "max", "move": "m0", "depth": 0, "alpha": "-inf", "beta": "+inf"}
{"event": "leave", "value": -9999, "kind": "terminal", "bound": "exact", "legal": 0}
{"event": "bound", "alpha": 9999, "beta": "+inf"}
{"event": "leave", "value": 9999, "bound": "exact", "legal": 1, "best_move": "m0"}
{"event": "end_pass", "value": 9999}
{"event": "pass", "purpose": "iteration", "depth": 2, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "min", "depth": 2, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "side": "max", "move": "m0", "depth": 1, "alpha": "-inf", "beta": "+inf"}
{"event": "leave", "value": -9999, "kind": "terminal", "bound": "exact"}
{"event": "bound", "alpha": 9999, "beta": "+inf"}
{"event": "leave", "value": 9999, "bound": "exact", "legal": 1, "best_move": "m0"}
{"event": "end_pass", "value": 9999, "best_move": "m0"}
{"event": "pass", "purpose": "iteration", "depth": 3, "alpha": "-inf", "beta": "+inf"}
{"event": "end_pass", "status": "time_limit"}
{"event": "end_search", "status": "time_limit", "value": 9999, "lower": 9999, "upper": 9999, "pv": ["m0"], "completed_depth": 2}
)"));
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

// One bound of the entry was stored before the search, the other in it.
TEST(SoundHabits, AnEntryMayBeCompletedByASecondBound) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "perspective": "side", "captured": ["bound_types", "bounds", "cutoffs", "keys", "legal", "probes", "roles", "scores", "skipped", "stores", "windows"], "fail": "soft", "windows": "exact"}
{"event": "pass", "purpose": "probe", "depth": 2, "alpha": -1, "beta": 0}
{"event": "enter", "side": "max", "depth": 2, "alpha": -1, "beta": 0, "key": 6333116710721832754}
{"event": "enter", "side": "min", "move": "m0", "depth": 1, "alpha": 0, "beta": 1, "key": 4107968937058255360}
{"event": "probe", "value": -6, "bound": "upper", "used": "answered", "depth": 1, "stored_depth": 1, "key": 766835573528337828}
{"event": "cutoff", "kind": "alpha", "cause": "table", "value": -6, "alpha": 0, "beta": 1}
{"event": "leave", "value": -6, "kind": "table", "bound": "upper"}
{"event": "cutoff", "kind": "beta", "value": 6, "alpha": -1, "beta": 0, "skipped": 1}
{"event": "store", "value": 6, "bound": "lower", "move": "m0", "depth": 2, "key": 1662973767567072642}
{"event": "leave", "value": 6, "bound": "lower", "legal": 2}
{"event": "end_pass", "value": 6}
{"event": "pass", "purpose": "probe", "depth": 2, "alpha": 6, "beta": 7}
{"event": "enter", "side": "max", "depth": 2, "alpha": 6, "beta": 7, "key": 6333116710721832754}
{"event": "enter", "side": "min", "move": "m0", "depth": 1, "alpha": -7, "beta": -6, "key": 4107968937058255360}
{"event": "probe", "value": -6, "bound": "upper", "used": "no", "depth": 1, "stored_depth": 1, "key": 766835573528337828}
{"event": "enter", "side": "max", "move": "m0", "depth": 0, "alpha": 6, "beta": 7, "key": 182832680672804677}
{"event": "enter", "side": "min", "move": "m0", "depth": 0, "alpha": -7, "beta": -6, "phase": "quiescence", "key": 5396145670234100129}
{"event": "cutoff", "kind": "beta", "cause": "stand_pat", "value": -6, "alpha": -7, "beta": -6}
{"event": "leave", "value": -6, "kind": "interior", "bound": "lower", "score": -6}
{"event": "leave", "value": 6, "bound": "upper", "score": -4, "legal": 1}
{"event": "cutoff", "kind": "beta", "value": -6, "alpha": -7, "beta": -6}
{"event": "store", "value": -6, "bound": "lower", "move": "m0", "depth": 1, "key": 766835573528337828}
{"event": "leave", "value": -6, "kind": "interior", "bound": "lower"}
{"event": "enter", "side": "min", "move": "m1", "depth": 1, "alpha": -7, "beta": -6, "key": 4107968937058255360}
{"event": "probe", "value": -6, "used": "answered", "move": "m0", "depth": 1, "stored_depth": 1, "key": 766835573528337828}
{"event": "leave", "value": -6, "kind": "table", "bound": "lower"}
{"event": "store", "value": 6, "bound": "upper", "raw": 6, "depth": 2, "key": 1662973767567072642}
{"event": "leave", "value": 6, "bound": "upper", "legal": 2}
{"event": "end_pass"}
{"event": "end_search", "value": 6, "lower": 6, "upper": 6, "best_move": "m0", "completed_depth": 2}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "table_origin");
}

// An engine that captures the king searches, cuts and asks its table in the position after an
// illegal move, and notices only then. Each of these events was a finding.
TEST(SoundHabits, EventsOfAnIllegalNodeRefuteNothing) {
  const auto report_on = [](const std::string& events) {
    const ScratchFolder folder;
    return judge(imported(
        folder,
        R"({"event":"search","game":"chess","position":"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1","perspective":"side","captured":["usual"]}
{"event":"enter","depth":1,"alpha":-50,"beta":-49}
{"event":"enter","move":"e2d2","depth":0,"alpha":49,"beta":50}
{"event":"is","kind":"illegal"}
)" + events +
            R"({"event":"leave","value":30000}
{"event":"enter","move":"e2e4","depth":0,"alpha":49,"beta":50}
{"event":"leave","value":-500,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":500,"alpha":-50,"beta":-49}
{"event":"leave","value":500}
{"event":"end_search","value":500,"lower":500}
)"));
  };
  const std::string captured_king =
      R"({"event":"enter","move":"e4e1","depth":0,"alpha":-50,"beta":-49}
{"event":"leave","value":-30000,"kind":"illegal"}
)";
  const std::string cut = R"({"event":"cutoff","kind":"beta","value":30000,"alpha":49,"beta":50}
)";
  for (
      const std::string& events :
      {cut, captured_king + cut, std::string(R"({"event":"bound","alpha":60,"beta":50})") + "\n",
       std::string(R"({"event":"store","key":77,"value":30000,"bound":"lower","depth":0})") + "\n",
       std::string(
           R"({"event":"probe","key":77,"value":30000,"bound":"lower","used":"answered","stored_depth":0})") +
           "\n"}) {
    const VerifyReport report = report_on(events);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << events << outline(report);
    EXPECT_EQ(assumed_kinds(report), "") << events;
  }
}

// Futility pruning cut a node before its first move, in which the side to move was mated: its bound
// is right, but the node had to be terminal.
TEST(SoundHabits, ForwardPruningNeedNotNoticeTheEndOfTheGame) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"chess","position":"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1","perspective":"side","captured":["usual"]}
{"event":"enter","depth":2,"alpha":800,"beta":801}
{"event":"enter","move":"g5g7","depth":1,"alpha":-801,"beta":-800}
{"event":"cutoff","kind":"forward","cause":"futility","value":-900,"alpha":-801,"beta":-800}
{"event":"leave","value":-900}
{"event":"cutoff","kind":"beta","value":900,"alpha":800,"beta":801}
{"event":"leave","value":900}
{"event":"end_search","value":900,"lower":900}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "forward");
}

}  // namespace
}  // namespace plytrace::test
