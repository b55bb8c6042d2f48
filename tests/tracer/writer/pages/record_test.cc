// SPDX-License-Identifier: MIT
//
// The bytes of an encoded row equal those that SQLite writes for the same values.
#include "tracer/writer/pages/record.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <limits>
#include <optional>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using writer::NumberCell;
using writer::Record;

struct Values {
  std::optional<std::int64_t> whole;
  std::optional<double> real;
  std::optional<std::string> text;
};

class RecordBytes : public testing::Test {
 protected:
  RecordBytes() : file_(folder_ / "t.db") {
    sql(file_, "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b REAL, c TEXT, d REAL) STRICT");
  }

  // SQLite's bytes for the row: its only cell is at the end of the second page.
  std::string by_sqlite(const Values& values) {
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(file_.c_str(), &database), SQLITE_OK);
    sqlite3_exec(database, "PRAGMA synchronous = OFF; DELETE FROM t", nullptr, nullptr, nullptr);
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(database, "INSERT INTO t VALUES (1, ?, ?, ?, 0.5)", -1, &insert, nullptr);
    if (values.whole) sqlite3_bind_int64(insert, 1, *values.whole);
    if (values.real) sqlite3_bind_double(insert, 2, *values.real);
    if (values.text) sqlite3_bind_text(insert, 3, values.text->c_str(), -1, SQLITE_TRANSIENT);
    EXPECT_EQ(sqlite3_step(insert), SQLITE_DONE);
    sqlite3_finalize(insert);
    sqlite3_close(database);
    const std::string page = read_file(file_).substr(4096, 4096);
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(page[at]); };
    const std::size_t cell = byte(5) * 256U + byte(6);
    const std::size_t head = byte(cell) < 0x80 ? 1 : 2;
    return page.substr(cell + head + 1);  // after the size and the row id
  }

  static std::string by_us(const Values& values) {
    Record record;
    Record::Row row = record.begin();
    row.number(4, NumberCell::real(0.5));
    if (values.text) row.text(3, *values.text);
    if (values.real) row.number(2, NumberCell::real(*values.real));
    if (values.whole) row.number(1, NumberCell::integer(*values.whole));
    const auto bytes = record.finish(row, writer::kDefaultTypes<0>);
    return {bytes.begin(), bytes.end()};
  }

  void expect_same(const Values& values) {
    EXPECT_EQ(testing::PrintToString(by_us(values)), testing::PrintToString(by_sqlite(values)))
        << values.whole.value_or(0) << " " << values.real.value_or(0) << " "
        << values.text.value_or("").size();
  }

  ScratchFolder folder_;
  std::string file_;
};

TEST_F(RecordBytes, WholeNumbersAtEveryWidth) {
  expect_same({});
  for (const int bits : {1, 7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 62}) {
    const std::int64_t edge = std::int64_t{1} << bits;
    for (const std::int64_t value : {edge - 2, edge - 1, edge, edge + 1}) {
      expect_same({value, {}, {}});
      expect_same({-value, {}, {}});
    }
  }
  for (const std::int64_t value :
       {std::int64_t{-2}, std::int64_t{-1}, std::int64_t{0},
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    expect_same({value, {}, {}});
  }
}

TEST_F(RecordBytes, RealsThatAreWholeAreStoredAsSuch) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.25, 127.0, 128.0, 32768.0, 1e9,
                             1e14, 1e15, 1e300, infinity, std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    expect_same({{}, value, {}});
    expect_same({{}, -value, {}});
  }
  for (const int bits : {7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 52, 53, 62, 63, 64}) {
    const double edge = std::ldexp(1.0, bits);
    for (const double value : {edge - 1, edge, edge + 1, -edge - 1, -edge, -edge + 1}) {
      expect_same({{}, value, {}});
    }
  }
}

TEST(NearIds, AreTheCellsOfTheIds) {
  writer::NearIds near;
  std::int64_t other = 1;  // far from the one before every other time
  for (int bits = 0; bits < 63; ++bits) {
    const std::int64_t edge = std::int64_t{1} << bits;
    for (const std::int64_t id : {edge - 1, edge, edge + 1, other, edge, other, other + 1}) {
      const NumberCell cell = near.cell(id), alone = NumberCell::id(id);
      EXPECT_EQ(cell.width.type, alone.width.type) << id;
      EXPECT_EQ(cell.width.bytes, alone.width.bytes) << id;
      EXPECT_EQ(cell.bits, alone.bits) << id;
    }
    other = edge / 3;
  }
}

TEST_F(RecordBytes, TextsAtTheEdgesOfTheirLengths) {
  for (const std::size_t size : {0U, 1U, 56U, 57U, 58U, 127U, 128U, 129U, 1000U, 4000U}) {
    expect_same({5, 2.5, std::string(size, 'x')});
  }
}

// A row of four columns, of which the third has DEFAULT 0; `put` sets its values.
template <class Put>
std::string bytes_of(const Put& put) {
  constexpr std::uint32_t kThird = 4;
  Record record;
  Record::Row row = record.begin();
  put(row);
  const auto bytes = record.finish(row, writer::kDefaultTypes<kThird>);
  return {bytes.begin(), bytes.end()};
}

TEST(ShortRecord, LacksTheColumnsAtItsEndThatHoldTheirDefault) {
  EXPECT_EQ(bytes_of([](Record::Row& row) {
              row.number(2, NumberCell::integer(0));
              row.number(1, NumberCell::integer(7));
            }),
            std::string("\x03\0\x01\x07", 4));
  EXPECT_EQ(bytes_of([](Record::Row& row) { row.number(1, NumberCell::integer(7)); }),
            std::string("\x04\0\x01\0\x07", 5))
      << "NULL is not 0";
  EXPECT_EQ(bytes_of([](Record::Row& row) { row.number(1, NumberCell::integer(0)); }),
            std::string("\x04\0\x08\0", 4))
      << "0 is not NULL";
  EXPECT_EQ(bytes_of([](Record::Row& row) {
              row.text(3, "");
              row.number(2, NumberCell::integer(0));
            }),
            std::string("\x05\0\0\x08\x0d", 5));
}

TEST(Varint, WrittenBeforeAnEndIsTheOneWrittenBehindABeginning) {
  for (unsigned bits = 0; bits < 56; ++bits) {
    const std::uint64_t edge = std::uint64_t{1} << bits;
    for (const std::uint64_t value : {edge - 1, edge, edge | 1, edge | (edge - 1)}) {
      std::array<std::uint8_t, 9> behind{}, before{};
      const std::uint8_t* const end = put_varint(behind.data(), value);
      const std::uint8_t* const begin = put_varint_before(before.data() + before.size(), value);
      EXPECT_EQ(std::string(begin, static_cast<const std::uint8_t*>(before.data()) + before.size()),
                std::string(static_cast<const std::uint8_t*>(behind.data()), end))
          << value;
      EXPECT_EQ(varint_size(value), static_cast<std::size_t>(end - behind.data())) << value;
    }
  }
  EXPECT_EQ(varint_size(~std::uint64_t{0}), 9u);
  EXPECT_EQ(varint_size(std::uint64_t{1} << 56U), 9u);
}

}  // namespace
}  // namespace plytrace::test
