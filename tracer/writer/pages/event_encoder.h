// SPDX-License-Identifier: MIT
//
// EventEncoder encodes rows of `cutoff` and `bound_update` as SQLite stores them. Nearly all of
// them equal an earlier one except for ids, value and list of moves; their common part is encoded
// once. Thread rule: one thread.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "tracer/batch_rows.h"
#include "tracer/writer/pages/common_cells.h"

namespace plytrace::writer {

// The tables with a row for about every third node.
template <class Row>
inline constexpr bool kIsFrequentEvent =
    std::is_same_v<Row, CutoffRow> || std::is_same_v<Row, BoundUpdateRow>;

template <class Row, class Hash>
class EventEncoder {
  static constexpr bool kIsCutoff = std::is_same_v<Row, CutoffRow>;
  static constexpr int kId = at<Row>("id"), kAt = at<Row>("at"), kNode = at<Row>("node"),
                       kChild = at<Row>("child");
  static constexpr int kAlpha = kIsCutoff ? kChild + 2 : kChild + 1;
  static_assert(kAt == 1 && kNode == 2 && at<Row>("alpha") == kAlpha &&
                at<Row>("beta") == kAlpha + 1);
  static_assert(!kIsCutoff || at<CutoffRow>("value") == kChild + 1);
  // Behind the window a cutoff has the number of skipped moves and their list. Few rows have
  // anything behind that.
  static constexpr int kList = kAlpha + 3;
  static_assert(!kIsCutoff || at<CutoffRow>("skipped_moves") == kList);
  static constexpr int kLastCommon = kAlpha + 1;
  static constexpr int kColumns = kIsCutoff ? kList + 1 : kLastCommon + 1;
  static constexpr std::size_t kHeader = 1 + kColumns;
  static_assert(kHeader >= 8 && kHeader <= 16);
  static constexpr std::uint32_t bit(int column) {
    return std::uint32_t{1} << static_cast<unsigned>(column);
  }

 public:
  // The columns that are never NULL, one bit each.
  static constexpr std::uint32_t kPresent = [] {
    std::uint32_t columns = 0;
    for (int column = 0; column < kChild; ++column) columns |= bit(column);
    return columns | bit(kAlpha) | bit(kAlpha + 1);
  }();

  // False: the event has a rare part; use encode(). `list` comes from list_of().
  static bool fits_common_form(const EventRecord& event, const format::HashedText& list) {
    // Names all members: decide for a new one whether it is rare.
    [[maybe_unused]] const auto& [at, node, other, value, raw, alpha, beta, key, entry_key, ply,
                                  depth, stored_depth, skipped, move, data, text, name_size,
                                  value_size, type, cause, code, used, has_key, has_entry_key,
                                  has_list] = event;
    const bool has_window = !std::isnan(alpha) && !std::isnan(beta);
    return has_window &&
           (!kIsCutoff || (has_list && value_size == 0 && list.text.size() <= kLongestList));
  }
  // The event's skipped moves, valid until the next call; empty if it has no list.
  static format::HashedText list_of(BatchSource& source, const EventRecord& event) {
    if (!kIsCutoff || !event.has_list) return {};
    return source.moves(event.data, static_cast<std::size_t>(event.skipped));
  }
  // Writes the record of an event in common form before `end`, where Record::kMostBytes must be
  // free. Returns where the record begins.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end, const EventRecord& event,
                                                  std::int64_t id, const format::HashedText& list,
                                                  Hash& hash) {
    const Key key = key_of(event);
    Common& common = known_[key];
    if (!is_of(common, key)) [[unlikely]]
      learn(common, event);
    Hash sum = common.hash;
    sum.integer(kId, id);
    sum.integer(kAt, event.at);
    sum.integer(kNode, event.node);
    std::uint64_t types = common.first_of_header, last_types = common.last_of_header;
    if constexpr (kIsCutoff) {
      const std::size_t size = list.text.size();
      constexpr std::size_t kRead = MoveLists::kPadding;  // a fixed size, however short the list is
      const char* const list_end = list.text.data() + size;
      if (size > kRead) [[unlikely]]
        std::memcpy(end - size, list_end - size, size - kRead);
      std::memcpy(end - kRead, list_end - kRead, kRead);
      end -= size;
      // Its type is the last byte of the header.
      last_types |= (sqlite_format::kEmptyText + 2 * std::uint64_t{size}) << 56U;
      sum.hashed_text(kList, list);
      const NumberCell skipped = NumberCell::small(event.skipped);
      sum.integer(kList - 1, event.skipped);
      end = skipped.put_before(end);
      last_types |= std::uint64_t{skipped.width.type} << 48U;
    }
    end = common.behind.put_before(end);
    if constexpr (kIsCutoff) {
      const NumberCell value = hashed_real(sum, kChild + 1, event.value);
      end = value.put_before(end);
      types |= type_at(kChild + 1, value);
    }
    NumberCell child;
    if (event.other != 0) {
      child = ids_.cell(event.other);
      sum.integer(kChild, event.other);
    }
    end = common.before.put_before(child.put_before(end));
    const NumberCell node = ids_.cell(event.node), at = ids_.cell(event.at);
    end = at.put_before(node.put_before(end));
    types |= type_at(kAt, at) | type_at(kNode, node) | type_at(kChild, child);
    if constexpr (kHeader > 8) put_lowest_first(end - 8, last_types);
    end -= kHeader;
    put_lowest_first(end, types);
    hash = sum;
    return end;
  }

 private:
  // Up to this length the type of a text takes one byte.
  static constexpr std::size_t kLongestList = (0x7F - sqlite_format::kEmptyText) / 2;

  using Key = CommonKey<3>;
  [[gnu::always_inline]] static Key key_of(const EventRecord& event) {
    const buffered::Word codes(1, event.code, event.cause, 0, 0);
    return {codes.bits(), std::bit_cast<std::uint64_t>(event.alpha),
            std::bit_cast<std::uint64_t>(event.beta)};
  }
  // The part that all rows with this key share.
  struct Common {
    Key key{};  // matches no row
    Hash hash{};
    // The first eight bytes of the header and the last eight of a longer one, without the types of
    // the columns that differ.
    std::uint64_t first_of_header = 0, last_of_header = 0;
    Cells<8> before;   // the cells before the child
    Cells<16> behind;  // the cells behind child and value
  };

  // No common column is a text.
  struct NoTexts {
    static std::string_view moves(std::size_t, std::size_t) { return {}; }
    static std::string_view text(std::size_t, std::size_t) { return {}; }
  };
  static std::uint64_t type_at(int column, NumberCell cell) {
    return std::uint64_t{cell.width.type} << 8 * (1 + static_cast<unsigned>(column));
  }
  // Computes the key again; passing it would force it into memory in the common case.
  [[gnu::noinline, gnu::flatten]] static void learn(Common& common, const EventRecord& event) {
    common = Common();
    common.key = key_of(event);
    RecordTypes types;
    NoTexts none;
    const auto put = [&](auto& cell, int column) {
      EventCells<Row>::put(cell, none, event, column);
    };
    put_cells<kAlpha, kLastCommon>(common.behind, common.hash, types, put);
    put_cells<kNode + 1, kChild - 1>(common.before, common.hash, types, put);
    common.first_of_header = types.first_of_header(kColumns);
    if constexpr (kHeader > 8) {
      common.last_of_header = types.second_of_header() << 8 * (16 - kHeader);
    }
  }

  // 256 places miss the window of one row in twelve.
  CommonTable<Common, 8> known_;
  NearIds ids_;
};

}  // namespace plytrace::writer
