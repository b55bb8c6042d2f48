// SPDX-License-Identifier: MIT
//
// A placed diagram as DOT text, one statement a line, with stable names: the same picture gives the
// same bytes. The text holds all positions and sizes, so that `neato -n2` (and render_dot()) draws
// what place() laid out; `dot`, which ignores positions, can lay it out anew. Pure function.
#pragma once

#include <string>
#include <string_view>

#include "viewer/draw/diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

std::string dot_text(const Diagram& diagram, const Placement& placement);

// A label as a DOT string with its quotes. Everything stands for itself: no escape sequence (\N,
// \l, ...) and no entity (&lt;) that Graphviz knows can come from a label.
std::string dot_quoted(std::string_view text);
// Text for an HTML-like label: & < > " and \ as entities.
std::string label_escaped(std::string_view text);

}  // namespace plytrace::draw
