// SPDX-License-Identifier: MIT
//
// Covers tracer/include/plytrace and tracer/emit: the C interface and the C++ interface on top of
// it, as engines use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csetjmp>
#include <cstring>
#include <limits>
#include <plytrace/plytrace.hpp>
#include <stdexcept>

#include "tests/tracer/api_support.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

TEST_F(OpenedTrace, ANegamaxIsRecordedInTheViewOfMax) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  Negamax traced(stream);
  const int value = traced.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 5, -1000, 1000, 1);
  plytrace_end_search(stream, nullptr);
  EXPECT_EQ(plytrace_error(stream), nullptr) << plytrace_error(stream);
  EXPECT_EQ(plytrace_close(trace), 0);

  Negamax untraced(nullptr);
  EXPECT_EQ(untraced.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 5, -1000, 1000, 1), value);
  EXPECT_EQ(untraced.nodes, traced.nodes);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), traced.nodes);
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff"), traced.cutoffs);
  EXPECT_EQ(count(file, "SELECT nodes FROM search"), traced.nodes);
  EXPECT_EQ(count(file, "SELECT value FROM node WHERE id = 1"), value);
  EXPECT_EQ(count(file, "SELECT value FROM search"), value);
  EXPECT_EQ(sql_value(file, "SELECT perspective FROM search"), "side");
  // The value of an interior node is the best of its searched children for the side to move.
  EXPECT_EQ(
      count(file,
            "SELECT count(*) FROM node p WHERE kind = 0 AND value <> (SELECT CASE p.side WHEN "
            "0 THEN max(value) ELSE min(value) END FROM node c WHERE c.parent = p.id)"),
      0);
  // MIN nodes have alpha cutoffs and MAX nodes have beta cutoffs.
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM cutoff c JOIN node n ON n.id = c.node "
                  "WHERE (c.kind = 0) <> (n.side = 1)"),
            0);
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM cutoff c WHERE (c.kind = 0 AND c.value > c.alpha) OR "
                  "(c.kind = 1 AND c.value < c.beta)"),
            0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE alpha > beta"), 0);
}

// The line of an iteration could be reported by event lines only.
TEST_F(OpenedTrace, APassKeepsItsResult) {
  plytrace_begin_pass(stream, PLYTRACE_ITERATION, 1, -9, 9);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, PLYTRACE_MIN, 1, -9, 9);
  plytrace_leave(stream, root, 3);
  const char* const line[] = {"e7e5", "g1f3"};
  plytrace_result result = PLYTRACE_RESULT_INIT;
  result.has_value = 1;
  result.value = 3;
  result.best_move = "e7e5";
  result.pv = line;
  result.pv_length = 2;
  result.nodes = 17;
  plytrace_end_pass_as(stream, &result);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(plytrace_error_count(stream), 0U);
  EXPECT_EQ(sql_value(file,
                      "SELECT value || ' ' || best_move || ' ' || pv || ' ' || nodes || ' ' "
                      "|| status FROM pass"),
            R"(3.0 e7e5 ["e7e5","g1f3"] 17 finished)");
}

TEST_F(OpenedTrace, EnterAndLeaveAloneMakeATrace) {
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  for (int pass = 0; pass < 2; ++pass) {
    args.move = PLYTRACE_NO_MOVE;
    const plytrace_node root = plytrace_enter_as(stream, &args);
    args.move = plytrace_move_of_text(stream, "e2e4");
    const plytrace_node child = plytrace_enter_as(stream, &args);
    plytrace_leave(stream, child, 3);
    plytrace_leave(stream, root, 3);
  }
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(plytrace_error_count(stream), 0U);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(path, ' ') FROM node_text"), "/ /e2e4 / /e2e4");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(root || '-' || last || status) FROM pass"),
            "1-2finished,3-4finished");
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM node WHERE alpha IS NULL AND side IS NULL AND depth "
                  "IS NULL"),
            4);
  EXPECT_EQ(count(file, "SELECT count(*) FROM search"), 1);
}

