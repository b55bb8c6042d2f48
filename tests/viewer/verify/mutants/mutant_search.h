// SPDX-License-Identifier: MIT
//
// An engine of somebody else, recorded through the Emitter, in which one thing
// can be made wrong. It is a negamax form of alpha-beta, PVS or MTD(f), with a
// table, iterations and aspiration, and is sound with Mutation::kNone. Each
// other mutation is one change of its code, marked in mutant_search.cc at the
// place of the change.
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

// How the engine searches, and what it says of itself.
struct Variant {
  std::string name;
  std::string game = "tictactoe";
  std::string position{};  // "" = the start of the game
  int depth = 4;
  enum class Algorithm { kAlphaBeta, kPvs, kMtdf } algorithm = Algorithm::kAlphaBeta;
  bool hard = false, table = false, iterative = false;
  Score aspiration = 0;  // half a window; 0 = none
  bool declared = true;  // windows exact, and the fail mode
  bool known = true;     // names its game truly, so that the replay can follow
  int only_ply = -1;     // where the change is made; -1 = everywhere
};

struct MutantResult {
  std::optional<Score> value;
  std::string best_move;
  // The nodes at which the change made a difference: where a finding belongs.
  std::set<std::int64_t> bitten;
};

// Fails the running test where the trace cannot be written.
MutantResult record_mutant(const std::string& file, const Variant& variant, Mutation mutation);

}  // namespace plytrace::test
