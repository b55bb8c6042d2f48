// SPDX-License-Identifier: MIT
//
// New pages reach the file unchanged, in any order, with few writes.
#include "tracer/writer/pages/page_file.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using writer::PageFile;

// The sizes in bytes of single writes to the file under test, and how often each occurred.
struct CountedWrites {
  static inline std::map<int, int> times;
  static inline const sqlite3_io_methods* real = nullptr;
  static inline sqlite3_io_methods methods;

  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    ++times[count];
    return real->xWrite(file, bytes, count, offset);
  }
  static void install(sqlite3_file* file) {
    real = file->pMethods;
    methods = *real;
    methods.xWrite = write;
    file->pMethods = &methods;
    times.clear();
  }
};

// An empty database as a PageFile.
class OnePageFile {
 public:
  OnePageFile(const std::string& path, std::uint32_t page_size)
      : names_(sqlite3_create_filename(path.c_str(), (path + "-journal").c_str(),
                                       (path + "-wal").c_str(), 0, nullptr)),
        memory_(static_cast<std::size_t>(vfs_->szOsFile)) {
    sql(path, "PRAGMA page_size = " + std::to_string(page_size) + "; CREATE TABLE t (v)");
    int given = 0;
    EXPECT_EQ(
        vfs_->xOpen(vfs_, names_, file(), SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, &given),
        SQLITE_OK);
    CountedWrites::install(file());
    pages_.emplace(vfs_, file(), sqlite3_filename_journal(names_));
    EXPECT_TRUE(pages_->begin().is_ok());
  }
  ~OnePageFile() {
    pages_.reset();
    file()->pMethods->xClose(file());
    sqlite3_free_filename(names_);
  }
  PageFile& pages() { return *pages_; }

 private:
  sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(memory_.data()); }

  sqlite3_vfs* const vfs_ = sqlite3_vfs_find(nullptr);
  sqlite3_filename names_;
  std::vector<std::max_align_t> memory_;  // larger than needed
  std::optional<PageFile> pages_;
};

PageFile::Page page_of(std::uint32_t number, std::uint32_t size) {
  PageFile::Page page(size);
  for (std::size_t i = 0; i < size; ++i) page[i] = static_cast<std::uint8_t>(number * 31 + i);
  return page;
}

class NewPages : public testing::Test {
 protected:
  ScratchFolder folder_;
};

// Three tables; one fills a page while another fills twelve.
TEST_F(NewPages, ThatTablesFillAtDifferentPacesAreWrittenWithTheirNeighbours) {
  for (const std::uint32_t size : {4096U, 16384U}) {
    const std::string path = folder_ / "t" + std::to_string(size);
    std::uint32_t last = 0;
    {
      OnePageFile file(path, size);
      PageFile& pages = file.pages();
      std::uint32_t middle = pages.allocate(), slow = pages.allocate();
      for (int i = 1; i <= 600; ++i) {
        const std::uint32_t fast = last = pages.allocate();
        if (i % 4 == 0) pages.write(std::exchange(middle, pages.allocate()), page_of(middle, size));
        if (i % 12 == 0) pages.write(std::exchange(slow, pages.allocate()), page_of(slow, size));
        pages.write(fast, page_of(fast, size));
      }
      pages.write(middle, page_of(middle, size));
      pages.write(slow, page_of(slow, size));
      last = std::max({last, middle, slow});
      const auto done = pages.checkpoint();
      ASSERT_TRUE(done.is_ok() && *done);
    }
    const std::uint32_t in_64k = 65536 / size;
    EXPECT_GE(CountedWrites::times[65536], static_cast<int>(last / in_64k) - 2) << size;
    int others = 0;
    for (const auto& [bytes, times] : CountedWrites::times) others += bytes == 65536 ? 0 : times;
    EXPECT_LE(others, 8) << size << ": the ends, page 1, the journal is another file";
    const std::string bytes = read_file(path);
    ASSERT_EQ(bytes.size(), std::size_t{last} * size);
    for (std::uint32_t number = 3; number <= last; ++number) {
      const PageFile::Page page = page_of(number, size);
      ASSERT_EQ(bytes.compare((number - 1) * std::size_t{size}, size,
                              std::string(page.begin(), page.end())),
                0)
          << number;
    }
  }
}

// Writes the pages in random order, some of them much later, with a checkpoint in between.
TEST_F(NewPages, ReachTheFileInAnyOrder) {
  std::mt19937 random(11);
  for (const std::uint32_t size : {512U, 1024U, 16384U, 65536U}) {
    const std::string path = folder_ / "t" + std::to_string(size);
    std::map<std::uint32_t, PageFile::Page> expected;
    {
      OnePageFile file(path, size);
      PageFile& pages = file.pages();
      for (int checkpoints = 0; checkpoints < 6; ++checkpoints) {
        std::vector<std::uint32_t> numbers;
        const int count = std::uniform_int_distribution<int>(1, 400)(random);
        for (int i = 0; i < count; ++i) numbers.push_back(pages.allocate());
        if (checkpoints % 2 == 1) {
          std::shuffle(numbers.begin(), numbers.end(), random);
        } else {  // one of ten comes after all others
          std::stable_partition(numbers.begin(), numbers.end(),
                                [&](std::uint32_t) { return random() % 10 != 0; });
        }
        // Some of the earlier pages change as well.
        for (const auto& [number, page] : expected) {
          if (random() % 20 == 0) numbers.push_back(number);
        }
        for (const std::uint32_t number : numbers) {
          const PageFile::Page page = page_of(number + static_cast<std::uint32_t>(random()), size);
          pages.write(number, page);
          expected[number] = page;
        }
        const auto done = pages.checkpoint();
        ASSERT_TRUE(done.is_ok() && *done);
      }
    }
    const std::string bytes = read_file(path);
    for (const auto& [number, page] : expected) {
      ASSERT_EQ(bytes.compare((number - 1) * std::size_t{size}, size,
                              std::string(page.begin(), page.end())),
                0)
          << size << ": " << number;
    }
  }
}

}  // namespace
}  // namespace plytrace::test
