// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/figure/fitting.cc: how much of a tree fits legibly on paper or a slide:
// widths, sizes of texts, trees of dots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/pattern.h"
#include "tests/test_support.h"
#include "tests/viewer/commands/figure_support.h"
#include "tests/viewer/picture_text.h"

namespace plytrace::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Nested lists of a tree with three moves per node, in which the best move comes first.
std::string best_ordered_tree(int depth, int value, bool is_max) {
  if (depth == 0) return std::to_string(value);
  std::string text;
  for (int move = 0; move < 3; ++move) {
    text += (move == 0 ? "[" : ",") +
            best_ordered_tree(depth - 1, value + (is_max ? -move : move) * depth, !is_max);
  }
  return text + "]";
}

// Each of the usual textbook trees fits whole on a page, and if it has few enough leaves for texts
// of 8 pt in a column, in black and white, with one command.
TEST_F(RenderTree, FitsTheWidthAskedForLegiblyAndWhole) {
  const std::string best = best_ordered_tree(4, 20, true);
  struct Figure {
    std::string tree;
    std::vector<std::string> looks;
    std::size_t searched;
    std::vector<std::string> widths{"85mm", "160mm"};
  };
  const std::vector<Figure> figures = {
      {kThreeByThree, {"--style", "textbook", "-a", "minimax"}, 13},
      {kThreeByThree, {"--style", "textbook"}, 11},
      {kThreeByThree, {"-a", "minimax"}, 13},
      {kThreeByThree, {}, 11},
      {kThreeByThree, {"--style", "textbook", "-a", "minimax", "--beside", "alphabeta"}, 24},
      {kLarger, {"--style", "textbook"}, 25, {"160mm"}},
      {kLarger, {"--style", "textbook", "--font-size", "6pt"}, 25},
      {kLarger, {}, 25, {"160mm"}},
      {best, {"--style", "textbook", "--font-size", "6pt"}, 37, {"160mm"}},
      {best, {"--style", "dots"}, 37}};
  for (const Figure& figure : figures) {
    for (const std::string& width : figure.widths) {
      std::vector<std::string> words = {"--to", "svg", "--width", width};
      words.insert(words.end(), figure.looks.begin(), figure.looks.end());
      const std::string which = ::testing::PrintToString(words) + figure.tree;
      const ProgramResult svg = render(figure.tree, words);
      ASSERT_EQ(svg.exit_code, 0) << svg.err;
      EXPECT_EQ(svg.err, "") << which;
      EXPECT_LE(width_of_svg(svg.out), std::stod(width) / 25.4 * 72 + 0.01) << which;
      EXPECT_GE(smallest_text_of_svg(svg.out), 5.99) << which;
      // All colours are shades of grey.
      EXPECT_FALSE(Pattern("#([0-9a-f]{2})(?!\\1\\1)[0-9a-f]{4}").find(svg.out)) << which;
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

// In a narrow column a tree was cut down without a hint.
TEST_F(RenderTree, SaysInWhichLookATreeThatIsCutDownWouldBeWhole) {
  const auto advice = [this](const std::string& tree, const std::string& direction = "") {
    std::vector<std::string> words{"--to", "svg", "--width", "85mm"};
    if (!direction.empty()) words.insert(words.end(), {"--direction", direction});
    return render(tree, words).err;
  };
  EXPECT_EQ(advice(kLarger),
            "plytrace: 85mm holds 4 of 25 nodes with text of 8 pt; --style dots holds all\n");
  EXPECT_EQ(advice(kLarger, "TB"), advice(kLarger));
  EXPECT_EQ(advice(kThreeByThree), "");
  // The message for two searches side by side was "13 of 11 nodes", although nothing was left out.
  EXPECT_EQ(render(kThreeByThree, {"--beside", "minimax", "--to", "svg", "--width", "160mm"}).err,
            "");
}

// Two skipped moves were drawn as one unlabelled stroke. Each needs its own, or a number.
TEST_F(RenderTree, ATextbookFigureShowsOrCountsEachSkippedMove) {
  const std::string best = best_ordered_tree(4, 20, true);
  const ProgramResult page =
      render(best, {"--style", "textbook", "--width", "240mm", "--to", "svg"});
  EXPECT_EQ(page.err, "");
  EXPECT_EQ(nodes_of_svg(page.out, "n[0-9]+"), 37U);
  EXPECT_EQ(nodes_of_svg(page.out, "n[0-9]+_skip[0-9]+"), 24U);
  EXPECT_THAT(page.out, Not(HasSubstr("\u00D7")));
  // "29 ×2" could be read as a product, so the word is written beside the leaf.
  const ProgramResult small =
      render(best_ordered_tree(4, 20, true),
             {"--style", "textbook", "--width", "148mm", "--legend", "--to", "svg"});
  EXPECT_THAT(
      small.err,
      HasSubstr("too little space to draw each skipped move: cut \u00D72 stands for two\n"));
  EXPECT_THAT(small.out, HasSubstr(">cut</text>"));
  EXPECT_THAT(small.out, HasSubstr(">\u00D72</text>"));
  EXPECT_THAT(small.out, HasSubstr(">two skipped moves</text>"));
}

// The slide held 2 of 25 nodes, and a caption as high as these.
TEST_F(RenderTree, ASlideShowsTheUpperLevelsOfATreeThatItDoesNotHold) {
  const ProgramResult svg = render(kLarger, {"--width", "slide", "--to", "svg"});
  EXPECT_GE(nodes_of_svg(svg.out, "n[0-9]+"), 4U);
  EXPECT_GE(smallest_text_of_svg(svg.out), 6);
  EXPECT_THAT(svg.err, HasSubstr(" holds all"));
}

// The names of levels were missing in LR pictures, where levels are columns.
TEST_F(RenderTree, NamesTheColumnsOfALyingTree) {
  const std::string svg =
      render(kThreeByThree, {"--style", "textbook", "--direction", "LR", "--to", "svg"}).out;
  const auto place_of = [&](const std::string& name) {
    const Pattern text("<text [^>]*x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>" + name + "</text>");
    const Match found = text.find(svg);
    return std::pair(std::stod(found[1]), std::stod(found[2]));
  };
  const auto [max_x, max_y] = place_of("MAX");
  const auto [min_x, min_y] = place_of("MIN");
  EXPECT_LT(max_x, min_x);
  EXPECT_EQ(max_y, min_y);
}

// Slow, because pictures are drawn repeatedly until they fit; nothing here is specific to
// sanitizers.
class SlowRenderTree : public RenderTree {};

// The pruned tree could take space that searched nodes needed.
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
  const auto cutoffs = drawn({"--width", "85mm", "--pruned", "tree", "--only", "cutoffs"});
  EXPECT_GT(nodes_of_svg(cutoffs.out, "n[0-9]+_skip[0-9]+"), 0U);
}

// In a column a marked node was drawn beside the principal variation and its skipped moves, with
// text of 2.0 to 5.3 pt and a warning.
TEST_F(SlowRenderTree, WhatIsMarkedIsLegibleInAColumn) {
  const ScratchFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    return plytrace(words, folder.path());
  };
  ASSERT_EQ(run({"search", "connect4", "-d", "6", "-o", "t.db"}).exit_code, 0);
  for (const char* const path : {"/c/d", "/c/d/a", "/c/d/a/b", "/d/c/c", "/a/d/b"}) {
    for (const char* const style : {"plain", "textbook"}) {
      const ProgramResult drawn =
          run({"render", "t.db", "--highlight", path, "--style", style, "--width", "85mm",
               "--height", "220mm", "-o", "t.svg", "--force"});
      EXPECT_THAT(drawn.err, AnyOf("", HasSubstr("cut \u00D72 stands for two")))
          << path << " " << style;
      EXPECT_GE(smallest_text_of_svg(read_file(folder / "t.svg")), 6) << path << " " << style;
    }
  }
}

// Three paths to marked nodes, with notes inside nodes and counts beside them, had text of 2.8 pt
// in a column, and one path had 2.6 pt on a slide.
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
      words.insert(words.end(), {"--font-size", "6pt", "--height", "220mm"});
      EXPECT_THAT(run(words).err, Not(HasSubstr("warning"))) << paper << " " << style;
      const std::string svg = read_file(folder / "t.svg");
      EXPECT_GE(smallest_text_of_svg(svg), 5.99) << paper << " " << style;
      // If a note does not fit at its node, it is printed below.
      EXPECT_THAT(svg, HasSubstr("searched with a")) << paper << " " << style;
    }
  }
}

