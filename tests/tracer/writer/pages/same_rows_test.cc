// SPDX-License-Identifier: MIT
//
// Covers tracer/writer: the page writer and the SQL writer give the same rows with the same types,
// for every algorithm, game and option, and for events that none of our searches makes.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <thread>

#include "core/registry.h"
#include "core/search/algorithm.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

const std::vector<std::string> kTables{"search", "pass",        "node",        "bound_update",
                                       "cutoff", "table_store", "table_probe", "note",
                                       "move",   "ply_summary", "digest"};

// Every column with its type, except what depends on the clock.
std::string columns_of(const std::string& file, const std::string& table) {
  return sql_value(file,
                   "SELECT group_concat('typeof(\"' || name || '\"), quote(\"' || name || '\")') "
                   "FROM pragma_table_info('" +
                       table + "') WHERE name NOT IN ('seconds', 'started_at', 'finished_at')" +
                       (table == "digest" ? " AND name <> 'sum'" : ""));
}

std::string difference(const std::string& a, const std::string& b, const std::string& table) {
  const std::string columns = columns_of(a, table);
  const auto rows = [&](const std::string& one, const std::string& other) {
    return "SELECT " + columns + " FROM " + one + "." + table + " EXCEPT SELECT " + columns +
           " FROM " + other + "." + table;
  };
  return sql_value(a, "ATTACH '" + b + "' AS b; SELECT (SELECT count(*) FROM (" +
                          rows("main", "b") + ")) + (SELECT count(*) FROM (" + rows("b", "main") +
                          ")) + abs((SELECT count(*) FROM main." + table +
                          ") - (SELECT count(*) FROM b." + table + "))");
}

void expect_same_rows(const std::string& pages, const std::string& insert) {
  EXPECT_EQ(sql_value(pages, "PRAGMA integrity_check(5)"), "ok");
  EXPECT_EQ(sql_value(pages, "PRAGMA journal_mode"), "delete");
  EXPECT_EQ(sql_value(pages, "SELECT value FROM meta WHERE name = 'writer'"), "pages");
  EXPECT_EQ(sql_value(insert, "SELECT value FROM meta WHERE name = 'writer'"), "insert");
  for (const std::string& table : kTables) {
    EXPECT_EQ(difference(pages, insert, table), "0") << table;
  }
  EXPECT_EQ(sql_value(pages, "ATTACH '" + insert +
                                 "' AS b; SELECT count(*) FROM main.digest a JOIN b.digest USING "
                                 "(search, \"table\") WHERE a.sum <> b.digest.sum AND \"table\" "
                                 "NOT IN ('search', 'pass', 'meta')"),
            "0");
}

// Small batches, so that many nodes are open at the end of each.
RecordingOptions often(WriterKind writer) {
  RecordingOptions options;
  options.writer = writer;
  options.buffer_bytes = 1;
  options.commit_interval = std::chrono::milliseconds(1);
  return options;
}

class SameRows : public testing::Test {
 protected:
  // Records the events of `search` with both writers.
  template <class Search>
  void expect_same(const Search& search) {
    const std::string pages = folder_ / "pages.db", insert = folder_ / "insert.db";
    for (const auto& [file, writer] :
         {std::pair{pages, WriterKind::kPages}, std::pair{insert, WriterKind::kInsert}}) {
      const auto recording = start({.path = file, .force = true}, often(writer));
      search(*recording);
      const Status status = recording->finish();
      EXPECT_TRUE(status.is_ok()) << status.message();
    }
    expect_same_rows(pages, insert);
  }

  void expect_same_search(const std::string& game_name, const SearchSettings& settings,
                          unsigned capture) {
    SCOPED_TRACE(game_name + " " + std::string(word(settings.algorithm)));
    expect_same([&](Recording& recording) {
      const auto recorder = recording.add_stream({.capture = capture, .engine = "plytrace"});
      const auto game = make_game(game_name, {}, std::nullopt);
      ASSERT_TRUE(game.is_ok());
      const auto result = (*game)->search({}, settings, recorder.get());
      ASSERT_TRUE(result.is_ok()) << result.status().message();
    });
  }

  ScratchFolder folder_;
};

constexpr unsigned kCaptureAll = kCaptureDefault | kCaptureKeys | kCaptureNotes;

TEST_F(SameRows, OfEveryAlgorithm) {
  for (const AlgorithmTraits& traits : kAlgorithms) {
    SearchSettings settings;
    settings.algorithm = traits.algorithm;
    settings.depth = 5;
    expect_same_search("connect4", settings, kCaptureAll);
    settings.iterative = true;
    settings.order = Ordering::kKiller;
    if (check_settings([&] {
          auto with_table = settings;
          with_table.table_megabytes = 1;
          return with_table;
        }())) {
      settings.table_megabytes = 1;
    }
    expect_same_search("connect4", settings, kCaptureDefault);
  }
}

TEST_F(SameRows, OfEveryGame) {
  for (const GameInfo& info : games()) {
    SearchSettings settings;
    settings.depth = info.name == "tictactoe" ? 6 : 3;
    expect_same_search(std::string(info.name), settings, kCaptureAll);
  }
}

// An engine that emits events in any valid order, with any values, in batches that end anywhere.
class WildEngine {
 public:
  WildEngine(Recorder& recorder, std::uint64_t seed, int nodes)
      : recorder_(recorder), random_(seed), nodes_left_(nodes) {}

  void run() {
    SearchDeclaration declaration;
    declaration.game = "wild";
    declaration.captured = {"windows"};
    declaration.move_text = [](MoveCode code) { return "move " + std::to_string(code); };
    recorder_.begin_search(declaration);
    while (nodes_left_ > 0) {
      recorder_.begin_pass({PassPurpose::kIteration, 3, {}});
      visit(0);
      recorder_.end_pass({SearchStatus::kFinished, 1.5, 3, 10});
    }
    recorder_.end_search({});
  }

