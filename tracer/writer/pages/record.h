// SPDX-License-Identifier: MIT
//
// A row as SQLite stores it: a header with the serial type of each column, then the values in as
// few bytes as they need. Columns at the end that hold their default are left out, as in the rows
// of a table that got a column later. Whole numbers in REAL columns are stored as integers up to 48
// bits, as SQLite does, and -0 is 0; a NaN is NULL. Source:
// https://www.sqlite.org/fileformat2.html, section 2.1. Thread rule: one thread.
//
//   RecordCell cell{record, column};   // an Out of tracer/records.h
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/score.h"
#include "schemas/row_digest.h"
#include "schemas/sqlite_format.h"
#include "tracer/batch_rows.h"

namespace plytrace::writer {

// How many columns of a record are stored, of which some are not NULL and some of these 0. Those at
// the end are left out that hold what SQLite takes for a column that a record does not have: its
// default, which is NULL or 0. The first one stays.
constexpr unsigned columns_to_store(std::uint32_t present, std::uint32_t zeros,
                                    std::uint32_t zero_by_default) {
  const std::uint32_t others =
      (present & ~(zeros & zero_by_default)) | (~present & zero_by_default);
  return 32U - static_cast<unsigned>(__builtin_clz(others | 1U));
}

// The serial type of a whole number, and the bytes it takes.
struct IntegerWidth {
  std::uint8_t type, bytes;
};
// By the number of bits below the sign.
constexpr std::array<IntegerWidth, 64> make_integer_widths() {
  std::array<IntegerWidth, 64> widths{};
  for (unsigned bits = 0; bits < 64; ++bits) {
    widths[bits] = bits < 8    ? IntegerWidth{1, 1}
                   : bits < 16 ? IntegerWidth{2, 2}
                   : bits < 24 ? IntegerWidth{3, 3}
                   : bits < 32 ? IntegerWidth{4, 4}
                   : bits < 48 ? IntegerWidth{5, 6}
                               : IntegerWidth{6, 8};
  }
  return widths;
}
inline constexpr std::array<IntegerWidth, 64> kIntegerWidths = make_integer_widths();

class Record {
 public:
  static constexpr int kMostColumns = 32;

  Record() : buffer_(kValues + kSlack) {}

  // All columns are NULL until one of the functions below is called, in the order of the columns.
  // `zero_by_default`: see columns_to_store.
  void begin(int columns, std::uint32_t zero_by_default = 0) {
    assert(columns <= kMostColumns);
    columns_ = columns;
    zero_by_default_ = zero_by_default;
    present_ = zeros_ = 0;
    texts_ = 0;
    has_long_text_ = false;
    end_ = kValues;
    std::memset(types(), 0, static_cast<std::size_t>(columns));
  }
  [[gnu::always_inline]] void integer(int column, std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    mark(column);
    if (bits <= 1) {
      zeros_ |= static_cast<std::uint32_t>(bits == 0) << static_cast<unsigned>(column);
      types()[column] = static_cast<std::uint8_t>(sqlite_format::kZero + bits);
      return;
    }
    const std::uint64_t magnitude = bits ^ static_cast<std::uint64_t>(value >> 63);
    const IntegerWidth width =
        kIntegerWidths[63U - static_cast<unsigned>(__builtin_clzll(magnitude << 1U | 1U))];
    types()[column] = width.type;
    put(bits << (64U - 8U * width.bytes), width.bytes);
  }
  [[gnu::always_inline]] void real(int column, double value) {
    if (value >= -kIntegerLimit && value < kIntegerLimit) {
      const auto whole = static_cast<std::int64_t>(value);
      if (static_cast<double>(whole) == value) return integer(column, whole);
    } else if (std::isnan(value)) {
      return;
    }
    mark(column);
    types()[column] = sqlite_format::kReal;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    put(bits, 8);
  }
  void text(int column, std::string_view value) {
    mark(column);
    texts_ |= std::uint32_t{1} << static_cast<unsigned>(column);
    const std::uint64_t type = sqlite_format::kEmptyText + 2 * value.size();
    has_long_text_ = has_long_text_ || type >= 0x80;
    types()[column] = static_cast<std::uint8_t>(type);
    text_types_[static_cast<std::size_t>(column)] = type;
    buffer_.resize(std::max(buffer_.size(), end_ + value.size() + kSlack));
    std::memcpy(buffer_.data() + end_, value.data(), value.size());
    end_ += value.size();
  }

  // The bytes of the row. They stay until the next begin().
  std::span<const std::uint8_t> finish() {
    leave_out_defaults();
    if (has_long_text_) return finish_with_long_text();
    std::uint8_t* const start = types() - 1;
    *start = static_cast<std::uint8_t>(columns_ + 1);  // the size of the header
    return {start, buffer_.data() + end_};
  }
  // One bit a column that is not NULL.
  std::uint32_t present() const { return present_; }