// The text of such pictures was 4.7 pt high in a column if four or more places were side by side.
TEST_F(SlowRenderTree, DrawsOfTwoSearchesAsMuchAsIsLegibleInAColumn) {
  const ScratchFolder folder;
  const auto run = [&](const std::vector<std::string>& words) {
    return plytrace(words, folder.path());
  };
  run({"search", "tictactoe", "-d", "7", "-o", "a.db"});
  run({"search", "tictactoe", "-d", "7", "-a", "pvs", "--order", "static", "-o", "b.db"});
  const ProgramResult drawn =
      run({"render", "a.db", "--against", "b.db", "-o", "u.svg", "--width", "85mm"});
  EXPECT_EQ(drawn.err, "");
  EXPECT_GE(smallest_text_of_svg(read_file(folder / "u.svg")), 6);
  // Lists of long moves were drawn at the edges of the narrowest tree.
  run({"search", "doublecard", "-d", "3", "-o", "d.db"});
  run({"search", "doublecard", "-d", "3", "-a", "minimax", "-o", "e.db"});
  EXPECT_EQ(run({"render", "d.db", "--against", "e.db", "-o", "v.svg", "--width", "85mm"}).err, "");
  EXPECT_GE(smallest_text_of_svg(read_file(folder / "v.svg")), 6);
}

