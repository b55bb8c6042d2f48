// SPDX-License-Identifier: MIT
//
// Covers what the commands show of a chess trace: a mate in three from the search to its
// certificate, moves in algebraic notation, and the positions of nodes. All on one trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <memory>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Whether a text holds a move such as e2e4 as a word. A digest may hold these four characters.
bool holds_uci_move(const std::string& text) {
  const auto is_in_word = [&text](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  const auto is_square = [&text](std::size_t at) {
    return at + 1 < text.size() && text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' &&
           text[at + 1] <= '8';
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_square(at) || !is_square(at + 2) || (at > 0 && is_in_word(at - 1))) continue;
    const bool has_piece = at + 4 < text.size() && std::strchr("qrbn", text[at + 4]) != nullptr;
    if (!is_in_word(at + 4 + (has_piece ? 1 : 0))) return true;
  }
  return false;
}

class ChessAnswers : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<ScratchFolder>();
    const ProgramResult made =
        run("$PLYTRACE search chess -a pvs -d 5 --position 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1' "
            "-o mate.db");
    ASSERT_EQ(made.exit_code, 0) << made.err;
    ASSERT_THAT(made.out, HasSubstr("line         f6a6  f7f6  e5f6  g8g7  a6a8"));
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static ProgramResult run(const std::string& command) {
    return shell(command, folder_->path().string());
  }
  // The answer of a command to the trace; the arguments may be quoted.
  static std::string ask(const std::string& words) {
    const ProgramResult result = run("$PLYTRACE " + words);
    EXPECT_EQ(result.exit_code, 0) << words << ": " << result.err;
    EXPECT_EQ(result.err, "") << words;
    return result.out;
  }
  static void import(const std::string& name, const std::string& lines) {
    std::ofstream(*folder_ / (name + ".ndjson")) << lines;
    const ProgramResult made =
        run("$PLYTRACE import " + name + ".ndjson -q --force -o " + name + ".db");
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }

  static std::unique_ptr<ScratchFolder> folder_;
};
std::unique_ptr<ScratchFolder> ChessAnswers::folder_;

TEST_F(ChessAnswers, SayMateInThree) {
  EXPECT_THAT(ask("show mate.db /"), HasSubstr("returned         31995 (exact, mate in 3)\n"));
  EXPECT_THAT(ask("show mate.db /f6a6 --perspective side"),
              HasSubstr("returned         -31995 (exact, mated in 2)\n"));
  const std::string line = ask("pv mate.db --moves san");
  EXPECT_THAT(line, HasSubstr("pv of pass 1: Ra6+, f6, Bxf6+, Rg7, Rxa8#\n"));
  EXPECT_THAT(line, HasSubstr("#1 mate in 3\n"));
  EXPECT_THAT(line, HasSubstr("terminal mate in 0\n"));
  EXPECT_THAT(ask("why mate.db /f6a6 --no-oracle"),
              HasSubstr("it was chosen: the search found exactly 31995 (mate in 2) for it"));
  EXPECT_THAT(ask("why mate.db --line /f6a6/f7f6/e5f6/g8g7/a6a8 --moves san"),
              HasSubstr("the pass played this line"));
  EXPECT_THAT(ask("log mate.db / --depth 1"), HasSubstr("= 31995 (mate in 3)"));
  EXPECT_THAT(ask("info mate.db"), HasSubstr("value        31995 (exact, depth 5) (mate in 3)"));
  ask("report mate.db -o report");
  EXPECT_THAT(read_file(*folder_ / "report/report.md"), HasSubstr("31995 (mate in 3)"));
  ask("render mate.db --max-nodes 5 -o mate.svg");
  EXPECT_THAT(read_file(*folder_ / "mate.svg"), HasSubstr("value 31995 (mate in 3)"));
  EXPECT_THAT(ask("explore mate.db --answer 'node?id=1'"), HasSubstr("\"mate\":\"mate in 3\""));
}

TEST_F(ChessAnswers, ProveTheMateByACertificate) {
  EXPECT_THAT(ask("verify mate.db --certificate mate.cert"), HasSubstr("VERIFIED: mate.db"));
  const ProgramResult check = run("\"$(dirname \"$PLYTRACE\")/plytrace-check\" mate.cert");
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("PROVEN: the root is worth exactly 31995\n"));
}

