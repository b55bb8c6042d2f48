// SPDX-License-Identifier: MIT
//
// Covers the rules of verify by mutation: engines that each have one fault. Every unsound one is
// REFUTED by the right rule at a node where the wrong code ran; every merely wasteful one is
// VERIFIED with the right warning. The engine without the change is VERIFIED without a warning.
// Prints a table of mutants: name, verdict, rule, node, whether the root value is still right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "tests/viewer/verify/mutants/mutant_search.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {

struct Mutant {
  const char* name;
  Mutation mutation;
  Variant variant;
  const char* rules;  // one of these rules, or of these warnings, must detect it
  bool wasteful = false;
};
// At every node, these mutants interfere with their own consequences: only the first finding is
// exact.
constexpr Mutation kSpreading[] = {Mutation::kWindowNotNegated,    Mutation::kWindowNotSwapped,
                                   Mutation::kReSearchInWrongHalf, Mutation::kClaimsFlipped,
                                   Mutation::kScoutTooLow,         Mutation::kAnswerOfWrongSign};

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

namespace {

using verify::Verdict;
using Algorithm = Variant::Algorithm;

Variant plain(int depth = 4) {
  Variant variant;
  variant.depth = depth;
  return variant;
}
Variant unknown(int depth = 4) {
  Variant variant = plain(depth);
  variant.known = false;
  return variant;
}
Variant connect4(int depth = 4) {
  Variant variant = plain(depth);
  variant.game = "connect4";
  return variant;
}
Variant pvs(int depth = 4) {
  Variant variant = connect4(depth);
  variant.algorithm = Algorithm::kPvs;
  return variant;
}
Variant mtdf(int depth = 3) {
  Variant variant = connect4(depth);
  variant.algorithm = Algorithm::kMtdf;
  return variant;
}
Variant hard(int depth = 4) {
  Variant variant = connect4(depth);
  variant.hard = true;
  return variant;
}
Variant table(int depth = 5) {
  Variant variant = plain(depth);
  variant.table = true;
  return variant;
}
Variant table_iterations() {
  Variant variant = table();
  variant.iterative = true;
  return variant;
}
Variant iterations(int depth = 4) {
  Variant variant = connect4(depth);
  variant.iterative = true;
  return variant;
}
Variant aspiration(int depth = 4) {
  Variant variant = iterations(depth);
  variant.aspiration = 1;
  return variant;
}
// The same without declarations about windows and fail mode.
Variant undeclared(Variant variant) {
  variant.declared = false;
  return variant;
}
Variant at_ply(int ply, Variant variant) {
  variant.only_ply = ply;
  return variant;
}
// A game that plytrace does not know.
Variant tree(const std::string& position, int depth) {
  Variant variant = unknown(depth);
  variant.game = "tree";
  variant.position = position;
  return variant;
}
// The last iteration has another best move than the iteration before.
Variant changing_iterations() {
  Variant variant = tree("[[3,[9,1]],[5,[2,8]],[4,[7,6]]]", 3);
  variant.iterative = true;
  return variant;
}
// A tree of three plies with a cut, a raised alpha, a lowered beta and a tie.
const char* const kTree =
    "[[[3,12,8],[2,14],[1,9,11]],[[6,2],[4,7,5],[13,1]],["
    "[9,9],[5,10,3],[8,4]],[[6,3,3],[12,1]]]";

const Mutant kMutants[] = {
    // comparison and cutoff
    {"cuts one point early", Mutation::kCutsOneEarly, connect4(), "cutoff"},
    {"cuts one point early (unknown game)", Mutation::kCutsOneEarly, tree(kTree, 3), "cutoff"},
    {"cuts above alpha instead of at beta", Mutation::kCutsAboveAlpha, connect4(), "cutoff"},
    {"cuts above alpha, deep in the tree", Mutation::kCutsAboveAlpha, at_ply(3, connect4()),
     "cutoff"},
    {"cuts after a child failed low", Mutation::kCutsAfterFailLow, connect4(), "cutoff"},
    {"cuts after a child failed low, deep", Mutation::kCutsAfterFailLow, at_ply(3, connect4()),
     "cutoff"},
    {"names the wrong end of the window", Mutation::kCutsAtWrongEnd, plain(), "cutoff"},
    {"cuts at the second move, whatever it gave", Mutation::kCutsOnFirstMove, at_ply(3, connect4()),
     "cutoff"},
    {"compares with the negated alpha", Mutation::kCutsWithSumOfBounds, connect4(), "cutoff"},
    {"searches on after its cutoff", Mutation::kSearchesAfterCut, plain(), "after_cutoff"},
    {"does not count the moves that it skips", Mutation::kSkippedNotCounted, unknown(), "count"},
    {"names other moves as skipped", Mutation::kSkippedNamedWrongly, plain(), "move_list"},
    // windows
    {"window not negated", Mutation::kWindowNotNegated, connect4(), "window"},
    {"window negated, not swapped", Mutation::kWindowNotSwapped, connect4(), "window"},
    {"window inverted, nothing declared", Mutation::kWindowNotSwapped,
     undeclared(at_ply(2, connect4())), "window_inverted"},
    {"alpha of the child's window one too high", Mutation::kWindowAlphaTooHigh, connect4(),
     "window"},
    {"beta of the child's window one too low", Mutation::kWindowBetaTooLow, connect4(), "window"},
    {"window of a child as on entry", Mutation::kWindowOfEntry, connect4(), "window"},
    {"window of a child as at the root", Mutation::kWindowOfRoot, connect4(), "window"},
    {"null window below alpha", Mutation::kScoutTooLow, pvs(), "window"},
    {"null window above alpha + 1", Mutation::kScoutTooHigh, pvs(), "window"},
    // re-searches
    {"no re-search after a null window", Mutation::kNoReSearch, pvs(), "claim best"},
    {"no re-search, unknown game", Mutation::kNoReSearch,
     [] {
       Variant variant = pvs();
       variant.known = false;
       return variant;
     }(),
     "claim best"},
    {"re-search only far above alpha", Mutation::kReSearchOnlyFarAbove, pvs(), "claim best"},
    {"re-search made and ignored", Mutation::kReSearchIgnored, pvs(5), "value update cutoff claim"},
    {"re-search in the wrong half", Mutation::kReSearchInWrongHalf, pvs(), "window"},
    // bound updates
    {"alpha follows any value, also down", Mutation::kAlphaFollowsAnyValue, connect4(), "update"},
    {"alpha raised one too far", Mutation::kAlphaOneTooHigh, connect4(), "update"},
    {"alpha never raised", Mutation::kAlphaNeverRaised, connect4(), "update"},
    {"a child lowers beta", Mutation::kBetaLoweredByChild, connect4(), "update"},
    {"a child lowers beta, nothing declared", Mutation::kBetaLoweredByChild,
     undeclared(tree(kTree, 3)), "update"},
    // values
    {"value of a child not negated", Mutation::kValueNotNegated, connect4(),
     "value update cutoff missed_cutoff best claim"},
    {"keeps the worst value", Mutation::kKeepsWorst, connect4(), "value"},
    {"keeps the worst value, deep", Mutation::kKeepsWorst, at_ply(3, connect4()), "value"},
    {"keeps the last value", Mutation::kKeepsLast, at_ply(2, connect4()), "value"},
    {"returns alpha, though fail-soft", Mutation::kReturnsAlpha, connect4(), "value"},
    {"returns more than the cut proves", Mutation::kReturnsMoreThanBeta, connect4(), "value"},
    {"fail-hard clamps to the wrong end", Mutation::kHardReturnsWrongEnd, hard(), "value claim"},
    {"a distance shift that is not credited", Mutation::kDistanceNotCredited, at_ply(1, connect4()),
     "value update cutoff missed_cutoff"},
    {"returns the second best", Mutation::kReturnsSecondBest, at_ply(3, connect4()), "value"},
    // what a value means
    {"fail-soft values taken for exact", Mutation::kClaimsExactAlways, connect4(), "claim"},
    {"fail-soft values taken for exact (unknown game)", Mutation::kClaimsExactAlways,
     tree(kTree, 3), "claim"},
    {"exact after a cutoff", Mutation::kClaimsExactAfterCut, connect4(), "claim"},
    {"bound type flipped", Mutation::kClaimsFlipped, connect4(), "claim"},
    {"bound type not mirrored at MIN", Mutation::kClaimsNotMirroredAtMin, connect4(), "claim"},
    {"bounds of the root's children as exact", Mutation::kSoftBoundAsExactAtRoot, unknown(),
     "claim"},
    // best move
    {"takes the later one of equal values", Mutation::kTakesLaterTie, plain(), "best"},
    {"the first move is best (unknown game)", Mutation::kBestIsFirst, tree(kTree, 3), "best"},
    {"the first move is always best", Mutation::kBestIsFirst, connect4(), "best"},
    // moves
    {"the last move is lost", Mutation::kLosesLastMove, unknown(), "count"},
    {"the last move is lost, deep in the tree", Mutation::kLosesLastMove, at_ply(3, plain()),
     "count"},
    {"the last move is lost, and not counted", Mutation::kLosesMoveSilently, at_ply(2, plain()),
     "move_list"},
    {"a move is searched twice, another never", Mutation::kSearchesMoveTwice, at_ply(3, connect4()),
     "move_list"},
    {"the killer makes a move disappear", Mutation::kKillerSkipsMove, unknown(), "count"},
    // leaves and depth
    {"score of a leaf not negated at MIN", Mutation::kLeafSignAtMin, connect4(3), "leaf_score"},
    {"score of the position before", Mutation::kLeafOfParent, connect4(), "leaf_score"},
    {"score rounded", Mutation::kLeafRounded, connect4(), "leaf_score"},
    {"score clamped, though fail-soft", Mutation::kLeafClamped, connect4(), "value"},
    {"game ended too early", Mutation::kEndsTooEarly, at_ply(3, connect4()), "game_end"},
    {"later moves reduced secretly", Mutation::kReducesSecretly, connect4(), "depth"},
    // table
    {"bounds stored as exact", Mutation::kStoresExact, table(), "store"},
    {"bounds stored flipped", Mutation::kStoresFlipped, table(), "store"},
    {"stored with the other sign", Mutation::kStoresNegated, table(), "store"},
    {"stored one ply too deep", Mutation::kStoresDeeper, table(4), "store"},
    {"stored under the key of the position after", Mutation::kStoresUnderChildKey,
     table_iterations(), "table_position"},
    {"depth of an entry not checked", Mutation::kDepthNotChecked, table_iterations(),
     "table_depth"},
    {"too few bits of the hash", Mutation::kKeyCollides, table(5), "table_position key_clash"},
    {"key of an entry not compared (unknown game)", Mutation::kKeyNotCompared,
     [] {
       Variant variant = table(5);
       variant.known = false;
       return variant;
     }(),
     "table_position"},
    {"reads the entry written last", Mutation::kReadsLastWritten, table(), "table_entry"},
    {"bound type of an entry ignored", Mutation::kEntryBoundIgnored, table(), "table_answer"},
    {"an upper bound raises alpha", Mutation::kUpperEntryRaisesAlpha, table(), "update"},
    {"answer of the wrong sign", Mutation::kAnswerOfWrongSign, table(), "table_answer"},
    // aborting
    {"value of an abandoned child used", Mutation::kAbortedChildUsed, connect4(), "aborted_used"},
    {"an abandoned node returns 0", Mutation::kAbortedNodeReturnsZero, connect4(), "value count"},
    {"value of an abandoned pass used", Mutation::kAbortedPassUsed, iterations(), "search_value"},
    // passes
    {"MTD(f) takes a bound beyond the one proven", Mutation::kMtdTakesWrongBound, mtdf(),
     "search_value"},
    {"MTD(f) stops after one probe", Mutation::kMtdStopsAfterOneProbe, mtdf(), "search_value"},
    {"aspiration failed and was not repeated", Mutation::kAspirationNotRepeated, aspiration(),
     "search_value"},
    {"aspiration opens the wrong end", Mutation::kAspirationOpensWrongEnd, aspiration(),
     "search_value"},
    {"aspiration keeps the first value", Mutation::kAspirationKeepsFirstValue, aspiration(),
     "search_value"},
    {"value of the pass before", Mutation::kPassValueOfOlderPass, iterations(), "pass"},
    {"best move of the pass before", Mutation::kBestMoveOfOlderPass, changing_iterations(),
     "search"},
    // wasteful
    {"cuts only strictly above beta", Mutation::kCutsStrictly, undeclared(connect4()),
     "strict_comparison", true},
    {"misses every second cut", Mutation::kMissesCuts, undeclared(connect4()), "missed_cutoff",
     true},
    {"hands down its window on entry", Mutation::kWidensWindow, undeclared(connect4()),
     "wider_window", true},
    {"alpha follows any value, undeclared", Mutation::kWidensAlpha, undeclared(connect4()),
     "update_widens", true},
    {"never updates a bound", Mutation::kNeverUpdates, undeclared(connect4()), "no_bound_updated",
     true},
    {"stores exact values as bounds", Mutation::kStoresWeaker, table(), "store_weaker", true},
    {"returns weaker bounds", Mutation::kReturnsWeaker, undeclared(connect4()), "value_weaker",
     true},
    {"an iteration that failed is given up", Mutation::kPassLost, aspiration(), "pass_lost", true},
    {"never uses its table", Mutation::kTableUnused, table(), "table_unused", true},
    {"forgets the best move", Mutation::kBestNotFirst, iterations(), "best_not_first", true},
};

bool names(const std::string& rules, const verify::Finding& finding) {
  const std::vector<std::string> words = words_of(rules);
  return std::find(words.begin(), words.end(), info(finding.rule).name) != words.end();
}

class Mutants : public testing::TestWithParam<Mutant> {};

TEST_P(Mutants, AreFoundOut) {
  const Mutant& mutant = GetParam();
  const ScratchFolder folder;
  verify::VerifyOptions options;
  options.max_findings = 100'000;

  const MutantResult right = record_mutant(folder / "right.db", mutant.variant, Mutation::kNone);
  const verify::VerifyReport sound = judge(folder / "right.db", options);
  ASSERT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  ASSERT_TRUE(right.bitten.empty());

  const MutantResult wrong = record_mutant(folder / "wrong.db", mutant.variant, mutant.mutation);
  const verify::VerifyReport report = judge(folder / "wrong.db", options);
  ASSERT_FALSE(wrong.bitten.empty()) << "the change makes no difference on this position";

  const std::vector<verify::Finding>& list = mutant.wasteful ? report.warnings : report.findings;
  const verify::Finding* first = nullptr;
  for (const verify::Finding& finding : list) {
    if (first == nullptr && (!mutant.wasteful || names(mutant.rules, finding))) first = &finding;
  }
  std::cout << fmt::format(
      "mutant | {:<48} | {:<8} | {:<17} | node {:>5} | root value {}\n", mutant.name,
      word(report.verdict), first == nullptr ? "-" : info(first->rule).name,
      first == nullptr ? 0 : first->node, right.value == wrong.value ? "right" : "wrong");
  if (mutant.wasteful) {
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_NE(first, nullptr) << warned(report).substr(0, 400);
    EXPECT_EQ(right.value, wrong.value);
    EXPECT_TRUE(
        std::none_of(sound.warnings.begin(), sound.warnings.end(),
                     [&](const verify::Finding& warning) { return names(mutant.rules, warning); }))
        << warned(sound).substr(0, 400);
    return;
  }
  ASSERT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_TRUE(names(mutant.rules, *first)) << first->message;
  ASSERT_TRUE(wrong.bitten.count(first->node) != 0) << first->message;
  const bool spreads = std::find(std::begin(kSpreading), std::end(kSpreading), mutant.mutation) !=
                       std::end(kSpreading);
  for (const verify::Finding& finding : report.findings) {
    if (spreads) break;
    ASSERT_TRUE(wrong.bitten.count(finding.node) != 0) << finding.message;
    ASSERT_TRUE(names(mutant.rules, finding)) << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Suite, Mutants, testing::ValuesIn(kMutants));

TEST(MutantsTogether, AreManyAndHalfOfThemLeaveTheRootValueRight) {
  const ScratchFolder folder;
  int unsound = 0;
  int right = 0;
  for (const Mutant& mutant : kMutants) {
    if (mutant.wasteful) continue;
    ++unsound;
    const auto sound = record_mutant(folder / "right.db", mutant.variant, Mutation::kNone);
    const auto wrong = record_mutant(folder / "wrong.db", mutant.variant, mutant.mutation);
    right += sound.value == wrong.value ? 1 : 0;
  }
  std::cout << fmt::format("{} unsound mutants, {} of them with the right root value\n", unsound,
                           right);
  EXPECT_GE(unsound, 60);
  EXPECT_GE(right * 2, unsound);
}

}  // namespace
}  // namespace plytrace::test
