// SPDX-License-Identifier: MIT
//
// False statements of an engine about its search: one column of one row is wrong, near the place
// where the search went wrong. Also an independent minimax over the reported rows: what a trace
// proves if every row is believed and nothing is assumed. Thread rule: pure functions.
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
  std::string_view name;  // the false column
  // Kinds of assumption that may carry what the lie hides, separated by blanks.
  std::string_view carried_by;
};
std::span<const LieInfo> all_lies();

// Writes the lie once, at or around `near` (0: anywhere). Returns false if there is no row for it.
bool tell(Random& random, Lie lie, Searched& run, std::int64_t near);

// The search's claim about its root: its value if it claims no bounds.
struct Claim {
  MaybeScore lower, upper;
};
Claim claim_of(const Trace& trace);

// Whether the rows prove the claim if all of them are believed.
bool is_told(const Trace& trace, const Claim& claim);

}  // namespace plytrace::test::foreign
