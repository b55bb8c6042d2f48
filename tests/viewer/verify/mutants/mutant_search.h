// SPDX-License-Identifier: MIT
//
// An engine of another author, recorded through the Emitter, in which one thing can be made wrong.
// It is a negamax with alpha-beta, PVS or MTD(f), a table, iterations and aspiration, and is sound
// with Mutation::kNone. Each other mutation is one change of its code, marked at its place in
// mutant_search.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "core/score.h"

namespace plytrace::test {

enum class Mutation {
  kNone,
  // comparison and cutoff
  kCutsOneEarly,
  kCutsAboveAlpha,
  kCutsAfterFailLow,
  kCutsAtWrongEnd,
  kCutsOnFirstMove,
  kCutsWithSumOfBounds,
  kSearchesAfterCut,
  kSkippedNotCounted,
  kSkippedNamedWrongly,
  // windows
  kWindowNotNegated,
  kWindowNotSwapped,
  kWindowAlphaTooHigh,
  kWindowBetaTooLow,
  kWindowOfEntry,
  kWindowOfRoot,
  kScoutTooLow,
  kScoutTooHigh,
  // re-searches
  kNoReSearch,
  kReSearchOnlyFarAbove,
  kReSearchIgnored,
  kReSearchInWrongHalf,
  // bound updates
  kAlphaFollowsAnyValue,
  kAlphaOneTooHigh,
  kAlphaNeverRaised,
  kBetaLoweredByChild,
  // values
  kValueNotNegated,
  kKeepsWorst,
  kKeepsLast,
  kReturnsAlpha,
  kReturnsMoreThanBeta,
  kHardReturnsWrongEnd,
  kDistanceNotCredited,
  kReturnsSecondBest,
  // what a value means
  kClaimsExactAlways,
  kClaimsExactAfterCut,
  kClaimsFlipped,
  kClaimsNotMirroredAtMin,
  kSoftBoundAsExactAtRoot,
  // best move
  kTakesLaterTie,
  kBestIsFirst,
  // moves
  kLosesLastMove,
  kLosesMoveSilently,
  kSearchesMoveTwice,
  kKillerSkipsMove,
  // leaves and depth
  kLeafSignAtMin,
  kLeafOfParent,
  kLeafRounded,
  kLeafClamped,
  kEndsTooEarly,
  kReducesSecretly,
  // table
  kStoresExact,
  kStoresFlipped,
  kStoresNegated,
  kStoresDeeper,
  kStoresUnderChildKey,
  kDepthNotChecked,
  kKeyCollides,
  kKeyNotCompared,
  kReadsLastWritten,
  kEntryBoundIgnored,
  kUpperEntryRaisesAlpha,
  kAnswerOfWrongSign,
  // aborting
  kAbortedChildUsed,
  kAbortedNodeReturnsZero,
  kAbortedPassUsed,
  // passes
  kMtdTakesWrongBound,
  kMtdStopsAfterOneProbe,
  kAspirationNotRepeated,
  kAspirationOpensWrongEnd,
  kAspirationKeepsFirstValue,
  kPassValueOfOlderPass,
  kBestMoveOfOlderPass,
  // wasteful, and sound
  kCutsStrictly,
  kMissesCuts,
  kWidensWindow,
  kWidensAlpha,
  kNeverUpdates,
  kStoresWeaker,
  kReturnsWeaker,
  kPassLost,
  kTableUnused,
  kBestNotFirst
};

// How the engine searches, and what it declares.
struct Variant {
  std::string name;
  std::string game = "tictactoe";
  std::string position{};  // "" = the start of the game
  int depth = 4;
  enum class Algorithm { kAlphaBeta, kPvs, kMtdf } algorithm = Algorithm::kAlphaBeta;
  bool hard = false, table = false, iterative = false;
  Score aspiration = 0;  // half width of the window; 0 = none
  bool declared = true;  // declares exact windows and the fail mode
  bool known = true;     // reports its game, so that verify can replay the moves
  int only_ply = -1;     // the ply at which the change is made; -1 = everywhere
};

struct MutantResult {
  std::optional<Score> value;
  std::string best_move;
  // The nodes at which the change made a difference, to which findings should point.
  std::set<std::int64_t> bitten;
};

// Records the search; fails the running test if the trace cannot be written.
MutantResult record_mutant(const std::string& file, const Variant& variant, Mutation mutation);

}  // namespace plytrace::test
