// SPDX-License-Identifier: MIT
#include "tracer/recorder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

TEST(Recorder, RowsAreWhatTheSearchEmitted) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted emitted = record_file({.path = file}, {.depth = 6, .branching = 5});
  EXPECT_GT(emitted.cutoffs, 100U);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), whole(emitted.nodes));
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE value IS NULL OR last IS NULL"), 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM bound_update"), whole(emitted.bounds));
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff"), whole(emitted.cutoffs));
  EXPECT_EQ(count(file, "SELECT sum(skipped) FROM cutoff"), whole(emitted.skipped));
  EXPECT_EQ(count(file, "SELECT sum(json_array_length(skipped_moves)) FROM cutoff"),
            whole(emitted.skipped));
  EXPECT_EQ(count(file, "SELECT count(*) FROM move"), 6);
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "finished");
  EXPECT_EQ(count(file, "SELECT finished_at >= started_at FROM search"), 1);
}

TEST(Recorder, AFinishedTraceIsOneSoundFile) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  record_file({.path = file}, {.depth = 6});
  EXPECT_EQ(sql_value(file, "PRAGMA integrity_check"), "ok");
  EXPECT_EQ(sql_value(file, "PRAGMA journal_mode"), "delete");
  EXPECT_EQ(sql_value(file, "PRAGMA page_size"), "16384");
  EXPECT_EQ(count(file, "SELECT count(*) FROM meta WHERE name = 'recording'"), 0);
  EXPECT_FALSE(std::filesystem::exists(file + "-wal"));
}

TEST(Recorder, ASubtreeIsAnIdRange) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  record_file({.path = file}, {.depth = 5, .seed = 2});
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM node c LEFT JOIN node p ON p.id = c.parent "
                  "WHERE c.id > 1 AND (p.id IS NULL OR c.id <= p.id OR c.last > p.last)"),
            0);
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM node c WHERE c.id > 1 AND c.id <> c.parent + 1 AND NOT "
                  "EXISTS (SELECT 1 FROM node s WHERE s.parent = c.parent AND s.last = c.id - 1)"),
            0);
  EXPECT_EQ(count(file, "SELECT last FROM node WHERE id = 1"),
            count(file, "SELECT count(*) FROM node"));
}

TEST(Recorder, EventsAreInOrderOfTimeAndOneSequence) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted emitted = record_file({.path = file}, {.depth = 6, .branching = 5, .seed = 3});
  const std::string events =
      "(SELECT id, at, node FROM bound_update UNION ALL SELECT id, at, node FROM cutoff)";
  EXPECT_EQ(count(file, "SELECT count(DISTINCT id) FROM " + events),
            whole(emitted.bounds + emitted.cutoffs));
  EXPECT_EQ(count(file, "SELECT max(id) FROM " + events), whole(emitted.bounds + emitted.cutoffs));
  EXPECT_EQ(
      count(file, "SELECT count(*) FROM (SELECT at - lag(at) OVER (ORDER BY id) AS step FROM " +
                      events + ") WHERE step < 0"),
      0);
  // The `at` of an event after a child is the last node of that child's subtree.
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM bound_update b JOIN node c ON c.id = b.child "
                  "WHERE b.at <> c.last OR c.parent <> b.node"),
            0);
}

TEST(Recorder, PlySummaryCountsTheRows) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  record_file({.path = file}, {.depth = 6, .branching = 5, .seed = 4, .passes = 2});
  const std::string differs =
      "SELECT count(*) FROM ply_summary s, pass p WHERE p.id = s.pass AND ("
      "s.nodes <> (SELECT count(*) FROM node n WHERE n.ply = s.ply AND n.id BETWEEN p.root AND "
      "p.last)"
      " OR s.interior <> (SELECT count(*) FROM node n WHERE n.ply = s.ply AND n.kind = 0 AND "
      "n.id BETWEEN p.root AND p.last)"
      " OR s.alpha_cutoffs + s.beta_cutoffs <> (SELECT count(*) FROM cutoff c JOIN node n ON n.id "
      "= "
      "c.node WHERE n.ply = s.ply AND n.id BETWEEN p.root AND p.last)"
      " OR s.skipped <> (SELECT ifnull(sum(c.skipped), 0) FROM cutoff c JOIN node n ON n.id = "
      "c.node "
      "WHERE n.ply = s.ply AND n.id BETWEEN p.root AND p.last)"
      " OR s.cut_by_first <> (SELECT count(*) FROM cutoff c JOIN node n ON n.id = c.node WHERE "
      "n.ply = s.ply AND n.id BETWEEN p.root AND p.last AND c.child = n.id + 1)"
      " OR s.bound_updates <> (SELECT count(*) FROM bound_update b JOIN node n ON n.id = b.node "
      "WHERE "
      "n.ply = s.ply AND n.id BETWEEN p.root AND p.last))";
  EXPECT_EQ(count(file, "SELECT count(*) FROM ply_summary"), 14);
  EXPECT_EQ(count(file, differs), 0);
}

