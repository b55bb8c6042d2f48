// SPDX-License-Identifier: MIT
//
// Covers plytrace_emit.h and tracer/import/packed_events.h: the imported file equals the trace that
// libplytrace records of the same engine; damaged files keep their undamaged events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <random>
#include <string>

#include "tests/tracer/import/equal_rows.h"
#include "tracer/import/nowhere.h"
#include "tracer/import/packed_events.h"

namespace plytrace::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Packed : public ::testing::Test {
 protected:
  // Runs a command with $LIBRARY and $EMIT, the engine with libplytrace and with the header.
  ProgramResult run(const std::string& command) {
    return shell("LIBRARY='" + test_binary("plytrace_random_engine") + "'\nEMIT='" +
                     test_binary("plytrace_random_engine_emit") + "'\nEXAMPLES='" +
                     examples_folder() + "'\n" + command,
                 folder_.path().string());
  }
  static PackedEvents::Counts read(std::string_view bytes) {
    Recording recording(std::make_unique<Nowhere>(), "", {});
    PackedEvents packed(recording, {});
    packed.read(bytes);
    packed.finish();
    const PackedEvents::Counts counts = packed.counts();
    (void)recording.finish();
    return counts;
  }
  // The file that the header makes of a small random search.
  std::string small_file() {
    EXPECT_EQ(run("rm -f s.plt; \"$EMIT\" s.plt 3 2").exit_code, 0);
    return read_file(folder_ / "s.plt");
  }

  const ScratchFolder folder_;
};

TEST_F(Packed, RandomSearchesGiveTheRowsOfTheLibrary) {
  for (int seed = 1; seed <= 24; ++seed) {
    // Some have thousands of nodes, more than the header has slots for their keys.
    const std::string number = std::to_string(seed) + (seed % 6 == 0 ? " 11" : "");
    const std::string file = seed % 2 == 0 ? "c.plt " : "c.ndjson ";
    const ProgramResult result =
        run("set -e\nrm -f a.db b.db c.*\n\"$LIBRARY\" a.db " + number + "\n\"$EMIT\" " + file +
            number + "\n\"$PLYTRACE\" import " + file + "-o b.db --quiet");
    ASSERT_EQ(result.exit_code, 0) << seed << result.err;
    expect_equal(folder_);
    const char* const refused = "SELECT value FROM meta WHERE name = 'refused_events'";
    EXPECT_EQ(sql_value(folder_ / "a.db", refused), sql_value(folder_ / "b.db", refused));
    if (HasFailure()) FAIL() << "seed " << seed << " " << result.err;
  }
}

TEST_F(Packed, APartialRecordingIsThatOfTheLibrary) {
  const ProgramResult result =
      run("set -e\n\"$LIBRARY\" a.db 5 5 2\n\"$EMIT\" c.plt 5 5 2\n"
          "\"$PLYTRACE\" import c.plt -o b.db --quiet");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_GT(count(folder_ / "a.db", "SELECT sum(unrecorded) FROM node"), 0);
  expect_equal(folder_);
}

TEST_F(Packed, AChessEngineGivesTheRowsOfTheLibrary) {
  const ProgramResult result = run(
      "set -e\n\"$EXAMPLES/chess_engine\" a.db 5 > one\n\"$EXAMPLES/chess_engine_emit\" c.plt 5 > "
      "two\ncmp one two\n\"$PLYTRACE\" import c.plt -o b.db\n\"$EXAMPLES/chess_engine_emit\" "
      "c.ndjson 5\n\"$PLYTRACE\" import c.ndjson -o c.db > lines");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(0, result.out.find('\n')),
            "b.db: 24,879 events in 1 search, 6,292 nodes");
  expect_equal(folder_);
  // The same as event lines.
  ASSERT_EQ(run("mv c.db b.db").exit_code, 0);
  expect_equal(folder_);
}

// An engine that a match runner starts cannot be given options.
TEST_F(Packed, TheVariableNamesTheFile) {
  EXPECT_EQ(run("unset PLYTRACE; \"$EMIT\"; \"$LIBRARY\"").out, "off\noff\n");
  const ProgramResult result = run(
      "PLYTRACE=e.plt \"$EMIT\" && PLYTRACE=l%p.db \"$LIBRARY\" && \"$PLYTRACE\" import e.plt -o "
      "b.db --quiet && mv l[1-9]*.db a.db");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(0, 6), "on\non\n");
  expect_equal(folder_);
}

