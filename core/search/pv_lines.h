// SPDX-License-Identifier: MIT
//
// PvLines: principal variations as linked nodes from one pool. Putting a move in front of a line
// costs the same at every length, so the lines of a tree 100,000 plies deep stay linear, where the
// usual triangular array is quadratic. A line has one owner, who passes it on or releases it.
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

  // Gives the links of a line back. Every link is released once, so this costs what making it did.
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

  // Links that exist, in use or free: the most that were in use at one time.
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
