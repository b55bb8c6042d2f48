// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/play.cc: plytrace play as scripts use it, with its rows, summary and
// curves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

nlohmann::json play(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "play");
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramResult result = plytrace(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return parse_json(result.out);
}

// Removes everything that depends on the clock.
nlohmann::json without_times(nlohmann::json json) {
  for (auto& row : json["rows"]) row.erase("seconds");
  for (auto& searcher : json["searchers"]) searcher.erase("seconds");
  return json;
}

TEST(PlayCommand, EachRowIsTheSearchOfItsPosition) {
  const auto json =
      play({"connect4", "-d", "3", "--compare", "minimax,alphabeta+static", "--max-moves", "6"});
  ASSERT_EQ(json["rows"].size(), 12U);
  for (const auto& row : json["rows"]) {
    const bool minimax = row["searcher"] == "minimax";
    const ProgramResult searched =
        plytrace({"search", "connect4", "-d", "3", "--position", row["position"], "-a",
                  minimax ? "minimax" : "alphabeta", "--order", minimax ? "natural" : "static",
                  "--format", "json"});
    const auto found = parse_json(searched.out);
    EXPECT_EQ(row["value"], found["value"]);
    EXPECT_EQ(row["move"], found["best_move"]);
    EXPECT_EQ(row["nodes"], found["counters"]["nodes"]);
    EXPECT_EQ(row["leaf_evaluations"], found["counters"]["leaf_evaluations"]);
    EXPECT_EQ(found["side"], "MAX");
  }
}

TEST(PlayCommand, ThePlayersMoveIsPlayedAndTheGameGoesOnToItsEnd) {
  const auto json = play({"tictactoe", "-d", "9", "--compare", "minimax,alphabeta"});
  EXPECT_EQ(json["finished"], true);
  EXPECT_EQ(json["winner"], nullptr);
  EXPECT_EQ(json["moves"].size(), 9U);
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["played"], json["moves"][row["ply"].get<std::size_t>()]);
    EXPECT_EQ(row["plays"], row["searcher"] == "alphabeta") << "the players are as -a says";
    if (row["plays"] == true) {
      EXPECT_EQ(row["played"], row["move"]);
    }
    EXPECT_EQ(row["value"], 0);
  }
  // Known sizes: the whole game, and the game after its first move.
  EXPECT_EQ(json["rows"][0]["nodes"], 549946);
  EXPECT_EQ(json["rows"][1]["nodes"], 18297);
  EXPECT_EQ(json["rows"][2]["nodes"], 59705);
  const auto& second = json["searchers"][1];
  EXPECT_EQ(second["comparable"], 9);
  EXPECT_EQ(second["same_value"], 9);
  EXPECT_EQ(second["same_move"], 9);
}

TEST(PlayCommand, TwoRunsDifferInTheirTimesOnly) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"othello", "-d", "2", "--first", "random", "--seed", "7",
                                 "--opening", "4"},
        {"doublecard", "-d", "1", "--second", "patterns", "--first", "random", "--seed", "3"}}) {
    EXPECT_EQ(without_times(play(arguments)), without_times(play(arguments)));
  }
  EXPECT_NE(play({"connect4", "-d", "1", "--opening", "8", "--seed", "1"})["moves"],
            play({"connect4", "-d", "1", "--opening", "8", "--seed", "2"})["moves"]);
}

TEST(PlayCommand, ALineIsFollowedMoveByMove) {
  const auto json = play({"connect4", "-d", "2", "--line", "d,d,c,e", "--max-moves", "5",
                          "--compare", "alphabeta,danger"});
  EXPECT_EQ(json["moves"].size(), 5U);
  const std::vector<std::string> moves = json["moves"];
  EXPECT_THAT(std::vector<std::string>(moves.begin(), moves.begin() + 4),
              ElementsAre("d", "d", "c", "e"));
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["plays"], row["ply"] == 4 && row["searcher"] == "alphabeta");
  }
}

TEST(PlayCommand, SideSaysWherePositionsAreCompared) {
  const auto json = play({"connect4", "-d", "1", "--player", "1", "--max-moves", "7"});
  EXPECT_EQ(json["moves"].size(), 7U);
  ASSERT_EQ(json["rows"].size(), 3U);
  for (const auto& row : json["rows"]) EXPECT_EQ(row["player"], 1);
}

// Each searcher may have its own game options.
TEST(PlayCommand, ASearchersOwnGameOptionsAreItsOwn) {
  const auto json = play({"doublecard", "-d", "1", "--moves", "0 2 A 1", "--max-moves", "1",
                          "--compare", "minimax,minimax+filter=clean"});
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["nodes"], 57);
  EXPECT_EQ(json["rows"][1]["nodes"], 13);
}

