// SPDX-License-Identifier: MIT
//
// Rules for bound updates, with the window and the values at the time of the update; and for the
// child that an event refers to.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Cause;

// Whether the bound came from outside the node's own moves and score.
bool is_narrowing(Cause cause) { return cause != Cause::kChild && cause != Cause::kStandPat; }

}  // namespace

// The finished counting child that a row refers to; null, after a finding, if there is none.
const ChildRecord* NodeJudge::cited_child(OpenNode& node, std::optional<std::int64_t> id, Rule rule,
                                          std::string_view what) {
  const ChildRecord* child = id ? node.children.find(*id) : nullptr;
  // The definition of the event makes the child that was left last the default. The recorder writes
  // no id if that child was not recorded.
  const bool may_be_last = !id && !facts_.demands.last_child && !node.is_doubted(kDoubtUnrecorded);
  if (may_be_last && !node.children.empty()) child = &node.children.back();
  // A row of plytrace's own searches refers to the child that has just finished.
  const bool fits =
      child != nullptr && (!facts_.demands.last_child || child == &node.children.back());
  if (fits && child->counts()) {
    if (child->has_value) return child;
    // A node that returned no value has used nothing.
    if (!node.row.value) return nullptr;
    ledger_.blame(Rule::kAbortedUsed, node.row.id, [&] {
      return Words{
          fmt::format("{}: its {} cites child {}, which returned no value", ledger_.name(node.row),
                      what, ledger_.child_name(child->id, child->move)),
          "a child with a value", "a child without one"};
    });
    return nullptr;
  }
  if (node.is_doubted(kDoubtUnrecorded)) return nullptr;  // it may be an unrecorded child
  if (fits) {
    ledger_.blame(rule, node.subject(), [&] {
      const std::string_view what_it_is =
          child->kind == format::NodeKind::kIllegal ? "illegal" : word(child->role);
      return Words{fmt::format("{}: its {} cites child {}, which counts for nothing ({})",
                               ledger_.name(node.row), what,
                               ledger_.child_name(child->id, child->move), what_it_is),
                   "a child that counts", std::string(what_it_is)};
    });
    return nullptr;
  }
  ledger_.blame(rule, node.subject(), [&] {
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
  ++sums_.habits.updates;
  if (!row.alpha || !row.beta || !format::may_change_window(row.cause)) {
    ledger_.blame(Rule::kCode, node.row.id, [&] {
      return Words{fmt::format("{}: bound update {} has no window, or a cause that is not defined",
                               ledger_.name(node.row), row.id),
                   "alpha, beta and a cause", "NULL or an unknown code"};
    });
    return;
  }
  if (is_void(node)) return;
  const Window now = node.view(Window{*row.alpha, *row.beta});
  if (facts_.demands.proven_causes && row.cause != Cause::kChild && row.cause != Cause::kTable) {
    blame_convention(node.row, "the cause of a bound update", std::string(word(row.cause)),
                     "child or table");
    node.doubt(kDoubtUpdate);
    // Only this row shows the new window.
    node.current = Candidates<Window>(now);
    return;
  }
  if (!node.row.side) return;  // nothing can be checked
  if (!node.window_known) {
    // The window on entry stays unknown, and so does which end moved.
    node.window_known = true;
    node.current = Candidates<Window>(now);
    if (is_narrowing(row.cause) && node.children.empty()) {
      node.frame = Candidates<Window>(now);
      node.constrained = true;
    }
    if (row.cause == Cause::kTable && facts_.captures(kCapProbes)) {
      keep_entry_proofs(node);
    } else if (is_narrowing(row.cause)) {
      ledger_.incomplete(
          "nodes whose window was narrowed, from one that is not recorded: report alpha and beta "
          "when a node is entered");
      node.flags |= kIncompleteBelow;
    }
    return;
  }
  switch (row.cause) {
    case Cause::kChild: {
      const ChildRecord* child = cited_child(node, row.child, Rule::kUpdate, "bound update");
      if (child == nullptr) {
        if (node.is_doubted(kDoubtUnrecorded)) {
          node.current = Candidates<Window>(now);
          return;
        }
        // Later rows may fit this row, or the window before it.
        node.doubt(kDoubtUpdate);
        node.current = Candidates<Window>(now, node.current.front());
        return;
      }
      warn_reduced(node, *child);
      return update_by_value(node, now, child->readings, child->blamed, child);
    }
    case Cause::kStandPat: {
      const std::optional<Score> score = node.own_score();
      if (!score && !node.row.value) {
        // The score is reported with the value; this node was stopped or killed before it had one.
        node.current = now;
        return;
      }
      if (!score && !facts_.captures(kCapScores)) {
        return update_by_assumption(node, now, assumption_of(row.cause));
      }
      // Scores are reported completely, so a node without a score cannot stand pat.
      const Score value = score.value_or(-kInfinity);
      return update_by_value(node, now, Reading{value, {value, value}}, false, nullptr);
    }
    case Cause::kTable:
      return update_by_table(node, now);
    default:
      if (row.cause == Cause::kDrawClaim) note_draw_claim(node);
      return update_by_assumption(node, now, assumption_of(row.cause));
  }
}

// A draw that the side to move can claim depends on the path, like a draw by history.
void NodeJudge::note_draw_claim(OpenNode& node) {
  ++sums_.habits.draws;
  node.flags |= kPathBelow;
}

// Checks that a value of the node or its child raised alpha, in the node's view, to that value.
void NodeJudge::update_by_value(OpenNode& node, Window now, const Candidates<Reading>& cause,
                                bool is_blamed, const ChildRecord* child) {
  bool fits = false;
  // Without these kinds of event less seems proven than is.
  bool proven = is_blamed || !facts_.captures(kCapCutoffs | kCapScores | kCapRoles) ||
                node.is_empty_on_entry();
  bool widens = true;
  const Candidates<Window> before = node.current;
  // One fitting reading of the window and the cause suffices.
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t k = 0; k < cause.size(); ++k) {
      const Window old = before[i];
      const Score value = cause[k].value;
      const Window tightened{std::max(old.alpha, value), old.beta};
      const bool exact = now == tightened;
      const bool sound = now.alpha <= tightened.alpha && now.beta >= tightened.beta;
      // If windows are not declared exact, an engine may raise alpha by less than possible.
      if (!(facts_.exact_windows ? exact : sound)) continue;
      fits = true;
      proven = proven || now.alpha <= old.alpha || cause[k].proven.lower >= now.alpha;
      widens = widens && (now.alpha < old.alpha || now.beta > old.beta);
    }
  }
  const Window expected{std::max(before.front().alpha, cause.front().value), before.front().beta};
  if (!fits || !proven) {
    ledger_.blame(Rule::kUpdate, node.subject(), [&] {
      const std::string shown = window_text(node.view(now));
      const std::string cause_text = child == nullptr
                                         ? "its own score"
                                         : "child " + ledger_.child_name(child->id, child->move);
      if (!fits) {
        return Words{fmt::format("{}: {} gave {}, the window {} became {}", ledger_.name(node.row),
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
    node.doubt(kDoubtUpdate);
    // Later rows may fit this row, or the expected window.
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

// Narrows the frame, the window before any child, by as much as `now` is narrower than the current
// one.
void NodeJudge::narrow_frame(OpenNode& node, Window now) {
  if (node.frame.is_empty()) return;
  const Window old = node.current.front();
  Window frame = node.frame.front();
  if (now.alpha > old.alpha) frame.alpha = std::max(frame.alpha, now.alpha);
  if (now.beta < old.beta) frame.beta = std::min(frame.beta, now.beta);
  node.frame = frame;
}

// Adds what the entries used so far prove about the node.
void NodeJudge::keep_entry_proofs(OpenNode& node) {
  if (node.probes.empty()) return;
  const EntrySum& entries = judged_entries(node);
  node.constraint = intersection(node.constraint, entries.proven);
  node.constrained = true;
  node.flags |= entries.flags;
}

void NodeJudge::update_by_table(OpenNode& node, Window now) {
  const Window old = node.current.front();
  // Uses all entries: one may have moved alpha, another one beta.
  const bool found = !node.probes.empty();
  const EntrySum& used = judged_entries(node);
  const Interval& entries = used.entry;
  // If the entry has a finding, its use is not checked.
  if (used.blamed) {
    node.doubt(kDoubtUpdate);
    node.flags |= kFindingBelow;
  }
  if (!found && !facts_.captures(kCapProbes)) {
    update_by_assumption(node, now, Assumption::kTableOrigin);
    return;
  }
  const Window tightest{std::max(old.alpha, entries.lower), std::min(old.beta, entries.upper)};
  // Each end may move at most as far as the entries allow; with exact windows exactly that far or
  // not.
  const bool fits =
      found && now.alpha <= tightest.alpha && now.beta >= tightest.beta &&
      (!facts_.exact_windows || ((now.alpha == old.alpha || now.alpha == tightest.alpha) &&
                                 (now.beta == old.beta || now.beta == tightest.beta)));
  if (!fits) {
    ledger_.blame(Rule::kUpdate, node.subject(), [&] {
      return Words{fmt::format("{}: the window {} became {} by a table entry, but the entries that "
                               "it used say {}",
                               ledger_.name(node.row), window_text(node.view(old)),
                               window_text(node.view(now)),
                               found ? interval_text(node.view(entries)) : "nothing"),
                   window_text(node.view(tightest)), window_text(node.view(now))};
    });
    node.doubt(kDoubtUpdate);
    node.current = Candidates<Window>(now, tightest);
    return;
  }
  // Before the window moves, because the narrowing is measured against the current one.
  narrow_frame(node, now);
  node.constraint = intersection(node.constraint, used.proven);
  node.constrained = true;
  node.flags |= used.flags;
  node.current = now;
}

void NodeJudge::update_by_assumption(OpenNode& node, Window now, Assumption assumption) {
  const Window old = node.current.front();
  narrow_frame(node, now);
  // Only an end that moved rests on the assumption.
  if (now.alpha > old.alpha) node.constraint.lower = std::max(node.constraint.lower, now.alpha);
  if (now.beta < old.beta) node.constraint.upper = std::min(node.constraint.upper, now.beta);
  node.constrained = true;
  node.flags |= flag(assumption);
  ledger_.assume(assumption);
  node.current = now;
}

}  // namespace plytrace::verify
