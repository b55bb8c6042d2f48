// SPDX-License-Identifier: MIT
//
// Bound updates and cutoffs against the window and the values at the moment when they happened.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/verify/json_list.h"
#include "viewer/verify/node_judge.h"
#include "viewer/verify/saturated.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::CutoffKind;

Assumption assumption_of(Cause cause) {
  switch (cause) {
    case Cause::kStatic:
      return Assumption::kStatic;
    case Cause::kMateDistance:
      return Assumption::kMateDistance;
    case Cause::kNullMove:
      return Assumption::kNullMove;
    case Cause::kProbcut:
      return Assumption::kProbcut;
    case Cause::kFutility:
      return Assumption::kFutility;
    case Cause::kLateMove:
      return Assumption::kLateMove;
    case Cause::kRazoring:
      return Assumption::kRazoring;
    default:
      return Assumption::kOther;
  }
}

// The score that the node may itself take, in its own view; a leaf's is its value.
std::optional<Score> own_score(const OpenNode& node) {
  if (node.row.score) return node.view(*node.row.score);
  const bool is_leaf = node.row.kind != format::NodeKind::kInterior;
  if (is_leaf && node.row.value) return node.view(*node.row.value);
  return std::nullopt;
}

// An engine does not say which child its null move was.
const ChildRecord* last_null_move(const OpenNode& node) {
  const auto is_null = [](const ChildRecord& child) {
    return child.role == format::Role::kNullMove;
  };
  const auto found = std::find_if(node.children.rbegin(), node.children.rend(), is_null);
  return found == node.children.rend() ? nullptr : &*found;
}

}  // namespace

// The finished counted child that a row cites; null, after a finding, where there is none.
const ChildRecord* NodeJudge::cited_child(OpenNode& node, std::optional<std::int64_t> id, Rule rule,
                                          std::string_view what) {
  const ChildRecord* child = id ? node.find_child(*id) : nullptr;
  // A row of plytrace's own cites the child that has just finished.
  const bool fits = child != nullptr && (!facts_.own || child == &node.children.back());
  if (fits && child->counts()) {
    if (child->has_value) return child;
    ledger_.blame(Rule::kAbortedUsed, node.row.id, [&] {
      return Words{
          fmt::format("{}: its {} cites child {}, which returned no value", ledger_.name(node.row),
                      what, ledger_.child_name(child->id, child->move)),
          "a child with a value", "a child without one"};
    });
    return nullptr;
  }
  if (node.row.unrecorded > 0) return nullptr;  // it may be one of those
  ledger_.blame(rule, node.row.id, [&] {
    const std::string cited = id ? fmt::format("#{}", *id) : "none";
    const std::string right =
        node.children.empty() ? "no child" : fmt::format("#{}", node.children.back().id);
    if (!id && node.children.empty()) {
      return Words{fmt::format("{}: its {} says that a child caused it, but none was searched",
                               ledger_.name(node.row), what),
                   "a child before it, or another cause", "none"};
    }
    return Words{
        fmt::format("{}: its {} cites {} as cause, but the child that finished last is {}",
                    ledger_.name(node.row), what, id ? "child " + cited : "no child", right),
        right, cited};
  });
  return nullptr;
}

void NodeJudge::warn_reduced(const OpenNode& node, const ChildRecord& child) {
  if (child.role != format::Role::kReduced) return;
  ledger_.warn(Rule::kWarnReducedTrusted, node.row.id, [&] {
    return fmt::format(
        "{}: child {} was searched at reduced depth, gave {}, and was not searched "
        "again",
        ledger_.name(node.row), ledger_.child_name(child.id, child.move),
        score_text(node.view(child.readings.front().value)));
  });
}

