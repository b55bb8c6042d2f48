// SPDX-License-Identifier: MIT
#include "viewer/format/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plytrace::text {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Page, WritesATableAsHtmlAndAsMarkdown) {
  Page page("Title");
  page.table({{"move", TextTable::kLeft}, {"nodes"}}, {{"d", "12"}, {"e"}});
  EXPECT_THAT(page.html(), HasSubstr("<tr><td>d</td><td class=\"n\">12</td></tr>\n"
                                     "<tr><td>e</td><td class=\"n\"></td></tr>"));
  EXPECT_THAT(page.markdown(), HasSubstr("| move | nodes |\n|---|---:|\n| d | 12 |\n| e |  |\n"));
}

// In print "finished" was broken after its seventh letter.
TEST(Page, OnlyLongWordsOfATableAreBroken) {
  Page page("Title");
  page.table({{"ended", TextTable::kLeft}}, {{"finished after all"}, {"/e2e4/e7e5/g1f3/b8c6"}});
  EXPECT_THAT(page.html(), HasSubstr("<td>finished after all</td>"));
  EXPECT_THAT(page.html(), HasSubstr("<td class=\"long\">/e2e4/e7e5/g1f3/b8c6</td>"));
  EXPECT_THAT(page.html(), HasSubstr(" .long { overflow-wrap: anywhere; }"));
  EXPECT_THAT(page.html(), Not(HasSubstr("td { overflow-wrap")));
}

TEST(Page, ATableAndItsFigureStandSideBySide) {
  Page page("Title");
  page.begin_beside();
  page.table({{"ply"}}, {{"1"}});
  page.figure("curves", "curves", "<svg/>");
  page.end_beside();
  EXPECT_THAT(page.html(), HasSubstr("<div class=\"beside\">\n<div class=\"wide\"><table>"));
  EXPECT_THAT(page.html(), HasSubstr("</figure>\n</div>\n"));
}

TEST(Page, TextsOfStrangersAreShownAndDoNothing) {
  Page page("<b>");
  page.paragraph("<script>*x*</script>\x1b[31m");
  page.list({"a|b", "[link](x)"});
  EXPECT_THAT(page.html(), Not(HasSubstr("<script>")));
  EXPECT_THAT(page.html(), HasSubstr("&lt;script&gt;*x*&lt;/script&gt;\\x1B[31m"));
  EXPECT_THAT(page.markdown(), HasSubstr("\\<script\\>\\*x\\*\\</script\\>"));
  EXPECT_THAT(page.markdown(), HasSubstr("- a\\|b\n- \\[link\\](x)\n"));
}

TEST(Page, FiguresAreNumberedAndTheirNamesAreTheirOwn) {
  Page page("p");
  page.figure("tree", "one", "<?xml?><svg id=\"a\"><use href=\"#a\"/></svg>");
  page.figure("curves", "two", "<svg id=\"a\"/>");
  EXPECT_THAT(page.html(), HasSubstr("<svg id=\"figure1-a\"><use href=\"#figure1-a\"/></svg>"));
  EXPECT_THAT(page.html(), HasSubstr("<svg id=\"figure2-a\"/>"));
  EXPECT_THAT(page.html(), HasSubstr("<figcaption>Figure 2. two</figcaption>"));
  EXPECT_THAT(page.markdown(), HasSubstr("![Figure 1. one](tree.svg)"));
}

}  // namespace
}  // namespace plytrace::text
