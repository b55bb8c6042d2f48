// SPDX-License-Identifier: MIT
//
// Covers all rules of verify with typical bugs of engines, each planted at one place of a random
// search: what detects it, whether the first finding is at that place, and that no false claim is
// verified without an assumption that carries the error. PLYTRACE_FOREIGN_BUG=N and
// PLYTRACE_FOREIGN_SEED=N print one case.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test::foreign {

void PrintTo(const BugInfo& about, std::ostream* out) { *out << about.name; }

namespace {

using verify::Verdict;

// Bugs for which verify has no rule yet. The list should be empty.
const std::vector<Bug> kWaitingBugs{};

bool waits(const BugInfo& about) {
  return std::find(kWaitingBugs.begin(), kWaitingBugs.end(), about.bug) != kWaitingBugs.end();
}

struct Caught {
  int bitten = 0, wrong = 0, refuted = 0, placed = 0, verified = 0, incomplete = 0;
  std::map<std::string, int> by;  // first finding, warnings, assumptions, or "incomplete"
  std::string misplaced;
};

bool names(std::string_view list, const std::string& name) {
  const std::vector<std::string> words = words_of(std::string(list));
  return std::find(words.begin(), words.end(), name) != words.end();
}

// The names of the report's objections to the search.
std::vector<std::string> caught_by(const verify::VerifyReport& report) {
  std::vector<std::string> names = assumptions_of(report);
  if (!report.findings.empty()) {
    names.emplace_back(info(report.findings.front().rule).name);
  }
  for (const verify::Finding& warning : report.warnings) {
    names.emplace_back(info(warning.rule).name);
  }
  if (report.verdict == Verdict::kIncomplete) names.emplace_back("incomplete");
  return names;
}

void judge(const Searched& run, const verify::VerifyReport& report, const BugInfo& about,
           std::uint64_t seed, Caught& caught) {
  const bool is_true = is_claim_true(run);
  ++caught.bitten;
  caught.wrong += is_true ? 0 : 1;
  caught.verified += report.verdict == Verdict::kVerified ? 1 : 0;
  caught.incomplete += report.verdict == Verdict::kIncomplete ? 1 : 0;
  for (const std::string& name : caught_by(report)) {
    if (names(about.caught_by, name)) ++caught.by[name];
  }
  if (report.verdict == Verdict::kRefuted) {
    ++caught.refuted;
    const bool at_place =
        !about.has_place || run.outcome.planted.count(report.findings.front().node) != 0;
    caught.placed += at_place ? 1 : 0;
    if (!at_place && caught.misplaced.empty()) {
      caught.misplaced =
          fmt::format("seed {}, planted at {}: {}", seed, fmt::join(run.outcome.planted, ","),
                      report.findings.front().message);
    }
  }
  if (report.verdict != Verdict::kVerified || is_true) return;
  const std::vector<std::string> kinds = assumptions_of(report);
  const bool carried = std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
    return names(about.carried_by, kind);
  });
  EXPECT_TRUE(carried || names(about.carried_by, "premise") || waits(about))
      << about.name << ", seed " << seed
      << ": a false claim is verified, assumed: " << fmt::format("{}", fmt::join(kinds, " "));
}

// Runs searches with this bug until it took effect `wanted` times. A search that verify would
// refute without the bug does not count.
Caught hunt(const BugInfo& about, std::uint64_t first_seed, int wanted, TraceFile& file) {
  Caught caught;
  for (std::uint64_t seed = first_seed; caught.bitten < wanted && seed < first_seed + 4000;
       ++seed) {
    const Searched run = run_with_bug(seed, about.bug);
    if (run.outcome.planted.empty()) continue;
    Searched sound = run_without_bug(seed, about.bug);
    file.write({sound.trace});
    if (judge_all(file.path()).front().verdict == Verdict::kRefuted) continue;
    file.write({run.trace});
    judge(run, judge_all(file.path()).front(), about, seed, caught);
  }
  return caught;
}

class EngineBugs : public testing::TestWithParam<BugInfo> {};

TEST_P(EngineBugs, AreCaughtAsPromised) {
  const BugInfo& about = GetParam();
  TraceFile file;
  const Caught caught = hunt(about, 1, 12, file);
  std::string by;
  for (const auto& [name, number] : caught.by) by += fmt::format(" {} {}", name, number);
  std::cout << fmt::format("bug | {:<52} | bitten {:>2} | refuted {:>2} | at its node {:>2} |{}\n",
                           about.name, caught.bitten, caught.refuted, caught.placed, by);
  EXPECT_EQ(caught.bitten, 12);
  if (waits(about)) return;
  EXPECT_EQ(caught.by.empty(), about.caught_by.empty()) << "caught by nothing that was promised";
}

INSTANTIATE_TEST_SUITE_P(Suite, EngineBugs, testing::ValuesIn(all_bugs().subspan(1)));

TEST(SlowEngineBugsTogether, AreManyAndBlamedAtTheirNode) {
  int refuted = 0;
  int placed = 0;
  int wrong = 0;
  std::string misplaced;
  TraceFile file;
  for (const BugInfo& about : all_bugs().subspan(1)) {
    if (waits(about)) continue;
    const Caught caught = hunt(about, 100'000, 12, file);
    refuted += caught.refuted;
    placed += caught.placed;
    wrong += caught.wrong;
    if (!caught.misplaced.empty()) {
      misplaced += fmt::format("\n{}: {}", about.name, caught.misplaced);
    }
  }
  std::cout << fmt::format(
      "{} kinds of bug: {} refuted, {} of them first at the planted node; {} "
      "false claims\n",
      all_bugs().size() - 1, refuted, placed, wrong);
  EXPECT_GE(all_bugs().size(), 60U);
  EXPECT_GE(placed * 100, refuted * 99) << misplaced;
}

TEST(EngineBugsTogether, PrintOne) {
  const char* bug = std::getenv("PLYTRACE_FOREIGN_BUG");
  const char* seed = std::getenv("PLYTRACE_FOREIGN_SEED");
  if (bug == nullptr || seed == nullptr) return;
  const auto number = static_cast<std::size_t>(std::strtoul(bug, nullptr, 10));
  const Searched run = run_with_bug(std::strtoull(seed, nullptr, 10), all_bugs()[number].bug);
  TraceFile file;
  file.write({run.trace});
  const auto report = judge_all(file.path()).front();
  std::cout << as_sql({run.trace}) << outline(report) << "\nwarned: " << warned(report)
            << "\nassumed: " << fmt::format("{}", fmt::join(assumptions_of(report), " "))
            << "\ntruth " << run.truth << ", planted at "
            << fmt::format("{}", fmt::join(run.outcome.planted, ",")) << "\n";
}

}  // namespace
}  // namespace plytrace::test::foreign