// A triangle among shown moves states how many moves it represents, and takes no more space than
// the leaves that it hides.
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

// Dots have no text. Those that a search with perfect move ordering needs are filled.
TEST(RenderDots, ShowTheShapeOfALargeTree) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  run({"search", "connect4", "-d", "5", "-o", "t.db"});
  const std::string dots = run({"render", "t.db", "--style", "dots", "--to", "dot", "-o", "-"}).out;
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("shape=triangle, style=\"filled\""));
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("fillcolor=\"#000000\""));
  EXPECT_THAT(statement(dots, "n1"), HasSubstr("label=\"\""));
  // One reply refutes the first move, so the other replies were unnecessary.
  EXPECT_THAT(statement(dots, "n2"), HasSubstr("fillcolor=\"#000000\""));
  std::size_t filled = 0, open = 0;
  const Pattern node("\n  n[0-9]+ \\[[^\\n]*fillcolor=\"(#[0-9a-f]+)\"");
  for (const Match& found : node.find_all(dots)) {
    ++(found[1] == "#000000" ? filled : open);
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

// A large tree was rotated and drawn as a strip of 7 by 200 mm with a caption of half a point.
TEST(RenderDots, ManyAskedForAreSmallAndTheirCaptionIsNot) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  run({"search", "connect4", "-d", "6", "-o", "t.db"});
  const ProgramResult svg = run({"render", "t.db", "--style", "dots", "--max-nodes", "1000",
                                 "--width", "160mm", "--to", "svg", "-o", "-"});
  EXPECT_THAT(svg.err, HasSubstr("the smallest dot would be 0."));
  EXPECT_THAT(svg.err, HasSubstr("to have 1.5 pt give --max-nodes "));
  EXPECT_GE(smallest_text_of_svg(svg.out), 6);
  EXPECT_NEAR(width_of_svg(svg.out), 160 / 25.4 * 72, 15);
  // Lines are as thin as the dots are small.
  EXPECT_THAT(svg.out, HasSubstr("stroke-width=\"0.1\""));
}

// A leaf with a note was drawn as an ellipse: "side to move not recorded". A note at the root
// removed the gaps between all dots.
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

// A small tree of dots used only a third of the column width.
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

}  // namespace
}  // namespace plytrace::test
