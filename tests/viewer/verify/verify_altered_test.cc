// SPDX-License-Identifier: MIT
//
// Covers verify on altered rows: any altered row of a recorded search is REFUTED, and the most
// frequent alterations are found at the right node by the right rule.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

struct Alteration {
  const char* table;
  const char* column;
  const char* rows;   // condition for the rows that may be altered
  const char* value;  // the new value
  const char* rules;  // the rule must be one of these; "" = any
};

// {r} in an expression is replaced by a random number from 1 to 9.
constexpr Alteration kAlterations[] = {
    {"node", "value", "value IS NOT NULL", "value + {r}", "value leaf_score table_answer"},
    {"node", "value", "value IS NOT NULL", "value - {r}", "value leaf_score table_answer"},
    {"node", "value", "kind = 0", "NULL", "*"},
    {"node", "alpha", "parent IS NOT NULL AND alpha > -9e999", "alpha - {r}", "window"},
    {"node", "alpha", "parent IS NOT NULL AND alpha = -9e999", "-{r}", "window"},
    {"node", "beta", "parent IS NOT NULL AND beta < 9e999", "beta + {r}", "window"},
    {"node", "beta", "parent IS NOT NULL AND beta < 9e999", "beta - {r}", "window"},
    {"node", "beta", "parent IS NOT NULL AND beta = 9e999", "{r}", "window"},
    {"node", "alpha", "1", "NULL", "declared"},
    {"node", "parent", "parent > 1", "parent - 1", "nesting"},
    {"node", "parent", "parent > 1", "NULL", "*"},
    {"node", "last", "last IS NOT NULL AND parent IS NOT NULL", "last + {r}", "nesting"},
    {"node", "last", "kind = 0 AND parent IS NOT NULL", "last - 1", "nesting"},
    {"node", "ply", "parent IS NOT NULL", "ply + {r}", "ply"},
    {"node", "depth", "parent IS NOT NULL", "depth + {r}", "depth"},
    {"node", "depth", "parent IS NOT NULL", "depth - {r}", "depth"},
    {"node", "side", "1", "1 - side", "side"},
    {"node", "bound", "kind = 0 AND bound = 0", "1", "claim convention"},
    {"node", "bound", "kind = 0 AND bound = 0", "2", "claim convention"},
    {"node", "bound", "kind = 0 AND bound > 0", "0", "claim convention"},
    {"node", "bound", "kind = 0 AND bound > 0", "3 - bound", "claim convention"},
    {"node", "bound", "kind = 1", "{r} % 2 + 1", "convention"},
    {"node", "bound", "bound IS NOT NULL", "NULL", "declared"},
    {"node", "kind", "kind = 1", "3 + {r} % 4", "convention"},
    {"node", "kind", "kind = 1", "2", "game_end"},
    {"node", "kind", "kind = 0", "1 + {r} % 6", "convention"},
    {"node", "phase", "1", "1", "convention"},
    {"node", "role", "role = 0 AND parent IS NOT NULL", "3 + {r} % 3", "convention"},
    {"node", "role", "role = 2", "0", "*"},
    {"node", "credited", "1", "{r}", "convention"},
    {"node", "score", "kind = 1 AND score IS NULL", "value + {r}", "convention value leaf_score"},
    {"node", "score", "score IS NOT NULL", "score + {r}", "leaf_score convention value"},
    {"node", "best", "best IS NOT NULL", "best + {r}", "best"},
    {"node", "best", "best IS NULL", "id + 1", "best convention"},
    {"node", "best", "best IS NOT NULL", "NULL", "best"},
    {"node", "legal", "kind = 0", "legal + {r}", "count"},
    {"node", "legal", "kind = 0", "legal - 1", "count"},
    {"node", "unrecorded", "1", "{r}", "*"},
    {"node", "move", "kind = 1", "move + {r}", "*"},
    {"bound_update", "alpha", "alpha > -9e999", "alpha + {r}", "update"},
    {"bound_update", "alpha", "alpha > -9e999", "alpha - {r}", "update"},
    {"bound_update", "alpha", "alpha = -9e999", "-{r}", "update"},
    {"bound_update", "beta", "beta < 9e999", "beta + {r}", "update"},
    {"bound_update", "beta", "beta < 9e999", "beta - {r}", "update"},
    {"bound_update", "beta", "beta = 9e999", "{r}", "update"},
    {"bound_update", "cause", "cause = 0", "2 + {r} % 4", "convention update"},
    {"bound_update", "child", "child IS NOT NULL", "child + {r} + 100000", "update"},
    {"bound_update", "child", "child = node + 1", "child - 1", "update"},
    {"bound_update", "child", "child IS NOT NULL", "NULL", "update"},
    {"bound_update", "node", "1", "node + {r}", "*"},
    {"bound_update", "at", "1", "at - 1", "*"},
    {"cutoff", "kind", "cause = 0", "1 - kind", "cutoff"},
    {"cutoff", "kind", "1", "2", "cutoff"},
    {"cutoff", "value", "1", "value + {r}", "cutoff"},
    {"cutoff", "value", "1", "value - {r}", "cutoff"},
    {"cutoff", "alpha", "alpha > -9e999", "alpha - {r}", "cutoff"},
    {"cutoff", "alpha", "alpha = -9e999", "-{r}", "cutoff"},
    {"cutoff", "beta", "beta < 9e999", "beta + {r}", "cutoff"},
    {"cutoff", "beta", "beta = 9e999", "{r}", "cutoff"},
    {"cutoff", "cause", "cause = 0", "1 + {r}", "cutoff"},
    {"cutoff", "child", "child IS NOT NULL", "child + {r} + 100000", "cutoff"},
    {"cutoff", "child", "child = node + 1", "child - 1", "cutoff"},
    {"cutoff", "child", "child IS NOT NULL", "NULL", "cutoff"},
    {"cutoff", "skipped", "1", "skipped + {r}", "count"},
    {"cutoff", "skipped", "skipped > 0", "skipped - 1", "count"},
    {"cutoff", "skipped_moves", "skipped > 0", "'[\"zz\"]'", "count move_list"},
    {"cutoff", "skipped_moves", "skipped > 1", "replace(skipped_moves, '\",', 'x\",')",
     "move_list"},
    {"cutoff", "skipped_moves", "skipped > 0", "NULL", "count"},
    {"cutoff", "skipped_moves", "1", "'no list'", "count"},
    {"cutoff", "node", "1", "node + {r}", "*"},
    {"cutoff", "skipped_moves", "skipped > 0", "'[\"' || char(18) || substr(skipped_moves, 3)",
     "count"},
    {"cutoff", "reason", "1", "'because'", "altered"},
    {"table_probe", "key", "1", "{r}", "*"},
    {"table_probe", "entry_key", "1", "{r}", "*"},
    {"table_probe", "depth", "1", "depth + {r}", "*"},
    {"table_probe", "stored_by", "1", "stored_by + {r}", "*"},
    {"table_probe", "stored_by", "1", "NULL", "*"},
    {"table_probe", "stored_depth", "1", "stored_depth + {r}", "*"},
    {"table_probe", "bound", "1", "(bound + 1) % 3", "*"},
    {"table_probe", "value", "1", "value - {r}", "*"},
    {"table_probe", "value", "1", "value + {r}", "*"},
    {"table_probe", "raw", "1", "{r}", "*"},
    {"table_probe", "move", "1", "{r}", "*"},
    {"table_probe", "used", "used < 2", "1 - used", "*"},
    {"table_probe", "id", "id = (SELECT max(id) FROM table_probe)", "id + 1", "altered"},
    {"table_store", "key", "1", "{r}", "*"},
    {"table_store", "depth", "1", "depth + {r}", "*"},
    {"table_store", "depth", "1", "depth - 1", "*"},
    {"table_store", "bound", "1", "(bound + 1) % 3", "*"},
    {"table_store", "value", "1", "value - {r}", "*"},
    {"table_store", "value", "1", "value + {r}", "*"},
    {"table_store", "raw", "1", "{r}", "*"},
    {"table_store", "move", "1", "{r}", "*"},
    {"node", "key", "1", "{r}", "*"},
    {"pass", "alpha", "1", "{r}", "pass"},
    {"pass", "beta", "1", "{r}", "pass"},
    {"pass", "depth", "1", "depth + {r}", "pass"},
    {"pass", "last", "1", "last - 1", "pass"},
    {"pass", "last", "1", "last + {r}", "pass"},
    {"pass", "root", "1", "root + 1", "*"},
    {"pass", "value", "1", "value + {r}", "pass"},
    {"pass", "best_move", "best_move IS NOT NULL", "'zz'", "pass"},
    {"pass", "best_move", "best_move IS NOT NULL", "NULL", "pass"},
    {"pass", "status", "1", "'time_limit'", "*"},
    {"pass", "nodes", "1", "nodes + {r}", "pass"},
    {"pass", "stream", "1", "{r}", "pass"},
    {"search", "value", "1", "value + {r}", "search search_value"},
    {"search", "lower", "1", "lower + {r}", "search_value search"},
    {"search", "lower", "1", "lower - {r}", "search"},
    {"search", "upper", "1", "upper - {r}", "search_value search"},
    {"search", "upper", "1", "NULL", "search"},
    {"search", "completed_depth", "1", "completed_depth + {r}", "search"},
    {"search", "best_move", "1", "'zz'", "search"},
    {"search", "pv", "1", "'[\"zz\"]'", "search"},
    {"search", "nodes", "1", "nodes - {r}", "search"},
    {"search", "fail", "1", "CASE fail WHEN 'soft' THEN 'hard' ELSE 'soft' END", "search"},
    {"search", "windows", "1", "NULL", "search"},
    {"search", "uniform", "1", "0", "search"},
    {"search", "depth", "1", "depth + {r}", "search"},
    {"search", "game", "1", "'chess'", "*"},
    {"search", "game_options", "1", "'{\"height\":3}'", "*"},
    {"search", "position", "1", "position || ' '", "*"},
    {"search", "algorithm", "1", "'minimax'", "*"},
    {"search", "options", "1", "replace(options, ':', ': ')", "altered"},
    {"search", "evaluator", "1", "''", "*"},
    {"search", "perspective", "1", "CASE perspective WHEN 'max' THEN 'side' ELSE 'max' END", "*"},
    {"search", "max_player", "1", "1 - max_player", "*"},
    {"search", "captured", "1", "replace(captured, 'roles', 'soles')", "*"},
    {"search", "score_min", "1", "score_min - {r}", "*"},
    {"search", "leaf_evaluations", "1", "leaf_evaluations + {r}", "altered"},
    {"search", "started_at", "1", "started_at + {r}", "altered"},
    {"search", "seconds", "1", "seconds + {r}", "altered"},
    {"search", "engine_version", "1", "'9'", "altered"},
    {"search", "pv", "json_array_length(pv) > 2", "json_set(pv, '$[1]', json_extract(pv, '$[2]'))",
     "*"},
    {"pass", "ordinal", "1", "ordinal + {r}", "altered"},
    {"pass", "purpose", "1", "CASE purpose WHEN 'probe' THEN 'fixed' ELSE 'probe' END", "*"},
    {"pass", "seconds", "1", "seconds + {r}", "altered"},
};

