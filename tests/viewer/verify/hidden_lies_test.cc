// SPDX-License-Identifier: MIT
//
// Covers viewer/verify: lies that no rule compared with the rows of another node, so that a wrong
// value or a wrong best move was VERIFIED with nothing assumed.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// A probe and the search after it reported two scores of one leaf, in a uniform search.
TEST(HiddenLies, AProbeAndASearchOfOneLeafHaveOneScore) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1,"role":"probe"}
{"event":"enter","move":"r","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"b","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":3}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":9}
{"event":"leave","value":9,"legal":1}
{"event":"bound","alpha":9,"beta":"+inf"}
{"event":"leave","value":9,"legal":1}
{"event":"enter","move":"r","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"b","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":3}
{"event":"leave","value":3,"legal":1}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"legal":1}
{"event":"end_search","value":3,"lower":3,"upper":3}
)"));
  EXPECT_EQ(blamed(report), "contradiction@6") << outline(report);
}

// Two passes reported two scores of one leaf, in a uniform search.
TEST(HiddenLies, PassesGiveALeafOneScore) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"pass","depth":1,"purpose":"aspiration","alpha":0,"beta":4}
{"event":"enter","side":"max","depth":1,"alpha":0,"beta":4}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":0,"beta":4,"key":5}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":5,"alpha":0,"beta":4,"skipped_moves":["b"]}
{"event":"leave","value":5,"legal":2}
{"event":"pass","depth":1,"purpose":"aspiration","alpha":4,"beta":"+inf"}
{"event":"enter","side":"max","depth":1,"alpha":4,"beta":"+inf"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":4,"beta":"+inf","key":5}
{"event":"leave","value":7,"kind":"horizon"}
{"event":"bound","alpha":7,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":7,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":7,"legal":2}
{"event":"end_search","value":7,"lower":7,"upper":7,"best_move":"a"}
)"));
  EXPECT_EQ(blamed(report), "contradiction@4") << outline(report);
}

// The root handed its position over, so its moves are those of the node below.
TEST(HiddenLies, TheBestMoveBelowAHandOverIsCompared) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf","role":"hand_over"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":5,"legal":2}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5,"upper":5,"best_move":"b"}
)"));
  EXPECT_EQ(blamed(report), "search@1") << outline(report);
}

// A re-search gave only a bound, which hid what the first search had proven.
TEST(HiddenLies, AnEarlierSearchDisprovesABestMove) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","uniform":true,"captured":["bounds","cutoffs","legal","skipped","roles","scores","probes","stores"]}
{"event":"enter","side":"max","depth":1}
{"event":"enter","move":"a","side":"min","depth":0}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":0}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"role":"re_search"}
{"event":"leave","value":5,"kind":"horizon","bound":"upper"}
{"event":"leave","value":5,"legal":2,"best_move":"b"}
{"event":"end_search","value":5,"lower":5,"upper":5,"best_move":"b"}
)"));
  EXPECT_EQ(blamed(report), "search@1") << outline(report);
}

// The only move was searched, but called illegal, and its node an end of the game.
TEST(HiddenLies, AnIllegalMoveAtAnEndMayBeAMove) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"r","side":"min","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"kind":"illegal","legal":1}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"bound","alpha":9,"beta":"+inf"}
{"event":"leave","value":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9,"best_move":"r"}
)"));
  EXPECT_EQ(assumed_kinds(report), "move_list") << outline(report);
}

// The only move was searched, but called a null move, and its node a draw.
TEST(HiddenLies, ANullMoveAtAnEndMayBeAMove) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"r","side":"min","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","role":"null_move","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"c","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"legal":1}
{"event":"leave","value":9,"kind":"draw","legal":0}
{"event":"bound","alpha":9,"beta":"+inf"}
{"event":"leave","value":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9,"best_move":"r"}
)"));
  EXPECT_EQ(assumed_kinds(report), "move_list") << outline(report);
}

// A node with moves in one pass was called a draw in the next.
TEST(HiddenLies, ADrawOfOnePassIsNoneOfAnother) {
  const ScratchFolder folder;
  const VerifyReport report = judge(
      imported(folder, R"({"event":"search","captured":["usual","legal","skipped"],"uniform":true}
{"event":"pass","depth":2,"purpose":"iteration"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"r","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":3}
{"event":"leave","value":3,"legal":1}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"legal":1}
{"event":"pass","depth":3,"purpose":"iteration"}
{"event":"enter","side":"max","depth":3,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"r","side":"min","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":9,"kind":"draw"}
{"event":"bound","alpha":9,"beta":"+inf"}
{"event":"leave","value":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9,"best_move":"r","completed_depth":3}
)"));
  EXPECT_EQ(assumed_kinds(report), "path_dependent") << outline(report);
}

