// SPDX-License-Identifier: MIT
//
// The rows of one large table on their way into pages. Ids ascend within a stream; every stream
// fills a leaf of its own. A row may be reserved: its place is kept until it is complete, and its
// page stays in memory until all of its rows are. Texts that are too long for a page go into
// overflow pages. Source: https://www.sqlite.org/fileformat2.html, section 1.6.
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
  // A row whose cell is still to come.
  struct ReservedSlot {
    Leaf* leaf = nullptr;
    std::size_t index = 0;
    std::size_t bytes = 0;  // that its cell may take
  };
  // What a reserved row is shown as until it is complete.
  struct ProvisionalRow {
    const ReservedSlot* slot;
    std::int64_t id;
    Bytes record;
  };

  // `root` is the page of an empty table.
  TablePages(PageFile& file, std::uint32_t root);
  ~TablePages();
  TablePages(TablePages&&) noexcept;

  // Where the record of the next row may be made: then add(), called next, need not copy it.
  Record::Place place(std::int64_t id);
  void add(std::int64_t id, Bytes record);
  // Rows of the ids from `first` on, so many, all of one stream and below 2^56. make(end, index)
  // writes the record of one before `end`, where Record::kMostBytes are free, and returns where it
  // begins; it has less than 128 bytes.
  template <class Make>
  void add_run(std::int64_t first, std::size_t count, const Make& make);
  // The row's record will have at most so many bytes.
  ReservedSlot reserve_slot(std::int64_t id, std::size_t record_bytes);
  // The same for the row that was reserved last in its stream, if it needs more than it was
  // reserved.
  void widen_slot(ReservedSlot& slot, std::int64_t id, std::size_t record_bytes);
  void fill_slot(const ReservedSlot& slot, std::int64_t id, Bytes record);

  // The longest record that lies in a leaf as a whole; provisional may not be longer.
  std::size_t longest_local() const { return sqlite_format::longest_local(file_->page_size()); }

  // Whether the page of a reserved row has to be written at the next checkpoint; and that it has,
  // as the row's row is another one.
  static bool is_due(const ReservedSlot& slot);
  static void set_due(const ReservedSlot& slot);
  // Hands everything to the file: pages as they are, with the provisional of reserved rows. All
  // that is_due() are among them.
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
  std::vector<std::unique_ptr<Leaf>> leaves_;  // in memory
  std::unique_ptr<Leaf> spare_;                // one that was let go
  std::map<std::int64_t, Leaf*> current_;      // by stream
  std::int64_t stream_ = -1;                   // of the row added last, and its leaf
  Leaf* leaf_ = nullptr;
  NearVarints ids_;

  // The head of a cell in place has an id of eight bytes at most: beyond are streams that hardly
  // anybody opens.
  static constexpr std::int64_t kMostInPlace = (std::int64_t{1} << 56) - 1;
};

// Ids ascend within a stream only: each stream fills leaves of its own.
struct TablePages::Leaf {
  explicit Leaf(LeafPage empty) : page(std::move(empty)) {}

  LeafPage page;
  std::uint32_t number = 0;
  std::int64_t first_id = 0;
  std::size_t reserved_slots = 0;
  bool is_full = false;    // no more rows will come
  bool is_changed = true;  // since it was written
};

// A leaf whose room is smaller than nothing has none.
[[gnu::always_inline]] inline Record::Place TablePages::place(std::int64_t id) {
  go_to_stream_of(id);
  if (leaf_ == nullptr || id > kMostInPlace) return {};
  std::uint8_t* const end = leaf_->page.next_cell_end();
  return {std::min(leaf_->page.free_begin(), end), end};
}

// Per row: nearly all lie in their leaf already, and get the head of their cell.
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
[[gnu::always_inline]] inline void TablePages::add_run(std::int64_t first, std::size_t count,
                                                       const Make& make) {
  constexpr auto kMost = static_cast<std::ptrdiff_t>(Record::kMostBytes);
  assert(first + static_cast<std::int64_t>(count) <= kMostInPlace);
  go_to_stream_of(first);
  for (std::size_t index = 0; index < count;) {
    LeafPage::Filling filling;
    if (leaf_ != nullptr) filling = leaf_->page.begin_filling();
    if (filling.space() < kMost) [[unlikely]] {  // there may be room for it, and for a shorter one
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
