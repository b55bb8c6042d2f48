// SPDX-License-Identifier: MIT
//
// Verification reports as JUnit XML, for the pages of CI systems: a test suite for each search, in
// it a test case for each check. A check with findings is a failure, one that did not run is
// skipped; what keeps a search INCOMPLETE is an error of the last check that passed. A trace that
// could not be read is a suite with one error. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

std::string junit_xml(const std::vector<JudgedSearch>& searches);

// As the text or the quoted attribute of an XML document, on one line; what XML
// cannot hold is written as \xNN or \u{NNNN}.
std::string xml_escaped(std::string_view text);

}  // namespace plytrace::verify