 private:
  static constexpr double kIntegerLimit = 140737488355328.0;    // 2^47
  static constexpr std::size_t kValues = 2 + kMostColumns * 9;  // where they begin
  static constexpr std::size_t kSlack = kMostColumns * 8 + 8;   // of the numbers that follow

  // One byte a column, right before the values.
  std::uint8_t* types() { return buffer_.data() + kValues - columns_; }
  void mark(int column) { present_ |= std::uint32_t{1} << static_cast<unsigned>(column); }
  void put(std::uint64_t bits, std::size_t bytes) {
    put_u64(buffer_.data() + end_, bits);
    end_ += bytes;
  }

  // The types of the columns that stay move to the values.
  void leave_out_defaults() {
    const auto kept = static_cast<int>(columns_to_store(present_, zeros_, zero_by_default_));
    if (kept >= columns_) return;
    std::array<std::uint8_t, kMostColumns> moved;
    std::memcpy(moved.data(), types() + kept - moved.size(), moved.size());
    std::memcpy(buffer_.data() + kValues - moved.size(), moved.data(), moved.size());
    columns_ = kept;
  }

  // The type of a text of more than 57 bytes takes more than one.
  std::span<const std::uint8_t> finish_with_long_text() {
    std::array<std::uint64_t, kMostColumns> wide{};
    std::size_t size = 0;
    for (int i = 0; i < columns_; ++i) {
      const auto column = static_cast<std::size_t>(i);
      const bool is_text = (texts_ >> static_cast<unsigned>(i) & 1U) != 0;
      wide[column] = is_text ? text_types_[column] : types()[i];
      size += varint_size(wide[column]);
    }
    size += size + 1 < 0x80 ? 1 : 2;  // its own size included
    assert(size <= kValues);
    std::uint8_t* const start = buffer_.data() + kValues - size;
    std::uint8_t* to = put_varint(start, size);
    for (int i = 0; i < columns_; ++i) to = put_varint(to, wide[static_cast<std::size_t>(i)]);
    return {start, buffer_.data() + end_};
  }

  std::vector<std::uint8_t> buffer_;
  std::array<std::uint64_t, kMostColumns> text_types_{};  // of the columns in texts_
  std::size_t end_ = 0;
  int columns_ = 0;
  std::uint32_t zero_by_default_ = 0;
  std::uint32_t present_ = 0, zeros_ = 0, texts_ = 0;  // one bit a column
  bool has_long_text_ = false;
};

// One cell on its way into a record. The id of a row is its rowid: NULL in the record.
struct RecordCell {
  Record& record;
  int column;
  [[gnu::always_inline]] void integer(std::int64_t value) {
    if (column != 0) record.integer(column, value);
  }
  [[gnu::always_inline]] void real(Score value) { record.real(column, value); }
  void text(std::string_view value) { record.text(column, value); }
};

// Calls add(integral constant) for each column of a table: the number being constant, what follows
// from it is known to the compiler.
template <class Rows, class Add, int... kColumn>
void each_column(const Add& add, std::integer_sequence<int, kColumn...>) {
  (add(std::integral_constant<int, kColumn>{}), ...);
}
template <class Rows, class Add>
void each_column(const Add& add) {
  static_assert(format::kColumnCount<typename Rows::Row> <= Record::kMostColumns);
  each_column<Rows>(add,
                    std::make_integer_sequence<int, format::kColumnCount<typename Rows::Row>>{});
}

// The row of one table that stands at `index` in the batch.
template <class Rows>
[[gnu::flatten]] void encode(Record& record, BatchSource& source, std::size_t index) {
  record.begin(format::kColumnCount<typename Rows::Row>,
               format::kZeroByDefault<typename Rows::Row>);
  each_column<Rows>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
    RecordCell cell{record, kColumn};
    Rows::column(cell, source, index, kColumn);
  });
}

// A node as it is now; `excluded` is the JSON list of that column, "" = NULL.
[[gnu::flatten]] inline void encode_node(Record& record, const NodeRecord& node, std::int64_t id,
                                         std::string_view excluded) {
  record.begin(format::kColumnCount<NodeRow>, format::kZeroByDefault<NodeRow>);
  each_column<NodeRows>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
    RecordCell cell{record, kColumn};
    NodeCells::put(cell, node, id, kColumn);
  });
  if (!excluded.empty()) record.text(format::column_of<NodeRow>("excluded"), excluded);
}

}  // namespace plytrace::writer
