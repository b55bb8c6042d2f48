// SPDX-License-Identifier: MIT
#include "tracer/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "tests/tracer/recording_support.h"
#include "tracer/trace_writer.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// A store whose nth call and all later calls fail.
class FailingStore final : public TraceStore {
 public:
  FailingStore(std::unique_ptr<TraceStore> store, int calls_left)
      : store_(std::move(store)), calls_left_(calls_left) {}

  LastIds last_ids() const override { return store_->last_ids(); }
  std::vector<MoveEntry> moves() const override { return store_->moves(); }
  Status write_moves(const std::vector<MoveEntry>& entries) override {
    return fails() ? failure() : store_->write_moves(entries);
  }
  Status write(const Batch& batch) override { return fails() ? failure() : store_->write(batch); }
  Status write_plies(const std::vector<PlySummaryRow>& rows) override {
    return fails() ? failure() : store_->write_plies(rows);
  }
  Result<bool> commit() override {
    if (fails()) return failure();
    return store_->commit();
  }
  Status finish(double waited) override { return fails() ? failure() : store_->finish(waited); }
  bool mark_failed(std::uint64_t lost_events) override { return store_->mark_failed(lost_events); }

 private:
  bool fails() { return calls_left_ == 0 || --calls_left_ == 0; }
  static Status failure() { return Status::environment("the disk is made of cheese"); }

  std::unique_ptr<TraceStore> store_;
  int calls_left_;
};

// A slow store that accepts everything and keeps nothing. Its first batch takes until all buffers
// were made, so that a search that gets little of the processor falls behind, too.
class SlowStore final : public TraceStore {
 public:
  LastIds last_ids() const override { return {}; }
  std::vector<MoveEntry> moves() const override { return {}; }
  Status write_moves(const std::vector<MoveEntry>&) override { return Status::ok(); }
  Status write(const Batch&) override {
    constexpr std::chrono::milliseconds kStep(50);
    for (int i = 0; i < 400 && written_ == 0 && !are_all_made(); ++i) {
      std::this_thread::sleep_for(kStep);
    }
    if (written_++ < 10) std::this_thread::sleep_for(kStep);
    return Status::ok();
  }
  Status write_plies(const std::vector<PlySummaryRow>&) override { return Status::ok(); }
  Result<bool> commit() override { return true; }
  Status finish(double) override { return Status::ok(); }
  bool mark_failed(std::uint64_t) override { return true; }

  std::atomic<const Recording*> recording = nullptr;

 private:
  bool are_all_made() const {
    const Recording* const known = recording.load();
    return known != nullptr && known->chunks_made() == 4;
  }

  int written_ = 0;
};

std::unique_ptr<TraceStore> new_store(const std::string& file) {
  EXPECT_TRUE(create_destination({.path = file}).is_ok());
  auto store = create_trace(file, WriterKind::kPages);
  EXPECT_TRUE(store.is_ok()) << store.status().message();
  return std::move(*store);
}

TEST(Recording, AFailingStoreNeverChangesTheSearchAndIsReported) {
  const ScratchFolder folder;
  NullObserver nothing;
  RandomSearch<NullObserver> untraced(nothing, 5, 7);
  const Emitted expected = untraced.run(6);
  bool clean = false;
  for (int n = 1; n < 500 && !clean; ++n) {
    const std::string file = folder / ("t" + std::to_string(n) + ".db");
    Recording recording(std::make_unique<FailingStore>(new_store(file), n), file, {});
    EXPECT_TRUE(record(recording, {.depth = 6, .branching = 5, .seed = 7}) == expected);
    const Status status = recording.finish();
    clean = status.is_ok();
    EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
    if (clean) {
      EXPECT_EQ(recording.lost_events(), 0U);
      continue;
    }
    EXPECT_EQ(status.code(), StatusCode::kEnvironment);
    EXPECT_THAT(status.message(), HasSubstr(file + ": cannot write the trace: the disk is made"));
    // The search is never finished: it is marked as failed, or absent.
    EXPECT_EQ(count(file, "SELECT count(*) FROM search WHERE status IS NOT 'failed'"), 0);
    EXPECT_EQ(count(file, "SELECT count(*) FROM meta WHERE name = 'lost_events'"), 1);
  }
  EXPECT_TRUE(clean) << "the loop did not reach a run without a failure";
}

