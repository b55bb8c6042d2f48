// SPDX-License-Identifier: MIT
//
// The files that SQLite takes for part of a database by their names alone. Whoever gives a trace
// away may have put anything there: SQLite waits for a pipe of such a name, writes through a link,
// and deletes the file that a journal names. Source: https://www.sqlite.org/atomiccommit.html
// (sections 4.1 and 5.1), https://www.sqlite.org/fileformat2.html (sections 3 and 4). Thread rule:
// pure functions over the file system.
#pragma once

#include <array>
#include <string>

namespace plytrace::format {

inline constexpr std::array<const char*, 3> kJournals{"-wal", "-shm", "-journal"};

// Where SQLite looks for one of them: where the trace is a link, beside what it leads to.
std::string journal_path(const std::string& trace, const char* journal);

// The first of them with which SQLite must not open the trace, and why ("run.db-wal, the log of
// another file, ..."); "" where it may.
std::string strange_journal(const std::string& trace);

}  // namespace plytrace::format
