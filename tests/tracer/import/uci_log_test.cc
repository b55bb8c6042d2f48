// SPDX-License-Identifier: MIT
#include "tracer/import/uci_log.h"

#include <gmock/gmock.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// Fool's mate, with what a user interface adds to the lines.
constexpr auto kLog =
    "<- id name Tested 1.0\n"
    "-> position startpos moves f2f3 e7e5 g2g4\n"
    "12:01:02 -> go depth 3\n"
    "<- info string go on\n"
    "<- info depth 1 seldepth 2 score cp 35 nodes 20 pv d8f6\n"
    "<- info depth 2 score cp 300 upperbound nodes 90 pv d8f6\n"
    "<- info depth 2 multipv 2 score cp 10 nodes 91 pv d7d6\n"
    "<- info depth 3 score mate 1 nodes 300 pv d8h4\n"
    "<- bestmove d8h4 ponder g1h3\n";

std::string imported_log(const ScratchFolder& folder, const std::string& text) {
  write_file(folder / "engine.log", text);
  const auto result =
      plytrace({"import", "--uci-log", folder / "engine.log", "-o", folder / "log.db"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return folder / "log.db";
}

TEST(UciLog, AGoIsASearchAndAnInfoAPass) {
  const ScratchFolder folder;
  const std::string trace = imported_log(folder, kLog);
  const auto rows = plytrace({"sql", trace,
                              "SELECT ordinal, purpose, depth, value, best_move, nodes FROM pass "
                              "ORDER BY id",
                              "--format", "csv"});
  EXPECT_EQ(rows.out,
            "ordinal,purpose,depth,value,best_move,nodes\n"
            "1,iteration,1,35,d8f6,20\n2,aspiration,2,300,d8f6,70\n"
            "3,multipv,2,10,d7d6,1\n4,iteration,3,29999,d8h4,209\n")
      << rows.err;
}

// UCI counts nodes from the start of the search: the passes had these totals, with false growth
// from pass to pass, and the search had that of its last first line.
TEST(UciLog, APassHasTheNodesSinceThePassBefore) {
  const ScratchFolder folder;
  const std::string trace = imported_log(folder,
                                         "position startpos\ngo\n"
                                         "info depth 1 score cp 20 nodes 20 pv e2e4\n"
                                         "info depth 2 score cp 0 nodes 120 pv e2e4\n"
                                         "info depth 3 score cp 35 nodes 1000 pv e2e4\n"
                                         "info depth 3 multipv 2 score cp 30 nodes 1500 pv d2d4\n"
                                         "info nodes 1600 currmove d2d4\nbestmove e2e4\n"
                                         "go\ninfo depth 1 score cp 20 nodes 30 pv e2e4\n");
  const auto answer = [&](const char* query) {
    return plytrace({"sql", trace, query, "--format", "csv"}).out;
  };
  EXPECT_EQ(answer("SELECT group_concat(ifnull(nodes, '?')) AS n FROM pass"),
            "n\n\"20,100,880,500,30\"\n");
  EXPECT_EQ(answer("SELECT group_concat(nodes) AS n FROM search"), "n\n\"1600,30\"\n");
  EXPECT_THAT(plytrace({"stats", trace}).out, HasSubstr("not known: no node was recorded"));
}

TEST(UciLog, ALineThatIsIllegalOrNoMateIsFound) {
  const ScratchFolder folder;
  const auto sound = plytrace({"verify", imported_log(folder, kLog)});
  EXPECT_THAT(sound.out, HasSubstr("INCOMPLETE"));
  EXPECT_THAT(sound.out, ::testing::Not(HasSubstr("pv_")));
  const ScratchFolder other;
  std::string log = kLog;
  log.replace(log.find("pv d8h4"), 7, "pv d8h5");
  const auto illegal = plytrace({"verify", imported_log(other, log)});
  EXPECT_THAT(illegal.out, HasSubstr("REFUTED"));
  EXPECT_THAT(illegal.out,
              HasSubstr("pv_legal: move 1 of the principal variation at depth 3, d8h5, is"));
  // The finding named a pass 0.
  EXPECT_THAT(illegal.out, ::testing::Not(HasSubstr("(pass")));
  const ScratchFolder third;
  log.replace(log.find("pv d8h5"), 7, "pv d8f6");
  const auto no_mate = plytrace({"verify", imported_log(third, log)});
  EXPECT_THAT(no_mate.out, HasSubstr("pv_mate"));
  EXPECT_THAT(no_mate.out, HasSubstr("mate in 1 ply"));
}

// Only the last exact line of each search was judged.
TEST(UciLog, EachLineIsJudgedAndNamedByItsDepth) {
  const ScratchFolder folder;
  std::string log = kLog;
  log.replace(log.find("pv d8f6"), 7, "pv d8f6 a2a5");
  log.replace(log.find("upperbound nodes 90 pv d8f6"), 27, "upperbound nodes 90 pv d8a1");
  log.replace(log.find("cp 10 nodes 91 pv d7d6"), 22, "mate 2 nodes 91 pv d7d6");
  const std::string trace = imported_log(folder, log);
  const auto result = plytrace({"verify", trace, "--limit", "0"});
  EXPECT_THAT(result.out,
              HasSubstr("pv_legal: move 2 of the principal variation at depth 1, a2a5, is not"));
  EXPECT_THAT(result.out,
              HasSubstr("pv_legal: move 1 of the principal variation at depth 2, d8a1, is not"));
  EXPECT_THAT(result.out, HasSubstr("29997 is mate in 3 plies, but a further line at depth 2 has"));
  EXPECT_THAT(result.out, ::testing::Not(HasSubstr("(pass ")));
  const auto first = plytrace({"verify", trace, "--pass", "4"});
  EXPECT_THAT(first.out, ::testing::Not(HasSubstr("pv_")));
  // A bound that is a mate need not be shown by a line.
  log = kLog;
  log.replace(log.find("cp 300 upperbound"), 17, "mate 1 lowerbound");
  const ScratchFolder other;
  EXPECT_THAT(plytrace({"verify", imported_log(other, log)}).out, ::testing::Not(HasSubstr("pv_")));
}

TEST(UciLog, TheLineOfEachPassIsShown) {
  const ScratchFolder folder;
  const std::string trace = imported_log(folder, kLog);
  EXPECT_EQ(plytrace({"pv", trace}).out, "reported pv of pass 4, depth 3, value 29999: d8h4\n");
  EXPECT_EQ(plytrace({"pv", trace, "--pass", "1", "--moves", "san"}).out,
            "reported pv of pass 1, depth 1, value 35: Qf6\n");
  const auto answer = parse_json(plytrace({"pv", trace, "--format", "json"}).out);
  EXPECT_EQ(answer["reported_pv"][0], "d8h4");
  EXPECT_EQ(answer["value"], 29999);
  const auto info = parse_json(plytrace({"info", trace, "--format", "json"}).out);
  EXPECT_EQ(info["searches"][0]["passes"][2]["pv"][0], "d7d6");
  write_file(folder / "lines.ndjson", plytrace({"export", trace, "--to", "ndjson"}).out);
  ASSERT_EQ(plytrace({"import", folder / "lines.ndjson", "-o", folder / "b.db"}).exit_code, 0);
  EXPECT_EQ(parse_json(plytrace({"info", folder / "b.db", "--format", "json"}).out)["digest"],
            info["digest"]);
}

// Commands that need nodes advised another pass, though none of a UCI log has nodes.
TEST(UciLog, CommandsThatNeedNodesNameThoseThatReadLines) {
  const ScratchFolder folder;
  const std::string trace = imported_log(folder, kLog);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"log", trace}, {"show", trace, "/"}, {"compare", trace, trace}}) {
    const auto result = plytrace(command);
    EXPECT_EQ(result.exit_code, 3) << command.front();
    EXPECT_THAT(result.err, HasSubstr("search 1 has no nodes, only lines, as those of a UCI log"));
  }
}

