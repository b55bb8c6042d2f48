// SPDX-License-Identifier: MIT
//
// BatchTable shows a batch as a virtual table: "INSERT INTO node SELECT * FROM batch_node" is about
// twice as fast as single inserts. Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "core/score.h"
#include "tracer/batch_rows.h"

namespace plytrace::writer {

// An Out (records.h) that passes a cell to SQLite. Texts lie in the batch or the source and stay
// valid until the row is written.
class Cell {
 public:
  explicit Cell(sqlite3_context* context) : context_(context) {}
  void integer(std::int64_t value) { sqlite3_result_int64(context_, value); }
  void id(std::int64_t value) { integer(value); }
  void real(Score value) { sqlite3_result_double(context_, value); }  // NaN is NULL
  void text(std::string_view value) {
    sqlite3_result_text64(context_, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
  }

 private:
  sqlite3_context* context_;
};

// A read-only virtual table that shows the rows of one kind in the batch of its BatchSource.
template <class Rows>
class BatchTable {
 public:
  static std::string insert_sql() {
    const std::string columns = format::column_names<Row>();
    return std::string("INSERT INTO ") + kTable + " (" + columns + ") SELECT " + columns +
           " FROM " + name();
  }
  static int add_to(sqlite3* database, BatchSource& source) {
    return sqlite3_create_module(database, name().c_str(), &kModule, &source);
  }

 private:
  using Row = typename Rows::Row;
  static constexpr const char* kTable = format::Table<Row>::kName;
  struct Table {
    sqlite3_vtab base{};
    BatchSource* source = nullptr;
  };
  struct Cursor {
    sqlite3_vtab_cursor base{};
    std::size_t index = 0, size = 0;
  };
  static std::string name() { return std::string("batch_") + kTable; }
  static Cursor& cursor_of(sqlite3_vtab_cursor* base) { return *reinterpret_cast<Cursor*>(base); }
  static BatchSource& source_of(sqlite3_vtab_cursor* base) {
    return *reinterpret_cast<Table*>(base->pVtab)->source;
  }

  // An exception that passed through SQLite would leave its locks taken.
  template <class Work>
  static int without_exceptions(const Work& work) noexcept {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    }
  }

  static int connect(sqlite3* database, void* source, int, const char* const*, sqlite3_vtab** out,
                     char**) {
    return without_exceptions([&] {
      const std::string sql =
          std::string("CREATE TABLE batch(") + format::column_names<Row>() + ")";
      auto table = std::make_unique<Table>();
      table->source = static_cast<BatchSource*>(source);
      const int code = sqlite3_declare_vtab(database, sql.c_str());
      if (code == SQLITE_OK) *out = &table.release()->base;
      return code;
    });
  }
  static int disconnect(sqlite3_vtab* base) {
    delete reinterpret_cast<Table*>(base);  // NOLINT: SQLite owned it
    return SQLITE_OK;
  }
  static int best_index(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }
  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    return without_exceptions([&] {
      *out = &std::make_unique<Cursor>().release()->base;
      return SQLITE_OK;
    });
  }
  static int close(sqlite3_vtab_cursor* base) {
    delete &cursor_of(base);  // NOLINT: SQLite owned it
    return SQLITE_OK;
  }
  static void skip_others(Cursor& cursor, const BatchSource& source) {
    while (cursor.index < cursor.size && !Rows::is_row(source, cursor.index)) ++cursor.index;
  }
  static int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value**) {
    Cursor& cursor = cursor_of(base);
    const BatchSource& source = source_of(base);
    cursor.index = 0;
    cursor.size = Rows::size(source);
    skip_others(cursor, source);
    return SQLITE_OK;
  }
  static int next(sqlite3_vtab_cursor* base) {
    Cursor& cursor = cursor_of(base);
    ++cursor.index;
    skip_others(cursor, source_of(base));
    return SQLITE_OK;
  }
  static int at_end(sqlite3_vtab_cursor* base) {
    return cursor_of(base).index >= cursor_of(base).size ? 1 : 0;
  }
  static int column(sqlite3_vtab_cursor* base, sqlite3_context* out, int column) {
    return without_exceptions([&] {
      Cell cell(out);
      BatchSource& source = source_of(base);
      Rows::column(cell, source, Rows::row(source, cursor_of(base).index), column);
      return SQLITE_OK;
    });
  }
  static int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
    *out = static_cast<sqlite3_int64>(cursor_of(base).index);
    return SQLITE_OK;
  }

  static constexpr sqlite3_module make_module() {
    sqlite3_module module{};
    module.xConnect = connect;  // no xCreate: the table exists under the module's name only
    module.xDisconnect = disconnect;
    module.xBestIndex = best_index;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = at_end;
    module.xColumn = column;
    module.xRowid = row_id;
    return module;
  }
  static constexpr sqlite3_module kModule = make_module();
};

}  // namespace plytrace::writer
