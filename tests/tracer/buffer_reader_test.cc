// SPDX-License-Identifier: MIT
//
// A search that writes into a recorder's event buffer gives the same rows as one that makes calls.
#include "tracer/buffer_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "core/registry.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

// A sink without an event buffer: every event is a call.
class CallingSink final : public EventSink {
 public:
  explicit CallingSink(EventSink& sink) : sink_(sink) {}
  unsigned capture() const override { return sink_.capture(); }
  void begin_search(const SearchDeclaration& e) override { sink_.begin_search(e); }
  void begin_pass(const PassBegin& e) override { sink_.begin_pass(e); }
  void enter(const EnterEvent& e) override { sink_.enter(e); }
  void bound(const BoundEvent& e) override { sink_.bound(e); }
  void cutoff(const CutoffEvent& e) override { sink_.cutoff(e); }
  void report(const ExtraEvent& e) override { sink_.report(e); }
  void leave(const LeaveEvent& e) override { sink_.leave(e); }
  void end_pass(const PassEnd& e) override { sink_.end_pass(e); }
  void end_search(const SearchEnd& e) override { sink_.end_search(e); }
  NodeId last_child() const override { return sink_.last_child(); }
  NodeId current_node() const override { return sink_.current_node(); }

 private:
  EventSink& sink_;
};

void record_by_calls(const std::string& file, const MadeUp& what) {
  const auto recording = start({.path = file, .force = true});
  {
    const auto recorder = recording->add_stream({});
    CallingSink sink(*recorder);
    SinkObserver observer(sink);
    emit(observer, sink, what);
  }
  ASSERT_TRUE(recording->finish().is_ok());
}

TEST(BufferReader, TheTapeGivesTheRowsOfTheCalls) {
  const ScratchFolder folder;
  // About ten chunks each, with integer scores and with fractional scores.
  for (const Score unit : {1.0, 0.1}) {
    const MadeUp what{.depth = 7, .branching = 6, .seed = 8, .passes = 2, .unit = unit};
    const Emitted emitted = record_file({.path = folder / "a.db", .force = true}, what);
    EXPECT_GT(emitted.nodes, 30000U);
    record_by_calls(folder / "b.db", what);
    EXPECT_EQ(different_rows(folder / "a.db", folder / "b.db"), "") << unit;
  }
}

// Searches that write compact records give the same rows as searches that call a sink.
TEST(BufferReader, SearchesGiveTheRowsOfTheirCalls) {
  const ScratchFolder folder;
  struct Case {
    std::string game, evaluator;
    int depth;
  };
  const Case cases[] = {{"connect4", "ways", 5},         {"connect4", "danger", 5},
                        {"othello", "phased", 4},        {"andantino", "lines", 3},
                        {"doublecard", "occurrence", 2}, {"tictactoe", "outcome", 6}};
  for (const auto& [name, evaluator, depth] : cases) {
    const auto game = make_game(name, {}, std::nullopt);
    ASSERT_TRUE(game.is_ok());
    for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta,
                                      Algorithm::kNegamax, Algorithm::kPvs, Algorithm::kMtdf}) {
      for (const unsigned capture : {kCaptureDefault + 0U, kCaptureSkipped | kCaptureKeys, 0U}) {
        SearchSettings settings;
        settings.algorithm = algorithm;
        settings.depth = depth;
        const bool is_hard = depth % 2 == 0 && algorithm != Algorithm::kMtdf;
        settings.fail = is_hard ? FailMode::kHard : FailMode::kSoft;
        settings.table_megabytes = algorithm == Algorithm::kMinimax ? 0 : 1;
        for (const std::string file : {"tape.db", "calls.db"}) {
          const auto recording = start({.path = folder / file, .force = true});
          {
            const auto recorder = recording->add_stream({.capture = capture});
            CallingSink calls(*recorder);
            EventSink* const sink =
                file == "tape.db" ? static_cast<EventSink*>(recorder.get()) : &calls;
            const auto result = (*game)->search({evaluator, {}}, settings, sink);
            ASSERT_TRUE(result.is_ok()) << name << ": " << result.status().message();
          }
          ASSERT_TRUE(recording->finish().is_ok());
        }
        EXPECT_EQ(different_rows(folder / "tape.db", folder / "calls.db"), "")
            << name << ' ' << evaluator << ' ' << static_cast<int>(algorithm) << ' ' << capture;
      }
    }
  }
}

