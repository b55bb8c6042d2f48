// SPDX-License-Identifier: MIT
//
// A node when it is left: what is proven about it, and whether its value, claim, count of moves and
// best child agree with that.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viewer/verify/node_judge.h"
#include "viewer/verify/saturated.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::NodeKind;
using format::Role;

Score clamp_to(Score value, Window window) {
  return std::min(std::max(value, window.alpha), window.beta);
}

bool is_cut_by_own_moves(const Cut& cut) {
  return cut.cause == Cause::kChild || cut.cause == Cause::kStandPat;
}

// The last counted search of the node if that was of the same position: its result is the node's.
const ChildRecord* hand_over(const OpenNode& node) {
  for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
    if (child->counts()) return child->role == Role::kHandOver ? &*child : nullptr;
  }
  return nullptr;
}

bool has_unvalued_child(const OpenNode& node) {
  return std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
    return child.counts() && !child.superseded && !child.has_value;
  });
}

}  // namespace

// What the node claims, in its own view: one interval, or two where its window is in doubt.
Candidates<Interval> NodeJudge::claims(const OpenNode& node) const {
  const Score value = node.view(*node.row.value);
  const Interval range = node.view(facts_.range);
  const auto claimed = [&](Bound bound) { return claimed_interval(value, bound, range); };
  if (node.row.bound) return claimed(node.view(*node.row.bound));
  if (node.row.kind == NodeKind::kTable) {
    // Whoever asked takes it for what it means in the window; in an empty one it may mean either.
    if (facts_.captures(kCapBounds) && node.window_known && !node.current.is_empty()) {
      const Window window = node.current.front();
      if (window.alpha < window.beta) return claimed(bound_in(value, window));
    }
    // It says what the entry says.
    for (const TableProbeRow& probe : node.probes) {
      const bool answered = probe.used == format::TableUse::kAnswered && probe.bound;
      if (answered && probe.value == node.row.value) return claimed(node.view(*probe.bound));
    }
    if (!node.entry.is_empty()) return claimed(bound_in(value, node.entry.front()));
    // An answer that was clamped, to a window that is not known.
    for (const TableProbeRow& probe : node.probes) {
      if (probe.used != format::TableUse::kAnswered || !probe.value) continue;
      return claimed(value > node.view(*probe.value) ? Bound::kUpper : Bound::kLower);
    }
  }
  if (node.row.kind != NodeKind::kInterior) {
    // Leaves are exact, but for those clamped to an end of the window.
    if (node.row.score && node.row.score != node.row.value) {
      return claimed(value < node.view(*node.row.score) ? Bound::kLower : Bound::kUpper);
    }
    const bool maybe_clamped = facts_.hard && !node.row.score && !facts_.captures(kCapScores);
    if (!maybe_clamped || node.entry.is_empty()) return claimed(Bound::kExact);
    const Window window = node.entry.front();
    if (value != window.alpha && value != window.beta) return claimed(Bound::kExact);
    return claimed(bound_in(value, window));
  }
  Candidates<Interval> result;
  for (std::size_t i = 0; i < node.entry.size(); ++i) {
    result.add(claimed(bound_in(value, node.entry[i])));
  }
  // At the end of an empty window it may mean either.
  if (node.entry.size() == 1 && node.entry.front() == Window{value, value}) {
    result.add(claimed(Bound::kLower));
  }
  return result;
}

