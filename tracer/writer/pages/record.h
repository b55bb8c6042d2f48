// SPDX-License-Identifier: MIT
//
// Record encodes a row as SQLite stores it: a header with the serial type of each column, then the
// values in as few bytes as they need. Trailing columns that hold their default are omitted, as in
// rows older than a later ADD COLUMN. As SQLite does, whole numbers in REAL columns are stored as
// integers of up to 48 bits, and -0 as 0; a NaN becomes NULL. Source:
// https://www.sqlite.org/fileformat2.html, section 2.1. Thread rule: one thread.
//
//   RecordCell cell{row, column};   // an Out of tracer/records.h
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/score.h"
#include "schemas/row_digest.h"
#include "schemas/sqlite_format.h"
#include "tracer/batch_rows.h"

namespace plytrace::writer {

// The serial type of a whole number and its size in bytes.
struct IntegerWidth {
  std::uint8_t type, bytes;
};
// The width of a number with this many bits below the sign, except 0 and 1.
constexpr IntegerWidth width_of_bits(unsigned bits) {
  return bits < 8    ? IntegerWidth{1, 1}
         : bits < 16 ? IntegerWidth{2, 2}
         : bits < 24 ? IntegerWidth{3, 3}
         : bits < 32 ? IntegerWidth{4, 4}
         : bits < 48 ? IntegerWidth{5, 6}
                     : IntegerWidth{6, 8};
}
// Widths by the number of bits below the sign; for negative numbers (bits inverted) at 64 higher.
// The table also covers 0 and 1, which take no bytes, because a branch on them would be
// mispredicted.
constexpr std::array<IntegerWidth, 128> make_integer_widths() {
  std::array<IntegerWidth, 128> widths{};
  for (unsigned bits = 0; bits < 64; ++bits) widths[bits] = widths[64 + bits] = width_of_bits(bits);
  widths[0] = {sqlite_format::kZero, 0};
  widths[1] = {sqlite_format::kOne, 0};
  return widths;
}
inline constexpr std::array<IntegerWidth, 128> kIntegerWidths = make_integer_widths();
[[gnu::always_inline]] inline IntegerWidth width_of(std::int64_t value) {
  const auto sign = static_cast<std::uint64_t>(value >> 63);
  const std::uint64_t below = (static_cast<std::uint64_t>(value) ^ sign) << 1U | 1U;
  const unsigned bits = static_cast<unsigned>(__builtin_clzll(below)) ^ 63U;
  return kIntegerWidths[bits + static_cast<unsigned>(sign & 64U)];
}
// Widths of whole doubles by sign and exponent. Counting bits instead (bsr) takes as long as ten
// other instructions on some processors.
constexpr std::array<IntegerWidth, 4096> make_whole_widths() {
  constexpr unsigned kOne = 1023, kNegative = 2048;  // the exponent of 1; the sign
  std::array<IntegerWidth, 4096> widths{};
  for (unsigned exponent = kOne - 1; exponent < 2048; ++exponent) {
    widths[exponent] = widths[kNegative + exponent] = width_of_bits(exponent - kOne + 1);
  }
  widths[0] = {sqlite_format::kZero, 0};
  widths[kOne] = {sqlite_format::kOne, 0};
  return widths;
}
inline constexpr std::array<IntegerWidth, 4096> kWholeWidths = make_whole_widths();
[[gnu::always_inline]] inline IntegerWidth width_of_whole(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  // A negative number takes the width of its neighbour closer to 0: -128 takes a byte, 128 two.
  return kWholeWidths[(bits - (bits >> 63U)) >> 52U];
}
// Widths of the numbers from 0 to 127.
constexpr std::array<IntegerWidth, 128> make_small_widths() {
  std::array<IntegerWidth, 128> widths{};
  widths.fill({1, 1});
  widths[0] = {sqlite_format::kZero, 0};
  widths[1] = {sqlite_format::kOne, 0};
  return widths;
}
inline constexpr std::array<IntegerWidth, 128> kSmallWidths = make_small_widths();

// Stores eight bytes in little-endian order.
inline void put_lowest_first(std::uint8_t* to, std::uint64_t bytes) {
  put_u64(to, __builtin_bswap64(bytes));
}

// A number as a cell: its serial type and its bytes.
struct NumberCell {
  IntegerWidth width{};  // NULL
  std::uint64_t bits = 0;

