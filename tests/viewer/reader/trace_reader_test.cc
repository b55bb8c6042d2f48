// SPDX-License-Identifier: MIT
#include "viewer/reader/trace_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace {
namespace {

using test::MadeEvent;
using test::MadeNode;
using test::RandomTrace;
using test::ScratchFolder;

TraceReader open(const std::string& file) {
  auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  return std::move(*reader);
}

std::string refusal(const std::string& file, StatusCode code = StatusCode::kBadInput) {
  const auto reader = TraceReader::open(file);
  if (reader.is_ok()) return "opened";
  EXPECT_EQ(reader.status().code(), code) << reader.status().message();
  return reader.status().message();
}

std::vector<RandomTrace::Options> shapes() {
  return {{}, {3, 6, 3, false, 0}, {2, 5, 4, true, 0}, {1, 5, 3, true, 2}, {1, 9, 2, false, 1}};
}

TEST(TraceReader, ChildrenAreThoseWritten) {
  const ScratchFolder folder;
  std::size_t checked = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const auto& shape : shapes()) {
      const RandomTrace made(seed, shape);
      const std::string file = folder / "x.db";
      made.write(file);
      const TraceReader reader = open(file);
      for (const MadeNode& node : made.nodes()) {
        std::vector<std::int64_t> ids;
        const auto row = reader.node(node.id);
        ASSERT_TRUE(row);
        for (const NodeRow& child : reader.children(*row)) ids.push_back(child.id);
        EXPECT_EQ(ids, node.children) << "node " << node.id;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 500U);
}

// The ids of a node's events, by table.
std::vector<std::vector<std::int64_t>> ids_of(const NodeEvents& events) {
  std::vector<std::vector<std::int64_t>> ids(5);
  format::for_each_event_table([&]<class Row>() {
    for (const Row& row : events.of<Row>()) ids[format::event_index<Row>()].push_back(row.id);
  });
  return ids;
}

// Checks that all events of a node, and those after its last child, equal those written; returns
// their number.
std::size_t expect_events(const TraceReader& reader, const RandomTrace& made,
                          const MadeNode& node) {
  const std::int64_t since = node.children.empty() ? node.id : made.node(node.children.back()).last;
  std::vector<std::vector<std::int64_t>> all(5), behind(5);
  std::size_t events = 0;
  for (const MadeEvent& event : made.events()) {
    if (event.node != node.id) continue;
    ++events;
    all[static_cast<std::size_t>(event.table)].push_back(event.id);
    if (event.at >= since) behind[static_cast<std::size_t>(event.table)].push_back(event.id);
  }
  const NodeRow row = *reader.node(node.id);
  EXPECT_EQ(ids_of(reader.events(row)), all) << "node " << node.id;
  EXPECT_EQ(ids_of(reader.events_behind(row, since, EventTables().set())), behind)
      << "node " << node.id;
  return events;
}

// Each node separately, and in any order within a snapshot, which caches where events are.
TEST(TraceReader, EventsFoundByBisectionAreThoseWritten) {
  const ScratchFolder folder;
  std::mt19937 random(3);
  std::size_t events = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const auto& shape : shapes()) {
      const RandomTrace made(seed, shape);
      const std::string file = folder / "x.db";
      made.write(file);
      const TraceReader reader = open(file);
      std::vector<MadeNode> nodes = made.nodes();
      for (const MadeNode& node : nodes) events += expect_events(reader, made, node);
      std::shuffle(nodes.begin(), nodes.end(), random);
      const TraceReader::Snapshot snapshot(reader);
      for (const MadeNode& node : nodes) expect_events(reader, made, node);
    }
  }
  EXPECT_GT(events, 500U);
}

// Nodes and events of a range, as (is event, id), in the order that they happened.
using Order = std::vector<std::pair<int, std::int64_t>>;

Order scanned(const TraceReader& reader, std::int64_t first, std::int64_t last) {
  Order order;
  const auto scan = reader.scan(first, last);
  while (scan->next()) {
    scan->visit([&]<class Row>(const Row& row) {
      constexpr bool kIsNode = std::is_same_v<Row, NodeRow>;
      order.emplace_back(kIsNode ? -1 : static_cast<int>(format::event_index<Row>()), row.id);
    });
  }
  return order;
}

