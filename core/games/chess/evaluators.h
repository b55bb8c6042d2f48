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
  Score operator()(const Chess& game, int player) const {
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

// Source of the numbers: PeSTO's evaluation function by Ronald Friederich (2018), as published on
// https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function.
class Pesto {
 public:
  static EvaluatorInfo info();
  static Result<Pesto> create(const Chess& game, const Arguments& parameters);

  Score operator()(const Chess& game, int player) const;
  Window score_range() const { return endings_.score_range(); }
  Score mate_threshold() const { return endings_.mate_threshold(); }
  std::string parameters_json() const { return endings_.parameters_json(); }

 private:
  explicit Pesto(Endings endings) : endings_(endings) {}
  Endings endings_;
};

class Material {
 public:
  static EvaluatorInfo info();
  static Result<Material> create(const Chess& game, const Arguments& parameters);

  Score operator()(const Chess& game, int player) const;
  Window score_range() const { return endings_.score_range(); }
  Score mate_threshold() const { return endings_.mate_threshold(); }
  std::string parameters_json() const { return endings_.parameters_json(); }

 private:
  explicit Material(Endings endings) : endings_(endings) {}
  Endings endings_;
};

class Outcome {
 public:
  static EvaluatorInfo info();
  static Result<Outcome> create(const Chess& game, const Arguments& parameters);

  Score operator()(const Chess& game, int player) const {
    return game.is_finished() ? endings_(game, player) : 0;
  }
  Window score_range() const { return endings_.score_range(); }
  Score mate_threshold() const { return endings_.mate_threshold(); }
  std::string parameters_json() const { return endings_.parameters_json(); }

 private:
  explicit Outcome(Endings endings) : endings_(endings) {}
  Endings endings_;
};

static_assert(MateEvaluator<Pesto, Chess> && MateEvaluator<Material, Chess> &&
              MateEvaluator<Outcome, Chess>);

}  // namespace plytrace::chess