void NodeJudge::update(OpenNode& node, const BoundUpdateRow& row) {
  ledger_.count(Check::kStructure);
  ++habits_.updates;
  if (!row.alpha || !row.beta || static_cast<int>(row.cause) < 0 || row.cause > Cause::kOther) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: bound update {} has no window, or a cause that means nothing",
                               ledger_.name(node.row), row.id),
                   "alpha, beta and a cause", "NULL or an unknown code"};
    });
    return;
  }
  const Window now = node.view(Window{*row.alpha, *row.beta});
  if (facts_.own && row.cause != Cause::kChild && row.cause != Cause::kTable) {
    blame_convention(node.row, "the cause of a bound update", std::string(word(row.cause)),
                     "child or table");
    node.update_blamed = true;
    node.current = Candidates<Window>(now);
    return;
  }
  if (!node.row.side) return;  // nothing can be said of it
  if (!node.window_known) {
    // The window on entry stays unknown.
    node.window_known = true;
    node.current = Candidates<Window>(now);
    if (row.cause == Cause::kTable && facts_.captures(kCapProbes)) {
      keep_entry_proofs(node);
    } else if (row.cause != Cause::kChild && row.cause != Cause::kStandPat) {
      ledger_.incomplete("nodes whose window was narrowed, from one that is not recorded");
      node.flags |= kIncompleteBelow;
    }
    return;
  }
  switch (row.cause) {
    case Cause::kChild: {
      const ChildRecord* child = cited_child(node, row.child, Rule::kUpdate, "bound update");
      if (child == nullptr) {
        if (node.row.unrecorded > 0) {
          node.current = Candidates<Window>(now);
          return;
        }
        node.update_blamed = true;
        node.current = Candidates<Window>(now, node.current.front());
        return;
      }
      warn_reduced(node, *child);
      return update_by_value(node, now, child->readings, child->blamed,
                             "child " + ledger_.child_name(child->id, child->move));
    }
    case Cause::kStandPat: {
      const std::optional<Score> score = own_score(node);
      if (!score && !facts_.captures(kCapScores)) {
        return update_by_assumption(node, now, assumption_of(row.cause));
      }
      const Score value = score.value_or(-kInfinity);
      return update_by_value(node, now, Reading{value, {value, value}}, false, "its own score");
    }
    case Cause::kTable:
      return update_by_table(node, now);
    default:
      return update_by_assumption(node, now, assumption_of(row.cause));
  }
}

// A value that the node itself may take raises alpha, in its own view, to that value.
void NodeJudge::update_by_value(OpenNode& node, Window now, const Candidates<Reading>& cause,
                                bool is_blamed, const std::string& cause_text) {
  bool fits = false;
  // Without these kinds of event, less seems proven than is.
  bool proven = is_blamed || !facts_.captures(kCapCutoffs | kCapScores | kCapRoles);
  bool widens = true;
  const Candidates<Window> before = node.current;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < cause.size(); ++k) {
      const Window old = before[i];
      const Score value = cause[k].value;
      const Window tightened{std::max(old.alpha, value), old.beta};
      const bool exact = now == tightened;
      const bool sound = now.alpha <= tightened.alpha && now.beta >= tightened.beta;
      if (!(facts_.exact_windows ? exact : sound)) continue;
      fits = true;
      proven = proven || now.alpha <= old.alpha || cause[k].proven.lower >= now.alpha;
      widens = widens && (now.alpha < old.alpha || now.beta > old.beta);
    }
  }
  const Window expected{std::max(before.front().alpha, cause.front().value), before.front().beta};
  if (!fits || !proven) {
    if (!std::exchange(node.update_blamed, true))
      ledger_.blame(Rule::kUpdate, node.row.id, [&] {
        const std::string shown = window_text(node.view(now));
        if (!fits) {
          return Words{
              fmt::format("{}: {} gave {}, the window {} became {}", ledger_.name(node.row),
                          cause_text, score_text(node.view(cause.front().value)),
                          window_text(node.view(before.front())), shown),
              window_text(node.view(expected)), shown};
        }
        return Words{fmt::format("{}: {} gave {} and made the window {}, but only {} is proven",
                                 ledger_.name(node.row), cause_text,
                                 score_text(node.view(cause.front().value)), shown,
                                 interval_text(node.view(cause.front().proven))),
                     window_text(node.view(before.front())), shown};
      });
    node.current = Candidates<Window>(now, fits ? before.front() : expected);
    return;
  }
  if (widens) {
    ledger_.warn(Rule::kWarnWidened, node.row.id, [&] {
      return fmt::format("{}: its window {} became {}", ledger_.name(node.row),
                         window_text(node.view(before.front())), window_text(node.view(now)));
    });
  }
  node.current = now;
}

// Tightens the frame, the window before any child, as far as `now` is tighter than the current one.
void NodeJudge::narrow_frame(OpenNode& node, Window now) {
  if (node.frame.is_empty()) return;
  const Window old = node.current.front();
  Window frame = node.frame.front();
  if (now.alpha > old.alpha) frame.alpha = std::max(frame.alpha, now.alpha);
  if (now.beta < old.beta) frame.beta = std::min(frame.beta, now.beta);
  node.frame = frame;
}

// What the entries that the node used so far prove about it.
void NodeJudge::keep_entry_proofs(OpenNode& node) {
  for (const TableProbeRow& row : node.probes) {
    const EntryProof proof = entry_proof(node, row);
    node.constraint = intersection(node.constraint, proof.proven);
    node.constrained = true;
    node.flags |= proof.flags;
  }
}

