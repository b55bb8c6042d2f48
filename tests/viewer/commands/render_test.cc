// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/render.cc and the files that draw for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/pattern.h"
#include "tests/test_support.h"
#include "tests/viewer/page_data.h"
#include "tests/viewer/picture_text.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Render : public ::testing::Test {
 protected:
  void SetUp() override { make_trace(folder_ / "t.db", unknown_game_sql()); }

  std::string dot(std::vector<std::string> options = {}) {
    std::vector<std::string> arguments = {"render", "t.db", "--to", "dot", "-o", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult result = plytrace(arguments, folder_.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  ScratchFolder folder_;
};

TEST_F(Render, ShapesTellMaxFromMinAndTheEndOfTheGame) {
  const std::string text = dot();
  EXPECT_THAT(statement(text, "n1"), HasSubstr("shape=house"));
  EXPECT_THAT(statement(text, "n2"), HasSubstr("shape=invhouse"));
}

TEST_F(Render, NodesShowValueBoundAndWindow) {
  const std::string text = dot();
  EXPECT_THAT(statement(text, "n1"), HasSubstr("<B>3</B>"));
  EXPECT_THAT(statement(text, "n1"), HasSubstr("(\u2212\u221E, +\u221E)"));
  EXPECT_THAT(statement(text, "n9"), HasSubstr("<B>\u2264 2</B>"));
  EXPECT_THAT(statement(text, "n9"), HasSubstr("(3, +\u221E)"));
}

TEST_F(Render, ACutEdgeCarriesItsMarkAndTheConditionThatCut) {
  const std::string text = dot();
  const std::string edge = statement(text, "n9 -> n9_skip1");
  EXPECT_THAT(edge, HasSubstr(" label=\"q\""));
  EXPECT_THAT(edge, HasSubstr("headlabel=\"2 \u2264 3\""));
  EXPECT_THAT(edge, HasSubstr("style=dotted"));
  EXPECT_THAT(edge, HasSubstr("arrowhead=teetee"));
  EXPECT_THAT(statement(text, "n9_skip1"), HasSubstr("style=dotted"));
  EXPECT_THAT(statement(text, "n9 -> n9_skip2"), HasSubstr(" label=\"r\""));
  EXPECT_EQ(statement(text, "n9_skip3"), "");
  EXPECT_THAT(statement(text, "n6 -> n6_skip1"), HasSubstr("headlabel=\"1 \u2264 3\""));
}

TEST_F(Render, ThePrincipalVariationIsBold) {
  const std::string text = dot();
  for (const char* bold : {"n1", "n2", "n4", "n1 -> n2", "n2 -> n4"}) {
    EXPECT_THAT(statement(text, bold), HasSubstr("penwidth=2.4")) << bold;
  }
  EXPECT_THAT(statement(text, "n6"), Not(HasSubstr("penwidth")));
}

TEST_F(Render, WhatTheBudgetLeavesOutIsMarkedWithItsCount) {
  const std::string text = dot({"--depth", "1"});
  EXPECT_THAT(statement(text, "n2_more1"), HasSubstr("3 nodes"));
  EXPECT_THAT(statement(text, "n9_more1"), HasSubstr("1 node"));
  EXPECT_THAT(text, HasSubstr("4 of 10 nodes shown, 6 left"));
  const std::string two = dot({"--max-nodes", "2"});
  EXPECT_THAT(statement(two, "n1 -> n1_more1"), HasSubstr(" label=\"b, c\""));
  EXPECT_THAT(statement(two, "n1_more1"), HasSubstr("5 nodes"));
}

TEST_F(Render, PrunedMovesAreCountedOrHiddenOnDemand) {
  const std::string counted = dot({"--pruned", "count"});
  EXPECT_THAT(statement(counted, "n9_skip1"), HasSubstr("2 skipped"));
  EXPECT_EQ(statement(counted, "n9_skip2"), "");
  const std::string hidden = dot({"--pruned", "hide"});
  EXPECT_THAT(hidden, Not(HasSubstr("_skip")));
  EXPECT_THAT(statement(hidden, "n9"), HasSubstr("cut: 2 \u2264 3"));
}

TEST_F(Render, LabelsCanBeChosen) {
  const std::string text = dot({"--labels", "id,value"});
  EXPECT_THAT(statement(text, "n6"), HasSubstr("#6"));
  // "At most 1" must be distinguishable from 1.
  EXPECT_THAT(statement(text, "n6"), HasSubstr("<B>\u2264 1</B>"));
  EXPECT_THAT(statement(text, "n6"), Not(HasSubstr("(3, +\u221E)</FONT>")));
  EXPECT_THAT(statement(text, "n1 -> n6"), Not(HasSubstr("label=\"b\"")));
  EXPECT_THAT(statement(dot({"--labels", "bound"}), "n6"), HasSubstr("<B>\u2264</B>"));
  EXPECT_THAT(statement(dot({"--labels", "bound"}), "n1"), HasSubstr("<B>=</B>"));
}

TEST_F(Render, ThePictureSaysWhichSearchItIs) {
  EXPECT_THAT(
      dot({"--title", "A & B"}),
      HasSubstr("<B>A &amp; B</B></FONT><BR ALIGN=\"LEFT\"/>marbles, alphabeta (fail-soft), "
                "depth 2: value 3, best move a<BR ALIGN=\"LEFT\"/>t.db, search 1, pass 1; "
                "all 10 nodes shown<BR ALIGN=\"LEFT\"/>position seven marbles"));
}

// The ellipsis of a truncated position looked like one of the empty squares before it.
TEST(RenderCaption, APositionThatIsCutOffSaysSoInBrackets) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "gomoku", "-d", "1", "-o", "t.db"}, folder.path()).exit_code, 0);
  const ProgramResult dot = plytrace({"render", "t.db", "--to", "dot", "-o", "-"}, folder.path());
  EXPECT_THAT(dot.out, HasSubstr(". [\u2026]"));
}

