// SPDX-License-Identifier: MIT
#include "viewer/draw/tree_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "viewer/plain/numbers.h"
#include "viewer/text/format.h"

namespace plytrace::draw {
namespace {

// Whole points: Graphviz cuts fractions off in labels of several sizes.
constexpr double kValueSize = 12, kWindowSize = 8, kNoteSize = 7, kElidedSize = 8, kGhostSize = 8.5,
                 kBoardSize = 7;
// Pictures of more nodes than this carry no tooltips, and one ghost for all that a cutoff skipped:
// both would double their size.
constexpr std::size_t kManyNodes = 3000;
// Nor do those of more than this count what the ghosts stand for, which takes longer than drawing.
constexpr std::size_t kMostSized = 10'000;
constexpr std::size_t kMostCharacters = 22;  // of a move; the tooltip has it whole
constexpr std::int64_t kSideBySide = 2;
constexpr double kShortCondition = 44;  // points
constexpr std::size_t kMostGhosts = 8;  // boxes in a stack, "and 12 more" included

// Whether few ghosts with a short condition stand side by side; others are stacked.
bool beside_each_other(const CutoffRow& cutoff, bool ghosts_apart) {
  return ghosts_apart && cutoff.skipped && *cutoff.skipped > 0 && *cutoff.skipped <= kSideBySide &&
         text_width(cut_condition(cutoff), kConditionSize) <= kShortCondition;
}

TextLine value_line(const NodeRow& row, bool with_bound) {
  return {value_label(row, with_bound), kValueSize, Face::kBold};
}

void add_window(const NodeRow& row, DiagramNode& node) {
  if (!row.alpha || !row.beta) return;
  node.lines.push_back({window_label(*row.alpha, *row.beta), kWindowSize, Face::kRegular});
}

// Without texts: its name, its shape, and how it hangs on its parent.
DiagramNode bare_node(const NodeRow& row) {
  DiagramNode node;
  node.id = fmt::format("n{}", row.id);
  node.shape = shape_of(row);
  node.dashed_line = !row.value;
  if (stands_aside(row)) node.edge = EdgeStyle::kDashed;
  return node;
}

class DiagramOfTree {
 public:
  DiagramOfTree(const tree::Excerpt& excerpt, const DiagramOptions& options)
      : excerpt_(excerpt),
        options_(options),
        index_(excerpt.nodes.size(), -1),
        is_large_(excerpt.nodes.size() > kManyNodes) {}

  Diagram build() {
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      // Marks and ghosts stand after all children: when the walk has come to the next sibling of
      // the node or of one above it.
      while (!open_.empty() && static_cast<int>(open_.back()) != excerpt_.nodes[i].parent) close();
      add_node(i);
      open_.push_back(i);
    }
    while (!open_.empty()) close();
    return std::move(diagram_);
  }

 private:
  void close() {
    const std::size_t i = open_.back();
    open_.pop_back();
    add_elided(i);
    int number = 0;
    for (const CutoffRow& cutoff : excerpt_.nodes[i].cutoffs) add_ghosts(i, cutoff, number);
  }

  void add_node(std::size_t i) {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    DiagramNode node = bare_node(from.row);
    if (from.parent >= 0) node.parent = index_[static_cast<std::size_t>(from.parent)];
    node.principal = from.principal;
    add_lines(from, node);
    if (from.parent >= 0) {
      node.edge_label = edge_text(from, options_.labels.move, kMostCharacters);
    }
    if (!is_large_) {
      paths_.push_back(path_of(from));
      node.tooltip = tooltip(from, paths_.back());
    }
    index_[i] = static_cast<int>(diagram_.nodes.size());
    diagram_.nodes.push_back(std::move(node));
  }

  void add_lines(const tree::ExcerptNode& from, DiagramNode& node) const {
    const NodeRow& row = from.row;
    const Labels& labels = options_.labels;
    if (labels.id) node.lines.push_back({fmt::format("#{}", row.id), kNoteSize, Face::kRegular});
    if (labels.board && options_.board) add_board(row, node);
    if (labels.value) node.lines.push_back(value_line(row, labels.bound));
    if (labels.window) add_window(row, node);
    if (row.kind != format::NodeKind::kInterior && row.kind != format::NodeKind::kHorizon &&
        row.kind != format::NodeKind::kTerminal) {
      node.lines.push_back({std::string(word(row.kind)), kNoteSize, Face::kRegular});
    }
    if (row.unrecorded > 0) {
      node.lines.push_back(
          {text::grouped(row.unrecorded) + " unrecorded", kNoteSize, Face::kRegular});
    }
    for (const CutoffRow& cutoff : from.cutoffs) {
      const bool no_ghosts = options_.name_every_cut && cutoff.skipped && *cutoff.skipped == 0;
      if (options_.pruned != Pruned::kHide && !no_ghosts) continue;
      node.lines.push_back({"cut: " + cut_condition(cutoff), kNoteSize, Face::kRegular});
    }
  }

