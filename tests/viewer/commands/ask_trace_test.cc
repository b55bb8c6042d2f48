// SPDX-License-Identifier: MIT
//
// Covers info, log, show, pv, find and sql in viewer/commands/ask, run as the real program on
// hand-made traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <sstream>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"
#include "viewer/answers/find.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A folder with the trace of an unknown game.
class AskTrace : public testing::Test {
 protected:
  AskTrace() { make_trace(file_, unknown_game_sql()); }

  ProgramResult ask(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, file_);
    return plytrace(arguments);
  }
  std::string answer(const std::vector<std::string>& arguments, int exit_code = 0) const {
    const ProgramResult result = ask(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return result.out;
  }
  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--format", "json"});
    return parse_json(answer(arguments));
  }

  ScratchFolder folder_;
  std::string file_ = folder_ / "run.db";
};

TEST_F(AskTrace, LogShowsTheTreeWithUpdatesAndCutoffsInPlace) {
  EXPECT_EQ(answer({"log"}),
            R"(# search 1: alphabeta on marbles, pass 1 (fixed, depth 2), scores as MAX sees them
/  MAX  (-inf, +inf)  = 3  best a
  a  MIN  (-inf, +inf)  = 3  best q
    p  MAX  (-inf, +inf)  = 5  horizon
    * beta +inf -> 5 by p
    q  MAX  (-inf, 5)  = 3  horizon
    * beta 5 -> 3 by q
    r  MAX  (-inf, 3)  = 4  horizon
  * alpha -inf -> 3 by a
  b  MIN  (3, +inf)  <= 1  best q
    p  MAX  (3, +inf)  = 8  horizon
    * beta +inf -> 8 by p
    q  MAX  (3, 8)  = 1  horizon
    ! alpha cutoff: 1 <= alpha 3, skipped 1: r
  c  MIN  (3, +inf)  <= 2  best p
    p  MAX  (3, +inf)  = 2  horizon
    ! alpha cutoff: 2 <= alpha 3, skipped 2: q, r
)");
}

TEST_F(AskTrace, LogOfASubtreeToADepthKeepsTheEventsOfItsNodes) {
  EXPECT_EQ(answer({"log", "/", "--depth", "1"}),
            R"(# search 1: alphabeta on marbles, pass 1 (fixed, depth 2), scores as MAX sees them
/  MAX  (-inf, +inf)  = 3  best a
  a  MIN  (-inf, +inf)  = 3  best q  [3 nodes below]
    * beta +inf -> 5 by p
    * beta 5 -> 3 by q
  * alpha -inf -> 3 by a
  b  MIN  (3, +inf)  <= 1  best q  [2 nodes below]
    * beta +inf -> 8 by p
    ! alpha cutoff: 1 <= alpha 3, skipped 1: r
  c  MIN  (3, +inf)  <= 2  best p  [1 node below]
    ! alpha cutoff: 2 <= alpha 3, skipped 2: q, r
)");
  EXPECT_THAT(answer({"log", "/c"}), Not(HasSubstr("skipped 1")));
}

TEST_F(AskTrace, LogSaysWhatItsLimitLeftOut) {
  const std::string log = answer({"log", "--max-lines", "4"});
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 6);
  EXPECT_THAT(log, HasSubstr("stopped after 4 lines: 7 nodes of 10 not shown"));
  const auto limited = json({"log", "--max-lines", "4"});
  EXPECT_EQ(limited["lines"].size(), 4U);
  EXPECT_EQ(limited["truncated"], true);
  EXPECT_EQ(limited["nodes"], 10);
  EXPECT_EQ(limited["nodes_shown"], 3);
}

TEST_F(AskTrace, LogAsJsonHoldsNodesAndEventsInOrder) {
  const auto log = json({"log", "/b"});
  ASSERT_EQ(log["lines"].size(), 5U);
  EXPECT_EQ(log["path"], "/b");
  const auto& cutoff = log["lines"][4];
  EXPECT_EQ(cutoff["type"], "cutoff");
  EXPECT_EQ(cutoff["level"], 0);
  EXPECT_EQ(cutoff["condition"], "1 <= alpha 3");
  EXPECT_EQ(cutoff["skipped_moves"], nlohmann::json::array({"r"}));
  EXPECT_EQ(log["lines"][0]["beta"], "+inf");
  EXPECT_EQ(log["lines"][0]["bound"], "upper");
}

