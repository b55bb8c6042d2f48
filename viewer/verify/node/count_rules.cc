// SPDX-License-Identifier: MIT
//
// The moves of a node when it is left: compares searched and skipped moves with the legal ones, and
// collects the assumptions about moves that were searched to less depth or may be missing.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "viewer/format/numbers.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Role;

// Whether this is the last counting search of its move.
bool is_move_searched(const ChildRecord& child) {
  return child.counts() && !child.superseded && child.role != Role::kHandOver;
}

// Whether `later` repeats a question that `earlier` had answered. It does not after a shallower
// search, or after one whose window did not contain the later window.
bool is_done_over(const ChildRecord& earlier, const ChildRecord& later) {
  if (later.role != Role::kMove || earlier.role == Role::kReduced || !earlier.has_value) {
    return false;
  }
  if (earlier.depth && later.depth && *earlier.depth < *later.depth) return false;
  if (!earlier.window || !later.window) return true;
  return earlier.window->alpha <= later.window->alpha && earlier.window->beta >= later.window->beta;
}

}  // namespace

// The number of moves whose name is not new: searched twice, or searched and skipped.
std::int64_t NodeJudge::count_namesakes(const OpenNode& node, bool of_skipped) {
  std::vector<std::int64_t>& moves = moves_;
  moves.clear();
  for (const ChildRecord& child : node.children) {
    if (is_move_searched(child) && child.move > 0) moves.push_back(child.move);
  }
  // Most searches are already in order.
  if (!std::is_sorted(moves.begin(), moves.end())) std::sort(moves.begin(), moves.end());
  const auto last = std::unique(moves.begin(), moves.end());
  if (!of_skipped) return moves.end() - last;
  moves.erase(last, moves.end());
  std::vector<std::string> names = node.skipped_names;
  for (const std::int64_t move : moves) names.push_back(ledger_.move_text(move));
  std::sort(names.begin(), names.end());
  return names.end() - std::unique(names.begin(), names.end());
}

// The number of moves is right only if some that share a name are different moves.
void NodeJudge::doubt_namesakes(OpenNode& node, std::int64_t searched, std::int64_t skipped,
                                bool is_warned) {
  if (searched + skipped == 0) return;
  if (!is_warned) {
    ledger_.warn(Rule::kWarnDuplicateMove, node.row.id, [&] {
      return fmt::format("{}: {} of its moves {} the name of another one that was searched",
                         ledger_.name(node.row), searched + skipped,
                         searched + skipped == 1 ? "bears" : "bear");
    });
  }
  // A missing move changes nothing if the node was cut.
  if (node.cut) return;
  if (skipped > 0) {
    ledger_.incomplete(
        "one name stands for several moves that were searched or dropped, so that another one may "
        "be "
        "missing: name them differently, or report only the number of dropped moves");
  } else {
    ledger_.assume(Assumption::kMoveList, static_cast<std::uint64_t>(searched));
    node.flags |= flag(Assumption::kMoveList);
  }
}

// The number of searched moves, each counted once.
std::int64_t NodeJudge::count_searched(const OpenNode& node) {
  return std::count_if(node.children.begin(), node.children.end(), is_move_searched);
}

// The last searches of its moves, sorted by move; those of one move stay in order.
std::vector<const ChildRecord*> NodeJudge::searches_by_move(const OpenNode& node) {
  std::vector<const ChildRecord*> moves;
  for (const ChildRecord& child : node.children) {
    if (is_move_searched(child) && child.move > 0) moves.push_back(&child);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto* a, const auto* b) { return a->move < b->move; });
  return moves;
}

// Whether a move was searched twice with role move; a warning reports it.
bool NodeJudge::warn_duplicate(const OpenNode& node) {
  const ChildRecord* earlier = nullptr;
  const ChildRecord* later = nullptr;
  const std::vector<const ChildRecord*> moves = searches_by_move(node);
  for (std::size_t i = 1; i < moves.size() && later == nullptr; ++i) {
    if (moves[i - 1]->move != moves[i]->move || !is_done_over(*moves[i - 1], *moves[i])) continue;
    earlier = moves[i - 1];
    later = moves[i];
  }
  if (later == nullptr) return false;
  ledger_.warn(Rule::kWarnDuplicateMove, node.row.id, [&] {
    const std::string move = ledger_.move_text(later->move);
    const std::string name = ledger_.written_move(later->id);
    return fmt::format("{}: it searched move {} twice, as #{} and again as #{}{}",
                       ledger_.name(node.row), move, earlier->id, later->id,
                       name == move ? "" : " under the name " + name);
  });
  return true;
}

