// SPDX-License-Identifier: MIT
//
// The icicle chart of a search: all passes side by side, one pass, or the subtree of a node.
// Errors: bad_input (no such node), environment (Graphviz). Thread rule: one call at a time.
#pragma once

#include <string>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/answers/figure/figure_request.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace {

std::string icicle_figure(const FigureRequest& request, Selection& selection,
                          const draw::PictureFormat& format);

// The boxes in the look that the request asks for, in points. The roots of the `named` passes are
// labelled with their pass.
draw::IcicleDiagram icicle_picture(const FigureRequest& request, const TraceReader& reader,
                                   const std::vector<PassRow>& named, const Icicle& icicle,
                                   double width, std::vector<std::string> description);

}  // namespace plytrace
