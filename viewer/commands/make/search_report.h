// SPDX-License-Identifier: MIT
//
// How `plytrace search` shows its result: the JSON of schemas/outputs/search.schema.json, and a
// page of text for people. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>

#include "core/any_game.h"
#include "viewer/cli/cli.h"

namespace plytrace {

// What became of the recording.
struct RecordingReport {
  std::string trace;
  std::uint64_t nodes = 0;  // rows of node
  std::uint64_t lost_events = 0;
  double seconds_waited = 0;  // by the search, for the writer
};

struct SearchReport {
  const AnyGame& game;  // at the root of the search
  const SearchSettings& settings;
  std::string evaluator;
  const SearchResult& result;
  std::optional<RecordingReport> recording;
};

text::Json search_json(const SearchReport& report);
std::string search_text(const SearchReport& report);

}  // namespace plytrace
