// SPDX-License-Identifier: MIT
//
// What follows for a node from its leaves, children and cutoffs: the value that it should have,
// what is proven about it, what it claims, and whether its best child fits.
#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/rows/format.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::NodeKind;
using format::Role;

// Whether its value came from a search below it, recorded or not.
bool is_search(const NodeRow& row) {
  // An unknown kind counts as a search, unless nothing is below it and it claims to be exact.
  const bool may_be_leaf = row.last == row.id && row.bound == Bound::kExact;
  return row.kind == NodeKind::kInterior || (row.kind == NodeKind::kUnknown && !may_be_leaf);
}

// Whether the value reaches the end of the window that the cutoff closed, as far as that is known.
bool reaches_cut(const OpenNode& node, Score value) {
  if (!node.window_known || node.current.is_empty()) return true;
  for (std::size_t i = 0; i < node.current.size(); ++i) {
    const Window window = node.current[i];
    if (node.cut->high ? node.closes(value, window.beta) : value <= window.alpha) return true;
  }
  return false;
}

bool is_cut_by_own_moves(const Cut& cut) {
  return cut.cause == Cause::kChild || cut.cause == Cause::kStandPat;
}

}  // namespace

// The claim of the node in its own view: one interval, or two if its window is in doubt; none if
// the meaning of its value is unknown.
Candidates<Interval> NodeJudge::claims(const OpenNode& node) const {
  const Interval range = node.view(facts_.range);
  const Score value = node.view(*node.row.value);
  const auto claimed = [&](Bound bound) { return claimed_interval(value, bound, range); };
  // No value lies inside an empty window, so the value has no meaning there.
  const bool is_said =
      node.row.bound && (node.row.kind != NodeKind::kInterior || node.row.bound == Bound::kExact);
  // A reported bound holds in any window; for a search, only where its value says something.
  const auto says_nothing = [&](const Window& window) { return node.says_nothing(window, value); };
  const bool has_meaning = std::none_of(node.entry.begin(), node.entry.end(), says_nothing);
  if (is_said || (node.row.bound && has_meaning)) return claimed(node.view(*node.row.bound));
  if (node.is_empty_on_entry() && is_search(node.row)) return range;
  if (node.row.kind == NodeKind::kTable && !node.row.bound) {
    if (const auto bound = bound_of_answer(node)) return claimed(*bound);
  }
  const bool may_be_clamped = facts_.may_clamp_leaves();
  const auto claim = [&](const std::optional<Window>& window) {
    const auto bound = claimed_bound(node.row, window, may_be_clamped);
    return bound ? std::optional(claimed(node.view(*bound))) : std::nullopt;
  };
  Candidates<Interval> result;
  for (std::size_t i = 0; i < std::max<std::size_t>(node.entry.size(), 1); ++i) {
    const auto interval = node.entry.is_empty() ? claim({}) : claim(node.view(node.entry[i]));
    if (interval) result.add(*interval);
  }
  return result;
}

// A leaf of unknown kind may be a table answer, or a score clamped to the window, so its value is
// no evidence.
void NodeJudge::assume_unknown_kind(const OpenNode& node) {
  CaptureMask missing = kCapProbes & ~facts_.captured;
  const Score value = node.view(*node.row.value);
  bool lies_inside = !node.entry.is_empty();
  for (std::size_t i = 0; i < node.entry.size(); ++i) {
    lies_inside = lies_inside && value > node.entry[i].alpha && value < node.entry[i].beta;
  }
  if (!lies_inside && !facts_.soft && !facts_.captures(kCapScores)) missing |= kCapScores;
  // A node with moves and depth left ended for a reason that no row shows.
  const NodeRow& row = node.row;
  const bool has_moves = row.legal.value_or(0) > 0 || node.has_legal_move;
  const bool is_stopped = row.phase == format::Phase::kMain && has_moves &&
                          depth_left(row).value_or(0) > 0 && node.children.empty() && !node.cut &&
                          !node.has_forward;
  // The leaf may be a table answer whatever use of the entry its probe reports.
  const bool may_be_answer = missing != 0 || node.returns_entry || is_stopped;
  // It left out all of its moves, so what it returns is a convention of the engine.
  const bool has_no_move_left = row.excluded && row.legal == 0;
  if (!may_be_answer || has_no_move_left) return ledger_.assume(Assumption::kUnknownKind);
  ledger_.assume_blindly(Assumption::kUnknownKind, missing);
}

