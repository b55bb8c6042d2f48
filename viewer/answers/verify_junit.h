// SPDX-License-Identifier: MIT
//
// Verification reports as JUnit XML, which CI systems display. A search is a test suite and each of
// its checks a test case. A check with findings is a failure; one that did not run is skipped. The
// reason for an INCOMPLETE verdict is an error of the last check that passed. A trace that could
// not be read is a suite with one error. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

std::string junit_xml(const std::vector<JudgedSearch>& searches);

// Escapes one line of text for XML content or a quoted attribute. Characters that XML cannot
// represent are written as \xNN or \u{NNNN}.
std::string xml_escaped(std::string_view text);

}  // namespace plytrace::verify
