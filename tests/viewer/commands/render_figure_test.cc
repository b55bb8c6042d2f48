// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/render.cc and tree_*.cc as used for papers and lectures: textbook
// trees, captions, steps, searches side by side, exercises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "tests/pattern.h"
#include "tests/test_support.h"
#include "tests/viewer/commands/figure_support.h"
#include "tests/viewer/picture_text.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RenderTextbook : public ::testing::Test {
 protected:
  void search(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "search");
    arguments.insert(arguments.end(), {"-o", "t.db", "--force"});
    const ProgramResult result = plytrace(arguments, folder_.path());
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  std::string dot(std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"render", "t.db", "--to", "dot", "-o", "-"});
    const ProgramResult result = plytrace(options, folder_.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }
  ScratchFolder folder_;
};

TEST_F(RenderTextbook, AGhostHasItsMoveAboveAndItsTrueValueInTheBox) {
  search({"tree", "--position", kThreeByThree});
  const std::string text = dot();
  EXPECT_THAT(statement(text, "n6 -> n6_skip1"), HasSubstr(" label=\"2\""));
  EXPECT_THAT(statement(text, "n6_skip1"), HasSubstr("label=\"4\""));
  EXPECT_THAT(statement(text, "n6 -> n6_skip2"), HasSubstr(" label=\"3\""));
  EXPECT_THAT(statement(text, "n6_skip2"), HasSubstr("label=\"6\""));
  const std::string values = dot({"--labels", "value,bound"});
  EXPECT_THAT(statement(values, "n6_skip1"), HasSubstr("label=\"4\""));
  EXPECT_THAT(statement(values, "n6 -> n6_skip1"), Not(HasSubstr(" label=")));
  EXPECT_THAT(statement(values, "n6"), HasSubstr("<B>\u2264 2</B>"));
  const std::string moves = dot({"--labels", "move"});
  EXPECT_THAT(statement(moves, "n6_skip1"), HasSubstr("label=\"\""));
}

TEST_F(RenderTextbook, APrunedSubtreeIsDrawnWithTrueValues) {
  search(
      {"tree", "--position", "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]"});
  const std::string ghost = dot({"--pruned", "ghost"});
  EXPECT_THAT(ghost, HasSubstr(">8</FONT><BR/><FONT POINT-SIZE=\"8\">6 nodes</FONT>"));
  const std::string tree = dot({"--pruned", "tree"});
  // The third move's second reply: MAX would choose 8 of {min(9, 8), 6}.
  const std::string cut = "n22_skip1";
  EXPECT_THAT(statement(tree, cut), HasSubstr("shape=house, style=dotted"));
  EXPECT_THAT(statement(tree, cut), HasSubstr("label=\"8\""));
  EXPECT_THAT(statement(tree, cut + "_skip1"), HasSubstr("shape=invhouse, style=dotted"));
  EXPECT_THAT(statement(tree, cut + "_skip1_skip1"), HasSubstr("label=\"9\""));
  EXPECT_THAT(statement(tree, cut + "_skip1_skip2"), HasSubstr("label=\"8\""));
  EXPECT_THAT(statement(tree, cut + "_skip2_skip1"), HasSubstr("label=\"6\""));
  // Only the cut edge has the mark.
  EXPECT_THAT(statement(tree, "n22 -> " + cut), HasSubstr("teetee"));
  EXPECT_THAT(statement(tree, cut + " -> " + cut + "_skip1"), Not(HasSubstr("teetee")));
  // Beyond the node budget a roof shows the number of nodes below.
  const std::string roof = dot({"--pruned", "tree", "--depth", "2"});
  EXPECT_THAT(statement(roof, cut + "_more1"), HasSubstr("shape=triangle"));
  EXPECT_THAT(statement(roof, cut + "_more1"), HasSubstr("label=\"5 nodes\""));
}

TEST_F(RenderTextbook, GapsStandInTheOrderOfTheSearch) {
  search({"connect4", "-d", "8"});
  const std::string text = dot({"--depth", "1", "--max-nodes", "4"});
  // a, b and d are selected; the gap for c lies between b and d.
  std::vector<std::string> order;
  const Pattern edge("n1 -> n[0-9a-z_]+ \\[[^\\n]* label=\"([^\"]*)\"");
  for (const Match& found : edge.find_all(text)) order.push_back(found[1]);
  EXPECT_THAT(order, ::testing::ElementsAre("a", "b", "c", "d", "e\u2013g"));
  EXPECT_THAT(text, HasSubstr("label=\"26,747 nodes\""));
  EXPECT_THAT(text, HasSubstr("label=\"85,183 nodes\""));
}

