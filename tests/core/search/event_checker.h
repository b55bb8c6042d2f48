// SPDX-License-Identifier: MIT
//
// EventChecker: an observer that records nothing and trusts nothing. It keeps the open path of a
// search and checks every event against the contract of docs/events.md: nesting, order, windows,
// bounds, cutoffs, values, claims, counts, table entries. It keeps the first violations as text;
// tests expect none.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/observer.h"
#include "core/search/search.h"

namespace plytrace::test {

class EventChecker {
 public:
  static constexpr bool kObserves = true;

  struct Tally {
    std::uint64_t passes = 0, finished_passes = 0, nodes = 0, leaves = 0, bounds = 0, cutoffs = 0,
                  table_cutoffs = 0, skipped = 0, re_searches = 0, stores = 0, probes = 0,
                  answers = 0, narrowed = 0, table_moves = 0, clamped = 0, abandoned = 0;

    Tally& operator+=(const Tally& other) {
      passes += other.passes, finished_passes += other.finished_passes, nodes += other.nodes;
      leaves += other.leaves, bounds += other.bounds, cutoffs += other.cutoffs;
      table_cutoffs += other.table_cutoffs, skipped += other.skipped;
      re_searches += other.re_searches, stores += other.stores, probes += other.probes;
      answers += other.answers, narrowed += other.narrowed, table_moves += other.table_moves;
      clamped += other.clamped, abandoned += other.abandoned;
      return *this;
    }
  };

  // Returns the true value of the position with this key at this remaining depth.
  using Oracle = std::function<Score(std::uint64_t key, int depth)>;

  explicit EventChecker(const SearchSettings& settings, Oracle oracle = {})
      : oracle_(std::move(oracle)),
        fail_hard_(settings.fail == FailMode::kHard),
        minimax_(settings.algorithm == Algorithm::kMinimax),
        scouts_(settings.algorithm == Algorithm::kPvs),
        exact_windows_(settings.ties == Ties::kFirst) {}

  const std::vector<std::string>& violations() const { return violations_; }
  const Tally& tally() const { return tally_; }
  bool is_idle() const { return !in_pass_ && path_.empty(); }

  unsigned capture() const { return ~0U; }

  void begin_pass(const PassBegin& pass) {
    check(!in_pass_ && path_.empty(), "a pass begins inside another one");
    in_pass_ = true;
    pass_ = pass;
    pass_nodes_ = 0;
    ++tally_.passes;
  }

  void enter(const EnterEvent& event) {
    check(in_pass_, "a node outside a pass");
    check(event.window.alpha < event.window.beta, "an empty window");
    check(event.key.has_value(), "no key");
    if (path_.empty()) {
      check(pass_nodes_ == 0, "a second root in a pass");
      check(event.move == kNoMove && event.role == Role::kMove, "the root has a move or a role");
      check(event.depth == pass_.depth, "the root's depth is not that of the pass");
      check(event.window == pass_.window, "the root's window is not that of the pass");
      check(!minimax_ || event.window == Window{}, "minimax has no window");
    } else {
      enter_child(event);
    }
    ++tally_.nodes;
    ++pass_nodes_;
    Open open;
    open.id = ++last_id_;
    open.enter = event;
    open.window = open.start = event.window;
    open.fold = open.fold_before = worst(event.side);
    path_.push_back(open);
  }

