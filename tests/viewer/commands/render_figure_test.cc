// SPDX-License-Identifier: MIT
//
// Figures for papers and lectures as a user makes them: textbook trees, widths, captions, steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "tests/test_support.h"
#include "tests/viewer/picture_text.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

constexpr const char* kThreeByThree = "[[3,12,8],[2,4,6],[14,5,2]]";

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
  const std::string ghost = dot();
  EXPECT_THAT(ghost, HasSubstr(">8</FONT><BR/><FONT POINT-SIZE=\"8\">6 nodes</FONT>"));
  const std::string tree = dot({"--pruned", "tree"});
  // The third move's second reply: MAX chooses 8 of {min(9, 8), 6}.
  const std::string cut = "n22_skip1";
  EXPECT_THAT(statement(tree, cut), HasSubstr("shape=house, style=dotted"));
  EXPECT_THAT(statement(tree, cut), HasSubstr("label=\"8\""));
  EXPECT_THAT(statement(tree, cut + "_skip1"), HasSubstr("shape=invhouse, style=dotted"));
  EXPECT_THAT(statement(tree, cut + "_skip1_skip1"), HasSubstr("label=\"9\""));
  EXPECT_THAT(statement(tree, cut + "_skip1_skip2"), HasSubstr("label=\"8\""));
  EXPECT_THAT(statement(tree, cut + "_skip2_skip1"), HasSubstr("label=\"6\""));
  // The mark stands on the cut edge alone.
  EXPECT_THAT(statement(tree, "n22 -> " + cut), HasSubstr("teetee"));
  EXPECT_THAT(statement(tree, cut + " -> " + cut + "_skip1"), Not(HasSubstr("teetee")));
  // Beyond the budget stands a roof with the number of nodes below.
  const std::string roof = dot({"--pruned", "tree", "--depth", "2"});
  EXPECT_THAT(statement(roof, cut + "_more1"), HasSubstr("shape=triangle"));
  EXPECT_THAT(statement(roof, cut + "_more1"), HasSubstr("label=\"5 nodes\""));
}

TEST_F(RenderTextbook, GapsStandInTheOrderOfTheSearch) {
  search({"connect4", "-d", "8"});
  const std::string text = dot({"--depth", "1", "--max-nodes", "4"});
  // a, b and d are chosen; c stands between b and d.
  std::vector<std::string> order;
  const std::regex edge("n1 -> n[0-9a-z_]+ \\[[^\\n]* label=\"([^\"]*)\"");
  for (std::sregex_iterator at(text.begin(), text.end(), edge), end; at != end; ++at) {
    order.push_back((*at)[1]);
  }
  EXPECT_THAT(order, ::testing::ElementsAre("a", "b", "c", "d", "e\u2013g"));
  EXPECT_THAT(text, HasSubstr("label=\"26,747 nodes\""));
  EXPECT_THAT(text, HasSubstr("label=\"85,183 nodes\""));
}

// Of a game that is not known it is estimated from depth and branching, else it is a lower bound.
TEST_F(RenderTextbook, AGhostSaysHowSureItsSizeIs) {
  make_trace(folder_ / "t.db", unknown_game_sql());
  sql(folder_ / "t.db", "UPDATE node SET depth = 3, legal = 4 WHERE id = 9");
  EXPECT_THAT(statement(dot(), "n9_skip1"), HasSubstr("~21 nodes"));
  sql(folder_ / "t.db", "UPDATE node SET depth = NULL WHERE id = 9");
  EXPECT_THAT(statement(dot(), "n9_skip1"), HasSubstr("\u2265 1 node"));
}

// A null-window probe has no principal variation; one of the whole pass is not that of a subtree.
TEST_F(RenderTextbook, BoldIsThePrincipalVariationOfThePassAlone) {
  search({"tree", "--position", kThreeByThree, "-a", "mtdf"});
  EXPECT_THAT(statement(dot(), "n1"), Not(HasSubstr("penwidth=2.4")));
  search({"tree", "--position", kThreeByThree});
  const std::string below = dot({"--root", "/2"});
  EXPECT_THAT(below, Not(HasSubstr("penwidth=2.4")));
  EXPECT_THAT(below, HasSubstr("below /2 (value \u2264 2, window (3, +\u221E))"));
  EXPECT_THAT(statement(dot({"--root", "/1"}), "n2"), HasSubstr("penwidth=2.4"));
}

// The textbook figure by one command, without a trace.
class RenderTree : public ::testing::Test {
 protected:
  ProgramResult render(const std::string& tree, std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "--tree", tree, "-o", "-"});
    return plytrace(options, folder_.path());
  }
  std::string dot(const std::string& tree, std::vector<std::string> options) {
    options.insert(options.end(), {"--to", "dot"});
    const ProgramResult result = render(tree, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.out;
  }
  ScratchFolder folder_;
};

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

