// SPDX-License-Identifier: MIT
//
// SQLite for the recording side: handles that close themselves, statements whose parameters are
// bound from left to right, and failures as a Status with the system's message (environment, or
// bad_input if the file is damaged). Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/status.h"
#include "tracer/batch.h"

namespace plytrace::writer {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// The meaning of an errno of the system for a file of the recorder, as text for a message.
std::string error_words(int error);
// The last failure of the connection, with the system's message if there is one.
Status failure(sqlite3* database);
// Runs one or more statements without results.
Status execute(sqlite3* database, const char* sql);
Result<Statement> prepare(sqlite3* database, const std::string& sql);
// The first column of the first row as a number; 0 if there is none.
Result<std::int64_t> number(sqlite3* database, const std::string& sql);
// Opens an existing file for reading and writing. `vfs` = nullptr: the default VFS.
Result<Database> open_database(const std::string& path, const char* vfs = nullptr);

// One row of parameters for a prepared statement, bound from left to right.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }
  // Documents the column of the next value; the statement names its columns in the same order.
  Row& column(const char* /*name*/) { return *this; }
  Row& integer(std::int64_t value) {
    sqlite3_bind_int64(statement_, ++column_, value);
    return *this;
  }
  template <class T>
  Row& integer(const std::optional<T>& value) {
    return value ? integer(static_cast<std::int64_t>(*value)) : null();
  }
  Row& number(std::int32_t value) { return value == kNoNumber ? null() : integer(value); }
  // A NaN is bound as NULL.
  Row& real(double value) {
    sqlite3_bind_double(statement_, ++column_, value);
    return *this;
  }
  Row& real(std::optional<double> value) { return value ? real(*value) : null(); }
  Row& text(std::string_view value) {
    sqlite3_bind_text64(statement_, ++column_, value.data(), value.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
  }
  Row& text_or_null(std::string_view value) { return value.empty() ? null() : text(value); }
  Row& id(std::int64_t value) { return value == 0 ? null() : integer(value); }
  Row& null() {
    sqlite3_bind_null(statement_, ++column_);
    return *this;
  }
  Status run() {
    sqlite3_step(statement_);
    return sqlite3_reset(statement_) == SQLITE_OK ? Status::ok()
                                                  : failure(sqlite3_db_handle(statement_));
  }

 private:
  sqlite3_stmt* statement_;
  int column_ = 0;
};

}  // namespace plytrace::writer
