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
#include "core/games/evaluator_of.h"

namespace plytrace::chess {

struct MateParameter {
  // All pieces that a side can have are together worth less than 15,000.
  static constexpr std::int64_t kLowest = 20'000;
  std::int64_t mate = 32'000;

  void read(ArgumentReader& reader) {
    reader.integer_into(mate, "mate", kLowest, 1'000'000'000,
                        "score of a checkmate at the root; each ply before it takes 1");
  }
};

// Scores a game that goes on by a Rule, which has kAbout and score(). A finished game is worth 0 if
// drawn; a checkmate `mate` minus the plies from the root of the search, so that the shortest mate
// is the best. A table must store such a score relative to its node.
template <class Rule>
class ScoredBy : public EvaluatorOf<ScoredBy<Rule>, Chess, MateParameter> {
 public:
  static constexpr AboutEvaluator kAbout = Rule::kAbout;
  ScoredBy(const Chess& game, const MateParameter& parameter)
      : EvaluatorOf<ScoredBy, Chess, MateParameter>(game, parameter),
        root_plies_(game.plies_played()) {}

  Score operator()(const Chess& game, int player) const {
    return game.is_finished() ? finished_score(game, player) : Rule::score(game, player);
  }
  // The score of a finished game, from the view of `player`.
  Score finished_score(const Chess& game, int player) const {
    if (game.winner() == kNobody) return 0;
    const auto worth = static_cast<Score>(mate() - (game.plies_played() - root_plies_));
    return game.winner() == player ? worth : -worth;
  }
  Window score_range() const { return {-static_cast<Score>(mate()), static_cast<Score>(mate())}; }
  Score mate_threshold() const { return static_cast<Score>(mate() - kLongestMate); }

 private:
  // More plies than any search reaches.
  static constexpr std::int64_t kLongestMate = 5'000;
  std::int64_t mate() const { return this->parameters_.mate; }

  int root_plies_;
};

// Source of the numbers: PeSTO's evaluation function by Ronald Friederich (2018), as published on
// https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function.
struct PestoRule {
  static constexpr AboutEvaluator kAbout{
      "pesto", "values of pieces and squares, middle game and endgame mixed by phase"};
  static Score score(const Chess& game, int player);
};
struct MaterialRule {
  static constexpr AboutEvaluator kAbout{
      "material", "pieces: pawn 100, knight 320, bishop 330, rook 500, queen 900"};
  static Score score(const Chess& game, int player);
};
struct OutcomeRule {
  static constexpr AboutEvaluator kAbout{
      "outcome", "finished games alone: a mate or a draw; 0 before the end"};
  static Score score(const Chess&, int) { return 0; }
};
using Pesto = ScoredBy<PestoRule>;
using Material = ScoredBy<MaterialRule>;
using Outcome = ScoredBy<OutcomeRule>;

static_assert(MateEvaluator<Pesto, Chess> && MateEvaluator<Material, Chess> &&
              MateEvaluator<Outcome, Chess>);

}  // namespace plytrace::chess
