// SPDX-License-Identifier: MIT
#include "tracer/writer/database.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tracer/writer/own_files.h"

namespace plytrace::writer {
namespace {

// The errno of the last failed read or write, if SQLite still knows it from the connection, the
// database file or the journal. 0 = unknown.
int system_error(sqlite3* database) {
  int error = 0;
  // A file that is lost (own_files.h) says so; the connection may remember an older failure.
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  if (error == EBADF) return error;
  error = sqlite3_system_errno(database);
  if (error == 0) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  if (error != 0) return error;
  sqlite3_file* journal = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
  if (journal != nullptr && journal->pMethods != nullptr) {
    journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}

}  // namespace

std::string error_words(int error) {
  return error == EBADF ? "the program closed the recorder's file" : std::strerror(error);
}

Status failure(sqlite3* database) {
  std::string message = sqlite3_errmsg(database);
  const int code = sqlite3_errcode(database) & 0xFF;
  // SQLITE_CONSTRAINT: the file already has a row with an id that should be free.
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CONSTRAINT) {
    return Status::bad_input("damaged: " + message);
  }
  if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) {
    if (const int error = system_error(database); error != 0) {
      message += " (" + error_words(error) + ")";
    }
  }
  return Status::environment(message);
}

Status execute(sqlite3* database, const char* sql) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status::ok() : failure(database);
}

Result<Statement> prepare(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(database, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    return failure(database);
  }
  return Statement(statement);
}

Result<std::int64_t> number(sqlite3* database, const std::string& sql) {
  Result<Statement> statement = prepare(database, sql);
  if (!statement) return statement.status();
  const int code = sqlite3_step(statement->get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) return failure(database);
  return code == SQLITE_ROW ? sqlite3_column_int64(statement->get(), 0) : 0;
}

Result<Database> open_database(const std::string& path, const char* vfs) {
  sqlite3* raw = nullptr;
  // A folder in the path prevents SQLite from treating names like ":memory:" specially.
  const bool has_folder = std::filesystem::path(path).has_parent_path();
  const std::string file = has_folder ? path : "./" + path;
  const char* const held = vfs == nullptr ? own_files_vfs()->zName : vfs;
  const int code =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, held);
  Database database(raw);
  if (code != SQLITE_OK) return failure(raw);
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, 2000);
  return database;
}

}  // namespace plytrace::writer
