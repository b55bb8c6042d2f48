// SPDX-License-Identifier: MIT
//
// Rules for a node when it is left: its value, claim and best child must agree with what follows
// from below; at most one finding.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/per_node.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;

}  // namespace

// Returns true after reporting that its best child returned no value that it could have taken.
bool NodeJudge::blame_aborted_best(const OpenNode& node) {
  const bool is_aborted =
      node.children.has_stopped() &&
      std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
        return child.id == node.row.best && child.counts() && !child.has_value;
      });
  if (!is_aborted) return false;
  return ledger_.blame(Rule::kAbortedUsed, node.row.id, [&] {
    return Words{fmt::format("{}: it took the value of its child #{}, which returned none",
                             ledger_.name(node.row), *node.row.best),
                 "a child with a value", "a child without one"};
  });
}

// The outcome if the claim is believed, with what follows from below as a second reading.
Outcome NodeJudge::trusted(const OpenNode& node, const Draft& draft, Flags flags) const {
  Outcome outcome;
  outcome.has_value = outcome.blamed = true;
  outcome.flags = flags | kFindingBelow;
  const Score value = node.view(*node.row.value);
  const Candidates<Interval> claim = claims(node);
  const Interval proven = draft.proven.is_empty() ? Interval{value, value} : draft.proven;
  const Interval trusted = claim.is_empty() ? proven : claim.front();
  const Score right = draft.value_ok ? value : draft.expected.value_or(value);
  outcome.readings = Candidates<Reading>(Reading{*node.row.value, node.view(trusted)},
                                         Reading{node.view(right), node.view(proven)});
  return outcome;
}

// A node entered with a wrong window may be right within that window, and its parent may be right
// to use the value as if the window had been correct.
void NodeJudge::add_right_reading(const OpenNode& node, Outcome& outcome) const {
  if (outcome.readings.size() != 1 || node.entry.size() != 2) return;
  const Score value = node.view(*node.row.value);
  const Interval meant =
      claimed_interval(value, bound_in(value, node.entry[1]), node.view(facts_.range));
  outcome.readings.add({*node.row.value, node.view(meant)});
  outcome.flags |= kFindingBelow;
}

void NodeJudge::blame_contradiction(const OpenNode& node, const Interval& proven) {
  const Interval ends = node.view.min ? Interval{proven.upper, proven.lower} : proven;
  ledger_.blame(Rule::kContradiction, node.row.id, [&] {
    return Words{fmt::format("{}: the proofs below it contradict each other: >= {} and <= {}",
                             ledger_.name(node.row), score_text(node.view(ends.lower)),
                             score_text(node.view(ends.upper))),
                 "agreement", "contradiction"};
  });
}

// The outcome with the readings that fit the whole row, of which one suffices; without a reading if
// none fits.
Outcome NodeJudge::fitting(const OpenNode& node, const Draft* drafts, std::size_t count) {
  Outcome outcome;
  outcome.has_value = true;
  outcome.flags = node.flags;
  const Score value = *node.row.value;
  for (std::size_t i = 0; i < count; ++i) {
    if (!drafts[i].is_ok()) continue;
    if (!drafts[i].proven.is_empty()) {
      outcome.readings.add({value, node.view(drafts[i].proven)});
      continue;
    }
    // Values that depend on the path, or on assumptions, may differ and both be right.
    if (facts_.uniform && is_firm(node.flags) && node.children.size() > 0) {
      blame_contradiction(node, drafts[i].proven);
      return trusted(node, drafts[i], node.flags);
    }
    ledger_.assume(Assumption::kInstability);
    outcome.flags |= flag(Assumption::kInstability);
    // The nodes above use the number as it is. If it lies outside of the two proofs it is a bound,
    // and what lies between stays open.
    const auto [low, high] =
        std::minmax({node.view(drafts[i].proven.lower), node.view(drafts[i].proven.upper)});
    Interval left{value, value};
    if (value < low) left.upper = high;
    if (value > high) left.lower = low;
    outcome.readings.add({value, left});
  }
  return outcome;
}