double width_of_svg(const std::string& svg) {
  const std::size_t at = svg.find("width=\"") + 7;
  return std::stod(svg.substr(at));
}

// The smallest text, in points of the paper.
double smallest_text_of_svg(const std::string& svg) {
  const std::regex box("viewBox=\"0 0 ([0-9.]+) ");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(svg, found, box));
  const double scale = width_of_svg(svg) / std::stod(found[1]);
  double smallest = 100;
  const std::regex size("font-size=\"([0-9.]+)\"");
  for (std::sregex_iterator at(svg.begin(), svg.end(), size), end; at != end; ++at) {
    smallest = std::min(smallest, scale * std::stod((*at)[1]));
  }
  return smallest;
}

// Three moves everywhere, four plies, each node's best move first.
std::string best_ordered_tree(int depth, int value, bool is_max) {
  if (depth == 0) return std::to_string(value);
  std::string text;
  for (int move = 0; move < 3; ++move) {
    text += (move == 0 ? "[" : ",") +
            best_ordered_tree(depth - 1, value + (is_max ? -move : move) * depth, !is_max);
  }
  return text + "]";
}

constexpr const char* kLarger = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";

// Nodes of an SVG, those of pruned subtrees and gaps too.
std::size_t nodes_of_svg(const std::string& svg, const std::string& name) {
  const std::regex node("<title>" + name + "</title>");
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(svg.begin(), svg.end(), node), {}));
}

