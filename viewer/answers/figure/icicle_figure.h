// SPDX-License-Identifier: MIT
//
// The icicle chart of a search: all passes side by side, one pass, or the subtree of a node.
// Errors: bad_input (no such node), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include <string>

#include "viewer/answers/figure/figure_request.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace {

Result<std::string> icicle_figure(const FigureRequest& request, Selection& selection,
                                  const draw::PictureFormat& format);

}  // namespace plytrace
