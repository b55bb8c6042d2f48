// SPDX-License-Identifier: MIT
//
// Covers verify on false reports: a search with a bug and a false claim reports one more false
// value near the bug. Its claim must not be VERIFIED, except under an assumption that carries it,
// or if the rows, taken as true, prove it (decided by an independent minimax in lies.cc).
// scripts/soundness runs this for long. PLYTRACE_FOREIGN_SEED=N prints what one engine reported.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/viewer/verify/foreign/judge.h"
#include "tests/viewer/verify/foreign/lies.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test::foreign {
namespace {

using verify::Verdict;
using verify::VerifyReport;

struct LieTally {
  std::uint64_t told = 0, refuted = 0, incomplete = 0, assumed = 0, premise = 0, wrong = 0;
};
using LieTallies = std::vector<LieTally>;

bool is_false(const Searched& run) {
  const Claim claim = claim_of(run.trace);
  return (claim.lower && *claim.lower > run.truth) || (claim.upper && *claim.upper < run.truth);
}

bool has_word(std::string_view list, const std::string& word) {
  const std::vector<std::string> words = words_of(std::string(list));
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The problem with the verdict on a false claim; "" if there is none.
std::string problem(const Searched& run, const VerifyReport& report, const BugInfo& bug,
                    const LieInfo& lie, LieTally& tally) {
  ++tally.told;
  tally.refuted += report.verdict == Verdict::kRefuted ? 1U : 0U;
  tally.incomplete += report.verdict == Verdict::kIncomplete ? 1U : 0U;
  if (report.verdict != Verdict::kVerified) return "";
  const std::vector<std::string> kinds = assumptions_of(report);
  // Whatever the lie is, a wrong entry can pass as an entry of unknown origin.
  const bool is_of_table = bug.caught_by.find("table_") != std::string_view::npos ||
                           bug.caught_by.find("store") != std::string_view::npos;
  const bool is_carried = std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
    return has_word(bug.carried_by, kind) || has_word(lie.carried_by, kind) ||
           (is_of_table && has_word("table_origin adjusted reduced deeper", kind));
  });
  const bool is_premise =
      has_word(bug.carried_by, "premise") || is_told(run.trace, claim_of(run.trace));
  tally.assumed += is_carried ? 1U : 0U;
  tally.premise += !is_carried && is_premise ? 1U : 0U;
  if (is_carried || is_premise) return "";
  ++tally.wrong;
  return fmt::format("{}, and lies about {}: the false claim is verified, assumed: [{}]", bug.name,
                     lie.name, fmt::join(kinds, " "));
}

// One search with a bug and a false claim, and one lie; the seed selects the kind of lie.
std::string lie_once(std::uint64_t seed, TraceFile& file, LieTallies& tallies, bool prints) {
  Random random(seed * 1'000'003);
  const auto bugs = all_bugs().subspan(1);
  const BugInfo& bug = bugs[static_cast<std::size_t>(random.below(static_cast<int>(bugs.size())))];
  const LieInfo& lie = all_lies()[seed % all_lies().size()];
  Searched run = run_with_bug(seed, bug.bug);
  // Lies about the claim itself make a true claim false.
  const bool is_of_claim = lie.lie == Lie::kSearchValue || lie.lie == Lie::kSearchBounds ||
                           lie.lie == Lie::kCompletedDepth;
  if (run.outcome.planted.empty() || (!is_false(run) && !is_of_claim)) return "";
  file.write({run.trace});
  const VerifyReport honest = judge_all(file.path()).front();
  const std::int64_t near =
      honest.findings.empty() ? *run.outcome.planted.begin() : honest.findings.front().node;
  if (!tell(random, lie.lie, run, near) || !is_false(run)) return "";
  file.write({run.trace});
  const VerifyReport report = judge_all(file.path()).front();
  if (prints) {
    std::cout << as_sql({run.trace}) << "honest: " << outline(honest)
              << "\nlied: " << outline(report)
              << "\nassumed: " << fmt::format("{}", fmt::join(assumptions_of(report), " "))
              << "\ntruth " << run.truth << "\n";
  }
  const std::string wrong =
      problem(run, report, bug, lie, tallies[static_cast<std::size_t>(lie.lie)]);
  return wrong.empty() ? "" : fmt::format("seed {}: {}", seed, wrong);
}

