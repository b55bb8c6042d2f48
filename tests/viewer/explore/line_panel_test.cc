// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

class TwoTraces : public ::testing::Test {
 protected:
  ScratchFolder folder_;
  std::string a_ =
      searched(folder_, "a.db", {"connect4", "-d", "5", "--iterative", "--table", "1"});
  std::string b_ =
      searched(folder_, "b.db", {"connect4", "-d", "5", "--iterative", "--order", "static"});
  Asker ask_{{a_, b_}};
};

TEST_F(TwoTraces, ThePrincipalVariationIsThatOfPv) {
  for (const char* pass : {"1", "3", "5"}) {
    const json line = ask_(std::string("pv?search=1&pass=") + pass);
    const json told = parse_json(plytrace({"pv", a_, "--pass", pass, "--format", "json"}).out);
    ASSERT_EQ(line["steps"].size(), told["steps"].size());
    for (std::size_t i = 0; i < told["steps"].size(); ++i) {
      EXPECT_EQ(line["steps"][i]["node"], told["steps"][i]["node"]);
    }
    EXPECT_EQ(line["truncated"], false);
  }
  EXPECT_EQ(ask_.failure("pv?search=1&pass=9").substr(0, 3), "404");
}

// Two nodes correspond if show finds both by the same path.
TEST_F(TwoTraces, NodesAreAlignedByTheirPathsInPassesOfOneDepth) {
  const json nodes = column(a_, "id AS x FROM node WHERE ply < 4 AND id % 5 = 0 ORDER BY id");
  ASSERT_GT(nodes.size(), 50U);
  int both = 0, only = 0;
  for (const json& node : nodes) {
    const json shown = parse_json(plytrace({"show", a_, node.dump(), "--format", "json"}).out);
    const json answer = ask_("align?t=0&id=" + node.dump());
    const ProgramResult other =
        plytrace({"show", b_, shown["path"], "--pass", shown["pass"].dump(), "--format", "json"});
    if (other.exit_code == 0) {
      EXPECT_EQ(answer["node"], parse_json(other.out)["node"]) << shown["path"];
      EXPECT_EQ(answer["matched"], shown["ply"]);
      ++both;
    } else {
      EXPECT_EQ(answer["node"], nullptr) << shown["path"];
      EXPECT_LT(answer["matched"], shown["ply"]);
      ++only;
    }
  }
  EXPECT_GT(both, 10);
  EXPECT_GT(only, 10);
}

TEST_F(TwoTraces, OnlyAreThoseThatAlignWithNone) {
  const json nodes = column(a_, "id AS x FROM node WHERE ply = 3 ORDER BY id LIMIT 150");
  std::string list;
  json wanted = json::array();
  for (const json& node : nodes) {
    list += (list.empty() ? "" : ",") + node.dump();
    if (ask_("align?id=" + node.dump())["node"] == nullptr) wanted.push_back(node);
  }
  EXPECT_GT(wanted.size(), 3U);
  EXPECT_LT(wanted.size(), nodes.size());
  EXPECT_EQ(ask_("only?ids=" + list)["only"], wanted);
  EXPECT_EQ(ask_.failure("only?ids=1,99999999").substr(0, 3), "404");
}

TEST_F(TwoTraces, TheFirstDifferenceIsThatOfCompare) {
  EXPECT_EQ(ask_("difference")["state"], "none");
  const json answer = ended(ask_, "difference");
  const json told =
      parse_json(plytrace({"compare", a_, b_, "--format", "json"}).out)["first_difference"];
  EXPECT_EQ(answer["first_difference"], told);
  const std::string path = told["path"];
  EXPECT_EQ(answer["a"], parse_json(plytrace({"show", a_, path, "--format", "json"}).out)["node"]);
  EXPECT_EQ(answer["b"], parse_json(plytrace({"show", b_, path, "--format", "json"}).out)["node"]);
}

TEST_F(TwoTraces, EqualTracesDoNotDiffer) {
  Asker ask({a_, a_});
  EXPECT_EQ(ended(ask, "difference")["first_difference"], nullptr);
}

TEST_F(TwoTraces, OneTraceHasNoOther) {
  Asker ask({a_});
  EXPECT_EQ(ask.failure("align?id=1").substr(0, 3), "400");
  EXPECT_EQ(ask.failure("difference").substr(0, 3), "400");
}

}  // namespace
}  // namespace plytrace::test