// The size of a pruned subtree is estimated from depth and branching for an unknown game; otherwise
// it is a lower bound.
TEST_F(RenderTextbook, AGhostSaysHowSureItsSizeIs) {
  make_trace(folder_ / "t.db", unknown_game_sql());
  sql(folder_ / "t.db", "UPDATE node SET depth = 3, legal = 4 WHERE id = 9");
  EXPECT_THAT(statement(dot(), "n9_skip1"), HasSubstr("~21 nodes"));
  sql(folder_ / "t.db", "UPDATE node SET depth = NULL WHERE id = 9");
  EXPECT_THAT(statement(dot(), "n9_skip1"), HasSubstr("\u2265 1 node"));
}

// A null-window probe has no principal variation, and that of the pass does not apply to another
// subtree.
TEST_F(RenderTextbook, BoldIsThePrincipalVariationOfThePassAlone) {
  search({"tree", "--position", kThreeByThree, "-a", "mtdf"});
  EXPECT_THAT(statement(dot(), "n1"), Not(HasSubstr("penwidth=2.4")));
  search({"tree", "--position", kThreeByThree});
  const std::string below = dot({"--root", "/2"});
  EXPECT_THAT(below, Not(HasSubstr("penwidth=2.4")));
  EXPECT_THAT(below, HasSubstr("pass 1, below /2 (value"));
  EXPECT_THAT(statement(dot({"--root", "/1"}), "n2"), HasSubstr("penwidth=2.4"));
}

TEST_F(RenderTree, TheTextbookStyleHasTrianglesBareLeavesAndNoCaption) {
  const std::string text = dot(kThreeByThree, {"--style", "textbook"});
  EXPECT_THAT(statement(text, "n1"), HasSubstr("shape=triangle"));
  EXPECT_THAT(statement(text, "n6"), HasSubstr("shape=invtriangle"));
  EXPECT_THAT(statement(text, "n6"), HasSubstr("<B>\u2264 2</B>"));
  EXPECT_THAT(statement(text, "n3"), HasSubstr("shape=plaintext"));
  EXPECT_THAT(statement(text, "n6_skip1"), HasSubstr("shape=plaintext, style=dotted"));
  EXPECT_THAT(statement(text, "n6_skip2"), HasSubstr("label=\"6\""));
  EXPECT_THAT(statement(text, "n6 -> n6_skip2"), HasSubstr("teetee"));
  EXPECT_THAT(text, HasSubstr("labeljust=l, label=\"\"]"));
  EXPECT_THAT(text, Not(HasSubstr("headlabel")));
  EXPECT_THAT(dot(kThreeByThree, {"-a", "minimax", "--style", "textbook"}),
              Not(HasSubstr("_skip")));
}

TEST_F(RenderTree, KeepsNothingAndNeedsExactlyOneSource) {
  const auto entries = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  };
  const ProgramResult svg = plytrace(
      {"render", "--tree", kThreeByThree, "-o", "fig.svg", "--style", "textbook"}, folder_.path());
  EXPECT_EQ(svg.exit_code, 0) << svg.err;
  EXPECT_THAT(entries(), ::testing::ElementsAre("fig.svg"));
  const ProgramResult none = plytrace({"render", "-o", "x.svg"}, folder_.path());
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("give one, or --tree"));
  EXPECT_EQ(render("[[1,", {"--to", "svg"}).exit_code, 3);
  EXPECT_EQ(render("[1]", {"--to", "svg", "-a", "guess"}).exit_code, 2);
  make_trace(folder_ / "t.db", unknown_game_sql());
  EXPECT_EQ(plytrace({"render", "t.db", "--tree", "[1]", "-o", "x.svg"}, folder_.path()).exit_code,
            2);
  EXPECT_EQ(plytrace({"render", "t.db", "-a", "pvs", "-o", "x.svg"}, folder_.path()).exit_code, 2);
}

