// SPDX-License-Identifier: MIT
//
// The judge of sound foreign searches: what verify says of them against what minimax says. Used by
// the quick suite and by scripts/soundness. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/families.h"
#include "tests/viewer/verify/foreign/trace_file.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::test::foreign {

// What was seen of many searches.
struct Tally {
  std::uint64_t searches = 0, nodes = 0, refuted = 0, verified = 0, incomplete = 0;
  std::uint64_t waiting = 0;  // refuted, in a family that waits for a rule
  std::map<std::string, std::uint64_t> met;
};

// The reports on all searches of a file, in order.
std::vector<verify::VerifyReport> judge_all(const std::string& file);

// "instability reduced": the kinds of assumption that the report counts.
std::vector<std::string> assumptions_of(const verify::VerifyReport& report);

class SoundnessJudge {
 public:
  // Searches a file of random sound searches and judges each. Returns what is wrong, "" if nothing:
  // a sound search refuted, a false claim verified without an assumption, or a search that tells
  // everything left INCOMPLETE.
  std::string judge(std::uint64_t seed, int most_searches, Tally& tally);

 private:
  std::string problem(const Searched& run, const verify::VerifyReport& report, Tally& tally) const;

  TraceFile file_;
};

// The families of sound searches that verify still refutes, by name: switched off until a rule is
// mended. To be empty.
std::vector<std::string> waiting_families();

}  // namespace plytrace::test::foreign
