// SPDX-License-Identifier: MIT
#include "viewer/analysis/pass_of.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace plytrace::test {
namespace {

PassRow pass(std::optional<std::int64_t> root, std::optional<std::int64_t> last) {
  PassRow row;
  row.root = root;
  row.last = last;
  return row;
}

// `baseline` added 1 to the difference of ids, which overflows in a hostile trace.
TEST(RowsOfAPass, AreSaturated) {
  EXPECT_EQ(rows_of(pass(3, 7)), 5);
  EXPECT_EQ(rows_of(pass(3, std::nullopt)), 0);
  EXPECT_EQ(rows_of(pass(std::nullopt, 7)), 0);
  EXPECT_EQ(rows_of(pass(INT64_MIN + 1, INT64_MAX)), INT64_MAX);
}

}  // namespace
}  // namespace plytrace::test
