// SPDX-License-Identifier: MIT
#include "viewer/draw/union_diagram.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/draw/tree_diagram.h"
#include "viewer/plain/numbers.h"
#include "viewer/text/format.h"

namespace plytrace::draw {
namespace {

constexpr double kPairValueSize = 12.5, kPairNoteSize = 7.5;
constexpr std::size_t kMostPairCharacters = 22;  // of a move; the tooltip has it whole
constexpr std::size_t kMostPairGhosts = 4;       // moves named in one box

// The last cutoff that left moves unsearched.
const CutoffRow* pruning_cut(const std::vector<CutoffRow>& cutoffs) {
  const CutoffRow* found = nullptr;
  for (const CutoffRow& cutoff : cutoffs) {
    if (cutoff.skipped != 0) found = &cutoff;
  }
  return found;
}

class DiagramOfUnion {
 public:
  explicit DiagramOfUnion(const tree::UnionExcerpt& excerpt)
      : excerpt_(excerpt), index_(excerpt.nodes.size(), -1), children_(excerpt.nodes.size()) {
    for (std::size_t i = 1; i < excerpt.nodes.size(); ++i) {
      children_[static_cast<std::size_t>(excerpt.nodes[i].parent)].push_back(i);
    }
  }

  Diagram build() {
    // A stack of nodes to add; the marks of a node follow its last child's subtree.
    struct Visit {
      std::size_t node;
      bool marks;
    };
    std::vector<Visit> steps{{0, false}};
    while (!steps.empty()) {
      const Visit step = steps.back();
      steps.pop_back();
      if (step.marks) {
        add_marks(step.node);
        continue;
      }
      add_node(step.node);
      steps.push_back({step.node, true});
      const auto& children = children_[step.node];
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        steps.push_back({*child, false});
      }
    }
    return std::move(diagram_);
  }

 private:
  void add_node(std::size_t i) {
    const tree::UnionNode& from = excerpt_.nodes[i];
    const NodeRow& row = from.a ? *from.a : *from.b;
    DiagramNode node;
    node.id = fmt::format("{}{}", from.a ? "a" : "b", row.id);
    if (from.parent >= 0) node.parent = index_[static_cast<std::size_t>(from.parent)];
    node.shape = shape_of(row);
    node.principal = from.principal;
    node.marked_first = !from.b;
    node.marked_second = !from.a;
    add_values(from, node);
    add_sizes(from, node);
    if (!from.in_both()) add_reason(from, node);
    node.edge_label = from.moves_total > 1
                          ? text::count(from.moves_total, "move")
                          : shortened(text::printable(from.move), kMostPairCharacters);
    if (from.moves_total > 1) node.shape = Shape::kPlain;  // no one position
    node.edge = from.in_both() ? EdgeStyle::kSolid : EdgeStyle::kDashed;
    node.tooltip = tooltip(from);
    index_[i] = static_cast<int>(diagram_.nodes.size());
    diagram_.nodes.push_back(std::move(node));
  }

  static void note(DiagramNode& node, const std::string& text) {
    node.lines.push_back({text, kPairNoteSize, Face::kRegular});
  }

  static void add_values(const tree::UnionNode& from, DiagramNode& node) {
    const auto value = [&](const std::string& text) {
      node.lines.push_back({text, kPairValueSize, Face::kBold});
    };
    if (from.moves_total > 1) {
      note(node, from.a ? "only A" : "only B");
      note(node, shortened(text::list(from.moves, kMostPairGhosts), kMostPairCharacters));
      return;
    }
    if (!from.in_both()) {
      note(node, from.a ? "only A" : "only B");
      value(value_label(from.a ? *from.a : *from.b, true));
      return;
    }
    const std::string a = value_label(*from.a, true);
    const std::string b = value_label(*from.b, true);
    if (a == b) {
      value(a);
    } else {
      value("A " + a);
      value("B " + b);
    }
  }