TEST_F(Render, ASubtreeAPathAndTheLegend) {
  const std::string text = dot({"--root", "/b", "--legend"});
  EXPECT_EQ(statement(text, "n1"), "");
  EXPECT_THAT(statement(text, "n6"), HasSubstr("shape=invhouse"));
  EXPECT_THAT(text, HasSubstr("below /b"));
  EXPECT_THAT(text, HasSubstr("subgraph cluster_legend"));
  EXPECT_THAT(text, HasSubstr("label=\"never searched\""));
  const std::string path = dot({"--only", "path:/b/q"});
  EXPECT_NE(statement(path, "n8"), "");
  EXPECT_EQ(statement(path, "n2"), "");
}

TEST_F(Render, EveryFormatIsTheSameTwice) {
  const std::pair<const char*, const char*> kStarts[] = {{"dot", "digraph plytrace {"},
                                                         {"svg", "<?xml"},
                                                         {"pdf", "%PDF-"},
                                                         {"png", "\x89PNG"},
                                                         {"tex", "% Made"},
                                                         {"html", "<!DOCTYPE html>"}};
  for (const auto& [format, start] : kStarts) {
    for (const char* name : {"a.", "b."}) {
      const ProgramResult result = plytrace(
          {"render", "t.db", "--legend", "-o", name + std::string(format)}, folder_.path());
      ASSERT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(result.out + result.err, "");
    }
    const std::string bytes = read_file(folder_ / (std::string("a.") + format));
    EXPECT_THAT(bytes, StartsWith(start));
    EXPECT_GT(bytes.size(), 2000U);
    EXPECT_EQ(bytes, read_file(folder_ / (std::string("b.") + format))) << format;
  }
}

TEST_F(Render, APdfHoldsNoTimeOfDay) {
  ASSERT_EQ(plytrace({"render", "t.db", "-o", "a.pdf"}, folder_.path()).exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "a.pdf"), HasSubstr("/CreationDate (D:20000101000000"));
}

TEST(RenderSizes, SkippedMovesCarryTheSizeOfTheirSubtreeWhereTheRulesTellIt) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "4", "-o", "t.db"}, folder.path()).exit_code, 0);
  const ProgramResult dot =
      plytrace({"render", "t.db", "--only", "cutoffs", "--to", "dot", "-o", "-"}, folder.path());
  // Two more plies below each reply to /e: 1 + 7 + 49 nodes.
  EXPECT_THAT(statement(dot.out, "n729 -> n729_skip1"), HasSubstr(" label=\"d\u2013g\""));
  EXPECT_THAT(statement(dot.out, "n729_skip1"), HasSubstr(">4 skipped<"));
  EXPECT_THAT(statement(dot.out, "n729_skip1"), HasSubstr(">228 nodes<"));
}

