// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/told.h"

namespace plytrace::test::foreign {

void Told::begin(Trace& trace) {
  trace_ = &trace;
  trace.search.id = ++numbers_.searches;
}

PassLine& Told::begin_pass(format::PassPurpose purpose, int depth) {
  PassLine pass;
  pass.id = ++numbers_.passes;
  pass.search = trace_->search.id;
  pass.ordinal = static_cast<std::int64_t>(trace_->passes.size()) + 1;
  pass.stream = stream_;
  pass.purpose = purpose;
  pass.depth = depth;
  first_node_ = next_node();
  first_row_ = trace_->nodes.size();
  return trace_->passes.emplace_back(pass);
}

std::int64_t Told::next_node() const {
  return stream_ * format::kStreamStride + numbers_.nodes[static_cast<std::size_t>(stream_)] + 1;
}

NodeLine& Told::enter(Open& node, const Open* parent, Window window) {
  node.id = next_node();
  ++numbers_.nodes[static_cast<std::size_t>(stream_)];
  node.row = trace_->nodes.size();
  last_ = node.id;
  NodeLine line;
  line.id = node.id;
  if (parent != nullptr) line.parent = parent->id;
  line.ply = node.ply;
  line.side = static_cast<std::int64_t>(node.side);
  line.depth = node.depth;
  line.alpha = turn(node, window).alpha;
  line.beta = turn(node, window).beta;
  return trace_->nodes.emplace_back(line);
}

NodeLine& Told::row(std::int64_t id) {
  return trace_->nodes[first_row_ + static_cast<std::size_t>(id - first_node_)];
}

EventLine& Told::add(const Open& node, EventLine::Table table) {
  EventLine line;
  line.table = table;
  line.id = stream_ * format::kStreamStride + ++numbers_.events[static_cast<std::size_t>(stream_)];
  line.at = last_;
  line.node = node.id;
  return trace_->events.emplace_back(line);
}

EventLine& Told::update(const Open& node, format::Cause cause, Window now) {
  EventLine& line = add(node, EventLine::Table::kUpdate);
  line.cause = cause;
  line.alpha = turn(node, now).alpha;
  line.beta = turn(node, now).beta;
  return line;
}

EventLine& Told::cutoff(const Open& node, bool high, format::Cause cause, Window now, Score value) {
  EventLine& line = add(node, EventLine::Table::kCutoff);
  line.cause = cause;
  line.kind =
      high == (node.side == Side::kMax) ? format::CutoffKind::kBeta : format::CutoffKind::kAlpha;
  line.alpha = turn(node, now).alpha;
  line.beta = turn(node, now).beta;
  line.value = turn(node, value);
  return line;
}

EventLine& Told::forward(const Open& node, format::Cause cause, Window now) {
  EventLine& line = cutoff(node, true, cause, now, 0);
  line.kind = format::CutoffKind::kForward;
  line.value.reset();
  return line;
}

EventLine& Told::store(const Open& node, Score value, Score raw, Bound bound) {
  EventLine& line = add(node, EventLine::Table::kStore);
  line.value = turn(node, value);
  if (raw != value) line.raw = turn(node, raw);
  line.bound = turn(node, bound);
  return line;
}

EventLine& Told::probe(const Open& node, Score value, Score raw, Bound bound) {
  EventLine& line = store(node, value, raw, bound);
  line.table = EventLine::Table::kProbe;
  return line;
}

Score Told::turn(const Open& node, Score score) {
  if (score == 0) return 0;  // avoids -0
  return node.side == Side::kMax ? score : -score;
}

Window Told::turn(const Open& node, Window window) {
  const bool is_max = node.side == Side::kMax;
  return {turn(node, is_max ? window.alpha : window.beta),
          turn(node, is_max ? window.beta : window.alpha)};
}

Bound Told::turn(const Open& node, Bound bound) {
  if (node.side == Side::kMax || bound == Bound::kExact) return bound;
  return bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
}

}  // namespace plytrace::test::foreign
