// SPDX-License-Identifier: MIT
//
// Covers verify during a recording: a running search was REFUTED because its row lacked the value
// that its finished passes prove. A copy of the trace is taken after every batch that reaches the
// file, as a kill would leave it. No copy may be refuted.
#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "core/registry.h"
#include "tests/viewer/verify/verify_support.h"
#include "tracer/recorder.h"
#include "tracer/trace_writer.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

// Commits each batch, and copies the file with its journal.
class CopyingStore final : public TraceStore {
 public:
  CopyingStore(std::unique_ptr<TraceStore> store, std::string path,
               std::vector<std::string>& copies)
      : store_(std::move(store)), path_(std::move(path)), copies_(copies) {}

  LastIds last_ids() const override { return store_->last_ids(); }
  std::vector<MoveEntry> moves() const override { return store_->moves(); }
  Status write_moves(const std::vector<MoveEntry>& entries) override {
    return store_->write_moves(entries);
  }
  Status write(const Batch& batch) override {
    Status status = store_->write(batch);
    if (status.is_ok()) status = commit().status();
    return status;
  }
  Status write_plies(const std::vector<PlySummaryRow>& rows) override {
    return store_->write_plies(rows);
  }
  Result<bool> commit() override {
    auto done = store_->commit();
    if (!done) return done;
    const std::string copy = path_ + std::to_string(copies_.size()) + ".db";
    std::filesystem::copy_file(path_, copy);
    if (std::filesystem::exists(path_ + "-wal")) {
      std::filesystem::copy_file(path_ + "-wal", copy + "-wal");
    }
    copies_.push_back(copy);
    return done;
  }
  Status finish(double seconds_waited) override { return store_->finish(seconds_waited); }
  bool mark_failed(std::uint64_t lost_events) override { return store_->mark_failed(lost_events); }

 private:
  std::unique_ptr<TraceStore> store_;
  const std::string path_;
  std::vector<std::string>& copies_;
};

// Records a search and returns the copies taken meanwhile.
std::vector<std::string> copies_of(const std::string& path, const SearchSettings& settings) {
  std::vector<std::string> copies;
  EXPECT_TRUE(create_destination({path, true, false}).is_ok());
  auto store = create_trace(path, WriterKind::kPages);
  EXPECT_TRUE(store.is_ok()) << store.status().message();
  RecordingOptions small;
  small.buffer_bytes = 1;  // the smallest possible batches
  small.commit_interval = std::chrono::milliseconds(1);
  Recording recording(std::make_unique<CopyingStore>(std::move(*store), path, copies), path, small);
  RecorderOptions options;
  options.engine = "plytrace";
  auto recorder = recording.add_stream(options);
  const auto game = make_game("connect4", {}, std::nullopt);
  EXPECT_TRUE(game.is_ok());
  EXPECT_TRUE((*game)->search({}, settings, recorder.get()).is_ok());
  recorder.reset();
  EXPECT_TRUE(recording.finish().is_ok());
  return copies;
}

TEST(LiveCopies, NoneIsRefutedWhileTheSearchIsRecorded) {
  const ScratchFolder folder;
  int number = 0, incomplete = 0, judged = 0;
  for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kPvs, Algorithm::kMtdf}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 5;
    settings.iterative = true;
    settings.table_megabytes = 1;
    if (algorithm == Algorithm::kPvs) settings.aspiration = 2;
    const std::string path = folder / ("live" + std::to_string(number++));
    const std::vector<std::string> copies = copies_of(path, settings);
    EXPECT_GE(copies.size(), 2u);
    for (const std::string& copy : copies) {
      const auto reader = TraceReader::open(copy);
      if (!reader || reader->searches().empty()) continue;  // the search was not yet in the file
      const verify::VerifyReport report = judge(copy);
      EXPECT_NE(report.verdict, Verdict::kRefuted) << copy << ": " << outline(report);
      ++judged;
      incomplete += report.verdict == Verdict::kIncomplete ? 1 : 0;
    }
    EXPECT_EQ(judge(path).verdict, Verdict::kVerified) << outline(judge(path));
  }
  EXPECT_GE(judged, 6);
  EXPECT_GE(incomplete, 3);
}

// The same by hand: the state after a kill between the last pass and the end of the search.
TEST(LiveCopies, WhatTheRowOfAnUnfinishedSearchLacksSaysNothing) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "ids", "tictactoe -d 4 --iterative");
  const std::string row =
      "UPDATE search SET value = NULL, lower = NULL, upper = NULL, best_move = NULL, pv = '[]',"
      " completed_depth = NULL, nodes = NULL, finished_at = NULL, status = ";
  for (const char* status : {"NULL", "'failed'", "'interrupted'"}) {
    const verify::VerifyReport report = judge(altered(folder, trace, row + status));
    EXPECT_EQ(report.verdict, Verdict::kIncomplete) << status << outline(report);
    EXPECT_EQ(report.findings_total, 0u) << status << outline(report);
  }
  const std::string open_pass =
      row +
      "NULL; UPDATE pass SET status = NULL, value = NULL, best_move = NULL, last = NULL, "
      "nodes = NULL WHERE id = (SELECT max(id) FROM pass)";
  const verify::VerifyReport open = judge(altered(folder, trace, open_pass));
  EXPECT_EQ(open.verdict, Verdict::kIncomplete) << outline(open);
  // The row of a finished search must contain its result.
  EXPECT_EQ(judge(altered(folder, trace, row + "'finished'")).verdict, Verdict::kRefuted);
}

}  // namespace
}  // namespace plytrace::test
