// SPDX-License-Identifier: MIT
//
// Runs the searches of a suite: each position by each searcher to each depth, in this order. The
// searches are grouped into parts of consecutive ones. A part is searched by one thread and, where
// it is recorded, in one trace; parts run side by side and are handed over in order.
// Thread rule: run_suite() starts its threads and joins them; `take` is called by one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tracer/destination.h"
#include "viewer/commands/make/position_file.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/commands/make/suite_row.h"

namespace plytrace {

struct SuiteSearcher {
  std::string name;
  SearchOptions options;  // the position is replaced
};

struct SuitePlan {
  std::string file;  // of the positions, for messages
  std::vector<FilePosition> positions;
  std::vector<SuiteSearcher> searchers;
  std::vector<int> depths;  // empty: each searcher has its own
  int jobs = 1;
  std::size_t searches_a_part = 1;
  std::size_t share = 1, shares = 1;  // searches the share-th of `shares` equal shares (--part)
  // The trace of the part that begins with this search; a destination without a path, or no
  // function: not recorded.
  std::function<Destination(std::size_t first)> trace;
  bool keeps_traces = true;
  bool verifies = false, digests = false;
  bool makes_reports = false;  // SuiteSearched::report
  bool summary_only = false;   // records nothing but counts by ply

  std::size_t searches() const {
    return positions.size() * searchers.size() * std::max<std::size_t>(depths.size(), 1);
  }
  // The searches of the share: those from begin() to before end().
  std::size_t begin() const { return share_end(share - 1); }
  std::size_t end() const { return share_end(share); }
  // The first search of the part that this search is in.
  std::size_t part_begin(std::size_t index) const {
    return std::max(begin(), index - index % searches_a_part);
  }

 private:
  // Rounded down. The product searches() * number could be too large.
  std::size_t share_end(std::size_t number) const {
    return searches() / shares * number + searches() % shares * number / shares;
  }
};

// A search that was made.
struct SuiteSearched {
  std::size_t index = 0;  // among all searches of the plan
  SuiteRow row;
  text::Json report;  // as `search --format json`
};

struct SuitePart {
  std::vector<SuiteSearched> searched;  // fewer than planned after Ctrl-C
  Status trace;                         // of the recording; does not affect the results
};

// The search with this index, with everything checked.
Result<PreparedSearch> prepare(const SuitePlan& plan, std::size_t index);
// The row of that search before it is made, with what was asked.
SuiteRow asked_row(const SuitePlan& plan, std::size_t index, const PreparedSearch& search);
// Checks every position of the share for every searcher.
Status check_plan(const SuitePlan& plan);

// Runs the searches with these indices (increasing) and hands each part to `take`, whose failure
// ends the run.
Status run_suite(const SuitePlan& plan, const std::vector<std::size_t>& due,
                 const std::function<Status(SuitePart)>& take);

}  // namespace plytrace
