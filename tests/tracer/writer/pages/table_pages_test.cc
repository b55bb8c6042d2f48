// SPDX-License-Identifier: MIT
//
// Rows become pages in which SQLite finds no error, after every checkpoint, at every page size, and
// wherever a page or a level of pages begins.
#include "tracer/writer/pages/table_pages.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <utility>

#include "schemas/sqlite_format.h"
#include "schemas/trace_format.h"
#include "tests/test_support.h"
#include "tracer/writer/database.h"
#include "tracer/writer/pages/page_vfs.h"
#include "tracer/writer/pages/record.h"

namespace plytrace::test {
namespace {

using writer::NumberCell;
using writer::Record;
using writer::TablePages;

TablePages::Bytes make_record(Record& record, const std::string& text, bool with_late = true,
                              Record::Place place = {}) {
  Record::Row row = record.begin(place);
  if (with_late) row.number(2, NumberCell::integer(7));
  row.text(1, text);
  return record.finish(row, writer::kDefaultTypes<0>);
}

// A database with one table (id, a text) that the page writer fills.
class Pages {
 public:
  // `bytes`: the size to which the file is extended first, by a hole.
  Pages(std::string file, std::uint32_t page_size, std::uint64_t bytes = 0)
      : file_(std::move(file)) {
    sql(file_, "PRAGMA page_size = " + std::to_string(page_size) +
                   "; CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, late INTEGER) STRICT;"
                   "CREATE TABLE small (v TEXT) STRICT");
    if (bytes > 0) make_hole(bytes / page_size);
    auto database = writer::open_database(file_, vfs_.name());
    EXPECT_TRUE(database.is_ok());
    database_ = std::move(*database);
    EXPECT_TRUE(vfs_.file()->begin().is_ok());
    EXPECT_EQ(vfs_.file()->page_size(), page_size);
    sqlite3_exec(database_.get(), "PRAGMA journal_mode = MEMORY", nullptr, nullptr, nullptr);
    table_ = std::make_unique<TablePages>(*vfs_.file(), 2);
  }

  TablePages& table() { return *table_; }
  TablePages::Bytes record(const std::string& text, bool with_late = true,
                           Record::Place place = {}) {
    return make_record(record_, text, with_late, place);
  }
  void add(std::int64_t id, const std::string& text) {
    table_->add(id, record(text, true, table_->place(id)));
  }
  void small_row(const std::string& text) {
    const std::string insert = "INSERT INTO small VALUES ('" + text + "')";
    EXPECT_TRUE(writer::execute(database_.get(), insert.c_str()).is_ok());
  }
  void checkpoint(const std::vector<TablePages::ProvisionalRow>& provisional = {}) {
    table_->write(provisional);
    const auto done = vfs_.file()->checkpoint();
    ASSERT_TRUE(done.is_ok()) << done.status().message();
    EXPECT_TRUE(*done);
  }
  // Checks through another connection, after a checkpoint.
  void expect_rows(std::int64_t rows, const std::string& what) {
    EXPECT_EQ(sql_value(file_, "PRAGMA integrity_check(3)"), "ok") << what;
    EXPECT_EQ(sql_value(file_, "SELECT count(*) FROM t"), std::to_string(rows)) << what;
  }
  const std::string& file() const { return file_; }

 private:
  void make_hole(std::uint64_t pages) {
    const std::uint64_t page_size = std::filesystem::file_size(file_) / 3;
    std::filesystem::resize_file(file_, pages * page_size);
    std::fstream header(file_, std::ios::in | std::ios::out | std::ios::binary);
    std::array<std::uint8_t, 4> count;
    put_u32(count.data(), static_cast<std::uint32_t>(pages));
    header.seekp(sqlite_format::kPageCountAt);
    header.write(reinterpret_cast<const char*>(count.data()), count.size());
  }