TEST_F(OpenedTrace, NodesJumpedOverAreClosedWithoutValueWhenAnAncestorIsLeft) {
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -kInf, kInf);
  const plytrace_node child = plytrace_enter(stream, 1, 1, 2, -kInf, kInf);
  static std::jmp_buf timeout;
  if (setjmp(timeout) == 0) {
    plytrace_enter(stream, 2, 0, 1, -kInf, kInf);
    plytrace_enter(stream, 3, 1, 0, -kInf, kInf);
    std::longjmp(timeout, 1);
  }
  plytrace_bound(stream, child, PLYTRACE_BY_OTHER, -1, 1);  // closes the two open nodes below
  plytrace_leave(stream, root, 7);                          // and this closes the child
  EXPECT_EQ(plytrace_error_count(stream), 0U);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(
      sql_value(file, "SELECT group_concat(ifnull(value, '-') || ':' || last, ' ') FROM node"),
      "7.0:4 -:4 -:4 -:4");
  EXPECT_EQ(count(file, "SELECT node FROM bound_update"), 2);
}

TEST(PlytraceApi, AScopeClosesItsNodeOnAnException) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  {
    api::Trace trace(file);
    api::Stream stream = trace.stream();
    const auto throws = [&stream] {
      const api::Node node = stream.enter(stream.move("a"), 1, 1, -kInf, kInf);
      throw std::runtime_error("out of time");
    };
    api::Node root = stream.enter(PLYTRACE_NO_MOVE, 0, 2, -kInf, kInf);
    EXPECT_THROW(throws(), std::runtime_error);
    api::Node other = stream.enter(stream.move("b"), 1, 1, -kInf, kInf);
    EXPECT_EQ(other.leave(5), 5);
    root.leave(5, other.id(), PLYTRACE_EXACT);
    EXPECT_EQ(stream.error(), "");
    stream.end_search();
    stream.close();
    EXPECT_TRUE(trace.close());
  }
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ifnull(value, '-'), ' ') FROM node"), "5.0 - 5.0");
  EXPECT_EQ(count(file, "SELECT best FROM node WHERE id = 1"), 3);
}

TEST(PlytraceApi, MisuseIsReportedAndChangesNothing) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  plytrace_trace* trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* stream = plytrace_open_stream(trace);
  std::uint64_t errors = 0;
  const auto expect_error = [&](const char* what) {
    EXPECT_EQ(plytrace_error_count(stream), ++errors) << what;
  };
  plytrace_leave(stream, 17, 0);
  expect_error("leave without enter");
  EXPECT_THAT(plytrace_error(stream), HasSubstr("plytrace_leave: the node is not open"));
  plytrace_end_search(stream, nullptr);
  expect_error("end without begin");
  plytrace_begin_search(stream, nullptr);
  // The engine is inside the node, so the node is entered without the wrong values.
  const plytrace_node no_window = plytrace_enter(stream, 1, 0, 3, nan, 1);
  EXPECT_NE(no_window, 0);
  expect_error("NaN in a window");
  const plytrace_node no_side = plytrace_enter(stream, 1, 5, 3, 0, 1);
  EXPECT_NE(no_side, 0);
  expect_error("no such side");
  plytrace_leave(stream, no_side, 4);
  plytrace_leave(stream, no_window, 4);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 3, -kInf, kInf);
  plytrace_bound(stream, root, PLYTRACE_BY_CHILD, nan, 1);
  expect_error("NaN in a bound");
  plytrace_bound(stream, root, 77, 0, 1);
  expect_error("no such cause");
  plytrace_cutoff_args zero;
  std::memset(&zero, 0, sizeof zero);
  plytrace_cutoff(stream, root, &zero);
  expect_error("a structure without size");
  plytrace_credit(stream, root, 1);
  expect_error("credit without a child");
  const plytrace_node child = plytrace_enter(stream, 1, 1, 2, -kInf, kInf);
  plytrace_leave(stream, child, nan);
  expect_error("NaN as a value");
  plytrace_leave(stream, child, 1);
  expect_error("left twice");
  plytrace_leave(stream, root, 1);
  plytrace_close_stream(stream);
  plytrace_leave(stream, root, 1);
  expect_error("use after close");
  EXPECT_EQ(plytrace_enter(stream, 1, 0, 3, 0, 1), 0);
  expect_error("use after close");
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(plytrace_close(trace), -1);
  EXPECT_EQ(plytrace_open_stream(trace), nullptr);
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ifnull(value, '-'), ' ') FROM node"),
            "4.0 4.0 1.0 -");
  EXPECT_EQ(count(file, "SELECT count(*) FROM bound_update"), 0);
  // The trace records this as well.
  EXPECT_EQ(count(file, "SELECT value FROM meta WHERE name = 'refused_events'"), 9);
  EXPECT_EQ(sql_value(file, "SELECT DISTINCT captured FROM search"), "[]");
}

