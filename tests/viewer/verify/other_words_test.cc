// SPDX-License-Identifier: MIT
//
// Covers viewer/verify: what engines report in other words than plytrace expects, and labels that
// other rows of the same node contradict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

const char* const kUsual = R"({"event":"search","game":"mine","captured":["usual","legal"]})";

// A full search after a reduced one of the same move, in the role of an ordinary child, counted
// beside the reduced one, and a sound search was refuted.
TEST(ReducedSearch, IsReplacedByAnOrdinarySearchThatFollowsIt) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(folder, std::string(kUsual) + R"(
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf","depth":3}
{"event":"enter","side":"min","move":"b","alpha":"-inf","beta":"+inf","depth":2}
{"event":"leave","value":0,"kind":"terminal"}
{"event":"bound","alpha":0,"beta":"+inf"}
{"event":"enter","side":"min","move":"a","alpha":0,"beta":1,"depth":1,"role":"reduced"}
{"event":"leave","value":4,"kind":"terminal"}
{"event":"enter","side":"min","move":"a","alpha":0,"beta":"+inf","depth":2}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"legal":2}
{"event":"end_search","value":3,"lower":3,"upper":3}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(blamed(report), "");
}

// Node /a stores a mate at ply 1, and /c/d/e reads the entry at ply 3 as `read`.
std::string mate_of_ply_1_read_at_ply_3(int read) {
  const std::string value = std::to_string(read);
  return R"({"event":"search","perspective":"side","captured":["usual","keys"],"options":{"mate_score":900},"game":"mine"}
{"event":"enter","side":"max","depth":4,"alpha":-1000,"beta":1000,"key":"r"}
{"event":"enter","move":"a","side":"min","depth":3,"alpha":-1000,"beta":1000,"key":"A"}
{"event":"enter","move":"b","side":"max","depth":2,"alpha":-1000,"beta":1000,"key":"B"}
{"event":"leave","value":-998,"kind":"terminal"}
{"event":"bound","alpha":998,"beta":1000}
{"event":"store","key":"A","value":998,"bound":"exact","depth":3}
{"event":"leave","value":998,"legal":1}
{"event":"bound","alpha":-998,"beta":1000}
{"event":"enter","move":"c","side":"min","depth":3,"alpha":-1000,"beta":998,"key":"C"}
{"event":"enter","move":"d","side":"max","depth":2,"alpha":-998,"beta":1000,"key":"D"}
{"event":"enter","move":"e","side":"min","depth":1,"alpha":-1000,"beta":998,"key":"A"}
{"event":"probe","key":"A","entry_key":"A","value":)" +
         value + R"(,"bound":"exact","stored_depth":3,"depth":1,"used":"answered"}
{"event":"leave","value":)" +
         value + R"(,"kind":"table"}
{"event":"leave","value":-)" +
         value + R"(,"legal":1}
{"event":"leave","value":)" +
         value + R"(,"legal":1}
{"event":"leave","value":-)" +
         value + R"(,"legal":2}
{"event":"end_search","value":-)" +
         value + "}\n";
}

// Without the stored number (`raw`) the right distance was refuted as well as the wrong one.
TEST(MateInTheTable, MayBeShiftedWithoutTheStoredNumber) {
  const ScratchFolder folder;
  const auto shifted = judge(imported(folder, mate_of_ply_1_read_at_ply_3(996)));
  EXPECT_EQ(blamed(shifted), "") << outline(shifted);
  const ScratchFolder other;
  const auto unshifted = judge(imported(other, mate_of_ply_1_read_at_ply_3(998)));
  EXPECT_EQ(blamed(unshifted), "table_entry@6") << outline(unshifted);
  const ScratchFolder third;
  const auto wrong = judge(imported(third, mate_of_ply_1_read_at_ply_3(997)));
  EXPECT_EQ(blamed(wrong), "table_entry@6") << outline(wrong);
}

// A search of chess that castles, with this best move and line in its result.
std::string castling(const std::string& best) {
  return R"({"event":"search","game":"chess","position":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","captured":["usual"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"e1g1","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":500,"kind":"horizon"}
{"event":"cutoff","kind":"forward","skipped":14}
{"event":"leave","value":500,"best_move":"e1g1"}
{"event":"end_search","value":500,"lower":500,"upper":500,"best_move":")" +
         best + R"(","pv":[")" + best + "\"]}\n";
}

// The best move of a search was compared with that of its root as a text.
TEST(BestMoveOfASearch, IsComparedAsAMove) {
  for (const char* const move : {"e1g1", "e1h1", "O-O"}) {
    const ScratchFolder folder;
    const verify::VerifyReport report = judge(imported(folder, castling(move)));
    EXPECT_EQ(blamed(report), "") << move << outline(report);
  }
  const ScratchFolder folder;
  EXPECT_EQ(blamed(judge(imported(folder, castling("e1f1")))), "search@1");
}

// Without `skipped` a legal move that was left out was only suspect, even if nothing was cut.
TEST(MoveList, IsJudgedWithoutNamesOfSkippedMoves) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"chess","position":"7k/8/8/8/8/8/8/K7 w - - 0 1","captured":["usual","legal"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a1a2","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"bound","alpha":0,"beta":"+inf"}
{"event":"enter","move":"a1b1","side":"min","alpha":0,"beta":"+inf"}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"leave","value":0,"best_move":"a1a2","legal":2}
{"event":"end_search","value":0,"lower":0,"upper":0,"best_move":"a1a2"}
)"));
  EXPECT_EQ(blamed(report), "move_list@1") << outline(report);
}

// A reply that was called illegal was dropped, although the table had answered it. Without the
// rules of the game nothing shows whether it is illegal.
TEST(IllegalNode, IsAssumedToBeIllegalIfTheTableAnsweredIt) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(folder, std::string(kUsual) + R"(
{"event":"enter","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","move":"x","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":9,"kind":"terminal"}
{"event":"bound","alpha":"-inf","beta":9}
{"event":"enter","side":"max","move":"y","alpha":"-inf","beta":9}
{"event":"probe","value":1,"used":"answered"}
{"event":"leave","kind":"illegal"}
{"event":"leave","value":9,"legal":1}
{"event":"end_search","value":9,"lower":9,"upper":9}
)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(assumed_kinds(report), "move_list");
}

// The range of scores was taken as MAX's, though all other scores count from the side to move.
TEST(ScoreRange, CountsFromTheSideToMove) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(imported(
      folder,
      R"({"event":"search","game":"mine","captured":["usual","legal"],"perspective":"side","score_min":-5,"score_max":10}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"min","move":"b","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":-5,"kind":"terminal"}
{"event":"bound","alpha":5,"beta":"+inf"}
{"event":"enter","side":"min","move":"c","alpha":"-inf","beta":-5}
{"event":"leave","value":8,"kind":"terminal"}
{"event":"leave","value":5,"legal":2}
{"event":"end_search","value":5,"lower":5,"upper":5}
)"));
  EXPECT_EQ(blamed(report), "") << outline(report);
}

}  // namespace
}  // namespace plytrace::test