  NumberCell() = default;
  [[gnu::always_inline]] NumberCell(IntegerWidth wide, std::uint64_t value)
      : width(wide), bits(value) {}
  [[gnu::always_inline]] static NumberCell integer(std::int64_t value) {
    return {width_of(value), static_cast<std::uint64_t>(value)};
  }
  // Faster than integer() for a number that is rarely larger than 127.
  [[gnu::always_inline]] static NumberCell small(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits > 127) [[unlikely]]
      return integer(value);
    return {kSmallWidths[bits], bits};
  }
  // The number must not be negative.
  [[gnu::always_inline]] static NumberCell id(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return {kIntegerWidths[static_cast<unsigned>(__builtin_clzll(bits << 1U | 1U)) ^ 63U], bits};
  }
  // Sets a whole double that fits into 48 bits, as most scores do. False: not such a number, or -0.
  [[gnu::always_inline]] bool set_whole(double value) {
    const std::int64_t whole = whole_of(value);
    // Compare the bits: one test that also fails for NaN.
    if (std::bit_cast<std::uint64_t>(static_cast<double>(whole)) !=
        std::bit_cast<std::uint64_t>(value)) [[unlikely]]
      return false;
    *this = {width_of_whole(value), static_cast<std::uint64_t>(whole)};
    return width.bytes < 8;
  }
  // A NaN becomes NULL.
  static NumberCell real(double value) {
    NumberCell cell;
    if (cell.set_whole(value)) return cell;
    if (value == 0) return integer(0);
    if (std::isnan(value)) return {};
    return {{sqlite_format::kReal, 8}, std::bit_cast<std::uint64_t>(value)};
  }
  // Returns where the cell begins. Always writes eight bytes before `end`.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end) const {
    put_u64(end - 8, bits);
    return end - width.bytes;
  }

 private:
  // cvttsd2si returns INT64_MIN for NaN and overflow; the comparison below then fails.
  [[gnu::always_inline]] static std::int64_t whole_of(double value) {
#ifdef __SSE2__
    return _mm_cvttsd_si64(_mm_set_sd(value));
#else
    constexpr double kLimit = 9.2e18;
    return value >= -kLimit && value <= kLimit ? static_cast<std::int64_t>(value) : 0;
#endif
  }
};

// Encodes ids that are close to each other: nearly all take as many bytes as the previous one.
class NearIds {
 public:
  // The same result as NumberCell::id().
  [[gnu::always_inline]] NumberCell cell(std::int64_t id) {
    const auto bits = static_cast<std::uint64_t>(id);
    if (bits - least_ >= count_) [[unlikely]]
      go_to(bits);
    return {width_, bits};
  }

 private:
  [[gnu::noinline]] void go_to(std::uint64_t id) {
    width_ = NumberCell::id(static_cast<std::int64_t>(id)).width;
    // Remember the range of ids with the same width.
    const unsigned bits = 64 - static_cast<unsigned>(__builtin_clzll(id | 1U));
    least_ = id < 2 ? id : std::uint64_t{1} << (bits - 1);
    count_ = id < 2 ? 1 : least_;
  }

  std::uint64_t least_ = 0, count_ = 0;  // the range of ids with the last width
  IntegerWidth width_{};
};

// The serial types of a row: one byte a column, eight columns a word, the first in the lowest byte.
class RecordTypes {
 public:
  static constexpr int kMostColumns = 24;

  // Call at most once a column.
  constexpr void set(int column, std::uint64_t type) {
    words_[word_of(column)] |= type << 8U * (static_cast<unsigned>(column) % 8);
  }
  std::uint8_t operator[](int column) const {
    const std::uint64_t word = words_[word_of(column)];
    return static_cast<std::uint8_t>(word >> 8U * (static_cast<unsigned>(column) % 8));
  }

