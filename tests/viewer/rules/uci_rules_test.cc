// SPDX-License-Identifier: MIT
//
// --rules uci:ENGINE, with the engines of Debian. A test whose engine is not installed says so and
// is skipped.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/rules/rules_support.h"
#include "viewer/rules/rules_program.h"
#include "viewer/rules/uci_engine.h"

namespace plytrace::test {
namespace {

// Debian installs games outside the usual PATH.
std::string engine(const std::string& name) {
  const std::string path = "/usr/games/" + name;
  if (std::filesystem::exists(path)) return "uci:" + path;
  return installed(name) ? "uci:" + name : "";
}

std::string paths(const std::string& game, const std::string& rules, const std::string& depth,
                  const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"perft", game, "-d", depth, "--format", "csv", "--rules", rules};
  words.insert(words.end(), more.begin(), more.end());
  const ProgramResult result = plytrace(words);
  return result.out + result.err;
}

TEST(UciRules, StockfishKnowsChess) {
  const std::string rules = engine("stockfish");
  if (rules.empty()) GTEST_SKIP() << "stockfish is not installed";
  EXPECT_EQ(paths("chess", rules, "3"), "depth,paths\n1,20\n2,400\n3,8902\n");
  EXPECT_EQ(
      paths("chess", rules, "2",
            {"--position", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"}),
      "depth,paths\n1,48\n2,2039\n");
}

TEST(UciRules, FairyStockfishKnowsVariants) {
  const std::string rules = engine("fairy-stockfish");
  if (rules.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
  EXPECT_EQ(paths("xiangqi", rules + " UCI_Variant=xiangqi", "2"), "depth,paths\n1,44\n2,1920\n");
  EXPECT_EQ(paths("minishogi", rules + " UCI_Variant=minishogi", "2"),
            "depth,paths\n1,14\n2,181\n");
  EXPECT_EQ(paths("antichess", rules + " UCI_Variant=antichess", "3"),
            "depth,paths\n1,20\n2,400\n3,8067\n");
}

// The moves of the start position of a variant, each as a leaf.
std::string variant_lines(const std::vector<std::string>& moves) {
  std::string lines =
      "{\"event\":\"search\",\"game\":\"variant\",\"captured\":[\"usual\"],"
      "\"position\":\"startpos\"}\n";
  lines += root_line(1, -9, 9);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    lines += leaf_lines(moves[i], "min", 0, i == 0 ? -9 : 0, 9, 0);
    if (i == 0) lines += bound_line(0, 9);
  }
  return lines + leave_line(0, ",\"legal\":" + std::to_string(moves.size())) + end_line("");
}

// The first answer of an engine that writes these lines, and ends. It is one for a moment only.
struct Told {
  rules::AnswerPtr answer;
  std::string failure;
};
Told told_by(const std::string& lines) {
  const ScratchFolder folder;
  const std::string file = folder / "lines";
  std::ofstream(file, std::ios::binary) << "uciok\nreadyok\n" << lines;
  rules::RulesProgram program("uci:cat " + file, std::chrono::milliseconds(2000));
  const rules::AnswerPtr answer = program.at({"", ""});
  return {answer, program.status().message()};
}

// A hostile engine could fill the memory with boards, and give moves that are no text.
TEST(UciRules, WhatAnEngineWritesIsCheckedAndBounded) {
  const Told windows = told_by("Fen: x w -\r\nKey: 12\r\n\r\na1b2: 1\r\nNodes searched: 1\r\n");
  EXPECT_EQ(windows.failure, "");
  EXPECT_EQ(windows.answer->legal.size(), 1U);
  EXPECT_EQ(windows.answer->key, "12");

  const std::string row(200'000, 'x');
  std::string rows;
  for (int i = 0; i < 6; ++i) rows += row + "\n";
  EXPECT_TRUE(
      contains(told_by(rows + "Nodes searched: 0\n").failure, "it writes lines without end"));
  const Told wide = told_by(row + "\nFen: x w -\na1b2: 1\nNodes searched: 1\n");
  EXPECT_EQ(wide.failure, "");
  EXPECT_EQ(wide.answer->board, "");
  EXPECT_EQ(wide.answer->position, "x w -");

  EXPECT_TRUE(contains(told_by("Fen: x\na1b2: 1\na1b2: 1\nNodes searched: 2\n").failure,
                       "it lists the move a1b2 twice"));
  const Told bytes = told_by("Fen: \x1B[31m\nKey: \xFF\na\xFF: 1\n" + std::string(1001, 'a') +
                             ": 1\na1b2: 1\nNodes searched: 3\n");
  EXPECT_EQ(bytes.failure, "");
  EXPECT_EQ(bytes.answer->legal.size(), 1U);
  EXPECT_EQ(bytes.answer->position + bytes.answer->key, "");
}

TEST(UciRules, IllegalAndMissingMovesOfVariantsAreFound) {
  const std::string rules = engine("fairy-stockfish");
  if (rules.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
  const ScratchFolder folder;
  const auto verified = [&](const std::vector<std::string>& moves, const std::string& variant) {
    return plytrace({"verify", imported(folder, variant_lines(moves)), "--rules",
                     rules + " UCI_Variant=" + variant});
  };
  const std::vector<std::string> breakthrough{
      "a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a2b3", "b2a3", "b2c3",
      "c2b3", "c2d3", "d2c3", "d2e3", "e2d3", "e2f3", "f2e3", "f2g3", "g2f3", "g2h3", "h2g3"};
  const std::vector<std::string> minishogi{"a1b2", "a2a3", "b1b2", "b1c2", "c1b2", "c1c2", "c1d2",
                                           "d1a4", "d1b3", "d1c2", "d1e2", "e1e2", "e1e3", "e1e4"};
  for (const auto& [variant, list] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"breakthrough", breakthrough}, {"minishogi", minishogi}}) {
    const ProgramResult sound = verified(list, variant);
    EXPECT_EQ(sound.exit_code, 0) << variant << sound.out << sound.err;
    auto missing = list;
    missing.pop_back();
    EXPECT_TRUE(contains(verified(missing, variant).out, "move_list")) << variant;
    auto illegal = list;
    illegal.back() = "a5a4";
    EXPECT_TRUE(contains(verified(illegal, variant).out, "illegal_move")) << variant;
  }
}

TEST(UciRules, ShowHasTheBoardOfTheEngine) {
  const std::string rules = engine("fairy-stockfish");
  if (rules.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
  const ScratchFolder folder;
  const ProgramResult shown = plytrace({"show", imported(folder, variant_lines({"h3e3"})), "/h3e3",
                                        "--rules", rules + " UCI_Variant=xiangqi"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_TRUE(contains(shown.out, "| R | N | B | A | K | A | B | N | R |")) << shown.out;
}

TEST(UciRules, ATextOfATraceIsNeverAnotherCommand) {
  EXPECT_EQ(*rules::position_command({"", {}}), "position startpos");
  EXPECT_EQ(*rules::position_command({"startpos", {"e2e4"}}), "position startpos moves e2e4");
  EXPECT_EQ(*rules::position_command({"startpos moves e2e4", {"e7e5"}}),
            "position startpos moves e2e4 e7e5");
  EXPECT_EQ(*rules::position_command({"8/8 w - -", {"a", "b"}}),
            "position fen 8/8 w - - moves a b");
  EXPECT_FALSE(rules::position_command({"8/8\nsetoption name Debug Log File value x", {}}).is_ok());
  EXPECT_FALSE(rules::position_command({"", {"e2e4\nquit"}}).is_ok());
  EXPECT_FALSE(rules::position_command({"", {"e2e4 e7e5"}}).is_ok());
  EXPECT_FALSE(rules::position_command({"", {""}}).is_ok());
}

TEST(UciRules, AnEngineThatDiesAtAPositionIsAnError) {
  const std::string rules = engine("stockfish");
  if (rules.empty()) GTEST_SKIP() << "stockfish is not installed";
  const ProgramResult result =
      plytrace({"perft", "chess", "-d", "1", "--position", "no position at all", "--rules", rules});
  EXPECT_NE(result.exit_code, 0) << result.out;
}

// A mistyped variant was chess: engines say nothing about options that they do not know.
TEST(UciRules, AnOptionThatTheEngineLacksIsAUsageError) {
  const ScratchFolder folder;
  write_file(folder / "engine.sh",
             "variants='var chess var xiangqi'\n"
             "while read -r line; do case $line in\n"
             "uci) echo \"option name UCI_Variant type combo default chess $variants\"\n"
             "  echo 'option name Use Book type check default false'\n"
             "  echo 'option name VariantPath type string default <empty>'; echo uciok ;;\n"
             "'setoption name VariantPath value more') variants=\"$variants var amazons\" ;;\n"
             "isready) echo readyok ;;\n"
             "'go perft 1') echo 'a1b2: 1'; echo 'Nodes searched: 1' ;;\n"
             "esac; done\n");
  const auto perft = [&](const std::string& options) {
    return plytrace({"perft", "x", "-d", "1", "--rules", "uci:sh engine.sh " + options},
                    folder.path().string());
  };
  for (const std::string options : {"", "UCI_Variant=xiangqi", "uci_variant=Xiangqi",
                                    "VariantPath=more UCI_Variant=amazons", "'Use Book=true'"}) {
    const ProgramResult result = perft(options);
    EXPECT_EQ(result.exit_code, 0) << options << result.err;
  }
  for (const auto& [options, message] : std::vector<std::pair<std::string, std::string>>{
           {"UCI_Varient=xiangqi",
            "the engine has no option 'UCI_Varient' (did you mean 'UCI_Variant'?)"},
           {"UCI_Variant=xianqi",
            "option UCI_Variant has no value 'xianqi' (did you mean 'xiangqi'?)"},
           {"UCI_Variant=amazons", "option UCI_Variant has no value 'amazons'"},
           {"'Use Book=maybe'", "option Use Book has no value 'maybe'"}}) {
    const ProgramResult result = perft(options);
    EXPECT_EQ(result.exit_code, 2) << options << result.out;
    EXPECT_TRUE(contains(result.err, message)) << result.err;
  }
}

// The end of the options was a fault of the machine.
TEST(UciRules, WordsWithoutAnEngineAreAUsageError) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"perft", "x", "-d", "1", "--rules", "uci:"},
        {"rules-check", "uci:"},
        {"rules-check", "'sh"}}) {
    EXPECT_EQ(plytrace(words).exit_code, 2) << words.back();
  }
}

TEST(UciRules, AProgramThatIsNoEngineIsAnError) {
  const ProgramResult result = plytrace(
      {"perft", "nim", "-d", "1", "--rules", "uci:" + helper("silent"), "--rules-timeout", "1"});
  EXPECT_EQ(result.exit_code, 5) << result.out;
  EXPECT_TRUE(contains(result.err, "no uciok: it gave no answer in time")) << result.err;
}

}  // namespace
}  // namespace plytrace::test
