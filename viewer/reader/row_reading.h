// SPDX-License-Identifier: MIT
//
// How rows of a trace are read: the columns that each table is asked for, by name, and the structs
// that they become. NULL is nullopt; a number that is no word of its enumeration becomes one that
// is none. Only the files of viewer/reader/ include this. Thread rule: pure functions.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemas/rows.h"
#include "viewer/trace_reader.h"

namespace plytrace::reader {

// More nodes, or moves of any kind, than a trace can hold: where a damaged row says more, this is
// taken, so that sums and differences do not wrap around. It stays wrong, for verify to see.
inline constexpr std::int64_t kTooMany = std::int64_t{1} << 53;

// `last`, at most that far away from `first`.
std::int64_t near(std::int64_t first, std::int64_t last);

// "SELECT columns FROM table rest".
std::string select_from(const char* columns, const char* table, const char* rest);
template <class Row>
std::string select_rows(const char* rest) {
  return select_from(format::column_names<Row>(), format::Table<Row>::kName, rest);
}

// Reads the columns of a row from left to right. A value of another type than the format has (NULL
// or a blob where a number belongs: SQLite looks at types when a row is written, not when it is
// read) is a damaged page: is_sound() says whether there was none.
class Columns {
 public:
  // What is read is added to `digest`, if it is given, but for the columns left out.
  explicit Columns(sqlite3_stmt* statement, format::RowDigest* digest = nullptr)
      : statement_(statement), digest_(digest) {}
  void leave_out(std::uint32_t columns) { left_out_ |= columns; }

  bool is_sound() const { return is_sound_; }
  // Whether a column further to the right is NULL.
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

  std::int64_t integer() {
    expect(SQLITE_INTEGER);
    const std::int64_t value = sqlite3_column_int64(statement_, next_);
    if (counts()) digest_->integer(next_, value);
    ++next_;
    return value;
  }
  std::optional<std::int64_t> maybe_integer() {
    if (is_null(next_)) return skip<std::int64_t>();
    return integer();
  }
  std::optional<double> maybe_real() {
    if (is_null(next_)) return skip<double>();
    expect(SQLITE_FLOAT);
    const double value = sqlite3_column_double(statement_, next_);
    if (counts()) digest_->real(next_, value);
    ++next_;
    return value;
  }
  std::string text() {
    std::string result;
    assign(result);
    return result;
  }
  std::string text_or_empty() { return maybe_text().value_or(""); }
  void assign(std::string& target) {
    expect(SQLITE_TEXT);
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, next_));
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, next_));
    target.assign(bytes == nullptr ? "" : bytes, bytes == nullptr ? 0 : count);
    if (counts()) digest_->text(next_, target);
    ++next_;
  }
  std::optional<std::string> maybe_text() {
    if (is_null(next_)) return skip<std::string>();
    return text();
  }
  // A value of whatever type.
  void any() {
    const int type = sqlite3_column_type(statement_, next_);
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
  bool counts() const {
    return digest_ != nullptr && (left_out_ >> static_cast<unsigned>(next_) & 1U) == 0;
  }
  void expect(int type) { is_sound_ = is_sound_ && sqlite3_column_type(statement_, next_) == type; }
  template <class T>
  std::optional<T> skip() {
    ++next_;
    return std::nullopt;
  }

  sqlite3_stmt* statement_;
  format::RowDigest* digest_;
  std::uint32_t left_out_ = 0;
  int next_ = 0;
  bool is_sound_ = true;
};

// A JSON array of texts, the first `limit` of them; nullopt where it is none.
std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit);

template <class Row>
constexpr const char* table_of(const Row&) {
  return format::Table<Row>::kName;
}

inline void read_cell(Columns& from, std::int64_t& cell) { cell = from.integer(); }
inline void read_cell(Columns& from, std::optional<std::int64_t>& cell) {
  cell = from.maybe_integer();
}
inline void read_cell(Columns& from, std::optional<double>& cell) { cell = from.maybe_real(); }
inline void read_cell(Columns& from, std::string& cell) { from.assign(cell); }
inline void read_cell(Columns& from, std::optional<std::string>& cell) { cell = from.maybe_text(); }
inline void read_cell(Columns& from, bool& cell) { cell = from.maybe_integer() == 1; }
inline void read_cell(Columns& from, std::vector<std::string>& cell) {
  cell = json_texts(from.text(), SIZE_MAX).value_or(std::vector<std::string>{});
}
// These two are words in the file.
inline void read_cell(Columns& from, format::SearchStatus& cell) {
  cell = format::search_status(from.text_or_empty());
}
inline void read_cell(Columns& from, format::PassPurpose& cell) {
  cell = format::pass_purpose(from.text());
}
template <class Enum>
void read_cell(Columns& from, Enum& cell) {
  cell = from.code<Enum>();
}
template <class Enum>
void read_cell(Columns& from, std::optional<Enum>& cell) {
  cell = from.maybe_code<Enum>();
}

// The columns of a row from left to right, as schemas/rows.h lists them.
template <class Row>
void read_columns(Columns& from, Row& row) {
  format::for_each_column<Row>([&](const auto& column) {
    using Cell = std::decay_t<decltype(row.*column.member)>;
    if constexpr (std::is_same_v<Cell, std::string>) {
      if (column.is_nullable_text) {
        row.*column.member = from.text_or_empty();
        return;
      }
    }
    read_cell(from, row.*column.member);
  });
}

template <class Row>
void read_row(Columns& from, Row& row) {
  read_columns(from, row);
}
// These keep ids and counts in a range that can be reckoned with, see kTooMany.
void read_row(Columns& from, PassRow& row);
void read_row(Columns& from, PlySummaryRow& row);
void read_row(Columns& from, NodeRow& row);

}  // namespace plytrace::reader
