// SPDX-License-Identifier: MIT
#include "viewer/commands/make/digested_search.h"

#include "viewer/verify/verify_trace.h"

namespace plytrace {

DigestedSearch digested_search(verify::WholeFile& file, const SearchRow& search, bool verifies,
                               bool digests) {
  DigestedSearch found;
  DigestOfScans content(file.reader(), search);
  if (verifies) {
    verify::VerifyOptions options;
    options.max_findings = 1;
    options.watch = [&content](auto scan) { return content.watch(std::move(scan)); };
    found.verdict = verify::word(value_of(verify::verify_trace(file, search, options)).verdict);
  }
  if (digests) found.digest = value_of(content.digest());
  return found;
}

}  // namespace plytrace
