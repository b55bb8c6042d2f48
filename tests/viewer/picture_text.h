// SPDX-License-Identifier: MIT
//
// Reads facts from pictures in text form, for tests of several commands.
#pragma once

#include <cstddef>
#include <string>

namespace plytrace::test {

// The DOT statement of a node or an edge; "" if there is none.
std::string statement(const std::string& dot, const std::string& of);
// Checks that SVG written by the program is well-formed: tags nest, entities are known. Returns the
// first error, or "".
std::string xml_error(const std::string& text);
// The width in points.
double width_of_svg(const std::string& svg);
// The smallest text, in points of the paper.
double smallest_text_of_svg(const std::string& svg);
// The number of nodes in an SVG, including those of pruned subtrees and gaps.
std::size_t nodes_of_svg(const std::string& svg, const std::string& name);

}  // namespace plytrace::test
