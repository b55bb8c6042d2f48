// SPDX-License-Identifier: MIT
//
// schemas/rows.h, schemas/trace.sql and the JSON schemas name the same tables and columns.
#include "schemas/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

// The first column of the result of a query on an empty trace.
Names ask_empty_trace(const std::string& query) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &database), SQLITE_OK);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> closer(database, sqlite3_close);
  EXPECT_EQ(sqlite3_exec(database, format::kTraceSql, nullptr, nullptr, nullptr), SQLITE_OK);
  Names names;
  const auto take = [](void* to, int, char** values, char**) {
    static_cast<Names*>(to)->emplace_back(values[0]);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, query.c_str(), take, &names, nullptr), SQLITE_OK);
  return names;
}

Names columns_in_sql(const std::string& table) {
  return ask_empty_trace("SELECT name FROM pragma_table_info('" + table + "') ORDER BY cid");
}

template <class Row>
Names columns_in_list() {
  Names names;
  format::for_each_column<Row>([&](const auto& column) { names.emplace_back(column.name); });
  return names;
}

json shared_schemas() {
  return parse_json(read_file(source_path("schemas/outputs/common.schema.json")))["$defs"];
}

TEST(Rows, ColumnsAreThoseOfTheirTablesInOrder) {
  const auto compare = []<class Row>() {
    const std::string table = format::Table<Row>::kName;
    EXPECT_EQ(columns_in_list<Row>(), columns_in_sql(table)) << table;
  };
  compare.operator()<SearchRow>();
  compare.operator()<PassRow>();
  compare.operator()<NodeRow>();
  compare.operator()<PlySummaryRow>();
  format::for_each_event_table(compare);
}

TEST(Rows, TheListOfEventsHasEveryTableWithATime) {
  Names in_list;
  format::for_each_event_table(
      [&]<class Row>() { in_list.emplace_back(format::Table<Row>::kName); });
  EXPECT_THAT(in_list, testing::UnorderedElementsAreArray(
                           ask_empty_trace("SELECT m.name FROM sqlite_master AS m "
                                           "JOIN pragma_table_info(m.name) AS c ON c.name = 'at' "
                                           "WHERE m.type = 'table'")));
}

TEST(Rows, TheJsonOfAnEventHasAllColumnsAndItsType) {
  const json shared = shared_schemas();
  Names listed;
  for (const json& one : shared["event"]["oneOf"]) listed.push_back(one["$ref"]);
  Names expected;
  format::for_each_event_table([&]<class Row>() {
    const std::string table = format::Table<Row>::kName;
    expected.push_back("#/$defs/" + table);
    std::set<std::string> required = shared[table]["required"];
    EXPECT_EQ(required.erase("type"), 1U) << table;
    required.erase("condition");  // text derived from a cutoff
    const Names columns = columns_in_list<Row>();
    EXPECT_EQ(required, std::set<std::string>(columns.begin(), columns.end())) << table;
  });
  EXPECT_EQ(listed, expected);
}

TEST(Rows, TheJsonOfANodeHasAllColumns) {
  const json properties = shared_schemas()["node"]["properties"];
  for (const std::string& column : columns_in_list<NodeRow>()) {
    EXPECT_TRUE(properties.contains(column == "id" ? "node" : column)) << column;
  }
}

// The counts of a search are in an object of their own, "nodes".
TEST(Rows, TheJsonOfASearchHasAllColumns) {
  const json info = parse_json(read_file(source_path("schemas/outputs/info.schema.json")));
  const json& search = info["$defs"]["search"];
  const std::set<std::string> required = search["required"];
  for (const std::string& column : columns_in_list<SearchRow>()) {
    if (column == "id" || column == "leaf_evaluations") continue;
    EXPECT_EQ(required.count(column), 1U) << column;
    EXPECT_TRUE(search["properties"].contains(column)) << column;
  }
}

// A pass is listed below its search, with its number in it.
TEST(Rows, TheJsonOfAPassHasAllColumns) {
  const json info = parse_json(read_file(source_path("schemas/outputs/info.schema.json")));
  const json& pass = info["$defs"]["pass"];
  const std::set<std::string> required = pass["required"];
  for (const std::string& column : columns_in_list<PassRow>()) {
    if (column == "id" || column == "search") continue;
    const std::string key = column == "ordinal" ? "pass" : column;
    EXPECT_EQ(required.count(key), 1U) << column;
    EXPECT_TRUE(pass["properties"].contains(key)) << column;
  }
}

}  // namespace
}  // namespace plytrace::test
