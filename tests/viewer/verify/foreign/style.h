// SPDX-License-Identifier: MIT
//
// How a test engine searches and what it reports: the options that the foreign suites choose at
// random, and the bugs that they plant. Thread rule: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "schemas/table_keys.h"
#include "tests/viewer/verify/foreign/graph.h"

namespace plytrace::test::foreign {

enum class Driver : std::uint8_t { kFixed, kIterative, kMtdf, kBisection };
enum class Fail : std::uint8_t { kSoft, kHard, kMixed };
enum class TableForm : std::uint8_t { kNone, kOneBound, kTwoBounds };
// How quiescence begins: in the node at the horizon itself, or in a separate node below it.
enum class Quiescence : std::uint8_t { kNone, kInPlace, kHandOver };

struct Style {
  Rules rules;
  GraphOptions graph;
  Driver driver = Driver::kFixed;
  int depth = 3;
  bool deepens = false;  // null-window drivers iterate to the depth, too
  int aspiration = 0;    // half the width of the window around the previous value; 0 = none
  bool limited = false;  // a root window that need not hold the value
  Window root_window;

  Fail fail = Fail::kSoft;
  bool strict_max = false, strict_min = false;  // cuts only beyond the bound, not at it
  bool declares_strict = false;                 // only if both are true
  bool leaf_clamps = false;                     // fail-hard clamps leaves, too

  bool pvs = false;
  bool re_search_from_value = false;  // the re-search has the null window's value as alpha
  bool raises_before_re_search = false;

  TableForm table = TableForm::kNone;
  bool depth_in_key = false, deeper_counts = true, keeps_deeper = false;
  bool narrows = false, stores_leaves = false, two_rows = true;
  bool tells_table_cuts = false;
  bool keeps_table = false;  // the table is kept from search to search of the file
  bool internal_deepening = false;

  Quiescence quiescence = Quiescence::kNone;
  bool depth_goes_on = true;  // depth falls below 0 in quiescence; otherwise it stays 0
  bool quiet_leaf = true;     // a quiescence node without captures is a leaf
  bool lazy = false;          // leaves far outside the window give a bound
  bool known_leaves = false;  // leaves from a tablebase
  bool mate_distance = false, static_bounds = false;

  // Techniques that no trace can prove.
  bool null_move = false, probcut = false, futility = false, razoring = false;
  bool late_moves = false, late_move_value = false, reductions = false;
  bool multi_cut = false, draw_claims = false;

  int node_limit = 0;      // 0 = none
  bool jumps_out = false;  // nodes that are open at the limit are never left

  // Declarations.
  bool declares_fail = true, declares_exact = false, declares_uniform = false,
       declares_range = false;
  bool unnamed = false;  // moves have no names
  bool one_sided = false;
  int stream = 0;
  bool two_threads = false;  // passes alternate between two streams
  bool tells_node_keys = true, tells_table_keys = true, tells_entry_keys = false;
  // If set: keys are hashes, and entries keep only this part of them. With stores_bits, stores
  // report only that part.
  std::optional<format::KeyPart> key_part;
  bool stores_bits = false;
  bool sentinels = false;   // the open window is (-10000, 10000) instead of infinite
  bool other_name = false;  // reports an algorithm that plytrace does not know

  // Whether the claim of a sound search equals minimax, because nothing is used that no trace can
  // prove.
  bool is_lossless() const;
  // Whether verify can reach VERIFIED for a sound, completely recorded search of this style.
  bool is_complete() const { return node_limit == 0; }
};

enum class Bug : std::uint8_t {
  kNone,
  kCutEarly,
  kCutAtFailLow,
  kSearchAfterCut,
  kSkippedMiscounted,
  kCutCitesOther,
  kCutReturnsAlpha,
  kCutReturnsTooMuch,
  kWindowNotNegated,
  kWindowNotSwapped,
  kBetaTooLow,
  kAlphaTooHigh,
  kAlphaNotPassed,
  kAlphaRaisedTooFar,
  kBetaLoweredByChild,
  kNoReSearch,
  kReSearchDropped,
  kReSearchInverted,
  kReSearchNullAgain,
  kReSearchShallow,
  kReducedTrusted,
  kKeepsLast,
  kValueNotNegated,
  kReturnsSecondBest,
  kBoundAsExact,
  kBoundFlipped,
  kHardWrongEnd,
  kLazyAsExact,
  kLosesMove,
  kLosesMoveSilently,
  kMoveTwice,
  kKillerSkipped,
  kDropsWithoutWord,
  kSkipsSearchedMove,
  kHorizonTooEarly,
  kReducesSecretly,
  kStoresFailLowAsExact,
  kStoresExactAlways,
  kStoresFlipped,
  kStoresDeeper,
  kStoresQuiescenceDeeper,
  kStoresBeforeRest,
  kEntryDepthIgnored,
  kEntryOfOtherPosition,
  kEntryBoundIgnored,
  kEntryRaisesWrongEnd,
  kEntryNegated,
  kEntryOfOpenNode,
  kTableMoveOfOther,
  kTwoBoundsMixed,
  kMateNotShifted,
  kMateShiftedTwice,
  kAbortedStored,
  kDrawFromTable,
  kStandPatNotCompared,
  kStandPatWins,
  kStandPatTooHigh,
  kHandOverAfterMoves,
  kHandOverNegated,
  kHandOverWrongWindow,
  kCaptureLost,
  kNullMoveInZugzwang,
  kNullMoveBelowBeta,
  kNullMoveCounts,
  kProbeCounts,
  kMateDistanceWrong,
  kStaticBoundWrong,
  kKnownWrong,
  kLateMoveWrong,
  kCreditedTwice,
  kAspirationAsExact,
  kAbortedPassUsed,
  kAbortedChildUsed,
  kBestOfOlderPass,
  kProbesStopEarly,
  kClaimsOther,
  kClaimsDeeper,
  kPassOfOtherPosition,
  kCount
};

struct BugInfo {
  Bug bug;
  std::string_view name;
  // The findings that detect it, in the words of docs/verify.md: rules of findings or warnings,
  // kinds of assumption (in the headline), or "incomplete"; separated by blanks.
  std::string_view caught_by;
  // Kinds of assumption that may carry a wrong root value.
  std::string_view carried_by;
  void (*prepare)(Style&);  // turns on what the bug needs; null = nothing
  bool has_place = true;    // false: a premise is wrong, so the contradiction may be anywhere
};

std::span<const BugInfo> all_bugs();
const BugInfo& info(Bug bug);

// kAll includes styles that were added later. They are chosen by separate random numbers, so that a
// seed gives the same search as before in everything else.
enum class Styles : std::uint8_t { kFirst, kAll };

// Any sound style. With `lossy` it may use what no trace can prove.
Style random_style(Random& random, bool lossy, Styles styles = Styles::kAll);
// A style in which `bug` can take effect and nothing else has to be assumed.
Style style_for(Random& random, Bug bug);
// Resolves incompatible options, so that the style is sound and its declarations are true.
void settle(Style& style);

}  // namespace plytrace::test::foreign
