// SPDX-License-Identifier: MIT
//
// Judges sound foreign searches: compares the report of verify with minimax. Used by the quick
// suite and by scripts/soundness. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/families.h"
#include "tests/viewer/verify/foreign/trace_file.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::test::foreign {

// Counts over many searches.
struct Tally {
  std::uint64_t searches = 0, nodes = 0, refuted = 0, verified = 0, incomplete = 0;
  std::uint64_t waiting = 0;  // refuted, in a family for which a rule is missing
  std::map<std::string, std::uint64_t> met;
};

// The reports on all searches of a file, in order.
std::vector<verify::VerifyReport> judge_all(const std::string& file);

// The kinds of assumption that the report counts, such as "instability reduced".
std::vector<std::string> assumptions_of(const verify::VerifyReport& report);

class SoundnessJudge {
 public:
  // Writes a file of random sound searches and judges each. Returns the problem, "" if there is
  // none. Problems are a refuted sound search, a false claim verified without an assumption, and an
  // INCOMPLETE search that reports everything.
  std::string judge(std::uint64_t seed, int most_searches, Tally& tally,
                    Styles styles = Styles::kAll);

 private:
  std::string problem(const Searched& run, const verify::VerifyReport& report, Tally& tally) const;

  TraceFile file_;
};

// The names of the families of sound searches that verify still refutes; they are switched off
// until a rule is fixed. The list should be empty.
std::vector<std::string> waiting_families();

}  // namespace plytrace::test::foreign
