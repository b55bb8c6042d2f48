// SPDX-License-Identifier: MIT
//
// Covers the page writer (tracer/writer/pages) beside other processes: readers of the recording,
// another writer, and a kill. Each runs in its own process, because locks belong to processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "tests/tracer/recording_support.h"
#include "tracer/trace_writer.h"
#include "tracer/writer/pages/page_store.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// A recording in another process of a search that does not end; limited to three million nodes.
const char* const kRecord =
    "$PLYTRACE search connect4 -d 30 --max-nodes 3000000 -o t.db -q > /dev/null & recorder=$!\n"
    "until [ \"$(sqlite3 -readonly t.db 'SELECT max(id) > 0 FROM node' 2> /dev/null)\" = 1 ]; do "
    "kill -0 $recorder || exit 1; sleep 0.01; done\n";

// The tests waited forever for the nodes of a recorder that did not start or had ended.
TEST(PagesAndReaders, ARecorderThatEndsWithoutNodesIsNotAwaited) {
  const ScratchFolder folder;
  const ProgramResult result =
      shell("PLYTRACE=false\n" + std::string(kRecord) + "echo recorded", folder.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
}

TEST(PagesAndReaders, EachReadSeesWholeSubtreesAndNeverAnError) {
  const ScratchFolder folder;
  const ProgramResult result = shell(
      std::string(kRecord) +
          "for i in 1 2 3 4 5 6 7 8; do\n"
          "  sqlite3 -cmd '.timeout 5000' -readonly t.db \"BEGIN; SELECT (SELECT count(*) FROM "
          "node) "
          "= (SELECT max(id) FROM node), (SELECT sum(nodes) FROM ply_summary) = (SELECT count(*) "
          "FROM node), (SELECT count(*) FROM cutoff c LEFT JOIN node n ON n.id = c.node WHERE n.id "
          "IS NULL); SELECT (SELECT count(*) FROM node) = (SELECT max(id) FROM node); COMMIT;\" || "
          "echo failed\n"
          "done\n"
          "kill -INT $recorder; wait $recorder; echo $?",
      folder.path());
  std::string expected;
  for (int i = 0; i < 8; ++i) expected += "1|1|0\n1\n";
  EXPECT_EQ(result.out, expected + "130\n") << result.err;
  EXPECT_EQ(sql_value(folder / "t.db", "PRAGMA integrity_check(3)"), "ok");
}

// It failed on fast machines, which record three million nodes in less time than it watches.
TEST(PagesAndReaders, WhatIsReadGrows) {
  const ScratchFolder folder;
  std::string recorder = kRecord;
  recorder.replace(recorder.find("3000000"), 7, "30000000");
  const ProgramResult result =
      shell(recorder +
                "$PLYTRACE info t.db --follow --interval 0.3 --lines 3 --format "
                "json; kill -INT $recorder; wait $recorder",
            folder.path());
  std::vector<std::int64_t> nodes;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    nodes.push_back(parse_json(line)["nodes"].get<std::int64_t>());
  }
  ASSERT_EQ(nodes.size(), 3U) << result.err;
  EXPECT_LT(nodes[0], nodes[1]);
  EXPECT_LT(nodes[1], nodes[2]);
}

// The end of a recording waits for readers and loses nothing.
TEST(PagesAndReaders, AReaderInTheMiddleOfAReadDelaysTheEndOnly) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  Emitted emitted = record(*recording, {.depth = 7, .branching = 5});
  while (count(file, "SELECT count(*) FROM node") < 1) std::this_thread::yield();
  sqlite3* reader = nullptr;
  sqlite3_open_v2(file.c_str(), &reader, SQLITE_OPEN_READONLY, nullptr);
  EXPECT_EQ(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM node", nullptr, nullptr, nullptr),
            SQLITE_OK);
  emitted += record(*recording, {.depth = 7, .branching = 5, .seed = 2});
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    sqlite3_exec(reader, "COMMIT", nullptr, nullptr, nullptr);
  });
  EXPECT_TRUE(recording->finish().is_ok());
  other.join();
  sqlite3_close(reader);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), whole(emitted.nodes));
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check(3)"), "ok");
}

