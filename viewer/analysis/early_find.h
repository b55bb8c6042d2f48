// SPDX-License-Identifier: MIT
//
// Finds the first few nodes that meet conditions without examining all. In order of ids, each node
// is asked whether it was cut. In order of size, the search goes down from the root, because no
// subtree is larger than the one that contains it. Memory: proportional to the look-ups. Thread
// rule: pure functions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/analysis/node_conditions.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct NodeQuestion {
  std::string conditions;  // SQL over node_text: the pass, and the conditions on its nodes
  std::optional<NodeCondition> cutoff;  // the condition on a node's cutoffs
  std::size_t enough = 0;               // number of nodes to find
  const std::atomic<bool>* interrupt = nullptr;
};

// Calls visit with each id that a query returns, until it returns false. Errors: kInterrupted.
Status for_each_id(const TraceReader& reader, const std::string& sql,
                   const std::atomic<bool>* interrupt,
                   const std::function<bool(std::int64_t)>& visit);

// The ids of the first `enough` nodes, or of all matching nodes. Returns nullopt if some thousand
// look-ups did not suffice: then examining all nodes is cheaper.
using EarlyFound = std::optional<std::vector<std::int64_t>>;
// In order of id, for a question with a cutoff.
Result<EarlyFound> first_by_id(const TraceReader& reader, const NodeQuestion& question);
// In order of size, largest first, then by id; `root` is the root of the pass.
Result<EarlyFound> first_by_size(const TraceReader& reader, const NodeRow& root,
                                 const NodeQuestion& question);

}  // namespace plytrace