// The trees of the usual textbooks, each whole and legible in a column and on a page, in black and
// white, by one line.
TEST_F(RenderTree, FitsTheWidthAskedForLegiblyAndWhole) {
  const std::string best = best_ordered_tree(4, 20, true);
  struct Figure {
    std::string tree;
    std::vector<std::string> looks;
    std::size_t searched;
  };
  const std::vector<Figure> figures = {
      {kThreeByThree, {"--style", "textbook", "-a", "minimax"}, 13},
      {kThreeByThree, {"--style", "textbook"}, 11},
      {kThreeByThree, {"-a", "minimax"}, 13},
      {kThreeByThree, {}, 11},
      {kThreeByThree, {"--style", "textbook", "-a", "minimax", "--beside", "alphabeta"}, 24},
      {kLarger, {"--style", "textbook"}, 25},
      {kLarger, {}, 25},
      {best, {"--style", "textbook"}, 37},
      {best, {"--style", "dots"}, 37}};
  for (const Figure& figure : figures) {
    for (const std::string width : {"85mm", "160mm"}) {
      std::vector<std::string> words = {"--to", "svg", "--width", width};
      words.insert(words.end(), figure.looks.begin(), figure.looks.end());
      const std::string which = ::testing::PrintToString(words) + figure.tree;
      const ProgramResult svg = render(figure.tree, words);
      ASSERT_EQ(svg.exit_code, 0) << svg.err;
      EXPECT_EQ(svg.err, "") << which;
      EXPECT_LE(width_of_svg(svg.out), std::stod(width) / 25.4 * 72 + 0.01) << which;
      EXPECT_GE(smallest_text_of_svg(svg.out), 6) << which;
      // Nothing depends on colour.
      const std::regex color("#([0-9a-f]{2})(?!\\1\\1)[0-9a-f]{4}");
      EXPECT_FALSE(std::regex_search(svg.out, color)) << which;
      EXPECT_EQ(nodes_of_svg(svg.out, "[nab][0-9]+"), figure.searched) << which;
      EXPECT_EQ(nodes_of_svg(svg.out, "[^<]*_more[0-9]+"), 0U) << which;
    }
  }
  const ProgramResult slide = render(kThreeByThree, {"--to", "svg", "--width", "slide"});
  EXPECT_GE(smallest_text_of_svg(slide.out), 6);
  const ProgramResult wrong = render(kThreeByThree, {"--to", "svg", "--width", "wide"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("85mm"));
}

// A column too narrow for a standing tree showed a part of it, though it holds it lying.
TEST_F(RenderTree, SaysInWhichLookATreeThatIsCutDownWouldBeWhole) {
  const auto advice = [this](const std::string& tree, const std::string& direction = "") {
    std::vector<std::string> words{"--to", "svg", "--width", "85mm"};
    if (!direction.empty()) words.insert(words.end(), {"--direction", direction});
    return render(tree, words).err;
  };
  EXPECT_EQ(advice(kLarger), "");
  EXPECT_EQ(advice(kLarger, "TB"),
            "plytrace: 85mm holds 15 of 25 nodes with text of 6 pt; --direction LR or --style "
            "textbook holds all\n");
  EXPECT_EQ(advice(best_ordered_tree(4, 20, true)),
            "plytrace: 85mm holds 7 of 37 nodes with text of 6 pt; --style textbook holds all\n");
  EXPECT_EQ(advice(kThreeByThree), "");
  // Of two searches side by side it said "13 of 11 nodes", though nothing was left out.
  EXPECT_EQ(render(kThreeByThree, {"--beside", "minimax", "--to", "svg", "--width", "160mm"}).err,
            "");
}

// Two skipped moves were one unlabelled stroke: each has its own, or the strokes say how many.
TEST_F(RenderTree, ATextbookFigureShowsOrCountsEachSkippedMove) {
  const std::string best = best_ordered_tree(4, 20, true);
  const ProgramResult page =
      render(best, {"--style", "textbook", "--width", "160mm", "--to", "svg"});
  EXPECT_EQ(page.err, "");
  EXPECT_EQ(nodes_of_svg(page.out, "n[0-9]+"), 37U);
  EXPECT_EQ(nodes_of_svg(page.out, "n[0-9]+_skip[0-9]+"), 24U);
  EXPECT_THAT(page.out, Not(HasSubstr("\u00D7")));
  // "29 ×2" read as a product: the word stands beside the leaf.
  const ProgramResult small =
      render(best_ordered_tree(4, 20, true),
             {"--style", "textbook", "--width", "148mm", "--legend", "--to", "svg"});
  EXPECT_THAT(small.err, HasSubstr("no room for each skipped move: cut \u00D72 stands for two\n"));
  EXPECT_THAT(small.out, HasSubstr(">cut</text>"));
  EXPECT_THAT(small.out, HasSubstr(">\u00D72</text>"));
  EXPECT_THAT(small.out, HasSubstr(">two skipped moves</text>"));
}

// It held 2 of 25 nodes, and a caption as high as these.
TEST_F(RenderTree, ASlideShowsTheUpperLevelsOfATreeThatItDoesNotHold) {
  const ProgramResult svg = render(kLarger, {"--width", "slide", "--to", "svg"});
  EXPECT_GE(nodes_of_svg(svg.out, "n[0-9]+"), 9U);
  EXPECT_GE(smallest_text_of_svg(svg.out), 6);
  EXPECT_THAT(svg.err, HasSubstr("--style textbook holds all"));
}

// The names of rows were missing where the rows are columns.
TEST_F(RenderTree, NamesTheColumnsOfALyingTree) {
  const std::string svg =
      render(kThreeByThree, {"--style", "textbook", "--direction", "LR", "--to", "svg"}).out;
  const auto place_of = [&](const std::string& name) {
    const std::regex text("<text [^>]*x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>" + name + "</text>");
    std::smatch found;
    EXPECT_TRUE(std::regex_search(svg, found, text)) << name;
    return std::pair(std::stod(found[1]), std::stod(found[2]));
  };
  const auto [max_x, max_y] = place_of("MAX");
  const auto [min_x, min_y] = place_of("MIN");
  EXPECT_LT(max_x, min_x);
  EXPECT_EQ(max_y, min_y);
}

// Drawn again and again until they fit: much to do, and nothing that only the sanitizers see.
class SlowRenderTree : public RenderTree {};

// The pruned tree could take the room of what was searched.
TEST_F(SlowRenderTree, ThePrunedTreeTakesTheRoomThatTheSearchedLeaves) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "6", "-o", "t.db"}, folder.path()).exit_code, 0);
  const auto drawn = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "t.db", "--to", "svg", "-o", "-"});
    return plytrace(options, folder.path());
  };
  for (const char* const width : {"85mm", "160mm", "A4"}) {
    const auto ghosts = drawn({"--width", width}),
               tree = drawn({"--width", width, "--pruned", "tree"});
    EXPECT_GE(nodes_of_svg(tree.out, "n[0-9]+"), nodes_of_svg(ghosts.out, "n[0-9]+")) << width;
    EXPECT_GE(nodes_of_svg(tree.out, "n[0-9]+_skip[0-9]+"),
              nodes_of_svg(ghosts.out, "n[0-9]+_skip[0-9]+"))
        << width;
  }
  EXPECT_EQ(drawn({"--width", "85mm", "--pruned", "tree"}).err,
            "plytrace: no cutoff is among the nodes shown; --only cutoffs shows some\n");
  const auto cutoffs = drawn({"--width", "85mm", "--pruned", "tree", "--only", "cutoffs"});
  EXPECT_GT(nodes_of_svg(cutoffs.out, "n[0-9]+_skip[0-9]+"), 0U);
}

