// SPDX-License-Identifier: MIT
//
// Verification reports as JUnit XML, for the pages of CI systems: a test suite
// for each trace, in it a test case for each check. A check with findings is a
// failure, one that did not run is skipped; what keeps a trace INCOMPLETE is an
// error of the last check that passed. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/verify/report/report.h"

namespace plytrace::verify {

struct JudgedTrace {
  std::string name;
  VerifyReport report;
};

std::string junit_xml(const std::vector<JudgedTrace>& traces);

// As the text or the quoted attribute of an XML document, on one line; what XML
// cannot hold is written as \xNN or \u{NNNN}.
std::string xml_escaped(std::string_view text);

}  // namespace plytrace::verify
