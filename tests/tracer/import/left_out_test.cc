// SPDX-License-Identifier: MIT
//
// Covers tracer/import and tracer/emit: the meaning of each omitted field, as documented in the
// tables of docs/events.md and the comments of plytrace.h, compared with the resulting row.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plytrace/plytrace.h>
#include <set>

#include "tests/tracer/api_support.h"

namespace plytrace::test {
namespace {

// A row of the table, lines that omit the field, and the expected result of a query.
struct LeftOut {
  const char* row;
  const char* lines;
  const char* query;
  const char* expected;
};

constexpr const char* kTwoPlies = R"({"event":"enter","side":"max","depth":1,"alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","depth":0,"alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":9}
{"event":"leave","value":3}
)";
constexpr const char* kStoreAndProbe = R"({"event":"search"}
{"event":"enter","side":"max","key":7}
{"event":"enter","move":"a","side":"min","key":8}
{"event":"store","value":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"b","side":"min","key":8}
{"event":"probe","value":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"enter","move":"c","side":"min"}
{"event":"store","value":4}
{"event":"probe","value":4}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3}
)";

constexpr LeftOut kLeftOut[] = {
    {"`stream`", kTwoPlies, "SELECT stream FROM pass", "0"},
    {"`node` of any line but `enter`", kTwoPlies, "SELECT group_concat(node) FROM bound_update",
     "1"},
    {"`search` before the first node", kTwoPlies,
     "SELECT captured || quote(fail) || quote(windows) FROM search", "[]NULLNULL"},
    {"`perspective`", kTwoPlies, "SELECT perspective FROM search", "max"},
    {"`captured`", "{\"event\":\"search\"}\n{\"event\":\"enter\"}\n{\"event\":\"leave\"}\n",
     "SELECT captured FROM search", "[]"},
    {"`pass` before a root", kTwoPlies,
     "SELECT purpose || depth || alpha || beta || root FROM pass", "fixed1-9.09.01"},
    {"`depth`, `alpha` and `beta` of a pass",
     "{\"event\":\"pass\",\"purpose\":\"iteration\"}\n"
     "{\"event\":\"enter\",\"side\":\"max\",\"depth\":4,\"alpha\":1,\"beta\":2}\n"
     "{\"event\":\"leave\",\"value\":1}\n{\"event\":\"end_pass\"}\n"
     "{\"event\":\"pass\",\"depth\":5,\"alpha\":3,\"beta\":6}\n"
     "{\"event\":\"enter\",\"side\":\"max\"}\n{\"event\":\"leave\",\"value\":4}\n",
     "SELECT group_concat(p.depth || p.alpha || p.beta || n.depth || n.alpha || n.beta) "
     "FROM pass p JOIN node n ON n.id = p.root",
     "41.02.041.02.0,53.06.053.06.0"},
    {"`side`",
     R"({"event":"search","perspective":"side"}
{"event":"enter"}
{"event":"enter","move":"a"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":-3}
{"event":"end_search"}
{"event":"search"}
{"event":"enter"}
{"event":"leave","value":3}
)",
     "SELECT group_concat(ifnull(side, 'unknown')) FROM node", "0,1,unknown"},
    {"`role`", kTwoPlies, "SELECT group_concat(role) FROM node", "0,0"},
    {"`phase`", kTwoPlies, "SELECT group_concat(phase) FROM node", "0,0"},
    {"`cause` of a bound update or cutoff",
     R"({"event":"enter","side":"max","alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":9}
{"event":"enter","move":"b","side":"min"}
{"event":"leave","value":9,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":9}
{"event":"leave","value":9}
)",
     "SELECT b.cause || b.child || c.cause || c.child FROM bound_update b, cutoff c", "0203"},
    {"`skipped`",
     R"({"event":"enter","side":"max"}
{"event":"cutoff","kind":"forward","cause":"futility","skipped_moves":["a","b"]}
{"event":"cutoff","kind":"forward","cause":"late_move"}
{"event":"leave","value":9}
)",
     "SELECT group_concat(ifnull(skipped, 'unknown')) FROM cutoff", "2,unknown"},
    {"`key` of a store or probe", kStoreAndProbe,
     "SELECT (SELECT group_concat(ifnull(key, 'unknown')) FROM table_store_text) || ' ' || "
     "group_concat(ifnull(key, 'unknown')) FROM table_probe_text",
     "8,unknown 8,unknown"},
    // The row lacks it; verify reads that of the node (EnginesHabits).
    {"`depth` of a probe", kStoreAndProbe,
     "SELECT group_concat(ifnull(depth, 'that of the node')) FROM table_probe",
     "that of the node,that of the node"},
    {"`stored_by`", kStoreAndProbe,
     "SELECT group_concat(ifnull(stored_by, 'unknown')) FROM table_probe", "2,unknown"},
    {"`used`", kStoreAndProbe, "SELECT group_concat(used) FROM table_probe", "0,0"},
    {"`bound` of a store or probe", kStoreAndProbe,
     "SELECT group_concat(s.bound || p.bound) FROM table_store s, table_probe p", "00,00,00,00"},
    {"`kind` of a leave",
     R"({"event":"enter","side":"max"}
{"event":"enter","move":"a","side":"min"}
{"event":"leave","value":3}
{"event":"enter","move":"b","side":"min"}
{"event":"leave","value":3,"score":3}
{"event":"enter","move":"c","side":"min"}
{"event":"probe","value":3,"used":"answered"}
{"event":"leave","value":3}
{"event":"enter","move":"d","side":"min"}
{"event":"cutoff","kind":"alpha","cause":"static","value":3}
{"event":"leave","value":3}
{"event":"leave","value":3}
)",
     "SELECT group_concat(kind) FROM (SELECT kind FROM node ORDER BY id)", "0,6,1,3,0"},
    {"`bound` of a leave",
     R"({"event":"enter","side":"max","alpha":5,"beta":9}
{"event":"enter","move":"a","side":"min","alpha":5,"beta":9}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3}
)",
     "SELECT group_concat(ifnull(bound, 'by the window')) FROM node",
     "by the window,by the window"},
    {"`score` of a leave",
     R"({"event":"enter","side":"max","alpha":0,"beta":9}
{"event":"cutoff","kind":"beta","cause":"stand_pat","value":12,"alpha":0,"beta":9}
{"event":"leave","value":9}
)",
     "SELECT score FROM node", "12.0"},
    {"`best` and `best_move`", kTwoPlies, "SELECT group_concat(ifnull(best, '-')) FROM node",
     "2,-"},
    {"`value` of a leave", "{\"event\":\"enter\"}\n{\"event\":\"leave\"}\n",
     "SELECT count(*) FROM node WHERE value IS NULL", "1"},
    {"`status`",
     "{\"event\":\"search\"}\n{\"event\":\"pass\"}\n{\"event\":\"enter\"}\n"
     "{\"event\":\"leave\",\"value\":1}\n{\"event\":\"end_pass\"}\n{\"event\":\"end_search\"}\n",
     "SELECT p.status || s.status FROM pass p, search s", "finishedfinished"},
    {"`value` of end_pass", kTwoPlies, "SELECT value FROM pass", "3.0"},
    {"`best_move` of end_pass", kTwoPlies, "SELECT best_move FROM pass", "a"},
    {"`value` of end_search", kTwoPlies, "SELECT value FROM search", "3.0"},
    {"`lower`, `upper`", kTwoPlies,
     "SELECT count(*) FROM search WHERE lower IS NULL AND upper IS NULL", "1"},
    {"`nodes`, `leaf_evaluations`", kTwoPlies,
     "SELECT s.nodes || s.leaf_evaluations || p.nodes FROM search s, pass p", "212"},
};

