// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/pattern.h"
#include "tests/viewer/explore/asking.h"
#include "viewer/explore/web_files.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// The values of an attribute, in the order of the picture.
std::vector<std::int64_t> numbers(const std::string& svg, const std::string& attribute) {
  std::vector<std::int64_t> found;
  for (const Match& each : Pattern(" " + attribute + "=\"(-?[0-9]+)\"").find_all(svg)) {
    found.push_back(std::stoll(each[1]));
  }
  return found;
}

bool holds(const std::vector<std::int64_t>& list, std::int64_t number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

class TreePanel : public testing::Test {
 protected:
  TreePanel()
      : trace_(searched(folder_, "a.db", {"connect4", "-d", "4", "-e", "ways"})), ask_({trace_}) {}
  std::vector<std::int64_t> children_of(std::int64_t node) const {
    return column(trace_,
                  "id AS x FROM node WHERE parent = " + std::to_string(node) + " ORDER BY id");
  }

  ScratchFolder folder_;
  std::string trace_;
  Asker ask_;
};

TEST_F(TreePanel, PlacesAndGapsAreAllOfTheTree) {
  for (const std::string more : {"", "&fold=hot", "&nodes=10", "&nodes=300", "&at=500"}) {
    const json answer = ask_("tree?node=1" + more);
    const std::string svg = answer["svg"];
    const auto drawn = numbers(svg, "data-node");
    EXPECT_EQ(drawn.size(), answer["drawn"]);
    const auto first = numbers(svg, "data-first"), last = numbers(svg, "data-last");
    EXPECT_EQ(numbers(svg, "data-gap").size(), first.size());
    std::int64_t left_out = 0;
    for (std::size_t i = 0; i < first.size(); ++i) left_out += last[i] - first[i] + 1;
    EXPECT_EQ(left_out, answer["left_out"]);
    EXPECT_EQ(std::to_string(left_out + answer["drawn"].get<std::int64_t>()),
              sql_value(trace_, "SELECT count(*) FROM node"));
    EXPECT_EQ(svg.find(" style="), std::string::npos);
    EXPECT_EQ(svg.find("<style"), std::string::npos);
    EXPECT_EQ(svg.find("<script"), std::string::npos);
  }
}

TEST_F(TreePanel, HoldsTheNodeThatIsAskedForWithItsPath) {
  const auto drawn = numbers(ask_("tree?node=1&nodes=20&at=500")["svg"], "data-node");
  const json node = ask_("node?id=500");
  for (const json& step : node["path"]) {
    EXPECT_TRUE(holds(drawn, step["node"])) << step;
  }
}

// The tree beside a second trace ended above a deep node that was selected.
TEST_F(TreePanel, HoldsADeepNodeHoweverNarrowItIs) {
  const std::int64_t deep =
      column(trace_, "max(id) AS x FROM node WHERE ply = 4").front().get<std::int64_t>();
  for (const std::string size : {"&width=60", "&width=150", "&nodes=3"}) {
    const std::string svg = ask_("tree?node=1" + size + "&at=" + std::to_string(deep))["svg"];
    EXPECT_TRUE(holds(numbers(svg, "data-node"), deep)) << size;
  }
}

TEST_F(TreePanel, WhatWasOpenedShowsItsChildrenAndWhatWasClosedNone) {
  const auto moves = children_of(1);
  const std::int64_t opened = moves[5], closed = moves[2];
  const auto drawn = numbers(ask_("tree?node=1&nodes=60&open=" + std::to_string(opened) +
                                  "&closed=" + std::to_string(closed))["svg"],
                             "data-node");
  for (const std::int64_t child : children_of(opened)) EXPECT_TRUE(holds(drawn, child)) << child;
  for (const std::int64_t id : drawn) EXPECT_FALSE(id > closed && id < moves[3]) << id;
  EXPECT_TRUE(holds(drawn, closed));
}

TEST_F(TreePanel, TheLargestSubtreesComeFirstWhereAskedFor) {
  auto drawn = numbers(ask_("tree?node=1&fold=hot&nodes=12")["svg"], "data-node");
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(json(drawn), column(trace_,
                                "id AS x FROM (SELECT id FROM node ORDER BY last - id "
                                "DESC, id LIMIT 12) ORDER BY id"));
}

TEST_F(TreePanel, StepsTellTheSearchFromEntryToValue) {
  const std::string where = "node=2&nodes=300";
  json steps = json::array();
  json answer;
  do {
    answer = ask_("steps?" + where + "&count=50&from=" + std::to_string(steps.size()));
    for (const json& step : answer["steps"]) {
      EXPECT_EQ(step["n"], steps.size());
      steps.push_back(step);
    }
  } while (steps.size() < answer["total"] && !answer["steps"].empty());
  const auto count = [&](const std::string& event) {
    return std::count_if(steps.begin(), steps.end(),
                         [&](const json& step) { return step["event"] == event; });
  };
  EXPECT_EQ(count("enter"), ask_("tree?" + where)["drawn"]);
  EXPECT_EQ(steps.front()["event"], "enter");
  EXPECT_EQ(steps.front()["node"], 2);
  EXPECT_EQ(steps.back()["event"], "leave");
  EXPECT_EQ(steps.back()["node"], 2);
  EXPECT_EQ(steps.back()["value"], ask_("node?id=2")["node"]["value"]);
}

// The node panel and the list above the tree showed what the search found only later.
TEST_F(TreePanel, AStepSaysWhatIsKnownThenAndWhatLedToIt) {
  const std::string where = "steps?node=1&nodes=40&count=1&back=3";
  const std::int64_t total = ask_(where)["total"];
  for (const std::int64_t from : {std::int64_t{0}, std::int64_t{2}, total / 2, total - 1}) {
    const json answer = ask_(where + "&svg=1&from=" + std::to_string(from));
    const json& steps = answer["steps"];
    EXPECT_EQ(steps.size(), static_cast<std::size_t>(std::min<std::int64_t>(from, 3) + 1));
    EXPECT_EQ(steps.back()["n"], from);
    EXPECT_TRUE(steps.back().contains("svg"));
    EXPECT_LE(steps.back()["node"], answer["until"]);
    for (const json& open : answer["open"]) {
      const json row = ask_("node?id=" + open["node"].dump())["node"];
      EXPECT_LE(open["node"], answer["until"]);
      EXPECT_GE(row["node"].get<std::int64_t>() + row["size"].get<std::int64_t>() - 1,
                steps.back()["node"]);
    }
    EXPECT_EQ(answer["open"].empty(), from == total - 1);
  }
  EXPECT_EQ(ask_(where + "&from=" + std::to_string(total - 1))["until"],
            ask_("node?id=1")["node"]["size"]);
  EXPECT_TRUE(ask_(where + "&from=" + std::to_string(total))["until"].is_null());
}

TEST_F(TreePanel, APictureOfAStepShowsNothingOfTheFuture) {
  const json answer = ask_("steps?node=1&nodes=40&from=3&count=1&svg=1");
  const std::string svg = answer["steps"][0]["svg"];
  const std::int64_t entered = answer["steps"][0]["node"];
  for (const std::int64_t id : numbers(svg, "data-node")) EXPECT_LE(id, entered);
  EXPECT_GE(numbers(svg, "data-node").size(), 2U);
  EXPECT_LE(numbers(svg, "data-node").size(), 4U);
}

// The width of the picture in points, from its own attribute.
double width_of(const json& answer) {
  const std::string svg = answer["svg"];
  return std::stod(svg.substr(svg.find("<svg width=\"") + 12));
}

TEST_F(TreePanel, FitsTheWidthThatThereIsFor) {
  EXPECT_GT(width_of(ask_("tree?node=1&nodes=60")), 1500);
  for (const int width : {500, 800, 1200}) {
    const std::string where = "node=1&nodes=60&width=" + std::to_string(width);
    const json answer = ask_("tree?" + where);
    EXPECT_LE(width_of(answer), width + 4) << width;
    EXPECT_GE(answer["drawn"], 8) << width;
    // The steps use the same picture.
    EXPECT_EQ(width_of(ask_("steps?svg=1&count=1&" + where)["steps"][0]), width_of(answer));
  }
  // Nodes that the user opened are shown, however wide the picture becomes.
  const std::int64_t opened = children_of(1)[5];
  const auto drawn = numbers(
      ask_("tree?node=1&nodes=60&width=200&open=" + std::to_string(opened))["svg"], "data-node");
  for (const std::int64_t child : children_of(opened)) EXPECT_TRUE(holds(drawn, child)) << child;
}

TEST_F(TreePanel, SaysWhatIsWrong) {
  EXPECT_EQ(ask_.failure("tree?node=1&nodes=301").substr(0, 11), "400: nodes:");
  EXPECT_EQ(ask_.failure("tree?node=1&fold=cold").substr(0, 10), "400: fold:");
  EXPECT_EQ(ask_.failure("tree?node=0").substr(0, 4), "404:");
}

// The places of a picture, by whether they have an id in one trace, in the other, or in both.
struct Ids {
  std::vector<std::pair<std::int64_t, std::int64_t>> both;
  std::vector<std::int64_t> here, there;
};
Ids ids_of(const std::string& svg) {
  Ids ids;
  for (const Match& each : Pattern("<g[^>]*>").find_all(svg)) {
    const auto here = numbers(each[0], "data-node"), there = numbers(each[0], "data-other");
    if (!here.empty() && !there.empty()) ids.both.emplace_back(here[0], there[0]);
    if (!here.empty() && there.empty()) ids.here.push_back(here[0]);
    if (here.empty() && !there.empty()) ids.there.push_back(there[0]);
  }
  return ids;
}

TEST(TreePanelOfTwo, ShowsWhatBothSearchedAndWhatOneDid) {
  const ScratchFolder folder;
  const std::string a = searched(folder, "a.db", {"connect4", "-d", "5", "-e", "ways"});
  const std::string b =
      searched(folder, "b.db", {"connect4", "-d", "5", "-e", "ways", "--order", "static"});
  Asker ask({a, b});
  const auto path = [](const std::string& file, std::int64_t id) {
    return sql_value(file, "SELECT path FROM node_text WHERE id = " + std::to_string(id));
  };
  const auto searched_in = [](const std::string& file, const std::string& line) {
    return sql_value(file, "SELECT count(*) FROM node_text WHERE path = '" + line + "'") != "0";
  };
  const Ids ids = ids_of(ask("tree?against=1&node=1&nodes=80&fold=hot")["svg"]);
  EXPECT_GT(ids.both.size(), 10U);
  EXPECT_GT(ids.here.size() + ids.there.size(), 5U);
  for (const auto& [one, other] : ids.both) EXPECT_EQ(path(a, one), path(b, other));
  for (const std::int64_t id : ids.here) EXPECT_FALSE(searched_in(b, path(a, id))) << id;
  for (const std::int64_t id : ids.there) EXPECT_FALSE(searched_in(a, path(b, id))) << id;
  EXPECT_EQ(ask.ask("export?panel=tree&against=1&node=1&width=600").status, 200);
}

std::set<std::string> all_of(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  for (const Match& each : Pattern(pattern).find_all(text)) found.insert(each[1]);
  return found;
}

// The page copied pictures without the widths of their texts, which then exceeded their boxes in
// another font. dom.js must accept every attribute that the painter writes.
TEST(TreePanelPage, TakesAllOfThePicturesButNamesAndLinks) {
  const std::string_view page = explore::web_file("dom.js")->text;
  const std::size_t from = page.find("const kElements"), to = page.find("function copied");
  ASSERT_LT(from, to);
  std::set<std::string> taken = all_of(std::string(page.substr(from, to - from)), "'([^']+)'");
  // The page shows hints instead of tooltips, and ids must be unique in a document.
  taken.insert({"title", "a", "xlink:title", "id", "role", "xmlns", "xmlns:xlink"});
  const ScratchFolder folder;
  const std::string a = searched(folder, "a.db", {"connect4", "-d", "5"});
  const std::string b = searched(folder, "b.db", {"connect4", "-d", "5", "-a", "pvs"});
  Asker ask({a, b});
  std::string drawn = ask("tree?against=1&node=1&nodes=120&fold=hot")["svg"];
  drawn += ask("tree?node=1&nodes=120")["svg"].get<std::string>();
  drawn += ask("steps?node=1&from=30&count=1&svg=1")["steps"][0]["svg"].get<std::string>();
  drawn = Pattern(">[^<]*<").replace(drawn, "><");
  for (const char* const pattern : {"<([a-zA-Z]+)[ >/]", " ([a-zA-Z:-]+)=\""}) {
    const std::set<std::string> names = all_of(drawn.substr(drawn.find("<svg")), pattern);
    EXPECT_GT(names.size(), 5U);
    for (const std::string& name : names) {
      if (name != "version" && name != "encoding" && name != "standalone") {
        EXPECT_EQ(taken.count(name), 1U) << name;
      }
    }
  }
}

// The message "did not search this line" was false for a partial recording.
TEST(TreePanelOfTwo, SaysWhereThereIsNoOther) {
  const ScratchFolder folder;
  const std::string a = searched(folder, "a.db", {"connect4", "-d", "3"});
  const std::string b = searched(folder, "b.db", {"connect4", "-d", "1"});
  EXPECT_EQ(Asker({a}).failure("tree?node=1&against=1").substr(0, 4), "400:");
  EXPECT_EQ(Asker({a, b}).failure("tree?node=3&against=1"),
            "404: the other trace does not hold this line");
  EXPECT_EQ(Asker({a, b}).failure("tree?node=1&t=1&against=1"),
            "400: against: both traces are drawn from the first one, with t=0");
}

TEST(TreePanelTexts, OfATraceStayTexts) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"tictactoe", "-d", "2"});
  sql(trace, "UPDATE move SET text = '<img src=x onerror=alert(1)>\"''&' || id WHERE id > 0");
  Asker ask({trace});
  const std::string svg = ask("tree?node=1")["svg"];
  EXPECT_EQ(svg.find("<img"), std::string::npos);
  EXPECT_NE(svg.find("&lt;img"), std::string::npos);
}

}  // namespace
}  // namespace plytrace::test
