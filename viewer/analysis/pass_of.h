// SPDX-License-Identifier: MIT
//
// Finds the pass and search of a node. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PassPlace {
  SearchRow search;
  PassRow pass;
};

// Whether the pass contains the node. An unfinished pass contains every node after its root.
bool holds(const PassRow& pass, std::int64_t node);

// nullopt if no pass contains the node; of several unfinished passes the last that began before it.
std::optional<PassPlace> pass_of(const TraceReader& reader, std::int64_t node);

}  // namespace plytrace
