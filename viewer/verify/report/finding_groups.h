// SPDX-License-Identifier: MIT
//
// Findings that break one rule for one cause, told once. Thread rule: pure function.
#pragma once

#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// In the order of the first of each.
std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings);

}  // namespace plytrace::verify
