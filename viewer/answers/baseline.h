// SPDX-License-Identifier: MIT
//
// Baselines: the results of the searches of a trace in a small file, and the differences of a later
// trace from them. For regression tests of engines (docs/ci.md). Errors: a file that is not a
// baseline is bad input. Thread rule: one thread per reader; the rest are pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/compare/compare.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct SearchResultRow {
  std::int64_t id = 0;
  // The question of the search. The texts of options are JSON with sorted keys.
  std::string game, game_options, position, algorithm, options, evaluator, depth;
  // The answer; "" for a text that is not known. `bound`: what it claims about its value.
  std::string status, best_move, verdict, digest, bound;
  std::optional<std::int64_t> nodes;
  std::optional<Score> value;
};
struct TraceResults {
  std::string trace;  // the name of the file, without folders
  std::vector<SearchResultRow> searches;
};

// Reads what the trace records. Verdicts are left to the caller. A digest takes a scan, so searches
// in a trace of more than a million nodes get none.
Result<TraceResults> trace_results(const TraceReader& reader);

// The text of a baseline file, and back. `file` is named by messages.
std::string baseline_file_text(const TraceResults& results);
Result<TraceResults> parse_baseline(const std::string& file, const std::string& text);

// A search of the baseline, and the same one now.
struct BaselineComparison {
  std::string trace;
  std::optional<SearchResultRow> before, after;  // nullopt: there is no such search
  std::vector<std::string> other_settings;       // "depth 5 instead of 4": not comparable
  std::vector<std::string> what;                 // "nodes", "value", "best_move", ...
  std::vector<std::string> changes;              // in words, one for each of `what`

  bool is_comparable() const { return before && after && other_settings.empty(); }
};
struct BaselineCheck {
  std::vector<BaselineComparison> searches;
  std::vector<std::string> new_traces;   // have no baseline
  std::vector<std::string> gone_traces;  // have a baseline, but were not given

  std::size_t compared() const;
  std::size_t changed() const;
  // Whether every search could be compared.
  bool is_complete() const;
};

// Whether a verdict got worse: refuted is worst, then error, incomplete, verified. False if one of
// the words is empty.
bool is_worse_verdict(const std::string& before, const std::string& after);

// Adds the searches of a trace, which are compared in their order.
void compare_with_baseline(const TraceResults& before, const TraceResults& after,
                           const BaselineLimits& limits, BaselineCheck& check);

// The first line is the verdict. `folder` is where the baseline lies; at most `limit` searches.
std::string lines(const BaselineCheck& check, const std::string& folder, std::size_t limit);
std::string markdown(const BaselineCheck& check, std::size_t limit);
text::Json json(const BaselineCheck& check, const std::string& folder);
std::string junit_xml(const BaselineCheck& check);

}  // namespace plytrace::answers
