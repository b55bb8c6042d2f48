// SPDX-License-Identifier: MIT
//
// Covers verify: no sound search is refuted. Random searches use every algorithm and option, on
// random trees and graphs and on the small games, as plytrace's own and as another engine's, and
// with kinds of event left out. As many come from the tests' own engine, whose traces are written
// by SQL alone (foreign/). scripts/soundness runs more of them (PLYTRACE_SOUNDNESS_RUNS,
// PLYTRACE_SOUNDNESS_SEED) and shows what they covered.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>

#include "core/registry.h"
#include "tests/viewer/verify/certificate/certificate_support.h"
#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/foreign/random.h"
#include "tests/viewer/verify/mutants/mutant_search.h"
#include "tests/viewer/verify/verify_support.h"
#include "tracer/recorder.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

// Passes on all events except some kinds, which the search then does not declare as captured.
class ForgetfulSink final : public EventSink {
 public:
  ForgetfulSink(EventSink& sink, Random& random) : sink_(sink) {
    for (const char* kind : {"windows", "bounds", "cutoffs", "skipped", "legal", "roles", "scores",
                             "probes", "stores", "bound_types"}) {
      if (random.one_in(4)) forgotten_.insert(kind);
    }
    forgets_fail_ = random.one_in(2);
    forgets_uniform_ = random.one_in(3);
    forgets_exact_ = random.one_in(2);
  }

  unsigned capture() const override { return sink_.capture(); }
  void begin_search(const SearchDeclaration& declaration) override {
    SearchDeclaration less = declaration;
    std::erase_if(less.captured, [this](const std::string& kind) { return forgets(kind); });
    if (forgets("windows") || forgets_exact_) less.exact_windows = false;
    if (forgets_fail_) less.fail = "";
    if (forgets_uniform_) less.uniform = false;
    sink_.begin_search(less);
  }
  void begin_pass(const PassBegin& event) override { sink_.begin_pass(event); }
  void enter(const EnterEvent& event) override {
    EnterEvent less = event;
    if (forgets("windows")) less.window = kNoWindow;
    if (forgets("roles")) less.role = Role::kMove;
    sink_.enter(less);
  }
  void bound(const BoundEvent& event) override {
    if (!forgets("bounds")) sink_.bound(event);
  }
  void cutoff(const CutoffEvent& event) override {
    if (forgets("cutoffs")) return;
    CutoffEvent less = event;
    if (forgets("windows")) less.window = kNoWindow;
    if (forgets("skipped")) {
      less.skipped_known = false;
      less.skipped = {};
    }
    sink_.cutoff(less);
  }
  void report(const ExtraEvent& event) override {
    if (forgets("stores") && std::holds_alternative<const StoreEvent*>(event)) return;
    if (forgets("probes") && std::holds_alternative<const ProbeEvent*>(event)) return;
    sink_.report(event);
  }
  void leave(const LeaveEvent& event) override {
    LeaveEvent less = event;
    if (forgets("legal")) less.legal.reset();
    if (forgets("scores")) less.score.reset();
    if (forgets("bound_types")) less.bound.reset();
    sink_.leave(less);
  }
  void end_pass(const PassEnd& event) override { sink_.end_pass(event); }
  void end_search(const SearchEnd& event) override { sink_.end_search(event); }
  NodeId last_child() const override { return sink_.last_child(); }
  NodeId current_node() const override { return sink_.current_node(); }

 private:
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  static constexpr Window kNoWindow{kNaN, kNaN};
  bool forgets(const std::string& kind) const { return forgotten_.count(kind) != 0; }

  EventSink& sink_;
  std::set<std::string> forgotten_;
  bool forgets_fail_ = false, forgets_uniform_ = false, forgets_exact_ = false;
};

// A random tree as nested lists. With few different scores many subtrees are equal, so the tree is
// a graph for a search with a table.
std::string random_tree(Random& random, int depth, int scores) {
  if (depth == 0 || (depth < 3 && random.one_in(8))) return std::to_string(random.below(scores));
  std::string text;
  const int children = random.between(1, 4);
  for (int i = 0; i < children; ++i) {
    text += (i == 0 ? "[" : ",") + random_tree(random, depth - 1, scores);
  }
  return text + "]";
}