  // Drawn where the game draws it, else as text.
  void add_board(const NodeRow& row, DiagramNode& node) const {
    Board board = options_.board(row);
    node.board = std::move(board.picture);
    if (!node.board.marks.empty()) return;
    for (std::size_t at = 0; at < board.text.size();) {
      const std::size_t end = std::min(board.text.find('\n', at), board.text.size());
      const std::string line = text::printable(board.text.substr(at, end - at));
      node.lines.push_back({line, kBoardSize, Face::kMono});
      at = end + 1;
    }
  }

  std::string path_of(const tree::ExcerptNode& from) const {
    if (from.parent < 0) return "";
    const std::string component = from.row.move ? TraceReader::path_component(from.move) : "=";
    return paths_[static_cast<std::size_t>(from.parent)] + "/" + text::printable(component);
  }

  static std::string tooltip(const tree::ExcerptNode& from, const std::string& path) {
    const NodeRow& row = from.row;
    std::string text = fmt::format("{} (#{})", path.empty() ? "/" : path, row.id);
    if (row.side) text += fmt::format(", {} to move", word(*row.side));
    if (row.depth) text += fmt::format(", depth {}", *row.depth);
    text += fmt::format(", {}", word(row.kind));
    if (row.alpha && row.beta) {
      text += fmt::format(", window ({}, {})", score_text(*row.alpha), score_text(*row.beta));
    }
    if (row.value) text += fmt::format(", value {}", score_text(*row.value));
    if (row.value) text += fmt::format(" ({})", text::bound_words(claimed_bound(row)));
    for (const CutoffRow& cutoff : from.cutoffs) text += ", cut: " + cut_condition(cutoff);
    return text;
  }

  DiagramNode child_of(std::size_t i, const std::string& suffix) const {
    DiagramNode node;
    node.id = fmt::format("n{}_{}", excerpt_.nodes[i].row.id, suffix);
    node.parent = index_[i];
    return node;
  }

  void add_elided(std::size_t i) {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    if (from.hidden_nodes == 0) return;
    DiagramNode node = child_of(i, "more");
    node.shape = Shape::kElided;
    node.edge = EdgeStyle::kDashed;
    for (const std::string& line : elided_lines(from)) {
      node.lines.push_back({line, kElidedSize, Face::kRegular});
    }
    if (!is_large_) {
      node.tooltip =
          fmt::format("left out of the picture: {} below {}",
                      text::count(from.hidden_nodes, "node"), paths_[i].empty() ? "/" : paths_[i]);
    }
    diagram_.nodes.push_back(std::move(node));
  }

  void add_ghosts(std::size_t i, const CutoffRow& cutoff, int& number) {
    const NodeRow& row = excerpt_.nodes[i].row;
    std::vector<std::string> texts = ghost_lines(
        cutoff, options_.pruned, [&](const std::string& move) { return size_text(row, move); });
    if (is_large_ && texts.size() > 1) texts = {in_one_line(texts, cutoff)};
    const bool stack = !beside_each_other(cutoff, options_.ghosts_apart);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      DiagramNode node = child_of(i, fmt::format("skip{}", ++number));
      node.shape = Shape::kGhost;
      node.edge = EdgeStyle::kDotted;
      node.stacked = stack && k > 0;
      node.cut_mark = !node.stacked;
      if (!node.stacked) node.edge_label = cut_condition(cutoff);
      node.lines.push_back({texts[k], kGhostSize, Face::kRegular});
      if (!is_large_) {
        node.tooltip = fmt::format("not searched: {} ({} cutoff, {})", texts[k], word(cutoff.kind),
                                   cut_condition(cutoff));
      }
      diagram_.nodes.push_back(std::move(node));
    }
  }

  static std::string in_one_line(const std::vector<std::string>& texts, const CutoffRow& cutoff) {
    std::string line;
    for (const std::string& text : texts) line += (line.empty() ? "" : ", ") + text;
    const bool is_short = shortened(line, kMostCharacters) == line;
    return is_short || !cutoff.skipped ? line : text::grouped(*cutoff.skipped) + " skipped";
  }

  // " (57)" for a skipped move with 57 nodes; nothing for a leaf.
  std::string size_text(const NodeRow& row, const std::string& move) const {
    if (!options_.pruned_size || excerpt_.nodes.size() > kMostSized) return "";
    const auto size = options_.pruned_size(row, move);
    return size && *size > 1 ? " (" + text::grouped(*size) + ")" : "";
  }

