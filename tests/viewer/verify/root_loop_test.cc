// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/pass/root_loop.cc: searches whose loop over the root's moves is a function
// of its own. Each move is then a pass, and the root has no row, so nothing proves or refutes their
// value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using verify::Verdict;

struct Root {
  const char* move;
  double value;
  const char* more = "";  // further fields of enter
};

std::string roots(const char* side, const std::vector<Root>& list) {
  std::string lines;
  for (const Root& root : list) {
    const std::string move = *root.move == 0 ? "" : ",\"move\":\"" + std::string(root.move) + "\"";
    lines += "{\"event\":\"enter\",\"side\":\"" + std::string(side) + "\"" + move + root.more +
             "}\n{\"event\":\"leave\",\"kind\":\"terminal\",\"value\":" +
             std::to_string(static_cast<int>(root.value)) + "}\n";
  }
  return lines;
}

verify::VerifyReport judge_roots(const std::string& fields, const std::string& lines) {
  const ScratchFolder folder;
  return judge(imported(folder,
                        "{\"event\":\"search\",\"captured\":[\"bounds\",\"cutoffs\",\"roles\","
                        "\"scores\",\"probes\",\"stores\"]" +
                            fields + "}\n" + lines));
}

// A sound search was REFUTED with "value is 5, its nodes say 2", the nodes of its last root move.
TEST(RootLoop, TheMovesOfARootThatWasNotRecordedProveNothingAndRefuteNothing) {
  const std::vector<Root> moves{{"1", 5}, {"2", 1}, {"3", 2}};
  for (const char* result :
       {R"("value":5,"best_move":"1","pv":["1","4"])", R"("lower":5,"upper":5,"best_move":"1")",
        R"("value":5,"lower":5,"upper":5)"}) {
    const verify::VerifyReport report =
        judge_roots("", roots("min", moves) + "{\"event\":\"end_search\"," + result + "}\n");
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_FALSE(report.proven.has_value());
    EXPECT_THAT(report.reasons,
                ElementsAre("the passes are moves 1, 2, 3 of a root that was not recorded (value 5 "
                            "= largest of 5, 1, 2): nothing proves the value of the search"));
    EXPECT_THAT(report.hints, ElementsAre(HasSubstr("enter the root as a node without a move")));
  }
}

TEST(RootLoop, TheValueIsComparedWithTheBestOfThem) {
  const auto reason = [](const char* side, const std::string& end) {
    const verify::VerifyReport report =
        judge_roots("", roots(side, {{"a", 5}, {"b", 1}, {"a", 4}}) + end);
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    return report.reasons.front();
  };
  // If a move was searched again, its last search counts.
  EXPECT_THAT(reason("min", "{\"event\":\"end_search\",\"value\":4}\n"),
              HasSubstr("(value 4 = largest of 4, 1)"));
  EXPECT_THAT(reason("max", "{\"event\":\"end_search\",\"value\":1}\n"),
              HasSubstr("(value 1 = smallest of 4, 1)"));
  EXPECT_THAT(reason("min", "{\"event\":\"end_search\",\"value\":9}\n"),
              HasSubstr("(value 9, but the largest of 4, 1 is 4)"));
  EXPECT_THAT(reason("min", ""),
              HasSubstr("moves a, b of a root that was not recorded (worth 4, 1)"));
}

// An iteration is a pass with many roots; the result of the pass is that of the missing root.
TEST(RootLoop, IterationsAreComparedOneByOne) {
  std::string lines;
  for (const int depth : {1, 2, 3}) {
    lines += "{\"event\":\"pass\",\"purpose\":\"iteration\",\"depth\":" + std::to_string(depth) +
             ",\"alpha\":-90,\"beta\":50}\n";
    const std::string below = ",\"depth\":" + std::to_string(depth - 1);
    lines += roots("min", {{"a", 2.0 + depth, below.c_str()}, {"b", 1, below.c_str()}});
    lines += "{\"event\":\"end_pass\",\"value\":" + std::to_string(2 + depth) +
             ",\"best_move\":\"a\"}\n";
  }
  const verify::VerifyReport whole = judge_roots(
      "", lines + R"({"event":"end_search","value":5,"lower":5,"upper":5,"completed_depth":3})"
                  "\n");
  EXPECT_EQ(whole.verdict, Verdict::kIncomplete) << outline(whole);
  EXPECT_THAT(whole.reasons, ElementsAre(HasSubstr("(value 5 = largest of 5, 1, at depth 2)")));
  EXPECT_EQ(warned(whole), "");
  // Stopped inside the third iteration: the claim is that of the second.
  const verify::VerifyReport stopped = judge_roots(
      "", lines + R"({"event":"end_search","status":"time_limit","value":4,"completed_depth":2})"
                  "\n");
  EXPECT_EQ(stopped.verdict, Verdict::kIncomplete) << outline(stopped);
  EXPECT_THAT(stopped.reasons,
              testing::Contains(HasSubstr("(value 4 = largest of 4, 1, at depth 1)")));
}