Order expected_order(const RandomTrace& made, std::int64_t first, std::int64_t last) {
  Order order;
  auto event = made.events().begin();
  const auto take_until = [&](std::int64_t at) {
    for (; event != made.events().end() && event->at < at; ++event) {
      if (event->at >= first && event->at <= last) order.emplace_back(event->table, event->id);
    }
  };
  for (const MadeNode& node : made.nodes()) {
    take_until(node.id);
    if (node.id >= first && node.id <= last) order.emplace_back(-1, node.id);
  }
  take_until(std::numeric_limits<std::int64_t>::max());
  return order;
}

TEST(TraceReader, ScanGivesNodesAndEventsInTheOrderOfTime) {
  const ScratchFolder folder;
  std::size_t items = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const auto& shape : shapes()) {
      const RandomTrace made(seed, shape);
      const std::string file = folder / "x.db";
      made.write(file);
      const TraceReader reader = open(file);
      const Order all = scanned(reader, 0, std::numeric_limits<std::int64_t>::max());
      EXPECT_EQ(all, expected_order(made, 0, std::numeric_limits<std::int64_t>::max()));
      items += all.size() + 1;
      for (std::size_t i = 0; i < made.nodes().size(); i += 9) {
        const MadeNode& node = made.nodes()[i];
        EXPECT_EQ(scanned(reader, node.id, node.last), expected_order(made, node.id, node.last));
      }
      EXPECT_TRUE(reader.status().is_ok());
    }
  }
  EXPECT_GT(items, 500U);
}

TEST(TraceReader, EveryPathFindsItsNode) {
  const ScratchFolder folder;
  std::size_t repeated = 0;
  std::size_t same_position = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const auto& shape : shapes()) {
      const RandomTrace made(seed, shape);
      const std::string file = folder / "x.db";
      made.write(file);
      const TraceReader reader = open(file);
      const auto search = reader.choose_search({});
      for (const PassRow& pass : reader.passes(search->id)) {
        for (std::int64_t id = *pass.root; id <= *pass.last; ++id) {
          if (!reader.node(id)) continue;
          const std::string path = reader.path(id);
          const auto found = reader.find(path, pass);
          ASSERT_TRUE(found.is_ok()) << path << ": " << found.status().message();
          EXPECT_EQ(found->id, id) << path;
          repeated += path.find("~1") != std::string::npos ? 1U : 0U;
          same_position += path.find("/=") != std::string::npos ? 1U : 0U;
        }
      }
    }
  }
  EXPECT_GT(repeated, 20U);
  EXPECT_GT(same_position, 20U);
}

// Paths cached within a snapshot equal those computed without one.
TEST(TraceReader, PathsAreTheSameWithinASnapshot) {
  const ScratchFolder folder;
  for (const auto& shape : shapes()) {
    const RandomTrace made(5, shape);
    const std::string file = folder / "x.db";
    made.write(file);
    const TraceReader reopened = open(file);
    const TraceReader held = open(file);
    const TraceReader::Snapshot snapshot(held);
    for (const MadeNode& node : made.nodes()) {
      EXPECT_EQ(held.path(node.id), reopened.path(node.id));
      EXPECT_EQ(held.component(*held.node(node.id)), reopened.component(*reopened.node(node.id)));
    }
  }
}

