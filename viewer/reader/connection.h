// SPDX-License-Identifier: MIT
//
// SQLite as the reader uses it: handles, opening a file without ever writing beside it, what a
// failure means, kept statements. Only the files of viewer/reader/ include this.
// Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include "core/status.h"
#include "viewer/reader/file_check.h"

namespace plytrace::reader {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Opens the database in the way that its journal asks for.
Status open_whatever_journal(const std::string& path, const FileHeader& header, Database& database);

// One more connection to the file that `database` reads without a log; null where it cannot be had,
// or where another file has its name by now.
Database open_again(const std::string& path, sqlite3* database);

// What the file says it is: application id and format version.
Status check_identity(const std::string& path, const FileHeader& header, sqlite3* database);
// That the tables are tables: a view of the same name could be anything.
Status check_tables(const std::string& path, sqlite3* database);

// What a result code means for the file.
Status damage(const std::string& path, sqlite3* database, int code);

// A small whole number that a statement gives; -1 if it gives none. An error is one of the file.
Result<std::int64_t> number_of(const std::string& path, sqlite3* database, const char* sql);

// Runs a kept statement with its numbers bound, and gives it back when done.
class Run {
 public:
  Run(sqlite3_stmt* statement, std::initializer_list<std::int64_t> numbers)
      : statement_(statement) {
    int index = 1;
    for (const std::int64_t number : numbers) sqlite3_bind_int64(statement, index++, number);
  }
  ~Run() { sqlite3_reset(statement_); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  operator sqlite3_stmt*() const { return statement_; }  // NOLINT: it stands for the statement

 private:
  sqlite3_stmt* statement_;
};

}  // namespace plytrace::reader
