// SPDX-License-Identifier: MIT
//
// Rows that stand for one position must not report two: nodes with the same moves from the root,
// and nodes with one key.
#include <fmt/format.h>

#include <algorithm>

#include "core/hash.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {

using format::Role;

// The score of a leaf in MAX's view, if it is exact.
std::optional<Score> NodeJudge::static_score(const OpenNode& node) const {
  if (node.row.score || !node.row.value) return node.row.score;
  const Candidates<Interval> claim = claims(node);
  const bool is_exact = claim.size() == 1 && claim.front().is_exact();
  return is_exact ? node.row.value : std::nullopt;
}

ToldPosition NodeJudge::told_position(const OpenNode& node) const {
  const NodeRow& row = node.row;
  ToldPosition told;
  if (replay_ != nullptr) return told;  // it knows the position
  told.is_illegal = row.kind == format::NodeKind::kIllegal;
  if (told.is_illegal) return told;
  told.side = row.side;
  told.moves = node.children.moves();
  told.is_draw = row.kind == format::NodeKind::kDraw;
  if (row.kind == format::NodeKind::kHorizon || row.kind == format::NodeKind::kTerminal) {
    told.score = static_score(node);
  }
  // Such a node may have a key of its own, and its number of moves is smaller.
  if (row.excluded) return told;
  told.has_key = row.key.has_value();
  told.key = row.key.value_or(0);
  // A draw by history ends the game on one path only.
  told.is_end = row.kind == format::NodeKind::kTerminal;
  // In quiescence, which a stand pat shows as well, the engine chooses the list.
  const bool is_counted = row.legal && row.kind == format::NodeKind::kInterior && !row.score &&
                          row.phase == format::Phase::kMain && !node.is_doubted(kDoubtSkipped) &&
                          !is_silent(Rule::kCount, node.doubts);
  if (told.is_end) told.legal = 0;
  if (is_counted) told.legal = *row.legal;
  const auto named =
      std::count_if(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && !child.superseded && child.move > 0;
      });
  told.has_all_moves =
      told.is_end || (is_counted && !node.cut && !node.has_forward && named == *row.legal);
  return told;
}

// Nodes with the same moves from the root have one place. A null move is a move; a hand-over and a
// probe without a move have the place of their node.
std::uint64_t NodeJudge::place_below(const OpenNode& parent, const NodeRow& child) {
  constexpr std::uint64_t kNullMove = 0;
  if (parent.place == 0) return 0;
  if (child.role == Role::kNullMove) return hash_combine(parent.place, kNullMove);
  const bool has_no_move =
      !child.move && (child.role == Role::kHandOver || child.role == Role::kProbe);
  if (has_no_move) return parent.place;
  const std::int64_t move = child.move.value_or(0);
  return move <= 0 ? 0 : hash_combine(parent.place, static_cast<std::uint64_t>(move));
}

// Nodes of one place have one position. The later one stands alone if they report two. A search may
// filter its moves by depth, unless it declares itself uniform.
void NodeJudge::compare_by_place(OpenNode& node) {
  if (replay_ != nullptr || node.place == 0) return;
  const FirstNode here{told_position(node), node.row.depth, node.row.id};
  FirstNode* const first = of_places_.find_or_keep(node.place, here);
  if (first == nullptr) return;
  Differing found = difference(first->told, here.told, facts_.is_key_of_more);
  const bool is_end = first->told.is_end || here.told.is_end;
  const bool may_be_filtered = !facts_.uniform && !is_end && first->depth != here.depth;
  if (found == Differing::kMoves && may_be_filtered) found = Differing::kNothing;
  if (learned_.has_namesakes && found != Differing::kNothing) return assume_namesakes(node);
  node.differing = found;
  switch (found) {
    case Differing::kNothing:
      compare_scores(node, *first, here);
      if (first->told.legal < 0 && !first->told.is_illegal) *first = here;
      return;
    case Differing::kSide:
    case Differing::kKey:
      ledger_.incomplete(
          fmt::format("nodes with the same moves from the root report {}",
                      found == Differing::kSide
                          ? "two sides to move: report one, or the role null_move for a pass"
                          : "two keys: give each move its own name, report one key, or declare "
                            "\"key_of\" in the "
                            "options of the search"));
      node.flags |= kIncompleteBelow;
      return;
    case Differing::kMoves:
    case Differing::kLegality:
      break;
  }
  const auto has_depth_left = [](const FirstNode& each) { return each.depth.value_or(0) > 0; };
  const bool is_wrong = facts_.uniform && facts_.captures(kCapLegal | kCapCutoffs | kCapRoles) &&
                        (is_end || (has_depth_left(*first) && has_depth_left(here))) &&
                        first->told.legal >= 0 && here.told.legal >= 0 &&
                        first->told.legal != here.told.legal;
  if (is_wrong) {
    ledger_.blame(Rule::kCount, node.row.id, [&] {
      return Words{
          fmt::format("{}: {} legal, but #{}, with the same moves from the root, had {}",
                      ledger_.name(node.row), here.told.legal, first->node, first->told.legal),
          std::to_string(first->told.legal), std::to_string(here.told.legal)};
    });
  }
  ledger_.assume(Assumption::kMoveList);
  node.flags |= flag(Assumption::kMoveList);
}

