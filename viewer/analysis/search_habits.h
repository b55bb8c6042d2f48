// SPDX-License-Identifier: MIT
//
// What nodes do that not every search does: counted inside and outside a subtree, these say where
// a search began to do otherwise (hot_trigger.h). A node that is going wrong proves it by its own
// rows, whatever it costs.
//
// A habit counts how often it could have shown and how often it did: by child (deeper, wider, ...)
// or by node. All is seen by the rows alone; what a trace has not captured is never counted as done
// otherwise, since it is then missing everywhere. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "schemas/rows.h"

namespace plytrace {

enum class Habit {
  kDeeper,        // a child with more depth than its plies leave
  kMuchDeeper,    // by two plies and more
  kWider,         // a child whose window reaches out of what is left of its parent's
  kAgain,         // a move searched again in the same role
  kUnasked,       // a move searched again though its first search had not beaten the window
  kUnreduced,     // the third move or a later one, not reduced
  kFullProbe,     // a null move or probe of the full depth
  kAfterCut,      // another move after one that had closed the window
  kLateCut,       // cut by the third move or a later one
  kStandPatLeft,  // quiescence: moves tried though standing pat had closed the window
  kHashMoveLate,  // the table's move not tried first
  kUnstored,      // left without a store
  kUnprobed       // searched without a probe
};
inline constexpr std::size_t kHabits = static_cast<std::size_t>(Habit::kUnprobed) + 1;
// "children have more depth than their plies leave": goes on from "Here".

struct HabitCount {
  std::int64_t could = 0, did = 0;
  HabitCount& operator+=(const HabitCount& other);
};
using HabitCounts = std::array<HabitCount, kHabits>;
void add(HabitCounts& sum, const HabitCounts& counts);

// How many plies `child` is deeper than its parent's depth less the plies of its move; less than 0
// for a reduction. None where depths are not told, and in quiescence.
std::optional<std::int64_t> plies_deeper(const NodeRow& parent, const NodeRow& child);

// What one node does, told in order of time.
class HabitWatch {
 public:
  void enter_child(const NodeRow& node, const NodeRow& child);
  void cut_by_child() { cut_after_ = moves_; }
  void probe(const TableProbeRow& row);
  void store() { is_stored_ = true; }
  // Once all was told.
  HabitCounts counts(const NodeRow& node) const;

 private:
  void count(Habit habit, bool did);
  void enter_move(const NodeRow& node, const NodeRow& child);

  struct Small {
    std::int32_t could = 0, did = 0;
  };
  std::array<Small, 6> by_child_{};  // the habits that come first
  std::int32_t moves_ = 0, cut_after_ = 0;
  std::optional<std::int64_t> move_, table_move_;
  std::optional<Score> value_, alpha_, beta_;  // of the search of that move
  std::optional<Score> low_, high_;            // the window that is left
  format::Role role_ = format::Role::kMove;
  bool has_children_ = false, is_closed_ = false, went_on_ = false, asks_fully_ = false;
  bool is_probed_ = false, is_stored_ = false, is_hash_move_late_ = false;
};

}  // namespace plytrace