TEST(PlytraceApi, AFileThatCannotBeMadeLeavesTheEngineUnrecorded) {
  const ScratchFolder folder;
  write_file(folder / "t.db", "precious");
  plytrace_trace* trace = plytrace_open((folder / "t.db").c_str(), nullptr);
  EXPECT_THAT(plytrace_trace_error(trace), HasSubstr("already exists"));
  plytrace_stream* stream = plytrace_open_stream(trace);
  EXPECT_EQ(stream, nullptr);
  Negamax engine(stream);
  engine.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 3, -1000, 1000, 1);
  EXPECT_EQ(plytrace_close(trace), -1);
  EXPECT_EQ(read_file(folder / "t.db"), "precious");
}

// A quiescence node reports its stand-pat score only by its cutoff or bound update.
TEST_F(OpenedTrace, AStandPatEventReportsTheScore) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 1, -9, 9);
  const plytrace_node cut = plytrace_enter(stream, 1, 1, 0, -9, 9);
  plytrace_cut(stream, cut, PLYTRACE_CUT_BETA, PLYTRACE_BY_STAND_PAT, 12, -9, 9);
  plytrace_leave(stream, cut, 9);
  const plytrace_node raised = plytrace_enter(stream, 2, 1, 0, -9, 9);
  plytrace_bound(stream, raised, PLYTRACE_BY_STAND_PAT, 4, 9);
  plytrace_leave(stream, plytrace_enter(stream, 1, 0, 0, -9, -4), -6);
  plytrace_bound(stream, raised, PLYTRACE_BY_CHILD, 6, 9);
  plytrace_leave(stream, raised, 6);
  const plytrace_node quiet = plytrace_enter(stream, 3, 1, 0, -9, 9);
  plytrace_bound(stream, quiet, PLYTRACE_BY_STAND_PAT, 3, 9);
  plytrace_leave(stream, quiet, 3);
  plytrace_leave(stream, root, -3);
  plytrace_end_search(stream, nullptr);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind || ' ' || ifnull(score, '-'), ', ') FROM (SELECT "
                      "kind, score FROM node_text WHERE parent = 1 ORDER BY id)"),
            "interior -12.0, interior -4.0, horizon -");
}

// Each short call gives the same event as the structure with all its fields.
TEST(PlytraceApi, ShortFormsSayTheSame) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  api::Trace trace(file);
  api::Stream stream = trace.stream();
  stream.begin_search(side_view());
  {
    auto root = stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 3, -9, 9);
    {
      auto null = stream.enter(1, PLYTRACE_MIN, 1, -9, 8, PLYTRACE_NULL_MOVE);
      null.store(77, 5, PLYTRACE_LOWER, 1);
      null.leave(5);
    }
    {
      auto answered = stream.enter(2, PLYTRACE_MIN, 1, -9, 4, PLYTRACE_REDUCED);
      answered.probe(77, 5, PLYTRACE_LOWER, PLYTRACE_ANSWERED, 1, 1);
      answered.leave(5);
    }
    root.cutoff_by(PLYTRACE_BY_NULL_MOVE, PLYTRACE_CUT_BETA, 9, -9, 9);
    root.leave(9);
  }
  stream.end_search();
  EXPECT_EQ(stream.error(), "");
  EXPECT_TRUE(trace.close());
  EXPECT_EQ(sql_value(file, "SELECT group_concat(role || ' ' || kind, ', ') FROM node_text"),
            "move interior, null_move unknown, reduced table");
  EXPECT_EQ(
      sql_value(file,
                "SELECT group_concat(depth || ' ' || bound || ' ' || value) FROM table_store"),
      "1 2 -5.0");
  EXPECT_EQ(sql_value(file,
                      "SELECT stored_by || ' ' || stored_depth || ' ' || value || ' ' || used FROM "
                      "table_probe"),
            "2 1 -5.0 3");
  EXPECT_EQ(sql_value(file,
                      "SELECT kind || ' ' || cause || ' ' || value || ' ' || ifnull(skipped, '?') "
                      "FROM cutoff_text"),
            "beta null_move 9.0 ?");
  // Without a stream a call does nothing.
  EXPECT_EQ(plytrace_enter_role(nullptr, 1, 0, 1, 0, 1, PLYTRACE_MOVE), 0);
  plytrace_cut(nullptr, 0, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, 1, 0, 1);
  plytrace_store_entry(nullptr, 0, 1, 0, PLYTRACE_EXACT, 1);
  plytrace_probe_entry(nullptr, 0, 1, 0, PLYTRACE_EXACT, PLYTRACE_ANSWERED, 1, 1);
}