// Each path walked over all siblings: 10,000 paths took a minute. Now it takes less than a second,
// and the tests' time limit enforces that.
TEST(TraceReader, PathsOfManySiblingsAreOneWalk) {
  const ScratchFolder folder;
  const std::string file = folder / "wide.db";
  test::make_trace(file, R"sql(
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    INSERT INTO move SELECT i, 'm' || i FROM n;
    INSERT INTO search (id, game) VALUES (1,'g');
    INSERT INTO pass (id, root, last, status) VALUES (1,1,100001,'finished');
    INSERT INTO node (id, parent, last, ply, move, role) VALUES (1,NULL,100001,0,NULL,0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    INSERT INTO node (id, parent, last, ply, move, role)
      SELECT 2 * i + r, 1, 2 * i + r, 1, i, 2 * r FROM n, (SELECT 0 AS r UNION ALL SELECT 1);)sql");
  const TraceReader reader = open(file);
  const TraceReader::Snapshot snapshot(reader);
  for (std::int64_t i = 1; i <= 50000; ++i) {
    const std::string name = "/m" + std::to_string(i);
    ASSERT_EQ(reader.path(2 * i), name + "~1");
    ASSERT_EQ(reader.path(2 * i + 1), name);
  }
}

// A path longer than the cache was walked to the root for each node: 2,500 nested nodes took seven
// seconds.
TEST(TraceReader, PathsOfNestedNodesAreTheSameInAnyOrder) {
  const ScratchFolder folder;
  const std::string file = folder / "deep.db";
  test::make_trace(file, R"sql(
    INSERT INTO move (id, text) VALUES (1, 'abcdefgh');
    INSERT INTO search (id, game) VALUES (1,'g');
    INSERT INTO pass (id, root, last, status) VALUES (1,1,3000,'finished');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO node (id, parent, last, ply, move)
      SELECT i, nullif(i - 1, 0), 3000, i - 1, iif(i > 1, 1, NULL) FROM n;)sql");
  const TraceReader reader = open(file);
  const TraceReader::Snapshot snapshot(reader);
  std::string path;
  for (std::int64_t id = 2; id <= 3000; ++id) {
    path += "/abcdefgh";
    ASSERT_EQ(reader.path(id), path);
  }
  for (std::int64_t id = 3000; id > 1; id -= 7) {
    ASSERT_EQ(reader.path(id), path.substr(0, static_cast<std::size_t>(id - 1) * 9));
  }
  EXPECT_EQ(reader.path(1), "/");
  EXPECT_EQ(reader.path(3), "/abcdefgh/abcdefgh");
}

TEST(TraceReader, BareMoveMeansTheLastCountingSearch) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::make_trace(file, R"sql(
    INSERT INTO move VALUES (1,'d');
    INSERT INTO search (id, game) VALUES (1,'g');
    INSERT INTO pass (id, root, last, status) VALUES (1,1,6,'finished');
    INSERT INTO node (id, parent, last, ply, move, role) VALUES
      (1,NULL,6,0,NULL,0),(2,1,2,1,1,1),(3,1,3,1,1,2),(4,1,4,1,1,2),(5,1,5,1,1,4),
      (6,1,6,0,NULL,4);)sql");
  const TraceReader reader = open(file);
  EXPECT_EQ(reader.path(4), "/d");
  EXPECT_EQ(reader.path(2), "/d~1");
  EXPECT_EQ(reader.path(3), "/d~2");
  EXPECT_EQ(reader.path(5), "/d~3");
  EXPECT_EQ(reader.path(6), "/=");
  const auto pass = reader.choose_pass(*reader.choose_search({}), {});
  EXPECT_EQ(reader.find("#3", *pass)->id, 3);
  EXPECT_EQ(reader.find("3", *pass)->id, 3);
  EXPECT_FALSE(reader.find("/d~4", *pass).is_ok());
}

TEST(TraceReader, PathErrorNamesTheLongestPartThatExists) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::make_trace(file, test::unknown_game_sql());
  const TraceReader reader = open(file);
  const auto pass = reader.choose_pass(*reader.choose_search({}), {});
  const auto error = [&](const char* path) { return reader.find(path, *pass).status().message(); };
  EXPECT_EQ(error("/a/z/p"), file + ": no node /a/z: /a exists; searched there: p, q, r");
  EXPECT_EQ(error("/b/r"),
            file + ": no node /b/r: a cutoff at /b skipped this move (see plytrace why)");
  EXPECT_EQ(error("/a/p/x"), file + ": no node /a/p/x: /a/p exists; it has no children");
  EXPECT_THAT(error("a/b"), testing::HasSubstr("names no node"));
  EXPECT_THAT(error("/a//b"), testing::HasSubstr("empty move"));
  EXPECT_THAT(error("/a%2"), testing::HasSubstr("hexadecimal"));
  EXPECT_THAT(error("77"), testing::HasSubstr("no node #77"));
  EXPECT_THAT(error("#x"), testing::HasSubstr("no node #x"));
}

TEST(TraceReader, HandMadeTreeWithoutPassesCanBeReadButIsNotFinished) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::make_trace(file, test::unknown_game_sql() + "DELETE FROM pass;");
  const TraceReader reader = open(file);
  const auto pass = reader.choose_pass(*reader.choose_search({}), {});
  ASSERT_TRUE(pass.is_ok());
  EXPECT_EQ(pass->status, format::SearchStatus::kRunning);
  EXPECT_EQ(reader.find("/b/q", *pass)->id, 8);
}

