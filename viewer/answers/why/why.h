// SPDX-License-Identifier: MIT
//
// JSON and text of the answer why a move was searched, not searched, or not chosen
// (move_outcome.h). Thread rule: one thread per reader.
#pragma once

#include <string>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

text::Json json(const TraceReader& reader, const WhyAnswer& answer);
// The answer, then the facts, then the outcome in each pass if there are several.
std::string lines(const WhyAnswer& answer);

}  // namespace plytrace::answers