// The value of a thread that searched one move is that of the whole search, or has the point of
// view of the other side.
TEST(RootLoop, OneMoveForEachThreadIsIncomplete) {
  for (const char* value : {"7", "-5"}) {
    const verify::VerifyReport report =
        judge_roots("", roots("min", {{"a", 5}}) +
                            "{\"event\":\"end_search\",\"best_move\":\"a\","
                            "\"value\":" +
                            value + "}\n");
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_THAT(report.reasons,
                ElementsAre(HasSubstr("the pass is move a of a root that was not recorded "
                                      "(worth 5, the search " +
                                      std::string(value) + ")")));
  }
  // Used to be VERIFIED where the values are equal, as if the move were the one before the search.
  const verify::VerifyReport same = judge_roots("", roots("min", {{"a", 5}, {"a", 5}}) +
                                                        "{\"event\":\"end_search\",\"value\":5,"
                                                        "\"lower\":5,\"upper\":5}\n");
  EXPECT_EQ(same.verdict, Verdict::kIncomplete) << outline(same);
  EXPECT_THAT(same.reasons, ElementsAre(HasSubstr("(worth 5, like the search)")));
  EXPECT_THAT(same.reasons, ElementsAre(HasSubstr("the move before the search, leave it out")));
}

// If one root has a move and another has none, verify ignored the one with the move, or called its
// depth unknown.
TEST(RootLoop, ARootWithAMoveBesideAProperOneIsAnotherPosition) {
  const std::string proper = roots("max", {{"", 3}}), move = roots("min", {{"b", 9}});
  const std::string end = "{\"event\":\"end_search\",\"value\":3,\"lower\":3,\"upper\":3}\n";
  for (const std::string& lines : {proper + move, move + proper}) {
    const verify::VerifyReport report = judge_roots("", lines + end);
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
    EXPECT_THAT(report.reasons, testing::Contains(HasSubstr("passes of two positions")));
  }
}

// Without moves, keys or depths such roots cannot be distinguished from passes of one root.
TEST(RootLoop, RootsThatNothingDistinguishesAreIncomplete) {
  const std::string lines = roots("min", {{"", 5}, {"", 1}, {"", 2}});
  const verify::VerifyReport report =
      judge_roots("", lines + "{\"event\":\"end_search\",\"value\":5}\n");
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_THAT(report.reasons, testing::Contains(HasSubstr("if they are moves of one root")));
  // No root has this value.
  const verify::VerifyReport wrong =
      judge_roots("", lines + "{\"event\":\"end_search\",\"value\":7}\n");
  EXPECT_EQ(wrong.verdict, Verdict::kRefuted) << outline(wrong);
}

TEST(RootLoop, ARealFaultBelowARootMoveIsStillFound) {
  const std::string wrong =
      R"({"event":"enter","move":"c","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":4}
)";
  const verify::VerifyReport report = judge_roots("", roots("min", {{"a", 5}, {"b", 1}}) + wrong);
  EXPECT_EQ(report.verdict, Verdict::kRefuted);
  EXPECT_EQ(blamed(report), "value@3") << outline(report);
}

// In a known game the board was one move behind, which gave the finding "side" at every node.
TEST(RootLoop, AKnownGameIsReplayedFromTheMoveOfTheRoot) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "own", "tictactoe -d 4");
  const std::string lines = plytrace({"export", trace, "--to", "ndjson"}).out;
  std::istringstream text(lines);
  std::string loop;
  int open = 0;
  for (std::string line; std::getline(text, line);) {
    const auto is = [&](const char* event) {
      return line.find(std::string("\"event\":\"") + event + "\"") != std::string::npos;
    };
    open -= is("leave") ? 1 : 0;
    // Drops the events at the root itself.
    const bool is_of_root = open == 0 || (open == 1 && !is("enter") && !is("leave"));
    const bool is_inside = !is_of_root || is("search") || is("end_search");
    open += is("enter") ? 1 : 0;
    if (!is_inside) continue;
    // Makes it the trace of another engine that reports no keys and no exact windows.
    for (const char* own : {"\"plytrace\"", ",\"windows\":\"exact\""}) {
      const std::size_t at = line.find(own);
      if (at != std::string::npos && is("search"))
        line.replace(at, std::string(own).size(), *own == ',' ? "" : "\"mine\"");
    }
    loop += line + "\n";
  }
  const verify::VerifyReport report = judge(imported(folder, loop));
  EXPECT_EQ(report.verdict, Verdict::kIncomplete) << outline(report);
  EXPECT_THAT(report.reasons, ElementsAre(HasSubstr("of a root that was not recorded")));
  EXPECT_GT(report.check(verify::Check::kReplay).items, 100u);
}

}  // namespace
}  // namespace plytrace::test
