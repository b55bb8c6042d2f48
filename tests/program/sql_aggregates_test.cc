// SPDX-License-Identifier: MIT
//
// Covers viewer/reader/sql_aggregates.cc and user_query.h: plytrace sql with median(), percentile()
// and stddev(), on a collection, and with its query in a file or from stdin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

class SqlAggregates : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("search connect4 -a minimax -d 3 -q -o a.db").exit_code, 0);
    ASSERT_EQ(run("collect a.db -q -o a.sum").exit_code, 0);
  }
  ProgramResult run(const std::string& words) {
    return shell("$PLYTRACE " + words, folder_.path().string());
  }
  // The rows as CSV, without the heading.
  std::string rows(const std::string& query, const std::string& file = "a.db") {
    const ProgramResult found = run("sql " + file + " \"" + query + "\" --format csv");
    EXPECT_EQ(found.exit_code, 0) << query << found.err;
    return found.out.substr(found.out.find('\n') + 1);
  }
  // A query over the values of a list.
  std::string over(const std::string& aggregate, const std::string& values) {
    return rows("SELECT " + aggregate + " FROM (SELECT column1 AS x FROM (VALUES " + values + "))");
  }

  ScratchFolder folder_;
};

TEST_F(SqlAggregates, AreThoseOfNumPy) {
  // numpy.median, numpy.percentile and numpy.std(ddof=1) of 12, 5, 7, 3, 9, 20.
  const std::string sample = "(12), (5), (7), (3), (9), (20)";
  EXPECT_EQ(over("median(x)", sample), "8\n");
  EXPECT_EQ(over("percentile(x, 25)", sample), "5.5\n");
  EXPECT_EQ(over("percentile(x, 0)", sample), "3\n");
  EXPECT_EQ(over("percentile(x, 100)", sample), "20\n");
  EXPECT_THAT(over("stddev(x)", sample), HasSubstr("6.08"));
  EXPECT_EQ(over("median(x)", "(4), (1)"), "2.5\n");
}

TEST_F(SqlAggregates, LeaveOutWhatIsNoNumber) {
  EXPECT_EQ(over("median(x)", "(NULL), (3), ('a'), (1), (x'00')"), "2\n");
  EXPECT_EQ(over("median(x) IS NULL", "(NULL), (NULL)"), "1\n");
  EXPECT_EQ(over("stddev(x) IS NULL", "(5)"), "1\n");
  EXPECT_EQ(rows("SELECT median(value) IS NULL FROM node WHERE id < 0"), "1\n");
  // The last of several percentages was used, and NULL and texts counted as 0.
  for (const std::string percent : {"101", "-1", "NULL", "'50'", "id"}) {
    const ProgramResult wrong =
        run("sql a.db \"SELECT percentile(id, " + percent + ") FROM node\"");
    EXPECT_EQ(wrong.exit_code, 2) << percent;
    EXPECT_THAT(wrong.err, HasSubstr("p must be one number from 0 to 100")) << percent;
  }
}

TEST_F(SqlAggregates, WorkInGroups) {
  // 1, 7, 49 and 343 nodes.
  EXPECT_EQ(rows("SELECT ply, median(id * 0 + ply), count(*) FROM node GROUP BY ply"),
            "0,0,1\n1,1,7\n2,2,49\n3,3,343\n");
}

TEST_F(SqlAggregates, ACollectionIsQueried) {
  EXPECT_EQ(rows("SELECT sum(nodes), median(nodes) FROM ply", "a.sum"), "400,28\n");
  EXPECT_EQ(rows("SELECT path(1) IS NULL, board(1) IS NULL, fen(1) IS NULL", "a.sum"), "1,1,1\n");
  for (const std::string refused : {"DELETE FROM search", "ATTACH 'b.db' AS b",
                                    "PRAGMA user_version = 3", "SELECT 1; SELECT 2"}) {
    EXPECT_EQ(run("sql a.sum \"" + refused + "\"").exit_code, 2) << refused;
  }
}

TEST_F(SqlAggregates, AQueryMayBeInAFile) {
  write_file(folder_ / "q.sql", "-- the nodes\nSELECT count(*)\nFROM node;\n");
  EXPECT_EQ(run("sql a.db q.sql --format csv").out, "count(*)\n400\n");
  EXPECT_EQ(run("sql a.db - --format csv < q.sql").out, "count(*)\n400\n");
  const ProgramResult missing = run("sql a.db missing.sql");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.err, HasSubstr("missing.sql: cannot be opened: "));
}

// A folder was an internal error, and a byte 0 ended the query silently.
TEST_F(SqlAggregates, AFileThatHoldsNoQueryIsRefused) {
  std::filesystem::create_directory(folder_ / "folder.sql");
  const ProgramResult folder = run("sql a.db folder.sql");
  EXPECT_EQ(folder.exit_code, 3);
  EXPECT_THAT(folder.err, HasSubstr("folder.sql: is a folder"));
  EXPECT_EQ(run("suite --summary folder.sql").exit_code, 3);
  write_file(folder_ / "q.sql", std::string("SELECT 1\0 WHERE 0", 17));
  for (const std::string query : {"q.sql", "- < q.sql"}) {
    const ProgramResult cut = run("sql a.db " + query);
    EXPECT_EQ(cut.exit_code, 2) << cut.out;
    EXPECT_THAT(cut.err, HasSubstr("holds a byte 0"));
  }
}

// The message was about a text of too many bytes.
TEST_F(SqlAggregates, SayHowManyValuesTheyTake) {
  const ProgramResult result =
      run("sql a.db \"WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 8200) "
          "SELECT median(a.i) FROM n AS a, n AS b\"");
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_THAT(result.err, HasSubstr("take at most 67,108,864 values"));
}

}  // namespace
}  // namespace plytrace::test