  static void add_sizes(const tree::UnionNode& from, DiagramNode& node) {
    if (!from.in_both()) {
      note(node, text::count(from.a ? from.size_a : from.size_b, "node"));
    } else if (from.size_a != from.size_b) {
      note(node, "A " + text::grouped(from.size_a));
      note(node, "B " + text::grouped(from.size_b));
    } else if (from.size_a > 1 && !from.expanded) {
      note(node, text::count(from.size_a, "node"));
    }
  }

  // Why the other side did not search it.
  void add_reason(const tree::UnionNode& from, DiagramNode& node) const {
    const tree::UnionNode& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)];
    const CutoffRow* cut = pruning_cut(from.a ? above.cutoffs_b : above.cutoffs_a);
    if (cut == nullptr) return;
    node.cut_mark = true;
    note(node, std::string(from.a ? "B" : "A") + " cut: " + cut_condition(*cut));
  }

  static std::string tooltip(const tree::UnionNode& from) {
    std::string text;
    const auto side = [&](const char* name, const std::optional<NodeRow>& row, std::int64_t size) {
      if (!text.empty()) text += "; ";
      text += name;
      if (!row || from.moves_total > 1) {
        text += row ? ": " + text::count(size, "node") : ": not searched";
        return;
      }
      text += fmt::format(": #{}, {}, {}", row->id, text::claim(*row), text::count(size, "node"));
    };
    side("A", from.a, from.size_a);
    side("B", from.b, from.size_b);
    return text;
  }

  DiagramNode mark_of(std::size_t i, const char* suffix) const {
    DiagramNode node;
    node.parent = index_[i];
    node.id = diagram_.nodes[static_cast<std::size_t>(node.parent)].id + suffix;
    return node;
  }

  void add_marks(std::size_t i) {
    const tree::UnionNode& from = excerpt_.nodes[i];
    if (!from.expanded) return;
    add_hidden(i);
    add_ghosts(i);
  }

  void add_hidden(std::size_t i) {
    const tree::UnionNode& from = excerpt_.nodes[i];
    if (from.hidden_children == 0 && from.hidden_nodes_a == 0 && from.hidden_nodes_b == 0) return;
    DiagramNode node = mark_of(i, "_more");
    node.shape = Shape::kElided;
    node.edge = EdgeStyle::kDashed;
    note(node, "and " + text::grouped(from.hidden_children) + " more");
    note(node, "A " + text::grouped(from.hidden_nodes_a));
    note(node, "B " + text::grouped(from.hidden_nodes_b));
    diagram_.nodes.push_back(std::move(node));
  }

  // Moves that both cut off.
  void add_ghosts(std::size_t i) {
    const tree::UnionNode& from = excerpt_.nodes[i];
    const CutoffRow* a = pruning_cut(from.cutoffs_a);
    const CutoffRow* b = pruning_cut(from.cutoffs_b);
    if (a == nullptr || b == nullptr) return;
    const auto of_a = skipped_texts(*a, kMostListed);
    const auto of_b = skipped_texts(*b, kMostListed);
    if (!of_a || !of_b) return;
    std::vector<std::string> both;
    for (const std::string& move : *of_a) {
      if (std::find(of_b->begin(), of_b->end(), move) != of_b->end()) both.push_back(move);
    }
    if (both.empty()) return;
    DiagramNode node = mark_of(i, "_skip");
    node.shape = Shape::kOver;
    node.pruned = true;
    node.edge = EdgeStyle::kDotted;
    node.cut_mark = true;
    node.condition = cut_condition(*a);
    node.edge_label = shortened(text::list(both, kMostPairGhosts), 2 * kMostPairCharacters);
    note(node, text::grouped(static_cast<std::int64_t>(both.size())) + " skipped by both");
    node.tooltip = "skipped by both: " + text::list(both, kMostListed);
    diagram_.nodes.push_back(std::move(node));
  }

  static constexpr std::size_t kMostListed = 200;

  const tree::UnionExcerpt& excerpt_;
  std::vector<int> index_;  // of the excerpt's nodes in the diagram
  std::vector<std::vector<std::size_t>> children_;
  Diagram diagram_;
};

}  // namespace

Diagram union_diagram(const tree::UnionExcerpt& excerpt) { return DiagramOfUnion(excerpt).build(); }

}  // namespace plytrace::draw