std::string imported_answer(const ScratchFolder& folder, const LeftOut& each) {
  write_file(folder / "events.ndjson", each.lines);
  const ProgramResult result =
      plytrace({"import", "events.ndjson", "-o", "t.db", "--force", "-q"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0) << each.row << "\n" << result.err;
  return sql_value(folder / "t.db", each.query);
}

// The first cells of a table in docs/events.md.
std::multiset<std::string> first_cells(const std::string& name) {
  const std::string text = read_file(source_path("docs/events.md"));
  const std::size_t begin = text.find("<!-- " + name + " -->");
  std::istringstream lines(text.substr(begin, text.find("<!-- end -->", begin) - begin));
  std::multiset<std::string> cells;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    // Skip the marker, the header and the rule.
    if (++number > 3 && line.starts_with("| ")) cells.insert(line.substr(2, line.find(" | ") - 2));
  }
  return cells;
}

// A store without a key got no key, so that table bugs passed as entries of unknown origin.
TEST(LeftOut, AFieldOfAnEventLineIsWhatTheDocumentSays) {
  const ScratchFolder folder;
  std::multiset<std::string> rows;
  for (const LeftOut& each : kLeftOut) {
    rows.insert(each.row);
    EXPECT_EQ(imported_answer(folder, each), each.expected) << each.row;
  }
  EXPECT_EQ(rows, first_cells("left out"));
}

// MIN roots and negamax engines omit fields, too.
TEST(LeftOut, AScoreIsTurnedLikeOneThatIsReported) {
  const ScratchFolder folder;
  const LeftOut stand_pat{"score, side view",
                          R"({"event":"search","perspective":"side"}
{"event":"enter","side":"min","alpha":0,"beta":9,"key":5}
{"event":"cutoff","kind":"beta","cause":"stand_pat","value":12,"alpha":0,"beta":9}
{"event":"store","value":12,"bound":"lower"}
{"event":"leave","value":9}
)",
                          "SELECT n.score || s.bound || t.key || e.value FROM node n, "
                          "table_store_text t, table_store s, "
                          "search e",
                          "-12.025-9.0"};
  EXPECT_EQ(imported_answer(folder, stand_pat), stand_pat.expected);
}

