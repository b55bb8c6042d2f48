// SPDX-License-Identifier: MIT
//
// Pages of tables whose keys are out of order are damage when they are read. SQLite takes the order
// for granted: a look-up then misses rows that are there, and says so without an error. Only a key
// at either end of its page can still be another one. Costs a look at the keys of each page that
// SQLite reads. Thread rule: any.
#pragma once

#include <sqlite3.h>

namespace plytrace::reader {

// From now on reads of such a page fail with SQLITE_CORRUPT, as long as the connection lives.
void refuse_unordered_pages(sqlite3* database);

// What ends a statement at its next page from the file, in this thread: counting rows is one
// operation of SQLite's, amid which nothing else is asked. nullptr: nothing.
using StopsReading = bool (*)(void* context);
void stop_reading_when(StopsReading stops, void* context);

}  // namespace plytrace::reader
