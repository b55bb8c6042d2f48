// SPDX-License-Identifier: MIT
//
// Rules for cutoffs, with the window and the values at the time of the cutoff.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/format/rows/format.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::CutoffKind;
using format::Role;

// The role of the search that a cutoff of this cause rests on; nullopt if it rests on none.
std::optional<Role> searched_as(Cause cause) {
  switch (cause) {
    case Cause::kNullMove:
      return Role::kNullMove;
    case Cause::kProbcut:
    case Cause::kMultiCut:
    case Cause::kRazoring:
      return Role::kProbe;
    default:
      return std::nullopt;
  }
}

// The engine does not report which child it was, so take the last one.
const ChildRecord* last_in_role(const OpenNode& node, Role role) {
  const auto found = std::find_if(node.children.rbegin(), node.children.rend(),
                                  [role](const ChildRecord& child) { return child.role == role; });
  return found == node.children.rend() ? nullptr : &*found;
}

// The end of the window that a cutoff by assumption closes, and its value, in the node's own view.
struct Closing {
  bool high = true;  // beta
  Score value = 0;

  // Whether the value follows from what is proven about a child.
  bool follows_from(const ChildRecord& child) const {
    if (!child.has_value || child.blamed) return child.has_value;
    const Interval& proven = child.readings.front().proven;
    return high ? proven.lower >= value : proven.upper <= value;
  }
};

// The search of the node's own position that verified the null move, if it gives the value.
const ChildRecord* verification_of(const OpenNode& node, const ChildRecord& null_move,
                                   const Closing& closing) {
  const auto found =
      std::find_if(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
        return child.id > null_move.id && child.role == Role::kProbe && child.move < 0 &&
               closing.follows_from(child);
      });
  return found == node.children.end() ? nullptr : &*found;
}

// A child that proves the cutoff, whatever its role is.
const ChildRecord* proof_of(const OpenNode& node, const Closing& closing) {
  const auto found = std::find_if(node.children.rbegin(), node.children.rend(),
                                  [&](const auto& child) { return closing.follows_from(child); });
  return found == node.children.rend() ? nullptr : &*found;
}

}  // namespace

bool NodeJudge::blame_cut(OpenNode& node, const CutoffRow& row, const std::string& why,
                          const std::string& expected) {
  ledger_.blame(Rule::kCutoff, node.subject(), [&] {
    return Words{fmt::format("{}: {} cutoff by {}: {}", ledger_.name(node.row), word(row.kind),
                             word(row.cause), why),
                 expected, row.value ? score_text(*row.value) : "no value"};
  });
  return false;
}

void NodeJudge::count_skipped(OpenNode& node, const CutoffRow& row) {
  // The number of skipped moves is unknown, so moves cannot be counted.
  if (!row.skipped || *row.skipped < 0) {
    node.doubt(kDoubtSkipped);
    if (row.skipped) node.skipped_list_wrong = true;
  } else {
    node.skipped = saturated_sum(node.skipped, *row.skipped);
  }
  if (!row.skipped_moves) {
    // Missing names prove nothing, except that plytrace writes what it declares.
    const bool owes_names = facts_.demands.every_column && facts_.captures(kCapSkipped);
    if (row.skipped.value_or(0) > 0 && owes_names) node.skipped_list_wrong = true;
    return;
  }
  const auto length = skipped_count(row);
  // Another engine's names may be in any encoding; an unreadable list names nothing.
  const bool is_wrong =
      length ? row.skipped && *length != *row.skipped : facts_.demands.every_column;
  node.skipped_list_wrong = node.skipped_list_wrong || is_wrong;
  // Names of plytrace's own searches are compared by the replay.
  if (facts_.demands.distinct_moves) return;
  if (const auto names = skipped_texts(row)) {
    node.skipped_names.insert(node.skipped_names.end(), names->begin(), names->end());
  }
}

