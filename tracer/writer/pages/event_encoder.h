// SPDX-License-Identifier: MIT
//
// EventEncoder encodes rows of the tables of events, except `note`, as SQLite stores them. Nearly
// all of them equal an earlier one except for ids, keys, values and the list of moves; their common
// part is encoded once. Thread rule: one thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "tracer/batch_rows.h"
#include "tracer/writer/pages/common_cells.h"

namespace plytrace::writer {

// The columns in which rows of a table differ, besides id, at and node; a bit each. Rows in common
// form have the same value in every other column. The value ends most rows: ends() has the own
// columns behind it that are not NULL.
template <class Row>
struct OwnColumns {
  static constexpr std::uint32_t kAll = 0;
};
template <int kColumn>
constexpr std::uint32_t bit_if(bool has) {
  return std::uint32_t{has} << static_cast<unsigned>(kColumn);
}
template <>
struct OwnColumns<BoundUpdateRow> {
  static constexpr std::uint32_t kAll = format::columns_of<BoundUpdateRow>("child");
  static std::uint32_t ends(const EventRecord&) { return 0; }
};
template <>
struct OwnColumns<CutoffRow> {
  using Row = CutoffRow;
  static constexpr std::uint32_t kAll =
      format::columns_of<Row>("child", "value", "skipped", "skipped_moves", "reason");
  static std::uint32_t ends(const EventRecord& event) {
    return bit_if<at<Row>("skipped")>(event.skipped != kNoNumber) |
           bit_if<at<Row>("skipped_moves")>(event.has_list);
  }
};
template <>
struct OwnColumns<TableStoreRow> {
  using Row = TableStoreRow;
  static constexpr std::uint32_t kAll = format::columns_of<Row>("value", "move", "key", "raw");
  static std::uint32_t ends(const EventRecord& event) {
    return bit_if<at<Row>("move")>(event.move != kNoMoveId) |
           bit_if<at<Row>("key")>(event.has_key) | bit_if<at<Row>("raw")>(!std::isnan(event.raw));
  }
};
template <>
struct OwnColumns<TableProbeRow> {
  using Row = TableProbeRow;
  static constexpr std::uint32_t kAll =
      format::columns_of<Row>("value", "move", "stored_by", "key", "entry_key", "raw");
  static std::uint32_t ends(const EventRecord& event) {
    return bit_if<at<Row>("move")>(event.move != kNoMoveId) |
           bit_if<at<Row>("stored_by")>(event.other != 0) | bit_if<at<Row>("key")>(event.has_key) |
           bit_if<at<Row>("entry_key")>(event.has_entry_key) |
           bit_if<at<Row>("raw")>(!std::isnan(event.raw));
  }
};

// The tables that have a common form.
template <class Row>
inline constexpr bool kHasCommonForm = OwnColumns<Row>::kAll != 0;

template <class Row, class Hash>
class EventEncoder {
  static constexpr bool kIsCutoff = std::is_same_v<Row, CutoffRow>;
  static constexpr bool kIsEntry =
      std::is_same_v<Row, TableStoreRow> || std::is_same_v<Row, TableProbeRow>;
  static constexpr int kColumns = format::kColumnCount<Row>;
  static constexpr int kId = at<Row>("id"), kAt = at<Row>("at"), kNode = at<Row>("node");
  static constexpr int kChild = [] {
    if constexpr (kIsEntry)
      return kColumns;  // none
    else
      return at<Row>("child");
  }();
  static constexpr std::size_t kWord = 8;
  // The header has at least the columns up to the value, and is put together in two words, of which
  // a header of eight bytes has only the first.
  static constexpr int kLeast = [] {
    if constexpr (std::is_same_v<Row, BoundUpdateRow>)
      return kColumns;
    else
      return std::max(at<Row>("value") + 1, int{kWord} - 1);
  }();
  static_assert(kColumns + 1 >= int{kWord} && kColumns + 1 <= 2 * int{kWord});