std::string with_number(std::string text, int number) {
  for (std::size_t at; (at = text.find("{r}")) != std::string::npos;) {
    text.replace(at, 3, std::to_string(number));
  }
  return text;
}

bool names(const std::string& rules, std::string_view rule) {
  const std::vector<std::string> words = words_of(rules);
  return std::find(words.begin(), words.end(), rule) != words.end();
}

// The node to which the altered row belongs; "" for a pass or the search.
std::string node_of(const std::string& trace, const Alteration& alteration, const std::string& id) {
  const std::string table = alteration.table;
  if (table == "node") return id;
  if (table != "bound_update" && table != "cutoff") return "";
  return sql_value(trace, "SELECT node FROM " + table + " WHERE id = " + id);
}

class VerifyAltered : public testing::TestWithParam<const char*> {};

TEST_P(VerifyAltered, AnyAlteredRowIsRefuted) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", GetParam());
  ASSERT_EQ(judge(trace).verdict, Verdict::kVerified);
  std::mt19937 random(17);
  int tried = 0;
  for (const Alteration& alteration : kAlterations) {
    const std::string table = alteration.table;
    for (int i = 0; i < attack_rounds(3); ++i) {
      const int number = static_cast<int>(random() % 9) + 1;
      const std::string value = with_number(alteration.value, number);
      const std::string changes = "(" + value + ") IS NOT " + alteration.column;
      const std::string from = " FROM " + table + " WHERE " + alteration.rows + " AND " + changes;
      const auto count = sql_value(trace, "SELECT count(*)" + from);
      if (count == "0") break;
      const std::string id =
          sql_value(trace, "SELECT id" + from + " LIMIT 1 OFFSET " +
                               std::to_string(random() % static_cast<unsigned>(std::stoul(count))));
      const std::string statement =
          "UPDATE " + table + " SET " + alteration.column + " = " + value + " WHERE id = " + id;
      const verify::VerifyReport report = judge(altered(folder, trace, statement));
      ++tried;
      const std::string rules = alteration.rules;
      if (std::string(alteration.value) == "NULL" && rules == "*") {
        // An open node is not wrong, but cannot be verified.
        EXPECT_NE(report.verdict, Verdict::kVerified) << statement;
        continue;
      }
      ASSERT_EQ(report.verdict, Verdict::kRefuted) << statement << "\n" << outline(report);
      if (rules == "*") continue;
      const verify::Finding& first = report.findings.front();
      EXPECT_TRUE(names(rules, info(first.rule).name)) << statement << "\n" << outline(report);
      const std::string node = node_of(trace, alteration, id);
      if (!node.empty() && first.rule != verify::Rule::kAltered) {
        EXPECT_EQ(std::to_string(first.node), node) << statement << "\n" << outline(report);
      }
    }
  }
  EXPECT_GT(tried, 45 * attack_rounds(3));
}

