// SPDX-License-Identifier: MIT
//
// Decodes the values of one record for ColumnsOf (viewer/reader/columns.h), exactly as SQLite would
// return its columns. Read the columns once each, from left to right; only is_null() may look
// ahead. Source: https://www.sqlite.org/fileformat2.html, section 2.1. Thread rule: one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "schemas/sqlite_format.h"
#include "viewer/reader/pages/leaf_walk.h"

namespace plytrace::reader {

class RecordValues {
 public:
  static constexpr std::size_t kMostColumns = 32;

  // False if this is not a record of at most kColumns columns. Missing columns at the end are 0
  // where `kZeroByDefault` has their bit, else NULL. The first column is always `id`, as in SQLite,
  // whatever the record stores. The function may read LeafWalk::kSlack bytes past the end of the
  // record. If kMostStored is less than kColumns, it also rejects records with more stored columns
  // or with a long text; the compiler can then drop the code for the missing columns.
  template <std::size_t kColumns, std::uint32_t kZeroByDefault = 0,
            std::size_t kMostStored = kColumns>
  bool parse(std::span<const std::uint8_t> record, std::int64_t id) {
    static_assert(kColumns <= kMostColumns);
    id_ = id;
    if (record.empty()) return false;
    // Nearly every type takes one byte.
    const std::uint8_t* const types = record.data() + 1;
    const std::size_t stored = record[0] - std::size_t{1};
    bool is_short = stored <= kMostStored && stored < record.size();
    std::size_t bytes = 0;
    if (is_short) {
      std::uint32_t all = 0;
      const auto take = [&](std::size_t column) {
        if (column >= kMostStored || column >= stored) return set_default(column, kZeroByDefault);
        types_[column] = types[column];
        all |= types[column];
        bytes += kBytes[types[column] % kBytes.size()];
      };
      [&]<std::size_t... kAt>(std::index_sequence<kAt...>) { (take(kAt), ...); }
      (std::make_index_sequence<kColumns>{});
      next_ = types + stored;
      is_short = all < 0x80;
    }
    if (!is_short) {
      if constexpr (kMostStored < kColumns) return false;
      if (!parse_long(record, kColumns, kZeroByDefault, bytes)) return false;
    }
    const std::uint8_t* const end = record.data() + record.size();
    if (bytes != static_cast<std::size_t>(end - next_)) return false;
    next_ += bytes_of(types_[0]);
    return true;
  }

  bool is_null(int column) const {
    return column != 0 && types_[static_cast<std::size_t>(column)] == sqlite_format::kNull;
  }
  bool is_integer(int column) const { return column == 0 || is_whole(column); }
  // SQLite stores whole numbers of a REAL column as integers.
  bool is_real(int column) const {
    return is_whole(column) || types_[static_cast<std::size_t>(column)] == sqlite_format::kReal;
  }
  bool is_text(int column) const {
    const std::uint32_t type = types_[static_cast<std::size_t>(column)];
    return type >= sqlite_format::kEmptyText && type % 2 == 1;
  }

  std::int64_t integer(int column) { return column == 0 ? id_ : whole(column); }
  double real(int column) {
    const std::uint32_t type = types_[static_cast<std::size_t>(column)];
    if (type != sqlite_format::kReal) return static_cast<double>(whole(column));
    const std::uint64_t bits = get_u64(next_);
    next_ += sizeof bits;
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::string_view text(int column) {
    const std::size_t size = bytes_of(types_[static_cast<std::size_t>(column)]);
    const std::string_view value(reinterpret_cast<const char*>(next_), size);
    next_ += size;
    return value;
  }

 private:
  // Types 10 and 11 are reserved; with this length they never fit into a record.
  static constexpr std::uint32_t kNever = 0x80000000;

  static constexpr std::array<std::uint32_t, 128> kBytes = [] {
    std::array<std::uint32_t, 128> bytes{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, kNever, kNever};
    for (std::uint32_t type = 12; type < bytes.size(); ++type) bytes[type] = (type - 12) / 2;
    return bytes;
  }();
  static std::size_t bytes_of(std::uint32_t type) {
    return type < kBytes.size() ? kBytes[type] : (type - 12) / 2;
  }
  bool is_whole(int column) const {
    const std::uint32_t type = types_[static_cast<std::size_t>(column)];
    return type != sqlite_format::kNull && type != sqlite_format::kReal &&
           type <= sqlite_format::kOne;
  }
  std::int64_t whole(int column) {
    const std::uint32_t type = types_[static_cast<std::size_t>(column)];
    const std::size_t bytes = bytes_of(type);
    if (bytes == 0) return type == sqlite_format::kOne ? 1 : 0;
    const auto value = static_cast<std::int64_t>(get_u64(next_)) >> (64U - 8U * bytes);
    next_ += bytes;
    return value;
  }
  void set_default(std::size_t column, std::uint32_t zero_by_default) {
    const bool is_zero = (zero_by_default >> column & 1U) != 0;
    types_[column] = is_zero ? sqlite_format::kZero : sqlite_format::kNull;
  }
  // The general version, for types of any length.
  bool parse_long(std::span<const std::uint8_t> record, std::size_t columns,
                  std::uint32_t zero_by_default, std::size_t& bytes);

  std::array<std::uint32_t, kMostColumns> types_;  // set by parse()
  const std::uint8_t* next_ = nullptr;             // the value of the next column
  std::int64_t id_ = 0;
};

}  // namespace plytrace::reader