void NodeJudge::blame_value(const OpenNode& node, const Draft& draft) {
  const std::string said = score_text(*node.row.value);
  ledger_.blame(Rule::kValue, node.row.id, [&] {
    const std::string right =
        draft.expected ? score_text(node.view(*draft.expected)) : "a child or a score to take";
    return Words{fmt::format("{}: it returned {}, but {}", ledger_.name(node.row), said,
                             draft.expected ? "what lies below it gives " + right
                                            : "nothing below it gives a value"),
                 right, said};
  });
}

void NodeJudge::blame_claim(const OpenNode& node, const Draft& draft) {
  const Score value = *node.row.value;
  const auto meant = [&] {
    return node.entry.is_empty() ? Bound::kExact
                                 : node.view(bound_in(node.view(value), node.entry.front()));
  };
  const std::string claim = claim_text(value, node.row.bound ? *node.row.bound : meant());
  ledger_.blame(Rule::kClaim, node.row.id, [&] {
    const std::string proven = interval_text(node.view(draft.proven));
    return Words{
        fmt::format("{}: it claims {}, but {} is proven", ledger_.name(node.row), claim, proven),
        proven, claim};
  });
}

// The counting child that has and proves the value of the node; null if there is none.
const ChildRecord* NodeJudge::proven_best(const OpenNode& node) const {
  const Score value = node.view(*node.row.value);
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded || !child.has_value) continue;
    const Reading& reading = child.readings.front();
    if (reading.value == value && reading.proven.lower >= value) return &child;
  }
  return nullptr;
}

// A deviation that only an uncaptured event could explain is a warning as well: the move may be
// wrong.
void NodeJudge::warn_best_is_bound(OpenNode& node, const ChildRecord& right) {
  if (facts_.captures(info(Rule::kBest).needs)) return;
  const ChildRecord* best = node.children.find(*node.row.best);
  if (best == nullptr || !best->has_value) return;
  ledger_.warn(Rule::kWarnBestIsBound, node.row.id, [&] {
    return fmt::format("{}: its best child {} proves only {}; {} proves {}", ledger_.name(node.row),
                       ledger_.child_name(best->id, best->move),
                       interval_text(node.view(best->readings.front().proven)),
                       ledger_.child_name(right.id, right.move), score_text(*node.row.value));
  });
}

void NodeJudge::blame_best(OpenNode& node) {
  const std::string value = score_text(*node.row.value);
  const ChildRecord* const right = proven_best(node);
  ledger_.blame(Rule::kBest, node.row.id, [&] {
    const ChildRecord* best = node.children.find(*node.row.best);
    const std::string said =
        best == nullptr || !best->has_value
            ? "which is not a counted child with a value"
            : fmt::format("which gave {} and proves {}",
                          score_text(node.view(best->readings.front().value)),
                          interval_text(node.view(best->readings.front().proven)));
    const std::string name = best == nullptr ? fmt::format("#{}", *node.row.best)
                                             : ledger_.child_name(best->id, best->move);
    return Words{fmt::format("{}: it returned {}, its best child is {}, {}", ledger_.name(node.row),
                             value, name, said),
                 right == nullptr ? fmt::format("none: no counted child proves {}", value)
                                  : fmt::format("{}, which proves {}",
                                                ledger_.child_name(right->id, right->move), value),
                 said};
  });
  if (right != nullptr) warn_best_is_bound(node, *right);
}

// At most one finding: value, then claim, then best, because each follows from the ones before.
Outcome NodeJudge::settle(OpenNode& node, const Draft* drafts, std::size_t count) {
  Outcome outcome = fitting(node, drafts, count);
  if (!outcome.readings.is_empty()) return outcome;
  // Compare with the reading that explains most of the row.
  const auto points = [](const Draft& draft) {
    return (draft.value_ok ? 4 : 0) + (draft.claim_ok ? 2 : 0) + (draft.best_ok ? 1 : 0);
  };
  const Draft& draft = count == 2 && points(drafts[1]) > points(drafts[0]) ? drafts[1] : drafts[0];
  if (!draft.value_ok) {
    blame_value(node, draft);
  } else if (!draft.claim_ok) {
    blame_claim(node, draft);
  } else {
    blame_best(node);
  }
  return trusted(node, draft, node.flags);
}