struct Start {
  std::unique_ptr<AnyGame> game;
  int max_depth = 3;
};

Start random_start(Random& random) {
  std::string name;
  Arguments options;
  std::optional<std::string> position;
  Start start;
  int plies = 0;
  const auto number = [&](int low, int high) { return std::to_string(random.between(low, high)); };
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      name = "tree";
      start.max_depth = random.between(2, 5);
      position = random_tree(random, start.max_depth, random.one_in(2) ? 3 : 100);
      if (random.one_in(3)) options = {{"root", "min"}};
      break;
    case 3:
      name = "synthetic";
      start.max_depth = 5;
      options = {{"branching", number(1, 4)},
                 {"depth", number(1, 5)},
                 {"seed", number(1, 100000)},
                 {"spread", number(0, 20)}};
      break;
    case 4:
    case 5:
      name = "tictactoe";
      start.max_depth = 4;
      plies = random.below(8);
      break;
    case 6:
      name = "connectk";
      options = {{"width", "4"}, {"height", "4"}, {"connect", "3"}};
      start.max_depth = 5;
      plies = random.below(8);
      break;
    case 7:
      name = "connect4";
      start.max_depth = 3;
      plies = random.below(20);
      break;
    default:
      name = random.one_in(2) ? "othello" : "doublecard";
      start.max_depth = 2;
      plies = name == "othello" ? random.below(20) : 0;
  }
  auto game = make_game(name, options, position);
  EXPECT_TRUE(game.is_ok()) << game.status().message();
  start.game = std::move(*game);
  for (; plies > 0 && !start.game->is_finished(); --plies) {
    MoveList moves;
    start.game->generate(moves);
    start.game->play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
  }
  return start;
}

SearchSettings random_settings(Random& random, int max_depth) {
  SearchSettings settings;
  settings.algorithm = static_cast<plytrace::Algorithm>(random.below(5));
  settings.fail = random.one_in(3) ? FailMode::kHard : FailMode::kSoft;
  settings.depth = random.between(random.one_in(20) ? 0 : 1, max_depth);
  settings.iterative = random.one_in(3);
  if (random.one_in(6)) settings.node_limit = static_cast<std::uint64_t>(random.between(1, 400));
  if (random.one_in(5)) {
    settings.window.alpha = random.one_in(3) ? -kInfinity : random.between(-10, 50);
    settings.window.beta = random.one_in(3) ? kInfinity : random.between(-9, 60);
  }
  if (settings.iterative && random.one_in(2)) settings.aspiration = random.between(1, 9);
  settings.order = static_cast<Ordering>(random.below(4));
  settings.eval_cache = random.one_in(5);
  settings.table_megabytes = random.one_in(2) ? 1 : 0;
  settings.ties = random.one_in(6) ? Ties::kRandom : Ties::kFirst;
  settings.seed = static_cast<std::uint64_t>(random.below(1000));
  return settings;
}

struct Tally {
  std::uint64_t waiting = 0;  // refuted, in a family for which a rule is missing
  std::uint64_t runs = 0, nodes = 0, refuted = 0, verified = 0, incomplete = 0;
  std::map<std::string, std::uint64_t> met;
};

// Counts by SQL what the searches of one file contain.
void count_met(const std::string& file, Tally& tally) {
  constexpr std::pair<const char*, const char*> kQueries[] = {
      {"alpha cutoffs", "SELECT count(*) FROM cutoff WHERE kind = 0"},
      {"beta cutoffs", "SELECT count(*) FROM cutoff WHERE kind = 1"},
      {"bound updates", "SELECT count(*) FROM bound_update"},
      {"re-searches", "SELECT count(*) FROM node WHERE role = 2"},
      {"table answers", "SELECT count(*) FROM table_probe WHERE used = 3"},
      {"narrowed windows", "SELECT count(*) FROM table_probe WHERE used = 2"},
      {"aborted passes", "SELECT count(*) FROM pass WHERE status <> 'finished'"},
      {"aspiration passes", "SELECT count(*) FROM pass WHERE purpose = 'aspiration'"},
      {"probes of the root", "SELECT count(*) FROM pass WHERE purpose = 'probe'"},
      {"clamped leaves", "SELECT count(*) FROM node WHERE score IS NOT NULL"}};
  for (const auto& [name, query] : kQueries) {
    tally.met[name] += std::stoull(sql_value(file, query));
  }
}

