// SPDX-License-Identifier: MIT
//
// Measures the cost of an event on the search thread: without a stream, and while recording;
// through the C interface, and through the observer seam of plytrace's own searches
// (core/observer.h), where a leaf is one event.
//   cmake --preset release && build/release/bench/plytrace_emit_bench
#include <benchmark/benchmark.h>
#include <plytrace/plytrace.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "core/observer.h"
#include "tracer/recorder.h"

namespace {

constexpr const char* kFile = "/tmp/plytrace_emit_bench.db";

// Reports the events through the C interface.
struct ByC {
  static constexpr bool kReportsBounds = true;
  plytrace_stream* stream;

  plytrace_node enter(unsigned move, int side, int depth, int alpha, int beta) {
    return plytrace_enter(stream, move, side, depth, alpha, beta);
  }
  void bound(plytrace_node node, int, int best, int beta) {
    plytrace_bound(stream, node, PLYTRACE_BY_CHILD, best, beta);
  }
  void leave(plytrace_node node, int value) { plytrace_leave(stream, node, value); }
  void leaf(unsigned move, int side, int depth, int alpha, int beta, int value) {
    const plytrace_node node = enter(move, side, depth, alpha, beta);
    plytrace_leave_leaf(stream, node, PLYTRACE_HORIZON, value);
  }
};

// The same without bound updates: only enter and leave.
struct NodesByC : ByC {
  static constexpr bool kReportsBounds = false;
};

// Reports the events through the observer seam.
struct BySeam {
  static constexpr bool kReportsBounds = true;
  plytrace::SinkObserver observer;

  static plytrace::EnterEvent entered(unsigned move, int side, int depth, int alpha, int beta) {
    return {.move = move,
            .side = static_cast<plytrace::Side>(side),
            .depth = depth,
            .window = {static_cast<double>(alpha), static_cast<double>(beta)}};
  }
  int enter(unsigned move, int side, int depth, int alpha, int beta) {
    observer.enter(entered(move, side, depth, alpha, beta));
    return 0;
  }
  void bound(int, int, int best, int beta) {
    observer.bound(
        {plytrace::Cause::kChild, {static_cast<double>(best), static_cast<double>(beta)}});
  }
  void leave(int, int value) {
    observer.leave({.value = value, .best = observer.last_child(), .legal = 4});
  }
  void leaf(unsigned move, int side, int depth, int alpha, int beta, int value) {
    observer.leaf(entered(move, side, depth, alpha, beta),
                  {.value = value, .kind = plytrace::NodeKind::kHorizon});
  }
};

// Searches a tree of branching 4 with a bound update at every third node, and counts nodes and
// bound updates. At each node it computes for kSteps steps.
template <class Reporter, int kSteps = 0>
struct Engine {
  Reporter reporter;
  std::uint64_t nodes = 0, bounds = 0;

  // Each step depends on the one before.
  static unsigned think(unsigned path) {
    for (int i = 0; i < kSteps; ++i) path = path * 1664525U + 1013904223U;
    return path;
  }
  int search(unsigned move, int side, int depth, int alpha, int beta, unsigned path) {
    int best = static_cast<int>(think(path) * 2654435761U >> 25);
    ++nodes;
    if (depth == 0) {
      reporter.leaf(move, side, depth, alpha, beta, best);
      return best;
    }
    const auto node = reporter.enter(move, side, depth, alpha, beta);
    for (unsigned i = 0; i < 4; ++i) {
      const int value = search(i, 1 - side, depth - 1, alpha, beta, path * 4 + i);
      if (value <= best) continue;
      best = value;
      if (!Reporter::kReportsBounds) continue;
      reporter.bound(node, side, best, beta);
      ++bounds;
    }
    reporter.leave(node, best);
    return best;
  }
};

// The events of all runs, and the time that the search thread waited for the writer.
struct Sums {
  std::uint64_t nodes = 0, events = 0;
  double waited = 0;

