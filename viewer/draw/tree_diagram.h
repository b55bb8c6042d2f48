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
#include "viewer/draw/tree_words.h"
#include "viewer/tree/excerpt.h"
#include "viewer/tree/steps.h"

namespace plytrace::draw {

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
  bool of_two = false;          // the excerpt is of two searches
  std::string prefix = "n";     // of the names of nodes
  std::string root_path = "/";  // of the excerpt's root, from that of its pass
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
// Does not count towards the parent's value, or was to be repeated.
bool stands_aside(const NodeRow& row);
}  // namespace plytrace::draw
