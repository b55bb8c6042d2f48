// SPDX-License-Identifier: MIT
//
// Baselines: the results of the searches of a trace in a small file, and the differences of a later
// trace from them. For regression tests of engines (docs/ci.md). Errors: a file that is not a
// baseline is bad input. Thread rule: one thread per reader; the rest are pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/compare/search_result.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct TraceResults {
  std::string trace;  // the name of the file, without folders
  std::vector<SearchResultRow> searches;
};

// Reads what the trace records. Verdicts are left to the caller. A digest takes a scan, so searches
// in a trace of more than a million nodes get none.
TraceResults trace_results(const TraceReader& reader);

// The text of a baseline file, and back. `file` is named by messages.
std::string baseline_file_text(const TraceResults& results);
TraceResults parse_baseline(const std::string& file, const std::string& text);

// The trace that a file of a baseline is about, or the name of the file if it is damaged. nullopt
// for a file of another kind.
std::optional<std::string> trace_of_baseline(const std::string& file, const std::string& text);

// A search of the baseline, and the same one now.
struct BaselineComparison {
  std::string trace;
  std::optional<SearchResultRow> before, after;  // nullopt: there is no such search
  ResultChanges found;                           // empty unless both exist

  bool is_comparable() const { return before && after && found.not_comparable.empty(); }
};
// A trace that cannot be read, or its baseline.
struct UnreadableTrace {
  std::string trace, message;
};
struct BaselineCheck {
  std::vector<BaselineComparison> searches;
  std::vector<UnreadableTrace> unreadable;
  std::vector<std::string> new_traces;   // have no baseline
  std::vector<std::string> gone_traces;  // have a baseline, but were not given

  std::size_t compared() const;
  std::size_t changed() const;
  // Whether every search could be compared.
  bool is_complete() const;
};

// Adds the searches of a trace, which are compared in their order.
void compare_with_baseline(const TraceResults& before, const TraceResults& after,
                           const BaselineLimits& limits, BaselineCheck& check);

// The first line is the verdict. `folder` is where the baseline lies; at most `limit` searches.
std::string lines(const BaselineCheck& check, const std::string& folder, std::size_t limit);
std::string markdown(const BaselineCheck& check, std::size_t limit);
text::Json json(const BaselineCheck& check, const std::string& folder);
std::string junit_xml(const BaselineCheck& check);

}  // namespace plytrace::answers
