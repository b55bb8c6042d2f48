// SPDX-License-Identifier: MIT
//
// A digest of the rows of a table that does not depend on their order: how many there are, and the
// sum over them of a hash of the row's id and of what its cells weigh. A cell weighs its value,
// spread over 64 bits, times an odd number of its column (NULL: nothing), so that a single altered
// cell always alters what its row weighs. The recorder sums up what it writes, `verify` what it
// reads; where the two differ a row was altered, deleted or added since. It finds accidents and
// slips, not forgers: who alters rows can alter the digest as well. Thread rule: values.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "schemas/file_facts.h"
#include "schemas/rows.h"

namespace plytrace::format {

// A text that many rows have, with what it is spread to.
struct HashedText {
  std::string_view text;
  std::uint64_t hash = 0;
  operator std::string_view() const { return text; }  // NOLINT: for who does not weigh it
};

// What the cells of a row weigh, each told once, in any order.
class RowHash {
 public:
  // More columns would share factors: cells that change places would weigh the same.
  static constexpr std::size_t kMostColumns = 32;
  void integer(int column, std::int64_t value) {
    add(column, 1, static_cast<std::uint64_t>(value));
  }
  // The same in two columns.
  void integers(int column, int other, std::int64_t value) {
    sum_ += (static_cast<std::uint64_t>(value) + kStep) * (factor_of(column) + factor_of(other));
  }
  void real(int column, double value) {
    real_bits(column, std::bit_cast<std::uint64_t>(value + 0.0));  // SQLite knows no -0
  }
  // Of any other number.
  void real_bits(int column, std::uint64_t bits) {
    add(column, 2, bits ^ bits >> 32U);  // the low bits of a whole number are all 0
  }
  void text(int column, std::string_view value) { add(column, 3, hash_of(value)); }
  void hashed_text(int column, const HashedText& value) { add(column, 3, value.hash); }

  // Of a text.
  static std::uint64_t hash_of(std::string_view value) {
    std::uint64_t hash = fold(value.size() ^ kSeed, kStep);
    const char* at = value.data();
    const char* const end = at + value.size();
    for (; end - at >= 8; at += 8) hash = fold(hash ^ load_word(at, 8), kStep);
    const auto rest = static_cast<std::size_t>(end - at);
    // What is left of a longer text is the end of its last eight bytes: one load.
    const std::uint64_t last = value.size() > 8 && rest > 0
                                   ? load_word(end - 8, 8) >> 8 * (8 - rest)
                                   : load_word(at, rest);
    return fold(hash ^ last, kStep);
  }

 private:
  friend class RowDigest;
  static constexpr std::uint64_t kSeed = 0x9E3779B97F4A7C15;
  static constexpr std::uint64_t kStep = 0xD6E8FEB86659FD93;
  __extension__ typedef unsigned __int128 Wide;

  // Both halves of the product, one on the other.
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
  static std::uint64_t byte(const char* byte) { return static_cast<unsigned char>(*byte); }
  // The first of so many bytes, at most eight, is the lowest.
  static std::uint64_t load_word(const char* bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= byte(bytes + i) << 8 * i;
    return value;
  }
  // Odd numbers that have nothing to do with each other (the finalizer of splitmix64).
  static constexpr std::uint64_t factor(std::uint64_t column) {
    std::uint64_t bits = (column + 1) * kSeed;
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EB;
    return (bits ^ bits >> 31U) | 1U;
  }
  static constexpr std::array<std::uint64_t, kMostColumns> make_factors() {
    std::array<std::uint64_t, kMostColumns> factors{};
    for (std::size_t i = 0; i < kMostColumns; ++i) factors[i] = factor(i);
    return factors;
  }
  static const std::array<std::uint64_t, kMostColumns> kFactors;
  static std::uint64_t factor_of(int column);

  // The type keeps 0, and a value of another type, apart from nothing.
  void add(int column, std::uint64_t type, std::uint64_t value) {
    sum_ += (value + type * kStep) * factor_of(column);
  }

  std::uint64_t sum_ = 0;
};
inline constexpr std::array<std::uint64_t, RowHash::kMostColumns> RowHash::kFactors =
    RowHash::make_factors();
inline std::uint64_t RowHash::factor_of(int column) {
  return kFactors[static_cast<std::size_t>(column) % kMostColumns];
}

class RowDigest {
 public:
  void add_row(std::int64_t id, RowHash hash) {
    sum_ +=
        RowHash::fold(hash.sum_ ^ RowHash::kStep, static_cast<std::uint64_t>(id) ^ RowHash::kSeed);
    ++rows_;
  }
  // The rows of another one, too.
  void add(const RowDigest& other) {
    sum_ += other.sum_;
    rows_ += other.rows_;
  }
  bool operator==(const RowDigest&) const = default;

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
  std::int64_t rows_ = 0;
  std::uint64_t sum_ = 0;
};

// The tables that have a digest a search, in the order in which they are named.
using DigestedRows =
    decltype(std::tuple_cat(std::declval<std::tuple<NodeRow>>(), std::declval<EventRows>(),
                            std::declval<std::tuple<PlySummaryRow, PassRow, SearchRow>>()));
static_assert([]<class... Rows>(std::type_identity<std::tuple<Rows...>>) {
  return ((kColumnCount<Rows> <= static_cast<int>(RowHash::kMostColumns)) && ...);
}(std::type_identity<DigestedRows>{}));
// Behind them what all searches share; its digests stand under search 0.
inline constexpr std::size_t kDigestedASearch = std::tuple_size_v<DigestedRows>;
inline constexpr std::size_t kDigestedTables = kDigestedASearch + 2;
enum class Digested : std::uint8_t {
  kNode,
  kPlySummary = 1 + kEventTables,
  kPass,
  kSearch,
  kMove,
  kMeta
};
inline constexpr auto kDigestedNames = []<class... Rows>(std::type_identity<std::tuple<Rows...>>) {
  return std::array<const char*, kDigestedTables>{Table<Rows>::kName..., "move", "meta"};
}(std::type_identity<DigestedRows>{});

struct SearchDigests {
  std::array<RowDigest, kDigestedTables> of_table;
  RowDigest& operator[](Digested table) { return of_table[static_cast<std::size_t>(table)]; }
};

// The rows of the small tables that belong to search ?1, or to all of them, the first column being
// the row. (The others are summed up on their way.) Of `meta` what a recorder writes and leaves
// there: people may add facts of their own.
inline std::string digest_query(Digested table) {
  switch (table) {
    case Digested::kPlySummary:
      return std::string("SELECT (pass << 24) + ply, ") + column_names<PlySummaryRow>() +
             " FROM ply_summary WHERE pass IN (SELECT id FROM pass WHERE search = ?1)";
    case Digested::kPass:
      return std::string("SELECT ") + column_names<PassRow>() + " FROM pass WHERE search = ?1";
    case Digested::kSearch:
      return std::string("SELECT ") + column_names<SearchRow>() + " FROM search WHERE id = ?1";
    case Digested::kMove:
      return "SELECT id, text FROM move";
    case Digested::kMeta:
      return "SELECT 0, name, value FROM meta WHERE name IN (" + names_of_lasting_facts() + ")";
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
