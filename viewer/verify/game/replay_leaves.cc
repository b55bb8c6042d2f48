// SPDX-License-Identifier: MIT
//
// What replay asks of a leaf: whether it is an end of the game or a draw, and its score.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viewer/format/numbers.h"
#include "viewer/meaning/claim.h"
#include "viewer/verify/game/minimax_value.h"
#include "viewer/verify/game/replay.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;

// Node budgets of the search for one claim without search, and for all claims of a trace.
constexpr std::uint64_t kNodesForAClaim = 20'000;
constexpr std::uint64_t kNodesForClaims = 2'000'000;
// A rules program is asked for each of them.
constexpr std::uint64_t kShareOfAProgram = 100;
// More plies than any finite game has.
constexpr std::int64_t kToTheEnd = 1'000'000;

bool is_near(Score a, Score b) {
  // Other engines may add numbers in another order and round differently.
  return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

void Replay::check_leaf(OpenNode& node) {
  const NodeRow& row = node.row;
  const bool finished = game_->is_finished();
  const bool has_draws = !facts_.demands.game_positions && game_->info().is_zero_a_draw;
  if (row.kind == NodeKind::kHorizon) {
    const Score score = std::abs(row.score.value_or(*row.value));
    sums_.most_at_horizon = std::max(sums_.most_at_horizon, score);
  }
  if (row.kind == NodeKind::kDraw && has_draws) return check_draw(node);
  if (row.kind == NodeKind::kTerminal && !finished) {
    // Some engines report a draw by history as terminal.
    if (has_draws && row.value == 0) return check_draw(node);
    if (!is_end_told()) return;
    return blame(Rule::kGameEnd, row, "it is terminal, but the game goes on", "another kind",
                 "terminal");
  }
  // Other engines may check the depth before the end of the game; the score is compared anyway.
  if (row.kind == NodeKind::kHorizon && finished && facts_.demands.exact_kinds) {
    return blame(Rule::kGameEnd, row, "the game is over here", "terminal", "horizon");
  }
  const bool is_scored = row.kind == NodeKind::kTerminal || row.kind == NodeKind::kHorizon;
  // To the rules that follow it is an end, which proves its score at any depth.
  const bool is_over = finished && !game_->is_drawn_by_history();
  const bool is_told = row.kind == NodeKind::kTerminal;
  if (row.kind == NodeKind::kHorizon && is_over) node.row.kind = NodeKind::kTerminal;
  if (is_told && has_draws) check_end(node);
  if (is_told && !has_draws && !evaluator_ && finished) check_sign(node);
  if (!is_scored || !evaluator_) return;
  const Score own = evaluator_->evaluate(max_player_);
  const Score stored = row.score.value_or(*row.value);
  const auto same = [&](Score a, Score b) {
    return facts_.demands.game_positions ? a == b : is_near(a, b);
  };
  bool fits = same(stored, own);
  // The score before a clamp may not have been recorded.
  if (!fits && !row.score && !facts_.soft && !facts_.captures(kCapScores)) {
    fits = !row.alpha || !row.beta || same(stored, std::min(std::max(own, *row.alpha), *row.beta));
  }
  if (fits) return;
  node.true_score = own;
  blame(Rule::kLeafScore, row,
        fmt::format("its score is {}, the evaluator gives {}", score_text(stored), score_text(own)),
        score_text(own), score_text(stored));
}

// A leaf that claims a draw. Its score is the engine's affair (contempt).
void Replay::check_draw(OpenNode& node) {
  const auto assume = [&](Assumption assumption) {
    ledger_.assume(assumption);
    node.flags |= flag(assumption);
  };
  const NodeRow& row = node.row;
  const auto plies =
      static_cast<int>(std::clamp<std::int64_t>(row.ply - levels_[0].ply, 0, 10'000));
  switch (game_->draw_reason(plies)) {
    case DrawReason::kHistory:
      sums_.has_told_draws = true;
      return;
    case DrawReason::kOver:
      return;
    case DrawReason::kTwofold:
    case DrawReason::kCanRepeat:
      sums_.has_told_draws = true;
      return assume(Assumption::kPathDependent);
    case DrawReason::kUnknown:
      return assume(Assumption::kPathDependent);
    case DrawReason::kMaterial:
      return assume(Assumption::kKnown);
    case DrawReason::kGameOnly:
      return blame(Rule::kDraw, row,
                   "it is a draw for the engine, but its position occurred only once before, in "
                   "the game before the search",
                   "a third occurrence, or a second one inside the search", "a draw");
    case DrawReason::kNone:
      break;
  }
  const bool is_lost = game_->is_finished() && game_->winner() != kNobody;
  blame(Rule::kDraw, row,
        is_lost ? "it is a draw for the engine, but the side to move has lost"
                : "it is a draw for the engine, but no position of its line is repeated, and no "
                  "rule ends the game",
        is_lost ? "a lost game" : "another kind", "a draw");
}

// Judges the score of a leaf where the game is over, of an engine with scores of its own.
void Replay::check_end(const OpenNode& node) {
  const NodeRow& row = node.row;
  if (facts_.range.lower >= 0) return;
  const Score score = row.score.value_or(*row.value);
  const bool is_lost = game_->winner() != kNobody;
  // A clamped leaf that reports only its bound: the score lies on one side of the bound, and
  // the score of a won or lost game may lie on that side of any value.
  if (row.bound && row.bound != format::Bound::kExact && !row.score) {
    const bool is_max = game_->winner() == max_player_;
    const bool may_be_beyond = !is_lost || is_max == (row.bound == format::Bound::kLower);
    if (!may_be_beyond) check_lost_end(node, score);
    return;
  }
  if (is_lost) check_lost_end(node, score);
  const bool is_told = row.score || facts_.soft || facts_.captures(kCapScores);
  const bool may_be_clamped =
      !is_told && row.alpha && row.beta && (score <= *row.alpha || score >= *row.beta);
  if (may_be_clamped) return;
  if (!is_lost) return check_drawn_end(node, score);
  sums_.least_lost = std::min(std::abs(score), sums_.least_lost.value_or(std::abs(score)));
}

// A drawn end may have a score (contempt), but not that of a lost game. What a lost game is worth
// is declared, or known at the end of the search.
void Replay::check_drawn_end(const OpenNode& node, Score score) {
  const bool is_mate = facts_.mate_score && std::abs(score) >= *facts_.mate_score;
  const bool may_be_one = !facts_.mate_score && score != 0;
  if (is_mate || (may_be_one && sums_.drawn_ends.size() < kMostDrawnEnds)) {
    sums_.drawn_ends.push_back({ledger_.pass(), node.row.id, ledger_.name(node.row), score});
  }
}

// No lost end shows what a lost game is worth. A draw may be worth more or less than 0 to an
// engine, but hardly more than what it gives for material.
void Replay::warn_drawn_end(const DrawnEnd& end) {
  constexpr Score kFar = 10;
  const bool is_far =
      sums_.most_at_horizon > 0 && std::abs(end.score) > kFar * sums_.most_at_horizon;
  if (!is_far) return;
  ledger_.enter_pass(end.pass);
  ledger_.warn(Rule::kWarnLeafScore, end.node, [&] {
    return fmt::format(
        "{}: the game is drawn here, but its score {} is far from those of the leaves at the "
        "horizon, which are at most {}; if it is that of a lost game, declare \"mate_score\"",
        end.name, score_text(end.score), score_text(sums_.most_at_horizon));
  });
}

void Replay::report_drawn_ends() {
  for (const DrawnEnd& end : sums_.drawn_ends) {
    if (!facts_.mate_score && (!sums_.least_lost || std::abs(end.score) < *sums_.least_lost)) {
      warn_drawn_end(end);
      continue;
    }
    ledger_.enter_pass(end.pass);
    ledger_.blame(Rule::kLeafScore, end.node, [&] {
      return Words{
          fmt::format("{}: the game is drawn here, but the score {} is that of a lost game",
                      end.name, score_text(end.score)),
          "the score of a draw", score_text(end.score)};
    });
  }
}

// An end of the game that the side to move has lost.
void Replay::check_lost_end(const OpenNode& node, Score score) {
  const NodeRow& row = node.row;
  const bool is_max = game_->winner() == max_player_;
  if (is_max ? score > 0 : score < 0) {
    const Score base = std::abs(score) + static_cast<Score>(row.ply);
    sums_.is_mate_base_unclear =
        sums_.is_mate_base_unclear || (sums_.mate_base && *sums_.mate_base != base);
    sums_.mate_base = sums_.is_mate_base_unclear ? std::nullopt : std::optional(base);
    return;
  }
  // A score that was clamped to the window says nothing.
  if (!row.score && !facts_.soft && (score == row.alpha || score == row.beta)) return;
  blame(Rule::kLeafScore, row,
        fmt::format("{} has lost the game here, but the score is {}", word(side_to_move()),
                    score_text(score)),
        is_max ? "a score above 0" : "a score below 0", score_text(score));
}

// An end of a game whose draws need not be worth 0: a lost game must not have the sign of a won
// one.
void Replay::check_sign(const OpenNode& node) {
  if (facts_.demands.game_positions || game_->winner() == kNobody || facts_.range.lower >= 0)
    return;
  const NodeRow& row = node.row;
  const Score score = row.score.value_or(*row.value);
  const bool is_max = game_->winner() == max_player_;
  if (is_max ? score >= 0 : score <= 0) return;
  const bool is_bound = row.bound && row.bound != format::Bound::kExact && !row.score;
  if (is_bound && is_max == (row.bound == format::Bound::kLower)) return;
  check_lost_end(node, score);
}

// Searched on beyond a draw by history. Whether that is a fault shows at the end: an engine may
// declare that such draws do not count, or report none at all.
void Replay::note_missed_draw(const OpenNode& node) {
  const NodeRow& row = node.row;
  const bool is_judged = node.level > 0 && row.phase == format::Phase::kMain && !row.excluded &&
                         row.counts() && row.role != Role::kHandOver &&
                         !levels_[node.level].is_after_pass;
  if (!is_judged) return;
  ++sums_.missed_draws_total;
  if (sums_.missed_draws.size() < kMostMissedDraws) {
    sums_.missed_draws.push_back({ledger_.pass(), row.id, ledger_.name(row)});
  }
}

std::uint64_t Replay::claim_share() const { return program_ == nullptr ? 1 : kShareOfAProgram; }

std::uint64_t Replay::most_nodes_for_claims() const { return kNodesForClaims / claim_share(); }

// A claim without search (book, tablebase, solved pattern) is checked by a search if the game is
// nearly over.
void Replay::check_known(OpenNode& node) {
  if (!evaluator_ || game_->filters_by_order() ||
      sums_.nodes_for_claims >= most_nodes_for_claims()) {
    return;
  }
  MinimaxValue minimax(*game_, *evaluator_, max_player_, kNodesForAClaim / claim_share(), nullptr);
  const auto right = minimax.of_position(kToTheEnd);
  sums_.nodes_for_claims += minimax.nodes();
  if (!right) return;
  const NodeRow& row = node.row;
  const Score claimed = *row.value;
  std::optional<Window> window;
  if (row.alpha && row.beta) window = Window{*row.alpha, *row.beta};
  const format::Bound bound =
      claimed_bound(row, window, facts_.may_clamp_leaves()).value_or(format::Bound::kExact);
  const bool holds = is_near(claimed, *right) ||
                     (bound == format::Bound::kLower && claimed <= *right) ||
                     (bound == format::Bound::kUpper && claimed >= *right);
  if (holds) return;
  node.true_score = *right;
  blame(Rule::kLeafScore, row,
        fmt::format("it claims {} without a search, the game from here is worth {}",
                    claim_text(claimed, bound), score_text(*right)),
        score_text(*right), score_text(claimed));
}

}  // namespace plytrace::verify
