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
  const ProgramResult wrong = run("sql a.db 'SELECT percentile(id, 101) FROM node'");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("p must be from 0 to 100"));
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
  EXPECT_THAT(missing.err, HasSubstr("missing.sql: cannot be read: "));
}

}  // namespace
}  // namespace plytrace::test