TEST_F(RenderTree, TheCaptionIsNoneShortOrFullAndTheFileKnowsItAll) {
  const std::string third = "position [[3,12,8],[2,4,6],[14,5,2]]";
  for (const auto& [caption, lines] :
       {std::pair("none", 0U), std::pair("short", 1U), std::pair("full", 3U)}) {
    const std::string svg = render(kThreeByThree, {"--to", "svg", "--caption", caption}).out;
    EXPECT_EQ(xml_error(svg), "");
    EXPECT_EQ(Pattern("text-anchor=\"start\"").find_all(svg).size(), lines);
    EXPECT_THAT(svg, HasSubstr(third + "\n</desc>"));
    const std::string tex = render(kThreeByThree, {"--to", "tex", "--caption", caption}).out;
    EXPECT_THAT(tex, HasSubstr("\n% " + third + "\n"));
  }
}

TEST_F(RenderTree, ThePdfIsAsLargeAsItsPicture) {
  const std::string pdf =
      render(kThreeByThree, {"--to", "pdf", "--style", "textbook", "--width", "60mm"}).out;
  const Match box = Pattern("/MediaBox \\[ ?0 0 ([0-9.]+) ([0-9.]+) ?\\]").find(pdf);
  ASSERT_TRUE(box);
  EXPECT_NEAR(std::stod(box[1]), 128.6, 1);
  const std::string small =
      render(kThreeByThree, {"--to", "png", "--style", "textbook", "--dpi", "72"}).out;
  const std::string large =
      render(kThreeByThree, {"--to", "png", "--style", "textbook", "--dpi", "300"}).out;
  const auto pixels = [](const std::string& png) {
    return (static_cast<unsigned char>(png[18]) << 8) + static_cast<unsigned char>(png[19]);
  };
  EXPECT_NEAR(pixels(large), pixels(small) * 300.0 / 72, 5);
}

// The last document information of a PDF, found through the table of objects, as a reader does.
std::string pdf_information(const std::string& pdf) {
  const auto number = [&](std::size_t at) { return std::stoul(pdf.substr(at)); };
  const std::size_t table = number(pdf.rfind("startxref") + 10);
  EXPECT_EQ(pdf.compare(table, 5, "xref\n"), 0);
  const std::size_t entry = pdf.find('\n', table + 5) + 1;
  const std::size_t object = number(entry);
  EXPECT_EQ(number(object), number(table + 5));  // the object has the expected number
  return pdf.substr(object, pdf.find("endobj", object) - object);
}

TEST_F(RenderTree, APdfKnowsItsTitleAndMakerAndNoTimeOfDay) {
  const std::string pdf =
      render(kThreeByThree, {"--to", "pdf", "--caption", "none", "--title", "A \u2264 B"}).out;
  const std::string information = pdf_information(pdf);
  EXPECT_THAT(information, HasSubstr("/Title <FEFF00410020226400200042>"));
  EXPECT_THAT(information, HasSubstr("/Creator (plytrace)"));
  EXPECT_THAT(information, HasSubstr("/CreationDate (D:20000101000000Z)"));
  // "position [[3": the complete caption, whether it is drawn or not.
  EXPECT_THAT(information, HasSubstr("0070006F0073006900740069006F006E0020005B005B0033"));
  EXPECT_EQ(
      pdf,
      render(kThreeByThree, {"--to", "pdf", "--caption", "none", "--title", "A \u2264 B"}).out);
}

// textLength keeps the measured width of a text if another font is used.
TEST_F(RenderTree, TextsOfAnSvgCarryTheirWidth) {
  const std::string svg = render(kThreeByThree, {"--to", "svg"}).out;
  EXPECT_THAT(svg, HasSubstr("font-family=\"DejaVu Sans,Verdana,sans-serif\""));
  // "12" in bold of 12 points: two digits, each 0.696 em wide.
  EXPECT_THAT(svg, HasSubstr("font-size=\"12\" font-weight=\"bold\" textLength=\"16.7\""));
  EXPECT_EQ(xml_error(svg), "");
}