// The same moves may lead to another position.
void NodeJudge::assume_namesakes(OpenNode& node) {
  ledger_.assume(Assumption::kMoveList);
  node.flags |= flag(Assumption::kMoveList);
}

// In a uniform search the score of a leaf depends on its position alone. Whether a position is a
// draw by history follows from the moves that led there.
void NodeJudge::compare_scores(OpenNode& node, const FirstNode& first, const FirstNode& here) {
  const auto is_searched = [](const ToldPosition& told) {
    return !told.is_draw && told.moves != 0;
  };
  if ((first.told.is_draw && is_searched(here.told)) ||
      (here.told.is_draw && is_searched(first.told))) {
    ledger_.assume(Assumption::kPathDependent);
    node.flags |= flag(Assumption::kPathDependent);
  }
  const bool differ = first.told.score && here.told.score && first.told.score != here.told.score;
  if (!facts_.uniform || !differ) return;
  if (learned_.has_namesakes) return assume_namesakes(node);
  node.flags |= kFindingBelow;
  ledger_.blame(Rule::kContradiction, node.row.id, [&] {
    return Words{fmt::format("{}: its score is {}, that of #{}, with the same moves from the root, "
                             "is {}",
                             ledger_.name(node.row), score_text(*here.told.score), first.node,
                             score_text(*first.told.score)),
                 score_text(*first.told.score), score_text(*here.told.score)};
  });
}

// Nodes with one key have one position, so they have one side to move and the same moves. A search
// may filter its moves by depth. The assumption key_side does not weaken the proof of the node (its
// flags): a key without the side is common, and what follows from it must be found.
void NodeJudge::compare_by_key(const OpenNode& node) {
  if (replay_ != nullptr || !node.row.key) return;
  const FirstNode here{told_position(node), node.row.depth, node.row.id};
  FirstNode* const seen = of_keys_.find_or_keep(static_cast<std::uint64_t>(*node.row.key), here);
  if (seen == nullptr) return;
  if (seen->told.side != here.told.side) return ledger_.assume(Assumption::kKeySide);
  if (here.told.legal < 0) return;
  if (seen->told.legal < 0) {
    *seen = here;
    return;
  }
  const bool is_end = seen->told.is_end || here.told.is_end;
  const bool may_be_filtered = !facts_.uniform && !is_end && seen->depth != here.depth;
  if (may_be_filtered || !differ_in_moves(seen->told, here.told)) return;
  do_keys_clash_ = true;
  ledger_.warn(Rule::kWarnKeyClash, node.row.id, [&] {
    const auto list = [](const ToldPosition& told) {
      return told.is_end ? std::string("the game is over") : fmt::format("{} legal", told.legal);
    };
    const char* const advice =
        is_end ? "; report a draw by history as kind draw"
               : "; or report the phase of quiescence, and moves left out by `exclude`";
    return fmt::format("{}: it has the key of #{}, but other moves ({} instead of {}){}",
                       ledger_.name(node.row), seen->node, list(here.told), list(seen->told),
                       advice);
  });
}

// Called after the scan: the keys are all that ties table answers to positions.
void NodeJudge::assume_keys() {
  if (do_keys_clash_ && sums_.habits.table_answers > 0) {
    ledger_.assume(Assumption::kTableOrigin, sums_.habits.table_answers);
  }
}

}  // namespace plytrace::verify
