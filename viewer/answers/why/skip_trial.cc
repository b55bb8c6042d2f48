// SPDX-License-Identifier: MIT
//
// The check search for a skipped move (cut_account.h): searches without pruning the move, the child
// that cut and the child that set the bound, and compares their values.
#include <fmt/format.h>

#include "viewer/answers/why/cut_account.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/verify/game/minimax_value.h"
#include "viewer/verify/game/play_to.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace {
namespace {

using format::CutoffKind;

class Trial {
 public:
  Trial(const TraceReader& reader, const SearchRow& search, const CutAccount& account,
        const std::string& move, const TrialLimits& limits)
      : reader_(reader), search_(search), account_(account), move_(move), limits_(limits) {}

  SkipTrial run() {
    trial_.not_done = search_values();
    if (value_) trial_.nodes = value_->nodes();
    if (trial_.not_done.empty()) judge();
    return std::move(trial_);
  }

 private:
  // Returns "" if it found the move's value, else the reason.
  std::string search_values() {
    // Only in a uniform search does a separate search of the move give the value that it had in the
    // tree.
    if (!search_.uniform) {
      return "the search does not declare that a value depends on position and depth alone";
    }
    if (limits_.max_nodes == 0) return "--no-oracle was given";
    if (!account_.node.depth) return "the remaining depth is not recorded";
    std::string reason;
    game_ = verify::make_search_game(search_, &reason);
    if (!game_ || !game_->evaluator) return reason;
    if (game_->game->filters_by_order()) {
      return "the moves of a node depend on what was tried before it";
    }
    value_.emplace(*game_->game, *game_->evaluator, game_->max_player, limits_.max_nodes,
                   limits_.interrupt);
    // The trial is as deep as the search would have searched the move.
    trial_.depth = *account_.node.depth - 1;
    trial_.value = value_below(account_.node, move_, trial_.depth);
    if (!is_playable_) return "the recorded moves cannot be played";
    if (!trial_.value) {
      return fmt::format("it needs more than {}; raise --oracle-nodes",
                         text::count(limits_.max_nodes, "node"));
    }
    trial_.cut_child = value_of(account_.node, account_.child);
    if (account_.origin)
      trial_.deciding_child = value_of(account_.origin->node, account_.origin->child);
    return "";
  }

  std::optional<Score> value_of(const NodeRow& parent, const std::optional<NodeRow>& child) {
    // A shifted value, or one that does not count, is not a minimax value.
    if (!child || !child->move || !child->depth || !child->counts() || child->credited) {
      return std::nullopt;
    }
    return value_below(parent, reader_.move_text(child->move), *child->depth);
  }

  std::optional<Score> value_below(const NodeRow& node, const std::string& move,
                                   std::int64_t depth) {
    AnyGame& game = *game_->game;
    std::size_t played = 0;
    std::optional<Score> value;
    is_playable_ = verify::play_to(reader_, node, game, &played);
    const auto code = game.parse_move(move);
    is_playable_ = is_playable_ && code && !game.is_finished() && game.is_legal(*code);
    if (is_playable_) {
      game.play(*code);
      value = value_->of_position(depth);
      game.undo();
    }
    // Undo the moves played before the one that failed.
    for (; played > 0; --played) game.undo();
    return value;
  }

  void judge() {
    std::string text = fmt::format(
        "an independent search without pruning (depth {}, {}) says that {}: ", trial_.depth,
        text::count(trial_.nodes, "node"),
        "the move " + text::choice_name(reader_, account_.node, move_) + " is worth " +
            text::score(trial_.value));
    text += account_.row.kind == CutoffKind::kForward ? judge_forward() : judge_cut();
    trial_.text = std::move(text);
  }