TEST(Recorder, EqualRunsGiveEqualRows) {
  const ScratchFolder folder;
  const MadeUp what{.depth = 7, .branching = 5, .seed = 5, .passes = 2};
  record_file({.path = folder / "a.db"}, what);
  record_file({.path = folder / "b.db"}, what);
  const char* const dump =
      "for t in node bound_update cutoff move ply_summary; do sqlite3 $0 \"SELECT * FROM $t\"; "
      "done; "
      "sqlite3 $0 'SELECT id, search, ordinal, root, last, value, best_move, nodes FROM pass; "
      "SELECT game, options, captured, status, value, nodes, pv FROM search'";
  test::write_file(folder / "dump.sh", dump);
  const ProgramResult a = shell("bash -c \"$(cat dump.sh)\" a.db", folder.path());
  const ProgramResult b = shell("bash -c \"$(cat dump.sh)\" b.db", folder.path());
  EXPECT_GT(a.out.size(), 100000U) << a.err;
  EXPECT_TRUE(a.out == b.out);
}

// Delays an enter until it is known whether the node is a leaf, and reports a plain leaf by its
// numbers alone, as the searches do.
class JoiningObserver : public SinkObserver {
 public:
  using SinkObserver::SinkObserver;
  void enter(const EnterEvent& event) {
    tell();
    entered_ = event;
  }
  void bound(const BoundEvent& event) { tell(), SinkObserver::bound(event); }
  void cutoff(const CutoffEvent& event) { tell(), SinkObserver::cutoff(event); }
  void leave(const LeaveEvent& event) {
    if (!entered_) return SinkObserver::leave(event);
    const EnterEvent entered = *std::exchange(entered_, std::nullopt);
    ++leaves_;
    if (is_plain(entered, event) &&
        report_plain(PlainLeafEvent{entered.move, entered.side, entered.depth, entered.window,
                                    event.kind, *event.bound, *event.value})) {
      ++plain_;
    } else {
      leaf(entered, event);
    }
  }
  std::uint64_t leaves() const { return leaves_; }
  // The leaves that were reported by their numbers.
  std::uint64_t plain() const { return plain_; }

 private:
  static bool is_plain(const EnterEvent& entered, const LeaveEvent& left) {
    return entered.role == Role::kMove && entered.phase == Phase::kMain && left.value &&
           left.bound && !left.score && !left.legal && left.best == kNoNode;
  }
  void tell() {
    if (entered_) SinkObserver::enter(*std::exchange(entered_, std::nullopt));
  }

  std::optional<EnterEvent> entered_;
  std::uint64_t leaves_ = 0, plain_ = 0;
};

TEST(Recorder, ALeafReportedInOneCallGivesTheSameRows) {
  const ScratchFolder folder;
  RecordFilter shallow, below, deep;
  shallow.max_ply = 4;
  below.below = {"m1", "m2"};
  deep.from_ply = 5;
  for (const RecordFilter& filter : {RecordFilter{}, shallow, below, deep}) {
    SCOPED_TRACE(filter.json());
    const MadeUp what{.depth = 7, .branching = 5, .seed = 5, .passes = 2};
    record_file({.path = folder / "a.db", .force = true}, what, {.filter = filter});
    const auto recording = start({.path = folder / "b.db", .force = true});
    {
      const auto recorder = recording->add_stream({.filter = filter});
      JoiningObserver observer(*recorder);
      const Emitted emitted = emit(observer, *recorder, what);
      EXPECT_EQ(observer.leaves(), emitted.leaves);
      // No leaf is reported by its numbers if a filter must see each event.
      EXPECT_EQ(observer.plain() > emitted.leaves / 4, !filter.active());
    }
    ASSERT_TRUE(recording->finish().is_ok());
    EXPECT_EQ(different_rows(folder / "a.db", folder / "b.db"), "");
  }
}

TEST(Recorder, TheTracedSearchIsTheSameSearch) {
  const ScratchFolder folder;
  NullObserver nothing;
  RandomSearch<NullObserver> untraced(nothing, 5, 6);
  const Emitted emitted =
      record_file({.path = folder / "t.db"}, {.depth = 6, .branching = 5, .seed = 6});
  EXPECT_TRUE(emitted == untraced.run(6));
}

