// SPDX-License-Identifier: MIT
#include "viewer/reader/rows_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <new>

namespace plytrace::test {
namespace {

using reader::RowBatch;
using reader::RowsAhead;

// A batch of one node of that id.
void put_node(RowBatch& batch, std::int64_t id) {
  batch.clear<NodeRow>();
  batch.clear_order();
  batch.place<NodeRow>().id = id;
  batch.add(RowBatch::kTable<NodeRow>);
}

TEST(RowsAhead, ComeInTheOrderInWhichTheyWereFilled) {
  for (const std::int64_t count : {1, 7, 8, 9, 1000}) {
    std::int64_t filled = 0;
    RowsAhead rows([&](RowBatch& batch) {
      put_node(batch, ++filled);
      return filled < count;
    });
    for (std::int64_t id = 1; id <= count; ++id) {
      const RowBatch* const batch = rows.next();
      ASSERT_NE(batch, nullptr);
      EXPECT_EQ(batch->row<NodeRow>(0).id, id);
    }
    EXPECT_EQ(rows.next(), nullptr);
    EXPECT_EQ(rows.next(), nullptr);
    EXPECT_EQ(filled, count);
  }
}

TEST(RowsAhead, EndBeforeAnEmptyBatch) {
  std::int64_t filled = 0;
  RowsAhead rows([&](RowBatch& batch) {
    put_node(batch, ++filled);
    if (filled == 4) batch.clear_order();
    return filled < 4;
  });
  for (std::int64_t id = 1; id <= 3; ++id) ASSERT_EQ(rows.next()->row<NodeRow>(0).id, id);
  EXPECT_EQ(rows.next(), nullptr);
}

TEST(RowsAhead, AreNoMoreThanARingHolds) {
  std::atomic<std::int64_t> filled = 0;
  {
    RowsAhead rows([&](RowBatch& batch) {
      put_node(batch, ++filled);
      return true;
    });
    for (int i = 0; i < 20; ++i) ASSERT_NE(rows.next(), nullptr);
  }
  EXPECT_GE(filled, 20);
  EXPECT_LE(filled, 20 + 32);
}

TEST(RowsAhead, ThrowWhereTheyCouldNotBeFilled) {
  std::int64_t filled = 0;
  RowsAhead rows([&](RowBatch& batch) {
    if (filled == 5) throw std::bad_alloc();
    put_node(batch, ++filled);
    return true;
  });
  for (std::int64_t id = 1; id <= 5; ++id) ASSERT_EQ(rows.next()->row<NodeRow>(0).id, id);
  EXPECT_THROW(rows.next(), std::bad_alloc);
  EXPECT_EQ(rows.next(), nullptr);
}

}  // namespace
}  // namespace plytrace::test
