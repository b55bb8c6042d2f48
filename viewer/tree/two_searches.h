// SPDX-License-Identifier: MIT
//
// What a picture asks about one node of two searches, or of one: its children side by side, aligned
// by move (viewer/analysis/alignment.h), and the moves that its cutoffs skipped. Thread rule: pure
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "viewer/analysis/node_block.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::tree {

// A child that the first search has, or the second, or both.
struct PairedChild {
  std::optional<NodeRow> first, second;
};

// In the order of the first search, then what the second alone has in its own.
std::vector<PairedChild> paired(const TraceReader& reader_a, const std::vector<NodeRow>& of_a,
                                const TraceReader& reader_b, const std::vector<NodeRow>& of_b,
                                MoveNames& names);

// Which of a node's cutoffs kept its search from a move that it did not search. Where the skipped
// moves are not named, the last that skipped any.
std::optional<std::size_t> skipping(const std::vector<CutoffRow>& cutoffs, const std::string& move);

// Moves that neither search visited.
struct Skip {
  std::optional<std::size_t> first, second;  // the cutoff of each search that skipped them
  std::vector<std::string> names;            // none: not known
  std::int64_t count = 0;                    // 0: not known
};

// Of one node, from the cutoffs of both searches and the moves that each visited there.
std::vector<Skip> skips(const std::vector<CutoffRow>& first, const std::vector<CutoffRow>& second,
                        const std::set<std::string>& by_first,
                        const std::set<std::string>& by_second);

}  // namespace plytrace::tree