TEST(Recorder, NodesNeverLeftAreClosedWithoutValue) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  {
    const auto recorder = recording->add_stream({});
    recorder->begin_search(RandomSearch<NullObserver>::declaration(3));
    recorder->begin_pass({});
    recorder->enter({});
    recorder->enter({.move = 1, .side = Side::kMin});
    recorder->leave({.value = 5, .kind = NodeKind::kHorizon});
    recorder->enter({.move = 2, .side = Side::kMin});
    recorder->end_pass({.status = SearchStatus::kTimeLimit, .value = std::nullopt});
    recorder->end_search({.status = SearchStatus::kTimeLimit, .value = std::nullopt});
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(sql_value(file,
                      "SELECT group_concat(id || ':' || last || ':' || ifnull(value, '-')) "
                      "FROM node"),
            "1:3:-,2:2:5.0,3:3:-");
  EXPECT_EQ(sql_value(file, "SELECT status || last FROM pass"), "time_limit3");
}

TEST(Recorder, ASearchThatDiedIsMarkedFailed) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  {
    const auto recorder = recording->add_stream({});
    recorder->begin_search(RandomSearch<NullObserver>::declaration(3));
    recorder->begin_pass({});
    recorder->enter({});
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "failed");
  EXPECT_EQ(sql_value(file, "SELECT status FROM pass"), "failed");
}

TEST(Recorder, PliesGrowWithMovesAndNullMovesOnly) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  {
    const auto recorder = recording->add_stream({});
    recorder->begin_search(RandomSearch<NullObserver>::declaration(3));
    recorder->begin_pass({});
    recorder->enter({});
    recorder->enter({.move = 1});
    recorder->enter({.role = Role::kNullMove});
    recorder->enter({.role = Role::kProbe});
    recorder->enter({.move = 2, .role = Role::kProbe});
    recorder->enter({.role = Role::kHandOver, .phase = Phase::kQuiescence});
    recorder->enter({.move = 3, .phase = Phase::kQuiescence});
    recorder->end_pass({});
    recorder->end_search({});
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ply, ' ') FROM node"), "0 1 2 2 3 3 4");
  EXPECT_EQ(sql_value(file, "SELECT group_concat(ifnull(move, '-'), ' ') FROM node"),
            "- 1 - - 2 - 3");
}

TEST(Recorder, WhatIsNotCapturedIsNotWrittenAndNotDeclared) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const Emitted emitted = record_file({.path = file}, {.depth = 5}, {.capture = 0});
  EXPECT_EQ(count(file, "SELECT count(*) FROM cutoff WHERE skipped_moves IS NOT NULL"), 0);
  EXPECT_EQ(count(file, "SELECT sum(skipped) FROM cutoff"), whole(emitted.skipped));
  EXPECT_EQ(sql_value(file, "SELECT captured FROM search"),
            R"(["windows","bounds","cutoffs","legal"])");
}

TEST(Recorder, TextsOfMovesAndNotesSurviveQuotesAndControlCharacters) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file});
  const std::string odd = "a\"b\\c\n\x01'é";
  {
    const auto recorder = recording->add_stream({.capture = kCaptureSkipped | kCaptureNotes});
    SearchDeclaration declaration;
    declaration.move_text = [&odd](MoveCode code) { return code == 70000 ? odd : "x"; };
    recorder->begin_search(declaration);
    recorder->begin_pass({});
    recorder->enter({});
    const MoveCode skipped[] = {70000, 3};
    recorder->cutoff({.window = {}, .skipped = skipped});
    const NoteEvent note{odd, "value"};
    recorder->report(&note);
    recorder->leave({.value = 0});
    recorder->end_pass({});
    recorder->end_search({});
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(sql_value(file, "SELECT skipped_moves ->> 0 FROM cutoff"), odd);
  EXPECT_EQ(sql_value(file, "SELECT text FROM move WHERE id = 1"), odd);
  EXPECT_EQ(sql_value(file, "SELECT name FROM note"), odd);
}