void NodeJudge::update_by_table(OpenNode& node, Window now) {
  const Window old = node.current.front();
  Interval entries;
  Interval proven;
  Flags flags = 0;
  bool found = false;
  for (const TableProbeRow& row : node.probes) {
    if (row.used != format::TableUse::kNarrowed && row.used != format::TableUse::kAnswered)
      continue;
    const EntryProof proof = entry_proof(node, row);
    entries = intersection(entries, proof.entry);
    proven = intersection(proven, proof.proven);
    flags |= proof.flags;
    found = true;
    if (proof.blamed) {
      node.update_blamed = true;
      node.flags |= kFindingBelow;
    }
  }
  if (!found && !facts_.captures(kCapProbes)) {
    update_by_assumption(node, now, Assumption::kTableOrigin);
    return;
  }
  const Window tightest{std::max(old.alpha, entries.lower), std::min(old.beta, entries.upper)};
  const bool fits =
      found && now.alpha <= tightest.alpha && now.beta >= tightest.beta &&
      (!facts_.exact_windows || ((now.alpha == old.alpha || now.alpha == tightest.alpha) &&
                                 (now.beta == old.beta || now.beta == tightest.beta)));
  if (!fits) {
    node.update_blamed = true;
    ledger_.blame(Rule::kUpdate, node.row.id, [&] {
      return Words{fmt::format("{}: the window {} became {} by a table entry, but the entries that "
                               "it used say {}",
                               ledger_.name(node.row), window_text(node.view(old)),
                               window_text(node.view(now)),
                               found ? interval_text(node.view(entries)) : "nothing"),
                   window_text(node.view(tightest)), window_text(node.view(now))};
    });
    node.current = Candidates<Window>(now, tightest);
    return;
  }
  narrow_frame(node, now);
  node.constraint = intersection(node.constraint, proven);
  node.constrained = true;
  node.flags |= flags;
  node.current = now;
}

void NodeJudge::update_by_assumption(OpenNode& node, Window now, Assumption assumption) {
  const Window old = node.current.front();
  narrow_frame(node, now);
  if (now.alpha > old.alpha) node.constraint.lower = std::max(node.constraint.lower, now.alpha);
  if (now.beta < old.beta) node.constraint.upper = std::min(node.constraint.upper, now.beta);
  node.constrained = true;
  node.flags |= flag(assumption);
  ledger_.assume(assumption);
  node.current = now;
}

bool NodeJudge::blame_cut(OpenNode& node, const CutoffRow& row, const std::string& why,
                          const std::string& expected) {
  ledger_.blame(Rule::kCutoff, node.row.id, [&] {
    return Words{fmt::format("{}: {} cutoff by {}: {}", ledger_.name(node.row), word(row.kind),
                             word(row.cause), why),
                 expected, row.value ? score_text(*row.value) : "no value"};
  });
  return false;
}

void NodeJudge::count_skipped(OpenNode& node, const CutoffRow& row) {
  if (!row.skipped || *row.skipped < 0) {
    node.skipped_unknown = true;
    if (row.skipped) node.skipped_list_wrong = true;
  } else {
    node.skipped = saturated_sum(node.skipped, *row.skipped);
  }
  if (!row.skipped_moves) {
    // Names that are missing prove nothing, but plytrace writes what it declares.
    const bool owes_names = facts_.own && facts_.captures(kCapSkipped);
    if (row.skipped.value_or(0) > 0 && owes_names) node.skipped_list_wrong = true;
    return;
  }
  const auto length = json_list_length(*row.skipped_moves);
  if (!length || (row.skipped && *length != *row.skipped)) node.skipped_list_wrong = true;
}

void NodeJudge::forward_row(OpenNode& node, const CutoffRow& row) {
  node.has_forward = true;
  if (row.value) {
    node.forward_best = std::max(node.forward_best, node.view(*row.value));
  } else {
    node.forward_unbounded = true;
  }
  node.flags |= flag(Assumption::kForward);
  ledger_.assume(Assumption::kForward);
}

