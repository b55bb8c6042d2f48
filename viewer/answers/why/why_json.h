// SPDX-License-Identifier: MIT
//
// The answer of `why` (move_outcome.h) as JSON and as lines of text. Thread rule: pure functions
// over a reader.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/format/json.h"

namespace plytrace {

// As defined by schemas/outputs/why.schema.json.
text::Json why_json(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                    const WhyAnswer& answer);
// The answer, then the facts, then the outcome in each pass if there are several.
std::vector<std::string> why_lines(const SearchRow& search, const PassRow& pass,
                                   const WhyAnswer& answer);

}  // namespace plytrace