TEST(PlayCommand, TheRowsAreSafeForASpreadsheet) {
  const ScratchFolder folder;
  const ProgramResult result =
      plytrace({"play", "othello", "-d", "1", "--max-moves", "1", "-o", folder / "game.csv"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string text = read_file(folder / "game.csv");
  EXPECT_THAT(text, StartsWith("ply,player,position,searcher,nodes,leaf_evaluations,"
                               "completed_depth,seconds,value,move,played,plays,status\n"
                               "0,0,\"-----"))
      << "a position that starts with '-' looks like a formula";
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(PlayCommand, TheScriptOfTheCurvesHoldsEveryPoint) {
  const ScratchFolder folder;
  const ProgramResult result =
      plytrace({"play", "tictactoe", "-d", "9", "--compare", "minimax,alphabeta", "--what",
                "nodes,leaves", "--plot", folder / "c.gp", "--max-moves", "2"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string script = read_file(folder / "c.gp");
  EXPECT_THAT(script, HasSubstr("$curve1 << EOD\n0 549946\n1 59705\nEOD\n"));
  EXPECT_THAT(script, HasSubstr("$curve2 << EOD\n0 18297\n"));
  EXPECT_THAT(script, HasSubstr("nodes searched (log scale)"));
  EXPECT_THAT(script, HasSubstr("leaf evaluations (log scale)"));
}

TEST(PlayCommand, GnuplotDrawsTheCurvesInEachFormat) {
  if (!installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  const ScratchFolder folder;
  const auto draw = [&](const std::string& name) {
    const ProgramResult result =
        plytrace({"play", "connect4", "-d", "3", "--compare", "minimax,alphabeta", "--what",
                  "nodes,depth", "--plot", folder / name});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_file(folder / name);
  };
  const std::string svg = draw("a.svg");
  EXPECT_THAT(svg, HasSubstr("<svg"));
  EXPECT_THAT(svg, HasSubstr("alphabeta"));
  EXPECT_EQ(svg, draw("b.svg")) << "equal runs give equal pictures";
  const std::string pdf = draw("a.pdf");
  EXPECT_THAT(pdf, StartsWith("%PDF"));
  EXPECT_EQ(pdf, draw("b.pdf"));
  EXPECT_THAT(draw("a.png"), StartsWith("\x89PNG"));
}

TEST(PlayCommand, WithoutGnuplotItSaysWhatToInstallBeforeAnythingIsSearched) {
  const ScratchFolder folder;
  const ProgramResult result =
      shell("PATH=/nowhere \"$PLYTRACE\" play connect4 -d 2 -o rows.csv --plot c.svg",
            folder.path().string());
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("gnuplot-nox"));
  EXPECT_FALSE(std::filesystem::exists(folder / "rows.csv"));
}

TEST(PlayCommand, MistakesSayWhatToDo) {
  struct Mistake {
    std::vector<std::string> arguments;
    int exit_code;
    std::string message;
  };
  const ScratchFolder folder;
  write_file(folder / "old.csv", "mine");
  const std::vector<Mistake> cases = {
      {{"connect4", "-d", "2", "--compare", "alphabta"}, 2, "did you mean 'alphabeta'"},
      {{"connect4", "-d", "2", "--compare", "pvs,pvs"},
       2,
       "searches in the same way as an earlier one"},
      {{"connect4", "-d", "2", "--compare", "pvs+"}, 2, "--compare: ''"},
      {{"connect4", "-d", "0"}, 2, "depth 0 finds no move"},
      {{"connect4", "-d", "2", "--plot", "c.svg", "--what", "time,node"},
       2,
       "did you mean 'nodes'"},
      {{"connect4", "-d", "2", "--plot", "c.jpg"}, 2, "does not say which format"},
      {{"connect4", "-d", "2", "-o", folder / "old.csv"}, 2, "already exists"},
      {{"connect4", "-d", "2", "--line", "d,z"}, 3, "--line: move 2 'z'"},
      {{"connect4", "-d", "2", "--compare", "pvs+width=9"}, 3, "--compare pvs+width=9"},
      {{"connect4", "--first", "random", "--second", "random", "-d", "2"}, 2, "add --compare"}};
  for (const Mistake& mistake : cases) {
    std::vector<std::string> arguments = mistake.arguments;
    arguments.insert(arguments.begin(), "play");
    const ProgramResult result = plytrace(arguments);
    EXPECT_EQ(result.exit_code, mistake.exit_code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(mistake.message));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(read_file(folder / "old.csv"), "mine");
}

}  // namespace
}  // namespace plytrace::test
