// SPDX-License-Identifier: MIT
//
// A picture of a tree before it has positions: what is drawn, in words of the picture (shapes, line
// styles, marks, texts). Made from an excerpt of a trace, or by whoever wants to draw another tree
// (the union of two searches); placed by place() and written by the writers (DOT, TikZ, HTML).
// All texts are UTF-8 without control characters (text::printable()). Thread rule: plain values.
#pragma once

#include <string>
#include <vector>

#include "core/board_picture.h"
#include "viewer/draw/text_metrics.h"

namespace plytrace::draw {

enum class Theme { kPaper, kColor };  // each has its row in theme.h
inline constexpr std::size_t kThemes = 2;
enum class Direction { kTopDown, kLeftRight };

enum class Shape {
  kMax,    // points up
  kMin,    // points down
  kPlain,  // side to move not known
  kOver,   // game over: nobody is to move
  kGhost,  // a move that was never searched
  kElided  // nodes that the picture leaves out
};

enum class EdgeStyle {
  kSolid,
  kDashed,  // does not count towards the parent's value, or will be repeated; also to kElided
  kDotted   // never searched
};

inline constexpr double kConditionSize = 8;  // of the text at a cut edge, in points

struct TextLine {
  std::string text;
  double size = 9;
  Face face = Face::kRegular;
};

struct DiagramNode {
  std::string id;   // unique in the picture and stable between runs: "n12", "n12_skip1"
  int parent = -1;  // index, smaller than the own one
  Shape shape = Shape::kPlain;
  BoardPicture board;  // without marks: none
  std::vector<TextLine> lines;
  std::string edge_label;  // the move, or the condition of a cut
  EdgeStyle edge = EdgeStyle::kSolid;
  bool principal = false;      // on the principal variation: bold
  bool dashed_line = false;    // no usable value: dashed outline
  bool cut_mark = false;       // a double stroke across the edge
  bool stacked = false;        // stands below the sibling before it, not beside it
  bool marked_first = false;   // only in the first of two traces (compare)
  bool marked_second = false;  // only in the second
  std::string tooltip;         // empty: none
};

struct Diagram {
  std::vector<DiagramNode> nodes;    // parents before children, siblings from left to right
  std::string title;                 // one bold line; empty: none
  std::vector<std::string> caption;  // says which search this is
  bool legend = false;
  Theme theme = Theme::kPaper;
  Direction direction = Direction::kTopDown;
};

}  // namespace plytrace::draw