TEST(PagesAndReaders, AnotherWriterFindsTheDatabaseLocked) {
  const ScratchFolder folder;
  const ProgramResult result = shell(
      std::string(kRecord) +
          "for i in 1 2 3 4 5; do sqlite3 -cmd '.timeout 200' t.db \"INSERT INTO meta VALUES "
          "('rival', '1')\"; done\n"
          "kill -INT $recorder; wait $recorder; echo $?; sqlite3 t.db \"INSERT INTO meta VALUES "
          "('rival', '1'); CREATE INDEX i ON node (value); DELETE FROM node WHERE id % 3 = 0; "
          "UPDATE node SET excluded = 'a text that is longer' WHERE id % 5 = 0; PRAGMA "
          "integrity_check; VACUUM; PRAGMA integrity_check\"",
      folder.path());
  EXPECT_EQ(result.out, "130\nok\nok\n");
  std::size_t refused = 0;
  for (std::size_t at = 0; (at = result.err.find("database is locked", at)) != std::string::npos;
       ++at) {
    ++refused;
  }
  EXPECT_EQ(refused, 5U) << result.err;
}

// A page writer that could not begin truncated the new trace to nothing. The recording then failed
// with "no such table: search".
TEST(PagesAndReaders, AnotherWriterAtTheBeginningFindsTheFileUnchanged) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  write_file(file, "");
  ASSERT_TRUE(create_trace(file, WriterKind::kPages).is_ok());
  const std::string before = read_file(file);
  with_open_database(file, "BEGIN IMMEDIATE", [&] {
    writer::PageStore store(file);
    EXPECT_THAT(store.open().message(), HasSubstr("lock"));
  });
  EXPECT_TRUE(read_file(file) == before);
}

// Every other kill waits for the first committed nodes, however long that takes on a busy machine;
// the others hit the first moments. (sqlite3 must be read-only, or it creates the file and the
// recorder refuses to replace it.)
constexpr std::string_view kUntilNodes =
    "until [ \"$(sqlite3 -readonly t.db 'SELECT 1 FROM node LIMIT 1' 2>/dev/null)\" ]; do "
    "kill -0 $recorder || break; sleep 0.02; done\n";

void expect_sound_after_kills(int kills) {
  const ScratchFolder folder;
  std::mt19937 random(attack_seed(7919));
  int hot_journals = 0, with_nodes = 0;
  for (int i = 0; i < kills; ++i) {
    SCOPED_TRACE(i);
    const std::string file = folder / "t.db";
    const std::string wait = std::to_string(random() % 200 + 5);
    shell("$PLYTRACE search connect4 -d 30 --capture " + std::string(i % 4 < 2 ? "none" : "keys") +
              " -o t.db -q > /dev/null 2>&1 & recorder=$!\n" +
              std::string(i % 2 == 0 ? kUntilNodes : "") + "sleep 0." +
              std::string(3 - wait.size(), '0') + wait + "; kill -KILL $recorder; wait $recorder",
          folder.path());
    hot_journals += std::filesystem::exists(file + "-journal") ? 1 : 0;
    const ProgramResult verified = plytrace({"verify", file, "--check", "structure"});
    if (!std::filesystem::exists(file) || verified.exit_code == 3) {
      // The kill came before the schema was written.
      EXPECT_THAT(verified.err + verified.out,
                  testing::AnyOf(HasSubstr("no such file"), HasSubstr("empty file"),
                                 HasSubstr("is empty"), HasSubstr("contains no search")));
    } else {
      EXPECT_EQ(verified.exit_code, 4) << verified.out << verified.err;
      EXPECT_EQ(sql_value(file, "PRAGMA integrity_check(3)"), "ok");
      with_nodes += count(file, "SELECT count(*) FROM node") > 0 ? 1 : 0;
    }
    std::filesystem::remove(file);
    std::filesystem::remove(file + "-journal");
  }
  EXPECT_GE(with_nodes, kills / 2);
  std::printf("%d kills, %d with a journal, %d with nodes\n", kills, hot_journals, with_nodes);
}

TEST(PagesAndReaders, KilledAtAnyMomentItLeavesASoundTrace) { expect_sound_after_kills(8); }
TEST(SlowPagesAndReaders, KilledAtAnyMomentItLeavesASoundTrace) {
  expect_sound_after_kills(attack_rounds(50));
}

}  // namespace
}  // namespace plytrace::test
