// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/verify.cc: exit codes, JSON, several traces, the list of rules.
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

class VerifyCommand : public testing::Test {
 protected:
  void SetUp() override {
    sound_ = record(folder_, "sound", "tictactoe -d 4");
    wrong_ = folder_ / "wrong.db";
    std::filesystem::copy_file(sound_, wrong_);
    sql(wrong_, "UPDATE node SET value = value + 1 WHERE id = 5");
    open_ = folder_ / "open.db";
    std::filesystem::copy_file(sound_, open_);
    sql(open_, "UPDATE search SET status = NULL");
  }

  ScratchFolder folder_;
  std::string sound_, wrong_, open_;
};

TEST_F(VerifyCommand, ExitCodesFollowTheVerdict) {
  EXPECT_EQ(plytrace({"verify", sound_}).exit_code, 0);
  EXPECT_EQ(plytrace({"verify", wrong_}).exit_code, 1);
  EXPECT_EQ(plytrace({"verify", open_}).exit_code, 4);
  EXPECT_EQ(plytrace({"verify", folder_ / "none.db"}).exit_code, 3);
  EXPECT_EQ(plytrace({"verify", sound_, "--check", "taste"}).exit_code, 2);
  EXPECT_EQ(plytrace({"verify", sound_, "--pass", "9"}).exit_code, 3);
  EXPECT_EQ(plytrace({"verify"}).exit_code, 2);
}

TEST_F(VerifyCommand, JsonHasTheFieldsOfTheContractInTheirOrder) {
  const auto answer = parse_ordered_json(plytrace({"verify", sound_, "--format", "json"}).out);
  EXPECT_EQ(answer["verdict"], "verified");
  const auto& json = answer["results"][0];
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  keys.resize(17);
  EXPECT_EQ(keys, (std::vector<std::string>{
                      "trace", "search", "verdict", "error", "unconditional", "proven", "claimed",
                      "checks", "assumptions", "missing_kinds", "findings", "findings_total",
                      "findings_by_rule", "warnings", "warnings_total", "hints", "passes"}));
  EXPECT_EQ(json["verdict"], "verified");
  EXPECT_EQ(json["checks"].size(), 4u);
  EXPECT_EQ(json["checks"][3]["status"], "not_run");
  EXPECT_EQ(json["passes"].size(), 1u);
}

TEST_F(VerifyCommand, AFindingNamesRulePathNumbersAndWhatWouldBeRight) {
  const auto result = plytrace({"verify", wrong_, "--format", "json"});
  const auto finding = parse_json(result.out)["results"][0]["findings"][0];
  EXPECT_EQ(finding["node"], 5);
  EXPECT_TRUE(finding["path"].get<std::string>().starts_with("/"));
  EXPECT_EQ(finding["pass"], 1);
  EXPECT_FALSE(finding["expected"].get<std::string>().empty());
  EXPECT_NE(finding["message"].get<std::string>().find("node"), std::string::npos);
}

TEST_F(VerifyCommand, SeveralTracesGetOneLineEachAndTheWorstExitCode) {
  const auto result = plytrace({"verify", sound_, open_, wrong_});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
  EXPECT_EQ(plytrace({"verify", sound_, open_}).exit_code, 4);
  EXPECT_EQ(plytrace({"verify", sound_, sound_}).exit_code, 0);
}

TEST_F(VerifyCommand, FindingsAreListedUpToTheLimitAndAllCounted) {
  sql(wrong_, "UPDATE node SET value = value + 1 WHERE kind = 1");
  const auto json = parse_json(
      plytrace({"verify", wrong_, "--format", "json", "--max-findings", "3"}).out)["results"][0];
  EXPECT_EQ(json["findings"].size(), 3u);
  EXPECT_GT(json["findings_total"], 3);
}

TEST_F(VerifyCommand, RulesAreListedWithAnExplanation) {
  const auto json = parse_json(plytrace({"verify", "--list-rules", "--format", "json"}).out);
  EXPECT_EQ(json["rules"].size(), verify::all_rules().size());
  for (const auto& rule : json["rules"]) EXPECT_GT(rule["text"].get<std::string>().size(), 20u);
  const std::string text = plytrace({"verify", "--list-rules"}).out;
  for (const verify::RuleInfo& rule : verify::all_rules()) {
    EXPECT_NE(text.find(std::string(rule.name)), std::string::npos) << rule.name;
  }
}

}  // namespace
}  // namespace plytrace::test