NodeJudge::Draft NodeJudge::draft_of_leaf(OpenNode& node) {
  Draft draft;
  const Score value = node.view(*node.row.value);
  const Candidates<Interval> claim = claims(node);
  switch (node.row.kind) {
    case NodeKind::kKnown:
      ledger_.assume(Assumption::kKnown);
      node.flags |= flag(Assumption::kKnown);
      draft.proven = claim.front();
      return draft;
    case NodeKind::kUnknown:
      ledger_.assume(Assumption::kUnknownKind);
      node.flags |= flag(Assumption::kUnknownKind);
      draft.proven = claim.is_empty() ? Interval{value, value} : claim.front();
      return draft;
    case NodeKind::kDraw:
      node.flags |= kPathBelow;
      break;
    case NodeKind::kHorizon:
      node.flags |= kHorizonBelow;
      break;
    default:
      break;
  }
  if (!node.row.score) {
    // A leaf that may have been clamped proves what it claims; any other one its value.
    const bool clamped = !facts_.captures(kCapScores) && !facts_.soft && !claim.front().is_exact();
    draft.proven = clamped ? claim.front() : Interval{value, value};
    draft.claim_ok = draft.proven.is_inside(claim.front());
    return draft;
  }
  const Score score = node.view(*node.row.score);
  draft.proven = {score, score};
  draft.expected = score;
  draft.value_ok = value == score && !facts_.hard;
  if (!facts_.soft) {
    for (std::size_t i = 0; i < node.frame.size(); ++i) {
      const Score clamped = clamp_to(score, node.frame[i]);
      if (facts_.hard && i == 0) draft.expected = clamped;
      draft.value_ok = draft.value_ok || value == clamped;
    }
    // The window that it may have been clamped to is not known.
    if (node.frame.is_empty()) draft.value_ok = true;
  }
  draft.value_ok = draft.value_ok || (value == score && !facts_.own);
  draft.claim_ok = draft.proven.is_inside(claim.front());
  return draft;
}

// The replay blamed the score: what the leaf should have said.
NodeJudge::Draft NodeJudge::draft_of_true_score(const OpenNode& node) const {
  Draft draft;
  const Score score = node.view(*node.true_score);
  draft.value_ok = false;
  draft.expected =
      facts_.hard && !node.frame.is_empty() ? clamp_to(score, node.frame.front()) : score;
  draft.proven = {score, score};
  return draft;
}

// All options of the node: its moves, its own score, what forward pruning left out.
Interval NodeJudge::proven_by_options(OpenNode& node, std::size_t reading) const {
  const Interval range = node.view(facts_.range);
  if (const ChildRecord* child = hand_over(node)) {
    return child->has_value ? child->readings[reading].proven : range;
  }
  Interval proven{-kInfinity, -kInfinity};
  const auto option = [&](const Interval& interval) {
    proven.lower = std::max(proven.lower, interval.lower);
    proven.upper = std::max(proven.upper, interval.upper);
  };
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded) continue;
    option(child.has_value ? child.readings[reading].proven : range);
  }
  if (node.row.score) option({node.view(*node.row.score), node.view(*node.row.score)});
  if (node.has_forward) {
    Score best = node.forward_best;
    if (node.forward_unbounded) {
      const Candidates<Interval> claim = claims(node);
      best = claim.is_empty() ? range.upper : std::max(best, claim.front().upper);
    }
    option({range.lower, best});
  }
  const bool cut_short = node.cut && (node.cut->skips || !node.row.legal || node.skipped_unknown);
  if (cut_short) proven.upper = range.upper;
  if (node.constrained) {
    // Bounds from outside hold whatever the moves are worth, also where there was none.
    if (proven.upper == -kInfinity) proven = range;
    proven = intersection(proven, node.constraint);
  }
  proven.lower = std::max(proven.lower, range.lower);
  proven.upper = std::max(std::min(proven.upper, range.upper), range.lower);
  return proven;
}

