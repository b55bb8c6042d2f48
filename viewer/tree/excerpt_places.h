// SPDX-License-Identifier: MIT
//
// Builds the excerpt from the looks that are shown: places in search order, a gap for each run of
// left-out neighbours, and the skipped moves. Thread rule: pure function.
#pragma once

#include <vector>

#include "viewer/tree/excerpt_look.h"

namespace plytrace::tree {

// looks[0] must be the root.
Excerpt excerpt_of(const std::vector<Look>& looks, const TraceReader& reader,
                   const ExcerptOptions& options);

}  // namespace plytrace::tree
