// SPDX-License-Identifier: MIT
//
// How a row becomes a struct, whether SQLite hands its values out (SqlValues) or a page of the file
// does (pages/record_values.h). NULL is nullopt; a number that is no word of its enumeration
// becomes one that is none. Only the files of viewer/reader/ include this. Thread rule: one thread.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemas/row_digest.h"
#include "schemas/rows.h"
#include "viewer/reader/row_reading.h"

namespace plytrace::reader {

// The row that a statement stands on.
class SqlValues {
 public:
  SqlValues(sqlite3_stmt* statement) : statement_(statement) {}  // NOLINT: it stands for it

  int type(int column) const { return sqlite3_column_type(statement_, column); }
  bool is_null(int column) const { return type(column) == SQLITE_NULL; }
  bool is_integer(int column) const { return type(column) == SQLITE_INTEGER; }
  bool is_real(int column) const { return type(column) == SQLITE_FLOAT; }
  bool is_text(int column) const { return type(column) == SQLITE_TEXT; }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::string_view text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, count);
  }

 private:
  sqlite3_stmt* statement_;
};

// Reads the columns of a row from left to right. A value of another type than the format has (NULL
// or a blob where a number belongs: SQLite looks at types when a row is written, not when it is
// read), and a text with a NUL in it, is a damaged page: is_sound() says whether there was none.
template <class Values>
class ColumnsOf {
 public:
  // What is read is added to `hash`, if it is given, but for the columns left out.
  explicit ColumnsOf(const Values& values, format::RowHash* hash = nullptr)
      : values_(values), hash_(hash) {}
  void leave_out(std::uint32_t columns) { left_out_ |= columns; }

  bool is_sound() const { return is_sound_; }
  // Whether a column further to the right is NULL.
  bool is_null(int column) const { return values_.is_null(column); }

  std::int64_t integer() {
    const int column = next_++;
    if (!expect(values_.is_integer(column))) return 0;
    const std::int64_t value = values_.integer(column);
    if (counts(column)) hash_->integer(column, value);
    return value;
  }
  std::optional<std::int64_t> maybe_integer() {
    if (is_null(next_)) return skip<std::int64_t>();
    return integer();
  }
  // SQLite has no NaN: a file with one is not its work.
  std::optional<double> maybe_real() {
    if (is_null(next_)) return skip<double>();
    const int column = next_++;
    if (!expect(values_.is_real(column))) return std::nullopt;
    const double value = values_.real(column);
    if (!expect(!std::isnan(value))) return std::nullopt;
    if (counts(column)) hash_->real(column, value);
    return value;
  }
  // Until the next row.
  std::string_view text() {
    const int column = next_++;
    if (!expect(values_.is_text(column))) return {};
    const std::string_view value = values_.text(column);
    // SQL takes a NUL for the end of a text: no writer puts one there.
    expect(value.find('\0') == std::string_view::npos);
    if (counts(column)) hash_->text(column, value);
    return value;
  }
  std::optional<std::string_view> maybe_text() {
    if (is_null(next_)) return skip<std::string_view>();
    return text();
  }
  std::string_view text_or_empty() { return maybe_text().value_or(std::string_view()); }
  // A value of whatever type.
  void any() {
    const int type = values_.type(next_);
    if (type == SQLITE_INTEGER) {
      integer();
    } else if (type == SQLITE_FLOAT) {
      maybe_real();
    } else if (type == SQLITE_TEXT) {
      text();
    } else {
      is_sound_ = is_sound_ && type == SQLITE_NULL;
      ++next_;
    }
  }
  // A stored enumeration. A number that does not fit becomes one that is no word of it.
  template <class Enum>
  Enum code() {
    const std::int64_t number = integer();
    const bool fits = number >= 0 && number < std::numeric_limits<std::int8_t>::max();
    return static_cast<Enum>(fits ? number : std::numeric_limits<std::int8_t>::max());
  }
  template <class Enum>
  std::optional<Enum> maybe_code() {
    if (is_null(next_)) return skip<Enum>();
    return code<Enum>();
  }

