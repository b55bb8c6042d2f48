// SPDX-License-Identifier: MIT
//
// Writes a diagram as a standalone SVG picture. Nodes and edges are groups with ids, classes,
// titles and tooltips, named as Graphviz names them. Texts are centred with text-anchor, so they
// stay centred in any font. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// `scale`: points on paper per point of the placement.
std::string svg_text(const Diagram& diagram, const Placement& placement, double scale = 1);

// Its boxes are focusable by keyboard and have accessible names.
std::string svg_text(const IcicleDiagram& diagram);

// Several moments of one search as an animation in one file; a viewer without animation
// shows the last one. All diagrams use the same placement, and each one's caption is the sentence
// of its moment.
std::string animated_svg_text(const std::vector<Diagram>& moments, const Placement& placement,
                              double scale, bool loops);

}  // namespace plytrace::draw
