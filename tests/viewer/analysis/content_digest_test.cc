// SPDX-License-Identifier: MIT
//
// Covers viewer/analysis/content_digest.*: what the digest that `info` prints depends on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "schemas/rows.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;

class DigestOfContent : public ::testing::Test {
 protected:
  std::string run(const std::string& words) {
    const ProgramResult result = shell("$PLYTRACE " + words, folder_.path().string());
    EXPECT_EQ(result.exit_code, 0) << words << result.err;
    return result.out;
  }
  nlohmann::json info(const std::string& file) {
    return parse_json(run("info " + file + " --format json"));
  }
  std::string digest(const std::string& file) {
    const auto json = info(file);
    return json["digest"].is_null() ? "" : json["digest"].get<std::string>();
  }
  ScratchFolder folder_;
};

TEST_F(DigestOfContent, EqualRunsHaveEqualDigests) {
  const std::string search = "search connect4 -d 4 -a pvs --iterative --table 1 -q -o ";
  run(search + "a.db");
  run(search + "b.db");
  EXPECT_THAT(digest("a.db"), ::testing::MatchesRegex("c2-................"));
  EXPECT_EQ(digest("a.db"), digest("b.db"));
  run("search connect4 -d 4 -a pvs --iterative --table 1 --order killer -q -o c.db");
  EXPECT_NE(digest("a.db"), digest("c.db"));
}

// The place in a file, the writer, the layout of the pages and indexes change nothing.
TEST_F(DigestOfContent, TheFileDoesNotMatter) {
  run("search tictactoe -d 3 -q -o one.db");
  run("search tictactoe -d 3 -a minimax -q -o two.db");
  const std::string one = digest("one.db"), two = digest("two.db");
  run("search tictactoe -d 3 -a minimax -q -o both.db");
  run("search tictactoe -d 3 -q -o both.db --append");  // by SQL, with ids after the first search
  const auto both = info("both.db");
  EXPECT_EQ(both["writer"], "pages, insert");
  EXPECT_EQ(both["searches"][0]["digest"], two);
  EXPECT_EQ(both["searches"][1]["digest"], one);
  run("search tictactoe -d 3 -q -o other.db");
  run("search tictactoe -d 3 -a minimax -q -o other.db --append");
  EXPECT_EQ(digest("other.db"), both["digest"]);
  run("find one.db --index");
  sql(folder_ / "one.db", "VACUUM");
  EXPECT_EQ(digest("one.db"), one);
}

// Every column but times counts: a table without one lost a changed cell.
TEST_F(DigestOfContent, EachColumnCounts) {
  run("search connect4 -d 3 -a pvs --table 1 --iterative --capture "
      "skipped,keys,probes,stores,notes -q -o a.db");
  sql(folder_ / "a.db",
      "INSERT INTO note SELECT 900001, max(last), max(root), 'name', 'value' FROM pass");
  const std::string before = digest("a.db");
  std::size_t changed = 0;
  const auto try_column = [&](const std::string& table, const std::string& column,
                              const std::string& change) {
    fs::copy_file(folder_ / "a.db", folder_ / "b.db", fs::copy_options::overwrite_existing);
    sql(folder_ / "b.db", "UPDATE " + table + " SET \"" + column + "\" = " + change +
                              " WHERE rowid = (SELECT max(rowid) FROM " + table + ")");
    EXPECT_NE(digest("b.db"), before) << table << "." << column;
    ++changed;
  };
  for (const std::string column : {"ply", "move", "depth", "alpha", "beta", "value", "kind",
                                   "bound", "legal", "key", "unrecorded"}) {
    try_column("node", column, "coalesce(\"" + column + "\", 0) + 1");
  }
  for (const std::string column : {"cause", "alpha", "beta"}) {  // a bound may be infinite
    try_column("bound_update", column, "5");
  }
  for (const std::string column : {"kind", "value", "skipped"}) {
    try_column("cutoff", column, "coalesce(\"" + column + "\", 0) + 1");
  }
  for (const std::string column : {"depth", "value", "key"}) {
    try_column("table_store", column, "coalesce(\"" + column + "\", 0) + 1");
  }
  for (const std::string column : {"stored_by", "stored_depth", "used"}) {
    try_column("table_probe", column, "coalesce(\"" + column + "\", 0) + 1");
  }
  for (const std::string column : {"value", "nodes", "depth", "last"}) {
    try_column("pass", column, "\"" + column + "\" + 1");
  }
  try_column("note", "value", "value || 'x'");
  for (const std::string column : {"position", "options", "best_move", "engine", "pv"}) {
    try_column("search", column, "\"" + column + "\" || 'x'");
  }
  EXPECT_EQ(changed, 33U);
  sql(folder_ / "a.db", "UPDATE ply_summary SET horizon = horizon + 1 WHERE ply = 2");
  EXPECT_NE(digest("a.db"), before);
}

