// SPDX-License-Identifier: MIT
//
// Covers verify as a whole: its verdict on a false value in each column of a trace, and on a
// missing column. This is the table "What is believed" of docs/verify.md, made by falsifying each
// column of one search once. PLYTRACE_UPDATE_GOLDEN=1 (scripts/update-golden) writes the page's
// table. A column of schemas/trace.sql, or an argument of plytrace.h, that has no row fails the
// test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/pattern.h"
#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;
using verify::VerifyReport;

// A search that reports everything. #1 is its root; #2 (a) stores the entry that answers #7 (c); #5
// (b) is cut; all others are leaves.
constexpr const char* kBelievedSearch = R"({"event":"search","game":"mine","position":"start",)"
                                        R"("fail":"soft","depth":2,"score_min":-50,"score_max":50,)"
                                        R"("captured":["usual","skipped","legal","keys"]}
{"event":"pass","purpose":"iteration","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf","key":1}
{"event":"enter","move":"a","side":"min","depth":1,"alpha":"-inf","beta":"+inf","key":2}
{"event":"enter","move":"a1","side":"max","depth":0,"alpha":"-inf","beta":"+inf","key":3}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":4}
{"event":"enter","move":"a2","side":"max","depth":0,"alpha":"-inf","beta":4,"key":4}
{"event":"leave","value":6,"kind":"horizon"}
{"event":"store","key":2,"depth":1,"bound":"exact","value":4,"move":"a1"}
{"event":"leave","value":4,"bound":"exact","best_move":"a1","legal":2}
{"event":"bound","alpha":4,"beta":"+inf"}
{"event":"enter","move":"b","side":"min","depth":1,"alpha":4,"beta":"+inf","key":5}
{"event":"enter","move":"b1","side":"max","depth":0,"alpha":4,"beta":"+inf","key":6}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":3,"alpha":4,"beta":"+inf","skipped":1,"skipped_moves":["b2"]}
{"event":"leave","value":3,"bound":"upper","best_move":"b1","legal":2}
{"event":"enter","move":"c","side":"min","depth":1,"alpha":4,"beta":"+inf","key":2}
{"event":"note","name":"stage","value":"table"}
{"event":"probe","key":2,"entry_key":2,"depth":1,"stored_depth":1,"bound":"exact","value":4,"used":"answered"}
{"event":"leave","value":4,"kind":"table"}
{"event":"leave","value":4,"bound":"exact","best_move":"a","legal":3}
{"event":"end_pass"}
{"event":"end_search","value":4,"lower":4,"upper":4,"completed_depth":2,"best_move":"a","pv":["a","a1"]}
)";

struct BelievedColumn {
  const char* name;           // table.column; several columns of a table are separated by commas
  const char* in_c;           // the corresponding argument of the C interface; "" = none
  const char* lie;            // the false value in words
  const char* sql;            // the statement that writes it
  const char* left_out = "";  // the statement that removes the value; "" = it is never absent
  const char* why = "";       // if the false value is believed: why that does no harm
};

