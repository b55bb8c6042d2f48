// SPDX-License-Identifier: MIT
#include "viewer/draw/placement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "viewer/draw/outline.h"
#include "viewer/draw/theme.h"
#include "viewer/draw/tree_layout.h"
#include "viewer/format/characters.h"

namespace plytrace::draw {
namespace {

constexpr double kGap = 9;          // between neighbours
constexpr double kBareGap = 6;      // between neighbours without an outline
constexpr double kFamilyGap = 4.5;  // extra gap between children of different parents
constexpr double kNarrowGap = 5, kNarrowLevelGap = 14;  // for narrow pictures
constexpr double kLevelGap = 24;       // least space for the edges between two levels
constexpr double kMostLevelGap = 64;   // wide families get up to this much
constexpr double kMostFigureGap = 34;  // and in a figure, whose height is limited, this much
constexpr double kLegendSample = 22;   // least width of a sample
constexpr double kCaptionGap = 6;
constexpr double kRowNameGap = 12;                      // between a row name and the tree
constexpr double kTreeGap = 30;                         // between trees
constexpr double kHeadingGap = 6;                       // from a heading to its tree
constexpr double kDenseGap = 1.4, kDenseLevelGap = 12;  // for dots
constexpr double kBesideGap = 3;                        // from an outline to its outer texts
constexpr double kSameHeight = 1e-6;

// The unit that the tree layout moves: a node, and above it the texts at the end of its edge.
struct Block {
  std::size_t level = 0;
  double width = 0, header = 0, height = 0;  // total width; height of the texts; total height
};

// Nodes of one kind get outlines of one size (equal_shapes); MAX and MIN nodes are one kind. No
// kind for nodes without an outline.
std::optional<Shape> kind_of(const DiagramNode& node) {
  if (node.dot > 0 || node.shape == Shape::kBare) return std::nullopt;
  if (node.shape == Shape::kMin) return Shape::kMax;
  if (node.shape == Shape::kDown) return Shape::kUp;
  // Boxes for several moves, skipped or left out. A skipped leaf is as large as a searched one.
  const bool has_value =
      std::any_of(node.lines.begin(), node.lines.end(),
                  [](const TextLine& line) { return line.says == Says::kValue; });
  if (node.shape == Shape::kOver && node.pruned && !has_value) return Shape::kElided;
  return node.shape;
}

std::string wrapped_caption(const Diagram& diagram, double width) {
  return text::joined(diagram.caption, "\n", [&](const std::string& line) {
    return wrapped(line, width, diagram.text_sizes().caption);
  });
}

// The height of the title and of the wrapped caption, with their distance from the tree.
double caption_height(const Diagram& diagram, const std::string& wrapped) {
  const TextSizes sizes = diagram.text_sizes();
  const auto breaks = std::count(wrapped.begin(), wrapped.end(), '\n');
  const double lines = wrapped.empty() ? 0 : 1 + static_cast<double>(breaks);
  const double title = diagram.title.empty() ? 0 : line_height(sizes.title);
  return lines * line_height(sizes.caption) + kCaptionTop + title;
}

class Placer {
 public:
  explicit Placer(const Diagram& diagram)
      : diagram_(diagram),
        text_(diagram.text_sizes()),
        trees_(std::max<std::size_t>(diagram.headings.size(), 1)),
        places_(diagram.nodes.size() / trees_),
        sizes_(diagram.nodes.size()),
        blocks_(diagram.nodes.size()),
        has_children_(diagram.nodes.size(), false) {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      sizes_[i] = outline_size(diagram.nodes[i]);
      if (node(i).parent >= 0) has_children_[parent_of(i)] = true;
    }
    if (diagram.equal_shapes) make_outlines_equal();
    if (!diagram.headings.empty()) heading_height_ = line_height(text_.heading) + kHeadingGap;
  }

  Placement run() {
    make_blocks();
    // The distance between levels depends on the width of the families, which depends a little on
    // the levels. Two rounds suffice.
    std::vector<double> gaps(level_count_, is_dense()           ? dense_level_gap()
                                           : diagram_.is_narrow ? kNarrowLevelGap
                                                                : kLevelGap);
    std::vector<double> across = lay_out(gaps);
    widen(gaps, across);
    across = lay_out(gaps);
    name_rows();
    repeat(across);
    fill(across);
    const double of_tree = placed_.width;
    add_legend();
    add_caption();
    move_right((placed_.width - of_tree) / 2);
    return std::move(placed_);
  }

