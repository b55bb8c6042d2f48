// SPDX-License-Identifier: MIT
//
// A node when it is left: whether its count of moves, value, claim and best child agree with what
// follows from below; one finding at most.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;

// What is proven about a value that a parent took in another form: of the value, the new number; of
// a weaker bound, no more than that such a shift moves no number further than this one. What is
// proven beyond the value is left out: an engine that clamps shifts what it returned, not what it
// proved.
Interval shifted(const Interval& proven, Score value, Score credited, const Interval& range) {
  const Score most = std::abs(credited - value);
  return {proven.lower >= value ? credited : std::max(range.lower, proven.lower - most),
          proven.upper <= value ? credited : std::min(range.upper, proven.upper + most)};
}

bool has_unvalued_child(const OpenNode& node) {
  return std::any_of(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
    return child.counts() && !child.superseded && !child.has_value;
  });
}

}  // namespace

// How many moves stand for others by name: searched twice, or searched and dropped.
std::int64_t NodeJudge::count_namesakes(const OpenNode& node, bool of_dropped) {
  std::vector<std::int64_t>& moves = moves_;
  moves.clear();
  for (const ChildRecord& child : node.children) {
    const bool is_move = child.counts() && !child.superseded && child.role != Role::kHandOver;
    if (is_move && child.move > 0) moves.push_back(child.move);
  }
  std::sort(moves.begin(), moves.end());
  const auto last = std::unique(moves.begin(), moves.end());
  if (!of_dropped) return moves.end() - last;
  moves.erase(last, moves.end());
  std::vector<std::string> names = node.dropped;
  for (const std::int64_t move : moves) names.push_back(ledger_.move_text(move));
  std::sort(names.begin(), names.end());
  return names.end() - std::unique(names.begin(), names.end());
}

// The number of moves is right only if some that bear one name are two moves.
void NodeJudge::doubt_namesakes(OpenNode& node, std::int64_t searched, std::int64_t dropped) {
  if (searched + dropped == 0) return;
  ledger_.warn(Rule::kWarnDuplicateMove, node.row.id, [&] {
    return fmt::format("{}: {} of its moves {} the name of another one that was searched",
                       ledger_.name(node.row), searched + dropped,
                       searched + dropped == 1 ? "bears" : "bear");
  });
  if (dropped > 0) {
    ledger_.incomplete(
        "moves were dropped that bear the name of a searched one, so that another "
        "one may be missing");
  } else if (!node.cut) {
    ledger_.assume(Assumption::kMoveList, static_cast<std::uint64_t>(searched));
    node.flags |= flag(Assumption::kMoveList);
  }
}

