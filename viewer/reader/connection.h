// SPDX-License-Identifier: MIT
//
// The reader's wrapper of SQLite: handles, opening a file without ever writing beside it, the
// meaning of result codes, reusable statements. Only the files of viewer/reader/ include this.
// Thread rule: each connection belongs to one thread.
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

// Converts a file name to a SQLite URI and escapes every byte that has a meaning in a URI.
std::string file_uri(const std::string& path, const char* parameters);

// Opens the database in the way that its journal mode requires.
Status open_whatever_journal(const std::string& path, const FileHeader& header, Database& database);

// Whether the path from which `database` was opened now names another file, or none.
bool has_moved(sqlite3* database);

// Opens a second connection to the file that `database` reads without a log. Null if this fails, or
// if the path now names another file.
Database open_again(const std::string& path, sqlite3* database);

// The application id of a collection: "pltm", where a trace has "pltc".
inline constexpr std::int64_t kCollectionId = 0x706C746D;
// Checks the application id and the format version.
Status check_identity(const std::string& path, const FileHeader& header, sqlite3* database);
// Checks that every table is a real table, because a view of the same name could return anything.
Status check_tables(const std::string& path, sqlite3* database);

// Converts a SQLite result code to a Status about the file.
Status damage(const std::string& path, sqlite3* database, int code);

// The small non-negative number that a statement returns; -1 if it returns none.
Result<std::int64_t> number_of(const std::string& path, sqlite3* database, const char* sql);

// Binds numbers to a prepared statement, and resets it in the destructor.
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
  operator sqlite3_stmt*() const { return statement_; }  // NOLINT: implicit on purpose

 private:
  sqlite3_stmt* statement_;
};

}  // namespace plytrace::reader
