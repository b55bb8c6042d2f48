// SPDX-License-Identifier: MIT
//
// A search engine for tests. It shares no code with core/search or the recorder: it fills the rows
// of a trace as docs/events.md describes them. Scores count from the side to move; Told converts
// them to MAX's view. With a bug it goes wrong exactly once, at the chance that its Plan selects,
// and reports the node.
//   engine.cc         passes and the search      engine_node.cc   one node
//   engine_table.cc   the transposition table    told.cc          the rows
// Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/graph.h"
#include "tests/viewer/verify/foreign/style.h"
#include "tests/viewer/verify/foreign/told.h"

namespace plytrace::test::foreign {

// Selects where a bug takes effect: at the `chance`-th place where it makes a difference.
struct Plan {
  Bug bug = Bug::kNone;
  int chance = 0;
};

class Table {
 public:
  // A bound written by one store. Values count from the side to move.
  struct Half {
    Bound bound = Bound::kExact;
    Score raw = 0;
    std::int64_t stored_by = 0;
  };
  struct Entry {
    int depth = 0;
    std::int64_t key = 0;
    std::int64_t move = 0;  // name; 0 = none
    std::vector<Half> halves;
  };

  const Entry* find(std::int64_t key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
  }
  Entry& at(std::int64_t key) { return entries_[key]; }
  // Some entry of another key for which `fits` is true.
  template <class Fits>
  const Entry* other(std::int64_t key, const Fits& fits) const {
    for (const auto& [its_key, entry] : entries_) {
      if (its_key != key && fits(its_key, entry)) return &entry;
    }
    return nullptr;
  }

 private:
  std::map<std::int64_t, Entry> entries_;
};

// The facts that a search returns beside its rows.
struct Outcome {
  int chances = 0;                 // places where the bug would make a difference
  std::set<std::int64_t> planted;  // nodes with a wrong row; 0 = the row of the search
};

class Engine {
 public:
  // The table and the numbers continue from search to search of a file.
  Engine(const Graph& graph, const Style& style, Plan plan, Table& table, Numbers& numbers);
  Outcome run(Trace& trace);

 private:
  struct Node : Told::Open {
    int at = 0;
    const Position* position = nullptr;
    int quiet = 0;
    bool hard = false;
    bool in_quiescence = false;
    bool may_pass = true;
    Window entry, frame, now;  // on entry; as narrowed before any move; the current window
    MaybeScore fold;           // the best value so far
    Id best;
    MaybeScore stand_pat;
    Score floor = -kInfinity, ceiling = kInfinity;  // known before any move
    std::vector<Position::Move> moves;
    std::size_t searched = 0;
    bool was_cut = false;
    std::int64_t table_move = 0;
  };
  struct Call {
    int at = 0;
    int depth = 0;
    Window window;  // from the view of the side to move at the child
    format::Role role = format::Role::kMove;
    std::int64_t move = 0;  // name of the move; 0 = no move
    int ply = 0, quiet = 0;
    bool in_quiescence = false;
    bool may_pass = true;
    const Node* parent = nullptr;
  };
  struct Child {
    std::int64_t id = 0;
    Score value = 0;  // the value that the parent uses, from its view
  };

  // --- engine.cc
  void deepen();
  void run_iteration();
  void run_null_windows();
  struct Pass {
    bool finished = false;
    Score value = 0;  // from the root's view
    Window window;
    std::int64_t root = 0;
  };
  Pass run_pass(format::PassPurpose purpose, Window window);
  void take(const Pass& pass, MaybeScore lower, MaybeScore upper);
  void finish();

  // --- engine_node.cc; values are from the view of the node's side; no value = stopped
  MaybeScore visit(const Call& call);
  void enter(Node& node, const Call& call);
  bool stops(Node& node);
  MaybeScore abandon(Node& node);
  MaybeScore leaf(Node& node);
  MaybeScore evaluate(Node& node);
  MaybeScore leave_leaf(Node& node, format::NodeKind kind, Score value, MaybeScore score,
                        std::optional<Bound> bound);
  Score truth_of(const Node& node) const;
  MaybeScore narrow(Node& node);
  MaybeScore narrow_to(Node& node, format::Cause cause, Score floor, Score ceiling);
  MaybeScore hand_over(Node& node);
  MaybeScore guess(Node& node);
  MaybeScore try_null_move(Node& node);
  MaybeScore try_probcut(Node& node);
  MaybeScore try_multi_cut(Node& node);
  MaybeScore try_static_cut(Node& node);
  void list_moves(Node& node);
  void spoil_moves(Node& node);
  MaybeScore stand_pat(Node& node);
  bool search_move(Node& node, std::size_t index);
  std::optional<Child> search_child(Node& node, const Position::Move& move, int depth,
                                    Window window, format::Role role);
  std::optional<Child> search_late_child(Node& node, const Position::Move& move, int depth,
                                         std::size_t index);
  void consider(Node& node, const Child& child);
  void cut(Node& node, Score value, Id child, format::Cause cause);
  bool cuts(const Node& node, Score value) const;
  bool drop_late_moves(Node& node, std::size_t index);
  void hand_over_late(Node& node);
  MaybeScore close(Node& node);
  MaybeScore close_with(Node& node, Score value, Id best);
  Score spoil_value(Node& node, Score value);
  std::int64_t skipped(const Node& node) const;

  // --- engine_table.cc
  std::int64_t key_of(const Node& node) const;
  std::int64_t told_key(std::int64_t key) const;
  std::int64_t kept_key(std::int64_t key) const;
  int depth_of(const Node& node) const;
  Score from_table(const Node& node, Score raw) const;
  void tell_keys(const Node& node, const Table::Entry& found);
  MaybeScore ask_table(Node& node);
  const Table::Entry* find(Node& node);
  const Table::Entry* find_wrong(Node& node);
  MaybeScore use_half(Node& node, const Table::Half& half, bool has_two);
  MaybeScore answer_from_above(Node& node);
  MaybeScore answer(Node& node, Score value, Bound bound);
  void deepen_inside(Node& node);
  void store(Node& node, Score value, Bound bound);
  void write(const Node& node, Score value, Bound bound, int depth);

  // Returns true at the one chance where the bug takes effect; the row of `blamed` is then wrong.
  bool plants(Bug bug, std::int64_t blamed, bool differs = true);
  // Like plants(), for a wrong value passed to the next child. If windows are not declared exact,
  // the error shows at the parent, which trusts the child.
  bool plants_below(Bug bug, const Node& parent);
  bool is(Bug bug) const { return plan_.bug == bug; }

  const Graph& graph_;
  const Style& style_;
  const Plan plan_;
  Table& table_;
  Told told_;
  Outcome outcome_;
  int depth_ = 0;  // depth of this iteration
  int root_ = 0;   // position of the root
  int visited_ = 0, passes_ = 0;
  bool stopped_ = false, jumped_ = false;
  MaybeScore guess_;
  std::string best_move_, older_best_;
  std::int64_t last_root_ = 0;
  std::int64_t last_done_ = 0;  // root of the last finished pass
  SearchLine* search_ = nullptr;
  MaybeScore stopped_value_;  // value of the root when the search was stopped
};

}  // namespace plytrace::test::foreign
