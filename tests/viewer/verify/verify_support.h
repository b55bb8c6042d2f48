// SPDX-License-Identifier: MIT
//
// Shared by the tests of verify: recording with the real program, judging in process, altering
// rows, hand-made traces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/test_support.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::test {

// Records `search LINE` into `folder`/NAME.db and returns its path; fails the test on an error.
std::string record(const ScratchFolder& folder, const std::string& name, const std::string& line);

// Imports events, one per line, into `folder`/imported.db and returns its path; fails the test on
// an error.
std::string imported(const ScratchFolder& folder, const std::string& lines);

// A copy of a trace after executing some SQL on it.
std::string altered(const ScratchFolder& folder, const std::string& trace, const std::string& sql);

verify::VerifyReport judge(const std::string& trace, verify::VerifyOptions options = {});

// The report on a fail-soft search with these event lines. `more`: further fields of its
// declaration; `captured`: the kinds of event that it captures, as JSON strings.
verify::VerifyReport judge_labels(const std::string& lines, const std::string& more = "",
                                  const char* captured = R"("usual")");

// The rules and nodes of the listed findings, such as "cutoff@17 value@3".
std::string blamed(const verify::VerifyReport& report);
std::string warned(const verify::VerifyReport& report);
std::string suspected(const verify::VerifyReport& report);

// Verdict, findings and reasons as text for failure messages.
std::string outline(const verify::VerifyReport& report);
bool outline_says(const verify::VerifyReport& report, const std::string& part);

// The kinds of assumption that the report names, separated by blanks.
std::string assumed_kinds(const verify::VerifyReport& report);

// Makes a new trace with the tables of the format and these rows.
std::string hand_made(const ScratchFolder& folder, const std::string& name,
                      const std::string& rows);

}  // namespace plytrace::test
