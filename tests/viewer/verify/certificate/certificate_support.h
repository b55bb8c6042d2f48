// SPDX-License-Identifier: MIT
//
// What the tests of certificates share: writing one in process, and plytrace-check in process, so
// that thousands can be held against each other.
#pragma once

#include <string>

#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::test {

// The exit code of plytrace-check, which is compiled in as it is. `said` gets its words.
int checked(const std::string& certificate, bool allow_assumptions = false,
            std::string* said = nullptr);
// The answer of verify's own reader, by the exit codes of plytrace-check.
int read_again(const std::string& certificate);

// What the search claims of its root.
verify::CertificateMarks marks_for(const SearchRow& search);
// The certificate of a search that was judged with these marks; "" where there is none.
std::string certificate_of(const TraceReader& reader, const SearchRow& search,
                           verify::CertificateMarks& marks, const verify::VerifyReport& report);
// What is wrong with the certificate of a judged search, "" if nothing: a verified search has one,
// both readers say the same of it, and without assumptions it is PROVEN.
std::string certificate_complaint(const TraceReader& reader, const SearchRow& search,
                                  verify::CertificateMarks& marks,
                                  const verify::VerifyReport& report);

}  // namespace plytrace::test
