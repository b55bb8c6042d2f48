// SPDX-License-Identifier: MIT
//
// Pictures as texts, for tests of several commands.
#pragma once

#include <cstddef>
#include <string>

namespace plytrace::test {

// The statement of a node or an edge in DOT text; "" for none.
std::string statement(const std::string& dot, const std::string& of);
// Empty if the text is well-formed as far as SVG from a program goes: tags nest, entities are
// known.
std::string xml_error(const std::string& text);
// In points.
double width_of_svg(const std::string& svg);
// The smallest text, in points of the paper.
double smallest_text_of_svg(const std::string& svg);
// Nodes of an SVG, those of pruned subtrees and gaps too.
std::size_t nodes_of_svg(const std::string& svg, const std::string& name);

}  // namespace plytrace::test