TEST_F(AskTrace, ShowReportsWhatHappenedInANode) {
  EXPECT_EQ(answer({"show", "/b"}), R"(node #6, /b: MIN to move, ply 1, depth 1, interior
search 1 (alphabeta on marbles), pass 1 (fixed, depth 2)
window on entry  (3, +inf)
returned         1 (upper bound)
best             q (#8)
size             3 nodes, 3 moves to search, children searched: 2

what happened in it:
  p (#7)  MAX  (3, +inf)  = 8  horizon
  * beta +inf -> 8 by p (#7)
  q (#8)  MAX  (3, 8)  = 1  horizon
  ! alpha cutoff: 1 <= alpha 3, skipped 1: r [by q (#8)]
)");
  const auto root = json({"show", "#1"});
  EXPECT_EQ(root["path"], "/");
  EXPECT_EQ(root["children"].size(), 3U);
  EXPECT_EQ(root["children"][1]["node"], 6);
  EXPECT_EQ(root["events"][0]["type"], "bound_update");
  EXPECT_EQ(root["board"], nullptr);
}

TEST_F(AskTrace, ShowBoundsItsLists) {
  const std::string shown = answer({"show", "/", "--limit", "2"});
  EXPECT_THAT(shown, HasSubstr("... and 1 more children"));
  const auto root = json({"show", "/", "--limit", "2"});
  EXPECT_EQ(root["children"].size(), 2U);
  EXPECT_EQ(root["children_total"], 3);
}

TEST_F(AskTrace, ShowExplainsAnOpenNodeAndOneWithoutValue) {
  sql(file_, "UPDATE node SET value = NULL WHERE id = 6");
  EXPECT_THAT(answer({"show", "/b"}), HasSubstr("no usable value"));
  sql(file_, "UPDATE node SET last = NULL WHERE id = 6");
  EXPECT_THAT(answer({"show", "/b"}), HasSubstr("was never left"));
}

TEST_F(AskTrace, PvFollowsTheBestChildren) {
  EXPECT_THAT(answer({"pv"}), HasSubstr("pv of pass 1: a, q\n"));
  const auto line = json({"pv"});
  EXPECT_EQ(line["pv"], nlohmann::json::array({"a", "q"}));
  EXPECT_EQ(line["value"], 3);
  ASSERT_EQ(line["steps"].size(), 3U);
  EXPECT_EQ(line["steps"][2]["path"], "/a/q");
  EXPECT_EQ(line["steps"][2]["mover"], "MIN");
  EXPECT_EQ(line["steps"][2]["beta"], 5);
  sql(file_, R"(UPDATE search SET pv = '["a","q","x"]')");
  EXPECT_THAT(answer({"pv"}), HasSubstr("further moves, not recorded below here: x"));
  sql(file_, R"(UPDATE search SET pv = '["b"]')");
  EXPECT_THAT(answer({"pv"}), HasSubstr("reported another line: b"));
}

// An engine that reports only enter and leave still gets a line: at each node the first child whose
// value the node has, down to a node that failed low.
TEST_F(AskTrace, PvFollowsTheValuesWhereNothingIsReported) {
  sql(file_, "UPDATE node SET best = NULL");
  sql(file_, "UPDATE search SET pv = '[]'");
  EXPECT_EQ(json({"pv"})["pv"], nlohmann::json::array({"a", "q"}));
  sql(file_, "UPDATE node SET alpha = 3 WHERE id = 1");
  EXPECT_EQ(json({"pv"})["pv"], nlohmann::json::array());
}

TEST_F(AskTrace, PvUsesTheReportedLineWhereNoBestIsRecorded) {
  sql(file_, "UPDATE node SET best = NULL");
  EXPECT_EQ(json({"pv"})["pv"], nlohmann::json::array({"a", "q"}));
}

TEST_F(AskTrace, PvSurvivesABestThatPointsUpwards) {
  sql(file_, "UPDATE node SET best = 1 WHERE id = 2");
  EXPECT_EQ(json({"pv"})["pv"], nlohmann::json::array({"a"}));
}

TEST_F(AskTrace, InfoSaysWhatIsThereAndWhatIsMissing) {
  const std::string text = answer({"info"});
  EXPECT_THAT(text, HasSubstr("complete: everything"));
  EXPECT_THAT(text, HasSubstr("search 1: alphabeta on marbles, depth 2, finished"));
  EXPECT_THAT(text, HasSubstr("value        3 (exact, depth 2)"));
  EXPECT_THAT(text, HasSubstr("not captured probes, stores, keys, bound_types"));
  const auto facts = json({"info"});
  EXPECT_EQ(facts["state"], "finished");
  EXPECT_EQ(facts["complete"], true);
  EXPECT_EQ(facts["searches"][0]["node_counts"]["recorded"], 10);
  EXPECT_EQ(facts["searches"][0]["pv"], nlohmann::json::array({"a", "q"}));
  EXPECT_EQ(facts["searches"][0]["passes"][0]["alpha"], "-inf");
}

TEST_F(AskTrace, InfoSaysWhyATraceIsNotComplete) {
  sql(file_,
      "INSERT INTO meta VALUES ('recording','1'),('lost_events','7');"
      "UPDATE search SET status = NULL, finished_at = NULL, value = NULL");
  const std::string text = answer({"info"});
  EXPECT_THAT(text, HasSubstr("UNFINISHED"));
  EXPECT_THAT(text, HasSubstr("7 events lost"));
  const auto facts = json({"info"});
  EXPECT_EQ(facts["state"], "unfinished");
  EXPECT_EQ(facts["complete"], false);
  EXPECT_EQ(facts["lost_events"], 7);
  EXPECT_EQ(facts["searches"][0]["status"], "running");
}

// The ids that find prints, in the same order.
std::vector<std::int64_t> ids_in(const nlohmann::json& answer) {
  std::vector<std::int64_t> ids;
  for (const auto& node : answer["matches"]) ids.push_back(node["node"]);
  return ids;
}

TEST_F(AskTrace, FindMeetsAllConditions) {
  using Ids = std::vector<std::int64_t>;
  const std::pair<std::vector<std::string>, Ids> cases[] = {
      {{"--kind", "horizon"}, {3, 4, 5, 7, 8, 10}},
      {{"--kind", "interior,horizon", "--ply", "0..1"}, {1, 2, 6, 9}},
      {{"--move", "p"}, {3, 7, 10}},
      {{"--value", "5.."}, {3, 7}},
      {{"--value", "..1"}, {6, 8}},
      {{"--value", "3..4", "--kind", "horizon"}, {4, 5}},
      {{"--cutoff", "alpha"}, {6, 9}},
      {{"--cutoff", "any", "--min-size", "3"}, {6}},
      {{"--cutoff", "none", "--kind", "interior"}, {1, 2}},
      {{"--role", "move", "--ply", "1", "--sort", "-size"}, {2, 6, 9}},
      {{"--where", "value > alpha AND side = 'MIN'"}, {2}},
      {{"--where", "path LIKE '/b/%' -- a remark"}, {7, 8}},
      {{"--kind", "horizon", "--sort", "value"}, {8, 10, 4, 5, 3, 7}}};
  for (const auto& [options, ids] : cases) {
    std::vector<std::string> arguments{"find"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(ids_in(json(arguments)), ids) << testing::PrintToString(options);
  }
}

TEST_F(AskTrace, FindBoundsItsListAndAnswersNoWhereNothingIsFound) {
  const auto two = json({"find", "--kind", "horizon", "--limit", "2"});
  EXPECT_EQ(ids_in(two), (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(two["truncated"], true);
  // The limit plus one, which find asks for, does not fit into 64 bits.
  EXPECT_EQ(json({"find", "--kind", "horizon", "--limit", "9223372036854775807"})["found"],
            json({"find", "--kind", "horizon", "--limit", "0"})["found"]);
  EXPECT_THAT(answer({"find", "--cutoff", "alpha", "--limit", "1"}),
              HasSubstr("#6  /b  MIN  (3, +inf)  <= 1  best q  [2 nodes below]\n"
                        "    alpha cutoff: 1 <= alpha 3, skipped 1: r\n... and more"));
  EXPECT_EQ(answer({"find", "--move", "p", "--format", "csv"}),
            "node,path,move,side,ply,kind,role,depth,alpha,beta,value,bound,size\n"
            "3,/a/p,p,MAX,2,horizon,move,0,-inf,+inf,5,exact,1\n"
            "7,/b/p,p,MAX,2,horizon,move,0,3,+inf,8,exact,1\n"
            "10,/c/p,p,MAX,2,horizon,move,0,3,+inf,2,exact,1\n");
  EXPECT_EQ(ask({"find", "--ply", "7"}).exit_code, 1);
  EXPECT_THAT(ask({"find", "--ply", "7"}).err, HasSubstr("find: no node meets the conditions\n"));
  EXPECT_EQ(ask({"find", "--ply", "x"}).exit_code, 2);
  EXPECT_EQ(ask({"find", "--kind", "leaf"}).exit_code, 2);
  EXPECT_EQ(ask({"find", "--sort", "path"}).exit_code, 2);
  EXPECT_EQ(ask({"find", "--where", "valu > 3"}).exit_code, 2);
  EXPECT_EQ(ask({"find", "--where", "1); DELETE FROM node; SELECT (1"}).exit_code, 2);
  EXPECT_EQ(plytrace({"find", "--kind", "horizon", file_}).exit_code, 0);
}

TEST_F(AskTrace, SqlAnswersInThreeFormats) {
  const std::string query =
      "SELECT id, path(id) AS path, alpha, value, NULL AS empty FROM node WHERE id IN (2, 8)";
  EXPECT_EQ(answer({"sql", query}), R"(id  path  alpha  value  empty
--  ----  -----  -----  -----
 2  /a     -inf      3
 8  /b/q      3      1
)");
  EXPECT_EQ(answer({"sql", query, "--format", "csv"}),
            "id,path,alpha,value,empty\n2,/a,-inf,3,\n8,/b/q,3,1,\n");
  const auto rows = json({"sql", query});
  EXPECT_EQ(rows["columns"][1], "path");
  EXPECT_EQ(rows["rows"][0], parse_json(R"([2,"/a","-inf",3,null])"));
  EXPECT_EQ(rows["truncated"], false);
}

TEST_F(AskTrace, SqlQuotesCsvFields) {
  EXPECT_EQ(answer({"sql", "SELECT NULL, 'a,b', 'say \"x\"', 'l1' || char(10) || 'l2'", "--format",
                    "csv"}),
            "NULL,\"'a,b'\",\"'say \"\"x\"\"'\",'l1' || char(10) || 'l2'\n"
            ",\"a,b\",\"say \"\"x\"\"\",\"l1\nl2\"\n");
}

TEST_F(AskTrace, SqlBoundsItsRowsAndSaysSo) {
  const std::string text = answer({"sql", "SELECT id FROM node", "--limit", "2"});
  EXPECT_THAT(text, HasSubstr("more rows"));
  const auto rows = json({"sql", "SELECT id FROM node", "--limit", "2"});
  EXPECT_EQ(rows["rows"].size(), 2U);
  EXPECT_EQ(rows["truncated"], true);
  EXPECT_EQ(json({"sql", "SELECT id FROM node", "--limit", "10"})["truncated"], false);
}

TEST_F(AskTrace, SqlOnlyReads) {
  const std::string before = read_file(file_);
  const std::pair<const char*, const char*> refused[] = {
      {"DELETE FROM node", "it would delete from node"},
      {"INSERT INTO note VALUES (1,1,1,'a','b')", "it would write into note"},
      {"UPDATE node SET value = 1", "it would change node"},
      {"DROP TABLE node", "not allowed"},
      {"CREATE TABLE t (x)", "not allowed"},
      {"CREATE TEMP TABLE t (x)", "not allowed"},
      {"ATTACH 'other.db' AS o", "ATTACH"},
      {"PRAGMA journal_mode = WAL", "PRAGMA journal_mode"},
      {"PRAGMA user_version = 9", "PRAGMA user_version"},
      {"VACUUM INTO 'copy.db'", "would change"},
      {"BEGIN", "transactions"},
      {"SELECT 1; SELECT 2", "more than one statement"},
      {"SELECT 1; DELETE FROM node", "more than one statement"},
      {"", "empty"},
      {"-- nothing", "empty"},
      {"SELEC 1", "syntax error"},
      {"SELECT * FROM nodes", "no such table: nodes"},
      {"UPDATE sqlite_master SET sql = 'x'", "sqlite_master"},
      {"INSERT INTO sqlite_master (name) VALUES ('x')", "it would write into sqlite_master"},
      {"SELECT * FROM pragma_writable_schema", "PRAGMA writable_schema"},
      {"SELECT fts3_tokenizer('simple')", "accesses memory of this process"},
      {"SELECT zeroblob(100000000)", "too big"},
      {"SELECT length(replace(hex(zeroblob(30000000)), '0', '00'))", "too big"},
      {"SELECT abs(-9223372036854775808)", "integer overflow"}};
  for (const auto& [query, message] : refused) {
    const ProgramResult result = ask({"sql", query});
    EXPECT_EQ(result.exit_code, 2) << query;
    EXPECT_THAT(result.err, HasSubstr(message)) << query;
    EXPECT_EQ(result.out, "") << query;
  }
  EXPECT_EQ(read_file(file_), before);
  EXPECT_FALSE(std::filesystem::exists("other.db"));
  EXPECT_EQ(answer({"sql", "PRAGMA user_version; -- a remark"}),
            "user_version\n------------\n           1\n");
}

// Table-valued functions were refused, and then also this query.
TEST_F(AskTrace, SqlReadsJsonAndTheNamesOfColumns) {
  EXPECT_EQ(json({"sql", "SELECT value FROM json_each('[7,8]')"})["rows"], parse_json("[[7],[8]]"));
  EXPECT_EQ(json({"sql", "SELECT name FROM pragma_table_info('meta')"})["rows"],
            parse_json(R"([["name"],["value"]])"));
}

// Sends one signal: without --foreground, timeout sends a second one to the group, and a second
// Ctrl-C ends the program at once, sometimes before it prints anything.
TEST_F(AskTrace, SqlStopsOnInterrupt) {
  const ProgramResult result = shell(
      "timeout --foreground -s INT 3 $PLYTRACE sql '" + file_ +
      "' 'WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c) SELECT max(x) FROM c'; "
      "echo code $?");
  EXPECT_THAT(result.out, Not(HasSubstr("max")));
  EXPECT_THAT(result.err, HasSubstr("interrupted"));
}

// Within one call of replace() SQLite cannot be interrupted, so Ctrl-C took minutes.
TEST_F(AskTrace, SqlStopsOnAnInterruptWithinOneStep) {
  const std::string slow =
      "instr(replace(hex(zeroblob(16000000)),\"0\",\"a\"), "
      "replace(hex(zeroblob(8000000)),\"0\",\"a\")||\"b\")";
  for (const std::string& command : {"sql '" + file_ + "' 'SELECT " + slow + "'",
                                     "find '" + file_ + "' --where '" + slow + "'"}) {
    const ProgramResult result = shell("$PLYTRACE " + command +
                                       " & sleep 1; kill -INT $!; began=$(date +%s); wait $!; "
                                       "code=$?; [ $(($(date +%s) - began)) -lt 5 ] || echo late; "
                                       "echo code $code");
    EXPECT_EQ(result.out, "code 130\n") << command;
    EXPECT_THAT(result.err, HasSubstr("plytrace: interrupted\n"));
  }
}

// The query could be interrupted, but not the work on each found node: 46 seconds.
TEST_F(AskTrace, FindStopsOnAnInterruptAfterItsQuery) {
  const auto reader = TraceReader::open(file_);
  ASSERT_TRUE(reader);
  answers::FindQuestion question;
  question.search = *reader->choose_search({});
  question.pass = *reader->choose_pass(question.search, {});
  std::atomic<bool> interrupt = false;
  question.interrupt = &interrupt;
  const auto found = answers::find_all(*reader, question);
  EXPECT_GT(found.nodes.size(), 1U);
  question.progress = [&](std::string_view what, std::uint64_t, std::uint64_t) {
    interrupt = what == "paths of nodes found:";
  };
  const auto interrupted = result_of([&] { return answers::find_all(*reader, question); });
  EXPECT_EQ(interrupted.status().code(), StatusCode::kInterrupted);
}

TEST_F(AskTrace, ErrorsHaveTheirExitCodes) {
  EXPECT_EQ(ask({"show", "/x"}).exit_code, 3);
  EXPECT_EQ(ask({"show", "99"}).exit_code, 3);
  EXPECT_EQ(ask({"log", "/a/p/q"}).exit_code, 3);
  EXPECT_EQ(ask({"info", "--search", "2"}).exit_code, 3);
  EXPECT_EQ(ask({"log", "--pass", "9"}).exit_code, 3);
  EXPECT_EQ(ask({"log", "--depth", "-1"}).exit_code, 2);
  EXPECT_EQ(ask({"log", "--perspective", "mine"}).exit_code, 2);
  for (const char* command : {"info", "log", "pv"}) {
    const ProgramResult result = plytrace({command, folder_ / "none.db"});
    EXPECT_EQ(result.exit_code, 3) << command;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("no such file"));
  }
  EXPECT_EQ(plytrace({"sql", folder_ / "none.db", "SELECT 1"}).exit_code, 3);
}

TEST_F(AskTrace, HostileTextsAreShownSafelyAndJsonStaysValid) {
  sql(file_,
      "UPDATE move SET text = CAST(x'1b5b33316d0affc3' AS TEXT) WHERE id = 1;"
      "UPDATE search SET game = char(27) || 'x', position = 'a' || char(10, 7) || 'b',"
      "  best_move = CAST(x'ff' AS TEXT);"
      "INSERT INTO note VALUES (9,10,1,'n' || char(27),CAST(x'80' AS TEXT))");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"info"}, {"log", "--all"}, {"show", "/"}, {"pv"}, {"sql", "SELECT text FROM move"}}) {
    const std::string text = answer(arguments);
    for (const char c : text) {
      ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << arguments[0];
    }
    EXPECT_THAT(text, Not(HasSubstr("\xff"))) << arguments[0];
    EXPECT_FALSE(json(arguments).is_discarded()) << arguments[0];
  }
  EXPECT_THAT(answer({"log"}), HasSubstr("\\x1B[31m\\x0A\\xFF\\xC3"));
}

TEST_F(AskTrace, EnginePerspectiveNegatesAtMinNodes) {
  sql(file_, "UPDATE search SET perspective = 'side'");
  EXPECT_THAT(answer({"log", "/b", "--perspective", "engine"}),
              HasSubstr("b  MIN  (-inf, -3)  >= -1  best q\n"
                        "  p  MAX  (3, +inf)  = 8  horizon\n"
                        "  * alpha -inf -> -8 by p\n"
                        "  q  MAX  (3, 8)  = 1  horizon\n"
                        "  ! beta cutoff: -1 >= beta -3, skipped 1: r\n"));
  EXPECT_EQ(answer({"log", "/b", "--perspective", "max"}), answer({"log", "/b"}));
}

TEST_F(AskTrace, TwoRunsAreEqual) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"info", "--format", "json"}, {"log", "--all"}, {"show", "/"}, {"pv"}}) {
    EXPECT_EQ(answer(arguments), answer(arguments));
  }
}

// Once the log exceeds the part held back until the end, it blocks on a slow reader; Ctrl-C
// interrupts it there.
TEST(AskDeepTrace, AnInterruptedLogExitsWith130) {
  const ScratchFolder folder;
  make_trace(folder / "deep.db", R"sql(
    INSERT INTO move VALUES (1,'m');
    INSERT INTO search (id, game, status, finished_at) VALUES (1,'g','finished',1);
    INSERT INTO pass (id, root, last, status) VALUES (1,1,30000,'finished');
    WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < 30000)
      INSERT INTO node (id, parent, last, ply, move, kind)
      SELECT x, iif(x > 1, x - 1, NULL), 30000, x - 1, iif(x > 1, 1, NULL), 0 FROM c;)sql");
  for (const char* format : {"text", "json"}) {
    const ProgramResult result = shell(
        "rm -f pipe; mkfifo pipe; exec 3<>pipe\n"
        "$PLYTRACE log deep.db --max-lines 0 --format " +
            std::string(format) +
            " >pipe 3<&- & log=$!\n"
            "head -c 1000 <&3 >head; kill -INT $log; cat <&3 >rest & drain=$!\n"
            "wait $log; echo code $?\n"
            "for i in $(seq 50); do grep -q 'nodes' rest && break; sleep 0.1; done\n"
            "grep -o '# .*ed after' rest; kill $drain",
        folder.path().string());
    // The message wrongly said that a line limit had stopped the log, and how to raise it.
    EXPECT_EQ(result.out,
              format == std::string("text") ? "code 130\n# interrupted after\n" : "code 130\n");
    EXPECT_THAT(result.err, HasSubstr("interrupted"));
  }
}