// Traces of plytrace 0.2.0 have no column pass.pv.
TEST(UciLog, ATraceWithoutTheLinesOfPassesIsRead) {
  const ScratchFolder folder;
  std::string log = kLog;
  log.replace(log.find("pv d8h4"), 7, "pv d8h5");
  const std::string trace = imported_log(folder, log);
  sql(trace, "ALTER TABLE pass DROP COLUMN pv");
  const auto result = plytrace({"verify", trace});
  EXPECT_THAT(result.out, HasSubstr("pv_legal: move 1 of the principal variation, d8h5, is not"));
  EXPECT_EQ(plytrace({"info", trace}).exit_code, 0);
  EXPECT_EQ(plytrace({"collect", trace, "-o", folder / "all.db"}).exit_code, 0);
  EXPECT_EQ(plytrace({"merge", trace, trace, "-o", folder / "merged.db"}).exit_code, 0);
}

std::string verified_log(const std::string& log) {
  const ScratchFolder folder;
  return plytrace({"verify", imported_log(folder, log)}).out;
}

// A line of moves before other words of its info line was not used, or REFUTED for these words.
TEST(UciLog, ALineOfMovesEndsAtTheNextWordOfInfo) {
  for (const char* info : {"info depth 5 pv e2e4 e7e5 score cp 20 nodes 100\n",
                           "info depth 5 score cp 20 pv e2e4 e7e5 nodes 100 wdl 5 990 5\n"}) {
    const ScratchFolder folder;
    const std::string trace =
        imported_log(folder, std::string("position startpos\ngo\n") + info + "bestmove e2e4\n");
    const auto rows = plytrace(
        {"sql", trace, "SELECT value, nodes, json_array_length(pv) FROM pass", "--format", "csv"});
    EXPECT_THAT(rows.out, HasSubstr("\n20,100,2\n")) << info;
    EXPECT_THAT(plytrace({"verify", trace}).out, ::testing::Not(HasSubstr("pv_legal")));
  }
}

