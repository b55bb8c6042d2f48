// SPDX-License-Identifier: MIT
//
// The usual size of a subtree: medians over nodes elsewhere with the same depth, phase and role,
// and with the same kind of window (open or null), because the cost of a principal variation says
// nothing about a cut node. A node without any bound is expected to cost more than others, and a
// root at least as much as the last one. Nodes answered without a search (table, known) do not
// count.
//
// Sizes are kept in histograms of 64 powers of two. Each branch off the first nodes of the heavy
// path (hot_spots.h) has its own, so that a node is only compared with nodes outside of it.
// Otherwise an explosion would be compared with itself.
//
// Memory: one histogram for each combination of depth, phase, role and kind of window that occurs,
// at most 129 times. Thread rule: one thread an object.
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
  // Assumes sizes to be evenly distributed within a power of two. 0 without sizes.
  double median() const;
  // An upper bound of the largest size, at most twice as large. 0 without sizes.
  double largest() const;

 private:
  std::array<std::int64_t, 64> counts_{};
  std::int64_t count_ = 0;
};

struct UsualSize {
  double median = 0;
  std::int64_t nodes = 0;  // number of nodes that the median was taken over
  // The properties that these nodes share with the node in question: role, depth and phase; or
  // depth and phase; or too few had that depth, and the size is extrapolated from smaller depths.
  enum class Of { kRole, kDepth, kGrowth } of = Of::kRole;
  double largest = 0;  // upper bound of the largest of these nodes, at most twice too large
};

class UsualSizes {
 public:
  // Branches: 0 is everything outside the pass of the heavy path; i + 1 is below node i of the path
  // but not below node i + 1. The last branch includes all further ones.
  static constexpr std::size_t kBranches = 129;

  // Adds a node that was left, with a subtree of `size` nodes.
  void add(std::size_t branch, const NodeRow& row, std::int64_t size);
  // The usual size of nodes like `row` in the first `branches` branches; nullopt if none compare.
  std::optional<UsualSize> of(const NodeRow& row, std::size_t branches) const;
  // The greatest ply + depth in the first `branches` branches: how far the search looks ahead.
  std::int64_t reach(std::size_t branches) const;

 private:
  static constexpr int kDepths = 128, kLowest = -16;  // depths outside are clamped
  static constexpr std::size_t kRoles = format::kWords<format::Role>.size();
  // The properties that nodes must share to be compared.
  struct Kind {
    int slot = 0;  // the depth; if unknown, the plies from the root, counted downwards
    format::Phase phase = format::Phase::kMain;
    bool open = true;  // the window is open; an unknown window counts as open
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
  // Beyond the last branch the answer depends only on the kind.
  mutable std::map<std::tuple<int, int, bool, int, bool>, std::optional<UsualSize>> beyond_;
};

}  // namespace plytrace
