// SPDX-License-Identifier: MIT
//
// The algorithms as `plytrace algorithms` lists them: what each does, and the options of the
// command line that it takes, with ranges and defaults. Thread rule: constant tables.
#pragma once

#include <string>
#include <vector>

#include "core/parameters.h"
#include "core/search/search.h"

namespace plytrace {

struct AlgorithmInfo {
  Algorithm algorithm;
  std::string name;
  std::string summary;
  std::vector<Parameter> options;  // named as on the command line, without the dashes
};

// All of them; the default of the command line is marked in no way but comes from SearchSettings.
const std::vector<AlgorithmInfo>& algorithms();

}  // namespace plytrace