  static constexpr std::uint32_t bit(int column) {
    return std::uint32_t{1} << static_cast<unsigned>(column);
  }
  static constexpr bool is_common(int column) {
    return column > kNode && column < kColumns && (OwnColumns<Row>::kAll & bit(column)) == 0;
  }
  // Adjacent common columns form a stretch.
  static constexpr bool begins_stretch(int column) {
    return is_common(column) && !is_common(column - 1);
  }
  static constexpr std::size_t stretches_before(int column) {
    std::size_t stretches = 0;
    for (int i = 0; i < column; ++i) {
      if (begins_stretch(i)) ++stretches;
    }
    return stretches;
  }
  static constexpr int end_of_stretch(int column) {
    while (is_common(column)) ++column;
    return column;
  }
  static constexpr std::size_t kStretches = stretches_before(kColumns);

 public:
  // The codes, the own columns behind the value, and the window or the depths.
  using Key = CommonKey<kIsEntry ? 2 : 3>;
  // The part that all rows with this key share.
  struct alignas(64) Common {
    Key key{};  // matches no row
    Hash hash{};
    RecordTypes types;  // 0 in own columns
    std::array<Cells<16>, kStretches> stretches;
    unsigned header_bytes = 0;
    unsigned header_shift = 0;  // of its second word, whose last bytes may be omitted
    std::uint32_t present = 0;  // the columns that are surely not NULL, a bit each
  };

  // False: the event has a rare part or an extremely large id; use encode(). `list` comes from
  // list_of().
  static bool fits_common_form(const EventRecord& event, const format::HashedText& list) {
    // Names all members: decide for a new one where it belongs.
    [[maybe_unused]] const auto& [at, node, other, value, raw, alpha, beta, key, entry_key, ply,
                                  depth, stored_depth, skipped, move, data, text, name_size,
                                  value_size, type, cause, code, used, has_key, has_entry_key,
                                  has_list] = event;
    const bool is_short = !kIsCutoff || (value_size == 0 && list.text.size() <= kLongestList);
    return is_short && static_cast<std::uint64_t>(at) < kLeastLargeId;
  }
  // The part that an event in common form shares with others.
  [[gnu::always_inline]] const Common& common_part(const EventRecord& event) {
    const Key key = key_of(event);
    Common& common = known_[key];
    if (!is_of(common, key)) [[unlikely]]
      learn(common, event);
    return common;
  }
  // The event's skipped moves, valid until the next call; empty if it has no list.
  static format::HashedText list_of(BatchSource& source, const EventRecord& event) {
    if (!kIsCutoff || !event.has_list) return {};
    return source.moves(event.data, static_cast<std::size_t>(event.skipped));
  }
  // Writes the record of an event in common form before `end`, where Record::kMostBytes must be
  // free. Returns where the record begins.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end, const Common& common,
                                                  const EventRecord& event, std::int64_t id,
                                                  const format::HashedText& list, Hash& hash) {
    Hash sum = common.hash;
    sum.integer(kId, id);
    OwnRow row{end, common.types};
    const Texts texts{list};
    each_column_backwards<EventsOf<Row>>([&]<int kColumn>(
        std::integral_constant<int, kColumn>) __attribute__((always_inline)) {
      if constexpr (kColumn == kAt) {
        put_id<kColumn>(row, event.at, sum);
      } else if constexpr (kColumn == kNode) {
        put_id<kColumn>(row, event.node, sum);
      } else if constexpr (kColumn == kChild) {
        if (event.other != 0) put_id<kColumn>(row, event.other, sum);
      } else if constexpr (begins_stretch(kColumn)) {
        row.begin = common.stretches[stretches_before(kColumn)].put_before(row.begin);
      } else if constexpr (kColumn > kNode && !is_common(kColumn)) {
        RecordCell<Hash, OwnRow> cell{row, sum, kColumn};
        put_event_cell<Row>(cell, texts, event, kColumn);
      }
    });
    std::uint8_t* begin = row.begin;
    if constexpr (kColumns + 1 > int{kWord}) {
      put_lowest_first(begin - kWord, row.types.second_of_header() << common.header_shift);
    }
    begin -= common.header_bytes;
    put_lowest_first(begin, row.types.first_of_header(common.header_bytes - 1));
    hash = sum;
    return begin;
  }

 private:
  // Up to this length the type of a text takes one byte.
  static constexpr std::size_t kLongestList = (0x7F - sqlite_format::kEmptyText) / 2;