  // The number of columns up to the last one whose type differs from `other`; at least one.
  [[gnu::always_inline]] unsigned columns_unlike(const RecordTypes& others) const {
    if (const std::uint64_t unlike = words_[2] ^ others.words_[2]) return 16 + used_bytes(unlike);
    if (const std::uint64_t unlike = words_[1] ^ others.words_[1]) return 8 + used_bytes(unlike);
    return used_bytes((words_[0] ^ others.words_[0]) | 1U);
  }
  // Writes the first `columns` types before `end`. Bytes up to kMostColumns before `end` may be
  // overwritten.
  [[gnu::always_inline]] void write(unsigned columns, std::uint8_t* end) const {
    auto [first, second, third] = words_;
    unsigned behind = 8 * (kMostColumns - columns);  // bits of the omitted columns
    for (; behind >= 64; behind -= 64) {
      third = second;
      second = first;
      first = 0;
    }
    put_lowest_first(end - 8, third << behind | second >> 1U >> (63 - behind));
    put_lowest_first(end - 16, second << behind | first >> 1U >> (63 - behind));
    put_lowest_first(end - 24, first << behind);
  }

  // The first eight bytes of the header of a record with this many columns, little-endian.
  std::uint64_t first_of_header(unsigned columns) const { return words_[0] << 8U | (columns + 1); }
  // The next eight bytes.
  std::uint64_t second_of_header() const { return words_[1] << 8U | words_[0] >> 56U; }

 private:
  static constexpr std::size_t word_of(int column) { return static_cast<std::size_t>(column) / 8; }
  static unsigned used_bytes(std::uint64_t word) {
    return 8 - static_cast<unsigned>(__builtin_clzll(word)) / 8;
  }

  std::array<std::uint64_t, kMostColumns / 8> words_{};
};

// The types that SQLite assumes for omitted columns from `first` on: 0 for the columns of `zero`,
// otherwise NULL.
constexpr RecordTypes make_default_types(std::uint32_t zero_by_default, int first = 0) {
  RecordTypes types;
  for (int column = first; column < RecordTypes::kMostColumns; ++column) {
    const bool is_zero = (zero_by_default >> static_cast<unsigned>(column) & 1U) != 0;
    if (is_zero) types.set(column, sqlite_format::kZero);
  }
  return types;
}
template <std::uint32_t kZeroByDefault>
inline constexpr RecordTypes kDefaultTypes = make_default_types(kZeroByDefault);

// Encodes one row at a time, from its end to its beginning.
//
//   Record::Row row = record.begin();
//   row.number(column, NumberCell::integer(7));
//   record.finish(row, defaults)
class Record {
 public:
  // The memory from `limit` to `end`.
  struct Place {
    std::uint8_t *limit, *end;
  };
  // The largest size of a row of numbers, including the head of its cell, rounded up.
  static constexpr std::size_t kMostBytes = 256;

  // The row being encoded. A plain value: in a local variable it stays in registers, because the
  // bytes that it writes cannot alias it.
  class Row {
   public:
    // Call these from the last column to the first; a column without a call is NULL. `cell` must
    // not be NULL.
    [[gnu::always_inline]] void number(int column, NumberCell cell) {
      begin_ = cell.put_before(begin_);
      mark(column, cell.width.type);
    }
    [[gnu::always_inline]] void text(int column, std::string_view value) {
      const std::uint64_t type = sqlite_format::kEmptyText + 2 * value.size();
      has_long_text_ = has_long_text_ || type >= 0x80;
      record_->text_types_[static_cast<std::size_t>(column)] = type;
      texts_ |= std::uint32_t{1} << static_cast<unsigned>(column);
      const std::size_t space = value.size() + 2 * kMostBytes;  // types of texts take more bytes
      if (static_cast<std::size_t>(begin_ - limit_) < space) [[unlikely]]
        use(record_->larger_place(begin_, end_, space));
      begin_ -= value.size();
      std::memcpy(begin_, value.data(), value.size());
      mark(column, type & 0x7FU);
    }
    // A short text; MoveLists::kPadding bytes before its end must be readable.
    [[gnu::always_inline]] void padded_text(int column, std::string_view value) {
      constexpr std::size_t kShort = MoveLists::kPadding;
      const auto space = static_cast<std::size_t>(begin_ - limit_);
      if (value.size() > kShort || space < kShort + kMostBytes) [[unlikely]]
        return text(column, value);
      const std::uint64_t type = sqlite_format::kEmptyText + 2 * value.size();
      std::memcpy(begin_ - kShort, value.data() + value.size() - kShort, kShort);
      begin_ -= value.size();
      mark(column, type);
    }
    // The columns that are not NULL, one bit each.
    std::uint32_t present() const { return present_; }

