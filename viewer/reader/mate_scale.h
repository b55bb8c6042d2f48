// SPDX-License-Identifier: MIT
//
// Which scores of a search are mates, and in how many moves, from what its options declare:
//
//   mate_score        scores of this size and more are mates
//   mate_base         the value of a mate on the board; each ply to it from the root takes 1 off
//   tablebase_score   scores of this size and more, below mate_score, come from tablebases
//
// plytrace's own searches name the base among the parameters of their evaluator ("mate").
// Thread rule: a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/score.h"
#include "schemas/rows.h"

namespace plytrace {

struct MateScale {
  MateScale() = default;
  explicit MateScale(const SearchRow& search);

  std::optional<Score> threshold, base, tablebase;

  bool is_declared() const { return threshold || tablebase; }
  // "mate in 3", "mated in 2" as seen from a node at this ply, by whoever the score is good for if
  // it is above 0; "mate", "mated" without a base; "tablebase win", "tablebase loss"; else "".
  std::string words(std::optional<Score> score, std::int64_t ply) const;

  bool operator==(const MateScale&) const = default;
};

}  // namespace plytrace
