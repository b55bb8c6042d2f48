// SPDX-License-Identifier: MIT
//
// Shared by the tests of certificates: writes certificates and runs plytrace-check in process, so
// that thousands can be compared.
#pragma once

#include <string>

#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::test {

// Runs plytrace-check, which is compiled in unchanged; returns its exit code and its output in
// `said`.
int checked(const std::string& certificate, bool allow_assumptions = false,
            std::string* said = nullptr);

// The marks for the claim of the search about its root.
verify::CertificateMarks marks_for(const SearchRow& search);
// The certificate of a search that was judged with these marks; "" if there is none.
std::string certificate_of(const TraceReader& reader, const SearchRow& search,
                           verify::CertificateMarks& marks, const verify::VerifyReport& report);
// The first problem with the certificate of a judged search, "" if there is none: a verified search
// has a certificate, and without assumptions it is PROVEN.
std::string certificate_complaint(const TraceReader& reader, const SearchRow& search,
                                  verify::CertificateMarks& marks,
                                  const verify::VerifyReport& report);

}  // namespace plytrace::test
