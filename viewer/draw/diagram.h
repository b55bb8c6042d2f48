// SPDX-License-Identifier: MIT
//
// A picture of a tree before it has positions: what is drawn, in words of the picture (shapes, line
// styles, marks, texts). Made from an excerpt of a trace or of two; placed by place() and written
// by the writers (DOT, TikZ, HTML). All texts are UTF-8 without control characters
// (text::printable()). Thread rule: plain values.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/board_picture.h"
#include "viewer/draw/text_metrics.h"

namespace plytrace::draw {

enum class Theme { kPaper, kColor, kCount };  // each has its row in theme.h
enum class Direction { kTopDown, kLeftRight };

enum class Shape {
  kMax,     // points up
  kMin,     // points down
  kPlain,   // side to move not known
  kOver,    // game over: nobody is to move; also what is not known
  kElided,  // nodes that the picture leaves out
  kRoof,    // a whole subtree, as a triangle
  kUp,      // as in textbooks: MAX,
  kDown,    // MIN,
  kBare     // a leaf without outline
};

enum class EdgeStyle {
  kSolid,
  kDashed,  // does not count towards the parent's value, or will be repeated; also to kElided
  kDotted   // never searched
};

// What a line of a node says, where a legend explains it.
// kSkips: how many skipped moves a place without anything else stands for.
enum class Says { kOther, kValue, kWindow, kCount, kKind, kSkips };

struct TextLine {
  std::string text;
  double size = 9;
  Face face = Face::kRegular;
  Says says = Says::kOther;
};

struct Attribute {
  std::string name, value;
};

struct DiagramNode {
  std::string id;   // unique in the picture and stable between runs: "n12", "n12_skip1"
  int parent = -1;  // index, smaller than the own one
  Shape shape = Shape::kPlain;
  BoardPicture board;  // without marks: none
  std::vector<TextLine> lines;
  std::string edge_label;  // the move
  std::string condition;   // of a cut edge: what cut; stands above the move
  EdgeStyle edge = EdgeStyle::kSolid;
  bool principal = false;      // on the principal variation: bold
  bool dashed_line = false;    // no usable value: dashed outline
  bool cut_mark = false;       // a double stroke across the edge
  bool pruned = false;         // never searched: dotted and grey
  bool absent = false;         // has its place, but is not there
  bool highlighted = false;    // asked for, or where a step happens
  bool marked_first = false;   // only in the first of two traces (compare)
  bool marked_second = false;  // only in the second
  // Greater than 0: no texts, but a mark so large, filled where it is solid.
  double dot = 0;
  bool solid = false;
  std::string tooltip;                // empty: none
  std::vector<Attribute> attributes;  // further ones of its group, in SVG
};

struct Diagram {
  std::vector<DiagramNode> nodes;    // parents before children, siblings from left to right
  std::string title;                 // one bold line; empty: none
  std::vector<std::string> caption;  // says which search this is; empty: none is drawn
  // The same in full, for those who ask the file: kept beside the drawing, where a format can.
  std::vector<std::string> description;
  // One for each of several trees that stand side by side; none: there is one tree. The trees lie
  // one behind the other in `nodes` and have the same places, which stand alike in all.
  std::vector<std::string> headings;
  double text_width = 420;  // least width for the lines of caption and legend, in points
  std::map<std::size_t, std::string> footnotes;  // "(1) ...", by number: notes that nodes refer to
  std::size_t marks = 0;  // notes and highlights that were asked for and have a node here
  bool legend = false;
  bool is_narrow = false;       // nodes and levels stand closer
  bool families_apart = false;  // children of different parents stand further apart than siblings
  double dot_scale = 0;         // of a picture of dots: how large they are; 0: it is none
  bool row_names = false;       // MAX and MIN at the left of rows where all nodes are of one side
  Theme theme = Theme::kPaper;
  Direction direction = Direction::kTopDown;
};

}  // namespace plytrace::draw