TEST_F(RenderTree, StepsAreFilesOverlaysOrOneMovingPicture) {
  const auto run = [&](const std::string& output) {
    return plytrace({"render", "--tree", "[[3,12],[2,4]]", "--steps", "-o", output},
                    folder_.path());
  };
  ASSERT_EQ(run("s-%d.svg").exit_code, 0);
  // The steps enter the root, its first move, that move's two leaves, and so on: 12 steps, 12
  // files.
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names.size(), 12U);
  EXPECT_EQ(*names.begin(), "s-01.svg");
  EXPECT_EQ(*names.rbegin(), "s-12.svg");
  const auto size = [&](const std::string& name) {
    const std::string svg = read_file(folder_ / name);
    EXPECT_EQ(xml_error(svg), "");
    return svg.substr(svg.find("viewBox"), 40);
  };
  const auto shown = [&](const std::string& name) {
    const std::string svg = read_file(folder_ / name);
    return Pattern("class=\"node\"").find_all(svg).size();
  };
  EXPECT_EQ(size("s-01.svg"), size("s-12.svg"));
  EXPECT_EQ(shown("s-01.svg"), 1);
  EXPECT_EQ(shown("s-12.svg"), 7);
  EXPECT_THAT(read_file(folder_ / "s-01.svg"),
              HasSubstr("Step 1 of 12: MAX is to move at the root."));
  // The root has 3 so far and is still open: later results are not shown.
  EXPECT_THAT(read_file(folder_ / "s-08.svg"), HasSubstr(">3 \u2026</text>"));
  EXPECT_THAT(read_file(folder_ / "s-08.svg"), Not(HasSubstr("2 \u2264 3")));
  EXPECT_THAT(read_file(folder_ / "s-12.svg"), HasSubstr("2 \u2264 3"));
  // A browser shows the title as a tooltip, which gave the result away.
  EXPECT_THAT(read_file(folder_ / "s-08.svg"), Not(HasSubstr("value 3")));
  EXPECT_THAT(read_file(folder_ / "s-12.svg"), HasSubstr("value 3, best move 1</title>"));
  ASSERT_EQ(run("all.svg").exit_code, 0);
  const std::string moving = read_file(folder_ / "all.svg");
  EXPECT_EQ(xml_error(moving), "");
  EXPECT_THAT(moving, HasSubstr("values=\"hidden;visible\" keyTimes=\"0;0.91667\" dur=\"24s\""));
  EXPECT_THAT(moving, HasSubstr("max-width:100%"));
  // It played for ever, and nothing stopped it.
  EXPECT_THAT(moving, HasSubstr("end=\"plytrace-steps.click\" repeatCount=\"1\" fill=\"freeze\""));
  EXPECT_THAT(moving, HasSubstr("@media (prefers-reduced-motion: reduce)"));
  ASSERT_EQ(run("all.tex").exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "all.tex"), HasSubstr("\\only<12>{"));
  EXPECT_THAT(read_file(folder_ / "all.tex"),
              HasSubstr("\\begin{frame}{tree (root max), alphabeta (fail{-}soft), depth 2"));
  // This tree fits on a slide; the slide of a larger tree was 468 pt too high.
  ASSERT_EQ(plytrace({"render", "--tree", "[[3,12],[2,4]]", "--steps", "--width", "slide", "-o",
                      "slide.tex"},
                     folder_.path())
                .exit_code,
            0);
  EXPECT_EQ(read_file(folder_ / "all.tex"), read_file(folder_ / "slide.tex"));
  EXPECT_EQ(run("all.pdf").exit_code, 2);
  EXPECT_EQ(run("all.html").exit_code, 2);
}

// The sentence wrote "-4 <= alpha -3" with hyphens below a picture with minus signs.
TEST_F(RenderTree, TheSentenceOfAStepHasTheSignsOfThePicture) {
  const auto drawn = plytrace({"render", "--tree", "[[-3,12],[-4,6]]", "--steps", "-o", "s-%d.svg"},
                              folder_.path());
  ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(read_file(folder_ / "s-10.svg"), HasSubstr("\u22124,"));
}

// The sentence is wrapped to a second line, so that a small tree is not scaled down.
TEST_F(RenderTree, TheSentenceOfAStepMakesNoTreeSmaller) {
  ASSERT_EQ(plytrace({"render", "--tree", kThreeByThree, "--style", "textbook", "--steps",
                      "--width", "slide", "-o", "s-%d.svg"},
                     folder_.path())
                .exit_code,
            0);
  const std::string svg = read_file(folder_ / "s-01.svg");
  const double width = std::stod(svg.substr(svg.find("viewBox=\"0 0 ") + 13));
  EXPECT_LT(width, 310);
  EXPECT_NEAR(width_of_svg(svg) / width, 8.0 / 12, 0.001);
}

