// SPDX-License-Identifier: MIT
//
// Covers verify and the selective search (core/search/selective.h): no sound search of chess is
// refuted, whatever it leaves out. Random positions are searched with every algorithm and option,
// and by the test's engine, which also has several lines, singular searches and a small table.
// scripts/soundness runs more of them (PLYTRACE_SOUNDNESS_RUNS, PLYTRACE_SOUNDNESS_SEED).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "tests/viewer/verify/chess/random_chess.h"
#include "tests/viewer/verify/verify_support.h"
#include "tracer/recorder.h"

namespace plytrace::test::chess_searches {
namespace {

using verify::Verdict;

struct Tally {
  std::uint64_t searches = 0, nodes = 0, refuted = 0, verified = 0, incomplete = 0;
  std::map<std::string, std::uint64_t> met;
};

SearchSettings random_settings(Random& random, bool is_small) {
  SearchSettings settings;
  settings.algorithm = static_cast<plytrace::Algorithm>(random.below(5));
  settings.fail = random.one_in(4) ? FailMode::kHard : FailMode::kSoft;
  settings.depth = random.between(random.one_in(20) ? 0 : 1, is_small ? 5 : 3);
  settings.iterative = random.one_in(3);
  settings.node_limit =
      static_cast<std::uint64_t>(random.one_in(6) ? random.between(1, 400) : 6000);
  if (random.one_in(5)) {
    settings.window.alpha = random.one_in(3) ? -kInfinity : random.between(-300, 100);
    settings.window.beta = random.one_in(3) ? kInfinity : random.between(-100, 300);
  }
  if (settings.iterative && random.one_in(2)) settings.aspiration = random.between(1, 90);
  settings.order = static_cast<Ordering>(random.below(5));
  if (random.one_in(6)) settings.cut = CutMode::kStrict;
  settings.eval_cache = random.one_in(5);
  settings.table_megabytes = random.one_in(2) ? 1 : 0;
  settings.ties = random.one_in(4) ? static_cast<Ties>(random.below(3)) : Ties::kFirst;
  settings.seed = static_cast<std::uint64_t>(random.below(1000));
  settings.quiescence = random.one_in(2);
  if (random.one_in(2)) settings.null_move = random.between(1, 3);
  settings.late_reductions = random.one_in(2);
  if (random.one_in(2)) settings.extend = Extension::kCheck;
  return settings;
}

// Counts by SQL what the searches of one file contain.
void count_met(const std::string& file, Tally& tally) {
  constexpr std::pair<const char*, const char*> kQueries[] = {
      {"quiescence nodes", "SELECT count(*) FROM node WHERE phase = 1"},
      {"reduced nodes", "SELECT count(*) FROM node WHERE role = 1"},
      {"re-searches", "SELECT count(*) FROM node WHERE role = 2"},
      {"null moves", "SELECT count(*) FROM node WHERE role = 3"},
      {"cutoffs by a null move", "SELECT count(*) FROM cutoff WHERE cause = 6"},
      {"cutoffs by stand pat", "SELECT count(*) FROM cutoff WHERE cause = 2"},
      {"draws by history", "SELECT count(*) FROM node WHERE kind = 5"},
      {"ends of the game", "SELECT count(*) FROM node WHERE kind = 2"},
      {"table answers", "SELECT count(*) FROM table_probe WHERE used = 3"},
      {"table answers that are mates",
       "SELECT count(*) FROM table_probe WHERE used = 3 AND abs(value) > 27000"},
      {"extensions",
       "SELECT count(*) FROM node n JOIN node p ON p.id = n.parent "
       "WHERE n.depth >= p.depth AND n.depth > 0"}};
  for (const auto& [name, query] : kQueries) {
    tally.met[name] += std::stoull(sql_value(file, query));
  }
}

// Judges all searches of a file; returns the first that is refuted.
std::string judge_all(const std::string& file, Tally& tally) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status().message();
  std::string wrong;
  for (const SearchRow& search : reader->searches()) {
    const auto report = verify::verify_trace(*reader, search, {});
    if (!report) return report.status().message();
    ++tally.searches;
    tally.nodes += report->nodes;
    tally.verified += report->verdict == Verdict::kVerified ? 1U : 0U;
    tally.incomplete += report->verdict == Verdict::kIncomplete ? 1U : 0U;
    const auto warns = [&](verify::Rule rule) {
      return report->warnings_by_rule[static_cast<std::size_t>(rule)] > 0;
    };
    // Nor may these warnings meet a sound search.
    const bool is_warned =
        warns(verify::Rule::kWarnTableDepth) || warns(verify::Rule::kWarnLeafScore);
    if (report->verdict != Verdict::kRefuted && !is_warned) continue;
    ++tally.refuted;
    if (!wrong.empty()) continue;
    wrong =
        fmt::format("search {}: {} {} -d {} {}\n{}", search.id, search.position, search.algorithm,
                    search.depth.value_or(-1), search.options, outline(*report).substr(0, 900));
  }
  return wrong;
}

// Records several searches in one file. A recorded search has the result of an unrecorded one.
std::string run_batch(std::uint64_t seed, const std::string& file, int searches, Tally& tally) {
  Random random(seed);
  auto recording = Recording::start({file, true}, {});
  EXPECT_TRUE(recording.is_ok()) << recording.status().message();
  RecorderOptions options;
  options.engine = random.one_in(3) ? "somebody's" : "plytrace";
  options.capture = kCaptureDefault | (random.one_in(2) ? kCaptureKeys : 0U) | kCaptureNotes;
  auto recorder = (*recording)->add_stream(options);
  for (int i = 0; i < searches;) {
    const auto game =
        random_position(random, random.one_in(4) ? Arguments{{"history", "off"}} : Arguments{});
    MoveList moves;
    game->generate(moves);
    const SearchSettings settings = random_settings(random, moves.size() < 15);
    if (!check_settings(settings)) continue;
    const auto recorded = game->search({}, settings, recorder.get());
    const auto plain = game->search({}, settings, nullptr);
    EXPECT_TRUE(recorded.is_ok()) << recorded.status().message();
    EXPECT_EQ(recorded->value, plain->value) << "batch with seed " << seed << ", search " << i;
    EXPECT_EQ(recorded->pv, plain->pv) << "batch with seed " << seed << ", search " << i;
    EXPECT_EQ(recorded->counters, plain->counters) << "batch with seed " << seed;
    ++i;
  }
  recorder.reset();
  EXPECT_TRUE((*recording)->finish().is_ok());
  count_met(file, tally);
  return judge_all(file, tally);
}

// Lets the test's engine search several positions.
std::string run_engines(std::uint64_t seed, const ScratchFolder& folder, int searches,
                        Tally& tally) {
  Random random(seed);
  std::string lines;
  for (int i = 0; i < searches; ++i) lines += chess_lines(random_engine(random));
  const std::string file = imported(folder, lines);
  count_met(file, tally);
  tally.met["searches without some moves"] += std::stoull(
      sql_value(file, "SELECT count(*) FROM node WHERE excluded IS NOT NULL AND role = 4"));
  tally.met["further lines"] +=
      std::stoull(sql_value(file, "SELECT count(*) FROM pass WHERE purpose = 'multipv'"));
  tally.met["cutoffs by multi-cut"] +=
      std::stoull(sql_value(file, "SELECT count(*) FROM cutoff WHERE cause = 11"));
  return judge_all(file, tally);
}

std::uint64_t number_of(const char* variable, std::uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? fallback : std::strtoull(text, nullptr, 10);
}

enum class Searcher { kOwn, kEngine };

void expect_sound(Searcher searcher, std::uint64_t searches) {
  constexpr int kBatch = 20;
  const ScratchFolder folder;
  const std::uint64_t seed = number_of("PLYTRACE_SOUNDNESS_SEED", 1);
  Tally tally;
  for (std::uint64_t i = 0; tally.searches < searches; ++i) {
    const std::string wrong = searcher == Searcher::kOwn
                                  ? run_batch(seed + i, folder / "chess.db", kBatch, tally)
                                  : run_engines(seed + i, folder, kBatch, tally);
    if (!wrong.empty()) ADD_FAILURE() << "batch with seed " << seed + i << ": " << wrong;
  }
  tally.met["nodes"] = tally.nodes;
  for (const auto& [name, number] : tally.met) {
    std::cout << fmt::format("{:<45}{:>14}\n", name, number);
    // A small number of searches need not contain everything.
    if (searches < 1000) continue;
    EXPECT_GT(number, 0U) << name;
  }
  std::cout << fmt::format("{} searches of chess: {} refuted, {} verified, {} incomplete\n",
                           tally.searches, tally.refuted, tally.verified, tally.incomplete);
  EXPECT_EQ(tally.refuted, 0U);
  EXPECT_GT(tally.verified, tally.searches / 4);
}

std::uint64_t runs() {
  return number_of("PLYTRACE_SOUNDNESS_RUNS", static_cast<unsigned>(attack_rounds(1000)));
}

TEST(ChessSearches, NoSoundSearchIsRefuted) { expect_sound(Searcher::kOwn, 60); }
TEST(ChessSearches, NoSoundEngineIsRefuted) { expect_sound(Searcher::kEngine, 60); }

TEST(SlowChessSearches, NoSoundSearchIsRefuted) { expect_sound(Searcher::kOwn, runs()); }
TEST(SlowChessSearches, NoSoundEngineIsRefuted) { expect_sound(Searcher::kEngine, runs()); }

}  // namespace
}  // namespace plytrace::test::chess_searches
