// SPDX-License-Identifier: MIT
#include "viewer/verify/game/pv_rules.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "viewer/format/numbers.h"
#include "viewer/meaning/claim.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::verify {
namespace {

// Plays the line. False, after a finding, where a move of it is not legal.
bool play_line(const SearchRow& search, std::int64_t root, Ledger& ledger, AnyGame& game) {
  for (std::size_t i = 0; i < search.pv.size(); ++i) {
    const std::string& text = search.pv[i];
    if (const auto code = move_here(game, text)) {
      game.play(*code);
      continue;
    }
    // Some engines end a line with a placeholder that stands for no move.
    const bool is_no_move = text.empty() || text == "0000" || text == "(none)";
    if (is_no_move && i + 1 == search.pv.size()) return true;
    const auto read = game.read_move(text);
    ledger.blame(Rule::kPvLegal, root, [&] {
      const bool is_over = game.is_finished() && game.winner() != kNobody;
      return Words{
          fmt::format("move {} of the principal variation, {}, is not legal: {}", i + 1, text,
                      is_over ? "the game is over before it"
                      : read  ? game.why_illegal(*read)
                              : "it is not a move of the game"),
          "a legal move", text};
    });
    return false;
  }
  return true;
}

// A mate that the value announces: the line must end in it, after as many plies.
void check_mate(const SearchRow& search, std::int64_t root, const Facts& facts, Ledger& ledger,
                const AnyGame& end, std::optional<Score> mate_base) {
  if (!facts.mate_score || std::abs(*search.value) < *facts.mate_score) return;
  const auto length = static_cast<std::int64_t>(search.pv.size());
  const bool is_mate = end.is_finished() && end.winner() != kNobody;
  const auto plies =
      mate_base && *mate_base >= std::abs(*search.value)
          ? std::optional(static_cast<std::int64_t>(*mate_base - std::abs(*search.value)))
          : std::nullopt;
  if (is_mate && (!plies || *plies == length)) return;
  ledger.warn(Rule::kWarnPvMate, root, [&] {
    const std::string claim = !plies        ? std::string("a mate")
                              : *plies == 1 ? std::string("mate in 1 ply")
                                            : fmt::format("mate in {} plies", *plies);
    return fmt::format("the value {} is {}, but the principal variation has {} and {}",
                       score_text(*search.value), claim, text::count(length, "move"),
                       is_mate ? "ends in mate" : "does not end in mate");
  });
}

Interval claimed_by(const NodeRow& node, const Facts& facts) {
  if (!node.value || node.credited) return {};
  std::optional<Window> window;
  if (node.alpha && node.beta) window = Window{*node.alpha, *node.beta};
  const auto bound = claimed_bound(node, window, facts.may_clamp_leaves());
  return claimed_interval(*node.value, bound.value_or(Bound::kExact), facts.range);
}

// The last search of that move that counts.
std::optional<NodeRow> child_by(const TraceReader& reader, const NodeRow& node, AnyGame& game,
                                MoveCode move) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    const bool counts = child.move && child.counts();
    if (counts && move_here(game, reader.move_text(child.move)) == move) found = child;
    return true;
  });
  return found;
}

// Along the recorded tree: no node of the line may contradict the value.
void check_value(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                 Ledger& ledger, const NodeRow& root) {
  const auto game = game_of(search);
  std::optional<NodeRow> node = root;
  for (std::size_t i = 0; game && node && i < search.pv.size(); ++i) {
    const auto code = move_here(*game, search.pv[i]);
    if (!code) return;
    node = child_by(reader, *node, *game, *code);
    game->play(*code);
    if (!node) return;
    const Interval claim = claimed_by(*node, facts);
    if (*search.value >= claim.lower && *search.value <= claim.upper) continue;
    ledger.warn(Rule::kWarnPvValue, node->id, [&] {
      return fmt::format(
          "the principal variation leads here by its move {}, {}, but the node is worth {}, and "
          "the search {}",
          i + 1, search.pv[i], interval_text(claim), score_text(*search.value));
    });
    return;
  }
}

}  // namespace

void check_pv(const TraceReader& reader, const SearchRow& search, const Facts& facts,
              Ledger& ledger, const NodeRow* root, std::optional<Score> mate_base) {
  if (search.pv.empty() || facts.demands.game_positions) return;
  const auto game = game_of(search);
  if (!game) return;
  const std::int64_t node = root == nullptr ? 0 : root->id;
  ledger.count(Check::kReplay);
  if (!play_line(search, node, ledger, *game) || !search.value) return;
  check_mate(search, node, facts, ledger, *game, mate_base);
  if (root != nullptr && !root->move) check_value(reader, search, facts, ledger, *root);
}

}  // namespace plytrace::verify
