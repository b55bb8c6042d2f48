// SPDX-License-Identifier: MIT
#include "core/games/othello/evaluators.h"

namespace plytrace::othello {
namespace {

constexpr std::array<std::string_view, 3> kPhases{"opening", "middle", "end"};
// Keeps every sum far below kWin, so that no heuristic value looks like a finished game.
constexpr std::int64_t kLargestWeight = 100'000;

std::int64_t difference(Bitboard own, Bitboard opponent) {
  return std::popcount(own) - std::popcount(opponent);
}

std::string weight_name(std::size_t phase, std::string_view what) {
  return std::string(kPhases[phase]) + "_" + std::string(what);
}

}  // namespace

void PhasedParameters::read(ArgumentReader& reader) {
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    const auto weight = [&](std::string_view what, std::int64_t& value, std::string_view unit) {
      reader.integer_into(value, weight_name(phase, what), -kLargestWeight, kLargestWeight,
                          "weight of " + std::string(unit) + " more than the opponent");
    };
    weight("disc", weights[phase].disc, "a disc");
    weight("stable", weights[phase].stable, "a disc that can never be flipped");
    weight("mobility", weights[phase].mobility, "a possible placement");
  }
  // The value 65 disables a phase: no board has 65 discs.
  reader.integer_into(middle_from, "middle_from", 0, 65,
                      "discs on the board from which the middle_ weights count");
  reader.integer_into(end_from, "end_from", 0, 65,
                      "discs on the board from which the end_ weights count");
  reader.choice_into(scaled, "stable_scale", {"1", "16/3"},
                     "factor on the difference of stable discs");
  if (middle_from <= end_from) return;
  reader.fail(Status::usage("evaluator phased: middle_from=" + std::to_string(middle_from) +
                            " is later than end_from=" + std::to_string(end_from) +
                            "; give the phases in order"));
}

const PhasedParameters::Weights& PhasedParameters::weights_for(int discs) const {
  if (discs < middle_from) return weights[0];
  return discs < end_from ? weights[1] : weights[2];
}

Score Phased::operator()(const Othello& game, int player) const {
  const Bitboard own = game.discs(player);
  const Bitboard opponent = game.discs(1 - player);
  const std::int64_t discs = difference(own, opponent);
  if (game.is_finished()) {
    // Among wins, one with more discs is worth more.
    return finished_score(game.winner(), player) + static_cast<Score>(discs);
  }
  // Computed once for both sides: whether a line is full does not depend on colours.
  const SafeSquares safe = safe_squares(own | opponent);
  const std::int64_t stable = difference(stable_discs(own, safe), stable_discs(opponent, safe));
  const std::int64_t mobility =
      difference(game.placements_of(player), game.placements_of(1 - player));
  const auto& weights = parameters_.weights_for(game.disc_count());
  const std::int64_t plain = weights.disc * discs + weights.mobility * mobility;
  if (!parameters_.scaled) return static_cast<Score>(plain + weights.stable * stable);
  // Integers up to a single division, as in all evaluators (games.md section 0).
  return static_cast<Score>(3 * plain + 16 * weights.stable * stable) / 3;
}

Score Outcome::operator()(const Othello& game, int player) const {
  if (!game.is_finished()) return 0;
  const int discs = std::popcount(game.discs(player)) - std::popcount(game.discs(1 - player));
  if (discs == 0) return 0;
  const int empty = 64 - game.disc_count();
  return static_cast<Score>(discs > 0 ? discs + empty : discs - empty);
}

}  // namespace plytrace::othello