TEST(TraceReader, RefusesWhatIsNoTraceEachInItsWay) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal(folder / "none.db"), testing::HasSubstr("no such file"));
  EXPECT_THAT(refusal(folder.path().string()), testing::HasSubstr("is a directory"));
  EXPECT_THAT(refusal("/dev/null"), testing::HasSubstr("not a regular file"));
  EXPECT_THAT(refusal("-", StatusCode::kUsage), testing::HasSubstr("stdin"));
  test::write_file(folder / "empty.db", "");
  EXPECT_THAT(refusal(folder / "empty.db"), testing::HasSubstr("empty file"));
  test::write_file(folder / "text.db", "hello");
  EXPECT_THAT(refusal(folder / "text.db"), testing::HasSubstr("not a trace (not an SQLite file)"));
  test::sql(folder / "other.db", "CREATE TABLE t (x)");
  EXPECT_THAT(refusal(folder / "other.db"), testing::HasSubstr("another program"));
  const std::string file = folder / "x.db";
  test::make_trace(file, "");
  test::sql(file, "PRAGMA user_version = 2");
  EXPECT_THAT(refusal(file), testing::HasSubstr("use a newer plytrace"));
  test::sql(file, "PRAGMA user_version = 0");
  EXPECT_THAT(refusal(file), testing::HasSubstr("record the search again"));
  test::sql(file, "PRAGMA user_version = 1; ALTER TABLE node RENAME COLUMN ply TO plies");
  EXPECT_THAT(refusal(file), testing::HasSubstr("lacks a column of a trace (no such column: ply)"));
  test::sql(file, "DROP TABLE cutoff");
  EXPECT_THAT(refusal(file), testing::HasSubstr("no table 'cutoff'"));
}

TEST(TraceReader, RefusesTraceCutAtEveryLength) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::make_trace(file, test::unknown_game_sql());
  EXPECT_EQ(refusal(file), "opened");
  const std::size_t whole = std::filesystem::file_size(file);
  std::size_t cuts = 0;
  for (std::size_t length = whole - 1; length > 0; ++cuts) {
    std::filesystem::resize_file(file, length);
    const std::string message = refusal(file);
    ASSERT_THAT(message, testing::HasSubstr("truncated trace")) << length;
    const bool near_an_end = length > whole - 600 || length <= 600;
    length -= near_an_end ? 1 : std::min<std::size_t>(61, length - 600);
  }
  EXPECT_GT(cuts, 1500U);
}

// The journal that SQLite leaves beside a file of `pages_before` pages when a writer has begun to
// change it: https://www.sqlite.org/fileformat2.html, section 3. It contains no saved page.
std::string journal_of_a_change(std::uint32_t pages_before) {
  std::string header("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  const auto number = [&](std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) header += static_cast<char>(value >> shift & 0xFF);
  };
  for (const std::uint32_t value : {0U, 1U, pages_before, 512U, 4096U}) number(value);
  header.resize(512, '\0');
  return header;
}

// About one of a hundred kills hit this: the commit that creates the tables writes pages in order,
// so page 1, with the page count, is written before the last.
TEST(TraceReader, AWriterThatDiedWhileItMadeTheTablesLeavesNothingAndNoDamage) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  for (const std::size_t pages : {1U, 2U, 7U, 20U}) {
    std::filesystem::remove(file);
    test::sql(file, std::string("BEGIN;") + format::kTraceSql + "COMMIT");  // as the writer does
    std::filesystem::resize_file(file, pages * 4096);
    test::write_file(file + "-journal", journal_of_a_change(0));
    EXPECT_THAT(refusal(file),
                testing::HasSubstr("its recording ended before anything was written"))
        << pages;
    EXPECT_EQ(std::filesystem::file_size(file), 0U) << "the change is undone";
    EXPECT_THAT(refusal(file), testing::HasSubstr("empty file"));
  }
}

// A WAL trace whose recorder died: the file and its log, which no process has open.
std::string crashed_trace(const ScratchFolder& folder, const std::string& more) {
  const std::string live = folder / "live.db";
  const std::string file = folder / "crashed.db";
  test::sql(live, "PRAGMA journal_mode = WAL");
  const auto copy = [&] {
    std::filesystem::copy_file(live, file);
    std::filesystem::copy_file(live + "-wal", file + "-wal");
  };
  test::with_open_database(live,
                           "PRAGMA wal_autocheckpoint = 0;" + std::string(format::kTraceSql) +
                               "INSERT INTO meta VALUES ('recording','1');" +
                               test::unknown_game_sql() + more,
                           copy);
  return file;
}

TEST(TraceReader, ReadsWhatADeadRecorderCommitted) {
  const ScratchFolder folder;
  const std::string file = crashed_trace(folder, "UPDATE search SET finished_at = NULL;");
  const TraceReader reader = open(file);
  EXPECT_TRUE(reader.file().recording);
  EXPECT_TRUE(reader.file().write_ahead_log);
  EXPECT_FALSE(reader.file().log_missing);
  EXPECT_EQ(scanned(reader, 1, 10).size(), 16U);
}

