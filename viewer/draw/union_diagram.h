// SPDX-License-Identifier: MIT
//
// The union of two aligned trees as a diagram: nodes of both plain, nodes of one side marked and
// named "only A" or "only B" with the size of their subtree and the cutoff that kept the other side
// from it, moves that both skipped as ghosts. Thread rule: pure functions.
#pragma once

#include "viewer/draw/diagram.h"
#include "viewer/tree/union_excerpt.h"

namespace plytrace::draw {

// The nodes only; title, caption and looks are the caller's.
Diagram union_diagram(const tree::UnionExcerpt& excerpt);

}  // namespace plytrace::draw