// Records one search with one pass; `tell` reports what happens in the pass.
void record_pass(const std::string& file, WriterKind writer, const RecorderOptions& options,
                 const std::function<void(Recorder&, SinkObserver&)>& tell) {
  const auto recording = start({.path = file}, {.writer = writer});
  {
    const auto recorder = recording->add_stream(options);
    SinkObserver observer(*recorder);
    recorder->begin_search(RandomSearch<NullObserver>::declaration(3));
    observer.begin_pass({});
    tell(*recorder, observer);
    observer.end_pass({});
    recorder->end_search({});
  }
  ASSERT_TRUE(recording->finish().is_ok());
}

// The values of a column for all nodes.
std::string column(const std::string& file, const std::string& name) {
  return sql_value(file, "SELECT group_concat(ifnull(" + name + ", '-'), ' ') FROM node");
}

// Nodes whose records have every optional part.
TEST(BufferReader, EveryPartOfARecordFindsItsColumn) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto tell = [](Recorder& recorder, SinkObserver& observer) {
    observer.enter({.depth = 2, .window = {-5, 5}, .key = 77});
    observer.leaf({.move = 1, .side = Side::kMin, .depth = 1, .key = 78},
                  {.value = 4, .kind = NodeKind::kHorizon, .bound = Bound::kUpper, .score = 9});
    recorder.credit(3);
    observer.leaf({.move = 2, .side = Side::kMin}, {.value = 1, .best = kNoNode, .legal = 3});
    const MoveCode skipped[] = {3, 4};
    observer.cutoff({.value = 4, .window = {-5, 5}, .skipped = skipped, .reason = "why"});
    observer.leave({.value = 4, .score = 8, .best = NodeId{2}, .legal = 4});
  };
  record_pass(file, WriterKind::kPages, {.capture = kCaptureDefault | kCaptureKeys}, tell);
  EXPECT_EQ(column(file, "last"), "3 2 3");
  EXPECT_EQ(column(file, "key"), "77 78 -");
  EXPECT_EQ(column(file, "value"), "4.0 4.0 1.0");
  EXPECT_EQ(column(file, "score"), "8.0 9.0 -");
  EXPECT_EQ(column(file, "credited"), "- 3.0 -");
  EXPECT_EQ(column(file, "bound"), "- 2 -");
  EXPECT_EQ(column(file, "legal"), "4 - 3");
  EXPECT_EQ(column(file, "best"), "2 - -");
  EXPECT_EQ(sql_value(file, "SELECT child || skipped_moves || reason FROM cutoff"),
            "3[\"m3\",\"m4\"]why");
}

// Equal leaves share one record until a score is backed up for one: within a chunk, in the next
// chunk, or never.
TEST(BufferReader, LeavesThatAreAlikeAreRowsOfTheirOwn) {
  const ScratchFolder folder;
  const auto tell = [](Recorder& recorder, SinkObserver& observer) {
    observer.enter({.depth = 1, .window = {-5, 5}});
    for (MoveCode move = 1; move <= 6; ++move) {
      observer.leaf({.move = move, .side = Side::kMin, .window = {-5, move < 6 ? 5.0 : 4.0}},
                    {.value = 100.0 * move - 150.5, .kind = NodeKind::kHorizon});
      if (move == 4) recorder.flush(false);
      if (move % 2 == 0) recorder.credit(move);
    }
    observer.leave({.value = 4});
  };
  for (const WriterKind writer : {WriterKind::kPages, WriterKind::kInsert}) {
    const std::string file = folder / (writer == WriterKind::kPages ? "pages.db" : "insert.db");
    record_pass(file, writer, {}, tell);
    EXPECT_EQ(column(file, "parent"), "- 1 1 1 1 1 1");
    EXPECT_EQ(column(file, "last"), "7 2 3 4 5 6 7");
    EXPECT_EQ(column(file, "ply"), "0 1 1 1 1 1 1");
    EXPECT_EQ(column(file, "beta"), "5.0 5.0 5.0 5.0 5.0 5.0 4.0");
    EXPECT_EQ(column(file, "value"), "4.0 -50.5 49.5 149.5 249.5 349.5 449.5");
    EXPECT_EQ(column(file, "credited"), "- - 2.0 - 4.0 - 6.0");
    EXPECT_EQ(
        sql_value(file, "SELECT group_concat(text) FROM node JOIN move ON move.id = node.move"),
        "m1,m2,m3,m4,m5,m6");
    EXPECT_EQ(count(file, "SELECT horizon FROM ply_summary WHERE ply = 1"), 6);
  }
}