// Judges all searches of a file; returns which is refuted, and by which rule.
std::string judge_all(const std::string& file, Tally& tally) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status().message();
  std::string wrong;
  for (const SearchRow& search : reader->searches()) {
    verify::CertificateMarks marks = marks_for(search);
    verify::VerifyOptions options;
    options.certificate = &marks;
    const auto report = verify::verify_trace(*reader, search, options);
    if (!report) return report.status().message();
    if (wrong.empty()) wrong = certificate_complaint(*reader, search, marks, *report);
    ++tally.runs;
    tally.nodes += report->nodes;
    tally.verified += report->verdict == Verdict::kVerified ? 1U : 0U;
    tally.incomplete += report->verdict == Verdict::kIncomplete ? 1U : 0U;
    if (report->verdict != Verdict::kRefuted) continue;
    ++tally.refuted;
    if (wrong.empty()) {
      wrong = fmt::format("search {} by {}: {} {} {} {}, captured {}, fail {}, windows {}\n{}",
                          search.id, search.engine, search.game, search.position, search.algorithm,
                          search.options, fmt::join(search.captured, ","), search.fail,
                          search.windows, outline(*report).substr(0, 900));
    }
  }
  return wrong;
}

// Several searches in one file.
std::string run_batch(std::uint64_t seed, const std::string& file, int runs, Tally& tally) {
  Random random(seed);
  auto recording = Recording::start({file, true}, {});
  EXPECT_TRUE(recording.is_ok()) << recording.status().message();
  RecorderOptions options;
  const bool is_own = random.below(3) > 0;
  options.engine = is_own ? "plytrace" : "somebody's";
  constexpr unsigned kCaptures[] = {kCaptureDefault, kCaptureDefault | kCaptureKeys, 0,
                                    kCaptureSkipped};
  options.capture = kCaptures[random.below(4)];
  auto recorder = (*recording)->add_stream(options);
  for (int i = 0; i < runs;) {
    const Start start = random_start(random);
    const SearchSettings settings = random_settings(random, start.max_depth);
    if (!check_settings(settings)) continue;
    ForgetfulSink forgetful(*recorder, random);
    const bool forgets = !is_own && random.one_in(2);
    EventSink* const sink = forgets ? static_cast<EventSink*>(&forgetful) : recorder.get();
    const auto result = start.game->search({}, settings, sink);
    EXPECT_TRUE(result.is_ok()) << result.status().message();
    ++i;
  }
  recorder.reset();
  EXPECT_TRUE((*recording)->finish().is_ok());
  count_met(file, tally);
  return judge_all(file, tally);
}

// The engine of the mutants without a mutation.
std::string run_foreign(std::uint64_t seed, const std::string& file, Tally& tally) {
  Random random(seed);
  Variant variant;
  variant.game = random.one_in(2) ? "tictactoe" : "connect4";
  if (random.one_in(3)) {
    variant.game = "tree";
    variant.position = random_tree(random, 5, random.one_in(2) ? 4 : 50);
  }
  variant.depth = random.between(1, variant.game == "connect4" ? 4 : 5);
  variant.algorithm = static_cast<Variant::Algorithm>(random.below(3));
  variant.hard = random.one_in(4) && variant.algorithm != Variant::Algorithm::kMtdf;
  variant.table = !variant.hard && random.one_in(2);
  variant.iterative = random.one_in(2);
  if (variant.iterative && random.one_in(2)) variant.aspiration = random.between(1, 5);
  variant.declared = random.one_in(2);
  variant.known = random.one_in(2);
  record_mutant(file, variant, Mutation::kNone);
  count_met(file, tally);
  return judge_all(file, tally);
}

