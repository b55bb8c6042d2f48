// SPDX-License-Identifier: MIT
//
// Draws a figure step by step: one picture per event of the search, all of the same size, with a
// sentence below. Errors: usage (too many steps), environment (Graphviz). Thread rule: one call at
// a time.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/figure/fitting.h"

namespace plytrace {

struct Moments {
  std::string title;  // of a slide
  std::vector<draw::Diagram> diagrams;
  draw::Placement placed;  // common to all steps, except for the sentence
};

Moments moments_of(const FigureRequest& request, const Selection& selection,
                   const PlacedTree& picture, const draw::PictureFormat& format, bool apart);

// One file per step; or a single file if the format supports it and `apart` is false.
std::vector<std::string> step_bytes(const FigureRequest& request, const Moments& moments,
                                    const draw::PictureFormat& format, bool apart);

}  // namespace plytrace
