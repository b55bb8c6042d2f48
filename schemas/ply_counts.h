// SPDX-License-Identifier: MIT
//
// How a node and a cutoff count in a row of ply_summary (schemas/trace.sql). The recorder and the
// viewer both count by these functions. Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "schemas/rows.h"

namespace plytrace {

// Whether a search of a move without a name, at a node that has searched `moves` moves, searches a
// further one. Searches of a named move count once, whatever their roles.
constexpr bool is_further_unnamed(format::Role role, std::int64_t moves) {
  return moves == 0 || role != format::Role::kReSearch;
}

inline void count_entered(PlySummaryRow& row, format::Role role) {
  ++row.nodes;
  row.re_searches += role == format::Role::kReSearch ? 1 : 0;
}

// Counts `nodes` nodes of that kind that were left. An undefined kind counts as unknown.
inline void count_left(PlySummaryRow& row, std::size_t kind, std::int64_t nodes = 1) {
  constexpr auto kUnknown = static_cast<std::size_t>(format::NodeKind::kUnknown);
  row.*kCountOfKind[kind < kCountOfKind.size() ? kind : kUnknown] += nodes;
}

// Counts an alpha or beta cutoff. `skipped`: 0 or less if no moves were skipped or their number is
// unknown. `moves`: the different moves searched so far (format::searches_move) if a child's value
// cut, else 0. A forward cutoff has no proof and does not end its node, so it does not count here.
inline void count_cutoff(PlySummaryRow& row, format::CutoffKind kind, std::int64_t skipped,
                         std::int64_t moves) {
  if (kind == format::CutoffKind::kForward) return;
  ++(kind == format::CutoffKind::kAlpha ? row.alpha_cutoffs : row.beta_cutoffs);
  row.cut_by_move += moves > 0 ? 1 : 0;
  row.cut_by_first += moves == 1 ? 1 : 0;
  if (skipped <= 0) return;
  ++row.cutoffs_skipping;
  // A hostile trace may contain any number.
  if (__builtin_add_overflow(row.skipped, skipped, &row.skipped)) {
    row.skipped = std::numeric_limits<std::int64_t>::max();
  }
}

}  // namespace plytrace
