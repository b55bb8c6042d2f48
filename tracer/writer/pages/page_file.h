// SPDX-License-Identifier: MIT
//
// The pages of a database file that is written page by page, in rollback-journal mode. What lies in
// the file below `published` pages is what other processes see; they change only in checkpoint(),
// under SQLite's EXCLUSIVE lock and with a rollback journal, so that a kill at any moment leaves
// the state before or after it. New pages go into the file at once, behind the last one that the
// header counts, where nobody looks. Two write here, in turns: the page writer (allocate, write)
// and SQLite's own connection through page_vfs.h, which sees the file with all changes and whose
// transactions end in memory. Without fsync: a power cut during a recording may leave a damaged
// file, as a kill does not.
//
// Errors: write() keeps the first failure, which status() and checkpoint() give (environment).
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

// Pages that lie side by side in the file, from page `first` on: those that are there, a bit each.
struct PageRun {
  static constexpr std::uint32_t kMostPages = 16;

  std::unique_ptr<std::uint8_t[]> bytes;
  std::uint32_t first = 0;
  std::uint32_t pages = 0;
};

class PageFile {
 public:
  using Page = std::vector<std::uint8_t>;

  // The real file, and the VFS that opened it. All three outlive this.
  PageFile(sqlite3_vfs* vfs, sqlite3_file* file, const char* journal_path)
      : vfs_(vfs), file_(file), journal_path_(journal_path), locks_(file) {}

  // Reads the header and takes the locks of a writer. An environment error where it is no file that
  // can be written so.
  Status begin();

  std::uint32_t page_size() const { return page_size_; }
  // Of a page number; the page must be written before the next checkpoint.
  std::uint32_t allocate();
  // A whole page as it stands now.
  void write(std::uint32_t number, const Page& page);
  const Status& status() const { return status_; }

  // All pages written so far become what other processes see. False: readers are in the way; to be
  // tried again later.
  Result<bool> checkpoint();
  // The same, waiting for readers for `patience`.
  Result<bool> checkpoint_within(std::chrono::milliseconds patience);
  // Whether the path still leads to this file, with all pages that others see.
  bool is_in_place() const;
  // After a failure: gives the room behind the published pages back, and the locks.
  void abandon();

  // For SQLite's connection; result codes of SQLite.
  int read_bytes(void* to, int count, sqlite3_int64 offset);
  int write_bytes(const void* from, int count, sqlite3_int64 offset);
  sqlite3_int64 size() const { return sqlite3_int64{pages_} * page_size_; }
  // Before it reads anything: tells it what the page writer did meanwhile.
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
  std::uint32_t published_ = 0;  // pages that others see
  std::uint32_t pages_ = 0;      // pages that there are
  // Changed since the last checkpoint and not in the file yet.
  std::unordered_map<std::uint32_t, Page> changed_;
  // New pages that lie side by side and wait for one another, so many each: one write for many
  // costs less, and least of all where it begins at a multiple of its length. Tables fill their
  // pages at different paces: a run waits for its last page until a later one needs its place here.
  std::uint32_t run_pages_ = 0;
  std::array<PageRun, 8> held_;
  PageRun late_;                                     // of a page that came when its run was gone
  std::optional<Clock::time_point> kept_out_since_;  // by readers
  bool in_checkpoint_ = false;
  Status status_;
};

}  // namespace plytrace::writer
