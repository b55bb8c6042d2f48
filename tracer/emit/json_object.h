// SPDX-License-Identifier: MIT
//
// is_json_object() tells whether a text is one JSON object, in numbers that every reader takes:
// traces hold options of games and searches as such texts, which event lines and queries contain.
// Thread rule: a pure function.
#pragma once

#include <string_view>

namespace plytrace {

// Nested at most 30 deep, as in event lines.
bool is_json_object(std::string_view text);

}  // namespace plytrace
