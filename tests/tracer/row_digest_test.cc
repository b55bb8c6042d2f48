// SPDX-License-Identifier: MIT
//
// Covers schemas/row_digest.h: each byte of a text affects the digest of its row.
#include "schemas/row_digest.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace plytrace::test {
namespace {

std::int64_t sum_with(std::string_view text) {
  format::RowHash hash;
  hash.text(3, text);
  format::RowDigest digest;
  digest.add_row(1, hash);
  return digest.sum();
}

TEST(RowDigest, AnyByteOfATextAlters) {
  std::set<std::int64_t> sums;
  std::size_t texts = 0;
  for (std::size_t size = 0; size <= 40; ++size) {
    std::string text(size, 'x');
    sums.insert(sum_with(text));
    ++texts;
    for (char& one : text) {
      one = 'y';
      sums.insert(sum_with(text));
      ++texts;
      one = 'x';
    }
  }
  EXPECT_EQ(sums.size(), texts);
}

}  // namespace
}  // namespace plytrace::test
