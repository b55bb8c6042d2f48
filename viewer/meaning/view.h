// SPDX-License-Identifier: MIT
//
// From whose point of view scores are shown. Traces hold MAX's; an engine that counts from the side
// to move (negamax) has negated scores and swapped windows at MIN nodes, and its programmer wants
// to see those. Thread rule: a value.
#pragma once

#include <optional>

#include "core/score.h"
#include "schemas/rows.h"

namespace plytrace::text {

class View {
 public:
  View() = default;  // as stored
  static View of_side_to_move() {
    View view;
    view.from_side_to_move_ = true;
    return view;
  }
  // As the engine itself counts.
  static View of_engine(const SearchRow& search) {
    return search.perspective == "side" ? of_side_to_move() : View();
  }
  bool is_from_side_to_move() const { return from_side_to_move_; }

  NodeRow operator()(NodeRow node) const;
  // Rows of a node with that side to move.
  template <class Event>
  Event operator()(Event row, std::optional<format::Side> side) const;

 private:
  bool negates(std::optional<format::Side> side) const {
    return from_side_to_move_ && side == format::Side::kMin;
  }
  bool from_side_to_move_ = false;
};

}  // namespace plytrace::text
