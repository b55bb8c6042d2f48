// SPDX-License-Identifier: MIT
#include "viewer/draw/tree_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "viewer/draw/outline.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/claim.h"

namespace plytrace::draw {
namespace {

// Whole points only: Graphviz truncates fractions in labels with several sizes.
constexpr double kValueSize = 12, kWindowSize = 8, kNoteSize = 7, kCountSize = 8, kBoardSize = 7,
                 kNameSize = 9;
// In a narrow picture all texts are close to the smallest size, which must be legible.
constexpr double kNarrowValueSize = 9;
// Notes, and all counts of a narrow picture, are broken into lines of about this width.
constexpr double kFigureLines = 1.2;  // and wider in a figure, whose texts are larger
constexpr double kLineWidth = 110, kNarrowLineWidth = 44, kMostWordWidth = 70;
// Boards of a figure with one text size are enlarged, so that their coordinates are legible.
constexpr double kBoardOfFigure = 9.0 / 7;
// The widest texts inside outlines of equal size; wider ones stand outside.
constexpr double kMostInTriangle = 46, kMostInNarrowTriangle = 22, kMostInside = 92;
// Larger pictures have no tooltips, which would double the file size.
constexpr std::size_t kManyNodes = 3000;

TextLine value_line(std::string text) {
  return {std::move(text), kValueSize, Face::kBold, Says::kValue};
}

void add_window(const NodeRow& row, DiagramNode& node) {
  if (!row.alpha || !row.beta) return;
  node.lines.push_back(
      {window_label(*row.alpha, *row.beta), kWindowSize, Face::kRegular, Says::kWindow});
}

// A node with only its name, shape and edge style.
DiagramNode bare_node(const NodeRow& row) {
  DiagramNode node;
  node.id = fmt::format("n{}", row.id);
  node.shape = shape_of(row);
  node.dashed_line = !row.value;
  if (stands_aside(row)) node.edge = EdgeStyle::kDashed;
  return node;
}

// The best value so far, with an ellipsis.
TextLine best_line(const tree::NodeState& state) {
  return {state.best ? score_label(*state.best) + " \u2026" : std::string(), kValueSize,
          Face::kRegular, Says::kValue};
}

// Adds one text if both searches agree, else one for each.
template <class Text>
void add_of_two(const tree::ExcerptNode& from, const TextLine& look, DiagramNode& node, Text text) {
  const auto add = [&](std::string words) {
    node.lines.push_back({std::move(words), look.size, look.face, look.says});
  };
  if (!from.by_both()) return add((from.by_first ? "A " : "B ") + text(from.row));
  const std::string a = text(from.row), b = text(*from.other);
  if (a == b) return add(a);
  add("A " + a);
  add("B " + b);
}

// Breaks the text into lines of about `width`. A word up to `most` wide is not split.
void add_broken(const TextLine& whole, double width, double most, std::vector<TextLine>& lines) {
  for (const std::string& word : text::split(whole.text, ' ')) {
    const double own = text_width(word, whole.size, whole.face);
    width = std::max(width, std::min(own / kSurelyFilled, most));
  }
  const std::string text = wrapped(whole.text, width, whole.size);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(whole);
    lines.back().text = text.substr(at, end - at);
    at = end + 1;
  }
}

// Uses the smallest value size and breaks all lines except windows and boards.
void make_narrow(DiagramNode& node, bool has_own_sizes) {
  std::vector<TextLine> lines;
  for (TextLine& line : node.lines) {
    if (has_own_sizes && line.says == Says::kValue) line.size = kNarrowValueSize;
    if (line.says == Says::kValue || line.says == Says::kWindow || line.face == Face::kMono) {
      lines.push_back(std::move(line));
    } else if (!has_own_sizes && node.shape == Shape::kRoof) {
      lines.push_back(std::move(line));  // stands below its triangle
    } else {
      const double scale = has_own_sizes ? 1 : kFigureLines;
      add_broken(line, scale * kNarrowLineWidth, scale * kMostWordWidth, lines);
    }
  }
  node.lines = std::move(lines);
}

// True if the text belongs inside an outline that is as large as its neighbours'.
bool fits_inside(const DiagramNode& node, const TextLine& line, bool is_narrow) {
  if (node.shape == Shape::kBare || node.dot > 0) return true;
  if (node.shape == Shape::kRoof || line.says == Says::kKind || line.face == Face::kMono) {
    return false;
  }
  const bool stands_for_several =
      node.shape == Shape::kElided || (node.shape == Shape::kOver && node.pruned);
  if (line.says == Says::kCount && !stands_for_several) return false;
  const bool is_triangle = node.shape == Shape::kUp || node.shape == Shape::kDown;
  return text_width(line.text, line.size, line.face) <= (!is_triangle ? kMostInside
                                                         : is_narrow  ? kMostInNarrowTriangle
                                                                      : kMostInTriangle);
}

// 1 is "A", 27 is "AA".
std::string letters(std::size_t number) {
  std::string text;
  for (; number > 0; number = (number - 1) / 26) {
    text.insert(text.begin(), static_cast<char>('A' + (number - 1) % 26));
  }
  return text;
}

TextLine blank_window() { return {"(    ,    )", kWindowSize, Face::kRegular, Says::kWindow}; }

class DiagramOfTree {
 public:
  DiagramOfTree(const tree::Excerpt& excerpt, const DiagramOptions& options)
      : excerpt_(excerpt),
        options_(options),
        has_tooltips_(excerpt.nodes.size() <= kManyNodes && options.moment == nullptr &&
                      !options.blank_values && !options.blank_cuts && !options.blank_windows) {}

