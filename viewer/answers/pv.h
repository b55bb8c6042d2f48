// SPDX-License-Identifier: MIT
//
// The principal variation of a pass, followed through the recorded nodes; of a pass without nodes
// (a UCI log), the line that it reported. Thread rule: one thread per reader.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/format/json.h"
#include "viewer/meaning/view.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/tree/principal_variation.h"

namespace plytrace::answers {

struct PvQuestion {
  SearchRow search;
  PassRow pass;
  text::View view{};
};

struct PvAnswer {
  SearchRow search;
  PassRow pass;
  text::View view{};
  tree::PrincipalVariation line;  // the recorded line; at most tree::kMostSteps
  // The line that the pass reported, or else the search.
  std::vector<std::string> reported;
  std::vector<std::string> followed;  // what of it continues the root of the pass
  // If this pass has no principal variation: another pass that has one.
  std::optional<PassRow> pass_with_line;
};

// bad_input if the pass has no root and reported no line.
PvAnswer answer(const TraceReader& reader, PvQuestion question);

text::Json json(const TraceReader& reader, const PvAnswer& answer);
std::string lines(const TraceReader& reader, const PvAnswer& answer);

}  // namespace plytrace::answers
