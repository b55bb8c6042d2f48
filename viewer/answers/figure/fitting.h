// SPDX-License-Identifier: MIT
//
// The figure of a tree: as much of the tree as is legible on the paper, in the look that changes
// the figure least. Sizes are in points. Errors: usage (too many boards), bad_input (a mark names
// nothing that is shown), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include "viewer/answers/figure/subject.h"
#include "viewer/draw/picture_formats.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

struct PlacedTree {
  tree::Excerpt excerpt;
  draw::DiagramOptions looks;
  draw::Diagram diagram;
  draw::Placement placed;
};

// True if all searched nodes are shown.
bool is_whole(const tree::Excerpt& shown);
// Some nodes are missing, but the tree is small enough that another look might show all.
bool may_be_whole(const tree::Excerpt& shown);

// Usage error if there are more boards than can be drawn.
Result<tree::Excerpt> take_excerpt(const FigureRequest& request, const Selection& selection,
                                   const NodeRow& root, const draw::DiagramOptions& looks,
                                   const tree::ExcerptOptions& limits);

// Adds the boards of the shown nodes, all with the same part of the board.
void add_boards(const Selection& selection, const OtherPictured* other,
                const tree::Excerpt& excerpt, draw::DiagramOptions& looks);

// Sets the names that the game gives to the nodes, if the labels ask for them.
void add_names(const Selection& selection, const OtherPictured* other, const tree::Excerpt& excerpt,
               draw::DiagramOptions& looks);

// The nodes in the look that `looks` describes, with title, legend and caption.
draw::Diagram whole_diagram(const FigureRequest& request, const Selection& selection,
                            const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                            const OtherPictured* other = nullptr);

// Drawn from left to right if no direction is requested and the paper then holds more.
Result<PlacedTree> fitted_figure(const FigureRequest& request, const Selection& selection,
                                 const FittedSubject& subject, const draw::PictureFormat& format,
                                 const OtherPictured* other = nullptr);

}  // namespace plytrace
