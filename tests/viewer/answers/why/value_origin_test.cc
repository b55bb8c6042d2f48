// SPDX-License-Identifier: MIT
#include "viewer/answers/why/value_origin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;

std::string told(const std::string& trace, std::int64_t id) {
  const auto reader = TraceReader::open(trace);
  EXPECT_TRUE(reader.is_ok());
  const auto node = reader->node(id);
  EXPECT_TRUE(node.has_value());
  return origin_words(*reader, value_origin(*reader, *node));
}

TEST(ValueOrigin, IsTheLeafAtTheEndOfTheMovesThatWereTaken) {
  const ScratchFolder folder;
  const std::string trace =
      record(folder, "textbook", "tree --position [[3,12,8],[2,4,6],[14,5,2]]");
  EXPECT_EQ(told(trace, 1), "its value comes from #3 (/1/1), = 3 (terminal)");
  EXPECT_THAT(plytrace({"why", trace, "/2"}).out,
              HasSubstr("its value comes from #7 (/2/1), = 2 (terminal)"));
}

// The value of a table answer is followed to the node that stored the entry, down to a leaf.
TEST(ValueOrigin, GoesOnWhereAnEntryWasStored) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "table", "tictactoe -d 6 --table 1");
  const std::string answered =
      sql_value(trace, "SELECT node FROM table_probe WHERE used = 3 ORDER BY id LIMIT 1");
  const std::string storing =
      sql_value(trace, "SELECT stored_by FROM table_probe WHERE used = 3 ORDER BY id LIMIT 1");
  const std::string words = told(trace, std::stoll(answered));
  EXPECT_THAT(words, HasSubstr("; through the table: #" + answered + " answered by the entry of #" +
                               storing));
  EXPECT_THAT(words, testing::AnyOf(HasSubstr("(horizon)"), HasSubstr("(terminal)")));
  // If the storing node is unknown, the explanation ends at the entry.
  sql(trace, "UPDATE table_probe SET stored_by = NULL WHERE node = " + answered);
  EXPECT_THAT(told(trace, std::stoll(answered)),
              HasSubstr("(a table entry whose origin is not recorded)"));
}

// The explanation ends at a stand pat, although captures below it were searched.
TEST(ValueOrigin, IsTheStandPatWhereNoMoveWasTaken) {
  const ScratchFolder folder;
  write_file(folder / "e.ndjson", R"(
{"event":"enter","side":"max"}
{"event":"enter","move":"x","side":"min"}
{"event":"leave","value":2,"kind":"horizon"}
{"event":"leave","value":5,"score":5,"kind":"interior"}
)");
  ASSERT_EQ(plytrace({"import", "e.ndjson", "-o", "e.db"}, folder.path().string()).exit_code, 0);
  EXPECT_EQ(told(folder / "e.db", 1), "its value comes from #1 (/), 5 (its own static score)");
}

}  // namespace
}  // namespace plytrace::test