TEST(Recording, LostEventsAndRowsAreAllEvents) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  Recording recording(std::make_unique<FailingStore>(new_store(file), 40), file, {});
  const Emitted emitted = record(recording, {.depth = 9, .branching = 6, .seed = 8});
  ASSERT_FALSE(recording.finish().is_ok());
  const std::int64_t rows = count(
      file,
      "SELECT (SELECT count(*) + count(last) FROM node) + (SELECT count(*) FROM bound_update) "
      "+ (SELECT count(*) FROM cutoff)");
  EXPECT_EQ(rows + whole(recording.lost_events()),
            whole(2 * emitted.nodes + emitted.bounds + emitted.cutoffs));
  EXPECT_EQ(count(file, "SELECT value FROM meta WHERE name = 'lost_events'"),
            whole(recording.lost_events()));
}

// The message said "The trace is marked as failed, 0 events are lost" about a file that no longer
// existed.
TEST(Recording, AFileThatIsTakenAwayIsLostWithAllItsEvents) {
  for (const WriterKind writer : {WriterKind::kPages, WriterKind::kInsert}) {
    for (const char* const command : {"rm t.db*", "mv t.db u.db", "rm -r ../folder"}) {
      const ScratchFolder folder;
      const std::string file = folder / "folder/t.db";
      std::filesystem::create_directory(folder / "folder");
      auto recording = Recording::start({.path = file}, {.writer = writer});
      ASSERT_TRUE(recording.is_ok()) << recording.status().message();
      const Emitted emitted = record(**recording, {.depth = 7, .branching = 5, .seed = 8});
      ASSERT_EQ(shell("cd " + (folder / "folder") + " && " + command).exit_code, 0);
      const Status status = (*recording)->finish();
      EXPECT_EQ(status.code(), StatusCode::kEnvironment);
      const std::string lost = std::to_string((*recording)->lost_events());
      EXPECT_THAT(status.message(),
                  HasSubstr(file +
                            ": cannot write the trace: the file was removed, replaced or cut "
                            "while it was recorded; the trace could not be marked as "
                            "failed, " +
                            lost + " events are lost"));
      EXPECT_EQ(lost, std::to_string(2 * emitted.nodes + emitted.bounds + emitted.cutoffs));
    }
  }
}

TEST(Recording, AFileThatIsCutIsLost) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  auto recording = Recording::start({.path = file}, {});
  record(**recording, {.depth = 7, .branching = 5, .seed = 8});
  std::filesystem::resize_file(file, 0);
  // The writer may put its next page behind the cut; SQLite then detects the damage.
  EXPECT_THAT((*recording)->finish().message(), HasSubstr("cannot write the trace"));
  EXPECT_GT((*recording)->lost_events(), 0U);
}

// Another file has that name by then, and it belongs to somebody else.
TEST(Recording, TheFileInItsPlaceIsNotMarked) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db", other = folder / "other.db";
  {
    auto recording = Recording::start({.path = other}, {});
    record(**recording, {.depth = 3, .branching = 2, .seed = 1});
    ASSERT_TRUE((*recording)->finish().is_ok());
  }
  const std::string bytes = read_file(other);
  auto recording = Recording::start({.path = file}, {});
  record(**recording, {.depth = 7, .branching = 5, .seed = 8});
  std::filesystem::rename(other, file);
  EXPECT_FALSE((*recording)->finish().is_ok());
  EXPECT_EQ(read_file(file), bytes);
}

TEST(Recording, ASlowWriterMakesTheSearchWaitWithinItsMemory) {
  RecordingOptions options;
  options.buffer_bytes = 4 * EventChunk::kBytes;
  auto slow = std::make_unique<SlowStore>();
  SlowStore& store = *slow;
  Recording recording(std::move(slow), "nowhere", options);
  store.recording = &recording;
  record(recording, {.depth = 9, .branching = 6, .seed = 8});
  EXPECT_TRUE(recording.finish().is_ok());
  EXPECT_EQ(recording.chunks_made(), 4U);
  EXPECT_GT(recording.seconds_waited(), 0);
}

