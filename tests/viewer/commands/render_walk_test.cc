// SPDX-License-Identifier: MIT
//
// Every fact drawn agrees with `show`: a walk over the nodes of pages of random searches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

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

// The texts of each node that an SVG draws, by its id in the trace.
std::map<std::string, std::set<std::string>> texts_of_nodes(const std::string& svg) {
  static const std::regex kNode("<title>n([0-9]+)</title>"), kText("<text[^>]*>([^<]*)</text>");
  std::map<std::string, std::set<std::string>> nodes;
  for (std::size_t at = svg.find("class=\"node\""); at != std::string::npos;) {
    const std::string group = svg.substr(at, svg.find("</g>", at) - at);
    at = svg.find("class=\"node\"", at + 1);
    std::smatch name;
    if (!std::regex_search(group, name, kNode)) continue;
    std::set<std::string>& texts = nodes[name[1]];
    for (std::sregex_iterator text(group.begin(), group.end(), kText), end; text != end; ++text) {
      texts.insert((*text)[1]);
    }
  }
  return nodes;
}

// Each game by each algorithm, in turn in each form that a picture may take.
TEST(SlowRenderWalk, PicturesOfEveryGameAndAlgorithmAgreeWithShow) {
  const std::vector<std::vector<std::string>> games = {
      {"tree"},
      {"synthetic", "-g", "depth=4"},
      {"tictactoe", "-d", "4"},
      {"connect4", "-d", "4"},
      {"connectk", "-g", "width=5", "-g", "height=4", "-g", "connect=3", "-d", "4"},
      {"othello", "-d", "3"},
      {"andantino", "-d", "2"},
      {"doublecard", "-d", "1"}};
  const std::vector<std::vector<std::string>> looks = {
      {},
      {"--width", "85mm"},
      {"--width", "85mm", "--style", "textbook"},
      {"--width", "slide"},
      {"--width", "45mm", "--max-nodes", "12"},  // narrow: smaller values, short lines
      {"--direction", "LR", "--width", "160mm"},
      {"--style", "textbook", "--pruned", "tree"}};
  const ScratchFolder folder;
  std::size_t look = 0, compared = 0, with_window = 0;
  for (const auto& game : games) {
    for (const char* const algorithm : {"minimax", "alphabeta", "negamax", "pvs", "mtdf"}) {
      std::vector<std::string> search{"search"},
          render{"render", "t.db", "-o", "-", "--to", "svg", "-q"};
      search.insert(search.end(), game.begin(), game.end());
      search.insert(search.end(), {"-a", algorithm, "-o", "t.db", "--force", "-q"});
      const auto& options = looks[look++ % looks.size()];
      render.insert(render.end(), options.begin(), options.end());
      SCOPED_TRACE(game[0] + " " + algorithm + " in look " + std::to_string(look % looks.size()));
      ASSERT_EQ(plytrace(search, folder.path()).exit_code, 0);
      const ProgramResult drawn = plytrace(render, folder.path());
      ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
      for (const auto& [id, texts] : texts_of_nodes(drawn.out)) {
        const ProgramResult shown =
            plytrace({"show", "t.db", "#" + id, "--format", "json", "--limit", "1"}, folder.path());
        ASSERT_EQ(shown.exit_code, 0) << shown.err;
        const Json row = parse_json(shown.out);
        const std::string value = sign_of(row["bound"]) + draw::score_label(number(row["value"]));
        EXPECT_EQ(texts.count(value), 1) << "#" << id << ": " << value;
        for (const std::string& text : texts) {
          if (text.front() != '(') continue;
          EXPECT_EQ(text, draw::window_label(number(row["alpha"]), number(row["beta"])))
              << "#" << id;
          ++with_window;
        }
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 300U);
  EXPECT_GT(with_window, 100U);
}

}  // namespace
}  // namespace plytrace::test
