// SPDX-License-Identifier: MIT
#include "viewer/format/csv.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

TEST(Csv, TextsThatBeginLikeFormulasAreQuotedAndNumbersAreNot) {
  EXPECT_EQ(text::csv_line({"-x", "+x", "=x", "@x", "x=", "-3.5", "-inf", "+inf", ""}),
            "\"-x\",\"+x\",\"=x\",\"@x\",x=,-3.5,-inf,+inf,");
  EXPECT_EQ(text::csv_line({"a,b", "say \"x\"", "a\nb"}), "\"a,b\",\"say \"\"x\"\"\",\"a\nb\"");
}

TEST(Csv, MovesThatBeginLikeFormulasAreWrittenAsInAPath) {
  EXPECT_EQ(text::move_cell("=1+1"), "%3D1+1");
  EXPECT_EQ(text::move_cell("@"), "%40");
  EXPECT_EQ(text::move_cell("e2e4"), "e2e4");
  EXPECT_EQ(text::move_cell(""), "");
}

}  // namespace
}  // namespace plytrace::test
