// SPDX-License-Identifier: MIT
//
// The tree as the explorer draws it: an excerpt around the selected node within a budget of nodes,
// with what was opened and closed by hand; of two traces, if asked for, both in one tree. In the
// picture the group of each place says what it is: data-node (id), data-other (id in the other
// trace), data-gap (of nodes left out: the parent's id, with data-first and data-last),
// data-skipped (of moves never searched: the parent's id). Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/explore/other_trace.h"
#include "viewer/explore/panels.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::explore {

struct TreeView {
  NodeRow root;
  Where where;
  std::size_t nodes = 60;
  // Points that the picture may be wide: of what need not be shown only as much as fits.
  std::optional<std::int64_t> width;
  bool hot = false;                // the largest subtrees first, else the line of best moves
  std::optional<std::int64_t> at;  // must be in it
  std::vector<std::int64_t> opened, closed;
  // With the other trace in one tree: that, and its node of the same path.
  std::optional<OtherTrace> against;
  NodeRow other_root;
};

// From "node", "nodes", "width", "fold", "at", "open", "closed", "against"; finishes the
// parameters.
Result<TreeView> read_tree_view(Asked& asked);

// A picture to walk in says of skipped moves what the trace says; a file to keep also what the
// rules of the game tell, which takes several times as long.
enum class For { kWalking, kSteps, kKeeping };
Result<tree::Excerpt> excerpt_of(const Asked& asked, const TreeView& view, For purpose);

// Of the end of the search, or of a moment of it.
draw::Diagram diagram_of(const tree::Excerpt& excerpt, const tree::Moment* moment);

}  // namespace plytrace::explore
