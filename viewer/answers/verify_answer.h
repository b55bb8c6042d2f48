// SPDX-License-Identifier: MIT
//
// A verification report as text, and as the JSON of the command's output schema. Thread rule: pure
// functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/cli/cli.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// The verdict first, then what was checked and assumed, findings and warnings; lines of at most 80
// columns.
std::string report_text(const JudgedSearch& judged);
std::string capitals(Verdict verdict);  // "VERIFIED"
Status exit_status(Verdict verdict);
// One line: the verdict and the first finding, reason or error.
std::string summary_line(const JudgedSearch& judged);
// One structure for any number of searches: schemas/outputs/verify.schema.json.
text::Json answer_json(const std::vector<JudgedSearch>& searches);
// The conditions of what is proven: ", if no moves are missing"; "" if there are none.
std::string proof_conditions(const VerifyReport& report);
// "proven of the root: 3", or a text that the value is only claimed; "" if neither.
std::string root_words(const VerifyReport& report);

// How many nodes the passes of a search span: how much verify has to read, for progress.
std::uint64_t expected_nodes(const TraceReader& reader, const SearchRow& search);

// All rules and warnings with their explanations.
std::string rules_text();
text::Json rules_json();

}  // namespace plytrace::verify
