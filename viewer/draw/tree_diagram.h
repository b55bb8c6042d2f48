// SPDX-License-Identifier: MIT
//
// From an excerpt of a trace, or of two, to a diagram: which texts, shapes, marks and ghosts stand
// for what the search did. The two are A and B in all texts. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::draw {

struct Labels {
  bool move = true, value = true, window = true, bound = true, id = false, board = false;
  bool name = false;  // A, B, ... of the inner nodes drawn, level by level
  bool size = false;  // nodes of the subtree
  bool rank = false;  // the how-manieth of how many moves it is
};

// The position of a node; both empty where it is not known.
struct Board {
  std::string text;
  BoardPicture picture;  // without marks where the game has no drawing
};

enum class Style {
  kPlain,     // everything that the search knew
  kTextbook,  // triangles and bare leaves; a cut is two strokes, its condition is not written
  kDots       // marks without texts; those of the minimal tree filled, what is left out by size
};

struct DiagramOptions {
  Style style = Style::kPlain;
  bool of_two = false;       // the excerpt is of two searches
  std::string prefix = "n";  // of the names of nodes
  Labels labels;
  // For exercises: empty where the solution stands. Cuts: the tree as if nothing had been pruned,
  // and without what windows tell.
  bool blank_values = false, blank_cuts = false, blank_windows = false;
  // By the path below the excerpt's root, "/d/c", "" for the root itself.
  std::map<std::string, std::string> notes;
  std::set<std::string> highlighted;
  std::size_t most_characters = 22;  // of the moves at an edge; the tooltip has them whole
  double dot_scale = 1;              // of Style::kDots: how large the dots are drawn
  bool narrow = false;         // for a column: smaller values, counts in lines, long notes below
  bool families_apart = true;  // of Style::kTextbook, which has no outlines to tell them apart
  bool footnotes = true;       // else long notes stand at their nodes also where it is narrow
  bool counts_gaps = true;     // else what is left out is an ellipsis, without moves and counts
  bool leaf_windows = true;    // else leaves show none, whatever the labels say
  // In a textbook figure what is pruned may be but the strokes of its cut, with a number where it
  // stands for several moves: all but leaves, whose values are known, or these too.
  enum class Stubs { kNone, kInner, kAll };
  Stubs pruned_stubs = Stubs::kNone;
  bool hides_cuts = false;      // a node says that it was cut, where nothing stands for the moves
  bool name_every_cut = false;  // also those that skipped nothing, in the node
  std::function<Board(const NodeRow&)> board;
  std::function<Board(const NodeRow&)> other_board;  // of nodes that only the second visited
  const tree::Moment* moment = nullptr;              // none: the search is over
};

// The nodes only; title, caption, legend and looks are the caller's.
Diagram tree_diagram(const tree::Excerpt& excerpt, const DiagramOptions& options);

// Two diagrams with the same places, for --beside.
Diagram side_by_side(Diagram first, Diagram second);

// A node by its row alone, reached by `move`, with its value and window, and `folded` nodes below
// it that are not drawn.
DiagramNode row_node(const NodeRow& row, const std::string& move, std::int64_t folded);

// Which side is to move; game over.
Shape shape_of(const NodeRow& row);
// The texts that the HTML page shows, too. The value with the sign of its bound: "≥ 3", "?" without
// one.
std::string value_label(const NodeRow& row);
// What the labels ask for of it: "≥ 3"; of the bound alone "≥", "=" of an exact value; or nothing.
std::string claim_label(const NodeRow& row, const Labels& labels);
// The moves that lead to a place, shortened; and where it is none of the usual what the parent did
// with the node.
std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most = SIZE_MAX);
// Does not count towards the parent's value, or was to be repeated.
bool stands_aside(const NodeRow& row);
// What stands in the box of a place that was left out or pruned, but its value: how many moves
// and nodes it stands for.
std::vector<std::string> count_lines(const tree::Excerpt& excerpt, const tree::ExcerptNode& node,
                                     bool with_move, bool of_two = false);
// "1,234 nodes", "~9e5 nodes"; "" of a leaf.
std::string size_text(const tree::TreeSize& size);

// "<=", ">=" and "inf" as the signs that pictures have for them.
std::string with_signs(std::string text);
// What cut: "5 >= 3", "2 <= 3 (table)", "late move".
std::string cut_condition(const CutoffRow& cutoff);

}  // namespace plytrace::draw