  void bound(const BoundEvent& event) {
    ++tally_.bounds;
    Open& node = top();
    check(!minimax_, "minimax has no bounds");
    check(!node.cut, "a bound update after the cutoff");
    const bool raises = event.window.alpha > node.window.alpha;
    const bool lowers = event.window.beta < node.window.beta;
    check(raises != lowers && (raises || event.window.alpha == node.window.alpha) &&
              (lowers || event.window.beta == node.window.beta),
          "a bound update that does not tighten exactly one end");
    check(event.window.alpha < event.window.beta, "an update that should have been a cutoff");
    const Score bound = raises ? event.window.alpha : event.window.beta;
    if (event.cause == Cause::kChild) {
      check(raises == (node.enter.side == Side::kMax), "a child moves the bound of the other side");
      check(bound == node.fold, "the new bound is not the best value so far");
      check(bound == node.last_child_value, "the new bound is not the value of the last child");
    } else {
      check(event.cause == Cause::kTable, "a cause that no search has");
      check(node.moves.empty() && node.used == TableUse::kNarrowed, "a table bound from nowhere");
      check(bound == node.entry_value, "a table bound that is not the entry's");
      node.start = event.window;
    }
    node.window = event.window;
  }

  void cutoff(const CutoffEvent& event) {
    ++tally_.cutoffs;
    Open& node = top();
    check(!minimax_ || event.cause == Cause::kTable, "minimax has no cutoffs by children");
    check(!node.cut, "two cutoffs in a node");
    node.cut = true;
    check(event.skipped_known, "the skipped moves are not told");
    node.skipped = event.skipped.size();
    tally_.skipped += node.skipped;
    check(event.window == node.window, "a cutoff with another window");
    const bool beta_cut = event.kind == CutoffKind::kBeta;
    check(beta_cut ? event.value >= node.window.beta : event.value <= node.window.alpha,
          "a cutoff whose value does not reach the bound");
    std::set<MoveCode> distinct(event.skipped.begin(), event.skipped.end());
    for (const MoveCode move : node.moves) distinct.insert(move);
    check(distinct.size() == event.skipped.size() + node.moves.size(), "a move is skipped twice");
    if (event.cause == Cause::kTable) {
      ++tally_.table_cutoffs;
      check(
          node.moves.empty() && node.used == TableUse::kAnswered && event.value == node.entry_value,
          "a table cutoff from nowhere");
    } else {
      check(event.cause == Cause::kChild && beta_cut == (node.enter.side == Side::kMax),
            "a cutoff of the wrong kind");
      check(!node.moves.empty() && event.value == node.fold, "a cutoff with another value");
    }
  }

  void report(const StoreEvent& event) {
    ++tally_.stores;
    Open& node = top();
    check(!node.stored.has_value(), "a node stores twice");
    check(event.depth == node.enter.depth && event.depth > 0, "stored at another depth");
    check(event.key == node.enter.key, "stored under another key");
    node.stored = event;
    table_[node.id] = event;
  }

  void report(const ProbeEvent& event) {
    ++tally_.probes;
    Open& node = top();
    check(node.moves.empty() && !node.used.has_value(), "a probe too late, or a second one");
    check(event.depth == node.enter.depth && event.key == node.enter.key, "a probe of elsewhere");
    const auto stored = table_.find(static_cast<std::int64_t>(event.stored_by));
    check(stored != table_.end() && stored->second.key == event.key &&
              stored->second.depth == event.stored_depth && stored->second.value == event.value &&
              stored->second.bound == event.bound && stored->second.move == event.move,
          "an entry that its node did not store");
    node.used = event.used;
    node.entry_value = event.value;
    node.entry_bound = event.bound;
    if (event.used == TableUse::kAnswered || event.used == TableUse::kNarrowed) {
      check(event.stored_depth == event.depth, "an entry of another depth decides");
    }
    tally_.answers += event.used == TableUse::kAnswered ? 1u : 0u;
    tally_.narrowed += event.used == TableUse::kNarrowed ? 1u : 0u;
    tally_.table_moves += event.used == TableUse::kMove ? 1u : 0u;
  }

  template <class Event>
  void report(const Event&) {
    check(false, "an event that no search tells");
  }

