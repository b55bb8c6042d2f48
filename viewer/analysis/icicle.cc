// SPDX-License-Identifier: MIT
#include "viewer/analysis/icicle.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "viewer/analysis/move_set.h"
#include "viewer/meaning/depth_gain.h"

namespace plytrace {
namespace {

// In a damaged trace each pass may span the whole range of ids, so sums must not overflow.
std::int64_t bounded_sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  return std::min(kMost, std::min(a, kMost) + std::min(b, kMost));
}

// Follows the children of one box from left to right.
struct Walk {
  std::size_t box = 0;     // the parent's index
  std::int64_t seen = 0;   // look for the next child after this id
  bool from_start = true;  // false if children before the slice were skipped
  bool is_first = true;    // no counting child was found so far
  MoveSet moves = {};
  std::optional<IcicleRun> run = {};  // the current run, which may still grow
};

class Builder {
 public:
  Builder(const TraceReader& reader, const IcicleLimits& limits)
      : reader_(reader), limits_(limits), wider_first_(Narrower{&icicle_.boxes}) {}

  Icicle take(const std::vector<IcicleSpan>& spans) {
    icicle_.spans = spans;
    paths_.resize(spans.size());
    for (const IcicleSpan& span : spans) icicle_.nodes = bounded_sum(icicle_.nodes, span.nodes());
    take_roots();
    while (!wider_first_.empty()) {
      const std::size_t box = wider_first_.top();
      wider_first_.pop();
      take_children(box);
    }
    finish();
    return std::move(icicle_);
  }

 private:
  // Orders boxes by the time of expansion: narrower ones later, then those further right.
  struct Narrower {
    const std::vector<IcicleBox>* boxes;
    bool operator()(std::size_t a, std::size_t b) const {
      const IcicleBox& left = (*boxes)[a];
      const IcicleBox& right = (*boxes)[b];
      return std::tuple(-left.nodes(), left.x, left.row) >
             std::tuple(-right.nodes(), right.x, right.row);
    }
  };

  bool can_be_seen(std::int64_t nodes) const {
    return static_cast<double>(nodes) * limits_.pixels >= static_cast<double>(icicle_.nodes);
  }
  // A box of less than two pixels could show at most one child and rarely does; looking for it
  // would cost a quarter of all look-ups.
  bool is_looked_into(const IcicleBox& box) const { return can_be_seen(box.nodes() / 2); }
  // Whether a subtree is wide enough for a box and the limit of boxes is not reached.
  bool deserves_box(std::int64_t nodes) {
    if (!can_be_seen(nodes)) return false;
    if (icicle_.boxes.size() < limits_.boxes) return true;
    icicle_.ran_out = true;
    return false;
  }
  bool may_look_up() {
    if (icicle_.look_ups < limits_.look_ups) {
      ++icicle_.look_ups;
      return true;
    }
    icicle_.ran_out = true;
    return false;
  }
  std::optional<NodeRow> look_up(std::int64_t id) {
    return may_look_up() ? reader_.node(id) : std::nullopt;
  }

  void take_roots() {
    std::int64_t x = 0;
    std::optional<IcicleRun> run;
    for (std::size_t i = 0; i < icicle_.spans.size(); ++i) {
      const IcicleSpan& span = icicle_.spans[i];
      const auto root = deserves_box(span.nodes()) ? look_up(span.root) : std::nullopt;
      if (root) {
        close(run);
        add_root(i, *root, x);
      } else {
        if (run && run->last + 1 != span.first) close(run);
        extend(run, {span.first, span.last, x, 0, i, 0, 1, span.nodes(), span.nodes()});
      }
      x = bounded_sum(x, span.nodes());
    }
    close(run);
  }

  void add_root(std::size_t index, const NodeRow& root, std::int64_t x) {
    const IcicleSpan& span = icicle_.spans[index];
    IcicleBox box;
    box.node = root;
    box.end = std::max(span.last, root.last.value_or(span.last));
    box.first = span.first;
    box.last = span.last;
    box.x = x;
    box.span = index;
    box.expected = expected_of(root);
    if (span.first > root.id) paths_[index] = path_to_first(span);
    add(std::move(box));
  }

