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

#include "core/games/connectk/connectk.h"
#include "core/games/early_wins.h"
#include "core/games/evaluator_of.h"

namespace plytrace::connectk {

struct WaysParameters {
  std::int64_t base = 10;
  EarlyWins early_wins;

  void read(ArgumentReader& reader);
};

struct DangerParameters {
  std::int64_t good = 50, danger = 100, block = 11, full = 6, threshold = 30;
  EarlyWins early_wins;

  void read(ArgumentReader& reader);
};

inline Score finished(const EarlyWins& early_wins, const ConnectK& game, int player) {
  return early_wins.score(game.winner(), player, game.cells() - game.stones());
}

// Counts the windows that are still open to one side; a window with i pieces counts base^(i-1). The
// value is own minus opponent's sum.
class Ways : public EvaluatorOf<Ways, ConnectK, WaysParameters> {
 public:
  static constexpr AboutEvaluator kAbout{
      "ways", "windows still open to each side, weighed by their pieces"};
  Ways(const ConnectK& game, const WaysParameters& parameters);

  Score operator()(const ConnectK& game, int player) const {
    if (game.is_finished()) return finished(parameters_.early_wins, game, player);
    std::int64_t sum = 0;
    for (int i = 1; i < connect_; ++i) {
      const int difference = game.windows_with(player, i, 0) - game.windows_with(player, 0, i);
      sum += difference * weights_[static_cast<std::size_t>(i)];
    }
    return static_cast<Score>(sum);
  }
  Window score_range() const { return {-limit_, limit_}; }

 private:
  int connect_;
  Score limit_;
  std::array<std::int64_t, kMaxConnect> weights_{};
};

// The larger of two sums over all windows: goodness (own pieces, blocked windows) or danger. It is
// not antisymmetric.
class Danger : public EvaluatorOf<Danger, ConnectK, DangerParameters> {
 public:
  static constexpr AboutEvaluator kAbout{
      "danger", "the larger of goodness and danger over all windows", false};
  Danger(const ConnectK& game, const DangerParameters& parameters);

  Score operator()(const ConnectK& game, int player) const;
  Window score_range() const { return {-limit_, limit_}; }

 private:
  int connect_;
  std::int64_t windows_;
  Score limit_;
};

// Runs of each side on the four axes.
class Lines : public EvaluatorOf<Lines, ConnectK, EarlyWins> {
 public:
  static constexpr AboutEvaluator kAbout{
      "lines", "runs of each side on the four axes: mean length and longest"};
  Lines(const ConnectK& game, const EarlyWins& early_wins);

  Score operator()(const ConnectK& game, int player) const;
  Window score_range() const { return {-limit_, limit_}; }

 private:
  Score limit_;
};

// 0 until the game is over; then an earlier win is worth more.
class Outcome : public EvaluatorOf<Outcome, ConnectK> {
 public:
  static constexpr AboutEvaluator kAbout{
      "outcome", "the exact result: 0 until the game is over, an early win is worth more"};
  explicit Outcome(const ConnectK& game, NoParameters = {})
      : EvaluatorOf(game), best_((game.cells() + 2) / 2) {}

  Score operator()(const ConnectK& game, int player) const {
    if (game.winner() == kNobody) return 0;
    const int value = best_ - game.stones_of(game.winner());
    return game.winner() == player ? value : -value;
  }
  Window score_range() const { return {-static_cast<Score>(best_), static_cast<Score>(best_)}; }

 private:
  int best_;  // the value of a win on an empty board
};

static_assert(Evaluator<Ways, ConnectK> && Evaluator<Danger, ConnectK> &&
              Evaluator<Lines, ConnectK> && Evaluator<Outcome, ConnectK>);

}  // namespace plytrace::connectk
