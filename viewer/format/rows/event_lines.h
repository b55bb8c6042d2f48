// SPDX-License-Identifier: MIT
//
// Writes a recorded search as event lines (newline-delimited JSON) that `plytrace import` reads
// back: search, missing, pass, enter, bound, probe, store, cutoff, note, leave, credit,
// end_pass, end_search, in time order. Scores are written from the engine's point of view
// (search.perspective), so that an import restores them.
//
// Nodes keep their ids as numbers ("node"); "best" and "stored_by" refer to them. The lines cannot
// express times and counts of unrecorded nodes, so an import loses these.
//
// Memory: the open path. Thread rule: one thread per object; the reader must outlive it.
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
  // `sink` receives one line without its newline, and returns false to stop.
  EventLines(const TraceReader& reader, std::function<bool(std::string_view line)> sink);

  // Writes the lines of one search. The status is not ok only for a damaged trace.
  Status write(const SearchRow& search);
  // The digests of the rows read so far, without those of the small tables.
  const format::SearchDigests& digests() const { return digests_; }
  // Number of nodes that were visited but not recorded, over all searches written so far.
  std::int64_t unrecorded() const { return unrecorded_; }

 private:
  class Line;

  bool write_pass(const PassRow& pass);
  void begin_search(const SearchRow& search);
  void end_search(const SearchRow& search);
  void tell_missing_events(const SearchRow& search);
  void begin_pass(const PassRow& pass);
  void end_pass(const PassRow& pass);
  void take(const NodeRow& node);
  void leave_innermost();
  // Leaves the open nodes below `node`. False if `node` itself is not open.
  bool reach(std::int64_t node);
  template <class Event>
  void take(const Event& stored);
  void emit(const Line& line);

  const TraceReader& reader_;
  std::function<bool(std::string_view)> sink_;
  bool go_on_ = true;
  View view_;  // the engine's point of view
  bool root_flips_ = false;
  std::int64_t stream_ = 0;
  std::int64_t unrecorded_ = 0;
  bool told_missing_ = false;
  format::SearchDigests digests_;
  std::vector<NodeRow> open_;
};

}  // namespace plytrace::text
