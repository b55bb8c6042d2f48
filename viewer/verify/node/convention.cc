// SPDX-License-Identifier: MIT
//
// Conventions of the rows of plytrace's own searches. Other engines are free in all of this; here a
// deviation means that the row was altered.
#include <fmt/format.h>

#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::NodeKind;
using format::Role;

bool is_scored_leaf(const NodeRow& row) {
  return row.kind == NodeKind::kHorizon || row.kind == NodeKind::kTerminal;
}

}  // namespace

bool NodeJudge::blame_convention(const NodeRow& row, std::string_view column,
                                 const std::string& actual, const std::string& expected) {
  ledger_.blame(Rule::kConvention, row.id, [&] {
    return Words{fmt::format("{}: {} is {}; a search of plytrace writes {} here", ledger_.name(row),
                             column, actual, expected),
                 expected, actual};
  });
  return true;
}

// Columns that are equal in every row of plytrace's searches. Returns true if the row is of such a
// search.
bool NodeJudge::check_own_role(TakenRow& row) {
  if (!facts_.demands.exact_kinds) return false;
  if (row->phase != format::Phase::kMain) {
    blame_convention(*row, "phase", std::string(word(row->phase)), "main");
    row.take(&NodeRow::phase, format::Phase::kMain);
  }
  const bool may_re_search = facts_.form == WindowForm::kScout || facts_.form == WindowForm::kAny;
  if (row->role != Role::kMove && (row->role != Role::kReSearch || !may_re_search)) {
    blame_convention(*row, "role", std::string(word(row->role)), "move");
    row.take(&NodeRow::role, Role::kMove);
  }
  if (row->credited) {
    blame_convention(*row, "credited", score_text(*row->credited), "NULL");
    row.take(&NodeRow::credited, std::nullopt);
  }
  return true;
}

// Whether the kind fits the depth and the other columns; false after a finding.
bool NodeJudge::has_own_kind(TakenRow& row) {
  if (!row->value) return true;
  const auto wrong = [&](const std::string& expected) {
    return !blame_convention(*row, "kind", std::string(word(row->kind)), expected);
  };
  // Derives the kind from the other columns; the first contradicting column is reported.
  const bool is_leaf = row->kind != NodeKind::kInterior;
  if (row->kind != NodeKind::kTable && is_leaf && !is_scored_leaf(*row)) {
    return wrong("interior, horizon, terminal or table");
  }
  // Only a clamped leaf has a score beside its value.
  const bool has_leaf_score = !is_leaf && row->score && row->last == row->id;
  if (has_leaf_score) return wrong("horizon or terminal");
  if (row->depth == 0 && !is_scored_leaf(*row)) return wrong("horizon or terminal");
  if (row->kind == NodeKind::kHorizon && row->depth != 0 && facts_.captures(kCapLegal)) {
    return wrong("interior");
  }
  if (is_leaf && row->best) {
    blame_convention(*row, "best", fmt::format("#{}", *row->best), "NULL");
    row.take(&NodeRow::best, std::nullopt);
  }
  if (is_scored_leaf(*row) && row->legal) {
    blame_convention(*row, "legal", std::to_string(*row->legal), "NULL");
    row.take(&NodeRow::legal, std::nullopt);
  }
  const bool may_be_clamped = is_scored_leaf(*row) && facts_.hard;
  if (row->score && (!may_be_clamped || *row->score == *row->value)) {
    blame_convention(*row, "score", score_text(*row->score), "NULL");
    row.take(&NodeRow::score, std::nullopt);
  }
  return true;
}

// A leaf of plytrace has no children; if there are some, its kind is in doubt.
void NodeJudge::check_childless(OpenNode& node) {
  if (!facts_.demands.exact_kinds || node.is_doubted(kDoubtRow) || node.children.empty() ||
      !node.row.value)
    return;
  if (node.row.kind == NodeKind::kInterior) return;
  blame_convention(node.row, "kind", std::string(word(node.row.kind)), "interior");
  node.doubt(kDoubtRow);
}

// Checks the bound type, known when the node is left, and that `best` is the first best child.
bool NodeJudge::blame_own_result(const OpenNode& node) {
  if (!facts_.demands.exact_kinds || !node.row.value || !node.row.bound) return false;
  if (node.row.kind == NodeKind::kTable) return false;
  for (const TableProbeRow& probe : node.probes) {
    if (probe.used == format::TableUse::kAnswered) {
      return blame_convention(node.row, "kind", std::string(word(node.row.kind)),
                              "table, for an entry answered");
    }
  }
  const Score value = node.view(*node.row.value);
  Candidates<Bound> right;
  if (node.row.kind == NodeKind::kInterior) {
    // The value's meaning in the window on entry decides; if that is in doubt, either reading fits.
    // MAX's view is taken, as in the search: in a window of one value the two views differ.
    for (std::size_t i = 0; i < node.entry.size(); ++i) {
      right.add(node.view(bound_in(*node.row.value, node.view(node.entry[i]))));
    }
  } else if (!node.row.score) {
    right = Bound::kExact;
  } else {
    // Clamped up to alpha, the score lies below the value; clamped down to beta, above it.
    right = value < node.view(*node.row.score) ? Bound::kLower : Bound::kUpper;
  }
  if (!right.is_empty() && !right.contains(node.view(*node.row.bound))) {
    blame_convention(node.row, "bound", std::string(word(*node.row.bound)),
                     std::string(word(node.view(right.front()))));
    return true;
  }
  check_first_best(node);
  return false;
}

void NodeJudge::check_first_best(const OpenNode& node) {
  if (node.row.kind != NodeKind::kInterior || node.is_doubted(kDoubtUnrecorded)) return;
  // Any of the equal moves may be the best if ties are random.
  const bool takes_last = facts_.last_root && node.level == 0;
  if (facts_.loose_root && node.level == 0 && !takes_last) return;
  const Score value = node.view(*node.row.value);
  bool failed_low = false;
  for (std::size_t i = 0; i < node.frame.size(); ++i) {
    failed_low = failed_low || value <= node.frame[i].alpha;
  }
  std::optional<std::int64_t> first;
  for (const ChildRecord& child : node.children) {
    if (!child.counts() || child.superseded || !child.has_value || node.fold().is_empty()) continue;
    if (child.blamed && child.id == node.row.best) return;  // the child's true value is unknown
    bool is_best = false;
    for (std::size_t i = 0; i < node.fold().size(); ++i) {
      is_best = is_best || child.readings[i].value == node.fold()[i];
    }
    if (!is_best) continue;
    first = child.id;
    // A doubtful value may hide which child was the first.
    if (takes_last) continue;
    if ((node.fold().size() == 1 && !child.blamed) || node.row.best == child.id) break;
  }
  const std::optional<std::int64_t> right = failed_low ? std::nullopt : first;
  // A node with two frames may have failed low in only one of them.
  if (node.row.best == right || (failed_low && node.frame.size() == 2)) return;
  const auto text = [](std::optional<std::int64_t> id) {
    return id ? fmt::format("#{}", *id) : std::string("NULL");
  };
  ledger_.blame(Rule::kBest, node.row.id, [&] {
    return Words{fmt::format("{}: its best child is {}, the {} one with its value is {}",
                             ledger_.name(node.row), text(node.row.best),
                             takes_last ? "last" : "first", text(right)),
                 text(right), text(node.row.best)};
  });
}

}  // namespace plytrace::verify