 private:
  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  void end_batch() {
    if (chance(40)) recorder_.flush(false);
  }
  std::int64_t whole() {
    static constexpr std::array<int, 9> kBits{0, 6, 7, 15, 23, 31, 47, 52, 62};
    const int bits = kBits[random_() % kBits.size()];
    const auto value = static_cast<std::int64_t>(random_() & ((std::uint64_t{2} << bits) - 1));
    return chance(2) ? value : -value;
  }
  Score score() {
    switch (random_() % 6) {
      case 0:
        return chance(2) ? kInfinity : -kInfinity;
      case 1:
        return -0.0;
      case 2:
        return static_cast<Score>(random_() % 7) / 4;
      case 3:
        return 1e300;
      default:
        return static_cast<Score>(whole());
    }
  }
  std::string text() { return std::string(chance(20) ? random_() % 40000 : random_() % 70, 't'); }
  std::vector<MoveCode> moves() {
    std::vector<MoveCode> list(chance(30) ? random_() % 3000 : random_() % 9);
    for (MoveCode& move : list) move = static_cast<MoveCode>(random_() % 5000);
    return list;
  }

  void enter() {
    EnterEvent event{chance(9) ? kNoMove : static_cast<MoveCode>(random_() % 5000),
                     chance(2) ? Side::kMax : Side::kMin,
                     static_cast<int>(random_() % 300) - 100,
                     {score(), score()}};
    if (chance(2)) event.key = random_();
    event.role = static_cast<Role>(random_() % 6);
    event.phase = static_cast<Phase>(random_() % 2);
    recorder_.enter(event);
  }
  void leave() {
    LeaveEvent event{chance(9) ? std::optional<Score>() : score(),
                     static_cast<NodeKind>(random_() % 7), std::nullopt};
    if (chance(2)) event.bound = static_cast<Bound>(random_() % 3);
    if (chance(2)) event.score = score();
    if (chance(2)) event.legal = static_cast<int>(random_() % 200);
    event.best = recorder_.last_child();
    recorder_.leave(event);
  }
  void say_something() {
    const std::vector<MoveCode> list = moves();
    switch (random_() % 5) {
      case 0:
        return recorder_.bound({static_cast<Cause>(random_() % 6), {score(), score()}});
      case 1: {
        CutoffEvent event{CutoffKind::kBeta, Cause::kChild, score(), {score(), score()}, list};
        const std::string reason = text();
        if (chance(3)) event.reason = reason;
        return recorder_.cutoff(event);
      }
      case 2: {
        StoreEvent event;
        event.key = random_();
        event.value = score();
        event.depth = 5;
        if (chance(2)) event.raw = score();
        return recorder_.report(&event);
      }
      case 3: {
        ProbeEvent event;
        event.key = random_();
        event.value = score();
        if (chance(2)) event.entry_key = random_();
        return recorder_.report(&event);
      }
      default: {
        const std::string name = text(), value = text();
        const NoteEvent event{name, value};
        return recorder_.report(&event);
      }
    }
  }
  void visit(int ply) {
    --nodes_left_;
    enter();
    end_batch();
    if (chance(6)) {
      const std::vector<MoveCode> list = moves();
      if (!list.empty()) recorder_.exclude(list);
    }
    end_batch();
    const unsigned children = ply > 60 || chance(3) ? 0 : static_cast<unsigned>(random_() % 5);
    for (unsigned i = 0; i < children && nodes_left_ > 0; ++i) {
      visit(ply + 1);
      end_batch();
      if (chance(3)) say_something();
      end_batch();
      if (chance(3)) recorder_.credit(score());
      if (chance(9)) recorder_.credit(score());
    }
    while (chance(3)) say_something();
    leave();
  }

  Recorder& recorder_;
  std::mt19937_64 random_;
  int nodes_left_;
};

TEST_F(SameRows, OfAnyEventsWhereverBatchesEnd) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    expect_same([&](Recording& recording) {
      // The rows also have digests if the engine name is our own.
      const auto recorder =
          recording.add_stream({.capture = kCaptureAll, .engine = seed % 2 == 1 ? "plytrace" : ""});
      WildEngine(*recorder, seed, 1000).run();
    });
  }
}

TEST_F(SameRows, OfThreadsThatRecordAtOnce) {
  expect_same([&](Recording& recording) {
    std::vector<std::unique_ptr<Recorder>> recorders;
    for (int i = 0; i < 3; ++i) recorders.push_back(recording.add_stream({.capture = kCaptureAll}));
    // Streams are numbered in order of creation; ids of searches, passes and moves must follow the
    // same order.
    for (std::size_t i = 0; i < recorders.size(); ++i) {
      WildEngine(*recorders[2 - i], i + 1, 400).run();
      WildEngine(*recorders[i], i + 9, 300).run();
    }
  });
}

TEST_F(SameRows, OfPartialRecordings) {
  for (int i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    RecordFilter filter;
    if (i == 0) filter.max_ply = 3;
    if (i == 1) filter.from_ply = 3;
    if (i == 2) filter.max_nodes = 100;
    if (i == 3) filter.below = {"d", "c"};
    expect_same([&](Recording& recording) {
      const auto recorder = recording.add_stream({.capture = kCaptureAll, .filter = filter});
      SearchSettings settings;
      settings.depth = 5;
      const auto game = make_game("connect4", {}, std::nullopt);
      ASSERT_TRUE((*game)->search({}, settings, recorder.get()).is_ok());
    });
  }
}

}  // namespace
}  // namespace plytrace::test