TEST(TraceReader, SaysThatALogIsMissing) {
  const ScratchFolder folder;
  const std::string file = crashed_trace(folder, "UPDATE search SET finished_at = NULL;");
  std::filesystem::remove(file + "-wal");
  EXPECT_THAT(refusal(file), testing::HasSubstr("copy " + file + "-wal as well"));
  EXPECT_FALSE(std::filesystem::exists(file + "-wal")) << "a reader leaves nothing behind";
  EXPECT_FALSE(std::filesystem::exists(file + "-shm"));
}

TEST(TraceReader, FlagsACopyThatLostItsLogAfterACheckpoint) {
  const ScratchFolder folder;
  const std::string file =
      crashed_trace(folder, "UPDATE search SET finished_at = NULL; PRAGMA wal_checkpoint;");
  std::filesystem::remove(file + "-wal");
  const TraceReader reader = open(file);
  EXPECT_TRUE(reader.file().log_missing);
  EXPECT_TRUE(reader.file().recording);
}

TEST(TraceReader, RefusesACheckpointedTraceThatWasCutBesideItsLog) {
  const ScratchFolder folder;
  const std::string file =
      crashed_trace(folder, "PRAGMA wal_checkpoint; INSERT INTO note VALUES (9,10,1,'n','v');");
  EXPECT_EQ(refusal(file), "opened");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_THAT(refusal(file), testing::HasSubstr("truncated trace"));
}

// SQLite used the pages of the log, but code that reads pages directly used those of the file:
// VERIFIED, and different values in each command.
TEST(TraceReader, RefusesALogThatAnotherTraceLeftBehind) {
  const ScratchFolder folder;
  const std::string crashed = crashed_trace(folder, "UPDATE node SET value = 77;");
  const std::string file = folder / "run.db";
  test::make_trace(file, test::unknown_game_sql());
  std::filesystem::rename(crashed + "-wal", file + "-wal");
  EXPECT_THAT(refusal(file), testing::HasSubstr("there is a file beside it, " + file +
                                                "-wal, the log of another file"));
  std::filesystem::resize_file(file + "-wal", 32);
  EXPECT_EQ(refusal(file), "opened") << "a log without a page changes nothing";
}

// SQLite keeps the log beside the target of a link, but it was looked for beside the link. So a
// running recording was "truncated", and the log of another trace was not detected.
TEST(TraceReader, ALinkHasTheLogOfItsTrace) {
  const ScratchFolder folder;
  const std::string file =
      crashed_trace(folder, "PRAGMA wal_checkpoint; UPDATE node SET value = 77;");
  const std::string link = folder / "link.db";
  std::filesystem::create_symlink(file, link);
  const TraceReader reader = open(link);
  EXPECT_FALSE(reader.file().log_missing);
  EXPECT_EQ(reader.node(1)->value, 77);

  const std::string foreign = folder / "foreign.db", other = folder / "other.db";
  test::make_trace(foreign, test::unknown_game_sql());
  std::filesystem::copy_file(file + "-wal", foreign + "-wal");
  std::filesystem::create_symlink("foreign.db", other);
  EXPECT_THAT(refusal(other), testing::HasSubstr("foreign.db-wal, the log of another file"));
  // A log beside the link itself is ignored.
  std::filesystem::rename(foreign + "-wal", other + "-wal");
  EXPECT_EQ(refusal(other), "opened");
}

TEST(TraceReader, LogCutAtEveryLengthNeverShowsAFinishedTrace) {
  const ScratchFolder folder;
  // The end of the recording is marked last, as a recorder does it.
  const std::string file = crashed_trace(folder, "DELETE FROM meta;");
  EXPECT_FALSE(open(file).file().recording);
  std::size_t opened = 0;
  std::size_t refused = 0;
  for (std::size_t length = std::filesystem::file_size(file + "-wal"); length > 397;) {
    length -= std::min<std::size_t>(length, 397);
    std::filesystem::resize_file(file + "-wal", length);
    const auto reader = TraceReader::open(file);
    if (!reader) {
      ++refused;
      continue;
    }
    ++opened;
    const auto searches = reader->searches();
    ASSERT_TRUE(reader->file().recording || searches.empty()) << length;
  }
  EXPECT_GT(opened, 10U);
  EXPECT_GT(refused, 10U);
}

