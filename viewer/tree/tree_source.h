// SPDX-License-Identifier: MIT
//
// Children and cutoffs of the nodes below a root. A large trace is read by look-ups; a small
// subtree is first loaded into memory. Thread rule: one thread per object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::tree {

// At most this many children of a node are candidates for an excerpt; the others are only counted.
constexpr std::size_t kMostCandidates = 5000;
class TreeSource {
 public:
  TreeSource(const TraceReader& reader, const NodeRow& root, bool with_updates, std::size_t small)
      : reader_(reader), with_updates_(with_updates) {
    // One scan of a small tree is cheaper than look-ups.
    if (reader.last_of(root) - root.id < static_cast<std::int64_t>(small)) read_all(root);
  }

  struct Family {
    std::vector<NodeRow> children;
    std::int64_t count = 0;
    // Number of children before the last one that are only counted.
    std::int64_t unread_before_last = 0;
  };
  Family children(const NodeRow& node) const {
    Family family;
    if (in_memory_) {
      const auto found = families_.find(node.id);
      if (found != families_.end()) family.children = found->second;
      family.count = static_cast<std::int64_t>(family.children.size());
      return family;
    }
    reader_.for_each_child(node, [&](const NodeRow& child) {
      const auto unread = family.count++ - static_cast<std::int64_t>(family.children.size());
      if (family.children.size() < kMostCandidates) {
        family.children.push_back(child);
      } else if (child.id == node.best) {
        // Kept beyond the limit, because the principal variation goes through it.
        family.children.push_back(child);
        family.unread_before_last = unread;
      }
      return true;
    });
    return family;
  }

  // Events of a node whose children are `family`.
  NodeEvents events(const NodeRow& node, const Family& family) const {
    if (in_memory_) {
      const auto found = events_.find(node.id);
      return found == events_.end() ? NodeEvents() : found->second;
    }
    // Reading the events in each gap between children costs look-ups. The only cutoffs there are
    // forward ones, which drop single moves. There was none if the searched moves and those skipped
    // by the last cutoff add up to all legal moves.
    if (!with_updates_) {
      NodeEvents last = reader_.events_behind(node, end_of(node, family), tables_);
      if (accounts_for_all(node, family, last.of<CutoffRow>())) return last;
    }
    return reader_.events(node, SIZE_MAX, tables_);
  }

  std::int64_t size(const NodeRow& node) const { return reader_.last_of(node) - node.id + 1; }

 private:
  // Id of the last node below the node's last child.
  std::int64_t end_of(const NodeRow& node, const Family& family) const {
    return family.children.empty() ? node.id : reader_.last_of(family.children.back());
  }

  static bool accounts_for_all(const NodeRow& node, const Family& family,
                               const std::vector<CutoffRow>& last) {
    if (family.count != static_cast<std::int64_t>(family.children.size())) return false;
    if (family.children.empty()) return true;
    if (!node.legal) return false;
    std::set<std::int64_t> moves;
    for (const NodeRow& child : family.children) {
      if (child.move && child.counts()) moves.insert(*child.move);
    }
    auto found = static_cast<std::int64_t>(moves.size());
    for (const CutoffRow& cutoff : last) {
      // Stop adding once the sum suffices: a damaged trace could make it overflow.
      if (found < *node.legal) found += std::max<std::int64_t>(0, cutoff.skipped.value_or(0));
    }
    return found >= *node.legal;
  }

  void read_all(const NodeRow& root) {
    in_memory_ = true;
    const auto scan = reader_.scan(root.id, reader_.last_of(root));
    while (scan->next()) {
      if (const NodeRow* node = scan->get<NodeRow>()) {
        if (node->id != root.id && node->parent) families_[*node->parent].push_back(*node);
      } else if (const CutoffRow* cutoff = scan->get<CutoffRow>()) {
        events_[cutoff->node].of<CutoffRow>().push_back(*cutoff);
      } else if (const BoundUpdateRow* update = scan->get<BoundUpdateRow>()) {
        if (with_updates_) events_[update->node].of<BoundUpdateRow>().push_back(*update);
      }
    }
  }

  const TraceReader& reader_;
  bool with_updates_, in_memory_ = false;
  EventTables tables_ =
      with_updates_ ? event_tables<CutoffRow, BoundUpdateRow>() : event_tables<CutoffRow>();
  std::unordered_map<std::int64_t, std::vector<NodeRow>> families_;
  std::unordered_map<std::int64_t, NodeEvents> events_;
};

}  // namespace plytrace::tree