// Commands ignored --moves san: find, hot, the best moves of compare and the skipped moves of why
// kept the notation of the trace.
TEST_F(ChessAnswers, NameMovesInAlgebraicNotationAtEveryDoor) {
  const std::string san = " --moves san ";
  EXPECT_THAT(ask("find mate.db --move a6a8 --value 31995 --limit 1" + san),
              HasSubstr("a6a8  Rxa8#  "));
  EXPECT_THAT(ask("show mate.db /f6a6/f7f6/e5f6" + san), HasSubstr("Rg7 (#"));
  // A node that was cut, with the path to a move that it skipped.
  const std::string node =
      sql_value(*folder_ / "mate.db", "SELECT node FROM cutoff WHERE skipped > 2 LIMIT 1");
  std::string skipped = ask(
      "sql mate.db \"SELECT path(node) || '/' || json_extract(skipped_moves, '\\$[0]') AS p FROM "
      "cutoff WHERE skipped > 2 LIMIT 1\" --format csv");
  skipped = skipped.substr(skipped.find('/'));
  skipped.erase(skipped.find_last_not_of("\r\n") + 1);
  const std::string log = ask("log mate.db " + node + " --depth 1" + san);
  EXPECT_THAT(log, HasSubstr("skipped"));
  EXPECT_FALSE(holds_uci_move(log)) << log;
  const std::string why = ask("why mate.db " + skipped + " --no-oracle" + san);
  const std::size_t begin = why.find("it was not searched: ");
  ASSERT_NE(begin, std::string::npos) << why;
  EXPECT_FALSE(holds_uci_move(why.substr(begin, why.find(" was skipped at ") - begin))) << why;
  const std::size_t list = why.find("skipped ", begin + 60);
  EXPECT_FALSE(holds_uci_move(why.substr(list, why.find('\n', list) - list))) << why;
  const auto panel = parse_json(ask("explore mate.db --answer 'node?id=" + node + "'" + san));
  EXPECT_FALSE(panel["skipped"].empty());
  EXPECT_FALSE(holds_uci_move(panel["skipped"].dump())) << panel["skipped"].dump();
  run("$PLYTRACE search chess -a alphabeta -d 4 --position 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 "
      "1' -q -o less.db");
  EXPECT_THAT(ask("info mate.db" + san),
              AllOf(HasSubstr("best move    Ra6+\n"),
                    HasSubstr("pv           Ra6+, f6, Bxf6+, Rg7, Rxa8#\n")));
  std::string info = ask("info mate.db" + san);
  // Four characters of a digest may look like a move.
  for (std::size_t at = 0; (at = info.find("c2-", at)) != std::string::npos;) info.erase(at, 19);
  EXPECT_FALSE(holds_uci_move(info)) << info;
  // The explorer's list of passes named its best moves as the trace writes them.
  const auto traces = parse_json(ask("explore mate.db --answer traces" + san));
  EXPECT_EQ(traces["traces"][0]["searches"][0]["passes"][0]["best_name"], "Ra6+");
  run("$PLYTRACE search chess -d 3 --iterative -q -o deeper.db");
  EXPECT_FALSE(holds_uci_move(ask("stats deeper.db" + san)));
  const std::string searched = ask("search chess -d 3 --iterative -q --notation san");
  EXPECT_THAT(searched, HasSubstr("\nline         "));
  EXPECT_FALSE(holds_uci_move(searched)) << searched;
  EXPECT_EQ(run("$PLYTRACE search connect4 -d 2 --notation san").exit_code, 2);
  const ProgramResult both = run("$PLYTRACE compare mate.db less.db" + san);
  EXPECT_THAT(both.out, HasSubstr("31995, mate in 3  Ra6+"));
}

TEST_F(ChessAnswers, GiveAndFindThePositionsOfNodes) {
  EXPECT_THAT(ask("show mate.db /f6a6/f7f6/e5f6/g8g7/a6a8"),
              HasSubstr("position         R6k/6rp/5B2/8/8/8/7P/7K b - - 0 3\n"));
  EXPECT_THAT(ask("find mate.db --fen 'R6k/6rp/5B2/8/8/8/7P/7K b - - 0 3' --limit 1"),
              HasSubstr("/a6a8"));
  const std::string where = "\"fen LIKE 'R6k/6rp/5B2/8/8/8/7P/7K b%' AND ply = 5\"";
  EXPECT_THAT(ask("find mate.db --limit 1 --where " + where), HasSubstr("/a6a8"));
  const auto counts = parse_json(ask("find mate.db --format json --where " + where))["positions"];
  EXPECT_EQ(counts["unknown"], 0);
  EXPECT_EQ(counts["left_out"], 0);
  EXPECT_GT(counts["examined"], 0);
  EXPECT_THAT(ask("sql mate.db 'SELECT fen(1)'"),
              HasSubstr("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"));
  // The word fen in a text is not a column.
  const ProgramResult none = run("$PLYTRACE find mate.db --where \"move = 'fen'\"");
  EXPECT_EQ(none.exit_code, 1) << none.err;
}

