// SPDX-License-Identifier: MIT
//
// A row as SQLite stores it: a header with the serial type of each column, then the values in as
// few bytes as they need. Columns at the end that hold their default are left out, as in the rows
// of a table that got a column later. Whole numbers in REAL columns are stored as integers up to 48
// bits, as SQLite does, and -0 is 0; a NaN is NULL. Source:
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

// The serial type of a whole number, and the bytes it takes.
struct IntegerWidth {
  std::uint8_t type, bytes;
};
// Of a number that takes so many bits below the sign, but for 0 and 1.
constexpr IntegerWidth width_of_bits(unsigned bits) {
  return bits < 8    ? IntegerWidth{1, 1}
         : bits < 16 ? IntegerWidth{2, 2}
         : bits < 24 ? IntegerWidth{3, 3}
         : bits < 32 ? IntegerWidth{4, 4}
         : bits < 48 ? IntegerWidth{5, 6}
                     : IntegerWidth{6, 8};
}
// By the number of bits below the sign; of negative numbers, whose bits are turned over, 64 further
// on. So 0 and 1, which take no bytes, need no question of their own: the answer is hard to
// foresee.
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
// Of a whole double by its sign and exponent: to count the bits of the number takes some processors
// as long as ten other steps.
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
  // Of a negative one what is next to it and less by amount: -128 takes a byte, 128 takes two.
  return kWholeWidths[(bits - (bits >> 63U)) >> 52U];
}
// Of the numbers from 0 to 127.
constexpr std::array<IntegerWidth, 128> make_small_widths() {
  std::array<IntegerWidth, 128> widths{};
  widths.fill({1, 1});
  widths[0] = {sqlite_format::kZero, 0};
  widths[1] = {sqlite_format::kOne, 0};
  return widths;
}
inline constexpr std::array<IntegerWidth, 128> kSmallWidths = make_small_widths();

// Eight bytes, the lowest first.
inline void put_lowest_first(std::uint8_t* to, std::uint64_t bytes) {
  put_u64(to, __builtin_bswap64(bytes));
}

// A number as it stands in a row: its serial type, and the bytes that it takes.
struct NumberCell {
  IntegerWidth width{};  // NULL
  std::uint64_t bits = 0;

  NumberCell() = default;
  [[gnu::always_inline]] NumberCell(IntegerWidth wide, std::uint64_t value)
      : width(wide), bits(value) {}
  [[gnu::always_inline]] static NumberCell integer(std::int64_t value) {
    return {width_of(value), static_cast<std::uint64_t>(value)};
  }
  // One that is hardly ever larger than 127.
  [[gnu::always_inline]] static NumberCell small(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits > 127) [[unlikely]]
      return integer(value);
    return {kSmallWidths[bits], bits};
  }
  // One that is not negative.
  [[gnu::always_inline]] static NumberCell id(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return {kIntegerWidths[static_cast<unsigned>(__builtin_clzll(bits << 1U | 1U)) ^ 63U], bits};
  }
  // One that is whole and not too long for it; most scores are. False: it is none, or -0.
  [[gnu::always_inline]] bool set_whole(double value) {
    const std::int64_t whole = whole_of(value);
    // Their bits: one question, which a NaN does not pass either.
    if (std::bit_cast<std::uint64_t>(static_cast<double>(whole)) !=
        std::bit_cast<std::uint64_t>(value)) [[unlikely]]
      return false;
    *this = {width_of_whole(value), static_cast<std::uint64_t>(whole)};
    return width.bytes < 8;
  }
  // NULL for a NaN.
  static NumberCell real(double value) {
    NumberCell cell;
    if (cell.set_whole(value)) return cell;
    if (value == 0) return integer(0);
    if (std::isnan(value)) return {};
    return {{sqlite_format::kReal, 8}, std::bit_cast<std::uint64_t>(value)};
  }
  // Where it begins. Eight bytes before `end` are written, whatever it takes.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end) const {
    put_u64(end - 8, bits);
    return end - width.bytes;
  }

 private:
  // Another number where there is none: the processor has one of its own for that.
  [[gnu::always_inline]] static std::int64_t whole_of(double value) {
#ifdef __SSE2__
    return _mm_cvttsd_si64(_mm_set_sd(value));
#else
    constexpr double kLimit = 9.2e18;
    return value >= -kLimit && value <= kLimit ? static_cast<std::int64_t>(value) : 0;
#endif
  }
};

