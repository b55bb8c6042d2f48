// SPDX-License-Identifier: MIT
//
// Verifies a search and writes a certificate of what it proves. The file is read again by the rules
// of plytrace-check before anybody is told that it was written.
// Errors: no answer where the claim is not proven by finished passes; environment where the file
// cannot be written, or where it fails the rules (an internal error: then there is no file).
// Thread rule: one thread a call.
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

// The report's `certificate` says what was written, and why not where the verdict forbids it.
Result<VerifyReport> verify_with_certificate(const TraceReader& reader, const SearchRow& search,
                                             VerifyOptions options,
                                             const CertificateRequest& request);

// Reads the certificate in `file` by the rules of plytrace-check, and says in the report what it
// shows; environment where they reject it.
Status check_written(const std::string& file, CertificateReport& certificate);

}  // namespace plytrace::verify