// Leaves with unknown windows are equal, although NaN compares unequal to itself.
TEST(BufferReader, LeavesOfUnknownWindowsAreAlike) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const auto tell = [](Recorder&, SinkObserver& observer) {
    observer.enter({.depth = 1});
    for (MoveCode move = 1; move <= 3; ++move) {
      observer.leaf({.move = move, .window = {kNoScore, kNoScore}}, {.value = -0.0});
    }
    observer.leave({.value = 0});
  };
  record_pass(file, WriterKind::kPages, {}, tell);
  EXPECT_EQ(column(file, "beta"), "Inf - - -");
  EXPECT_EQ(column(file, "value"), "0.0 0.0 0.0 0.0");
  EXPECT_EQ(column(file, "last"), "4 2 3 4");
}

// The events of a chunk that is lost are counted without reading the chunk.
TEST(BufferReader, CountsTheEventsThatItReads) {
  EventChunk chunk;
  const auto put = [&chunk](const auto& part, std::size_t words_behind) {
    std::byte* const at = chunk.records.get() + chunk.bytes;
    std::memset(at, 0, sizeof part + 8 * words_behind);
    std::memcpy(at, &part, sizeof part);
    chunk.bytes += sizeof part + 8 * words_behind;
  };
  chunk.first_node = chunk.first_event = 1;
  put(buffered::Enter({}, Phase::kMain, 1, 0), 0);
  put(buffered::Leaf({}, {}, 1, buffered::kHasKey | buffered::kHasScore), 2);
  put(ExtraHead(Extra::kCredit), 1);
  put(buffered::LeafHeader(Side::kMax, 0, {}, NodeKind::kHorizon, kNoCode), 0);
  put(buffered::PlainLeaf(1, 0), 0);
  put(buffered::PlainLeaf(2, 0), 0);
  put(buffered::PlainLeaf(3, 7), 0);
  put(buffered::Bound({}, 0), 0);
  put(ExtraHead(Extra::kEvent), sizeof(EventRecord) / 8);
  put(buffered::Cutoff({}, 0, 0), 0);
  put(buffered::Entry(buffered::Op::kStore, {}, 1, buffered::kHasKey | buffered::kHasScore), 2);
  put(buffered::Entry(
          buffered::Op::kProbe, {}, 1,
          buffered::kHasKey | buffered::kHasScore | buffered::kHasEntryKey | buffered::kHasOrigin),
      4);
  put(buffered::Leave({}, buffered::kHasUnrecorded), 1);
  EXPECT_EQ(BufferReader::events(chunk), 15U);
  BufferReader reader;
  Batch batch;
  PlySummary summary;
  reader.read(chunk, batch, summary.counts_of(1));
  EXPECT_EQ(batch.event_count(), 15U);
  // The last leaf has a record of its own, because a backed-up score may still follow.
  EXPECT_EQ(batch.nodes.size(), 3U);
  ASSERT_EQ(batch.runs.size(), 1U);
  EXPECT_EQ(batch.runs[0].size(), 2U);
  EXPECT_EQ(batch.events.size(), 5U);
}

}  // namespace
}  // namespace plytrace::test