// The event for the value of the last child must exist, though no later child needs it. Checked
// only for plytrace's own searches, which record everything.
bool NodeJudge::blame_missing_event(OpenNode& node) {
  if (!facts_.demands.every_row || facts_.form == WindowForm::kFull || node.cut ||
      node.fold().size() != 1 || node.current.size() != 1 ||
      node.is_doubted(kDoubtUpdate | kDoubtEvents | kDoubtMissedCut) ||
      (facts_.loose_root && node.level == 0)) {
    return false;
  }
  const bool is_searched_again = std::any_of(
      node.children.begin(), node.children.end(),
      [](const ChildRecord& child) { return child.superseded || child.role == Role::kHandOver; });
  const Window window = node.current.front();
  const Score value = node.fold().front();
  if (is_searched_again || value <= window.alpha) return false;
  const bool cuts = node.closes(value, window.beta);
  ledger_.blame(cuts ? Rule::kMissedCutoff : Rule::kUpdate, node.row.id, [&] {
    const std::string_view missing = cuts ? "cutoff" : "bound update";
    return Words{fmt::format("{}: its value became {} in the window {}, but no {} says so",
                             ledger_.name(node.row), score_text(node.view(value)),
                             window_text(node.view(window)), missing),
                 fmt::format("a {}", missing), "none"};
  });
  return true;
}

// Derives the kind of a leaf from its events: answered by the table, stopped before its moves, or
// not a leaf at all. The reported kind counts only if no event contradicts it.
void NodeJudge::check_kind(OpenNode& node) {
  if (facts_.demands.exact_kinds || node.is_doubted(kDoubtRow)) return;
  const NodeKind kind = node.row.kind;
  // Kinds with a score of their own.
  const bool is_scored =
      kind == NodeKind::kHorizon || kind == NodeKind::kTerminal || kind == NodeKind::kDraw;
  // Children without a value are no evidence: the search was stopped, or the moves were illegal.
  const bool has_moves =
      std::any_of(node.children.begin(), node.children.end(),
                  [](const ChildRecord& child) { return child.counts() && child.has_value; });
  if (has_moves) {
    const char* const why = node.hand_over() != nullptr ? "but its position was searched below it"
                                                        : "but moves were searched below it";
    if (is_scored) blame_kind(node, why, "interior");
    return;
  }
  const bool is_probed =
      (kind == NodeKind::kTerminal || kind == NodeKind::kDraw) &&
      std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.role == Role::kProbe && child.move > 0 && child.has_value;
      });
  if (is_probed) return blame_kind(node, "but a probe searched a move below it", "interior");
  if (is_scored) warn_leaf_moves(node);
  const bool may_be_move =
      is_scored && std::any_of(node.children.begin(), node.children.end(), [](const auto& child) {
        return child.role == Role::kNullMove && child.move > 0 && child.has_value;
      });
  if (is_scored && (node.may_hide_move || may_be_move)) {
    ledger_.assume(Assumption::kMoveList);
    node.flags |= flag(Assumption::kMoveList);
  }
  // All tried moves were illegal: the end of the game if these were all moves. The kind of end is
  // not reported.
  const bool is_end =
      kind == NodeKind::kInterior && is_vacuous(node) && !node.children.empty() &&
      node.row.legal.value_or(0) == 0 &&
      std::all_of(node.children.begin(), node.children.end(),
                  [](const auto& child) { return child.kind == NodeKind::kIllegal; });
  if (is_end) {
    node.row.kind = NodeKind::kUnknown;
    node.is_retyped = true;
    return;
  }
  const bool is_answered = std::any_of(
      node.probes.begin(), node.probes.end(),
      [](const TableProbeRow& probe) { return probe.used == format::TableUse::kAnswered; });
  if (is_scored && (is_answered ? node.cut || node.has_forward : node.cut && node.cut->skips)) {
    take_for_interior(node, is_answered);
  } else if (is_answered && kind != NodeKind::kTable && !node.cut && !node.has_forward) {
    node.row.kind = NodeKind::kTable;
    node.is_retyped = true;
  }
}