// An engine needed nine lines to open, declare, end and close, a variable for the side to move, and
// two lines at each return.
int negamax_by_short_calls(plytrace_stream* s, plytrace_move move, int depth, int alpha, int beta,
                           unsigned path) {
  const plytrace_node node = plytrace_enter(s, move, PLYTRACE_OTHER_SIDE, depth, alpha, beta);
  if (depth == 0) {
    const int value = static_cast<int>((path * 2654435761U) >> 20) % 100 - 50;
    return plytrace_leave_leaf_value(s, node, PLYTRACE_HORIZON, value);
  }
  int best = -1000;
  for (unsigned i = 0; i < 4; ++i) {
    const int value = -negamax_by_short_calls(s, i, depth - 1, -beta, -alpha, path * 4 + i + 1);
    if (value <= best) continue;
    best = value;
    if (best >= beta) {
      plytrace_cut(s, node, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, best, alpha, beta);
      break;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, node, PLYTRACE_BY_CHILD, alpha, beta);
    }
  }
  return plytrace_leave_value(s, node, best);
}

TEST_F(OpenedTrace, ShortCallsRecordTheSameSearch) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.captured = "usual";
  plytrace_begin_search(stream, &search);
  Negamax traced(stream);
  const int value = traced.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 5, -1000, 1000, 1);
  plytrace_end_exact(stream, value);
  EXPECT_EQ(plytrace_close(trace), 0);

  const std::string other = folder / "short.db";
  plytrace_stream* const s = plytrace_start(other.c_str(), PLYTRACE_SIDE_TO_MOVE, "usual");
  EXPECT_EQ(
      plytrace_finish_value(s, negamax_by_short_calls(s, PLYTRACE_NO_MOVE, 5, -1000, 1000, 1)),
      value);
  EXPECT_EQ(plytrace_error(s), nullptr) << plytrace_error(s);
  for (const char* const query :
       {"SELECT group_concat(ply || ' ' || side || ' ' || move || ' ' || alpha || ' ' || beta || "
        "' ' || value || ' ' || kind) FROM node_text",
        "SELECT count(*) || ' ' || sum(value) FROM cutoff",
        "SELECT status || ' ' || value || ' ' || lower || ' ' || upper FROM search"}) {
    EXPECT_EQ(sql_value(other, query), sql_value(file, query)) << query;
  }
  // Without a trace they only have their value.
  EXPECT_EQ(negamax_by_short_calls(nullptr, PLYTRACE_NO_MOVE, 5, -1000, 1000, 1), value);
  EXPECT_EQ(plytrace_finish(nullptr, value), 0);
}