// A move that the engine made against the rules: what follows it has no position, and no name.
TEST_F(ChessAnswers, SayWhereMovesCannotBePlayed) {
  import("odd", R"({"event":"search","game":"chess","position":"startpos","captured":[]}
{"event":"enter","side":"max"}
{"event":"enter","move":"e2e4","side":"min"}
{"event":"enter","move":"e7e2","side":"max"}
{"event":"enter","move":"g1f3","side":"min"}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":1}
{"event":"leave","value":1}
{"event":"leave","value":1,"best_move":"e2e4"}
{"event":"end_search","value":1,"best_move":"e2e4"}
)");
  const ProgramResult log = run("$PLYTRACE log odd.db --moves san");
  EXPECT_THAT(log.out, HasSubstr("\n  e4  "));
  EXPECT_THAT(log.out, HasSubstr("\n    e7e2  "));
  EXPECT_THAT(log.out, HasSubstr("\n      g1f3  "));
  EXPECT_THAT(log.err, HasSubstr("plytrace: --moves san: some moves are shown as the trace writes "
                                 "them, the first at #"));
  EXPECT_EQ(run("$PLYTRACE log odd.db --moves san -q").err, "");
  EXPECT_THAT(run("$PLYTRACE hot odd.db --moves san").out, HasSubstr("  e4  "));
  EXPECT_THAT(run("$PLYTRACE show odd.db 4").out,
              HasSubstr("position         not known: the moves to this node cannot be played on a "
                        "board\n"));
  EXPECT_THAT(run("$PLYTRACE find odd.db --where \"fen LIKE 'rnbqkbnr%'\"").out,
              HasSubstr("left out: 2 nodes whose moves cannot be played on a board\n"));
}

// If each pass is one move of a root without a row, the board below it stood at the root.
TEST_F(ChessAnswers, PlayTheMoveThatARootWasEnteredWith) {
  import("loop", R"({"event":"search","game":"chess","position":"startpos","captured":[]}
{"event":"enter","move":"e2e4","side":"min"}
{"event":"enter","move":"g8f6","side":"max"}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":1}
{"event":"enter","move":"d2d4","side":"min"}
{"event":"enter","move":"g8f6","side":"max"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","value":2}
{"event":"end_search","value":2,"best_move":"d2d4"}
)");
  EXPECT_THAT(ask("show loop.db 4 --moves san"),
              HasSubstr("position         rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - "
                        "1 2\n"));
  EXPECT_THAT(ask("log loop.db 3 --moves san"), HasSubstr("\n  Nf6  "));
  EXPECT_THAT(ask("log loop.db 3 --moves san"), HasSubstr("d4  "));
}

// The move of a root is the last one of the game before the search.
TEST_F(ChessAnswers, NameTheMoveThatLedToTheRoot) {
  import("led",
         R"({"event":"search","game":"chess","position":"startpos moves e2e4 g8f6","captured":[]}
{"event":"enter","move":"g8f6","side":"max"}
{"event":"enter","move":"b1c3","side":"min"}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"leave","value":1}
{"event":"end_search","value":1,"best_move":"b1c3"}
)");
  EXPECT_THAT(ask("log led.db --moves san"), HasSubstr("Nf6  "));
  EXPECT_FALSE(holds_uci_move(ask("log led.db --moves san")));
}

TEST_F(ChessAnswers, SearchThePositionsOfAnEpd) {
  std::ofstream(*folder_ / "tests.epd")
      << "# two mates and one that loses nothing\r\n"
         "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back; rank\"; c0 \"it moves first\";\r\n"
         "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 am Rd2; id \"with clocks\";\r\n"
         "\r\n"
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\r\n"
         "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 moves d1d2\r\n"
         "startpos\r\n";
  const std::string found = ask("search chess -d 2 -q --format csv --positions tests.epd");
  EXPECT_THAT(found, HasSubstr("d1d8"));
  EXPECT_THAT(ask("suite chess --depths 1,2 -q --positions tests.epd"),
              AllOf(HasSubstr("alphabeta         4"),
                    HasSubstr("2 rows left out, because an earlier row is of the same search")));
  std::ofstream(*folder_ / "bad.epd") << "startpos\n8/8 w - - bm x;\n";
  for (const std::string command : {"search chess -d 2", "suite chess --depths 1"}) {
    const ProgramResult bad = run("$PLYTRACE " + command + " -q --positions bad.epd");
    EXPECT_EQ(bad.exit_code, 3) << command;
    EXPECT_THAT(bad.err, HasSubstr("bad.epd:2: chess position: the board is wrong: it has 2 ranks"))
        << command;
  }
}

}  // namespace
}  // namespace plytrace::test