TEST(SlowAskDeepTrace, HundredThousandPliesAreLoggedWithoutHugeIndentation) {
  const ScratchFolder folder;
  const std::string file = folder / "deep.db";
  make_trace(file, R"sql(
    INSERT INTO move VALUES (1,'m');
    INSERT INTO search (id, game, status, finished_at, value) VALUES (1,'g','finished',1,7);
    INSERT INTO pass (id, root, last, status, value) VALUES (1,1,100001,'finished',7);
    WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < 100001)
      INSERT INTO node (id, parent, last, ply, move, side, value, kind, best)
      SELECT x, iif(x > 1, x - 1, NULL), 100001, x - 1, iif(x > 1, 1, NULL), x % 2, 7,
             iif(x = 100001, 2, 0), iif(x = 100001, NULL, x + 1) FROM c;)sql");
  const ProgramResult log = plytrace({"log", file, "--max-lines", "0"});
  EXPECT_EQ(log.exit_code, 0) << log.err;
  EXPECT_EQ(std::count(log.out.begin(), log.out.end(), '\n'), 100002);
  EXPECT_LT(log.out.size(), 20'000'000U);
  EXPECT_THAT(log.out, HasSubstr("[100000] m  "));
  const ProgramResult shown = plytrace({"show", file, "100001", "--format", "json"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_EQ(parse_json(shown.out)["ply"], 100000);
  EXPECT_EQ(plytrace({"pv", file}).exit_code, 0);
  // The same trace, with nodes that were never left.
  sql(file,
      "UPDATE node SET last = NULL, value = NULL; UPDATE pass SET last = NULL, status = NULL");
  const ProgramResult open = plytrace({"log", file, "--max-lines", "0"});
  EXPECT_EQ(open.exit_code, 0) << open.err;
  EXPECT_EQ(std::count(open.out.begin(), open.out.end(), '\n'), 100002);
  // Each command would take hours if it walked the open path once per node.
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"show", file, "100001"},
                                             {"show", file, "/"},
                                             {"why", file, "100001"},
                                             {"find", file, "--ply", "99999.."},
                                             {"info", file, "--follow", "--lines", "1"},
                                             {"pv", file, "--format", "json"},
                                             {"export", file, "--to", "csv"}}) {
    const ProgramResult asked = plytrace(command);
    EXPECT_EQ(asked.exit_code, 0) << command[0] << asked.err;
  }
}

