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

void Phased::read(ArgumentReader& reader) {
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    const auto weight = [&](std::string_view what, std::int64_t& value, std::string_view unit) {
      value = reader.integer(weight_name(phase, what), -kLargestWeight, kLargestWeight, value,
                             "weight of " + std::string(unit) + " more than the opponent");
    };
    weight("disc", weights_[phase].disc, "a disc");
    weight("stable", weights_[phase].stable, "a disc that can never be flipped");
    weight("mobility", weights_[phase].mobility, "a possible placement");
  }
  // The value 65 disables a phase: no board has 65 discs.
  middle_from_ = reader.integer("middle_from", 0, 65, middle_from_,
                                "discs on the board from which the middle_ weights count");
  end_from_ = reader.integer("end_from", 0, 65, end_from_,
                             "discs on the board from which the end_ weights count");
  scaled_ = reader.choice("stable_scale", {"1", "16/3"}, 0,
                          "factor on the difference of stable discs") == 1;
}

EvaluatorInfo Phased::info() {
  const Arguments none;
  ArgumentReader reader("evaluator phased", none);
  Phased().read(reader);
  return {"phased", "discs, stable discs and mobility, weighted by the phase of the game", true,
          reader.parameters()};
}

Result<Phased> Phased::create(const Othello&, const Arguments& parameters) {
  ArgumentReader reader("evaluator phased", parameters);
  Phased phased;
  phased.read(reader);
  if (Status status = reader.finish(); !status) return status;
  if (phased.middle_from_ > phased.end_from_) {
    return Status::usage("evaluator phased: middle_from=" + std::to_string(phased.middle_from_) +
                         " is later than end_from=" + std::to_string(phased.end_from_) +
                         "; give the phases in order");
  }
  return phased;
}

const Phased::Weights& Phased::weights_for(int discs) const {
  if (discs < middle_from_) return weights_[0];
  return discs < end_from_ ? weights_[1] : weights_[2];
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
  const Weights& weights = weights_for(game.disc_count());
  const std::int64_t plain = weights.disc * discs + weights.mobility * mobility;
  if (!scaled_) return static_cast<Score>(plain + weights.stable * stable);
  // Integers up to a single division, as in all evaluators (games.md section 0).
  return static_cast<Score>(3 * plain + 16 * weights.stable * stable) / 3;
}

Window Phased::score_range() const { return {-kWin - 64, kWin + 64}; }

std::string Phased::parameters_json() const {
  JsonObjectText json;
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    json.add(weight_name(phase, "disc"), weights_[phase].disc);
    json.add(weight_name(phase, "stable"), weights_[phase].stable);
    json.add(weight_name(phase, "mobility"), weights_[phase].mobility);
  }
  json.add("middle_from", middle_from_).add("end_from", end_from_);
  return json.add("stable_scale", std::string_view(scaled_ ? "16/3" : "1")).str();
}

EvaluatorInfo Outcome::info() {
  return {"outcome",
          "the final disc difference, empty squares to the winner; 0 before the end",
          true,
          {}};
}

Result<Outcome> Outcome::create(const Othello&, const Arguments& parameters) {
  if (Status status = ArgumentReader("evaluator outcome", parameters).finish(); !status)
    return status;
  return Outcome{};
}

Score Outcome::operator()(const Othello& game, int player) const {
  if (!game.is_finished()) return 0;
  const int discs = std::popcount(game.discs(player)) - std::popcount(game.discs(1 - player));
  if (discs == 0) return 0;
  const int empty = 64 - game.disc_count();
  return static_cast<Score>(discs > 0 ? discs + empty : discs - empty);
}

}  // namespace plytrace::othello
