// SPDX-License-Identifier: MIT
//
// The pages of a trace as they lie in the file, read past SQLite's page cache: in blocks, through
// SQLite's own file handle (a second one would take SQLite's locks away when it is closed). As long
// as a PageSource lives SQLite keeps its SHARED lock, so that nobody changes a page that the file's
// header counts. Thread rule: that of the connection.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "schemas/sqlite_format.h"
#include "viewer/reader/connection.h"

namespace plytrace::reader {

class PageSource {
 public:
  // nullopt where the file itself does not hold all pages as they are (a write-ahead log), or in
  // another form than plytrace writes (not UTF-8): then SQLite alone can read it.
  static std::optional<PageSource> of(sqlite3* database);

  // Where the rows of a table begin; nullopt where its columns are not exactly those of
  // schemas/trace.sql.
  std::optional<std::uint32_t> root_of(const char* table) const;

  std::size_t page_size() const { return page_size_; }
  std::size_t usable() const { return usable_; }  // bytes a page
  std::uint32_t page_count() const { return page_count_; }
  // Whether it may be a page of a table: page 1 has the header in it, too, and that of SQLite's
  // locks holds nothing.
  bool has(std::uint32_t page) const {
    return page > 1 && page <= page_count_ && page != sqlite_format::kLockByte / page_size_ + 1;
  }
  // Reads pages first, first + 1, ...; false where the file does not give them.
  bool read(std::uint32_t first, std::size_t count, std::uint8_t* target) const;

 private:
  PageSource() = default;

  sqlite3* database_ = nullptr;
  sqlite3_file* file_ = nullptr;
  Statement lock_;  // under way: SQLite keeps the lock until it ends
  std::size_t page_size_ = 0, usable_ = 0;
  std::uint32_t page_count_ = 0;
};

}  // namespace plytrace::reader
