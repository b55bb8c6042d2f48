// SPDX-License-Identifier: MIT
//
// A scan reads the file's pages directly if it can; a long scan does so in a separate thread. The
// reference is SQLite, which reads them otherwise: rows and digests must be equal for every trace,
// and a damaged trace must get no answer that SQLite would not give. With and without the thread
// everything is equal, including messages.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <bit>
#include <cstdlib>
#include <random>
#include <type_traits>

#include "core/registry.h"
#include "core/search/algorithm.h"
#include "tests/viewer/random_trace.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/reader/pages/leaf_walk.h"
#include "viewer/reader/pages/record_values.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::test {
namespace {

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

template <class Cell>
std::string cell_text(const Cell& cell) {
  if constexpr (std::is_same_v<Cell, std::string>) {
    return cell;
  } else if constexpr (std::is_same_v<Cell, double>) {
    return std::to_string(std::bit_cast<std::uint64_t>(cell));
  } else {
    return std::to_string(static_cast<std::int64_t>(cell));
  }
}
template <class Cell>
std::string cell_text(const std::optional<Cell>& cell) {
  return cell ? cell_text(*cell) : "NULL";
}
template <class Row>
std::string row_text(const Row& row) {
  std::string text = format::Table<Row>::kName;
  format::for_each_column<Row>(
      [&](const auto& column) { text += "|" + cell_text(row.*column.member); });
  return text;
}

// The result of a scan.
struct Scanned {
  std::vector<std::string> rows;
  format::SearchDigests digests;
  std::string damage;  // the message; "" = none

