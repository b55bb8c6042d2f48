// SPDX-License-Identifier: MIT
#include "viewer/format/table.h"

#include <gtest/gtest.h>

namespace plytrace {
namespace {

TextTable example() {
  TextTable table({{"ply"}, {"move", TextTable::kLeft}, {"nodes"}, {"cutoffs"}});
  table.add({"0", "a", "12,345"});
  table.add({"10", "a long one", "7", "3"});
  return table;
}

TEST(TextTable, StandsInOnePieceWhereNobodyAsksForAWidth) {
  EXPECT_EQ(example().text(" "),
            " ply  move         nodes  cutoffs\n"
            "   0  a           12,345\n"
            "  10  a long one       7        3\n");
  EXPECT_EQ(example().text(" ", 33), example().text(" "));
}

TEST(TextTable, GoesOnBelowWithItsFirstColumnWhereItIsTooWide) {
  EXPECT_EQ(example().text(" ", 32),
            " ply  move         nodes\n"
            "   0  a           12,345\n"
            "  10  a long one       7\n"
            "\n"
            " ply  cutoffs\n"
            "   0\n"
            "  10        3\n");
  // A column that is wider than the page is printed separately.
  EXPECT_EQ(example().text(" ", 1),
            " ply  move\n   0  a\n  10  a long one\n\n"
            " ply   nodes\n   0  12,345\n  10       7\n\n"
            " ply  cutoffs\n   0\n  10        3\n");
}

}  // namespace
}  // namespace plytrace
