// SPDX-License-Identifier: MIT
//
// The result of verifying one search, as data: the command prints it, reports and comparisons read
// it. Lists are bounded by VerifyOptions::max_findings; the totals count everything.
// Thread rule: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "viewer/verify/interval.h"
#include "viewer/verify/rules.h"

namespace plytrace::verify {

// kError: of a trace that could not be read.
enum class Verdict : std::uint8_t { kVerified, kRefuted, kIncomplete, kError };
std::string_view word(Verdict verdict);  // "verified", "refuted", "incomplete", "error"
// Of two verdicts the one that counts: refuted, then error, incomplete, verified.
Verdict worse(Verdict a, Verdict b);

// Whether the value of the root would be another one without the fault. kPossible: it may be.
// kTogether: not without this one alone, but without all findings (or all of its rule) it would be,
// or may be. kNotKnown: the row of a pass or of the search, or beyond what was looked at.
enum class Effect : std::uint8_t { kNotKnown, kNone, kTogether, kPossible, kRoot };
std::string_view word(Effect effect);  // "unknown", "none", "together", "possible", "root"

// A row that breaks a rule; also a suspect one, and a warning (then expected and actual are "").
struct Finding {
  Rule rule = Rule::kNesting;
  std::int64_t node = 0;  // 0 = none: the row of a pass or of the search
  std::int64_t pass = 0;  // its ordinal in the search; 0 = none
  std::string path;
  std::string message, expected, actual;
  // Only of findings.
  std::optional<Interval> right{};  // where the right value of the node lies, MAX's view
  Effect effect = Effect::kNotKnown;
  std::vector<std::int64_t> chain{};  // of nodes, from this one to the root that it changes
};

// A finding without its words: of these all are kept, not only those that are listed.
struct Fault {
  std::int64_t node = 0;  // 0 = none
  Rule rule = Rule::kNesting;
  std::optional<Interval> right{};  // where the right value of the node lies, MAX's view
};

// What the nodes of findings have in common: in words for people ("at depth 0"), and as a name and
// its value for programs.
struct CommonTrait {
  std::string name, value, words;
};

// What the root would be worth with findings mended.
struct MendedRoot {
  std::optional<Rule> rule;  // those of this rule; none: all of them
  std::uint64_t findings = 0;
  Effect effect = Effect::kNotKnown;
  Interval root, claimed;  // mended, and as claimed
  std::vector<CommonTrait> in_common;
};

// Findings that break one rule for one cause.
struct FindingGroup {
  Finding first;      // the one that matters most
  std::string cause;  // its message without names and numbers
  std::uint64_t findings = 0;
};

enum class CheckStatus : std::uint8_t { kPassed, kFailed, kNotRun };

struct CheckResult {
  CheckStatus status = CheckStatus::kNotRun;
  std::uint64_t items = 0;     // rows compared
  std::uint64_t findings = 0;  // rows that broke a rule
  std::string reason;          // of not_run
};

struct PassVerdict {
  std::int64_t ordinal = 0;
  std::optional<std::int64_t> depth;
  Verdict verdict = Verdict::kVerified;
};

// A certificate that was asked for.
struct CertificateReport {
  std::string file;                                // "" = none was written
  std::uint64_t lower_nodes = 0, upper_nodes = 0;  // of its two trees
  std::map<std::string, std::uint64_t> assumptions;
  std::string remark;  // why there is none, or what it does not show; "" = nothing to say
};

// By rule of the check replay, in the order of the rules.
using ReplayCounts = std::array<std::uint64_t, kReplayRules.size()>;
using RuleCounts = std::array<std::uint64_t, static_cast<std::size_t>(Rule::kRuleCount)>;

using AssumptionCounts = std::array<std::uint64_t, static_cast<std::size_t>(Assumption::kCount)>;

struct VerifyReport {
  Verdict verdict = Verdict::kIncomplete;
  bool unconditional = true;
  // Of the root at completed_depth; none where a finding, or a hole in the proof, lies below.
  std::optional<Interval> proven;
  std::optional<Score> claimed_lower,
      claimed_upper;                 // by the search, or by the pass that is judged
  std::vector<std::string> reasons;  // why INCOMPLETE
  std::vector<std::string> hints;    // what many findings may come from
  std::uint64_t trusted_keys = 0;    // table answers that rest on the engine's own keys
  // Table answers, counted as `reduced`, whose probes asked for less depth than their nodes had
  // left, and the most plies that one of them lacks.
  std::uint64_t shallow_answers = 0;
  std::int64_t plies_missing = 0;
  CaptureMask missing = 0;  // kinds of event whose lack is among them
  std::array<CheckResult, kCheckCount> checks;
  AssumptionCounts assumptions{};
  // The number of them that the value of the root rests on; none if that is not known.
  std::optional<AssumptionCounts> root_assumptions;
  std::vector<Finding> findings, suspects, warnings;
  std::uint64_t findings_total = 0, suspects_total = 0, warnings_total = 0;
  RuleCounts findings_by_rule{}, suspects_by_rule{}, warnings_by_rule{};
  // The findings that were ranked by their effect, at least those that are listed: how many they
  // are, how many of them changed the root or may have, and what they have in common.
  std::uint64_t findings_ranked = 0, changed_root = 0, may_have_changed_root = 0;
  std::vector<FindingGroup> groups;
  // All findings mended together, then those of each rule where there are several rules; empty
  // where no finding is of a node.
  std::vector<MendedRoot> mended;
  std::vector<PassVerdict> passes;
  std::uint64_t nodes = 0, cutoffs = 0;          // read
  std::vector<std::int64_t> roots;               // of the passes that `proven` rests on
  std::optional<CertificateReport> certificate;  // none: not asked for

  // "2,902 unknown_kind, 3 deeper"; "" where nothing was assumed.
  std::string assumptions_text() const;

  CheckResult& check(Check which) { return checks[static_cast<std::size_t>(which)]; }
  const CheckResult& check(Check which) const { return checks[static_cast<std::size_t>(which)]; }
};

// One row of an answer: a search that was judged, or a trace that could not be read.
struct JudgedSearch {
  std::string trace;
  std::optional<std::int64_t> search;  // none: the trace could not be read that far
  bool is_one_of_several = false;      // searches of the file: its name says which
  VerifyReport report;
  std::string error;  // why it could not be read; "" where it could

  std::string name() const;  // "run.db", "run.db, search 2"
};
Verdict worst_of(const std::vector<JudgedSearch>& searches);

}  // namespace plytrace::verify
