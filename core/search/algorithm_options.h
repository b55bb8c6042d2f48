// SPDX-License-Identifier: MIT
//
// The options of a search: named as on the command line without the dashes, with range, default,
// meaning, and which algorithms take them. `plytrace algorithms` lists them; the help of the
// commands that search says the same. Thread rule: pure functions.
#pragma once

#include <string_view>
#include <vector>

#include "core/parameters.h"
#include "core/search/algorithm.h"

namespace plytrace {

// Those that an algorithm takes.
std::vector<Parameter> algorithm_options(const AlgorithmTraits& algorithm);

// The one of that name, which there is.
Parameter search_option(std::string_view name);

}  // namespace plytrace
