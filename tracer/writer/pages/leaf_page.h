// SPDX-License-Identifier: MIT
//
// A leaf page of a table while it is filled. Rows come in the order of their ids; a row that is not
// complete yet gets its place in that order and the room that it may need at most.
//
//   | header 8 bytes | a pointer of 2 bytes a row, in order -> |   room   | <- cells, in any order
//   |
//
// Source: https://www.sqlite.org/fileformat2.html, section 1.6. Thread rule: one thread.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schemas/sqlite_format.h"

namespace plytrace::writer {

class LeafPage {
 public:
  explicit LeafPage(std::size_t page_size) : bytes_(page_size), cells_from_(page_size) {}

  // Without a row again.
  void clear() {
    pointers_to_ = kHeader;
    reserved_ = 0;
    cells_from_ = bytes_.size();
  }
  // Room for one more row whose cell is so long?
  bool has_space(std::size_t cell) const {
    return pointers_to_ + kPointer + reserved_ + cell <= cells_from_;
  }
  // Where the cell of the next row may lie: its end, and where there is room from.
  std::uint8_t* next_cell_end() { return bytes_.data() + cells_from_; }
  std::uint8_t* free_begin() { return bytes_.data() + pointers_to_ + kPointer + reserved_; }

  // Rows on their way into the page, each made where it will lie. A plain value: in local variables
  // its numbers stay in registers, as the bytes that are written might otherwise be they.
  class Filling {
   public:
    // Where the cell of the next row may lie: its end, and how many bytes there are before it.
    std::uint8_t* end() const { return cells_; }
    std::ptrdiff_t space() const { return cells_ - pointers_ - reserved_; }
    // The next row, whose cell is already there, and begins here.
    [[gnu::always_inline]] void add(std::uint8_t* cell) {
      cells_ = cell;
      put_u16(pointers_, static_cast<std::uint32_t>(cell - page_));
      pointers_ += kPointer;
    }

   private:
    friend class LeafPage;
    std::uint8_t *page_ = nullptr, *pointers_ = nullptr, *cells_ = nullptr;
    std::ptrdiff_t reserved_ = 0;  // bytes between the pointers and the room
  };
  Filling begin_filling() {
    Filling filling;
    filling.page_ = bytes_.data();
    filling.pointers_ = bytes_.data() + pointers_to_;
    filling.cells_ = next_cell_end();
    filling.reserved_ = static_cast<std::ptrdiff_t>(kPointer + reserved_);
    return filling;
  }
  void apply(const Filling& filling) {
    pointers_to_ = static_cast<std::size_t>(filling.pointers_ - filling.page_);
    cells_from_ = static_cast<std::size_t>(filling.cells_ - filling.page_);
  }
  // The next row, whose cell is already there, and begins here.
  void add_made(const std::uint8_t* cell) {
    cells_from_ = static_cast<std::size_t>(cell - bytes_.data());
    point(next_slot());
  }
  // The next row: where to write its cell.
  std::uint8_t* add(std::size_t cell) { return fill(next_slot(), cell); }
  // The next row, whose cell comes later: its slot, where its pointer lies.
  std::size_t reserve(std::size_t cell) {
    reserved_ += cell;
    return next_slot();
  }
  // Where to write the cell of a row that was reserved so much.
  std::uint8_t* fill(std::size_t slot, std::size_t reserved, std::size_t cell) {
    assert(cell <= reserved && reserved <= reserved_);
    reserved_ -= reserved;
    return fill(slot, cell);
  }
  // The last row was reserved so much, and goes elsewhere.
  void release_last(std::size_t reserved) {
    reserved_ -= reserved;
    pointers_to_ -= kPointer;
  }

  // The page, with its header as it is now. Every row needs its cell by then.
  const std::vector<std::uint8_t>& finish() {
    assert(reserved_ == 0);
    // What another page had there.
    std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(pointers_to_),
              bytes_.begin() + static_cast<std::ptrdiff_t>(cells_from_), std::uint8_t{0});
    bytes_[0] = sqlite_format::kTableLeaf;
    put_u16(&bytes_[sqlite_format::kCellsAt],
            static_cast<std::uint32_t>((pointers_to_ - kHeader) / kPointer));
    put_u16(&bytes_[sqlite_format::kCellsFromAt],
            static_cast<std::uint32_t>(cells_from_));  // 65536 is written as 0
    return bytes_;
  }

 private:
  static constexpr std::size_t kHeader = sqlite_format::kLeafHeader;
  static constexpr std::size_t kPointer = sqlite_format::kPointer;

  std::size_t next_slot() {
    const std::size_t slot = pointers_to_;
    pointers_to_ += kPointer;
    return slot;
  }
  std::uint8_t* fill(std::size_t slot, std::size_t cell) {
    cells_from_ -= cell;
    point(slot);
    return &bytes_[cells_from_];
  }
  // The cell of the slot is the one that was made last.
  void point(std::size_t slot) {
    assert(pointers_to_ + reserved_ <= cells_from_);
    put_u16(&bytes_[slot], static_cast<std::uint32_t>(cells_from_));
  }

  std::vector<std::uint8_t> bytes_;
  // Where the pointers end and where the cells begin: per row, no numbers that become places.
  std::size_t pointers_to_ = kHeader;
  std::size_t cells_from_;
  std::size_t reserved_ = 0;  // bytes of cells to come
};

}  // namespace plytrace::writer
