// SPDX-License-Identifier: MIT
//
// The point of view from which scores are shown. Traces store MAX's. An engine that scores for the
// side to move (negamax) has negated scores and swapped windows at MIN nodes, and its author
// expects to see those. Thread rule: a value.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

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
  // The engine's own point of view.
  static View of_engine(const SearchRow& search) {
    return search.perspective == "side" ? of_side_to_move() : View();
  }
  bool is_from_side_to_move() const { return from_side_to_move_; }

  NodeRow operator()(const NodeRow& node) const { return (*this)(node, node.side); }
  // Converts a row that belongs to a node with this side to move.
  template <class Row>
  Row operator()(Row row, std::optional<format::Side> side) const {
    return negates(side) ? turned_row(std::move(row)) : row;
  }

 private:
  // Converts every column whose value depends on the point of view, in any table.
  template <class Row>
  static Row turned_row(Row row) {
    format::for_each_column<Row>([&](const auto& column) { turn(row.*column.member); });
    if constexpr (requires { row.alpha; }) std::swap(row.alpha, row.beta);
    return row;
  }
  template <class T>
  static void turn(T& value) {
    if constexpr (std::is_same_v<T, std::optional<Score>> ||
                  std::is_same_v<T, std::optional<Bound>> ||
                  std::is_same_v<T, format::CutoffKind>) {
      value = turned(value);
    }
  }
  bool negates(std::optional<format::Side> side) const {
    return from_side_to_move_ && side == format::Side::kMin;
  }
  bool from_side_to_move_ = false;
};

}  // namespace plytrace::text
