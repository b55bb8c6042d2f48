// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/pass and node, and `why`: the causes that engines can report each rest on
// another assumption. Authors whose cause was missing had to report a wrong one.
#include <gtest/gtest.h>

#include "plytrace/plytrace.h"
#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

// A root whose move `a` drops all of its moves but one, for this cause.
std::string dropping(const std::string& cause) {
  return search_line() + root_line(2, -9, 9) + enter_line("a", "min", 1, -9, 9) +
         leaf_lines("x", "max", 0, -9, 9, 3) + bound_line(-9, 3) +
         "{\"event\":\"cutoff\",\"kind\":\"forward\",\"cause\":\"" + cause +
         "\",\"value\":3,\"skipped\":2}\n" + leave_line(3, ",\"legal\":3") + bound_line(3, 9) +
         leave_line(3, ",\"legal\":1") + end_line(R"(,"value":3,"lower":3,"upper":3)");
}

TEST(Causes, WhySaysWhatMovesWereDroppedFor) {
  const ScratchFolder folder;
  const auto why = [&](const std::string& cause) {
    return plytrace({"why", imported(folder, dropping(cause)), "/a/y"}).out;
  };
  EXPECT_NE(why("see").find("moves that lose material by a static exchange"), std::string::npos)
      << why("see");
  EXPECT_NE(why("history").find("moves that have failed often"), std::string::npos)
      << why("history");
}

TEST(Causes, DroppedMovesRestOnForwardPruning) {
  for (const std::string cause : {"see", "history"}) {
    const auto report = judged_engine(dropping(cause));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(times_assumed(report, Assumption::kForward), 1U) << cause;
  }
}

// MIN can claim a draw by repetition, so its node is worth at most 0, whatever its moves are worth.
std::string claiming(const std::string& events, int value) {
  return search_line(R"(,"perspective":"side")") + root_line(2, -50, 50) +
         enter_line("a", "min", 1, -50, 50) + events + leave_line(value, ",\"legal\":1") +
         bound_line(-value, 50) + leave_line(-value, ",\"legal\":1") +
         end_line(fmt::format(",\"value\":{0},\"lower\":{0},\"upper\":{0}", -value));
}

// Only table, stand-pat, static and mate-distance bounds were accepted before the first move.
TEST(Causes, ADrawThatCanBeClaimedRaisesAlphaBeforeTheFirstMove) {
  const std::string claim = bound_line(0, 50, ",\"cause\":\"draw_claim\"");
  const auto worse = judged_engine(claiming(
      claim + enter_line("x", "max", 0, -50, 0) + leave_line(7, ",\"kind\":\"horizon\""), 0));
  EXPECT_EQ(worse.verdict, Verdict::kVerified) << outline(worse);
  EXPECT_EQ(times_assumed(worse, Assumption::kDrawClaim), 1U);
  const auto better =
      judged_engine(claiming(claim + enter_line("x", "max", 0, -50, 0) +
                                 leave_line(-7, ",\"kind\":\"horizon\"") + bound_line(7, 50),
                             7));
  EXPECT_EQ(better.verdict, Verdict::kVerified) << outline(better);
  // Without the draw nothing limits the value: the move gives MIN -7.
  const auto without = judged_engine(
      claiming(enter_line("x", "max", 0, -50, 50) + leave_line(7, ",\"kind\":\"horizon\""), 0));
  EXPECT_EQ(without.verdict, Verdict::kRefuted) << outline(without);
}

TEST(Causes, ADrawClaimThatClosesTheWindowIsACutoff) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, search_line() + root_line(2, -50, -10) +
                           cutoff_line("beta", "draw_claim", 0, -50, -10) + leave_line(0) +
                           end_line(R"(,"value":0,"lower":0)"));
  const auto report = judge(trace);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(times_assumed(report, Assumption::kDrawClaim), 1U);
  EXPECT_NE(plytrace({"why", trace, "/"}).exit_code, 2);
  EXPECT_EQ(sql_value(trace, "SELECT cause FROM cutoff_text"), "draw_claim");
}