class RenderBoards : public ::testing::Test {
 protected:
  void record(std::vector<std::string> search) {
    search.insert(search.begin(), "search");
    search.insert(search.end(), {"-o", "t.db", "--force"});
    const ProgramResult result = plytrace(search, folder_.path());
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  ProgramResult render(std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "t.db", "--labels", "value,board"});
    return plytrace(options, folder_.path());
  }
  ScratchFolder folder_;
};

TEST_F(RenderBoards, AreDrawnInEveryFormatAndLegibleByDefault) {
  const std::vector<std::vector<std::string>> kSearches = {
      {"tictactoe", "-d", "3"}, {"connect4", "-d", "4"},  {"gomoku", "-d", "1"},
      {"othello", "-d", "4"},   {"andantino", "-d", "4"}, {"doublecard", "-d", "2"}};
  for (const auto& search : kSearches) {
    record(search);
    for (const char* direction : {"TB", "LR"}) {
      const ProgramResult dot = render({"--direction", direction, "--to", "dot", "-o", "-"});
      ASSERT_EQ(dot.exit_code, 0) << dot.err;
      EXPECT_EQ(dot.err, "") << search[0];
      EXPECT_THAT(dot.out, HasSubstr("_background=")) << search[0];
      EXPECT_THAT(statement(dot.out, "n1"), HasSubstr("fillcolor=transparent"));
    }
    const ProgramResult svg = render({"--theme", "color", "--to", "svg", "-o", "-"});
    EXPECT_EQ(xml_error(svg.out), "");
    EXPECT_THAT(svg.out, HasSubstr(search[0] == "andantino" ? "stroke=\"#8c8c8c\"" : "<polygon"));
    for (const std::string format : {"pdf", "png", "tex", "html"}) {
      const ProgramResult result = render({"--force", "-o", "x." + format});
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(result.err, "");
    }
    EXPECT_THAT(read_file(folder_ / "x.tex"), HasSubstr("\\draw[ply faint]"));
    EXPECT_THAT(read_file(folder_ / "x.html"), HasSubstr("\"picture\":{\"kind\":\"json\","));
  }
}

// Each board was cropped around its own stones, so siblings could not be compared.
TEST_F(RenderBoards, OfOnePictureShowTheSamePart) {
  for (const std::vector<std::string>& search :
       {std::vector<std::string>{"gomoku", "--moves", "h8,h9,i9", "-d", "1"},
        {"andantino", "-d", "3"},
        {"doublecard", "-d", "2"}}) {
    record(search);
    for (const char* style : {"plain", "textbook"}) {
      const std::string svg = render({"--style", style, "--to", "svg", "-o", "-"}).out;
      std::map<std::size_t, int> cells;  // number of boards by their number of cells
      for (std::size_t at = 0; (at = svg.find("class=\"node\"", at)) < svg.size();) {
        const std::size_t end = svg.find("</g>", at);
        std::size_t count = 0;
        for (; (at = svg.find("stroke=\"#8c8c8c\"", at)) < end; ++at) ++count;
        if (count > 0) ++cells[count];
        at = end;
      }
      ASSERT_EQ(cells.size(), 1U) << search[0];
      EXPECT_GE(cells.begin()->second, 3) << search[0];
    }
  }
}

// Counts the discs in an SVG, including the dots on the last moves.
TEST_F(RenderBoards, TheLastMoveIsMarked) {
  for (const auto& [game, stones] :
       {std::pair("gomoku", 1), std::pair("connect4", 1), std::pair("othello", 5)}) {
    record({game, "-d", "1"});
    const std::string svg = render({"--to", "svg", "--max-nodes", "2", "-o", "-"}).out;
    const Match title = Pattern("<title>n([2-9]|[0-9]{2,})</title>").find(svg);
    ASSERT_TRUE(title) << game;
    const std::size_t child = title.at;
    const std::string board = svg.substr(child, svg.find("</g>", child) - child);
    std::multiset<double> radii;
    for (const Match& disc : Pattern("<circle [^>]* r=\"([0-9.]+)\"").find_all(board)) {
      radii.insert(std::stod(disc[1]));
    }
    ASSERT_EQ(radii.size(), static_cast<std::size_t>(stones) + 1) << game;
    EXPECT_NEAR(*radii.begin(), *radii.rbegin() / 3, 0.01) << game;
    const std::string root = svg.substr(svg.find("<title>n1</title>"), 6000);
    EXPECT_EQ(root.substr(0, root.find("</g>")).find("r=\"1.14\""), std::string::npos);
  }
}