// A null move passes, a hand-over and a probe without a move stay at the position.
TEST_F(OpenedTrace, ASideThatIsNotGivenIsTheOtherOne) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  const auto enter = [&](plytrace_move move, int role, int side = PLYTRACE_OTHER_SIDE) {
    return plytrace_enter_role(stream, move, side, 1, -9, 9, role);
  };
  const plytrace_node root = enter(PLYTRACE_NO_MOVE, PLYTRACE_MOVE);
  const plytrace_node child = enter(1, PLYTRACE_MOVE);
  plytrace_leave(stream, enter(PLYTRACE_NO_MOVE, PLYTRACE_PROBE), 1);
  plytrace_leave(stream, enter(2, PLYTRACE_PROBE), 1);
  plytrace_leave(stream, enter(3, PLYTRACE_NULL_MOVE), 1);
  plytrace_leave(stream, enter(4, PLYTRACE_MOVE, PLYTRACE_MIN), 1);
  plytrace_leave(stream, enter(PLYTRACE_NO_MOVE, PLYTRACE_HAND_OVER), 1);
  plytrace_leave(stream, child, 1);
  plytrace_leave(stream, root, -1);
  plytrace_end_search(stream, nullptr);
  EXPECT_EQ(plytrace_error(stream), nullptr) << plytrace_error(stream);
  // MAX's view needs no side, and gets none.
  plytrace_leave(stream, enter(PLYTRACE_NO_MOVE, PLYTRACE_MOVE), 1);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ifnull(side, '?'), ' ') FROM node_text"),
            "MAX MIN MIN MAX MAX MIN MIN ?");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(value, ' ') FROM node"),
            "-1.0 -1.0 -1.0 1.0 1.0 -1.0 -1.0 1.0");
}

// A search inside a wrapper needs no variable for the open node.
TEST_F(OpenedTrace, AnEventMayNameTheInnermostNode) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  plytrace_bound(stream, PLYTRACE_INNERMOST, PLYTRACE_BY_CHILD, 0, 9);
  EXPECT_EQ(plytrace_error_count(stream), 1U) << "no node is open";
  const auto wrapped = [&](plytrace_move move, const auto& inner) {
    return plytrace_visit(stream, move, PLYTRACE_OTHER_SIDE, 1, -9, 9, inner());
  };
  const int value = wrapped(PLYTRACE_NO_MOVE, [&] {
    const int answer = -wrapped(1, [&] {
      return plytrace_answer_value(stream, PLYTRACE_INNERMOST, 7, 3, PLYTRACE_LOWER, 1, 1);
    });
    plytrace_bound(stream, PLYTRACE_INNERMOST, PLYTRACE_BY_CHILD, answer, 9);
    const int leaf = -wrapped(
        2, [&] { return plytrace_leaf_value(stream, PLYTRACE_INNERMOST, PLYTRACE_TERMINAL, -9); });
    return plytrace_cut_value(stream, PLYTRACE_INNERMOST, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD,
                              leaf, answer, 9);
  });
  EXPECT_EQ(value, 9);
  plytrace_leave(stream, PLYTRACE_INNERMOST, 1);
  EXPECT_EQ(plytrace_error_count(stream), 2U) << "a node is left by its name";
  EXPECT_EQ(plytrace_finish(stream, value), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(kind || ' ' || value) FROM node_text"),
            "interior 9.0,table -3.0,terminal 9.0");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(node || ' ' || alpha) FROM bound_update"),
            "1 -3.0");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(node || ' ' || used) FROM table_probe"), "2 3");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(node || ' ' || value) FROM cutoff"), "1 9.0");
}

// A search that failed between two passes looked finished.
TEST_F(OpenedTrace, AnEngineThatGivesUpInterruptsItsSearch) {
  plytrace_interrupt(stream);
  plytrace_begin_pass(stream, PLYTRACE_ITERATION, 1, -9, 9);
  plytrace_leave(stream, plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 1, -9, 9), 2);
  plytrace_end_pass(stream, PLYTRACE_FINISHED, PLYTRACE_NO_MOVE);
  plytrace_interrupt(stream);
  plytrace_interrupt(stream);
  EXPECT_EQ(plytrace_error(stream), nullptr) << plytrace_error(stream);
  EXPECT_EQ(plytrace_close(trace), 0);
  plytrace_interrupt(stream);
  EXPECT_EQ(plytrace_error_count(stream), 0U);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(status) FROM search"), "interrupted");
}