void NodeJudge::forward_row(OpenNode& node, const CutoffRow& row) {
  node.has_forward = true;
  if (row.value) {
    const Score taken = node.view(*row.value);
    node.forward_best = std::max(node.forward_best, taken);
    if (row.cause == Cause::kFutility)
      node.futility = std::min(node.futility.value_or(taken), taken);
  } else {
    // The dropped moves may have any value.
    node.forward_unbounded = true;
  }
  node.flags |= flag(Assumption::kForward);
  ledger_.assume(Assumption::kForward);
}

void NodeJudge::cutoff(OpenNode& node, const CutoffRow& row) {
  ledger_.count(Check::kStructure);
  const bool known_codes = format::is_known(row.kind) && format::is_known(row.cause);
  if (!known_codes) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: cutoff {} has a kind or a cause that is not defined",
                               ledger_.name(node.row), row.id),
                   "a code of schemas/trace_format.h",
                   fmt::format("kind {}, cause {}", static_cast<int>(row.kind),
                               static_cast<int>(row.cause))};
    });
    // The node was cut somehow, so missing moves are not reported.
    node.doubt(kDoubtCut);
    node.doubt(kDoubtSkipped);
    return;
  }
  if (is_void(node)) return;
  count_skipped(node, row);
  if (row.kind == CutoffKind::kForward) {
    if (facts_.demands.proven_causes) {
      blame_cut(node, row, "a search of plytrace drops no moves without proof", "alpha or beta");
      node.doubt(kDoubtCut);
    }
    return forward_row(node, row);
  }
  // In the node's own view: MIN mirrors MAX, so its alpha cutoff closes the upper end.
  const bool high = (row.kind == CutoffKind::kBeta) != node.view.min;
  if (facts_.demands.proven_causes && row.cause != Cause::kChild && row.cause != Cause::kTable) {
    blame_cut(node, row, "a search of plytrace cuts by a child or by the table only", "child");
    node.doubt(kDoubtCut);
    // The node still counts as cut; otherwise its skipped moves would be missing as well.
    node.cut = Cut{Cause::kChild, true, std::nullopt, !row.skipped || *row.skipped != 0};
    return;
  }
  bool sound = !node.cut || blame_cut(node, row, "it was cut before", "one cutoff");
  // The window on entry was not recorded, so this is the first known one.
  if (!node.window_known && row.alpha && row.beta) {
    node.window_known = true;
    node.current = node.view(Window{*row.alpha, *row.beta});
  }
  // The window first, because the other checks compare with it.
  if (sound) sound = check_cut_window(node, row);
  if (sound && node.row.side) {
    switch (row.cause) {
      case Cause::kChild:
      case Cause::kStandPat:
        if (!high) {
          sound = blame_cut(
              node, row, node.view.min ? "a MIN node is cut at alpha" : "a MAX node is cut at beta",
              node.view.min ? "alpha" : "beta");
        } else {
          sound = row.cause == Cause::kChild ? check_cut_by_child(node, row)
                                             : check_cut_by_score(node, row);
        }
        break;
      case Cause::kTable:
        sound = check_cut_by_table(node, row, high);
        break;
      default:
        sound = check_cut_by_assumption(node, row, high);
    }
  }
  if (!sound) node.doubt(kDoubtCut);
  // A child or a stand pat closes the end of its own side, whatever the row says.
  const bool by_side = row.cause == Cause::kChild || row.cause == Cause::kStandPat;
  std::optional<Score> value;
  if (row.value) value = node.view(*row.value);
  node.cut = Cut{row.cause, high || by_side, value, !row.skipped || *row.skipped != 0};
}

