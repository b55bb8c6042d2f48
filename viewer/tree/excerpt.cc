// SPDX-License-Identifier: MIT
#include "viewer/tree/excerpt.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "viewer/tree/principal_variation.h"

namespace plytrace::tree {
namespace {

// A node that has this many more children than max_children allows is folded; fewer are shown all.
constexpr std::size_t kFoldSlack = 3;
// How many nodes are looked at, for each one that may be shown, in search of cutoffs.
constexpr std::size_t kLooksPerNode = 50;
// At most this many children of one node can be chosen from; the rest is counted.
constexpr std::size_t kMostCandidates = 5000;

// Children and cutoffs of a node: by look-ups in a large trace, from memory in a small one.
class TreeSource {
 public:
  TreeSource(const TraceReader& reader, const NodeRow& root, bool with_updates, std::size_t small)
      : reader_(reader), with_updates_(with_updates) {
    if (reader.last_of(root) - root.id < static_cast<std::int64_t>(small)) read_all(root);
  }

  struct Family {
    std::vector<NodeRow> children;
    std::int64_t count = 0;
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
      ++family.count;
      const bool wanted = child.id == node.best || family.children.size() < kMostCandidates;
      if (wanted) family.children.push_back(child);
      return true;
    });
    return family;
  }

  NodeEvents events(const NodeRow& node) const {
    if (!in_memory_) return reader_.events(node);
    const auto found = events_.find(node.id);
    return found == events_.end() ? NodeEvents() : found->second;
  }

  std::int64_t size(const NodeRow& node) const { return reader_.last_of(node) - node.id + 1; }

 private:
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
  std::unordered_map<std::int64_t, std::vector<NodeRow>> families_;
  std::unordered_map<std::int64_t, NodeEvents> events_;
};

// A node that was looked at. It is shown if `shown`.
struct Look {
  NodeRow row;
  int parent = -1;
  std::int64_t level = 0, size = 1;
  bool shown = false, principal = false, focus = false, loaded = false;
  std::vector<CutoffRow> cutoffs;
  std::vector<BoundUpdateRow> updates;
  std::int64_t child_count = 0;
  std::vector<int> children;  // looks, in the order searched
  std::size_t shown_children = 0;
};

class Chooser {
 public:
  Chooser(const TraceReader& reader, const ExcerptOptions& options, const NodeRow& root)
      : reader_(reader),
        options_(options),
        source_(reader, root, options.with_updates, 4 * options.max_nodes + 4096) {
    Look look;
    look.row = root;
    look.size = source_.size(root);
    look.principal = true;
    looks_.push_back(look);
    for (const NodeRow& node : principal_variation(reader, root, options.reported_pv).nodes) {
      principal_.insert(node.id);
    }
  }

  Status find_focus(std::int64_t focus) {
    std::vector<std::int64_t> path;
    for (std::optional<std::int64_t> id = focus; id; id = reader_.node(*id)->parent) {
      focus_.insert(*id);
      if (*id == looks_[0].row.id) return Status::ok();
      if (!reader_.node(*id)) break;
    }
    return Status::bad_input("node " + std::to_string(focus) + " (" + reader_.path(focus) +
                             ") is not below the picture's root " + reader_.path(looks_[0].row.id) +
                             "; choose another --root");
  }

  void choose() {
    load(0);
    show(0);
    offer_children(0);
    std::size_t looks_left = kLooksPerNode * options_.max_nodes;
    while (!queue_.empty() && shown_ < options_.max_nodes && looks_left-- > 0) {
      const int next = std::get<4>(queue_.top());
      queue_.pop();
      consider(next);
    }
    show_lone_leaves();
  }