// Fills expected, value_ok and weaker of a draft.
void NodeJudge::check_value_of_interior(const OpenNode& node, std::size_t reading,
                                        Draft& draft) const {
  const Score value = node.view(*node.row.value);
  draft.value_ok = false;
  const auto accept = [&](Score expected) {
    if (!draft.expected) draft.expected = expected;
    draft.value_ok = draft.value_ok || value == expected;
  };
  if (const ChildRecord* child = hand_over(node)) {
    if (child->has_value) accept(child->readings[reading].value);
    return;
  }
  std::optional<Score> fold;
  const auto take = [&](Score option) { fold = fold ? std::max(*fold, option) : option; };
  if (!node.fold.is_empty()) take(node.fold[reading]);
  if (node.row.score) take(node.view(*node.row.score));
  if (node.has_forward && !node.forward_unbounded) take(node.forward_best);
  if (node.has_forward && node.forward_unbounded) {
    draft.value_ok = !fold || value >= *fold;
    draft.expected = fold;
    if (draft.value_ok) return;
  }
  if (node.cut && !is_cut_by_own_moves(*node.cut)) {
    // The value may be what cut, or the bound that it closed.
    if (node.cut->value) accept(*node.cut->value);
    if (fold && node.cut->value) accept(std::max(*fold, *node.cut->value));
    for (std::size_t i = 0; i < node.current.size() && !facts_.soft; ++i) {
      accept(node.cut->high ? node.current[i].beta : node.current[i].alpha);
    }
    for (const TableProbeRow& probe : node.probes) {
      if (node.cut->cause == Cause::kTable && probe.value) accept(node.view(*probe.value));
    }
  }
  if (fold) {
    if (!facts_.hard) accept(*fold);
    for (std::size_t i = 0; i < node.frame.size(); ++i) {
      if (facts_.hard || (!facts_.soft && !node.cut_blamed)) accept(clamp_to(*fold, node.frame[i]));
      if (!facts_.hard && !facts_.soft) {
        accept(std::max(*fold, node.frame[i].alpha));
        accept(std::min(*fold, node.frame[i].beta));
      }
      if (facts_.soft && node.constrained) accept(clamp_to(*fold, node.frame[i]));
    }
    if (facts_.hard && node.frame.is_empty()) accept(*fold);
  }
  if (!facts_.own) {
    for (const ChildRecord& child : node.children) {
      if (child.role == Role::kNullMove && child.has_value) {
        accept(child.readings[reading].value);
      }
    }
  }
  if (!draft.value_ok && node.entry.is_empty() && !facts_.soft &&
      facts_.form != WindowForm::kFull) {
    draft.value_ok = draft.unsure = true;  // the fold may have been clamped
  }
  if (draft.value_ok || facts_.soft || facts_.hard || !fold) return;
  // Nothing is declared: a bound that says less than the children do is weak, not wrong.
  const Candidates<Interval> claim = claims(node);
  if (claim.is_empty() || claim.front().is_exact()) return;
  const Interval range = node.view(facts_.range);
  const bool weak_lower = claim.front().lower > range.lower && value <= *fold;
  const bool weak_upper = claim.front().upper < range.upper && value >= *fold;
  draft.weaker = draft.value_ok = weak_lower || weak_upper;
}

void NodeJudge::check_best(const OpenNode& node, std::size_t reading, Draft& draft) const {
  if (!node.row.best) return;
  draft.best_ok = false;
  const auto child =
      std::find_if(node.children.begin(), node.children.end(),
                   [&](const ChildRecord& record) { return record.id == *node.row.best; });
  if (child == node.children.end() || !child->counts() || !child->has_value) return;
  const Score value = node.view(*node.row.value);
  const Reading& said = child->readings[reading];
  bool same = said.value == value;
  const bool may_clamp = !facts_.soft || node.constrained;
  for (std::size_t i = 0; i < node.frame.size() && may_clamp; ++i) {
    same = same || clamp_to(said.value, node.frame[i]) == value;
  }
  const Candidates<Interval> claim = claims(node);
  const bool needs_proof = !claim.is_empty() && claim.front().lower > node.view(facts_.range).lower;
  // A bound from elsewhere can prove what the child does not.
  const bool is_given = node.update_blamed || (node.constrained && node.constraint.lower >= value);
  draft.best_ok = same && (!needs_proof || is_given || said.proven.lower >= claim.front().lower);
}

NodeJudge::Draft NodeJudge::draft_of_interior(OpenNode& node, std::size_t reading) {
  Draft draft;
  check_value_of_interior(node, reading, draft);
  check_best(node, reading, draft);
  draft.proven = proven_by_options(node, reading);
  if (draft.proven.is_empty()) return draft;
  const Candidates<Interval> claim = claims(node);
  if (claim.is_empty()) return draft;
  draft.claim_ok = false;
  for (std::size_t i = 0; i < claim.size(); ++i) {
    draft.claim_ok = draft.claim_ok || draft.proven.is_inside(claim[i]);
  }
  // Blamed already, and what it claims rests on that.
  if (!draft.claim_ok && (node.inversion_blamed || node.update_blamed || node.window_blamed)) {
    draft.claim_ok = true;
    draft.proven = claim.front();
    node.flags |= kFindingBelow;
  }
  // A hole in the proof is no contradiction; it makes the node, and those above it, INCOMPLETE.
  if ((node.flags & kIncompleteBelow) != 0 && !draft.claim_ok) {
    draft.claim_ok = true;
    draft.proven = claim.front();
  }
  return draft;
}

