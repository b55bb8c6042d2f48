// SPDX-License-Identifier: MIT
//
// All rules of verify in one table: stable name, check, text, the kinds of event that could explain
// a deviation if they were not captured (the row is then suspect, and the verdict INCOMPLETE
// instead of REFUTED), and the doubts that silence it. The ledger applies the table; the code of a
// rule only reports what it found. Thread rule: constant tables.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schemas/captured.h"
#include "schemas/trace_format.h"
#include "viewer/verify/doubt.h"

namespace plytrace::verify {

enum class Check : std::uint8_t { kStructure, kProof, kReplay, kOracle };
inline constexpr std::array kChecks{Check::kStructure, Check::kProof, Check::kReplay,
                                    Check::kOracle};
inline constexpr int kCheckCount = static_cast<int>(kChecks.size());
std::string_view word(Check check);

using format::CaptureMask;
using enum format::CapturedKind;

enum class Rule : std::uint8_t {
  // structure
  kNesting,
  kEvent,
  kPly,
  kDepth,
  kCode,
  kDeclared,
  kScoreRange,
  kRole,
  kKind,
  kWindow,
  kWindowInverted,
  kUpdate,
  kCutoff,
  kMissedCutoff,
  kAfterCutoff,
  kCount,
  kValue,
  kBest,
  kAbortedUsed,
  kTableDepth,
  kTablePosition,
  kTableEntry,
  kTableAnswer,
  kConvention,
  kPass,
  kSearch,
  kAltered,
  // proof
  kClaim,
  kStore,
  kContradiction,
  kSearchValue,
  // replay
  kSide,
  kPosition,
  kIllegalMove,
  kMoveList,
  kLeafScore,
  kGameEnd,
  kKey,
  kDraw,
  kKeyClash,
  kPvLegal,
  // oracle
  kOracleValue,
  kOracleBest,
  kOracleClaim,
  kOracleSkipped,
  // warnings
  kWarnMissedCutoff,
  kWarnStrictComparison,
  kWarnEmptyWindow,
  kWarnWiderWindow,
  kWarnWidened,
  kWarnStoreWeaker,
  kWarnValueWeaker,
  kWarnPassLost,
  kWarnNoUpdate,
  kWarnTableUnused,
  kWarnBestNotFirst,
  kWarnReducedTrusted,
  kWarnDuplicateMove,
  kWarnUntoldCutoff,
  kWarnUntoldBound,
  kWarnNoCutoff,
  kWarnMateNotShifted,
  kWarnTableDepth,
  kWarnPassDepth,
  kWarnLeafMoves,
  kWarnBestIsBound,
  kWarnNullMoveMate,
  kWarnInfiniteValue,
  kWarnEqualWins,
  kWarnCutUnsearched,
  kWarnStaticEval,
  kWarnSelfReduced,
  kWarnStaticEvalDiffers,
  kWarnLeafScore,
  kWarnDraw,
  kWarnKeyClash,
  kWarnKeySplit,
  kWarnPvValue,
  kWarnPvMate,
  kWarnZugzwang,
  kRuleCount
};

// The rules of the check replay, whose findings may be retracted (Ledger::retract_replay).
inline constexpr std::array kReplayRules{
    Rule::kSide,    Rule::kPosition, Rule::kIllegalMove, Rule::kMoveList, Rule::kLeafScore,
    Rule::kGameEnd, Rule::kKey,      Rule::kDraw,        Rule::kKeyClash, Rule::kPvLegal};

// The doubt that a finding casts on the values of the tree, which decides how the finding is mended
// (report/mended.h).
enum class Mending : std::uint8_t {
  kUnknown,   // the value of the node, or whether it is a move
  kNothing,   // nothing: a pointer is wrong, or a claim about the root, or moves were wasted
  kRow,       // nothing about nodes: the row of a pass or of the search, or the file
  kTree,      // where rows belong: any value may change
  kValue,     // its value, or what it means: what lies below it gives the right one
  kSearched,  // which moves were searched, and in what windows: the claims of its children hold
  kWindow,    // like kSearched, and its parent may have misread its claim
  kMoves,     // its list of moves: some may be missing, or too many
  kNoMove,    // the node is no move of its parent
  kEntry,     // the table entry that it used: the entry says nothing about it
  kStored     // what it stored: nothing is known about the readers of its entry
};

struct RuleInfo {
  Rule rule;
  std::string_view name;
  Check check;
  bool warning;
  // Kinds of event that could explain a deviation: the rule refutes only if all are captured.
  CaptureMask needs;
  std::string_view text;
  // The rule is silent if any of these is in doubt.
  Doubts silent_after = 0;
  Mending mending = Mending::kUnknown;
};

const RuleInfo& info(Rule rule);
// Whether a rule is silent about a node with these doubts.
bool is_silent(Rule rule, Doubts doubts);
std::span<const RuleInfo> all_rules();

// The assumption with that name as a flag; 0 for an unknown word.
std::uint32_t assumption_flag(std::string_view word);

}  // namespace plytrace::verify
