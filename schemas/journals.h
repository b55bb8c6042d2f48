// SPDX-License-Identifier: MIT
//
// The files that SQLite treats as part of a database because of their names alone. A trace from a
// stranger may come with anything under such a name: SQLite would wait for a pipe, write through a
// link, or delete a file that a journal names. Source: https://www.sqlite.org/atomiccommit.html
// (sections 4.1 and 5.1), https://www.sqlite.org/fileformat2.html (sections 3 and 4). Thread rule:
// pure functions over the file system.
#pragma once

#include <array>
#include <string>

namespace plytrace::format {

inline constexpr std::array<const char*, 3> kJournals{"-wal", "-shm", "-journal"};

// The path at which SQLite looks for such a file: beside the trace, or beside the target of a link.
std::string journal_path(const std::string& trace, const char* journal);

// A file that makes it unsafe to open the trace with SQLite.
struct StrangeJournal {
  // The path and the reason ("run.db-wal, the log of another file, ..."); "" if there is none.
  std::string words;
  // The file system could not say whether the file exists; `words` has its path and the error.
  bool is_unknown = false;
};

// The first such file.
StrangeJournal strange_journal(const std::string& trace);

}  // namespace plytrace::format
