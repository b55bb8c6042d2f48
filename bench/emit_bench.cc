// SPDX-License-Identifier: MIT
//
// What an event costs on the search thread: with no stream, and recording while the writer keeps
// up.
//   cmake --preset release && build/release/bench/plytrace_emit_bench
#include <benchmark/benchmark.h>
#include <plytrace/plytrace.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

// A tree of branching 4 with a bound or a cutoff at every second node; the events are counted.
struct Engine {
  plytrace_stream* stream;
  std::uint64_t events = 0;

  int search(plytrace_move move, int side, int depth, int alpha, int beta, unsigned path) {
    const plytrace_node node = plytrace_enter(stream, move, side, depth, alpha, beta);
    int best = static_cast<int>(path * 2654435761U >> 25);
    events += 2;
    if (depth == 0) {
      plytrace_leave_leaf(stream, node, PLYTRACE_HORIZON, best);
      return best;
    }
    for (unsigned i = 0; i < 4; ++i) {
      const int value = search(i, 1 - side, depth - 1, alpha, beta, path * 4 + i);
      if (value <= best) continue;
      best = value;
      plytrace_bound(stream, node, PLYTRACE_BY_CHILD, best, beta);
      ++events;
    }
    plytrace_leave(stream, node, best);
    return best;
  }
};

void run(benchmark::State& state, plytrace_stream* stream, int depth) {
  std::uint64_t events = 0;
  for (auto _ : state) {
    Engine engine{stream};
    benchmark::DoNotOptimize(engine.search(PLYTRACE_NO_MOVE, 0, depth, 0, 200, 1));
    events += engine.events;
  }
  state.counters["per_event"] = benchmark::Counter(
      static_cast<double>(events), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void Off(benchmark::State& state) { run(state, nullptr, 8); }
BENCHMARK(Off);

// A search of the given depth. Up to 8 its events find room in the buffer, whose memory is touched
// for the first time then; of deeper ones the time of the thread counts, not what it waits.
void Recording(benchmark::State& state) {
  const std::string path = "/tmp/plytrace_emit_bench.db";
  const int depth = static_cast<int>(state.range(0));
  double waited = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    state.PauseTiming();
    plytrace_options options = PLYTRACE_OPTIONS_INIT;
    options.force = 1;
    options.buffer_bytes = 64 << 20;
    plytrace_trace* trace = plytrace_open(path.c_str(), &options);
    plytrace_stream* stream = plytrace_open_stream(trace);
    state.ResumeTiming();
    Engine engine{stream};
    benchmark::DoNotOptimize(engine.search(PLYTRACE_NO_MOVE, 0, depth, 0, 200, 1));
    state.PauseTiming();
    events += engine.events;
    plytrace_close(trace);
    waited += plytrace_seconds_waited(trace);
    state.ResumeTiming();
  }
  std::remove(path.c_str());
  state.counters["per_event"] = benchmark::Counter(
      static_cast<double>(events), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["waited"] = waited;
}
BENCHMARK(Recording)->Arg(8)->Arg(10);

}  // namespace

BENCHMARK_MAIN();
