// SPDX-License-Identifier: MIT
//
// Before something is added to a file that is there: it is a trace of this version, with the tables
// of schemas/trace.sql, and nothing else that somebody put into it runs meanwhile.
// Errors: bad_input, in the words of `verb`: "append to". Thread rule: one thread a connection.
#pragma once

#include <string>

#include "tracer/writer/database.h"

namespace plytrace::writer {

Status check_existing_trace(sqlite3* database, const std::string& path, const std::string& verb);

}  // namespace plytrace::writer
