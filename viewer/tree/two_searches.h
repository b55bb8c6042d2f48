// SPDX-License-Identifier: MIT
//
// Compares one node of two searches (or one) for a picture: its children, aligned by move
// (viewer/analysis/alignment.h), and the moves that its cutoffs skipped. Thread rule: pure
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "viewer/analysis/node_block.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::tree {

// A child of the first search, the second, or both.
struct PairedChild {
  std::optional<NodeRow> first, second;
};

// In the order of the first search; children of only the second follow in their own order.
std::vector<PairedChild> paired(const TraceReader& reader_a, const std::vector<NodeRow>& of_a,
                                const TraceReader& reader_b, const std::vector<NodeRow>& of_b,
                                MoveNames& names);

// Finds the cutoff that kept the search from an unsearched move. A node may have thousands of
// cutoffs, so their lists of moves are read once.
class Skippers {
 public:
  explicit Skippers(const std::vector<CutoffRow>& cutoffs);
  // The index of the cutoff. If skipped moves are not named, it is the last one that skipped any.
  std::optional<std::size_t> of(const std::string& move) const;
  // Index of the last cutoff that skipped any moves.
  std::optional<std::size_t> last() const { return last_; }

 private:
  std::unordered_map<std::string, std::size_t> by_name_;
  std::optional<std::size_t> last_unnamed_, last_;
};

// Moves that neither search visited.
struct Skip {
  std::optional<std::size_t> first, second;  // the cutoff of each search that skipped them
  std::vector<std::string> names;            // empty: not known
  std::int64_t count = 0;                    // 0: not known
};

// The skips of one node, from the cutoffs of both searches and the moves that each visited there.
std::vector<Skip> skips(const std::vector<CutoffRow>& first, const std::vector<CutoffRow>& second,
                        const std::set<std::string>& by_first,
                        const std::set<std::string>& by_second);

}  // namespace plytrace::tree
