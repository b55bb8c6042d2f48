// SPDX-License-Identifier: MIT
//
// Counts over the rows of a scan: per ply the columns of ply_summary; for cutoffs the rank and the
// stage of the cutting move, and what forward pruning skipped.
//
//   rank of a cutoff   how many different moves (move_set.h) had been searched when a child's value
//                      cut, the cutting one included; 1 = the first move cut. Unknown where
//                      children were not recorded
//
// Memory: a row per ply, up to kMostPly. Thread rule: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "schemas/ply_counts.h"
#include "viewer/analysis/stage_counts.h"
#include "viewer/meaning/saturated.h"

namespace plytrace {

// Counts by ply. In a damaged trace plies may be arbitrary: all out-of-range plies share a row.
class PlyRows {
 public:
  PlySummaryRow& at(std::int64_t ply) {
    constexpr std::int64_t kMostPly = 1'000'000;
    if (ply < 0 || ply > kMostPly) {
      if (!deeper_) deeper_.emplace().ply = kMostPly + 1;
      return *deeper_;
    }
    while (static_cast<std::int64_t>(rows_.size()) <= ply) {
      const auto next = static_cast<std::int64_t>(rows_.size());
      rows_.emplace_back().ply = next;
    }
    return rows_[static_cast<std::size_t>(ply)];
  }
  std::vector<PlySummaryRow> take() {
    if (deeper_) rows_.push_back(*deeper_);
    deeper_.reset();
    return std::move(rows_);
  }

 private:
  std::vector<PlySummaryRow> rows_;
  std::optional<PlySummaryRow> deeper_;
};

struct CutCounts {
  static constexpr std::size_t kRanks = 8;                 // the last includes all higher ranks
  static constexpr std::int64_t kMostForwardPlies = 1000;  // the last includes all deeper plies
  struct Forward {
    std::int64_t cutoffs = 0, skipped = 0;
    bool is_known = true;  // every cutoff has its number of skipped moves
  };

  std::array<std::uint64_t, kRanks> cut_ranks{};
  std::uint64_t ranked_cutoffs = 0, rank_sum = 0;
  // Ranked cutoffs that left a move unsearched, and those of them by the first move.
  std::uint64_t skipping_by_move = 0, skipping_by_first = 0;
  std::uint64_t forward_cutoffs = 0;        // moves dropped without a proof
  std::map<std::int64_t, Forward> forward;  // by ply
  NameCounts stages, extensions;

  // The state of a node's search when it was cut: how many different moves had been searched, and
  // the stage of the last one.
  struct Searched {
    std::int64_t moves = 0;
    std::optional<std::size_t> stage;
  };

  // Adds a note. Returns the place of its stage, if it names one.
  std::optional<std::size_t> add(const NoteRow& note) {
    if (note.name == "extension") ++extensions.at(extensions.place_of(note.value)).nodes;
    if (note.name != "stage") return std::nullopt;
    const std::size_t stage = stages.place_of(note.value);
    ++stages.at(stage).nodes;
    return stage;
  }

  // Adds a cutoff of a node at `ply`; `row` has the counts of the ply. Stand pat, null moves and
  // table cutoffs say nothing about move ordering and get no rank.
  void add(const CutoffRow& cutoff, std::int64_t ply, const Searched& searched,
           PlySummaryRow& row) {
    const std::int64_t moves = searched.moves;
    const std::int64_t skipped = cutoff.skipped.value_or(0);
    if (cutoff.kind == format::CutoffKind::kForward) {
      Forward& of_ply = forward[std::min(ply, kMostForwardPlies)];
      ++of_ply.cutoffs;
      of_ply.is_known = of_ply.is_known && cutoff.skipped;
      ++forward_cutoffs;
      of_ply.skipped = saturated_sum(of_ply.skipped, skipped);
      return;
    }
    const bool is_ranked = cutoff.cause == format::Cause::kChild && moves >= 1;
    count_cutoff(row, cutoff.kind, skipped, is_ranked ? moves : 0);
    if (!is_ranked) return;
    if (searched.stage) ++stages.at(*searched.stage).cutoffs;
    const auto rank = static_cast<std::size_t>(moves);
    ++cut_ranks[std::min(rank, kRanks) - 1];
    ++ranked_cutoffs;
    if (skipped > 0) {
      ++skipping_by_move;
      skipping_by_first += moves == 1 ? 1 : 0;
    }
    rank_sum += rank;
  }
};

}  // namespace plytrace