// The number of distinct moves that only probes tried, so that they are among the skipped ones.
// `first`: the first that no name of a skipped or left out move explains, or else -1.
std::int64_t NodeJudge::count_probed(const OpenNode& node, const std::vector<std::string>& left_out,
                                     std::int64_t& first) {
  first = -1;
  std::vector<std::int64_t> probed;
  for (const ChildRecord& child : node.children) {
    const bool is_move =
        child.role == Role::kProbe && child.move > 0 && child.kind != format::NodeKind::kIllegal;
    if (is_move) probed.push_back(child.move);
  }
  if (probed.empty()) return 0;  // as in most nodes
  for (const ChildRecord& child : node.children) {
    if (child.counts()) std::erase(probed, child.move);
  }
  std::sort(probed.begin(), probed.end());
  probed.erase(std::unique(probed.begin(), probed.end()), probed.end());
  const auto is_named = [&](const std::vector<std::string>& names, std::int64_t move) {
    return std::find(names.begin(), names.end(), ledger_.move_text(move)) != names.end();
  };
  std::erase_if(probed, [&](std::int64_t move) { return is_named(left_out, move); });
  for (const std::int64_t move : probed) {
    if (first < 0 && !is_named(node.skipped_names, move)) first = move;
  }
  return static_cast<std::int64_t>(probed.size());
}

// Two searches of one move in the role of a move prove different values. Returns true after a
// finding.
bool NodeJudge::blame_unequal_searches(OpenNode& node) {
  const ChildRecord* earlier = nullptr;
  const ChildRecord* later = nullptr;
  const std::vector<const ChildRecord*> moves = searches_by_move(node);
  for (std::size_t i = 1; i < moves.size() && later == nullptr; ++i) {
    const ChildRecord &a = *moves[i - 1], &b = *moves[i];
    if (a.move != b.move || a.depth != b.depth || a.readings.size() != 1 || b.readings.size() != 1)
      continue;
    if (!intersection(a.readings.front().proven, b.readings.front().proven).is_empty()) continue;
    earlier = &a;
    later = &b;
  }
  if (later == nullptr) return false;
  if (learned_.has_namesakes) {
    assume_namesakes(node);
    return false;
  }
  if (!facts_.uniform || !is_firm(earlier->flags | later->flags)) {
    ledger_.assume(Assumption::kInstability);
    node.flags |= flag(Assumption::kInstability);
    return false;
  }
  const auto proven = [&](const ChildRecord& child) {
    return interval_text(node.view(child.readings.front().proven));
  };
  return ledger_.blame(Rule::kContradiction, later->id, [&] {
    return Words{fmt::format("{}: move {} was searched twice; #{} proves {}, #{} proves {}",
                             ledger_.name(node.row), ledger_.move_text(later->move), earlier->id,
                             proven(*earlier), later->id, proven(*later)),
                 "agreement", "contradiction"};
  });
}

// Compares searched and skipped moves with the number of legal ones. Returns true after a finding.
bool NodeJudge::blame_count(OpenNode& node) {
  if (is_silent(Rule::kCount, node.doubts)) return false;
  const std::int64_t searched = count_searched(node);
  const std::int64_t twice = count_namesakes(node, false);
  const bool is_warned = twice > 0 && !facts_.demands.distinct_moves && warn_duplicate(node);
  const auto wrong = [&](const std::string& why, std::string expected, std::string actual) {
    ledger_.blame(Rule::kCount, node.row.id, [&] {
      return Words{fmt::format("{}: {}", ledger_.name(node.row), why), std::move(expected),
                   std::move(actual)};
    });
    // A number of moves that is not declared as captured explains no wrong value.
    return !facts_.captures(kCapCutoffs | kCapRoles) || facts_.captures(kCapLegal);
  };
  if (node.skipped_list_wrong) {
    return wrong("the list of skipped moves is not as long as the number of skipped moves says",
                 "as many names as skipped moves", "another number");
  }
  const bool are_all_distinct =
      node.row.legal && saturated_sum(searched, node.skipped) == *node.row.legal;
  if (twice > 0 && !are_all_distinct && !facts_.demands.distinct_moves &&
      blame_unequal_searches(node)) {
    return true;
  }
  // A move whose search was stopped is neither searched nor skipped.
  if (!node.row.legal || node.is_doubted(kDoubtSkipped) || node.has_unvalued_child()) return false;
  // The node handed over to another search of its own position, where the moves are counted.
  if (node.hand_over() != nullptr && searched == 0) return false;
  const std::int64_t legal = *node.row.legal;
  const std::vector<std::string> left_out = excluded_texts(node.row);
  // A list of the moves that were not reached may hold one that the node leaves out.
  const auto of_left_out = std::count_if(
      node.skipped_names.begin(), node.skipped_names.end(), [&](const std::string& name) {
        return std::find(left_out.begin(), left_out.end(), name) != left_out.end();
      });
  const std::int64_t skipped = saturated_difference(node.skipped, of_left_out);
  const std::int64_t total = saturated_sum(searched, skipped);
  // An engine may generate the moves before it probes the table.
  if (total == 0 && node.row.kind == format::NodeKind::kTable && !node.cut) return false;
  const std::int64_t dropped = node.skipped_names.empty() ? 0 : count_namesakes(node, true);
  std::int64_t probed = -1;
  const bool are_all_named = static_cast<std::int64_t>(node.skipped_names.size()) == node.skipped;
  // A node without any move has no value, which its own rule reports.
  const bool has_more = total > 0 && (count_probed(node, left_out, probed) > skipped ||
                                      (are_all_named && probed > 0));
  if (total == legal && has_more) {
    return wrong(
        fmt::format("a probe searched move {}, which is neither searched nor skipped, but "
                    "{} searched and {} skipped are all {} legal ones",
                    ledger_.move_text(probed), text::count(searched, "move"), skipped, legal),
        "a legal move more", text::count(legal, "move"));
  }
  if (total == legal) {
    doubt_namesakes(node, twice, dropped, is_warned);
    return false;
  }
  const bool lacks_legal_only = facts_.captures(kCapCutoffs) && !facts_.captures(kCapLegal);
  if (total < legal && lacks_legal_only && is_cut_untold(node)) {
    ledger_.incomplete(
        "nodes whose value closed their window stopped before their last move without a cutoff "
        "event: "
        "report it");
    return false;
  }
  // One move was reported twice.
  const bool is_told_twice = twice + dropped > 0 && total - twice - dropped == legal;
  if (is_told_twice && !facts_.demands.distinct_moves) return false;
  // A search that seems to repeat a move may be one of another move with that name.
  const auto merged =
      std::count_if(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.superseded && (child.role == Role::kMove || child.role == Role::kReduced);
      });
  if (learned_.has_namesakes && total < legal && saturated_sum(total, merged) >= legal) {
    assume_namesakes(node);
    return false;
  }
  return wrong(
      fmt::format("{} searched and {} skipped, but {} {} legal", text::count(searched, "move"),
                  skipped, legal, legal == 1 ? "is" : "are"),
      text::count(legal, "move"), text::count(total, "move"));
}

