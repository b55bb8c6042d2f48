// SPDX-License-Identifier: MIT
//
// Every fact drawn agrees with `show`: a walk over the nodes of pages of random searches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/test_support.h"
#include "tests/viewer/page_data.h"
#include "viewer/draw/text_metrics.h"

namespace plytrace::test {
namespace {

using Json = nlohmann::json;

double number(const Json& value) {
  if (!value.is_string()) return value;
  return value == "+inf" ? kInfinity : -kInfinity;
}

std::string sign_of(const Json& bound) {
  return bound == "lower" ? "\u2265 " : bound == "upper" ? "\u2264 " : "";
}

TEST(RenderWalk, EveryFactDrawnAgreesWithShow) {
  const std::vector<std::vector<std::string>> searches = {
      {"tree", "-a", "minimax"},
      {"connect4", "-d", "5", "--order", "static"},
      {"tictactoe", "-d", "6", "-a", "negamax", "--fail", "hard"},
      {"gomoku", "-d", "2", "-a", "pvs"},
      {"othello", "-d", "4", "-a", "pvs", "--table", "1"},
      {"andantino", "-d", "4", "-a", "mtdf"},
      {"doublecard", "-d", "2", "--iterative"},
      {"synthetic", "-a", "mtdf"}};
  const ScratchFolder folder;
  int compared = 0;
  for (auto search : searches) {
    search.insert(search.begin(), "search");
    search.insert(search.end(), {"-o", "t.db", "--force"});
    ASSERT_EQ(plytrace(search, folder.path()).exit_code, 0) << search[1];
    const ProgramResult page =
        plytrace({"render", "t.db", "--max-nodes", "15", "--to", "html", "-o", "-"}, folder.path());
    ASSERT_EQ(page.exit_code, 0) << page.err;
    const Json data = page_data(page.out);
    // What the steps leave a node with is what it shows at the end.
    std::map<std::size_t, std::string> last;
    for (const Json& step : data["steps"]) {
      if (step.contains("v")) last[step["n"]] = step["v"];
    }
    for (const auto& [place, value] : last) {
      const std::string text = data["nodes"][place]["text"];
      EXPECT_EQ(text.substr(text.find(' ') == std::string::npos ? 0 : text.find(' ') + 1), value);
    }
    for (const Json& node : data["nodes"]) {
      if (node.contains("fate")) continue;
      const std::string id = "#" + node["id"].dump();
      const ProgramResult shown = plytrace({"show", "t.db", id, "--format", "json"}, folder.path());
      ASSERT_EQ(shown.exit_code, 0) << shown.err;
      const Json row = parse_json(shown.out);
      if (row["value"].is_null()) {
        EXPECT_EQ(node["text"], "?") << search[1] << id;
      } else {
        EXPECT_EQ(node["text"], sign_of(row["bound"]) + draw::score_label(number(row["value"])))
            << search[1] << id;
      }
      EXPECT_EQ(node["window"], draw::window_label(number(row["alpha"]), number(row["beta"])));
      EXPECT_EQ(node["kind"], row["kind"]);
      ++compared;
    }
  }
  EXPECT_GT(compared, 90);
}

}  // namespace
}  // namespace plytrace::test