  template <int kSteps = 0, class Reporter>
  void run(Reporter reporter, unsigned root_move, int depth) {
    Engine<Reporter, kSteps> engine{reporter};
    benchmark::DoNotOptimize(engine.search(root_move, 0, depth, 0, 200, 1));
    nodes += engine.nodes;
    events += 2 * engine.nodes + engine.bounds;  // entering and leaving are two
  }
  void report(benchmark::State& state) const {
    const auto each = [](std::uint64_t count) {
      return benchmark::Counter(static_cast<double>(count),
                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    };
    state.counters["per_event"] = each(events);
    state.counters["per_node"] = each(nodes);
    state.counters["waited"] = waited;
  }
};

// So many steps make an engine of some three million nodes a second.
constexpr int kThinking = 300;

template <int kSteps>
void Off(benchmark::State& state) {
  Sums sums;
  for (auto _ : state) {
    sums.run<kSteps>(ByC{nullptr}, PLYTRACE_NO_MOVE, static_cast<int>(state.range(0)));
  }
  sums.report(state);
}
BENCHMARK(Off<0>)->Name("Off")->Arg(8);
BENCHMARK(Off<kThinking>)->Name("OffThinking")->Arg(10)->UseRealTime();

// Records a search of the given depth. Up to depth 8 the events fit into the buffer, whose memory
// is then touched for the first time. Deeper searches also wait for the writer; only the processor
// time of the search thread counts, unless UseRealTime() is set.
template <class Reporter, int kSteps = 0>
void Recording(benchmark::State& state) {
  Sums sums;
  for (auto _ : state) {
    state.PauseTiming();
    plytrace_options options = PLYTRACE_OPTIONS_INIT;
    options.force = 1;
    options.buffer_bytes = 64 << 20;
    plytrace_trace* trace = plytrace_open(kFile, &options);
    plytrace_stream* stream = plytrace_open_stream(trace);
    state.ResumeTiming();
    sums.run<kSteps>(Reporter{stream}, PLYTRACE_NO_MOVE, static_cast<int>(state.range(0)));
    state.PauseTiming();
    plytrace_close(trace);
    sums.waited += plytrace_seconds_waited(trace);
    state.ResumeTiming();
  }
  std::remove(kFile);
  sums.report(state);
}
BENCHMARK(Recording<ByC>)->Name("Recording")->Arg(8)->Arg(10);
BENCHMARK(Recording<NodesByC>)->Name("RecordingNodes")->Arg(8)->Arg(10);
// Time is measured by the clock, so that waiting for the writer counts, too.
BENCHMARK(Recording<ByC, kThinking>)->Name("RecordingThinking")->Arg(10)->UseRealTime();
BENCHMARK(Recording<NodesByC, kThinking>)->Name("RecordingNodesThinking")->Arg(10)->UseRealTime();

// Records the same tree through the observer seam.
void Seam(benchmark::State& state) {
  plytrace::SearchDeclaration declaration;
  declaration.game = "bench";
  declaration.move_text = [](plytrace::MoveCode move) { return std::to_string(move); };
  Sums sums;
  for (auto _ : state) {
    state.PauseTiming();
    auto recording = plytrace::Recording::start({.path = kFile, .force = true}, {});
    if (!recording) return state.SkipWithError(recording.status().message().c_str());
    auto recorder = (*recording)->add_stream({.engine = "bench"});
    recorder->begin_search(declaration);
    recorder->begin_pass({});
    state.ResumeTiming();
    sums.run(BySeam{plytrace::SinkObserver(*recorder)}, plytrace::kNoMove,
             static_cast<int>(state.range(0)));
    state.PauseTiming();
    recorder->end_pass({});
    recorder->end_search({});
    recorder.reset();
    (void)(*recording)->finish();
    sums.waited += (*recording)->seconds_waited();
    state.ResumeTiming();
  }
  std::remove(kFile);
  sums.report(state);
}
BENCHMARK(Seam)->Arg(8)->Arg(10);

}  // namespace

BENCHMARK_MAIN();