// Searched and skipped moves against the number of legal ones. True: they were blamed.
bool NodeJudge::blame_count(OpenNode& node) {
  if (is_silent(Rule::kCount, node.doubts)) return false;
  std::int64_t searched = 0;
  for (const ChildRecord& child : node.children) {
    if (child.counts() && !child.superseded && child.role != Role::kHandOver) ++searched;
  }
  const auto wrong = [&](const std::string& why, std::string expected, std::string actual) {
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
  // A move that was stopped inside is neither searched nor skipped.
  if (!node.row.legal || node.is_doubted(kDoubtSkipped) || has_unvalued_child(node)) return false;
  // It searched its own position again: the moves are counted there.
  if (node.hand_over() != nullptr && searched == 0) return false;
  const std::int64_t legal = *node.row.legal;
  const std::int64_t total = saturated_sum(searched, node.skipped);
  const std::int64_t twice = count_namesakes(node, false);
  const std::int64_t dropped = node.dropped.empty() ? 0 : count_namesakes(node, true);
  if (total == legal) {
    doubt_namesakes(node, twice, dropped);
    return false;
  }
  // One move, told twice without a word.
  const bool is_told_twice = twice + dropped > 0 && total - twice - dropped == legal;
  if (is_told_twice && !facts_.demands.distinct_moves) return false;
  return wrong(fmt::format("{} moves searched and {} skipped, but {} are legal", searched,
                           node.skipped, legal),
               fmt::format("{} moves", legal), fmt::format("{} moves", total));
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

// Moves that were searched to less depth than one ply less, without a word. How much a ply is in
// the engine's depths shows in the smallest step.
void NodeJudge::find_secret_reductions(OpenNode& node) {
  if (facts_.uniform || !node.row.depth || node.row.phase != format::Phase::kMain) return;
  const auto is_step = [](const ChildRecord& child) {
    return child.counts() && !child.superseded && child.role == Role::kMove && child.depth &&
           child.has_depth;
  };
  for (ChildRecord& child : node.children) {
    // Razoring: quiescence took over before the depth was used up.
    const bool is_early = child.role == Role::kHandOver && child.counts() && *node.row.depth > 0 &&
                          (child.depth ? *child.depth < *node.row.depth : child.is_quiescence);
    child.shallower = child.shallower || is_early;
    if (!is_step(child)) continue;
    const std::int64_t step = saturated_difference(*node.row.depth, *child.depth);
    if (step > 0) ply_step_ = std::min(ply_step_.value_or(step), step);
    child.shallower = child.shallower || (ply_step_ && step > *ply_step_);
  }
}

void NodeJudge::count_assumptions(OpenNode& node) {
  find_secret_reductions(node);
  // The static score that a node may take belongs to one depth, as that of a leaf does.
  if (node.row.score) node.flags |= kHorizonBelow;
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded) continue;
    if (child.role == Role::kReduced || child.shallower) {
      ledger_.assume(Assumption::kReduced);
      node.flags |= flag(Assumption::kReduced);
    }
  }
  const bool complete = !node.cut && !node.has_forward && node.hand_over() == nullptr;
  // Two moves without a name may be one move.
  const auto unnamed =
      std::count_if(node.children.begin(), node.children.end(), [](const ChildRecord& child) {
        return child.counts() && !child.superseded && child.move == 0;
      });
  if (complete && (!node.row.legal || unnamed > 1)) {
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
  if (!node.is_doubted(kDoubtWindow) || outcome.readings.size() != 1 || node.entry.size() != 2)
    return;
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
  // A reading in which all of the row fits is enough.
  for (std::size_t i = 0; i < count; ++i) {
    if (!drafts[i].is_ok()) continue;
    if (drafts[i].proven.is_empty()) {
      // Values that depend on the path, or on assumptions, may disagree and both be right.
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
      // Those above take the number for what it is.
      outcome.readings.add({value, {value, value}});
      continue;
    }
    outcome.readings.add({value, node.view(drafts[i].proven)});
  }
  if (!outcome.readings.is_empty()) return outcome;

  // The reading that explains most of the row is the one that the rest is held against.
  const auto points = [](const Draft& draft) {
    return (draft.value_ok ? 4 : 0) + (draft.claim_ok ? 2 : 0) + (draft.best_ok ? 1 : 0);
  };
  Draft& draft = count == 2 && points(drafts[1]) > points(drafts[0]) ? drafts[1] : drafts[0];
  const Bound bound =
      node.row.bound
          ? *node.row.bound
          : (!node.entry.is_empty() ? node.view(bound_in(node.view(value), node.entry.front()))
                                    : Bound::kExact);
  // One finding a row: claim and best child follow from the value.
  if (!draft.value_ok) {
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
      const ChildRecord* best = node.children.find(*node.row.best);
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

// The value of the last child has its row too, though no later child needs it. Held only against
// plytrace's own searches, which say everything.
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
  const bool cuts = value >= window.beta;
  ledger_.blame(cuts ? Rule::kMissedCutoff : Rule::kUpdate, node.row.id, [&] {
    const std::string_view missing = cuts ? "cutoff" : "bound update";
    return Words{fmt::format("{}: its value became {} in the window {}, but no {} says so",
                             ledger_.name(node.row), score_text(node.view(value)),
                             window_text(node.view(window)), missing),
                 fmt::format("a {}", missing), "none"};
  });
  return true;
}

// What a leaf is by its events: one that the table answered, or no leaf at all.
void NodeJudge::check_kind(OpenNode& node) {
  if (facts_.demands.exact_kinds || node.is_doubted(kDoubtRow)) return;
  NodeKind& kind = node.row.kind;
  // Children without a value say nothing of it: the search was stopped, or the moves were illegal.
  const bool has_moves =
      std::any_of(node.children.begin(), node.children.end(),
                  [](const ChildRecord& child) { return child.counts() && child.has_value; });
  if (has_moves) {
    if (kind != NodeKind::kHorizon && kind != NodeKind::kTerminal && kind != NodeKind::kDraw) {
      return;
    }
    ledger_.blame(Rule::kKind, node.row.id, [&] {
      return Words{fmt::format("{}: it is {}, but moves were searched below it",
                               ledger_.name(node.row), word(kind)),
                   "interior", std::string(word(kind))};
    });
    node.doubt(kDoubtRow);
    return;
  }
  const bool is_search = kind == NodeKind::kInterior || kind == NodeKind::kHorizon;
  if (!is_search || node.cut || node.has_forward) return;
  const bool is_answered = std::any_of(
      node.probes.begin(), node.probes.end(),
      [](const TableProbeRow& probe) { return probe.used == format::TableUse::kAnswered; });
  if (is_answered) kind = NodeKind::kTable;
}

// Whether the value is that of an end of the game below.
bool NodeJudge::is_value_of_end(const OpenNode& node) {
  if (node.row.kind == NodeKind::kTerminal) {
    ends_.note(*node.row.value, node.row.ply);
    return true;
  }
  if (node.row.kind == NodeKind::kTable) return node.answer_of_end;
  const Score value = node.view(*node.row.value);
  return std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
    return child.is_of_end && !child.superseded && child.readings.front().value == value;
  });
}

