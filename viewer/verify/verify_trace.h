// SPDX-License-Identifier: MIT
//
// verify_trace() judges one recorded search: structure and proof in one forward scan in id order,
// with a replay by the rules of the game at the same time. docs/verify.md explains the result.
// Memory: depth times branching, and an entry for each node whose table entry was used. Errors:
// what keeps the trace from being read to its end; everything else is in the report. Thread rule:
// one thread a call, which starts and joins others if it is given several jobs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/oracle.h"
#include "viewer/verify/report/verify_report.h"
#include "viewer/verify/scan/subtrees.h"

namespace plytrace::verify {

class CertificateMarks;
class WholeFile;

struct VerifyOptions {
  bool structure = true, proof = true, replay = true;
  // The user named this check: if it cannot run, the verdict is INCOMPLETE.
  bool replay_asked = false;
  std::optional<OracleOptions> oracle;          // nullopt: not requested
  std::optional<std::int64_t> pass;             // judge only this pass
  bool strict = false;                          // any assumption makes the verdict INCOMPLETE
  Flags accepted = 0;                           // except these assumptions
  std::size_t max_findings = 20;                // entries per list
  std::function<void(std::uint64_t)> progress;  // nodes read so far; may be empty
  CertificateMarks* certificate = nullptr;      // gets every node that is left
  // The number of threads that judge subtrees of the search side by side. The report is the same.
  std::size_t jobs = 1;
  SubtreeSizes subtrees;
  // Gets each scan of the rows and returns the scan to read; may be empty.
  std::function<std::unique_ptr<TraceScan>(std::unique_ptr<TraceScan>)> watch;
};

Result<VerifyReport> verify_trace(const TraceReader& reader, const SearchRow& search,
                                  const VerifyOptions& options);
// Verifies one of several searches of a file: shared tables are read once.
Result<VerifyReport> verify_trace(WholeFile& file, const SearchRow& search,
                                  const VerifyOptions& options);

}  // namespace plytrace::verify
