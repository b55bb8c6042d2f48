// SPDX-License-Identifier: MIT
//
// Makes SQLite report a table page whose keys are out of order as damage. SQLite takes the order
// for granted: on such a page a look-up misses rows without an error. A wrong key at either end of
// a page is not detected. Costs one pass over the keys of each page that SQLite reads. Thread rule:
// any.
#pragma once

#include <sqlite3.h>

namespace plytrace::reader {

// From now on, reading such a page fails with SQLITE_CORRUPT, for the lifetime of the connection.
void refuse_unordered_pages(sqlite3* database);

// A callback that can stop a statement at its next page read, in this thread. It is needed because
// counting rows is a single operation of SQLite, within which the progress handler is not called.
// nullptr: none.
using StopsReading = bool (*)(void* context);
void stop_reading_when(StopsReading stops, void* context);

}  // namespace plytrace::reader
