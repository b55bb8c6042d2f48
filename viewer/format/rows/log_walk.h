// SPDX-License-Identifier: MIT
//
// Writes the debugging log of a search: the tree as indented text, one node per line, with each
// bound update and cutoff at its place in time. It reads the trace once, stores only the open path,
// and skips large subtrees below --depth. Thread rule: one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include "core/status.h"
#include "viewer/meaning/view.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::text {

struct LogOptions {
  std::int64_t depth = std::numeric_limits<std::int64_t>::max();  // plies below the first node
  std::int64_t max_lines = 1000;                                  // 0 = all
  bool all_events = false;  // also table probes and stores, and notes
  View view;
  const std::atomic<bool>* interrupt = nullptr;  // ends the log early once it is set
};

// Receives the lines, as text or JSON. `level` counts from 0 at the first node.
class LogSink {
 public:
  virtual ~LogSink() = default;
  // `hidden`: number of nodes below this one that are not shown.
  virtual void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) = 0;
  // `before`: the window of the node before the event.
  virtual void event(std::int64_t level, const format::EventRef& event,
                     std::optional<Window> before) = 0;
  virtual bool is_ok() const = 0;  // false: nobody reads the output any more
};

struct LogEnd {
  std::int64_t lines = 0;
  std::int64_t nodes = 0;           // nodes shown
  std::int64_t stopped_before = 0;  // the node at which the line limit was reached; 0: not reached
  bool stopped = false;             // stopped early: line limit or interrupt
};

// Writes the log of `node`'s subtree. reader.status() holds any damage found meanwhile.
LogEnd write_log(const TraceReader& reader, const NodeRow& node, const LogOptions& options,
                 LogSink& sink);

}  // namespace plytrace::text