TEST(Recording, AnUnfinishedRecordingKeepsWhatWasCommitted) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  Emitted emitted;
  {
    const auto recording = start({.path = file});
    emitted = record(*recording, {.depth = 5});
  }
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), whole(emitted.nodes));
  EXPECT_EQ(sql_value(file, "SELECT value FROM meta WHERE name = 'recording'"), "1");
  EXPECT_EQ(sql_value(file, "SELECT finished_at FROM search"), "");
}

TEST(Recording, AppendGoesOnAfterTheLastIds) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted first = record_file({.path = file}, {.depth = 5, .seed = 1});
  const Emitted second =
      record_file({.path = file, .append = true}, {.depth = 5, .branching = 6, .seed = 2});
  EXPECT_EQ(count(file, "SELECT count(*) FROM search WHERE status = 'finished'"), 2);
  EXPECT_EQ(count(file, "SELECT root FROM pass WHERE search = 2"), whole(first.nodes + 1));
  EXPECT_EQ(count(file, "SELECT max(id) FROM node"), whole(first.nodes + second.nodes));
  EXPECT_EQ(count(file,
                  "SELECT max(id) FROM (SELECT id FROM cutoff UNION SELECT id FROM "
                  "bound_update)"),
            whole(first.cutoffs + first.bounds + second.cutoffs + second.bounds));
  EXPECT_EQ(count(file, "SELECT count(*) = count(DISTINCT text) FROM move"), 1);
  EXPECT_EQ(count(file, "SELECT count(*) FROM move"), 7);
  EXPECT_EQ(sql_value(file, "PRAGMA journal_mode"), "delete");
}

TEST(Recording, AppendMakesTheFileThatIsNotThere) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted first = record_file({.path = file, .append = true}, {.depth = 3});
  const Emitted second = record_file({.path = file, .append = true}, {.depth = 4});
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), whole(first.nodes + second.nodes));
  EXPECT_EQ(sql_value(file, "SELECT value FROM meta WHERE name = 'writer'"), "pages, insert");
  const auto nowhere = Recording::start({.path = folder / "no/t.db", .append = true}, {});
  EXPECT_EQ(nowhere.status().code(), StatusCode::kEnvironment);
}

TEST(Recording, SearchesOneAfterTheOtherGoOnInOneStream) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  std::int64_t nodes = 0, events = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto recorder = recording->add_search({});
    SinkObserver observer(*recorder);
    const Emitted emitted = emit(observer, *recorder, {.depth = 4, .seed = seed});
    EXPECT_EQ(recorder->recorded_nodes(), emitted.nodes);
    nodes += whole(emitted.nodes);
    events += whole(emitted.bounds + emitted.cutoffs);
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(count(file, "SELECT count(*) FROM search WHERE status = 'finished'"), 20);
  EXPECT_EQ(count(file, "SELECT max(id) FROM node"), nodes);
  EXPECT_EQ(count(file,
                  "SELECT max(id) FROM (SELECT id FROM cutoff UNION SELECT id FROM "
                  "bound_update)"),
            events);
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM pass p JOIN node n ON n.id = p.root AND n.last = "
                  "p.last AND n.parent IS NULL"),
            20);
}