constexpr BelievedColumn kBelievedColumns[] = {
    {"search.id, search.game, search.game_options, search.position, search.algorithm, "
     "search.options, search.evaluator",
     "plytrace_search.game, game_options, position, algorithm, options, evaluator", "another game",
     "UPDATE search SET game = 'yours'", "UPDATE search SET game = '', position = ''",
     "names; the moves of a known game are checked against its rules (replay)"},
    {"search.perspective, search.max_player", "plytrace_search.scores, max_player",
     "perspective = side", "UPDATE search SET perspective = 'side'", "",
     "scores are stored from MAX's side in any case"},
    {"search.depth", "plytrace_search.depth", "9", "UPDATE search SET depth = 9",
     "UPDATE search SET depth = NULL", "the requested depth; the claim is completed_depth"},
    {"search.captured", "plytrace_search.captured", "nothing", "UPDATE search SET captured = '[]'",
     "UPDATE search SET captured = '[]'", "kinds that are not declared complete refute nothing"},
    {"search.fail", "plytrace_search.fail", "hard", "UPDATE search SET fail = 'hard'",
     "UPDATE search SET fail = NULL", "without the declaration a search is judged more mildly"},
    {"search.windows", "plytrace_search.exact_windows", "exact windows, and a wider one",
     "UPDATE search SET windows = 'exact'; UPDATE node SET alpha = 0 WHERE id = 5",
     "UPDATE search SET windows = NULL", "a promise; a row that breaks it is a finding"},
    {"search.uniform", "plytrace_search.uniform", "uniform, and a reduced move",
     "UPDATE search SET uniform = 1; UPDATE node SET depth = 0 WHERE id = 5",
     "UPDATE search SET uniform = NULL", "a promise; a row that breaks it is a finding"},
    {"search.score_min, search.score_max", "plytrace_search.score_min, score_max",
     "a range that excludes a leaf", "UPDATE search SET score_max = 5",
     "UPDATE search SET score_min = NULL, score_max = NULL",
     "a range that contains all scores is a premise; certificates name it"},
    {"search.status", "plytrace_result.status", "time_limit",
     "UPDATE search SET status = 'time_limit'", "UPDATE search SET status = NULL",
     "its passes prove its claim, whatever stopped it"},
    {"search.value", "plytrace_result.value", "100, and no bounds",
     "UPDATE search SET value = 100, lower = NULL, upper = NULL", "UPDATE search SET value = NULL",
     "its bounds are its claim"},
    {"search.lower, search.upper", "plytrace_result.lower, upper", "5",
     "UPDATE search SET value = NULL, lower = 5, upper = 5",
     "UPDATE search SET lower = NULL, upper = NULL", "the value is compared with what is proven"},
    {"search.completed_depth", "plytrace_result.completed_depth", "3",
     "UPDATE search SET completed_depth = 3", "UPDATE search SET completed_depth = NULL",
     "without it the last pass decides"},
    {"search.best_move", "plytrace_result.best_move", "b", "UPDATE search SET best_move = 'b'",
     "UPDATE search SET best_move = NULL", "the search then claims no best move"},
    {"search.pv", "plytrace_result.pv, pv_length", "begins with b",
     "UPDATE search SET pv = '[\"b\"]'", "UPDATE search SET pv = '[]'",
     "its first move is compared with the roots; no claim rests on the others"},
    {"search.nodes, search.leaf_evaluations", "plytrace_result.nodes, leaf_evaluations", "1",
     "UPDATE search SET nodes = 1, leaf_evaluations = 1",
     "UPDATE search SET nodes = NULL, leaf_evaluations = NULL",
     "no claim rests on counts; those of plytrace's own searches are checked"},
    {"search.started_at, search.finished_at, search.seconds, search.engine, "
     "search.engine_version",
     "plytrace_search.engine, engine_version", "0 seconds", "UPDATE search SET seconds = 0",
     "UPDATE search SET seconds = NULL", "no claim rests on it"},
    {"pass.id, pass.search, pass.ordinal", "", "a pass of no search", "UPDATE pass SET search = 7"},
    {"pass.stream", "", "3", "UPDATE pass SET stream = 3"},
    {"pass.purpose", "plytrace_begin_pass purpose", "probe", "UPDATE pass SET purpose = 'probe'",
     "", "passes are combined by depth, not by purpose"},
    {"pass.depth", "plytrace_begin_pass depth", "1, but its root has 2",
     "UPDATE pass SET depth = 1", "UPDATE pass SET depth = NULL", "the root's decides"},
    {"pass.alpha, pass.beta", "plytrace_begin_pass alpha, beta", "another window than its root",
     "UPDATE pass SET alpha = 0", "UPDATE pass SET alpha = NULL, beta = NULL",
     "the root's decides"},
    {"pass.root", "", "a node inside it", "UPDATE pass SET root = 2",
     "UPDATE pass SET root = NULL"},
    {"pass.last", "", "3", "UPDATE pass SET last = 3", "UPDATE pass SET last = NULL",
     "the root's decides"},
    {"pass.value", "plytrace_end_pass_as value", "5", "UPDATE pass SET value = 5",
     "UPDATE pass SET value = NULL", "the root's decides"},
    {"pass.best_move", "plytrace_end_pass best_move", "b", "UPDATE pass SET best_move = 'b'",
     "UPDATE pass SET best_move = NULL", "the root's decides"},
    {"pass.pv", "plytrace_end_pass_as pv", "begins with b", "UPDATE pass SET pv = '[\"b\"]'",
     "UPDATE pass SET pv = NULL",
     "its first move is compared with the root; no claim rests on the others"},
    {"pass.status", "plytrace_end_pass status", "time_limit",
     "UPDATE pass SET status = 'time_limit'", "UPDATE pass SET status = NULL"},
    {"pass.nodes, pass.seconds", "plytrace_end_pass_as nodes", "1 node",
     "UPDATE pass SET nodes = 1", "UPDATE pass SET nodes = NULL",
     "a count that is too small shows no missing row"},
    {"node.id, node.parent", "", "another parent", "UPDATE node SET parent = 5 WHERE id = 3",
     "UPDATE node SET parent = NULL WHERE id = 3"},
    {"node.last", "", "a longer range", "UPDATE node SET last = 6 WHERE id = 2",
     "UPDATE node SET last = NULL WHERE id = 2"},
    {"node.ply", "", "3", "UPDATE node SET ply = 3 WHERE id = 3"},
    {"node.move", "plytrace_enter_args.move", "its sibling's",
     "UPDATE node SET move = (SELECT move FROM node WHERE id = 2) WHERE id = 5",
     "UPDATE node SET move = 0 WHERE id IN (2, 5)"},
    {"node.side", "plytrace_enter_args.side", "the other side",
     "UPDATE node SET side = 0 WHERE id = 2", "UPDATE node SET side = NULL WHERE id = 2"},
    {"node.depth", "plytrace_enter_args.depth", "0, for a node at depth 1",
     "UPDATE node SET depth = 0 WHERE id = 5", "UPDATE node SET depth = NULL WHERE id = 5",
     "the pass's depth and the ply decide"},
    {"node.alpha, node.beta", "plytrace_enter_args.alpha, beta", "a narrower window",
     "UPDATE node SET alpha = 5 WHERE id = 5",
     "UPDATE node SET alpha = NULL, beta = NULL WHERE id = 5"},
    {"node.value", "plytrace_leave_args.value", "9", "UPDATE node SET value = 9 WHERE id = 2",
     "UPDATE node SET value = NULL WHERE id = 2"},
    {"node.score", "plytrace_leave_args.score, plytrace_score score", "9, for a leaf worth 4",
     "UPDATE node SET score = 9 WHERE id = 3", "UPDATE node SET score = NULL WHERE id = 3",
     "it is left out if it equals the value"},
    {"node.credited", "plytrace_credit score", "9", "UPDATE node SET credited = 9 WHERE id = 7",
     "UPDATE node SET credited = NULL WHERE id = 7", "the parent used the value"},
    {"node.kind", "plytrace_leave_args.kind, plytrace_is kind", "terminal, for a table answer",
     "UPDATE node SET kind = 2 WHERE id = 7; DELETE FROM table_store",
     "UPDATE node SET kind = 6 WHERE id = 3",
     "events decide if they contradict it; a leaf without events is what it reports"},
    {"node.bound", "plytrace_leave_args.bound, plytrace_is bound", "exact, for an upper bound",
     "UPDATE node SET bound = 0 WHERE id = 5", "UPDATE node SET bound = NULL WHERE id = 5",
     "it follows from value and window"},
    {"node.phase", "plytrace_enter_args.phase", "quiescence at depth 2",
     "UPDATE node SET phase = 1 WHERE id = 1", ""},
    {"node.role", "plytrace_enter_args.role", "probe", "UPDATE node SET role = 4 WHERE id = 2", ""},
    {"node.best", "plytrace_leave_args.best", "another child",
     "UPDATE node SET best = 5 WHERE id = 1", "UPDATE node SET best = NULL WHERE id = 1",
     "no claim rests on it"},
    {"node.legal", "plytrace_leave_args.legal", "one more",
     "UPDATE node SET legal = 4 WHERE id = 1", "UPDATE node SET legal = NULL WHERE id = 1"},
    {"node.unrecorded", "", "5", "UPDATE node SET unrecorded = 5 WHERE id = 2"},
    {"node.key", "plytrace_enter_args.key", "the key of another position",
     "UPDATE node SET key = 77 WHERE id = 2", "UPDATE node SET key = NULL"},
    {"node.excluded", "plytrace_exclude moves", "a move that was searched",
     "UPDATE node SET excluded = '[\"a\"]' WHERE id = 1",
     "UPDATE node SET excluded = NULL WHERE id = 1", "no moves were left out"},
    {"bound_update.id, bound_update.at, bound_update.node", "", "of another node",
     "UPDATE bound_update SET node = 3 WHERE node = 2", "DELETE FROM bound_update WHERE node = 1"},
    {"bound_update.cause", "plytrace_bound cause", "table",
     "UPDATE bound_update SET cause = 1 WHERE node = 1"},
    {"bound_update.child", "", "another child", "UPDATE bound_update SET child = 3 WHERE node = 1",
     "UPDATE bound_update SET child = NULL WHERE node = 1", "it is the child left last"},
    {"bound_update.alpha, bound_update.beta", "plytrace_bound alpha, beta", "alpha = 5",
     "UPDATE bound_update SET alpha = 5 WHERE node = 1"},
    {"cutoff.id, cutoff.at, cutoff.node", "", "of another node", "UPDATE cutoff SET node = 1",
     "DELETE FROM cutoff"},
    {"cutoff.kind", "plytrace_cutoff_args.kind", "forward", "UPDATE cutoff SET kind = 2"},
    {"cutoff.cause", "plytrace_cutoff_args.cause", "null_move", "UPDATE cutoff SET cause = 6"},
    {"cutoff.child", "", "another child", "UPDATE cutoff SET child = 3",
     "UPDATE cutoff SET child = NULL", "it is the child left last"},
    {"cutoff.value", "plytrace_cutoff_args.value", "9", "UPDATE cutoff SET value = 9",
     "UPDATE cutoff SET value = NULL", "the child's decides"},
    {"cutoff.alpha, cutoff.beta", "plytrace_cutoff_args.alpha, beta", "alpha = 2",
     "UPDATE cutoff SET alpha = 2", "UPDATE cutoff SET alpha = NULL, beta = NULL",
     "the node's window decides"},
    {"cutoff.skipped, cutoff.skipped_moves", "plytrace_cutoff_args.skipped, skipped_moves",
     "0, and no names", "UPDATE cutoff SET skipped = 0, skipped_moves = NULL",
     "UPDATE cutoff SET skipped = NULL, skipped_moves = NULL", "the skipped moves stay unproven"},
    {"cutoff.reason", "plytrace_cutoff_args.reason", "a word", "UPDATE cutoff SET reason = 'no'",
     "UPDATE cutoff SET reason = NULL", "text for readers"},
    {"table_store.id, table_store.at, table_store.node", "", "of another node",
     "UPDATE table_store SET node = 1", "DELETE FROM table_store",
     "an answer proves what the storing node proves"},
    {"table_store.key", "plytrace_entry_args.key", "another key", "UPDATE table_store SET key = 9",
     "UPDATE table_store SET key = NULL", "it is the node's key"},
    {"table_store.depth", "plytrace_entry_args.depth", "4", "UPDATE table_store SET depth = 4",
     "UPDATE table_store SET depth = NULL", "the node's decides"},
    {"table_store.bound", "plytrace_entry_args.bound", "lower, read as exact",
     "UPDATE table_store SET bound = 1", "UPDATE table_store SET bound = NULL", "it is exact"},
    {"table_store.value, table_store.raw", "plytrace_entry_args.value, raw", "5",
     "UPDATE table_store SET value = 5", "UPDATE table_store SET value = NULL",
     "the proof of the node decides"},
    {"table_store.move", "plytrace_entry_args.move", "another move",
     "UPDATE table_store SET move = 0", "UPDATE table_store SET move = NULL",
     "it orders moves and proves nothing"},
    {"table_probe.id, table_probe.at, table_probe.node", "", "of another node",
     "UPDATE table_probe SET node = 1", "DELETE FROM table_probe"},
    {"table_probe.key", "plytrace_entry_args.key", "another key", "UPDATE table_probe SET key = 9",
     "UPDATE table_probe SET key = NULL", "it is the node's key"},
    {"table_probe.entry_key", "plytrace_entry_args.entry_key", "another key",
     "UPDATE table_probe SET entry_key = 9", "UPDATE table_probe SET entry_key = NULL",
     "the store's decides"},
    {"table_probe.depth", "plytrace_entry_args.depth", "0, for an entry of depth 0 at a node of 1",
     "UPDATE table_probe SET depth = 0, stored_depth = 0; UPDATE table_store SET depth = 0; "
     "UPDATE node SET depth = 0 WHERE id IN (2, 5)",
     "UPDATE table_probe SET depth = NULL", "the node's decides"},
    {"table_probe.stored_by", "", "another node", "UPDATE table_probe SET stored_by = 5",
     "UPDATE table_probe SET stored_by = NULL"},
    {"table_probe.stored_depth", "plytrace_entry_args.stored_depth", "3",
     "UPDATE table_probe SET stored_depth = 3", "UPDATE table_probe SET stored_depth = NULL",
     "the store's decides"},
    {"table_probe.bound", "plytrace_entry_args.bound", "lower, for an exact answer",
     "UPDATE table_probe SET bound = 1", "UPDATE table_probe SET bound = NULL", "it is exact"},
    {"table_probe.value, table_probe.raw", "plytrace_entry_args.value, raw", "5",
     "UPDATE table_probe SET value = 5", "UPDATE table_probe SET value = NULL"},
    {"table_probe.move", "plytrace_entry_args.move", "another move",
     "UPDATE table_probe SET move = 0", "UPDATE table_probe SET move = NULL",
     "it orders moves and proves nothing"},
    {"table_probe.used", "plytrace_entry_args.used", "no, for an answer",
     "UPDATE table_probe SET used = 0", ""},
    {"note.id, note.at, note.node, note.name, note.value", "plytrace_note name, value", "a word",
     "UPDATE note SET value = 'no'", "DELETE FROM note", "text for readers"},
    {"move.id, move.text", "plytrace_search.move_text, user", "one name for two moves",
     "UPDATE move SET text = 'a' WHERE text = 'b'", "DELETE FROM move WHERE text = 'b'",
     "names for readers: moves are identified by number"},
    {"ply_summary.pass, ply_summary.ply, ply_summary.nodes, ply_summary.interior, "
     "ply_summary.horizon, ply_summary.terminal, ply_summary.table, ply_summary.known, "
     "ply_summary.draw, ply_summary.unknown, ply_summary.illegal, ply_summary.alpha_cutoffs, "
     "ply_summary.beta_cutoffs, ply_summary.cut_by_move, ply_summary.cut_by_first, "
     "ply_summary.cutoffs_skipping, "
     "ply_summary.skipped, ply_summary.bound_updates, ply_summary.re_searches, "
     "ply_summary.unrecorded",
     "", "1 node", "UPDATE ply_summary SET nodes = 1", "DELETE FROM ply_summary",
     "no claim rests on these counts"},
    {"digest.search, digest.table, digest.rows, digest.sum", "", "a sum of another search",
     "INSERT OR REPLACE INTO digest VALUES (1, 'node', 1, 1)", "DELETE FROM digest",
     "it is checked for plytrace's own searches only"},
    {"meta.name, meta.value", "", "events were refused",
     "INSERT OR REPLACE INTO meta VALUES ('refused_events', '3')", "DELETE FROM meta",
     "facts that the recorder writes about the recording"},
};

