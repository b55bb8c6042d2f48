// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/list.cc and perft.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

nlohmann::json json_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const ProgramResult result = plytrace(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return parse_json(result.out);
}

std::vector<std::uint64_t> paths(const std::vector<std::string>& arguments) {
  std::vector<std::uint64_t> counts;
  const nlohmann::json result = json_of(arguments);
  for (const auto& row : result["depths"]) {
    EXPECT_EQ(row["depth"], counts.size() + 1);
    counts.push_back(row["paths"]);
  }
  return counts;
}

void expect_refusal(const std::vector<std::string>& arguments, int exit_code, const char* message) {
  const ProgramResult result = plytrace(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr(message));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(Perft, CountsPathsOfTheTables) {
  EXPECT_EQ(paths({"perft", "tictactoe", "-d", "9"}),
            (std::vector<std::uint64_t>{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}));
  EXPECT_EQ(paths({"perft", "connect4", "-d", "6"}),
            (std::vector<std::uint64_t>{7, 49, 343, 2401, 16807, 117649}));
  EXPECT_EQ(paths({"perft", "othello", "-d", "5"}),
            (std::vector<std::uint64_t>{4, 12, 56, 244, 1396}));
  EXPECT_EQ(paths({"perft", "doublecard", "-d", "2"}), (std::vector<std::uint64_t>{60, 3184}));
  EXPECT_EQ(paths({"perft", "connect4", "-d", "0"}), std::vector<std::uint64_t>{});
}

TEST(Perft, StartsAtAPositionAndAfterMoves) {
  const auto expected = paths({"perft", "connect4", "-d", "4", "--moves", "d,d,d,d,d,d"});
  EXPECT_EQ(expected.front(), 6U);
  EXPECT_EQ(paths({"perft", "connect4", "-d", "4", "--position",
                   "...O.../...X.../...O.../...X.../...O.../...X... X"}),
            expected);
  EXPECT_EQ(paths({"perft", "tree", "-d", "2", "--position", "[[1,2],3]"}),
            (std::vector<std::uint64_t>{2, 2}));
}

TEST(Perft, ReadsAPositionFromStandardInput) {
  const ProgramResult result =
      shell("printf '[[[1]],2]\\n' | \"$PLYTRACE\" perft tree --position - -d 3 --format csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "depth,paths\n1,2\n2,1\n3,1\n");
}

TEST(Perft, RefusesWrongUseAndBadPositionsApart) {
  expect_refusal({"perft", "connectk", "-g", "width=0", "-g", "height=0", "-d", "1"}, 2, "width=0");
  expect_refusal({"perft", "connect4", "-g", "widht=7", "-d", "1"}, 2, "did you mean 'width'?");
  expect_refusal({"perft", "connect4", "-g", "width", "-d", "1"}, 2, "key=value");
  expect_refusal({"perft", "conect4", "-d", "1"}, 2, "did you mean 'connect4'?");
  expect_refusal({"perft", "connect4", "-d", "-1"}, 2, "perft");
  expect_refusal({"perft", "connect4"}, 2, "depth");
  expect_refusal({"perft", "connect4", "-d", "1", "--moves", "d,d,d,d,d,d,d"}, 3,
                 "move 7 'd' of the list is not legal: column d is full");
  expect_refusal({"perft", "connect4", "-d", "1", "--position", "x"}, 3, "side to move");
  expect_refusal({"perft", "tree", "-d", "1", "--position", "[[3,5],[]]"}, 3, "without children");
}

TEST(Games, ListsAllGamesAndPresets) {
  const nlohmann::json list = json_of({"list", "games"});
  std::vector<std::string> names;
  for (const auto& game : list["games"]) names.push_back(game["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"connectk", "othello", "chess", "andantino",
                                             "doublecard", "tree", "synthetic"}));
  EXPECT_EQ(list["presets"].size(), 3U);
  EXPECT_EQ(list["presets"][0]["options"]["gravity"], "off");
  const nlohmann::json& connectk = list["games"][0];
  EXPECT_EQ(connectk["options"][0],
            (nlohmann::json{
                {"name", "width"}, {"range", "1..26"}, {"default", "7"}, {"meaning", "columns"}}));
  EXPECT_EQ(connectk["evaluators"], (nlohmann::json{"ways", "danger", "lines", "outcome"}));
}

TEST(Games, OneGameByItsNameOrThatOfAPreset) {
  EXPECT_EQ(json_of({"list", "connect4"}), json_of({"list", "connectk"}));
  EXPECT_EQ(json_of({"list", "othello"})["games"].size(), 1U);
  EXPECT_EQ(json_of({"list", "gomoku"})["presets"].size(), 3U);
  EXPECT_THAT(plytrace({"list", "tree"}).out, HasSubstr("max|min"));
  expect_refusal({"list", "otello"}, 2, "did you mean 'othello'?");
}

TEST(Evaluators, ByTheirNameOrThatOfAGame) {
  EXPECT_EQ(json_of({"list", "outcome"})["evaluators"].size(), 5U);
  EXPECT_EQ(json_of({"list", "connectk"})["evaluators"].size(), 4U);
  const nlohmann::json danger = json_of({"list", "danger"})["evaluators"][0];
  EXPECT_EQ(danger["game"], "connectk");
  EXPECT_EQ(danger["antisymmetric"], false);
  EXPECT_EQ(danger["parameters"].size(), 6U);
  expect_refusal({"list", "dangre"}, 2, "did you mean 'danger'?");
}

TEST(Algorithms, AreThoseOfTheContract) {
  const nlohmann::json list = json_of({"list", "algorithms"});
  std::vector<std::string> names;
  for (const auto& algorithm : list["algorithms"]) {
    names.push_back(algorithm["name"]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"minimax", "alphabeta", "negamax", "pvs", "mtdf"}));
  EXPECT_THAT(plytrace({"list", "pvs"}).out, HasSubstr("natural|reverse|static|killer|history"));
  expect_refusal({"list", "alphbeta"}, 2, "did you mean 'alphabeta'?");
}

// search accepts exactly the words that the list names for an option.
TEST(Algorithms, SearchTakesTheWordsThatAreListedAndNoOthers) {
  const auto accepts = [](const std::string& name, const std::string& option,
                          const std::string& word) {
    return plytrace({"search", "tictactoe", "-d", "2", "-a", name, "--" + option, word})
               .exit_code == 0;
  };
  const nlohmann::json list = json_of({"list", "algorithms"});
  for (const auto& algorithm : list["algorithms"]) {
    for (const auto& option : algorithm["options"]) {
      const std::string range = option["range"];
      const std::string name = option["name"];
      if (range == "on|off" || (name != "fail" && name != "order" && name != "ties")) continue;
      for (const std::string word : {"soft", "hard", "first", "random", "natural", "history"}) {
        const bool listed = ("|" + range + "|").find("|" + word + "|") != std::string::npos;
        EXPECT_EQ(accepts(algorithm["name"], name, word), listed)
            << algorithm["name"] << " --" << name << " " << word;
      }
    }
  }
}

}  // namespace
}  // namespace plytrace::test