  bool operator==(const Scanned& other) const {
    return rows == other.rows && damage == other.damage &&
           digests.of_table == other.digests.of_table;
  }
};

const char* const kBySql = "sql";
const char* const kByPages = "alone";
const char* const kAhead = "ahead";  // by pages, in a thread from the first row on

Result<TraceReader> open_to_scan(const std::string& file, const char* by) {
  setenv("PLYTRACE_SCAN", by, 1);
  auto reader = TraceReader::open(file);
  unsetenv("PLYTRACE_SCAN");
  return reader;
}

Scanned scanned_one_way(const std::string& file, const char* by, std::int64_t first,
                        std::int64_t last) {
  const auto reader = open_to_scan(file, by);
  Scanned result;
  if (!reader) {
    result.damage = reader.status().message();
    return result;
  }
  const auto scan = reader->scan(first, last, &result.digests);
  while (scan->next()) {
    scan->visit([&](const auto& row) { result.rows.push_back(row_text(row)); });
  }
  reader->for_each_table_probe([&](const TableProbeRow& row) {
    result.rows.push_back("again " + row_text(row));
    return true;
  });
  if (!reader->status().is_ok()) result.damage = reader->status().message();
  return result;
}

// Reading pages with and without the thread. Rows read ahead of damage are in the digests, which
// have no meaning then.
Scanned scanned(const std::string& file, const char* by, std::int64_t first = kFirst,
                std::int64_t last = kLast) {
  Scanned result = scanned_one_way(file, by, first, last);
  if (by == kByPages) {
    Scanned ahead = scanned_one_way(file, kAhead, first, last);
    EXPECT_EQ(ahead.damage, result.damage);
    if (!result.damage.empty()) ahead.digests = result.digests;
    EXPECT_TRUE(ahead == result);
  }
  return result;
}

struct Connection {
  explicit Connection(const std::string& file) {
    EXPECT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  }
  ~Connection() { sqlite3_close(handle); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  sqlite3* handle = nullptr;
};

// Whether all rows of a table can be read from pages.
template <class Row>
bool is_read_by_pages(const reader::PageSource& pages) {
  const auto root = pages.root_of(format::Table<Row>::kName);
  if (!root) return false;
  reader::LeafWalk walk(pages, *root, kFirst);
  reader::RecordValues values;
  for (;;) {
    const auto step = walk.next();
    if (step != reader::LeafWalk::Step::kRow) return step == reader::LeafWalk::Step::kEnd;
    if (!values.parse<format::kColumnCount<Row>, format::kZeroByDefault<Row>>(walk.record(),
                                                                              walk.id()))
      return false;
  }
}

// The tables whose pages a scan reads directly, to the end.
std::string tables_read_by_pages(const std::string& file) {
  const Connection connection(file);
  const auto pages = reader::PageSource::of(connection.handle);
  std::string tables;
  const auto add = [&]<class Row>() {
    if (!pages || !is_read_by_pages<Row>(*pages)) return;
    tables += std::string(tables.empty() ? "" : " ") + format::Table<Row>::kName;
  };
  add.operator()<NodeRow>();
  format::for_each_event_table(add);
  return tables;
}
const std::string kAllTables = "node bound_update cutoff table_store table_probe note";

// Checks that both ways agree and find no damage; returns the number of rows.
std::size_t expect_same(const std::string& file, std::int64_t first = kFirst,
                        std::int64_t last = kLast) {
  const Scanned pages = scanned(file, kByPages, first, last);
  const Scanned sql = scanned(file, kBySql, first, last);
  EXPECT_EQ(pages.damage, "");
  EXPECT_EQ(pages.rows.size(), sql.rows.size());
  EXPECT_TRUE(pages == sql);
  return pages.rows.size();
}

TEST(RowCursor, GivesTheRowsOfEveryAlgorithmAsSqlDoes) {
  const ScratchFolder folder;
  std::size_t rows = 0;
  for (const AlgorithmTraits& traits : kAlgorithms) {
    const std::string name(traits.name);
    // Appended rows are written by SQL.
    for (const char* append : {"", " --append"}) {
      SCOPED_TRACE(name + append);
      const std::string file = record(folder, name, "connect4 -d 5 -a " + name + append);
      EXPECT_EQ(tables_read_by_pages(file), kAllTables);
      rows += expect_same(file);
    }
  }
  EXPECT_GT(rows, 10000U);
}

TEST(RowCursor, GivesTheRowsOfEveryGameAsSqlDoes) {
  const ScratchFolder folder;
  for (const GameInfo& info : games()) {
    SCOPED_TRACE(info.name);
    const std::string name(info.name);
    const std::string file = record(folder, name, name + " -d 3");
    EXPECT_EQ(tables_read_by_pages(file), kAllTables);
    EXPECT_GT(expect_same(file), 5U);
    ASSERT_EQ(plytrace({"search", name, "-d", "2", "-q", "--append", "-o", file}).exit_code, 0);
    EXPECT_EQ(tables_read_by_pages(file), kAllTables);
    expect_same(file);
  }
}

TEST(RowCursor, GivesImportedRowsAsSqlDoes) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "tictactoe -d 4 --table 1");
  const std::string imported = folder / "imported.db";
  const ProgramResult result = shell(
      "\"$PLYTRACE\" export run.db --to ndjson -q >lines.ndjson &&"
      "\"$PLYTRACE\" import lines.ndjson -q -o imported.db",
      folder.path().string());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(tables_read_by_pages(imported), kAllTables);
  EXPECT_EQ(scanned(imported, kByPages).rows.size(), scanned(file, kBySql).rows.size());
  expect_same(imported);
}

// A trace with numbers at the limits of their byte widths, NULLs, and texts longer than a page.
std::string make_wide_trace(const ScratchFolder& folder) {
  const std::string file = folder / "wide.db";
  RandomTrace(6, {4, 9, 4, true, 0}).write(file);
  std::string statements;
  const std::vector<std::string> numbers{"0",
                                         "1",
                                         "-1",
                                         "127",
                                         "128",
                                         "-128",
                                         "-129",
                                         "32767",
                                         "32768",
                                         "8388607",
                                         "8388608",
                                         "2147483647",
                                         "2147483648",
                                         "140737488355327",
                                         "140737488355328",
                                         "-140737488355328",
                                         "-140737488355329",
                                         "9223372036854775807",
                                         "(-9223372036854775807 - 1)",
                                         "NULL"};
  const std::vector<std::string> reals{
      "0",    "-0.0", "0.5", "-1e300", "9e999", "-9e999", "3", "140737488355327", "140737488355328",
      "1e15", "NULL"};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    statements +=
        "UPDATE node SET key = " + numbers[i] + ", legal = " + numbers[i] +
        ", value = " + reals[i % reals.size()] + ", score = " + reals[(i + 3) % reals.size()] +
        " WHERE id = (SELECT id FROM node ORDER BY id LIMIT 1 OFFSET " + std::to_string(i) + ");";
  }
  for (const int size : {0, 1, 56, 57, 58, 59, 400, 470, 477, 478, 5000, 16000, 70000, 200000}) {
    const std::string text = size == 0 ? "''"
                                       : "substr(hex(zeroblob(" + std::to_string(size) + ")), 1, " +
                                             std::to_string(size) + ")";
    statements +=
        "INSERT INTO note SELECT coalesce(max(id), 1000000) + 1, 100000, 1, 'n\n' || "
        "'m', " +
        text + " FROM note;";
    statements += "UPDATE node SET excluded = " + text +
                  " WHERE id = (SELECT id FROM node ORDER BY id LIMIT 1 OFFSET " +
                  std::to_string(30 + size % 17) + ");";
  }
  statements +=
      "INSERT INTO node (id, parent) VALUES (-7, 3), (127, 1), (128, 1), (16383, 1), (16384, 1),"
      "(2097152, 1), (4294967296, 1), (72057594037927935, 1), (9223372036854775807, 1)"
      "ON CONFLICT DO NOTHING;";
  sql(file, "BEGIN;" + statements + "COMMIT");
  return file;
}