INSTANTIATE_TEST_SUITE_P(
    Searches, VerifyAltered,
    testing::Values("tictactoe -d 4", "connect4 -d 4 -a pvs", "connect4 -d 4 --fail hard",
                    "connect4 -d 4 -a negamax --table 1 --iterative",
                    "connect4 -d 4 -a mtdf --table 1",
                    "tree --position [[[3,12],[8,1]],[[2,4],[6,9]],[[14,5],[2,7]]]",
                    "tictactoe -d 3 -a minimax"));

// 793 of 22,000 damaged traces were VERIFIED, because columns that no rule checks could be
// anything. The digest of the recorded rows detects these.
TEST(VerifyAltered, WhatNoRuleExaminesIsFoundByTheDigest) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "sound", "connect4 -d 5 --iterative --table 1 --capture probes,stores,notes");
  for (const auto& [statement, table] :
       {std::pair{"UPDATE ply_summary SET nodes = nodes + 1000", "ply_summary"},
        std::pair{"UPDATE ply_summary SET skipped = skipped + 1 WHERE ply = 2 AND pass = 3",
                  "ply_summary"},
        std::pair{"DELETE FROM ply_summary WHERE ply = 5", "ply_summary"},
        std::pair{"DELETE FROM table_probe WHERE used = 0", "table_probe"},
        std::pair{"DELETE FROM table_probe WHERE used < 2", "table_probe"},
        std::pair{"DELETE FROM table_store WHERE id = (SELECT max(id) FROM table_store)",
                  "table_store"},
        std::pair{"UPDATE digest SET sum = sum + 1 WHERE \"table\" = 'note'", "note"},
        std::pair{"UPDATE digest SET rows = 7 WHERE \"table\" = 'pass'", "pass"},
        std::pair{"UPDATE meta SET value = 'plytrace 9' WHERE name = 'created_by'", "meta"},
        std::pair{"UPDATE meta SET value = 'insert' WHERE name = 'writer'", "meta"},
        std::pair{"UPDATE meta SET value = value + 1 WHERE name = 'seconds_waited'", "meta"},
        std::pair{"UPDATE meta SET name = 'seconds_weighted' WHERE name = 'seconds_waited'",
                  "meta"},
        std::pair{"INSERT INTO meta VALUES ('refused_events', '0')", "meta"},
        std::pair{"INSERT INTO move VALUES (1000, 'z')", "move"},
        std::pair{"UPDATE search SET engine = 'mine'", "search"},
        std::pair{"UPDATE search SET finished_at = NULL", "search"}}) {
    const verify::VerifyReport report = judge(altered(folder, trace, statement));
    ASSERT_EQ(blamed(report), "altered@0") << statement << outline(report);
    const std::string& message = report.findings.front().message;
    EXPECT_EQ(message.substr(0, message.find(':')), table) << message;
    EXPECT_NE(message.find("its rows are not those that were recorded"), std::string::npos);
  }
  for (const char* change : {"DELETE FROM digest", "DELETE FROM digest WHERE search = 0",
                             "DELETE FROM digest WHERE search = 1",
                             "UPDATE digest SET search = 1 WHERE \"table\" = 'move'"}) {
    const auto gone = judge(altered(folder, trace, change));
    EXPECT_EQ(blamed(gone), "altered@0") << change << outline(gone);
  }
}

