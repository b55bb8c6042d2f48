// SPDX-License-Identifier: MIT
//
// The tree that the explorer draws: an excerpt around the selected node within a budget of nodes,
// with the nodes that the user folded and unfolded; on request, two traces joined in one tree.
// Attributes identify the SVG group of each place: data-node (node id), data-other (id in the other
// trace), data-gap (left-out nodes: their parent's id, with data-first and data-last), data-skipped
// (moves never searched: their parent's id). Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>

#include "viewer/draw/diagram.h"
#include "viewer/explore/other_trace.h"
#include "viewer/explore/panels.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::explore {

struct TreeView {
  NodeRow root;
  Where where;
  tree::ExcerptOptions limits;
  // Width of the picture in points. Optional nodes are shown only as far as they fit.
  std::optional<std::int64_t> width;
  // If both traces are drawn in one tree: the other trace, and its node with the same path.
  std::optional<OtherTrace> against;
  NodeRow other_root;
};

// Reads "node", "nodes", "width", "fold", "at", "open", "closed" and "against", and rejects any
// other parameter.
TreeView read_tree_view(Asked& asked);

// A picture for browsing shows of the skipped moves only what the trace records. A saved file also
// shows what the rules of the game determine, which takes several times as long.
enum class For { kWalking, kSteps, kKeeping };
tree::Excerpt excerpt_of(const Asked& asked, const TreeView& view, For purpose);

// `moment`: null for the state after the end of the search.
draw::Diagram diagram_of(const tree::Excerpt& excerpt, const tree::Moment* moment);

}  // namespace plytrace::explore