// The meaning of a table answer for the node, if the row has no bound: what it means in the window,
// or, if that is empty or unknown, what the entry says.
std::optional<Bound> NodeJudge::bound_of_answer(const OpenNode& node) const {
  const Score value = node.view(*node.row.value);
  // The current window is that of the probe only if every update is reported.
  if (facts_.captures(kCapBounds) && node.window_known && !node.current.is_empty()) {
    const Window window = node.current.front();
    if (window.alpha < window.beta) return bound_in(value, window);
  }
  const auto answers = [](const TableProbeRow& probe) {
    return probe.used == format::TableUse::kAnswered && probe.value;
  };
  std::optional<Bound> said;
  for (const TableProbeRow& probe : node.probes) {
    if (!answers(probe) || !probe.bound || probe.value != node.row.value) continue;
    const Bound bound = node.view(*probe.bound);
    // An entry with two bounds gives two rows, which together may be exact.
    said = !said || said == bound ? bound : Bound::kExact;
  }
  if (said) return said;
  if (!node.entry.is_empty()) {
    const Window window = node.entry.front();
    return node.says_nothing(window, value) ? std::nullopt : std::optional(bound_in(value, window));
  }
  // The answer was clamped to an unknown window.
  for (const TableProbeRow& probe : node.probes) {
    if (answers(probe)) return value > node.view(*probe.value) ? Bound::kUpper : Bound::kLower;
  }
  return std::nullopt;
}

// Whether a leaf is fewer plies below the root than its pass is deep, in an engine without depths.
bool NodeJudge::is_above_horizon(const NodeRow& row) const {
  return !row.depth && root_depth_ && row.ply < *root_depth_;
}

// The remaining depth of a node: reported, or else derived from the pass.
std::optional<std::int64_t> NodeJudge::depth_left(const NodeRow& row) const {
  if (row.depth || !root_depth_) return row.depth;
  return saturated_difference(*root_depth_, row.ply);
}

// A value at or outside the window may be clamped.
void NodeJudge::note_horizon_score(const NodeRow& row) {
  const bool is_inside = row.alpha && row.beta && *row.value > *row.alpha && *row.value < *row.beta;
  if (row.score || is_inside) ends_.note_horizon(row.score.value_or(*row.value), row.ply);
}

// A leaf with depth left is too early, or it is an end of the game under another name. In a uniform
// search an engine that reports ends, and leaves at depth 0, must distinguish them.
void NodeJudge::check_horizon(OpenNode& node) {
  const NodeRow& row = node.row;
  if (facts_.demands.exact_kinds || row.phase != format::Phase::kMain) return;
  sums_.horizon_seen = sums_.horizon_seen || row.depth == 0;
  if (facts_.uniform && !row.depth && !root_depth_) {
    // Without depths, the leaves of a uniform search lie at one ply.
    if (learned_.horizon_ply && *learned_.horizon_ply != row.ply) {
      ledger_.assume(Assumption::kReduced);
      node.flags |= flag(Assumption::kReduced);
    }
    if (!learned_.horizon_ply) learned_.horizon_ply = row.ply;
  }
  if (root_depth_ && row.ply > *root_depth_) node.flags |= kExtendedBelow;
  const bool is_inferred = is_above_horizon(row);
  if (!is_inferred && row.depth.value_or(0) <= 0) return;
  // The unit of depth is up to the engine: if no row reports it, uniform decides nothing.
  if (!facts_.uniform || is_inferred) {
    ledger_.assume(Assumption::kReduced);
    node.flags |= flag(Assumption::kReduced);
    return;
  }
  if (!sums_.early_leaf) sums_.early_leaf = row;
  ledger_.incomplete(
      "leaves at the horizon with depth left, in a search that declares itself uniform: report the "
      "plies that are left, or do not declare `uniform`");
}

