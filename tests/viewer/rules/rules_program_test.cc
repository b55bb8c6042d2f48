// SPDX-License-Identifier: MIT
#include "viewer/rules/rules_program.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/viewer/rules/rules_support.h"
#include "viewer/rules/child_process.h"
#include "viewer/rules/json_lines.h"
#include "viewer/rules/rules_game.h"

namespace plytrace::test {
namespace {

using rules::Answer;
using rules::Line;
using rules::Over;
using rules::RulesProgram;
using std::chrono::milliseconds;

std::vector<std::string> legal(RulesProgram& program, const Line& line) {
  std::vector<std::string> texts;
  for (const MoveCode move : program.at(line)->legal) texts.push_back(program.text_of(move));
  return texts;
}

// The error message for a program with the fault `mode`, without the program's name.
std::string failure_of(const std::string& mode, milliseconds timeout = milliseconds(5000)) {
  RulesProgram program(helper(mode), timeout);
  // Like every command, ask for the first position alone before asking for several.
  program.at({"7 0", ""});
  program.fetch({{"7 0", "\n1"}, {"7 0", "\n2"}, {"7 0", "\n3"}});
  const std::string message = program.status().message();
  EXPECT_TRUE(program.status().is_ok() || message.rfind(program.name() + ": ", 0) == 0) << message;
  return message.substr(std::min(message.size(), program.name().size() + 2));
}

TEST(RulesProgram, AnswersAreKept) {
  RulesProgram program(helper("nim"));
  EXPECT_EQ(legal(program, {"7 0", ""}), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(legal(program, {"7 0", "\n3\n2"}), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(program.asked(), 2U);
  EXPECT_EQ(legal(program, {"7 0", "\n3\n2"}), (std::vector<std::string>{"1", "2"}));
  program.fetch({{"7 0", ""}, {"7 0", "\n3\n2"}});
  EXPECT_EQ(program.asked(), 2U);
  const auto end = program.at({"3 1", "\n3"});
  EXPECT_EQ(end->over, Over::kSecond);
  EXPECT_EQ(end->to_move, 0);
  EXPECT_EQ(end->position, "0 0");
  EXPECT_EQ(end->key, "0/0");
  EXPECT_EQ(end->score, -1.0);
  EXPECT_TRUE(end->legal.empty());
  EXPECT_TRUE(program.status().is_ok());
}

TEST(RulesProgram, AnswersMayComeInAnyOrder) {
  RulesProgram program(helper("backwards"));
  std::vector<Line> lines;
  for (int heap = 0; heap < 1000; ++heap) lines.push_back({std::to_string(heap) + " 0", ""});
  program.fetch(lines);
  ASSERT_TRUE(program.status().is_ok()) << program.status().message();
  EXPECT_EQ(program.asked(), 1000U);
  for (const Line& line : lines) EXPECT_EQ(program.known(line)->position, line.position);
}

TEST(RulesProgram, MemoryIsBounded) {
  RulesProgram program(helper("nim"), RulesProgram::kUsualTimeout, 100'000);
  std::vector<Line> lines;
  for (int heap = 0; heap < 2000; ++heap) lines.push_back({std::to_string(heap) + " 0", ""});
  program.fetch(lines);
  EXPECT_EQ(program.known(lines.front()), nullptr);
  EXPECT_NE(program.known(lines.back()), nullptr);
  std::size_t kept = 0;
  for (const Line& line : lines) kept += program.known(line) != nullptr ? 1U : 0U;
  EXPECT_GT(kept, 20U);
  EXPECT_LT(kept, 350U);
  EXPECT_EQ(legal(program, lines.front()).size(), 0U);
  EXPECT_EQ(program.asked(), 2001U);
}

TEST(RulesProgram, OnlyLegalMovesAreMandatory) {
  RulesProgram program(helper("bare"));
  const auto answer = program.at({"7 0", ""});
  EXPECT_EQ(answer->legal.size(), 3U);
  EXPECT_EQ(answer->over, Over::kNotTold);
  EXPECT_FALSE(answer->to_move || answer->score);
  EXPECT_EQ(answer->position + answer->key + answer->board, "");
  EXPECT_EQ(program.at({"7 0", "\n3\n3\n1"})->legal.size(), 0U);
}

TEST(RulesProgram, EveryWrongAnswerIsAnErrorThatNamesTheRequest) {
  const std::string request = R"(request 1 {"position":"7 0","moves":[]}: )";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"garbage",
       "the line is not an answer, because it is not a JSON object: hello, \\x1B[31mwor"},
      {"empty-lines", "the line is not an answer, because it is not a JSON object: "},
      {"nested", "the line is not an answer, because 'legal' is not a list of moves as texts"},
      {"endless", "it wrote a line of more than 1 MiB"},
      {"wrong-id", "the line answers request 1001, which is not open: {\"id\":1001"},
      {"repeats", "the line is not an answer, because 'legal' has the move 1 twice"},
      {"unknown-field", "the line is not an answer, because it has an unknown field 'colour'"},
      {"board",
       "the line is not an answer, because 'board' is not of at most 200 lines of 400 bytes"},
      {"invalid", "the line is not an answer, because 'key' is not a text"},
      {"exits", "it ended with exit code 3; the last line of its stderr: KeyError: 'heap'"},
      {"crashes", "it was ended by signal 6"},
  };
  for (const auto& [mode, expected] : cases) {
    EXPECT_EQ(failure_of(mode).rfind(request + expected, 0), 0U)
        << mode << ": " << failure_of(mode);
  }
}

TEST(RulesProgram, AnAnswerThatNobodyAskedForIsAnError) {
  EXPECT_NE(failure_of("twice").find("the line answers request 1, which is not open"),
            std::string::npos)
      << failure_of("twice");
  EXPECT_NE(failure_of("flood").find("the line answers request 1, which is not open"),
            std::string::npos);
}

TEST(RulesProgram, ASilentProgramIsGivenUp) {
  for (const std::string mode : {"silent", "stubborn", "deaf", "noise"}) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string failure = failure_of(mode, milliseconds(300));
    EXPECT_NE(failure.find("it gave no answer in time"), std::string::npos) << mode << failure;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  }
}

TEST(RulesProgram, MovesWithoutEndAreRefused) {
  RulesProgram program(helper("invents"));
  std::vector<Line> lines;
  for (int heap = 1; heap < 200; ++heap) lines.push_back({std::to_string(heap) + " 0", ""});
  program.fetch(lines);
  EXPECT_NE(program.status().message().find("more different moves than any game has"),
            std::string::npos)
      << program.status().message();
}

TEST(RulesProgram, AProgramThatCannotBeStartedIsNamed) {
  RulesProgram program("/nowhere/rules --fast");
  EXPECT_TRUE(program.at({"", ""})->legal.empty());
  EXPECT_EQ(program.status().message(),
            "rules program \"/nowhere/rules --fast\": cannot be started: No such file or "
            "directory; name a program in PATH, or give its path");
  EXPECT_EQ(program.status().code(), StatusCode::kEnvironment);
}

TEST(RulesProgram, WordsAreSplitAsAShellDoes) {
  const auto words = rules::split_words(R"( python3  "my rules.py" 'a b'\ c '' d"e"f )");
  ASSERT_TRUE(words.is_ok());
  EXPECT_EQ(*words, (std::vector<std::string>{"python3", "my rules.py", "a b c", "", "def"}));
  EXPECT_EQ(rules::split_words("a 'b").status().message(), "a quote ' has no end");
  EXPECT_EQ(rules::split_words("  ").status().message(), "no program is named");
}

TEST(RulesProgram, TextsOfABoardCannotReachTheTerminal) {
  RulesProgram program(helper("control"));
  EXPECT_EQ(program.at({"2 0", ""})->board, "oo\\x1B[31m");
}

TEST(RulesGame, IsPlayedAsAnyGame) {
  const auto made =
      rules::RulesGame::make(std::make_shared<RulesProgram>(helper("nim")), "nim", "5 1");
  ASSERT_TRUE(made.is_ok()) << made.status().message();
  rules::RulesGame& game = **made;
  EXPECT_EQ(game.player_to_move(), 1);
  EXPECT_EQ(game.board_text(), "ooooo");
  const auto three = game.read_move("3");
  ASSERT_TRUE(three.is_ok());
  game.play(*three);
  EXPECT_EQ(game.position_text(), "2 0");
  EXPECT_FALSE(game.is_legal(*three));
  EXPECT_EQ(game.why_illegal(*three), "the rules program lists 2 moves there: 1, 2");
  game.play(*game.read_move("2"));
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), 0);
  game.undo();
  game.undo();
  EXPECT_EQ(game.position_text(), "5 1");
  EXPECT_FALSE(game.read_move("4").is_ok());
  // Sequences of 1 to 6 numbers from 1 to 3 whose sum is at most 5.
  EXPECT_EQ(game.perft(6, nullptr), (std::vector<std::uint64_t>{3, 8, 10, 5, 1, 0}));
}

TEST(RulesGame, APositionThatTheProgramRefusesIsBadInput) {
  const auto made =
      rules::RulesGame::make(std::make_shared<RulesProgram>(helper("refuses")), "nim", "7 0");
  ASSERT_FALSE(made.is_ok());
  EXPECT_EQ(made.status().code(), StatusCode::kBadInput);
  EXPECT_NE(made.status().message().find("refuses the position '7 0': "), std::string::npos)
      << made.status().message();
}

TEST(RulesGame, AnErrorForAMoveThatTheProgramListedIsAFailure) {
  const auto program = std::make_shared<RulesProgram>(helper("contradicts"));
  const auto made = rules::RulesGame::make(program, "nim", "7 0");
  ASSERT_TRUE(made.is_ok());
  (*made)->play(*(*made)->read_move("1"));
  EXPECT_TRUE((*made)->is_finished());
  EXPECT_NE(program->status().message().find(R"("moves":["1"]} as legal, but then answers: not a)"),
            std::string::npos)
      << program->status().message();
}

}  // namespace
}  // namespace plytrace::test