// The last move has a frame around its letter.
TEST_F(RenderBoards, TheLastMoveOfTicTacToeIsFramed) {
  record({"tictactoe", "-d", "2"});
  const std::string svg =
      render({"--to", "svg", "--only", "path:/b2/a3", "--max-nodes", "3", "-o", "-"}).out;
  const auto count = [&](const std::string& what) { return Pattern(what).find_all(svg).size(); };
  EXPECT_EQ(count(">X</text>"), 2);
  EXPECT_EQ(count(">O</text>"), 1);
  EXPECT_EQ(count("<polygon fill=\"none\""), 3 * 9 + 2);
  EXPECT_EQ(count("<circle"), 0);
}

TEST(RenderUnfolded, NodesPickedByHandComeBeforeOthers) {
  const ScratchFolder folder;
  const auto run = [&](std::vector<std::string> words) { return plytrace(words, folder.path()); };
  run({"search", "connect4", "-d", "5", "-o", "t.db"});
  const std::string leaf =
      sql_value(folder / "t.db", "SELECT id FROM node_text WHERE path = '/g/a/b'");
  const auto has = [&](std::vector<std::string> looks) {
    looks.insert(looks.begin(), {"render", "t.db", "--max-nodes", "20", "--to", "dot", "-o", "-"});
    return !statement(run(looks).out, "n" + leaf).empty();
  };
  EXPECT_FALSE(has({}));
  EXPECT_TRUE(has({"--unfold", "/g/a"}));
  EXPECT_EQ(run({"render", "t.db", "--unfold", "/g/a", "--root", "/a", "-o", "x.svg"}).exit_code,
            2);
  EXPECT_EQ(run({"render", "t.db", "--unfold", "/z", "-o", "x.svg"}).exit_code, 3);
  // Unfolded nodes make the picture too wide for such narrow paper.
  EXPECT_THAT(run({"render", "t.db", "--width", "40mm", "-o", "x.svg", "--force", "--unfold", "/",
                   "--unfold", "/d"})
                  .err,
              HasSubstr("give --width "));
}

TEST_F(RenderBoards, TooManyAreRefusedWithAdvice) {
  record({"connect4", "-d", "4"});
  const ProgramResult result = render({"--max-nodes", "600", "-o", "x.svg"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--max-nodes 500"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.svg"));
}

TEST_F(RenderBoards, GamesWithoutADrawingShowTheirText) {
  record({"tree"});
  const ProgramResult dot = render({"--to", "dot", "-o", "-"});
  EXPECT_THAT(statement(dot.out, "n1"), HasSubstr("3 moves"));
  EXPECT_THAT(dot.out, Not(HasSubstr("_background")));
}

TEST(RenderGhosts, OfALargeTreeShareAPlaceWithOneCondition) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "4", "-o", "t.db"}, folder.path()).exit_code, 0);
  const std::string dot = plytrace({"render", "t.db", "--to", "dot", "-o", "-"}, folder.path()).out;
  EXPECT_THAT(dot, Not(HasSubstr("_skip2 ")));
  EXPECT_THAT(dot, HasSubstr(" skipped</FONT>"));
}