// Only seven steps on two nodes were drawn of a longer lecture, without a hint how to get all.
TEST_F(RenderTree, WhereASlideHoldsLittleItsStepsSayWhatHoldsAll) {
  const auto drawn =
      plytrace({"render", "--tree", kLarger, "--steps", "-o", "s.tex"}, folder_.path());
  ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.err, HasSubstr("of 25 nodes with text of 8 pt; --"));
}

// The position of a node, from its DOT statement.
std::pair<double, double> position_of(const std::string& statement) {
  const Match found = Pattern("pos=\"([0-9.]+),([0-9.]+)\"").find(statement);
  EXPECT_TRUE(found) << statement;
  return found ? std::pair(std::stod(found[1]), std::stod(found[2])) : std::pair(0.0, 0.0);
}

TEST_F(RenderTree, BesideStandsTheOtherSearchInTheSameLayout) {
  const std::string text = dot(kThreeByThree, {"-a", "minimax", "--beside", "alphabeta"});
  EXPECT_THAT(statement(text, "heading1"), HasSubstr("label=\"minimax: 13 nodes\""));
  EXPECT_THAT(statement(text, "heading2"), HasSubstr("label=\"alphabeta: 11 nodes\""));
  EXPECT_THAT(statement(text, "a6"), HasSubstr("<B>2</B>"));
  EXPECT_THAT(statement(text, "b6"), HasSubstr("<B>\u2264 2</B>"));
  // Moves that alpha-beta skipped are drawn with the value from minimax, and cut.
  EXPECT_THAT(statement(text, "b6_skip1"), HasSubstr("label=\"4\""));
  EXPECT_THAT(statement(text, "b6_skip2"), HasSubstr("label=\"6\""));
  EXPECT_THAT(statement(text, "b6 -> b6_skip1"), HasSubstr("teetee"));
  EXPECT_THAT(text, Not(HasSubstr("a6_skip1")));
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"a1", "b1"}, {"a6", "b6"}, {"a8", "b6_skip1"}, {"a9", "b6_skip2"}, {"a13", "b11"}};
  const double shift =
      position_of(statement(text, "b1")).first - position_of(statement(text, "a1")).first;
  EXPECT_GT(shift, 100);
  for (const auto& [left, right] : pairs) {
    const auto [x, y] = position_of(statement(text, left));
    const auto [other_x, other_y] = position_of(statement(text, right));
    EXPECT_NEAR(other_x - x, shift, 0.02) << left;
    EXPECT_EQ(y, other_y) << left;
  }
}

// The null-window searches of PVS were drawn at the right end without explanation, as if moves had
// been searched twice for nothing.
TEST_F(RenderTree, BesideASearchThatRepeatsMovesSaysSoInTheOrderOfTime) {
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder_.path()); };
  const std::string tree = "[[[1,2],[3,4]],[[7,8],[9,6]],[[5,3],[4,9]]]";
  run({"search", "tree", "--position", tree, "-o", "a.db"});
  run({"search", "tree", "--position", tree, "-a", "pvs", "-o", "b.db"});
  const std::string text =
      run({"render", "a.db", "--beside", "b.db", "--to", "dot", "-o", "-"}).out;
  const Match first = Pattern("b1 -> (b[0-9]+) [^\n]*label=\"2 .null window.\"").find(text);
  const Match second = Pattern("b1 -> (b[0-9]+) [^\n]*label=\"2 .re-search.\"").find(text);
  ASSERT_TRUE(first && second) << text;
  EXPECT_LT(position_of(statement(text, first[1])).first,
            position_of(statement(text, second[1])).first);
}