// What is marked stood in a column beside the line of best moves, and what it skipped: in text of
// 2.0 to 5.3 pt, with a warning.
TEST_F(SlowRenderTree, WhatIsMarkedIsLegibleInAColumn) {
  const ScratchFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    return plytrace(words, folder.path());
  };
  ASSERT_EQ(run({"search", "connect4", "-d", "6", "-o", "t.db"}).exit_code, 0);
  for (const char* const path : {"/c/d", "/c/d/a", "/c/d/a/b", "/d/c/c", "/a/d/b"}) {
    for (const char* const style : {"plain", "textbook"}) {
      const ProgramResult drawn = run({"render", "t.db", "--highlight", path, "--style", style,
                                       "--width", "85mm", "-o", "t.svg", "--force"});
      EXPECT_THAT(drawn.err, AnyOf("", HasSubstr("cut \u00D72 stands for two")))
          << path << " " << style;
      EXPECT_GE(smallest_text_of_svg(read_file(folder / "t.svg")), 6) << path << " " << style;
    }
  }
}

// Three lines to what is marked, notes within the nodes and counts beside them: 2.8 pt in a column;
// and one on a slide, which is low, 2.6 pt.
TEST_F(SlowRenderTree, WhatIsMarkedInSeveralPlacesIsLegibleOnAnyPaper) {
  const ScratchFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    return plytrace(words, folder.path());
  };
  ASSERT_EQ(run({"search", "connect4", "-d", "6", "-o", "t.db"}).exit_code, 0);
  const std::string note = "searched with a null window first, which failed high";
  const std::vector<std::string> one{"--note", "/c/d/a/b=" + note};
  std::vector<std::string> three{"--note",     "/c/d/a/b=" + note, "--note",
                                 "/d/c/c=cut", "--highlight",      "/a/d"};
  for (const auto& [paper, marks] :
       {std::pair("85mm", three), std::pair("160mm", three), std::pair("slide", one)}) {
    for (const char* const style : {"plain", "textbook"}) {
      std::vector<std::string> words{"render",  "t.db", "--style", style,   "--caption", "none",
                                     "--width", paper,  "-o",      "t.svg", "--force"};
      words.insert(words.end(), marks.begin(), marks.end());
      EXPECT_THAT(run(words).err, Not(HasSubstr("warning"))) << paper << " " << style;
      const std::string svg = read_file(folder / "t.svg");
      EXPECT_GE(smallest_text_of_svg(svg), 6) << paper << " " << style;
      // Where the note does not stand at its node it stands below.
      EXPECT_THAT(svg, HasSubstr("searched with a")) << paper << " " << style;
    }
  }
}

// At four places side by side at least the text of such pictures was 4.7 pt high in a column.
TEST_F(SlowRenderTree, DrawsOfTwoSearchesAsMuchAsIsLegibleInAColumn) {
  const ScratchFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    return plytrace(words, folder.path());
  };
  run({"search", "tictactoe", "-d", "7", "-o", "a.db"});
  run({"search", "tictactoe", "-d", "7", "-a", "pvs", "--order", "static", "-o", "b.db"});
  const ProgramResult drawn =
      run({"compare", "a.db", "b.db", "--render", "u.svg", "--width", "85mm"});
  EXPECT_EQ(drawn.err, "");
  EXPECT_GE(smallest_text_of_svg(read_file(folder / "u.svg")), 6);
  // Lists of long moves stood at the edges of the narrowest tree.
  run({"search", "doublecard", "-d", "3", "-o", "d.db"});
  run({"search", "doublecard", "-d", "3", "-a", "minimax", "-o", "e.db"});
  EXPECT_EQ(run({"compare", "d.db", "e.db", "--render", "v.svg", "--width", "85mm"}).err, "");
  EXPECT_GE(smallest_text_of_svg(read_file(folder / "v.svg")), 6);
}

// A triangle says how many moves it stands for beside others that are shown, and takes no more room
// than the leaves that it hides.
TEST_F(RenderTree, ATriangleStandsForMovesThatNeedMoreRoom) {
  const std::string best = best_ordered_tree(4, 20, true);
  const std::string narrow =
      render(best, {"--style", "textbook", "--direction", "TB", "--to", "svg", "--width", "85mm"})
          .out;
  EXPECT_THAT(narrow, HasSubstr(">2 moves</text>"));
  EXPECT_THAT(narrow, HasSubstr(">10 nodes</text>"));
  for (const std::string width : {"85mm", "110mm", "140mm"}) {
    const std::string svg =
        render(best, {"--style", "textbook", "--to", "svg", "--width", width}).out;
    EXPECT_THAT(svg, Not(HasSubstr(">2 nodes</text>"))) << width;
    EXPECT_THAT(svg, Not(HasSubstr(">2</text>"))) << width;
  }
}

