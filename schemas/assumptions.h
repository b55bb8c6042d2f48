// SPDX-License-Identifier: MIT
//
// What a claim can rest on besides the leaf scores and the tree below it. `verify` counts these
// assumptions by kind, `compare` leaves out claims that rest on one, and certificates mark what
// they assume. The words are part of the outputs. Thread rule: pure functions.
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
  kKeySide,
  kCount
};

// The word of an assumption ("?" for an undefined number), and its meaning as a sentence without
// the final full stop.
std::string_view word(Assumption assumption);
std::string_view explanation(Assumption assumption);
// The inverse of word(); nullopt for an unknown word.
std::optional<Assumption> assumption(std::string_view word);
// The assumption behind a bound update or a cutoff whose cause no trace can prove.
Assumption assumption_of(Cause cause);

}  // namespace plytrace::format
