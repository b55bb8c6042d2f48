// SPDX-License-Identifier: MIT
#include "viewer/verify/report/effect.h"

#include <algorithm>

#include "viewer/verify/report/finding_groups.h"

namespace plytrace::verify {
namespace {

// Whether a finding is moved to the front. Findings at the root itself may only be consequences, so
// they keep their place in the order of the scan, in which inner nodes come first.
bool goes_first(const Finding& finding) {
  return finding.effect == Effect::kRoot && finding.chain.size() > 1;
}

bool changes_root(Effect effect) { return effect == Effect::kRoot || effect == Effect::kPossible; }

// Whether the findings of a set change the root together, but none does so alone.
bool works_together(const VerifyReport& report, const MendedRoot& mended) {
  if (mended.findings < 2 || !changes_root(mended.effect)) return false;
  return std::none_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return (!mended.rule || mended.rule == finding.rule) && changes_root(finding.effect);
  });
}

void mark_those_together(VerifyReport& report) {
  for (const MendedRoot& mended : report.mended) {
    if (!works_together(report, mended)) continue;
    for (Finding& finding : report.findings) {
      const bool is_one = !mended.rule || mended.rule == finding.rule;
      if (!is_one || finding.effect != Effect::kNone) continue;
      finding.effect = Effect::kTogether;
      finding.chain = {finding.node};
    }
  }
}

}  // namespace

void rank_findings(VerifyReport& report, std::size_t most) {
  std::stable_partition(report.findings.begin(), report.findings.end(), goes_first);
  mark_those_together(report);
  // Counted before the list is cut to its limit.
  for (const Finding& finding : report.findings) {
    report.effects_known += finding.effect == Effect::kNotKnown ? 0 : 1;
    report.changed_root += finding.effect == Effect::kRoot ? 1 : 0;
    report.may_have_changed_root += finding.effect == Effect::kPossible ? 1 : 0;
  }
  report.groups = groups_of(report.findings);
  if (report.findings.size() > most) report.findings.resize(most);
  if (report.groups.size() > most) report.groups.resize(most);
}

}  // namespace plytrace::verify
