// SPDX-License-Identifier: MIT
//
// Covers viewer/draw: pictures judged by the programs that read them, pdflatex and a browser. If
// one is not installed, its test reports that and is skipped; scripts/test installs both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Connect-4, and a tree whose move names contain every problematic character.
class HeavyRender : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "4", "-o", "c4.db"}, folder_.path()).exit_code,
              0);
    const std::string tree =
        R"([{"move": "\"<b>&amp;\\N#$%_{}~^", "children": [1, 2]},)"
        R"({"move": "\u0445\u043e\u0434 \u65e5\u672c", "children": [0, {"move": "]]>", "value": 4}]},)"
        R"({"move": "</script><script>alert(1)</script>", "children": [3, 9]}])";
    ASSERT_EQ(
        plytrace({"search", "tree", "--position", tree, "-o", "odd.db"}, folder_.path()).exit_code,
        0);
  }
  ScratchFolder folder_;
};

TEST_F(HeavyRender, TikzCompilesWithPdflatexOnOnePage) {
  if (!installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  for (const std::string name : {"c4", "odd"}) {
    for (const std::string theme : {"paper", "color"}) {
      const std::string labels = theme == "color" ? "move,value,board" : "move,value,window";
      ASSERT_EQ(plytrace({"render", name + ".db", "--legend", "--theme", theme, "--labels", labels,
                          "--force", "-o", name + ".tex"},
                         folder_.path())
                    .exit_code,
                0);
      const ProgramResult tex = shell(
          "pdflatex -interaction=nonstopmode -halt-on-error " + name + ".tex", folder_.path());
      EXPECT_EQ(tex.exit_code, 0) << tex.out;
      EXPECT_THAT(tex.out, HasSubstr("(1 page"));
      EXPECT_THAT(tex.out, Not(HasSubstr("Overfull")));
    }
  }
}

// A picture that was scaled to a width was a little taller than its page: TeX put it on a second
// page, after an empty one.
TEST_F(HeavyRender, TikzOfAWidthIsOnePage) {
  if (!installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  ASSERT_EQ(
      plytrace({"search", "chess", "-d", "3", "-q", "-o", "chess.db"}, folder_.path()).exit_code,
      0);
  for (const std::string width : {"60mm", "72mm", "85mm", "97mm", "113mm", "160mm"}) {
    ASSERT_EQ(plytrace({"render", "chess.db", "--width", width, "--labels", "move,board",
                        "--max-nodes", "4", "--moves", "san", "--force", "-q", "-o", "wide.tex"},
                       folder_.path())
                  .exit_code,
              0);
    const ProgramResult tex =
        shell("pdflatex -interaction=nonstopmode -halt-on-error wide.tex", folder_.path());
    EXPECT_THAT(tex.out, HasSubstr("(1 page")) << width;
  }
}

// The same file is read twice in a two-column document, and on a slide.
TEST_F(HeavyRender, TikzIsReadIntoADocument) {
  if (!installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  for (const std::string name : {"c4", "odd"}) {
    ASSERT_EQ(plytrace({"render", name + ".db", "--width", "75mm", "--theme", "color", "-o",
                        name + ".tex"},
                       folder_.path())
                  .exit_code,
              0);
  }
  write_file(folder_ / "paper.tex",
             "\\documentclass[twocolumn]{article}\n\\usepackage{tikz}\n"
             "\\definecolor{plycut}{HTML}{ff0000}\n"
             "\\begin{document}\nBefore.\n\n\\input{c4}\n\n\\input{odd}\n\nBetween.\n\n"
             "\\input{c4}\nAfter.\n\\end{document}\n");
  const ProgramResult tex =
      shell("pdflatex -interaction=nonstopmode -halt-on-error paper.tex", folder_.path());
  EXPECT_EQ(tex.exit_code, 0) << tex.out;
  EXPECT_THAT(tex.out, Not(HasSubstr("Overfull \\hbox (")));
}

// Textbook trees, each read by \\input in a column of an article and on a slide.
TEST_F(HeavyRender, TextbookFiguresAreReadIntoColumnsAndSlides) {
  if (!installed("pdflatex") || shell("kpsewhich beamer.cls").exit_code != 0) {
    GTEST_SKIP() << "pdflatex or beamer is not installed";
  }
  std::string figures, slides;
  for (const auto& [name, tree] :
       {std::pair("three", "[[3,12,8],[2,4,6],[14,5,2]]"),
        std::pair("larger", "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]")}) {
    for (const std::string width : {"80mm", "slide"}) {
      ASSERT_EQ(plytrace({"render", "--tree", tree, "--style", "textbook", "--width", width, "-o",
                          name + width + ".tex"},
                         folder_.path())
                    .exit_code,
                0);
    }
    figures += std::string("\\begin{figure}\\centering\\input{") + name + "80mm}\\caption{" + name +
               "}\\end{figure}\n";
    slides += std::string("\\begin{frame}{") + name + "}\\centering\\input{" + name +
              "slide}\\end{frame}\n";
  }
  write_file(folder_ / "paper.tex",
             "\\documentclass[twocolumn]{article}\n\\usepackage{tikz}\n\\begin{document}\nText.\n" +
                 figures + "\\end{document}\n");
  write_file(folder_ / "slides.tex",
             "\\documentclass[aspectratio=169]{beamer}\n\\usepackage{tikz}\n\\begin{document}\n" +
                 slides + "\\end{document}\n");
  for (const std::string name : {"paper", "slides"}) {
    const ProgramResult tex =
        shell("pdflatex -interaction=nonstopmode -halt-on-error " + name + ".tex", folder_.path());
    EXPECT_EQ(tex.exit_code, 0) << tex.out;
    EXPECT_THAT(tex.out, Not(HasSubstr("Overfull"))) << name;
    EXPECT_THAT(tex.out, HasSubstr(name == "paper" ? "(1 page" : "(2 pages")) << tex.out;
  }
}

TEST_F(HeavyRender, StepsAreALecture) {
  if (!installed("pdflatex") || shell("kpsewhich beamer.cls").exit_code != 0) {
    GTEST_SKIP() << "pdflatex or beamer is not installed";
  }
  ASSERT_EQ(plytrace({"render", "--tree", "[[3,12],[2,4]]", "--steps", "--width", "slide", "-o",
                      "lecture.tex"},
                     folder_.path())
                .exit_code,
            0);
  const ProgramResult tex =
      shell("pdflatex -interaction=nonstopmode -halt-on-error lecture.tex", folder_.path());
  EXPECT_EQ(tex.exit_code, 0) << tex.out;
  EXPECT_THAT(tex.out, HasSubstr("(12 pages"));
  EXPECT_THAT(tex.out, Not(HasSubstr("Overfull")));
}

// Acts like a user and writes what it saw to where --dump-dom shows it.
constexpr const char* kDriver = R"js(
<script>
setTimeout(() => {
  const seen = [];
  try {
    const all = (what) => document.querySelectorAll(what);
    const key = (name) => (document.activeElement || document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    const heading = () => document.querySelector('#details h2').textContent;
    const first = document.getElementById('canvas').getAttribute('transform');
    key('n');
    seen.push('first step: ' + document.getElementById('message').textContent);
    seen.push('there: ' + all('.node:not(.absent)').length);
    seen.push('title: ' + document.getElementById('title').textContent);
    // The root of the fitted tree stood too near to the edge, and was moved into the middle.
    seen.push('fitted: ' + (document.getElementById('canvas').getAttribute('transform') === first));
    const root = () => all('.node')[0].querySelector('.value').textContent;
    for (let i = 0; i < 400; i++) key('n');
    seen.push('root under way: ' + root());
    key('Escape');
    seen.push('root at the end: ' + root() + ', absent ' + all('.absent').length);
    const find = document.getElementById('find');
    find.value = '/a/d';
    find.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    seen.push('found: ' + document.getElementById('found').textContent + ' ' + heading());
    document.getElementById('unfold-all').click();
    const height = all('.node .value')[0].getBoundingClientRect().height;
    seen.push('unfolded: ' + (all('.node').length > 20) + ', legible: ' + (height >= 9));
    const ghost = [...all('.node.pruned')][0];
    ghost.dispatchEvent(new MouseEvent('mouseenter'));
    seen.push('ghost: ' + /never searched.*Why:.*cutoff/s.test(document.getElementById('details').textContent));
    document.getElementById('fold-all').click();
    all('.node')[0].focus();
    key('ArrowDown');
    key('ArrowRight');
    seen.push('walked: ' + heading());
    const expanded = () => document.activeElement.getAttribute('aria-expanded');
    const before = expanded();
    key('Enter');
    seen.push('enter unfolds: ' + (before === 'false' && expanded() === 'true'));
    const boxes = [...all('.node .shape, .node .move, .ghost text, .more .shape, .condition')].map(
        (element) => element.getBoundingClientRect());
    let overlaps = 0, spills = 0;
    for (let i = 0; i < boxes.length; i++) {
      for (let k = i + 1; k < boxes.length; k++) {
        if (boxes[i].left < boxes[k].right - 1 && boxes[k].left < boxes[i].right - 1 &&
            boxes[i].top < boxes[k].bottom - 1 && boxes[k].top < boxes[i].bottom - 1) overlaps++;
      }
    }
    all('.node').forEach((node) => {
      const shape = node.querySelector('.shape').getBoundingClientRect();
      node.querySelectorAll('.value, .window').forEach((text) => {
        const box = text.getBoundingClientRect();
        if (box.left < shape.left - 0.5 || box.right > shape.right + 0.5) spills++;
      });
    });
    seen.push('overlaps: ' + overlaps + ', spills: ' + spills);
    seen.push('requests: ' + performance.getEntriesByType('resource').length);
    seen.push('unnamed: ' + all('[role=treeitem]:not([aria-label])').length);
  } catch (error) {
    seen.push('error: ' + error.stack);
  }
  const result = document.createElement('pre');
  result.textContent = 'SEEN\n' + seen.join('\n');
  document.body.append(result);
}, 200);
</script></body>)js";

std::string in_browser(const std::string& folder, const std::string& page,
                       const std::string& how = "--window-size=1300,850") {
  return shell(kBrowser + std::string(" --no-sandbox --disable-gpu --user-data-dir=profile ") +
                   how + " --virtual-time-budget=5000 --dump-dom file://$PWD/" + page,
               folder)
      .out;
}

// The output that a script leaves at the end of the page into which it was inserted.
std::string seen_in_browser(const std::string& folder, const std::string& page,
                            const std::string& script, const std::string& how) {
  std::string text = read_file(folder + "/" + page);
  text.replace(text.rfind("</body>"), 7, "<script>" + script + "</script></body>");
  write_file(folder + "/driven.html", text);
  const std::string dom = in_browser(folder, "driven.html", how);
  return dom.substr(std::min(dom.rfind("SEEN"), dom.size()));
}

TEST_F(HeavyRender, HtmlWorksInABrowserWithoutNetwork) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  ASSERT_EQ(plytrace({"render", "c4.db", "-o", "c4.html"}, folder_.path()).exit_code, 0);
  std::string page = read_file(folder_ / "c4.html");
  page.replace(page.rfind("</body>"), 7, kDriver);
  write_file(folder_ / "driven.html", page);
  std::string dom = in_browser(folder_.path(), "driven.html");
  dom = dom.substr(std::min(dom.find("SEEN"), dom.size()));
  EXPECT_THAT(dom, HasSubstr("first step: Step 1 of "));
  EXPECT_THAT(dom, HasSubstr(": / entered, MAX, window (-inf, +inf)"));
  EXPECT_THAT(dom, HasSubstr("there: 1\n"));
  EXPECT_THAT(dom, HasSubstr("evaluator ways\nfitted: true\n"));
  EXPECT_THAT(dom, HasSubstr("root under way: \u221217 \u2026"));
  EXPECT_THAT(dom, HasSubstr("root at the end: \u22124, absent 0"));
  EXPECT_THAT(dom, HasSubstr("found: 1 of 1 /a/d"));
  EXPECT_THAT(dom, HasSubstr("unfolded: true, legible: true"));
  EXPECT_THAT(dom, HasSubstr("ghost: true"));
  EXPECT_THAT(dom, HasSubstr("walked: /b"));
  EXPECT_THAT(dom, HasSubstr("enter unfolds: true"));
  EXPECT_THAT(dom, HasSubstr("overlaps: 0, spills: 0"));
  EXPECT_THAT(dom, HasSubstr("requests: 0"));
  EXPECT_THAT(dom, HasSubstr("unnamed: 0"));
}

// The initial view: which parts of it lie outside, and the size of its texts.
constexpr const char* kFirstView = R"js(
setTimeout(() => {
  const view = document.getElementById('view').getBoundingClientRect();
  const outside = [...document.querySelectorAll('.node')].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom;
  });
  const result = document.createElement('pre');
  result.textContent = 'SEEN nodes: ' + document.querySelectorAll('.node').length +
      ', outside: ' + outside.length + ', too wide: ' + (document.documentElement.scrollWidth > innerWidth) +
      ', legible: ' + (document.querySelector('.window').getBoundingClientRect().height >= 6) +
      ', page: ' + getComputedStyle(document.body).backgroundColor +
      ', text: ' + getComputedStyle(document.querySelector('.value')).fill +
      ', line: ' + getComputedStyle(document.querySelector('.edge')).stroke;
  document.body.append(result);
}, 200);
)js";