// Only in chess was the score of a lost game compared with who lost it.
TEST(HiddenLies, ALostOthelloGameHasTheSignOfALoss) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"othello","position":"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O","captured":["usual","legal"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"terminal"}
)"));
  EXPECT_EQ(blamed(report), "leaf_score@1") << outline(report);
}

// The same, in tic-tac-toe.
TEST(HiddenLies, ALostTicTacToeGameHasTheSignOfALoss) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"tictactoe","position":"XXX/OO./... O","captured":["usual","legal"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"terminal"}
)"));
  EXPECT_EQ(blamed(report), "leaf_score@1") << outline(report);
}

// A leaf of unknown kind with depth left, whose moves only the rules of the game show.
TEST(HiddenLies, ALeafOfUnknownKindMayHaveMovesByTheRules) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"tictactoe","position":"XX./OO./... O","captured":["usual"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":-1}
)"));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
}

// The root handed its position over twice.
TEST(HiddenLies, TheBestMoveBelowTwoHandOversIsCompared) {
  const ScratchFolder folder;
  const VerifyReport report =
      judge(imported(folder, R"({"event":"search","captured":["usual","legal","skipped"]}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf","role":"hand_over"}
{"event":"enter","side":"max","depth":1,"alpha":"-inf","beta":"+inf","role":"hand_over"}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","depth":0,"alpha":5,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":5,"legal":2}
{"event":"leave","value":5}
{"event":"leave","value":5}
{"event":"end_search","value":5,"lower":5,"upper":5,"best_move":"z"}
)"));
  EXPECT_EQ(blamed(report), "search@1") << outline(report);
}

