// SPDX-License-Identifier: MIT
//
// A verification report as text for people and as the JSON of the command line's contract.
// Thread rule: pure functions.
#pragma once

#include <string>

#include "viewer/cli/cli.h"
#include "viewer/verify/report/report.h"

namespace plytrace::verify {

// Verdict first, then what was checked, what was assumed, findings and warnings.
std::string report_text(const std::string& trace, const VerifyReport& report);
// One line: the verdict and the first finding or reason.
std::string summary_line(const std::string& trace, const VerifyReport& report);
cli::Json report_json(const VerifyReport& report);

// All rules and warnings with their explanations.
std::string rules_text();
cli::Json rules_json();

}  // namespace plytrace::verify
