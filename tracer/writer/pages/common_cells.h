// SPDX-License-Identifier: MIT
//
// What rows have in common that are alike but for a few cells: encoded once, with what it weighs,
// and remembered by a key. Thread rule: one thread.
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

// Cells side by side.
template <std::size_t kMost>
struct Cells {
  std::array<std::uint8_t, kMost> bytes{};  // at its end
  std::uint8_t size = 0;

  // Writes kMost bytes before `end`; returns where the cells begin.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end) const {
    std::memcpy(end - kMost, bytes.data(), kMost);
    return end - size;
  }
};

// What RecordCell writes to: numbers only.
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

// The cells of the columns from kFirst to kLastOne, their types and what they weigh;
// put(cell, column) tells of one of them.
template <int kFirst, int kLastOne, std::size_t kMost, class Hash, class Put>
void put_cells(Cells<kMost>& cells, Hash& hash, RecordTypes& types, const Put& put) {
  std::array<std::uint8_t, kMost + 8> bytes{};  // NumberCell::put_before() wants eight more
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

// What makes rows alike: they have the same cells but for those that are their own.
template <std::size_t kWords>
using CommonKey = std::array<std::uint64_t, kWords>;

// Is it that of the rows with this key? A Common has a member `key`.
template <class Common, std::size_t kWords>
[[gnu::always_inline]] inline bool is_of(const Common& common, const CommonKey<kWords>& key) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return ((common.key[i] ^ key[i]) | ...) == 0;
  }
  (std::make_index_sequence<kWords>{});
}

// A Common for each key, as long as no other one needs its place.
template <class Common, unsigned kBits>
class CommonTable {
 public:
  // Where that of this key is, if it is known.
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
