// SPDX-License-Identifier: MIT
//
// The rule for the trigger of a search explosion (its definition and source: hot_spots.h).
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <vector>

#include "viewer/analysis/hot_spots.h"
#include "viewer/analysis/usual_size.h"

namespace plytrace {

// On the heavy path, of a search that has `nodes` nodes.
// Asks what is usual of the first nodes, and keeps it with them.
std::optional<HotTrigger> trigger_on_path(std::vector<HotNode>& path, std::int64_t nodes,
                                          const UsualSizes& usual);

// Whether a pass came out outside its window. The probes of MTD(f) always do, and are none.
bool failed_its_window(const PassRow& pass);

// The passes that failed, with their nodes. `passes[i].row` is the root of that pass.
struct FailedPass {
  PassRow pass;
  HotNode root;
};
std::optional<HotTrigger> trigger_among_passes(const std::vector<FailedPass>& failed,
                                               std::int64_t nodes);

}  // namespace plytrace