// Whether a node had depth left because its moves belong to the main search, in an engine without
// depths.
bool NodeJudge::has_depth_by_moves(const OpenNode& node) const {
  if (node.row.depth || root_depth_) return false;
  return std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
    return child.counts() && !child.is_quiescence && child.role != Role::kHandOver;
  });
}

// A node that returns its own score instead of its moves ends there, like a leaf at the horizon.
// Before the depth is used up that is a reduction.
void NodeJudge::check_own_score(OpenNode& node) {
  const NodeRow& row = node.row;
  if (row.phase != format::Phase::kMain || !row.value) return;
  const bool is_inferred = is_above_horizon(row) || has_depth_by_moves(node);
  if (row.depth.value_or(0) <= 0 && !is_inferred) return;
  const bool is_cut = node.cut && node.cut->cause == Cause::kStandPat;
  if (!is_cut && !(row.score && node.view(*row.score) >= node.view(*row.value))) return;
  if (!facts_.uniform || is_inferred) {
    ledger_.assume(Assumption::kReduced);
    node.flags |= flag(Assumption::kReduced);
    return;
  }
  ledger_.incomplete(
      "nodes that took their own score with depth left, in a search that declares itself uniform: "
      "report their phase if it is quiescence, or do not declare `uniform`");
}

void NodeJudge::blame_early_leaf() {
  if (!sums_.early_leaf || !sums_.horizon_seen || !sums_.end_seen) return;
  const NodeRow& row = *sums_.early_leaf;
  ledger_.blame(Rule::kDepth, row.id, [&] {
    return Words{fmt::format("{}: it is at the horizon with {} left", ledger_.name(row),
                             *row.depth == 1 ? "1 ply" : fmt::format("{} plies", *row.depth)),
                 "0", std::to_string(*row.depth)};
  });
}

// Adds the assumptions that come with the kind of a leaf.
void NodeJudge::note_kind(OpenNode& node) {
  const auto assume = [&](Assumption assumption) {
    ledger_.assume(assumption);
    node.flags |= flag(assumption);
  };
  switch (node.row.kind) {
    case NodeKind::kKnown:
      return assume(Assumption::kKnown);
    case NodeKind::kUnknown:
      assume_unknown_kind(node);
      node.flags |= flag(Assumption::kUnknownKind);
      return;
    case NodeKind::kDraw:
      // The same position may be no draw on another path.
      ++sums_.habits.draws;
      node.flags |= kPathBelow;
      return;
    case NodeKind::kHorizon:
      node.flags |= kHorizonBelow;
      note_horizon_score(node.row);
      check_horizon(node);
      return;
    case NodeKind::kTerminal:
      sums_.end_seen = true;
      return;
    default:
      return;
  }
}

