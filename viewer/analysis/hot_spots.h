// SPDX-License-Identifier: MIT
//
// Where the nodes of a search went, and which node set it off where they are far more than usual.
//
// Definitions
//   heavy path   from the root of the largest pass: always the child with at least half of the
//                nodes of its parent, as long as there is one
//   trigger      the first node of the heavy path that holds at least a quarter of all nodes, two
//                thousand nodes and three times what is usual (usual_size.h), and whose rows prove
//                that it began to do what is rare elsewhere (search_habits.h): at most one time in
//                eight there, here most times, and by chance once in a thousand; what a hundred
//                never did elsewhere needs half of all nodes instead of that size. Nodes before it
//                that are as large and say nothing of that habit may have begun it: then the first
//                of them is the trigger.
//                Where rows prove nothing, the first that has fifteen times what is usual (where
//                that was seen at fewer than sixteen nodes, three times the largest of them, too;
//                the very first line of a search has nothing that compares), and where something
//                other than its heavy child begins to be so: what lies beside that child is large
//                as well (spread), depths no longer fall from ply to ply (extended), quiescence
//                begins, or the path ends. Above it everything went its ordinary way, unless eight
//                or more extensions led there one after the other: then the first of these is the
//                trigger. Where half of
//                all nodes lie in eight or more passes of one depth that failed their window, or
//                asked again what one had answered, the first of these is the trigger
//   accounts     nodes by what they were searched for; one may count in several, in each once
//     aspiration_fails         in passes that ended outside their window
//     null_window_re_searches  below moves searched again after a null window had failed high
//     reduced_repeated         in reduced searches of moves that were then searched again
//     null_moves, probes, quiescence   below them
//     late_waste               before a move that cut, in the moves that did not
//   amount of an extension   by how many plies a child is deeper than its parent's depth less the
//                plies of its move; less than 0 for a reduction
//
// One scan in order of time; memory follows the depth (and usual_size.h). Errors: damaged file,
// interrupted. Source: what engine authors ask when a search explodes (Stockfish issues 3911,
// 5023). Thread rule: one thread a call.
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
  std::int64_t nodes = 0;  // with it
  std::int64_t children = 0, largest_child = 0;
  std::optional<UsualSize> usual;  // of the first nodes of the heavy path
  HabitCounts habits{};            // what its own rows say
};

// What a node does that is rare elsewhere.
struct HabitFound {
  Habit habit = Habit::kDeeper;
  HabitCount here, elsewhere;
};

struct HotTrigger {
  HotNode node;
  UsualSize usual;
  enum class Why { kSpread, kExtended, kQuiescence, kEnd, kPasses, kHabit } why = Why::kEnd;
  std::int64_t count = 0;  // kExtended: plies added below it; kPasses: how many passes
  std::optional<HabitFound> habit = std::nullopt;  // kHabit
};
// "spread", "extended", "quiescence", "end", "passes", "habit".
std::string_view word(HotTrigger::Why why);
std::string_view word(UsualSize::Of of);

struct HotAccount {
  std::string_view what;
  std::int64_t nodes = 0;
  std::optional<std::int64_t> count;      // passes, searches, cutoffs
  std::optional<std::int64_t> confirmed;  // searches again that came out as the first time
};

struct DepthChange {
  std::int64_t by = 0;
  std::optional<std::string> reason;  // a note, or the role of the child
  std::int64_t count = 0;
};

struct HotSpots {
  static constexpr std::size_t kMostChanges = 64, kMostCompared = 1000;
  std::int64_t nodes = 0, unrecorded = 0, passes = 0;
  PassRow pass;                     // that the heavy path is of
  std::vector<HotNode> heavy_path;  // from the root
  std::optional<HotTrigger> trigger;
  std::vector<HotAccount> accounts;        // the largest first; of all kinds
  std::vector<DepthChange> depth_changes;  // the most frequent first
  std::int64_t depth_changes_left_out = 0;
};

// Of these passes of one search, by id; of all of them or of one.
Result<HotSpots> find_hot_spots(const TraceReader& reader, const std::vector<PassRow>& passes,
                                const ScanControl& control);

}  // namespace plytrace