// A cut of the null-window search was drawn in the tree of alpha-beta, which has no such node.
TEST_F(RenderTree, BesideHangsNothingWhereTheTreeHasNoNode) {
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder_.path()); };
  const std::string tree = "[[[1,2],[3,4]],[[7,8],[9,6]],[[5,3],[4,9]]]";
  run({"search", "tree", "--position", tree, "-o", "a.db"});
  run({"search", "tree", "--position", tree, "-a", "pvs", "-o", "b.db"});
  for (const std::string pruned : {"ghost", "tree", "count"}) {
    const std::string text =
        run({"render", "a.db", "--beside", "b.db", "--pruned", pruned, "--to", "dot", "-o", "-"})
            .out;
    std::set<std::string> nodes, above;
    for (const Match& found : Pattern("\n  ([ab][0-9a-z_]+) \\[").find_all(text)) {
      nodes.insert(found[1]);
    }
    for (const Match& found : Pattern("\n  ([ab][0-9a-z_]+) -> ([ab][0-9a-z_]+) ").find_all(text)) {
      above.insert(found[2]);
      EXPECT_EQ(nodes.count(found[1]), 1U) << found[1];
    }
    EXPECT_EQ(nodes.size(), above.size() + 2) << pruned;  // all but the two roots
  }
}

// None of 50 tooltips below --root /e named the node correctly: `show` resolved the path to another
// node.
TEST_F(RenderTree, TooltipsNameNodesAsShowDoes) {
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder_.path()); };
  run({"search", "connect4", "-d", "4", "-a", "pvs", "-q", "-o", "t.db"});
  std::size_t seen = 0, repeated = 0;
  for (const std::string root : {"/", "/e", "/c/d"}) {
    const std::string svg =
        run({"render", "t.db", "--root", root, "--max-nodes", "60", "--to", "svg", "-o", "-"}).out;
    for (const Match& found : Pattern("xlink:title=\"(/[^ ]*) \\(#([0-9]+)\\)").find_all(svg)) {
      if (seen++ % 5 != 0 && found[1].find('~') == std::string::npos) continue;
      repeated += found[1].find('~') == std::string::npos ? 0U : 1U;
      const auto shown = parse_json(run({"show", "t.db", found[1], "--format", "json"}).out);
      EXPECT_EQ(shown["node"].dump(), found[2]) << found[1];
    }
  }
  EXPECT_GT(seen, 100U);
  EXPECT_GT(repeated, 0U);
}

// A MAX node above leaves 1 and 2 was shown with the value "<= 2".
TEST_F(RenderTree, ATextbookValueFollowsFromTheDrawnChildren) {
  const std::string tree = "[[6,7],[[1,2],9]]";
  const std::string plain = dot(tree, {});
  EXPECT_THAT(statement(plain, "n6"), HasSubstr("<B>\u2264 2</B>"));
  const std::string textbook = dot(tree, {"--style", "textbook"});
  EXPECT_THAT(statement(textbook, "n6"), HasSubstr("<B>2</B>"));
  // A node whose last move cut has skipped no move.
  EXPECT_THAT(statement(dot("[[6,7],[8,[2,[7,4]]]]", {"--style", "textbook"}), "n9"),
              HasSubstr("<B>4</B>"));
  // Its parent was cut, so the parent's other move was not searched.
  EXPECT_THAT(statement(textbook, "n5"), HasSubstr("<B>\u2264 2</B>"));
}

