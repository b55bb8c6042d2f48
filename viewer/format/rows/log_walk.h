// SPDX-License-Identifier: MIT
//
// The debugging log of a search: the tree as indented text, one node a line, and each bound update
// and cutoff in the place where it happened. It is made in one pass over the trace; nothing but the
// open path is kept, and large parts below --depth are jumped over.
// Thread rule: one thread.
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
  bool all_events = false;                                        // table probes and stores, notes
  View view;
  const std::atomic<bool>* interrupt = nullptr;  // ends the log early when it is set
};

// Where the lines go: text or JSON. `level` counts from 0 at the first node.
class LogSink {
 public:
  virtual ~LogSink() = default;
  // `hidden` = nodes below that are not shown.
  virtual void node(std::int64_t level, const NodeRow& node, std::int64_t hidden) = 0;
  // `before` = the window of the node until then.
  virtual void event(std::int64_t level, const format::EventRef& event,
                     std::optional<Window> before) = 0;
  virtual bool is_ok() const = 0;  // false: nobody reads on
};

struct LogEnd {
  std::int64_t lines = 0;
  std::int64_t nodes = 0;           // shown
  std::int64_t stopped_before = 0;  // the node at which the limit of lines struck; 0 = none
  bool stopped = false;             // before its end: by that limit, or interrupted
};

// Writes the log of `node`'s subtree. The damage met while reading stands in reader.status().
LogEnd write_log(const TraceReader& reader, const NodeRow& node, const LogOptions& options,
                 LogSink& sink);

}  // namespace plytrace::text
