// SPDX-License-Identifier: MIT
//
// What `repeats` and the explorer say of repeated positions: the tables from which text and JSON
// come, and the JSON. Thread rule: one thread a reader.
#pragma once

#include "viewer/analysis/repeats.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

text::AnswerTable reasons_table(const Repeats& found);
text::AnswerTable gaps_table(const Repeats& found);
text::AnswerTable dearest_table(const TraceReader& reader, const Repeats& found);

// As schemas/outputs/repeats.schema.json has it, without trace, search and pass.
text::Json repeats_json(const TraceReader& reader, const Repeats& found);

}  // namespace plytrace
