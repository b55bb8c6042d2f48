// SPDX-License-Identifier: MIT
//
// The shortest calls of the C interface: searches that are started and finished one after another,
// and cutoffs and roles in their short forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <plytrace/plytrace.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;

// A root that two children cut: one search of a made-up game.
int search_twice(plytrace_stream* s, bool has_windows) {
  const plytrace_node root = plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9);
  for (const int value : {-3, 7}) {
    const auto move = static_cast<plytrace_move>(value + 3);
    plytrace_visit(
        s, move, PLYTRACE_OTHER_SIDE, 0, -9, 9,
        plytrace_is_value(s, PLYTRACE_INNERMOST, PLYTRACE_KNOWN, PLYTRACE_UPPER, -value));
    if (value < 0) plytrace_bound(s, root, PLYTRACE_BY_CHILD, value, 9);
  }
  if (has_windows) {
    plytrace_cut(s, root, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, 7, -3, 9);
  } else {
    plytrace_cut_here(s, root, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, 7);
  }
  return plytrace_leave_value(s, root, 7);
}

// The tutorial's macro: two lines report all calls of a search.
plytrace_stream* g_stream = nullptr;
#define search_all(alpha, beta, depth, move)                              \
  plytrace_visit(g_stream, move, PLYTRACE_OTHER_SIDE, depth, alpha, beta, \
                 search_all(alpha, beta, depth, move))
int(search_all)(int alpha, int beta, int depth, plytrace_move move) {
  if (depth == 0) {
    return plytrace_leaf_value(g_stream, PLYTRACE_INNERMOST, PLYTRACE_HORIZON,
                               static_cast<int>(move));
  }
  int best = -9;
  for (plytrace_move next = 1; next < 4 && best < beta; ++next)
    best = std::max(best, -search_all(-beta, -std::max(alpha, best), depth - 1, next));
  return best;
}

TEST(PlytraceStart, AMacroReportsAllCallsOfASearch) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const int alone = search_all(-9, 9, 3, PLYTRACE_NO_MOVE);
  g_stream = plytrace_start(file.c_str(), PLYTRACE_SIDE_TO_MOVE, nullptr);
  EXPECT_EQ(plytrace_finish(g_stream, search_all(-9, 9, 3, PLYTRACE_NO_MOVE)), 0);
  EXPECT_EQ(sql_value(file, "SELECT CAST(value AS INTEGER) FROM node WHERE id = 1"),
            std::to_string(alone));
  EXPECT_GT(std::stoi(sql_value(file, "SELECT count(*) FROM node WHERE ply = 3")), 3);
}

// An engine that started a search for each move of a game recorded only the first one.
TEST(PlytraceStart, FurtherSearchesAreAddedToTheFileOfTheProcess) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  for (int i = 0; i < 3; ++i) {
    plytrace_stream* const s = plytrace_start_game(file.c_str(), PLYTRACE_SIDE_TO_MOVE, "usual",
                                                   "made-up", i == 0 ? "first" : "next");
    ASSERT_NE(s, nullptr) << i;
    EXPECT_EQ(plytrace_finish(s, search_twice(s, true)), 0) << i;
  }
  EXPECT_EQ(sql_value(file, "SELECT group_concat(position || ' ' || status, ', ') FROM search"),
            "first finished, next finished, next finished");
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM node"), "9");
}

// Only a file that this process has made and closed is added to.
TEST(PlytraceStart, AFileOfAnotherRunOrOfAnOpenSearchIsLeftAlone) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_stream* const s = plytrace_start(file.c_str(), PLYTRACE_SIDE_TO_MOVE, nullptr);
  const auto refusal = [](const std::string& path) {
    plytrace_options options = PLYTRACE_OPTIONS_INIT;
    options.append = PLYTRACE_APPEND_OWN;
    options.quiet = 1;
    return std::string(plytrace_trace_error(plytrace_open(path.c_str(), &options)));
  };
  EXPECT_EQ(refusal(file),
            file +
                ": is being recorded by this process; finish that search first, or open one "
                "trace with several streams");
  EXPECT_EQ(plytrace_finish(s, search_twice(s, true)), 0);
  write_file(folder / "old.db", "of another run");
  EXPECT_THAT(refusal(folder / "old.db"), HasSubstr("already exists"));
  EXPECT_EQ(read_file(folder / "old.db"), "of another run");
}

// A cutoff had to repeat the window as it was before its value; an engine that had raised alpha by
// then needed a copy of alpha.
TEST(PlytraceStart, ACutoffWithoutAWindowHasThatOfItsNode) {
  const ScratchFolder folder;
  const auto cutoff = [&](const char* captured, bool has_window) {
    static int files = 0;
    const std::string file = folder / ("cut" + std::to_string(files++) + ".db");
    plytrace_stream* const s = plytrace_start(file.c_str(), PLYTRACE_MAX_VIEW, captured);
    plytrace_finish(s, search_twice(s, has_window));
    return sql_value(file,
                     "SELECT value || ' in ' || ifnull(alpha, '?') || ' ' || ifnull(beta, '?')"
                     " FROM cutoff");
  };
  EXPECT_EQ(cutoff("usual", true), "7.0 in -3.0 9.0");
  EXPECT_EQ(cutoff("usual", false), "7.0 in -3.0 9.0");
  EXPECT_EQ(cutoff("windows,cutoffs", false), "7.0 in ? ?") << "bounds may be missing";
}

