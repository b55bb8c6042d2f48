// SPDX-License-Identifier: MIT
//
// How rows of a trace are read: the columns that each table is asked for, by name, and the structs
// that they become. NULL is nullopt; a number that is no word of its enumeration becomes one that
// is none. Only the files of viewer/reader/ include this. Thread rule: pure functions.
#pragma once

#include <sqlite3.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/trace_columns.h"
#include "viewer/trace_reader.h"

namespace plytrace::reader {

struct EventTable {
  const char* name;
  const char* columns;
};
enum EventKind : std::size_t { kBoundUpdates, kCutoffs, kStores, kProbes, kNotes, kEventKinds };
constexpr std::array<EventTable, kEventKinds> kEventTables{{
    {"bound_update", format::kBoundUpdateColumns},
    {"cutoff", format::kCutoffColumns},
    {"table_store", format::kTableStoreColumns},
    {"table_probe", format::kTableProbeColumns},
    {"note", format::kNoteColumns},
}};

// More nodes, or moves of any kind, than a trace can hold: where a damaged row says more, this is
// taken, so that sums and differences do not wrap around. It stays wrong, for verify to see.
inline constexpr std::int64_t kTooMany = std::int64_t{1} << 53;

// `last`, at most that far away from `first`.
std::int64_t near(std::int64_t first, std::int64_t last);

// "SELECT columns FROM table rest".
std::string select_from(const char* columns, const char* table, const char* rest);

// Reads the columns of a row from left to right. A value of another type than the format has (NULL
// or a blob where a number belongs: SQLite looks at types when a row is written, not when it is
// read) is a damaged page: is_sound() says whether there was none.
class Columns {
 public:
  explicit Columns(sqlite3_stmt* statement) : statement_(statement) {}

  bool is_sound() const { return is_sound_; }

  std::int64_t integer() {
    expect(SQLITE_INTEGER);
    return sqlite3_column_int64(statement_, next_++);
  }
  std::optional<std::int64_t> maybe_integer() {
    if (is_null()) return skip<std::int64_t>();
    return integer();
  }
  std::optional<double> maybe_real() {
    if (is_null()) return skip<double>();
    expect(SQLITE_FLOAT);
    return sqlite3_column_double(statement_, next_++);
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
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, next_++));
    target.assign(bytes == nullptr ? "" : bytes, bytes == nullptr ? 0 : count);
  }
  std::optional<std::string> maybe_text() {
    if (is_null()) return skip<std::string>();
    return text();
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
    if (is_null()) return skip<Enum>();
    return code<Enum>();
  }

 private:
  void expect(int type) { is_sound_ = is_sound_ && sqlite3_column_type(statement_, next_) == type; }
  bool is_null() const { return sqlite3_column_type(statement_, next_) == SQLITE_NULL; }
  template <class T>
  std::optional<T> skip() {
    ++next_;
    return std::nullopt;
  }

  sqlite3_stmt* statement_;
  int next_ = 0;
  bool is_sound_ = true;
};

// A JSON array of texts, the first `limit` of them; nullopt where it is none.
std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit);

// The name of the table whose row it is.
constexpr const char* table_of(const SearchRow&) { return "search"; }
constexpr const char* table_of(const PassRow&) { return "pass"; }
constexpr const char* table_of(const PlySummaryRow&) { return "ply_summary"; }
constexpr const char* table_of(const NodeRow&) { return "node"; }
constexpr const char* table_of(const BoundUpdateRow&) { return kEventTables[kBoundUpdates].name; }
constexpr const char* table_of(const CutoffRow&) { return kEventTables[kCutoffs].name; }
constexpr const char* table_of(const TableStoreRow&) { return kEventTables[kStores].name; }
constexpr const char* table_of(const TableProbeRow&) { return kEventTables[kProbes].name; }
constexpr const char* table_of(const NoteRow&) { return kEventTables[kNotes].name; }

void read_row(Columns& from, SearchRow& row);
void read_row(Columns& from, PassRow& row);
void read_row(Columns& from, PlySummaryRow& row);
void read_row(Columns& from, NodeRow& row);
void read_row(Columns& from, BoundUpdateRow& row);
void read_row(Columns& from, CutoffRow& row);
void read_row(Columns& from, TableStoreRow& row);
void read_row(Columns& from, TableProbeRow& row);
void read_row(Columns& from, NoteRow& row);

}  // namespace plytrace::reader
