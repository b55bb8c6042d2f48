// SPDX-License-Identifier: MIT
//
// A digest of the rows of a table that does not depend on their order: how many there are, and the
// sum over their cells of a hash of row, column and value (NULL adds nothing). The recorder sums up
// what it writes, `verify` what it reads; where the two differ a row was altered, deleted or added
// since. It finds accidents and slips, not forgers: who alters rows can alter the digest as well.
// Thread rule: values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "schemas/rows.h"

namespace plytrace::format {

class RowDigest {
 public:
  void begin_row(std::int64_t id) {
    ++rows_;
    return_to_row(id);
  }
  // The cells that follow belong to a row that was begun before.
  void return_to_row(std::int64_t id) { row_ = static_cast<std::uint64_t>(id) ^ kSeed; }
  void integer(int column, std::int64_t value) {
    add(column, 1, static_cast<std::uint64_t>(value));
  }
  void real(int column, double value) {
    if (value == 0) value = 0;  // SQLite knows no -0
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    add(column, 2, bits);
  }
  void text(int column, std::string_view value) {
    std::uint64_t hash = fold(value.size() ^ kSeed, kStep);
    for (; value.size() >= 8; value.remove_prefix(8)) hash = fold(hash ^ word(value, 8), kStep);
    add(column, 3, fold(hash ^ word(value, value.size()), kStep));
  }

  void operator+=(const RowDigest& other) {
    rows_ += other.rows_;
    sum_ += other.sum_;
  }
  bool operator==(const RowDigest& other) const {
    return rows_ == other.rows_ && sum_ == other.sum_;
  }
  std::int64_t rows() const { return rows_; }
  // As it lies in the trace.
  std::int64_t sum() const { return static_cast<std::int64_t>(sum_); }
  static RowDigest of(std::int64_t rows, std::int64_t sum) {
    RowDigest digest;
    digest.rows_ = rows;
    digest.sum_ = static_cast<std::uint64_t>(sum);
    return digest;
  }

 private:
  static constexpr std::uint64_t kSeed = 0x9E3779B97F4A7C15;
  static constexpr std::uint64_t kStep = 0xD6E8FEB86659FD93;
  static constexpr std::uint64_t kColumnStep = 0xBF58476D1CE4E5B9;
  __extension__ typedef unsigned __int128 Wide;

  // Both halves of the product, one on the other.
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
  static std::uint64_t word(std::string_view bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return value;
  }
  void add(int column, std::uint64_t type, std::uint64_t value) {
    const std::uint64_t place = (static_cast<std::uint64_t>(column) * 4 + type) * kColumnStep;
    sum_ += fold(value ^ place ^ kStep, row_ + place);
  }

  std::int64_t rows_ = 0;
  std::uint64_t sum_ = 0, row_ = 0;
};

// The tables that have a digest a search, in the order in which they are named.
using DigestedRows =
    decltype(std::tuple_cat(std::declval<std::tuple<NodeRow>>(), std::declval<EventRows>(),
                            std::declval<std::tuple<PlySummaryRow, PassRow, SearchRow>>()));
inline constexpr std::size_t kDigestedTables = std::tuple_size_v<DigestedRows>;
enum class Digested : std::uint8_t { kNode, kPlySummary = 1 + kEventTables, kPass, kSearch };
inline constexpr auto kDigestedNames = []<class... Rows>(std::type_identity<std::tuple<Rows...>>) {
  return std::array<const char*, kDigestedTables>{Table<Rows>::kName...};
}(std::type_identity<DigestedRows>{});

struct SearchDigests {
  std::array<RowDigest, kDigestedTables> of_table;
  RowDigest& operator[](Digested table) { return of_table[static_cast<std::size_t>(table)]; }
};

// The rows of the small tables that belong to search ?1, the first column being the row. (The
// others are summed up on their way.)
inline std::string digest_query(Digested table) {
  switch (table) {
    case Digested::kPlySummary:
      return std::string("SELECT (pass << 24) + ply, ") + column_names<PlySummaryRow>() +
             " FROM ply_summary WHERE pass IN (SELECT id FROM pass WHERE search = ?1)";
    case Digested::kPass:
      return std::string("SELECT ") + column_names<PassRow>() + " FROM pass WHERE search = ?1";
    case Digested::kSearch:
      return std::string("SELECT ") + column_names<SearchRow>() + " FROM search WHERE id = ?1";
    default:
      return {};
  }
}

// The table whose row it is.
template <class Row>
consteval Digested digested() {
  const std::string_view name = Table<Row>::kName;
  return static_cast<Digested>(std::find(kDigestedNames.begin(), kDigestedNames.end(), name) -
                               kDigestedNames.begin());
}

}  // namespace plytrace::format
