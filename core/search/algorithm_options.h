// SPDX-License-Identifier: MIT
//
// The options of the command line that an algorithm takes, as `plytrace algorithms` lists them,
// with ranges and defaults; they follow from its row in search/algorithm.h.
// Thread rule: pure function.
#pragma once

#include <vector>

#include "core/parameters.h"
#include "core/search/algorithm.h"

namespace plytrace {

// Named as on the command line, without the dashes.
std::vector<Parameter> algorithm_options(const AlgorithmTraits& algorithm);

}  // namespace plytrace
