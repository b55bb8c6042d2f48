// SPDX-License-Identifier: MIT
//
// The order of findings by their effect on the root value (mended.h). Thread rule: pure function.
#pragma once

#include <cstddef>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// Moves those findings first that changed the root from below it, marks those that do so only
// together, and groups findings by rule and cause. Keeps the first `most` in the list.
void rank_findings(VerifyReport& report, std::size_t most);

}  // namespace plytrace::verify
