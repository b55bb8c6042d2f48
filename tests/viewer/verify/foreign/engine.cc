// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/engine.h"

#include <algorithm>
#include <cmath>

namespace plytrace::test::foreign {

using format::PassPurpose;

namespace {

constexpr Score kSentinel = 10'000;

}  // namespace

Engine::Engine(const Graph& graph, const Style& style, Plan plan, Table& table, Numbers& numbers)
    : graph_(graph), style_(style), plan_(plan), table_(table), told_(numbers, style.stream) {}

bool Engine::plants(Bug bug, std::int64_t blamed, bool differs) {
  if (plan_.bug != bug || !differs) return false;
  if (outcome_.chances++ != plan_.chance) return false;
  outcome_.planted.insert(blamed);
  return true;
}

bool Engine::plants_below(Bug bug, const Node& parent) {
  if (!plants(bug, told_.next_node())) return false;
  outcome_.planted.insert(parent.id);
  return true;
}

Outcome Engine::run(Trace& trace) {
  told_.begin(trace);
  SearchLine& search = trace.search;
  search.depth = style_.depth;
  search.algorithm = style_.other_name ? "mine" : style_.pvs ? "pvs" : "alphabeta";
  search.one_sided = style_.one_sided;
  search.captured = {"windows", "bounds", "cutoffs", "skipped", "legal",      "roles",
                     "scores",  "probes", "stores",  "keys",    "bound_types"};
  if (!style_.tells_node_keys) search.captured.erase("keys");
  if (style_.declares_fail) search.fail = style_.fail == Fail::kSoft ? "soft" : "hard";
  search.exact_windows = style_.declares_exact;
  if (style_.declares_uniform) search.uniform = true;
  search.strict_cuts = style_.declares_strict;
  if (style_.declares_range) {
    search.score_min = -kMate;
    search.score_max = kMate;
  }
  search.status = "finished";
  search_ = &search;
  deepen();
  finish();
  search.nodes = static_cast<std::int64_t>(trace.nodes.size());
  return outcome_;
}

void Engine::deepen() {
  const bool by_windows = style_.driver == Driver::kMtdf || style_.driver == Driver::kBisection;
  const bool iterates = by_windows ? style_.deepens : style_.driver == Driver::kIterative;
  for (depth_ = iterates ? 1 : style_.depth; depth_ <= style_.depth && !stopped_; ++depth_) {
    by_windows ? run_null_windows() : run_iteration();
  }
}

Engine::Pass Engine::run_pass(PassPurpose purpose, Window window) {
  if (style_.two_threads) told_.set_stream((style_.stream + ++passes_) % 4);
  told_.begin_pass(purpose, depth_);
  Call call;
  const bool strays =
      !told_.is_first_pass() && plants(Bug::kPassOfOtherPosition, told_.next_node());
  call.at = strays ? root_ + 1 : root_;
  call.depth = depth_;
  call.window = window;
  best_move_.clear();
  const MaybeScore value = visit(call);
  // visit() may have moved the rows.
  PassLine& pass = told_.pass();
  Told::Open root;
  root.side = graph_[root_].side;
  const Window shown = Told::turn(root, window);
  pass.alpha = shown.alpha;
  pass.beta = shown.beta;
  pass.root = last_root_;
  pass.status = value ? "finished" : "node_limit";
  if (!(jumped_ && !value)) pass.last = told_.last();
  pass.nodes = told_.last() - last_root_ + 1;
  if (value) {
    pass.value = Told::turn(root, *value);
    if (!best_move_.empty()) pass.best_move = best_move_;
  }
  return {value.has_value(), value.value_or(0), window, last_root_};
}

void Engine::run_iteration() {
  const PassPurpose purpose =
      style_.driver == Driver::kIterative ? PassPurpose::kIteration : PassPurpose::kFixed;
  const Window open = style_.sentinels ? Window{-kSentinel, kSentinel} : Window{};
  Window window = style_.limited ? style_.root_window : open;
  const bool narrow = style_.aspiration > 0 && guess_ && std::abs(*guess_) < kMateRange;
  if (narrow) window = {*guess_ - style_.aspiration, *guess_ + style_.aspiration};
  Pass pass = run_pass(purpose, window);
  const auto fails = [&] { return pass.value <= window.alpha || pass.value >= window.beta; };
  if (narrow && pass.finished && fails() &&
      !(depth_ == style_.depth && plants(Bug::kAspirationAsExact, pass.root))) {
    // Opens both ends, or only the end that failed.
    const bool low = pass.value <= window.alpha;
    if (depth_ % 2 == 0) {
      window = open;
    } else {
      (low ? window.alpha : window.beta) = low ? open.alpha : open.beta;
    }
    pass = run_pass(PassPurpose::kAspiration, window);
    if (pass.finished && fails()) pass = run_pass(PassPurpose::kAspiration, window = open);
  }
  if (style_.limited && pass.finished) {
    take(pass, pass.value > window.alpha ? MaybeScore(pass.value) : std::nullopt,
         pass.value < window.beta ? MaybeScore(pass.value) : std::nullopt);
  } else {
    take(pass, pass.value, pass.value);
  }
}

// MTD(f), or bisection: null windows until both bounds meet.
void Engine::run_null_windows() {
  // Starts beyond all scores, because the engine's own knowledge of their range is no proof.
  const Score most = style_.graph.mates ? kMate + 50 : 100;
  Score lower = -most;
  Score upper = most;
  Score value = guess_.value_or(0);
  Pass pass;
  pass.finished = true;
  std::string best;
  while (lower < upper && pass.finished) {
    const bool bisects = style_.driver == Driver::kBisection;
    const Score beta = bisects ? std::floor((lower + upper) / 2) + 1 : std::max(value, lower + 1);
    pass = run_pass(PassPurpose::kProbe, {beta - 1, beta});
    if (!pass.finished) break;
    value = pass.value;
    if (value < beta) {
      upper = std::min(upper, value);
    } else {
      lower = std::max(lower, value);
      best = best_move_;
    }
    if (lower < upper && plants(Bug::kProbesStopEarly, pass.root)) break;
  }
  best_move_ = best;
  take(pass, value, value);
}

void Engine::take(const Pass& pass, MaybeScore lower, MaybeScore upper) {
  Told::Open root;
  root.side = graph_[root_].side;
  SearchLine& search = *search_;
  if (!pass.finished) {
    search.status = "node_limit";
    if (stopped_value_ && guess_ && *stopped_value_ != *guess_ &&
        plants(Bug::kAbortedPassUsed, 0)) {
      outcome_.planted.insert(last_done_);
      search.value = search.lower = search.upper = Told::turn(root, *stopped_value_);
    }
    return;
  }
  guess_ = pass.value;
  last_done_ = pass.root;
  search.value = Told::turn(root, pass.value);
  if (root.side == Side::kMin) std::swap(lower, upper);
  search.lower = search.upper = std::nullopt;
  if (lower) search.lower = Told::turn(root, *lower);
  if (upper) search.upper = Told::turn(root, *upper);
  search.completed_depth = depth_;
  if (is(Bug::kBestOfOlderPass) && search.best_move && !best_move_.empty() &&
      *search.best_move != best_move_ && depth_ == style_.depth &&
      plants(Bug::kBestOfOlderPass, pass.root)) {
    return;
  }
  search.best_move.reset();
  search.pv.clear();
  if (!best_move_.empty()) {
    search.best_move = best_move_;
    search.pv = {best_move_};
  }
}

void Engine::finish() {
  SearchLine& search = *search_;
  if (!search.value || stopped_) return;
  if (plants(Bug::kClaimsOther, last_done_)) {
    search.value = search.lower = search.upper = *search.value + 1;
  }
  if (plants(Bug::kClaimsDeeper, last_done_)) search.completed_depth = style_.depth + 1;
}

}  // namespace plytrace::test::foreign
