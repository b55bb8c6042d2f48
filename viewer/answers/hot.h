// SPDX-License-Identifier: MIT
//
// Where the nodes of a search went, and which node caused it. Thread rule: one thread a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/hot_spots.h"
#include "viewer/draw/curves.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct HotQuestion {
  SearchRow search;
  std::vector<PassRow> passes;          // by id
  std::optional<std::int64_t> ordinal;  // of the pass that was chosen; none: all passes
  ScanControl control{};
};

struct HotAnswer {
  SearchRow search;
  std::optional<std::int64_t> ordinal;
  HotSpots found;
};

Result<HotAnswer> answer(const TraceReader& reader, HotQuestion question);

text::Json json(const TraceReader& reader, const HotAnswer& answer);
// The same, and what people are told in words.
text::Json json_with_words(const TraceReader& reader, const HotAnswer& answer);
std::string lines(const TraceReader& reader, const HotAnswer& answer);
// The nodes along the heavy path, and what is usual for such nodes.
draw::CurvePlot curves(const TraceReader& reader, const HotAnswer& answer);

// What the answer calls a heavy path, a trigger and so on, for the help text.
const char* hot_definitions();

}  // namespace plytrace::answers