// Rows outside all id ranges of the search, and between two of its streams, were not read at all:
// VERIFIED.
TEST(VerifyAltered, ARowThatIsNobodysIsRefutedWhateverItsId) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "sound", "connect4 -g width=5 -d 4 --iterative --table 1");
  for (const char* table : {"node", "bound_update", "cutoff", "table_store", "table_probe"}) {
    const std::string columns =
        sql_value(trace, "SELECT group_concat(name) FROM pragma_table_info('" + std::string(table) +
                             "') WHERE name <> 'id'");
    for (const char* id :
         {"-9223372036854775807 - 1", "-9223372036854775807", "-5", "0", "1099511627777",
          "9223370937343148033", "9223372036854775806", "9223372036854775807"}) {
      const std::string statement = std::string("INSERT INTO ") + table + " (id," + columns +
                                    ") SELECT " + id + "," + columns + " FROM " + table +
                                    " ORDER BY id DESC LIMIT 1";
      const auto report = judge(altered(folder, trace, statement));
      EXPECT_EQ(report.verdict, Verdict::kRefuted) << statement << outline(report);
    }
  }
}

// SQLite reads a key that damage turned into NULL as the previous value.
TEST(VerifyAltered, ADigestOfNoSearchIsDamage) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "tictactoe -d 3");
  std::string bytes = read_file(trace);
  // The header of the record (0, 'move', ..): its size, the number 0, a text of four bytes, and so
  // on.
  std::size_t at = bytes.find("\x05\x08\x15");
  while (at != std::string::npos && bytes.compare(at + 5, 4, "move") != 0) {
    at = bytes.find("\x05\x08\x15", at + 1);
  }
  ASSERT_NE(at, std::string::npos);
  bytes[at + 1] = '\0';
  write_file(trace, bytes);
  EXPECT_EQ(plytrace({"verify", trace}).exit_code, 3);
}