// A search returns at many places, but a wrapper leaves the node at one. So kind, claim and stand
// pat are reported earlier, where they are known.
TEST_F(OpenedTrace, AWrapperLeavesWithWhatWasReportedOfTheOpenNode) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 1, -9, 9);
  const auto wrapped = [&](int kind, int bound, const double* score, double value) {
    const plytrace_node node = plytrace_enter(stream, 1, 1, 0, -9, 9);
    plytrace_is(stream, node, kind, bound);
    if (score != nullptr) plytrace_score(stream, node, *score);
    plytrace_leave(stream, node, value);
  };
  const double five = 5, four = 4, twenty = 20;
  wrapped(PLYTRACE_TABLE, PLYTRACE_LOWER, nullptr, 5);
  wrapped(PLYTRACE_KNOWN, PLYTRACE_UPPER, nullptr, 5);
  wrapped(PLYTRACE_AUTO, PLYTRACE_NO_BOUND, &five, 5);
  wrapped(PLYTRACE_INTERIOR, PLYTRACE_EXACT, &four, 5);
  wrapped(PLYTRACE_DRAW, PLYTRACE_LOWER, &twenty, 9);
  // The evaluation of a node that then turns out to be mate is not the score of the mate.
  const plytrace_node mated = plytrace_enter(stream, 1, 1, 0, -9, 9);
  plytrace_score(stream, mated, 3);
  plytrace_is(stream, mated, PLYTRACE_TERMINAL, PLYTRACE_NO_BOUND);
  plytrace_leave(stream, mated, -7);
  // The report of leave itself takes precedence.
  const plytrace_node node = plytrace_enter(stream, 1, 1, 0, -9, 9);
  plytrace_is(stream, node, PLYTRACE_TABLE, PLYTRACE_LOWER);
  plytrace_leave_leaf(stream, node, PLYTRACE_TERMINAL, 2);
  plytrace_is(stream, root, 17, 0);
  plytrace_leave(stream, root, -2);
  EXPECT_EQ(plytrace_error_count(stream), 1U);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind || ' ' || ifnull(bound, '-') || ' ' || "
                      "ifnull(score, '-'), ', ') FROM (SELECT * FROM node_text WHERE parent = 1)"),
            "table upper -, known lower -, horizon - -, interior exact -4.0, draw upper -20.0, "
            "terminal - -, terminal upper -");
}

TEST_F(OpenedTrace, UsualStandsForWhatEnginesTell) {
  for (const char* captured : {"usual", "legal, usual,cutoffs", "cutoff,keys"}) {
    plytrace_search search = side_view();
    search.captured = captured;
    plytrace_begin_search(stream, &search);
    plytrace_end_search(stream, nullptr);
  }
  EXPECT_EQ(plytrace_error_count(stream), 1U);
  EXPECT_THAT(plytrace_error(stream), HasSubstr("names an unknown kind of event"));
  EXPECT_EQ(plytrace_close(trace), 0);
  const std::string usual =
      "\"windows\",\"bounds\",\"cutoffs\",\"roles\",\"scores\",\"probes\",\"stores\"";
  EXPECT_EQ(sql_value(file, "SELECT group_concat(captured, ' ') FROM search"),
            "[" + usual + "] [\"legal\"," + usual + "] [\"keys\"]");
}

TEST(PlytraceApi, ATraceIsAssigned) {
  const ScratchFolder folder;
  api::Trace trace;
  for (const char* name : {"a.db", "b.db"}) {
    trace = api::Trace(folder / name);
    api::Stream stream = trace.stream();
    stream.enter(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 1, -9, 9).leave(4);
  }
  // The first trace was closed when the second was assigned.
  EXPECT_EQ(sql_value(folder / "a.db", "SELECT count(*) FROM meta WHERE name = 'recording'"), "0");
  trace = api::Trace();
  EXPECT_EQ(sql_value(folder / "b.db", "SELECT value FROM node"), "4.0");
  EXPECT_EQ(sql_value(folder / "b.db", "SELECT count(*) FROM meta WHERE name = 'recording'"), "0");
}