  Diagram build() {
    if (options_.style == Style::kDots) diagram_.dot_scale = options_.dot_scale;
    if (options_.labels.name) name_nodes();
    if (options_.style == Style::kDots) find_minimal_tree();
    if (options_.style == Style::kTextbook && !options_.of_two) find_values_that_follow();
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      if (has_tooltips_) paths_.push_back(path_of(i));
      diagram_.nodes.push_back(node_at(i));
    }
    if (options_.equal_shapes) give_equal_roofs();
    return std::move(diagram_);
  }

 private:
  void name_nodes() {
    names_ = options_.names;
    if (!names_.empty()) return;
    std::vector<std::size_t> level = {0};
    std::size_t named = 0;
    names_.resize(excerpt_.nodes.size());
    while (!level.empty()) {
      std::vector<std::size_t> below;
      for (const std::size_t i : level) {
        if (is_inner(excerpt_.nodes[i])) names_[i] = letters(++named);
        for (const int child : excerpt_.nodes[i].children) {
          below.push_back(static_cast<std::size_t>(child));
        }
      }
      level = std::move(below);
    }
  }

  static bool is_inner(const tree::ExcerptNode& node) {
    return node.row.kind == format::NodeKind::kInterior && node.move_count == 1 &&
           node.fate != tree::Fate::kLeftOut;
  }

  // Finds the minimal tree: the nodes needed if every node tried its best move first (D. Knuth and
  // R. Moore, "An Analysis of Alpha-Beta Pruning", 1975). The best child of a type 1 node is of
  // type 1, its other children are of type 2. The refuting child of a type 2 node is of type 3, and
  // all children of a type 3 node are of type 2.
  void find_minimal_tree() {
    types_.resize(excerpt_.nodes.size(), 0);
    types_[0] = 1;
    for (std::size_t i = 1; i < excerpt_.nodes.size(); ++i) {
      const tree::ExcerptNode& node = excerpt_.nodes[i];
      if (!node.is_searched()) continue;
      const auto above = static_cast<std::size_t>(node.parent);
      const bool is_best = excerpt_.nodes[above].row.best == node.row.id;
      types_[i] = types_[above] == 1   ? (is_best ? 1 : 2)
                  : types_[above] == 2 ? (is_best ? 3 : 0)
                  : types_[above] == 3 ? 2
                                       : 0;
    }
  }

