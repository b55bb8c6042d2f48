// SPDX-License-Identifier: MIT
//
// One search from checked words to its result, recorded where a trace is named. Everything is
// checked before the trace is touched; a trace that cannot be written never changes the result.
// Thread rule: one call at a time.
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

// A search whose words have been checked.
struct PreparedSearch {
  std::unique_ptr<AnyGame> game;
  EvaluatorChoice evaluator;
  SearchSettings settings;
  RecorderOptions recorder;
  RecordingOptions recording;
};

Result<PreparedSearch> prepare_search(const SearchOptions& options);

// What came out: the result, and what became of the recording, if there was one.
struct SearchOutcome {
  SearchResult result;
  std::optional<RecordingReport> recording;
  Status trace;  // a trace that could not be written does not spoil the result
};

// A recording that searches go into one after the other with run_recorded(); its finish() says
// whether the trace is complete.
Result<std::unique_ptr<Recording>> start_recording(const PreparedSearch& search,
                                                   const Destination& destination);
Result<SearchOutcome> run_recorded(const PreparedSearch& search, Recording& recording,
                                   const std::string& trace);

// `progress`: show the nodes recorded on a terminal.
Result<SearchOutcome> run_prepared(const PreparedSearch& search, const Destination& destination,
                                   bool progress);

SearchReport report_of(const PreparedSearch& search, const SearchOutcome& outcome);

}  // namespace plytrace
