// SPDX-License-Identifier: MIT
//
// A diagram as DOT text, one statement a line, with stable names: the same picture gives the same
// bytes. A placed one holds all positions and sizes, so that `neato -n2` draws what place() laid
// out; `dot`, which ignores positions, can lay it out anew. A tree without positions can be written
// node by node as it is read. DOT has no strokes: the mark of a cut is an arrow head. Pure
// functions.
#pragma once

#include <string>
#include <string_view>

#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

std::string dot_text(const Diagram& diagram, const Placement& placement);

// A tree without positions: the opening, each node after its parent (none: the root) with the edge
// that leads to it, and "}" at the end.
std::string dot_opening(Theme theme);
std::string dot_statements(const DiagramNode& node, const std::string& parent, Theme theme);

// A label as a DOT string with its quotes. Everything stands for itself: no escape sequence (\N,
// \l, ...) and no entity (&lt;) that Graphviz knows can come from a label.
std::string dot_quoted(std::string_view text);
// Text for an HTML-like label: & < > " and \ as entities.
std::string label_escaped(std::string_view text);

}  // namespace plytrace::draw
