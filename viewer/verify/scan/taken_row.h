// SPDX-License-Identifier: MIT
//
// A row of `node` as the rules use it: as stored, except for columns that have a finding and would
// cause further findings at the node or its children, for the role of a search of a move that
// follows a reduced one, and for the second name of a move (Replay::take_first_name). Rows are
// corrected only through this class.
// Thread rule: one thread an object.
#pragma once

#include "schemas/rows.h"

namespace plytrace::verify {

class TakenRow {
 public:
  // `row`: a copy of the stored row, which is corrected in place.
  explicit TakenRow(NodeRow& row) : row_(row) {}

  const NodeRow& operator*() const { return row_; }
  const NodeRow* operator->() const { return &row_; }

  // Replaces the value of a column.
  template <class Column, class Value>
  void take(Column NodeRow::*column, const Value& value) {
    row_.*column = value;
  }

 private:
  NodeRow& row_;
};

}  // namespace plytrace::verify
