// SPDX-License-Identifier: MIT
//
// `find` evaluates a condition as SQL and the explorer evaluates it on rows; both find the same
// nodes.
#include "viewer/analysis/node_conditions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"
#include "viewer/analysis/early_find.h"

namespace plytrace::test {
namespace {

using Form = ConditionKind::Form;
using Ids = std::vector<std::int64_t>;

// Inputs of every form, matching and not matching.
std::vector<ConditionInput> inputs(const ConditionKind& kind) {
  std::vector<ConditionInput> all;
  if (kind.form == Form::kWords) {
    for (const std::string& word : kind.words) all.push_back({{word}, "", 0});
    all.push_back({{kind.words.front(), kind.words.back()}, "", 0});
  } else if (kind.form == Form::kNumber) {
    for (const std::int64_t number : {1, 2, 7, 1000}) all.push_back({{}, "", number});
  } else {
    std::vector<std::string> texts = kind.words;
    if (kind.form == Form::kText)
      texts = {"a", "%3D", "50%", "50%25", "x%2Fy", "a~1", "it's", "zz"};
    if (kind.form == Form::kCounts) texts = {"0", "1..2", "3..", "..1", "9"};
    if (kind.form == Form::kRange) texts = {"0", "-3..2", "1..", "..-1", "..+inf", "-inf.."};
    for (const std::string& text : texts) all.push_back({{}, text, 0});
  }
  return all;
}

Ids by_sql(const TraceReader& reader, const std::string& condition) {
  Ids ids;
  const Status status =
      for_each_id(reader, "SELECT id FROM node_text WHERE " + condition + " ORDER BY id", nullptr,
                  [&](std::int64_t id) {
                    ids.push_back(id);
                    return true;
                  });
  EXPECT_TRUE(status.is_ok()) << status.message();
  return ids;
}

Ids by_rows(const TraceReader& reader, const NodeCondition& condition) {
  Ids ids;
  for (auto node = reader.node_after(0); node; node = reader.node_after(node->id)) {
    if (condition.holds(reader, *node)) ids.push_back(node->id);
  }
  return ids;
}

// Includes kinds that do not exist, infinite values, and missing values.
constexpr const char* kVaried =
    "UPDATE node SET kind = id % 10, value = CASE id % 7 WHEN 0 THEN NULL WHEN 1 THEN 9e999 "
    "WHEN 2 THEN -9e999 ELSE id % 9 - 4 END; UPDATE cutoff SET kind = id % 3;";

TEST(NodeConditions, SqlAndRowsAgree) {
  const ScratchFolder folder;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const std::string file = folder / "trace.db";
    RandomTrace(seed, {.gaps = seed % 2 == 0}).write(file);
    sql(file, kVaried);
    const auto reader = TraceReader::open(file);
    ASSERT_TRUE(reader.is_ok()) << reader.status().message();
    for (const ConditionKind& kind : condition_kinds()) {
      std::size_t found = 0;
      for (const ConditionInput& input : inputs(kind)) {
        const auto condition = kind.make(input, kind.name);
        ASSERT_TRUE(condition.is_ok()) << condition.status().message();
        const Ids ids = by_sql(*reader, condition->sql);
        EXPECT_EQ(by_rows(*reader, *condition), ids) << condition->sql << ", seed " << seed;
        found += ids.size();
      }
      EXPECT_GT(found, 0U) << kind.name;
    }
  }
}

}  // namespace
}  // namespace plytrace::test