// The rows of a search that ran out of nodes are checked, those of its last pass included.
TEST(VerifyAltered, WhatRanOutIsRefutedWhereARowWasAltered) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "limit", "connect4 -d 20 --iterative --node-limit 2000");
  ASSERT_EQ(judge(trace).verdict, Verdict::kVerified);
  for (const char* statement :
       {"UPDATE search SET seconds = 9", "UPDATE ply_summary SET nodes = nodes + 1"}) {
    EXPECT_EQ(blamed(judge(altered(folder, trace, statement))), "altered@0") << statement;
  }
}

// After a failed or a continued recording, the facts differ from those at the time of the digests.
TEST(VerifyAltered, WhatIsGoneOnWithOrFailedIsNoAlteration) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4");
  const auto on = judge(altered(folder, trace,
                                "INSERT INTO meta VALUES ('recording', '1');"
                                "UPDATE meta SET value = 'pages, insert' WHERE name = 'writer'"));
  EXPECT_NE(on.verdict, Verdict::kRefuted) << outline(on);
}

// The digest covers rows, not pages, and only the tables of the format.
TEST(VerifyAltered, WhatUsersAddToATraceAltersNothing) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4 --table 1");
  for (const char* addition :
       {"CREATE TABLE mine (a); INSERT INTO mine VALUES (1)",
        "CREATE INDEX node_key ON node (key); CREATE INDEX child_of ON node (parent, id)",
        "ANALYZE", "VACUUM", "PRAGMA page_size = 512; VACUUM",
        "CREATE VIEW best AS SELECT * FROM node", "INSERT INTO meta VALUES ('comment', 'mine')"}) {
    const verify::VerifyReport report = judge(altered(folder, trace, addition));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << addition << outline(report);
  }
}