TEST(RowCursor, GivesTheRowsOfEveryPageSizeAsSqlDoes) {
  const ScratchFolder folder;
  const std::string made = make_wide_trace(folder);
  for (int size = 512; size <= 65536; size *= 2) {
    SCOPED_TRACE(size);
    const std::string file = folder / (std::to_string(size) + ".db");
    std::filesystem::copy_file(made, file);
    sql(file, "PRAGMA page_size = " + std::to_string(size) + "; VACUUM");
    ASSERT_EQ(sql_value(file, "PRAGMA page_size"), std::to_string(size));
    EXPECT_EQ(tables_read_by_pages(file), kAllTables);
    EXPECT_GT(expect_same(file), 300U);
    sql(file,
        "DELETE FROM node WHERE id % 3 = 1; UPDATE cutoff SET reason = hex(zeroblob(90))"
        " WHERE id % 5 = 0; PRAGMA auto_vacuum = 1; VACUUM");
    EXPECT_EQ(tables_read_by_pages(file), kAllTables);
    EXPECT_GT(expect_same(file), 200U);
  }
}

TEST(RowCursor, GivesAnyRangeAsSqlDoes) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 5 -a pvs --table 1");
  sql(file, "PRAGMA page_size = 512; VACUUM");
  const std::int64_t last = std::stoll(sql_value(file, "SELECT max(id) FROM node"));
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    const std::int64_t a = static_cast<std::int64_t>(random()) % (last + 20) - 10;
    const std::int64_t b = a + static_cast<std::int64_t>(random()) % (i % 2 == 0 ? 40 : last);
    SCOPED_TRACE(std::to_string(a) + ".." + std::to_string(b));
    expect_same(file, a, b);
  }
}

TEST(RowCursor, LeavesToSqlWhatTheFileDoesNotHoldAsTheFormatHasIt) {
  const ScratchFolder folder;
  const std::string made = record(folder, "run", "tictactoe -d 4 --table 1");
  const std::size_t rows = expect_same(made);
  const auto expect_by_sql = [&](const char* change, const std::string& tables) {
    SCOPED_TRACE(change);
    const std::string file = altered(folder, made, change);
    EXPECT_EQ(tables_read_by_pages(file), tables);
    EXPECT_EQ(expect_same(file), rows);
  };
  expect_by_sql("ALTER TABLE node ADD COLUMN mine TEXT",
                "bound_update cutoff table_store "
                "table_probe note");
  expect_by_sql(
      "ALTER TABLE cutoff RENAME COLUMN reason TO why; ALTER TABLE cutoff ADD COLUMN "
      "reason TEXT",
      "node bound_update table_store table_probe note");
  expect_by_sql("PRAGMA journal_mode = WAL", "");
  const std::string utf16 = folder / "utf16.db";
  sql(utf16, std::string("PRAGMA encoding = 'UTF-16le';") + format::kTraceSql);
  EXPECT_EQ(tables_read_by_pages(utf16), "");
}

