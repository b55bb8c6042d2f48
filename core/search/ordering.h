// SPDX-License-Identifier: MIT
//
// Move ordering on top of the order of generation: the tables of the killer and the history
// heuristic, and stable sorting without allocation. SearchContext chooses the ordering.
// Sources: Akl and Newborn, "The principal continuation and the killer heuristic", ACM 1977;
// Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
// Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/game.h"
#include "core/observer.h"
#include "core/score.h"

namespace plytrace {

// Moves `move` to the front, if it is in the list; the others keep their order.
inline bool move_to_front(std::span<MoveCode> moves, MoveCode move) {
  const auto found = std::find(moves.begin(), moves.end(), move);
  if (found == moves.end()) return false;
  std::rotate(moves.begin(), found, found + 1);
  return true;
}

// The last two different moves that cut at each ply.
class KillerMoves {
 public:
  void on_cut(std::size_t ply, MoveCode move) {
    if (ply >= killers_.size()) killers_.resize(ply + 1, {kNoMove, kNoMove});
    auto& [newest, older] = killers_[ply];
    if (newest == move) return;
    older = newest;
    newest = move;
  }

  void order(std::size_t ply, std::span<MoveCode> moves) const {
    if (ply >= killers_.size()) return;
    const auto& [newest, older] = killers_[ply];
    if (older != kNoMove) move_to_front(moves, older);
    if (newest != kNoMove) move_to_front(moves, newest);
  }

 private:
  std::vector<std::array<MoveCode, 2>> killers_;
};

// How often a move caused a cutoff for a side, weighted by the square of the depth. The table has a
// fixed size; two moves in one place share a count, which affects the order but never the result.
// Clearing the whole table would take a small search as long as its nodes, so parts are made at
// first use.
class HistoryScores {
 public:
  void on_cut(Side side, MoveCode move, int depth) {
    const auto weight = static_cast<std::uint64_t>(depth) * static_cast<std::uint64_t>(depth);
    const std::size_t at = place(side, move);
    std::unique_ptr<Part>& part = parts_[at / kParts];
    if (part == nullptr) part = std::make_unique<Part>();
    (*part)[at % kParts] += weight;
  }

  Score score(Side side, MoveCode move) const {
    const std::size_t at = place(side, move);
    const std::unique_ptr<Part>& part = parts_[at / kParts];
    return part == nullptr ? 0 : static_cast<Score>((*part)[at % kParts]);
  }

 private:
  static constexpr std::size_t kParts = 256;
  using Part = std::array<std::uint64_t, kParts>;

  static std::size_t place(Side side, MoveCode move) {
    const std::uint64_t mixed =
        (static_cast<std::uint64_t>(move) * 2 + static_cast<std::uint64_t>(side)) *
        0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(mixed >> 48U);
  }

  std::array<std::unique_ptr<Part>, kParts> parts_;
};

// Sorts moves by score, highest first; equal scores keep their order. All nodes share one scratch
// list, so that no node allocates once it has grown.
class MoveSorter {
 public:
  template <class ScoreOf>
  void sort(std::span<MoveCode> moves, ScoreOf&& score_of) {
    scratch_.clear();
    for (std::size_t i = 0; i < moves.size(); ++i)
      scratch_.push_back({score_of(moves[i]), i, moves[i]});
    sort_scratch();
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = scratch_[i].move;
  }

 private:
  void sort_scratch();  // in the .cc file, so that it is compiled only once

  struct Scored {
    Score score;
    std::size_t index;
    MoveCode move;
  };
  std::vector<Scored> scratch_;
};

}  // namespace plytrace
