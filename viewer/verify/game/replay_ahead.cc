// SPDX-License-Identifier: MIT
//
// A replay of one subtree apart from the rest of its search, and how the replay of the search goes
// on behind it.
#include <algorithm>
#include <utility>

#include "viewer/verify/game/replay.h"

namespace plytrace::verify {

bool Replay::stand_at(const std::vector<NodeRow>& path) {
  for (std::size_t level = 0; level < path.size(); ++level) {
    begin(level, path[level]);
    if (!follow(level, path[level])) return false;
  }
  return true;
}

bool Replay::can_take_over(std::size_t level, const Replay& ahead) const {
  const auto has_same_board = [](const Level& a, const Level& b) { return a.has_board_of(b); };
  return std::equal(levels_.begin(), levels_.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                    ahead.levels_.begin(), has_same_board) &&
         // The keys of an engine are compared with those of all other nodes.
         ahead.keys_.is_empty() &&
         sums_.nodes_for_claims + ahead.sums_.nodes_for_claims < most_nodes_for_claims();
}

void Replay::take_over(std::size_t level, std::size_t open, Replay& ahead) {
  if (levels_.size() < open) levels_.resize(open);
  const Entered entered = levels_[level];
  for (std::size_t i = level; i < open; ++i) std::swap(levels_[i], ahead.levels_[i]);
  static_cast<Entered&>(levels_[level]) = entered;
  // Counts of the nodes below it began at 0.
  const bool has_findings = ledger_.has_findings();
  const ReplayCounts findings = ledger_.replay_findings();
  for (std::size_t i = level + 1; i < open; ++i) {
    Entered& here = levels_[i];
    here.contradictions_before += sums_.contradictions;
    if (!here.has_findings_before) here.findings_before = {};
    here.has_findings_before = here.has_findings_before || has_findings;
    for (std::size_t k = 0; k < findings.size(); ++k) here.findings_before[k] += findings[k];
  }
  // Its board stands at the innermost open node, and can undo the moves of the whole path.
  std::swap(game_, ahead.game_);
  std::swap(evaluator_, ahead.evaluator_);
  last_entered_ = ahead.last_entered_;
  sums_.add(std::move(ahead.sums_), facts_.mate_score.has_value());
}

void Replay::Sums::add(Sums&& more, bool are_ends_mates) {
  contradictions += more.contradictions;
  nodes_for_claims += more.nodes_for_claims;
  is_mate_base_unclear = is_mate_base_unclear || more.is_mate_base_unclear ||
                         (mate_base && more.mate_base && *mate_base != *more.mate_base);
  mate_base = is_mate_base_unclear ? std::nullopt : mate_base ? mate_base : more.mate_base;
  for (DrawnEnd& end : more.drawn_ends) {
    if (are_ends_mates || drawn_ends.size() < kMostDrawnEnds) drawn_ends.push_back(std::move(end));
  }
  if (more.least_lost) {
    least_lost = std::min(*more.least_lost, least_lost.value_or(*more.least_lost));
  }
  most_at_horizon = std::max(most_at_horizon, more.most_at_horizon);
  for (MissedDraw& missed : more.missed_draws) {
    if (missed_draws.size() < kMostMissedDraws) missed_draws.push_back(std::move(missed));
  }
  missed_draws_total += more.missed_draws_total;
  has_told_draws = has_told_draws || more.has_told_draws;
}

}  // namespace plytrace::verify