TEST_F(RenderTree, TheCaptionIsNoneShortOrFullAndTheFileKnowsItAll) {
  const std::string third = "position [[3,12,8],[2,4,6],[14,5,2]]";
  for (const auto& [caption, lines] :
       {std::pair("none", 0), std::pair("short", 1), std::pair("full", 3)}) {
    const std::string svg = render(kThreeByThree, {"--to", "svg", "--caption", caption}).out;
    EXPECT_EQ(xml_error(svg), "");
    const std::regex line("text-anchor=\"start\"");
    EXPECT_EQ(std::distance(std::sregex_iterator(svg.begin(), svg.end(), line), {}), lines);
    EXPECT_THAT(svg, HasSubstr(third + "\n</desc>"));
    const std::string tex = render(kThreeByThree, {"--to", "tex", "--caption", caption}).out;
    EXPECT_THAT(tex, HasSubstr("\n% " + third + "\n"));
  }
}

TEST_F(RenderTree, ThePdfIsAsLargeAsItsPicture) {
  const std::string pdf =
      render(kThreeByThree, {"--to", "pdf", "--style", "textbook", "--width", "60mm"}).out;
  const std::regex box("/MediaBox \\[ ?0 0 ([0-9.]+) ([0-9.]+) ?\\]");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(pdf, found, box));
  EXPECT_NEAR(std::stod(found[1]), 60 / 25.4 * 72, 1);
  const std::string small =
      render(kThreeByThree, {"--to", "png", "--style", "textbook", "--dpi", "72"}).out;
  const std::string large =
      render(kThreeByThree, {"--to", "png", "--style", "textbook", "--dpi", "300"}).out;
  const auto pixels = [](const std::string& png) {
    return (static_cast<unsigned char>(png[18]) << 8) + static_cast<unsigned char>(png[19]);
  };
  EXPECT_NEAR(pixels(large), pixels(small) * 300.0 / 72, 5);
}

// The last document information of a PDF, found as a reader finds it: by the table of objects.
std::string pdf_information(const std::string& pdf) {
  const auto number = [&](std::size_t at) { return std::stoul(pdf.substr(at)); };
  const std::size_t table = number(pdf.rfind("startxref") + 10);
  EXPECT_EQ(pdf.compare(table, 5, "xref\n"), 0);
  const std::size_t entry = pdf.find('\n', table + 5) + 1;
  const std::size_t object = number(entry);
  EXPECT_EQ(number(object), number(table + 5));  // the object with that number stands there
  return pdf.substr(object, pdf.find("endobj", object) - object);
}

TEST_F(RenderTree, APdfKnowsItsTitleAndMakerAndNoTimeOfDay) {
  const std::string pdf =
      render(kThreeByThree, {"--to", "pdf", "--caption", "none", "--title", "A \u2264 B"}).out;
  const std::string information = pdf_information(pdf);
  EXPECT_THAT(information, HasSubstr("/Title <FEFF00410020226400200042>"));
  EXPECT_THAT(information, HasSubstr("/Creator (plytrace)"));
  EXPECT_THAT(information, HasSubstr("/CreationDate (D:20000101000000Z)"));
  // "position [[3": the caption in full, whether it is drawn or not.
  EXPECT_THAT(information, HasSubstr("0070006F0073006900740069006F006E0020005B005B0033"));
  EXPECT_EQ(
      pdf,
      render(kThreeByThree, {"--to", "pdf", "--caption", "none", "--title", "A \u2264 B"}).out);
}

// Drawn in any other font, a text is as wide as it was measured.
TEST_F(RenderTree, TextsOfAnSvgCarryTheirWidth) {
  const std::string svg = render(kThreeByThree, {"--to", "svg"}).out;
  EXPECT_THAT(svg, HasSubstr("font-family=\"DejaVu Sans,Verdana,sans-serif\""));
  // "12" in bold of 12 points: two digits of 0.696.
  EXPECT_THAT(svg, HasSubstr("font-size=\"12\" font-weight=\"bold\" textLength=\"16.7\""));
  EXPECT_EQ(xml_error(svg), "");
}