NodeJudge::Draft NodeJudge::draft_of_leaf(OpenNode& node) {
  Draft draft;
  note_kind(node);
  const Score value = node.view(*node.row.value);
  const Candidates<Interval> claim = claims(node);
  const bool is_said = node.row.kind == NodeKind::kKnown || node.row.kind == NodeKind::kUnknown;
  const bool is_bound =
      !claim.is_empty() && !claim.front().is_exact() && !facts_.demands.exact_values;
  const bool has_score = node.row.score && *node.row.score != *node.row.value;
  // A leaf of unknown kind is assumed to be right, as an exact value or as a bound: its value is
  // only doubtful because the kind is missing, which refutes nothing.
  const bool is_open = node.row.kind == NodeKind::kUnknown && !node.row.bound &&
                       node.row.last == node.row.id && node.children.empty();
  if (is_open) {
    draft.proven = {value, value};
    if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
    return draft;
  }
  if (is_said || node.is_doubted(kDoubtUnrecorded) || (is_bound && !has_score)) {
    // The leaf proves only what it claims.
    draft.proven = claim.is_empty() ? Interval{value, value} : claim.front();
    if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
    return draft;
  }
  // Without a separate score the value was not clamped.
  if (!node.row.score) {
    draft.proven = {value, value};
    draft.claim_ok = draft.proven.is_inside(claim.front());
    return draft;
  }
  const Score score = node.view(*node.row.score);
  draft.proven = {score, score};
  // A bound from elsewhere holds beside the score; if they contradict, settle() reports an unstable
  // node.
  if (node.constrained) draft.proven = intersection(draft.proven, node.constraint);
  draft.expected = score;
  draft.value_ok = value == score && !facts_.hard;
  if (!facts_.soft) {
    for (std::size_t i = 0; i < node.frame.size(); ++i) {
      const Score clamped = clamp_to(score, node.frame[i]);
      if (facts_.hard && i == 0) draft.expected = clamped;
      draft.value_ok = draft.value_ok || value == clamped;
    }
    // Or to its window on entry, whatever has narrowed it since.
    for (const Window& window : node.entry) {
      draft.value_ok = draft.value_ok || value == clamp_to(score, window);
    }
    // The window to which it may have been clamped is unknown.
    if (node.frame.is_empty()) draft.value_ok = true;
  }
  if (node.constrained && !node.constraint.is_empty() && !facts_.demands.exact_values) {
    const Window bounds{node.constraint.lower, node.constraint.upper};
    draft.value_ok = draft.value_ok || value == clamp_to(score, bounds);
  }
  draft.value_ok = draft.value_ok || (value == score && !facts_.demands.exact_values);
  draft.claim_ok = draft.proven.is_empty() || draft.proven.is_inside(claim.front());
  return draft;
}

// The draft with the right score, after the replay has reported a wrong one.
NodeJudge::Draft NodeJudge::draft_of_true_score(const OpenNode& node) const {
  Draft draft;
  const Score score = node.view(*node.true_score);
  draft.value_ok = false;
  draft.expected =
      facts_.hard && !node.frame.is_empty() ? clamp_to(score, node.frame.front()) : score;
  draft.proven = {score, score};
  return draft;
}

// Whether a value reached the window's end, but no cutoff shows whether the node continued.
bool NodeJudge::is_cut_untold(const OpenNode& node) const {
  // In plytrace's own searches the missing row itself is a finding.
  if (node.cut || facts_.demands.every_row || node.fold().is_empty() || node.current.is_empty())
    return false;
  if (!node.window_known || facts_.form == WindowForm::kFull) return false;
  // A node that claims to be exact searched all of its moves.
  if (node.row.bound == Bound::kExact || node.is_doubted(kDoubtEvents)) return false;
  for (std::size_t i = 0; i < node.fold().size(); ++i) {
    for (std::size_t k = 0; k < node.current.size(); ++k) {
      if (!node.closes(node.fold()[i], node.current[k].beta)) return false;
    }
  }
  return true;
}

// Whether the node can take its value only from moves that it dropped without an estimate.
bool NodeJudge::is_all_dropped(const OpenNode& node) const {
  return node.forward_unbounded && node.fold().is_empty() && !node.row.score &&
         node.hand_over() == nullptr;
}

// Whether nothing can give it a value: no counting move, no own score, no cut.
bool NodeJudge::is_vacuous(const OpenNode& node) {
  return node.fold().is_empty() && !node.children.has_counted() && !node.row.score && !node.cut &&
         !node.has_forward;
}

