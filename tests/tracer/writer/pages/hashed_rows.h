// SPDX-License-Identifier: MIT
//
// Decodes an encoded row into its cells and its hash, for tests of encoders that do not use
// encode(). Thread rule: pure functions.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "schemas/row_digest.h"
#include "tracer/writer/pages/record.h"

namespace plytrace::test {

using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

// Decodes a record whose serial types take one byte each, as SQLite does.
template <class Row>
std::vector<Cell> decoded(std::span<const std::uint8_t> record) {
  std::vector<Cell> cells;
  const std::uint8_t* value = record.data() + record[0];
  for (const std::uint8_t type : record.subspan(1, record[0] - 1U)) {
    if (type >= sqlite_format::kEmptyText) {
      EXPECT_LT(type, 0x80);
      const std::size_t size = (type - std::size_t{sqlite_format::kEmptyText}) / 2;
      cells.emplace_back(std::string(value, value + size));
      value += size;
      continue;
    }
    constexpr std::size_t kBytes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    std::int64_t number = 0;
    for (std::size_t i = 0; i < kBytes[type]; ++i) {
      const bool is_first = i == 0;
      number = is_first ? static_cast<std::int8_t>(*value) : number << 8 | *value;
      ++value;
    }
    if (type == 0)
      cells.emplace_back();
    else if (type == 7)
      cells.emplace_back(std::bit_cast<double>(number));
    else if (type >= 8)
      cells.emplace_back(std::int64_t{type} - 8);
    else
      cells.emplace_back(number);
  }
  EXPECT_EQ(value, record.data() + record.size());
  for (auto column = static_cast<int>(cells.size()); column < format::kColumnCount<Row>; ++column) {
    const bool is_zero = (format::kZeroByDefault<Row> >> static_cast<unsigned>(column) & 1U) != 0;
    cells.push_back(is_zero ? Cell(std::int64_t{0}) : Cell());
  }
  return cells;
}

struct HashedRow {
  std::vector<Cell> cells;
  format::RowDigest digest;
  bool operator==(const HashedRow&) const = default;
};

template <class Row>
HashedRow hashed_row(std::span<const std::uint8_t> record, std::int64_t id, format::RowHash hash) {
  HashedRow row{decoded<Row>(record), {}};
  row.digest.add_row(id, hash);
  return row;
}

// A buffer whose bytes before and after the record can be checked.
class Room {
 public:
  static constexpr std::size_t kBehind = 16;
  Room() { bytes_.fill(0xA5); }
  std::uint8_t* end() { return bytes_.data() + writer::Record::kMostBytes; }
  std::span<const std::uint8_t> record_from(const std::uint8_t* begin) {
    EXPECT_GE(begin, bytes_.data() + 32) << "more room than a row of numbers may take";
    for (std::size_t i = 0; i < kBehind; ++i) EXPECT_EQ(end()[i], 0xA5) << "behind the record";
    return {begin, static_cast<const std::uint8_t*>(end())};
  }

 private:
  std::array<std::uint8_t, writer::Record::kMostBytes + kBehind> bytes_;
};

}  // namespace plytrace::test