// Checks that the window in the row is the node's window at that time.
bool NodeJudge::check_cut_window(OpenNode& node, const CutoffRow& row) {
  if (!row.alpha || !row.beta) {
    if (!facts_.demands.every_column) return true;
    return blame_cut(node, row, "its window is NULL", window_text(node.view(node.current.front())));
  }
  const Window stored{*row.alpha, *row.beta};
  // Without a side, no update was applied.
  if (!node.window_known || !node.row.side) return true;
  const Window expected = node.current.front();
  const Window seen = node.view(stored);
  // Other engines may report only the end that they compared with.
  const bool high = (row.kind == CutoffKind::kBeta) != node.view.min;
  const auto fits = [&](Window current) {
    if (facts_.demands.whole_cut_window) return current == seen;
    return high ? current.beta == seen.beta : current.alpha == seen.alpha;
  };
  if (node.current.narrow(fits)) return true;
  if (node.is_doubted(kDoubtWindow)) {
    // A child fitted the window that this node should have had, and that has a finding already.
    node.current.add(seen);
    return true;
  }
  ledger_.blame(Rule::kCutoff, node.row.id, [&] {
    return Words{fmt::format("{}: its {} cutoff compares with the window {}, but its window was {}",
                             ledger_.name(node.row), word(row.kind), window_text(stored),
                             window_text(node.view(expected))),
                 window_text(node.view(expected)), window_text(stored)};
  });
  node.current.add(seen);
  return false;
}

bool NodeJudge::check_cut_by_child(OpenNode& node, const CutoffRow& row) {
  const ChildRecord* child = cited_child(node, row.child, Rule::kCutoff, "cutoff");
  // The child may be one of those without a row.
  if (child == nullptr) return node.is_doubted(kDoubtUnrecorded);
  warn_reduced(node, *child);
  const auto name = [&] { return ledger_.child_name(child->id, child->move); };
  const std::string_view side = node.view.min ? "alpha" : "beta";
  const std::string_view sign =
      node.is_strict ? (node.view.min ? "<" : ">") : (node.view.min ? "<=" : ">=");
  const std::string_view declared = node.is_strict ? ", as the search declares strict cuts" : "";
  bool same = false;
  bool reaches = false;
  bool proven = false;
  Score bound = 0;
  // An unknown window has no candidates: any value reaches its end.
  for (std::size_t k = 0; k < std::max<std::size_t>(node.current.size(), 1); ++k) {
    bound = node.window_known ? node.current[k].beta : -kInfinity;
    for (std::size_t i = 0; i < child->readings.size(); ++i) {
      const Reading& reading = child->readings[i];
      const Score value = row.value ? node.view(*row.value) : reading.value;
      // The row may compare the child's value, the best value so far, or, if the search is not
      // fail-soft, the bound to which these were clamped.
      const bool taken = value == reading.value ||
                         (i < node.fold().size() && value == node.fold()[i]) ||
                         (!facts_.soft && value == bound && reading.value >= bound);
      same = same || taken;
      const bool closes = taken && node.closes(value, bound);
      reaches = reaches || closes;
      proven = proven || (closes && (child->blamed || reading.proven.lower >= bound));
    }
  }
  const Score shown = node.view(bound);
  const Score returned = node.view(child->readings.front().value);
  if (!same) {
    return blame_cut(node, row,
                     fmt::format("child {} returned {}, the row compares {}", name(),
                                 score_text(returned), score_text(*row.value)),
                     score_text(returned));
  }
  if (!reaches) {
    return blame_cut(
        node, row,
        fmt::format("child {} returned {}, window was {}: a cutoff needs a value {} {}{}", name(),
                    score_text(returned), window_text(node.view(node.current.front())), sign,
                    score_text(shown), declared),
        fmt::format("{} {} {}", side, sign, score_text(shown)));
  }
  // A cut in an empty window affects nothing. If the child had an empty one, an earlier child
  // proves the cut, or the node was entered with an unrecorded window.
  const bool may_be_empty = node.is_empty_on_entry() || (node.entry.is_empty() && child->was_empty);
  const bool needs_none = may_be_empty || (child->was_empty && node.proves_at_least(bound));
  if (!proven && !needs_none) {
    return blame_cut(
        node, row,
        fmt::format("child {} returned {}, but only {} is proven: a cutoff needs a value {} {}",
                    name(), score_text(returned),
                    interval_text(node.view(child->readings.front().proven)), sign,
                    score_text(shown)),
        fmt::format("{} {} {}", side, sign, score_text(shown)));
  }
  return true;
}