TEST(AskTraces, WhyCountsThePassesThatItLeavesOut) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "--iterative", "-d", "4", "-q", "-o", file}).exit_code,
            0);
  EXPECT_THAT(plytrace({"why", file, "/a3", "--limit", "3"}).out,
              HasSubstr("\n  ... 1 earlier pass left out (--limit 0 for all)\n"));
  EXPECT_THAT(plytrace({"why", file, "/a3", "--limit", "2"}).out,
              HasSubstr("\n  ... 2 earlier passes left out (--limit 0 for all)\n"));
}

// The tables of stats were broken on a terminal of 80 columns, and the options of info were too
// wide.
TEST(AskTraces, InfoStatsAndPvFitEightyColumns) {
  const ScratchFolder folder;
  int file_number = 0;
  for (const std::vector<std::string>& search :
       {std::vector<std::string>{"connect4", "-a", "pvs", "--table", "16", "--iterative", "-d",
                                 "7"},
        {"othello", "--iterative", "--aspiration", "50", "-d", "5"},
        {"connect4", "-a", "mtdf", "--table", "16", "-d", "5", "--capture", "keys,probes,stores"},
        {"doublecard", "-d", "2"},
        {"andantino", "-d", "2"}}) {
    const std::string file = folder / (std::to_string(file_number++) + ".db");
    std::vector<std::string> arguments = search;
    arguments.insert(arguments.begin(), "search");
    arguments.insert(arguments.end(), {"-q", "-o", file});
    ASSERT_EQ(plytrace(arguments).exit_code, 0);
    for (const std::string command : {"info", "stats", "pv"}) {
      // Use the file name only: the length of the folder name would count.
      const ProgramResult result =
          shell("$PLYTRACE " + command + " " + std::filesystem::path(file).filename().string(),
                folder.path());
      ASSERT_EQ(result.exit_code, 0) << result.err;
      std::istringstream lines(result.out);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(text::width_of(line), text::kPageWidth) << search[0] << " " << command << line;
      }
    }
  }
}

