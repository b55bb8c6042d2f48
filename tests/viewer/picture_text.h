// SPDX-License-Identifier: MIT
//
// Pictures as texts, for tests of several commands.
#pragma once

#include <string>

namespace plytrace::test {

// The statement of a node or an edge in DOT text; "" for none.
std::string statement(const std::string& dot, const std::string& of);
// Empty if the text is well-formed as far as SVG from a program goes: tags nest, entities are
// known.
std::string xml_error(const std::string& text);

}  // namespace plytrace::test
