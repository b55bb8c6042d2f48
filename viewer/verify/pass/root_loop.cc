// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/root_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "viewer/format/rows/format.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::verify {

namespace {

using format::Side;

constexpr std::size_t kMostShown = 8;

// The result of the last search of a move in one iteration.
struct MoveResult {
  std::int64_t move = 0;
  Score value = 0;
  std::optional<Side> side;
};
using MoveResults = std::vector<MoveResult>;

// The results by depth of the moves' searches, the deepest last. Passes without a depth count as
// one iteration.
std::map<std::int64_t, MoveResults> results_by_depth(const PassResults& passes) {
  std::map<std::int64_t, MoveResults> iterations;
  for (const PassResult* pass : in_order(passes)) {
    if (!is_complete(*pass) || !pass->root.move) continue;
    MoveResults& results = iterations[depth_of(*pass).value_or(-1)];
    const MoveResult result{*pass->root.move, *pass->root.value, pass->root.side};
    const auto earlier = std::find_if(results.begin(), results.end(), [&](const MoveResult& each) {
      return each.move == result.move;
    });
    if (earlier == results.end()) {
      results.push_back(result);
    } else {
      *earlier = result;
    }
  }
  return iterations;
}

// The best value for the side that chose among the moves; after each move the other side is to
// move. nullopt if the moves do not agree on that side, or do not report it.
struct Best {
  Score value = 0;
  const char* name = "largest";
};
std::optional<Best> best_of(const MoveResults& results) {
  const auto side = results.front().side;
  const bool is_known = side && std::all_of(results.begin(), results.end(),
                                            [&](const auto& each) { return each.side == side; });
  if (!is_known) return std::nullopt;
  const auto [least, greatest] =
      std::minmax_element(results.begin(), results.end(),
                          [](const auto& a, const auto& b) { return a.value < b.value; });
  return side == Side::kMin ? Best{greatest->value, "largest"} : Best{least->value, "smallest"};
}

template <class TextOf>
std::string list_of(const MoveResults& results, const TextOf& text_of) {
  std::string list;
  for (std::size_t i = 0; i < results.size() && i < kMostShown; ++i) {
    list += (i == 0 ? "" : ", ") + text_of(results[i]);
  }
  if (results.size() > kMostShown) list += fmt::format(" and {} more", results.size() - kMostShown);
  return list;
}

std::optional<Score> claimed_value(const SearchRow& search) {
  if (search.value) return search.value;
  return search.lower == search.upper ? search.lower : std::nullopt;
}

// A comparison such as "value 5 = largest of 5, 1, 2"; of a single move "worth 5, like the search".
std::string comparison(const std::optional<Score>& claimed, const MoveResults& results) {
  const std::string values =
      list_of(results, [](const MoveResult& result) { return score_text(result.value); });
  if (!claimed) return "worth " + values;
  if (results.size() == 1) {
    const bool is_same = results.front().value == *claimed;
    return "worth " + values +
           (is_same ? ", like the search" : ", the search " + score_text(*claimed));
  }
  const auto best = best_of(results);
  if (!best) return fmt::format("value {}, theirs are {}", score_text(*claimed), values);
  if (best->value == *claimed) {
    return fmt::format("value {} = {} of {}", score_text(*claimed), best->name, values);
  }
  return fmt::format("value {}, but the {} of {} is {}", score_text(*claimed), best->name, values,
                     score_text(best->value));
}

// Whether the root entered with a move has the position of the search, which that move led to: in a
// game that plytrace knows, the side to move decides.
bool has_position_of(const SearchRow& search, const NodeRow& root) {
  std::string reason;
  const auto made = make_search_game(search, &reason);
  if (!made || !root.side) return false;
  const bool is_max = made->game->player_to_move() == made->max_player;
  return *root.side == (is_max ? Side::kMax : Side::kMin);
}

}  // namespace

bool has_moves_for_roots(const TraceReader& reader, const SearchRow& search) {
  std::optional<NodeRow> first;
  bool is_one_recorded = false;
  for (const PassRow& pass : reader.passes(search.id)) {
    auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (!root) continue;
    is_one_recorded = is_one_recorded || !root->move;
    if (!root->move) continue;
    if (first && first->move != root->move) return true;
    first = std::move(root);
  }
  return first && !is_one_recorded && !has_position_of(search, *first);
}

void judge_root_loop(const TraceReader& reader, const SearchRow& search, Ledger& ledger,
                     const PassResults& passes) {
  if (!passes.empty()) ledger.enter_pass(passes.rbegin()->second.row.id);
  ledger.report().hints.push_back(kEnterTheRoot);
  const auto iterations = results_by_depth(passes);
  if (iterations.empty()) {
    return ledger.incomplete_search(
        "the roots of the passes were entered with moves, as those of a root "
        "that was not recorded");
  }
  // A search may end inside an iteration and then claims the result of the previous one.
  const std::optional<Score> claimed = claimed_value(search);
  auto chosen = iterations.rbegin();
  for (auto at = iterations.rbegin(); claimed && at != iterations.rend(); ++at) {
    const auto best = best_of(at->second);
    if (!best || best->value != *claimed) continue;
    chosen = at;
    break;
  }
  const MoveResults& results = chosen->second;
  const bool is_one_of_several = iterations.size() > 1 && chosen->first >= 0;
  ledger.incomplete_search(fmt::format(
      "{} {} of a root that was not recorded ({}{}): nothing proves the value of the search{}",
      passes.size() == 1    ? "the pass is move"
      : results.size() == 1 ? "the passes are move"
                            : "the passes are moves",
      list_of(results, [&](const MoveResult& result) { return reader.move_text(result.move); }),
      comparison(claimed, results),
      is_one_of_several ? fmt::format(", at depth {}", chosen->first) : "",
      results.size() == 1 ? "; if it is the move before the search, leave it out" : ""));
}

std::string why_other_root(const TraceReader& reader, const SearchRow& search,
                           const PassResults& passes, const PassResult& root) {
  const std::optional<Score> claimed = claimed_value(search);
  // The side to move at the unrecorded root is the other side, and an engine may have reported the
  // value of its search from that side's view.
  const bool may_turn = claimed && search.perspective == "side";
  const auto is_claimed = [&](std::optional<Score> value) {
    return value && (value == claimed || (may_turn && *value == turned(*claimed)));
  };
  // The root has the value of the search, so its own proof is in question.
  if (claimed && root.root.value == claimed) return "";
  if (root.root.move) {
    const std::string value = score_text(*root.root.value);
    const std::string than = !claimed ? ""
                             : is_claimed(root.root.value)
                                 ? ", as the search is for the other side"
                                 : fmt::format(", not {} as the search", score_text(*claimed));
    return fmt::format(
        "the root #{} was entered with move {} and is worth {}{}: if this is a move of a root that "
        "was not recorded, {}",
        root.root.id, reader.move_text(root.root.move), value, than, kEnterTheRoot);
  }
  if (!claimed || depth_of(root)) return "";
  const auto has_value = [&](const auto& entry) {
    const PassResult& other = entry.second;
    return is_complete(other) && !depth_of(other) && is_claimed(other.root.value);
  };
  if (std::none_of(passes.begin(), passes.end(), has_value)) return "";
  return fmt::format(
      "{} passes have no depth, and the search has the value {}, unlike its last pass: "
      "report the depth of each pass, or, if they are moves of one root, {}",
      passes.size(), score_text(*claimed), kEnterTheRoot);
}

}  // namespace plytrace::verify