TEST_F(RenderTree, StepsAreFilesOverlaysOrOneMovingPicture) {
  const auto run = [&](const std::string& output) {
    return plytrace({"render", "--tree", "[[3,12],[2,4]]", "--steps", "-o", output},
                    folder_.path());
  };
  ASSERT_EQ(run("s-%d.svg").exit_code, 0);
  // Enter the root, its first move and that one's two leaves, ...: 12 steps, and 12 files.
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
    const std::regex node("class=\"node\"");
    return std::distance(std::sregex_iterator(svg.begin(), svg.end(), node), {});
  };
  EXPECT_EQ(size("s-01.svg"), size("s-12.svg"));
  EXPECT_EQ(shown("s-01.svg"), 1);
  EXPECT_EQ(shown("s-12.svg"), 7);
  EXPECT_THAT(read_file(folder_ / "s-01.svg"),
              HasSubstr("Step 1 of 12: / entered, MAX, window (\u2212\u221E, +\u221E)"));
  // The root has 3 so far, and is not yet left: no future.
  EXPECT_THAT(read_file(folder_ / "s-08.svg"), HasSubstr(">3 \u2026</text>"));
  EXPECT_THAT(read_file(folder_ / "s-08.svg"), Not(HasSubstr("2 \u2264 3")));
  EXPECT_THAT(read_file(folder_ / "s-12.svg"), HasSubstr("2 \u2264 3"));
  ASSERT_EQ(run("all.svg").exit_code, 0);
  const std::string moving = read_file(folder_ / "all.svg");
  EXPECT_EQ(xml_error(moving), "");
  EXPECT_THAT(moving, HasSubstr("keyTimes=\"0;0.91667;1.00000\" dur=\"24s\""));
  EXPECT_THAT(moving, HasSubstr("max-width:100%"));
  ASSERT_EQ(run("all.tex").exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "all.tex"), HasSubstr("\\only<12>{"));
  // A slide holds it: one of a larger tree was 468 pt too high.
  ASSERT_EQ(plytrace({"render", "--tree", "[[3,12],[2,4]]", "--steps", "--width", "slide", "-o",
                      "slide.tex"},
                     folder_.path())
                .exit_code,
            0);
  EXPECT_EQ(read_file(folder_ / "all.tex"), read_file(folder_ / "slide.tex"));
  EXPECT_EQ(run("all.pdf").exit_code, 2);
  EXPECT_EQ(run("all.html").exit_code, 2);
}

// The sentence said "-4 <= alpha -3" with hyphens below a picture with minus signs.
TEST_F(RenderTree, TheSentenceOfAStepHasTheSignsOfThePicture) {
  const auto drawn = plytrace({"render", "--tree", "[[-3,12],[-4,6]]", "--steps", "-o", "s-%d.svg"},
                              folder_.path());
  ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(read_file(folder_ / "s-10.svg"),
              HasSubstr("alpha cutoff: \u22124 \u2264 alpha \u22123,"));
}

// The sentence below goes on in a second line rather than making a small tree smaller.
TEST_F(RenderTree, ASmallTreeFillsTheSlideOfItsSteps) {
  ASSERT_EQ(plytrace({"render", "--tree", kThreeByThree, "--style", "textbook", "--steps",
                      "--width", "slide", "-o", "s-%d.svg"},
                     folder_.path())
                .exit_code,
            0);
  const std::string svg = read_file(folder_ / "s-01.svg");
  const double width = std::stod(svg.substr(svg.find("viewBox=\"0 0 ") + 13));
  EXPECT_LT(width, 270);
  EXPECT_GT(width_of_svg(svg) / width, 1.1);
}

// A lecture of seven steps on two nodes came without a word on how to have them all.
TEST_F(RenderTree, WhereASlideHoldsLittleItsStepsSayWhatHoldsAll) {
  const auto drawn =
      plytrace({"render", "--tree", kLarger, "--steps", "-o", "s.tex"}, folder_.path());
  ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.err, HasSubstr("of 25 nodes with text of 6 pt; --style textbook holds all"));
}

// Where a node stands, from its statement in DOT.
std::pair<double, double> position_of(const std::string& statement) {
  const std::regex position("pos=\"([0-9.]+),([0-9.]+)\"");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(statement, found, position)) << statement;
  return found.empty() ? std::pair(0.0, 0.0) : std::pair(std::stod(found[1]), std::stod(found[2]));
}

