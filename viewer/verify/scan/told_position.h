// SPDX-License-Identifier: MIT
//
// What the rows of a node report about its position. Several rows may stand for one position: all
// nodes with the same moves from the root of the search (further searches, probes, hand-overs,
// other passes), and nodes with one key. If they report two positions, they prove nothing together.
// Thread rule: plain values.
#pragma once

#include <cstdint>
#include <optional>

#include "schemas/trace_format.h"

namespace plytrace::verify {

struct ToldPosition {
  std::int64_t key = 0;
  std::int64_t legal = -1;  // the number of all its moves; -1 = unknown
  // A bit for each known move: its number modulo 64. A move without a name has none.
  std::uint64_t moves = 0;
  std::optional<format::Side> side;
  bool has_key = false;
  bool has_all_moves = false;  // `moves` contains all of them
  bool is_end = false;         // the game is over, so there is no move
  bool is_illegal = false;     // the last move was illegal, so there is no position
  bool is_draw = false;        // a leaf that is a draw, perhaps by history
  std::optional<Score> score;  // of a leaf at the horizon, or of an end of the game; MAX's view
};

inline std::uint64_t bit_of_move(std::int64_t move) {
  return move > 0 ? std::uint64_t{1} << (static_cast<std::uint64_t>(move) % 64) : 0;
}

enum class Differing : std::uint8_t { kNothing, kSide, kKey, kMoves, kLegality };

inline bool differ_in_moves(const ToldPosition& a, const ToldPosition& b) {
  if (a.legal >= 0 && b.legal >= 0 && a.legal != b.legal) return true;
  return (a.has_all_moves && (b.moves & ~a.moves) != 0) ||
         (b.has_all_moves && (a.moves & ~b.moves) != 0);
}

// The first difference in this order. `is_key_of_more`: one position may have several keys.
inline Differing difference(const ToldPosition& a, const ToldPosition& b, bool is_key_of_more) {
  if (a.is_illegal != b.is_illegal) return Differing::kLegality;
  if (a.side && b.side && a.side != b.side) return Differing::kSide;
  if (a.has_key && b.has_key && a.key != b.key && !is_key_of_more) return Differing::kKey;
  return differ_in_moves(a, b) ? Differing::kMoves : Differing::kNothing;
}

}  // namespace plytrace::verify