// The cells of ids that are near each other: nearly all take as many bytes as the one before.
class NearIds {
 public:
  // As NumberCell::id().
  [[gnu::always_inline]] NumberCell cell(std::int64_t id) {
    const auto bits = static_cast<std::uint64_t>(id);
    if (bits - least_ >= count_) [[unlikely]]
      go_to(bits);
    return {width_, bits};
  }

 private:
  [[gnu::noinline]] void go_to(std::uint64_t id) {
    width_ = NumberCell::id(static_cast<std::int64_t>(id)).width;
    // Those with as many bits.
    const unsigned bits = 64 - static_cast<unsigned>(__builtin_clzll(id | 1U));
    least_ = id < 2 ? id : std::uint64_t{1} << (bits - 1);
    count_ = id < 2 ? 1 : least_;
  }

  std::uint64_t least_ = 0, count_ = 0;  // the ids that take as many bytes
  IntegerWidth width_{};
};

// The serial types of a row, a byte each: eight columns a word, the first one in its lowest byte.
class RecordTypes {
 public:
  static constexpr int kMostColumns = 24;

  // Once a column.
  constexpr void set(int column, std::uint64_t type) {
    words_[word_of(column)] |= type << 8U * (static_cast<unsigned>(column) % 8);
  }
  std::uint8_t operator[](int column) const {
    const std::uint64_t word = words_[word_of(column)];
    return static_cast<std::uint8_t>(word >> 8U * (static_cast<unsigned>(column) % 8));
  }

  // How many columns there are up to the last one whose type is another; at least one.
  [[gnu::always_inline]] unsigned columns_unlike(const RecordTypes& others) const {
    if (const std::uint64_t unlike = words_[2] ^ others.words_[2]) return 16 + used_bytes(unlike);
    if (const std::uint64_t unlike = words_[1] ^ others.words_[1]) return 8 + used_bytes(unlike);
    return used_bytes((words_[0] ^ others.words_[0]) | 1U);
  }
  // Writes the first so many of them before `end`, and anything up to kMostColumns bytes before it.
  [[gnu::always_inline]] void write(unsigned columns, std::uint8_t* end) const {
    auto [first, second, third] = words_;
    unsigned behind = 8 * (kMostColumns - columns);  // bits of the columns that are left out
    for (; behind >= 64; behind -= 64) {
      third = second;
      second = first;
      first = 0;
    }
    put_lowest_first(end - 8, third << behind | second >> 1U >> (63 - behind));
    put_lowest_first(end - 16, second << behind | first >> 1U >> (63 - behind));
    put_lowest_first(end - 24, first << behind);
  }

  // The first eight bytes of the header of a record with so many columns, the first one the lowest.
  std::uint64_t first_of_header(unsigned columns) const { return words_[0] << 8U | (columns + 1); }
  // The next eight.
  std::uint64_t second_of_header() const { return words_[1] << 8U | words_[0] >> 56U; }

 private:
  static constexpr std::size_t word_of(int column) { return static_cast<std::size_t>(column) / 8; }
  static unsigned used_bytes(std::uint64_t word) {
    return 8 - static_cast<unsigned>(__builtin_clzll(word)) / 8;
  }

  std::array<std::uint64_t, kMostColumns / 8> words_{};
};

// Of a record without the columns from `first` on: what SQLite takes for them is NULL, or 0 for
// these.
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

// The bytes of one row at a time, from its end to its beginning.
//
//   Record::Row row = record.begin();
//   row.number(column, NumberCell::integer(7));
//   record.finish(row, defaults)
class Record {
 public:
  // Memory from `limit` to `end`.
  struct Place {
    std::uint8_t *limit, *end;
  };
  // What a row of numbers takes at most, the head of its cell included; rounded up.
  static constexpr std::size_t kMostBytes = 256;

  // A row under way. A plain value: in a local variable it stays in registers, as the bytes that it
  // writes might otherwise be its own.
  class Row {
   public:
    // All columns are NULL until one of these is called, from the last column to the first.
    // `cell` is not NULL.
    [[gnu::always_inline]] void number(int column, NumberCell cell) {
      begin_ = cell.put_before(begin_);
      mark(column, cell.width.type);
    }
    [[gnu::always_inline]] void text(int column, std::string_view value) {
      const std::uint64_t type = sqlite_format::kEmptyText + 2 * value.size();
      has_long_text_ = has_long_text_ || type >= 0x80;
      record_->text_types_[static_cast<std::size_t>(column)] = type;
      texts_ |= std::uint32_t{1} << static_cast<unsigned>(column);
      const std::size_t room = value.size() + 2 * kMostBytes;  // types of texts take more bytes
      if (static_cast<std::size_t>(begin_ - limit_) < room) [[unlikely]]
        use(record_->larger_place(begin_, end_, room));
      begin_ -= value.size();
      std::memcpy(begin_, value.data(), value.size());
      mark(column, type & 0x7FU);
    }
    // A short one, of which MoveLists::kPadding bytes before its end can be read.
    [[gnu::always_inline]] void padded_text(int column, std::string_view value) {
      constexpr std::size_t kShort = MoveLists::kPadding;
      const auto room = static_cast<std::size_t>(begin_ - limit_);
      if (value.size() > kShort || room < kShort + kMostBytes) [[unlikely]]
        return text(column, value);
      const std::uint64_t type = sqlite_format::kEmptyText + 2 * value.size();
      std::memcpy(begin_ - kShort, value.data() + value.size() - kShort, kShort);
      begin_ -= value.size();
      mark(column, type);
    }
    // One bit a column that is not NULL.
    std::uint32_t present() const { return present_; }