   private:
    friend class Record;

    [[gnu::always_inline]] void mark(int column, std::uint64_t type) {
      types_.set(column, type);
      present_ |= std::uint32_t{1} << static_cast<unsigned>(column);
    }

    // Continues in `place`, which already holds the end of the row.
    void use(Place place) {
      limit_ = place.limit;
      begin_ = place.end - (end_ - begin_);
      end_ = place.end;
    }

    Record* record_ = nullptr;
    std::uint8_t *limit_ = nullptr, *begin_ = nullptr, *end_ = nullptr;
    RecordTypes types_;
    std::uint32_t present_ = 0, texts_ = 0;  // one bit a column
    bool has_long_text_ = false;
  };

  Record() : own_(4 * kMostBytes) {}

  // Begins a row in `place` if that is large enough, otherwise in the record's own memory.
  // Invalidates the previous row.
  [[gnu::always_inline]] Row begin(Place place = {}) {
    if (static_cast<std::size_t>(place.end - place.limit) < kMostBytes) place = own_place();
    Row row;
    row.record_ = this;
    row.limit_ = place.limit;
    row.begin_ = row.end_ = place.end;
    return row;
  }
  // Returns the bytes of the row without trailing columns of the default types. Valid until the
  // next begin().
  [[gnu::always_inline]] std::span<const std::uint8_t> finish(const Row& row,
                                                              const RecordTypes& defaults) {
    const unsigned columns = row.types_.columns_unlike(defaults);
    if (row.has_long_text_) [[unlikely]]
      return finish_with_long_text({row.begin_, row.end_}, row.types_, row.texts_, columns);
    row.types_.write(columns, row.begin_);
    std::uint8_t* const start = row.begin_ - columns - 1;
    *start = static_cast<std::uint8_t>(columns + 1);  // the size of the header
    return {start, row.end_};
  }

 private:
  Place own_place() { return {own_.data(), own_.data() + own_.size()}; }

  // Moves the row so far to larger memory with this much free space before it.
  [[gnu::noinline]] Place larger_place(const std::uint8_t* begin, const std::uint8_t* end,
                                       std::size_t space) {
    std::vector<std::uint8_t> larger(
        std::max(own_.size(), static_cast<std::size_t>(end - begin) + space));
    std::copy_backward(begin, end, larger.data() + larger.size());
    own_ = std::move(larger);
    return own_place();
  }

  // Writes a header in which a type may take several bytes, as that of a text of more than 57
  // bytes. Takes copies: a reference would force the row into memory from its first column on.
  [[gnu::noinline]] std::span<const std::uint8_t> finish_with_long_text(
      std::span<std::uint8_t> values, RecordTypes types, std::uint32_t texts, unsigned columns) {
    std::array<std::uint8_t, std::size_t{9} * (RecordTypes::kMostColumns + 1)> header;
    std::uint8_t* end = header.data() + 1;
    for (unsigned i = 0; i < columns; ++i) {
      const bool is_text = (texts >> i & 1U) != 0;
      end = put_varint(end, is_text ? text_types_[i] : types[static_cast<int>(i)]);
    }
    const auto size = static_cast<std::size_t>(end - header.data());
    assert(size < 0x80 && "its own size takes one byte");
    header[0] = static_cast<std::uint8_t>(size);
    std::uint8_t* const start = values.data() - size;
    std::memcpy(start, header.data(), size);
    return {start, size + values.size()};
  }

  std::vector<std::uint8_t> own_;
  std::array<std::uint64_t, RecordTypes::kMostColumns> text_types_{};  // full types of the texts
};

