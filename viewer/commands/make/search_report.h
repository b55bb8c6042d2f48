// SPDX-License-Identifier: MIT
//
// Prints the result of `plytrace search`: as JSON (schemas/outputs/search.schema.json) or as text.
// Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>

#include "core/any_game.h"
#include "viewer/cli/cli.h"

namespace plytrace {

// The result of the recording.
struct RecordingReport {
  std::string trace;
  std::uint64_t nodes = 0;  // rows of the table node
  std::uint64_t lost_events = 0;
  double seconds_waited = 0;  // how long the search waited for the writer thread
};

struct SearchReport {
  const AnyGame& game;  // the game at the root of the search
  const SearchSettings& settings;
  std::string evaluator;
  const SearchResult& result;
  std::optional<RecordingReport> recording;
  bool names_moves = false;  // the text names moves in the game's notation for people
};

// "alphabeta (fail-soft), depth 6".
std::string method_words(const SearchSettings& settings);
text::Json search_json(const SearchReport& report);
std::string search_text(const SearchReport& report);

}  // namespace plytrace
