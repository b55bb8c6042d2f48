// SPDX-License-Identifier: MIT
//
// From an excerpt of a trace to a diagram: which texts, shapes, marks and ghosts stand for what the
// search did. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace::draw {

struct Labels {
  bool move = true, value = true, window = true, bound = true, id = false, board = false;
};

enum class Pruned {
  kGhost,  // one dotted ghost for each skipped move
  kCount,  // one for all of a cutoff, with their number
  kHide    // none; the node says that it was cut
};

// The position of a node; both empty where it is not known.
struct Board {
  std::string text;
  BoardPicture picture;  // without marks where the game has no drawing
};

struct DiagramOptions {
  Labels labels;
  Pruned pruned = Pruned::kGhost;
  bool ghosts_apart = false;    // few of a cutoff stand side by side, as in a textbook, not stacked
  bool name_every_cut = false;  // also those that skipped nothing, in the node
  std::function<Board(const NodeRow&)> board;
  // Nodes that a search without cutoffs would have visited below the skipped move of a node, the
  // move's own node included; nullopt where that is not known.
  std::function<std::optional<std::int64_t>(const NodeRow&, const std::string& move)> pruned_size;
};

// The nodes only; title, caption, legend and looks are the caller's.
Diagram tree_diagram(const tree::Excerpt& excerpt, const DiagramOptions& options);

// A node by its row alone, reached by `move`, with its value and window, and `folded` nodes below
// it that are not drawn.
DiagramNode row_node(const NodeRow& row, const std::string& move, std::int64_t folded);

// Which side is to move; game over.
Shape shape_of(const NodeRow& row);
// The texts that the HTML page shows, too. The value with its bound: "≥ 3", "?" without one.
std::string value_label(const NodeRow& row, bool with_bound);
// The move, shortened, and where it is none of the usual what the parent did with the node.
std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most = SIZE_MAX);
// Does not count towards the parent's value, or was to be repeated.
bool stands_aside(const NodeRow& row);
// What stands in the box for the nodes that an excerpt leaves out below a node; none: nothing is.
std::vector<std::string> elided_lines(const tree::ExcerptNode& node);
// What stands in the boxes for the moves that a cutoff skipped, one box a line: some of the moves,
// each with what `size_of` says of it, or how many they are. None: nothing to be drawn.
std::vector<std::string> ghost_lines(
    const CutoffRow& cutoff, Pruned pruned,
    const std::function<std::string(const std::string& move)>& size_of);
// Places side by side that the ghosts of a cutoff take.
std::size_t ghost_places(const CutoffRow& cutoff, Pruned pruned, bool ghosts_apart);

// What cut: "5 >= 3", "2 <= 3 (table)", "late move".
std::string cut_condition(const CutoffRow& cutoff);

}  // namespace plytrace::draw
