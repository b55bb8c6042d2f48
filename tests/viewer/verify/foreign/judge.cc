// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test::foreign {
namespace {

using verify::Verdict;
using LineTable = EventLine::Table;
using format::Cause;
using format::NodeKind;
using format::Role;
using format::TableUse;

struct Waiting {
  const char* name;
  bool (*fits)(const Searched&);
};
// Families of sound searches that verify still refutes. Remove one when its rule is fixed.
const std::vector<Waiting> kWaiting{};

void count_node(const NodeLine& node, Tally& tally) {
  const auto met = [&](const char* what, bool is) { tally.met[what] += is ? 1U : 0U; };
  met("hand-overs", node.role == Role::kHandOver);
  met("null moves", node.role == Role::kNullMove);
  met("probes", node.role == Role::kProbe);
  met("reduced searches", node.role == Role::kReduced);
  met("re-searches", node.role == Role::kReSearch);
  met("table answers", node.kind == NodeKind::kTable);
  met("draws by history", node.kind == NodeKind::kDraw);
  met("tablebase answers", node.kind == NodeKind::kKnown);
  met("leaves that give a bound", node.kind == NodeKind::kHorizon && !node.score &&
                                      node.bound.value_or(Bound::kExact) != Bound::kExact);
  met("clamped leaves", node.kind == NodeKind::kHorizon && node.score.has_value());
  met("credited values", node.credited.has_value());
  met("empty windows", node.alpha && node.alpha == node.beta);
  met("unnamed moves", node.move == 0);
  met("nodes never left", !node.last);
  met("nodes left without a value", node.last && !node.value);
  met("nodes with unrecorded ones below", node.unrecorded > 0);
}

void count_event(const EventLine& event, Tally& tally) {
  const auto met = [&](const char* what, bool is) { tally.met[what] += is ? 1U : 0U; };
  const bool is_update = event.table == LineTable::kUpdate;
  const bool is_cutoff = event.table == LineTable::kCutoff;
  const bool is_probe = event.table == LineTable::kProbe;
  met("windows narrowed by the table", is_update && event.cause == Cause::kTable);
  met("windows narrowed by a static bound", is_update && event.cause == Cause::kStatic);
  met("windows narrowed by mate distance", is_update && event.cause == Cause::kMateDistance);
  met("windows raised by stand pat", is_update && event.cause == Cause::kStandPat);
  met("cutoffs by a child", is_cutoff && event.cause == Cause::kChild);
  met("cutoffs by stand pat", is_cutoff && event.cause == Cause::kStandPat);
  met("cutoffs by the table", is_cutoff && event.cause == Cause::kTable);
  met("cutoffs by null move", is_cutoff && event.cause == Cause::kNullMove);
  met("cutoffs by probcut", is_cutoff && event.cause == Cause::kProbcut);
  met("cutoffs by multi-cut", is_cutoff && event.cause == Cause::kMultiCut);
  met("bounds by draw claims", event.cause == Cause::kDrawClaim);
  met("entries with a part of their key",
      is_probe && event.entry_key && event.key && event.entry_key != event.key);
  met("cutoffs by static bounds", is_cutoff && event.cause == Cause::kStatic);
  met("cutoffs by mate distance", is_cutoff && event.cause == Cause::kMateDistance);
  met("cutoffs by futility or razoring",
      is_cutoff && (event.cause == Cause::kFutility || event.cause == Cause::kRazoring));
  met("moves dropped", is_cutoff && event.kind == format::CutoffKind::kForward);
  met("entries of a deeper search", is_probe && event.used >= TableUse::kNarrowed && event.depth &&
                                        event.stored_depth > event.depth);
  met("entries with shifted mates", is_probe && event.raw.has_value());
  met("entries of unknown origin", is_probe && !event.stored_by);
}

void count_met(const Searched& run, Tally& tally) {
  for (const NodeLine& node : run.trace.nodes) count_node(node, tally);
  for (const EventLine& event : run.trace.events) count_event(event, tally);
  const Style& style = run.style;
  tally.met["passes"] += run.trace.passes.size();
  for (const PassLine& pass : run.trace.passes) {
    tally.met["stopped passes"] += pass.status == "finished" ? 0U : 1U;
    tally.met["aspiration passes"] += pass.purpose == format::PassPurpose::kAspiration ? 1U : 0U;
    tally.met["null windows of a root"] += pass.purpose == format::PassPurpose::kProbe ? 1U : 0U;
  }
  tally.met["fail hard"] += style.fail == Fail::kHard ? 1U : 0U;
  tally.met["fail hard in places"] += style.fail == Fail::kMixed ? 1U : 0U;
  tally.met["strict comparisons"] += style.strict_max || style.strict_min ? 1U : 0U;
  tally.met["entries with two bounds"] += style.table == TableForm::kTwoBounds ? 1U : 0U;
  tally.met["table keys with the depth in them"] += style.depth_in_key ? 1U : 0U;
  tally.met["declared uniform"] += style.declares_uniform ? 1U : 0U;
  tally.met["declared exact windows"] += run.trace.search.exact_windows ? 1U : 0U;
  tally.met["searches by two threads"] += style.two_threads ? 1U : 0U;
  tally.met["told in part"] += run.complete ? 0U : 1U;
}

// Whether a sound search can differ from minimax for a reason that no row shows.
bool is_hidden(const Searched& run) {
  // The table cut off a path on which the game is drawn by history, and no row shows that the game
  // has such draws.
  const bool tells_draws =
      std::any_of(run.trace.nodes.begin(), run.trace.nodes.end(),
                  [](const NodeLine& node) { return node.kind == NodeKind::kDraw; });
  const bool by_history =
      run.style.rules.draw_after > 0 && run.style.table != TableForm::kNone && !tells_draws;
  // A reduction cancels an extension, so the depths look like those of a plain search.
  const bool by_extension = run.style.rules.extensions && run.style.reductions &&
                            !run.trace.search.captured.contains("roles");
  return by_history || by_extension;
}

}  // namespace

