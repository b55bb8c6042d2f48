// SPDX-License-Identifier: MIT
//
// The commands that take --rules, besides verify; and rules-check.
#include <gtest/gtest.h>

#include "tests/viewer/rules/rules_support.h"

namespace plytrace::test {
namespace {

class RulesCommands : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> words, const std::string& mode = "nim") {
    words.insert(words.end(), {"--rules", helper(mode)});
    return plytrace(words, folder_.path().string());
  }
  const ScratchFolder folder_;
  const std::string trace_ = imported(folder_, NimEngine().lines());
};

TEST_F(RulesCommands, ShowHasTheBoard) {
  EXPECT_FALSE(contains(plytrace({"show", trace_, "/1/2"}).out, "oooo"));
  const ProgramResult shown = run({"show", trace_, "/1/2"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_TRUE(contains(shown.out, "oooo")) << shown.out;
}

TEST_F(RulesCommands, AllOfThemRun) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"why", trace_, "/1"},
                                             {"log", trace_},
                                             {"pv", trace_},
                                             {"repeats", trace_},
                                             {"find", trace_, "--same-as", "/1/2"},
                                             {"report", trace_, "-o", "page"},
                                             {"explore", trace_, "--answer", "node?id=2"}}) {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.exit_code, 0) << words.front() << result.err;
  }
}

// The commands shown by report and the explorer lacked the rules, so they gave other answers, and
// the report did not say who had replayed the moves.
TEST_F(RulesCommands, CommandsThatAreShownHaveTheRules) {
  const std::string rules = " --rules 'sh -c '\\''exec \"$0\" nim'\\'' " +
                            test_binary("plytrace_rules_helper") + "' --rules-timeout 30";
  const auto run_in_shell = [&](const std::string& command) {
    const ProgramResult result = shell("$PLYTRACE " + command + rules, folder_.path().string());
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    return result.out;
  };
  run_in_shell("report " + trace_ + " -o page");
  const std::string page = read_file(folder_ / "page/report.md");
  EXPECT_TRUE(contains(page, "passed by rules program \"sh -c")) << page;
  EXPECT_TRUE(contains(page, "--search 1" + rules + "\n")) << page;
  EXPECT_TRUE(contains(page, rules + " -o tree.svg")) << page;
  const auto node = parse_json(run_in_shell("explore " + trace_ + " --answer 'node?id=2'"));
  for (const auto& line : node["commands"]) {
    const std::string command = line["command"];
    EXPECT_TRUE(command.ends_with(rules)) << command;
    EXPECT_EQ(shell("$PLYTRACE" + command.substr(8), folder_.path().string()).exit_code, 0);
  }
}

// Ctrl-C left the program running, and report and explore waited on for their answers.
TEST_F(RulesCommands, AnInterruptEndsTheProgramToo) {
  write_file(folder_ / "silent.sh", "echo $$ > pid; exec " + helper("silent") + "\n");
  for (const std::string command :
       {"report run.db -o page", "verify run.db", "why run.db /1/4", "pv run.db", "show run.db /1",
        "explore run.db --answer 'node?id=2'", "rules-check"}) {
    const std::string rules = command == "rules-check" ? " " : " --rules ";
    const ProgramResult result =
        shell("cp " + trace_ + " run.db; rm -f pid\n$PLYTRACE " + command + rules +
                  "'sh silent.sh' & run=$!\n"
                  "for i in $(seq 500); do [ -s pid ] && break; sleep 0.02; done\n"
                  "sleep 0.1; kill -INT $run; wait $run; echo exit $?\n"
                  "is_running() { grep -q '^State:.[^Z]' /proc/$(cat pid)/status 2>/dev/null; }\n"
                  "for i in $(seq 100); do is_running || break; sleep 0.02; done\n"
                  "is_running && echo it runs && kill -KILL $(cat pid)",
              folder_.path().string());
    EXPECT_EQ(result.out, "exit 130\n") << command << result.err;
    EXPECT_TRUE(contains(result.err, "interrupted")) << command;
  }
}

