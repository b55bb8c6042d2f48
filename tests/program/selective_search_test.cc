// SPDX-License-Identifier: MIT
//
// Covers `search --quiescence`, `--null-move`, `--lmr` and `--extend check`: what they record and
// declare, and which combinations are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// An open game in which both sides can take and give check.
const std::string kGame =
    "chess --position 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1'";

TEST(SelectiveSearch, IsRecordedAndVerifiedUnderItsAssumptions) {
  const ScratchFolder folder;
  const std::string trace = folder / "own.db";
  for (const std::string algorithm : {"alphabeta", "negamax", "pvs", "mtdf"}) {
    const std::string search = "$PLYTRACE search " + kGame + " -d 4 -a " + algorithm +
                               " --quiescence --null-move 1 --lmr --extend check --table 16";
    const ProgramResult made = shell(search + " -q --force -o " + trace, folder.path().string());
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const auto count = [&trace](const std::string& what) {
      return std::stoll(sql_value(trace, "SELECT count(*) FROM " + what));
    };
    EXPECT_GT(count("node WHERE role = 1"), 0) << algorithm;
    EXPECT_GT(count("node WHERE role = 3"), 0) << algorithm;
    EXPECT_GT(count("node WHERE phase = 1"), 0) << algorithm;
    EXPECT_GT(count("cutoff WHERE cause = 2"), 0) << algorithm;
    EXPECT_EQ(count("search WHERE options LIKE '%\"quiescence\":true,\"null_move\":1,\"lmr\":true,"
                    "\"extend\":\"check\"%'"),
              1)
        << algorithm;
    const ProgramResult verdict = plytrace({"verify", trace});
    EXPECT_EQ(verdict.exit_code, 0) << algorithm << verdict.out;
    EXPECT_THAT(verdict.out, HasSubstr("VERIFIED under assumptions")) << algorithm;
  }
}

TEST(SelectiveSearch, IsRefusedWhereItCannotBeDone) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"tictactoe -d 2 --quiescence", "connectk does not say which moves are noisy"},
      {"connect4 -d 2 --null-move 2", "a side cannot pass in connectk"},
      {"othello -d 2 --extend check", "othello has no check"},
      {"chess -d 2 -a minimax --lmr", "minimax searches every move in full: leave out --null-move"},
      {"chess -d 2 --lmr --ties random", "leave out --lmr"},
      {"chess -d 2 --lmr --ties last", "leave out --lmr"},
      {"chess -d 2 --quiescence --cut strict", "leave them out"},
      {"chess -d 2 --extend chek", "did you mean 'check'?"}};
  for (const auto& [words, message] : refused) {
    const ProgramResult result = shell("$PLYTRACE search " + words, "/");
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(message)) << words;
  }
}

// Without pruning the value is that of the rules of quiescence and extensions alone. Minimax looks
// at all captures, so the position has few.
TEST(SelectiveSearch, QuiescenceAndExtensionsGiveEveryAlgorithmOneValue) {
  std::string value;
  for (const std::string algorithm : {"minimax", "alphabeta", "negamax", "pvs", "mtdf"}) {
    const ProgramResult result = shell(
        "$PLYTRACE search chess --position '8/8/4k3/3p4/8/2R5/3P4/3K4 w - - 0 1' -d 2 "
        "--quiescence --extend check --format json -a " +
            algorithm,
        "/");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::string its = parse_json(result.out)["value"].dump();
    if (value.empty()) value = its;
    EXPECT_EQ(its, value) << algorithm;
  }
}

}  // namespace
}  // namespace plytrace::test