// A node of an illegal move says nothing about a position: a result would hide a legal move.
void NodeJudge::check_illegal(OpenNode& node) {
  if (node.row.value) blame_kind(node, "but it returned a value", "a node without a value");
}

bool NodeJudge::is_void(OpenNode& node) {
  if (node.row.kind != NodeKind::kIllegal) return false;
  node.constrained = true;
  return true;
}

void NodeJudge::blame_kind(OpenNode& node, std::string_view why, std::string_view expected) {
  ledger_.blame(Rule::kKind, node.row.id, [&] {
    return Words{fmt::format("{}: it is {}, {}", ledger_.name(node.row), word(node.row.kind), why),
                 std::string(expected), std::string(word(node.row.kind))};
  });
  node.doubt(kDoubtRow);
}

// A leaf that was cut before its moves is worth only what the cut proves.
void NodeJudge::take_for_interior(OpenNode& node, bool is_answered) {
  NodeRow& row = node.row;
  row.kind = NodeKind::kInterior;
  node.is_retyped = true;
  // It stood pat on its value, unless that is a table answer.
  const bool stands = node.cut && node.cut->cause == format::Cause::kStandPat && !is_answered;
  if (stands && !row.score) row.score = row.value;
  // The number of skipped moves is unknown, so "exact" is only what its kind says.
  if (node.is_doubted(kDoubtSkipped) && row.bound == Bound::kExact) row.bound.reset();
}

// Warns if a leaf's number of moves is wrong: some at the horizon, none at the end of the game.
void NodeJudge::warn_leaf_moves(const OpenNode& node) {
  // In quiescence the engine chooses the list.
  if (!node.row.legal || node.row.excluded || node.row.phase != format::Phase::kMain) return;
  const bool is_mated = node.row.kind == NodeKind::kHorizon && *node.row.legal == 0;
  const bool goes_on = node.row.kind == NodeKind::kTerminal && *node.row.legal > 0;
  if (!is_mated && !goes_on) return;
  ledger_.warn(Rule::kWarnLeafMoves, node.row.id, [&] {
    return is_mated ? fmt::format(
                          "{}: it is scored as a leaf at the horizon, but it has no legal move: "
                          "is the game over there?",
                          ledger_.name(node.row))
                    : fmt::format("{}: the game is over there, but it has {} legal move{}",
                                  ledger_.name(node.row), *node.row.legal,
                                  *node.row.legal == 1 ? "" : "s");
  });
}

// Warns about an infinite leaf, and about a won game that rests on a null move.
void NodeJudge::warn_about_end(const OpenNode& node) {
  if (node.children.empty() && std::isinf(*node.row.value)) {
    ledger_.warn(Rule::kWarnInfiniteValue, node.row.id, [&] {
      return fmt::format("{}: its score is {}, which is not a score but an open bound",
                         ledger_.name(node.row), score_text(*node.row.value));
    });
  }
  if (!node.cut || node.cut->cause != format::Cause::kNullMove) return;
  const Score value = node.view(*node.row.value);
  const bool is_end =
      std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
        return child.role == format::Role::kNullMove && child.is_of_end && child.has_value &&
               child.readings.front().value == value;
      });
  if (value <= 0 || !(facts_.mate_score ? value >= *facts_.mate_score : is_end)) return;
  if (!node.entry.is_empty() && value == node.entry.front().beta) return;  // it returned beta
  ledger_.warn(Rule::kWarnNullMoveMate, node.row.id, [&] {
    return fmt::format(
        "{}: its null move cut with {}, the score of a won game; whoever may not "
        "pass need not lose: return beta instead",
        ledger_.name(node.row), score_text(*node.row.value));
  });
}

// Includes all values, even those with findings: claims at the ends of the range need them
// (pass/claim_rules.cc).
void NodeJudge::note_value(Score value) {
  sums_.scores.lower = std::min(sums_.scores.lower, value);
  sums_.scores.upper = std::max(sums_.scores.upper, value);
}

void NodeJudge::note_end(const NodeRow& row) {
  ends_.note(*row.value, row.ply);
  sums_.outer_ends.note(*row.value, row.ply);
}

