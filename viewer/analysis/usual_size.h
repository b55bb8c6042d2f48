// SPDX-License-Identifier: MIT
//
// How many nodes a node usually has below it and with it: medians of what was searched elsewhere at
// the same depth, in the same phase and role, with a window that was open or a null window, too:
// what a principal variation costs says nothing of what a cut node should; a node without any bound
// costs more than others, and a root at least what the last one did. Nodes that were answered
// without a search (table, known) are no measure. Sizes are kept as
// histograms of 64 powers of two, apart for what branches off each of the first nodes of the heavy
// path (hot_spots.h), so that a node is only ever compared with nodes outside it: an explosion
// would else become its own measure.
//
// Memory: one histogram for each depth, phase, role and kind of window that occurs, at most 129
// times. Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

// Counts of sizes by their power of two.
class SizeHistogram {
 public:
  void add(std::int64_t size);
  SizeHistogram& operator+=(const SizeHistogram& other);
  std::int64_t count() const { return count_; }
  // Within a power of two sizes are taken as spread evenly. 0 where there are none.
  double median() const;
  // No size is larger, and one is at least half of it. 0 where there are none.
  double largest() const;

 private:
  std::array<std::int64_t, 64> counts_{};
  std::int64_t count_ = 0;
};

struct UsualSize {
  double median = 0;
  std::int64_t nodes = 0;  // that it is the median of
  // What they have in common with the node: role too, or depth and phase alone; or nothing was
  // searched at that depth often enough, and what was at smaller depths says how it grows.
  enum class Of { kRole, kDepth, kGrowth } of = Of::kRole;
  double largest = 0;  // of these nodes, at most twice as large as it was
};

class UsualSizes {
 public:
  // Branches are numbered: 0 is outside the pass of the heavy path, i + 1 hangs below its node i
  // and not below node i + 1. Those from here on are one.
  static constexpr std::size_t kBranches = 129;

  // A node that was left, with `size` nodes.
  void add(std::size_t branch, const NodeRow& row, std::int64_t size);
  // What nodes such as `row` have in the first `branches` of them. None where nothing compares.
  std::optional<UsualSize> of(const NodeRow& row, std::size_t branches) const;
  // The greatest ply + depth in the first `branches`: how far the search looks.
  std::int64_t reach(std::size_t branches) const;

 private:
  static constexpr int kDepths = 128, kLowest = -16;  // depths beyond are taken for the last
  static constexpr std::size_t kRoles = format::kWords<format::Role>.size();
  // What nodes that are compared have in common.
  struct Kind {
    int slot = 0;  // the depth; the plies from the root, counted down, where depths are not told
    format::Phase phase = format::Phase::kMain;
    bool open = true;  // the window; one that is not known is
  };
  static Kind kind_of(const NodeRow& row);
  static std::size_t place(const Kind& kind, std::size_t role);
  SizeHistogram sum(const Kind& kind, std::optional<format::Role> role, std::size_t branches) const;
  std::optional<UsualSize> by_growth(Kind kind, std::size_t branches) const;
  double by_last_root(Kind kind, std::size_t branches) const;
  std::optional<UsualSize> compared(const NodeRow& row, std::size_t branches) const;
  std::optional<UsualSize> found(const NodeRow& row, std::size_t branches) const;

  struct Branch {
    std::vector<std::unique_ptr<SizeHistogram>> groups;
    std::int64_t reach = 0;
  };
  std::array<Branch, kBranches> branches_;
  // Beyond the last branch the answer is the same for all of a kind.
  mutable std::map<std::tuple<int, int, bool, int, bool>, std::optional<UsualSize>> beyond_;
};

}  // namespace plytrace
