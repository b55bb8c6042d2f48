// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/viewer/explore/asking.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

TEST(TracesPanel, ListsFilesSearchesAndPasses) {
  const ScratchFolder folder;
  const std::string one = searched(folder, "one.db", {"connect4", "-d", "3", "--iterative"});
  const std::string two = searched(folder, "two.db", {"tictactoe", "-d", "2"});
  Asker ask({one, two});
  const json traces = ask("traces")["traces"];
  ASSERT_EQ(traces.size(), 2U);
  EXPECT_EQ(traces[0]["trace"], one);
  EXPECT_EQ(traces[0]["growing"], false);
  EXPECT_EQ(std::to_string(traces[0]["nodes"].get<int>()),
            sql_value(one, "SELECT count(*) FROM node"));
  EXPECT_EQ(traces[0]["last"], traces[0]["nodes"]);
  const json& passes = traces[0]["searches"][0]["passes"];
  ASSERT_EQ(passes.size(), 3U);
  EXPECT_EQ(passes[1]["pass"], 2);
  EXPECT_EQ(passes[1]["purpose"], "iteration");
  EXPECT_EQ(passes[1]["depth"], 2);
  EXPECT_EQ(passes[1]["fail"], nullptr);
  EXPECT_EQ(passes[1]["nodes"].get<int>(),
            passes[1]["last"].get<int>() - passes[1]["root"].get<int>() + 1);
  EXPECT_EQ(traces[1]["searches"][0]["game_options"]["width"], 3);
}

TEST(TracesPanel, SaysWhichPassFailed) {
  const ScratchFolder folder;
  const std::string trace = searched(
      folder, "a.db", {"connect4", "-d", "4", "--iterative", "--aspiration", "1", "-e", "ways"});
  Asker ask({trace});
  int low = 0, high = 0;
  const json traces = ask("traces");
  for (const json& pass : traces["traces"][0]["searches"][0]["passes"]) {
    low += pass["fail"] == "low";
    high += pass["fail"] == "high";
  }
  EXPECT_EQ(std::to_string(low),
            sql_value(trace, "SELECT count(*) FROM pass WHERE value <= alpha"));
  EXPECT_EQ(std::to_string(high),
            sql_value(trace, "SELECT count(*) FROM pass WHERE value >= beta"));
  EXPECT_GT(low + high, 0);
}

// Compares every node's neighbours with counts by SQL.
void expect_relatives(Asker& ask, const std::string& trace) {
  const json ids = column(trace, "id AS x FROM node ORDER BY id LIMIT 300");
  ASSERT_GT(ids.size(), 20U);
  const auto wanted = [&](const std::string& query) {
    const json found = column(trace, query);
    return found.empty() ? json(nullptr) : found[0];
  };
  for (const json& id : ids) {
    const std::string n = id.dump();
    const json answer = ask("node?id=" + n);
    EXPECT_EQ(answer["node"]["node"], id);
    const std::string siblings = " AND parent = (SELECT parent FROM node WHERE id = " + n + ")";
    EXPECT_EQ(answer["first_child"], wanted("min(id) AS x FROM node WHERE parent = " + n)) << n;
    EXPECT_EQ(answer["last_child"], wanted("max(id) AS x FROM node WHERE parent = " + n)) << n;
    EXPECT_EQ(answer["previous"], wanted("max(id) AS x FROM node WHERE id < " + n + siblings)) << n;
    EXPECT_EQ(answer["next"], wanted("min(id) AS x FROM node WHERE id > " + n + siblings)) << n;
    EXPECT_EQ(answer["children_total"], wanted("count(*) AS x FROM node WHERE parent = " + n));
    EXPECT_EQ(answer["events"].size(),
              wanted("sum(n) AS x FROM (SELECT count(*) AS n FROM bound_update WHERE node = " + n +
                     " UNION ALL SELECT count(*) FROM cutoff WHERE node = " + n +
                     " UNION ALL SELECT count(*) FROM table_store WHERE node = " + n +
                     " UNION ALL SELECT count(*) FROM table_probe WHERE node = " + n +
                     " UNION ALL SELECT count(*) FROM note WHERE node = " + n + ")"))
        << n;
  }
}

TEST(NodePanel, NeighboursAndEventsAreThoseOfTheRows) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4", "--table", "1"});
  Asker ask({trace});
  expect_relatives(ask, trace);
}

TEST(NodePanel, NeighboursAreFoundAcrossGapsInTheNumbering) {
  const ScratchFolder folder;
  RandomTrace(7, {.passes = 2, .depth = 4, .width = 4, .gaps = true}).write(folder / "a.db");
  Asker ask({folder / "a.db"});
  expect_relatives(ask, folder / "a.db");
}

