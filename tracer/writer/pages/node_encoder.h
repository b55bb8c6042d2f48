// SPDX-License-Identifier: MIT
//
// NodeEncoder encodes rows of `node` as SQLite stores them. Nearly all of them equal an earlier one
// except for ids, move and value; their common part is encoded once (common_cells.h).
// Thread rule: one thread.
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

#include "tracer/batch.h"
#include "tracer/writer/pages/common_cells.h"
#include "tracer/writer/pages/record.h"

namespace plytrace::writer {

// Encodes any node, open or left. `excluded` is the JSON list of that column, "" = NULL.
template <class Hash>
[[gnu::flatten]] inline std::span<const std::uint8_t> encode_node(Record& record,
                                                                  Record::Place place,
                                                                  const NodeRecord& node,
                                                                  std::string_view excluded,
                                                                  Hash& hash) {
  constexpr int kExcluded = format::column_of<NodeRow>("excluded");
  static_assert(kExcluded == format::kColumnCount<NodeRow> - 1);
  Hash sum;  // a local variable stays in registers
  Record::Row row = record.begin(place);
  if (!excluded.empty()) RecordCell<Hash>{row, sum, kExcluded}.text(excluded);
  each_column_backwards<NodeRows>([&]<int kColumn>(std::integral_constant<int, kColumn>) {
    if constexpr (kColumn == at<NodeRow>("credited")) {
      NoHash none;  // it may be reported after the row was hashed
      RecordCell<NoHash> cell{row, none, kColumn};
      put_node_cell(cell, node, kColumn);
    } else {
      RecordCell<Hash> cell{row, sum, kColumn};
      put_node_cell(cell, node, kColumn);
    }
  });
  hash = sum;
  return record.finish(row, kDefaultTypes<format::kZeroByDefault<NodeRow>>);
}

inline std::span<const std::uint8_t> encode_node(Record& record, const NodeRecord& node,
                                                 std::string_view excluded) {
  NoHash none;
  return encode_node(record, {}, node, excluded, none);
}

// Encodes the rows of most nodes (see fits_common_form()) from a cached common part and the node's
// own values, of which the best child and the key may be missing. An id may take more bytes than it
// needs, and a move of 0 or 1 takes one byte.
template <class Hash>
class NodeEncoder {
  struct Common;
  // A row's own values, besides its id, parent and best child.
  struct Own {
    double value;
    MoveId move;
    std::int64_t last;
  };

 public:
  // The common part of similar rows below one parent. A plain value: in a local variable it stays
  // in registers.
  class Form {
   public:
    // Writes the record of a leaf of the run before `end`, where Record::kMostBytes must be free.
    // Returns where the record begins.
    [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end,
                                                    const buffered::PlainLeaf& leaf,
                                                    std::int64_t id, Hash& hash) const {
      Hash sum = hash_;
      sum.integers(kId, kLast, id);
      end =
          put<kHeaderOfLeaf>(common_->middle.put_before(end), {leaf.value(), leaf.move(), id}, sum);
      hash = sum;
      return end;
    }

   private:
    friend class NodeEncoder;

    // Writes the record up to its value, which ends at `end`. The header has at most kHeader bytes.
    template <std::size_t kHeader>
    [[gnu::always_inline]] std::uint8_t* put(std::uint8_t* end, const Own& own, Hash& sum) const {
      const NumberCell value = hashed_real(sum, kValue, own.value);
      std::uint8_t* begin = common_->before.put_before(value.put_before(end));
      // `last`, `ply` and `move` form one number if the move takes one byte.
      const std::uint64_t last_to_move = static_cast<std::uint64_t>(own.last) << last_bits_ | ply_;
      std::uint8_t move_type = kByte;
      if (own.move < 0x80) [[likely]] {
        sum.integer(kMove, own.move);
        put_u64(begin - 8, last_to_move | own.move);
      } else {
        NumberCell move;
        if (own.move != kNoMoveId) {
          move = NumberCell::integer(own.move);
          sum.integer(kMove, own.move);
        }
        move_type = move.width.type;
        begin = move.put_before(begin) + 1;
        put_u64(begin - 9, last_to_move >> 8U);
      }
      begin = parent_.put_before(begin - last_to_move_);
      std::memcpy(begin - kHeader, common_->header.data() + common_->header.size() - kHeader,
                  kHeader);
      begin -= common_->header_bytes;
      put_lowest_first(begin, header_);
      begin[1 + kValue] = value.width.type;
      begin[1 + kMove] = move_type;
      return begin;
    }