std::vector<std::string> names_in_list(const std::string& list) {
  std::vector<std::string> names;
  for (std::string word : words_of(list)) {
    if (word.ends_with(',')) word.pop_back();
    names.push_back(word);
  }
  return names;
}

// The result of verify in a few words.
std::string believed_answer(const VerifyReport& report) {
  const auto rules = [](const std::vector<verify::Finding>& list) {
    std::set<std::string> names;
    for (const verify::Finding& finding : list) {
      names.insert("`" + std::string(info(finding.rule).name) + "`");
    }
    return fmt::format("{}", fmt::join(names, ", "));
  };
  if (report.verdict == Verdict::kRefuted) return "REFUTED: " + rules(report.findings);
  std::string text = report.verdict == Verdict::kIncomplete ? "INCOMPLETE" : "";
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  std::string kinds;
  for (const std::string& kind : foreign::assumptions_of(report)) {
    kinds += (kinds.empty() ? "`" : ", `") + kind + "`";
  }
  if (!kinds.empty()) add("assumed: " + kinds);
  if (!report.warnings.empty()) add("warning: " + rules(report.warnings));
  return text.empty() ? "believed" : text;
}

class Believed : public testing::Test {
 protected:
  Believed() : trace_(imported(folder_, kBelievedSearch)) {
    sql(trace_, "UPDATE search SET started_at = 0, finished_at = 0, seconds = 0");
  }
  std::string answer_to(const char* statements) {
    const std::string file = altered(folder_, trace_, statements);
    const auto reader = TraceReader::open(file);
    if (!reader || reader->searches().empty()) return "ERROR";
    return believed_answer(judge(file));
  }