TEST_F(RenderTree, BesideStandsTheOtherSearchInTheSameLayout) {
  const std::string text = dot(kThreeByThree, {"-a", "minimax", "--beside", "alphabeta"});
  EXPECT_THAT(statement(text, "heading1"), HasSubstr("label=\"minimax: 13 nodes\""));
  EXPECT_THAT(statement(text, "heading2"), HasSubstr("label=\"alphabeta: 11 nodes\""));
  EXPECT_THAT(statement(text, "a6"), HasSubstr("<B>2</B>"));
  EXPECT_THAT(statement(text, "b6"), HasSubstr("<B>\u2264 2</B>"));
  // What alpha-beta skipped stands there with minimax' value, cut.
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

// The null-window searches of PVS stood at the right end, without a word, as if moves had been
// searched twice for nothing.
TEST_F(RenderTree, BesideASearchThatRepeatsMovesSaysSoInTheOrderOfTime) {
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder_.path()); };
  const std::string tree = "[[[1,2],[3,4]],[[7,8],[9,6]],[[5,3],[4,9]]]";
  run({"search", "tree", "--position", tree, "-o", "a.db"});
  run({"search", "tree", "--position", tree, "-a", "pvs", "-o", "b.db"});
  const std::string text =
      run({"render", "a.db", "--beside", "b.db", "--to", "dot", "-o", "-"}).out;
  const std::regex again("b1 -> (b[0-9]+) [^\n]*label=\"2 .again.\"");
  const std::regex later("b1 -> (b[0-9]+) [^\n]*label=\"2 .re-search.\"");
  std::smatch first, second;
  ASSERT_TRUE(std::regex_search(text, first, again)) << text;
  ASSERT_TRUE(std::regex_search(text, second, later)) << text;
  EXPECT_LT(position_of(statement(text, first[1])).first,
            position_of(statement(text, second[1])).first);
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
  EXPECT_THAT(statement(text, "n4"), HasSubstr("\"move 2 of 3\""));  // a leaf has no name
  EXPECT_THAT(statement(text, "n6_skip1"), HasSubstr("label=\"\""));
}

// Dots hold no texts; those that the best moves tried first would need are filled.
TEST(RenderDots, ShowTheShapeOfALargeTree) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  run({"search", "connect4", "-d", "5", "-o", "t.db"});
  const std::string dots = run({"render", "t.db", "--style", "dots", "--to", "dot", "-o", "-"}).out;
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("shape=triangle, style=\"filled\""));
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("fillcolor=\"#000000\""));
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("label=\"\""));
  // The first move is refuted by one reply: the others were in vain.
  EXPECT_THAT(statement(dots, "n2"), HasSubstr("fillcolor=\"#000000\""));
  std::size_t filled = 0, open = 0;
  const std::regex node("\n  n[0-9]+ \\[[^\\n]*fillcolor=\"(#[0-9a-f]+)\"");
  for (std::sregex_iterator at(dots.begin(), dots.end(), node), end; at != end; ++at) {
    ++((*at)[1] == "#000000" ? filled : open);
  }
  EXPECT_GT(filled + open, 100U);
  EXPECT_GT(filled, 20U);
  EXPECT_GT(open, 20U);
  const ProgramResult svg =
      run({"render", "t.db", "--style", "dots", "--width", "160mm", "--to", "svg", "-o", "-"});
  EXPECT_EQ(svg.err, "");
  EXPECT_GE(smallest_text_of_svg(svg.out), 6);
  EXPECT_EQ(
      run({"render", "t.db", "--style", "dots", "--labels", "value", "-o", "x.svg"}).exit_code, 2);
}

// A large one was turned, and drawn as a strip of 7 by 200 mm with a caption of half a point.
TEST(RenderDots, ManyAskedForAreSmallAndTheirCaptionIsNot) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  run({"search", "connect4", "-d", "6", "-o", "t.db"});
  const ProgramResult svg = run({"render", "t.db", "--style", "dots", "--max-nodes", "1000",
                                 "--width", "160mm", "--to", "svg", "-o", "-"});
  EXPECT_THAT(svg.err, HasSubstr("the smallest dot would be 0."));
  EXPECT_THAT(svg.err, HasSubstr("to have 1.5 pt leave out --max-nodes 1000"));
  EXPECT_GE(smallest_text_of_svg(svg.out), 6);
  EXPECT_NEAR(width_of_svg(svg.out), 160 / 25.4 * 72, 15);
  // As fine as they are small.
  EXPECT_THAT(svg.out, HasSubstr("stroke-width=\"0.1\""));
}

// A leaf with a note was an ellipse: "side to move not recorded". A note at the root took the gaps
// between all dots.
TEST(RenderDots, NotesLeaveTheOthersAsTheyAre) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--style", "dots", "--caption", "none", "-o", "-"});
    return plytrace(words, folder.path()).out;
  };
  plytrace({"search", "tictactoe", "-d", "2", "-o", "t.db"}, folder.path());
  const std::string leaf = run(
      {"render", "t.db", "--note", "/a3/b3=x", "--legend", "--to", "svg", "--highlight", "/a3/b3"});
  EXPECT_THAT(leaf, HasSubstr(">x</text>"));
  EXPECT_THAT(leaf, Not(HasSubstr("not recorded")));
  const double plain = width_of_svg(run({"render", "t.db", "--to", "svg"}));
  const double noted = width_of_svg(run({"render", "t.db", "--to", "svg", "--note", "/=R"}));
  EXPECT_NEAR(noted, plain, 1);
}

