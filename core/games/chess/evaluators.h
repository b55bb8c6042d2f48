// SPDX-License-Identifier: MIT
//
// The evaluators of chess, all antisymmetric. A finished game is worth what Endings says.
//   pesto     piece values and squares for the middle game and the endgame, mixed by phase
//   material  piece values: pawn 100, knight 320, bishop 330, rook 500, queen 900
//   outcome   finished games alone; 0 before the end
// Thread rule: constant after construction, so any number of threads.
#pragma once

#include <string>

#include "core/games/chess/chess.h"

namespace plytrace::chess {

// The score of a finished game: 0 for a draw; for a checkmate `mate` minus the plies from the root
// of the search, so that the shortest mate is the best. A table must store such a score relative to
// its node.
class Endings {
 public:
  // Reads the parameter `mate`.
  Endings(ArgumentReader& reader, int root_plies)
      : mate_(reader.integer("mate", kLowestMate, 1'000'000'000, 32'000,
                             "score of a checkmate at the root; each ply before it takes 1")),
        root_plies_(root_plies) {}

  // The score of a finished game, from the view of `player`.
  Score finished_score(const Chess& game, int player) const {
    if (game.winner() == kNobody) return 0;
    const auto worth = static_cast<Score>(mate_ - (game.plies_played() - root_plies_));
    return game.winner() == player ? worth : -worth;
  }
  Window score_range() const { return {-static_cast<Score>(mate_), static_cast<Score>(mate_)}; }
  Score mate_threshold() const { return static_cast<Score>(mate_ - kLongestMate); }
  std::string parameters_json() const { return JsonObjectText{}.add("mate", mate_).str(); }

 private:
  // More plies than any search reaches.
  static constexpr std::int64_t kLongestMate = 5'000;
  // All pieces that a side can have are together worth less than 15,000.
  static constexpr std::int64_t kLowestMate = 20'000;

  std::int64_t mate_;
  int root_plies_;
};

// Scores a game that goes on by a Rule, which has a name, a summary and score().
template <class Rule>
class ScoredBy : public Endings {
 public:
  using Endings::Endings;
  static EvaluatorInfo info() {
    const Arguments none;
    ArgumentReader reader("evaluator " + std::string(Rule::kName), none);
    const ScoredBy evaluator(reader, 0);
    return {Rule::kName, Rule::kSummary, true, reader.parameters()};
  }
  static Result<ScoredBy> create(const Chess& game, const Arguments& parameters) {
    ArgumentReader reader("evaluator " + std::string(Rule::kName), parameters);
    const ScoredBy evaluator(reader, game.plies_played());
    if (Status status = reader.finish(); !status) return status;
    return evaluator;
  }

  Score operator()(const Chess& game, int player) const {
    return game.is_finished() ? finished_score(game, player) : Rule::score(game, player);
  }
};

// Source of the numbers: PeSTO's evaluation function by Ronald Friederich (2018), as published on
// https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function.
struct PestoRule {
  static constexpr const char* kName = "pesto";
  static constexpr const char* kSummary =
      "values of pieces and squares, middle game and endgame mixed by phase";
  static Score score(const Chess& game, int player);
};
struct MaterialRule {
  static constexpr const char* kName = "material";
  static constexpr const char* kSummary =
      "pieces: pawn 100, knight 320, bishop 330, rook 500, queen 900";
  static Score score(const Chess& game, int player);
};
struct OutcomeRule {
  static constexpr const char* kName = "outcome";
  static constexpr const char* kSummary =
      "finished games alone: a mate or a draw; 0 before the end";
  static Score score(const Chess&, int) { return 0; }
};
using Pesto = ScoredBy<PestoRule>;
using Material = ScoredBy<MaterialRule>;
using Outcome = ScoredBy<OutcomeRule>;

static_assert(MateEvaluator<Pesto, Chess> && MateEvaluator<Material, Chess> &&
              MateEvaluator<Outcome, Chess>);

}  // namespace plytrace::chess