  void leave(const LeaveEvent& event) {
    const Open node = top();
    path_.pop_back();
    last_child_ = NodeId{node.id};
    if (!event.value.has_value()) {
      ++tally_.abandoned;
      check(!event.bound.has_value() && event.best == kNoNode,
            "an abandoned node claims something");
      abandoned_in_pass_ = true;
      return;
    }
    check(!abandoned_in_pass_, "a value after a node was abandoned");
    check(event.bound.has_value() && std::isfinite(*event.value), "no claim, or an infinite value");
    check_truth(node, *event.value, event.bound.value_or(Bound::kExact));
    if (event.kind == NodeKind::kInterior) {
      leave_interior(node, event);
    } else {
      leave_leaf(node, event);
    }
    if (path_.empty()) {
      root_value_ = event.value;
    } else {
      fold_into(top(), node, *event.value);
    }
  }

  void end_pass(const PassEnd& end) {
    check(in_pass_ && path_.empty(), "a pass ends with open nodes");
    check(pass_nodes_ > 0 && end.nodes == pass_nodes_, "a pass miscounts its nodes");
    check(end.value.has_value() == (end.status == SearchStatus::kFinished), "value and status");
    check(end.status == SearchStatus::kFinished || abandoned_in_pass_, "a limit that left no mark");
    if (end.value.has_value()) {
      ++tally_.finished_passes;
      check(end.value == root_value_, "the pass has another value than its root");
    }
    in_pass_ = false;
    abandoned_in_pass_ = false;
  }

  NodeId last_child() const { return last_child_; }
  NodeId current_node() const { return path_.empty() ? kNoNode : NodeId{path_.back().id}; }

 private:
  struct Open {
    std::int64_t id = 0;
    EnterEvent enter{};
    Window window{}, start{};       // the current window, and that before the first child
    std::vector<MoveCode> moves{};  // distinct, in the order searched
    Score fold = 0, fold_before = 0;
    NodeId fold_child = kNoNode, fold_child_before = kNoNode;
    Score last_child_value = 0;
    bool cut = false;
    std::size_t skipped = 0;
    std::optional<TableUse> used{};
    Score entry_value = 0;
    Bound entry_bound = Bound::kExact;
    std::optional<StoreEvent> stored{};
  };

  static Score worst(Side side) { return side == Side::kMax ? -kInfinity : kInfinity; }

  Open& top() {
    if (path_.empty()) {
      check(false, "an event outside a node");
      path_.emplace_back();
    }
    return path_.back();
  }

  void enter_child(const EnterEvent& event) {
    Open& parent = top();
    check(!parent.cut && parent.used != TableUse::kAnswered, "a child after the end of its parent");
    check(!abandoned_in_pass_, "a node is entered after one was abandoned");
    check(event.move != kNoMove, "a child without a move");
    check(event.depth == parent.enter.depth - 1, "a child of another depth");
    if (event.role == Role::kReSearch) {
      ++tally_.re_searches;
      check(!parent.moves.empty() && parent.moves.back() == event.move, "a re-search of nothing");
    } else {
      check(event.role == Role::kMove, "a role that no search has");
      for (const MoveCode move : parent.moves) check(move != event.move, "a move searched twice");
      parent.moves.push_back(event.move);
    }
    if (!exact_windows_) return;
    const Window now = parent.window;
    const Window null_window = parent.enter.side == Side::kMax
                                   ? Window{now.alpha, std::nextafter(now.alpha, kInfinity)}
                                   : Window{std::nextafter(now.beta, -kInfinity), now.beta};
    const bool is_scout = scouts_ && parent.moves.size() > 1 && event.role == Role::kMove;
    check(event.window == (is_scout ? null_window : now), "a child with another window");
  }

  // A later search of a move replaces the earlier ones.
  void fold_into(Open& parent, const Open& child, Score value) {
    if (child.enter.role == Role::kReSearch) {
      parent.fold = parent.fold_before;
      parent.fold_child = parent.fold_child_before;
    }
    parent.fold_before = parent.fold;
    parent.fold_child_before = parent.fold_child;
    parent.last_child_value = value;
    if (parent.enter.side == Side::kMax ? value > parent.fold : value < parent.fold) {
      parent.fold = value;
      parent.fold_child = last_child_;
    }
  }