// Searched and skipped moves against the number of legal ones. True: they were blamed.
bool NodeJudge::blame_count(OpenNode& node) {
  if (node.row.unrecorded > 0 || node.events_doubted || node.after_cutoff) return false;
  std::int64_t searched = 0;
  for (const ChildRecord& child : node.children) {
    if (child.counts() && !child.superseded && child.role != Role::kHandOver) ++searched;
  }
  const auto wrong = [&](const std::string& why, std::string expected, std::string actual) {
    node.count_blamed = true;
    ledger_.blame(Rule::kCount, node.row.id, [&] {
      return Words{fmt::format("{}: {}", ledger_.name(node.row), why), std::move(expected),
                   std::move(actual)};
    });
    return true;
  };
  if (node.skipped_list_wrong) {
    return wrong("the list of skipped moves is not as long as the number of skipped moves says",
                 "as many names as skipped moves", "another number");
  }
  if (!node.row.legal || node.skipped_unknown || has_unvalued_child(node)) return false;
  if (hand_over(node) != nullptr && searched == 0) return false;
  const std::int64_t total = saturated_sum(searched, node.skipped);
  if (total == *node.row.legal) return false;
  return wrong(fmt::format("{} moves searched and {} skipped, but {} are legal", searched,
                           node.skipped, *node.row.legal),
               fmt::format("{} moves", *node.row.legal), fmt::format("{} moves", total));
}

// True: its best child returned nothing that it could have taken.
bool NodeJudge::blame_aborted_best(const OpenNode& node) {
  const bool is_aborted =
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

void NodeJudge::count_assumptions(OpenNode& node) {
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded) continue;
    if (child.role == Role::kReduced) {
      ledger_.assume(Assumption::kReduced);
      node.flags |= flag(Assumption::kReduced);
    }
  }
  const bool complete = !node.cut && !node.has_forward && hand_over(node) == nullptr;
  if (!node.row.legal && complete) {
    ledger_.assume(Assumption::kMoveList);
    node.flags |= flag(Assumption::kMoveList);
  }
}

// The claim is taken for the truth; beside it stands what follows from below.
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

// A node that was entered with a wrong window may be right within that window, and its parent right
// in taking the value for what it would mean in the right one.
void NodeJudge::add_right_reading(const OpenNode& node, Outcome& outcome) const {
  if (!node.window_blamed || outcome.readings.size() != 1 || node.entry.size() != 2) return;
  const Score value = node.view(*node.row.value);
  const Interval meant =
      claimed_interval(value, bound_in(value, node.entry[1]), node.view(facts_.range));
  outcome.readings.add({*node.row.value, node.view(meant)});
  outcome.flags |= kFindingBelow;
}

