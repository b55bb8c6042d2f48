// SPDX-License-Identifier: MIT
//
// The digest of a table: the number of its rows and the sum of their hashes, in any order. A row
// hash mixes the row's id with the sum of its cells' hashes. The hash of a cell is its value,
// spread over 64 bits, times an odd factor of its column (NULL adds nothing), so that a single
// altered cell always alters the row hash. The recorder digests the rows that it writes, `verify`
// those that it reads. If the two differ, a row was altered, deleted or added in between. This
// finds accidents, not forgeries: whoever alters rows can alter the digest, too. Thread rule:
// values.
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

// A text that occurs in many rows, with its hash.
struct HashedText {
  std::string_view text;
  std::uint64_t hash = 0;
  operator std::string_view() const { return text; }  // NOLINT: the text without its hash
};

// The sum of the hashes of a row's cells. Add each cell once, in any order.
class RowHash {
 public:
  // More columns would share factors, and exchanging two cells would not alter the hash.
  static constexpr std::size_t kMostColumns = 32;
  void integer(int column, std::int64_t value) {
    add(column, 1, static_cast<std::uint64_t>(value));
  }
  // Adds the same value in two columns.
  void integers(int column, int other, std::int64_t value) {
    sum_ += (static_cast<std::uint64_t>(value) + kStep) * (factor_of(column) + factor_of(other));
  }
  void real(int column, double value) {
    real_bits(column, std::bit_cast<std::uint64_t>(value + 0.0));  // SQLite knows no -0
  }
  // `bits` are the bits of a double, which must not be -0.
  void real_bits(int column, std::uint64_t bits) {
    add(column, 2, bits ^ bits >> 32U);  // the low bits of a whole number are all 0
  }
  void text(int column, std::string_view value) { add(column, 3, hash_of(value)); }
  void hashed_text(int column, const HashedText& value) { add(column, 3, value.hash); }

  // The hash of a text.
  static std::uint64_t hash_of(std::string_view value) {
    std::uint64_t hash = fold(value.size() ^ kSeed, kStep);
    const char* at = value.data();
    const char* const end = at + value.size();
    for (; end - at >= 8; at += 8) hash = fold(hash ^ load_word(at, 8), kStep);
    const auto rest = static_cast<std::size_t>(end - at);
    // The rest of a text of more than eight bytes is read with one load of its last eight bytes.
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

  // The xor of both halves of the 128-bit product.
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }
  static std::uint64_t byte(const char* byte) { return static_cast<unsigned char>(*byte); }
  // Loads up to eight bytes in little-endian order.
  static std::uint64_t load_word(const char* bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= byte(bytes + i) << 8 * i;
    return value;
  }
  // Unrelated odd numbers (the finalizer of splitmix64).
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

  // The type distinguishes 0 from NULL, and equal bits of different types.
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

// The columns of 0.2.0 in the order that numbers them in a row hash, for the tables whose order has
// changed since.
template <class Row>
inline constexpr std::array<std::string_view, 0> kNumberedColumns{};
template <>
inline constexpr auto kNumberedColumns<NodeRow> = std::to_array<std::string_view>(
    {"id",    "parent", "last",  "ply",   "move",       "side", "depth",
     "alpha", "beta",   "value", "score", "credited",   "kind", "bound",
     "phase", "role",   "best",  "legal", "unrecorded", "key",  "excluded"});
template <>
inline constexpr auto kNumberedColumns<TableStoreRow> = std::to_array<std::string_view>(
    {"id", "at", "node", "key", "depth", "bound", "value", "raw", "move"});
template <>
inline constexpr auto kNumberedColumns<TableProbeRow> =
    std::to_array<std::string_view>({"id", "at", "node", "key", "entry_key", "depth", "stored_by",
                                     "stored_depth", "bound", "value", "raw", "move", "used"});

// A row hash that takes the columns of schemas/rows.h.
template <class Row>
class HashOf : public RowHash {
 public:
  void integer(int column, std::int64_t value) { RowHash::integer(number_of(column), value); }
  void integers(int column, int other, std::int64_t value) {
    RowHash::integers(number_of(column), number_of(other), value);
  }
  void real(int column, double value) { RowHash::real(number_of(column), value); }
  void real_bits(int column, std::uint64_t bits) { RowHash::real_bits(number_of(column), bits); }
  void text(int column, std::string_view value) { RowHash::text(number_of(column), value); }
  void hashed_text(int column, const HashedText& value) {
    RowHash::hashed_text(number_of(column), value);
  }

 private:
  static constexpr auto kNumbers = [] {
    std::array<int, static_cast<std::size_t>(kColumnCount<Row>)> numbers{};
    int at = 0;
    for_each_column<Row>([&](const auto& column) {
      int& number = numbers[static_cast<std::size_t>(at)];
      number = at++;
      const auto& known = kNumberedColumns<Row>;
      if (known.empty()) return;
      const auto* const found = std::find(known.begin(), known.end(), column.name);
      if (found == known.end()) throw "number the new column";  // cannot be evaluated
      number = static_cast<int>(found - known.begin());
    });
    return numbers;
  }();
  static int number_of(int column) { return kNumbers[static_cast<std::size_t>(column)]; }
};

class RowDigest {
 public:
  void add_row(std::int64_t id, RowHash hash) {
    sum_ +=
        RowHash::fold(hash.sum_ ^ RowHash::kStep, static_cast<std::uint64_t>(id) ^ RowHash::kSeed);
    ++rows_;
  }
  // Adds the rows of another digest.
  void add(const RowDigest& other) {
    sum_ += other.sum_;
    rows_ += other.rows_;
  }
  bool operator==(const RowDigest&) const = default;

  std::int64_t rows() const { return rows_; }
  // The sum as stored in the trace.
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

// The tables with one digest for each search, in the order of their names below.
using DigestedRows =
    decltype(std::tuple_cat(std::declval<std::tuple<NodeRow>>(), std::declval<EventRows>(),
                            std::declval<std::tuple<PlySummaryRow, PassRow, SearchRow>>()));
static_assert([]<class... Rows>(std::type_identity<std::tuple<Rows...>>) {
  return ((kColumnCount<Rows> <= static_cast<int>(RowHash::kMostColumns)) && ...);
}(std::type_identity<DigestedRows>{}));
// After them come the tables that all searches share; their digests are stored under search 0.
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
  // Adds the rows of other digests.
  void add(const SearchDigests& other) {
    for (std::size_t i = 0; i < kDigestedTables; ++i) of_table[i].add(other.of_table[i]);
  }
};

// The query for the rows of a small table that belong to search ?1, or to all searches. For kPass
// and kPlySummary it selects those of pass ?1: no index leads from a search to its passes, so code
// that knows the passes queries each of them. The first column is the row's id. (Rows of large
// tables are hashed while they are written or read.) For `meta` it selects only the facts that a
// recorder leaves there, since people may add their own.
inline std::string digest_query(Digested table) {
  switch (table) {
    case Digested::kPlySummary:
      return std::string("SELECT (pass << 24) + ply, ") + column_names<PlySummaryRow>() +
             " FROM ply_summary WHERE pass = ?1";
    case Digested::kPass:
      return std::string("SELECT ") + column_names<PassRow>() + " FROM pass WHERE id = ?1";
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

// The table of a type of row.
template <class Row>
consteval Digested digested() {
  const std::string_view name = Table<Row>::kName;
  return static_cast<Digested>(std::find(kDigestedNames.begin(), kDigestedNames.end(), name) -
                               kDigestedNames.begin());
}

}  // namespace plytrace::format
