// SPDX-License-Identifier: MIT
//
// TablePages writes the rows of one large table into pages. Ids ascend within a stream, and every
// stream fills its own leaf. A row can reserve a slot before it is complete; its page then stays in
// memory until all of its slots are filled. Texts that do not fit into a page go into overflow
// pages. Source: https://www.sqlite.org/fileformat2.html, section 1.6.
// Errors: PageFile::status(). Thread rule: one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "schemas/trace_format.h"
#include "tracer/writer/pages/leaf_page.h"
#include "tracer/writer/pages/page_file.h"
#include "tracer/writer/pages/page_tree.h"
#include "tracer/writer/pages/record.h"

namespace plytrace::writer {

class TablePages {
 public:
  using Bytes = std::span<const std::uint8_t>;

 private:
  struct Leaf;

 public:
  // The place of a row whose cell is still to come.
  struct ReservedSlot {
    Leaf* leaf = nullptr;
    std::size_t index = 0;
    std::size_t bytes = 0;  // the largest size of its cell
  };
  // A row that a checkpoint writes into a reserved slot.
  struct ProvisionalRow {
    const ReservedSlot* slot;
    std::int64_t id;
    Bytes record;
  };

  // `root` is the root page of an empty table.
  TablePages(PageFile& file, std::uint32_t root);
  ~TablePages();
  TablePages(TablePages&&) noexcept;

  // The place to encode the record of the next row; add(), called next, then need not copy it.
  Record::Place place(std::int64_t id);
  void add(std::int64_t id, Bytes record);
  // Adds a row with an id below 2^56. make(end) writes its record, of less than 128 bytes, before
  // `end`, where Record::kMostBytes are free, and returns where it begins.
  template <class Make>
  void add_short(std::int64_t id, const Make& make);
  // Adds `count` rows with ascending ids from `first`, all of one stream and below 2^56.
  // make(end, index) writes one record of less than 128 bytes before `end`, where
  // Record::kMostBytes are free, and returns where it begins.
  template <class Make>
  void add_run(std::int64_t first, std::size_t count, const Make& make);
  // Reserves a slot for a row whose record will have at most this many bytes.
  ReservedSlot reserve_slot(std::int64_t id, std::size_t record_bytes);
  // Enlarges the slot that was reserved last in its stream, if the row needs more bytes.
  void widen_slot(ReservedSlot& slot, std::int64_t id, std::size_t record_bytes);
  void fill_slot(const ReservedSlot& slot, std::int64_t id, Bytes record);

  // The longest record without an overflow page. Provisional rows must not be longer.
  std::size_t longest_local() const { return sqlite_format::longest_local(file_->page_size()); }

  // Whether the next checkpoint writes the page of this slot. set_due(): it must, because the
  // provisional row has changed.
  static bool is_due(const ReservedSlot& slot);
  static void set_due(const ReservedSlot& slot);
  // Passes all changed pages to the file, with provisional rows in the reserved slots. There must
  // be one for every slot that is_due().
  void write(const std::vector<ProvisionalRow>& provisional);

 private:
  void add_copy(std::int64_t id, Bytes record);
  std::size_t local_bytes(std::size_t record) const;
  std::size_t cell_bytes(std::int64_t id, std::size_t record) const;
  std::size_t reserved_bytes(std::int64_t id, std::size_t record) const;
  void write_cell(std::uint8_t* to, std::int64_t id, Bytes record);
  std::uint32_t write_overflow(Bytes rest);
  void go_to_stream_of(std::int64_t id) {
    const auto stream =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(id - 1) / format::kStreamStride);
    if (stream != stream_) [[unlikely]]
      go_to_stream(stream);
  }
  void go_to_stream(std::int64_t stream);
  Leaf& leaf_for(std::int64_t id, std::size_t cell);
  Leaf& empty_leaf();
  Leaf& start_leaf(std::int64_t id);
  void let_go(Leaf& leaf);

  PageFile* file_;
  PageTree tree_;
  std::vector<std::unique_ptr<Leaf>> leaves_;  // those in memory
  std::unique_ptr<Leaf> spare_;                // a written leaf, whose memory is reused
  std::map<std::int64_t, Leaf*> current_;      // the leaf being filled, by stream
  std::int64_t stream_ = -1;                   // stream of the row added last, and its leaf
  Leaf* leaf_ = nullptr;
  NearVarints ids_;

