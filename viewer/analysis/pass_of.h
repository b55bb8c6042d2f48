// SPDX-License-Identifier: MIT
//
// Which pass of which search a node belongs to. Thread rule: pure functions over a reader.
#pragma once

#include <cstdint>
#include <optional>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct PassPlace {
  SearchRow search;
  PassRow pass;
};

// An unfinished pass has no end: it holds what comes after its root.
bool holds(const PassRow& pass, std::int64_t node);

// None where no pass holds the node; of unfinished ones the last one that began before it.
std::optional<PassPlace> pass_of(const TraceReader& reader, std::int64_t node);

}  // namespace plytrace
