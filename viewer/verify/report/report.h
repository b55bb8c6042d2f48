// SPDX-License-Identifier: MIT
//
// The result of verifying one search, as data: the command prints it, reports and comparisons read
// it. Lists are bounded by VerifyOptions::max_findings; the totals count everything.
// Thread rule: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

enum class Verdict : std::uint8_t { kVerified, kRefuted, kIncomplete };
std::string_view word(Verdict verdict);  // "verified", "refuted", "incomplete"

// A row that breaks a rule; also a suspect one, and a warning (then expected and actual are "").
struct Finding {
  Rule rule = Rule::kNesting;
  std::int64_t node = 0;  // 0 = none: the row of a pass or of the search
  std::int64_t pass = 0;  // its id; 0 = none
  std::string path;
  std::string message, expected, actual;
};

enum class CheckStatus : std::uint8_t { kPassed, kFailed, kNotRun };

struct CheckResult {
  CheckStatus status = CheckStatus::kNotRun;
  std::uint64_t items = 0;     // rows compared
  std::uint64_t findings = 0;  // rows that broke a rule
  std::string reason;          // of not_run
  bool asked = false;          // named by the user
};

struct PassVerdict {
  std::int64_t id = 0;
  std::optional<std::int64_t> depth;
  Verdict verdict = Verdict::kVerified;
};

using RuleCounts = std::array<std::uint64_t, static_cast<std::size_t>(Rule::kRuleCount)>;

struct VerifyReport {
  Verdict verdict = Verdict::kIncomplete;
  bool unconditional = true;
  std::optional<Interval> proven;    // of the root at completed_depth
  std::vector<std::string> reasons;  // why INCOMPLETE
  std::array<CheckResult, kCheckCount> checks;
  std::array<std::uint64_t, static_cast<std::size_t>(Assumption::kCount)> assumptions{};
  std::vector<Finding> findings, suspects, warnings;
  std::uint64_t findings_total = 0, suspects_total = 0, warnings_total = 0;
  RuleCounts findings_by_rule{}, suspects_by_rule{}, warnings_by_rule{};
  std::vector<PassVerdict> passes;
  std::uint64_t nodes = 0;  // read

  CheckResult& check(Check which) { return checks[static_cast<std::size_t>(which)]; }
  const CheckResult& check(Check which) const { return checks[static_cast<std::size_t>(which)]; }
};

}  // namespace plytrace::verify