  // Cells encoded in place have ids of at most eight bytes. Only streams of extremely high numbers
  // have larger ids.
  static constexpr std::int64_t kMostInPlace = (std::int64_t{1} << 56) - 1;
};

// A leaf of one stream.
struct TablePages::Leaf {
  explicit Leaf(LeafPage empty) : page(std::move(empty)) {}

  LeafPage page;
  std::uint32_t number = 0;
  std::int64_t first_id = 0;
  std::size_t reserved_slots = 0;
  bool is_full = false;    // no more rows will come
  bool is_changed = true;  // since it was last written
};

// A nearly full leaf may have free_begin() behind its end; the place is then empty.
[[gnu::always_inline]] inline Record::Place TablePages::place(std::int64_t id) {
  go_to_stream_of(id);
  if (leaf_ == nullptr || id > kMostInPlace) return {};
  std::uint8_t* const end = leaf_->page.next_cell_end();
  return {std::min(leaf_->page.free_begin(), end), end};
}

// Runs once a row. Nearly all records are already in place and only need the head of their cell.
[[gnu::always_inline]] inline void TablePages::add(std::int64_t id, Bytes record) {
  const bool is_in_place =
      leaf_ != nullptr && record.data() + record.size() == leaf_->page.next_cell_end();
  if (!is_in_place) [[unlikely]]
    return add_copy(id, record);
  std::uint8_t* head = leaf_->page.next_cell_end() - record.size();
  head = ids_.put_before(head, static_cast<std::uint64_t>(id));
  if (record.size() < 0x80) [[likely]] {
    *--head = static_cast<std::uint8_t>(record.size());
  } else {
    head = put_varint_before(head, record.size());
  }
  leaf_->page.add_made(head);
  leaf_->is_changed = true;
}

template <class Make>
[[gnu::always_inline]] inline void TablePages::add_short(std::int64_t id, const Make& make) {
  assert(id <= kMostInPlace);
  go_to_stream_of(id);
  if (leaf_ == nullptr || !leaf_->page.has_space(Record::kMostBytes)) [[unlikely]] {
    // It may still fit.
    std::array<std::uint8_t, Record::kMostBytes> apart;
    std::uint8_t* const end = apart.data() + apart.size();
    return add_copy(id, {make(end), end});
  }
  std::uint8_t* const end = leaf_->page.next_cell_end();
  std::uint8_t* const record = make(end);
  assert(end - record < 0x80);
  std::uint8_t* head = ids_.put_before(record, static_cast<std::uint64_t>(id));
  *--head = static_cast<std::uint8_t>(end - record);
  leaf_->page.add_made(head);
  leaf_->is_changed = true;
}

template <class Make>
[[gnu::always_inline]] inline void TablePages::add_run(std::int64_t first, std::size_t count,
                                                       const Make& make) {
  constexpr auto kMost = static_cast<std::ptrdiff_t>(Record::kMostBytes);
  assert(first + static_cast<std::int64_t>(count) <= kMostInPlace);
  go_to_stream_of(first);
  for (std::size_t index = 0; index < count;) {
    LeafPage::Filling filling;
    if (leaf_ != nullptr) filling = leaf_->page.begin_filling();
    if (filling.space() < kMost) [[unlikely]] {  // it may still fit if it is short
      std::array<std::uint8_t, Record::kMostBytes> apart;
      std::uint8_t* const end = apart.data() + apart.size();
      const std::uint8_t* const record = make(end, index);
      add_copy(first + static_cast<std::int64_t>(index), {record, end});
      ++index;
      continue;
    }
    NearVarints ids = ids_;  // a local variable stays in registers
    do {
      std::uint8_t* const end = filling.end();
      std::uint8_t* const record = make(end, index);
      assert(end - record < 0x80);
      std::uint8_t* head = ids.put_before(record, static_cast<std::uint64_t>(first) + index);
      *--head = static_cast<std::uint8_t>(end - record);
      filling.add(head);
    } while (++index < count && filling.space() >= kMost);
    ids_ = ids;
    leaf_->page.apply(filling);
    leaf_->is_changed = true;
  }
}

}  // namespace plytrace::writer