  const tree::Excerpt& excerpt_;
  const DiagramOptions& options_;
  std::vector<int> index_;  // of the excerpt's nodes in the diagram
  bool is_large_;
  std::vector<std::string> paths_;  // of the excerpt's nodes, below its root
  std::vector<std::size_t> open_;   // the path to the node before
  Diagram diagram_;
};

}  // namespace

Shape shape_of(const NodeRow& row) {
  if (row.kind == format::NodeKind::kTerminal) return Shape::kOver;
  if (!row.side) return Shape::kPlain;
  return *row.side == format::Side::kMax ? Shape::kMax : Shape::kMin;
}

DiagramNode row_node(const NodeRow& row, const std::string& move, std::int64_t folded) {
  DiagramNode node = bare_node(row);
  node.lines.push_back(value_line(row, true));
  add_window(row, node);
  if (folded > 0) {
    node.lines.push_back({text::count(folded, "node") + " below", kNoteSize, Face::kRegular});
  }
  node.edge_label = shortened(text::printable(move), kMostCharacters);
  return node;
}

Diagram tree_diagram(const tree::Excerpt& excerpt, const DiagramOptions& options) {
  return DiagramOfTree(excerpt, options).build();
}

std::string value_label(const NodeRow& row, bool with_bound) {
  if (!row.value) return "?";
  const auto bound = with_bound ? claimed_bound(row) : std::nullopt;
  const char* sign = bound == Bound::kLower ? "\u2265 " : bound == Bound::kUpper ? "\u2264 " : "";
  return sign + score_label(*row.value);
}

std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most) {
  std::string text = with_move ? shortened(text::printable(node.move), most) : std::string();
  if (node.parent < 0 || node.row.role == format::Role::kMove) return text;
  return text + (text.empty() ? "" : " ") + "(" + text::readable(word(node.row.role)) + ")";
}

bool stands_aside(const NodeRow& row) {
  return !row.counts() || row.role == format::Role::kReduced;
}

std::vector<std::string> elided_lines(const tree::ExcerptNode& node) {
  if (node.hidden_nodes == 0) return {};
  if (node.children.empty()) return {"\u2026 " + text::count(node.hidden_nodes, "node")};
  std::vector<std::string> lines{"and " + text::grouped(node.hidden_children) + " more"};
  if (node.hidden_nodes > node.hidden_children) {
    lines.push_back(text::count(node.hidden_nodes, "node"));
  }
  return lines;
}

std::vector<std::string> ghost_lines(
    const CutoffRow& cutoff, Pruned pruned,
    const std::function<std::string(const std::string& move)>& size_of) {
  if (pruned == Pruned::kHide || (cutoff.skipped && *cutoff.skipped == 0)) return {};
  const auto moves = pruned == Pruned::kGhost ? skipped_texts(cutoff, kMostGhosts)
                                              : std::optional<std::vector<std::string>>();
  if (!moves || moves->empty()) {
    return {cutoff.skipped ? text::grouped(*cutoff.skipped) + " skipped" : "moves skipped"};
  }
  std::vector<std::string> lines;
  for (const std::string& move : *moves) {
    lines.push_back(shortened(text::printable(move), kMostCharacters) +
                    (size_of ? size_of(move) : ""));
  }
  const std::int64_t total =
      std::max(cutoff.skipped.value_or(0), static_cast<std::int64_t>(lines.size()));
  if (total > static_cast<std::int64_t>(kMostGhosts)) lines.resize(kMostGhosts - 1);
  const std::int64_t rest = total - static_cast<std::int64_t>(lines.size());
  if (rest > 0) lines.push_back("and " + text::grouped(rest) + " more");
  return lines;
}

std::size_t ghost_places(const CutoffRow& cutoff, Pruned pruned, bool ghosts_apart) {
  if (pruned == Pruned::kHide || (cutoff.skipped && *cutoff.skipped == 0)) return 0;
  if (pruned == Pruned::kCount || !cutoff.skipped || !cutoff.skipped_moves) return 1;
  return beside_each_other(cutoff, ghosts_apart) ? static_cast<std::size_t>(*cutoff.skipped) : 1;
}

std::string cut_condition(const CutoffRow& cutoff) {
  const std::string text = text::cutoff_symbols(cutoff, score_label);
  const bool plain =
      cutoff.kind == format::CutoffKind::kForward || cutoff.cause == format::Cause::kChild;
  return plain ? text : text + " (" + text::readable(word(cutoff.cause)) + ")";
}

}  // namespace plytrace::draw
