// SPDX-License-Identifier: MIT
//
// The commit that the program was built from, for --version: abbreviated, or "unknown" if the
// sources are not a git checkout. CMake writes its definition into a source file of its own, so
// that a new commit recompiles nothing else.
#pragma once

namespace plytrace {

extern const char* const kCommit;
// The day of the commit, for man pages: "2026-11-27". Without a checkout the day of the build, or
// of SOURCE_DATE_EPOCH if that is set.
extern const char* const kCommitDate;

}  // namespace plytrace
