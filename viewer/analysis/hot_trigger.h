// SPDX-License-Identifier: MIT
//
// The rule for the trigger of a search explosion (its definition and source: hot_spots.h).
// Thread rule: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/hot_spots.h"
#include "viewer/analysis/usual_size.h"

namespace plytrace {

// What nodes do in the branches of UsualSizes; what those of the path do is kept with them.
using BranchHabits = std::array<HabitCounts, UsualSizes::kBranches>;

// What the heavy path is compared with.
struct Surroundings {
  std::int64_t nodes = 0;  // of the search
  const UsualSizes& usual;
  const BranchHabits& habits;
  bool is_first_pass = false;  // the path is of the first pass: none came before
};
// Asks what is usual of the first nodes of the path, and keeps it with them.
std::optional<HotTrigger> trigger_on_path(std::vector<HotNode>& path, const Surroundings& around);

// Whether a pass came out outside its window. The probes of MTD(f) always do, and are none.
bool failed_its_window(const PassRow& pass);

// A pass that failed its window, or asked what an earlier one of its depth had answered; `root` has
// its nodes.
struct FruitlessPass {
  PassRow pass;
  HotNode root;
};
std::optional<HotTrigger> trigger_among_passes(const std::vector<FruitlessPass>& fruitless,
                                               std::int64_t nodes);

}  // namespace plytrace
