// SPDX-License-Identifier: MIT
//
// `export --to csv --table`: writes whole tables of a trace, as they are stored, for other
// databases. Each row begins with the number of the trace, so that the rows of many traces fit one
// table. Rows are streamed. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct TableExport {
  std::string tables;   // names with commas between them
  std::string columns;  // names with commas between them, of a single table; "": all
  std::int64_t trace = 1;
  std::string folder;  // gets a file for each table; "": stdout, for a single table
  bool force = false;
};

// The names of the tables.
std::vector<std::string> exported_tables();

// Errors: a name that does not exist (usage), a file that exists, what cannot be read or written.
Status export_tables(const TraceReader& reader, const TableExport& asked);

}  // namespace plytrace
