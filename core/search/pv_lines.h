// SPDX-License-Identifier: MIT
//
// PvLines: principal variations as linked lists from one pool. Prepending a move takes constant
// time, so that a tree 100,000 plies deep needs linear time where the usual triangular array needs
// quadratic. A line has one owner, who passes it on or releases it.
// Thread rule: one search, one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game.h"

namespace plytrace {

class PvLines {
 public:
  using Line = std::uint32_t;  // the pool index of its first move
  static constexpr Line kEmpty = 0xFFFFFFFF;

  // The line `move` followed by `tail`, which becomes part of it.
  Line prepend(MoveCode move, Line tail) {
    if (free_ == kEmpty) {
      links_.push_back({move, tail});
      return static_cast<Line>(links_.size() - 1);
    }
    const Line line = free_;
    free_ = links_[line].next;
    links_[line] = {move, tail};
    return line;
  }

  // Returns the links of a line to the pool. Linear in its length, like making it.
  void release(Line line) {
    if (line == kEmpty) return;
    Line last = line;
    while (links_[last].next != kEmpty) last = links_[last].next;
    links_[last].next = free_;
    free_ = line;
  }

  std::vector<MoveCode> moves(Line line) const {
    std::vector<MoveCode> result;
    for (; line != kEmpty; line = links_[line].next) result.push_back(links_[line].move);
    return result;
  }

  // All links, in use or free; that is the largest number ever in use.
  std::size_t pool_size() const { return links_.size(); }

 private:
  struct Link {
    MoveCode move;
    Line next;
  };
  std::vector<Link> links_;
  Line free_ = kEmpty;
};

}  // namespace plytrace
