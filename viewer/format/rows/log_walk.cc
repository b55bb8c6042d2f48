// SPDX-License-Identifier: MIT
#include "viewer/format/rows/log_walk.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

namespace plytrace::text {
namespace {

// A node whose subtree is being read.
struct Open {
  std::int64_t id = 0, last = 0;
  std::optional<format::Side> side;
  std::optional<Score> alpha, beta;  // its current window, in the chosen view
};

class LogWalk {
 public:
  LogWalk(const TraceReader& reader, const LogOptions& options, LogSink& sink)
      : reader_(reader), options_(options), sink_(sink) {}

  LogEnd run(const NodeRow& root) {
    end_of_log_ = reader_.last_of(root);
    scan_ = reader_.scan(root.id, end_of_log_);
    while (!end_.stopped && sink_.is_ok() && !is_interrupted() && scan_->next()) {
      scan_->visit([this](const auto& row) { take(row); });
    }
    end_.stopped = end_.stopped || is_interrupted();
    return end_;
  }

 private:
  bool is_interrupted() const { return options_.interrupt != nullptr && *options_.interrupt; }

  // Changes of the window are always logged.
  template <class Row>
  static constexpr bool moves_window() {
    return std::is_same_v<Row, BoundUpdateRow> || std::is_same_v<Row, CutoffRow>;
  }

  // Counts a line; false if the limit is reached.
  bool room() {
    if (options_.max_lines != 0 && end_.lines >= options_.max_lines) {
      end_.stopped = true;
      return false;
    }
    ++end_.lines;
    return true;
  }

  static bool holds(const Open& open, const NodeRow& node) {
    // Either the id range or the parent ends the open node, because one of them may be wrong in a
    // damaged trace.
    return node.id <= open.last && (!node.parent || open.id <= *node.parent);
  }

  void take(const NodeRow& node) {
    while (!path_.empty() && !holds(path_.back(), node)) path_.pop_back();
    const auto level = static_cast<std::int64_t>(path_.size());
    // A scan that was restarted behind a subtree begins with the subtree's last node.
    if (level > options_.depth || node.id <= jumped_to_) return;
    if (!room()) {
      end_.stopped_before = node.id;
      return;
    }
    ++end_.nodes;
    // An open node ends with its parent, or at a sibling, which shows that the node was never left.
    const std::int64_t open_end = path_.empty() ? end_of_log_ : path_.back().last;
    const std::int64_t last = node.last.value_or(open_end);
    const std::int64_t hidden = level == options_.depth ? last - node.id : 0;
    const NodeRow shown = options_.view(node);
    sink_.node(level, shown, hidden);
    path_.push_back({node.id, last, node.side, shown.alpha, shown.beta});
    if (hidden >= kWorthJumping) jump_over(node);
  }

  // Logs the node's own events and continues after its subtree.
  void jump_over(const NodeRow& node) {
    const NodeEvents events = reader_.events(node);
    const auto level = static_cast<std::int64_t>(path_.size()) - 1;
    events.in_order([&]<class Row>(const Row& row) {
      if (moves_window<Row>() || options_.all_events) tell(row, level);
    });
    jumped_to_ = path_.back().last;
    path_.pop_back();
    // The scan starts at the last node of the subtree, because events of the ancestors may follow
    // it.
    scan_ = reader_.scan(jumped_to_, end_of_log_);
  }

  // Logs an event of a node on the open path; skips events of hidden nodes.
  template <class Row>
  void take(const Row& row) {
    if (!moves_window<Row>() && !options_.all_events) return;
    const auto open =
        std::lower_bound(path_.begin(), path_.end(), row.node,
                         [](const Open& entry, std::int64_t id) { return entry.id < id; });
    if (open == path_.end() || open->id != row.node) return;
    tell(row, open - path_.begin());
  }
  template <class Row>
  void tell(const Row& row, std::int64_t level) {
    if (!room()) return;
    Open& open = path_[static_cast<std::size_t>(level)];
    const Row shown = options_.view(row, open.side);
    std::optional<Window> before;
    if (open.alpha && open.beta) before = Window{*open.alpha, *open.beta};
    sink_.event(level, shown, before);
    if constexpr (std::is_same_v<Row, BoundUpdateRow>) {
      open.alpha = shown.alpha;
      open.beta = shown.beta;
    }
  }

  // A new scan costs about as much as reading this many nodes.
  static constexpr std::int64_t kWorthJumping = 5000;

  const TraceReader& reader_;
  const LogOptions& options_;
  LogSink& sink_;
  LogEnd end_;
  std::unique_ptr<TraceScan> scan_;
  std::vector<Open> path_;
  std::int64_t jumped_to_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t end_of_log_ = 0;
};

}  // namespace

LogEnd write_log(const TraceReader& reader, const NodeRow& node, const LogOptions& options,
                 LogSink& sink) {
  const TraceReader::Snapshot snapshot(reader);
  return LogWalk(reader, options, sink).run(node);
}

}  // namespace plytrace::text