TEST_F(HeavyRender, TheFirstViewIsFittedOnAScreenOnAPhoneAndInTheDark) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  ASSERT_EQ(plytrace({"render", "c4.db", "-o", "c4.html"}, folder_.path()).exit_code, 0);
  const auto seen = [&](const std::string& how) {
    return seen_in_browser(folder_.path(), "c4.html", kFirstView, how);
  };
  const std::string fitted = "outside: 0, too wide: false, legible: true, ";
  EXPECT_THAT(seen("--window-size=1300,850"),
              HasSubstr(fitted + "page: rgb(255, 255, 255), text: rgb(17, 17, 17)"));
  EXPECT_THAT(seen("--window-size=500,844"), HasSubstr(fitted));
  EXPECT_THAT(seen("--window-size=1300,850 --blink-settings=preferredColorScheme=0"),
              HasSubstr(fitted + "page: rgb(27, 27, 27), text: rgb(238, 238, 238), line: rgb(2"));
}

TEST_F(HeavyRender, APrintedPageHoldsTheWholeTreeOnOneSheet) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  ASSERT_EQ(plytrace({"render", "c4.db", "-o", "c4.html"}, folder_.path()).exit_code, 0);
  shell(kBrowser + std::string(" --no-sandbox --disable-gpu --user-data-dir=profile "
                               "--print-to-pdf=c4.pdf file://$PWD/c4.html"),
        folder_.path());
  const std::string pdf = read_file(folder_ / "c4.pdf");
  EXPECT_THAT(pdf, HasSubstr("/Count 1"));
}

