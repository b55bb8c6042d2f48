// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/figure/icicle_figure.cc: render --view icicle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/pattern.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class RenderIcicle : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        plytrace({"search", "connect4", "-d", "6", "--iterative", "-o", "t.db"}, folder_.path())
            .exit_code,
        0);
  }
  ProgramResult render(std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "t.db", "--view", "icicle"});
    return plytrace(options, folder_.path());
  }
  std::string svg(std::vector<std::string> options = {}) {
    options.insert(options.end(), {"--to", "svg", "-o", "-"});
    const ProgramResult result = render(options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  ScratchFolder folder_;
};

// The sizes of boxes equal the counts by SQL; no node has two boxes.
TEST_F(RenderIcicle, BoxesSayTheSizesThatSqlCounts) {
  const std::string text = svg({"--by", "class"});
  static const Pattern kBox(
      "<g id=\"n([0-9]+)\" class=\"box\"[^>]*aria-label=\"#[0-9]+ [^:]*: "
      "([0-9,]+) nodes? \\(");
  std::set<std::string> seen;
  for (const Match& box : kBox.find_all(text)) {
    const std::string& id = box[1];
    ASSERT_TRUE(seen.insert(id).second) << id;
    if (seen.size() % 7 != 0) continue;  // each look-up by SQL opens the file again
    std::string size = box[2];
    size.erase(std::remove(size.begin(), size.end(), ','), size.end());
    EXPECT_EQ(sql_value(folder_ / "t.db", "SELECT last - id + 1 FROM node WHERE id = " + id), size);
  }
  EXPECT_GT(seen.size(), 200U);
  EXPECT_THAT(text, HasSubstr("6 passes side by side; 4,858 nodes"));
  // All boxes had one colour by default, so the chart showed no more than the tree picture.
  EXPECT_EQ(svg(), text);
}

TEST_F(RenderIcicle, DrawsOnePassOrWhatLiesBelowANode) {
  const std::string pass = svg({"--pass", "3"});
  EXPECT_THAT(pass, HasSubstr("search 1, pass 3; "));
  const std::string size =
      sql_value(folder_ / "t.db", "SELECT last - root + 1 FROM pass WHERE ordinal = 3");
  EXPECT_THAT(pass, HasSubstr("pass 3; " + size + " nodes"));
  EXPECT_THAT(svg({"--root", "/d/b"}), HasSubstr("pass 6, below /d/b; 463 nodes"));
  EXPECT_THAT(svg({"--depth", "1"}), HasSubstr("only the first 2 rows are shown"));
}

TEST_F(RenderIcicle, IsAsWideAsThePaper) {
  EXPECT_THAT(svg({"--width", "85mm"}), HasSubstr("<svg width=\"240.94pt\""));
  EXPECT_THAT(svg({"--width", "160mm"}), HasSubstr("<svg width=\"453.54pt\""));
}

// Only PDFs of trees had a title and a producer.
TEST_F(RenderIcicle, APdfKnowsItsTitleAndMaker) {
  const std::string pdf =
      render({"--to", "pdf", "--title", "All of it", "--caption", "none", "-o", "-"}).out;
  EXPECT_THAT(pdf, HasSubstr("/Title <FEFF0041006C006C0020006F0066002000690074>"));
  EXPECT_THAT(pdf, HasSubstr("/Creator (plytrace)"));
}

TEST_F(RenderIcicle, EveryFormatIsOne) {
  for (const auto& [format, begins] : {std::pair{"svg", "<?xml"},
                                       {"pdf", "%PDF"},
                                       {"png", "\x89PNG"},
                                       {"html", "<!DOCTYPE html>"}}) {
    const ProgramResult result = render({"--to", format, "-o", "-"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith(begins));
    EXPECT_EQ(render({"--to", format, "-o", "-"}).out, result.out) << "not deterministic";
  }
  for (const char* format : {"dot", "tex"}) {
    const ProgramResult result = render({"--to", format, "-o", "-"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("draws trees only; try svg, pdf, png or html"));
  }
}

TEST_F(RenderIcicle, WhatIsForTreesOnlyIsRefused) {
  const std::vector<std::vector<std::string>> options = {{"--only", "pv"},
                                                         {"--max-nodes", "9"},
                                                         {"--pruned", "hide"},
                                                         {"--labels", "move"},
                                                         {"--style", "textbook"},
                                                         {"--direction", "LR"},
                                                         {"--blank", "values"},
                                                         {"--note", "/d=x"},
                                                         {"--highlight", "/d"},
                                                         {"--beside", "t.db"},
                                                         {"--steps"}};
  for (auto option : options) {
    const std::string name = option.front();
    option.insert(option.end(), {"-o", "x.svg"});
    const ProgramResult result = render(option);
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("render: " + name + " is for trees"));
  }
  const ProgramResult by =
      plytrace({"render", "t.db", "--by", "role", "-o", "x.svg"}, folder_.path());
  EXPECT_EQ(by.exit_code, 2);
  EXPECT_THAT(by.err, HasSubstr("add --view icicle"));
  EXPECT_EQ(render({"--by", "colour", "-o", "x.svg"}).exit_code, 2);
  EXPECT_EQ(render({"--root", "/z", "-o", "x.svg"}).exit_code, 3);
}

// Walks a drawn page by keys: down into the first move, right along the row, up again.
class HeavyRenderIcicle : public RenderIcicle {};

TEST_F(HeavyRenderIcicle, APageIsWalkedByArrowKeys) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  ASSERT_EQ(render({"--pass", "6", "-o", "i.html"}).exit_code, 0);
  std::string page = read_file(folder_ / "i.html");
  page.replace(page.rfind("</body>"), 7, R"js(<script>
const seen = [];
const press = key => {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  seen.push(key + ": " + document.getElementById("message").textContent.split(" (")[0]);
};
document.querySelector(".box").focus();
for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]) press(key);
seen.push("stops: " + document.querySelectorAll(".box[tabindex='0']").length);
const result = document.createElement("pre");
result.textContent = "SEEN\n" + seen.join("\n");
document.body.append(result);
</script></body>)js");
  write_file(folder_ / "driven.html", page);
  const std::string dom =
      shell(kBrowser + std::string(" --no-sandbox --disable-gpu "
                                   "--user-data-dir=profile --virtual-time-budget=5000 --dump-dom "
                                   "file://$PWD/driven.html"),
            folder_.path())
          .out;
  const auto node = [&](const std::string& columns) {
    return sql_value(folder_ / "t.db",
                     "SELECT '#' || c.id || ' /' || m.text FROM node c JOIN move m "
                     "ON m.id = c.move WHERE " +
                         columns);
  };
  const std::string root = sql_value(folder_ / "t.db", "SELECT root FROM pass WHERE ordinal = 6");
  EXPECT_THAT(dom, HasSubstr("ArrowDown: " + node("c.id = " + root + " + 1")));
  EXPECT_THAT(dom,
              HasSubstr("ArrowRight: " +
                        node("c.id = (SELECT last + 1 FROM node WHERE id = " + root + " + 1)")));
  EXPECT_THAT(dom, HasSubstr("ArrowLeft: " + node("c.id = " + root + " + 1")));
  EXPECT_THAT(dom, HasSubstr("ArrowUp: #" + root + " pass 6, depth 6: 3,093 nodes"));
  EXPECT_THAT(dom, HasSubstr("stops: 1"));
}

}  // namespace
}  // namespace plytrace::test