  // A forward cut has no proof: checks whether the move would have become the best one.
  std::string judge_forward() {
    const NodeRow& node = account_.node;
    if (!node.value || !node.side) return "the node has no value to compare it with";
    const bool is_max = node.side == format::Side::kMax;
    trial_.matters = is_max ? *trial_.value > *node.value : *trial_.value < *node.value;
    return fmt::format(
        "{}: #{} returned {}",
        *trial_.matters ? "it COULD MATTER, the assumption was wrong" : "it did not matter",
        node.id, text::score(node.value));
  }

  // True if the value is on the proven side of the bound.
  bool proves(Score value, Score bound) const {
    return account_.row.kind == CutoffKind::kAlpha ? value <= bound : value >= bound;
  }

  // The bound, replaced by the true value of the child that set it, if that is known.
  std::optional<Score> true_bound() const {
    // A null-window bound is only a test value and not the value of a move.
    const bool is_test = account_.origin && account_.origin->test;
    if (trial_.deciding_child && !is_test) return trial_.deciding_child;
    return account_.row.kind == CutoffKind::kAlpha ? account_.row.alpha : account_.row.beta;
  }

  std::string judge_cut() {
    if (!account_.holds || !account_.row.value) return "the comparison that cut is not recorded";
    const Score claimed = *account_.row.value;
    const Score value = *trial_.value;
    // An additional move of the side that benefits from the cut can only help the cut. If the other
    // side is to move (a table or static cut), the move may refute the claim of the cut.
    const bool helps_the_cut =
        account_.node.side ==
        (account_.row.kind == CutoffKind::kAlpha ? format::Side::kMin : format::Side::kMax);
    if (!*account_.holds) {
      trial_.matters =
          helps_the_cut ? value != claimed && proves(value, claimed) : !proves(value, claimed);
      return fmt::format("{}: nothing proved the cut, and the node returned {}",
                         *trial_.matters ? "it COULD MATTER" : "it would have changed nothing",
                         text::score(account_.node.value));
    }
    if (!helps_the_cut) {
      trial_.matters = !proves(value, claimed);
      return *trial_.matters
                 ? fmt::format("it COULD MATTER: the cut claims {}", claim(claimed))
                 : fmt::format("it could not matter: the cut claims {}", claim(claimed));
    }
    return judge_proven(claimed);
  }

  std::string claim(Score value) const {
    return text::claim(value,
                       account_.row.kind == CutoffKind::kAlpha ? Bound::kUpper : Bound::kLower);
  }

  std::string judge_proven(Score claimed) {
    // Compare the true values if they were found, because a cut may be right by luck.
    const Score has = trial_.cut_child.value_or(claimed);
    const auto bound = true_bound();
    trial_.matters = !bound || !proves(has, *bound);
    const std::string_view mover = text::side(account_.node);
    std::string text = fmt::format(
        "{}: with it or without it {} at #{} has {}",
        *trial_.matters ? "it COULD MATTER, the cut is not proven" : "it could not matter", mover,
        account_.node.id, claim(has));
    if (trial_.cut_child) text += has == claimed ? " (confirmed)" : " (its true value)";
    if (account_.origin && account_.origin->child && !account_.origin->test && bound) {
      text += fmt::format(", {} at #{} has {}", text::side(account_.origin->node),
                          account_.origin->node.id, text::score(bound));
      if (trial_.deciding_child) {
        text += bound == account_.origin->bound ? " (confirmed)" : " (its true value)";
      }
    } else if (bound) {
      text += fmt::format(", the window ends at {}", text::score(bound));
    }
    return text;
  }

  const TraceReader& reader_;
  const SearchRow& search_;
  const CutAccount& account_;
  const std::string& move_;
  TrialLimits limits_;
  SkipTrial trial_;
  std::unique_ptr<verify::SearchGame> game_;
  std::optional<verify::MinimaxValue> value_;
  bool is_playable_ = true;
};

}  // namespace

SkipTrial try_skipped(const TraceReader& reader, const SearchRow& search, const CutAccount& account,
                      const std::string& move, const TrialLimits& limits) {
  return Trial(reader, search, account, move, limits).run();
}

}  // namespace plytrace