  void check_truth(const Open& node, Score value, Bound claim) {
    if (!oracle_) return;
    const Score truth = oracle_(*node.enter.key, node.enter.depth);
    check(claim == Bound::kUpper || truth >= value, "the true value is below the claim");
    check(claim == Bound::kLower || truth <= value, "the true value is above the claim");
  }

  Score clamped(Score value, Window window) const {
    return fail_hard_ ? std::min(std::max(value, window.alpha), window.beta) : value;
  }

  void leave_interior(const Open& node, const LeaveEvent& event) {
    check(!node.moves.empty(), "an interior node without children");
    const Score value = *event.value;
    check(value == clamped(node.fold, node.start), "the value is not that of the best child");
    check(*event.bound == bound_in(value, node.enter.window), "a claim that the window denies");
    const bool is_max = node.enter.side == Side::kMax;
    const bool failed_low = is_max ? value <= node.start.alpha : value >= node.start.beta;
    check((event.best == kNoNode) == failed_low, "a best child where the node failed low");
    check(failed_low || !exact_windows_ || event.best == node.fold_child, "another best child");
    check(event.legal == static_cast<int>(node.moves.size() + node.skipped),
          "searched and skipped moves are not all");
    const bool should_cut =
        !minimax_ && (is_max ? node.fold >= node.window.beta : node.fold <= node.window.alpha);
    check(node.cut == should_cut, "a cutoff is missing or too much");
    check(!event.score.has_value(), "an interior node has no score of its own");
    if (!node.stored.has_value()) return;
    check(node.stored->value == value && node.stored->bound == *event.bound, "stored otherwise");
  }

  void leave_leaf(const Open& node, const LeaveEvent& event) {
    ++tally_.leaves;
    check(node.moves.empty() && event.best == kNoNode, "a leaf with children");
    const Window window = node.enter.window;
    if (event.kind == NodeKind::kTable) {
      check(node.used == TableUse::kAnswered, "answered without a probe");
      check(*event.value == clamped(node.entry_value, window), "answered with another value");
      check(node.cut == (node.entry_bound != Bound::kExact), "a bound that answers is a cutoff");
      return;
    }
    check(event.kind == NodeKind::kHorizon || event.kind == NodeKind::kTerminal, "a leaf's kind");
    check(event.kind == NodeKind::kTerminal || node.enter.depth == 0, "a horizon too early");
    const Score raw = event.score.value_or(*event.value);
    tally_.clamped += event.score.has_value() ? 1u : 0u;
    check(!event.score.has_value() || raw != *event.value, "a score that is no news");
    check(*event.value == clamped(raw, window), "a leaf is not clamped into its window");
    const Bound claim = raw < *event.value   ? Bound::kUpper
                        : raw > *event.value ? Bound::kLower
                                             : Bound::kExact;
    check(*event.bound == claim, "a leaf claims the wrong side");
  }

  void check(bool holds, const char* what) {
    constexpr std::size_t kMostViolations = 10;
    if (holds || violations_.size() >= kMostViolations) return;
    violations_.push_back(std::string(what) + " (at node " + std::to_string(last_id_) + ")");
  }

  Oracle oracle_;
  bool fail_hard_, minimax_, scouts_, exact_windows_;
  std::vector<std::string> violations_;
  Tally tally_;
  bool in_pass_ = false;
  bool abandoned_in_pass_ = false;
  PassBegin pass_;
  std::uint64_t pass_nodes_ = 0;
  std::optional<Score> root_value_;
  std::int64_t last_id_ = 0;
  std::vector<Open> path_;
  NodeId last_child_ = kNoNode;
  std::map<std::int64_t, StoreEvent> table_;
};

static_assert(Observer<EventChecker>);

}  // namespace plytrace::test
