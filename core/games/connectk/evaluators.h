// SPDX-License-Identifier: MIT
//
// The evaluators of Connect-K: `ways` (games.md 2.3), `danger` (2.2), `lines` (2.1 on four axes)
// and `outcome` (2.10). A finished game is worth +kWin, -kWin or 0 (see early_wins.h), except for
// `outcome`. Sums are integers and divided once, so that equal positions give bit-equal scores.
// Thread rule: constant after create().
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/any_game.h"
#include "core/games/connectk/connectk.h"
#include "core/games/early_wins.h"

namespace plytrace::connectk {

inline Score finished(const EarlyWins& early_wins, const ConnectK& game, int player) {
  return early_wins.score(game.winner(), player, game.cells() - game.stones());
}

// Counts the windows that are still open to one side; a window with i pieces counts base^(i-1). The
// value is own minus opponent's sum.
class Ways {
 public:
  static EvaluatorInfo info();
  static Result<Ways> create(const ConnectK& game, const Arguments& parameters);

  Score operator()(const ConnectK& game, int player) const {
    if (game.is_finished()) return finished(early_wins_, game, player);
    std::int64_t sum = 0;
    for (int i = 1; i < connect_; ++i) {
      const int difference = game.windows_with(player, i, 0) - game.windows_with(player, 0, i);
      sum += difference * weights_[static_cast<std::size_t>(i)];
    }
    return static_cast<Score>(sum);
  }
  Window score_range() const { return {-limit_, limit_}; }
  std::string parameters_json() const;

 private:
  int connect_ = 0;
  std::int64_t base_ = 0;
  EarlyWins early_wins_;
  Score limit_ = 0;
  std::array<std::int64_t, kMaxConnect> weights_{};
};

// The larger of two sums over all windows: goodness (own pieces, blocked windows) or danger. It is
// not antisymmetric.
class Danger {
 public:
  static EvaluatorInfo info();
  static Result<Danger> create(const ConnectK& game, const Arguments& parameters);

  Score operator()(const ConnectK& game, int player) const;
  Window score_range() const { return {-limit_, limit_}; }
  std::string parameters_json() const;

 private:
  struct Parameters {
    std::int64_t good = 0, danger = 0, block = 0, full = 0, threshold = 0;
  };
  static Parameters read(ArgumentReader& reader);

  Parameters parameters_;
  int connect_ = 0;
  std::int64_t windows_ = 0;
  EarlyWins early_wins_;
  Score limit_ = 0;
};

// Runs of each side on the four axes.
class Lines {
 public:
  static EvaluatorInfo info();
  static Result<Lines> create(const ConnectK& game, const Arguments& parameters);

  Score operator()(const ConnectK& game, int player) const;
  Window score_range() const { return {-limit_, limit_}; }
  std::string parameters_json() const;

 private:
  EarlyWins early_wins_;
  Score limit_ = 0;
};

// 0 until the game is over; then an earlier win is worth more.
class Outcome {
 public:
  static EvaluatorInfo info();
  static Result<Outcome> create(const ConnectK& game, const Arguments& parameters);

  Score operator()(const ConnectK& game, int player) const {
    if (game.winner() == kNobody) return 0;
    const int value = best_ - game.stones_of(game.winner());
    return game.winner() == player ? value : -value;
  }
  Window score_range() const { return {-static_cast<Score>(best_), static_cast<Score>(best_)}; }
  std::string parameters_json() const { return "{}"; }

 private:
  int best_ = 0;  // the value of a win on an empty board
};

static_assert(Evaluator<Ways, ConnectK> && Evaluator<Danger, ConnectK> &&
              Evaluator<Lines, ConnectK> && Evaluator<Outcome, ConnectK>);

}  // namespace plytrace::connectk
