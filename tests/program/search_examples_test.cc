// SPDX-License-Identifier: MIT
//
// Covers core/search and core/games: searches whose value, best move, variation, root moves and
// counters were computed by an independent program. The real binary must give exactly these.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/test_support.h"

namespace plytrace {
namespace {

using nlohmann::json;

// Reports where `actual` differs from `expected`; fields absent from `expected` are ignored.
void compare(const json& expected, const json& actual, const std::string& path) {
  if (expected.is_number() && actual.is_number()) {
    const double a = expected.get<double>(), b = actual.get<double>();
    EXPECT_LE(std::abs(a - b), 1e-9 * std::max({1.0, std::abs(a), std::abs(b)})) << path;
  } else if (expected.is_object() && actual.is_object()) {
    for (const auto& [name, value] : expected.items()) {
      ASSERT_TRUE(actual.contains(name)) << path << "/" << name;
      compare(value, actual[name], path + "/" + name);
    }
  } else if (expected.is_array() && actual.is_array()) {
    ASSERT_EQ(expected.size(), actual.size()) << path;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      compare(expected[i], actual[i], path + "/" + std::to_string(i));
    }
  } else {
    EXPECT_EQ(expected, actual) << path;
  }
}

TEST(SearchExamples, GiveTheKnownNumbers) {
  const json file =
      test::parse_json(test::read_file(test::source_path("tests/program/search_examples.json")));
  std::size_t searches = 0;
  for (json example : file["examples"]) {
    std::vector<std::string> command = example["args"];
    const std::string name = example["args"].dump();
    example.erase("args");
    command.insert(command.end(), {"--format", "json"});
    const test::ProgramResult result = test::plytrace(command);
    ASSERT_EQ(result.exit_code, 0) << name << result.err;
    compare(example, test::parse_json(result.out), name);
    ++searches;
  }
  EXPECT_EQ(searches, 16u);
}

}  // namespace
}  // namespace plytrace