std::vector<verify::VerifyReport> judge_all(const std::string& file) {
  std::vector<verify::VerifyReport> reports;
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  if (!reader) return reports;
  for (const SearchRow& search : reader->searches()) {
    auto report = verify::verify_trace(*reader, search, {});
    EXPECT_TRUE(report.is_ok()) << report.status().message();
    reports.push_back(report ? *report : verify::VerifyReport{});
  }
  return reports;
}

std::vector<std::string> assumptions_of(const verify::VerifyReport& report) {
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    kinds.emplace_back(word(static_cast<verify::Assumption>(i)));
  }
  return kinds;
}

std::vector<std::string> waiting_families() {
  std::vector<std::string> names;
  for (const Waiting& family : kWaiting) names.emplace_back(family.name);
  return names;
}

std::string SoundnessJudge::judge(std::uint64_t seed, int most_searches, Tally& tally,
                                  Styles styles) {
  const std::vector<Searched> runs = sound_runs(seed, most_searches, styles);
  file_.write(traces_of(runs));
  const std::vector<verify::VerifyReport> reports = judge_all(file_.path());
  if (reports.size() != runs.size()) return fmt::format("seed {}: not all were judged", seed);
  std::string wrong;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    count_met(runs[i], tally);
    ++tally.searches;
    tally.nodes += runs[i].trace.nodes.size();
    const std::string problem = this->problem(runs[i], reports[i], tally);
    if (wrong.empty() && !problem.empty()) {
      wrong = fmt::format("foreign file of seed {}, search {}: {}: {}", seed, i + 1, problem,
                          outline(reports[i]).substr(0, 600));
    }
  }
  return wrong;
}

std::string SoundnessJudge::problem(const Searched& run, const verify::VerifyReport& report,
                                    Tally& tally) const {
  const auto warns = [&](verify::Rule rule) {
    return report.warnings_by_rule[static_cast<std::size_t>(rule)] > 0;
  };
  if (warns(verify::Rule::kWarnTableDepth)) return "a sound search is warned of a depth";
  const bool is_true = is_claim_true(run);
  if (!is_true && run.style.is_lossless()) return "the engine of the tests is wrong";
  if (report.verdict == Verdict::kRefuted) {
    const bool waits = std::any_of(kWaiting.begin(), kWaiting.end(),
                                   [&](const Waiting& family) { return family.fits(run); });
    ++(waits ? tally.waiting : tally.refuted);
    return waits ? "" : "a sound search is refuted";
  }
  if (report.verdict == Verdict::kIncomplete) {
    ++tally.incomplete;
    return run.complete ? "a search that tells everything is incomplete" : "";
  }
  ++tally.verified;
  return report.unconditional && !is_true && !is_hidden(run)
             ? "a false claim is verified without assumptions"
             : "";
}

}  // namespace plytrace::test::foreign
