// SPDX-License-Identifier: MIT
//
// Checks an existing file before rows are added: it must be a trace of this version with the tables
// of schemas/trace.sql. Also disables triggers and the like that somebody may have added. Errors:
// bad_input; the message uses `verb`, such as "append to". Thread rule: one thread a connection.
#pragma once

#include <string>

#include "tracer/writer/database.h"

namespace plytrace::writer {

Status check_existing_trace(sqlite3* database, const std::string& path, const std::string& verb);

}  // namespace plytrace::writer