// A singular search or a further line of MultiPV: the node excludes moves on purpose.
TEST_F(OpenedTrace, ExcludedMovesStandInTheNode) {
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 9);
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  args.role = PLYTRACE_PROBE;
  args.side = PLYTRACE_MAX;
  const plytrace_node singular = plytrace_enter_as(stream, &args);
  const plytrace_move excluded[] = {plytrace_move_of_text(stream, "e2e4"),
                                    plytrace_move_of_text(stream, "\"d\"")};
  plytrace_exclude(stream, singular, excluded, 2);
  plytrace_exclude(stream, singular, excluded, 1);
  const plytrace_node child = plytrace_enter(stream, 1, 1, 1, -9, 9);
  plytrace_leave(stream, child, 1);
  plytrace_leave(stream, singular, 1);
  plytrace_exclude(stream, root, excluded, 1);  // error: the node already has a child
  plytrace_leave(stream, root, 1);
  EXPECT_EQ(plytrace_error_count(stream), 2U);
  EXPECT_THAT(plytrace_error(stream), HasSubstr("before the first child"));
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT excluded FROM node_text WHERE id = 2"),
            "[\"e2e4\",\"\\\"d\\\"\"]");
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE excluded IS NOT NULL"), 1);
}

// leave() reports only the value: kind and best child follow from the earlier events.
TEST_F(OpenedTrace, WhatLeaveDoesNotSayFollowsFromTheEvents) {
  const plytrace_search search = side_view();
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 9);
  const auto child = [&](plytrace_move move, double alpha, auto&& events, double value,
                         const double* score = nullptr) {
    const plytrace_node node = plytrace_enter(stream, move, 1, 1, -9, -alpha);
    events(node);
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.has_value = 1;
    args.value = value;
    args.has_score = score != nullptr;
    args.score = score != nullptr ? *score : 0;
    plytrace_leave_as(stream, node, &args);
  };
  plytrace_cutoff_args cut = PLYTRACE_CUTOFF_INIT;
  cut.cause = PLYTRACE_BY_STAND_PAT;
  cut.has_value = cut.has_window = 1;
  cut.alpha = -9;
  cut.beta = 0;
  cut.value = 4;
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  entry.used = PLYTRACE_ANSWERED;
  const double score = -3;
  child(
      1, -9, [&](plytrace_node) {}, 1);  // unknown
  child(
      2, -9, [&](plytrace_node) {}, -3, &score);  // horizon
  plytrace_bound(stream, root, PLYTRACE_BY_CHILD, 3, 9);
  child(
      3, 3, [&](plytrace_node node) { plytrace_cutoff(stream, node, &cut); }, 4, &score);
  child(
      4, 3, [&](plytrace_node node) { plytrace_probe(stream, node, &entry); }, 5);  // table
  plytrace_leave(stream, root, 3);
  // Fail-hard: the returned value is the bound that was reached, not the child's value.
  const plytrace_node hard = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 2);
  child(
      1, -9, [&](plytrace_node) {}, -7, &score);
  cut.cause = PLYTRACE_BY_CHILD;
  cut.value = 7;
  cut.beta = 2;
  plytrace_cutoff(stream, hard, &cut);
  plytrace_leave(stream, hard, 2);
  // A value that no child has gives no best child.
  const plytrace_node other = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 9);
  child(
      1, -9, [&](plytrace_node) {}, -7, &score);
  plytrace_bound(stream, other, PLYTRACE_BY_CHILD, 7, 9);
  plytrace_leave(stream, other, 8);
  plytrace_end_search(stream, nullptr);
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(kind) FROM (SELECT kind FROM node_text WHERE parent = 1 "
                      "ORDER BY id)"),
            "unknown,horizon,interior,table");
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(ifnull(best, 'none')) "
                      "FROM (SELECT best FROM node WHERE parent IS NULL ORDER BY id)"),
            "3,7,none");
}