  Excerpt result() const {
    Excerpt excerpt;
    excerpt.total = looks_[0].size;
    // Pre-order with a stack of looks; children are pushed last to first.
    std::vector<std::pair<int, int>> stack = {{0, -1}};
    while (!stack.empty()) {
      const auto [look, parent] = stack.back();
      stack.pop_back();
      const int index = static_cast<int>(excerpt.nodes.size());
      if (parent >= 0) excerpt.nodes[at(parent)].children.push_back(index);
      excerpt.nodes.push_back(node_of(looks_[at(look)], parent));
      const auto& children = looks_[at(look)].children;
      for (std::size_t i = children.size(); i-- > 0;) {
        if (looks_[at(children[i])].shown) stack.emplace_back(children[i], index);
      }
    }
    return excerpt;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  ExcerptNode node_of(const Look& look, int parent) const {
    ExcerptNode node;
    node.row = look.row;
    node.parent = parent;
    node.principal = look.principal;
    node.cutoffs = look.cutoffs;
    node.updates = look.updates;
    if (look.row.move) node.move = reader_.move_text(look.row.move);
    node.hidden_children = look.child_count - static_cast<std::int64_t>(look.shown_children);
    node.hidden_nodes = look.size - 1;
    for (const int child : look.children) {
      if (looks_[at(child)].shown) node.hidden_nodes -= looks_[at(child)].size;
    }
    return node;
  }

  void load(int index) {
    if (looks_[at(index)].loaded) return;
    looks_[at(index)].loaded = true;
    NodeEvents events = source_.events(looks_[at(index)].row);
    looks_[at(index)].cutoffs = std::move(events.of<CutoffRow>());
    if (options_.with_updates) looks_[at(index)].updates = std::move(events.of<BoundUpdateRow>());
    const TreeSource::Family family = source_.children(looks_[at(index)].row);
    looks_[at(index)].child_count = family.count;
    for (const NodeRow& row : family.children) {
      Look look;
      look.row = row;
      look.parent = index;
      look.level = looks_[at(index)].level + 1;
      look.size = source_.size(row);
      look.principal = principal_.count(row.id) > 0;
      look.focus = focus_.count(row.id) > 0;
      looks_[at(index)].children.push_back(static_cast<int>(looks_.size()));
      looks_.push_back(std::move(look));
    }
  }

  // 2: principal variation and focus path; 1: the root's moves, cut nodes, and what cut its parent
  // or decided its value; 0: the rest.
  int rank(const Look& look) const {
    if (look.principal || look.focus) return 2;
    if (look.level == 1) return 1;
    const Look& parent = looks_[at(look.parent)];
    return parent.row.best == look.row.id || was_cut(look.row) ? 1 : 0;
  }

  // By the node's own row: its events are read only when it is taken.
  static bool was_cut(const NodeRow& row) {
    if (row.kind != format::NodeKind::kInterior || !row.side || !row.value) return false;
    return *row.side == format::Side::kMax ? row.beta && *row.value >= *row.beta
                                           : row.alpha && *row.value <= *row.alpha;
  }

  bool eligible(const Look& look) const {
    if (look.level > options_.max_levels) return false;
    switch (options_.only) {
      case ExcerptOptions::Only::kAll:
      case ExcerptOptions::Only::kCutoffs:
        return true;
      case ExcerptOptions::Only::kPrincipal:
        return look.principal;
      case ExcerptOptions::Only::kPath:
        return look.focus || looks_[at(look.parent)].row.id == options_.focus;
    }
    return true;
  }

  void offer_children(int index) {
    for (const int child : looks_[at(index)].children) {
      const Look& look = looks_[at(child)];
      if (!eligible(look)) continue;
      // Close to the root first among those that matter; otherwise the largest first.
      const int importance = rank(look);
      queue_.emplace(importance, importance == 1 ? -look.level : 0, look.size, -look.row.id, child);
    }
  }

  void consider(int index) {
    load(index);
    const bool wanted =
        options_.only != ExcerptOptions::Only::kCutoffs || !looks_[at(index)].cutoffs.empty();
    if (wanted && !show_with_ancestors(index)) return;
    offer_children(index);
  }

  bool show_with_ancestors(int index) {
    std::vector<int> missing;
    for (int i = index; !looks_[at(i)].shown; i = looks_[at(i)].parent) missing.push_back(i);
    if (shown_ + missing.size() > options_.max_nodes) return false;
    for (std::size_t i = missing.size(); i-- > 0;) {
      if (!fits(looks_[at(missing[i])])) return false;
      show(missing[i]);
    }
    return true;
  }

  bool fits(const Look& look) {
    const bool must = look.principal || look.focus;
    const Look& parent = looks_[at(look.parent)];
    if (folded(parent) && parent.shown_children >= options_.max_children && !must) return false;
    if (must) return true;
    const std::size_t at_level = across(look.level) + 1 + marks(parent, parent.shown_children + 1) -
                                 marks(parent, parent.shown_children);
    return at_level <= options_.max_across &&
           across(look.level + 1) + marks(look, 0) <= options_.max_across;
  }

  bool folded(const Look& parent) const {
    return static_cast<std::size_t>(parent.child_count) > options_.max_children + kFoldSlack;
  }

  // Places that the marks below a node take with so many of its children shown: one for those that
  // are left out, and the ghosts.
  std::size_t marks(const Look& look, std::size_t shown_children) const {
    std::size_t places = look.child_count > static_cast<std::int64_t>(shown_children) ? 1 : 0;
    for (const CutoffRow& cutoff : look.cutoffs) {
      if (options_.ghost_places) places += options_.ghost_places(cutoff);
    }
    return places;
  }

  // Places taken on a level, counted from the excerpt's root.
  std::size_t& across(std::int64_t level) {
    if (across_.size() <= static_cast<std::size_t>(level)) {
      across_.resize(static_cast<std::size_t>(level) + 1, 0);
    }
    return across_[static_cast<std::size_t>(level)];
  }

  void show(int index) {
    Look& look = looks_[at(index)];
    look.shown = true;
    ++shown_;
    ++across(look.level);
    across(look.level + 1) += marks(look, 0);
    if (look.parent < 0) return;
    Look& parent = looks_[at(look.parent)];
    across(look.level) -= marks(parent, parent.shown_children);
    ++parent.shown_children;
    across(look.level) += marks(parent, parent.shown_children);
  }

  // A single leaf takes no more room than the mark that would stand for it.
  void show_lone_leaves() {
    if (options_.only != ExcerptOptions::Only::kAll) return;
    for (std::size_t i = 0; i < looks_.size() && shown_ < options_.max_nodes; ++i) {
      const Look& parent = looks_[i];
      if (!parent.shown || parent.level >= options_.max_levels) continue;
      if (parent.child_count != static_cast<std::int64_t>(parent.shown_children) + 1) continue;
      for (const int child : std::vector<int>(parent.children)) {
        if (looks_[at(child)].shown || looks_[at(child)].size != 1) continue;
        load(child);
        show(child);
      }
    }
  }

  const TraceReader& reader_;
  const ExcerptOptions& options_;
  TreeSource source_;
  std::vector<Look> looks_;
  std::unordered_set<std::int64_t> focus_, principal_;
  // (rank, -level, size, -id, look): the best one on top.
  std::priority_queue<std::tuple<int, std::int64_t, std::int64_t, std::int64_t, int>> queue_;
  std::size_t shown_ = 0;
  std::vector<std::size_t> across_;  // by level
};

}  // namespace

Result<Excerpt> take_excerpt(const TraceReader& reader, const NodeRow& root,
                             const ExcerptOptions& options) {
  const TraceReader::Snapshot snapshot(reader);
  Chooser chooser(reader, options, root);
  if (options.focus) {
    if (const Status status = chooser.find_focus(*options.focus); !status) return status;
  }
  chooser.choose();
  if (!reader.status()) return reader.status();
  return chooser.result();
}

}  // namespace plytrace::tree