bool NodeJudge::check_cut_by_score(OpenNode& node, const CutoffRow& row) {
  const std::optional<Score> own = node.own_score();
  // The score is reported with the value; this node was stopped or killed before it had one.
  if (!own && !node.row.value) return true;
  if (!own) {
    return facts_.captures(kCapScores)
               ? blame_cut(node, row, "the node has no score of its own", "a score")
               : check_cut_by_assumption(node, row, true);
  }
  const Score score = *own;
  // In an unknown window any score may reach the bound.
  const Score bound = node.window_known ? node.current.front().beta : score;
  if (!node.window_known || node.closes(score, bound)) return true;
  return blame_cut(node, row,
                   fmt::format("its own score {} does not reach {}", score_text(node.view(score)),
                               score_text(node.view(bound))),
                   score_text(node.view(bound)));
}

bool NodeJudge::check_cut_by_table(OpenNode& node, const CutoffRow& row, bool high) {
  const EntrySum& used = judged_entries(node);
  const Interval& entries = used.entry;
  if (node.probes.empty()) {
    if (facts_.captures(kCapProbes) && facts_.demands.proven_causes) {
      return blame_cut(node, row, "no table entry was used at this node", "an entry");
    }
    // The cutoff may rest on the entry of a child that was not entered, which nothing ties to this
    // node.
    return check_cut_by_assumption(node, row, high);
  }
  // The compared value must be that of an entry if windows are exact.
  if (facts_.exact_windows && row.child) {
    return blame_cut(node, row, fmt::format("it cites child #{}", *row.child), "no child");
  }
  if (facts_.exact_windows && row.value) {
    const bool quotes = std::any_of(node.probes.begin(), node.probes.end(),
                                    [&](const auto& probe) { return probe.value == row.value; });
    if (!quotes) {
      return blame_cut(
          node, row,
          fmt::format("it compares {}, which no entry that it used has", score_text(*row.value)),
          interval_text(node.view(entries)));
    }
  }
  const Window current = node.current.front();
  const bool reaches =
      !node.window_known || (high ? entries.lower >= current.beta : entries.upper <= current.alpha);
  // The proof of the entries holds whether or not it closed the window.
  node.constraint = intersection(node.constraint, used.proven);
  node.constrained = true;
  node.flags |= used.flags;
  if (reaches) return true;
  // The number may be that of a child's entry, beside the entry that only narrowed the window.
  const bool is_of_other_entry =
      row.value && !facts_.exact_windows && !facts_.demands.proven_causes &&
      std::none_of(node.probes.begin(), node.probes.end(), [&](const TableProbeRow& probe) {
        return probe.used == TableUse::kAnswered || !probe.value || probe.value == row.value;
      });
  if (is_of_other_entry) return check_cut_by_assumption(node, row, high);
  return blame_cut(node, row,
                   fmt::format("the entries that it used say {}, window was {}",
                               interval_text(node.view(entries)), window_text(node.view(current))),
                   high != node.view.min ? "an entry >= beta" : "an entry <= alpha");
}

