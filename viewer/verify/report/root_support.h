// SPDX-License-Identifier: MIT
//
// On how many of the counted assumptions the value of the root rests. A walk from the root takes,
// for each end of what is proven, the moves that show it: one where the side to move wants that
// end, all where the other side does. What was assumed at other nodes could be wrong and change
// nothing. Point look-ups; a walk that meets too many nodes, or a node whose rows do not show what
// it is worth, gives no answer. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/node_set.h"

namespace plytrace::verify {

class RootSupport {
 public:
  // `assumed`: where each assumption was made.
  RootSupport(const TraceReader& reader, const Facts& facts, std::vector<AssumedAt> assumed);

  // Of the root that proves these ends of its value. None: it cannot be told.
  std::optional<AssumptionCounts> find(const std::vector<std::int64_t>& roots,
                                       const Interval& proven);

 private:
  // What of the value is to be shown: that it is at least so much, or at most.
  struct Goal {
    bool lower = true;
    Score threshold = 0;
  };
  bool reaches(const NodeRow& node, const Goal& goal) const;
  bool walk(std::int64_t root, const Goal& goal);
  bool visit(const NodeRow& node, const Goal& goal);
  bool push_children(const NodeRow& node, const Goal& goal);
  bool push_entries(const NodeRow& node);
  bool has_other_ground(const NodeRow& node);
  void count(std::int64_t node, bool needs_all);
  void push(std::int64_t node) {
    if (!met_.contains(node)) open_.push_back(node);
  }

  const TraceReader& reader_;
  const Facts& facts_;
  std::vector<AssumedAt> assumed_;  // by node
  std::vector<bool> counted_;       // beside it
  std::vector<std::int64_t> open_;
  NodeSet met_;
  std::size_t visited_ = 0;
  AssumptionCounts counts_{};
};

}  // namespace plytrace::verify