 private:
  bool top_down() const { return diagram_.direction == Direction::kTopDown; }
  bool is_dense() const { return diagram_.dot_scale > 0; }
  // Edges between small dots still need space.
  double dense_level_gap() const { return kDenseLevelGap * std::max(1.0, diagram_.dot_scale); }
  const DiagramNode& node(std::size_t i) const { return diagram_.nodes[i]; }

  void make_outlines_equal() {
    std::map<Shape, Size> most;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const auto kind = kind_of(node(i));
      if (!kind) continue;
      Size& size = most[*kind];
      size = {std::max(size.width, sizes_[i].width), std::max(size.height, sizes_[i].height)};
    }
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (const auto kind = kind_of(node(i))) sizes_[i] = most[*kind];
    }
  }

  // The texts outside of a node's outline: below it, or to its right, where the block has as much
  // space on both sides, so that the outline stays in its middle.
  bool is_right_of(std::size_t i) const { return top_down() && has_children_[i]; }
  Size beside_size(std::size_t i) const { return text_size(node(i).beside); }
  double width_with_beside(std::size_t i) const {
    const double width = beside_size(i).width;
    if (width == 0 || !is_right_of(i)) return std::max(sizes_[i].width, width);
    return sizes_[i].width + 2 * (kBesideGap + width);
  }
  double height_with_beside(std::size_t i) const {
    const double height = beside_size(i).height;
    if (is_right_of(i)) return std::max(sizes_[i].height, height);
    return sizes_[i].height + height;
  }

  std::size_t parent_of(std::size_t i) const { return static_cast<std::size_t>(node(i).parent); }

  // The thick corner of a bold outline reaches above its box, into the tails of the label there.
  // All labels of its level stand higher, so that they share a baseline.
  void find_levels() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const DiagramNode& of = node(i);
      std::size_t& level = blocks_[i].level;
      if (of.parent >= 0) level = blocks_[parent_of(i)].level + 1;
      level_count_ = std::max(level_count_, level + 1);
      label_gaps_.resize(level_count_, 0);
      const bool is_bold = of.principal && of.dot == 0 && of.shape != Shape::kBare;
      if (is_bold && !of.edge_label.empty()) label_gaps_[level] = kPrincipalWidth;
    }
  }

  void make_blocks() {
    find_levels();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      Block& block = blocks_[i];
      block.width = std::max({width_with_beside(i), label_size(node(i)).width,
                              condition_size(node(i)).width, board_above_size(node(i)).width});
      if (is_dense() && node(i).dot == 0) block.width += kGap;  // a text keeps clear of dots
      block.header = header_of(i);
    }
    for (std::size_t place = 0; place < places_; ++place) make_alike(place);
    if (top_down()) align_outlines();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      blocks_[i].height = height_with_beside(i) + blocks_[i].header;
    }
    if (top_down()) level_out();
  }

  // The largest size of the blocks of each level.
  std::vector<double> most_by_level(const std::function<double(const Block&)>& size_of) const {
    std::vector<double> most(level_count_, 0);
    for (const Block& block : blocks_)
      most[block.level] = std::max(most[block.level], size_of(block));
    return most;
  }

  // Aligns the tops of all nodes of a level, however high the texts above them are.
  void align_outlines() {
    const std::vector<double> most = most_by_level([](const Block& block) { return block.header; });
    for (Block& block : blocks_) block.header = most[block.level];
  }

  // Extends inner nodes down to the lowest bottom in their level, so that no edge crosses a
  // neighbour on its way down. Dots are too small to extend. If a style gives all outlines one
  // size, they keep it, and the edge first goes straight down (draw_edge()).
  void level_out() {
    const auto deepest = most_by_level([](const Block& block) { return block.height; });
    for (const DiagramNode& below : diagram_.nodes) {
      if (below.parent < 0) continue;
      const auto i = static_cast<std::size_t>(below.parent);
      if (node(i).dot > 0) continue;
      blocks_[i].height = deepest[blocks_[i].level];
      if (diagram_.equal_shapes) continue;
      sizes_[i].height = blocks_[i].height - blocks_[i].header;
    }
  }

  // When several trees are drawn, a place gets the space of the tree that needs most there.
  void make_alike(std::size_t place) {
    Size size;
    double width = 0, header = 0;
    for (std::size_t i = place; i < blocks_.size(); i += places_) {
      size = {std::max(size.width, sizes_[i].width), std::max(size.height, sizes_[i].height)};
      width = std::max(width, blocks_[i].width);
      header = std::max(header, blocks_[i].header);
    }
    for (std::size_t i = place; i < blocks_.size(); i += places_) {
      sizes_[i] = size;
      blocks_[i].width = width;
      blocks_[i].header = header;
    }
  }

  // Height of the texts above a node.
  double header_of(std::size_t i) const {
    return label_size(node(i)).height + condition_size(node(i)).height +
           board_above_size(node(i)).height + label_gap(i);
  }

  Size label_size(const DiagramNode& node) const {
    if (node.edge_label.empty()) return {};
    return {text_width(node.edge_label, text_.edge, edge_label_face(node)),
            line_height(text_.edge)};
  }
  double label_gap(std::size_t i) const {
    return node(i).edge_label.empty() ? 0 : label_gaps_[blocks_[i].level];
  }
  Size condition_size(const DiagramNode& node) const {
    if (node.condition.empty()) return {};
    return {text_width(node.condition, text_.condition), line_height(text_.condition)};
  }
  // The size of a board drawn above its node, including the gap to the outline.
  static Size board_above_size(const DiagramNode& node) {
    if (!node.board_above || node.board.marks.empty()) return {};
    const Size board = board_size(node);
    return {board.width, board.height + kBoardAbove};
  }

  double across(const Block& block) const { return top_down() ? block.width : block.height; }
  double along(const Block& block) const { return top_down() ? block.height : block.width; }

  double gap_beside(const DiagramNode& node) const {
    if (is_dense()) return kDenseGap * diagram_.dot_scale;
    if (diagram_.is_narrow) return kNarrowGap;
    return node.shape == Shape::kBare ? kBareGap : kGap;
  }

  std::vector<double> lay_out(const std::vector<double>& gaps) {
    const auto deepest = most_by_level([this](const Block& block) { return along(block); });
    level_top_.assign(level_count_, 0);
    level_end_.assign(level_count_, deepest[0]);
    for (std::size_t level = 1; level < level_count_; ++level) {
      level_top_[level] = level_top_[level - 1] + deepest[level - 1] + gaps[level];
      level_end_[level] = level_top_[level] + deepest[level];
    }
    std::vector<LayoutNode> nodes(places_);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i].parent = node(i).parent;
      nodes[i].width = across(blocks_[i]) + gap_beside(node(i));
      nodes[i].top = level_top_[blocks_[i].level];
      nodes[i].bottom = next_level(nodes[i].top + along(blocks_[i]));
    }
    return tidy_positions(nodes, diagram_.families_apart ? kFamilyGap : 0);
  }

  // Places the trees beside or below one another, each with its heading.
  void repeat(std::vector<double>& across_of) {
    double extent = 0;
    for (std::size_t i = 0; i < places_; ++i) {
      extent = std::max(extent, across_of[i] + across(blocks_[i]));
    }
    double room = extent;
    for (const std::string& heading : diagram_.headings) {
      const double width = text_width(heading, text_.heading, Face::kBold);
      if (top_down()) room = std::max(room, width);
      placed_.width = std::max(placed_.width, width);
    }
    const double step = room + kTreeGap + (top_down() ? 0 : heading_height_);
    across_of.resize(std::max(across_of.size(), blocks_.size()));
    // Processes the first tree last, because the others are derived from its positions.
    for (std::size_t tree = trees_; tree-- > 0;) {
      for (std::size_t i = 0; i < places_; ++i) {
        across_of[tree * places_ + i] = across_of[i] + static_cast<double>(tree) * step +
                                        (room - extent) / 2 + (top_down() ? 0 : heading_height_);
      }
    }
    for (std::size_t tree = 0; tree < diagram_.headings.size(); ++tree) {
      const std::string& text = diagram_.headings[tree];
      const double from = static_cast<double>(tree) * step;
      const double middle = line_height(text_.heading) / 2;
      const double width = text_width(text, text_.heading, Face::kBold);
      placed_.headings.push_back({text, top_down() ? Point{left_margin_ + from + room / 2, middle}
                                                   : Point{width / 2, from + middle}});
      if (top_down()) placed_.width = std::max(placed_.width, left_margin_ + from + room);
    }
  }

  // A block reserves its space down to the next level, so that no edge passes through it.
  double next_level(double bottom) const {
    const auto next = std::lower_bound(level_top_.begin(), level_top_.end(), bottom);
    return next == level_top_.end() ? bottom : *next;
  }

  void widen(std::vector<double>& gaps, const std::vector<double>& across_of) const {
    for (std::size_t i = 1; i < places_; ++i) {
      const std::size_t parent = parent_of(i);
      const double from = across_of[parent] + across(blocks_[parent]) / 2;
      const double to = across_of[i] + across(blocks_[i]) / 2;
      double& gap = gaps[blocks_[i].level];
      const double most = diagram_.one_text_size ? kMostFigureGap : kMostLevelGap;
      gap = std::clamp(std::abs(from - to) * 0.16, gap, std::max(gap, most));
    }
  }

  void fill(const std::vector<double>& across_of) {
    placed_.nodes.resize(blocks_.size());
    placed_.edge_labels.resize(blocks_.size());
    placed_.conditions.resize(blocks_.size());
    placed_.edges.resize(blocks_.size());
    placed_.boards.resize(blocks_.size());
    placed_.beside.resize(blocks_.size());
    placed_.smallest_text = text_.title;
    if (!diagram_.caption.empty()) placed_.smallest_text = text_.caption;
    if (diagram_.legend) placed_.smallest_text = text_.legend;
    if (!placed_.row_names.empty()) {
      placed_.smallest_text = std::min(placed_.smallest_text, text_.row_name);
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) place_block(i, across_of[i]);
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      if (node(i).parent >= 0) draw_edge(i);
    }
  }

  void place_block(std::size_t i, double across_at) {
    const Block& block = blocks_[i];
    const double along_at = level_top_[static_cast<std::size_t>(block.level)];
    const double left = left_margin_ + (top_down() ? across_at : along_at);
    double top = top_down() ? along_at + heading_height_ : across_at + top_margin_;
    placed_.width = std::max(placed_.width, left + block.width);
    placed_.height = std::max(placed_.height, top + block.height);
    const auto put = [&](Size size) {
      const double x = top_down() ? left + block.width / 2 : left + size.width / 2;
      top += size.height;
      return Box{x, top - size.height / 2, size.width, size.height};
    };
    top += block.header - header_of(i);
    if (!node(i).condition.empty()) placed_.conditions[i] = put(condition_size(node(i)));
    if (!node(i).edge_label.empty()) placed_.edge_labels[i] = put(label_size(node(i)));
    if (const Size board = board_above_size(node(i)); board.height > 0) {
      placed_.boards[i] = put({board.width, board.height - kBoardAbove});
      top += kBoardAbove;
    }
    top += label_gap(i);
    placed_.nodes[i] = put(sizes_[i]);
    if (!node(i).beside.empty()) place_beside(i);
    note_texts(node(i));
  }

  void place_beside(std::size_t i) {
    const Box& box = placed_.nodes[i];
    const Size size = beside_size(i);
    if (is_right_of(i)) {
      placed_.beside[i] = {box.right() + kBesideGap + size.width / 2, box.y, size.width,
                           size.height};
    } else {
      placed_.beside[i] = {box.x, box.y + (box.height + size.height) / 2, size.width, size.height};
      if (!top_down()) placed_.beside[i].x += (size.width - box.width) / 2;
    }
  }

  void note_texts(const DiagramNode& node) {
    const auto note = [&](double size) {
      placed_.smallest_text = std::min(placed_.smallest_text, size);
    };
    if (!node.condition.empty()) note(text_.condition);
    if (!node.edge_label.empty()) note(text_.edge);
    for (const TextLine& line : node.lines) note(line.size);
    for (const TextLine& line : node.beside) note(line.size);
    if (!node.board.marks.empty()) note(kBoardTextSize * node.board_scale);
    if (node.dot > 0) note(kDotAsText * node.dot);
  }

  void draw_edge(std::size_t i) {
    const Box& from = placed_.nodes[parent_of(i)];
    const Box& to = placed_.nodes[i];
    const Block& parent = blocks_[parent_of(i)];
    if (top_down()) {
      const double start = from.bottom();
      // First go past taller neighbours in the level: among dots, triangles reach further down.
      const double end = heading_height_ + level_end_[static_cast<std::size_t>(parent.level)];
      placed_.edges[i] = {{from.x, start}};
      if (start < end - kSameHeight) placed_.edges[i].push_back({from.x, end});
      const Point tip{to.x, to.top() - header_of(i)};
      if (const auto entry = entry_from_above(i, placed_.edges[i].back(), tip)) {
        placed_.edges[i].push_back(*entry);
      }
      placed_.edges[i].push_back(tip);
      return;
    }
    // First go to the end of the level, past the texts above its nodes.
    const double start = from.x + half_width(node(parent_of(i)), from);
    const double end = left_margin_ + level_end_[static_cast<std::size_t>(parent.level)];
    placed_.edges[i] = {{start, from.y}};
    if (start < end - kSameHeight) placed_.edges[i].push_back({end, from.y});
    placed_.edges[i].push_back(left_end(i));
  }

  // An edge that ends below its neighbours' texts would cross them if it leaves the node's own
  // width. Such an edge first goes to the top of the level and then straight down.
  std::optional<Point> entry_from_above(std::size_t i, Point from, Point tip) const {
    const double top = heading_height_ + level_top_[blocks_[i].level];
    if (tip.y - top < kSameHeight) return std::nullopt;
    const double slant = std::abs(tip.x - from.x) * (tip.y - top) / (tip.y - from.y);
    if (slant <= blocks_[i].width / 2) return std::nullopt;
    return Point{tip.x, top};
  }

  // The point where an edge from the left meets the node. For triangles with texts above, and for
  // dots, it is a corner, so that the edge crosses neither the texts nor a neighbour.
  Point left_end(std::size_t i) const {
    const Box& box = placed_.nodes[i];
    const double side = half_width(node(i), box);
    const bool is_free = header_of(i) == 0 && node(i).dot == 0;
    if (is_free || side == box.width / 2) return {box.x - side, box.y};
    return {box.left(), node(i).shape == Shape::kDown ? box.top() : box.bottom()};
  }

  void add_legend() {
    if (!diagram_.legend) return;
    placed_.legend = legend_items(diagram_);
    const double row = std::max(19.0, 1.6 * text_.legend), top = placed_.height + 18,
                 limit = std::max({placed_.width, diagram_.text_width - 40, diagram_.legend_width});
    double x = 8, y = top + row / 2, right = 0;
    for (LegendItem& item : placed_.legend) {
      const Size sample = legend_sample_size(item);
      const double room = std::max(sample.width, kLegendSample);
      const double whole = room + 5 + text_width(item.text, text_.legend);
      if (x + whole + 8 > limit && x > 8) {
        x = 8;
        y += row;
      }
      item.box = {x + room / 2, y, sample.width, sample.height};
      item.text_left = {x + room + 5, y};
      right = std::max(right, x + whole + 8);
      x += whole + 14;
    }
    placed_.legend_frame = {right / 2, (top + y + row / 2) / 2, right, y + row / 2 - top};
    placed_.width = std::max(placed_.width, right);
    placed_.height = y + row / 2;
  }

  void add_caption() {
    if (diagram_.caption.empty() && diagram_.title.empty()) return;
    placed_.height += kCaptionGap;
    const double width = std::max(placed_.width, diagram_.text_width);
    placed_.caption = wrapped_caption(diagram_, width);
    placed_.caption_height = caption_height(diagram_, placed_.caption);
    if (!diagram_.title.empty()) {
      const double title = text_width(diagram_.title, text_.title, Face::kBold);
      placed_.width = std::max(placed_.width, title);
    }
    double longest = 0;
    for (const std::string& line : text::split(placed_.caption, '\n')) {
      longest = std::max(longest, text_width(line, text_.caption));
    }
    // Small letters are up to 2 % wider in a PDF.
    placed_.width = std::max(placed_.width, std::min(width, longest * 1.02));
  }

  // Moves the tree, so that it stands in the middle above a wider legend or caption.
  void move_right(double by) {
    if (by < kSameHeight) return;
    for (auto* const boxes : {&placed_.nodes, &placed_.edge_labels, &placed_.conditions,
                              &placed_.boards, &placed_.beside}) {
      for (Box& box : *boxes) box.x += by;
    }
    for (std::vector<Point>& edge : placed_.edges) {
      for (Point& point : edge) point.x += by;
    }
    for (RowName& row : placed_.row_names) row.right.x += by;
    for (Heading& heading : placed_.headings) heading.middle.x += by;
  }

  static std::string side_name(Shape shape) {
    if (shape == Shape::kMax || shape == Shape::kUp) return "MAX";
    if (shape == Shape::kMin || shape == Shape::kDown) return "MIN";
    return "";
  }

  // "" for a row without a known side, or with both sides.
  std::string name_of_row(std::size_t level) const {
    std::string name;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::string side = side_name(node(i).shape);
      if (blocks_[i].level != level || side.empty()) continue;
      if (!name.empty() && name != side) return "";
      name = side;
    }
    return name;
  }

  // Names go beside the rows of a top-down tree and above the columns of a left-right tree, unless
  // headings stand there.
  void name_rows() {
    if (!diagram_.row_names || (!top_down() && !diagram_.headings.empty())) return;
    for (std::size_t level = 0; level < level_count_; ++level) {
      RowName row{name_of_row(level), {}};
      if (row.text.empty()) continue;
      const double width = text_width(row.text, text_.row_name);
      const Block row_block = largest_with_side(level);
      if (top_down()) {
        left_margin_ = std::max(left_margin_, width + kRowNameGap);
        row.right.y = heading_height_ + level_top_[level] + row_block.header + row_block.height / 2;
      } else {
        top_margin_ = line_height(text_.row_name) + kRowNameGap;
        row.right = {level_top_[level] + (row_block.width + width) / 2,
                     line_height(text_.row_name) / 2};
      }
      placed_.row_names.push_back(std::move(row));
    }
    if (!top_down()) return;
    for (RowName& row : placed_.row_names) row.right.x = left_margin_ - kRowNameGap;
  }

  // The largest extent of the level's nodes that have a known side.
  Block largest_with_side(std::size_t level) const {
    Block most;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i].level != level) continue;
      if (side_name(node(i).shape).empty()) continue;
      most.header = blocks_[i].header;
      most.width = std::max(most.width, sizes_[i].width);
      most.height = std::max(most.height, sizes_[i].height);
    }
    return most;
  }

  const Diagram& diagram_;
  const TextSizes text_;
  const std::size_t trees_, places_;  // trees_: number of trees; places_: nodes per tree
  double heading_height_ = 0;
  std::vector<Size> sizes_;
  std::vector<Block> blocks_;  // one per node
  std::vector<bool> has_children_;
  std::size_t level_count_ = 1;
  std::vector<double> label_gaps_;  // per level: between a label and its outline
  std::vector<double> level_top_, level_end_;
  double left_margin_ = 0, top_margin_ = 0;
  Placement placed_;
};

}  // namespace