// A trigger in the file was executed, and a view in place of a table could run forever.
TEST(Recording, AppendTrustsNoSchemaButItsOwn) {
  const ScratchFolder folder;
  const auto append_after = [&](const std::string& name, const std::string& change) {
    record_file({.path = folder / name}, {.depth = 2});
    sql(folder / name, change);
    return Recording::start({.path = folder / name, .append = true}, {});
  };
  const auto view = append_after(
      "view.db",
      "DROP TABLE note; CREATE VIEW note (id) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
      "i + 1 FROM n) SELECT i FROM n");
  EXPECT_EQ(view.status().code(), StatusCode::kBadInput);
  EXPECT_THAT(view.status().message(), HasSubstr("its table 'note' is missing"));
  const auto other = append_after("other.db", "ALTER TABLE cutoff ADD COLUMN mine TEXT");
  EXPECT_EQ(other.status().code(), StatusCode::kBadInput);
  EXPECT_THAT(other.status().message(), HasSubstr("its table 'cutoff' is not the one"));

  const std::string file = folder / "trigger.db";
  const Emitted first = record_file({.path = file}, {.depth = 3});
  sql(file,
      "CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM node; END;"
      "CREATE TRIGGER u BEFORE INSERT ON cutoff BEGIN SELECT RAISE(ABORT, 'no'); END");
  const Emitted second = record_file({.path = file, .append = true}, {.depth = 4});
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), whole(first.nodes + second.nodes));
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff"), whole(first.cutoffs + second.cutoffs));
}

// In a hostile file, move 4294967295 ended the process and other moves used up all memory. Rows
// with ids of another stream or search made verify REFUTE the sound search that was added.
TEST(Recording, AppendRefusesIdsThatNoRecorderGives) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  for (const std::string statement :
       {"UPDATE move SET id = 4294967295 WHERE id = 2", "UPDATE move SET id = 9 WHERE id = 2",
        "UPDATE move SET text = hex(zeroblob(3000)) WHERE id = 2",
        "UPDATE search SET id = 9223372036854775807", "UPDATE search SET id = 7",
        "UPDATE pass SET id = 9223372036854775807", "UPDATE pass SET last = 9223372036854775807",
        "UPDATE node SET id = 9223372036854775807 WHERE id = 9",
        "UPDATE node SET id = 1099511627775 WHERE id = 9",
        "UPDATE node SET id = 9007199254740993 WHERE id = 9",
        "UPDATE cutoff SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM cutoff)"}) {
    SCOPED_TRACE(statement);
    std::filesystem::remove(file);
    record_file({.path = file}, {.depth = 3});
    sql(file, statement);
    const std::string before = test::read_file(file);
    const auto recording = Recording::start({.path = file, .append = true}, {});
    EXPECT_EQ(recording.status().code(), StatusCode::kBadInput);
    EXPECT_THAT(recording.status().message(), testing::StartsWith(file + ": damaged: "));
    EXPECT_EQ(test::read_file(file), before);
  }
}

TEST(Recording, AppendTakesNoIdThatAnotherRowCites) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted first = record_file({.path = file}, {.depth = 3});
  sql(file, "UPDATE pass SET id = 0; DELETE FROM node WHERE id > 5; DELETE FROM cutoff");
  record_file({.path = file, .append = true}, {.depth = 3});
  EXPECT_EQ(sql_value(file, "SELECT id FROM pass WHERE search = 2"), "2");
  EXPECT_EQ(count(file, "SELECT root FROM pass WHERE search = 2"), whole(first.nodes + 1));
}

// The file has a row where its last row says there is none; the message blamed the disk, with exit
// code 5.
TEST(Recording, AppendBlamesTheFileWhoseKeysAreOutOfOrder) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  record_file({.path = file}, {.depth = 3});
  const auto node_page = static_cast<std::size_t>(
      count(file, "SELECT rootpage FROM sqlite_master WHERE name = 'node'"));
  const auto page_size = static_cast<std::size_t>(count(file, "PRAGMA page_size"));
  std::string bytes = test::read_file(file);
  // The cell of the last row begins with the size of its record and its key.
  const std::size_t page = (node_page - 1) * page_size;
  const auto number = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])} << 8U |
           static_cast<unsigned char>(bytes[at + 1]);
  };
  const std::size_t cells = number(page + 3);
  bytes[page + number(page + 8 + 2 * (cells - 1)) + 1] = 2;
  test::write_file(file, bytes);
  sql(file, "UPDATE pass SET last = 2");
  const auto recording = start({.path = file, .append = true});
  record(*recording, {.depth = 3});
  const Status status = recording->finish();
  EXPECT_EQ(status.code(), StatusCode::kBadInput);
  EXPECT_THAT(status.message(), HasSubstr("damaged: "));
  EXPECT_THAT(status.message(), HasSubstr("append to another trace"));
}

