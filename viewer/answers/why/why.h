// SPDX-License-Identifier: MIT
//
// Why a move was searched, not searched, or not chosen: the forms of the answer of move_outcome.h.
// Thread rule: one thread a reader.
#pragma once

#include <string>

#include "viewer/answers/why/move_outcome.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

text::Json json(const TraceReader& reader, const WhyAnswer& answer);
// The answer, then the facts, then what became of it in each pass where there are several.
std::string lines(const WhyAnswer& answer);

}  // namespace plytrace::answers
