// SPDX-License-Identifier: MIT
//
// A verification report as text for people and as the JSON of the command line's contract.
// Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/cli/cli.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// Verdict first, then what was checked, what was assumed, findings and warnings. Lines of at most
// 80 columns.
std::string report_text(const JudgedSearch& judged);
std::string capitals(Verdict verdict);  // "VERIFIED"
// One line: the verdict and the first finding, reason or error.
std::string summary_line(const JudgedSearch& judged);
// One shape, however many searches: schemas/outputs/verify.schema.json.
text::Json answer_json(const std::vector<JudgedSearch>& searches);
// "proven of the root: 3", or that it is only claimed; "" where nothing is.
std::string root_words(const VerifyReport& report);

// All rules and warnings with their explanations.
std::string rules_text();
text::Json rules_json();

}  // namespace plytrace::verify
