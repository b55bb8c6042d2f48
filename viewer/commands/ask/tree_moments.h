// SPDX-License-Identifier: MIT
//
// A figure step by step: each event of the search as a picture of its moment, all of one size, with
// a sentence below. Errors: usage (too many steps), environment (Graphviz). Thread rule: one call
// at a time.
#pragma once

#include <string>
#include <vector>

#include "viewer/commands/ask/tree_figure.h"

namespace plytrace {

struct Moments {
  std::vector<draw::Diagram> diagrams;
  draw::Placement placed;  // of each, but for its sentence
};

Result<Moments> moments_of(const TreePictureOptions& options, const cli::Selection& selection,
                           const PlacedTree& picture, const draw::Paper& paper,
                           const draw::PictureFormat& format);

// A file of each, or one of all where the format holds it and `apart` is not wanted.
Result<std::vector<std::string>> step_bytes(const TreePictureOptions& options,
                                            const Moments& moments, const draw::Paper& paper,
                                            const draw::PictureFormat& format, bool apart);

}  // namespace plytrace
