// SPDX-License-Identifier: MIT
//
// Aligns the children of two nodes by move, as viewer/answers/compare/comparison.h defines it.
// Thread rule: pure functions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "schemas/trace_format.h"

namespace plytrace {

// The key of a child: the number of its move's text (0: unnamed), combined with its role.
struct ChildKey {
  std::int64_t move = 0;
  std::size_t index = 0;  // position in search order

  bool named() const { return move != 0; }
};

inline std::int64_t child_key(std::int32_t move, format::Role role) {
  constexpr std::int64_t kGroup = std::int64_t{1} << 40;
  if (role == format::Role::kNullMove) return kGroup + move;
  if (role == format::Role::kProbe) return 2 * kGroup + move;
  return move;
}

// Calls pair(index_a, index_b) for equal moves. If a move was searched several times, the last
// searches are paired, then the ones before. Calls left_over(of_a, index, again) for the others;
// `again` is true if the other side searched the move as well, but fewer times. Sorts the lists;
// pairs come in the order of the keys.
template <class Pair, class LeftOver>
void align_children(std::vector<ChildKey>& a, std::vector<ChildKey>& b, Pair pair,
                    LeftOver left_over) {
  const auto order = [](const ChildKey& x, const ChildKey& y) {
    return std::tuple(x.move, ~x.index) < std::tuple(y.move, ~y.index);
  };
  std::sort(a.begin(), a.end(), order);
  std::sort(b.begin(), b.end(), order);
  auto x = a.begin();
  auto y = b.begin();
  std::int64_t paired = 0;
  bool any_paired = false;
  const auto again = [&](const ChildKey& key) { return any_paired && key.move == paired; };
  while (x != a.end() || y != b.end()) {
    if (y == b.end() || (x != a.end() && (!x->named() || x->move < y->move))) {
      left_over(true, x->index, again(*x));
      ++x;
    } else if (x == a.end() || !y->named() || y->move < x->move) {
      left_over(false, y->index, again(*y));
      ++y;
    } else {
      paired = x->move;
      any_paired = true;
      pair(x++->index, y++->index);
    }
  }
}

}  // namespace plytrace