  std::string file_;
  writer::PageVfs vfs_;
  writer::Database database_;
  std::unique_ptr<TablePages> table_;
  Record record_;
};

std::int64_t rows_a_page(std::uint32_t page_size, std::size_t text) {
  Record record;
  const auto bytes = make_record(record, std::string(text, 'x')).size();
  return static_cast<std::int64_t>((page_size - 8) / (bytes + (bytes < 128 ? 1U : 2U) + 2 + 2));
}

// Uses rows of a third of a page, so that new pages and levels begin soon. Interior pages get as
// many children as the tree writer allows.
void expect_sound_at_every_edge(std::uint32_t page_size, int levels) {
  SCOPED_TRACE(page_size);
  const ScratchFolder folder;
  Pages pages(folder / "t.db", page_size);
  const std::size_t text = page_size / 3 - 24;
  const std::int64_t in_leaf = rows_a_page(page_size, text);
  const std::int64_t fan_out = (page_size - 12) / 15 + 1;
  std::set<std::int64_t> edges{1, 2};
  std::int64_t rows = in_leaf;
  for (int level = 0; level <= levels; ++level, rows *= fan_out) {
    for (std::int64_t edge = -2; edge <= 3; ++edge) edges.insert(rows + edge);
    for (std::int64_t edge = -2; edge <= 3; ++edge) edges.insert(rows + in_leaf * 2 + edge);
  }
  const std::int64_t last = *edges.rbegin();
  for (std::int64_t id = 1; id <= last; ++id) {
    pages.add(id, std::string(text, static_cast<char>('a' + id % 26)));
    if (edges.count(id) == 0) continue;
    pages.small_row(std::to_string(id));
    pages.checkpoint();
    pages.expect_rows(id, std::to_string(id));
  }
  EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM t WHERE length(v) = " +
                                        std::to_string(text) + " AND late = 7"),
            std::to_string(last));
  EXPECT_EQ(sql_value(pages.file(),
                      "SELECT sum(v <> (SELECT v FROM t b WHERE b.id = a.id)) FROM t "
                      "a WHERE id % 97 = 0 OR id > " +
                          std::to_string(last - 5)),
            "0");
  EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM small"), std::to_string(edges.size()));
}

TEST(TablePages, SoundAtEveryEdgeOfSmallPages) {
  expect_sound_at_every_edge(512, 2);
  expect_sound_at_every_edge(1024, 1);
  expect_sound_at_every_edge(4096, 1);
}

TEST(TablePages, SoundAtTheEdgesOfLeavesOfLargePages) {
  for (const std::uint32_t size : {2048U, 8192U, 16384U, 32768U, 65536U}) {
    expect_sound_at_every_edge(size, 0);
  }
}

TEST(SlowTablePages, SoundAtEveryEdgeOfLargePages) {
  expect_sound_at_every_edge(512, 3);
  expect_sound_at_every_edge(2048, 1);
  expect_sound_at_every_edge(8192, 1);
  expect_sound_at_every_edge(16384, 1);
  expect_sound_at_every_edge(32768, 1);
  expect_sound_at_every_edge(65536, 1);
}

// The page with byte 2^30, where SQLite keeps its locks, must hold no data.
TEST(SlowTablePages, SoundBeyondTheLockByte) {
  const ScratchFolder folder;
  Pages pages(folder / "t.db", 65536);
  const std::string text(1 << 20, 'x');
  for (std::int64_t id = 1; id <= 1040; ++id) {
    pages.add(id, text);
    if (id % 104 == 0) pages.checkpoint();
  }
  pages.small_row("after it");
  pages.checkpoint();
  EXPECT_GT(std::filesystem::file_size(pages.file()), 1U << 30U);
  pages.expect_rows(1040, "all");
  EXPECT_EQ(sql_value(pages.file(), "SELECT sum(length(v)) / 1040 FROM t"), "1048576");
}

TEST(TablePages, SoundAfterEachOfManyCheckpoints) {
  for (const std::uint32_t size : {512U, 1024U, 65536U}) {
    const ScratchFolder folder;
    Pages pages(folder / "t.db", size);
    for (std::int64_t id = 1; id <= 300; ++id) {
      pages.add(id, std::string(static_cast<std::size_t>(id * 7 % 120), 'x'));
      pages.checkpoint();
      pages.expect_rows(id, std::to_string(size) + " " + std::to_string(id));
    }
  }
}