// Keys without the side, of nodes only: an entry of the other side answered, and the root is 6
// instead of 9. It may not pass as an entry of unknown origin.
TEST(HiddenLies, AnEntryOfTheOtherSideIsAFinding) {
  const ScratchFolder folder;
  const VerifyReport report = judge(imported(
      folder,
      R"({"event": "search", "game": "mine", "position": "seed 10", "perspective": "side", "depth": 3, "captured": ["windows", "bounds", "cutoffs", "skipped", "legal", "roles", "scores", "probes", "stores", "keys"]}
{"event": "pass", "purpose": "fixed", "depth": 3, "alpha": "-inf", "beta": "+inf"}
{"event": "enter", "node": 1, "side": "max", "depth": 3, "alpha": "-inf", "beta": "+inf", "key": 1}
{"event": "enter", "node": 2, "move": "0", "side": "min", "depth": 2, "alpha": "-inf", "beta": "+inf", "key": 5}
{"event": "enter", "node": 3, "move": "0", "side": "max", "depth": 1, "alpha": "-inf", "beta": "+inf", "key": 1}
{"event": "enter", "node": 4, "move": "0", "side": "min", "depth": 0, "alpha": "-inf", "beta": "+inf", "key": 4}
{"event": "leave", "node": 4, "value": -6, "kind": "horizon"}
{"event": "bound", "node": 3, "alpha": 6, "beta": "+inf"}
{"event": "enter", "node": 5, "move": "1", "side": "min", "depth": 0, "alpha": "-inf", "beta": -6, "key": 1}
{"event": "leave", "node": 5, "value": -9, "kind": "horizon"}
{"event": "bound", "node": 3, "alpha": 9, "beta": "+inf"}
{"event": "enter", "node": 6, "move": "2", "side": "min", "depth": 0, "alpha": "-inf", "beta": -9, "key": 3}
{"event": "leave", "node": 6, "value": -4, "kind": "horizon"}
{"event": "store", "node": 3, "bound": "exact", "value": 9, "depth": 1, "move": "1"}
{"event": "leave", "node": 3, "value": 9, "best_move": "1", "legal": 3}
{"event": "bound", "node": 2, "alpha": -9, "beta": "+inf"}
{"event": "enter", "node": 7, "move": "1", "side": "max", "depth": 1, "alpha": "-inf", "beta": 9, "key": 4}
{"event": "enter", "node": 8, "move": "0", "side": "min", "depth": 0, "alpha": -9, "beta": "+inf", "key": 5}
{"event": "leave", "node": 8, "value": 7, "kind": "horizon"}
{"event": "bound", "node": 7, "alpha": -7, "beta": 9}
{"event": "enter", "node": 9, "move": "1", "side": "min", "depth": 0, "alpha": -9, "beta": 7, "key": 4}
{"event": "leave", "node": 9, "value": -6, "kind": "horizon"}
{"event": "bound", "node": 7, "alpha": 6, "beta": 9}
{"event": "enter", "node": 10, "move": "2", "side": "min", "depth": 0, "alpha": -9, "beta": -6, "key": 3}
{"event": "leave", "node": 10, "value": -4, "kind": "horizon"}
{"event": "store", "node": 7, "bound": "exact", "value": 6, "depth": 1, "move": "1"}
{"event": "leave", "node": 7, "value": 6, "best_move": "1", "legal": 3}
{"event": "bound", "node": 2, "alpha": -6, "beta": "+inf"}
{"event": "enter", "node": 11, "move": "2", "side": "max", "depth": 1, "alpha": "-inf", "beta": 6, "key": 2}
{"event": "enter", "node": 12, "move": "0", "side": "min", "depth": 0, "alpha": -6, "beta": "+inf", "key": 1}
{"event": "leave", "node": 12, "value": -9, "kind": "horizon"}
{"event": "cutoff", "node": 11, "kind": "beta", "value": 9, "alpha": "-inf", "beta": 6, "skipped": 2, "skipped_moves": ["1", "2"]}
{"event": "store", "node": 11, "bound": "lower", "value": 9, "depth": 1, "move": "0"}
{"event": "leave", "node": 11, "value": 9, "best_move": "0", "legal": 3}
{"event": "store", "node": 2, "bound": "exact", "value": -6, "depth": 2, "move": "1"}
{"event": "leave", "node": 2, "value": -6, "best_move": "1", "legal": 3}
{"event": "bound", "node": 1, "alpha": 6, "beta": "+inf"}
{"event": "enter", "node": 13, "move": "1", "side": "min", "depth": 2, "alpha": "-inf", "beta": -6, "key": 1}
{"event": "enter", "node": 14, "move": "0", "side": "max", "depth": 1, "alpha": 6, "beta": "+inf", "key": 1}
{"event": "probe", "node": 14, "bound": "exact", "value": 9, "depth": 1, "used": "answered"}
{"event": "leave", "node": 14, "value": 9, "kind": "table"}
{"event": "bound", "node": 13, "alpha": -9, "beta": -6}
{"event": "enter", "node": 15, "move": "1", "side": "max", "depth": 1, "alpha": 6, "beta": 9, "key": 4}
{"event": "probe", "node": 15, "bound": "exact", "value": 6, "depth": 1, "used": "answered"}
{"event": "leave", "node": 15, "value": 6, "kind": "table"}
{"event": "cutoff", "node": 13, "kind": "beta", "value": -6, "alpha": -9, "beta": -6, "skipped": 1, "skipped_moves": ["2"]}
{"event": "store", "node": 13, "bound": "lower", "value": -6, "depth": 2, "move": "1"}
{"event": "leave", "node": 13, "value": -6, "best_move": "1", "legal": 3}
{"event": "enter", "node": 16, "move": "2", "side": "min", "depth": 2, "alpha": "-inf", "beta": -6, "key": 2}
{"event": "enter", "node": 17, "move": "0", "side": "max", "depth": 1, "alpha": 6, "beta": "+inf", "key": 5}
{"event": "probe", "node": 17, "bound": "exact", "value": -6, "depth": 2, "used": "answered"}
{"event": "leave", "node": 17, "value": -6, "kind": "table"}
{"event": "cutoff", "node": 16, "kind": "beta", "value": 6, "alpha": "-inf", "beta": -6, "skipped": 2, "skipped_moves": ["1", "2"]}
{"event": "store", "node": 16, "bound": "lower", "value": 6, "depth": 2, "move": "0"}
{"event": "leave", "node": 16, "value": 6, "best_move": "0", "legal": 3}
{"event": "store", "node": 1, "bound": "exact", "value": 6, "depth": 3, "move": "0"}
{"event": "leave", "node": 1, "value": 6, "best_move": "0", "legal": 3}
{"event": "end_pass"}
{"event": "end_search", "value": 6, "lower": 6, "upper": 6}
)"));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