  // The id of an event belongs to the same stream and is about as large.
  static constexpr std::uint64_t kLeastLargeId = std::uint64_t{1} << 47U;

  // A row for RecordCell that takes the own columns.
  struct OwnRow {
    std::uint8_t* begin;
    RecordTypes types;
    [[gnu::always_inline]] void number(int column, NumberCell cell) {
      begin = cell.put_before(begin);
      types.set(column, cell.width.type);
    }
    [[gnu::always_inline]] void padded_text(int column, std::string_view value) {
      constexpr std::size_t kRead = MoveLists::kPadding;  // a fixed size, however short the list is
      const std::size_t size = value.size();
      const char* const end = value.data() + size;
      if (size > kRead) [[unlikely]]
        std::memcpy(begin - size, value.data(), size - kRead);
      std::memcpy(begin - kRead, end - kRead, kRead);
      begin -= size;
      types.set(column, sqlite_format::kEmptyText + 2 * std::uint64_t{size});
    }
    static void text(int, std::string_view) { assert(false); }
  };
  // The texts of a row in common form.
  struct Texts {
    format::HashedText list;
    format::HashedText moves(std::size_t, std::size_t) const { return list; }
    static std::string_view text(std::size_t, std::size_t) { return {}; }
  };

  template <int kColumn>
  [[gnu::always_inline]] void put_id(OwnRow& row, std::int64_t id, Hash& sum) {
    row.number(kColumn, ids_.cell(id));
    sum.integer(kColumn, id);
  }

  [[gnu::always_inline]] static Key key_of(const EventRecord& event) {
    if constexpr (kIsEntry) {
      // From `type` to `has_entry_key`. g++ 12 would load these members one by one.
      std::uint64_t codes = 0, depths = 0;
      static_assert(offsetof(EventRecord, has_entry_key) == offsetof(EventRecord, type) + 5);
      static_assert(offsetof(EventRecord, stored_depth) == offsetof(EventRecord, depth) + 4);
      std::memcpy(&codes, &event.type, sizeof codes);
      std::memcpy(&depths, &event.depth, sizeof depths);
      const std::uint64_t others = std::uint64_t{event.move != kNoMoveId} |
                                   std::uint64_t{event.other != 0} << 1U |
                                   std::uint64_t{!std::isnan(event.raw)} << 2U;
      return {codes << 16U | others, depths};
    } else {
      // In the order of the members, so that the bytes take one load. Not 0: a bound update, whose
      // type is 0, has no code.
      const buffered::Word codes(buffered::byte_of(event.type), event.cause, event.code, event.used,
                                 OwnColumns<Row>::ends(event));
      return {codes.bits(), std::bit_cast<std::uint64_t>(event.alpha),
              std::bit_cast<std::uint64_t>(event.beta)};
    }
  }
  // Computes the key again; passing it would force it into memory in the common case.
  [[gnu::noinline, gnu::flatten]] static void learn(Common& common, const EventRecord& event) {
    constexpr RecordTypes kDefaults = kDefaultTypes<format::kZeroByDefault<Row>>;
    common = Common();
    common.key = key_of(event);
    const Texts none{};
    const auto put = [&](auto& cell, int column) {
      put_event_cell<Row>(cell, none, event, column);
    };
    each_column_backwards<EventsOf<Row>>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
      if constexpr (begins_stretch(kColumn)) {
        put_cells<kColumn, end_of_stretch(kColumn) - 1>(common.stretches[stretches_before(kColumn)],
                                                        common.hash, common.types, put);
      }
    });
    const std::uint32_t ends = OwnColumns<Row>::ends(event);
    RecordTypes types = common.types;
    common.present = ends | bit(kId) | bit(kAt) | bit(kNode);
    for (int column = 0; column < kColumns; ++column) {
      if ((ends & bit(column)) != 0) types.set(column, 1);  // any type but NULL
      if (common.types[column] != sqlite_format::kNull) common.present |= bit(column);
    }
    common.header_bytes =
        1 + std::max(types.columns_unlike(kDefaults), static_cast<unsigned>(kLeast));
    common.header_shift = 8 * (2 * unsigned{kWord} - common.header_bytes) % 64;
  }

  CommonTable<Common, 8> known_;
  NearIds ids_;
};

}  // namespace plytrace::writer