  // The minimax value of each node whose children are all drawn with exact values. A reader can
  // compute it even if the search's window only allowed a bound. Iterates backwards because
  // children come after their parents.
  void find_values_that_follow() {
    follows_.resize(excerpt_.nodes.size());
    for (std::size_t i = excerpt_.nodes.size(); i-- > 0;) {
      const tree::ExcerptNode& node = excerpt_.nodes[i];
      if (node.is_searched() && claimed_bound(node.row) == Bound::kExact) {
        follows_[i] = node.row.value;
      } else if (rests_on_moves_alone(node)) {
        follows_[i] = best_of_children(node);
      }
    }
  }

  // True if no child was skipped or left out, and the value comes from searched moves only.
  static bool rests_on_moves_alone(const tree::ExcerptNode& node) {
    const NodeRow& row = node.row;
    const auto drawn = static_cast<std::int64_t>(node.children.size());
    const bool skips = std::any_of(node.cutoffs.begin(), node.cutoffs.end(),
                                   [](const CutoffRow& cutoff) { return cutoff.skipped != 0; });
    return node.is_searched() && !skips && row.side && row.value && !row.score &&
           row.unrecorded == 0 && row.kind == format::NodeKind::kInterior && drawn > 0 &&
           row.legal.value_or(drawn) == drawn;
  }

  std::optional<Score> best_of_children(const tree::ExcerptNode& node) const {
    std::optional<Score> best;
    for (const int index : node.children) {
      const auto child = static_cast<std::size_t>(index);
      const tree::ExcerptNode& below = excerpt_.nodes[child];
      const bool is_plain = below.is_searched() && below.row.role == format::Role::kMove &&
                            !below.row.credited && !below.null_window;
      if (!is_plain || !follows_[child]) return std::nullopt;
      const Score value = *follows_[child];
      const bool is_better =
          !best || (node.row.side == format::Side::kMax ? value > *best : value < *best);
      if (is_better) best = value;
    }
    return best;
  }

  // The text of a node's value.
  std::string claim_at(std::size_t i) const {
    const NodeRow& row = excerpt_.nodes[i].row;
    if (follows_.empty() || !follows_[i]) return claim_label(row, options_.labels);
    NodeRow known = row;
    known.value = follows_[i];
    known.bound = Bound::kExact;
    return claim_label(known, options_.labels);
  }

  void make_dot(std::size_t i, DiagramNode& node) const {
    constexpr double kInner = kInnerDot, kLeaf = 2.4, kLeastGap = 3, kPerPower = 1.6;
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    node.lines.clear();
    node.condition.clear();
    node.solid = types_[i] > 0;
    if (!from.is_searched()) {
      const double nodes = std::max(from.size.nodes, 1.0);
      node.shape = from.fate == tree::Fate::kLeftOut ? Shape::kRoof : Shape::kOver;
      node.dot = options_.dot_scale *
                 (node.pruned ? kLeastDot : kLeastGap + kPerPower * std::log10(nodes));
      return;
    }
    node.dot = options_.dot_scale * (is_leaf(from) ? kLeaf : kInner);
    node.shape = is_leaf(from) ? Shape::kPlain : textbook_shape(from, node.shape);
  }

  // A dot with a note or a name becomes a node with text. A round leaf would turn into an ellipse,
  // which means "side to move unknown", so it gets no outline.
  static void show_texts(DiagramNode& node) {
    node.dot = 0;
    if (node.shape == Shape::kPlain) node.shape = Shape::kBare;
  }