  ScratchFolder folder_;
  std::string trace_;
};

TEST_F(Believed, TheSearchItselfIsVerifiedWithNothingAssumed) {
  const VerifyReport report = judge(trace_);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(believed_answer(report), "believed");
}

TEST_F(Believed, TheDocumentSaysWhatHappens) {
  std::string table =
      "| column | name in C | wrong value | result | result if left out | why it may be believed "
      "|\n"
      "|---|---|---|---|---|---|\n";
  const auto or_dash = [](const char* text) { return *text == '\0' ? "-" : text; };
  for (const BelievedColumn& column : kBelievedColumns) {
    const std::string lie = answer_to(column.sql);
    const std::string none = *column.left_out == '\0' ? "-" : answer_to(column.left_out);
    const bool is_believed = lie == "believed" || none == "believed";
    EXPECT_EQ(is_believed, *column.why != '\0') << column.name << ": " << lie << ", " << none;
    table += fmt::format("| {} | {} | {} | {} | {} | {} |\n", column.name, or_dash(column.in_c),
                         column.lie, lie, none, or_dash(column.why));
  }
  const std::string path = source_path("docs/verify.md");
  const std::string page = read_file(path);
  const std::string begin = "<!-- believed -->\n";
  const std::size_t from = page.find(begin);
  ASSERT_NE(from, std::string::npos);
  const std::string right =
      page.substr(0, from + begin.size()) + table + page.substr(page.find("<!-- end -->", from));
  if (std::getenv("PLYTRACE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << right;
  EXPECT_EQ(read_file(path), right) << "scripts/update-golden writes docs/verify.md again";
}

TEST_F(Believed, EveryColumnHasARow) {
  std::set<std::string> told;
  for (const BelievedColumn& column : kBelievedColumns) {
    for (const std::string& name : names_in_list(column.name)) {
      EXPECT_TRUE(told.insert(name).second) << name << " is there twice";
    }
  }
  const std::string all =
      sql_value(trace_,
                "SELECT group_concat(m.name || '.' || p.name, ' ') FROM sqlite_master m, "
                "pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'");
  std::set<std::string> columns;
  for (const std::string& name : words_of(all)) columns.insert(name);
  EXPECT_EQ(told, columns);
}

TEST_F(Believed, EveryArgumentOfTheCInterfaceHasARow) {
  std::string told;
  for (const BelievedColumn& column : kBelievedColumns) told += std::string(column.in_c) + ", ";
  const std::string header = read_file(source_path("tracer/include/plytrace/plytrace_emit.h"));
  for (const char* name :
       {"search", "result", "enter_args", "leave_args", "cutoff_args", "entry_args"}) {
    const std::size_t from = header.find(fmt::format("typedef struct plytrace_{} {{", name));
    ASSERT_NE(from, std::string::npos) << name;
    std::string body = header.substr(from, header.find("} plytrace_", from) - from);
    body = Pattern(R"(/\*[\s\S]*?\*/)").replace(body, "");
    for (const Match& member : Pattern(R"(([a-z_]+)(\)\([^)]*\))?\s*[,;])").find_all(body)) {
      const std::string& field = member[1];
      if (field == "size" || field.starts_with("has_")) continue;
      EXPECT_TRUE(Pattern("\\b" + field + ",").find(told)) << name << "." << field << " has no row";
    }
  }
}

}  // namespace
}  // namespace plytrace::test
