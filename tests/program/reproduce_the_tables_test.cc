// SPDX-License-Identifier: MIT
//
// Covers docs/reproduce_the_tables.md: its commands run as printed and give the numbers printed in
// document 004.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/core/games/doublecard/document_tables.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> commands_of_the_page() {
  return commands_of_page("docs/reproduce_the_tables.md");
}

bool has(const std::string& command, const std::string& words) {
  return command.find(words) != std::string::npos;
}

// True if the command searches the position of this move of the program.
bool searches(const std::string& command, const ProgramMove& move) {
  return has(command, "first=" + move.first + " ") && has(command, "-e " + move.evaluator + " ") &&
         has(command, "--moves '" + move.moves + "'") && has(command, "finished=ignore") &&
         has(command, "--format json");
}

const Rows* printed_rows(const ProgramMove& move) {
  if (move.evaluations == 307) return &kTable2Rows;
  return move.evaluations == 945 ? &kTable3Rows : nullptr;
}

void expect_printed_rows(const nlohmann::json& rows, const Rows& printed) {
  ASSERT_EQ(rows.size(), printed.size());
  for (std::size_t i = 0; i < printed.size(); ++i) {
    EXPECT_EQ(rows[i].at("move"), printed[i].first) << "row " << i;
    EXPECT_NEAR(rows[i].at("value").get<double>(), printed[i].second, 1e-6) << printed[i].first;
  }
}

// The number of printed rows that are among `rows` with their value.
std::size_t count_equal(const nlohmann::json& rows, const Rows& printed) {
  std::map<std::string, double> values;
  for (const auto& row : rows) values[row.at("move")] = row.at("value");
  std::size_t equal = 0;
  for (const auto& [move, value] : printed) {
    const auto found = values.find(move);
    equal += found != values.end() && std::abs(found->second - value) < 1e-6 ? 1U : 0U;
  }
  return equal;
}

void expect_rows(const std::string& command, const nlohmann::json& result, const Rows& printed) {
  const bool table2 = &printed == &kTable2Rows;
  const nlohmann::json& rows = result.at("root_moves");
  if (has(command, "filter=ghost")) {
    expect_printed_rows(rows, printed);
    return;
  }
  EXPECT_EQ(rows.size(), table2 ? 52U : 48U);
  if (has(command, "-a minimax")) {
    EXPECT_EQ(count_equal(rows, printed), table2 ? 30U : 33U) << "the others are bounds";
    EXPECT_EQ(result.at("counters").at("leaf_evaluations"), table2 ? 2464U : 2160U);
  } else {
    EXPECT_EQ(count_equal(rows, printed), printed.size());
  }
}

TEST(ReproduceTheTables, EveryCommandOfThePageRuns) {
  const ScratchFolder folder;
  for (const std::string& command : commands_of_the_page()) {
    const ProgramResult result = run_page_command(command, folder.path().string());
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
    EXPECT_NE(result.out, "");
  }
}

TEST(ReproduceTheTables, ThePageHoldsEveryMoveOfTheProgramAndItsNumbersComeOut) {
  const ScratchFolder folder;
  const std::vector<std::string> commands = commands_of_the_page();
  for (const ProgramMove& move : kProgramMoves) {
    SCOPED_TRACE(move.evaluator + " after " + move.moves);
    int with_ghosts = 0;
    for (const std::string& command : commands) {
      if (!searches(command, move)) continue;
      const ProgramResult run = run_page_command(command, folder.path().string());
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const nlohmann::json result = parse_json(run.out);
      EXPECT_EQ(result.at("best_move"), move.played);
      EXPECT_NEAR(result.at("value").get<double>(), move.value, 1e-6);
      if (const Rows* rows = printed_rows(move)) expect_rows(command, result, *rows);
      if (!has(command, "filter=ghost")) continue;
      ++with_ghosts;
      if (move.evaluations == 0) continue;
      EXPECT_EQ(result.at("counters").at("leaf_evaluations"), move.evaluations);
    }
    EXPECT_GE(with_ghosts, 1) << "no command of the page searches this";
  }
}

TEST(ReproduceTheTables, TheRowsShownOnThePageAreTheFirstOfTheRecordedSearch) {
  const ScratchFolder folder;
  const std::string page = read_file(source_path("docs/reproduce_the_tables.md"));
  std::size_t shown = 0;
  for (const std::string& command : commands_of_the_page()) {
    const ProgramResult result = run_page_command(command, folder.path().string());
    if (!has(command, "plytrace sql")) continue;
    const std::string first_lines = result.out.substr(0, result.out.find("0 2 A 4"));
    EXPECT_THAT(page, HasSubstr("```text\n" + first_lines + "...\n```"));
    ++shown;
  }
  EXPECT_EQ(shown, 1U);
}

}  // namespace
}  // namespace plytrace::test