TEST(AskTraces, KeysAreHexadecimal) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  ASSERT_EQ(
      plytrace({"search", "connect4", "-d", "2", "--capture", "keys", "-q", "-o", file}).exit_code,
      0);
  const auto key = std::stoll(sql_value(file, "SELECT key FROM node WHERE id = 1"));
  EXPECT_THAT(plytrace({"show", file, "/"}).out,
              HasSubstr("\nkey              " + key_text(key) + "\n"));
}

// On a terminal a long line is wrapped and indented; elsewhere a node stays on one line.
TEST(LogCommand, WrapsWithAHangingIndentOnATerminalOnly) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "2", "-o", "t.db"}, folder.path()).exit_code, 0);
  const std::string plain = plytrace({"log", "t.db"}, folder.path()).out;
  const std::string terminal =
      shell("script -qec 'stty cols 30; NO_COLOR=1 \"$PLYTRACE\" log t.db' /dev/null | tr -d '\\r'",
            folder.path())
          .out;
  EXPECT_NE(plain.find("# search 1: alphabeta on connectk, pass 1 (fixed, depth 2), scores"),
            std::string::npos);
  std::istringstream lines(terminal);
  std::size_t widest = 0, hanging = 0;
  std::string line;
  std::getline(lines, line);  // the title
  while (std::getline(lines, line)) {
    widest = std::max(widest, line.size());
    if (line.rfind("    best ", 0) == 0) ++hanging;
  }
  EXPECT_LE(widest, 30U);
  EXPECT_GT(hanging, 0U);
}