bool NodeJudge::is_value_of_end(const OpenNode& node) {
  if (node.row.kind == NodeKind::kTerminal) {
    note_end(node.row);
    return true;
  }
  if (node.row.kind == NodeKind::kTable) return node.answer_of_end;
  const Score value = node.view(*node.row.value);
  return std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
    return child.counts() && child.is_of_end && !child.superseded &&
           child.readings.front().value == value;
  });
}

void NodeJudge::note_cutoff(const OpenNode& node) {
  const bool has_end = !node.entry.is_empty() && node.entry.front().beta < kInfinity;
  if (node.window_known && has_end) ++sums_.habits.windows;
  if (node.cut) ++sums_.habits.cutoffs;
}

// A value that closes the window ends the node: without an event, moves may have been skipped.
void NodeJudge::warn_untold_cutoff(const OpenNode& node) {
  if (node.row.kind != NodeKind::kInterior) return;
  note_cutoff(node);
  if (!is_cut_untold(node) || node.hand_over() != nullptr) return;
  if (is_silent(Rule::kWarnUntoldCutoff, node.doubts)) return;
  // There was nothing left to cut, for example after a forced move.
  if (node.row.legal && count_searched(node) >= *node.row.legal) return;
  // An equal value does not cut under a strict comparison, and all moves were searched.
  const bool is_equal = node.fold().front() == node.current.front().beta;
  if (is_equal && (node.row.legal || !facts_.hard)) return;
  ++sums_.habits.untold;
  ledger_.warn(Rule::kWarnUntoldCutoff, node.subject(), [&] {
    return fmt::format("{}: its value {} closed its window {}, but no cutoff says so",
                       ledger_.name(node.row), score_text(node.view(node.fold().front())),
                       window_text(node.view(node.current.front())));
  });
}

// Whether the recording, not the search, may have ended inside the node: its last store may then be
// its unreported value. When a writer died or an input ended, the last path of the pass is closed
// later. A search that gives up leaves the nodes below first.
bool NodeJudge::may_be_killed(const OpenNode& node) const {
  const bool is_on_last_path = !node.row.last || node.row.last == open_until_;
  return is_on_last_path && !node.has_unvalued_child();
}

// A node left before it had a value claims nothing, but its stores are checked.
Outcome NodeJudge::leave_unfinished(OpenNode& node) {
  ledger_.incomplete(
      "nodes without a value: the search was stopped inside them, or did not report what they "
      "returned");
  Outcome proven;
  proven.has_value = !may_be_killed(node) && check_unfinished_stores(node);
  proven.flags = node.flags;
  if (proven.has_value) proven.readings = Reading{0, node.view(proven_unfinished(node))};
  if (origins_.is_used(node.row.id)) keep_origin(node, proven, false);
  return {};
}

Outcome NodeJudge::leave_without_side(const OpenNode& node) {
  ledger_.incomplete(
      "nodes whose side to move is not recorded: report `side` when a node is entered");
  Outcome outcome;
  outcome.has_value = true;
  outcome.flags = kIncompleteBelow;
  const Candidates<Interval> claim = claims(node);
  outcome.readings = Reading{*node.row.value, claim.is_empty() ? facts_.range : claim.front()};
  return outcome;
}

// A node whose searched moves were all recorded: at most one finding.
NodeJudge::Settled NodeJudge::settle_interior(OpenNode& node) {
  count_assumptions(node);
  check_own_score(node);
  if (node.has_unvalued_child()) {
    ledger_.incomplete(
        "nodes with a value, though a child returned none: after a stop the nodes above have none "
        "either");
    node.flags |= kIncompleteBelow;
  }
  Draft drafts[2];
  // A child with a finding has two readings: its claim, and the right value.
  const std::size_t count = node.children.has_twofold() ? 2 : 1;
  for (std::size_t i = 0; i < count; ++i) drafts[i] = draft_of_interior(node, i);
  // Consequences of a wrong list of moves or a wrong cut are not reported again.
  if (blame_count(node) || blame_aborted_best(node) || node.is_doubted(kDoubtCut)) {
    return {trusted(node, drafts[0], node.flags), true};
  }
  const bool fits = drafts[0].is_ok() || (count == 2 && drafts[1].is_ok());
  const bool blamed = !fits || blame_missing_event(node);
  const bool is_unsure = fits && drafts[0].unsure;
  if (is_unsure)
    ledger_.incomplete(
        "values of nodes whose window is not recorded: report alpha and beta when a node is "
        "entered");
  if (fits && drafts[0].weaker) {
    ledger_.warn(Rule::kWarnValueWeaker, node.row.id, [&] {
      return fmt::format("{}: its bound {} is weaker than its children give",
                         ledger_.name(node.row), score_text(*node.row.value));
    });
  }
  Outcome outcome = settle(node, drafts, count);
  if (is_unsure) {
    // The meaning of its value is unknown as well, so nodes above are not compared with it.
    outcome.blamed = true;
    outcome.flags |= kIncompleteBelow;
  }
  return {outcome, blamed};
}