// A search that was not ended made the next one be refused, and its nodes a part of the first.
TEST(PlytraceStart, ASearchEndsTheOneBeforeIt) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const s = plytrace_open_stream(trace);
  for (const char* const position : {"left", "open", "last"}) {
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    search.position = position;
    if (position[0] != 'o') search.move_text = [](plytrace_move, void*) { return "m"; };
    plytrace_begin_search(s, &search);
    const plytrace_node root = plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_MAX, 1, -9, 9);
    plytrace_leave_leaf(s, plytrace_enter(s, 5, PLYTRACE_MIN, 0, -9, 9), PLYTRACE_HORIZON, 3);
    if (position[0] != 'o') plytrace_leave(s, root, 3);
  }
  EXPECT_EQ(plytrace_error(s), nullptr) << plytrace_error(s);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(position || ' ' || status, ', ') FROM search"),
            "left finished, open interrupted, last finished");
}

// The value that a search returns for an illegal move became that of a leaf: a sound search that
// named the kind before its leave event was refuted.
TEST(PlytraceStart, ANodeThatWasCalledIllegalStaysSo) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_stream* const s = plytrace_start(file.c_str(), PLYTRACE_SIDE_TO_MOVE, "usual");
  const plytrace_node root = plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9);
  for (plytrace_move move = 1; move <= 3; ++move) {
    const plytrace_node child = plytrace_enter(s, move, PLYTRACE_OTHER_SIDE, 0, -9, 9);
    if (move < 3) plytrace_is(s, child, PLYTRACE_ILLEGAL, PLYTRACE_NO_BOUND);
    if (move == 2) plytrace_answer(s, child, 7, -5, PLYTRACE_LOWER, 1, 1);
    plytrace_leave_leaf(s, child, PLYTRACE_TERMINAL, -5);
  }
  plytrace_finish(s, plytrace_leave_value(s, root, 5));
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind || ' ' || ifnull(value, '?'), ', ') "
                      "FROM node_text"),
            "interior 5.0, illegal ?, illegal ?, terminal 5.0");
}

// PLYTRACE_NO_MOVE in a list, as of a singular search without a table move, ended the engine by an
// index out of bounds, and the import by a crash.
TEST(PlytraceStart, AListWithNoMoveInItIsRefused) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_stream* const s = plytrace_start(file.c_str(), PLYTRACE_SIDE_TO_MOVE, "usual");
  const plytrace_move moves[] = {3, PLYTRACE_NO_MOVE};
  const plytrace_node root = plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9);
  plytrace_exclude(s, root, moves, 2);
  plytrace_cutoff_args cut = PLYTRACE_CUTOFF_INIT;
  cut.has_value = 1;
  cut.skipped = 2;
  cut.skipped_moves = moves;
  plytrace_cutoff(s, root, &cut);
  plytrace_leave(s, root, 5);
  EXPECT_EQ(plytrace_error_count(s), 2U);
  EXPECT_THAT(plytrace_error(s), HasSubstr("a list of moves contains PLYTRACE_NO_MOVE"));
  EXPECT_EQ(plytrace_finish(s, 5), 0);
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM cutoff"), "0");
}

// A range that makes no sense was recorded, and the export of the trace could not be imported.
TEST(PlytraceStart, ASenselessRangeOfScoresIsRefused) {
  const ScratchFolder folder;
  plytrace_trace* const trace = plytrace_open((folder / "t.db").c_str(), nullptr);
  plytrace_stream* const s = plytrace_open_stream(trace);
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.has_score_range = 1;
  search.score_min = 1;
  plytrace_begin_search(s, &search);
  EXPECT_THAT(plytrace_error(s), HasSubstr("score_min is above score_max"));
  search.score_max = 1;
  plytrace_begin_search(s, &search);
  EXPECT_EQ(plytrace_error_count(s), 1U);
  EXPECT_EQ(plytrace_close(trace), 0);
}

// The library and the packed form called a search finished that was closed before the depth that it
// declares; event lines called it interrupted.
TEST(PlytraceStart, ASearchThatIsShortOfItsDepthIsInterrupted) {
  const ScratchFolder folder;
  for (const auto& [depth, status] : {std::pair(5, "interrupted"), std::pair(3, "finished")}) {
    const std::string file = folder / (std::string(status) + ".db");
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    search.depth = depth;
    plytrace_stream* const s = plytrace_start_as(file.c_str(), &search);
    plytrace_begin_pass(s, PLYTRACE_ITERATION, 3, -9, 9);
    plytrace_leave(s, plytrace_enter(s, PLYTRACE_NO_MOVE, PLYTRACE_MAX, 3, -9, 9), 5);
    plytrace_close(plytrace_trace_of(s));
    EXPECT_EQ(sql_value(file, "SELECT status FROM search"), status);
  }
}

// Before, only plytrace_enter_as reported the phase.
TEST(PlytraceStart, ARoleNamesTheQuiescenceSearch) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_stream* const s = plytrace_start(file.c_str(), PLYTRACE_SIDE_TO_MOVE, "usual");
  const auto quiescence = [s] {
    return plytrace_visit_role(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 0, -9, 9,
                               PLYTRACE_HAND_OVER | PLYTRACE_IN_QUIESCENCE,
                               plytrace_leaf_value(s, PLYTRACE_INNERMOST, PLYTRACE_HORIZON, 3));
  };
  const int value =
      plytrace_visit(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 0, -9, 9, quiescence());
  EXPECT_EQ(plytrace_finish(s, value), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(ifnull(role, '-') || ' ' || phase, ', ') "
                      "FROM node_text"),
            "move main, hand_over quiescence");
}

}  // namespace
}  // namespace plytrace::test
