// SPDX-License-Identifier: MIT
//
// Covers docs/reproduce_the_figures.md: its commands run as printed, draw their figures, and give
// the numbers that the page and document 004 name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The word after an option in a command of the page.
std::string file_of(const std::string& command, const std::string& option) {
  const std::size_t at = command.find(" " + option + " ");
  if (at == std::string::npos) return {};
  std::istringstream words(command.substr(at + option.size() + 2));
  std::string file;
  words >> file;
  return file;
}

// Leaf evaluations by searcher, in the order of the rows.
std::map<std::string, std::vector<int>> leaf_evaluations(const std::string& csv) {
  std::map<std::string, std::vector<int>> found;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    found[cells.at(3)].push_back(std::stoi(cells.at(5)));
  }
  return found;
}

int sum(const std::vector<int>& numbers) {
  int total = 0;
  for (const int number : numbers) total += number;
  return total;
}

class ReproduceTheFigures : public ::testing::Test {
 protected:
  // Runs the command of the page that writes this file; returns the rows of the file.
  std::string rows(const std::string& file) {
    for (const std::string& command : commands_of_page("docs/reproduce_the_figures.md")) {
      if (file_of(command, "-o") != file) continue;
      const ProgramResult result = run_page_command(command, folder_.path().string());
      EXPECT_EQ(result.exit_code, 0) << result.err;
      summary_ = result.out;
      const std::string plot = file_of(command, "--plot");
      if (!plot.empty()) {
        EXPECT_GT(std::filesystem::file_size(folder_ / plot), 1000U);
      }
      return read_file(folder_ / file);
    }
    ADD_FAILURE() << "no command of the page writes " << file;
    return {};
  }

  std::string page_ = read_file(source_path("docs/reproduce_the_figures.md"));
  std::string summary_;

 private:
  ScratchFolder folder_;
};

TEST_F(ReproduceTheFigures, AlphaBetaEvaluatesAboutASeventhOfWhatMinimaxDoes) {
  const auto found = leaf_evaluations(rows("figures_3_and_4.csv"));
  ASSERT_EQ(found.size(), 2U);
  const std::vector<int>& minimax = found.at("minimax");
  const std::vector<int>& program = found.at("alphabeta+filter=ghost+eval-cache");
  EXPECT_THAT(minimax, ElementsAre(2832, 2464, 2512, 1888));
  EXPECT_THAT(program, ElementsAre(163, 312, 374, 466)) << "as the moves of Table 4 took";
  EXPECT_NEAR(static_cast<double>(sum(program)) / sum(minimax), 1.0 / 7, 0.01);
  EXPECT_THAT(summary_,
              HasSubstr("value equal in 4 of 4 positions of equal depth, best move in 4"));
  for (std::size_t i = 0; i < minimax.size(); ++i) {
    EXPECT_THAT(page_, HasSubstr("| " + std::to_string(minimax[i]) + " | " +
                                 std::to_string(program[i]) + " |"));
  }
}

TEST_F(ReproduceTheFigures, TheOtherCountsOfThePageComeOut) {
  const auto last_card = leaf_evaluations(rows("to_the_last_card.csv"));
  EXPECT_EQ(sum(last_card.at("minimax")), 23792);
  EXPECT_EQ(sum(last_card.at("alphabeta+filter=ghost+eval-cache")), 3651);
  const auto alone = leaf_evaluations(rows("pruning_alone.csv"));
  EXPECT_EQ(sum(alone.at("minimax")), 13744);
  EXPECT_EQ(sum(alone.at("alphabeta")), 2963);
}

TEST_F(ReproduceTheFigures, BothHeuristicsAndTheDepthHaveTheirCurves) {
  EXPECT_EQ(leaf_evaluations(rows("figures_1_and_2.csv")).size(), 2U);
  EXPECT_EQ(leaf_evaluations(rows("depth.csv")).size(), 2U);
}

}  // namespace
}  // namespace plytrace::test