// One finding at most: count, then value, then claim, then best.
Outcome NodeJudge::settle(OpenNode& node, Draft* drafts, std::size_t count) {
  Outcome outcome;
  outcome.has_value = true;
  outcome.flags = node.flags;
  const Score value = *node.row.value;
  for (std::size_t i = 0; i < count; ++i) {
    if (!drafts[i].is_ok()) continue;
    if (drafts[i].proven.is_empty()) {
      const bool firm = facts_.uniform && is_firm(node.flags) && node.children.size() > 0;
      if (firm) {
        ledger_.blame(Rule::kContradiction, node.row.id, [&] {
          return Words{fmt::format("{}: the proofs below it contradict each other: >= {} and <= {}",
                                   ledger_.name(node.row),
                                   score_text(node.view(node.view.min ? drafts[i].proven.upper
                                                                      : drafts[i].proven.lower)),
                                   score_text(node.view(node.view.min ? drafts[i].proven.lower
                                                                      : drafts[i].proven.upper))),
                       "agreement", "contradiction"};
        });
        return trusted(node, drafts[i], node.flags);
      }
      ledger_.assume(Assumption::kInstability);
      outcome.flags |= flag(Assumption::kInstability);
      const Candidates<Interval> claim = claims(node);
      outcome.readings.add({value, node.view(claim.is_empty() ? Interval{} : claim.front())});
      continue;
    }
    outcome.readings.add({value, node.view(drafts[i].proven)});
  }
  if (!outcome.readings.is_empty()) return outcome;

  const auto points = [](const Draft& draft) {
    return (draft.value_ok ? 4 : 0) + (draft.claim_ok ? 2 : 0) + (draft.best_ok ? 1 : 0);
  };
  Draft& draft = count == 2 && points(drafts[1]) > points(drafts[0]) ? drafts[1] : drafts[0];
  const Bound bound =
      node.row.bound
          ? *node.row.bound
          : (!node.entry.is_empty() ? node.view(bound_in(node.view(value), node.entry.front()))
                                    : Bound::kExact);
  if (!draft.value_ok) {
    node.value_blamed = true;
    ledger_.blame(Rule::kValue, node.row.id, [&] {
      const std::string right =
          draft.expected ? score_text(node.view(*draft.expected)) : "a child or a score to take";
      return Words{
          fmt::format("{}: it returned {}, but {}", ledger_.name(node.row), score_text(value),
                      draft.expected ? "what lies below it gives " + right
                                     : "nothing below it gives a value"),
          right, score_text(value)};
    });
  } else if (!draft.claim_ok) {
    ledger_.blame(Rule::kClaim, node.row.id, [&] {
      const std::string proven = interval_text(node.view(draft.proven));
      return Words{fmt::format("{}: it claims {}, but {} is proven", ledger_.name(node.row),
                               claim_text(value, bound), proven),
                   proven, claim_text(value, bound)};
    });
  } else {
    ledger_.blame(Rule::kBest, node.row.id, [&] {
      const ChildRecord* best = node.find_child(*node.row.best);
      const std::string said =
          best == nullptr || !best->has_value
              ? "which is no counted child with a value"
              : fmt::format("which gave {} and proves {}",
                            score_text(node.view(best->readings.front().value)),
                            interval_text(node.view(best->readings.front().proven)));
      return Words{fmt::format("{}: it returned {}, its best child is #{}, {}",
                               ledger_.name(node.row), score_text(value), *node.row.best, said),
                   fmt::format("a counted child that gives {}, or none", score_text(value)), said};
    });
  }
  return trusted(node, draft, node.flags);
}

Outcome NodeJudge::leave(OpenNode& node) {
  ledger_.count(Check::kStructure);
  if (!node.row.value) {
    ledger_.incomplete("nodes without a value: the search was stopped inside them");
    keep_origin(node, {}, false);
    return {};
  }
  ledger_.count(Check::kProof);
  if (!node.row.side) {
    ledger_.incomplete("nodes whose side to move is not recorded");
    Outcome outcome;
    outcome.has_value = true;
    outcome.flags = kIncompleteBelow;
    const Candidates<Interval> claim = claims(node);
    outcome.readings = Reading{*node.row.value, claim.is_empty() ? facts_.range : claim.front()};
    return outcome;
  }
  Outcome outcome;
  Draft drafts[2];
  std::size_t count = 1;
  bool blamed = false;
  if (node.row_blamed) {
    blamed = true;
    drafts[0].proven = claims(node).front();
    outcome = trusted(node, drafts[0], node.flags);
  } else if (node.row.kind == NodeKind::kTable) {
    drafts[0] = draft_of_table_leaf(node);
    blamed = node.table_blamed || node.cut_blamed;
    if (!blamed) blamed = blame_count(node);
    outcome = blamed ? trusted(node, drafts[0], node.flags) : settle(node, drafts, 1);
  } else if (node.true_score) {
    blamed = true;
    node.flags |= kHorizonBelow;
    outcome = trusted(node, draft_of_true_score(node), node.flags);
  } else if (node.row.kind != NodeKind::kInterior) {
    drafts[0] = draft_of_leaf(node);
    blamed = !drafts[0].is_ok();
    outcome = settle(node, drafts, 1);
  } else if (node.row.unrecorded > 0) {
    ledger_.incomplete("visited nodes were not recorded");
    ledger_.assume(Assumption::kUnrecorded);
    node.flags |= flag(Assumption::kUnrecorded);
    const Candidates<Interval> claim = claims(node);
    drafts[0].proven = claim.is_empty() ? node.view(facts_.range) : claim.front();
    outcome = settle(node, drafts, 1);
  } else {
    count_assumptions(node);
    if (has_unvalued_child(node)) {
      ledger_.incomplete("nodes that used a child without a value");
      node.flags |= kIncompleteBelow;
    }
    for (const ChildRecord& child : node.children) {
      if (child.readings.size() == 2) count = 2;
    }
    for (std::size_t i = 0; i < count; ++i) drafts[i] = draft_of_interior(node, i);
    if (blame_count(node) || blame_aborted_best(node)) {
      blamed = true;
      outcome = trusted(node, drafts[0], node.flags);
    } else if (node.cut_blamed) {
      blamed = true;
      outcome = trusted(node, drafts[0], node.flags);
    } else {
      const bool fits = drafts[0].is_ok() || (count == 2 && drafts[1].is_ok());
      blamed = !fits;
      if (fits && drafts[0].unsure) {
        ledger_.incomplete("values of nodes whose window is not recorded");
      }
      if (fits && drafts[0].weaker) {
        ledger_.warn(Rule::kWarnValueWeaker, node.row.id, [&] {
          return fmt::format("{}: it returned {}, its children give more", ledger_.name(node.row),
                             score_text(*node.row.value));
        });
      }
      outcome = settle(node, drafts, count);
      if (fits && drafts[0].unsure) {
        // Nor is it known what the value means: nobody above is held to it.
        outcome.blamed = true;
        outcome.flags |= kIncompleteBelow;
      }
    }
  }
  if (!blamed && blame_own_result(node)) outcome.flags |= kFindingBelow;
  add_right_reading(node, outcome);
  check_stores(node, outcome, blamed);
  keep_origin(node, outcome, blamed);
  return outcome;
}