   private:
    friend class Record;

    [[gnu::always_inline]] void mark(int column, std::uint64_t type) {
      types_.set(column, type);
      present_ |= std::uint32_t{1} << static_cast<unsigned>(column);
    }

    // Which has what there is of the row at its end already.
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

  // Into `place`, if it is large enough, else into the record's own memory. What there was of
  // another row is gone.
  [[gnu::always_inline]] Row begin(Place place = {}) {
    if (static_cast<std::size_t>(place.end - place.limit) < kMostBytes) place = own_place();
    Row row;
    row.record_ = this;
    row.limit_ = place.limit;
    row.begin_ = row.end_ = place.end;
    return row;
  }
  // The bytes of the row, without the columns at its end whose types are the default. They stay
  // until the next begin().
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

  // With so much room before what there is of the row, which it takes along.
  [[gnu::noinline]] Place larger_place(const std::uint8_t* begin, const std::uint8_t* end,
                                       std::size_t room) {
    std::vector<std::uint8_t> larger(
        std::max(own_.size(), static_cast<std::size_t>(end - begin) + room));
    std::copy_backward(begin, end, larger.data() + larger.size());
    own_ = std::move(larger);
    return own_place();
  }

  // The type of a text of more than 57 bytes takes more than one. The header lies before the
  // values. By copies: a row that is referred to would be in memory from its first column on.
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
  std::array<std::uint64_t, RecordTypes::kMostColumns> text_types_{};  // of the texts
};

// Where nobody wants to know what a row weighs.
struct NoHash {
  static void integer(int, std::int64_t) {}
  static void real(int, double) {}
  static void real_bits(int, std::uint64_t) {}
  static void text(int, std::string_view) {}
  static void hashed_text(int, const format::HashedText&) {}
  static void integers(int, int, std::int64_t) {}
};

// The cell of a score, NULL for a NaN, which weighs nothing.
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

// One cell on its way into a record, and into what the row weighs. The id of a row is its rowid:
// NULL in the record.
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
  // Of MoveLists.
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

// Calls add(integral constant) for each column of a table from the last to the first: the number
// being constant, what follows from it is known to the compiler.
template <class Rows, class Add, int... kColumn>
void each_column_backwards(const Add& add, std::integer_sequence<int, kColumn...>) {
  (add(std::integral_constant<int, int{sizeof...(kColumn)} - 1 - kColumn>{}), ...);
}
template <class Rows, class Add>
void each_column_backwards(const Add& add) {
  constexpr int kColumns = format::kColumnCount<typename Rows::Row>;
  static_assert(kColumns <= RecordTypes::kMostColumns);
  each_column_backwards<Rows>(add, std::make_integer_sequence<int, kColumns>{});
}

struct EncodedRow {
  std::span<const std::uint8_t> bytes;  // until the next one
  std::uint32_t present;                // one bit a column that is not NULL
};

// The row of one table that stands at `index` in the batch; into `place`, if it fits there.
template <class Rows, class Hash>
[[gnu::flatten]] EncodedRow encode(Record& record, Record::Place place, BatchSource& source,
                                   std::size_t index, Hash& hash) {
  Hash sum;  // a local variable stays in registers
  const auto& told = Rows::row(source, index);
  Record::Row row = record.begin(place);
  each_column_backwards<Rows>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
    RecordCell<Hash> cell{row, sum, kColumn};
    Rows::column(cell, source, told, kColumn);
  });
  hash = sum;
  constexpr std::uint32_t kZero = format::kZeroByDefault<typename Rows::Row>;
  return {record.finish(row, kDefaultTypes<kZero>), row.present()};
}

}  // namespace plytrace::writer
