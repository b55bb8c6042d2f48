// SPDX-License-Identifier: MIT
//
// Finds the pass and search of a node. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PassPlace {
  SearchRow search;
  PassRow pass;
};

// Whether the pass contains the node. An unfinished pass contains every node after its root.
bool holds(const PassRow& pass, std::int64_t node);

// The ids of a finished pass; 0 for others. Saturated, for hostile traces.
std::int64_t rows_of(const PassRow& pass);
std::int64_t rows_of(const TraceReader& reader, const std::vector<SearchRow>& searches);

// nullopt if no pass contains the node; of several unfinished passes the last that began before it.
std::optional<PassPlace> pass_of(const TraceReader& reader, std::int64_t node);

// The search with this number, and its pass with that ordinal, as TraceReader chooses them.
Result<PassPlace> choose_place(const TraceReader& reader, std::optional<std::int64_t> search,
                               std::optional<std::int64_t> pass);

}  // namespace plytrace
