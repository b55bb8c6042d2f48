// SPDX-License-Identifier: MIT
//
// The commit that the program was built from, for --version: abbreviated, or "unknown" if the
// sources are not a git checkout. CMake writes commit.cc, so that a new commit recompiles that file
// only.
#pragma once

namespace plytrace {

extern const char* const kCommit;

}  // namespace plytrace
