// SPDX-License-Identifier: MIT
//
// Where two passes of one depth begin to disagree: from their roots down along the moves whose
// claims exclude each other, to the lowest such node. Point look-ups. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/verify/pass/pass_results.h"

namespace plytrace::verify {

// "; the lowest node where passes 2 and 3 differ is /a/b: at least 5 (#17), at most 3 (#94)"; ""
// where no two roots exclude each other.
std::string lowest_difference_words(const TraceReader& reader,
                                    const std::vector<const PassResult*>& passes);

}  // namespace plytrace::verify
