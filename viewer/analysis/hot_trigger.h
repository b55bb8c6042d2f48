// SPDX-License-Identifier: MIT
//
// Finds the trigger of a search explosion; hot_spots.h defines it. Thread rule: pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/analysis/hot_spots.h"
#include "viewer/analysis/usual_size.h"

namespace plytrace {

// The habits of the nodes in each branch of UsualSizes; those of path nodes are kept with the
// nodes.
using BranchHabits = std::array<HabitCounts, UsualSizes::kBranches>;

// The baseline that the nodes of the heavy path are compared with.
struct Surroundings {
  std::int64_t nodes = 0;  // number of nodes of the search
  const UsualSizes& usual;
  const BranchHabits& habits;
  bool is_first_pass = false;  // the path belongs to the first pass, so there is no earlier one
};
// Finds the trigger on the path. Looks up the usual sizes of its first nodes and stores them there.
std::optional<HotTrigger> trigger_on_path(std::vector<HotNode>& path, const Surroundings& around);

// Whether a pass ended outside its window. Probes of MTD(f) always do and do not count.
bool failed_its_window(const PassRow& pass);

// A pass that failed its window, or repeated a question that an earlier pass of the same depth had
// answered; `root` has its size.
struct FruitlessPass {
  PassRow pass;
  HotNode root;
};
std::optional<HotTrigger> trigger_among_passes(const std::vector<FruitlessPass>& fruitless,
                                               std::int64_t nodes);

}  // namespace plytrace