// Notes the depth left at a node of the main search one of whose moves led into quiescence. Whether
// that was too early is known only after the scan, with the size of a ply in the engine's depths.
void NodeJudge::note_early_quiescence(const OpenNode& node) {
  const auto left = depth_left(node.row);
  if (!left || node.row.phase != format::Phase::kMain) return;
  const bool is_met =
      std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && !child.superseded && child.is_quiescence &&
               child.role != Role::kHandOver;
      });
  if (is_met) sums_.early_quiescence = std::max(sums_.early_quiescence, *left);
}

// Called after the scan, when the size of a ply is known: assumes that labels of depth and phase
// are right where they show a reduction or a larger ply.
void NodeJudge::assume_told_depths() {
  const std::int64_t step = learned_.ply_step.value_or(1);
  if (sums_.early_quiescence > step || sums_.longest_step > step)
    ledger_.assume(Assumption::kReduced);
  if (learned_.ply_step && *learned_.ply_step > 1) ledger_.assume(Assumption::kToldDepth);
}

// Finds moves that were searched to less depth than one ply less, without a role that says so. The
// size of a ply in the engine's depths is the smallest step, which may come after longer ones.
void NodeJudge::find_secret_reductions(OpenNode& node) {
  note_early_quiescence(node);
  const auto left = depth_left(node.row);
  if (!left || node.row.phase != format::Phase::kMain) return;
  // In a uniform search check_ply_and_depth() compares the depths of the rows.
  if (facts_.uniform && node.row.depth) return;
  const auto depth_of = [](const ChildRecord& child) -> std::optional<std::int64_t> {
    const bool is_of_move = child.role == Role::kMove || child.role == Role::kReSearch;
    if (!child.counts() || child.superseded || !is_of_move || !child.has_depth) return {};
    return child.shown_depth();
  };
  for (ChildRecord& child : node.children) {
    // Razoring: quiescence took over before the depth was used up.
    const bool is_early = child.role == Role::kHandOver && child.counts() && *left > 0 &&
                          (child.depth ? *child.depth < *left : child.is_quiescence);
    child.shallower = child.shallower || is_early;
    const auto depth = depth_of(child);
    if (!depth) continue;
    const std::int64_t step = saturated_difference(*left, *depth);
    // A re-search may be shallower than the search that it replaces, so it shows no size of a ply.
    if (step > 0 && child.role == Role::kMove)
      learned_.ply_step = std::min(learned_.ply_step.value_or(step), step);
    const bool is_long = learned_.ply_step && step > *learned_.ply_step;
    child.shallower = child.shallower || is_long;
    if (!is_long) sums_.longest_step = std::max(sums_.longest_step, step);
  }
}

void NodeJudge::count_assumptions(OpenNode& node) {
  find_secret_reductions(node);
  // The static score that a node may return belongs to one depth, like that of a leaf.
  if (node.row.score) node.flags |= kHorizonBelow;
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded) continue;
    if (child.role == Role::kReduced || child.shallower) {
      ledger_.assume(Assumption::kReduced);
      node.flags |= flag(Assumption::kReduced);
    }
  }
  const bool complete = !node.cut && !node.has_forward && node.hand_over() == nullptr;
  // Two moves without a name may be the same move.
  const auto unnamed =
      std::count_if(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && !child.superseded && child.move == 0;
      });
  const bool is_told = node.row.legal && unnamed <= 1 && !node.may_hide_move;
  if (complete && !node.is_list_replayed && !is_told) {
    ledger_.assume(Assumption::kMoveList);
    node.flags |= flag(Assumption::kMoveList);
  }
}

}  // namespace plytrace::verify