TEST(VerifyAltered, EveryWayToRecordLeavesTheRightDigest) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  const auto verdict = [&](const std::string& trace) {
    const ProgramResult result = plytrace({"verify", trace});
    EXPECT_EQ(result.out.find("altered"), std::string::npos) << result.out;
    return result.exit_code;
  };
  for (const char* options :
       {"connect4 -d 4 --table 1 --iterative", "othello -d 3 --append --fail hard -a pvs",
        "tictactoe -d 9 --append --capture none",
        "connect4 -d 5 --append --capture keys,notes,probes"}) {
    std::vector<std::string> arguments{"search", "-q", "-o", file};
    for (const std::string& word : words_of(options)) arguments.push_back(word);
    ASSERT_EQ(plytrace(arguments).exit_code, 0) << options;
    EXPECT_EQ(verdict(file), 0) << options;
  }
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM digest"), "38");
  // An imported copy has other rows for the same search, and its own recorder.
  ASSERT_EQ(shell("\"$PLYTRACE\" export run.db --to ndjson | \"$PLYTRACE\" import - -o copy.db",
                  folder.path().string())
                .exit_code,
            0);
  EXPECT_EQ(verdict(folder / "copy.db"), 0);
  // Incomplete recordings are not damaged.
  for (const char* options :
       {"connect4 -d 5 --max-ply 2", "connect4 -d 5 --below /d/c", "connect4 -d 5 --max-nodes 40",
        "connect4 -d 20 --node-limit 2000 --table 1"}) {
    EXPECT_EQ(verdict(record(folder, words_of(options)[3].substr(2), options)), 4) << options;
  }
  EXPECT_EQ(
      verdict(record(folder, "stopped", "connect4 -d 20 --iterative --node-limit 2000 --table 1")),
      0);
}

// One altered number gives one finding, however many values depend on it.
TEST(VerifyAlteredValue, BlamesOneNodeAndNoOther) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 5 -a alphabeta");
  std::mt19937 random(3);
  for (const char* column : {"value", "alpha", "beta"}) {
    for (int i = 0; i < 25; ++i) {
      const std::string id =
          sql_value(trace, "SELECT id FROM node WHERE parent > 1 AND abs(" + std::string(column) +
                               ") < 1e300 AND kind = " + std::to_string(i % 2) +
                               " LIMIT 1 OFFSET " + std::to_string(random() % 300));
      if (id.empty()) continue;
      const std::string statement =
          std::string("UPDATE node SET ") + column + " = " + column + " + 3 WHERE id = " + id;
      const verify::VerifyReport report = judge(altered(folder, trace, statement));
      EXPECT_EQ(report.findings_total, 1u) << statement << outline(report);
      ASSERT_FALSE(report.findings.empty());
      EXPECT_EQ(std::to_string(report.findings.front().node), id) << statement << outline(report);
    }
  }
}

// If a node names another move than the one that led to it, everything below seems wrong (leaf
// scores, ends of the game, moves), which gave 78 findings. It is one fault.
TEST(VerifyAlteredMove, BlamesTheNodeAndNothingBelow) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 5 -a alphabeta");
  std::mt19937 random(5);
  std::size_t below = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string id =
        sql_value(trace, "SELECT id FROM node WHERE parent > 0 AND last > id LIMIT 1 OFFSET " +
                             std::to_string(random() % 200));
    const std::string move = std::to_string(1 + random() % 7);
    if (sql_value(trace, "SELECT move FROM node WHERE id = " + id) == move) continue;
    const verify::VerifyReport report =
        judge(altered(folder, trace, "UPDATE node SET move = " + move + " WHERE id = " + id));
    ASSERT_EQ(report.findings_total, 1u) << id << " " << move << outline(report);
    const verify::Finding& finding = report.findings.front();
    const std::string rule(info(finding.rule).name);
    EXPECT_TRUE(rule == "move_list" || rule == "illegal_move") << rule;
    // Two children have the same move: if nothing below decides, the later one is named.
    if (std::to_string(finding.node) == id) ++below;
  }
  EXPECT_GT(below, 25u);
}

