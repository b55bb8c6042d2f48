// SPDX-License-Identifier: MIT
//
// verify_trace() judges one recorded search: structure and proof in one forward scan in id order,
// replay against the rules of the game beside it. docs/verify.md says how to read the result.
// Memory: depth times branching, and one entry for each node that the table answered from.
// Errors: what keeps the trace from being read to its end; everything else is in the report.
// Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/oracle.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

class CertificateMarks;
class WholeFile;

struct VerifyOptions {
  bool structure = true, proof = true, replay = true;
  // The user named this check: if it cannot run, the verdict is INCOMPLETE.
  bool replay_asked = false;
  std::optional<OracleOptions> oracle;          // none: not asked for
  std::optional<std::int64_t> pass;             // judge this pass only
  bool strict = false;                          // an assumption gives INCOMPLETE
  Flags accepted = 0;                           // assumptions that do not
  std::size_t max_findings = 20;                // listed of each kind
  std::function<void(std::uint64_t)> progress;  // nodes read so far; may be empty
  CertificateMarks* certificate = nullptr;      // told of every node that is left
};

Result<VerifyReport> verify_trace(const TraceReader& reader, const SearchRow& search,
                                  const VerifyOptions& options);
// For several searches of one file: what they share is read once.
Result<VerifyReport> verify_trace(WholeFile& file, const SearchRow& search,
                                  const VerifyOptions& options);

}  // namespace plytrace::verify