void NodeJudge::deliver(OpenNode& parent, const OpenNode& child, const Outcome& outcome) {
  parent.entering.reset();
  ChildRecord record;
  record.id = child.row.id;
  record.last = child.row.last.value_or(child.row.id);
  record.move = child.row.move.value_or(-1);
  record.depth = child.row.depth;
  record.role = child.row.role;
  record.has_value = outcome.has_value;
  // A value may have been clamped to a window that is not known: what it proves is not asked.
  record.blamed = outcome.blamed || (child.entry.is_empty() && !facts_.soft);
  record.flags = outcome.flags;
  for (std::size_t i = 0; i < outcome.readings.size(); ++i) {
    Reading reading{parent.view(outcome.readings[i].value),
                    parent.view(outcome.readings[i].proven)};
    if (child.row.credited) {
      const Score credited = parent.view(*child.row.credited);
      const Interval range = parent.view(facts_.range);
      reading.value = credited;
      if (reading.proven.lower > range.lower) reading.proven.lower = credited;
      if (reading.proven.upper < range.upper) reading.proven.upper = credited;
    }
    record.readings.add(reading);
  }
  if (child.row.credited) {
    ledger_.assume(Assumption::kCredited);
    record.flags |= flag(Assumption::kCredited);
  }
  bool repeats = false;
  const bool may_repeat = record.role == Role::kReSearch || !facts_.captures(kCapRoles);
  if (record.counts() && may_repeat && record.move > 0) {
    for (auto earlier = parent.children.rbegin(); earlier != parent.children.rend(); ++earlier) {
      if (earlier->superseded || !earlier->counts() || earlier->move != record.move) continue;
      earlier->superseded = repeats = true;
      const bool same_depth = earlier->depth == record.depth && earlier->has_value;
      if (!same_depth || !record.has_value || record.readings.size() > 1) break;
      const Interval both =
          intersection(earlier->readings.front().proven, record.readings.front().proven);
      if (!both.is_empty()) {
        record.readings = Reading{record.readings.front().value, both};
      } else if (facts_.uniform && is_firm(earlier->flags | record.flags)) {
        ledger_.blame(Rule::kContradiction, record.id, [&] {
          return Words{fmt::format("{}: it proves {}, an earlier search of this move proved {}",
                                   ledger_.name(child.row),
                                   interval_text(parent.view(record.readings.front().proven)),
                                   interval_text(parent.view(earlier->readings.front().proven))),
                       "agreement", "contradiction"};
        });
        record.flags |= kFindingBelow;
      } else {
        ledger_.assume(Assumption::kInstability);
        record.flags |= flag(Assumption::kInstability);
      }
      break;
    }
  }
  if (record.counts()) parent.flags |= record.flags;
  parent.children.push_back(record);
  if (!record.counts()) return;
  if (repeats) {
    parent.fold = {};
    for (const ChildRecord& each : parent.children) {
      if (each.counts() && !each.superseded && each.has_value) parent.add_to_fold(each.readings);
    }
  } else if (record.has_value) {
    parent.add_to_fold(record.readings);
  }
}

}  // namespace plytrace::verify
