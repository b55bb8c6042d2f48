// SPDX-License-Identifier: MIT
//
// Sentences about the effect of findings on the root: of all together, of each rule, of each single
// one, and what their nodes have in common. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// Returns sentences such as "with both findings mended the root would be 5 instead of 3; all lie at
// MAX nodes, at ply 2"; none if the effect is unknown.
std::vector<std::string> effect_words(const VerifyReport& report);

}  // namespace plytrace::verify
