// SPDX-License-Identifier: MIT
//
// Parts of rows that many rows share: encoded once, together with their part of the row hash, and
// cached by a key. Without this encoding a recorded search takes 1.11 times as long. Thread rule:
// one thread.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tracer/writer/pages/record.h"

namespace plytrace::writer {

// Encoded cells of adjacent columns.
template <std::size_t kMost>
struct Cells {
  std::array<std::uint8_t, kMost> bytes{};  // right-aligned
  std::uint8_t size = 0;

  // Writes kMost bytes before `end`; returns where the cells begin.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end) const {
    std::memcpy(end - kMost, bytes.data(), kMost);
    return end - size;
  }
};

// A row for RecordCell that takes numbers only.
struct CellsRow {
  std::uint8_t* begin;
  RecordTypes& types;
  [[gnu::always_inline]] void number(int column, NumberCell cell) {
    begin = cell.put_before(begin);
    types.set(column, cell.width.type);
  }
  static void text(int, std::string_view) { assert(false); }
  static void padded_text(int, std::string_view) { assert(false); }
};

// Encodes the columns from kFirst to kLastOne: their cells, their types and their part of the hash.
// put(cell, column) supplies the value of a column.
template <int kFirst, int kLastOne, std::size_t kMost, class Hash, class Put>
void put_cells(Cells<kMost>& cells, Hash& hash, RecordTypes& types, const Put& put) {
  std::array<std::uint8_t, kMost + 8> bytes{};  // NumberCell::put_before() writes eight more
  std::uint8_t* const end = bytes.data() + bytes.size();
  CellsRow row{end, types};
  const auto put_one = [&]<int kColumn>(std::integral_constant<int, kColumn>) {
    RecordCell<Hash, CellsRow> cell{row, hash, kColumn};
    put(cell, kColumn);
  };
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (put_one(std::integral_constant<int, kLastOne - k>{}), ...);
  }
  (std::make_integer_sequence<int, kLastOne - kFirst + 1>{});
  cells.size = static_cast<std::uint8_t>(end - row.begin);
  assert(cells.size <= kMost);
  std::memcpy(cells.bytes.data(), end - kMost, kMost);
}

// The key of rows that share their common cells.
template <std::size_t kWords>
using CommonKey = std::array<std::uint64_t, kWords>;

// Whether `common` belongs to this key. A Common has a member `key`.
template <class Common, std::size_t kWords>
[[gnu::always_inline]] inline bool is_of(const Common& common, const CommonKey<kWords>& key) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return ((common.key[i] ^ key[i]) | ...) == 0;
  }
  (std::make_index_sequence<kWords>{});
}

// A direct-mapped cache of Commons: another key may replace an entry.
template <class Common, unsigned kBits>
class CommonTable {
 public:
  // The place for this key; check is_of().
  template <std::size_t kWords>
  [[gnu::always_inline]] Common& operator[](const CommonKey<kWords>& key) {
    const std::uint64_t sum = [&]<std::size_t... i>(std::index_sequence<i...>) {
      return (((2 * i + 1) * key[i]) + ...);
    }
    (std::make_index_sequence<kWords>{});
    return places_[sum * 0x9E3779B97F4A7C15U >> (64 - kBits)];
  }

 private:
  std::array<Common, std::size_t{1} << kBits> places_;
};

}  // namespace plytrace::writer