  DiagramNode node_at(std::size_t i) {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    DiagramNode node = from.is_searched() ? searched(i) : unsearched(i);
    if (from.fate == tree::Fate::kAbsent) node.absent = true;
    if (const tree::Moment* const moment = options_.moment) {
      node.absent = !moment->seen[i] || from.fate == tree::Fate::kAbsent;
      node.highlighted = moment->node == i;
    }
    if (options_.style == Style::kTextbook) node.shape = textbook_shape(from, node.shape);
    if (options_.style == Style::kDots) make_dot(i, node);
    annotate(i, node);
    if (options_.one_text_size) give_one_size(node);
    if (options_.narrow || options_.one_text_size) make_narrow(node, !options_.one_text_size);
    if (options_.equal_shapes) move_outside(node);
    if (node.dot > 0 && !node.lines.empty()) show_texts(node);
    if (options_.blank_cuts && node.pruned) hide_cut(node);
    node.parent = from.parent;
    const bool is_over = options_.moment == nullptr || options_.moment->is_last;
    node.principal = from.principal && is_over && !options_.blank_values;
    if (has_tooltips_) node.tooltip = tooltip(i);
    if (from.parent >= 0 && options_.style != Style::kDots) {
      const bool is_named = options_.counts_gaps || from.is_searched() || from.move_count == 1;
      node.edge_label = edge_text(from, options_.labels.move && is_named, options_.most_characters);
    }
    return node;
  }

  static void give_one_size(DiagramNode& node) {
    for (std::vector<TextLine>* const lines : {&node.lines, &node.beside}) {
      for (TextLine& line : *lines) line.size = kOneTextSize;
    }
    if (!node.board.marks.empty()) node.board_scale = kBoardOfFigure;
  }

  // Moves whatever would make this outline larger than others of its kind to its outside.
  void move_outside(DiagramNode& node) const {
    node.board_above = !node.board.marks.empty();
    std::vector<TextLine> inside, outside;
    for (TextLine& line : node.lines) {
      (fits_inside(node, line, options_.narrow) ? inside : outside).push_back(std::move(line));
    }
    node.lines = std::move(inside);
    node.beside.insert(node.beside.begin(), outside.begin(), outside.end());
  }

  // If one house needs a roof of fixed height, all get one.
  void give_equal_roofs() {
    const bool is_flat =
        std::any_of(diagram_.nodes.begin(), diagram_.nodes.end(), [](const DiagramNode& node) {
          return (node.shape == Shape::kMax || node.shape == Shape::kMin) && is_drawn_apart(node);
        });
    for (DiagramNode& node : diagram_.nodes) node.flat_roof = is_flat;
  }

  void annotate(std::size_t i, DiagramNode& node) {
    if (options_.notes.empty() && options_.highlighted.empty()) return;
    const std::string path = plain_path(i);
    if (options_.highlighted.count(path) > 0) {
      node.highlighted = true;
      diagram_.marked.insert(path);
    }
    const auto note = options_.notes.find(path);
    if (note != options_.notes.end()) {
      diagram_.marked.insert(path);
      add_note(path, note->second, node);
    }
  }

  // In a narrow picture a long note becomes a footnote.
  void add_note(const std::string& path, const std::string& note, DiagramNode& node) {
    TextLine line{text::printable(note), kCountSize, Face::kRegular};
    if (is_footnote(note)) {
      std::size_t number = 0;
      for (const auto& [of, other] : options_.notes) {
        if (of <= path && is_footnote(other)) ++number;
      }
      diagram_.footnotes[number] = fmt::format("({}) {}", number, line.text);
      line.text = fmt::format("({})", number);
    }
    if (options_.one_text_size) line.size = kOneTextSize;
    const bool is_inside = !options_.equal_shapes || node.shape == Shape::kBare;
    add_broken(line, options_.narrow ? kNarrowLineWidth : kLineWidth, kMostWordWidth,
               is_inside ? node.lines : node.beside);
  }

  bool is_footnote(const std::string& note) const {
    return options_.narrow && options_.footnotes &&
           text_width(note, kCountSize) > 2 * kNarrowLineWidth;
  }

  // Gives a pruned node the look of a searched one.
  static void hide_cut(DiagramNode& node) {
    node.pruned = node.cut_mark = false;
    node.condition.clear();
    node.edge = EdgeStyle::kSolid;
    for (TextLine& line : node.lines) {
      if (line.says == Says::kValue) line.face = Face::kBold;
    }
  }

