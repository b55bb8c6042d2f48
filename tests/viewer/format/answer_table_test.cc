// SPDX-License-Identifier: MIT
#include "viewer/format/answer_table.h"

#include <gtest/gtest.h>

namespace plytrace::text {
namespace {

AnswerTable example() {
  AnswerTable table;
  table.add({number_cell("ply", "ply", 3), text_cell("move", "best move", "d"),
             count_cell("nodes", "nodes", 1234), share_cell("", "share", 1, 4),
             score_cell("alpha", "", -kInfinity)});
  AnswerTable::Row total{number_cell("ply", "ply", 0), text_cell("move", "best move", {}),
                         count_cell("nodes", "nodes", 5000), share_cell("", "share", 1, 0),
                         score_cell("alpha", "", {})};
  total.front().value.reset();
  table.add_below("all", std::move(total));
  return table;
}

TEST(AnswerTable, PeopleReadTheColumnsThatHaveAHeading) {
  EXPECT_EQ(example().for_people().text(),
            "ply  best move  nodes   share\n"
            "  3  d          1,234  25.0 %\n"
            "all  -          5,000       -\n");
}

TEST(AnswerTable, ProgramsReadTheColumnsThatHaveAName) {
  EXPECT_EQ(example().json().dump(), R"([{"ply":3,"move":"d","nodes":1234,"alpha":"-inf"}])");
  EXPECT_EQ(example().json_below("all").dump(), R"({"move":null,"nodes":5000,"alpha":null})");
  EXPECT_EQ(example().json_below("deeper").dump(), "null");
}

TEST(AnswerTable, CsvHasTheRowsThatSayWhatTheyAreOf) {
  EXPECT_EQ(example().csv(), "ply,move,nodes,alpha\n3,\"d\",1234,\"-inf\"\n");
}

}  // namespace
}  // namespace plytrace::text