  void add(IcicleBox box) {
    icicle_.rows = std::max(icicle_.rows, box.row + 1);
    icicle_.boxes.push_back(std::move(box));
    wider_first_.push(icicle_.boxes.size() - 1);
  }

  // The first row of a slice and its ancestors below the span's root, from the top down.
  std::vector<std::int64_t> path_to_first(const IcicleSpan& span) {
    std::vector<std::int64_t> path;
    auto node = may_look_up() ? reader_.node_after(span.first - 1) : std::nullopt;
    while (node && node->id > span.root) {
      path.push_back(node->id);
      if (!node->parent || *node->parent >= node->id) break;
      node = look_up(*node->parent);
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  // The expected class of a node, derived from its ancestors up to the root of its pass.
  std::optional<NodeClass> expected_of(const NodeRow& node) {
    std::vector<NodeRow> up{node};
    while (up.back().parent && *up.back().parent < up.back().id) {
      auto parent = look_up(*up.back().parent);
      if (!parent) return std::nullopt;
      up.push_back(std::move(*parent));
    }
    NodeClass expected = NodeClass::kPv;
    for (std::size_t i = up.size() - 1; i-- > 0;) {
      const auto is_first = is_first_move(up[i + 1], up[i]);
      if (!is_first) return std::nullopt;
      expected = expected_class(up[i + 1], expected, up[i], *is_first);
    }
    return expected;
  }

  // Whether no counting child was searched before this one.
  std::optional<bool> is_first_move(const NodeRow& parent, const NodeRow& child) {
    std::int64_t seen = parent.id;
    while (seen + 1 < child.id) {
      if (!may_look_up()) return std::nullopt;
      const auto next = reader_.node_after(seen);
      if (!next || next->id >= child.id) break;
      if (next->parent == parent.id && next->counts()) return false;
      seen = std::max(next->id, next->last.value_or(next->id));
    }
    return true;
  }

  // The child of box `parent` in which the slice begins, if earlier children are not displayed.
  std::optional<std::int64_t> first_shown(const IcicleBox& parent) const {
    const std::vector<std::int64_t>& path = paths_[parent.span];
    const auto row = static_cast<std::size_t>(parent.row);
    if (parent.first == parent.node.id || row >= path.size()) return std::nullopt;
    // A box beside the path starts inside the slice; the test above has returned for it.
    return path[row];
  }

  // Skips the children before the slice without reading them.
  void begin_at_slice(Walk& walk, const IcicleBox& parent) {
    const auto start = first_shown(parent);
    const auto child = start ? look_up(*start) : std::nullopt;
    if (!child || child->parent != parent.node.id) return;
    const auto is_first = is_first_move(parent.node, *child);
    walk.is_first = is_first.value_or(false);
    walk.from_start = *start == parent.node.id + 1;
    walk.seen = *start - 1;
  }

  void take_children(std::size_t index) {
    const IcicleBox parent = icicle_.boxes[index];
    if (parent.row + 1 >= limits_.rows) {
      icicle_.has_deeper = icicle_.has_deeper || parent.last > parent.node.id;
      return;
    }
    Walk walk{index, parent.node.id};
    begin_at_slice(walk, parent);
    const bool is_ranked = limits_.ranks && is_cut(parent.node);
    if (!is_ranked && !is_looked_into(parent)) return take_rest(walk, parent);
    while (walk.seen < parent.last) {
      if (!is_ranked && !can_be_seen(parent.last - walk.seen)) return take_rest(walk, parent);
      if (!may_look_up()) return give_up(walk, parent);
      const auto child = reader_.node_after(walk.seen);
      if (!child || child->id > parent.last) break;
      const std::int64_t end = std::min(child->last.value_or(parent.end), parent.end);
      if (child->parent == parent.node.id) take_child(walk, parent, *child, end);
      walk.seen = std::max(child->id, end);
    }
    close(walk.run);
    if (walk.from_start && parent.last == parent.end) note_rank(icicle_.boxes[index], walk);
  }

  void take_child(Walk& walk, const IcicleBox& parent, const NodeRow& child, std::int64_t end) {
    const bool is_first = walk.is_first;
    walk.moves.insert(child);
    if (child.counts()) walk.is_first = false;
    const std::int64_t first = std::max(child.id, parent.first);
    const std::int64_t last = std::min(std::max(child.id, end), parent.last);
    if (last < first) return;
    IcicleBox box;
    box.first = first;
    box.last = last;
    box.x = parent.x + (first - parent.first);
    box.row = parent.row + 1;
    box.span = parent.span;
    if (!deserves_box(box.nodes())) {
      return extend(walk.run, {first, last, box.x, box.row, box.span, child.ply, 1, box.nodes(),
                               box.nodes()});
    }
    close(walk.run);
    box.node = child;
    box.end = std::max(child.id, end);
    box.depth_gain = depth_gain(parent.node, child);
    if (parent.expected) {
      box.expected = expected_class(parent.node, *parent.expected, child, is_first);
    }
    add(std::move(box));
  }

  static bool is_cut(const NodeRow& node) {
    return node.kind == format::NodeKind::kInterior && class_of(node) == NodeClass::kCut;
  }
  static void note_rank(IcicleBox& box, const Walk& walk) {
    if (is_cut(box.node)) box.cut_rank = walk.moves.rank_in(box.node);
  }

  void give_up(Walk& walk, const IcicleBox& parent) {
    close(walk.run);
    icicle_.ran_out = true;
    take_rest(walk, parent);
  }

  // Adds the part of a box that was not read to its last run, or makes it a run.
  void take_rest(Walk& walk, const IcicleBox& parent) {
    const std::int64_t first = std::max(walk.seen + 1, parent.first);
    const std::int64_t nodes = parent.last - first + 1;
    if (nodes > 0) {
      extend(walk.run, {first, parent.last, parent.x + (first - parent.first), parent.row + 1,
                        parent.span, parent.node.ply + 1, std::nullopt, nodes, nodes});
    }
    close(walk.run);
  }

  // Joins `next`, which lies directly behind the run, to it, or begins a run.
  static void extend(std::optional<IcicleRun>& run, const IcicleRun& next) {
    if (!run) {
      run = next;
      return;
    }
    run->last = next.last;
    if (run->subtrees) run->subtrees = next.subtrees ? *run->subtrees + 1 : next.subtrees;
    run->nodes = bounded_sum(run->nodes, next.nodes);
    run->width = next.x + next.width - run->x;
  }
  void close(std::optional<IcicleRun>& run) {
    if (!run) return;
    icicle_.rows = std::max(icicle_.rows, run->row + 1);
    icicle_.runs.push_back(*run);
    run.reset();
  }

  void finish() {
    const auto by_place = [](const auto& a, const auto& b) {
      return std::tuple(a.x, a.row) < std::tuple(b.x, b.row);
    };
    std::sort(icicle_.boxes.begin(), icicle_.boxes.end(), by_place);
    std::sort(icicle_.runs.begin(), icicle_.runs.end(), by_place);
  }

  const TraceReader& reader_;
  const IcicleLimits& limits_;
  Icicle icicle_;
  std::vector<std::vector<std::int64_t>> paths_;  // path_to_first() of each span
  std::priority_queue<std::size_t, std::vector<std::size_t>, Narrower> wider_first_;
};

}  // namespace

IcicleSpan span_of(const TraceReader& reader, const NodeRow& node) {
  const std::int64_t last = node.last ? *node.last : reader.end_of_stream(node.id);
  return {node.id, node.id, std::max(node.id, last)};
}

std::vector<IcicleSpan> spans_of(const TraceReader& reader, const std::vector<PassRow>& passes) {
  std::vector<IcicleSpan> spans;
  for (const PassRow& pass : passes) {
    if (!pass.root) continue;
    const std::int64_t last = pass.last ? *pass.last : reader.end_of_stream(*pass.root);
    spans.push_back({*pass.root, *pass.root, std::max(*pass.root, last)});
  }
  return spans;
}

std::optional<IcicleSpan> slice_of(const IcicleSpan& span, std::int64_t first, std::int64_t last) {
  const IcicleSpan slice{span.root, std::max(span.first, first), std::min(span.last, last)};
  if (slice.first > slice.last) return std::nullopt;
  return slice;
}

Icicle take_icicle(const TraceReader& reader, const std::vector<IcicleSpan>& spans,
                   const IcicleLimits& limits) {
  const TraceReader::Snapshot snapshot(reader);
  return Builder(reader, limits).take(spans);
}

}  // namespace plytrace