// A value that has closed its window ends the node: what says nothing of it may have skipped moves.
void NodeJudge::warn_untold_cutoff(const OpenNode& node) {
  if (node.row.kind != NodeKind::kInterior) return;
  const bool has_end = !node.entry.is_empty() && node.entry.front().beta < kInfinity;
  if (node.window_known && has_end) ++habits_.windows;
  if (node.cut) ++habits_.cutoffs;
  if (!is_cut_untold(node) || node.hand_over() != nullptr) return;
  if (is_silent(Rule::kWarnUntoldCutoff, node.doubts)) return;
  // A strict comparison would not have cut where they are equal, and has searched all moves.
  const bool is_equal = node.fold().front() == node.current.front().beta;
  if (is_equal && (node.row.legal || !facts_.hard)) return;
  ++habits_.untold;
  ledger_.warn(Rule::kWarnUntoldCutoff, node.subject(), [&] {
    return fmt::format("{}: its value {} closed its window {}, but no cutoff says so",
                       ledger_.name(node.row), score_text(node.view(node.fold().front())),
                       window_text(node.view(node.current.front())));
  });
}

// Whether the recording may have ended inside the node, rather than the search: what it stored last
// may then be its value, which nobody told. Who closes the file for a writer that died, or an input
// that ended, closes the last path of its pass. A search that gives up has given up below first.
bool NodeJudge::may_be_killed(const OpenNode& node) const {
  const bool is_on_last_path = !node.row.last || node.row.last == open_until_;
  return is_on_last_path && !has_unvalued_child(node);
}

// A node that was left before it had a value claims nothing; what it stored is judged all the same.
Outcome NodeJudge::leave_unfinished(OpenNode& node) {
  ledger_.incomplete("nodes without a value: the search was stopped inside them");
  Outcome proven;
  proven.has_value = !may_be_killed(node) && check_unfinished_stores(node);
  proven.flags = node.flags;
  if (proven.has_value) proven.readings = Reading{0, node.view(proven_unfinished(node))};
  keep_origin(node, proven, false);
  return {};
}

Outcome NodeJudge::leave_without_side(const OpenNode& node) {
  ledger_.incomplete("nodes whose side to move is not recorded");
  Outcome outcome;
  outcome.has_value = true;
  outcome.flags = kIncompleteBelow;
  const Candidates<Interval> claim = claims(node);
  outcome.readings = Reading{*node.row.value, claim.is_empty() ? facts_.range : claim.front()};
  return outcome;
}

// A node that searched moves, all of them recorded: one finding at most.
NodeJudge::Settled NodeJudge::settle_interior(OpenNode& node) {
  count_assumptions(node);
  check_own_score(node);
  if (has_unvalued_child(node)) {
    ledger_.incomplete("nodes that used a child without a value");
    node.flags |= kIncompleteBelow;
  }
  Draft drafts[2];
  // A blamed child has two readings: what it said, and what it should have said.
  const bool is_twofold =
      std::any_of(node.children.begin(), node.children.end(),
                  [](const ChildRecord& child) { return child.readings.size() == 2; });
  const std::size_t count = is_twofold ? 2 : 1;
  for (std::size_t i = 0; i < count; ++i) drafts[i] = draft_of_interior(node, i);
  // What follows from a wrong list of moves, or a wrong cut, is not blamed again.
  if (blame_count(node) || blame_aborted_best(node) || node.is_doubted(kDoubtCut)) {
    return {trusted(node, drafts[0], node.flags), true};
  }
  const bool fits = drafts[0].is_ok() || (count == 2 && drafts[1].is_ok());
  const bool blamed = !fits || blame_missing_event(node);
  const bool is_unsure = fits && drafts[0].unsure;
  if (is_unsure) ledger_.incomplete("values of nodes whose window is not recorded");
  if (fits && drafts[0].weaker) {
    ledger_.warn(Rule::kWarnValueWeaker, node.row.id, [&] {
      return fmt::format("{}: it returned {}, its children give more", ledger_.name(node.row),
                         score_text(*node.row.value));
    });
  }
  Outcome outcome = settle(node, drafts, count);
  if (is_unsure) {
    // Nor is it known what the value means: nobody above is held to it.
    outcome.blamed = true;
    outcome.flags |= kIncompleteBelow;
  }
  return {outcome, blamed};
}