 private:
  bool counts(int column) const {
    return hash_ != nullptr && (left_out_ >> static_cast<unsigned>(column) & 1U) == 0;
  }
  bool expect(bool fits) {
    is_sound_ = is_sound_ && fits;
    return fits;
  }
  template <class T>
  std::optional<T> skip() {
    ++next_;
    return std::nullopt;
  }

  Values values_;
  format::RowHash* hash_;
  std::uint32_t left_out_ = 0;
  int next_ = 0;
  bool is_sound_ = true;
};

using Columns = ColumnsOf<SqlValues>;

template <class From>
void read_cell(From& from, std::int64_t& cell) {
  cell = from.integer();
}
template <class From>
void read_cell(From& from, std::optional<std::int64_t>& cell) {
  cell = from.maybe_integer();
}
template <class From>
void read_cell(From& from, std::optional<double>& cell) {
  cell = from.maybe_real();
}
template <class From>
void read_cell(From& from, std::string& cell) {
  cell = from.text();
}
// The memory of a text stays where it had one.
template <class From>
void read_cell(From& from, std::optional<std::string>& cell) {
  const auto text = from.maybe_text();
  if (!text) {
    cell.reset();
  } else if (cell) {
    cell->assign(*text);
  } else {
    cell.emplace(*text);
  }
}
template <class From>
void read_cell(From& from, bool& cell) {
  cell = from.maybe_integer() == 1;
}
template <class From>
void read_cell(From& from, std::vector<std::string>& cell) {
  cell = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
}
// These two are words in the file.
template <class From>
void read_cell(From& from, format::SearchStatus& cell) {
  cell = format::from_word<format::SearchStatus>(from.text_or_empty())
             .value_or(format::SearchStatus::kRunning);
}
template <class From>
void read_cell(From& from, format::PassPurpose& cell) {
  cell = format::from_word<format::PassPurpose>(from.text()).value_or(format::PassPurpose::kFixed);
}
template <class From, class Enum>
void read_cell(From& from, Enum& cell) {
  cell = from.template code<Enum>();
}
template <class From, class Enum>
void read_cell(From& from, std::optional<Enum>& cell) {
  cell = from.template maybe_code<Enum>();
}

// Into a range that can be reckoned with, see kTooMany.
inline void bound(std::int64_t& number) { number = std::clamp(number, -kTooMany, kTooMany); }
inline void bound(std::optional<std::int64_t>& number) {
  if (number) bound(*number);
}

// The columns of a row from left to right, as schemas/rows.h lists them, its counts in bounds.
template <class From, class Row>
void read_columns(From& from, Row& row) {
  const auto read = [&]<std::size_t kAt>(std::integral_constant<std::size_t, kAt>) {
    const auto& column = std::get<kAt>(format::Table<Row>::kColumns);
    auto& cell = row.*column.member;
    if constexpr (std::is_same_v<std::decay_t<decltype(cell)>, std::string>) {
      if (column.is_nullable_text) {
        cell = from.text_or_empty();
        return;
      }
    }
    read_cell(from, cell);
    constexpr std::uint32_t kBit = std::uint32_t{1} << kAt;
    if constexpr ((format::kCounts<Row> & kBit) != 0) bound(cell);
  };
  [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
    (read(std::integral_constant<std::size_t, kAt>()), ...);
  }
  (std::make_index_sequence<std::size_t{format::kColumnCount<Row>}>{});
}

// A row, with the ends of its range in bounds.
template <class From, class Row>
void read_row(From& from, Row& row) {
  read_columns(from, row);
}
template <class From>
void read_row(From& from, PassRow& row) {
  read_columns(from, row);
  if (row.last) row.last = near(row.root.value_or(0), *row.last);
}
template <class From>
void read_row(From& from, NodeRow& row) {
  const bool is_open = from.is_null(format::column_of<NodeRow>("last"));
  from.leave_out(format::kCreditedColumn | (is_open ? format::kResultColumns : 0U));
  read_columns(from, row);
  if (row.last) row.last = near(row.id, *row.last);
}
template <class From>
void read_row(From& from, PlySummaryRow& row) {
  read_columns(from, row);
  format::for_each_column<PlySummaryRow>([&](const auto& column) {
    std::int64_t& count = row.*column.member;
    count = std::clamp<std::int64_t>(count, 0, kTooMany);
  });
}

}  // namespace plytrace::reader