// The same search recorded completely and in part: unrecorded nodes are counted.
TEST(PlytraceApi, RecordsAPart) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto record = [&file](auto&& choose) {
    plytrace_options options = PLYTRACE_OPTIONS_INIT;
    options.force = 1;
    choose(options);
    plytrace_trace* trace = plytrace_open(file.c_str(), &options);
    EXPECT_EQ(plytrace_trace_error(trace), nullptr);
    plytrace_stream* stream = plytrace_open_stream(trace);
    int nodes = 0;
    for (int i = 0; i < 2; ++i) {
      plytrace_begin_search(stream, nullptr);
      Negamax engine(stream);
      engine.search(PLYTRACE_NO_MOVE, PLYTRACE_MAX, 4, -1000, 1000, 1);
      nodes = engine.nodes;
      plytrace_end_search(stream, nullptr);
    }
    EXPECT_EQ(plytrace_error_count(stream), 0U);
    EXPECT_EQ(plytrace_close(trace), 0);
    // Every visited node is counted once per search.
    EXPECT_EQ(count(file, "SELECT sum(nodes) FROM search"), 2 * nodes);
    EXPECT_EQ(count(file,
                    "SELECT (SELECT count(*) FROM node) + (SELECT sum(unrecorded) FROM "
                    "ply_summary)"),
              2 * nodes);
    return nodes;
  };
  const int nodes = record([](plytrace_options&) {});
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 2 * nodes);
  record([](plytrace_options& options) { options.max_ply = 2; });
  EXPECT_EQ(count(file, "SELECT max(ply) FROM node"), 2);
  EXPECT_GT(count(file, "SELECT max(unrecorded) FROM node"), 0);
  record([](plytrace_options& options) { options.below = "/1/2"; });
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE ply = 1"), 2);
  EXPECT_LE(count(file, "SELECT count(*) FROM node WHERE ply = 2"), 2);
  record([](plytrace_options& options) { options.max_nodes = 7; });
  // The root of each pass is always recorded.
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 8);
  record([](plytrace_options& options) { options.only_search = 2; });
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), nodes + 1);
  EXPECT_EQ(count(file, "SELECT unrecorded FROM node WHERE id = 1"), nodes - 1);
}

TEST(PlytraceApi, TextsThatAreTooLongAreRefused) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const stream = plytrace_open_stream(trace);
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.captured = "windows";
  search.move_text = [](plytrace_move, void*) -> const char* {
    static const std::string text(4097, 'm');
    return text.c_str();
  };
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 9);
  EXPECT_EQ(plytrace_move_of_text(stream, std::string(4097, 'm').c_str()), PLYTRACE_UNNAMED_MOVE);
  const plytrace_move longest = plytrace_move_of_text(stream, std::string(4096, 'm').c_str());
  plytrace_leave(stream, plytrace_enter(stream, longest, 1, 1, -9, 9), 3);
  plytrace_leave(stream, plytrace_enter(stream, 1, 1, 1, -9, 9), 3);  // named by move_text
  plytrace_note(stream, root, "name", std::string((std::size_t{64} << 20) + 1, 'n').c_str());
  plytrace_leave(stream, root, 3);
  EXPECT_EQ(plytrace_error_count(stream), 2U);
  EXPECT_THAT(plytrace_error(stream), HasSubstr("a move has 4,096 bytes at most"));
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file, "SELECT group_concat(length(text)) FROM move"), "1,4096");
  EXPECT_EQ(count(file, "SELECT count(*) FROM note"), 0);
  EXPECT_EQ(count(file, "SELECT value FROM meta WHERE name = 'refused_events'"), 3);
}

// A move_text callback that reported events caused endless recursion.
TEST(PlytraceApi, MoveTextReportsNoEvents) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* stream = plytrace_open_stream(trace);
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.captured = "windows";
  search.user = stream;
  search.move_text = [](plytrace_move, void* user) -> const char* {
    auto* const same = static_cast<plytrace_stream*>(user);
    EXPECT_EQ(plytrace_enter(same, 7, 0, 3, -9, 9), 0);
    return "m";
  };
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 2, -9, 9);
  plytrace_leave(stream, plytrace_enter(stream, 1, 1, 1, -9, 9), 3);
  plytrace_leave(stream, root, 3);
  EXPECT_EQ(plytrace_error_count(stream), 1U);
  EXPECT_THAT(plytrace_error(stream), HasSubstr("move_text must not report events"));
  EXPECT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 2);
  EXPECT_EQ(sql_value(file, "SELECT captured FROM search"), "[]");
}

}  // namespace
}  // namespace plytrace::test
