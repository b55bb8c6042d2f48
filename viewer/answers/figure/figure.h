// SPDX-License-Identifier: MIT
//
// The picture of one search tree, or of two, with the pruned parts: an excerpt within a budget,
// laid out and written in a format. Errors: usage (different positions, too many boards), bad_input
// (no such node), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/figure/figure_request.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace {

struct Figure {
  std::vector<std::string> files;  // the bytes of each file; several if each step has one
  // Notes for the user: for example, that text is too small to read, and which option helps.
  std::vector<std::string> notes;
};

// If the root is named by its id and lies in another pass, that pass is selected.
Figure tree_figure(const FigureRequest& request, Selection& selection,
                   const draw::PictureFormat& format, const OtherPictured* other = nullptr);
// The search step by step: one picture per moment, or a single file if the format supports it and
// `apart` is false.
Figure step_figure(const FigureRequest& request, Selection& selection,
                   const draw::PictureFormat& format, bool apart);

}  // namespace plytrace
