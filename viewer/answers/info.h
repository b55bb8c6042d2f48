// SPDX-License-Identifier: MIT
//
// The contents of a trace, read from its small tables only, so that the answer is fast for any
// size. Thread rule: one thread per reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/answers/answer_tables.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct InfoQuestion {
  std::optional<std::int64_t> search{};  // only this search
  // Only the last ones are listed; 0: all.
  std::size_t most_searches = 50, most_passes = 50;
  // Compute digests of the content, which reads all rows, unless the trace has more nodes. The
  // default takes a fraction of a second.
  std::int64_t most_digested = 1'000'000;
};

// A search with the sums over its passes.
struct SearchInfo {
  SearchRow row;
  std::vector<ListedPass> passes;
  std::size_t passes_total = 0;
  PlySummaryRow total;           // sum over all passes and plies
  std::int64_t plies = 0;        // the deepest ply with a node
  bool may_lack_events = false;  // more may be missing than total.unrecorded counts
  std::vector<std::string> pv;   // in the notation for people
  // The move of the search, else of the pass that has the value of the search.
  std::optional<std::string> best_move;
  std::string best_move_words;  // in the notation for people, with its pass if not of the search
  bool game_known = false;
  std::string board;
  std::string digest;  // digest of the content; "" if it was not computed
};

struct InfoAnswer {
  TraceFile file;
  std::vector<SearchInfo> searches;
  std::size_t searches_total = 0;
  bool is_one_running = false;  // of all searches, listed or not
  std::int64_t refused_events = 0;
  double seconds_waited = 0;
  std::string writer;
  std::vector<std::string> indexes;
  std::vector<std::string> lacks;  // reasons why the trace is not complete
  std::string digest;              // digest of all searches; "" if it was not computed
};

InfoAnswer answer(const TraceReader& reader, const InfoQuestion& question);

text::Json json(const InfoAnswer& answer);
std::string lines(const InfoAnswer& answer);

}  // namespace plytrace::answers