// SQLite copied the pages of any log beside the trace into it.
TEST(Recording, AppendLeavesATraceAloneWithTheLogOfAnother) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db", other = folder / "other.db";
  record_file({.path = file}, {.depth = 2});
  const std::string before = test::read_file(file);
  std::filesystem::copy_file(file, other);
  test::with_open_database(other, "PRAGMA journal_mode = WAL; UPDATE node SET value = 77",
                           [&] { std::filesystem::copy_file(other + "-wal", file + "-wal"); });
  const auto recording = Recording::start({.path = file, .append = true}, {});
  EXPECT_EQ(recording.status().code(), StatusCode::kBadInput);
  EXPECT_THAT(recording.status().message(), HasSubstr("-wal, the log of another file"));
  EXPECT_EQ(test::read_file(file), before);
}

// The message was only SQLite's own text.
TEST(Recording, AppendNamesTheFileThatItCannotWrite) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  record_file({.path = file}, {.depth = 2});
  std::string bytes = test::read_file(file);
  bytes[18] = 3;  // a write version that SQLite can read but not write
  test::write_file(file, bytes);
  const auto recording = Recording::start({.path = file, .append = true}, {});
  EXPECT_EQ(recording.status().code(), StatusCode::kEnvironment);
  EXPECT_THAT(recording.status().message(), testing::StartsWith(file + ": cannot write"));
}

TEST(Recording, AppendRefusesWhatIsNoFinishedTrace) {
  const ScratchFolder folder;
  const auto refusal = [&](const std::string& file) {
    const auto recording = Recording::start({.path = file, .append = true}, {});
    EXPECT_FALSE(recording.is_ok());
    EXPECT_EQ(recording.status().code(), StatusCode::kBadInput);
    return recording.status().message();
  };
  const std::string file = folder / "t.db";
  test::write_file(file, "this is no database, but it is long enough to be taken for one .......");
  EXPECT_THAT(refusal(file), HasSubstr("not a plytrace trace"));
  test::write_file(file, "");
  EXPECT_THAT(refusal(file), HasSubstr("not a plytrace trace"));
  const std::string trace = folder / "u.db";
  record_file({.path = trace}, {.depth = 2});
  sql(trace, "PRAGMA user_version = 7");
  EXPECT_THAT(refusal(trace), HasSubstr("trace format 7"));
  sql(trace, "PRAGMA user_version = 1; INSERT INTO meta VALUES ('recording', '1')");
  EXPECT_THAT(refusal(trace), HasSubstr("is being recorded"));
  EXPECT_EQ(test::read_file(file), "");
}

TEST(Recording, TwoThreadsRecordIntoOneTrace) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  Emitted emitted[2];
  {
    std::thread other(
        [&] { emitted[1] = record(*recording, {.depth = 7, .branching = 5, .seed = 2}); });
    emitted[0] = record(*recording, {.depth = 7, .branching = 5, .seed = 1});
    other.join();
  }
  ASSERT_TRUE(recording->finish().is_ok());
  const std::string stride = std::to_string(format::kStreamStride);
  std::multiset<std::int64_t> expected{whole(emitted[0].nodes), whole(emitted[1].nodes)};
  std::multiset<std::int64_t> found;
  for (const char* stream : {"0", "1"}) {
    const std::string of_stream =
        std::string(" FROM node WHERE (id - 1) / ") + stride + " = " + stream;
    found.insert(count(file, "SELECT count(*)" + of_stream));
    EXPECT_EQ(count(file, "SELECT max(id) - min(id) + 1 = count(*)" + of_stream), 1);
    EXPECT_EQ(count(file, "SELECT min(id) % " + stride + of_stream), 1);
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(count(file, "SELECT count(*) FROM pass WHERE root / " + stride + " = stream"), 2);
}

}  // namespace
}  // namespace plytrace::test
