// SPDX-License-Identifier: MIT
//
// A diagram as an SVG picture of its own: nodes and edges are groups with ids, classes, titles and
// tooltips, as Graphviz names them; texts are centred by their anchors, whatever font a viewer has.
// Pure function.
#pragma once

#include <string>
#include <vector>

#include "viewer/draw/diagram.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// `scale`: points of paper for one of the placement.
std::string svg_text(const Diagram& diagram, const Placement& placement, double scale = 1);

// Its boxes are reached by keyboard and say what they are.
std::string svg_text(const IcicleDiagram& diagram);

// The moments of one search in one file, each shown for a while, over and over; where nothing moves
// the last one is seen. All diagrams are placed alike; the caption of each is its sentence.
std::string animated_svg_text(const std::vector<Diagram>& moments, const Placement& placement,
                              double scale);

}  // namespace plytrace::draw
