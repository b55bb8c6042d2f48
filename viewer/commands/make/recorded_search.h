// SPDX-License-Identifier: MIT
//
// Runs one search with checked options and records it if a trace is given. Everything is checked
// before the trace is opened; a trace that cannot be written never changes the result. Thread rule:
// one call at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/any_game.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/commands/make/search_report.h"

namespace plytrace {

// A search whose options have been checked.
struct PreparedSearch {
  std::unique_ptr<AnyGame> game;
  EvaluatorChoice evaluator;
  SearchSettings settings;
  RecorderOptions recorder;
};

Result<PreparedSearch> prepare_search(const SearchOptions& options);

// The result of a search, and of its recording if there was one.
struct SearchOutcome {
  SearchResult result;
  std::optional<RecordingReport> recording;
  Status trace;  // the status of the recording; does not affect the result
};

// Adds a search to a recording; searches of one recording run one after the other.
Result<SearchOutcome> run_recorded(const PreparedSearch& search, Recording& recording,
                                   const std::string& trace);

// `progress`: shows the number of recorded nodes on a terminal.
Result<SearchOutcome> run_prepared(const PreparedSearch& search, const Destination& destination,
                                   bool progress);

SearchReport report_of(const PreparedSearch& search, const SearchOutcome& outcome);

}  // namespace plytrace
