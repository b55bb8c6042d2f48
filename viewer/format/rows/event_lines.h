// SPDX-License-Identifier: MIT
//
// A recorded search as event lines (newline-delimited JSON), the ones that `plytrace import` reads
// back: search, pass, enter, bound, probe, store, cutoff, note, leave, credit, end_pass,
// end_search, in the order in which they happened. Scores are written as the search itself counts
// them (search.perspective), so that they come back the same.
//
// Nodes keep their ids as numbers ("node"); "best" and "stored_by" name one. What the lines cannot
// say, and an import therefore loses: times, and counts of unrecorded nodes.
//
// Memory: the open path. Thread rule: one thread an object; the reader must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/meaning/view.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

class EventLines {
 public:
  // `sink` takes one line without its end, and says whether to go on.
  EventLines(const TraceReader& reader, std::function<bool(std::string_view line)> sink);

  // The lines of one search. A status other than ok only for a damaged trace.
  Status write(const SearchRow& search);
  // Nodes that were visited and not recorded, over all searches written so far.
  std::int64_t unrecorded() const { return unrecorded_; }

 private:
  class Line;

  bool write_pass(const PassRow& pass);
  void begin_search(const SearchRow& search);
  void end_search(const SearchRow& search);
  void begin_pass(const PassRow& pass);
  void end_pass(const PassRow& pass);
  void take(const NodeRow& node);
  void leave_innermost();
  // Leaves what is open below the node. False: it is not open.
  bool reach(std::int64_t node);
  template <class Event>
  void take(const Event& stored);
  void emit(const Line& line);

  const TraceReader& reader_;
  std::function<bool(std::string_view)> sink_;
  bool go_on_ = true;
  View view_;  // as the search itself counts
  bool root_flips_ = false;
  std::int64_t stream_ = 0;
  std::int64_t unrecorded_ = 0;
  std::vector<NodeRow> open_;
};

}  // namespace plytrace::text
