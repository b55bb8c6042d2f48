// SPDX-License-Identifier: MIT
//
// Covers how commands count and name passes. `compare` and `report` said that MTD(f) had visited
// 235 of 979 nodes, those of its last pass, although it had visited 1,652. And --pass counted
// through the whole file, so the second search of a file had no pass 1. Now the cost of a search
// includes all passes, and a pass is named by its number in its search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Passes : public ::testing::Test {
 protected:
  // Runs a command. Exit codes 1 and 4 are answers too: the searches differ, or cannot be compared.
  Json json(std::vector<std::string> call) {
    call.insert(call.end(), {"--format", "json"});
    const ProgramResult result = plytrace(call, in());
    EXPECT_THAT(result.exit_code, ::testing::AnyOf(0, 1, 4))
        << ::testing::PrintToString(call) << result.err;
    return parse_json(result.out);
  }
  std::string text(const std::vector<std::string>& call) { return plytrace(call, in()).out; }
  std::string in() const { return folder_.path().string(); }
  const ScratchFolder folder_;
};

std::string counted(std::int64_t nodes) {
  std::string digits = std::to_string(nodes);
  if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
  return digits;
}

TEST_F(Passes, AllCountWhereTwoSearchesAreCompared) {
  const Json alphabeta = json({"search", "connect4", "-d", "4", "-o", "a.db"});
  const Json mtdf = json({"search", "connect4", "-d", "4", "-a", "mtdf", "-o", "b.db"});
  const std::int64_t a = alphabeta["counters"]["nodes"], b = mtdf["counters"]["nodes"];
  const Json found = json({"compare", "a.db", "b.db"});
  const std::int64_t passes = found["b"]["passes"];
  ASSERT_GT(passes, 1);
  EXPECT_EQ(found["a"]["passes"], 1);
  EXPECT_EQ(found["a"]["nodes_in_all_passes"], a);
  EXPECT_EQ(found["b"]["nodes_in_all_passes"], b);
  EXPECT_LT(found["b"]["nodes"], b);  // counts the aligned pass only
  const std::string in_passes = counted(b) + " in " + std::to_string(passes) + " passes";
  const std::string said = text({"compare", "a.db", "b.db"});
  EXPECT_THAT(said, HasSubstr("Nodes of all passes: A " + counted(a) + ", B " + in_passes));
  EXPECT_THAT(said, HasSubstr("Nodes of pass 1 of A and pass " + std::to_string(passes) + " of B"));
  // If a pass is named, only that pass is compared.
  const std::string one = text({"compare", "a.db", "b.db", "--pass-b", "1"});
  EXPECT_THAT(one, HasSubstr("Nodes of pass 1 of A and pass 1 of B"));
  EXPECT_THAT(one, Not(HasSubstr("all passes")));

  const Json baseline = json({"compare", "a.db", "b.db", "--baseline"})["baseline"];
  EXPECT_DOUBLE_EQ(
      baseline["nodes_change_percent"],
      100 * (static_cast<double>(b) - static_cast<double>(a)) / static_cast<double>(a));

  ASSERT_EQ(plytrace({"report", "a.db", "b.db", "-o", "report"}, in()).exit_code, 0);
  const std::string page = read_file(folder_ / "report/report.md");
  EXPECT_THAT(page, HasSubstr(counted(b) + " nodes in " + std::to_string(passes) + " passes"));
  EXPECT_THAT(page, HasSubstr(std::string(a < b ? "A" : "B") + " saved " +
                              counted(std::abs(a - b)) + " nodes"));
  ASSERT_EQ(plytrace({"report", "b.db", "-o", "one"}, in()).exit_code, 0);
  EXPECT_THAT(
      read_file(folder_ / "one/report.md"),
      HasSubstr("visiting " + counted(b) + " nodes in " + std::to_string(passes) + " passes"));
}

TEST_F(Passes, AreCalledByTheirNumberInTheSearch) {
  for (const std::string option : {"--force", "--append"}) {
    ASSERT_EQ(
        plytrace({"search", "connect4", "-d", "3", "--iterative", "-o", "two.db", option}, in())
            .exit_code,
        0);
  }
  for (const std::string search : {"1", "2"}) {
    for (const std::string pass : {"1", "2", "3"}) {
      const std::vector<std::string> chosen{"two.db", "--search", search, "--pass", pass};
      for (const std::string command : {"pv", "log", "find", "stats"}) {
        std::vector<std::string> call{command};
        call.insert(call.end(), chosen.begin(), chosen.end());
        const Json answer = json(call);
        EXPECT_EQ(answer["pass"], std::stoi(pass)) << command;
        EXPECT_EQ(answer["search"], std::stoi(search)) << command;
      }
    }
    const Json info = json({"info", "two.db", "--search", search});
    EXPECT_EQ(info["searches"][0]["passes"][2]["pass"], 3);
    EXPECT_EQ(info["searches"][0]["passes"][2]["depth"], 3);
  }
  const ProgramResult none = plytrace({"pv", "two.db", "--pass", "4"}, in());
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("search 2 has no pass 4; it has passes 1 to 3"));
  EXPECT_EQ(plytrace({"verify", "two.db", "--search", "2", "--pass", "1"}, in()).exit_code, 0);
  EXPECT_EQ(plytrace({"verify", "two.db", "--search", "2", "--pass", "4"}, in()).exit_code, 3);
  EXPECT_THAT(text({"pv", "two.db", "--pass", "2"}), HasSubstr("pv of pass 2:"));
}

TEST_F(Passes, AreCountedWhereAHandMadeTraceNumbersThemAllOne) {
  ASSERT_EQ(
      plytrace({"search", "tictactoe", "-d", "2", "--iterative", "-o", "t.db"}, in()).exit_code, 0);
  sql(folder_ / "t.db", "UPDATE pass SET ordinal = 1");
  EXPECT_EQ(json({"pv", "t.db", "--pass", "1"})["pv"].size(), 1U);
  EXPECT_EQ(json({"pv", "t.db", "--pass", "2"})["pv"].size(), 2U);
}

// --perspective uses the format's own words for the point of view.
TEST_F(Passes, AreShownAsTheSideToMoveSeesThem) {
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "2", "-o", "t.db"}, in()).exit_code, 0);
  const std::string as_max = text({"log", "t.db"});
  EXPECT_EQ(text({"log", "t.db", "--perspective", "max"}), as_max);
  const std::string as_side = text({"log", "t.db", "--perspective", "side"});
  EXPECT_THAT(as_side, HasSubstr("scores as the side to move sees them"));
  EXPECT_EQ(text({"pv", "t.db", "--perspective", "engine"}), text({"pv", "t.db"}));
  const std::string pv_of_side = text({"pv", "t.db", "--perspective", "side"});
  EXPECT_NE(pv_of_side, text({"pv", "t.db"}));
  sql(folder_ / "t.db", "UPDATE search SET perspective = 'side'");
  EXPECT_EQ(text({"pv", "t.db", "--perspective", "engine"}), pv_of_side);
}

}  // namespace
}  // namespace plytrace::test