// If the roots of a search are moves, its value is seen by the side that chose among them.
TEST(LeftOut, AValueAboveRootsThatAreMovesCountsFromTheOtherSide) {
  const ScratchFolder folder;
  const std::string lines = R"({"event":"search","perspective":"side"}
{"event":"enter","move":"a","side":"min"}
{"event":"leave","value":-5,"kind":"terminal"}
{"event":"enter","move":"b","side":"min"}
{"event":"leave","value":-2,"kind":"terminal"}
)";
  const std::string told = lines + R"({"event":"end_search","value":5,"lower":4,"upper":6})" + "\n";
  EXPECT_EQ(
      imported_answer(folder, {"told", told.c_str(),
                               "SELECT value || ' ' || lower || ' ' || upper FROM search", ""}),
      "5.0 4.0 6.0");
  EXPECT_EQ(imported_answer(folder, {"left out", lines.c_str(),
                                     "SELECT count(*) FROM search WHERE value IS NULL", ""}),
            "1");
}

TEST_F(OpenedTrace, LeftOutInCIsWhatTheHeaderSays) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  plytrace_begin_search(stream, &search);
  plytrace_enter_args enter = PLYTRACE_ENTER_INIT;
  enter.side = PLYTRACE_MAX;
  enter.has_key = 1;
  enter.key = 7;
  enter.has_window = 1;
  enter.alpha = -9;
  enter.beta = 9;
  const plytrace_node root = plytrace_enter_as(stream, &enter);
  const plytrace_node leaf = plytrace_enter(stream, 4, PLYTRACE_MIN, PLYTRACE_NO_NUMBER, -9, 9);
  plytrace_leave_leaf(stream, leaf, PLYTRACE_HORIZON, 3);
  plytrace_bound(stream, root, PLYTRACE_BY_CHILD, 3, 9);
  plytrace_entry_args entry = PLYTRACE_ENTRY_INIT;
  entry.value = 3;
  plytrace_store(stream, root, &entry);
  plytrace_probe(stream, root, &entry);
  plytrace_cutoff_args cut = PLYTRACE_CUTOFF_INIT;
  cut.kind = PLYTRACE_CUT_FORWARD;
  plytrace_cutoff(stream, root, &cut);
  plytrace_leave_args leave = PLYTRACE_LEAVE_INIT;
  leave.has_value = 1;
  leave.value = 3;
  plytrace_leave_as(stream, root, &leave);
  plytrace_end_search(stream, nullptr);
  EXPECT_EQ(plytrace_error(stream), nullptr) << plytrace_error(stream);
  EXPECT_EQ(plytrace_close(trace), 0);
  const auto ask = [&](const char* query) { return sql_value(file, query); };
  EXPECT_EQ(ask("SELECT game || game_options || options || captured || quote(fail) || "
                "quote(windows) || perspective || uniform FROM search"),
            "{}{}[]NULLNULLmax0");
  EXPECT_EQ(ask("SELECT count(*) FROM search WHERE depth IS NULL AND max_player IS NULL AND "
                "score_min IS NULL AND lower IS NULL AND completed_depth IS NULL"),
            "1");
  EXPECT_EQ(ask("SELECT status || value || nodes || leaf_evaluations FROM search"),
            "finished3.021");
  EXPECT_EQ(ask("SELECT purpose || alpha || beta || value || best_move FROM pass"),
            "fixed-9.09.03.04");
  EXPECT_EQ(ask("SELECT role || phase || kind || best || ifnull(legal, '-') || ifnull(depth, '-') "
                "|| ifnull(bound, '-') || ifnull(score, '-') FROM node WHERE id = 1"),
            "0002----");
  EXPECT_EQ(ask("SELECT text FROM move WHERE id > 0"), "4");
  EXPECT_EQ(ask("SELECT t.key || s.bound || ifnull(s.depth, '-') || ifnull(s.move, '-') || "
                "ifnull(s.raw, '-') FROM table_store s JOIN table_store_text t USING (id)"),
            "70---");
  EXPECT_EQ(
      ask("SELECT t.key || p.used || p.bound || p.stored_by || ifnull(p.entry_key, '-') || "
          "ifnull(p.stored_depth, '-') FROM table_probe p JOIN table_probe_text t USING (id)"),
      "7001--");
  EXPECT_EQ(ask("SELECT cause || ifnull(skipped, '-') || ifnull(skipped_moves, '-') || "
                "ifnull(value, '-') || ifnull(alpha, '-') FROM cutoff"),
            "0----");
}

}  // namespace
}  // namespace plytrace::test