TEST_F(Packed, AFileIsNeverReplaced) {
  const ProgramResult result =
      run("\"$EMIT\" e.plt; cp e.plt f.plt; \"$EMIT\" e.plt 2; cmp e.plt f.plt");
  EXPECT_EQ(result.out, "on\noff\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("plytrace: nothing is recorded: e.plt: exists already"));
}

TEST_F(Packed, AFileCutAnywhereKeepsItsWholeRecords) {
  const std::string whole = small_file();
  ASSERT_GT(whole.size(), 1000U);
  const std::uint64_t all = read(whole).events;
  EXPECT_EQ(read(whole).unclosed + read(whole).cut + read(whole).skipped, 0U);
  std::uint64_t before = 0, most_cut = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const PackedEvents::Counts counts = read(std::string_view(whole).substr(0, size));
    ASSERT_GE(counts.events, before) << size;
    ASSERT_LE(counts.events, before + 1) << size;
    ASSERT_EQ(counts.lost_blocks, 0U) << size;
    // Any cut is detected.
    ASSERT_TRUE(size == 0 || counts.unclosed == 1 || counts.skipped == size) << size;
    most_cut = std::max(most_cut, counts.cut);
    before = counts.events;
  }
  EXPECT_EQ(before, all);
  EXPECT_LT(most_cut, 200U) << "more than a record was lost";
}

TEST_F(Packed, ADamagedByteIsFound) {
  const std::string whole = small_file();
  for (std::size_t at = 0; at < whole.size(); at += at + 64 < whole.size() ? 7U : 1U) {
    for (const int mask : {1, 0x80, 0xFF}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      const PackedEvents::Counts counts = read(damaged);
      ASSERT_GT(counts.skipped + counts.lost_blocks + counts.cut + counts.unclosed, 0U) << at;
    }
  }
}

TEST_F(Packed, RandomDamageLosesOnlyBlocks) {
  ASSERT_EQ(run("\"$EMIT\" c.plt 4 11").exit_code, 0);
  const std::string whole = read_file(folder_ / "c.plt");
  ASSERT_GT(whole.size(), 200'000U) << "several blocks";
  const std::uint64_t all = read(whole).events;
  std::mt19937 random(1);
  for (int run = 0; run < 30; ++run) {
    std::string damaged = whole;
    for (int i = 0; i < run % 3 + 1; ++i) {
      const std::size_t at = random() % damaged.size();
      if (run % 2 == 0) damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      if (run % 2 == 1) damaged.erase(at, random() % 300);
    }
    const PackedEvents::Counts counts = read(damaged);
    EXPECT_GT(counts.skipped, 0U);
    EXPECT_LT(counts.events, all);
    // Three damaged blocks, of some sixteen.
    EXPECT_GT(counts.events, all / 2);
  }
}

// The file has as many nodes before the trigger as fit, their open path, and all nodes after the
// trigger.
TEST_F(Packed, ARingKeepsWhatLedToTheTrigger) {
  ASSERT_EQ(
      run("\"$EMIT\" all.plt 4 11 '' 0; \"$EMIT\" ring.plt 4 11 '' 3000 8000; \"$EMIT\" no.plt 4 "
          "11 "
          "'' 3000; for i in all ring no; do \"$PLYTRACE\" import $i.plt -o $i.db --quiet; done")
          .exit_code,
      0);
  const auto nodes = [&](const char* trace) {
    return count(folder_ / trace, "SELECT count(*) FROM node");
  };
  const std::int64_t all = nodes("all.db"), kept = nodes("ring.db");
  EXPECT_EQ(nodes("no.db"), 0);
  EXPECT_GE(kept, 3000);
  EXPECT_LT(kept, all - 2000);
  EXPECT_GT(count(folder_ / "ring.db", "SELECT count(*) FROM search"), 0);
  EXPECT_EQ(run("\"$PLYTRACE\" verify ring.db").exit_code, 4) << "INCOMPLETE, never REFUTED";
}

// The open path is that of the events which have left the ring: a misread record would add nodes
// to that path, or drop some.
TEST_F(Packed, ARingRemembersTheOpenPath) {
  ASSERT_EQ(run("\"$EMIT\" ring.plt 7 11 '' 3000 6000 leaves_all; "
                "\"$PLYTRACE\" import ring.plt -o ring.db --quiet")
                .exit_code,
            0);
  const std::string children =
      "SELECT count(*) FROM node c JOIN node p ON p.id = c.parent WHERE c.depth BETWEEN 0 AND 11 "
      "AND p.depth BETWEEN 0 AND 11";
  EXPECT_GT(count(folder_ / "ring.db", children), 3000);
  EXPECT_EQ(count(folder_ / "ring.db", children + " AND c.depth <> p.depth - 1"), 0);
}

// A ring that had room for all nodes of a search was marked as lacking an event, and verify said of
// nodes left out on purpose that an event made no sense.
TEST_F(Packed, ARingSaysWhetherItDroppedNodes) {
  ASSERT_EQ(run("\"$EMIT\" few.plt 1 1 '' 3000 1; \"$EMIT\" ring.plt 4 11 '' 3000 8000; "
                "for i in few ring; do \"$PLYTRACE\" import $i.plt -o $i.db --quiet; done")
                .exit_code,
            0);
  EXPECT_EQ(count(folder_ / "few.db", "SELECT count(*) FROM node"), 7);
  EXPECT_EQ(count(folder_ / "few.db", "SELECT count(*) FROM search WHERE captured <> '[]'"), 1);
  const std::string words = "missing: the recorder refused or could not read";
  EXPECT_THAT(run("\"$PLYTRACE\" verify ring.db | tr -s '\\n ' ' '").out,
              AllOf(HasSubstr(words), HasSubstr("only its last nodes"), Not(HasSubstr("captured")),
                    Not(HasSubstr("declare them"))));
  EXPECT_THAT(run("\"$PLYTRACE\" info ring.db | tr -s '\\n ' ' '").out,
              AllOf(HasSubstr(words), Not(HasSubstr("visited"))));
}

TEST_F(Packed, ImportSaysWhatACutFileLost) {
  ASSERT_EQ(run("\"$EXAMPLES/chess_engine_emit\" c.plt 5").exit_code, 0);
  const ProgramResult cut = run("head -c 300001 c.plt > d.plt; \"$PLYTRACE\" import d.plt -o d.db");
  EXPECT_EQ(cut.exit_code, 0) << cut.err;
  EXPECT_THAT(cut.err, HasSubstr("warning: d.plt: 1 stream was not closed"));
  EXPECT_EQ(run("\"$PLYTRACE\" verify d.db").exit_code, 4);
  // A block is missing in the middle.
  const ProgramResult lost =
      run("{ head -c 65536 c.plt; tail -c +140000 c.plt; } > e.plt; \"$PLYTRACE\" import e.plt -o "
          "e.db");
  EXPECT_EQ(lost.exit_code, 0) << lost.err;
  EXPECT_THAT(lost.err, HasSubstr("missing or damaged; their events are lost"));
  EXPECT_EQ(run("\"$PLYTRACE\" verify e.db").exit_code, 4) << "INCOMPLETE, never REFUTED";
}

// The message was that of event lines: "each is one JSON object".
TEST_F(Packed, ImportSaysThatNoBlockIsWhole) {
  const std::string whole = small_file();
  std::string bytes = whole.substr(0, whole.find("PLT1", 1));  // one block
  bytes[40] ^= 1;
  write_file(folder_ / "f.plt", bytes);
  const ProgramResult damaged = run("\"$PLYTRACE\" import f.plt -o f.db");
  EXPECT_EQ(damaged.exit_code, 3);
  EXPECT_THAT(damaged.err, AllOf(HasSubstr("f.plt: holds no whole block of packed events"),
                                 Not(HasSubstr("JSON"))));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "f.db"));
}

