// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/render.cc: every drawn fact agrees with `show`, for the nodes on pages
// of random searches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/pattern.h"
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
    // The last step of a node shows its final value.
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

// The groups of an SVG, with their texts: nodes by name, edges by "from-&gt;to".
std::map<std::string, std::vector<std::string>> groups_of(const std::string& svg) {
  static const Pattern kGroup("<title>([^<]*)</title>"), kText("<text[^>]*>([^<]*)</text>");
  std::map<std::string, std::vector<std::string>> groups;
  for (std::size_t at = svg.find("<g id="); at != std::string::npos;) {
    const std::string group = svg.substr(at, svg.find("</g>", at) - at);
    at = svg.find("<g id=", at + 1);
    const Match name = kGroup.find(group);
    if (!name) continue;
    auto& texts = groups[name[1]];
    for (const Match& text : kText.find_all(group)) texts.push_back(text[1]);
  }
  return groups;
}

// The texts of each node that an SVG draws, by its id in the trace.
std::map<std::string, std::set<std::string>> texts_of_nodes(const std::string& svg) {
  static const Pattern kNode("n([0-9]+)");
  std::map<std::string, std::set<std::string>> nodes;
  for (const auto& [group, texts] : groups_of(svg)) {
    if (const Match name = kNode.match(group)) nodes[name[1]] = {texts.begin(), texts.end()};
  }
  return nodes;
}

// The number of moves in "1", "2, 5" or "2\u20134, 6"; nullopt if the list is truncated.
std::optional<int> moves_in(const std::string& label) {
  if (label.find("\u2026") != std::string::npos) return std::nullopt;
  static const Pattern kPart("([0-9]+)(?:\u2013([0-9]+))?");
  int moves = 0;
  for (const Match& part : kPart.find_all(label)) {
    moves += part[2].empty() ? 1 : std::stoi(part[2]) - std::stoi(part[1]) + 1;
  }
  return moves;
}

// The number of moves of the parent that the drawing at the end of an edge represents to a reader.
std::optional<int> moves_of_place(const std::vector<std::string>& texts,
                                  const std::vector<std::string>& edge_texts) {
  static const Pattern kCount("([0-9]+) (?:moves?|skipped)|\u00D7([0-9]+)");
  for (const std::string& text : texts) {
    if (const Match count = kCount.match(text)) {
      return std::stoi(count[1].empty() ? count[2] : count[1]);
    }
    if (text.find("\u2026") != std::string::npos) return std::nullopt;
  }
  if (edge_texts.empty()) return 1;
  return moves_in(edge_texts.back());
}

std::string random_tree(std::mt19937& random, int depth) {
  if (depth == 0 || (depth < 3 && random() % 6 == 0)) return std::to_string(random() % 20);
  std::string text = "[";
  for (std::size_t i = 0, moves = 1 + random() % 5; i < moves; ++i) {
    text += (i > 0 ? "," : "") + random_tree(random, depth - 1);
  }
  return text + "]";
}

// In a narrow textbook figure two skipped moves were drawn as one unlabelled stroke, so a reader
// counted two children instead of three.
TEST(SlowRenderWalk, WhoCountsTheMovesOfANodeCountsRight) {
  const std::vector<std::vector<std::string>> looks = {
      {"--style", "textbook", "--width", "160mm"},
      {"--style", "textbook", "--width", "85mm"},
      {"--style", "textbook", "--width", "85mm", "--direction", "LR"},
      {"--style", "textbook", "--width", "slide", "--pruned", "count"},
      {"--width", "85mm", "--pruned", "tree"},
      {"--width", "160mm"},
      {"--width", "slide", "--direction", "LR"}};
  const ScratchFolder folder;
  std::mt19937 random(14);
  int counted = 0, with_stubs = 0;
  for (int round = 0; round < 10; ++round) {
    const std::string tree = random_tree(random, 4);
    ASSERT_EQ(plytrace({"search", "tree", "--position", tree, "-o", "t.db", "--force", "-q"},
                       folder.path())
                  .exit_code,
              0);
    const Json rows =
        parse_json(plytrace({"sql", "t.db", "SELECT id, parent, legal FROM node WHERE legal > 0",
                             "--format", "json"},
                            folder.path())
                       .out)["rows"];
    for (const auto& look : looks) {
      std::vector<std::string> render{"render", "t.db", "-o", "-", "--to", "svg"};
      render.insert(render.end(), look.begin(), look.end());
      const ProgramResult drawn = plytrace(render, folder.path());
      ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
      const auto groups = groups_of(drawn.out);
      std::map<std::string, std::vector<std::string>> below;
      static const Pattern kEdge("(.*)-&gt;(.*)");
      for (const auto& [name, texts] : groups) {
        if (const Match edge = kEdge.match(name)) below[edge[1]].push_back(edge[2]);
      }
      with_stubs += drawn.out.find(">\u00D7") != std::string::npos ? 1 : 0;
      for (const Json& row : rows) {
        const std::string node = "n" + row[0].dump();
        // A node that is not drawn, or that represents a whole subtree, does not show single moves.
        if (below.count(node) == 0) continue;
        const auto& places = below[node];
        if (places.size() == 1 && places[0] == node + "_more1") continue;
        int moves = 0;
        bool is_cut_off = false;
        for (const std::string& place : places) {
          const auto more = moves_of_place(groups.at(place), groups.at(node + "-&gt;" + place));
          is_cut_off |= !more;
          moves += more.value_or(0);
        }
        if (is_cut_off) continue;
        EXPECT_EQ(moves, row[2].get<int>())
            << tree << " " << node << ::testing::PrintToString(look);
        ++counted;
      }
    }
  }
  EXPECT_GT(counted, 500);
  EXPECT_GT(with_stubs, 5);
}

// Each game with each algorithm, in each form of picture in turn.
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
      {"--width", "45mm", "--max-nodes", "12"},  // narrow: smaller values, short variations
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
        // Textbook style shows what follows from the drawn children: here the same number, as
        // exact.
        const bool is_textbook =
            std::find(options.begin(), options.end(), "textbook") != options.end();
        const std::string follows = draw::score_label(number(row["value"]));
        const bool may_follow = is_textbook && texts.count(value) == 0;
        EXPECT_EQ(texts.count(may_follow ? follows : value), 1) << "#" << id << ": " << value;
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