NodeJudge::Settled NodeJudge::settle_by_kind(OpenNode& node) {
  Draft draft;
  // A row that is blamed already is taken at its word.
  if (node.is_doubted(kDoubtRow)) {
    draft.proven = claims(node).front();
    return {trusted(node, draft, node.flags), true};
  }
  if (node.row.kind == NodeKind::kTable) {
    draft = draft_of_table_leaf(node);
    const bool blamed = node.is_doubted(kDoubtTable | kDoubtCut) || blame_count(node);
    return {blamed ? trusted(node, draft, node.flags) : settle(node, &draft, 1), blamed};
  }
  // The replay blamed the score; those above are judged by the right one as well.
  if (node.true_score) {
    node.flags |= kHorizonBelow;
    return {trusted(node, draft_of_true_score(node), node.flags), true};
  }
  if (node.row.kind != NodeKind::kInterior) {
    draft = draft_of_leaf(node);
    const bool blamed = !draft.is_ok();
    return {settle(node, &draft, 1), blamed};
  }
  // What is not there may decide: the node is taken at its word, and for no more.
  if (node.is_doubted(kDoubtUnrecorded | kDoubtRows)) {
    const Candidates<Interval> claim = claims(node);
    draft.proven = claim.is_empty() ? node.view(facts_.range) : claim.front();
    if (claim.is_empty()) node.flags |= kIncompleteBelow;  // it is not known what its value means
    return {settle(node, &draft, 1), false};
  }
  return settle_interior(node);
}

Outcome NodeJudge::leave(OpenNode& node) {
  ledger_.count(Check::kStructure);
  if (node.row.kind == NodeKind::kIllegal) return {};  // its parent goes on as if it were not there
  if (!node.row.value) return leave_unfinished(node);
  ledger_.count(Check::kProof);
  // Of all values, whatever is found wrong of the node: claims at the ends of the range ask for
  // them (pass/claim_rules.cc).
  scores_.lower = std::min(scores_.lower, *node.row.value);
  scores_.upper = std::max(scores_.upper, *node.row.value);
  if (!node.row.side) return leave_without_side(node);
  if (node.is_doubted(kDoubtUnrecorded)) {
    ledger_.incomplete("visited nodes were not recorded");
    ledger_.assume(Assumption::kUnrecorded);
    node.flags |= flag(Assumption::kUnrecorded);
  }
  // The kind first: what the value may be, and what it proves, depends on it.
  check_kind(node);
  check_range(node);
  warn_untold_cutoff(node);
  auto [outcome, blamed] = settle_by_kind(node);
  // What a blamed row says beyond its fault is not asked.
  if (!blamed && blame_own_result(node)) outcome.flags |= kFindingBelow;
  outcome.is_of_end = is_value_of_end(node);
  add_right_reading(node, outcome);
  // After all readings are known, since an entry may rest on either; and before keep_origin(),
  // which notes what was found of the stores.
  check_stores(node, outcome, blamed);
  keep_origin(node, outcome, blamed);
  return outcome;
}

// The earlier search that this one does over: of its move; where moves have no names, the last one.
// A hand-over that moves follow was a probe by another name.
ChildRecord* NodeJudge::earlier_search(OpenNode& parent, const ChildRecord& record) {
  ChildRecord* const hand_over =
      record.role == Role::kHandOver ? nullptr : parent.children.last_hand_over();
  ChildRecord* const last = parent.children.last_search();
  if (last == nullptr || last == hand_over) return hand_over;
  const bool may_repeat = record.role == Role::kReSearch || !facts_.captures(kCapRoles);
  if (!may_repeat) return nullptr;
  if (record.move <= 0) {
    const bool is_unnamed = last->move <= 0 && record.role == Role::kReSearch;
    return is_unnamed ? last : nullptr;
  }
  // The later of the two.
  ChildRecord* const same = parent.children.last_search_of(record.move);
  if (same == nullptr || hand_over == nullptr) return same == nullptr ? hand_over : same;
  return same->id > hand_over->id ? same : hand_over;
}

