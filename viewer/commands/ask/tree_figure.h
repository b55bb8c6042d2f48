// SPDX-License-Identifier: MIT
//
// The figure of a tree: as much of it as the paper holds legibly, in the looks that take the least
// away. What stands on it is measured in points. Errors: usage (too many boards), bad_input (a mark
// names nothing that is shown), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include "viewer/commands/ask/selection.h"
#include "viewer/commands/ask/tree_picture.h"
#include "viewer/commands/ask/tree_subject.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

struct PlacedTree {
  tree::Excerpt excerpt;
  draw::DiagramOptions looks;
  draw::Diagram diagram;
  draw::Placement placed;
};

draw::Direction direction_of(const TreePictureOptions& options);

// Nothing that was searched is left out.
bool is_whole(const tree::Excerpt& shown);
// Something is, but so few nodes may find room in another look.
bool may_be_whole(const tree::Excerpt& shown);

// Refuses more boards than can be drawn.
Result<tree::Excerpt> take_excerpt(const TreePictureOptions& options,
                                   const cli::Selection& selection, const NodeRow& root,
                                   const draw::DiagramOptions& looks,
                                   const tree::ExcerptOptions& limits);

// The boards of what is shown, alike in all nodes.
void add_boards(const cli::Selection& selection, const OtherPictured* other,
                const tree::Excerpt& excerpt, draw::DiagramOptions& looks);

// The nodes as `looks` says, and all around them.
draw::Diagram whole_diagram(const TreePictureOptions& options, const cli::Selection& selection,
                            const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                            const draw::Paper& paper, const OtherPictured* other = nullptr);

Result<PlacedTree> figure(TreePictureOptions options, const cli::Selection& selection,
                          const TreeSubject& subject, const draw::Paper& paper,
                          const draw::PictureFormat& format, const OtherPictured* other = nullptr);

}  // namespace plytrace