TEST_F(Render, MovesOfAnyTextAreEscapedAndControlCharactersMadeVisible) {
  sql(folder_ / "t.db",
      "UPDATE move SET text = '\"<b>&lt;\\N\\' WHERE id = 1;"
      "UPDATE move SET text = 'a' || char(1) || char(27) || '[31m' || char(10) WHERE id = 2;"
      "UPDATE move SET text = replace(hex(zeroblob(100)), '0', 'x') WHERE id = 3;"
      "UPDATE cutoff SET skipped_moves = '[\"\\u65e5<\\\"&\\u0007\"]' WHERE id = 5;");
  const std::string text = dot();
  EXPECT_THAT(statement(text, "n1 -> n2"), HasSubstr("label=\"\\\"<b>&amp;lt;\\\\N\\\\\""));
  EXPECT_THAT(statement(text, "n1 -> n6"), HasSubstr("label=\"a\\\\x01\\\\x1B[31m\\\\x0A\""));
  EXPECT_THAT(statement(text, "n1 -> n9"), HasSubstr("label=\"xxxxxxxxxxxxxxxxxxxxx\u2026\""));
  EXPECT_THAT(statement(text, "n6 -> n6_skip1"), HasSubstr(" label=\"\u65E5<\\\"&amp;\\\\x07\""));
  const ProgramResult svg = plytrace({"render", "t.db", "--to", "svg", "-o", "-"}, folder_.path());
  EXPECT_EQ(svg.exit_code, 0);
  EXPECT_EQ(xml_error(svg.out), "");
  EXPECT_THAT(svg.out, HasSubstr("&quot;&lt;b&gt;&amp;lt;\\N\\"));
}

TEST_F(Render, BadRequestsAreRefusedInOneLineAndWriteNothing) {
  write_file(folder_ / "there.svg", "mine");
  struct Case {
    std::vector<std::string> arguments;
    int exit_code;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{"render", "t.db"}, 2, "--output"},
      {{"render", "t.db", "-o", "x.svg", "--width", "5mm"}, 2, "--width"},
      {{"render", "t.db", "-o", "x"}, 2, "--to"},
      {{"render", "t.db", "-o", "-"}, 2, "--to"},
      {{"render", "t.db", "-o", "x.bmp"}, 2, "x.bmp"},
      {{"render", "t.db", "-o", "there.svg"}, 2, "there.svg"},
      {{"render", "t.db", "-o", "x.svg", "--only", "nothing"}, 2, "pv, cutoffs or path"},
      {{"render", "t.db", "-o", "x.svg", "--labels", "nothing"}, 2, "unknown label"},
      {{"render", "t.db", "-o", "x.svg", "--max-nodes", "0"}, 2, "--max-nodes"},
      {{"render", "t.db", "-o", "x.svg", "--theme", "pink"}, 2, "--theme"},
      {{"render", "t.db", "-o", "x.svg", "--root", "/a/z"}, 3, "/a"},
      {{"render", "t.db", "-o", "x.svg", "--only", "path:/z"}, 3, "z"},
      {{"render", "t.db", "-o", "x.svg", "--root", "/a", "--only", "path:/b"}, 3, "--root"},
      // A larger --max-nodes was the advice.
      {{"render", "t.db", "-o", "x.svg", "--note", "/zz=here"}, 3, "no node /zz: / exists"},
      {{"render", "t.db", "-o", "x.svg", "--highlight", "/a/zz"}, 3, "no node /a/zz: /a exists"},
      {{"render", "no.db", "-o", "x.svg"}, 3, "no.db"},
      {{"render", "t.db", "-o", "no/x.svg"}, 5, "no/x.svg"}};
  for (const Case& one : cases) {
    const ProgramResult result = plytrace(one.arguments, folder_.path());
    EXPECT_EQ(result.exit_code, one.exit_code) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(one.message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.svg"));
  EXPECT_EQ(read_file(folder_ / "there.svg"), "mine");
  EXPECT_EQ(plytrace({"render", "t.db", "-o", "there.svg", "--force"}, folder_.path()).exit_code,
            0);
}

TEST_F(Render, AnUnfinishedSearchIsDrawnWithItsOpenNodes) {
  sql(folder_ / "t.db",
      "UPDATE search SET status = NULL, value = NULL; UPDATE pass SET status = NULL, last = NULL,"
      " value = NULL; UPDATE node SET last = NULL, value = NULL, best = NULL WHERE id IN (1, 9);");
  const std::string text = dot();
  EXPECT_THAT(statement(text, "n9"), HasSubstr("<B>?</B>"));
  EXPECT_THAT(statement(text, "n9"), HasSubstr("dashed"));
  EXPECT_THAT(text, HasSubstr("no value"));
  EXPECT_THAT(text, HasSubstr("running"));
}

TEST_F(Render, HtmlHoldsTheSearchInItsOrderAndNoAddressOfAnyNetwork) {
  const ProgramResult html =
      plytrace({"render", "t.db", "--to", "html", "-o", "-"}, folder_.path());
  ASSERT_EQ(html.exit_code, 0) << html.err;
  const auto data = page_data(html.out);
  ASSERT_EQ(data["nodes"].size(), 13U);
  EXPECT_EQ(data["nodes"][5]["move"], "b");
  EXPECT_EQ(data["nodes"][8]["condition"], "1 \u2264 3");
  EXPECT_EQ(data["nodes"][11]["fate"], "pruned");
  EXPECT_EQ(data["nodes"][11]["parts"], nlohmann::json({"q"}));
  EXPECT_THAT(html.out, HasSubstr("--cut: #000000;"));
  std::vector<std::string> order;
  for (const auto& step : data["steps"]) {
    order.push_back(step["t"].get<std::string>() + " " + step["n"].dump());
  }
  EXPECT_THAT(order,
              ::testing::ElementsAre("enter 0", "enter 1", "enter 2", "bound 1", "enter 3",
                                     "bound 1", "enter 4", "leave 1", "bound 0", "enter 5",
                                     "enter 6", "bound 5", "enter 7", "cutoff 5", "leave 5",
                                     "enter 9", "enter 10", "cutoff 9", "leave 9", "leave 0"));
  std::string page = html.out;
  page.erase(page.find("http://www.w3.org/2000/svg"), 26);  // the XML namespace of SVG
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
}

TEST_F(Render, TexRefusesWhatTexCannotHold) {
  sql(folder_ / "t.db",
      "WITH RECURSIVE c(i) AS (SELECT 11 UNION ALL SELECT i + 1 FROM c WHERE i < 2000)"
      " INSERT INTO node (id, parent, last, ply, side, value, kind) SELECT i, 1, i, 1, 1, i, 1 "
      "FROM c;"
      "UPDATE node SET last = 2000 WHERE id = 1; UPDATE pass SET last = 2000;");
  const ProgramResult tex =
      plytrace({"render", "t.db", "--max-nodes", "5000", "--to", "tex", "-o", "-"}, folder_.path());
  EXPECT_EQ(tex.exit_code, 2);
  EXPECT_EQ(tex.out, "");
  EXPECT_THAT(tex.err, HasSubstr("16383"));
}

// Uses labels of one size and one place per cutoff for skipped moves, which Graphviz draws fast.
TEST(RenderLarge, TensOfThousandsOfNodesAreDrawnPlainly) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "6", "-o", "t.db"}, folder.path()).exit_code, 0);
  const std::string dot =
      plytrace({"render", "t.db", "--max-nodes", "20000", "--to", "dot", "-o", "-"}, folder.path())
          .out;
  EXPECT_THAT(statement(dot, "n1"),
              HasSubstr("label=\"\\n\u22125\\n(\u2212\u221E, +\u221E)\", fontsize=8"));
  EXPECT_THAT(statement(dot, "n2"), HasSubstr("\\n\", fontsize=8"));
  EXPECT_TRUE(Pattern("-> n[0-9]+_skip[0-9] \\[[^\\n]*label=\"f, g\"").find(dot));
}

