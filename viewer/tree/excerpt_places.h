// SPDX-License-Identifier: MIT
//
// The excerpt of the looks that are shown: their places in the order of the search, a gap for each
// run of neighbours that is not, and what was skipped. Thread rule: pure function.
#pragma once

#include <vector>

#include "viewer/tree/excerpt_look.h"

namespace plytrace::tree {

// looks[0] is the root.
Excerpt excerpt_of(const std::vector<Look>& looks, const TraceReader& reader,
                   const ExcerptOptions& options);

}  // namespace plytrace::tree
