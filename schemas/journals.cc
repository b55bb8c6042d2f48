// SPDX-License-Identifier: MIT
#include "schemas/journals.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "schemas/sqlite_format.h"

namespace plytrace::format {
namespace {

namespace fs = std::filesystem;

// SQLite itself never makes a link of it.
bool is_ordinary(const std::string& file) {
  std::error_code none;
  const fs::file_type type = fs::symlink_status(file, none).type();
  return type == fs::file_type::regular || type == fs::file_type::not_found;
}

// A change of several databases at once: each journal ends with the name of a file that lists all
// of them, the length of that name, a check sum and the first bytes again. SQLite deletes that file
// after it has undone the last. A trace is changed by itself alone.
bool names_another_file(const std::string& journal) {
  constexpr std::size_t kBytes = 16;
  std::array<std::uint8_t, kBytes> end{};
  std::ifstream file(journal, std::ios::binary);
  file.seekg(-static_cast<std::streamoff>(kBytes), std::ios::end);
  file.read(reinterpret_cast<char*>(end.data()), kBytes);
  const auto& magic = sqlite_format::kJournalMagic;
  return file && std::equal(magic.begin(), magic.end(), end.end() - magic.size()) &&
         get_u32(end.data()) != 0;
}

// SQLite takes the pages of any log beside a file. A trace that says that it has none was copied to
// where the log of another one was left.
bool is_foreign_log(const std::string& trace, const std::string& log) {
  constexpr std::uintmax_t kLogHeaderBytes = 32;
  constexpr char kRollbackJournal = 1;
  std::error_code none;
  const auto bytes = fs::file_size(log, none);
  if (none || bytes <= kLogHeaderBytes) return false;
  std::array<char, sqlite_format::kHeaderBytes> header{};
  std::ifstream(trace, std::ios::binary).read(header.data(), header.size());
  return header[sqlite_format::kWriteVersionAt] == kRollbackJournal;
}

}  // namespace

std::string journal_path(const std::string& trace, const char* journal) {
  std::error_code none;
  if (!fs::is_symlink(trace, none)) return trace + journal;
  const fs::path file = fs::canonical(trace, none);
  return (none ? trace : file.string()) + journal;
}

std::string strange_journal(const std::string& trace) {
  for (const char* journal : kJournals) {
    const std::string file = journal_path(trace, journal);
    if (!is_ordinary(file)) return file + ", which is no ordinary file";
  }
  const std::string journal = journal_path(trace, "-journal");
  if (names_another_file(journal)) {
    return journal + ", which tells SQLite to delete another file";
  }
  const std::string log = journal_path(trace, "-wal");
  // Once more: a recorder may have begun or ended its log between the two files.
  for (int look = 0; look < 2; ++look) {
    if (!is_foreign_log(trace, log)) return "";
  }
  return log + ", the log of another file, whose pages SQLite would take for its own";
}

}  // namespace plytrace::format