// The assumed maximum of moves that were dropped without an estimate: the value that the node took
// instead. If it took none, the lower end of its window, because moves are dropped for not
// exceeding it.
Score NodeJudge::assumed_of_dropped(const OpenNode& node) const {
  if (is_all_dropped(node) && node.window_known && !node.current.is_empty()) {
    return node.current.front().alpha;
  }
  // In an empty window nothing is claimed; the number is what the node took.
  const Candidates<Interval> claim = claims(node);
  const bool is_number = claim.is_empty() || node.is_empty_on_entry();
  return is_number ? node.view(*node.row.value) : claim.front().upper;
}

// The proof from all options of the node: its moves, its own score, and dropped moves.
Interval NodeJudge::proven_by_options(OpenNode& node, std::size_t reading) const {
  const Interval range = node.view(facts_.range);
  // The other search has the same position, so there is no further option.
  if (const ChildRecord* child = node.hand_over()) {
    const Interval handed = child->has_value ? child->readings[reading].proven : range;
    return node.constrained ? intersection(handed, node.constraint) : handed;
  }
  Interval proven{-kInfinity, -kInfinity};
  const auto option = [&](const Interval& interval) {
    proven.lower = std::max(proven.lower, interval.lower);
    proven.upper = std::max(proven.upper, interval.upper);
  };
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded) continue;
    // A child that was stopped may have any value.
    option(child.has_value ? child.readings[reading].proven : range);
  }
  // The static score is an option like a move (stand pat).
  if (node.row.score) option({node.view(*node.row.score), node.view(*node.row.score)});
  if (node.has_forward) {
    Score best = node.forward_best;
    if (node.forward_unbounded) best = std::max(best, assumed_of_dropped(node));
    option({range.lower, best});
  }
  // If the number of moves is unknown, "0 skipped" cannot be checked.
  const bool cut_short =
      (node.cut && (node.cut->skips || !node.row.legal || node.is_doubted(kDoubtSkipped))) ||
      (!node.row.legal && is_cut_untold(node));
  // Unsearched moves may be worth more than the one that cut.
  if (cut_short) proven.upper = range.upper;
  if (node.constrained) {
    // Bounds from outside hold whatever the moves are worth, even if there was none.
    if (proven.upper == -kInfinity) proven = range;
    proven = intersection(proven, node.constraint);
  }
  proven.lower = std::max(proven.lower, range.lower);
  proven.upper = std::max(std::min(proven.upper, range.upper), range.lower);
  return proven;
}

// The best value that the node has seen: its moves, its own score, estimates of dropped moves.
std::optional<Score> NodeJudge::best_option(const OpenNode& node, std::size_t reading) {
  std::optional<Score> best;
  const auto take = [&](Score option) { best = best ? std::max(*best, option) : option; };
  if (!node.fold().is_empty()) take(node.fold()[reading]);
  if (node.row.score) take(node.view(*node.row.score));
  if (node.has_forward && !node.forward_unbounded) take(node.forward_best);
  return best;
}

// Adds the value limited by bounds from outside: even fail-soft engines return at least such a
// bound.
void NodeJudge::add_bounded(const OpenNode& node, Score value, PossibleValues& possible) const {
  if (!node.constrained || facts_.demands.exact_values) return;
  possible.add_clamped(value, node.frame);
  // An unreported window: whatever narrowed it still bounds the value if the moves give another
  // one.
  if (!node.frame.is_empty() || node.constraint.is_empty()) return;
  possible.add(clamp_to(value, {node.constraint.lower, node.constraint.upper}));
}

// The value may be the one that cut, or the bound that it reached.
void NodeJudge::add_values_of_cut(const OpenNode& node, std::optional<Score> best,
                                  PossibleValues& possible) const {
  const Cut& cut = *node.cut;
  if (cut.value) {
    possible.add(*cut.value);
    if (best) possible.add(std::max(*best, *cut.value));
  } else if (!facts_.demands.every_column && reaches_cut(node, possible.returned())) {
    possible.add_any();  // the value that cut is unknown
  }
  for (std::size_t i = 0; i < node.current.size() && !facts_.soft; ++i) {
    possible.add(cut.high ? node.current[i].beta : node.current[i].alpha);
  }
  for (const TableProbeRow& probe : node.probes) {
    if (cut.cause == Cause::kTable && probe.value) possible.add(node.view(*probe.value));
  }
}