// A text of any length that does not fit goes into a chain of overflow pages.
TEST(TablePages, LongTextsGoIntoOverflowPages) {
  for (const std::uint32_t size : {512U, 4096U, 65536U}) {
    const ScratchFolder folder;
    Pages pages(folder / "t.db", size);
    std::int64_t id = 0, bytes = 0;
    for (const std::size_t pages_long : {0U, 1U, 2U, 3U, 7U}) {
      for (std::int64_t more = -45; more <= 45; more += 3) {
        const auto length = static_cast<std::int64_t>(pages_long * size) + more;
        if (length < 0) continue;
        pages.add(++id, std::string(static_cast<std::size_t>(length), 'y'));
        bytes += length;
      }
      pages.checkpoint();
      pages.expect_rows(id, std::to_string(size));
    }
    EXPECT_EQ(sql_value(pages.file(), "SELECT sum(length(v)) FROM t"), std::to_string(bytes));
    EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM t WHERE trim(v, 'y') <> ''"), "0");
  }
}

// The leaves of a stream lie between those of the previous and the next stream, whichever began
// first.
TEST(TablePages, StreamsFillLeavesOfTheirOwn) {
  for (const std::uint32_t size : {512U, 4096U}) {
    const ScratchFolder folder;
    Pages pages(folder / "t.db", size);
    std::array<std::int64_t, 3> next{1, 1, 1};
    std::int64_t rows = 0;
    for (int i = 0; i < 4000; ++i) {
      const auto stream = static_cast<std::size_t>((i * i / 7 + 1) % 3);
      const std::int64_t id =
          static_cast<std::int64_t>(stream) * format::kStreamStride + next[stream]++;
      pages.add(id, std::string(static_cast<std::size_t>(i % 50), 'z'));
      ++rows;
      if (i % 331 != 0 && i > 60) continue;
      pages.checkpoint();
      pages.expect_rows(rows, std::to_string(i));
    }
    pages.checkpoint();
    pages.expect_rows(rows, "end");
    EXPECT_EQ(sql_value(pages.file(),
                        "SELECT count(*) FROM t a WHERE (SELECT v FROM t b WHERE "
                        "b.id = a.id) = v"),
              std::to_string(rows));
  }
}

// Ids take 1 to 9 bytes in any stream. This includes ids that SQLite allows but no stream assigns.
TEST(TablePages, IdsOfAnyWidth) {
  for (const std::uint32_t size : {512U, 16384U}) {
    const ScratchFolder folder;
    Pages pages(folder / "t.db", size);
    std::int64_t rows = 0;
    for (const int bits : {7, 14, 21, 28, 31, 32, 35, 40, 42, 47, 49, 55, 56, 57, 62}) {
      const std::int64_t edge = std::int64_t{1} << bits;
      for (std::int64_t id = edge - 60; id < edge + 60; ++id, ++rows) {
        pages.add(id, std::to_string(id));
      }
      pages.checkpoint();
      pages.expect_rows(rows, std::to_string(bits));
    }
    EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM t WHERE v = id AND late = 7"),
              std::to_string(rows));
  }
}

// A run of rows gives the same bytes as its rows written one by one, also beside reserved rows, at
// the end of a page, and at an id that takes a byte more.
TEST(TablePages, RunsLieAsTheirRowsDo) {
  std::mt19937 random(7);
  for (const std::uint32_t size : {512U, 1024U, 4096U, 65536U}) {
    const ScratchFolder folder;
    Pages by_row(folder / "rows.db", size), by_run(folder / "runs.db", size);
    struct Open {
      Pages* pages;
      TablePages::ReservedSlot slot;
      std::int64_t id;
    };
    std::array<Open, 2> open{Open{&by_row, {}, 0}, Open{&by_run, {}, 0}};
    const auto text_of = [](std::int64_t id) {
      return std::string(static_cast<std::size_t>(id % 19), static_cast<char>('a' + id % 26));
    };
    std::int64_t rows = 0;
    for (const int bits : {7, 14, 21, 28, 35, 40, 42, 49, 55}) {
      const std::int64_t edge = std::int64_t{1} << bits;
      for (std::int64_t id = edge - 120; id <= edge + 400;) {
        // Stay within the stream.
        std::int64_t count = std::uniform_int_distribution<std::int64_t>(0, 40)(random);
        if (id <= edge) count = std::min(count, edge - id + 1);
        for (std::int64_t i = 0; i < count; ++i) by_row.add(id + i, text_of(id + i));
        by_run.table().add_run(
            id, static_cast<std::size_t>(count), [&](std::uint8_t* end, std::size_t index) {
              const auto record = by_run.record(text_of(id + static_cast<std::int64_t>(index)));
              return std::copy_backward(record.begin(), record.end(), end);
            });
        id += count;
        rows += count + 1;
        for (auto& [pages, slot, reserved] : open) {
          // Usually the next run lies behind the reserved rows by the time they are filled.
          if (slot.leaf != nullptr) pages->table().fill_slot(slot, reserved, pages->record("late"));
          slot = pages->table().reserve_slot(reserved = id, size < 4096 ? 60 : 600);
        }
        ++id;
      }
      for (auto& [pages, slot, reserved] : open) {
        pages->table().fill_slot(std::exchange(slot, {}), reserved, pages->record("last"));
        pages->checkpoint();
      }
    }
    by_run.expect_rows(rows, std::to_string(size));
    EXPECT_TRUE(read_file(by_row.file()) == read_file(by_run.file())) << size;
  }
}