TEST_F(RulesCommands, PicturesHaveTheBoards) {
  const ProgramResult drawn = run({"render", trace_, "--labels", "move,board", "-o", "nim.svg"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_TRUE(contains(read_file(folder_ / "nim.svg"), "ooooo"));
}

TEST_F(RulesCommands, WhyNamesTheLegalMovesOfAnUnknownGame) {
  const ProgramResult result = run({"why", trace_, "/1/4"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.err, "legal there: 1, 2, 3")) << result.err;
}

TEST_F(RulesCommands, RepeatsFindsPositionsWithoutKeys) {
  sql(trace_, "UPDATE node SET key = NULL");
  EXPECT_EQ(plytrace({"repeats", trace_}).exit_code, 4);
  const ProgramResult result = run({"repeats", trace_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  // Without positions and keys, only the moves identify a node, and then nothing repeats.
  EXPECT_NE(run({"repeats", trace_}, "bare").out, result.out);
}

TEST_F(RulesCommands, PerftCounts) {
  const ProgramResult result =
      run({"perft", "nim", "-d", "6", "--position", "5 0", "--format", "csv"});
  EXPECT_EQ(result.out, "depth,paths\n1,3\n2,8\n3,10\n4,5\n5,1\n6,0\n") << result.err;
  const ProgramResult moved = run({"perft", "nim", "-d", "1", "--moves", "3,3", "--format", "csv"});
  EXPECT_EQ(moved.out, "depth,paths\n1,1\n") << moved.err;
  EXPECT_EQ(run({"perft", "nim", "-d", "1", "-g", "width=4"}).exit_code, 2);
}

TEST_F(RulesCommands, AFailingProgramLeavesNoAnswerAndNoFile) {
  for (const std::string mode : {"exits", "garbage", "contradicts"}) {
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"show", trace_, "/1/2"},
             {"perft", "nim", "-d", "3"},
             {"render", trace_, "--labels", "move,board", "-o", "nim.svg"},
             {"explore", trace_, "--answer", "node?id=4"}}) {
      const ProgramResult result = run(words, mode);
      EXPECT_EQ(result.exit_code, 5) << mode << " " << words.front() << result.out << result.err;
      EXPECT_EQ(result.out, "") << words.front();
      EXPECT_TRUE(contains(result.err, "rules program ")) << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "nim.svg"));
  }
}

TEST_F(RulesCommands, OptionsWithoutEffectAreRefused) {
  EXPECT_EQ(plytrace({"show", trace_, "/", "--rules-timeout", "3"}).exit_code, 2);
  const ProgramResult open = plytrace({"show", trace_, "/", "--rules", "nim 'a"});
  EXPECT_EQ(open.exit_code, 2);
  EXPECT_TRUE(contains(open.err, "a quote ' has no end")) << open.err;
}

TEST(RulesCheck, ASoundProgramHasNoFaults) {
  const ProgramResult result = plytrace({"rules-check", helper("nim")});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(contains(result.out,
                       "20 games, 20 finished\n"
                       "told: legal, over, to_move, position, key, board, score; not "
                       "told: nothing\nno faults\n"))
      << result.out;
}

TEST(RulesCheck, FindsWhatIsWrong) {
  const ProgramResult refused = plytrace({"rules-check", helper("contradicts")});
  EXPECT_EQ(refused.exit_code, 1) << refused.err;
  EXPECT_TRUE(contains(refused.out, "listed moves that are then refused: 20 times")) << refused.out;
  for (const auto& [mode, fault] : std::vector<std::pair<std::string, std::string>>{
           {"one-key", "keys of several positions"},
           {"one-text", "positions that do not read back"},
           {"no-end", "games that go on without a move"},
           // A field that only some answers have was not missed.
           {"no-last-key", "'key' in some answers alone: 20 times"}}) {
    const ProgramResult result = plytrace({"rules-check", helper(mode)});
    EXPECT_EQ(result.exit_code, 1) << mode << result.out << result.err;
    EXPECT_TRUE(contains(result.out, fault)) << mode << result.out;
  }
  EXPECT_EQ(plytrace({"rules-check", helper("exits")}).exit_code, 5);
  EXPECT_EQ(plytrace({"rules-check", helper("refuses")}).exit_code, 3);
}

TEST(RulesCheck, TheExampleHasNoFaults) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const ProgramResult result =
      plytrace({"rules-check", "python3 '" + source_path("examples/rules_program.py") + "'"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_TRUE(contains(result.out, "no faults")) << result.out;
}

TEST(RulesExample, KnowsCheckers) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const ProgramResult result =
      plytrace({"perft", "checkers", "-d", "6", "--format", "csv", "--rules",
                "python3 '" + source_path("examples/rules_program.py") + "'"});
  // The numbers of English draughts.
  EXPECT_EQ(result.out, "depth,paths\n1,7\n2,49\n3,302\n4,1469\n5,7361\n6,36768\n") << result.err;
}

// The verdict on a search of checkers by alpha-beta, with that fault.
ProgramResult checkers_verified(const std::string& fault) {
  const ScratchFolder folder;
  const std::string trace = folder / "checkers.db";
  const ProgramResult made =
      shell("python3 '" + source_path("tests/viewer/rules/checkers_engine.py") + "' 4 " + fault +
            " | \"$PLYTRACE\" import - -q -o " + trace);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return plytrace({"verify", trace, "--oracle", "sampled:20", "--rules",
                   "python3 '" + source_path("examples/rules_program.py") + "'"});
}

TEST(RulesExample, JudgesASearchOfCheckers) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const ProgramResult sound = checkers_verified("");
  EXPECT_EQ(sound.exit_code, 0) << sound.out << sound.err;
  for (const auto& [fault, rule] :
       std::vector<std::pair<std::string, std::string>>{{"illegal", "illegal_move"},
                                                        {"missing", "move_list"},
                                                        {"key", "key_clash"},
                                                        {"score", "leaf_score"}}) {
    const ProgramResult result = checkers_verified(fault);
    EXPECT_TRUE(contains(result.out, rule)) << fault << result.out << result.err;
  }
}

}  // namespace
}  // namespace plytrace::test
