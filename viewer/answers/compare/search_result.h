// SPDX-License-Identifier: MIT
//
// The result of a search with the settings that it was found under, and the one rule of what
// changed from a baseline to a new search. compare --baseline, baseline check and the comparison of
// collections all use it. Thread rule: result_row() as its reader; the rest are pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/answers/compare/comparison.h"

namespace plytrace::answers {

// How far B may differ from A.
struct BaselineLimits {
  double nodes = 0;  // percent
  double value = 0;  // score
};

struct SearchResultRow {
  std::int64_t id = 0;
  // The question of the search. The texts of options are JSON with sorted keys.
  std::string game, game_options, position, algorithm, options, evaluator, depth;
  // Who is to move at the root, the player that MAX stands for, and the moves left out at the root
  // ("none"). "" if not known, which equals all others.
  std::string side, max_player, left_out;
  // The answer; "" for a text that is not known.
  std::string status, best_move, verdict, digest;
  std::optional<std::int64_t> nodes;
  std::optional<Score> value;
  ClaimedRange claim;  // of the value
};

// Reads all but the verdict and the digest. `input` without a pass (ordinal 0) has the values of
// the search only.
SearchResultRow result_row(const CompareInput& input);

struct ResultChange {
  std::string what;  // "nodes", "value", "best_move" or "verdict"
  std::string before, after;
  std::string more = {};  // " (+6.60 %)"

  // "best move c instead of a".
  std::string words() const;
};
struct ResultChanges {
  // Why the two cannot be compared: "depth 5 instead of 4", "the baseline has no value".
  std::vector<std::string> not_comparable;
  std::vector<ResultChange> changes;  // empty if they cannot be compared

  const ResultChange* of(std::string_view what) const;  // nullptr if it is the same
};
ResultChanges changes_of(const SearchResultRow& before, const SearchResultRow& after,
                         const BaselineLimits& limits);

// The reason why a search can be compared with no other one: it was not finished or has no value.
// "" if it can be compared. `name` begins the words: "the baseline".
std::string why_no_result(const SearchResultRow& row, std::string_view name);

// Whether a verdict got worse: refuted is worst, then error, incomplete, verified. REFUTED is also
// worse than an unknown verdict (""), and otherwise an unknown one is not compared.
bool is_worse_verdict(const std::string& before, const std::string& after);

}  // namespace plytrace::answers
