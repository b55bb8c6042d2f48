// SPDX-License-Identifier: MIT
//
// A row of `node` as the rules take it: as stored, but for columns that a rule has blamed and that
// would else be blamed again by whoever meets them next, at the node or at its children. Rows are
// put right in no other place. Thread rule: one thread an object.
#pragma once

#include "schemas/rows.h"

namespace plytrace::verify {

class TakenRow {
 public:
  // `row`: a copy of the row as stored, which is altered in place.
  explicit TakenRow(NodeRow& row) : row_(row) {}

  const NodeRow& operator*() const { return row_; }
  const NodeRow* operator->() const { return &row_; }

  // The column was blamed: from now on it counts as `value`.
  template <class Column, class Value>
  void take(Column NodeRow::*column, const Value& value) {
    row_.*column = value;
  }

 private:
  NodeRow& row_;
};

}  // namespace plytrace::verify
