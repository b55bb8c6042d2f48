// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/report/ and viewer/commands/ask/report.cc: the page shows the results of
// the analyses, in both forms, and writes only into its folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "tests/test_support.h"
#include "tests/viewer/picture_text.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ReportCommand : public ::testing::Test {
 protected:
  ReportCommand() {
    search("minimax.db", {"-a", "minimax"});
    search("alphabeta.db", {});
  }

  void search(const std::string& file, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"search", "connect4", "--moves", "d,d,d,c,e,d", "-d", "4", "-o", file});
    EXPECT_EQ(plytrace(arguments, folder()).exit_code, 0);
  }

  ProgramResult report(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "report");
    return plytrace(arguments, folder());
  }

  std::string folder() const { return folder_.path().string(); }
  std::string read(const std::string& name) const { return read_file(folder_ / name); }
  std::set<std::string> files_in(const std::string& name) const {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / name)) {
      files.insert(entry.path().filename().string());
    }
    return files;
  }

  ScratchFolder folder_;
};

TEST_F(ReportCommand, OfTwoSaysWhatCompareAndVerifySay) {
  const ProgramResult made = report({"minimax.db", "alphabeta.db", "-o", "out"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(made.out, "out/report.html\n");
  const auto compared = parse_json(
      plytrace({"compare", "minimax.db", "alphabeta.db", "--format", "json"}, folder()).out);
  const auto both = compared["node_counts"]["both"].get<int>();
  EXPECT_EQ(both, 1155);
  for (const char* file : {"out/report.html", "out/report.md"}) {
    const std::string page = read(file);
    EXPECT_THAT(page, HasSubstr("Both found value"));
    EXPECT_THAT(page,
                HasSubstr("A (minimax) visited 2,691 nodes, B (alphabeta) 1,155 nodes; 1,155 of "
                          "their nodes are in both: B saved 1,536 nodes, 57.1 %."));
    EXPECT_THAT(page, HasSubstr("A is VERIFIED"));
    EXPECT_THAT(page, HasSubstr("B is VERIFIED"));
    EXPECT_THAT(
        page, HasSubstr("No claims contradict each other in 1,155 pairs of nodes of equal depth."));
    EXPECT_THAT(page, HasSubstr("alpha cutoff in B at")) << "why the largest parts were cut";
    EXPECT_THAT(page, HasSubstr("cut by the first move"));
    EXPECT_THAT(page, HasSubstr("nodes of the minimal tree"));
  }
}

TEST_F(ReportCommand, OfOneNamesItsLargestCutsInWords) {
  const ProgramResult made = report({"alphabeta.db", "-o", "out", "--format", "json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto json = parse_json(made.out);
  EXPECT_EQ(json["verdicts"], nlohmann::json({"verified"}));
  EXPECT_EQ(json["agree"], nullptr);
  const std::string page = read("out/report.html");
  EXPECT_THAT(page, HasSubstr("alphabeta found value"));
  EXPECT_THAT(page, HasSubstr("The largest cuts"));
  EXPECT_THAT(page, HasSubstr("alpha cutoff: "));
}

// The page said that the largest cuts were nearest to the root; with extensions and reductions, a
// cut nearer to the root may have less depth left.
TEST_F(ReportCommand, OrdersTheLargestCutsAsItSays) {
  const auto page_of = [&](const std::string& depth_of_deep, const std::string& depth_of_near) {
    const std::string trace = imported(folder_, R"({"event":"search"}
{"event":"enter","side":"max")" + depth_of_near + R"(,"alpha":0,"beta":3}
{"event":"enter","move":"a","side":"min")" + depth_of_deep +
                                                    R"(,"alpha":0,"beta":3}
{"event":"enter","move":"x","side":"max","alpha":0,"beta":3}
{"event":"leave","value":0,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":0,"alpha":0,"beta":3,"skipped":1}
{"event":"leave","value":0}
{"event":"enter","move":"b","side":"min","alpha":0,"beta":3}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"cutoff","kind":"beta","value":4,"alpha":0,"beta":3,"skipped":1}
{"event":"leave","value":4}
)");
    const std::string name = "cuts" + depth_of_deep.substr(0, depth_of_deep.size() / 8);
    EXPECT_EQ(report({trace, "-o", name}).exit_code, 0);
    return read(name + "/report.md");
  };
  const auto place_of = [](const std::string& page, const std::string& node) {
    return page.find("| " + node + " | M", page.find("The largest cuts"));
  };
  const std::string deep = page_of(R"(,"depth":3)", R"(,"depth":2)");
  EXPECT_THAT(deep, HasSubstr("The largest cuts: those with the most depth left to search, then"));
  EXPECT_LT(place_of(deep, "/a"), place_of(deep, "/")) << deep;
  const std::string unknown = page_of("", "");
  EXPECT_THAT(unknown, HasSubstr("The largest cuts: those nearest to the root, then"));
  EXPECT_LT(place_of(unknown, "/"), place_of(unknown, "/a")) << unknown;
}

// A hint named --style, which only `render` has, once for each of the two files.
TEST_F(ReportCommand, GivesNoAdviceThatOnlyRenderCanFollow) {
  plytrace({"search", "othello", "-d", "3", "-o", "o.db"}, folder());
  EXPECT_THAT(plytrace({"render", "o.db", "--width", "160mm", "--font-size", "6pt", "--height",
                        "90mm", "-o", "o.svg"},
                       folder())
                  .err,
              HasSubstr("; --style textbook holds all"));
  EXPECT_EQ(report({"o.db", "-o", "out"}).err, "");
}

TEST_F(ReportCommand, TheHtmlIsOneFileAndTheMarkdownNamesItsFigures) {
  ASSERT_EQ(report({"minimax.db", "alphabeta.db", "-o", "out"}).exit_code, 0);
  std::set<std::string> files{"report.html", "report.md", "tree.svg",
                              "tree.pdf",    "board.svg", "board.pdf"};
  if (installed("gnuplot")) files.insert({"nodes.svg", "nodes.pdf"});
  EXPECT_EQ(files_in("out"), files);
  const std::string html = read("out/report.html");
  EXPECT_THAT(html, HasSubstr("<svg"));
  for (const char* from_elsewhere : {"src=", "<link", "<script", "@import", "url(http"}) {
    EXPECT_THAT(html, Not(HasSubstr(from_elsewhere)));
  }
  const std::string markdown = read("out/report.md");
  EXPECT_THAT(markdown, HasSubstr("](tree.svg)"));
  EXPECT_THAT(markdown, HasSubstr("([PDF](tree.pdf))"));
}

// Printed trees had type of 3 pt, and wide tables were cut off at the edge of the paper.
TEST_F(ReportCommand, APageCanBePrinted) {
  ASSERT_EQ(report({"minimax.db", "alphabeta.db", "-o", "out"}).exit_code, 0);
  const std::string tree = read("out/tree.svg");
  const std::regex size("<svg width=\"([0-9.]+)pt\".* viewBox=\"0 0 ([0-9.]+) ");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(tree, found, size));
  const double width = std::stod(found[1]), scale = width / std::stod(found[2]);
  EXPECT_LE(width, 160 * 72 / 25.4 + 0.5);
  const std::regex type("font-size=\"([0-9.]+)\"");
  for (std::sregex_iterator at(tree.begin(), tree.end(), type), end; at != end; ++at) {
    EXPECT_GT(scale * std::stod((*at)[1]), 5.4) << at->str();
  }
  const std::string page = read("out/report.html");
  EXPECT_THAT(page, HasSubstr("<thead><tr>")) << "is repeated on each page";
  EXPECT_THAT(page, HasSubstr(".wide, pre { overflow: visible; }"));
}

TEST_F(ReportCommand, MovesWithTheSameCutShareALine) {
  ASSERT_EQ(report({"minimax.db", "alphabeta.db", "-o", "out"}).exit_code, 0);
  const std::string page = read("out/report.md");
  std::istringstream lines(page.substr(page.find("| why it was cut |")));
  std::set<std::string> cuts;
  std::string line;
  while (std::getline(lines, line) && line.starts_with("|")) {
    EXPECT_TRUE(cuts.insert(line.substr(line.find('|', 1))).second) << line;
  }
  EXPECT_GE(cuts.size(), 4U);
}

TEST_F(ReportCommand, TwoReportsOfTheSameTracesAreEqual) {
  ASSERT_EQ(report({"minimax.db", "alphabeta.db", "-o", "a"}).exit_code, 0);
  ASSERT_EQ(report({"minimax.db", "alphabeta.db", "-o", "b"}).exit_code, 0);
  for (const std::string& file : files_in("a")) EXPECT_EQ(read("a/" + file), read("b/" + file));
}

// When the disk was full, some of its files stayed.
TEST_F(ReportCommand, ThatFindsNoRoomLeavesNoFolder) {
  const ProgramResult result =
      shell("ulimit -f 8; \"$PLYTRACE\" report alphabeta.db -o page", folder());
  EXPECT_EQ(result.exit_code, 5) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "page"));
}

TEST_F(ReportCommand, WithoutGnuplotThePageSaysWhatIsMissing) {
  const ProgramResult made =
      shell("PATH=/nowhere \"$PLYTRACE\" report minimax.db alphabeta.db -o out", folder());
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_THAT(made.err, HasSubstr("gnuplot-nox"));
  EXPECT_THAT(read("out/report.html"), HasSubstr("is left out: it needs gnuplot"));
  EXPECT_EQ(files_in("out").count("nodes.svg"), 0U);
}

TEST_F(ReportCommand, AFolderThatHoldsSomethingIsLeftAlone) {
  std::filesystem::create_directory(folder_ / "out");
  write_file(folder_ / "out/mine.txt", "mine");
  const ProgramResult refused = report({"alphabeta.db", "-o", "out"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_EQ(files_in("out"), std::set<std::string>{"mine.txt"});
  ASSERT_EQ(report({"alphabeta.db", "-o", "out", "--force"}).exit_code, 0);
  ASSERT_EQ(report({"alphabeta.db", "-o", "out", "--force"}).exit_code, 0);
  EXPECT_EQ(read("out/mine.txt"), "mine");
}

TEST_F(ReportCommand, AForeignTextCannotBecomeMarkup) {
  sql(folder_ / "alphabeta.db",
      "UPDATE search SET algorithm = '<script>alert(1)</script> | *x*', game = 'g`<b>'");
  ASSERT_EQ(report({"alphabeta.db", "-o", "out"}).exit_code, 0);
  EXPECT_THAT(read("out/report.html"), Not(HasSubstr("<script>")));
  EXPECT_THAT(read("out/report.html"), HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(read("out/report.md"), HasSubstr("\\<script\\>alert(1)\\</script\\> \\| \\*x\\*"));
}

TEST_F(ReportCommand, AWrongValueIsRefutedOnThePage) {
  sql(folder_ / "alphabeta.db", "UPDATE node SET value = value + 1 WHERE ply = 2 AND id = 3");
  ASSERT_EQ(report({"alphabeta.db", "-o", "out"}).exit_code, 0);
  EXPECT_THAT(read("out/report.html"), HasSubstr("REFUTED: "));
  EXPECT_THAT(read("out/report.html"), HasSubstr("Findings ("));
}

TEST_F(ReportCommand, DifferentPositionsAreNoPair) {
  EXPECT_EQ(plytrace({"search", "connect4", "-d", "2", "-o", "other.db"}, folder()).exit_code, 0);
  const ProgramResult made = report({"alphabeta.db", "other.db", "-o", "out"});
  EXPECT_EQ(made.exit_code, 3);
  EXPECT_THAT(made.err, HasSubstr("did not search the same position"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

// The board is drawn with six discs instead of letters; a game without a drawing keeps its text.
TEST_F(ReportCommand, DrawsThePositionThatWasSearched) {
  ASSERT_EQ(report({"alphabeta.db", "-o", "out"}).exit_code, 0);
  const std::string svg = read("out/board.svg");
  EXPECT_EQ(xml_error(svg), "");
  std::size_t discs = 0;
  for (std::size_t at = 0; (at = svg.find("<circle", at)) != std::string::npos; ++at) ++discs;
  EXPECT_EQ(discs, 6U);
  // Only the middle of the seven columns, each 18 points wide, was shown.
  EXPECT_GE(std::stod(svg.substr(svg.find(" width=\"") + 8)), 7 * 18);
  EXPECT_THAT(read("out/report.html"), HasSubstr("Figure 1. The position that was searched."));
  EXPECT_THAT(read("out/report.md"), HasSubstr("](board.svg)"));
  EXPECT_THAT(read("out/report.md"), Not(HasSubstr("    . . .")));
  plytrace({"search", "tree", "--position", "[[3,12],[2,4]]", "-o", "tree.db"}, folder());
  ASSERT_EQ(report({"tree.db", "-o", "of_tree"}).exit_code, 0);
  EXPECT_EQ(files_in("of_tree").count("board.svg"), 0U);
  EXPECT_THAT(read("of_tree/report.md"), HasSubstr("    2 moves"));
}

// Ten equal cuts took ten lines.
TEST_F(ReportCommand, EqualCutsShareALine) {
  plytrace({"search", "connect4", "-d", "6", "-o", "deep.db"}, folder());
  ASSERT_EQ(report({"deep.db", "-o", "out"}).exit_code, 0);
  const std::string page = read("out/report.md");
  const std::string table = page.substr(page.find("| node | side |"));
  std::size_t nodes = 0;
  std::string last;
  std::istringstream lines(table);
  std::string line;
  for (int i = 0; i < 2; ++i) std::getline(lines, line);
  while (std::getline(lines, line) && line.starts_with("| /")) {
    const std::size_t end = line.find(" | ");
    for (std::size_t at = 0; (at = line.find('/', at)) < end; ++at) {
      if (line[at - 1] == ' ') ++nodes;
    }
    EXPECT_NE(line.substr(end), last);
    last = line.substr(end);
  }
  EXPECT_EQ(nodes, 10U);
}

TEST_F(ReportCommand, CallsThingsByNameAndShowsNoJson) {
  ASSERT_EQ(report({"alphabeta.db", "-o", "out"}).exit_code, 0);
  const std::string page = read("out/report.md");
  EXPECT_THAT(page, HasSubstr("connect4: alphabeta"));
  EXPECT_THAT(page, HasSubstr("The game is connect4: connectk (width 7, height 6"));
  EXPECT_THAT(page, HasSubstr("parameters (base 10, early\\_wins off)"));
  EXPECT_THAT(page, Not(HasSubstr("{")));
}

}  // namespace
}  // namespace plytrace::test
