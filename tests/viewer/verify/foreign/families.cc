// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/families.h"

#include <memory>

#include "tests/viewer/verify/foreign/forget.h"

namespace plytrace::test::foreign {
namespace {

// The true value of the root at the depth that the search says it completed.
Score truth_of(const Graph& graph, const Searched& run) {
  const auto depth = run.trace.search.completed_depth.value_or(run.style.depth);
  return minimax(graph, run.style.rules, 0, static_cast<int>(depth));
}

// Runs a single search.
Searched search(const Graph& graph, const Style& style, Plan plan) {
  Searched run;
  Table table;
  Numbers numbers;
  run.style = style;
  run.complete = style.is_complete();
  run.outcome = Engine(graph, style, plan, table, numbers).run(run.trace);
  run.truth = truth_of(graph, run);
  return run;
}

// Removes rows and columns, in a random amount.
void leave_out(Random& random, Searched& run, Numbers& numbers) {
  if (random.one_in(3)) {
    forget(random, run.trace);
    run.complete = false;
  }
  const bool may_renumber = run.style.node_limit == 0 && !run.style.two_threads;
  if (may_renumber && random.one_in(12)) {
    const std::int64_t first = run.trace.nodes.front().id;
    const std::int64_t left = record_to_ply(run.trace, random.between(0, 2));
    const auto stream = static_cast<std::size_t>(run.style.stream);
    numbers.nodes[stream] = first - run.style.stream * format::kStreamStride + left - 1;
    run.complete = false;
  }
}

}  // namespace

std::vector<Searched> sound_runs(std::uint64_t seed, int most, Styles styles) {
  Random random(seed);
  Numbers numbers;
  std::vector<Searched> runs;
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Table> table;
  const int count = random.between(1, most);
  for (int i = 0; i < count; ++i) {
    Searched run;
    const bool goes_on = !runs.empty() && runs.back().style.keeps_table && runs.back().complete &&
                         runs.back().style.node_limit == 0;
    if (goes_on) {
      // The same engine searches the same position again at another depth.
      run.style = runs.back().style;
      run.style.depth = random.between(1, run.style.graph.plies);
      run.style.stream = random.below(4);
    } else {
      run.style = random_style(random, random.one_in(3), styles);
      graph = std::make_unique<Graph>(random, run.style.graph);
      table = std::make_unique<Table>();
    }
    run.complete = run.style.is_complete();
    run.outcome = Engine(*graph, run.style, {}, *table, numbers).run(run.trace);
    run.truth = truth_of(*graph, run);
    if (!run.style.keeps_table) leave_out(random, run, numbers);
    runs.push_back(std::move(run));
  }
  return runs;
}

Searched run_with_bug(std::uint64_t seed, Bug bug) {
  Random random(seed);
  const Style style = style_for(random, bug);
  const Graph graph(random, style.graph);
  const Searched counted = search(graph, style, {bug, -1});
  if (counted.outcome.chances == 0) return counted;
  return search(graph, style, {bug, random.below(counted.outcome.chances)});
}

Searched run_without_bug(std::uint64_t seed, Bug bug) {
  Random random(seed);
  const Style style = style_for(random, bug);
  const Graph graph(random, style.graph);
  return search(graph, style, {});
}

bool is_claim_true(const Searched& run) {
  const SearchLine& search = run.trace.search;
  return (!search.lower || *search.lower <= run.truth) &&
         (!search.upper || *search.upper >= run.truth);
}

std::vector<Trace> traces_of(const std::vector<Searched>& runs) {
  std::vector<Trace> traces;
  traces.reserve(runs.size());
  for (const Searched& run : runs) traces.push_back(run.trace);
  return traces;
}

}  // namespace plytrace::test::foreign
