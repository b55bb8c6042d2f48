// SPDX-License-Identifier: MIT
//
// Covers tracer/import and viewer/commands/ask/export.cc: a trace that is exported as event lines
// and imported again has the same rows, except for times.
#include <gtest/gtest.h>

#include "tests/tracer/import/equal_rows.h"

namespace plytrace::test {
namespace {

struct Case {
  const char* name;
  const char* options;
};

class RoundTrip : public ::testing::TestWithParam<Case> {};

TEST_P(RoundTrip, GivesAnEqualTrace) {
  const ScratchFolder folder;
  const ProgramResult result =
      shell(std::string("set -e\n\"$PLYTRACE\" search ") + GetParam().options +
                " -o a.db > result\n"
                "\"$PLYTRACE\" export a.db --to ndjson | \"$PLYTRACE\" import - -o b.db",
            folder.path().string());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_GT(count(folder / "a.db", "SELECT count(*) FROM node"), 5);
  expect_equal(folder);
}

constexpr const char* kMid = "connect4 --moves d,d,d,c,e,d ";

INSTANTIATE_TEST_SUITE_P(
    Searches, RoundTrip,
    ::testing::Values(
        Case{"minimax", "connect4 -d 3 -a minimax"}, Case{"alphabeta", "connect4 -d 5"},
        Case{"hard", "othello -d 4 --fail hard"}, Case{"negamax", "connect4 -d 5 -a negamax"},
        Case{"pvs", "othello -d 5 -a pvs --order static"},
        Case{"mtdf", "connect4 -d 5 -a mtdf --table 1"},
        Case{"iterative",
             "connect4 -d 6 --iterative --table 1 --capture skipped,keys,probes,stores"},
        Case{"negamax_table", "connect4 -d 6 -a negamax --iterative --table 1"},
        Case{"aspiration", "othello -d 4 --iterative --aspiration 3 -a pvs --order history"},
        Case{"node_limit", "connect4 --iterative -d 20 --node-limit 3000 --table 1"},
        Case{"pvs_hard_limit", "connect4 -a pvs --fail hard --iterative -d 20 --node-limit 2000"},
        Case{"cache", "tictactoe -d 9 --eval-cache --order killer"},
        Case{"min_root",
             "tree -g root=min --position [[3,12,8],[2,4,6],[14,5,2],[1,2,3],[4,5,6],"
             "[7,8,9],[1,5,9],[3,5,7],[2,5,8],[1,4,7],[9,8,7],[6,5,4],[3,2,1]]"},
        Case{"synthetic", "synthetic -d 5 -a negamax"}, Case{"andantino", "andantino -d 3"},
        Case{"doublecard", "doublecard -d 2"}, Case{"none", "connect4 -d 4 --capture none"}),
    [](const ::testing::TestParamInfo<Case>& tested) { return std::string(tested.param.name); });

TEST(RoundTripOfFiles, SeveralSearches) {
  const ScratchFolder folder;
  const std::string here = folder.path().string();
  const ProgramResult result = shell(
      std::string("set -e\n") + "for a in minimax negamax pvs; do \"$PLYTRACE\" search " + kMid +
          "-d 4 -a $a -o a.db $more > result; more=--append; done\n"
          "\"$PLYTRACE\" export a.db --to ndjson | \"$PLYTRACE\" import - -o b.db\n"
          "\"$PLYTRACE\" verify b.db > verdict && \"$PLYTRACE\" compare a.db b.db > same",
      here);
  ASSERT_EQ(result.exit_code, 0) << result.err << result.out;
  expect_equal(folder);
}

}  // namespace
}  // namespace plytrace::test