void NodeJudge::cutoff(OpenNode& node, const CutoffRow& row) {
  ledger_.count(Check::kStructure);
  const bool known_codes = static_cast<int>(row.kind) >= 0 && row.kind <= CutoffKind::kForward &&
                           static_cast<int>(row.cause) >= 0 && row.cause <= Cause::kRazoring;
  if (!known_codes) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: cutoff {} has a kind or a cause that means nothing",
                               ledger_.name(node.row), row.id),
                   "a code of schemas/trace_format.h",
                   fmt::format("kind {}, cause {}", static_cast<int>(row.kind),
                               static_cast<int>(row.cause))};
    });
    node.cut_blamed = true;
    node.skipped_unknown = true;
    return;
  }
  count_skipped(node, row);
  if (row.kind == CutoffKind::kForward) {
    if (facts_.own) {
      blame_cut(node, row, "a search of plytrace drops no moves without proof", "alpha or beta");
      node.cut_blamed = true;
    }
    return forward_row(node, row);
  }
  const bool high = (row.kind == CutoffKind::kBeta) != node.view.min;
  if (facts_.own && row.cause != Cause::kChild && row.cause != Cause::kTable) {
    blame_cut(node, row, "a search of plytrace cuts by a child or by the table only", "child");
    node.cut_blamed = true;
    node.cut = Cut{Cause::kChild, true, std::nullopt, !row.skipped || *row.skipped != 0};
    return;
  }
  bool sound = !node.cut || blame_cut(node, row, "it was cut before", "one cutoff");
  if (!node.window_known && row.alpha && row.beta) {
    node.window_known = true;
    node.current = node.view(Window{*row.alpha, *row.beta});
  }
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
  node.cut_blamed = node.cut_blamed || !sound;
  const bool by_side = row.cause == Cause::kChild || row.cause == Cause::kStandPat;
  std::optional<Score> value;
  if (row.value) value = node.view(*row.value);
  node.cut = Cut{row.cause, high || by_side, value, !row.skipped || *row.skipped != 0};
}