// A page of 100,000 nodes draws only some hundreds of them, whatever the user does.
constexpr const char* kLarge = R"js(
setTimeout(() => {
  const count = () => document.querySelectorAll('.node').length;
  const seen = ['places: ' + (JSON.parse(document.getElementById('data').textContent).nodes.count >= 100000)];
  let most = count();
  const look = () => { most = Math.max(most, count()); };
  document.getElementById('unfold-all').click();
  look();
  const slider = document.getElementById('step');
  slider.value = slider.max / 2;
  slider.dispatchEvent(new Event('input'));
  look();
  seen.push('message: ' + /^Step [0-9]+ of [0-9]+: /.test(document.getElementById('message').textContent));
  document.getElementById('step-end').click();
  const find = document.getElementById('find');
  find.value = '/d/d/c';
  find.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  look();
  seen.push('found: ' + document.getElementById('found').textContent, 'few: ' + (most < 1000));
  const result = document.createElement('pre');
  result.textContent = 'SEEN ' + seen.join(', ');
  document.body.append(result);
}, 200);
)js";

TEST_F(HeavyRender, APageOfAHundredThousandNodesDrawsFewAtATime) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "8", "-o", "c8.db"}, folder_.path()).exit_code,
            0);
  ASSERT_EQ(plytrace({"render", "c8.db", "--max-nodes", "100000", "-o", "c8.html"}, folder_.path())
                .exit_code,
            0);
  EXPECT_THAT(seen_in_browser(folder_.path(), "c8.html", kLarge, "--window-size=1300,850"),
              HasSubstr("places: true, message: true, found: 1 of 1, few: true"));
}