// plytrace 0.2.0 wrote columns in another order, and the node's key in each store and probe.
TEST_F(DigestOfContent, RowsOfAnOlderTraceCountTheSame) {
  run("search connect4 -d 4 -a pvs --iterative --table 1 -q -o a.db "
      "--capture skipped,keys,probes,stores,notes");
  const auto write_as_before = [&](const std::string& table, const std::string& columns) {
    sql(folder_ / "a.db",
        "CREATE TABLE older (" + columns + ") STRICT; INSERT INTO older (" +
            sql_value(folder_ / "a.db",
                      "SELECT group_concat(name) FROM pragma_table_info('" + table + "')") +
            ") SELECT * FROM " + table + "; DROP TABLE " + table +
            "; PRAGMA legacy_alter_table = ON; ALTER TABLE older RENAME TO " + table);
  };
  const std::string before = digest("a.db");
  EXPECT_EQ(sql_value(folder_ / "a.db", "SELECT count(*) FROM table_probe WHERE key IS NULL"), "0")
      << "each probe has an entry_key";
  sql(folder_ / "a.db",
      "UPDATE table_probe SET key = NULL WHERE key = (SELECT key FROM node WHERE id = node)");
  EXPECT_EQ(digest("a.db"), before);
  sql(folder_ / "a.db",
      "UPDATE table_probe SET key = (SELECT key FROM node WHERE id = node) WHERE key IS NULL");
  write_as_before(
      "node",
      "id INTEGER PRIMARY KEY, parent INTEGER, last INTEGER, ply INTEGER NOT NULL "
      "DEFAULT 0, move INTEGER, side INTEGER, depth INTEGER, alpha REAL, beta REAL, "
      "value REAL, score REAL, credited REAL, kind INTEGER NOT NULL DEFAULT 6, bound "
      "INTEGER, phase INTEGER NOT NULL DEFAULT 0, role INTEGER NOT NULL DEFAULT 0, best "
      "INTEGER, legal INTEGER, unrecorded INTEGER NOT NULL DEFAULT 0, key INTEGER, "
      "excluded TEXT");
  write_as_before(
      "table_probe",
      "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, node INTEGER NOT NULL, key INTEGER, "
      "entry_key INTEGER, depth INTEGER, stored_by INTEGER, stored_depth INTEGER, bound "
      "INTEGER, value REAL, raw REAL, move INTEGER, used INTEGER NOT NULL DEFAULT 0");
  EXPECT_EQ(digest("a.db"), before);
  // Verify compares the digests of the rows, too.
  EXPECT_THAT(run("verify a.db"), ::testing::StartsWith("VERIFIED: a.db"));
}

TEST_F(DigestOfContent, TimesDoNotCount) {
  run("search tictactoe -d 3 -q -o a.db");
  const std::string before = digest("a.db");
  sql(folder_ / "a.db",
      "UPDATE search SET started_at = 1, finished_at = 2, seconds = 3; UPDATE pass SET seconds = "
      "4; "
      "INSERT INTO meta VALUES ('mine', 'x')");
  EXPECT_EQ(digest("a.db"), before);
}

// `collect --verify` and `suite --verify` digest the rows that verify reads. Verify scans the file
// from the smallest id on, also rows that belong to no pass, and the digest must not count these.
TEST_F(DigestOfContent, IsTheSameWithVerify) {
  const std::string first = "search connect4 -d 4 -a pvs --iterative --table 1 -q -o a.db";
  run(first + " --capture skipped,keys,probes,stores,notes");
  run("search connect4 -d 3 -a mtdf --table 1 -q -o a.db --append");
  run("search connect4 -d 3 -a minimax -q -o a.db --append");
  const std::string second_pass = "(SELECT min(id) FROM pass WHERE search = 2)";
  for (const std::string& change : std::vector<std::string>{
           "SELECT 1", "UPDATE pass SET root = 1 WHERE id = " + second_pass,
           "UPDATE pass SET root = root + 1 WHERE id = " + second_pass,
           "UPDATE pass SET root = NULL WHERE id = " + second_pass, "DELETE FROM node WHERE id = 1",
           "DELETE FROM pass WHERE id = 2", "UPDATE node SET last = last + 5 WHERE id = 1",
           "UPDATE node SET last = NULL WHERE ply = 0",
           "UPDATE node SET id = id + 1000000 WHERE id = (SELECT max(id) FROM node)",
           "INSERT INTO note (id, at, node, name) VALUES (999999999, 1, 1, 'x')"}) {
    fs::copy_file(folder_ / "a.db", folder_ / "b.db", fs::copy_options::overwrite_existing);
    sql(folder_ / "b.db", change);
    fs::remove(folder_ / "plain.sum");
    fs::remove(folder_ / "verified.sum");
    run("collect -q b.db -o plain.sum");
    // The verdict decides the exit code.
    EXPECT_LE(shell("$PLYTRACE collect -q --verify b.db -o verified.sum", folder_.path()).exit_code,
              4);
    const std::string digests =
        "SELECT group_concat(digest) FROM (SELECT * FROM search ORDER BY "
        "search)";
    const std::string expected = sql_value(folder_ / "plain.sum", digests);
    EXPECT_THAT(expected, ::testing::MatchesRegex("c2-.*,c2-.*,c2-.*")) << change;
    EXPECT_EQ(sql_value(folder_ / "verified.sum", digests), expected) << change;
  }
}

TEST_F(DigestOfContent, IsLeftOutWhereItWouldBeWrongOrSlow) {
  run("search tictactoe -d 2 -q -o a.db");
  sql(folder_ / "a.db", "UPDATE search SET status = NULL");
  EXPECT_EQ(digest("a.db"), "");
}

}  // namespace
}  // namespace plytrace::test
