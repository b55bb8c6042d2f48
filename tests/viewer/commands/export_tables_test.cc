// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/ask/export_tables.cc: every cell of every table, as SQL returns it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/test_support.h"
#include "viewer/format/csv.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExportTables : public ::testing::Test {
 protected:
  void SetUp() override {
    run("search connect4 -d 4 -a pvs --iterative --table 1 --capture "
        "skipped,keys,probes,stores,notes -q -o a.db");
    run("search tictactoe -d 3 -q -o a.db --append");
    sql(folder_ / "a.db",
        "INSERT INTO note VALUES (900001, 1, 1, '', ''), (900002, 1, 1, 'a,b \"c\"', 'x'),"
        " (900003, 1, 1, 'two' || char(10) || 'lines', '1.50')");
  }
  ProgramResult ask(const std::string& words) {
    return shell("$PLYTRACE " + words, folder_.path().string());
  }
  std::string run(const std::string& words) {
    const ProgramResult result = ask(words);
    EXPECT_EQ(result.exit_code, 0) << words << result.err;
    return result.out;
  }
  std::string file(const std::string& name) { return read_file(folder_ / name); }

  ScratchFolder folder_;
};

// The same text, or the same number.
bool are_same(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char* end_of_a = nullptr;
  char* end_of_b = nullptr;
  const bool are_equal = std::strtod(a.c_str(), &end_of_a) == std::strtod(b.c_str(), &end_of_b);
  return !a.empty() && !b.empty() && *end_of_a == 0 && *end_of_b == 0 && are_equal;
}

std::vector<std::string> parts_of(const std::string& text, char end) {
  std::vector<std::string> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, end);) parts.push_back(part);
  return parts;
}

TEST_F(ExportTables, EveryCellIsThatOfTheTable) {
  const std::vector<std::pair<std::string, std::string>> tables{{"search", "id"},
                                                                {"pass", "id"},
                                                                {"node", "id"},
                                                                {"bound_update", "id"},
                                                                {"cutoff", "id"},
                                                                {"table_store", "id"},
                                                                {"table_probe", "id"},
                                                                {"note", "id"},
                                                                {"move", "id"},
                                                                {"ply_summary", "pass, ply"},
                                                                {"digest", "search, \"table\""},
                                                                {"meta", "name"}};
  std::string list;
  for (const auto& [table, key] : tables) list += (list.empty() ? "" : ",") + table;
  run("export a.db --to csv --table " + list + " --trace-number 42 -o tables");
  for (const auto& [table, key] : tables) {
    const std::string written = file("tables/" + table + ".csv");
    text::CsvReader lines(written);
    std::vector<std::string> heading, cells;
    ASSERT_TRUE(lines.next(heading)) << table;
    EXPECT_EQ(heading.front(), "trace");
    std::string row = "''";
    for (std::size_t i = 1; i < heading.size(); ++i) {
      const std::string column = '"' + heading[i] + '"';
      row += " || coalesce(CASE typeof(" + column + ") WHEN 'real' THEN printf('%!.20g', " +
             column + ") ELSE " + column + " END, '') || char(1)";
    }
    const auto expected =
        parts_of(sql_value(folder_ / "a.db",
                           "SELECT coalesce(group_concat(line, char(2)), '') FROM (SELECT " + row +
                               " AS line FROM " + table + " ORDER BY " + key + ")"),
                 2);
    EXPECT_FALSE(expected.empty()) << table;
    std::size_t rows = 0;
    for (; lines.next(cells); ++rows) {
      ASSERT_EQ(cells.size(), heading.size()) << table;
      ASSERT_LT(rows, expected.size()) << table;
      EXPECT_EQ(cells.front(), "42");
      const auto right = parts_of(expected[rows], 1);
      for (std::size_t i = 1; i < cells.size(); ++i) {
        EXPECT_TRUE(are_same(cells[i], right[i - 1]))
            << table << "." << heading[i] << ": " << cells[i] << " and " << right[i - 1];
      }
    }
    EXPECT_EQ(rows, expected.size()) << table;
  }
}

TEST_F(ExportTables, NullAndAnEmptyTextDiffer) {
  EXPECT_EQ(run("export a.db --to csv --table note --columns id,name,value | tail -n 4"),
            "1,900001,\"\",\"\"\n1,900002,\"a,b \"\"c\"\"\",x\n1,900003,\"two\nlines\",1.50\n");
  EXPECT_EQ(run("export a.db --to csv --table node --columns id,parent,alpha,beta | head -n 2"),
            "trace,id,parent,alpha,beta\n1,1,,-inf,inf\n");
}

// A spreadsheet computes "=1+1" in quotes, too, and the line break was a second line.
TEST_F(ExportTables, MovesAreWrittenAsInEveryCsv) {
  sql(folder_ / "a.db",
      "UPDATE move SET text = '=1+1' WHERE id = 1;"
      "UPDATE move SET text = 'a' || char(10) || 'b' WHERE id = 2;"
      "UPDATE search SET best_move = '=1+1'");
  EXPECT_THAT(run("export a.db --to csv --table move | head -n 4"),
              StartsWith("trace,id,text\n1,0,?\n1,1,%3D1+1\n1,2,a\\x0Ab\n"));
  EXPECT_EQ(run("export a.db --to csv --table search --columns best_move"),
            "trace,best_move\n1,%3D1+1\n1,%3D1+1\n");
}

TEST_F(ExportTables, ColumnsComeInTheOrderAskedFor) {
  EXPECT_THAT(run("export a.db --to csv --table node --columns ply,id | head -n 3"),
              "trace,ply,id\n1,0,1\n1,1,2\n");
  EXPECT_THAT(run("export a.db --to csv --table table_probe --columns node"), HasSubstr("\n1,"));
}

TEST_F(ExportTables, WhatCannotBeWrittenIsRefused) {
  const auto message = [&](const std::string& words) {
    const ProgramResult result = ask("export a.db --to csv --table " + words);
    EXPECT_EQ(result.exit_code, 2) << words;
    return result.err;
  };
  EXPECT_THAT(message("nodes"), HasSubstr("did you mean 'node'?"));
  EXPECT_THAT(message("node,"), HasSubstr("'' is not one of"));
  EXPECT_THAT(message("node --columns plies"), HasSubstr("'plies' is not one of id, parent"));
  EXPECT_THAT(message("node,move"), HasSubstr("name a folder for their files with -o"));
  EXPECT_THAT(message("node,move --columns id -o out"), HasSubstr("--columns is for one table"));
  run("export a.db --to csv --table move -o out");
  // The first file was written when the second found it there.
  EXPECT_THAT(message("node,move,node -o two"), HasSubstr("--table names node twice"));
  EXPECT_THAT(message("node --columns id,id"), HasSubstr("--columns names id twice"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "two"));
  EXPECT_THAT(message("node,move -o out"), HasSubstr("move.csv: already exists"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/node.csv"));
  run("export a.db --to csv --table node,move -o out --force");
  EXPECT_THAT(file("out/node.csv"), StartsWith("trace,id,parent,"));
}

}  // namespace
}  // namespace plytrace::test
