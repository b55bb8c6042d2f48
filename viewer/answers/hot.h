// SPDX-License-Identifier: MIT
//
// Finds where the nodes of a search went, and which node caused the explosion. Thread rule: one
// thread per reader.
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
  std::optional<std::int64_t> ordinal;  // number of the chosen pass; nullopt: all passes
  ScanControl control{};
};

struct HotAnswer {
  SearchRow search;
  std::optional<std::int64_t> ordinal;
  HotSpots found;
};

HotAnswer answer(const TraceReader& reader, HotQuestion question);

text::Json json(const TraceReader& reader, const HotAnswer& answer);
// The same, with the answer's sentences.
text::Json json_with_words(const TraceReader& reader, const HotAnswer& answer);
std::string lines(const TraceReader& reader, const HotAnswer& answer);
// The sizes of the nodes along the heavy path, and the usual sizes of such nodes.
draw::CurvePlot curves(const TraceReader& reader, const HotAnswer& answer);

// Definitions of heavy path, trigger and so on, for the help text.
const char* hot_definitions();

}  // namespace plytrace::answers
