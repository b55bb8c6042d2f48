// SPDX-License-Identifier: MIT
//
// Lies that an engine may tell about its search: one column of one row says what is not so, near
// the place where the search went wrong. And an independent minimax of what was reported: what the
// rows of a trace prove by themselves, where they are taken at their word and no assumption is
// made. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tests/viewer/verify/foreign/families.h"

namespace plytrace::test::foreign {

enum class Lie : std::uint8_t {
  kLeafKind,
  kNodeKind,
  kPassDepth,
  kRootDepth,
  kNodeDepth,
  kCompletedDepth,
  kSearchValue,
  kSearchBounds,
  kPurpose,
  kPhase,
  kRole,
  kSide,
  kWindow,
  kRootWindow,
  kNodeValue,
  kNodeBound,
  kScore,
  kCredited,
  kBest,
  kLegal,
  kMove,
  kNodeKey,
  kUpdateWindow,
  kUpdateCause,
  kUpdateChild,
  kCutoffKind,
  kCutoffCause,
  kCutoffChild,
  kCutoffValue,
  kCutoffWindow,
  kSkipped,
  kStoreDepth,
  kStoreBound,
  kStoreValue,
  kStoreRaw,
  kStoreKey,
  kAskedDepth,
  kStoredDepth,
  kEntryBound,
  kEntryValue,
  kEntryRaw,
  kEntryKey,
  kAskedKey,
  kStoredBy,
  kUsed,
  kUniform,
  kFail,
  kExactWindows,
  kScoreRange,
  kCount
};

struct LieInfo {
  Lie lie;
  std::string_view name;  // the column that lies
  // Kinds of assumption that may carry what the lie hides; separated by blanks.
  std::string_view carried_by;
};
std::span<const LieInfo> all_lies();

// Tells the lie once, at `near` or around it (0: anywhere). False: there was no row to tell it in.
bool tell(Random& random, Lie lie, Searched& run, std::int64_t near);

// What the search claims of its root: value, where it claims no bounds.
struct Claim {
  MaybeScore lower, upper;
};
Claim claim_of(const Trace& trace);

// Whether the rows, taken at their word, prove the claim.
bool is_told(const Trace& trace, const Claim& claim);

}  // namespace plytrace::test::foreign
