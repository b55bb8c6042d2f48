// SPDX-License-Identifier: MIT
//
// Reads pages of a trace directly, in blocks, without SQLite's page cache. It uses SQLite's own
// file handle, because closing a second one would drop SQLite's locks. While a PageSource exists
// SQLite holds its SHARED lock, so no writer changes a page that the file header counts. Thread
// rule: as the connection.
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
  // nullopt if only SQLite can read the file: it has a write-ahead log, or a form that plytrace
  // does not write (not UTF-8).
  static std::optional<PageSource> of(sqlite3* database);

  // The root page of a table; nullopt if its columns differ from schemas/trace.sql.
  std::optional<std::uint32_t> root_of(const char* table) const;

  std::size_t page_size() const { return page_size_; }
  std::size_t usable() const { return usable_; }  // bytes per page
  std::uint32_t page_count() const { return page_count_; }
  // Whether the page can belong to a table. Page 1 starts with the file header, and SQLite's lock
  // page is never used.
  bool has(std::uint32_t page) const {
    return page > 1 && page <= page_count_ && page != sqlite_format::kLockByte / page_size_ + 1;
  }
  // Reads `count` pages from `first` on; false if the file does not contain them.
  bool read(std::uint32_t first, std::size_t count, std::uint8_t* target) const;

 private:
  PageSource() = default;

  sqlite3* database_ = nullptr;
  sqlite3_file* file_ = nullptr;
  Statement lock_;  // kept running, because SQLite holds the lock until it ends
  std::size_t page_size_ = 0, usable_ = 0;
  std::uint32_t page_count_ = 0;
};

}  // namespace plytrace::reader