// Beyond 2^32 bytes, in a file that consists mostly of a hole.
TEST(TablePages, SoundBeyondFourGigabytes) {
  constexpr std::uint32_t kPageSize = 65536;
  constexpr std::uint64_t kBytes = (std::uint64_t{1} << 32U) + 3 * kPageSize;
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  Pages pages(file, kPageSize, kBytes);
  for (std::int64_t id = 1; id <= 20'000; ++id) {
    pages.add(id, std::to_string(id));
    if (id % 5000 == 0) pages.checkpoint();
  }
  EXPECT_GT(std::filesystem::file_size(file), kBytes);
  EXPECT_EQ(sql_value(file, "SELECT count(*) FROM t WHERE v = id AND late = 7"), "20000");
  // The only error about the hole is that its pages belong to nothing.
  EXPECT_EQ(sql_value(file,
                      "SELECT count(*) FROM pragma_integrity_check(200000) WHERE "
                      "integrity_check NOT LIKE '%never used%'"),
            "0");
}

// Reserved rows have NULL columns until they are complete, wherever their page is by then.
TEST(TablePages, ReservedRowsAreShownProvisionallyUntilTheyAreComplete) {
  const ScratchFolder folder;
  Pages pages(folder / "t.db", 512);
  struct Row {
    std::int64_t id;
    TablePages::ReservedSlot slot;
  };
  std::vector<Row> open;
  const auto checkpoint = [&] {
    std::vector<TablePages::ProvisionalRow> provisional;
    std::vector<Record> records(open.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!TablePages::is_due(open[i].slot)) continue;
      const auto row = make_record(records[i], "open", false);
      provisional.push_back({&open[i].slot, open[i].id, row});
    }
    pages.checkpoint(provisional);
  };
  for (std::int64_t id = 1; id <= 600; ++id) {
    if (id % 5 == 0) {
      open.push_back({id, pages.table().reserve_slot(id, 40)});
    } else {
      pages.add(id, "row");
    }
    if (id % 50 == 0) {
      checkpoint();
      pages.expect_rows(id, std::to_string(id));
      EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM t WHERE late IS NULL"),
                std::to_string(open.size()));
    }
    if (id % 11 == 0 && !open.empty()) {
      const std::size_t which = static_cast<std::size_t>(id) % open.size();
      pages.table().fill_slot(open[which].slot, open[which].id, pages.record("done"));
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  for (const Row& row : open) pages.table().fill_slot(row.slot, row.id, pages.record("done"));
  open.clear();
  checkpoint();
  pages.expect_rows(600, "end");
  EXPECT_EQ(sql_value(pages.file(), "SELECT count(*) FROM t WHERE v = 'done' AND late = 7"), "120");
}

// The newest reserved row may need more space than was reserved, and a page of its own for it.
TEST(TablePages, TheReservedRowThatCameLastMayGrow) {
  const ScratchFolder folder;
  Pages pages(folder / "t.db", 512);
  for (std::int64_t id = 1; id <= 200; ++id) {
    TablePages::ReservedSlot slot = pages.table().reserve_slot(id, 30);
    const std::string text(static_cast<std::size_t>(id * 5), 'g');
    pages.table().widen_slot(slot, id, text.size() + 20);
    pages.table().fill_slot(slot, id, pages.record(text));
    pages.checkpoint();
    pages.expect_rows(id, std::to_string(id));
  }
  EXPECT_EQ(sql_value(pages.file(), "SELECT sum(length(v) = id * 5) FROM t"), "200");
}

}  // namespace
}  // namespace plytrace::test