TEST(TraceReader, SnapshotStandsStillWhileTheTraceGrows) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::sql(file, "PRAGMA journal_mode = WAL;" + std::string(format::kTraceSql) +
                      test::unknown_game_sql());
  test::with_open_database(file, "", [&] {
    const TraceReader reader = open(file);
    {
      const TraceReader::Snapshot snapshot(reader);
      EXPECT_FALSE(reader.node(11));
      test::sql(file, "INSERT INTO node (id, parent, last, ply, move) VALUES (11,1,11,1,1)");
      EXPECT_FALSE(reader.node(11));
    }
    EXPECT_TRUE(reader.node(11));
  });
}

// SQLite counts rows in one uninterruptible operation: for 2.4 * 10^8 nodes the explorer was
// blocked for six seconds instead of half a second.
TEST(TraceReader, CountingRowsCanBeStopped) {
  const ScratchFolder folder;
  const std::string trace = folder / "a.db";
  ASSERT_EQ(test::plytrace({"search", "connect4", "-d", "6", "-o", trace, "-q"}).exit_code, 0);
  const TraceReader reader = open(trace);
  std::atomic<bool> interrupt = true;
  TraceReader::Query query;
  query.interrupt = &interrupt;
  std::string counted;
  query.row = [&](const std::vector<TraceReader::QueryCell>& cells) {
    counted = cells[0].text;
    return true;
  };
  const std::string count = "SELECT count(*) FROM node";
  EXPECT_EQ(reader.query(count, query).code(), StatusCode::kInterrupted);
  EXPECT_EQ(counted, "");
  interrupt = false;
  EXPECT_TRUE(reader.query(count, query).is_ok());
  EXPECT_GT(std::stoll(counted), 1000);
  EXPECT_TRUE(reader.status().is_ok());
}

// Ctrl-C while path() walked up the tree was reported as a failed read: "damaged trace:
// interrupted". The same happened while related rows were read, and when a query ran out of its own
// memory.
TEST(TraceReader, AQueryThatIsStoppedIsNoDamage) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  test::make_trace(
      file,
      test::unknown_game_sql() +
          "WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n LIMIT 400) "
          "INSERT INTO node (id, parent, last, ply, move) SELECT i + 1, i, 410, i, 1 FROM n;");
  const TraceReader reader = open(file);
  const TraceReader::Snapshot snapshot(reader);
  const std::string all = "SELECT a.id FROM node a, node b";
  std::atomic<bool> interrupt = true;
  TraceReader::Query query;
  query.interrupt = &interrupt;
  query.row = [](const auto&) { return true; };
  EXPECT_EQ(reader.query("SELECT path(410), id FROM (" + all + ")", query).code(),
            StatusCode::kInterrupted);
  EXPECT_TRUE(reader.status().is_ok()) << reader.status().message();
  std::size_t longest = 0;
  interrupt = false;
  query.row = [&](const auto& row) {
    interrupt = true;
    longest = std::max(longest, reader.path(std::stoll(row.front().text) - 5).size());
    return true;
  };
  EXPECT_EQ(reader.query(all + " ORDER BY a.id DESC", query).code(), StatusCode::kInterrupted);
  query.most_memory = 2 << 20;
  query.interrupt = nullptr;
  const std::string hoard = "SELECT id FROM node ORDER BY path(id) || hex(zeroblob(4000))";
  EXPECT_EQ(reader.query(hoard, query).code(), StatusCode::kUsage);
  EXPECT_TRUE(reader.status().is_ok()) << reader.status().message();
  EXPECT_GT(longest, 0U);
}

TEST(TraceReader, DamagedPagesAreReportedNotShown) {
  const ScratchFolder folder;
  const std::string file = folder / "x.db";
  RandomTrace(3, {3, 6, 3, false, 0}).write(file);
  const std::string bytes = test::read_file(file);
  const std::size_t page = 4096;
  std::size_t noticed = 0;
  for (std::size_t at = page; at < bytes.size(); at += page) {
    std::string damaged = bytes;
    for (std::size_t i = at; i < at + 64; ++i) damaged[i] = static_cast<char>(i * 37);
    test::write_file(file, damaged);
    const auto reader = TraceReader::open(file);
    if (!reader) {
      ++noticed;
      continue;
    }
    scanned(*reader, 0, std::numeric_limits<std::int64_t>::max());
    noticed += reader->status().is_ok() ? 0U : 1U;
  }
  EXPECT_GT(noticed, 5U);
}

}  // namespace
}  // namespace plytrace
