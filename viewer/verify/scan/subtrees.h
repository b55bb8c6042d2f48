// SPDX-License-Identifier: MIT
//
// The subtrees of a pass that can be judged side by side. Thread rule: pure function.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// The number of nodes of a subtree. Smaller ones cost more to prepare than to judge; larger ones
// leave threads without work at the end, and their results take memory while they wait.
struct SubtreeSizes {
  std::int64_t least = 4096, most = 65'536;
};

struct Subtree {
  std::int64_t first = 0, last = 0;  // node ids
  const PassRow* pass = nullptr;
};

// The largest subtrees of these sizes in a pass, by id. They refer to `pass`.
std::vector<Subtree> subtrees_of(const TraceReader& reader, const PassRow& pass,
                                 SubtreeSizes sizes);

}  // namespace plytrace::verify