// Another path may have nothing to repeat, so an entry from such a node depends on the path.
TEST(Causes, AnEntryThatRestsOnADrawClaimDependsOnThePath) {
  const std::string first = enter_line("a", "min", 1, -50, 50, ",\"key\":70000") +
                            bound_line(-50, 0, ",\"cause\":\"draw_claim\"") +
                            leaf_lines("x", "max", 0, -50, 0, 7) +
                            "{\"event\":\"store\",\"depth\":1,\"bound\":\"exact\",\"value\":0}\n" +
                            leave_line(0, ",\"legal\":1");
  const std::string second =
      enter_line("b", "min", 1, 0, 50, ",\"key\":70000") +
      "{\"event\":\"probe\",\"key\":70000,\"entry_key\":70000,\"depth\":1,\"stored_depth\":1,"
      "\"bound\":\"exact\",\"value\":0,\"used\":\"answered\"}\n" +
      leave_line(0, ",\"kind\":\"table\",\"bound\":\"exact\"");
  const auto report =
      judged_engine(search_line() + root_line(2, -50, 50) + first + bound_line(0, 50) + second +
                    leave_line(0, ",\"legal\":2") + end_line(R"(,"value":0,"lower":0,"upper":0)"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_GT(times_assumed(report, Assumption::kPathDependent), 0U);
}

// Three MIN nodes: 1 can claim a draw, 2 is cut by two of its moves at less depth (multi-cut), and
// 3 drops moves.
void record_causes(plytrace_stream* stream) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.game = "mine";
  search.captured = "usual";
  plytrace_begin_search(stream, &search);
  const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, PLYTRACE_MAX, 5, -50, 50);
  const auto leaf = [stream](int depth, double alpha, double beta, int role, double value) {
    const plytrace_node node =
        plytrace_enter_role(stream, 1, PLYTRACE_MAX, depth, alpha, beta, role);
    plytrace_leave_leaf(stream, node, PLYTRACE_HORIZON, value);
  };
  const plytrace_node claims = plytrace_enter(stream, 1, PLYTRACE_MIN, 4, -50, 50);
  plytrace_bound(stream, claims, PLYTRACE_BY_DRAW_CLAIM, -50, 0);
  leaf(0, -50, 0, PLYTRACE_MOVE, 7);
  plytrace_leave(stream, claims, 0);
  plytrace_bound(stream, root, PLYTRACE_BY_CHILD, 0, 50);
  const plytrace_node cut = plytrace_enter(stream, 2, PLYTRACE_MIN, 4, 0, 50);
  leaf(0, 0, 1, PLYTRACE_PROBE, -3);
  leaf(0, 0, 1, PLYTRACE_PROBE, -5);
  plytrace_cut(stream, cut, PLYTRACE_CUT_ALPHA, PLYTRACE_BY_MULTI_CUT, 0, 0, 50);
  plytrace_leave(stream, cut, 0);
  const plytrace_node drops = plytrace_enter(stream, 3, PLYTRACE_MIN, 4, 0, 50);
  leaf(0, 0, 50, PLYTRACE_MOVE, 3);
  plytrace_bound(stream, drops, PLYTRACE_BY_CHILD, 0, 3);
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  args.kind = PLYTRACE_CUT_FORWARD;
  args.skipped = 1;
  for (const int cause : {PLYTRACE_BY_SEE, PLYTRACE_BY_HISTORY}) {
    args.cause = cause;
    plytrace_cutoff(stream, drops, &args);
  }
  plytrace_leave(stream, drops, 3);
  plytrace_bound(stream, root, PLYTRACE_BY_CHILD, 3, 50);
  plytrace_leave(stream, root, 3);
  plytrace_end_search(stream, nullptr);
}

// The newest causes were tested only with event lines, not with the C interface.
TEST(Causes, TheCInterfaceHasThemAll) {
  const ScratchFolder folder;
  const std::string file = folder / "c.db";
  plytrace_trace* const trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* const stream = plytrace_open_stream(trace);
  record_causes(stream);
  EXPECT_EQ(plytrace_error_count(stream), 0U);
  ASSERT_EQ(plytrace_close(trace), 0);
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(cause) FROM (SELECT cause FROM cutoff_text "
                      "ORDER BY id)"),
            "multi_cut,see,history");
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM bound_update WHERE cause = 14"), "1");
  const auto report = judge(file);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(times_assumed(report, Assumption::kDrawClaim), 1U);
  EXPECT_EQ(times_assumed(report, Assumption::kMultiCut), 1U);
  EXPECT_EQ(times_assumed(report, Assumption::kForward), 2U);
}

// The other causes explain skipped moves, not changes of a window.
TEST(Causes, OnlySomeChangeAWindow) {
  const ScratchFolder folder;
  write_file(folder / "e.ndjson",
             search_line() + root_line(2, -50, 50) + bound_line(0, 50, ",\"cause\":\"multi_cut\""));
  const ProgramResult result =
      plytrace({"import", folder / "e.ndjson", "-o", folder / "e.db", "-q"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("draw_claim"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace plytrace::test
