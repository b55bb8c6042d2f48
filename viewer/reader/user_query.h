// SPDX-License-Identifier: MIT
//
// Runs one SQL statement of the user, which may only read, on a trace or on a collection. Besides
// the functions of TraceReader::query() it has the aggregates median(x), percentile(x, percent) and
// stddev(x). Only the files of viewer/reader/ include this. Thread rule: as the connection's.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <string_view>

#include "viewer/reader/trace_reader.h"

namespace plytrace::reader {

struct QueriedFile {
  sqlite3* database;
  const TraceReader* reader;           // null for a collection: path(), board() and fen() give NULL
  std::function<Status(int)> failure;  // the Status for a result code of SQLite
};

Status run_user_query(const QueriedFile& file, std::string_view sql,
                      const TraceReader::Query& query);

// Adds the aggregates to a connection, or removes them.
void set_aggregates(sqlite3* database, bool make);

}  // namespace plytrace::reader
