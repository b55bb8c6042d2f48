// SPDX-License-Identifier: MIT
//
// Writes a diagram as DOT text, one statement per line, with stable names: the same picture gives
// the same bytes. A placed diagram carries all positions and sizes, so `neato -n2` draws exactly
// what place() laid out; `dot` ignores positions and lays the graph out itself. A tree without
// positions can be written node by node while it is read. DOT has no free strokes, so a cut mark is
// an arrow head. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

std::string dot_text(const Diagram& diagram, const Placement& placement);

// These write a tree without positions: first the opening, then each node after its parent together
// with the edge from that parent (empty for the root), then "}".
std::string dot_opening(Theme theme);
std::string dot_statements(const DiagramNode& node, const std::string& parent, Theme theme);

// Quotes a label as a DOT string. Every character appears literally: Graphviz finds no escape
// sequence (\N, \l, ...) and no entity (&lt;) in it.
std::string dot_quoted(std::string_view text);
// Escapes text for an HTML-like label: & < > " and \ become entities.
std::string label_escaped(std::string_view text);

}  // namespace plytrace::draw