Face edge_label_face(const DiagramNode& node) {
  return node.principal ? Face::kBold : Face::kRegular;
}

std::vector<BoardShape> board_above(const DiagramNode& node, const Box& box) {
  return board_shapes(node.board, {box.left(), box.top()}, node.board_scale);
}

double cut_mark_gap(Point from, Point to, Direction direction) {
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0);
  double along = std::abs(to.y - from.y) / length, across = std::abs(to.x - from.x) / length;
  if (direction == Direction::kLeftRight) std::swap(along, across);
  const CutMark& mark = kCutMark;
  return std::clamp((mark.clear + mark.reach * across) / std::max(along, 0.01), mark.least_gap,
                    std::max(mark.most_share * length, mark.least_gap));
}

Placement place(const Diagram& diagram) { return Placer(diagram).run(); }

Placement laid_over(const Diagram& worksheet, const Placement& solution) {
  Placement own = Placer(worksheet).run();
  Placement placed = solution;
  const double down = solution.legend_frame.top() - own.legend_frame.top();
  placed.legend = std::move(own.legend);
  placed.legend_frame = own.legend_frame;
  placed.legend_frame.y += down;
  for (LegendItem& item : placed.legend) {
    item.box.y += down;
    item.text_left.y += down;
  }
  // If a node of the worksheet lacks its condition, its edge is extended to the text of its move,
  // so that it ends where the edges of its siblings end.
  for (std::size_t i = 0; i < worksheet.nodes.size(); ++i) {
    const bool is_open = placed.conditions[i].width > 0 && worksheet.nodes[i].condition.empty();
    if (!is_open || worksheet.direction != Direction::kTopDown) continue;
    std::vector<Point>& edge = placed.edges[i];
    const Point end{edge.back().x, edge.back().y + placed.conditions[i].height};
    if (edge.size() == 2) edge.push_back(end);
    edge.back() = end;
  }
  // The solution's longest line may fill its width, and the worksheet must need no more lines.
  const double width = solution.width / kSurelyFilled;
  placed.caption = wrapped_caption(worksheet, width);
  if (!placed.caption.empty()) {
    placed.caption_height =
        std::max(placed.caption_height, caption_height(worksheet, placed.caption));
  }
  return placed;
}

}  // namespace plytrace::draw
