// SPDX-License-Identifier: MIT
#include "viewer/format/characters.h"
#include "viewer/format/unseen.h"

#include <gtest/gtest.h>

namespace plytrace::text {
namespace {

TEST(Characters, TextsFromATraceCannotActOnTheTerminal) {
  EXPECT_EQ(printable("e2-e4"), "e2-e4");
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1B[31mred");
  EXPECT_EQ(printable("two\nlines\tand a bell\a"), "two\\x0Alines\\x09and a bell\\x07");
  EXPECT_EQ(printable("caf\xc3\xa9 \xe2\x99\x9e"), "caf\xc3\xa9 \xe2\x99\x9e");
  EXPECT_EQ(printable("\xff\xc3"), "\\xFF\\xC3");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xC0\\xAF");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xED\\xA0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xc2\x9b"), "\\x9B");                // C1 control
  EXPECT_EQ(printable("abc\xe2\x80\xae"), "abc\\u{202E}");  // right-to-left override
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable_lines("a\nb\x1b"), "a\nb\\x1B");
  EXPECT_EQ(valid_utf8("a\x1b\xfe"), "a\x1b\\xFE");
}

// Two moves could look alike, and a path could read from right to left.
TEST(Characters, WhatIsNotSeenIsEscaped) {
  EXPECT_EQ(printable("a\u200Bb\u2060c\uFEFFd\u00ADe"), "a\\u{200B}b\\u{2060}c\\u{FEFF}d\\xADe");
  EXPECT_EQ(printable("\u061C\u200E\u202A\u2066\u2069"),
            "\\u{061C}\\u{200E}\\u{202A}\\u{2066}\\u{2069}");
  EXPECT_EQ(printable("\u3164\uFE0F\u180E\u115F\u2028"),
            "\\u{3164}\\u{FE0F}\\u{180E}\\u{115F}\\u{2028}");
  EXPECT_EQ(printable("\U000E0041\U0010FFFF\uFDD0"), "\\u{E0041}\\u{10FFFF}\\u{FDD0}");
  EXPECT_EQ(printable("\u00E9 \u265E \u3000 \U0001F600"), "\u00E9 \u265E \u3000 \U0001F600");
  int unseen = 0;
  for (char32_t code = 0; code <= 0x10FFFF; ++code) unseen += is_unseen(code) ? 1 : 0;
  EXPECT_EQ(unseen, 4326);
}

TEST(Characters, WidthCountsCharacters) {
  EXPECT_EQ(width_of("abc"), 3U);
  EXPECT_EQ(width_of("caf\xc3\xa9"), 4U);
}

TEST(Characters, ListsAreBounded) {
  EXPECT_EQ(list({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(list({"a", "b", "c"}, 2), "a, b and 1 more");
  EXPECT_EQ(list({}), "");
}

TEST(Characters, MarkupIsEscapedInTextAndInAttributes) {
  EXPECT_EQ(markup_escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

TEST(Characters, LongLinesAreBrokenAtSpacesAndLongWordsStayWhole) {
  EXPECT_EQ(wrapped("one two three", 2, 8), "one two\n  three");
  EXPECT_EQ(wrapped("  indented words", 4, 12), "  indented\n    words");
  EXPECT_EQ(wrapped("unbreakable", 0, 4), "unbreakable");
  EXPECT_EQ(wrapped("a {1,22,333,4444444444,5}", 2, 10), "a {1,22,\n  333,\n  4444444444,\n  5}");
  EXPECT_EQ(wrapped("", 0, 4), "");
}

}  // namespace
}  // namespace plytrace::text