TEST(NodePanel, ReportsWhatShowReports) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4"});
  Asker ask({trace});
  const std::string cut =
      sql_value(trace, "SELECT node FROM cutoff WHERE skipped > 1 ORDER BY id LIMIT 1");
  const json answer = ask("node?id=" + cut);
  const json shown = parse_json(plytrace({"show", trace, cut, "--format", "json"}).out);
  for (const auto& [key, value] : answer["node"].items()) EXPECT_EQ(value, shown[key]) << key;
  EXPECT_EQ(answer["board"], shown["board"]);
  EXPECT_EQ(answer["position"], shown["position"]);
  EXPECT_EQ(answer["children_total"], shown["children_total"]);
  ASSERT_EQ(answer["events"].size(), shown["events"].size());
  for (std::size_t i = 0; i < shown["events"].size(); ++i) {
    for (const auto& [key, value] : shown["events"][i].items()) {
      EXPECT_EQ(answer["events"][i][key], value) << key;
    }
  }
  EXPECT_EQ(answer["path"].size(), answer["node"]["ply"].get<std::size_t>() + 1);
  EXPECT_EQ(answer["path"].back()["node"], answer["node"]["node"]);
  const json& row = answer["events"].back();
  EXPECT_EQ(answer["cut"]["condition"], row["condition"]);
  EXPECT_EQ(answer["skipped"], row["skipped_moves"]);
  EXPECT_EQ(answer["skipped_total"], row["skipped"]);
  // Each move of this game is counted once; the last searched move caused the cutoff.
  EXPECT_EQ(answer["cut"]["rank"], answer["children_total"]);
}

TEST(NodePanel, ANodeIsFoundByItsPathToo) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "3", "--iterative"});
  Asker ask({trace});
  EXPECT_EQ(ask("node?path=/d/c&pass=2")["node"]["node"],
            column(trace, "id AS x FROM node_text WHERE path = '/d/c' AND pass = 2")[0]);
  EXPECT_EQ(ask("node?path=/")["node"]["parent"], nullptr);
  EXPECT_EQ(ask.failure("node?path=/d/z").substr(0, 4), "404:");
  EXPECT_EQ(ask.failure("node?path=/d&pass=9").substr(0, 4), "404:");
}

TEST(NodePanel, ItsCommandsRunInAShellWhateverTheFileIsCalled) {
  const ScratchFolder folder;
  const std::string name = "it's $(a) \"b\".db";
  searched(folder, name, {"tictactoe", "-d", "3"});
  Asker ask({folder / name});
  const json commands = ask("node?id=3")["commands"];
  ASSERT_EQ(commands.size(), 5U);
  for (const json& command : commands) {
    const ProgramResult ran =
        shell("PATH=\"$(dirname \"$PLYTRACE\"):$PATH\"\n" + command["command"].get<std::string>(),
              folder.path().string());
    EXPECT_EQ(ran.exit_code, 0) << command << ran.err;
  }
}

TEST(NodePanel, SaysWhatIsWrong) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"tictactoe", "-d", "1"});
  Asker ask({trace});
  EXPECT_EQ(ask.failure("node"), "400: id: the id of a node is missing");
  EXPECT_EQ(ask.failure("node?id=11"),
            "404: " + trace + ": no node #11; the passes (api/traces) list the existing ids");
  EXPECT_EQ(ask.failure("node?id=1&t=1").substr(0, 7), "400: t:");
  EXPECT_EQ(ask.failure("node?id=1&id=2"), "400: id: is given twice");
  EXPECT_EQ(ask.failure("nod"), "404: the explorer has no request of that name");
  std::filesystem::remove(trace);
  EXPECT_EQ(ask.failure("node?id=1").substr(0, 4), "503:");
}

TEST(ChildrenPanel, RowsAreSortedAsAsked) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4", "-e", "ways"});
  Asker ask({trace});
  const auto ids = [&](const std::string& more) {
    json found = json::array();
    const json answer = ask("children?id=1" + more);
    for (const json& row : answer["rows"]) found.push_back(row["node"]);
    return found;
  };
  const std::string of_root = "id AS x FROM node WHERE parent = 1 ORDER BY ";
  EXPECT_EQ(ids(""), column(trace, of_root + "id"));
  EXPECT_EQ(ids("&descending=1"), column(trace, of_root + "id DESC"));
  EXPECT_EQ(ids("&sort=size&descending=1"), column(trace, of_root + "last - id DESC, id"));
  EXPECT_EQ(ids("&sort=value"), column(trace, of_root + "value, id"));
  EXPECT_EQ(ids("&sort=rank&descending=1"), column(trace, of_root + "id DESC"));
  EXPECT_EQ(ids("&sort=move&offset=2&limit=3"), column(trace, of_root + "id LIMIT 3 OFFSET 2"));
  EXPECT_EQ(ids("&offset=7"), json::array());
}

TEST(ChildrenPanel, SaysWhichMoveCutAndHowEachWasCutItself) {
  const ScratchFolder folder;
  const std::string trace = searched(folder, "a.db", {"connect4", "-d", "4"});
  Asker ask({trace});
  const std::string cut = sql_value(
      trace, "SELECT node FROM cutoff WHERE skipped > 1 AND at > node + 2 ORDER BY id LIMIT 1");
  const json answer = ask("children?id=" + cut);
  EXPECT_EQ(answer["total"], answer["rows"].size());
  EXPECT_EQ(answer["capped"], false);
  for (const json& row : answer["rows"]) {
    const std::string id = row["node"].dump();
    EXPECT_EQ(row["cut"].is_null(),
              sql_value(trace, "SELECT count(*) FROM cutoff WHERE node = " + id) == "0");
    const bool last = row == answer["rows"].back();
    EXPECT_EQ(row["cutoff"].is_null(), !last);
    if (!last) continue;
    EXPECT_EQ(row["skipped_after"].dump(),
              sql_value(trace, "SELECT skipped FROM cutoff WHERE node = " + cut));
    EXPECT_EQ(row["rank"], answer["total"]);
  }
}

}  // namespace
}  // namespace plytrace::test
