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
bool play_line(const ReportedLine& line, std::int64_t root, Ledger& ledger, AnyGame& game) {
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const std::string& text = line.moves[i];
    if (const auto code = move_here(game, text)) {
      game.play(*code);
      continue;
    }
    // Some engines end a line with a placeholder that stands for no move.
    const bool is_no_move = text.empty() || text == "0000" || text == "(none)";
    if (is_no_move && i + 1 == line.moves.size()) return true;
    const auto read = game.read_move(text);
    ledger.blame(Rule::kPvLegal, root, [&] {
      const bool is_over = game.is_finished() && game.winner() != kNobody;
      return Words{fmt::format("move {} of {}, {}, is not legal: {}", i + 1, line.name, text,
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
void check_mate(const ReportedLine& line, std::int64_t root, const Facts& facts, Ledger& ledger,
                const AnyGame& end, std::optional<Score> mate_base) {
  const Score value = std::abs(*line.value);
  if (line.is_bound || !facts.mate_score || value < *facts.mate_score) return;
  const auto length = static_cast<std::int64_t>(line.moves.size());
  const bool is_mate = end.is_finished() && end.winner() != kNobody;
  const auto plies = mate_base && *mate_base >= value
                         ? std::optional(static_cast<std::int64_t>(*mate_base - value))
                         : std::nullopt;
  if (is_mate && (!plies || *plies == length)) return;
  ledger.warn(Rule::kWarnPvMate, root, [&] {
    const std::string claim = !plies        ? std::string("a mate")
                              : *plies == 1 ? std::string("mate in 1 ply")
                                            : fmt::format("mate in {} plies", *plies);
    return fmt::format("the value {} is {}, but {} has {} and {}", score_text(*line.value), claim,
                       line.name, text::count(length, "move"),
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
void check_value(const TraceReader& reader, const SearchRow& search, const ReportedLine& line,
                 const Facts& facts, Ledger& ledger) {
  const auto game = game_of(search);
  std::optional<NodeRow> node = *line.root;
  for (std::size_t i = 0; game && node && i < line.moves.size(); ++i) {
    const auto code = move_here(*game, line.moves[i]);
    if (!code) return;
    node = child_by(reader, *node, *game, *code);
    game->play(*code);
    if (!node) return;
    const Interval claim = claimed_by(*node, facts);
    if (*line.value >= claim.lower && *line.value <= claim.upper) continue;
    ledger.warn(Rule::kWarnPvValue, node->id, [&] {
      return fmt::format(
          "{} leads here by its move {}, {}, but the node is worth {}, and the {} {}", line.name,
          i + 1, line.moves[i], interval_text(claim), line.is_of_pass ? "pass" : "search",
          score_text(*line.value));
    });
    return;
  }
}

}  // namespace

ReportedLine line_of_pass(const PassRow& pass, const NodeRow* root) {
  using format::PassPurpose;
  const bool is_whole = pass.status == format::SearchStatus::kFinished;
  ReportedLine line{.moves = line_texts(pass), .root = root, .is_of_pass = true};
  if (is_whole) line.value = pass.value;
  line.name = pass.purpose == PassPurpose::kMultipv ? "a further line" : "the principal variation";
  if (pass.depth) line.name += fmt::format(" at depth {}", *pass.depth);
  // Without nodes only the purpose shows that the value is a bound.
  const bool may_be_bound =
      pass.purpose == PassPurpose::kAspiration || pass.purpose == PassPurpose::kProbe;
  line.is_bound = root == nullptr ? may_be_bound : claimed_bound(*root) != Bound::kExact;
  if (root != nullptr && root->value != line.value) line.value.reset();
  return line;
}

void check_pv(const TraceReader& reader, const SearchRow& search, const ReportedLine& line,
              const Facts& facts, Ledger& ledger, std::optional<Score> mate_base) {
  if (line.moves.empty() || facts.demands.game_positions) return;
  const auto game = game_of(search);
  if (!game) return;
  const std::int64_t node = line.root == nullptr ? 0 : line.root->id;
  ledger.count(Check::kReplay);
  if (!play_line(line, node, ledger, *game) || !line.value) return;
  check_mate(line, node, facts, ledger, *game, mate_base);
  if (line.root != nullptr && !line.root->move) check_value(reader, search, line, facts, ledger);
}

}  // namespace plytrace::verify