NodeJudge::Settled NodeJudge::settle_by_kind(OpenNode& node) {
  Draft draft;
  // A row that already has a finding is believed.
  if (node.is_doubted(kDoubtRow)) {
    draft.proven = claims(node).front();
    return {trusted(node, draft, node.flags), true};
  }
  if (node.row.kind == NodeKind::kTable) {
    draft = draft_of_table_leaf(node);
    const bool blamed = node.is_doubted(kDoubtTable | kDoubtCut) || blame_count(node);
    return {blamed ? trusted(node, draft, node.flags) : settle(node, &draft, 1), blamed};
  }
  // The replay has reported the score; nodes above are also judged by the right one.
  if (node.true_score) {
    node.flags |= kHorizonBelow;
    return {trusted(node, draft_of_true_score(node), node.flags), true};
  }
  if (node.row.kind != NodeKind::kInterior) {
    draft = draft_of_leaf(node);
    const bool blamed = !draft.is_ok();
    return {settle(node, &draft, 1), blamed};
  }
  // Missing rows may explain the value: the node's claim is believed, but nothing more.
  if (node.is_doubted(kDoubtUnrecorded | kDoubtRows)) {
    const Candidates<Interval> claim = claims(node);
    draft.proven = claim.is_empty() ? node.view(facts_.range) : claim.front();
    if (claim.is_empty()) node.flags |= kIncompleteBelow;  // the meaning of its value is unknown
    return {settle(node, &draft, 1), false};
  }
  return settle_interior(node);
}

PLYTRACE_PER_NODE Outcome NodeJudge::leave(OpenNode& node) {
  ledger_.count(Check::kStructure);
  if (node.row.kind == NodeKind::kIllegal) {
    // The parent continues as if the node did not exist.
    check_illegal(node);
    compare_by_place(node);
    return {};
  }
  if (!node.row.value) return leave_unfinished(node);
  ledger_.count(Check::kProof);
  note_value(*node.row.value);
  if (!node.row.side) return leave_without_side(node);
  if (const auto outcome = plain_outcome(node)) {
    note_cutoff(node);
    return *outcome;
  }
  if (node.is_doubted(kDoubtUnrecorded)) {
    ledger_.incomplete(
        "visited nodes were not recorded: record without a limit to prove the value");
    ledger_.assume(Assumption::kUnrecorded);
    node.flags |= flag(Assumption::kUnrecorded);
  }
  // The kind first, because it determines what the value can be and what it proves.
  check_kind(node);
  check_range(node);
  compare_by_key(node);
  compare_by_place(node);
  warn_untold_cutoff(node);
  if (node.static_eval) warn_static_eval(node);
  auto [outcome, blamed] = settle_by_kind(node);
  // The other columns of a row with a finding are not checked.
  if (!blamed && blame_own_result(node)) outcome.flags |= kFindingBelow;
  outcome.is_of_end = is_value_of_end(node);
  warn_about_end(node);
  if (node.is_doubted(kDoubtWindow)) add_right_reading(node, outcome);
  // After all readings are known, because an entry may rest on any of them; and before
  // keep_origin(), which records findings of the stores.
  if (!node.stores.empty()) check_stores(node, outcome, blamed);
  if (origins_.is_used(node.row.id)) keep_origin(node, outcome, blamed);
  return outcome;
}

}  // namespace plytrace::verify
