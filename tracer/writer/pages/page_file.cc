// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/page_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <thread>

#include "schemas/sqlite_format.h"
#include "tracer/writer/pages/real_file.h"
#include "tracer/writer/pages/rollback_journal.h"

namespace plytrace::writer {
namespace {

using namespace sqlite_format;

constexpr std::uint32_t kMostPages = 0xFFFFFFFD;

}  // namespace

Status PageFile::begin() {
  if (Status status = locks_.begin(); !status) return status;
  std::array<std::uint8_t, kHeaderBytes> header{};
  if (Status status = read_file(file_, header.data(), header.size(), 0); !status) return status;
  page_size_ = get_u16(&header[kPageSizeAt]);
  if (page_size_ == 1) page_size_ = 65536;
  published_ = pages_ = get_u32(&header[kPageCountAt]);
  const bool is_plain = header[kWriteVersionAt] == 1 && header[kReservedAt] == 0 &&
                        get_u32(&header[kAutoVacuumAt]) == 0 && page_size_ >= 512;
  if (!is_plain) return Status::environment("the file is not one for the page writer");
  run_pages_ = std::clamp(kMostAtOnce / page_size_, 1U, PageRun::kMostPages);
  const std::size_t bytes = std::size_t{run_pages_} * page_size_;
  for (PageRun& run : held_) run.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
  late_.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
  has_begun_ = true;
  return Status::ok();
}

std::uint32_t PageFile::allocate() {
  if (pages_ >= kMostPages && status_.is_ok()) {
    status_ = Status::environment("the trace has as many pages as a file can have");
  }
  ++pages_;
  if (pages_ == kLockByte / page_size_ + 1) ++pages_;
  return pages_;
}

void PageFile::write(std::uint32_t number, const Page& page) {
  if (!status_.is_ok()) return;
  if (number <= published_) {
    changed_[number] = page;
    return;
  }
  const std::uint32_t at = (number - 1) % run_pages_, first = number - at;
  PageRun& held = held_[first / run_pages_ % held_.size()];
  const bool is_late = held.pages != 0 && first < held.first;
  if (first != held.first && !is_late) {
    write_run(held);
    held.first = first;
  }
  PageRun& run = is_late ? late_ : held;
  run.first = first;
  std::memcpy(&run.bytes[std::size_t{at} * page_size_], page.data(), page_size_);
  run.pages |= 1U << at;
  const bool is_full = run.pages == (1U << run_pages_) - 1;
  if (is_full || is_late) write_run(run);
}

// Writes the pages of the run, then empties it.
void PageFile::write_run(PageRun& run) {
  for (std::uint32_t left = run.pages; left != 0 && status_.is_ok();) {
    const auto from = static_cast<std::uint32_t>(std::countr_zero(left));
    const auto pages = static_cast<std::uint32_t>(std::countr_one(left >> from));
    status_ = write_file(file_, &run.bytes[std::size_t{from} * page_size_],
                         std::size_t{pages} * page_size_, offset_of(run.first + from));
    left &= ~(((1U << pages) - 1) << from);
  }
  run.pages = 0;
}

PageFile::Page& PageFile::page_one() {
  const auto [entry, is_new] = changed_.try_emplace(1);
  if (is_new) {
    entry->second.resize(page_size_);
    if (Status read = read_file(file_, entry->second.data(), page_size_, 0); !read) status_ = read;
  }
  return entry->second;
}

// The change counter tells readers to drop their cached pages.
void PageFile::count_change() {
  std::uint8_t* const header = page_one().data();
  const std::uint32_t counter = get_u32(header + kChangeCounterAt) + 1;
  put_u32(header + kChangeCounterAt, counter);
  put_u32(header + kVersionValidForAt, counter);
  put_u32(header + kPageCountAt, pages_);
}

// Checkpoints

Result<bool> PageFile::checkpoint() {
  if (!status_.is_ok()) return status_;
  if (changed_.empty() && pages_ == published_) return true;
  // First the writes that need no lock.
  for (PageRun& run : held_) write_run(run);
  if (!status_.is_ok()) return status_;
  const auto locked = lock_readers_out();
  if (!locked || !*locked) return locked;
  in_checkpoint_ = true;
  status_ = publish();
  if (!status_.is_ok()) return status_;
  in_checkpoint_ = false;
  published_ = pages_;
  changed_.clear();
  (void)locks_.release();  // a failure only delays readers until the next checkpoint
  return true;
}

Result<bool> PageFile::checkpoint_within(std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  for (;;) {
    const auto done = checkpoint();
    if (!done || *done || Clock::now() >= until) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Short reads finish between two tries. If readers overlap without a gap, new ones are made to wait
// every other second.
Result<bool> PageFile::lock_readers_out() {
  const auto locked = locks_.try_exclusive();
  if (!locked) return locked;
  if (*locked) {
    kept_out_since_.reset();
    return true;
  }
  const auto now = Clock::now();
  if (!kept_out_since_) kept_out_since_ = now;
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - *kept_out_since_);
  if (waited.count() % 2 == 0) {
    if (Status status = locks_.release(); !status) return status;
  }
  return false;
}

Status PageFile::publish() {
  count_change();
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, page] : changed_) numbers.push_back(number);
  std::sort(numbers.begin(), numbers.end());
  if (Status status = write_new(numbers); !status) return status;

