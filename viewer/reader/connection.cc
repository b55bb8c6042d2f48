// SPDX-License-Identifier: MIT
#include "viewer/reader/connection.h"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/file_locks.h"
#include "schemas/rows.h"
#include "schemas/trace_format.h"
#include "viewer/reader/key_order.h"

namespace plytrace::reader {
namespace {

// Opens the database without ever creating files beside the trace, and without trusting its schema.
int open_database(const std::string& uri, Database& database) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(
      uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  database.reset(handle);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, static_cast<int>(format::kLongestText));
  refuse_unordered_pages(handle);
  // A recorder's commit takes about a millisecond, but many readers may be waiting.
  sqlite3_busy_timeout(handle, 5000);
  // The file may be untrusted: its schema must not write, and its views must not call functions.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  // Otherwise closing the connection would write the log into the file.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  // cell_size_check makes reading a damaged page fail at once instead of returning garbage rows.
  return sqlite3_exec(handle, "PRAGMA query_only = 1; PRAGMA cell_size_check = 1;", nullptr,
                      nullptr, nullptr);
}

// Reads the schema, because SQLite looks at the file only at the first read.
int first_read(sqlite3* database) {
  return sqlite3_exec(database, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
}

// Rolls back a change that a writer left unfinished when it died: opening the file for writing
// makes SQLite restore the old pages from the journal.
void roll_back(const std::string& path) {
  sqlite3* handle = nullptr;
  if (sqlite3_open_v2(file_uri(path, "").c_str(), &handle,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                      nullptr) == SQLITE_OK) {
    sqlite3_busy_timeout(handle, 5000);
    first_read(handle);
  }
  sqlite3_close_v2(handle);
}

// The errno of a failed read that SQLite reports as damage, because it takes these for a damaged
// file system; 0 if there was none.
int failed_read(sqlite3* database) {
  int error = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  return error == EIO || error == ENXIO || error == ERANGE ? error : 0;
}

}  // namespace

std::string file_uri(const std::string& path, const char* parameters) {
  constexpr const char* kHex = "0123456789ABCDEF";
  // In a URI, an absolute path follows an empty host.
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/._-").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return uri + parameters;
}

Status damage(const std::string& path, sqlite3* database, int code) {
  const std::string reason = sqlite3_errmsg(database);
  // The lowest byte of an extended result code is the plain code.
  switch (code & 0xFF) {
    case SQLITE_CORRUPT:
      if (const int error = failed_read(database); error != 0) {
        return Status::environment(path + ": cannot be read: " + std::strerror(error) +
                                   "; check the disk");
      }
      break;
    case SQLITE_NOMEM:
      return Status::environment("out of memory while reading " + path);
    case SQLITE_IOERR:
    case SQLITE_FULL:
      return Status::environment(path + ": cannot be read: " + reason);
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return Status::environment(path + ": cannot be opened: " + reason +
                                 "; check the permissions of the file and of its folder");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Status::environment(path + ": it is locked by another program; try again later");
    case SQLITE_READONLY:
      return Status::bad_input(
          path +
          ": its writer died in the middle of a change; allow writing to the file and its "
          "folder, so that the change can be undone");
    case SQLITE_TOOBIG:
      return Status::bad_input(path +
                               ": damaged trace: it holds a text of more than 64 MiB, which "
                               "plytrace never writes; look at it with sqlite3");
    case SQLITE_NOTADB:
      return Status::bad_input(path + ": not a trace (SQLite cannot read it: " + reason + ")");
    case SQLITE_ERROR:
      // The file was made for another version of the format, by SQL or by another build.
      if (reason.rfind("no such column", 0) == 0) {
        return Status::bad_input(path + ": lacks a column of a trace (" + reason +
                                 "); add it as in schemas/trace.sql, or record the search again");
      }
      break;
    default:
      break;
  }
  return Status::bad_input(path + ": damaged trace: " + reason +
                           "; copy it again, or record the search again");
}

Result<std::int64_t> number_of(const std::string& path, sqlite3* database, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  int code = sqlite3_prepare_v2(database, sql, -1, &raw, nullptr);
  if (code != SQLITE_OK) return damage(path, database, code);
  const Statement statement(raw);
  code = sqlite3_step(raw);
  if (code == SQLITE_ROW) return sqlite3_column_int64(raw, 0);
  if (code == SQLITE_DONE) return -1;
  return damage(path, database, code);
}

Status open_whatever_journal(const std::string& path, const FileHeader& header,
                             Database& database) {
  // Without a log there is no writer, and SQLite would create an empty log beside the trace.
  const bool frozen = header.write_ahead_log && !header.log_file;
  int code = open_database(file_uri(path, frozen ? "?immutable=1" : ""), database);
  if (code == SQLITE_OK) code = first_read(database.get());
  // A rollback journal exists, so the change must be undone before anyone can read the file.
  if (code == SQLITE_READONLY_ROLLBACK) {
    roll_back(path);
    code = first_read(database.get());
  }
  // No program writes to a trace where the file system has no locks, so it can be read without.
  const bool cannot_lock = code == SQLITE_IOERR_LOCK || (code & 0xFF) == SQLITE_BUSY;
  if (cannot_lock && !header.write_ahead_log && !format::can_lock(path, true)) {
    code = open_database(file_uri(path, "?nolock=1"), database);
    if (code == SQLITE_OK) code = first_read(database.get());
  }
  const bool log_unusable = (code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_READONLY;
  if (header.write_ahead_log && log_unusable) {
    // The shared-memory index of the log cannot be created in this folder, so keep it in memory.
    code = open_database(file_uri(path, "?vfs=unix-none"), database);
    if (code == SQLITE_OK) {
      sqlite3_exec(database.get(), "PRAGMA locking_mode = EXCLUSIVE", nullptr, nullptr, nullptr);
      code = first_read(database.get());
    }
  }
  if (code == SQLITE_OK) return Status::ok();
  // A page that is still missing once the file is locked and rolled back means that the file was
  // cut.
  const bool cut = (code & 0xFF) == SQLITE_CORRUPT && header.is_short();
  return cut ? truncated(path, header) : damage(path, database.get(), code);
}

bool has_moved(sqlite3* database) {
  int moved = 1;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code != SQLITE_OK || moved != 0;
}

Database open_again(const std::string& path, sqlite3* database) {
  Database connection;
  if (open_database(file_uri(path, ""), connection) != SQLITE_OK) return nullptr;
  return has_moved(database) ? nullptr : std::move(connection);
}

Status check_identity(const std::string& path, const FileHeader& header, sqlite3* database) {
  const auto application = number_of(path, database, "PRAGMA application_id");
  if (!application) return application.status();
  const auto version = number_of(path, database, "PRAGMA user_version");
  if (!version) return version.status();
  const auto tables = number_of(path, database, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.status();
  // The first commit of a recording creates the tables; until then they exist only in the log.
  if (*tables == 0 && header.write_ahead_log) {
    return Status::bad_input(
        path + (header.log_file
                    ? ": is empty: its recording has only just begun, or never began"
                    : ": is empty without its -wal file; copy " + path + "-wal as well"));
  }
  if (*tables == 0 && *application == 0) {
    return Status::bad_input(
        path +
        ": is empty: its recording ended before anything was written; record the search again");
  }
  if (*application == kCollectionId) {
    return Status::bad_input(path +
                             ": not a trace, but a collection of traces; sql and collect read it, "
                             "and compare --baseline with a second collection; name a trace");
  }
  if (*application != format::kApplicationId) {
    return Status::bad_input(path +
                             ": not a trace (an SQLite file of another program, application_id " +
                             std::to_string(*application) + "); name a trace");
  }
  if (*version == format::kVersion) return Status::ok();
  return Status::bad_input(path + ": trace format " + std::to_string(*version) +
                           ", this plytrace reads " + std::to_string(format::kVersion) +
                           (*version > format::kVersion
                                ? "; use a newer plytrace"
                                : "; record the search again, or use the plytrace that made it"));
}

Status check_tables(const std::string& path, sqlite3* database) {
  std::vector<const char*> tables{"search",      "pass",   "node", "move",
                                  "ply_summary", "digest", "meta"};
  format::for_each_event_table([&]<class Row>() { tables.push_back(format::Table<Row>::kName); });
  // A virtual table has no root page.
  const std::string from = " FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name ";
  std::string names, number = std::to_string(tables.size());
  for (const char* table : tables)
    names += (names.empty() ? "'" : ", '") + (table + std::string("'"));
  // One query is enough if all is well.
  const std::string all = "SELECT count(*) = " + number + " AND count(DISTINCT name) = " + number +
                          from + "IN (" + names + ")";
  if (const auto has_all = number_of(path, database, all.c_str()); has_all && *has_all == 1) {
    return Status::ok();
  }
  for (const char* table : tables) {
    const std::string sql = "SELECT count(*)" + from + "= '" + table + "'";
    const auto found = number_of(path, database, sql.c_str());
    if (!found) return found.status();
    if (*found != 1) {
      return Status::bad_input(path + ": damaged trace: it has no table '" + table +
                               "'; copy it again, or record the search again");
    }
  }
  return Status::ok();
}

}  // namespace plytrace::reader
