// SPDX-License-Identifier: MIT
//
// SQLite's handles as C++ owns them: closed, or finalized, when they go. Recorder and reader share
// them, and nothing else of SQLite. Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <memory>

namespace plytrace {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

}  // namespace plytrace
