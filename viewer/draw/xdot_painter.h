// SPDX-License-Identifier: MIT
//
// Draws a diagram with Graphviz's drawing operations, which graphviz.h renders as PDF or PNG. Pure
// functions.
#pragma once

#include "viewer/draw/diagram.h"
#include "viewer/draw/graphviz.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

Drawing xdot_drawing(const Diagram& diagram, const Placement& placement);
Drawing xdot_drawing(const IcicleDiagram& diagram);

}  // namespace plytrace::draw
