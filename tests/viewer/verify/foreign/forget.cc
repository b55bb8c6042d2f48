// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/forget.h"

#include <algorithm>
#include <functional>
#include <map>

namespace plytrace::test::foreign {
namespace {

using LineTable = EventLine::Table;
using format::Cause;
using format::NodeKind;
using format::Role;

void drop_events(Trace& trace, const std::function<bool(const EventLine&)>& unwanted) {
  std::erase_if(trace.events, unwanted);
}

// A leaf whose value is a bound must keep its bound type: without one it would claim to be exact.
bool is_leaf_of_bound(const NodeLine& node) {
  return (node.kind == NodeKind::kHorizon || node.kind == NodeKind::kKnown) && !node.score &&
         node.bound.value_or(Bound::kExact) != Bound::kExact;
}

void forget_windows(Random& random, Trace& trace) {
  // In all nodes, only in quiescence, or in some nodes.
  const int how = random.below(3);
  for (NodeLine& node : trace.nodes) {
    if (how == 1 && node.phase == format::Phase::kMain) continue;
    if (how == 2 && node.id % 3 != 0) continue;
    // In an empty window a reported bound claims nothing, but only the window shows that.
    if (node.alpha && node.alpha == node.beta) {
      if (!is_leaf_of_bound(node)) node.bound.reset();
      trace.search.captured.erase("bound_types");
    }
    node.alpha.reset();
    node.beta.reset();
  }
  for (EventLine& event : trace.events) {
    if (event.table != LineTable::kCutoff || random.one_in(2)) continue;
    event.alpha.reset();
    event.beta.reset();
  }
  for (PassLine& pass : trace.passes) {
    if (random.one_in(2)) continue;
    pass.alpha.reset();
    pass.beta.reset();
  }
  trace.search.exact_windows = false;
}

void forget_bounds(Random& random, Trace& trace) {
  const bool by_children_only = random.one_in(3);
  drop_events(trace, [&](const EventLine& event) {
    return event.table == LineTable::kUpdate && (!by_children_only || event.cause == Cause::kChild);
  });
  trace.search.exact_windows = false;
}

void forget_cutoffs(Random& random, Trace& trace) {
  const bool by_children_only = random.one_in(3);
  drop_events(trace, [&](const EventLine& event) {
    return event.table == LineTable::kCutoff && (!by_children_only || event.cause == Cause::kChild);
  });
}

void forget_skipped(Random& random, Trace& trace) {
  const bool names_only = random.one_in(2);
  for (EventLine& event : trace.events) {
    event.skipped_moves.reset();
    if (!names_only) event.skipped.reset();
  }
}

void forget_roles(Trace& trace) {
  for (NodeLine& node : trace.nodes) {
    if (node.role == Role::kReduced || node.role == Role::kReSearch) node.role = Role::kMove;
  }
}

void forget_scores(Trace& trace) {
  for (NodeLine& node : trace.nodes) node.score.reset();
}

void forget_kind(Random& random, Trace& trace, const std::string& kind) {
  trace.search.captured.erase(kind);
  if (kind == "windows") forget_windows(random, trace);
  if (kind == "bounds") forget_bounds(random, trace);
  if (kind == "cutoffs") forget_cutoffs(random, trace);
  if (kind == "skipped") forget_skipped(random, trace);
  if (kind == "roles") forget_roles(trace);
  if (kind == "scores") forget_scores(trace);
  if (kind == "probes" || kind == "stores") {
    const LineTable table = kind == "probes" ? LineTable::kProbe : LineTable::kStore;
    drop_events(trace, [&](const EventLine& event) { return event.table == table; });
  }
  for (NodeLine& node : trace.nodes) {
    if (kind == "legal") node.legal.reset();
    if (kind == "keys") node.key.reset();
    if (kind == "bound_types" && !is_leaf_of_bound(node)) node.bound.reset();
  }
}

// Columns that are not covered by any word of `captured`.
void forget_columns(Random& random, Trace& trace) {
  const bool depth = random.one_in(6);
  const bool best = random.one_in(6);
  const bool kind = random.one_in(10);
  const bool entry_depths = random.one_in(5);
  const bool asked_depths = random.one_in(5);
  const bool origins = random.one_in(6);
  const bool entry_keys = random.one_in(5);
  const bool cut_values = random.one_in(6);
  const bool sides = random.one_in(12);
  for (NodeLine& node : trace.nodes) {
    if (depth) node.depth.reset();
    if (best) node.best.reset();
    if (sides && node.id % 4 == 0) node.side.reset();
    if (kind && node.kind == NodeKind::kHorizon) node.kind = NodeKind::kUnknown;
  }
  for (EventLine& event : trace.events) {
    if (event.table == LineTable::kCutoff && cut_values) event.value.reset();
    if (event.table != LineTable::kProbe && event.table != LineTable::kStore) continue;
    if (entry_depths) event.stored_depth.reset();
    if (asked_depths) event.depth.reset();
    if (origins) event.stored_by.reset();
    if (!entry_keys) continue;
    event.key.reset();
    event.entry_key.reset();
  }
  for (PassLine& pass : trace.passes) {
    if (best) pass.best_move.reset();
    if (random.one_in(6)) pass.value.reset();
    if (random.one_in(6)) pass.nodes.reset();
    if (depth) pass.depth.reset();
  }
  if (random.one_in(6)) trace.search.value.reset();
  if (random.one_in(6) && !trace.search.uniform) trace.search.uniform = false;
  if (best) trace.search.best_move.reset();
  if (best || random.one_in(4)) trace.search.pv.clear();
  if (random.one_in(6)) trace.search.completed_depth.reset();
}

}  // namespace

void forget(Random& random, Trace& trace) {
  const std::set<std::string> kinds = trace.search.captured;
  for (const std::string& kind : kinds) {
    if (random.one_in(4)) forget_kind(random, trace, kind);
  }
  // Declares less than the trace holds.
  for (const std::string& kind : kinds) {
    if (random.one_in(12)) trace.search.captured.erase(kind);
  }
  if (random.one_in(3)) forget_columns(random, trace);
}

std::int64_t record_to_ply(Trace& trace, std::int64_t ply) {
  std::map<std::int64_t, std::int64_t> numbers;  // old id to new id
  std::vector<NodeLine> kept;
  std::int64_t next = trace.nodes.empty() ? 0 : trace.nodes.front().id;
  std::map<std::int64_t, std::int64_t> last_kept;  // last kept node by old id
  for (NodeLine node : trace.nodes) {
    const std::int64_t old = node.id;
    last_kept[old] = next - 1;
    if (node.ply > ply) {
      // Finds the last kept node, at this ply or above, that contains it. Ids in `kept` are new,
      // but `last` is still the old id.
      const auto holds = [&](const NodeLine& above) { return !above.last || *above.last >= old; };
      const auto above = std::find_if(kept.rbegin(), kept.rend(), holds);
      ++above->unrecorded;
      continue;
    }
    numbers[old] = node.id = next++;
    last_kept[old] = node.id;
    kept.push_back(node);
  }
  const auto renamed = [&](Id& id) {
    if (!id) return;
    const auto found = numbers.find(*id);
    id = found == numbers.end() ? Id{} : Id{found->second};
  };
  for (NodeLine& node : kept) {
    renamed(node.parent);
    if (node.last) node.last = last_kept[*node.last];
    renamed(node.best);
  }
  std::erase_if(trace.events,
                [&](const EventLine& event) { return numbers.count(event.node) == 0; });
  for (EventLine& event : trace.events) {
    event.node = numbers[event.node];
    event.at = last_kept[event.at];
    renamed(event.child);
    const auto in_search = [&](Id id) { return id && *id >= trace.nodes.front().id; };
    if (in_search(event.stored_by)) renamed(event.stored_by);
  }
  for (PassLine& pass : trace.passes) {
    renamed(pass.root);
    if (pass.last) pass.last = last_kept[*pass.last];
  }
  trace.nodes = kept;
  return static_cast<std::int64_t>(kept.size());
}

}  // namespace plytrace::test::foreign
