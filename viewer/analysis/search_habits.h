// SPDX-License-Identifier: MIT
//
// Habits of nodes that not every search has. Counted inside and outside a subtree, they show where
// a search began to behave differently (hot_trigger.h). So a faulty node is recognised by its own
// rows, whatever its size.
//
// A habit counts its chances and its occurrences: per child (deeper, wider, ...) or per node. Only
// rows are used; an event that the trace does not capture is missing everywhere and so is no
// difference. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "schemas/rows.h"

namespace plytrace {

enum class Habit {
  kDeeper,        // a child has more depth than its plies leave
  kMuchDeeper,    // a child has at least two plies more
  kWider,         // a child has a window that exceeds its parent's remaining window
  kAgain,         // a move is searched again in the same role
  kUnasked,       // a move is searched again although its first search did not beat the window
  kUnreduced,     // the third or a later move is not reduced
  kFullProbe,     // a null move or probe has the full depth
  kAfterCut,      // another move is searched after one that closed the window
  kLateCut,       // the third or a later move cuts
  kStandPatLeft,  // quiescence: moves are tried although stand pat closed the window
  kHashMoveLate,  // the table's move is not tried first
  kUnstored,      // the node is left without a store
  kUnprobed       // the node is searched without a probe
};
inline constexpr std::size_t kHabits = static_cast<std::size_t>(Habit::kUnprobed) + 1;

struct HabitCount {
  std::int64_t could = 0, did = 0;
  HabitCount& operator+=(const HabitCount& other);
};
using HabitCounts = std::array<HabitCount, kHabits>;
void add(HabitCounts& sum, const HabitCounts& counts);

// The plies by which `child` is deeper than its parent's depth minus the plies of its move;
// negative for a reduction. nullopt if depths are unknown, and in quiescence.
std::optional<std::int64_t> plies_deeper(const NodeRow& parent, const NodeRow& child);

// Observes one node; its events are reported in order of time.
class HabitWatch {
 public:
  void enter_child(const NodeRow& node, const NodeRow& child);
  void cut_by_child() { cut_after_ = moves_; }
  void probe(const TableProbeRow& row);
  void store() { is_stored_ = true; }
  // Call it after the last event.
  HabitCounts counts(const NodeRow& node) const;

 private:
  void count(Habit habit, bool did);
  void enter_move(const NodeRow& node, const NodeRow& child);

  struct Small {
    std::int32_t could = 0, did = 0;
  };
  std::array<Small, 6> by_child_{};  // the first six habits
  std::int32_t moves_ = 0, cut_after_ = 0;
  std::optional<std::int64_t> move_, table_move_;
  std::optional<Score> value_, alpha_, beta_;  // result of the last search of that move
  std::optional<Score> low_, high_;            // the remaining window
  format::Role role_ = format::Role::kMove;
  bool has_children_ = false, is_closed_ = false, went_on_ = false, asks_fully_ = false;
  bool is_probed_ = false, is_stored_ = false, is_hash_move_late_ = false;
};

}  // namespace plytrace