  const auto saved = journal_of(numbers);
  if (!saved) return saved.status();
  JournalFile journal(vfs_, journal_path_);
  Status status = journal.create();
  if (status.is_ok()) status = write_file(journal.file(), saved->data(), saved->size(), 0);
  if (!status.is_ok()) {
    (void)journal.remove();  // no page was changed yet
    return status;
  }
  status = write_old(numbers);
  // After a failure here the journal stays, and the next program to open the file rolls it back.
  return status.is_ok() ? journal.remove() : status;
}

Result<std::vector<std::uint8_t>> PageFile::journal_of(const std::vector<std::uint32_t>& numbers) {
  const auto last = std::upper_bound(numbers.begin(), numbers.end(), published_);
  std::uint32_t nonce = 0;
  sqlite3_randomness(sizeof nonce, &nonce);
  RollbackJournal journal(page_size_, published_,
                          static_cast<std::uint32_t>(last - numbers.begin()), nonce);
  Page page(page_size_);
  for (auto number = numbers.begin(); number != last; ++number) {
    Status status = read_file(file_, page.data(), page.size(), offset_of(*number));
    if (!status.is_ok()) return status;
    journal.add(*number, page);
  }
  return journal.bytes();
}

Status PageFile::write_new(const std::vector<std::uint32_t>& numbers) {
  Status status;
  for (const std::uint32_t number : numbers) {
    if (number <= published_ || !status.is_ok()) continue;
    status = write_file(file_, changed_[number].data(), page_size_, offset_of(number));
  }
  return status;
}

Status PageFile::write_old(const std::vector<std::uint32_t>& numbers) {
  Status status;
  for (const std::uint32_t number : numbers) {
    if (number > published_ || !status.is_ok()) continue;
    status = write_file(file_, changed_[number].data(), page_size_, offset_of(number));
  }
  return status;
}

bool PageFile::is_in_place() const {
  int has_moved = 0;
  file_->pMethods->xFileControl(file_, SQLITE_FCNTL_HAS_MOVED, &has_moved);
  sqlite3_int64 size = 0;
  const bool is_known = file_->pMethods->xFileSize(file_, &size) == SQLITE_OK;
  return has_moved == 0 && (!is_known || size >= sqlite3_int64{published_} * page_size_);
}

void PageFile::abandon() {
  if (has_begun_ && !in_checkpoint_) {
    file_->pMethods->xTruncate(file_, sqlite3_int64{published_} * page_size_);
  }
  locks_.end();
}

// SQLite's connection

int PageFile::read_bytes(void* to, int count, sqlite3_int64 offset) {
  if (page_size_ != 0) {
    const auto number = static_cast<std::uint32_t>(offset / page_size_) + 1;
    const auto at = static_cast<std::size_t>(offset % page_size_);
    const auto page = changed_.find(number);
    if (page != changed_.end() && at + static_cast<std::size_t>(count) <= page_size_) {
      std::memcpy(to, page->second.data() + at, static_cast<std::size_t>(count));
      return SQLITE_OK;
    }
  }
  return file_->pMethods->xRead(file_, to, count, offset);
}

int PageFile::write_bytes(const void* from, int count, sqlite3_int64 offset) {
  if (static_cast<std::uint32_t>(count) != page_size_ || offset % page_size_ != 0) {
    return SQLITE_IOERR_WRITE;  // SQLite writes whole pages
  }
  const auto number = static_cast<std::uint32_t>(offset / page_size_) + 1;
  const auto* bytes = static_cast<const std::uint8_t*>(from);
  try {
    changed_[number].assign(bytes, bytes + count);
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  if (number == 1) pages_ = get_u32(bytes + kPageCountAt);
  return SQLITE_OK;
}

int PageFile::show_header() {
  try {
    if (page_size_ != 0 && get_u32(page_one().data() + kPageCountAt) != pages_) count_change();
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  return status_.is_ok() ? SQLITE_OK : SQLITE_IOERR_READ;
}

}  // namespace plytrace::writer
