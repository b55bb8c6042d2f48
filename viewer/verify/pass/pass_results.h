// SPDX-License-Identifier: MIT
//
// The passes of a search with what the scan found of each, and which of them decide.
// Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "viewer/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/scan/scanner.h"

namespace plytrace::verify {

using PassResults = std::map<std::int64_t, PassResult>;  // by root

// Finished, and its root has a value.
bool is_complete(const PassResult& pass);
std::optional<std::int64_t> depth_of(const PassResult& pass);
// What the row of a root claims of its value; none where it has no value.
std::optional<Interval> root_claim(const NodeRow& root, const Facts& facts);
std::optional<std::string> move_name(const TraceReader& reader, std::optional<std::int64_t> move);

// The passes in the order in which they began. The ids of their roots give it within one stream
// only.
std::vector<const PassResult*> in_order(const PassResults& passes);
// The complete passes of the deepest completed iteration, in order. Where the search does not say
// which that is, it is the last one; and probes without depth are taken for one iteration.
std::vector<const PassResult*> deciding_passes(const SearchRow& search, const PassResults& passes);

}  // namespace plytrace::verify
