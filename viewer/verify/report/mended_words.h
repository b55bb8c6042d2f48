// SPDX-License-Identifier: MIT
//
// What findings did to the root, in sentences: all of them together, those of each rule, each
// alone, and what their nodes have in common. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// "with both findings mended the root would be 5 instead of 3; all lie at MAX nodes, at ply 2".
// Empty where nothing is known of it.
std::vector<std::string> effect_words(const VerifyReport& report);

}  // namespace plytrace::verify
