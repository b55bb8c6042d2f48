// SPDX-License-Identifier: MIT
//
// Measures untraced alpha-beta in nodes a second, by game and evaluator, on one core. Each line
// repeats one search of the start position, or of a later position where the opening is not
// typical.
//
//   build/release/bench/plytrace_bench --benchmark_repetitions=3
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "core/registry.h"

namespace plytrace {
namespace {

struct Case {
  std::string game;
  Arguments options;
  std::string evaluator;  // "" = the first one
  int depth;
  std::string moves;  // moves to play before the search
};

std::unique_ptr<AnyGame> position_of(const Case& one) {
  Result<std::unique_ptr<AnyGame>> game = make_game(one.game, one.options, std::nullopt);
  if (!game || !play_moves(**game, one.moves)) return nullptr;
  return std::move(*game);
}

void search(benchmark::State& state, const Case& one) {
  const std::unique_ptr<AnyGame> game = position_of(one);
  if (game == nullptr) {
    state.SkipWithError("no such position");
    return;
  }
  SearchSettings settings;
  settings.depth = one.depth;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    const Result<SearchResult> result = game->search({one.evaluator, {}}, settings, nullptr);
    if (!result) {
      state.SkipWithError(result.status().message().c_str());
      return;
    }
    nodes += result->counters.nodes;
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

void add(const Case& one) {
  std::string name = one.game;
  for (const auto& [key, value] : one.options) name += " " + key + "=" + value;
  name +=
      (one.evaluator.empty() ? "" : " " + one.evaluator) + " depth " + std::to_string(one.depth);
  benchmark::RegisterBenchmark(name.c_str(), search, one)
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime();  // a deep search runs on its own thread
}

}  // namespace
}  // namespace plytrace

int main(int argc, char** argv) {
  using plytrace::Case;
  const std::vector<Case> cases = {
      {"connect4", {}, "ways", 11, ""},  {"connect4", {}, "danger", 9, ""},
      {"connect4", {}, "lines", 8, ""},  {"connect4", {}, "outcome", 11, ""},
      {"gomoku", {}, "ways", 3, "h8"},   {"othello", {}, "phased", 8, ""},
      {"andantino", {}, "lines", 7, ""},
  };
  for (const Case& one : cases) plytrace::add(one);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
