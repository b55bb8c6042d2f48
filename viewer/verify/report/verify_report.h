// SPDX-License-Identifier: MIT
//
// The result of verifying one search, as data: the command prints it; reports and comparisons use
// it. Lists are limited by VerifyOptions::max_findings; the totals count everything. Thread rule:
// plain values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

// kError: the trace could not be read.
enum class Verdict : std::uint8_t { kVerified, kRefuted, kIncomplete, kError };
std::string_view word(Verdict verdict);  // "verified", "refuted", "incomplete", "error"
std::optional<Verdict> verdict_from(std::string_view word);
// The worse of two verdicts: refuted, then error, incomplete, verified.
Verdict worse(Verdict a, Verdict b);

// Whether the root value would change without the fault. kPossible: it may. kTogether: not without
// this fault alone, but without all findings (or all of its rule) it would or may. kNotKnown: the
// fault is in the row of a pass or of the search, or is not among the first 1,000.
enum class Effect : std::uint8_t { kNotKnown, kNone, kTogether, kPossible, kRoot };
std::string_view word(Effect effect);  // "unknown", "none", "together", "possible", "root"

// A row that breaks a rule; also a suspect row or a warning (then expected and actual are "").
struct Finding {
  Rule rule = Rule::kNesting;
  std::int64_t node = 0;  // 0 = none: the row of a pass or of the search
  std::int64_t pass = 0;  // number of the pass in its search; 0 = none
  std::string path;
  std::string message, expected, actual;
  // Only for findings.
  Effect effect = Effect::kNotKnown;
  std::vector<std::int64_t> chain{};  // nodes from this one to the root that it changes
};

// A finding without its text. All are kept, not only the listed ones.
struct Fault {
  std::int64_t node = 0;  // 0 = none
  Rule rule = Rule::kNesting;
  std::optional<Interval> right{};  // interval of the node's right value, from MAX's view
};

// A trait that the nodes of findings share: as text ("at depth 0"), and as name and value for
// programs.
struct CommonTrait {
  std::string name, value, words;
};

// The root value if findings were corrected.
struct MendedRoot {
  std::optional<Rule> rule;  // findings of this rule; nullopt: all findings
  std::uint64_t findings = 0;
  Effect effect = Effect::kNotKnown;
  Interval root, claimed;  // corrected, and as claimed
  std::vector<CommonTrait> in_common;
};

// Findings that break one rule for one cause.
struct FindingGroup {
  Finding first;      // the most important one
  std::string cause;  // the finding's message without names and numbers
  std::uint64_t findings = 0;
};

enum class CheckStatus : std::uint8_t { kPassed, kFailed, kNotRun };

struct CheckResult {
  CheckStatus status = CheckStatus::kNotRun;
  std::uint64_t items = 0;     // rows compared
  std::uint64_t findings = 0;  // rows that broke a rule
  std::string reason;          // why a check did not run
  std::string rules;           // who knows the rules of the game, "" = plytrace
};

struct PassVerdict {
  std::int64_t ordinal = 0;
  std::optional<std::int64_t> depth;
  Verdict verdict = Verdict::kVerified;
};

// A requested certificate.
struct CertificateReport {
  std::string file;                                // "" = none was written
  std::uint64_t lower_nodes = 0, upper_nodes = 0;  // sizes of its two trees
  std::map<std::string, std::uint64_t> assumptions;
  std::string remark;  // why there is none, or what it does not show; "" = nothing to say
};

// Counts by rule of the check replay, in the order of the rules.
using ReplayCounts = std::array<std::uint64_t, kReplayRules.size()>;
using RuleCounts = std::array<std::uint64_t, static_cast<std::size_t>(Rule::kRuleCount)>;

using AssumptionCounts = std::array<std::uint64_t, static_cast<std::size_t>(Assumption::kCount)>;

struct VerifyReport {
  Verdict verdict = Verdict::kIncomplete;
  bool unconditional = true;
  // The proven interval of the root at completed_depth; nullopt if a finding or a gap lies below.
  std::optional<Interval> proven;
  std::optional<Score> claimed_lower,
      claimed_upper;                 // claimed by the search, or by the judged pass
  std::vector<std::string> reasons;  // reasons for INCOMPLETE
  std::vector<std::string> hints;    // possible common causes of many findings
  std::uint64_t trusted_keys = 0;    // table answers that rest on the engine's keys
  // Table answers counted as `reduced` whose probes required less depth than their nodes had left,
  // and the largest difference.
  std::uint64_t shallow_answers = 0;
  std::int64_t plies_missing = 0;
  // Why a game that plytrace knows could not be replayed; "" if it was, or if replay was not
  // requested.
  std::string without_replay;
  CaptureMask missing = 0;  // kinds of event whose lack is among them
  std::array<CheckResult, kCheckCount> checks;
  AssumptionCounts assumptions{};
  // The number of assumptions that the root value rests on; nullopt if unknown.
  std::optional<AssumptionCounts> root_assumptions;
  std::vector<Finding> findings, suspects, warnings;
  std::uint64_t findings_total = 0, suspects_total = 0, warnings_total = 0;
  RuleCounts findings_by_rule{}, suspects_by_rule{}, warnings_by_rule{};
  // Findings that were ranked by their effect, up to 1,000: their number, how many are about nodes,
  // and how many changed the root alone, or may have.
  std::uint64_t findings_ranked = 0, effects_known = 0, changed_root = 0, may_have_changed_root = 0;
  std::vector<FindingGroup> groups;
  // The effect of correcting all findings, then those of each rule if several rules are broken;
  // empty if no finding is about a node.
  std::vector<MendedRoot> mended;
  std::vector<PassVerdict> passes;
  std::uint64_t nodes = 0, cutoffs = 0;  // number of rows read
  std::vector<std::int64_t> roots;       // roots of the passes that `proven` rests on
  bool of_several_depths = false;  // those passes prove it together only, and some went deeper
  std::optional<CertificateReport> certificate;  // nullopt: not requested

  // The counts as text, such as "2,902 unknown_kind, 3 deeper"; "" without assumptions.
  std::string assumptions_text() const;

  CheckResult& check(Check which) { return checks[static_cast<std::size_t>(which)]; }
  const CheckResult& check(Check which) const { return checks[static_cast<std::size_t>(which)]; }
};

// One row of an answer: a judged search, or a trace that could not be read.
struct JudgedSearch {
  std::string trace;
  std::optional<std::int64_t> search;  // nullopt: the trace could not be read that far
  bool is_one_of_several = false;      // the file has several searches, so its name includes the id
  VerifyReport report;
  std::string error;  // why it could not be read; "" if it could

  std::string name() const;  // "run.db", "run.db, search 2"
};
Verdict worst_of(const std::vector<JudgedSearch>& searches);

}  // namespace plytrace::verify