// Null move, ProbCut and similar searches are too shallow for a proof, so their decision is
// assumed. Their result is known, so the cutoff must not claim more than it.
bool NodeJudge::check_cited_search(OpenNode& node, const CutoffRow& row, bool high, Score value) {
  const auto role = searched_as(row.cause);
  // A null move that fails low proves nothing about the node.
  if (!role || (row.cause == Cause::kNullMove && !high)) return true;
  const Closing closing{high, value};
  const ChildRecord* const cited =
      row.child ? node.children.find(*row.child) : last_in_role(node, *role);
  const bool is_null = row.cause == Cause::kNullMove;
  const ChildRecord* proof = is_null ? cited : proof_of(node, closing);
  if (is_null && cited != nullptr && !closing.follows_from(*cited)) {
    proof = verification_of(node, *cited, closing);
  }
  if (proof != nullptr && closing.follows_from(*proof)) {
    node.flags |= proof->flags;
    // The row may have the end of the window although the node returns the search's result.
    const Interval& proven = proof->readings.front().proven;
    Interval& known = node.constraint;
    if (high) known.lower = std::max(known.lower, proven.lower);
    if (!high) known.upper = std::min(known.upper, proven.upper);
    return true;
  }
  if (cited == nullptr) {
    // Razoring may rest on the static score alone.
    if (row.cause != Cause::kRazoring) warn_cut_unsearched(node, row);
    return true;
  }
  // Without a reported role, a probe may have had another purpose.
  if (!is_null && (!facts_.captures(kCapRoles) || node.is_doubted(kDoubtList))) return true;
  if (!cited->has_value) {
    ledger_.blame(Rule::kAbortedUsed, node.row.id, [&] {
      return Words{fmt::format("{}: its cutoff by {} rests on #{}, which returned no value",
                               ledger_.name(node.row), text::readable(word(row.cause)), cited->id),
                   "a search with a value", "one without"};
    });
    return false;
  }
  const Reading& reading = cited->readings.front();
  const Interval proven = node.view(reading.proven);
  return blame_cut(node, row,
                   fmt::format("it rests on {} (#{}), which returned {} and proves {}, and claims "
                               "{} {}",
                               text::readable(word(cited->role)), cited->id,
                               score_text(node.view(reading.value)), interval_text(proven),
                               high != node.view.min ? ">=" : "<=", score_text(node.view(value))),
                   interval_text(proven));
}

void NodeJudge::warn_cut_unsearched(const OpenNode& node, const CutoffRow& row) {
  ledger_.warn(Rule::kWarnCutUnsearched, node.subject(), [&] {
    return fmt::format("{}: it was cut by {}, but no search of the role {} lies below it",
                       ledger_.name(node.row), text::readable(word(row.cause)),
                       word(*searched_as(row.cause)));
  });
}

// Null move, ProbCut, static bounds and similar: their statement is assumed. That it closes the
// window, and that the search behind it gave this value, is checked.
bool NodeJudge::check_cut_by_assumption(OpenNode& node, const CutoffRow& row, bool high) {
  const Assumption assumption =
      row.cause == Cause::kTable ? Assumption::kTableOrigin : assumption_of(row.cause);
  node.flags |= flag(assumption);
  ledger_.assume(assumption);
  if (row.cause == Cause::kDrawClaim) note_draw_claim(node);
  const Window current = node.current.front();
  std::optional<Score> value;
  if (row.value) value = node.view(*row.value);
  const Score bound = high ? current.beta : current.alpha;
  // A cutoff without a value: use the value that the node returned, if that reaches the bound.
  if (!value && node.row.value && !facts_.demands.every_column) {
    const Score returned = node.view(*node.row.value);
    const bool reaches = high ? returned >= bound : returned <= bound;
    if (!node.window_known || reaches) value = returned;
  }
  const bool is_told = value.has_value();
  // Without a value, the cutoff proves at least the bound that closed the window.
  if (!value) value = bound;
  if (high) {
    node.constraint.lower = std::max(node.constraint.lower, *value);
  } else {
    node.constraint.upper = std::min(node.constraint.upper, *value);
  }
  node.constrained = true;
  if (node.window_known && !(high ? *value >= bound : *value <= bound)) {
    return blame_cut(node, row,
                     fmt::format("its value {} does not reach {}", score_text(*row.value),
                                 score_text(node.view(bound))),
                     score_text(node.view(bound)));
  }
  return (!is_told && !node.window_known) || check_cited_search(node, row, high, *value);
}

}  // namespace plytrace::verify
