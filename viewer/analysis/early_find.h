// SPDX-License-Identifier: MIT
//
// The first few nodes of many that meet conditions, without looking at all: in the order of ids
// by asking each whether it was cut, largest first by going down from the root, for no subtree is
// larger than the one that it lies in. Memory: in proportion to the look-ups. Thread rule: pure
// functions.
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
  std::string conditions;  // SQL over node_text: on the pass, and on the nodes themselves
  std::optional<NodeCondition> cutoff;  // what is asked of a node's cutoffs
  std::size_t enough = 0;               // nodes
  const std::atomic<bool>* interrupt = nullptr;
};

// Calls visit with the ids that a query gives, until it says false. kInterrupted.
Status for_each_id(const TraceReader& reader, const std::string& sql,
                   const std::atomic<bool>* interrupt,
                   const std::function<bool(std::int64_t)>& visit);

// The ids of the first `enough` nodes, or of all that there are; nullopt where some thousand
// look-ups did not tell them: then to look at all costs less.
using EarlyFound = std::optional<std::vector<std::int64_t>>;
// By id. Of a question with a cutoff.
Result<EarlyFound> first_by_id(const TraceReader& reader, const NodeQuestion& question);
// By size, the largest first, then by id; `root` is that of the pass.
Result<EarlyFound> first_by_size(const TraceReader& reader, const NodeRow& root,
                                 const NodeQuestion& question);

}  // namespace plytrace