TEST(VerifyAlteredMove, AMissingMoveIsOneFault) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 5 -a alphabeta");
  const verify::VerifyReport report =
      judge(altered(folder, trace, "UPDATE node SET move = NULL WHERE ply = 2 AND parent = 2"));
  ASSERT_GT(report.findings_total, 1u);
  for (const verify::Finding& finding : report.findings) {
    EXPECT_EQ(info(finding.rule).name, "role") << outline(report);
  }
}

TEST(VerifyAlteredKind, AnEndOfTheGameThatIsNoneIsOneFault) {
  const ScratchFolder folder;
  for (const bool has_score : {false, true}) {
    const std::string trace =
        record(folder, has_score ? "hard" : "soft",
               "tictactoe -d 9 --fail " + std::string(has_score ? "hard" : "soft"));
    const std::string id =
        sql_value(trace, "SELECT max(id) FROM node WHERE kind = 2 AND score IS " +
                             std::string(has_score ? "NOT NULL" : "NULL"));
    const verify::VerifyReport report =
        judge(altered(folder, trace, "UPDATE node SET kind = 0 WHERE id = " + id));
    ASSERT_EQ(report.findings_total, 1u) << outline(report);
    EXPECT_EQ(info(report.findings.front().rule).name, has_score ? "convention" : "game_end");
    EXPECT_EQ(std::to_string(report.findings.front().node), id);
  }
}

TEST(VerifyAlteredWindow, OfTheRootIsOneFault) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "othello -d 4");
  for (const char* change : {"alpha = 5", "alpha = -1000", "beta = -5", "beta = 1000"}) {
    const verify::VerifyReport report =
        judge(altered(folder, trace, std::string("UPDATE node SET ") + change + " WHERE id = 1"));
    ASSERT_EQ(report.findings_total, 1u) << change << outline(report);
    EXPECT_EQ(report.findings.front().node, 1) << change << outline(report);
  }
}

TEST(VerifyAlteredRole, OfAReSearchIsOneFault) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4 -a pvs");
  std::size_t tried = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string id = sql_value(trace,
                                     "SELECT id FROM node WHERE role = 2 AND beta > alpha + 1"
                                     " LIMIT 1 OFFSET " +
                                         std::to_string(3 * i));
    if (id.empty()) break;
    const verify::VerifyReport report =
        judge(altered(folder, trace, "UPDATE node SET role = 0 WHERE id = " + id));
    ASSERT_EQ(report.findings_total, 1u) << outline(report);
    EXPECT_EQ(info(report.findings.front().rule).name, "role");
    EXPECT_EQ(std::to_string(report.findings.front().node), id);
    ++tried;
  }
  EXPECT_GT(tried, 5u);
}

// Nothing later depends on the last row of a node, but its absence must be detected.
TEST(VerifyDeletedEvent, OfTheLastChildIsOneFaultAtItsNode) {
  const ScratchFolder folder;
  int tried = 0;
  for (const char* options : {"tictactoe -d 4", "connect4 -d 5", "othello -d 4 --fail hard"}) {
    const std::string trace = record(folder, words_of(options).front(), options);
    for (const std::string table : {"bound_update", "cutoff"}) {
      const std::string rows = " FROM " + table +
                               " AS event WHERE child = (SELECT max(id) FROM "
                               "node WHERE node.parent = event.node)";
      const std::string skipping = table == "cutoff" ? " AND skipped = 0" : "";
      const int count = std::stoi(sql_value(trace, "SELECT count(*)" + rows + skipping));
      for (int i = 0; i < std::min(count, 12); ++i, ++tried) {
        const std::string pick =
            rows + skipping + " LIMIT 1 OFFSET " + std::to_string(i * count / 12);
        const std::string id = sql_value(trace, "SELECT id" + pick);
        const std::string node = sql_value(trace, "SELECT node" + pick);
        const verify::VerifyReport report =
            judge(altered(folder, trace, "DELETE FROM " + table + " WHERE id = " + id));
        ASSERT_EQ(report.findings_total, 1u) << options << " " << table << id << outline(report);
        EXPECT_EQ(std::to_string(report.findings.front().node), node) << outline(report);
      }
    }
  }
  EXPECT_GT(tried, 20);
}

