// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/search_suite.cc: plytrace search --positions, a suite of positions in
// one command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kSuite =
    "# three positions\n"
    "start\n"
    "\n"
    "start moves d,d,c\n"
    "......./......./......./......./......./...X... O moves d\n";

class SearchSuite : public ::testing::Test {
 protected:
  ProgramResult search(std::vector<std::string> arguments, const std::string& suite = kSuite) {
    write_file(folder_ / "suite.txt", suite);
    arguments.insert(arguments.begin(),
                     {"search", "connect4", "-d", "3", "--positions", "suite.txt"});
    return plytrace(arguments, folder_.path().string());
  }

  ScratchFolder folder_;
};

TEST_F(SearchSuite, EachLineIsItsOwnSearch) {
  const auto json = parse_json(search({"--format", "json"}).out);
  EXPECT_EQ(json["positions"], 3);
  ASSERT_EQ(json["searched"], 3);
  EXPECT_EQ(json["searches"][0]["line"], 2);
  EXPECT_EQ(json["searches"][1]["line"], 4);
  EXPECT_EQ(json["searches"][2]["line"], 5);
  const char* moves[] = {"", "d,d,c", "d,d"};
  int nodes = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto alone = parse_json(
        plytrace({"search", "connect4", "-d", "3", "--moves", moves[i], "--format", "json"}).out);
    EXPECT_EQ(json["searches"][i]["value"], alone["value"]);
    EXPECT_EQ(json["searches"][i]["counters"], alone["counters"]);
    nodes += alone["counters"]["nodes"].get<int>();
  }
  EXPECT_EQ(json["nodes"], nodes);
}

TEST_F(SearchSuite, TheSearchesGoIntoOneTraceOrIntoOneEach) {
  ASSERT_EQ(search({"-o", "all.db"}).exit_code, 0);
  EXPECT_EQ(sql_value(folder_ / "all.db", "SELECT count(*) FROM search"), "3");
  ASSERT_EQ(search({"-o", "each-%d.db"}).exit_code, 0);
  for (const char* name : {"each-1.db", "each-2.db", "each-3.db"}) {
    EXPECT_EQ(sql_value(folder_ / name, "SELECT count(*) FROM search"), "1");
    EXPECT_EQ(plytrace({"verify", name}, folder_.path().string()).exit_code, 0);
  }
}

// Each position opened the trace again, which failed if there was no trace to append to.
TEST_F(SearchSuite, AllSearchesAreOneRecording) {
  ASSERT_EQ(search({"-o", "all.db", "--append", "--max-nodes", "9"}).exit_code, 0);
  const std::string file = folder_ / "all.db";
  EXPECT_EQ(sql_value(file, "SELECT value FROM meta WHERE name = 'writer'"), "pages");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(last - root + 1) FROM pass"), "9,9,9");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(stream) FROM pass"), "0,0,0");
  ASSERT_EQ(search({"-o", "all.db", "--append"}).exit_code, 0);
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM search"), "6");
  EXPECT_EQ(sql_value(file, "SELECT max(id) = count(*) FROM node"), "1");
  EXPECT_EQ(plytrace({"verify", file, "--search", "6"}).exit_code, 0);
}

TEST_F(SearchSuite, ABadLineIsNamedAndNothingIsDone) {
  const ProgramResult bad = search({"-o", "all.db"}, "start\nstart moves d,x\n");
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.err, HasSubstr("suite.txt:2: move 2 'x'"));
  EXPECT_EQ(bad.out, "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "all.db"));
  EXPECT_EQ(search({}, "# nothing\n\n").exit_code, 3);
}

TEST_F(SearchSuite, AnExistingTraceStopsItBeforeTheFirstSearch) {
  write_file(folder_ / "each-3.db", "mine");
  const ProgramResult refused = search({"-o", "each-%d.db"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "each-1.db"));
  EXPECT_EQ(read_file(folder_ / "each-3.db"), "mine");
  EXPECT_EQ(search({"--moves", "d"}).exit_code, 2);
  EXPECT_EQ(search({"-o", "%d%d.db"}).exit_code, 2);
}

TEST_F(SearchSuite, TheRowsAreSafeForASpreadsheet) {
  write_file(folder_ / "othello.txt", "start\n");
  const ProgramResult rows =
      plytrace({"search", "othello", "-d", "1", "--positions", "othello.txt", "--format", "csv"},
               folder_.path().string());
  EXPECT_THAT(rows.out, StartsWith("position,line,game,game_options,searcher,"));
  EXPECT_THAT(rows.out, HasSubstr("\n\"-----"));
}

}  // namespace
}  // namespace plytrace::test
