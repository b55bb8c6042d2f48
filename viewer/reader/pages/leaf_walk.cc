// SPDX-License-Identifier: MIT
#include "viewer/reader/pages/leaf_walk.h"

#include <algorithm>
#include <cstring>

#include "schemas/sqlite_format.h"
#include "schemas/trace_format.h"

namespace plytrace::reader {
namespace {

using namespace sqlite_format;

constexpr std::size_t kMostBlock = 65536;  // bytes; at least one page
constexpr std::size_t kDeepest = 20;       // levels; SQLite's own limit
constexpr std::size_t kLeastCell = 6;      // bytes, with its pointer
// Bytes; SQLite rejects longer records.
constexpr std::size_t kMostRecord = format::kLongestText;
constexpr std::size_t kPageNumber = 4;  // bytes

// The cell at `index` on a page of `cells` cells; null if it overlaps the header or the cell
// pointers.
const std::uint8_t* cell_at(const std::uint8_t* page, std::size_t header, std::size_t index,
                            std::size_t cells, std::size_t usable) {
  const std::size_t at = get_u16(page + header + kPointer * index);
  return at >= header + kPointer * cells && at + kPageNumber <= usable ? page + at : nullptr;
}

}  // namespace

LeafWalk::LeafWalk(const PageSource& pages, std::uint32_t root, std::int64_t first_id)
    : pages_(&pages), first_id_(first_id), levels_(1) {
  levels_.front().children.push_back({root, {}});
}

LeafWalk::Step LeafWalk::next_leaf() {
  do {
    cells_.clear();
    next_cell_ = 0;
    while (!levels_.empty() && levels_.back().next == levels_.back().children.size()) {
      levels_.pop_back();
    }
    if (levels_.empty()) return Step::kEnd;
    if (const Step step = go_down(); step != Step::kRow) return step;
  } while (next_cell_ == cells_.size());
  return Step::kRow;
}

LeafWalk::Step LeafWalk::go_down() {
  for (;;) {
    Level& level = levels_.back();
    const Range ids = level.children[level.next].ids;
    const std::uint8_t* const page = load(level);
    if (page == nullptr) return Step::kUnreadable;
    if (page[0] == kTableLeaf) return enter_leaf(page, ids);
    const bool is_above = page[0] == kTableInterior && levels_.size() < kDeepest;
    if (!is_above || !enter_interior(page, ids)) return Step::kUnreadable;
  }
}

// Loads the page of the next child, together with pages that follow it both in the tree and in the
// file.
const std::uint8_t* LeafWalk::load(Level& level) {
  const std::uint32_t number = level.children[level.next].page;
  if (number - block_first_ >= block_pages_) {
    const std::size_t most = std::max<std::size_t>(1, kMostBlock / pages_->page_size());
    const std::size_t rest = std::min(most, level.children.size() - level.next);
    std::size_t count = 0;
    while (count < rest && level.children[level.next + count].page == number + count &&
           pages_->has(static_cast<std::uint32_t>(number + count))) {
      ++count;
    }
    // Most walks read a single page.
    block_.resize(std::max(block_.size(), count * pages_->page_size() + kSlack));
    block_first_ = number;
    block_pages_ = count > 0 && pages_->read(number, count, block_.data()) ? count : 0;
    if (block_pages_ == 0) return nullptr;
  }
  ++level.next;
  return block_.data() + (number - block_first_) * pages_->page_size();
}

// The key of a cell is the largest id below its child page; the last child has no key.
bool LeafWalk::enter_interior(const std::uint8_t* page, const Range& ids) {
  const std::size_t cells = get_u16(page + kCellsAt);
  if (cells == 0 || cells > (pages_->page_size() - kLeafHeader) / kLeastCell) return false;
  Level level;
  level.children.reserve(cells + 1);
  Range below = ids;
  for (std::size_t i = 0; i < cells; ++i) {
    const std::uint8_t* const cell = cell_at(page, kInteriorHeader, i, cells, pages_->usable() - 1);
    if (cell == nullptr) return false;
    std::uint64_t key = 0;
    if (get_varint(cell + kPageNumber, key) > page + pages_->usable()) return false;
    below.up_to = std::min(static_cast<Id>(key), ids.up_to);
    level.children.push_back({get_u32(cell), below});
    below.after = std::max(static_cast<Id>(key), below.after);
  }
  below.up_to = ids.up_to;
  level.children.push_back({get_u32(page + kLastChildAt), below});
  while (level.next < cells && level.children[level.next].ids.up_to < first_id_) ++level.next;
  levels_.push_back(std::move(level));
  return true;
}

// Checks all rows of the page, including those outside the requested range.
LeafWalk::Step LeafWalk::enter_leaf(const std::uint8_t* page, Range ids) {
  const bool is_root = levels_.size() == 1;
  const std::size_t cells = get_u16(page + kCellsAt);
  if (cells > (pages_->page_size() - kLeafHeader) / kLeastCell || (cells == 0 && !is_root)) {
    return Step::kUnreadable;
  }
  cells_.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    Cell& cell = cells_[i];
    if (!read_cell(page, i, cells, cell)) return Step::kUnreadable;
    if (cell.id <= ids.after || cell.id > ids.up_to) {
      id_ = cell.id <= ids.after ? cell.id : ids.up_to;
      before_ = cell.id <= ids.after ? ids.after : cell.id;
      return Step::kOutOfOrder;
    }
    ids.after = cell.id;
    if (cell.id < first_id_) next_cell_ = i + 1;
  }
  return Step::kRow;
}

bool LeafWalk::read_cell(const std::uint8_t* page, std::size_t index, std::size_t cells,
                         Cell& cell) const {
  const std::size_t usable = pages_->usable();
  const std::uint8_t* const start = cell_at(page, kLeafHeader, index, cells, usable);
  if (start == nullptr) return false;
  std::uint64_t bytes = 0;
  std::uint64_t id = 0;
  cell.record = get_varint(get_varint(start, bytes), id);
  if (bytes > kMostRecord || static_cast<Id>(id) == std::numeric_limits<Id>::min()) return false;
  cell.id = static_cast<Id>(id);
  cell.bytes = static_cast<std::uint32_t>(bytes);
  cell.local = static_cast<std::uint32_t>(local_bytes(bytes, usable));
  const std::size_t overflow = cell.local < bytes ? kPageNumber : 0;
  const auto at = static_cast<std::size_t>(cell.record - page);
  return at + cell.local + overflow <= usable;
}

// Assembles a record that continues in overflow pages. Reads as many pages as it needs, but no more
// than the file has.
bool LeafWalk::gather(const Cell& cell) {
  const std::size_t part = pages_->usable() - kPageNumber;
  if ((cell.bytes - cell.local) / part > pages_->page_count()) return false;
  long_record_.resize(cell.bytes + kSlack);
  std::memcpy(long_record_.data(), cell.record, cell.local);
  overflow_page_.resize(pages_->page_size());
  std::uint32_t number = get_u32(cell.record + cell.local);
  for (std::size_t done = cell.local; done < cell.bytes;) {
    if (!pages_->has(number) || !pages_->read(number, 1, overflow_page_.data())) return false;
    const std::size_t count = std::min(part, cell.bytes - done);
    std::memcpy(long_record_.data() + done, overflow_page_.data() + kPageNumber, count);
    done += count;
    number = get_u32(overflow_page_.data());
  }
  record_ = {long_record_.data(), cell.bytes};
  return true;
}

}  // namespace plytrace::reader
