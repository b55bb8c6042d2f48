// SPDX-License-Identifier: MIT
//
// Groups findings that break one rule for one cause. Thread rule: pure function.
#pragma once

#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// The groups, in the order of their first findings.
std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings);

}  // namespace plytrace::verify
