// SPDX-License-Identifier: MIT
//
// Covers the views of schemas/trace.sql, through sqlite3 and through `plytrace sql`, compared with
// the rows that were written; and the lists of columns in schemas/rows.h, compared with the tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "schemas/rows.h"
#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

std::string joined(const std::vector<std::int64_t>& ids) {
  std::string text;
  for (const std::int64_t id : ids) text += (text.empty() ? "" : ",") + std::to_string(id);
  return text;
}

// Finding children and earlier siblings took a recursive query or a scan of the whole table.
TEST(TraceViews, ChildrenAndEarlierSiblingsOfEveryNode) {
  for (const bool gaps : {false, true}) {
    const ScratchFolder folder;
    const RandomTrace trace(gaps ? 5 : 4, {.passes = 3, .gaps = gaps});
    trace.write(folder / "t.db");
    std::size_t wide = 0;
    for (const MadeNode& node : trace.nodes()) {
      const std::string id = std::to_string(node.id);
      EXPECT_EQ(sql_value(folder / "t.db",
                          "SELECT group_concat(node) FROM (SELECT node FROM child WHERE parent = " +
                              id + " ORDER BY n)"),
                joined(node.children));
      wide += node.children.size() > 2 ? 1U : 0U;
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const std::string child = std::to_string(node.children[i]);
        const std::string before = sql_value(
            folder / "t.db", "SELECT siblings_before FROM siblings_before WHERE node = " + child);
        EXPECT_EQ(before, std::to_string(i)) << child;
        EXPECT_EQ(sql_value(folder / "t.db", "SELECT n FROM child WHERE node = " + child),
                  std::to_string(i + 1));
      }
    }
    EXPECT_GT(wide, 10u);
  }
}

TEST(TraceViews, NodesKnowTheirSearchAndTheirPass) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto search = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"search", "connect4", "-o", file};
    all.insert(all.end(), more.begin(), more.end());
    ASSERT_EQ(plytrace(all).exit_code, 0);
  };
  search({"-d", "3", "--iterative"});
  search({"-d", "2", "-a", "mtdf", "--append"});
  EXPECT_EQ(sql_value(file,
                      "SELECT count(*) FROM node_text t JOIN pass p ON p.id = t.pass WHERE "
                      "t.search != p.search OR t.id NOT BETWEEN p.root AND p.last"),
            "0");
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM node_text WHERE pass IS NULL"), "0");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(DISTINCT search || '.' || pass) FROM node_text"),
            "1.1,1.2,1.3,2.4,2.5,2.6,2.7");
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM node_text WHERE search = 2"),
            sql_value(file, "SELECT nodes FROM search WHERE id = 2"));
}

// The table-valued function in a view was refused as a writing statement.
TEST(TraceViews, AreReadByPlytraceSql) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "1", "-o", file}).exit_code, 0);
  const auto result = plytrace({"sql", file,
                                "SELECT n, node, siblings_before, path, search, pass FROM child "
                                "JOIN siblings_before USING (node) JOIN node_text ON id = node "
                                "WHERE child.parent = 1 AND n > 7",
                                "--format", "csv"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "n,node,siblings_before,path,search,pass\n8,9,7,/b1,1,1\n9,10,8,/c1,1,1\n");
}

// In a trace with a `last` below its node the walk ends and repeats nothing.
TEST(TraceViews, EndOnADamagedTrace) {
  const ScratchFolder folder;
  const RandomTrace trace(4, {});
  trace.write(folder / "t.db");
  sql(folder / "t.db", "UPDATE node SET last = 1 WHERE parent IS NOT NULL");
  const int children = std::stoi(sql_value(folder / "t.db", "SELECT count(*) FROM child"));
  EXPECT_LT(children, static_cast<int>(trace.nodes().size()));
}

// Checks that the views show each stored number as its word.
template <class Enum>
void expect_words(const std::string& trace, const std::string& table, const std::string& column,
                  const std::string& required = "") {
  for (int code = 0; word(static_cast<Enum>(code)) != "?"; ++code) {
    const std::string id = std::to_string(code + 1);
    sql(trace, "DELETE FROM " + table);
    sql(trace, "INSERT INTO " + table + " (id, " + required + column + ") VALUES (" + id +
                   (required.empty() ? ", " : ", 1, 1, ") + std::to_string(code) + ")");
    EXPECT_EQ(sql_value(trace, "SELECT " + column + " FROM " + table + "_text"),
              word(static_cast<Enum>(code)))
        << table << "." << column;
  }
}

TEST(TraceViews, SayTheWordsOfTheFormat) {
  const ScratchFolder folder;
  const std::string trace = folder / "t.db";
  sql(trace, read_file(source_path("schemas/trace.sql")));
  expect_words<format::Side>(trace, "node", "side");
  expect_words<format::NodeKind>(trace, "node", "kind");
  expect_words<format::Bound>(trace, "node", "bound");
  expect_words<format::Phase>(trace, "node", "phase");
  expect_words<format::Role>(trace, "node", "role");
  expect_words<format::CutoffKind>(trace, "cutoff", "kind", "at, node, ");
  sql(trace, "DELETE FROM cutoff");
  for (int code = 0; code < static_cast<int>(format::kWords<format::Cause>.size()); ++code) {
    sql(trace, "INSERT INTO cutoff (id, at, node, kind, cause) VALUES (" +
                   std::to_string(code + 1) + ", 1, 1, 2, " + std::to_string(code) + ")");
    EXPECT_EQ(sql_value(trace, "SELECT cause FROM cutoff_text ORDER BY id DESC LIMIT 1"),
              word(static_cast<format::Cause>(code)));
  }
  expect_words<format::TableUse>(trace, "table_probe", "used", "at, node, ");
  expect_words<format::Bound>(trace, "table_store", "bound", "at, node, ");
}

template <class Row>
void expect_columns_of_table(const std::string& trace) {
  std::string listed = format::column_names<Row>();
  std::erase(listed, '"');
  EXPECT_EQ(listed, sql_value(trace, "SELECT group_concat(name, ', ') FROM pragma_table_info('" +
                                         std::string(format::Table<Row>::kName) + "')"));
}

TEST(TraceColumns, AreThoseOfTheTables) {
  const ScratchFolder folder;
  sql(folder / "t.db", read_file(source_path("schemas/trace.sql")));
  const std::string trace = folder / "t.db";
  expect_columns_of_table<SearchRow>(trace);
  expect_columns_of_table<PassRow>(trace);
  expect_columns_of_table<NodeRow>(trace);
  expect_columns_of_table<BoundUpdateRow>(trace);
  expect_columns_of_table<CutoffRow>(trace);
  expect_columns_of_table<TableStoreRow>(trace);
  expect_columns_of_table<TableProbeRow>(trace);
  expect_columns_of_table<NoteRow>(trace);
  expect_columns_of_table<PlySummaryRow>(trace);
}

}  // namespace
}  // namespace plytrace::test
