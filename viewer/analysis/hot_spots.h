// SPDX-License-Identifier: MIT
//
// Where the nodes of a search went, and which node caused it if they are far more than usual.
//
// Definitions
//   heavy path   from the root of the largest pass: always the child with at least half of the
//                nodes of its parent, as long as there is one
//   trigger      the node at which the explosion begins, by the first rule that applies:
//                1. Passes. If half of all nodes lie in eight or more passes of one depth that
//                failed their window or repeated an answered question, the first of them.
//                2. Habit. The first node of the heavy path with at least a quarter of all nodes,
//                two thousand nodes and three times the usual size (usual_size.h) whose rows prove
//                that it began something rare elsewhere (search_habits.h). Rare means: at most one
//                time in eight elsewhere, most times here, and by chance once in a thousand. If
//                the habit had a hundred chances elsewhere and never occurred, the node needs no
//                such size, but half of all nodes. Earlier nodes that are as large, and whose rows
//                tell nothing about the habit, may have begun it: then the first of them is the
//                trigger.
//                3. Size. The first node with fifteen times the usual size at which something
//                beside its heavy child begins to be too large: the nodes beside that child are
//                many as well (spread), depth no longer falls from ply to ply (extended),
//                quiescence begins, or the path ends. If the usual size is from fewer than
//                sixteen nodes, it must also be three times the largest of them. (The first
//                variation searched has no baseline to compare with.) If eight or more extensions
//                led there one after another, the first of them is the trigger.
//   accounts     nodes by the purpose of their search; a node may count in several accounts
//     aspiration_fails         in passes that ended outside their window
//     null_window_re_searches  below moves searched again after a null window had failed high
//     reduced_repeated         in reduced searches of moves that were then searched again
//     null_moves, probes, quiescence   below them
//     late_waste               before a move that cut, in the moves that did not
//   amount of an extension   the plies by which a child is deeper than its parent's depth minus the
//                plies of its move; negative for a reduction
//
// One scan in order of time; memory is proportional to the depth (and see usual_size.h). Errors:
// damaged file, interrupted. Source: questions of engine authors about exploding searches
// (Stockfish issues 3911, 5023). Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/analysis/search_habits.h"
#include "viewer/analysis/tree_measures.h"
#include "viewer/analysis/usual_size.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct HotNode {
  NodeRow row;
  std::int64_t nodes = 0;  // size of its subtree, itself included
  std::int64_t children = 0, largest_child = 0;
  std::optional<UsualSize> usual;  // only for the first nodes of the heavy path
  HabitCounts habits{};            // according to its own rows
};

// A habit that a node has although it is rare elsewhere.
struct HabitFound {
  Habit habit = Habit::kDeeper;
  HabitCount here, elsewhere;
};

struct HotTrigger {
  HotNode node;
  UsualSize usual;
  enum class Why { kSpread, kExtended, kQuiescence, kEnd, kPasses, kHabit } why = Why::kEnd;
  std::int64_t count = 0;  // kExtended: plies added below the node; kPasses: number of passes
  std::optional<HabitFound> habit = std::nullopt;  // kHabit

  // A node with fewer nodes is never the trigger, because the rest of a small search is too little
  // to compare with.
  static constexpr std::int64_t kLeastNodes = 2000;
};
// "spread", "extended", "quiescence", "end", "passes", "habit".
std::string_view word(HotTrigger::Why why);
std::string_view word(UsualSize::Of of);

struct HotAccount {
  std::string_view what;
  std::int64_t nodes = 0;
  std::int64_t pass = 0;                  // the ordinal of the pass with most of them
  std::optional<std::int64_t> count;      // number of passes, searches or cutoffs
  std::optional<std::int64_t> confirmed;  // re-searches that confirmed the first result
};

struct DepthChange {
  std::int64_t by = 0;
  std::optional<std::string> reason;  // the note 'extension', or the role of the child
  std::int64_t count = 0;
};

struct HotSpots {
  static constexpr std::size_t kMostChanges = 64, kMostCompared = 1000;
  std::int64_t nodes = 0, unrecorded = 0, passes = 0;
  PassRow pass;                     // the pass of the heavy path
  std::vector<HotNode> heavy_path;  // beginning with the root
  std::optional<HotTrigger> trigger;
  std::vector<HotAccount> accounts;        // all kinds, largest first
  std::vector<DepthChange> depth_changes;  // the most frequent first
  std::int64_t depth_changes_left_out = 0;
  bool lacks_events = false;  // nodes may be missing that `unrecorded` does not count

  bool is_partial() const { return lacks_events || unrecorded > 0; }
};

// Examines these passes of the search, ordered by id: all of its passes, or one.
Result<HotSpots> find_hot_spots(const TraceReader& reader, const SearchRow& search,
                                const std::vector<PassRow>& passes, const ScanControl& control);

}  // namespace plytrace
