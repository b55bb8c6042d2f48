// SPDX-License-Identifier: MIT
//
// The options of a search, named as on the command line without the dashes, each with its range,
// default, meaning and the algorithms that take it. `plytrace list` and the help of the
// commands that search show them. Thread rule: pure functions.
#pragma once

#include <string_view>
#include <vector>

#include "core/parameters.h"
#include "core/search/algorithm.h"

namespace plytrace {

// The options that an algorithm takes.
std::vector<Parameter> algorithm_options(const AlgorithmTraits& algorithm);

// The option of that name. Precondition: it exists.
Parameter search_option(std::string_view name);

}  // namespace plytrace