  // The moves of a path, as written on the command line.
  std::string plain_path(std::size_t i) const {
    std::string path;
    for (int at = static_cast<int>(i); excerpt_.nodes[static_cast<std::size_t>(at)].parent >= 0;
         at = excerpt_.nodes[static_cast<std::size_t>(at)].parent) {
      const auto& moves = excerpt_.nodes[static_cast<std::size_t>(at)].moves;
      const std::string part = moves.empty() ? "=" : TraceReader::path_component(moves.front());
      path = "/" + part + path;
    }
    return path;
  }

  static bool is_leaf(const tree::ExcerptNode& node) {
    return node.is_searched() && node.size.nodes <= 1;
  }

  static bool is_pruned_leaf(const tree::ExcerptNode& node) {
    return node.row.kind != format::NodeKind::kInterior;
  }

  static Shape textbook_shape(const tree::ExcerptNode& from, Shape plain) {
    if (from.fate == tree::Fate::kLeftOut) return Shape::kRoof;
    if (!is_inner(from)) return Shape::kBare;
    return plain == Shape::kMax ? Shape::kUp : plain == Shape::kMin ? Shape::kDown : plain;
  }

  DiagramNode searched(std::size_t i) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    DiagramNode node = bare_node(from.row);
    node.id = fmt::format("{}{}", options_.prefix, from.row.id);
    if (options_.of_two) tell_apart(from, node);
    const tree::NodeState* const state =
        options_.moment != nullptr ? &options_.moment->states[i] : nullptr;
    if (!names_.empty() && !names_[i].empty()) {
      node.lines.push_back({names_[i], kNameSize, Face::kBold});
    }
    add_lines(i, state != nullptr && !state->left ? state : nullptr, node);
    return node;
  }

  // Marks which of two searches visited the place, and what kept the other from it.
  void tell_apart(const tree::ExcerptNode& from, DiagramNode& node) const {
    if (from.is_searched()) {
      node.id = fmt::format("{}{}", from.by_first ? "a" : "b", from.row.id);
    }
    node.marked_first = !from.by_second;
    node.marked_second = !from.by_first;
    node.maybe_in_both = from.maybe_by_both;
    if (from.parent < 0) return;
    node.condition = why_skipped(from);
    node.cut_mark = !node.condition.empty();
    if (options_.style == Style::kTextbook) node.condition.clear();
  }

  // The condition of the cutoff that skipped a place, or both conditions if the searches differ.
  std::string why_skipped(const tree::ExcerptNode& from) const {
    const tree::ExcerptNode& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)];
    std::string first, second;
    if (from.skipped_by) first = cut_condition(above.cutoffs[*from.skipped_by]);
    if (from.skipped_by_other) second = cut_condition(above.other_cutoffs[*from.skipped_by_other]);
    if (!options_.of_two || first == second) return first;
    if (!first.empty()) first = (above.by_first ? "A: " : "B: ") + first;
    if (!second.empty()) second = "B: " + second;
    return first + (first.empty() || second.empty() ? "" : "; ") + second;
  }

  // A place without a node: skipped or left-out moves.
  DiagramNode unsearched(std::size_t i) {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    const tree::ExcerptNode& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)];
    DiagramNode node;
    const bool is_skipped = from.fate == tree::Fate::kPruned;
    node.id = name_below(from.parent, is_skipped);
    node.pruned = is_skipped || above.fate == tree::Fate::kPruned;
    node.edge = node.pruned ? EdgeStyle::kDotted : EdgeStyle::kDashed;
    node.shape = !node.pruned                                  ? Shape::kElided
                 : !is_skipped                                 ? Shape::kRoof
                 : from.row.kind == format::NodeKind::kUnknown ? Shape::kOver
                                                               : shape_of(from.row);
    if (options_.of_two && !node.pruned) tell_apart(from, node);
    if (node.pruned) {
      node.cut_mark = from.skipped_by || from.skipped_by_other;
      if (options_.style == Style::kPlain) node.condition = why_skipped(from);
    }
    if (is_stub(from)) {
      node.shape = Shape::kBare;
      if (from.move_count != 1) node.lines = stub_lines(from.move_count);
      return node;
    }
    if (!options_.names.empty() && !names_.empty() && !names_[i].empty()) {
      node.lines.push_back({names_[i], kNameSize, Face::kBold});
    }
    const bool is_asked = options_.blank_values && !is_pruned_leaf(from);
    if (options_.labels.value && from.row.value) {
      node.lines.push_back({is_asked ? " " : score_label(*from.row.value), kValueSize,
                            Face::kRegular, Says::kValue});
    }
    for (const std::string& line : counts(from)) {
      node.lines.push_back({line, kCountSize, Face::kRegular, Says::kCount});
    }
    const bool is_inner_node = from.row.kind == format::NodeKind::kInterior;
    if (options_.blank_cuts && is_skipped && options_.labels.window &&
        (options_.leaf_windows || is_inner_node)) {
      node.lines.push_back(blank_window());
    }
    return node;
  }

  // True if only the strokes of a cut and a move count stand for the place.
  bool is_stub(const tree::ExcerptNode& from) const {
    using Stubs = DiagramOptions::Stubs;
    if (options_.pruned_stubs == Stubs::kNone || from.fate != tree::Fate::kPruned) return false;
    const bool is_known_leaf = is_pruned_leaf(from) && from.row.kind != format::NodeKind::kUnknown;
    return from.children.empty() && (options_.pruned_stubs == Stubs::kAll || !is_known_leaf);
  }

  // Beside a leaf a bare number would look like a value and "×2" like a factor, so the text says
  // "moves". It takes two lines because it must not be wider than a move.
  static std::vector<TextLine> stub_lines(std::int64_t moves) {
    const auto line = [](std::string text) {
      return TextLine{std::move(text), kValueSize, Face::kRegular, Says::kSkips};
    };
    return {line("cut"), line(moves == 0 ? "moves?" : "\u00D7" + text::grouped(moves))};
  }

  // A triangle shows a number and, below it, the unit.
  std::vector<std::string> counts(const tree::ExcerptNode& from) const {
    if (!options_.counts_gaps) return {"\u2026"};
    std::vector<std::string> lines =
        count_lines(excerpt_, from, options_.labels.move, options_.of_two);
    const bool is_roof = options_.style == Style::kTextbook && from.fate == tree::Fate::kLeftOut;
    if (!is_roof) return lines;
    if (options_.of_two) return lines;
    std::string size = size_text_of_searched(from.size);
    // If siblings are shown or were skipped, the place stands for the other moves.
    const auto above = static_cast<std::size_t>(from.parent);
    if (from.move_count > 1 && excerpt_.nodes[above].children.size() > 1) {
      return {text::count(from.move_count, "move"), size};
    }
    const std::size_t blank = size.rfind(' ');
    return {size.substr(0, blank), size.substr(blank + 1)};
  }

  // "n12_skip1", "n12_more1", "n12_skip1_skip2": numbered below the parent's name.
  std::string name_below(int parent, bool is_skipped) {
    const auto at = static_cast<std::size_t>(parent);
    std::vector<int>& counts = is_skipped ? skips_ : gaps_;
    counts.resize(std::max(counts.size(), at + 1), 0);
    return fmt::format("{}_{}{}", diagram_.nodes[at].id, is_skipped ? "skip" : "more",
                       ++counts[at]);
  }

  // `state` describes a node that is still open; null: the node has its value.
  void add_lines(std::size_t i, const tree::NodeState* state, DiagramNode& node) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    const NodeRow& row = from.row;
    const Labels& labels = options_.labels;
    if (labels.id) node.lines.push_back({fmt::format("#{}", row.id), kNoteSize, Face::kRegular});
    const auto& board = from.by_first ? options_.board : options_.other_board;
    if (labels.board && board) add_board(board(row), node);
    // Blanks apply to inner nodes only: an exercise gives the leaves' values.
    const bool is_claimed = labels.value || labels.bound;
    if (is_claimed && options_.blank_values && !is_leaf(from)) {
      node.lines.push_back({" ", kValueSize, Face::kBold, Says::kValue});
    } else if (is_claimed && options_.of_two) {
      add_of_two(from, {"", kValueSize, Face::kBold, Says::kValue}, node,
                 [&](const NodeRow& of) { return claim_label(of, labels); });
    } else if (is_claimed) {
      node.lines.push_back(state == nullptr ? value_line(claim_at(i)) : best_line(*state));
    }
    if (labels.window && options_.of_two) {
      if (options_.leaf_windows || !is_leaf(from)) {
        add_of_two(from, {"", kWindowSize, Face::kRegular, Says::kWindow}, node, window_text);
      }
    } else if (labels.window && (options_.leaf_windows || !is_leaf(from))) {
      NodeRow now = row;
      if (state != nullptr) now.alpha = state->alpha, now.beta = state->beta;
      add_window(now, node);
      // The blank is as wide as the solution.
      if (hides_windows() && now.alpha && now.beta) node.lines.back() = blank_window();
    }
    if (state == nullptr && row.kind != format::NodeKind::kInterior &&
        row.kind != format::NodeKind::kHorizon && row.kind != format::NodeKind::kTerminal) {
      node.lines.push_back({std::string(word(row.kind)), kNoteSize, Face::kRegular, Says::kKind});
    }
    add_counts(from, node);
    std::vector<TextLine>& outside = options_.equal_shapes ? node.beside : node.lines;
    add_unrecorded(from, outside);
    if (options_.style == Style::kTextbook) return;
    for (const CutoffRow& cutoff : from.cutoffs) {
      const bool no_ghosts = options_.name_every_cut && cutoff.skipped && *cutoff.skipped == 0;
      if ((!options_.hides_cuts && !no_ghosts) || state != nullptr) continue;
      outside.push_back({"cut: " + cut_condition(cutoff), kNoteSize, Face::kRegular});
    }
  }

  // Windows give cuts away, so blanking cuts also hides windows.
  bool hides_windows() const { return options_.blank_windows || options_.blank_cuts; }

  static std::string window_text(const NodeRow& row) {
    return row.alpha && row.beta ? window_label(*row.alpha, *row.beta) : "no window";
  }

  void add_unrecorded(const tree::ExcerptNode& from, std::vector<TextLine>& lines) const {
    const auto add = [&](const char* side, const NodeRow& row) {
      if (row.unrecorded <= 0) return;
      const std::string words = text::grouped(row.unrecorded) + " unrecorded";
      lines.push_back({(options_.of_two ? side : "") + words, kNoteSize, Face::kRegular});
    };
    add(from.by_first ? "A " : "B ", from.row);
    if (options_.of_two && from.by_both()) add("B ", *from.other);
  }

  void add_counts(const tree::ExcerptNode& from, DiagramNode& node) const {
    if (options_.labels.size && (from.size.nodes > 1 || from.other_nodes > 1)) {
      const auto note = [&](const char* name, double nodes) {
        node.lines.push_back({name + text::count(static_cast<std::int64_t>(nodes), "node"),
                              kNoteSize, Face::kRegular});
      };
      const bool differ = options_.of_two && from.by_both() && from.size.nodes != from.other_nodes;
      note(differ ? "A " : "", from.size.nodes);
      if (differ) note("B ", from.other_nodes);
    }
    if (!options_.labels.rank || from.parent < 0 || from.rank == 0) return;
    const NodeRow& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)].row;
    const std::string of = above.legal ? fmt::format(" of {}", *above.legal) : "";
    node.lines.push_back({fmt::format("move {}{}", from.rank, of), kNoteSize, Face::kRegular});
  }

  // Uses the game's drawing if there is one, else text.
  static void add_board(Board board, DiagramNode& node) {
    node.board = std::move(board.picture);
    if (!node.board.marks.empty()) return;
    for (const std::string& line : text::split(board.text, '\n')) {
      node.lines.push_back({text::printable(line), kBoardSize, Face::kMono});
    }
  }

  std::string path_of(std::size_t i) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    if (from.parent < 0)
      return options_.root_path == "/" ? "" : text::printable(options_.root_path);
    const std::string& above = paths_[static_cast<std::size_t>(from.parent)];
    if (!from.part.empty()) return above + "/" + text::printable(from.part);
    const std::string component =
        from.moves.empty() ? "=" : TraceReader::path_component(from.moves.front());
    return above + "/" + text::printable(component);
  }

  std::string tooltip(std::size_t i) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    if (from.is_searched() && !options_.of_two) return tooltip(from, paths_[i]);
    if (from.is_searched()) return tooltip_of_two(from, paths_[i]);
    const std::string& above = paths_[static_cast<std::size_t>(from.parent)];
    const std::string where =
        " below " + (above.empty() ? "/" : above) +
        (from.moves.empty() ? "" : ": " + text::list(from.moves, tree::ExcerptNode::kMostNames));
    if (from.fate == tree::Fate::kLeftOut && options_.of_two) {
      return fmt::format("left out of the picture: {}{}",
                         text::list(size_texts(from), tree::ExcerptNode::kMostNames), where);
    }
    if (from.fate == tree::Fate::kLeftOut) {
      return fmt::format("left out of the picture: {}{}", size_text(from.size), where);
    }
    const std::string size = size_text(from.size);
    std::string text = "not searched" + (size.empty() ? "" : " (" + size + ")") + where;
    if (from.row.value) text += ", worth " + score_text(*from.row.value);
    if (options_.of_two) {
      const std::string why = why_skipped(from);
      return why.empty() ? text : text + " (" + why + ")";
    }
    if (!from.skipped_by) return text;
    const CutoffRow& cutoff =
        excerpt_.nodes[static_cast<std::size_t>(from.parent)].cutoffs[*from.skipped_by];
    return text + fmt::format(" ({} cutoff, {})", word(cutoff.kind), cut_condition(cutoff));
  }

  static std::string tooltip_of_two(const tree::ExcerptNode& from, const std::string& path) {
    std::string text = path.empty() ? "/" : path;
    const auto side = [&](const char* name, const NodeRow& row, double nodes) {
      text += fmt::format("; {}: #{}, {}, {}", name, row.id, text::claim(row),
                          text::count(static_cast<std::int64_t>(nodes), "node"));
    };
    side(from.by_first ? "A" : "B", from.row, from.size.nodes);
    if (from.by_both()) side("B", *from.other, from.other_nodes);
    if (!from.by_both()) {
      text += std::string(from.maybe_by_both ? "; not recorded in " : "; not in ") +
              (from.by_first ? "B" : "A");
    }
    return text;
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

  const tree::Excerpt& excerpt_;
  const DiagramOptions& options_;
  bool has_tooltips_;
  std::vector<int> types_;          // 1 to 3 in the minimal tree; 0: outside it; for Style::kDots
  std::vector<std::string> names_;  // of inner nodes, for labels.name
  std::vector<std::optional<Score>> follows_;  // for Style::kTextbook
  std::vector<std::string> paths_;             // of the excerpt's nodes, below its root
  std::vector<int> skips_, gaps_;  // counters below each node for naming places without a node
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
  node.lines.push_back(value_line(value_label(row)));
  add_window(row, node);
  if (folded > 0) {
    node.lines.push_back({text::count(folded, "node") + " below", kNoteSize, Face::kRegular});
  }
  node.edge_label = shortened(text::printable(move), DiagramOptions().most_characters);
  return node;
}

Diagram tree_diagram(const tree::Excerpt& excerpt, const DiagramOptions& options) {
  return DiagramOfTree(excerpt, options).build();
}

Diagram side_by_side(Diagram first, Diagram second) {
  const int shift = static_cast<int>(first.nodes.size());
  for (DiagramNode& node : second.nodes) {
    if (node.parent >= 0) node.parent += shift;
    first.nodes.push_back(std::move(node));
  }
  first.marked.merge(second.marked);
  first.footnotes.merge(second.footnotes);
  return first;
}

bool stands_aside(const NodeRow& row) {
  return !row.counts() || row.role == format::Role::kReduced;
}

}  // namespace plytrace::draw