// Reserved bytes at the end of each page are not part of SQLite's data.
TEST(RowCursor, SkipsReservedBytesOfAPage) {
  const ScratchFolder folder;
  const std::string file = make_wide_trace(folder);
  const Scanned before = scanned(file, kBySql);
  {
    const Connection connection(file);
    int reserved = 32;
    ASSERT_EQ(
        sqlite3_file_control(connection.handle, nullptr, SQLITE_FCNTL_RESERVE_BYTES, &reserved),
        SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(connection.handle, "VACUUM", nullptr, nullptr, nullptr), SQLITE_OK);
  }
  ASSERT_EQ(read_file(file)[20], 32);
  EXPECT_EQ(tables_read_by_pages(file), kAllTables);
  expect_same(file);
  EXPECT_TRUE(scanned(file, kByPages) == before);
}

// After any change in the file: what SQLite refuses is refused, and otherwise the rows equal
// SQLite's or damage is reported. Returns whether damage was found.
bool expect_no_better_answer(const std::string& file) {
  const Scanned pages = scanned(file, kByPages);
  if (!pages.damage.empty()) return true;
  const Scanned sql = scanned(file, kBySql);
  EXPECT_EQ(sql.damage, "");
  EXPECT_TRUE(pages == sql);
  return false;
}

// Changes a byte at each of `count` places in turn; returns how many changes were refused.
template <class Change>
int refused_changes(const ScratchFolder& folder, const std::string& made, int count,
                    std::mt19937& random, const Change& change) {
  const std::string sound = read_file(made), file = folder / "changed.db";
  const std::size_t page = static_cast<std::size_t>(std::stoi(sql_value(made, "PRAGMA page_size")));
  int refused = 0;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::string bytes = sound;
    const std::size_t at = page + random() % (bytes.size() - page);
    change(bytes, at, random);
    SCOPED_TRACE("byte " + std::to_string(at) + " of " + std::to_string(bytes.size()));
    write_file(file, bytes);
    refused += expect_no_better_answer(file) ? 1 : 0;
  }
  return refused;
}

std::string make_small_pages(const ScratchFolder& folder, int page_size) {
  const std::string file = folder / ("small" + std::to_string(page_size) + ".db");
  RandomTrace(5, {1, 4, 3, false, 0}).write(file);
  sql(file,
      "INSERT INTO note SELECT coalesce(max(id), 1000000) + 1, 100000, 1, 'long', "
      "hex(zeroblob(900)) FROM note;"
      "PRAGMA page_size = " +
          std::to_string(page_size) + "; VACUUM");
  return file;
}

void flip_a_bit(std::string& bytes, std::size_t at, std::mt19937& random) {
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
}
void put_a_byte(std::string& bytes, std::size_t at, std::mt19937& random) {
  bytes[at] = static_cast<char>(random());
}
// The header of a page holds its type, its number of cells, and their offsets.
void change_the_head_of_a_page(std::string& bytes, std::size_t at, std::mt19937& random) {
  at = at / 512 * 512 + random() % 24;
  bytes[at] = random() % 2 == 0 ? static_cast<char>(random() % 16) : static_cast<char>(random());
}
// Copies a page over another: repeated rows, cycles, tables inside tables.
void copy_a_page(std::string& bytes, std::size_t at, std::mt19937& random) {
  const std::size_t from = random() % (bytes.size() / 512);
  bytes.replace(at / 512 * 512, 512, bytes.substr(from * 512, 512));
}
// Writes another page number as the last child, or as the overflow page of a long text.
void point_to_another_page(std::string& bytes, std::size_t at, std::mt19937& random) {
  at = at / 512 * 512 + (random() % 2 == 0 ? 0 : 8);
  bytes.replace(at, 4, std::string("\0\0\0", 3) + static_cast<char>(random() % 60));
}

void expect_no_better_answers(int count) {
  const ScratchFolder folder;
  const std::string small = make_small_pages(folder, 512);
  ASSERT_GT(std::stoi(sql_value(small, "PRAGMA page_count")), 30);
  std::mt19937 random(attack_seed(11));
  const auto refused = [&](const auto& change) {
    return refused_changes(folder, small, count, random, change);
  };
  EXPECT_GT(refused(flip_a_bit), count / 20);
  EXPECT_GT(refused(put_a_byte), count / 20);
  EXPECT_GT(refused(change_the_head_of_a_page), count / 4);
  EXPECT_GT(refused(copy_a_page), count / 4);
  EXPECT_GT(refused(point_to_another_page), count / 20);
  EXPECT_GT(refused_changes(folder, make_small_pages(folder, 4096), count, random, put_a_byte),
            count / 50);
}

