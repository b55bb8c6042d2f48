// SPDX-License-Identifier: MIT
//
// Converts the request for a tree picture to what it is made from: its root, the labels and marks
// of its nodes, the limits of its excerpt, and the second search. Errors: usage (different
// positions, a path outside the picture), bad_input (no such node). Thread rule: one call at a
// time.
#pragma once

#include <memory>
#include <optional>

#include "viewer/answers/figure/figure_request.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

// The defaults of a style.
struct StyleRow {
  draw::Style style;
  draw::Labels labels;
  tree::Pruned pruned;
  FigureRequest::Caption caption;
};
const StyleRow& style_of(const FigureRequest& request);

// The part of a subject that is fitted to the paper.
struct FittedSubject {
  NodeRow root;
  draw::DiagramOptions looks;
  tree::ExcerptOptions limits;
};

// The data that a picture shows. `looks` and `limits` contain pointers to the members here.
struct TreeSubject : FittedSubject {
  explicit TreeSubject(const Selection& selection) : unpruned(selection.reader, selection.search) {}
  TreeSubject(const TreeSubject&) = delete;
  TreeSubject& operator=(const TreeSubject&) = delete;

  tree::PrunedMoves unpruned;
  // Used for a picture of two searches.
  std::unique_ptr<tree::PrunedMoves> other_unpruned;
  std::optional<tree::OtherSearch> other;
};

// If the root is named by its id, `selection` changes to the pass that contains it.
std::unique_ptr<TreeSubject> tree_subject(const FigureRequest& request, Selection& selection,
                                          const OtherPictured* other = nullptr);

}  // namespace plytrace