TEST_F(RenderTree, BesideNeedsThePositionOfTheFirstAndAPicture) {
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder_.path()); };
  run({"search", "tree", "--position", kThreeByThree, "-o", "a.db"});
  run({"search", "tree", "--position", "[1,2]", "-o", "b.db"});
  const ProgramResult other = run({"render", "a.db", "--beside", "b.db", "-o", "x.svg"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("did not search the same position"));
  EXPECT_EQ(run({"render", "a.db", "--beside", "none.db", "-o", "x.svg"}).exit_code, 3);
  EXPECT_EQ(run({"render", "a.db", "--beside", "a.db", "-o", "x.html"}).exit_code, 2);
  EXPECT_EQ(run({"render", "a.db", "--beside", "a.db", "--steps", "-o", "x.tex"}).exit_code, 2);
  EXPECT_EQ(run({"render", "a.db", "--beside", "a.db", "-o", "a.db", "--force"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.svg"));
}

TEST_F(RenderTree, NamesSizesAndRanksAreWrittenWhereAsked) {
  const std::string text = dot(kThreeByThree, {"--labels", "name,size,rank"});
  EXPECT_THAT(statement(text, "n1"), HasSubstr("<B>A</B>"));
  EXPECT_THAT(statement(text, "n1"), HasSubstr(">11 nodes<"));
  EXPECT_THAT(statement(text, "n1"), Not(HasSubstr("move 1")));
  EXPECT_THAT(statement(text, "n2"), HasSubstr("<B>B</B>"));
  EXPECT_THAT(statement(text, "n6"), HasSubstr("<B>C</B>"));
  EXPECT_THAT(statement(text, "n6"), HasSubstr(">2 nodes<"));
  EXPECT_THAT(statement(text, "n6"), HasSubstr(">move 2 of 3<"));
  EXPECT_THAT(statement(text, "n4"), HasSubstr("\"move 2 of 3\""));  // leaves have no name
  EXPECT_THAT(statement(text, "n6_skip1"), HasSubstr("label=\"\""));
}

TEST_F(RenderTree, AnExerciseHasTheRoomOfItsSolutionAndNothingElse) {
  const auto box = [](const std::string& dot) { return dot.substr(dot.find("bb="), 30); };
  const std::string solution = dot(kThreeByThree, {"--style", "textbook"});
  const std::string values = dot(kThreeByThree, {"--style", "textbook", "--blank", "values"});
  EXPECT_THAT(statement(values, "n6"), HasSubstr("<B> </B>"));
  EXPECT_THAT(statement(values, "n7"), HasSubstr("<B>2</B>"));
  EXPECT_THAT(values, Not(HasSubstr("penwidth=2.4")));
  // The caption revealed the answer.
  const std::string captioned = dot(kThreeByThree, {"--blank", "values"});
  EXPECT_THAT(captioned, HasSubstr("depth 2, evaluator scores"));
  EXPECT_THAT(captioned, Not(AnyOf(HasSubstr("value 3"), HasSubstr("best move"))));
  const std::string beside = dot(kThreeByThree, {"--blank", "values", "--beside", "minimax"});
  EXPECT_THAT(beside, Not(AnyOf(HasSubstr("value 3"), HasSubstr("best move"))));
  EXPECT_THAT(statement(values, "n6_skip1"), HasSubstr("label=\"4\""));
  const std::string cuts = dot(kThreeByThree, {"--style", "textbook", "--blank", "cuts"});
  EXPECT_THAT(cuts, Not(HasSubstr("teetee")));
  EXPECT_THAT(cuts, Not(HasSubstr("dotted")));
  EXPECT_THAT(statement(cuts, "n6_skip1"), HasSubstr("<B>4</B>"));
  EXPECT_THAT(box(solution), HasSubstr("bb=\"0,0,"));
  const std::string windows = dot(kThreeByThree, {"--blank", "windows"});
  EXPECT_THAT(statement(windows, "n6"), HasSubstr("(    ,    )"));
  EXPECT_THAT(windows, Not(HasSubstr("(3, +\u221E)</FONT>")));
  // A skipped move had no window in its box, which revealed that it was skipped.
  const std::string no_cuts = dot(kThreeByThree, {"--blank", "cuts"});
  EXPECT_THAT(statement(no_cuts, "n6_skip1"), HasSubstr("(    ,    )"));
  EXPECT_THAT(statement(no_cuts, "n6_skip1"), Not(HasSubstr("<B>(")));
  EXPECT_THAT(statement(no_cuts, "n7"), HasSubstr("(    ,    )"));
  EXPECT_THAT(no_cuts, Not(HasSubstr("tooltip=")));
  EXPECT_THAT(no_cuts, Not(HasSubstr("\u221E)</FONT>")));
}

// Solutions drew what was pruned in whatever space was left, and captions broke at other words.
TEST_F(RenderTree, AWorksheetCanBeLaidOverItsSolution) {
  const auto places = [](const std::string& svg) {
    const std::regex shape("<svg [^>]*>|points=\"[^\"]*\"|<ellipse [^>]*c[xy]=\"[^\"]*\"");
    std::vector<std::string> found;
    for (std::sregex_iterator at(svg.begin(), svg.end(), shape), end; at != end; ++at) {
      found.push_back(at->str());
    }
    return found;
  };
  const std::vector<std::pair<std::string, std::vector<std::string>>> figures = {
      {"[[[4,8],[7]],[[1],[15,4]]]",
       {"--style", "textbook", "--width", "60mm", "--labels", "name,value"}},
      {"[[[[2,2],[-12,8]],[5,[0]]]]", {"--style", "dots", "--cut", "strict"}},
      {"[[3,5]]", {"--style", "dots", "--width", "A4", "--caption", "full"}},
      {"[[[4,2,-7]],15,3]", {"--pruned", "ghost", "--labels", "value"}}};
  for (const auto& [tree, options] : figures) {
    const auto drawn = [&](const std::string& blank) {
      std::vector<std::string> all = options;
      for (const std::string& word : {std::string("--to"), std::string("svg")}) all.push_back(word);
      if (!blank.empty()) all.push_back("--blank=" + blank);
      const ProgramResult result = render(tree, all);
      EXPECT_EQ(result.exit_code, 0) << result.err;
      return places(result.out);
    };
    for (const char* const cuts : {"cuts", "values,cuts,windows"}) {
      EXPECT_EQ(drawn(cuts), drawn("none")) << tree << cuts;
    }
    for (const char* const other : {"values", "windows"}) {
      EXPECT_EQ(drawn(other), drawn("")) << tree << other;
    }
  }
  EXPECT_EQ(render(kThreeByThree, {"--blank", "none,values"}).exit_code, 2);
}

// The page showed the solution and no note.
TEST_F(RenderTree, APageOfAnExerciseIsRefused) {
  for (const char* const option : {"--blank=values", "--note=/2=shallow cut", "--highlight=/2"}) {
    const ProgramResult page = render(kThreeByThree, {"--to", "html", option});
    EXPECT_EQ(page.exit_code, 2) << option;
    EXPECT_THAT(page.err, HasSubstr("a page shows the whole search"));
  }
  EXPECT_THAT(render(kThreeByThree, {"--to", "html", "--style", "textbook"}).err,
              HasSubstr("have no effect"));
}

TEST_F(RenderTree, NotesAndHighlightsStandAtTheirNodes) {
  const std::string text = dot(
      kThreeByThree, {"--note", "/2=shallow cut", "--note", "/2/3=never", "--highlight", "/3/2"});
  EXPECT_THAT(statement(text, "n6"), HasSubstr("xlabel=\"shallow cut\""));
  EXPECT_THAT(statement(text, "n6_skip2"), HasSubstr("xlabel=\"never\""));
  EXPECT_THAT(statement(text, "n10"), HasSubstr("fillcolor=\"#d0d0d0\""));
  // Marked nodes are shown even if few others are.
  const ProgramResult narrow =
      render(kThreeByThree, {"--to", "dot", "--width", "50mm", "--labels", "name,value,size,rank",
                             "--note", "/3/2=there"});
  EXPECT_THAT(statement(narrow.out, "n10"), HasSubstr("xlabel=\"there\""));
  const std::string few =
      dot(kThreeByThree, {"--max-nodes", "6", "--highlight", "/3/2", "--note", "/2/3=never"});
  EXPECT_THAT(statement(few, "n10"), HasSubstr("fillcolor=\"#d0d0d0\""));
  EXPECT_THAT(statement(few, "n6_skip2"), HasSubstr("xlabel=\"never\""));
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--note", "nothing"}).exit_code, 2);
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--note", "/2/7=there"}).exit_code, 3);
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--root", "/1", "--highlight", "/2"}).exit_code,
            2);
}

// A path that does not exist got the advice to try a larger --max-nodes. With --beside, a mark in
// both trees made up for one in neither.
TEST_F(RenderTree, AMarkThatIsNotShownIsNamedWithTheReason) {
  for (const char* option : {"--note=/zz=x", "--highlight=/zz"}) {
    EXPECT_THAT(render(kThreeByThree, {"--to", "dot", option}).err,
                HasSubstr("no node /zz: / exists; searched there: 1, 2, 3\n"));
    EXPECT_THAT(
        render(kThreeByThree, {"--to", "svg", "--beside", "pvs", "--highlight", "/1", option}).err,
        HasSubstr("no node /zz: / exists"));
  }
  EXPECT_THAT(render(kThreeByThree, {"--to", "dot", "--root", "/1", "--note", "/1/9=x"}).err,
              HasSubstr("no node /1/9: /1 exists; searched there: 1, 2, 3\n"));
  EXPECT_THAT(render(kThreeByThree, {"--to", "dot", "--depth", "1", "--note", "/1/2=x"}).err,
              HasSubstr("this picture does not show /1/2; try a larger --max-nodes or --depth"));
}

}  // namespace
}  // namespace plytrace::test