// A small tree of dots was a third as wide as its column.
TEST_F(RenderTree, DotsFillTheWidthAskedFor) {
  const auto drawn = [&](std::vector<std::string> looks) {
    looks.insert(looks.end(), {"--style", "dots", "--caption", "none", "--to", "svg"});
    const ProgramResult svg = render("[[[1,2],[3,4]],[[7,8],[9,6]],[[5,3],[4,9]]]", looks);
    EXPECT_EQ(svg.exit_code, 0) << svg.err;
    return width_of_svg(svg.out);
  };
  const double usual = drawn({});
  EXPECT_NEAR(drawn({"--width", "85mm"}), 2.5 * usual, 0.3 * usual);
  EXPECT_LE(drawn({"--width", "30mm"}), 30 / 25.4 * 72 + 0.01);
}

TEST_F(RenderTree, AnExerciseHasTheRoomOfItsSolutionAndNothingElse) {
  const auto box = [](const std::string& dot) { return dot.substr(dot.find("bb="), 30); };
  const std::string solution = dot(kThreeByThree, {"--style", "textbook"});
  const std::string values = dot(kThreeByThree, {"--style", "textbook", "--blank", "values"});
  EXPECT_THAT(statement(values, "n6"), HasSubstr("<B> </B>"));
  EXPECT_THAT(statement(values, "n7"), HasSubstr("<B>2</B>"));
  EXPECT_THAT(values, Not(HasSubstr("penwidth=2.4")));
  // The caption told the answer.
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
  // What was skipped had no window in its box, and so was given away.
  const std::string no_cuts = dot(kThreeByThree, {"--blank", "cuts"});
  EXPECT_THAT(statement(no_cuts, "n6_skip1"), HasSubstr("(    ,    )"));
  EXPECT_THAT(statement(no_cuts, "n6_skip1"), Not(HasSubstr("<B>(")));
  EXPECT_THAT(statement(no_cuts, "n7"), HasSubstr("(    ,    )"));
  EXPECT_THAT(no_cuts, Not(HasSubstr("tooltip=")));
  EXPECT_THAT(no_cuts, Not(HasSubstr("\u221E)</FONT>")));
}

// It showed the solution, and no note.
TEST_F(RenderTree, APageOfAnExerciseIsRefused) {
  for (const char* const option : {"--blank=values", "--note=/2=shallow cut", "--highlight=/2"}) {
    const ProgramResult page = render(kThreeByThree, {"--to", "html", option});
    EXPECT_EQ(page.exit_code, 2) << option;
    EXPECT_THAT(page.err, HasSubstr("a page shows the whole search"));
  }
  EXPECT_THAT(render(kThreeByThree, {"--to", "html", "--style", "textbook"}).err,
              HasSubstr("change nothing there"));
}

TEST_F(RenderTree, NotesAndHighlightsStandAtTheirNodes) {
  const std::string text = dot(
      kThreeByThree, {"--note", "/2=shallow cut", "--note", "/2/3=never", "--highlight", "/3/2"});
  EXPECT_THAT(statement(text, "n6"), HasSubstr(">shallow cut</FONT>"));
  EXPECT_THAT(statement(text, "n6_skip2"), HasSubstr(">never</FONT>"));
  EXPECT_THAT(statement(text, "n10"), HasSubstr("fillcolor=\"#d0d0d0\""));
  // What is marked is shown, however little else is.
  const ProgramResult narrow =
      render(kThreeByThree, {"--to", "dot", "--width", "50mm", "--labels", "name,value,size,rank",
                             "--note", "/3/2=there"});
  EXPECT_THAT(statement(narrow.out, "n10"), HasSubstr(">there</FONT>"));
  const std::string few =
      dot(kThreeByThree, {"--max-nodes", "6", "--highlight", "/3/2", "--note", "/2/3=never"});
  EXPECT_THAT(statement(few, "n10"), HasSubstr("fillcolor=\"#d0d0d0\""));
  EXPECT_THAT(statement(few, "n6_skip2"), HasSubstr(">never</FONT>"));
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--note", "nothing"}).exit_code, 2);
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--note", "/2/7=there"}).exit_code, 3);
  EXPECT_EQ(render(kThreeByThree, {"--to", "dot", "--root", "/1", "--highlight", "/2"}).exit_code,
            2);
}

}  // namespace
}  // namespace plytrace::test