LieTally run_lies(std::uint64_t first, std::uint64_t wanted) {
  TraceFile file;
  LieTallies tallies(all_lies().size());
  LieTally all;
  int shown = 0;
  const auto sum = [&](auto member) {
    std::uint64_t total = 0;
    for (const LieTally& each : tallies) total += each.*member;
    return total;
  };
  for (std::uint64_t seed = first; sum(&LieTally::told) < wanted && seed < first + 20 * wanted;
       ++seed) {
    const std::string wrong = lie_once(seed, file, tallies, false);
    if (!wrong.empty() && ++shown <= 20) ADD_FAILURE() << wrong;
  }
  for (const LieInfo& lie : all_lies()) {
    const LieTally& its = tallies[static_cast<std::size_t>(lie.lie)];
    std::cout << fmt::format(
        "{:<30} told {:>6}, refuted {:>6}, incomplete {:>5}, assumed {:>5}, premise {:>5}, wrong "
        "{:>3}\n",
        lie.name, its.told, its.refuted, its.incomplete, its.assumed, its.premise, its.wrong);
  }
  all = {sum(&LieTally::told),    sum(&LieTally::refuted), sum(&LieTally::incomplete),
         sum(&LieTally::assumed), sum(&LieTally::premise), sum(&LieTally::wrong)};
  std::cout << fmt::format(
      "{} lying searches: refuted {}, incomplete {}, assumed {}, premise {}, wrong {}\n", all.told,
      all.refuted, all.incomplete, all.assumed, all.premise, all.wrong);
  return all;
}

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(LyingEngines, AreNeverVerified) {
  const LieTally all = run_lies(1, 120);
  EXPECT_EQ(all.told, 120U);
  EXPECT_EQ(all.wrong, 0U);
}

// A reduced move was not noticed below a root without a depth, before the first move that was
// searched to one ply less, or where a re-search as shallow as the search before it decided.
TEST(LyingEngines, HideNoReduction) {
  TraceFile file;
  LieTallies tallies(all_lies().size());
  for (const std::uint64_t seed :
       {std::uint64_t{271127075628}, std::uint64_t{271127342090}, std::uint64_t{271128279779}}) {
    EXPECT_EQ(lie_once(seed, file, tallies, false), "") << seed;
  }
}

// Two searches of a move proved >= 998 and <= 997, and the root returned a bound, -2. It was taken
// for the value, so that the search could claim -2 exactly.
TEST(LyingEngines, TakeNoBoundForTheValueOfUnstableSearches) {
  TraceFile file;
  LieTallies tallies(all_lies().size());
  EXPECT_EQ(lie_once(271160291662, file, tallies, false), "");
}

// A node that reported the wrong side was believed, though another node with its key reported the
// right one.
TEST(LyingEngines, ReportNoOtherSideForAKey) {
  TraceFile file;
  LieTallies tallies(all_lies().size());
  EXPECT_EQ(lie_once(271129763923, file, tallies, false), "");
  EXPECT_EQ(tallies[static_cast<std::size_t>(Lie::kSide)].incomplete, 1U);
}

// An aborted node that reports a value is a leaf of unknown kind, and assumed as such.
TEST(LyingEngines, GiveAnAbortedNodeAValue) {
  TraceFile file;
  LieTallies tallies(all_lies().size());
  EXPECT_EQ(lie_once(271140731547, file, tallies, false), "");
  EXPECT_EQ(tallies[static_cast<std::size_t>(Lie::kNodeValue)].assumed, 1U);
}

TEST(SlowLyingEngines, AreNeverVerified) {
  const std::uint64_t runs = number_from("PLYTRACE_SOUNDNESS_RUNS", 4000);
  const LieTally all = run_lies(number_from("PLYTRACE_SOUNDNESS_SEED", 1) * 1'000'000, runs);
  EXPECT_EQ(all.told, runs);
  EXPECT_EQ(all.wrong, 0U);
}

TEST(LyingEngines, PrintOne) {
  const char* seed = std::getenv("PLYTRACE_FOREIGN_SEED");
  if (seed == nullptr) return;
  TraceFile file;
  LieTallies tallies(all_lies().size());
  std::cout << lie_once(std::strtoull(seed, nullptr, 10), file, tallies, true) << "\n";
}

}  // namespace
}  // namespace plytrace::test::foreign
