// SPDX-License-Identifier: MIT
//
// Counts the assumptions that the root value rests on. For each proven end of the value, a walk
// from the root follows the moves that prove it: one move if the side to move wants that end, all
// moves otherwise. Assumptions at other nodes could be wrong without changing the value. Uses point
// look-ups. Gives no answer if a walk meets too many nodes, or a node whose rows do not show its
// value. Thread rule: one thread an object.
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
  // `assumed`: the node of each assumption.
  RootSupport(const TraceReader& reader, const Facts& facts, std::vector<AssumedAt> assumed);

  // Counts for the roots that prove these ends of the value; nullopt if the walk fails.
  std::optional<AssumptionCounts> find(const std::vector<std::int64_t>& roots,
                                       const Interval& proven);

 private:
  // The claim to prove about a value: it is at least, or at most, the threshold.
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
  std::vector<AssumedAt> assumed_;  // sorted by node
  std::vector<bool> counted_;       // parallel to assumed_
  std::vector<std::int64_t> open_;
  NodeSet met_;
  std::size_t visited_ = 0;
  AssumptionCounts counts_{};
};

}  // namespace plytrace::verify
