// SPDX-License-Identifier: MIT
//
// Verifies a search and writes a certificate of what it proves. The file is read again by the rules
// of plytrace-check before it is reported as written. Errors: no answer if finished passes do not
// prove the claim; environment if the file cannot be written, or if it violates the rules (an
// internal error; then there is no file). Thread rule: one thread a call.
#pragma once

#include <string>

#include "core/status.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::verify {

struct CertificateRequest {
  std::string file;  // "-": stdout
  bool force = false;
};

// The report's `certificate` names what was written, or why the verdict does not allow it.
Result<VerifyReport> verify_with_certificate(const TraceReader& reader, const SearchRow& search,
                                             VerifyOptions options,
                                             const CertificateRequest& request);

// Checks the certificate in `file` by the rules of plytrace-check and reports what it proves;
// bad input if it is rejected, environment if the file cannot be read.
Status check_written(const std::string& file, CertificateReport& certificate);

}  // namespace plytrace::verify
