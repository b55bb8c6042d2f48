// SPDX-License-Identifier: MIT
//
// What a claim may rest on besides the leaf scores and the tree below it: `verify` counts these by
// kind, `compare` leaves out claims that rest on one, certificates mark what they assume. The words
// are part of the outputs. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "schemas/trace_format.h"

namespace plytrace::format {

enum class Assumption : std::uint8_t {
  kKnown,
  kUnrecorded,
  kUnknownKind,
  kMoveList,
  kForward,
  kReduced,
  kInstability,
  kNullMove,
  kProbcut,
  kMultiCut,
  kRazoring,
  kFutility,
  kLateMove,
  kSee,
  kHistory,
  kDrawClaim,
  kStatic,
  kMateDistance,
  kOther,
  kCredited,
  kDeeper,
  kAdjusted,
  kTableOrigin,
  kPathDependent,
  kToldDepth,
  kCount
};

// The word ("?" for a number that is none of them), and what it means as a sentence without its
// end.
std::string_view word(Assumption assumption);
std::string_view explanation(Assumption assumption);
// The inverse of word(); none for a word that is none of them.
std::optional<Assumption> assumption(std::string_view word);
// What a bound or a cutoff for a reason that no trace can prove rests on.
Assumption assumption_of(Cause cause);

}  // namespace plytrace::format
