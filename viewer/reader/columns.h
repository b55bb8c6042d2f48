// SPDX-License-Identifier: MIT
//
// Converts a row to a struct, from SQLite's values (SqlValues) or from a page of the file
// (pages/record_values.h). NULL becomes nullopt. A number outside an enumeration becomes a value
// that matches no enumerator. Only the files of viewer/reader/ include this. Thread rule: one
// thread.
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

// The values of a statement's current row.
class SqlValues {
 public:
  SqlValues(sqlite3_stmt* statement) : statement_(statement) {}  // NOLINT: implicit on purpose

  // Each column is asked for its type several times before it is read.
  int type(int column) const {
    if (column != typed_) type_ = sqlite3_column_type(statement_, column);
    typed_ = column;
    return type_;
  }
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
  mutable int typed_ = -1, type_ = SQLITE_NULL;  // the column asked for last, and its type
};

// Reads the columns of a row from left to right. SQLite checks types when a row is written and not
// when it is read. So a value of a wrong type (NULL or a blob in place of a number) or a text with
// a NUL means a damaged page; is_sound() then returns false.
template <class Values, class Hash = format::RowHash>
class ColumnsOf {
 public:
  // If `hash` is given, every column that is read is added to it, except the columns that the
  // digest excludes.
  explicit ColumnsOf(const Values& values, Hash* hash = nullptr) : values_(values), hash_(hash) {}
  void leave_out(std::uint32_t columns) { left_out_ |= columns; }

  bool is_sound() const { return is_sound_; }
  // Looks at a column further to the right without reading it.
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
  // SQLite stores NaN as NULL, so a file with a NaN was not written by SQLite.
  std::optional<double> maybe_real() {
    if (is_null(next_)) return skip<double>();
    const int column = next_++;
    if (!expect(values_.is_real(column))) return std::nullopt;
    const double value = values_.real(column);
    if (!expect(!std::isnan(value))) return std::nullopt;
    if (counts(column)) hash_->real(column, value);
    return value;
  }
  // Valid until the next row.
  std::string_view text() {
    const int column = next_++;
    if (!expect(values_.is_text(column))) return {};
    const std::string_view value = values_.text(column);
    // SQL treats a NUL as the end of a text, and no writer stores one.
    expect(value.find('\0') == std::string_view::npos);
    if (counts(column)) hash_->text(column, value);
    return value;
  }
  std::optional<std::string_view> maybe_text() {
    if (is_null(next_)) return skip<std::string_view>();
    return text();
  }
  std::string_view text_or_empty() { return maybe_text().value_or(std::string_view()); }
  // A value of any type.
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
  // Reads an enumeration. A number outside it becomes a value that matches no enumerator.
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
  Hash* hash_;
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
// Reuses the capacity of `text`.
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
// The file stores these two enumerations as words.
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

// Clamps a number so that later arithmetic cannot overflow; see kTooMany.
inline void bound(std::int64_t& number) { number = std::clamp(number, -kTooMany, kTooMany); }
inline void bound(std::optional<std::int64_t>& number) {
  if (number) bound(*number);
}

// Reads the columns in the order of schemas/rows.h and clamps the counts.
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

// Reads a row and clamps the ends of its id range.
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
