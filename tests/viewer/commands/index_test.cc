// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/add_indexes.cc: find --index makes look-ups fast and changes no
// answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Index : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run({"search", "connect4", "-d", "5", "--iterative", "--table", "1", "--capture",
                   "skipped,probes,stores,keys", "-o", "t.db"})
                  .exit_code,
              0);
  }
  ProgramResult run(const std::vector<std::string>& arguments) {
    return plytrace(arguments, folder_.path());
  }
  std::string count_of_indexes() {
    return sql_value(
        folder_ / "t.db",
        "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE '%by%'");
  }

  ScratchFolder folder_;
};

TEST_F(Index, SaysWhatItAddedAndInfoSaysThatItIsThere) {
  EXPECT_THAT(run({"info", "t.db"}).out, Not(HasSubstr("indexes")));
  const auto first = parse_json(run({"find", "t.db", "--index", "--format", "json"}).out);
  EXPECT_EQ(first["indexes"], (std::vector<std::string>{"key", "parent", "value", "stored_by"}));
  EXPECT_EQ(first["added"], 4);
  EXPECT_GT(first["bytes"], 0);
  EXPECT_EQ(count_of_indexes(), "4");
  EXPECT_THAT(run({"info", "t.db"}).out, HasSubstr("indexes: key, parent, value, stored_by"));
  EXPECT_EQ(parse_json(run({"info", "t.db", "--format", "json"}).out)["indexes"], first["indexes"]);
  const ProgramResult again = run({"find", "t.db", "--index"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, "t.db: indexes by key, parent, value, stored_by; all existed already\n");
}

TEST_F(Index, SqliteUsesThem) {
  const auto plan = [&](const std::string& condition) {
    return run({"sql", "t.db", "EXPLAIN QUERY PLAN SELECT id FROM node WHERE " + condition}).out;
  };
  EXPECT_THAT(plan("key = 5"), Not(HasSubstr("INDEX node_by_")));
  ASSERT_EQ(run({"find", "t.db", "--index"}).exit_code, 0);
  EXPECT_THAT(plan("key = 5"), HasSubstr("node_by_key"));
  EXPECT_THAT(plan("parent = 5"), HasSubstr("node_by_parent"));
  EXPECT_THAT(plan("value > 5"), HasSubstr("node_by_value"));
}

// This includes the digest of the rows, scans that read pages directly, and appending.
TEST_F(Index, ChangesNoAnswer) {
  const std::vector<std::vector<std::string>> questions = {
      {"verify", "t.db"},
      {"stats", "t.db", "--scan"},
      {"show", "t.db", "/d"},
      {"log", "t.db", "--all", "--max-lines", "300"},
      {"find", "t.db", "--kind", "table", "--format", "csv"},
      {"find", "t.db", "--where", "value > 3", "--sort", "-size", "--format", "csv"},
      {"export", "t.db", "--to", "ndjson"}};
  std::vector<std::string> before;
  for (const auto& question : questions) before.push_back(run(question).out);
  ASSERT_EQ(run({"find", "t.db", "--index"}).exit_code, 0);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    EXPECT_EQ(run(questions[i]).out, before[i]) << questions[i][0];
  }
  EXPECT_THAT(run({"verify", "t.db"}).out, HasSubstr("VERIFIED"));
}

TEST_F(Index, ATraceThatHasThemIsAppendedTo) {
  ASSERT_EQ(run({"find", "t.db", "--index"}).exit_code, 0);
  ASSERT_EQ(run({"search", "connect4", "-d", "4", "-o", "t.db", "--append"}).exit_code, 0);
  EXPECT_EQ(run({"verify", "t.db"}).exit_code, 0);
  EXPECT_EQ(sql_value(folder_ / "t.db", "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(sql_value(folder_ / "t.db", "SELECT count(*) FROM node WHERE parent IS NOT NULL"),
            sql_value(folder_ / "t.db",
                      "SELECT count(*) FROM node NOT INDEXED WHERE parent IS NOT NULL"));
}

TEST_F(Index, NeverWhileSomebodyRecords) {
  sql(folder_ / "t.db", "INSERT INTO meta (name, value) VALUES ('recording', '1')");
  const ProgramResult result = run({"find", "t.db", "--index"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("is being recorded"));
  EXPECT_EQ(count_of_indexes(), "0");
}

TEST_F(Index, RefusesWhatIsNoTraceAndWhatSomebodyElseHasOpenToWrite) {
  write_file(folder_ / "text.txt", "no trace");
  EXPECT_EQ(run({"find", "text.txt", "--index"}).exit_code, 3);
  EXPECT_EQ(run({"find", "none.db", "--index"}).exit_code, 3);
  with_open_database(folder_ / "t.db", "BEGIN IMMEDIATE; INSERT INTO meta VALUES ('x', 'y')", [&] {
    const ProgramResult result = run({"find", "t.db", "--index"});
    EXPECT_EQ(result.exit_code, 5);
    EXPECT_THAT(result.err, HasSubstr("it is unchanged"));
  });
  EXPECT_EQ(count_of_indexes(), "0");
}

// If it is killed at any moment, the trace has all indexes or none.
TEST_F(Index, KilledItDoesNoHarm) {
  ASSERT_EQ(run({"search", "connect4", "-d", "7", "-o", "t.db", "--force"}).exit_code, 0);
  for (const char* wait : {"0.01", "0.03", "0.06", "0.1", "0.2"}) {
    shell(std::string("$PLYTRACE find t.db --index >/dev/null 2>&1 & job=$!; sleep ") + wait +
              "; { kill -9 $job; wait $job; } 2>/dev/null",
          folder_.path());
    const ProgramResult verified = run({"verify", "t.db"});
    EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
    EXPECT_EQ(sql_value(folder_ / "t.db", "PRAGMA integrity_check"), "ok");
    EXPECT_THAT(count_of_indexes(), ::testing::AnyOf("0", "4"));
    sql(folder_ / "t.db",
        "DROP INDEX IF EXISTS node_by_key; DROP INDEX IF EXISTS node_by_parent; "
        "DROP INDEX IF EXISTS node_by_value; "
        "DROP INDEX IF EXISTS table_probe_by_stored_by");
  }
}

}  // namespace
}  // namespace plytrace::test