    const Common* common_ = nullptr;
    Hash hash_{};
    NumberCell parent_;
    std::uint64_t header_ = 0;      // the first eight bytes of the header
    std::uint64_t ply_ = 0;         // shifted to its place before the move
    unsigned last_bits_ = 0;        // the shift of `last`
    std::size_t last_to_move_ = 0;  // bytes from `last` to the move
  };

  // False: the node has a rare part or an extremely large id or ply; use encode_node().
  static bool fits_common_form(const LeafRun& run) { return is_short(run.last(), run.ply); }
  static bool fits_common_form(const NodeRecord& node) {
    // Names all members: decide for a new one whether it is rare.
    [[maybe_unused]] const auto& [id, parent, result, alpha, beta, key, ply, move, side, phase,
                                  role, has_key, depth] = node;
    [[maybe_unused]] const auto& [last, best, unrecorded, value, score, credited, kind, bound,
                                  legal] = result;
    return is_short(last, ply) && unrecorded == 0 && std::isnan(score) && std::isnan(credited);
  }

  [[gnu::always_inline]] Form form(const LeafRun& run) {
    const Key key = key_of(run);
    Common& common = known_[key];
    if (!is_of(common, key)) [[unlikely]]
      learn_of(common, run);
    return form(common, run.parent, run.ply, run.last());
  }
  // The same contract as Form::put_before(), for a node in common form.
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end, const NodeRecord& node,
                                                  Hash& hash) {
    const NodeResult& result = node.result;
    const bool has_best = result.best != 0;
    const Key key = key_of(node);
    Common& common = known_[key];
    if (!is_of(common, key)) [[unlikely]]
      learn_of(common, node);
    const Form form = this->form(common, node.parent, node.ply, result.last);
    Hash sum = form.hash_;
    sum.integer(kId, node.id);
    sum.integer(kLast, result.last);
    NumberCell best;
    if (has_best) {
      best = ids_.cell(result.best);
      sum.integer(kBest, result.best);
    }
    end = common.middle.put_before(best.put_before(common.behind.put_before(end)));
    NumberCell key_cell;
    if (node.has_key) {
      key_cell = NumberCell::integer(static_cast<std::int64_t>(node.key));
      sum.integer(kKey, static_cast<std::int64_t>(node.key));
    }
    end = key_cell.put_before(end);
    std::uint8_t* const begin = form.template put<RecordTypes::kMostColumns>(
        end, {result.value, node.move, result.last}, sum);
    if (has_best) begin[1 + kBest] = best.width.type;
    if (node.has_key) begin[1 + kKey] = key_cell.width.type;
    hash = sum;
    return begin;
  }

 private:
  static constexpr int kId = at<NodeRow>("id"), kParent = at<NodeRow>("parent"),
                       kLast = at<NodeRow>("last"), kPly = at<NodeRow>("ply"),
                       kMove = at<NodeRow>("move"), kValue = at<NodeRow>("value"),
                       kBest = at<NodeRow>("best"), kKey = at<NodeRow>("key");
  static_assert(kParent == 1 && kLast == 2 && kPly == 3 && kMove == 4 && kValue > kMove &&
                kKey == kValue + 1 && kBest > kKey);
  // Rows in common form have 0 in this column, and NULL behind it.
  static constexpr int kFirstRare = at<NodeRow>("unrecorded");
  static_assert(kFirstRare > kBest && kFirstRare < RecordTypes::kMostColumns);
  // The header of a leaf of a run, whose record ends before its best child.
  static constexpr std::size_t kHeaderOfLeaf = 16;
  static_assert(1 + kBest <= int{kHeaderOfLeaf});
  static constexpr std::uint8_t kByte = 1;  // the type of a number of one byte