// The sentences of why and the lists of compare are wrapped as well, and lose no text.
TEST(TerminalText, SentencesGoOnBelowOnATerminalOnly) {
  const ScratchFolder folder;
  for (const std::string search :
       {"connect4 -d 6 -o a.db", "connect4 -d 6 -a pvs --order static -o b.db"}) {
    ASSERT_EQ(shell("\"$PLYTRACE\" search " + search, folder.path()).exit_code, 0);
  }
  const auto words = [](const std::string& text) {
    std::istringstream stream(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(stream), {});
  };
  for (const std::string command :
       {"why a.db /a/b/c", "why a.db /d/c/e/f --line", "compare a.db b.db"}) {
    const ProgramResult plain = shell("\"$PLYTRACE\" " + command, folder.path());
    const std::string terminal = shell("script -qc 'stty cols 80; NO_COLOR=1 \"$PLYTRACE\" " +
                                           command + "' /dev/null | tr -d '\\r'",
                                       folder.path())
                                     .out;
    EXPECT_EQ(words(terminal), words(plain.out)) << command;
    std::size_t widest = 0, widest_plain = 0;
    std::istringstream lines(terminal), plain_lines(plain.out);
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    for (std::string line; std::getline(plain_lines, line);) {
      widest_plain = std::max(widest_plain, line.size());
    }
    EXPECT_LE(widest, 80U) << terminal;
    EXPECT_GT(widest_plain, 80U) << plain.out;
  }
}

}  // namespace
}  // namespace plytrace::test