// Adds the best option in the form of the declared fail mode, or in any form if none is declared.
void NodeJudge::add_values_of_options(const OpenNode& node, Score best,
                                      PossibleValues& possible) const {
  // An engine may clamp to its window on entry, whatever has narrowed it since.
  if (!facts_.soft && !facts_.demands.exact_values) possible.add_clamped(best, node.entry);
  if (facts_.hard) {
    possible.add_clamped(best, node.frame);
    if (node.frame.is_empty()) possible.add(best);
  } else {
    possible.add(best);
  }
  if (!facts_.hard && !facts_.soft) {
    if (!node.is_doubted(kDoubtCut)) possible.add_clamped(best, node.frame);
    for (std::size_t i = 0; i < node.frame.size(); ++i) {
      possible.add(std::max(best, node.frame[i].alpha));
      possible.add(std::min(best, node.frame[i].beta));
    }
  }
  add_bounded(node, best, possible);
}

PossibleValues NodeJudge::possible_values(const OpenNode& node, std::size_t reading,
                                          std::optional<Score> best) const {
  const Score value = node.view(*node.row.value);
  PossibleValues possible(value);
  if (const ChildRecord* child = node.hand_over()) {
    if (!child->has_value) return possible;
    possible.add(child->readings[reading].value);
    add_bounded(node, child->readings[reading].value, possible);
    return possible;
  }
  if (node.has_forward && node.forward_unbounded) {
    // Moves were dropped without an estimate, so they may be worth more than the others.
    if (best) possible.expect(*best);
    if (!best || value >= *best) possible.add_any();
  }
  // The estimate of dropped moves bounds them and need not be returned; the claim is then judged.
  if (node.has_forward && !node.forward_unbounded && !node.fold().is_empty()) {
    Score searched = node.fold()[reading];
    if (node.row.score) searched = std::max(searched, node.view(*node.row.score));
    add_values_of_options(node, searched, possible);
  }
  if (node.cut && !is_cut_by_own_moves(*node.cut)) add_values_of_cut(node, best, possible);
  if (best) add_values_of_options(node, *best, possible);
  // No counting option gave it a value. If all moves were excluded on purpose, an engine returns
  // what it likes; it counts as a bound, because nothing proves that it is reached.
  if (is_vacuous(node)) {
    if (node.row.excluded) possible.add_any();
    return possible;
  }
  for (const ChildRecord& child : node.children) {
    // Engines may return the value of the null move that cuts.
    if (child.role == Role::kNullMove && child.has_value)
      possible.add(child.readings[reading].value);
  }
  return possible;
}

// Sets expected, value_ok, unsure and weaker of a draft.
void NodeJudge::check_value_of_interior(const OpenNode& node, std::size_t reading,
                                        Draft& draft) const {
  const std::optional<Score> best = best_option(node, reading);
  const PossibleValues possible = possible_values(node, reading, best);
  draft.expected = possible.expected();
  draft.value_ok = possible.fits();
  if (draft.value_ok || node.hand_over() != nullptr || facts_.soft) return;
  if (node.entry.is_empty() && facts_.form != WindowForm::kFull) {
    draft.value_ok = draft.unsure = true;  // it may have been clamped to an unknown window
    return;
  }
  if (facts_.hard || !best) return;
  // No fail mode is declared: a bound weaker than the children's is weak, not wrong.
  const Candidates<Interval> claim = claims(node);
  if (claim.is_empty() || claim.front().is_exact()) return;
  const Score value = node.view(*node.row.value);
  const Interval range = node.view(facts_.range);
  const bool weak_lower = claim.front().lower > range.lower && value <= *best;
  const bool weak_upper = claim.front().upper < range.upper && value >= *best;
  draft.weaker = draft.value_ok = weak_lower || weak_upper;
}