TEST(HostilePages, GiveNoAnswerThatSqliteWouldNotGive) { expect_no_better_answers(150); }
TEST(SlowHostilePages, GiveNoAnswerThatSqliteWouldNotGive) {
  expect_no_better_answers(attack_rounds(1500));
}

// The second child of an interior page is an invalid page. A search for the row after the last
// readable one would use the keys and find the third child.
TEST(HostilePages, AboveTheLeavesAreNotGoneAround) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 4");
  sql(file, "PRAGMA page_size = 512; VACUUM");
  const std::string root =
      sql_value(file, "SELECT rootpage FROM sqlite_master WHERE name = 'cutoff'");
  std::string bytes = read_file(file);
  const std::size_t page = (std::stoul(root) - 1) * 512;
  ASSERT_EQ(bytes[page], 5);
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])};
  };
  ASSERT_GT(byte(page + 4), 2U);  // cells
  const std::size_t cell = page + byte(page + 14) * 256 + byte(page + 15);
  // Sets the page number to 0, and the key below the ids of the first child.
  bytes.replace(cell, 5, std::string(5, '\0'));
  write_file(file, bytes);
  EXPECT_NE(scanned(file, kBySql).damage, "");
  EXPECT_NE(scanned(file, kByPages).damage, "");
}

// The file is truncated after a reader has opened it.
TEST(HostilePages, OfAFileThatIsCutMeanwhileAreDamage) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 5");
  const std::size_t size = read_file(file).size();
  for (std::size_t rest : {size / 2, size / 4 * 3, size - 100}) {
    const std::string copy = folder / "copy.db";
    std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
    const auto reader = TraceReader::open(copy);
    ASSERT_TRUE(reader.is_ok());
    std::filesystem::resize_file(copy, rest);
    const auto scan = reader->scan(kFirst, kLast);
    while (scan->next()) {
    }
    EXPECT_NE(reader->status().message().find("damaged trace"), std::string::npos) << rest;
  }
}

// If another query finds damage during a scan, the scan ends, and rows read ahead are not returned.
TEST(RowsAhead, AreNotReturnedOnceTheReaderHasMetDamage) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 5");
  sql(file, "UPDATE move SET text = text || char(0) WHERE id = 1");
  for (const char* by : {kByPages, kAhead}) {
    const auto reader = open_to_scan(file, by);
    ASSERT_TRUE(reader.is_ok());
    const auto scan = reader->scan(kFirst, kLast);
    int told = 0;
    while (scan->next()) {
      if (++told == 1000) reader->move_text(1);
    }
    EXPECT_FALSE(reader->status().is_ok()) << by;
    EXPECT_EQ(told, 1000) << by;
  }
}

// If the first row of a batch needs SQL, the thread has nothing to hand over.
TEST(RowsAhead, LeaveDamageToTheReaderWhereverABatchEnds) {
  const ScratchFolder folder;
  const std::string made = record(folder, "run", "tictactoe -a minimax -d 4");
  ASSERT_EQ(scanned(made, kByPages).damage, "");
  for (int i = 0; i < 24; ++i) {
    const int id = 256 * (1 + i / 8) + i % 8 - 4;
    SCOPED_TRACE(id);
    const std::string file = altered(
        folder, made, "UPDATE node SET excluded = 'a' || char(0) WHERE id = " + std::to_string(id));
    EXPECT_NE(scanned(file, kByPages).damage, "");
  }
}

// A scan that is abandoned, in the middle or at once, does not wait for rows.
TEST(RowsAhead, AreGivenUpWithTheScan) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 6");
  const auto reader = open_to_scan(file, kAhead);
  ASSERT_TRUE(reader.is_ok());
  for (int rows : {0, 1, 2, 300, 5000}) {
    const auto scan = reader->scan(kFirst, kLast);
    for (int i = 0; i < rows; ++i) ASSERT_TRUE(scan->next()) << rows;
  }
  EXPECT_TRUE(reader->status().is_ok());
}

