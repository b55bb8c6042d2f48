// SPDX-License-Identifier: MIT
//
// Converts the reports of the test engine, which count from the side to move, to rows from MAX's
// view, and numbers them. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/viewer/verify/foreign/graph.h"
#include "tests/viewer/verify/foreign/trace_lines.h"

namespace plytrace::test::foreign {

// The next ids of a file, which continue from search to search; nodes and events per stream.
struct Numbers {
  std::int64_t searches = 0, passes = 0;
  std::vector<std::int64_t> nodes = std::vector<std::int64_t>(4), events = nodes;
};

class Told {
 public:
  // An open node, as far as its rows need it.
  struct Open {
    std::int64_t id = 0;
    std::size_t row = 0;
    Side side = Side::kMax;
    int ply = 0, depth = 0;
  };

  Told(Numbers& numbers, int stream) : numbers_(numbers), stream_(stream) {}

  void begin(Trace& trace);
  PassLine& begin_pass(format::PassPurpose purpose, int depth);
  bool is_first_pass() const { return trace_->passes.size() == 1; }
  // Sets the stream of the next pass.
  void set_stream(int stream) { stream_ = stream; }
  std::int64_t next_node() const;
  PassLine& pass() { return trace_->passes.back(); }
  // Enters the next node below `parent` (null: the root of the pass).
  NodeLine& enter(Open& node, const Open* parent, Window window);
  NodeLine& row(const Open& node) { return trace_->nodes[node.row]; }
  NodeLine& row(std::int64_t id);  // a node of this pass
  void leave(const Open& node) { row(node).last = last_; }
  std::int64_t last() const { return last_; }

  EventLine& update(const Open& node, format::Cause cause, Window now);
  // `high`: the value reached the upper end of the window from the node's view.
  EventLine& cutoff(const Open& node, bool high, format::Cause cause, Window now, Score value);
  EventLine& forward(const Open& node, format::Cause cause, Window now);
  EventLine& store(const Open& node, Score value, Score raw, Bound bound);
  EventLine& probe(const Open& node, Score value, Score raw, Bound bound);
  // The event reported `back` events before the last one.
  EventLine& event(std::size_t back = 0) {
    return trace_->events[trace_->events.size() - 1 - back];
  }

  static Score turn(const Open& node, Score score);
  static Window turn(const Open& node, Window window);
  static Bound turn(const Open& node, Bound bound);

 private:
  EventLine& add(const Open& node, EventLine::Table table);

  Numbers& numbers_;
  int stream_;
  Trace* trace_ = nullptr;
  std::int64_t last_ = 0;  // id of the node entered last
  // The first node of this pass, and its row.
  std::int64_t first_node_ = 0;
  std::size_t first_row_ = 0;
};

}  // namespace plytrace::test::foreign