void NodeJudge::check_best(const OpenNode& node, std::size_t reading, Draft& draft) const {
  if (!node.row.best) return;
  draft.best_ok = false;
  const auto named =
      std::find_if(node.children.begin(), node.children.end(),
                   [&](const ChildRecord& record) { return record.id == *node.row.best; });
  if (named == node.children.end()) return;
  const bool is_counted = named->counts() && named->has_value;
  draft.best_ok = is_counted && fits_as_best(node, *named, reading, draft);
  if (draft.best_ok || named->move <= 0) return;
  // An engine names its best move, which may be that of several children.
  draft.best_ok =
      std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
        return child.move == named->move && child.counts() && !child.superseded &&
               child.has_value && fits_as_best(node, child, reading, draft);
      });
}

bool NodeJudge::fits_as_best(const OpenNode& node, const ChildRecord& child, std::size_t reading,
                             const Draft& draft) const {
  const Score value = node.view(*node.row.value);
  const Reading& said = child.readings[reading];
  bool same = said.value == value;
  const bool may_clamp = !facts_.soft || node.constrained;
  // The window to which it may have been clamped is unknown.
  if (node.entry.is_empty() && !facts_.soft && facts_.form != WindowForm::kFull) same = true;
  for (std::size_t i = 0; i < node.frame.size() && may_clamp; ++i) {
    same = same || clamp_to(said.value, node.frame[i]) == value;
  }
  const Candidates<Interval> claim = claims(node);
  const bool needs_proof = !claim.is_empty() && claim.front().lower > node.view(facts_.range).lower;
  // A bound from elsewhere can prove what the child does not. If children, or two searches of one
  // child, contradict each other, it is unknown which is right.
  const auto is_crossed = [&](const ChildRecord& each) {
    return each.counts() && !each.superseded && each.has_value &&
           each.readings[reading].proven.is_empty();
  };
  const bool is_unstable = draft.proven.is_empty() ||
                           std::any_of(node.children.begin(), node.children.end(), is_crossed);
  const bool is_given = is_unstable || node.is_doubted(kDoubtUpdate) || child.was_empty ||
                        child.blamed || has_hole(node.flags | child.flags) ||
                        (node.constrained && node.constraint.lower >= value);
  return same && (!needs_proof || is_given || said.proven.lower >= claim.front().lower);
}

NodeJudge::Draft NodeJudge::draft_of_interior(OpenNode& node, std::size_t reading) {
  Draft draft;
  check_value_of_interior(node, reading, draft);
  draft.proven = proven_by_options(node, reading);
  check_best(node, reading, draft);
  if (draft.proven.is_empty()) return draft;
  const Candidates<Interval> claim = claims(node);
  if (claim.is_empty()) return draft;
  draft.claim_ok = false;
  for (std::size_t i = 0; i < claim.size(); ++i) {
    draft.claim_ok = draft.claim_ok || draft.proven.is_inside(claim[i]);
  }
  if (!draft.claim_ok && is_all_dropped(node)) {
    ledger_.incomplete(
        "nodes that dropped all their moves and claim more than their window shows: report the "
        "`value` "
        "of the forward cutoff, what the moves were held for");
    node.flags |= kIncompleteBelow;
  }
  if (!draft.claim_ok && is_silent(Rule::kClaim, node.all_doubts())) {
    // The claim is believed. If it rests on a finding, nothing above can firmly contradict it; a
    // gap makes the node, and those above it, INCOMPLETE.
    draft.claim_ok = true;
    draft.proven = claim.front();
    const bool is_only_a_hole = !is_silent(Rule::kClaim, node.doubts);
    if (!is_only_a_hole) node.flags |= kFindingBelow;
  }
  return draft;
}

}  // namespace plytrace::verify