TEST_F(Packed, APipeIsReadWhileTheEngineRuns) {
  const ProgramResult result =
      run("set -e\nmkfifo pipe\n\"$LIBRARY\" a.db 4 > out\n"
          "\"$PLYTRACE\" import pipe -o b.db --live --quiet & PLYTRACE_READER=$!\n"
          "PLYTRACE=pipe \"$EMIT\" '' 4\nwait $PLYTRACE_READER");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_equal(folder_);
}

// Event lines have no end of a stream, so the import waited for more after the pipe was closed.
TEST_F(Packed, APipeOfEventLinesEndsWithItsWriter) {
  const ProgramResult result =
      run("set -e\nmkfifo pipe\n"
          "timeout 60 \"$PLYTRACE\" import pipe -o b.db --live --quiet & PLYTRACE_READER=$!\n"
          "printf '{\"event\":\"enter\"}\\n{\"event\":\"leave\",\"value\":3}\\n' > pipe\n"
          "wait $PLYTRACE_READER");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(sql_value(folder_ / "b.db", "SELECT value FROM node"), "3.0");
}

// A growing file, whose engine is stopped for a while.
TEST_F(Packed, AFileIsFollowedUntilTheEngineClosesIt) {
  const ProgramResult result = run(
      "set -e\n\"$LIBRARY\" a.db 4 > out\n\"$EMIT\" whole.plt 4 > out\nhead -c 1000 whole.plt > "
      "c.plt\n\"$PLYTRACE\" import c.plt -o b.db --live --quiet & PLYTRACE_READER=$!\nsleep 0.4\n"
      "tail -c +1001 whole.plt >> c.plt\nwait $PLYTRACE_READER");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_equal(folder_);
}

}  // namespace
}  // namespace plytrace::test