std::uint64_t number_of(const char* variable, std::uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? fallback : std::strtoull(text, nullptr, 10);
}

// Files of foreign searches; as many searches as a batch has, or slightly more.
std::string run_files(std::uint64_t seed, int runs, foreign::SoundnessJudge& judge,
                      foreign::Tally& tally) {
  constexpr int kMostSearches = 8;  // per file
  std::string wrong;
  const std::uint64_t enough = tally.searches + static_cast<std::uint64_t>(runs);
  for (std::uint64_t i = 0; tally.searches < enough; ++i) {
    const std::string problem = judge.judge(seed * 1000 + i, kMostSearches, tally);
    if (wrong.empty()) wrong = problem;
  }
  return wrong;
}

// Adds the counts of foreign searches.
void add(const foreign::Tally& foreign, Tally& tally) {
  tally.runs += foreign.searches;
  tally.nodes += foreign.nodes;
  tally.refuted += foreign.refuted;
  tally.waiting += foreign.waiting;
  tally.verified += foreign.verified;
  tally.incomplete += foreign.incomplete;
  for (const auto& [name, number] : foreign.met) tally.met["foreign: " + name] += number;
  tally.met["foreign searches"] += foreign.searches;
}

Tally run_all(std::uint64_t runs, std::uint64_t seed, bool shows_progress) {
  constexpr int kBatch = 40;
  const ScratchFolder folder;
  Tally tally;
  foreign::SoundnessJudge judge;
  foreign::Tally foreign;
  std::uint64_t shown = 0;
  for (std::uint64_t i = 0; tally.runs + foreign.searches < runs; ++i) {
    const std::uint64_t its = seed + i;
    const std::string file = folder / "run.db";
    const std::string wrong = i % 10 == 9  ? run_foreign(its, file, tally)
                              : i % 2 == 0 ? run_batch(its, file, kBatch, tally)
                                           : run_files(its, kBatch, judge, foreign);
    if (!wrong.empty()) ADD_FAILURE() << "batch with seed " << its << ": " << wrong;
    const std::uint64_t done = tally.runs + foreign.searches;
    if (shows_progress && done * 20 / runs > shown) {
      shown = done * 20 / runs;
      std::cerr << fmt::format("{} of {} runs, {} refuted\n", done, runs,
                               tally.refuted + foreign.refuted);
    }
  }
  add(foreign, tally);
  return tally;
}

void print(const Tally& tally) {
  const auto line = [](std::string_view name, std::uint64_t number) {
    std::cout << fmt::format("{:<45}{:>14}\n", name, number);
  };
  for (const auto& [name, number] : tally.met) line(name, number);
  line("nodes", tally.nodes);
  line("refuted, in a family that waits for a rule", tally.waiting);
  line("sound searches", tally.runs);
  line("refuted", tally.refuted);
  line("verified", tally.verified);
  line("incomplete", tally.incomplete);
}

void expect_sound(std::uint64_t runs, bool shows_progress) {
  const Tally tally = run_all(runs, number_of("PLYTRACE_SOUNDNESS_SEED", 1), shows_progress);
  print(tally);
  EXPECT_EQ(tally.refuted, 0U);
  EXPECT_GT(tally.verified, tally.runs / 4);
  // A small number of searches need not contain everything.
  if (runs < 4000) return;
  for (const auto& [name, number] : tally.met) EXPECT_GT(number, 0U) << name;
}

TEST(Soundness, NoSoundSearchIsRefuted) { expect_sound(800, false); }

// A fail-hard search without windows or a fail mode was refuted: the value that it reported was the
// end of its window.
TEST(Soundness, AReportedValueMayBeTheEndOfAWindow) {
  EXPECT_EQ(run_all(40, 12463, false).refuted, 0U);
}

TEST(SlowSoundness, NoSoundSearchIsRefuted) {
  expect_sound(number_of("PLYTRACE_SOUNDNESS_RUNS", static_cast<unsigned>(attack_rounds(8000))),
               std::getenv("PLYTRACE_SOUNDNESS_RUNS") != nullptr);
}

}  // namespace
}  // namespace plytrace::test
