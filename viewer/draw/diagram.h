// SPDX-License-Identifier: MIT
//
// A picture of a tree before layout: shapes, line styles, marks and texts, without positions.
// tree_diagram() makes one from an excerpt of one or two traces, place() computes positions, and
// the writers (SVG, DOT, TikZ) draw it. All texts are UTF-8 without control characters
// (text::printable()). Thread rule: plain values.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/board_picture.h"
#include "viewer/draw/text_metrics.h"

namespace plytrace::draw {

enum class Theme { kPaper, kColor, kCount };  // each has a row in theme.h
enum class Direction { kTopDown, kLeftRight };

enum class Shape {
  kMax,     // points up
  kMin,     // points down
  kPlain,   // side to move not known
  kOver,    // game over, or nothing is known about the node
  kElided,  // nodes that the picture leaves out
  kRoof,    // a whole subtree, as a triangle
  kUp,      // a triangle for MAX, as in textbooks
  kDown,    // a triangle for MIN
  kBare     // a leaf without outline
};

enum class EdgeStyle {
  kSolid,
  kDashed,  // does not count towards the parent's value, or will be repeated; also to kElided
  kDotted   // never searched
};

// The content of a line in a node, for lines that a legend explains. kSkips is the number of moves
// skipped at a place that shows nothing else.
enum class Says { kOther, kValue, kWindow, kCount, kKind, kSkips };

struct TextLine {
  std::string text;
  double size = 9;
  Face face = Face::kRegular;
  Says says = Says::kOther;
};

// Font sizes of the texts around nodes, in points of the layout.
struct TextSizes {
  double edge = 9.5, condition = 8, legend = 8.5, caption = 9.5, title = 13, row_name = 12,
         heading = 12;
};

// The size of every text in a figure that has one text size (Diagram::one_text_size).
inline constexpr double kOneTextSize = 12;

struct Attribute {
  std::string name, value;
};

struct DiagramNode {
  std::string id;   // unique in the picture and stable between runs: "n12", "n12_skip1"
  int parent = -1;  // index of the parent, smaller than the node's own
  Shape shape = Shape::kPlain;
  BoardPicture board;  // no marks: no board is drawn
  double board_scale = 1;
  bool board_above = false;  // the board stands above the outline instead of inside it
  bool flat_roof = false;    // the roof of its outline has a fixed height
  std::vector<TextLine> lines;
  // Texts outside of the outline: below a leaf, or beside a node with children.
  std::vector<TextLine> beside;
  std::string edge_label;  // the move
  std::string condition;   // why the search cut here; drawn above the move
  EdgeStyle edge = EdgeStyle::kSolid;
  bool principal = false;      // on the principal variation: drawn bold
  bool dashed_line = false;    // no usable value: drawn with a dashed outline
  bool cut_mark = false;       // a double stroke across the edge
  bool pruned = false;         // never searched: dotted and grey
  bool absent = false;         // takes up space but is not drawn
  bool highlighted = false;    // requested by the user, or where the current step happens
  bool marked_first = false;   // only in the first of two traces (compare)
  bool marked_second = false;  // only in the second
  bool maybe_in_both = false;  // marked, but the other may have visited it without recording it
  // If greater than 0, the node is a dot of this size without texts, filled if `solid`.
  double dot = 0;
  bool solid = false;
  std::string tooltip;                // empty: none
  std::vector<Attribute> attributes;  // extra attributes of its SVG group
};

struct Diagram {
  std::vector<DiagramNode> nodes;    // parents before children, siblings from left to right
  std::string title;                 // one bold line; empty: none
  std::vector<std::string> caption;  // identifies the search; empty: none is drawn
  // The full caption, stored as metadata in formats that support it.
  std::vector<std::string> description;
  // One heading per tree if several trees are drawn side by side; empty for a single tree. `nodes`
  // then holds the trees one after the other, with the same nodes in the same order, and all are
  // laid out alike.
  std::vector<std::string> headings;
  // The caption and the legend are wrapped at the width of the tree, but not below this width.
  double text_width = 420;
  std::map<std::size_t, std::string> footnotes;  // "(1) ..." by number, referenced from the nodes
  std::set<std::string> marked;  // paths of requested notes and highlights that are shown
  bool legend = false;
  double legend_width = 0;      // the legend may be as wide as this, wherever the tree is narrower
  bool is_narrow = false;       // nodes and levels stand closer
  bool one_text_size = false;   // all texts have kOneTextSize, except the coordinates of boards
  bool equal_shapes = false;    // outlines of one kind are equally large
  bool families_apart = false;  // children of different parents stand further apart than siblings
  double dot_scale = 0;         // size factor of a picture of dots; 0: not a picture of dots
  bool row_names = false;       // label rows whose nodes all have one side "MAX" or "MIN"
  Theme theme = Theme::kPaper;
  Direction direction = Direction::kTopDown;

  TextSizes text_sizes() const {
    constexpr double kOne = kOneTextSize;
    return one_text_size ? TextSizes{kOne, kOne, kOne, kOne, kOne, kOne, kOne} : TextSizes();
  }
};

}  // namespace plytrace::draw
