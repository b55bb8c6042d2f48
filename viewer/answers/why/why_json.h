// SPDX-License-Identifier: MIT
//
// What became of a move (move_outcome.h) as JSON and as lines for people. Thread rule: pure
// functions over a reader.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/format/json.h"

namespace plytrace {

// schemas/outputs/why.schema.json.
text::Json why_json(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                    const WhyAnswer& answer);
// The answer, then the facts, then what became of it in each pass where there are several.
std::vector<std::string> why_lines(const SearchRow& search, const PassRow& pass,
                                   const WhyAnswer& answer);

}  // namespace plytrace