// Without its option, a position of Chess960 was not read.
TEST(UciLog, APositionOfChess960IsFoundWithoutTheOption) {
  const std::string rest = "go\ninfo depth 5 score cp 20 pv g1h1\nbestmove g1h1\n";
  for (const char* start : {"", "setoption name uci_chess960 value True\n"}) {
    const std::string out = verified_log(
        std::string(start) +
        "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n" + rest);
    EXPECT_THAT(out, ::testing::Not(HasSubstr("without replay"))) << start;
    EXPECT_THAT(out, HasSubstr("pv_legal")) << "g1 cannot castle onto h1: f1 is its other rook";
  }
}

// A game of another variant was judged by the rules of chess.
TEST(UciLog, AVariantIsNotChess) {
  const std::string rest =
      "position startpos\ngo\ninfo depth 5 score cp 20 pv e2e4 e7e5 e4e5\nbestmove e2e4\n";
  EXPECT_THAT(verified_log("setoption name UCI_Variant value atomic\n" + rest),
              HasSubstr("without replay: the game 'atomic' is not known"));
  EXPECT_THAT(verified_log("setoption name UCI_Variant value chess\n" + rest),
              HasSubstr("pv_legal"));
}

// A log that ended inside a move was REFUTED for the half move.
TEST(UciLog, ALastLineWithoutALineEndIsDropped) {
  const std::string start =
      "position startpos\ngo depth 9\ninfo depth 4 score cp 10 pv e2e4 e7e5\n";
  for (const std::string last : {"info depth 5 score cp 12 pv e2e4 e7e", "bestmove e2e",
                                 "<1: info depth 5 score cp 12 pv e2e4 e7e5"}) {
    const ScratchFolder folder;
    write_file(folder / "engine.log", start + last);
    const auto result =
        plytrace({"import", "--uci-log", folder / "engine.log", "-o", folder / "log.db"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("engine.log:4: the last line has no line end, so it may be"));
    EXPECT_THAT(plytrace({"verify", folder / "log.db"}).out, HasSubstr("INCOMPLETE"));
    const auto rows = plytrace({"sql", folder / "log.db",
                                "SELECT status, best_move, completed_depth, "
                                "(SELECT count(*) FROM pass) FROM search",
                                "--format", "csv"});
    EXPECT_THAT(rows.out, HasSubstr("interrupted,,4,1\n"));
  }
}

TEST(UciLog, AWholeBestmoveNeedsNoLineEnd) {
  const std::string start =
      "position startpos\ngo depth 9\ninfo depth 4 score cp 10 pv e2e4 e7e5\n";
  const std::string query = "SELECT status, best_move FROM search";
  for (const auto& [last, row] : {std::pair("bestmove e2e4", "finished,e2e4\n"),
                                  std::pair("bestmove d2d4", "finished,d2d4\n"),
                                  std::pair("bestmove e2e4 ponder e7", "finished,e2e4\n"),
                                  std::pair("bestmove (none)", "finished,\n")}) {
    const ScratchFolder folder;
    write_file(folder / "engine.log", start + last);
    const auto result =
        plytrace({"import", "--uci-log", folder / "engine.log", "-o", folder / "log.db"});
    EXPECT_THAT(result.err, ::testing::Not(HasSubstr("line end")));
    const auto rows = plytrace({"sql", folder / "log.db", query, "--format", "csv"});
    EXPECT_THAT(rows.out, HasSubstr(row));
  }
}

// An earlier line that is illegal stays a finding when the log is cut.
TEST(UciLog, ACutLogKeepsTheFindingOfAWholeLine) {
  const ScratchFolder folder;
  const std::string trace = imported_log(folder,
                                         "position startpos\ngo depth 9\n"
                                         "info depth 4 score cp 10 pv e2e4 e4e5\n"
                                         "info depth 5 score cp 12 pv e2e");
  EXPECT_THAT(plytrace({"verify", trace}).out,
              HasSubstr("move 2 of the principal variation at depth 4, e4e5"));
}

TEST(UciLog, ALogWithoutASearchIsRefused) {
  const ScratchFolder folder;
  write_file(folder / "engine.log", "uci\nuciok\n");
  const auto result =
      plytrace({"import", "--uci-log", folder / "engine.log", "-o", folder / "log.db"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("holds no search of a UCI log"));
}

}  // namespace
}  // namespace plytrace::test