// Replaces RowHash for rows without a digest.
struct NoHash {
  static void integer(int, std::int64_t) {}
  static void real(int, double) {}
  static void real_bits(int, std::uint64_t) {}
  static void text(int, std::string_view) {}
  static void hashed_text(int, const format::HashedText&) {}
  static void integers(int, int, std::int64_t) {}
};

// The hash of a row of this table, if it has a digest.
template <class Row, bool kIsDigested>
using HashIf = std::conditional_t<kIsDigested, format::HashOf<Row>, NoHash>;

// Adds a score to the hash and returns its cell; a NaN becomes NULL, which adds nothing.
template <class Hash>
[[gnu::always_inline]] inline NumberCell hashed_real(Hash& hash, int column, Score value) {
  NumberCell cell;
  if (cell.set_whole(value)) [[likely]] {
    hash.real_bits(column, std::bit_cast<std::uint64_t>(value));
    return cell;
  }
  if (!std::isnan(value)) hash.real(column, value);
  return NumberCell::real(value);
}

// An Out (tracer/records.h) that adds one cell to a record and to the row hash. The id of a row is
// its rowid and therefore NULL in the record.
template <class Hash, class Row = Record::Row>
struct RecordCell {
  Row& row;
  Hash& hash;
  int column;
  [[gnu::always_inline]] void integer(std::int64_t value) {
    if (column != 0) row.number(column, NumberCell::integer(value));
    hash.integer(column, value);
  }
  [[gnu::always_inline]] void integer(std::int32_t value) { small(value); }
  [[gnu::always_inline]] void integer(MoveId value) { small(value); }
  [[gnu::always_inline]] void integer(std::uint8_t value) { small(value); }
  [[gnu::always_inline]] void id(std::int64_t value) {
    row.number(column, NumberCell::id(value));
    hash.integer(column, value);
  }
  [[gnu::always_inline]] void real(Score value) {
    const NumberCell cell = hashed_real(hash, column, value);
    if (cell.width.type != sqlite_format::kNull) row.number(column, cell);
  }
  [[gnu::always_inline]] void text(std::string_view value) {
    row.text(column, value);
    hash.text(column, value);
  }
  // A text from MoveLists.
  [[gnu::always_inline]] void text(const format::HashedText& value) {
    row.padded_text(column, value);
    hash.hashed_text(column, value);
  }

 private:
  [[gnu::always_inline]] void small(std::int64_t value) {
    row.number(column, NumberCell::small(value));
    hash.integer(column, value);
  }
};

// Calls add(integral constant) for each column of a table, from the last to the first. With a
// constant column the compiler resolves the switches over it.
template <class Rows, class Add, int... kColumn>
[[gnu::always_inline]] inline void each_column_backwards(const Add& add,
                                                         std::integer_sequence<int, kColumn...>) {
  (add(std::integral_constant<int, int{sizeof...(kColumn)} - 1 - kColumn>{}), ...);
}
template <class Rows, class Add>
[[gnu::always_inline]] inline void each_column_backwards(const Add& add) {
  constexpr int kColumns = format::kColumnCount<typename Rows::Row>;
  static_assert(kColumns <= RecordTypes::kMostColumns);
  each_column_backwards<Rows>(add, std::make_integer_sequence<int, kColumns>{});
}

struct EncodedRow {
  std::span<const std::uint8_t> bytes;  // valid until the next row
  std::uint32_t present;                // the columns that are not NULL, one bit each
};

// Encodes the row of one table at `index` in the batch, into `place` if it fits there.
template <class Rows, class Hash>
[[gnu::flatten]] EncodedRow encode(Record& record, Record::Place place, BatchSource& source,
                                   std::size_t index, Hash& hash) {
  Hash sum;  // a local variable stays in registers
  const auto& of_batch = Rows::row(source, index);
  Record::Row row = record.begin(place);
  each_column_backwards<Rows>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
    RecordCell<Hash> cell{row, sum, kColumn};
    Rows::column(cell, source, of_batch, kColumn);
  });
  hash = sum;
  constexpr std::uint32_t kZero = format::kZeroByDefault<typename Rows::Row>;
  return {record.finish(row, kDefaultTypes<kZero>), row.present()};
}

}  // namespace plytrace::writer
