// SPDX-License-Identifier: MIT
//
// Converts the options of a tree picture to what it is made from: its root, the labels and marks of
// its nodes, the limits of its excerpt, and the second search. Errors: usage (unknown words,
// different positions), bad_input (no such node). Thread rule: one call at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/commands/ask/tree_picture.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

// The defaults of a style.
struct StyleRow {
  std::string_view name;
  draw::Style style;
  std::vector<std::string> labels;
  std::string_view pruned, caption;
};

const StyleRow& style_of(const TreePictureOptions& options);

std::string_view or_usual(const std::string& asked, std::string_view usual);

// What a picture is made from. `looks` and `limits` contain pointers to the members before them.
struct TreeSubject {
  explicit TreeSubject(const Selection& selection) : unpruned(selection.reader, selection.search) {}
  TreeSubject(const TreeSubject&) = delete;
  TreeSubject& operator=(const TreeSubject&) = delete;

  tree::PrunedMoves unpruned;
  NodeRow root;
  // Used for a picture of two searches.
  std::unique_ptr<tree::PrunedMoves> other_unpruned;
  std::optional<tree::OtherSearch> other;
  draw::DiagramOptions looks;
  tree::ExcerptOptions limits;
};

// If the root is named by its id, `selection` changes to the pass that contains it.
Result<std::unique_ptr<TreeSubject>> tree_subject(const TreePictureOptions& options,
                                                  Selection& selection,
                                                  const OtherPictured* other = nullptr);

}  // namespace plytrace