// A null window of another engine is a whole step wide; plytrace's own are narrower.
TEST(VerifyAlteredWindow, OfANullWindowIsOneFaultAtItsNode) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4 -a pvs");
  const std::string scouts =
      " FROM node WHERE parent > 0 AND kind = 0 AND beta - alpha < 0.5 AND abs(alpha) < 100"
      " AND alpha = round(alpha)";
  for (int i = 0; i < 10; ++i) {
    const std::string id =
        sql_value(trace, "SELECT id" + scouts + " LIMIT 1 OFFSET " + std::to_string(7 * i));
    ASSERT_NE(id, "");
    const verify::VerifyReport report =
        judge(altered(folder, trace, "UPDATE node SET beta = alpha + 1 WHERE id = " + id));
    ASSERT_FALSE(report.findings.empty()) << id;
    EXPECT_EQ(info(report.findings.front().rule).name, "window") << outline(report);
    EXPECT_EQ(std::to_string(report.findings.front().node), id) << outline(report);
    EXPECT_EQ(report.findings_total, 1u) << outline(report);
  }
}

TEST(VerifyAlteredPly, OfTheRootIsOneFault) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "othello -d 4");
  const verify::VerifyReport report =
      judge(altered(folder, trace, "UPDATE node SET ply = 1 WHERE id = 1"));
  ASSERT_EQ(report.findings_total, 1u) << outline(report);
  EXPECT_EQ(info(report.findings.front().rule).name, "ply");
  EXPECT_EQ(report.findings.front().node, 1);
}

// A different value of the same type.
std::string other_value(const std::string& column) {
  return "CASE WHEN typeof(" + column + ") = 'text' THEN " + column + " || ' ' WHEN abs(" + column +
         ") = 9e999 THEN 0 ELSE coalesce(" + column + ", 0) + 1 END";
}

// A new column is altered here even if the list above was not extended.
TEST(VerifyAlteredColumn, OfEveryTableIsFound) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "sound", "connect4 -d 3 --table 1 --capture skipped,keys,probes,stores");
  ASSERT_EQ(judge(trace).verdict, verify::Verdict::kVerified);
  int columns = 0;
  const auto alter = [&]<class Row>() {
    const std::string table = format::Table<Row>::kName;
    if (sql_value(trace, "SELECT count(*) FROM " + table) == "0") return;  // no notes
    const std::string key = table == "ply_summary" ? "(pass, ply)" : "(id, 0)";
    const std::string last = key.substr(1, key.size() - 2) + " FROM " + table;
    format::for_each_column<Row>([&](const auto& listed) {
      const std::string column = "\"" + std::string(listed.name) + "\"";
      // Alters the last row, whose id may grow. A search with an unknown status is judged like a
      // running one.
      const std::string statement = "UPDATE " + table + " SET " + column + " = " +
                                    other_value(column) + " WHERE " + key + " IN (SELECT " + last +
                                    " ORDER BY 1 DESC, 2 DESC LIMIT 1)";
      const auto report =
          judge(altered(folder, trace, "PRAGMA ignore_check_constraints = 1; " + statement));
      EXPECT_NE(report.verdict, verify::Verdict::kVerified) << statement;
      ++columns;
    });
  };
  alter.operator()<SearchRow>();
  alter.operator()<PassRow>();
  alter.operator()<NodeRow>();
  alter.operator()<PlySummaryRow>();
  format::for_each_event_table(alter);
  EXPECT_GT(columns, 90);
}

}  // namespace
}  // namespace plytrace::test
