// SPDX-License-Identifier: MIT
//
// PageFile writes a database file page by page, in rollback-journal mode. Other processes see the
// first `published` pages. These change only in checkpoint(), under SQLite's EXCLUSIVE lock and
// with a rollback journal, so that a kill at any moment leaves the state before or after it. New
// pages are written at once, behind the last page that the header counts, where no reader looks.
//
// Two users write here in turns: the page writer (allocate, write), and SQLite's own connection
// through page_vfs.h, which sees the file with all changes and whose transactions end in memory.
// There is no fsync: a power cut during a recording may damage the file; a kill does not.
//
// Errors: write() keeps the first failure, which status() and checkpoint() return (environment).
// Thread rule: one thread at a time.
#pragma once

#include <sqlite3.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/status.h"
#include "tracer/writer/pages/file_locks.h"

namespace plytrace::writer {

// Adjacent pages of the file, beginning at page `first`. Bit i of `pages`: page first + i is
// filled.
struct PageRun {
  static constexpr std::uint32_t kMostPages = 16;

  std::unique_ptr<std::uint8_t[]> bytes;
  std::uint32_t first = 0;
  std::uint32_t pages = 0;
};

class PageFile {
 public:
  using Page = std::vector<std::uint8_t>;

  // The real file and the VFS that opened it. All arguments must outlive this.
  PageFile(sqlite3_vfs* vfs, sqlite3_file* file, const char* journal_path)
      : vfs_(vfs), file_(file), journal_path_(journal_path), locks_(file) {}

  // Reads the header and takes the locks of a writer. An environment error if the file cannot be
  // written this way.
  Status begin();

  std::uint32_t page_size() const { return page_size_; }
  // Returns a new page number. The page must be written before the next checkpoint.
  std::uint32_t allocate();
  // Writes a whole page.
  void write(std::uint32_t number, const Page& page);
  const Status& status() const { return status_; }

  // Publishes all pages written so far. False: readers are in the way; try again later.
  Result<bool> checkpoint();
  // The same, but waits up to `patience` for readers.
  Result<bool> checkpoint_within(std::chrono::milliseconds patience);
  // Whether the path still leads to this file, and all published pages are there.
  bool is_in_place() const;
  // After a failure: truncates the file behind the published pages and releases the locks. If
  // begin() failed, the file stays as it is.
  void abandon();

  // SQLite's connection calls these; they return result codes of SQLite.
  int read_bytes(void* to, int count, sqlite3_int64 offset);
  int write_bytes(const void* from, int count, sqlite3_int64 offset);
  sqlite3_int64 size() const { return sqlite3_int64{pages_} * page_size_; }
  // Call before the connection reads: shows it the pages added meanwhile.
  int show_header();

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t offset_of(std::uint32_t number) const {
    return (std::int64_t{number} - 1) * std::int64_t{page_size_};
  }
  void write_run(PageRun& run);
  Page& page_one();
  void count_change();
  Result<bool> lock_readers_out();
  Status publish();
  Result<std::vector<std::uint8_t>> journal_of(const std::vector<std::uint32_t>& numbers);
  Status write_new(const std::vector<std::uint32_t>& numbers);
  Status write_old(const std::vector<std::uint32_t>& numbers);

  sqlite3_vfs* vfs_;
  sqlite3_file* file_;
  const char* journal_path_;
  FileLocks locks_;
  std::uint32_t page_size_ = 0;
  std::uint32_t published_ = 0;  // number of pages that others see
  std::uint32_t pages_ = 0;      // number of all pages
  // Published pages changed since the last checkpoint, and pages that SQLite wrote.
  std::unordered_map<std::uint32_t, Page> changed_;
  // New pages are collected into runs of run_pages_ pages (64 KB), each written by one aligned
  // write; single pages took 0.41 s of kernel time instead of 0.30. Tables fill their pages at
  // different rates, so a run waits for its last page until a later run needs its place here.
  std::uint32_t run_pages_ = 0;
  std::array<PageRun, 8> held_;
  PageRun late_;                                     // for a page whose run was already written
  std::optional<Clock::time_point> kept_out_since_;  // when readers first blocked the checkpoint
  bool has_begun_ = false;
  bool in_checkpoint_ = false;
  Status status_;
};

}  // namespace plytrace::writer
