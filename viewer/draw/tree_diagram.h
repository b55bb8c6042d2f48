// SPDX-License-Identifier: MIT
//
// Converts an excerpt of one or two traces to a diagram: chooses the texts, shapes and marks for
// each node. In all texts the two traces are called A and B. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/tree_words.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::draw {

// The position of a node; both members are empty if it is not known.
struct Board {
  std::string text;
  BoardPicture picture;  // no marks if the game draws no boards
};

enum class Style {
  kPlain,     // everything that the search recorded
  kTextbook,  // triangles and bare leaves; a cut is two strokes without its condition
  kDots  // dots without texts, filled in the minimal tree; elided subtrees are sized by their nodes
};

struct DiagramOptions {
  Style style = Style::kPlain;
  bool of_two = false;          // the excerpt joins two searches
  std::string prefix = "n";     // prefix of node names
  std::string root_path = "/";  // path of the excerpt's root from the root of its pass
  Labels labels;
  // Exercises leave the solution blank. blank_cuts draws the tree as if nothing had been pruned and
  // also hides the windows, which would give the cuts away.
  bool blank_values = false, blank_cuts = false, blank_windows = false;
  bool is_worksheet() const { return blank_values || blank_cuts || blank_windows; }
  // The names that the game gives to the nodes of the excerpt, for labels.name; "" for none. Empty
  // if it gives none at all: then inner nodes are called A, B, ...
  std::vector<std::string> names;
  // Notes by path below the excerpt's root: "/d/c", or "" for the root itself.
  std::map<std::string, std::string> notes;
  std::set<std::string> highlighted;
  std::size_t most_characters = 22;  // limit for the moves at an edge; the tooltip has them in full
  double dot_scale = 1;              // size factor of the dots of Style::kDots
  // for a text column: smaller values, counts broken into lines, long notes as footnotes
  bool narrow = false;
  // for Style::kTextbook, whose leaves have no outlines to separate them
  bool families_apart = true;
  // The style of a printed figure: nodes of one kind have outlines of one size. Boards, notes and
  // texts that do not fit are placed outside the outline.
  bool equal_shapes = false;
  bool one_text_size = false;  // all texts have kOneTextSize
  bool footnotes = true;       // if false, long notes stay at their nodes even in narrow pictures
  bool counts_gaps = true;     // if false, what is left out is an ellipsis without moves and counts
  bool leaf_windows = true;    // if false, leaves show no window, whatever `labels` says
  bool wide_legend = false;    // the legend takes the width of the paper, and so fewer rows
  // In a textbook figure a pruned place may be reduced to the strokes of its cut, plus a number if
  // it stands for several moves. kInner does so for all except leaves, whose values are known; kAll
  // includes leaves.
  enum class Stubs { kNone, kInner, kAll };
  Stubs pruned_stubs = Stubs::kNone;
  // mark a cut in the node's text if no place stands for the skipped moves
  bool hides_cuts = false;
  bool name_every_cut = false;  // also mark cuts that skipped no move, in the node
  std::function<Board(const NodeRow&)> board;
  // boards of nodes that only the second search visited
  std::function<Board(const NodeRow&)> other_board;
  const tree::Moment* moment = nullptr;  // null: after the end of the search
};

// Makes the nodes only; the caller sets title, caption, legend and theme.
Diagram tree_diagram(const tree::Excerpt& excerpt, const DiagramOptions& options);

// Joins two diagrams of the same places, for --beside.
Diagram side_by_side(Diagram first, Diagram second);

// Makes a node from its row alone: the move that reached it, its value and window, and the number
// of nodes below it that are not drawn (`folded`).
DiagramNode row_node(const NodeRow& row, const std::string& move, std::int64_t folded);

// The shape for the side to move, or for game over.
Shape shape_of(const NodeRow& row);
// True if the node does not count towards its parent's value or was due to be searched again.
bool stands_aside(const NodeRow& row);
}  // namespace plytrace::draw