// The thread opens the file by name, and another file may have the name by then.
TEST(RowsAhead, AreOfTheFileThatWasOpened) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 4");
  const std::string other = record(folder, "other", "connect4 -d 3");
  const Scanned before = scanned(file, kBySql);
  const auto reader = open_to_scan(file, kAhead);
  ASSERT_TRUE(reader.is_ok());
  std::filesystem::rename(other, file);
  const auto scan = reader->scan(kFirst, kLast);
  std::vector<std::string> rows;
  while (scan->next()) {
    scan->visit([&](const auto& row) { rows.push_back(row_text(row)); });
  }
  EXPECT_TRUE(reader->status().is_ok());
  EXPECT_EQ(rows, before.rows);
}

// Within a snapshot a scan goes on where an earlier one ended. Here scans with and without digests
// take turns, some leave a gap behind the last one, and some are given up.
TEST(RowCursor, GivesAdjoiningRangesAsSingleOnes) {
  const ScratchFolder folder;
  for (const std::string& file :
       {record(folder, "run", "connect4 -a alphabeta --order history --table 1 -d 4 --iterative"),
        make_wide_trace(folder)}) {
    const auto nodes = std::stoul(sql_value(file, "SELECT count(*) FROM node"));
    std::mt19937 random(47);
    for (const char* by : {kByPages, kBySql}) {
      const auto reader = open_to_scan(file, by);
      ASSERT_TRUE(reader.is_ok());
      const TraceReader::Snapshot snapshot(*reader);
      int next = 0;
      std::int64_t first = kFirst, last = 0;
      for (std::uint64_t at = 0; last != kLast; first = last == kLast ? last : last + 1) {
        at += 1 + random() % (nodes / 8);
        // The ids of the wide trace have large gaps.
        last = at >= nodes ? kLast
                           : std::stoll(sql_value(file,
                                                  "SELECT id FROM node ORDER BY id LIMIT 1 "
                                                  "OFFSET " +
                                                      std::to_string(at)));
        first += random() % 8 == 0 ? 1 : 0;
        const Scanned expected = scanned_one_way(file, kBySql, first, last);
        for (const bool is_digested : {true, false}) {
          format::SearchDigests digests;
          const auto scan = reader->scan(first, last, is_digested ? &digests : nullptr);
          std::vector<std::string> rows;
          while (scan->next()) {
            scan->visit([&](const auto& row) { rows.push_back(row_text(row)); });
          }
          reader->for_each_table_probe([&](const TableProbeRow& row) {
            rows.push_back("again " + row_text(row));
            return true;
          });
          EXPECT_EQ(rows, expected.rows) << by << first << ".." << last;
          EXPECT_TRUE(!is_digested || digests.of_table == expected.digests.of_table) << first;
        }
        if (++next % 5 == 0) (void)reader->scan(last == kLast ? 1 : last + 1, kLast)->next();
      }
      EXPECT_GT(next, 3);
      EXPECT_TRUE(reader->status().is_ok());
    }
  }
}

// The keys in interior pages locate the rows. Wrong keys made show, path and children miss rows,
// and SQLite does not check them in a full scan.
TEST(HostilePages, WithKeysThatLieAreDamage) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 4");
  sql(file, "PRAGMA page_size = 512; VACUUM");
  const int root = std::stoi(sql_value(file,
                                       "SELECT rootpage FROM sqlite_master WHERE name = "
                                       "'node'"));
  std::string bytes = read_file(file);
  const std::size_t page = static_cast<std::size_t>(root - 1) * 512;
  ASSERT_EQ(bytes[page], 5);
  const std::size_t cell =
      static_cast<std::size_t>(static_cast<unsigned char>(bytes[page + 12])) * 256 +
      static_cast<unsigned char>(bytes[page + 13]);
  bytes[page + cell + 4] = 3;
  bytes[page + cell + 5] = 0;
  write_file(file, bytes);
  EXPECT_EQ(scanned(file, kBySql).damage, "");
  EXPECT_NE(scanned(file, kByPages).damage.find("comes after row"), std::string::npos);
}

}  // namespace
}  // namespace plytrace::test