TEST(Recorder, TheOpenPathIsInTheFileWhileTheSearchRuns) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto recording = start({.path = file}, {.commit_interval = std::chrono::milliseconds(5)});
  const auto recorder = recording->add_stream({});
  recorder->begin_search(RandomSearch<NullObserver>::declaration(3));
  recorder->begin_pass({});
  recorder->enter({});
  recorder->enter({.move = 1});
  // Further events make the writer commit what it has. The loop is limited by a count, not by time.
  std::int64_t rows = 0;
  for (int tries = 0; tries < 2000 && rows < 2; ++tries) {
    recorder->bound({.cause = Cause::kOther, .window = {}});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    rows = count(file, "SELECT count(*) FROM node WHERE last IS NULL AND value IS NULL");
  }
  EXPECT_EQ(rows, 2);
  EXPECT_EQ(sql_value(file, "SELECT value FROM meta WHERE name = 'recording'"), "1");
  EXPECT_EQ(sql_value(file, "SELECT status FROM search"), "");
  recorder->leave({.value = 1});
  recorder->leave({.value = 1});
  recorder->end_pass({});
  recorder->end_search({});
}

TEST(Recorder, ATreeOf100000PliesIsRecorded) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  constexpr int kPlies = 100'000;
  const auto recording = start({.path = file});
  {
    const auto recorder = recording->add_stream({});
    recorder->begin_search(RandomSearch<NullObserver>::declaration(kPlies));
    recorder->begin_pass({});
    for (int ply = 0; ply <= kPlies; ++ply) {
      recorder->enter({.move = ply == 0 ? kNoMove : 0, .depth = kPlies - ply});
    }
    for (int ply = kPlies; ply >= 0; --ply) recorder->leave({.value = 1});
    recorder->end_pass({});
    recorder->end_search({});
  }
  ASSERT_TRUE(recording->finish().is_ok());
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE last = 100001 AND value = 1"), 100001);
  EXPECT_EQ(count(file, "SELECT count(*) FROM ply_summary WHERE nodes = 1 AND interior = 1"),
            100001);
  EXPECT_EQ(count(file, "SELECT max(ply) FROM node"), 100000);
}

// --- Partial recording ---------------------------------------------------------------------------

// Whatever the filter is, every visited node is counted once: as a row or as unrecorded.
void expect_all_counted(const std::string& file, const Emitted& emitted) {
  EXPECT_EQ(count(file, "SELECT count(*) + sum(unrecorded) FROM node"), whole(emitted.nodes));
  EXPECT_EQ(count(file, "SELECT sum(nodes) + sum(unrecorded) FROM ply_summary"),
            whole(emitted.nodes));
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE last IS NULL"), 0);
}

TEST(PartialRecording, StopsAtAPly) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  RecorderOptions options;
  options.filter.max_ply = 3;
  const Emitted emitted = record_file({.path = file}, {.depth = 6}, options);
  EXPECT_EQ(count(file, "SELECT max(ply) FROM node"), 3);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE unrecorded > 0 AND ply <> 3"), 0);
  EXPECT_EQ(sql_value(file, "SELECT options FROM search"), R"({"record":{"max_ply":3}})");
  expect_all_counted(file, emitted);
}

TEST(PartialRecording, StartsAtAPlyWithThePathsThere) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const std::string whole_file = folder / "whole.db";
  RecorderOptions options;
  options.filter.from_ply = 3;
  options.filter.max_ply = 4;
  const Emitted emitted = record_file({.path = file}, {.depth = 6, .seed = 3}, options);
  record_file({.path = whole_file}, {.depth = 6, .seed = 3});
  for (const char* query : {"SELECT count(*) FROM node WHERE ply = 3",
                            "SELECT group_concat(path) FROM node_text WHERE ply = 4"}) {
    EXPECT_EQ(sql_value(file, query), sql_value(whole_file, query));
  }
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE ply < 3 AND last = id AND ply > 0"), 0);
  EXPECT_EQ(count(file,
                  "SELECT count(*) FROM node child JOIN node ON node.id = child.parent "
                  "WHERE child.id > node.last OR child.last > node.last"),
            0);
  expect_all_counted(file, emitted);
}

TEST(PartialRecording, KeepsThePathToANodeAndAllBelow) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  RecorderOptions options;
  options.filter.below = {"m1", "m2"};
  options.filter.below_text = "/m1/m2";
  const Emitted emitted = record_file({.path = file}, {.depth = 5, .seed = 9}, options);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node WHERE ply = 1"), 1);
  EXPECT_EQ(sql_value(file, "SELECT path FROM node_text WHERE ply = 2"), "/m1/m2");
  EXPECT_GT(count(file, "SELECT count(*) FROM node WHERE ply = 3"), 1);
  expect_all_counted(file, emitted);
}

TEST(PartialRecording, StopsAfterANumberOfNodes) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  RecorderOptions options;
  options.filter.max_nodes = 100;
  const Emitted emitted = record_file({.path = file}, {.depth = 6}, options);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 100);
  expect_all_counted(file, emitted);
}

}  // namespace
}  // namespace plytrace::test