TEST_F(HeavyRender, HtmlOfStrangeMovesRunsNothingOfThem) {
  ASSERT_EQ(plytrace({"render", "odd.db", "-o", "odd.html"}, folder_.path()).exit_code, 0);
  const std::string page = read_file(folder_ / "odd.html");
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  const std::string dom = in_browser(folder_.path(), "odd.html");
  EXPECT_THAT(dom, HasSubstr("&lt;/script&gt;"));
  EXPECT_THAT(dom, Not(HasSubstr("<script>alert")));
}

// Measures texts of an SVG in the browser: they lie within their outlines and do not overlap.
constexpr const char* kMeasure = R"js(
<script>
setTimeout(() => {
  const texts = [...document.querySelectorAll('g.node text, g.edge text')].map((e) => e.getBBox());
  let overlaps = 0, spills = 0;
  for (let i = 0; i < texts.length; i++) {
    for (let k = i + 1; k < texts.length; k++) {
      if (texts[i].x < texts[k].x + texts[k].width - 0.5 && texts[k].x < texts[i].x + texts[i].width - 0.5 &&
          texts[i].y < texts[k].y + texts[k].height - 2.5 && texts[k].y < texts[i].y + texts[i].height - 2.5) overlaps++;
    }
  }
  document.querySelectorAll('g.node').forEach((node) => {
    const shape = node.querySelector('polygon, path, ellipse');
    if (!shape || !node.querySelector('text') || node.id === '') return;
    if (/^legend/.test(node.querySelector('title').textContent)) return;
    const box = shape.getBBox();
    node.querySelectorAll('text').forEach((text) => {
      const inner = text.getBBox();
      if (inner.x < box.x - 0.5 || inner.x + inner.width > box.x + box.width + 0.5) spills++;
    });
  });
  const result = document.createElement('pre');
  result.textContent = 'SEEN texts: ' + texts.length + ', overlaps: ' + overlaps + ', spills: ' + spills;
  document.body.append(result);
}, 200);
</script>)js";

TEST_F(HeavyRender, TextsOfTheSvgStayInTheirOutlinesAndApart) {
  if (!installed(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
  for (const std::string name : {"c4", "odd"}) {
    ASSERT_EQ(plytrace({"render", name + ".db", "--legend", "-o", name + ".svg"}, folder_.path())
                  .exit_code,
              0);
    std::string svg = read_file(folder_ / (name + ".svg"));
    svg = svg.substr(svg.find("<svg"));
    write_file(folder_ / "page.html",
               "<!DOCTYPE html><html><body>" + svg + kMeasure + "</body></html>");
    std::string dom = in_browser(folder_.path(), "page.html");
    dom = dom.substr(std::min(dom.rfind("SEEN"), dom.size()));
    EXPECT_THAT(dom, HasSubstr("overlaps: 0, spills: 0")) << name;
  }
}

}  // namespace
}  // namespace plytrace::test
