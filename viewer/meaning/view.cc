// SPDX-License-Identifier: MIT
#include "viewer/meaning/view.h"

#include <type_traits>
#include <utility>

namespace plytrace::text {
namespace {

template <class T>
void turn(T& value) {
  if constexpr (std::is_same_v<T, std::optional<Score>> ||
                std::is_same_v<T, std::optional<Bound>> || std::is_same_v<T, format::CutoffKind>) {
    value = turned(value);
  }
}

// Every column that depends on who looks, whichever table it is in.
template <class Row>
Row turned_row(Row row) {
  format::for_each_column<Row>([&](const auto& column) { turn(row.*column.member); });
  if constexpr (requires { row.alpha; }) std::swap(row.alpha, row.beta);
  return row;
}

}  // namespace

NodeRow View::operator()(NodeRow node) const {
  return negates(node.side) ? turned_row(std::move(node)) : node;
}

template <class Event>
Event View::operator()(Event row, std::optional<format::Side> side) const {
  return negates(side) ? turned_row(std::move(row)) : row;
}

template BoundUpdateRow View::operator()(BoundUpdateRow, std::optional<format::Side>) const;
template CutoffRow View::operator()(CutoffRow, std::optional<format::Side>) const;
template TableStoreRow View::operator()(TableStoreRow, std::optional<format::Side>) const;
template TableProbeRow View::operator()(TableProbeRow, std::optional<format::Side>) const;

}  // namespace plytrace::text