// The window in the row is the node's window at that moment.
bool NodeJudge::check_cut_window(OpenNode& node, const CutoffRow& row) {
  if (!row.alpha || !row.beta) {
    if (!facts_.own) return true;
    return blame_cut(node, row, "its window is NULL", window_text(node.view(node.current.front())));
  }
  const Window stored{*row.alpha, *row.beta};
  if (!node.window_known) return true;
  const Window expected = node.current.front();
  const Window seen = node.view(stored);
  const bool high = (row.kind == CutoffKind::kBeta) != node.view.min;
  const auto fits = [&](Window current) {
    if (facts_.own) return current == seen;
    return high ? current.beta == seen.beta : current.alpha == seen.alpha;
  };
  if (node.current.narrow(fits)) return true;
  if (node.window_blamed) {
    // A child had suited the window that it should have had: that one is blamed already.
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
  if (child == nullptr) return node.row.unrecorded > 0;
  warn_reduced(node, *child);
  const std::string name = ledger_.child_name(child->id, child->move);
  const std::string_view side = node.view.min ? "alpha" : "beta";
  const std::string_view sign = node.view.min ? "<=" : ">=";
  bool same = false;
  bool reaches = false;
  bool proven = false;
  Score bound = 0;
  for (std::size_t k = 0; k < std::max<std::size_t>(node.current.size(), 1); ++k) {
    bound = node.window_known ? node.current[k].beta : -kInfinity;
    for (std::size_t i = 0; i < child->readings.size(); ++i) {
      const Reading& reading = child->readings[i];
      const Score value = row.value ? node.view(*row.value) : reading.value;
      const bool taken = value == reading.value ||
                         (i < node.fold.size() && value == node.fold[i]) ||
                         (!facts_.soft && value == bound && reading.value >= bound);
      same = same || taken;
      reaches = reaches || (taken && value >= bound);
      proven =
          proven || (taken && value >= bound && (child->blamed || reading.proven.lower >= bound));
    }
  }
  const Score shown = node.view(bound);
  const Score returned = node.view(child->readings.front().value);
  if (!same) {
    return blame_cut(node, row,
                     fmt::format("child {} returned {}, the row compares {}", name,
                                 score_text(returned), score_text(*row.value)),
                     score_text(returned));
  }
  if (!reaches) {
    return blame_cut(
        node, row,
        fmt::format("child {} returned {}, window was {}: a cutoff needs a value {} {}", name,
                    score_text(returned), window_text(node.view(node.current.front())), sign,
                    score_text(shown)),
        fmt::format("{} {} {}", side, sign, score_text(shown)));
  }
  if (!proven) {
    return blame_cut(
        node, row,
        fmt::format("child {} returned {}, but only {} is proven: a cutoff needs a value {} {}",
                    name, score_text(returned),
                    interval_text(node.view(child->readings.front().proven)), sign,
                    score_text(shown)),
        fmt::format("{} {} {}", side, sign, score_text(shown)));
  }
  return true;
}

bool NodeJudge::check_cut_by_score(OpenNode& node, const CutoffRow& row) {
  const std::optional<Score> own = own_score(node);
  if (!own) {
    return facts_.captures(kCapScores)
               ? blame_cut(node, row, "the node has no score of its own", "a score")
               : check_cut_by_assumption(node, row, true);
  }
  const Score score = *own;
  const Score bound = node.window_known ? node.current.front().beta : score;
  if (score >= bound) return true;
  return blame_cut(node, row,
                   fmt::format("its own score {} does not reach {}", score_text(node.view(score)),
                               score_text(node.view(bound))),
                   score_text(node.view(bound)));
}

bool NodeJudge::check_cut_by_table(OpenNode& node, const CutoffRow& row, bool high) {
  Interval entries;
  Interval proven;
  Flags flags = 0;
  bool found = false;
  for (const TableProbeRow& probe : node.probes) {
    if (probe.used != format::TableUse::kNarrowed && probe.used != format::TableUse::kAnswered) {
      continue;
    }
    const EntryProof proof = entry_proof(node, probe);
    entries = intersection(entries, proof.entry);
    proven = intersection(proven, proof.proven);
    flags |= proof.flags;
    found = true;
  }
  if (!found) {
    if (facts_.captures(kCapProbes)) {
      return blame_cut(node, row, "no table entry was used at this node", "an entry");
    }
    return check_cut_by_assumption(node, row, high);
  }
  if (facts_.exact_windows && row.child) {
    return blame_cut(node, row, fmt::format("it cites child #{}", *row.child), "no child");
  }
  if (facts_.exact_windows && row.value) {
    const bool quotes = std::any_of(node.probes.begin(), node.probes.end(),
                                    [&](const auto& probe) { return probe.value == row.value; });
    if (!quotes) {
      return blame_cut(
          node, row,
          fmt::format("it compares {}, no entry that it used says that", score_text(*row.value)),
          interval_text(node.view(entries)));
    }
  }
  const Window current = node.current.front();
  const bool reaches =
      !node.window_known || (high ? entries.lower >= current.beta : entries.upper <= current.alpha);
  node.constraint = intersection(node.constraint, proven);
  node.constrained = true;
  node.flags |= flags;
  if (reaches) return true;
  return blame_cut(node, row,
                   fmt::format("the entries that it used say {}, window was {}",
                               interval_text(node.view(entries)), window_text(node.view(current))),
                   high != node.view.min ? "an entry >= beta" : "an entry <= alpha");
}

// Null move, probcut, static bounds and the like: what they say is assumed; that it closes the
// window is not.
bool NodeJudge::check_cut_by_assumption(OpenNode& node, const CutoffRow& row, bool high) {
  const Assumption assumption =
      row.cause == Cause::kTable ? Assumption::kTableOrigin : assumption_of(row.cause);
  node.flags |= flag(assumption);
  ledger_.assume(assumption);
  const Window current = node.current.front();
  std::optional<Score> value;
  if (row.value) value = node.view(*row.value);
  if (row.cause == Cause::kNullMove && high) {
    const ChildRecord* child = row.child ? node.find_child(*row.child) : last_null_move(node);
    if (child != nullptr && child->has_value) {
      const Reading& reading = child->readings.front();
      node.flags |= child->flags;
      node.constraint.lower = std::max(node.constraint.lower, reading.proven.lower);
      node.constrained = true;
      if (!node.window_known || child->blamed || reading.proven.lower >= current.beta) return true;
      return blame_cut(
          node, row,
          fmt::format("the null move proves {}, window was {}",
                      interval_text(node.view(reading.proven)), window_text(node.view(current))),
          fmt::format("{} {}", node.view.min ? "<=" : ">=", score_text(node.view(current.beta))));
    }
    if (child != nullptr) {
      ledger_.blame(Rule::kAbortedUsed, node.row.id, [&] {
        return Words{fmt::format("{}: its cutoff cites null move #{}, which returned no value",
                                 ledger_.name(node.row), child->id),
                     "a null move with a value", "one without"};
      });
      return false;
    }
  }
  const Score bound = high ? current.beta : current.alpha;
  if (!value) value = bound;
  if (high) {
    node.constraint.lower = std::max(node.constraint.lower, *value);
  } else {
    node.constraint.upper = std::min(node.constraint.upper, *value);
  }
  node.constrained = true;
  if (!node.window_known || (high ? *value >= bound : *value <= bound)) return true;
  return blame_cut(node, row,
                   fmt::format("its value {} does not reach {}", score_text(*row.value),
                               score_text(node.view(bound))),
                   score_text(node.view(bound)));
}

}  // namespace plytrace::verify
