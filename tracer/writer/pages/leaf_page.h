// SPDX-License-Identifier: MIT
//
// LeafPage is a leaf page of a table while it is filled. Rows come in the order of their ids. A row
// that is not complete yet reserves a slot in that order and the largest space that it may need.
//
//   | header, 8 bytes | a pointer of 2 bytes for each row, by id -> | free | <- cells, any order |
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

  // Removes all rows.
  void clear() {
    pointers_to_ = kHeader;
    reserved_ = 0;
    cells_from_ = bytes_.size();
  }
  // Whether one more row with a cell of this size fits.
  bool has_space(std::size_t cell) const {
    return pointers_to_ + kPointer + reserved_ + cell <= cells_from_;
  }
  // The cell of the next row may lie between free_begin() and next_cell_end().
  std::uint8_t* next_cell_end() { return bytes_.data() + cells_from_; }
  std::uint8_t* free_begin() { return bytes_.data() + pointers_to_ + kPointer + reserved_; }

  // Adds rows that are encoded in place. A plain value: in a local variable its members stay in
  // registers, because the bytes written to the page cannot alias them.
  class Filling {
   public:
    // The end of the next row's cell, and the free bytes before it.
    std::uint8_t* end() const { return cells_; }
    std::ptrdiff_t space() const { return cells_ - pointers_ - reserved_; }
    // Adds the next row, whose cell is already written and begins here.
    [[gnu::always_inline]] void add(std::uint8_t* cell) {
      cells_ = cell;
      put_u16(pointers_, static_cast<std::uint32_t>(cell - page_));
      pointers_ += kPointer;
    }

   private:
    friend class LeafPage;
    std::uint8_t *page_ = nullptr, *pointers_ = nullptr, *cells_ = nullptr;
    std::ptrdiff_t reserved_ = 0;  // bytes that are not free behind the pointers
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
  // Adds the next row, whose cell is already written and begins here.
  void add_made(const std::uint8_t* cell) {
    cells_from_ = static_cast<std::size_t>(cell - bytes_.data());
    point(next_slot());
  }
  // Adds the next row; returns where to write its cell.
  std::uint8_t* add(std::size_t cell) { return fill(next_slot(), cell); }
  // Reserves the next row; returns its slot, the offset of its pointer.
  std::size_t reserve(std::size_t cell) {
    reserved_ += cell;
    return next_slot();
  }
  // Returns where to write the cell of a reserved row.
  std::uint8_t* fill(std::size_t slot, std::size_t reserved, std::size_t cell) {
    assert(cell <= reserved && reserved <= reserved_);
    reserved_ -= reserved;
    return fill(slot, cell);
  }
  // Removes the last row, which was reserved and moves to another page.
  void release_last(std::size_t reserved) {
    reserved_ -= reserved;
    pointers_to_ -= kPointer;
  }

  // Returns the page with its current header. All rows must have their cells.
  const std::vector<std::uint8_t>& finish() {
    assert(reserved_ == 0);
    // Clear the bytes of the page that used this memory before.
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
  // Points the slot to the cell that was made last.
  void point(std::size_t slot) {
    assert(pointers_to_ + reserved_ <= cells_from_);
    put_u16(&bytes_[slot], static_cast<std::uint32_t>(cells_from_));
  }

  std::vector<std::uint8_t> bytes_;
  // Offsets: the end of the pointers and the first of the cells.
  std::size_t pointers_to_ = kHeader;
  std::size_t cells_from_;
  std::size_t reserved_ = 0;  // bytes reserved for cells to come
};

}  // namespace plytrace::writer
