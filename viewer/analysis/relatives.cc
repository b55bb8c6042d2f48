// SPDX-License-Identifier: MIT
#include "viewer/analysis/relatives.h"

#include <algorithm>
#include <deque>

#include "viewer/analysis/bound_origin.h"
#include "viewer/analysis/move_set.h"

namespace plytrace {
namespace {

// The child of `parent` that is an ancestor of `node` or the node itself; nullopt if there is none.
std::optional<NodeRow> child_above(const TraceReader& reader, std::optional<NodeRow> node,
                                   std::int64_t parent) {
  while (node && node->parent != parent) {
    if (!node->parent || *node->parent < parent) return std::nullopt;
    node = parent_of(reader, *node);
  }
  return node;
}

}  // namespace

std::int64_t moves_until(const TraceReader& reader, const NodeRow& node, const CutoffRow& cutoff) {
  MoveSet moves;
  std::size_t seen = 0;
  reader.for_each_child(node, [&](const NodeRow& row) {
    if (row.id > cutoff.at) return false;
    moves.insert(row);
    return ++seen < kMostChildren;
  });
  return moves.size();
}

std::optional<NodeRow> first_child(const TraceReader& reader, const NodeRow& node) {
  auto next = reader.node_after(node.id);
  return next && next->parent == node.id ? next : std::nullopt;
}

std::optional<NodeRow> last_child(const TraceReader& reader, const NodeRow& node) {
  const std::int64_t last = reader.last_of(node);
  if (last == node.id) return std::nullopt;
  return child_above(reader, reader.node_until(last), node.id);
}

std::optional<NodeRow> previous_sibling(const TraceReader& reader, const NodeRow& node) {
  if (!node.parent || node.id - 1 <= *node.parent) return std::nullopt;
  return child_above(reader, reader.node_until(node.id - 1), *node.parent);
}

std::vector<NodeRow> last_searches(const TraceReader& reader, const NodeRow& node,
                                   const CutoffRow& cutoff) {
  std::vector<NodeRow> searches;
  std::size_t seen = 0;
  for (auto child = last_child(reader, node); child && seen < kMostSearches;
       child = previous_sibling(reader, *child), ++seen) {
    if (child->id > cutoff.at || !child->counts()) continue;
    if (!searches.empty() && (!child->move || child->move != searches.front().move)) break;
    searches.insert(searches.begin(), *child);
  }
  return searches;
}

std::optional<NodeRow> next_sibling(const TraceReader& reader, const NodeRow& node) {
  if (!node.parent) return std::nullopt;
  auto next = reader.node_after(reader.last_of(node));
  return next && next->parent == node.parent ? next : std::nullopt;
}

PathRows path_to(const TraceReader& reader, const NodeRow& node, std::size_t most_head,
                 std::size_t most_tail) {
  PathRows path;
  std::deque<NodeRow> head;
  for (std::optional<NodeRow> at = node; at; at = parent_of(reader, *at)) {
    if (path.tail.size() < most_tail) {
      path.tail.push_back(*at);
      continue;
    }
    head.push_back(*at);
    if (head.size() <= most_head) continue;
    head.pop_front();
    ++path.between;
  }
  std::reverse(path.tail.begin(), path.tail.end());
  path.head.assign(head.rbegin(), head.rend());
  return path;
}

BoundedEvents events_of(const TraceReader& reader, const NodeRow& node, std::size_t most,
                        EventTables wanted) {
  constexpr std::size_t kChildren = 1000;
  BoundedEvents found;
  NodeRow part = node;
  const std::vector<NodeRow> children = reader.children(node, kChildren + 1);
  if (children.size() > kChildren) {
    found.more = true;
    part.last = children.back().id - 1;
  }
  found.events = reader.events(part, most, wanted);
  format::for_each_event_table(
      [&]<class Row>() { found.more = found.more || found.events.of<Row>().size() >= most; });
  return found;
}

std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node,
                              const std::vector<CutoffRow>& cutoffs) {
  if (cutoffs.empty()) return std::nullopt;
  const CutoffRow* chosen = &cutoffs.front();
  for (const CutoffRow& row : cutoffs) {
    if (row.kind != format::CutoffKind::kForward) chosen = &row;
  }
  OwnCut own{*chosen, std::nullopt};
  if (chosen->cause != format::Cause::kChild || chosen->kind == format::CutoffKind::kForward) {
    return own;
  }
  if (node.unrecorded > 0) return own;
  if (const std::int64_t moves = moves_until(reader, node, *chosen); moves > 0) own.rank = moves;
  return own;
}

std::vector<CutoffRow> cutoffs_of(const TraceReader& reader, const NodeRow& node,
                                  std::size_t most) {
  return events_of(reader, node, most, event_tables<CutoffRow>()).events.of<CutoffRow>();
}

std::optional<OwnCut> own_cut(const TraceReader& reader, const NodeRow& node) {
  constexpr std::size_t kMost = 50;
  return own_cut(reader, node, cutoffs_of(reader, node, kMost));
}

std::optional<OwnCut> closing_cut(const TraceReader& reader, const NodeRow& node) {
  if (node.kind != format::NodeKind::kInterior) return std::nullopt;
  const std::int64_t last = reader.last_of(node);
  const auto scan = reader.scan(last, last);
  std::vector<CutoffRow> cutoffs;
  while (scan->next()) {
    const CutoffRow* const row = scan->get<CutoffRow>();
    if (row != nullptr && row->node == node.id) cutoffs.push_back(*row);
  }
  return own_cut(reader, node, cutoffs);
}

}  // namespace plytrace
