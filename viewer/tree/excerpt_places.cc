// SPDX-License-Identifier: MIT
#include "viewer/tree/excerpt_places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace plytrace::tree {
namespace {

// A place that has no index yet, and the look or gap it was made from.
struct Waiting {
  ExcerptNode node;
  int look = -1;
  const PrunedPlace* pruned = nullptr;
};

class Places {
 public:
  Places(const std::vector<Look>& looks, const TraceReader& reader, const ExcerptOptions& options)
      : looks_(looks), reader_(reader), options_(options) {}

  Excerpt result() {
    Excerpt excerpt;
    excerpt.total = looks_[0].size;
    // Builds pre-order with a stack, pushing the places below a node last to first.
    std::vector<Waiting> stack = {{node_of(looks_[0]), 0}};
    while (!stack.empty()) {
      Waiting next = std::move(stack.back());
      stack.pop_back();
      const int index = static_cast<int>(excerpt.nodes.size());
      if (next.node.parent >= 0) excerpt.nodes[at(next.node.parent)].children.push_back(index);
      if (next.node.is_searched()) ++excerpt.shown;
      excerpt.nodes.push_back(std::move(next.node));
      std::vector<Waiting> below;
      if (next.look >= 0) below = places_below(next.look);
      if (next.pruned != nullptr) add_places(next.pruned->below, below);
      for (std::size_t i = below.size(); i-- > 0;) {
        below[i].node.parent = index;
        stack.push_back(std::move(below[i]));
      }
    }
    return excerpt;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  ExcerptNode node_of(const Look& look) const {
    ExcerptNode node;
    static_cast<PlaceFacts&>(node) = look;
    node.other_nodes = static_cast<double>(look.other_size);
    if (options_.with_updates) node.results = results_of(look);
    node.size.nodes = static_cast<double>(look.size);
    if (look.row.move) node.moves = {name_of(look)};
    return node;
  }

  // In search order: shown nodes, the gaps between them, what only the second search visited, and
  // skipped moves. If the second search visited a move several times, the earlier visits come
  // before the next node that both have.
  std::vector<Waiting> places_below(int index) const {
    const Look& look = looks_[at(index)];
    std::vector<Waiting> places;
    add_places_of_row(look, places);
    if (look.by_both()) add_places_of_second(look, places);
    add_places(look.skipped, places);
    return places;
  }

  // The search that look.row comes from visited the children in the order of their ids.
  void add_places_of_row(const Look& look, std::vector<Waiting>& places) const {
    ExcerptNode gap = empty_gap();
    // The first id below the node that no place covers yet.
    std::int64_t next_id = look.row.id + 1;
    const auto close_gap = [&](std::int64_t end) {
      gap.size.nodes = static_cast<double>(end - next_id);
      gap.row.id = next_id;
      gap.row.last = end - 1;
      if (!gap.by_first && !gap.by_second) gap.by_first = look.by_first;
      if (gap.size.nodes > 0) places.push_back({std::move(gap)});
      gap = empty_gap();
    };
    std::int64_t rest = look.other_size - 1;  // nodes of the second search not yet covered
    for (const int child : look.children) {
      const Look& below = looks_[at(child)];
      if (below.by_first != look.by_first) continue;
      rest -= below.other_size;
      if (child == look.children.back()) gap.move_count += look.unread_before_last;
      if (!below.shown) {
        if (!alike(below, gap)) close_gap(below.row.id), next_id = below.row.id;
        leave_out(below, gap);
        continue;
      }
      close_gap(below.row.id);
      places.push_back({node_of(below), child});
      next_id = below.row.id + below.size;
    }
    const std::int64_t uncounted = unread(look) - look.unread_before_last;
    gap.move_count += uncounted;
    if (uncounted > 0 && look.by_both()) gap.other_nodes += static_cast<double>(rest);
    // If no move is shown, none needs to be named.
    if (look.shown_children == 0 && look.gaps == 1) gap.moves.clear();
    close_gap(look.row.id + look.size);
  }

  void add_places_of_second(const Look& look, std::vector<Waiting>& places) const {
    ExcerptNode gap = empty_gap();
    std::int64_t next = kNone;  // the node after the gap
    const auto put = [&](Waiting place) {
      places.insert(std::find_if(places.begin(), places.end(),
                                 [&](const Waiting& of) { return id_of_other(of) == next; }),
                    std::move(place));
    };
    const auto close_gap = [&] {
      if (gap.size.nodes > 0) put({std::move(gap)});
      gap = empty_gap();
    };
    for (const int child : look.children) {
      const Look& below = looks_[at(child)];
      if (below.by_first) continue;
      const std::int64_t behind = below.again ? next_of_both(below.row.id, places) : kNone;
      if (below.shown || behind != next || !alike(below, gap)) close_gap();
      next = behind;
      if (below.shown) {
        put({node_of(below), child});
        continue;
      }
      leave_out(below, gap);
      gap.size.nodes += static_cast<double>(below.size);
    }
    close_gap();
  }

  // The id of a place in the second search.
  static constexpr std::int64_t kNone = INT64_MAX;
  static std::int64_t id_of_other(const Waiting& place) {
    return place.node.other ? place.node.other->id : kNone - 1;
  }
  // The id of the first common place that the second search reached after a node of its own.
  static std::int64_t next_of_both(std::int64_t id, const std::vector<Waiting>& places) {
    for (const Waiting& place : places) {
      if (place.node.other && place.node.other->id > id) return place.node.other->id;
    }
    return kNone;
  }

  void leave_out(const Look& below, ExcerptNode& gap) const {
    gap.again = below.again;
    gap.maybe_by_both = below.maybe_by_both;
    gap.null_window = below.null_window && (gap.null_window || gap.move_count == 0);
    gap.skipped_by = below.skipped_by;
    gap.skipped_by_other = below.skipped_by_other;
    gap.by_first |= below.by_first;
    gap.by_second |= below.by_second;
    gap.other_nodes += static_cast<double>(below.other_size);
    ++gap.move_count;
    if (gap.moves.size() < ExcerptNode::kMostNames) gap.moves.push_back(name_of(below));
  }

  std::vector<ChildResult> results_of(const Look& look) const {
    std::vector<ChildResult> results;
    for (const int child : look.children) {
      const NodeRow& row = looks_[at(child)].row;
      const auto value = row.credited ? row.credited : row.value;
      if (row.counts() && row.last && value) results.push_back({*row.last, row.move, *value});
    }
    return results;
  }

  static void add_places(const std::vector<PrunedPlace>& pruned, std::vector<Waiting>& places) {
    for (const PrunedPlace& place : pruned) places.push_back({place.node, -1, &place});
  }

  static ExcerptNode empty_gap() {
    ExcerptNode gap;
    gap.fate = Fate::kLeftOut;
    gap.by_first = false;
    gap.move_count = 0;
    gap.size.nodes = 0;
    return gap;
  }

  std::string name_of(const Look& look) const { return move_name(look, reader_, options_); }

  const std::vector<Look>& looks_;
  const TraceReader& reader_;
  const ExcerptOptions& options_;
};

}  // namespace

Excerpt excerpt_of(const std::vector<Look>& looks, const TraceReader& reader,
                   const ExcerptOptions& options) {
  return Places(looks, reader, options).result();
}

}  // namespace plytrace::tree
