// SPDX-License-Identifier: MIT
//
// The bytes of a rollback journal as SQLite writes one: the pages of a file as they were before a
// change. As long as the file lies beside the database and nobody holds the RESERVED lock, every
// reader of SQLite's puts them back first.
// Source: https://www.sqlite.org/fileformat2.html, section 3. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

namespace plytrace::writer {

class RollbackJournal {
 public:
  // Of a database of so many pages, of which `saved` will follow.
  RollbackJournal(std::uint32_t page_size, std::uint32_t pages, std::uint32_t saved,
                  std::uint32_t nonce);
  // A page as it lies in the file; `number` counts from 1.
  void add(std::uint32_t number, const std::vector<std::uint8_t>& page);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::uint32_t nonce_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace plytrace::writer