// The last search of a move counts. What an earlier one proves of the same depth holds, too.
void NodeJudge::supersede(OpenNode& parent, ChildRecord& record, const OpenNode& child) {
  ChildRecord* earlier = earlier_search(parent, record);
  if (earlier == nullptr) return;
  parent.children.supersede(*earlier);
  if (earlier->role == Role::kHandOver) return;
  if (record.move <= 0) {
    // Which move it was is not told.
    ledger_.assume(Assumption::kMoveList);
    record.flags |= flag(Assumption::kMoveList);
  }
  const bool knows_depths = earlier->depth && record.depth;
  record.shallower = knows_depths && (*record.depth < *earlier->depth ||
                                      (earlier->shallower && *record.depth == *earlier->depth));
  const bool same_depth = knows_depths ? *earlier->depth == *record.depth : true;
  if (!same_depth || !earlier->has_value || !record.has_value || record.readings.size() > 1) {
    return;
  }
  const Reading& now = record.readings.front();
  const Interval before = earlier->readings.front().proven;
  const Interval both = intersection(before, now.proven);
  if (!knows_depths && earlier->role == Role::kReduced) {
    // Of another depth, for all that is known.
    if (both.is_empty() || both == now.proven) return;
    ledger_.assume(Assumption::kReduced);
    record.flags |= flag(Assumption::kReduced);
  }
  if (!both.is_empty()) {
    record.readings = Reading{now.value, both};
  } else if (facts_.uniform && is_firm(earlier->flags | record.flags)) {
    ledger_.blame(Rule::kContradiction, record.id, [&] {
      return Words{fmt::format("{}: it proves {}, an earlier search of this move proved {}",
                               ledger_.name(child.row), interval_text(parent.view(now.proven)),
                               interval_text(parent.view(before))),
                   "agreement", "contradiction"};
    });
    record.flags |= kFindingBelow;
  } else {
    ledger_.assume(Assumption::kInstability);
    record.flags |= flag(Assumption::kInstability);
    // Each proves one side, and the value lies between them: the two sides that exclude each other
    // stay, so that a parent whose claim rests on both is found unstable as well.
    const bool is_between = now.value >= both.upper && now.value <= both.lower;
    if (is_between) record.readings = Reading{now.value, both};
  }
}

// What a child that left moves out by intent proves about its position as its parent means it; in
// MAX's view.
Interval NodeJudge::proven_to_parent(const OpenNode& parent, const OpenNode& child,
                                     const Interval& proven) const {
  if (!child.row.excluded) return proven;
  const bool is_same_position = child.row.role == Role::kHandOver;
  const auto wanted = is_same_position ? left_out(parent.row) : std::vector<std::string>{};
  return child.view(
      of_other_moves(child.view(proven), left_out(child.row), wanted, child.view(facts_.range)));
}

void NodeJudge::deliver(OpenNode& parent, const OpenNode& child, const Outcome& outcome) {
  ChildRecord record;
  record.id = child.row.id;
  record.last = child.row.last.value_or(child.row.id);
  record.move = child.row.move.value_or(-1);
  record.depth = child.row.depth;
  record.role = child.row.role;
  record.kind = child.row.kind;
  record.is_quiescence = child.row.phase == format::Phase::kQuiescence;
  record.was_empty = child.is_empty_on_entry();
  const NodeKind kind = child.row.kind;
  // Their depth is what was left, not what was searched.
  record.has_depth = child.row.phase == format::Phase::kMain && kind != NodeKind::kTerminal &&
                     kind != NodeKind::kDraw && kind != NodeKind::kKnown;
  record.has_value = outcome.has_value;
  // A value may have been clamped to a window that is not known: what it proves is not asked.
  record.blamed =
      outcome.blamed || has_hole(outcome.flags) || (child.entry.is_empty() && !facts_.soft);
  record.flags = outcome.flags;
  record.is_of_end = outcome.is_of_end && record.counts();
  for (std::size_t i = 0; i < outcome.readings.size(); ++i) {
    Reading reading{parent.view(outcome.readings[i].value),
                    parent.view(proven_to_parent(parent, child, outcome.readings[i].proven))};
    if (child.row.credited) {
      const Score credited = parent.view(*child.row.credited);
      reading.proven = shifted(reading.proven, reading.value, credited, parent.view(facts_.range));
      reading.value = credited;
    }
    record.readings.add(reading);
  }
  if (child.row.credited) {
    ledger_.assume(Assumption::kCredited);
    record.flags |= flag(Assumption::kCredited);
  }
  if (record.counts()) {
    supersede(parent, record, child);
    parent.flags |= record.flags;
  }
  parent.children.add(record);
}

}  // namespace plytrace::verify
