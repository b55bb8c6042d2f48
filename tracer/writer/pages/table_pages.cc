// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/table_pages.h"

#include <cassert>
#include <cstring>

namespace plytrace::writer {

TablePages::TablePages(PageFile& file, std::uint32_t root) : file_(&file), tree_(file, root) {}
TablePages::~TablePages() = default;
TablePages::TablePages(TablePages&&) noexcept = default;

// Sizes

// The bytes of a record that lie in the leaf; the rest goes into overflow pages.
std::size_t TablePages::local_bytes(std::size_t record) const {
  return sqlite_format::local_bytes(record, file_->page_size());
}

std::size_t TablePages::cell_bytes(std::int64_t id, std::size_t record) const {
  const std::size_t local = local_bytes(record);
  return varint_size(record) + varint_size(static_cast<std::uint64_t>(id)) + local +
         (local < record ? 4 : 0);
}

// The largest cell of a record of up to this size: a shorter record can have more bytes in the
// leaf.
std::size_t TablePages::reserved_bytes(std::int64_t id, std::size_t record) const {
  return varint_size(record) + varint_size(static_cast<std::uint64_t>(id)) +
         std::min(record, longest_local()) + (record > longest_local() ? 4 : 0);
}

// Rows

void TablePages::add_copy(std::int64_t id, Bytes record) {
  const std::size_t cell = cell_bytes(id, record.size());
  write_cell(leaf_for(id, cell).page.add(cell), id, record);
}

TablePages::ReservedSlot TablePages::reserve_slot(std::int64_t id, std::size_t record_bytes) {
  const std::size_t cell = reserved_bytes(id, record_bytes);
  Leaf& leaf = leaf_for(id, cell);
  ++leaf.reserved_slots;
  return {&leaf, leaf.page.reserve(cell), cell};
}

void TablePages::widen_slot(ReservedSlot& slot, std::int64_t id, std::size_t record_bytes) {
  const std::size_t cell = reserved_bytes(id, record_bytes);
  if (cell <= slot.bytes) return;
  Leaf& old = *slot.leaf;
  assert(!old.is_full);
  old.page.release_last(slot.bytes);
  --old.reserved_slots;
  old.is_changed = true;
  // The old page stays even if it is now empty, because the tree refers to it.
  slot = reserve_slot(id, record_bytes);
}

void TablePages::fill_slot(const ReservedSlot& slot, std::int64_t id, Bytes record) {
  Leaf& leaf = *slot.leaf;
  const std::size_t cell = cell_bytes(id, record.size());
  write_cell(leaf.page.fill(slot.index, slot.bytes, cell), id, record);
  leaf.is_changed = true;
  --leaf.reserved_slots;
  let_go(leaf);
}

void TablePages::write_cell(std::uint8_t* to, std::int64_t id, Bytes record) {
  to = put_varint(to, record.size());
  to = put_varint(to, static_cast<std::uint64_t>(id));
  const std::size_t local = local_bytes(record.size());
  std::memcpy(to, record.data(), local);
  if (local < record.size()) put_u32(to + local, write_overflow(record.subspan(local)));
}

// Writes a chain of overflow pages, each with the number of the next; returns the first number.
std::uint32_t TablePages::write_overflow(Bytes rest) {
  const std::uint32_t first = file_->allocate();
  for (std::uint32_t number = first; number != 0;) {
    PageFile::Page page(file_->page_size());
    const std::size_t part = std::min(rest.size(), page.size() - 4);
    std::memcpy(&page[4], rest.data(), part);
    rest = rest.subspan(part);
    const std::uint32_t next = rest.empty() ? 0 : file_->allocate();
    put_u32(page.data(), next);
    file_->write(number, page);
    number = next;
  }
  return first;
}

// Leaves

void TablePages::go_to_stream(std::int64_t stream) {
  stream_ = stream;
  const auto known = current_.find(stream);
  leaf_ = known == current_.end() ? nullptr : known->second;
}

TablePages::Leaf& TablePages::leaf_for(std::int64_t id, std::size_t cell) {
  go_to_stream_of(id);
  if (leaf_ == nullptr || !leaf_->page.has_space(cell)) leaf_ = &start_leaf(id);
  leaf_->is_changed = true;
  return *leaf_;
}

// Reuses the memory of a written leaf, which saves a new zeroed page for each.
TablePages::Leaf& TablePages::empty_leaf() {
  LeafPage page = spare_ == nullptr ? LeafPage(file_->page_size()) : std::move(spare_->page);
  page.clear();
  spare_.reset();
  return *leaves_.emplace_back(std::make_unique<Leaf>(std::move(page)));
}

TablePages::Leaf& TablePages::start_leaf(std::int64_t id) {
  const bool is_first = current_.empty();
  const std::uint32_t number = is_first ? tree_.root_page() : file_->allocate();
  Leaf& leaf = empty_leaf();
  leaf.number = number;
  leaf.first_id = id;
  Leaf* const old = std::exchange(current_[stream_], &leaf);
  if (!is_first && !tree_.has_levels()) {
    // The only leaf so far lies in the root page and is still in memory; it gets another page.
    Leaf& other = *leaves_.front();
    other.number = file_->allocate();
    other.is_changed = true;
    const auto [low, high] = std::minmax(
        {&other, &leaf}, [](const Leaf* a, const Leaf* b) { return a->first_id < b->first_id; });
    tree_.begin(low->first_id, low->number, high->first_id, high->number);
  } else if (!is_first) {
    tree_.add(id, number);
  }
  if (old != nullptr) {
    old->is_full = true;
    let_go(*old);
  }
  return leaf;
}

// Writes a leaf that cannot change any more and drops it from memory.
void TablePages::let_go(Leaf& leaf) {
  if (!leaf.is_full || leaf.reserved_slots > 0) return;
  if (leaf.is_changed) file_->write(leaf.number, leaf.page.finish());
  const auto at = std::find_if(leaves_.begin(), leaves_.end(),
                               [&](const auto& other) { return other.get() == &leaf; });
  // The order of leaves_ does not matter; the tree knows them by id.
  std::swap(*at, leaves_.back());
  spare_ = std::move(leaves_.back());
  leaves_.pop_back();
}

// Checkpoints

bool TablePages::is_due(const ReservedSlot& slot) { return slot.leaf->is_changed; }
void TablePages::set_due(const ReservedSlot& slot) { slot.leaf->is_changed = true; }

void TablePages::write(const std::vector<ProvisionalRow>& provisional) {
  std::map<Leaf*, LeafPage> pages;
  for (const ProvisionalRow& row : provisional) {
    Leaf* const leaf = row.slot->leaf;
    // Fill a copy of the page, because the final row will still fill the slot.
    LeafPage& page = pages.try_emplace(leaf, leaf->page).first->second;
    const std::size_t cell = cell_bytes(row.id, row.record.size());
    assert(local_bytes(row.record.size()) == row.record.size());
    write_cell(page.fill(row.slot->index, row.slot->bytes, cell), row.id, row.record);
  }
  for (const auto& leaf : leaves_) {
    if (!leaf->is_changed) continue;
    const auto row = pages.find(leaf.get());
    file_->write(leaf->number, (row == pages.end() ? leaf->page : row->second).finish());
    leaf->is_changed = false;
  }
  tree_.write();
}

}  // namespace plytrace::writer