  using Key = CommonKey<4>;
  [[gnu::always_inline]] static Key key_of(const LeafRun& run) {
    const auto& [codes, alpha, beta] = run.header->words();
    return {codes, alpha, beta, 0};
  }
  [[gnu::always_inline]] static Key key_of(const NodeRecord& node) {
    const NodeResult& result = node.result;
    const bool has_best = result.best != 0;
    // g++ 12 would load these members one by one.
    std::uint64_t side_to_depth = 0;
    static_assert(offsetof(NodeRecord, depth) + sizeof node.depth ==
                  offsetof(NodeRecord, side) + sizeof side_to_depth);
    std::memcpy(&side_to_depth, &node.side, sizeof side_to_depth);
    // Never 0, as the last word of a run's key is.
    const buffered::Word left(result.kind, result.bound, has_best, 1,
                              static_cast<std::uint32_t>(result.legal));
    return {side_to_depth, std::bit_cast<std::uint64_t>(node.alpha),
            std::bit_cast<std::uint64_t>(node.beta), left.bits()};
  }
  // The part that all rows with this key share. Two cache lines.
  struct alignas(128) Common {
    Key key{};  // matches no row
    Hash hash{};
    std::uint64_t first_of_header = 0;
    // Right-aligned; without the types of the columns that differ.
    std::array<std::uint8_t, RecordTypes::kMostColumns> header{};
    Cells<24> before;         // the cells between the move and the value
    Cells<8> middle, behind;  // the cells between the key and the best child, and behind it
    std::uint8_t header_bytes = 0;
  };

  static bool is_short(std::int64_t last, std::int32_t ply) {
    return static_cast<std::uint64_t>(last - 1) < (std::uint64_t{1} << 47U) - 1 &&
           static_cast<std::uint32_t>(ply) < 0x80;
  }
  [[gnu::always_inline]] Form form(const Common& common, std::int64_t parent, std::int32_t ply,
                                   std::int64_t most_last) {
    Form form;
    form.common_ = &common;
    form.hash_ = common.hash;
    form.hash_.integer(kPly, ply);
    if (parent != 0) {
      form.parent_ = ids_.cell(parent);
      form.hash_.integer(kParent, parent);
    }
    const IntegerWidth place = kSmallWidths[static_cast<std::size_t>(ply)];
    // So the first ids of a run may take a byte more than they need.
    const IntegerWidth last = ids_.cell(most_last).width;
    form.last_bits_ = 8 + 8 * unsigned{place.bytes};
    form.ply_ = place.bytes > 0 ? static_cast<std::uint64_t>(ply) << 8U : 0;
    form.last_to_move_ = last.bytes + std::size_t{place.bytes} + 1;
    const std::uint32_t types =
        std::uint32_t{place.type} << 16U | std::uint32_t{last.type} << 8U | form.parent_.width.type;
    form.header_ = common.first_of_header | std::uint64_t{types} << 8 * (1 + kParent);
    return form;
  }

  // Compute the key again; passing it would force it into memory in the common case.
  [[gnu::noinline]] static void learn_of(Common& common, const NodeRecord& node) {
    learn(common, key_of(node), node);
  }
  [[gnu::noinline]] static void learn_of(Common& common, const LeafRun& run) {
    learn(common, key_of(run), run.common());
  }
  [[gnu::noinline, gnu::flatten]] static void learn(Common& common, const Key& key,
                                                    const NodeRecord& node) {
    constexpr std::uint32_t kZero = format::kZeroByDefault<NodeRow>;
    common = Common();
    common.key = key;
    common.hash.integer(kFirstRare, 0);
    RecordTypes types = make_default_types(kZero, kFirstRare);
    const auto put = [&](auto& cell, int column) { put_node_cell(cell, node, column); };
    put_cells<kBest + 1, kFirstRare - 1>(common.behind, common.hash, types, put);
    put_cells<kKey + 1, kBest - 1>(common.middle, common.hash, types, put);
    put_cells<kMove + 1, kValue - 1>(common.before, common.hash, types, put);
    // Keep at least the columns up to the last one that differs between the rows.
    const int least = 1 + (node.result.best != 0 ? kBest : node.has_key ? kKey : kValue);
    const unsigned columns =
        std::max(types.columns_unlike(kDefaultTypes<kZero>), static_cast<unsigned>(least));
    common.header_bytes = static_cast<std::uint8_t>(columns + 1);
    common.first_of_header = types.first_of_header(columns);
    types.write(columns, common.header.data() + common.header.size());
  }

  // 512 places miss one row in twelve; 2,048, which take 300 KB, would miss one in eighteen.
  CommonTable<Common, 9> known_;
  NearIds ids_;
};

}  // namespace plytrace::writer