TEST(RenderLarge, APngTooLargeToBeReadIsRefusedWithAdvice) {
  const ScratchFolder folder;
  make_trace(
      folder / "t.db",
      "INSERT INTO search (id, game) VALUES (1, 'wide');"
      "INSERT INTO pass (id, root, last, status) VALUES (1, 1, 2001, 'finished');"
      "INSERT INTO node (id, last, value, kind) VALUES (1, 2001, 0, 0);"
      "WITH RECURSIVE c(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM c WHERE i < 2001)"
      " INSERT INTO node (id, parent, last, ply, value, kind) SELECT i, 1, i, 1, i, 1 FROM c;");
  const ProgramResult result =
      plytrace({"render", "t.db", "--max-nodes", "5000", "-o", "x.png"}, folder.path());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--to svg"));
  EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
  const ProgramResult svg =
      plytrace({"render", "t.db", "--max-nodes", "5000", "-o", "x.svg"}, folder.path());
  EXPECT_EQ(svg.exit_code, 0);
  EXPECT_THAT(svg.err, HasSubstr("on A4"));
  // The same trace is legible and causes no warning under the default budget.
  const ProgramResult small = plytrace({"render", "t.db", "-o", "y.png"}, folder.path());
  EXPECT_EQ(small.exit_code, 0);
  EXPECT_EQ(small.err, "");
}

}  // namespace
}  // namespace plytrace::test
