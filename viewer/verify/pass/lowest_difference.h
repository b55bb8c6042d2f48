// SPDX-License-Identifier: MIT
//
// Finds where two passes of one depth begin to disagree: from their roots down along the moves
// whose claims contradict each other, to the lowest such node. Uses point look-ups. Thread rule:
// pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/verify/pass/pass_results.h"

namespace plytrace::verify {

// A sentence part such as "; the lowest node where passes 2 and 3 differ is /a/b: at least 5 (#17),
// at most 3 (#94)"; "" if no two roots contradict each other.
std::string lowest_difference_words(const TraceReader& reader,
                                    const std::vector<const PassResult*>& passes);

}  // namespace plytrace::verify
