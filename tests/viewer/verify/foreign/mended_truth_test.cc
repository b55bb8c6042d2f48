// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/report/mended.cc with the truth: searches of the test engine with one bug,
// whose root is worth what minimax says. If the report finds the bug, the interval of the mended
// root must hold that value, and a certain effect must agree with it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/report/mended_words.h"

namespace plytrace::test::foreign {
namespace {

using verify::Effect;
using verify::Interval;
using verify::VerifyReport;

// A false statement about the mended root; "" if all are true.
std::string falsehood(const VerifyReport& report, Score truth) {
  const verify::MendedRoot& all = report.mended.front();
  const auto holds = [truth](const Interval& interval) {
    return truth >= interval.lower && truth <= interval.upper;
  };
  if (!holds(all.root)) {
    return fmt::format("the root would be {}..{}, but is worth {}", all.root.lower, all.root.upper,
                       truth);
  }
  if (all.effect == Effect::kRoot && holds(all.claimed)) return "the claim was right";
  if (all.effect == Effect::kNone && !holds(all.claimed)) return "the claim was wrong";
  if (report.findings_total == 1 && report.findings[0].effect != all.effect) {
    return "one finding has two effects";
  }
  return "";
}

struct MendedTally {
  int judged = 0, certain = 0, exact = 0, wrong = 0;
};

MendedTally run_bugs(std::uint64_t first, std::uint64_t seeds) {
  MendedTally tally;
  TraceFile file;
  for (const BugInfo& bug : all_bugs().subspan(1)) {
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
      const Searched run = run_with_bug(seed, bug.bug);
      if (run.outcome.planted.empty()) continue;
      const Searched sound = run_without_bug(seed, bug.bug);
      file.write({sound.trace});
      const VerifyReport before = judge_all(file.path()).front();
      // The truth is known only of a search without assumptions.
      if (before.verdict != verify::Verdict::kVerified || !before.unconditional) continue;
      file.write({run.trace});
      const VerifyReport report = judge_all(file.path()).front();
      const bool is_found = std::any_of(
          report.findings.begin(), report.findings.end(),
          [&](const auto& finding) { return run.outcome.planted.count(finding.node) != 0; });
      // Some bugs make the search rest on moves that were reduced or passed.
      const auto times = [&report](verify::Assumption assumption) {
        return report.assumptions[static_cast<std::size_t>(assumption)];
      };
      const bool is_carried =
          times(verify::Assumption::kReduced) + times(verify::Assumption::kNullMove) > 0;
      if (report.mended.empty() || !is_found || is_carried) continue;
      ++tally.judged;
      tally.certain += report.mended[0].effect != Effect::kPossible ? 1 : 0;
      tally.exact += report.mended[0].root.is_exact() ? 1 : 0;
      const std::string wrong = falsehood(report, run.truth);
      if (wrong.empty()) continue;
      ++tally.wrong;
      ADD_FAILURE() << bug.name << ", seed " << seed << ": " << wrong << "\n"
                    << outline(report) << fmt::format("{}", verify::effect_words(report)[0]);
    }
  }
  std::cout << fmt::format("{} searches: {} certain, {} exact, {} wrong\n", tally.judged,
                           tally.certain, tally.exact, tally.wrong);
  return tally;
}

TEST(MendedTruth, OfSearchesWithABug) {
  const char* const seeds = std::getenv("PLYTRACE_MENDED_SEEDS");
  const MendedTally tally = run_bugs(1, seeds == nullptr ? 12 : std::strtoull(seeds, nullptr, 10));
  EXPECT_GT(tally.judged, 100);
  EXPECT_GT(tally.certain, tally.judged / 3);
}

}  // namespace
}  // namespace plytrace::test::foreign
