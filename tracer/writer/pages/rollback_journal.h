// SPDX-License-Identifier: MIT
//
// RollbackJournal makes the bytes of a rollback journal as SQLite writes it: the pages of a file
// before a change. If the journal exists and nobody holds the RESERVED lock, SQLite restores these
// pages before it reads the database. Source: https://www.sqlite.org/fileformat2.html, section 3.
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

namespace plytrace::writer {

class RollbackJournal {
 public:
  // The database has `pages` pages. add() must follow `saved` times.
  RollbackJournal(std::uint32_t page_size, std::uint32_t pages, std::uint32_t saved,
                  std::uint32_t nonce);
  // Adds a page with its contents in the file; `number` counts from 1.
  void add(std::uint32_t number, const std::vector<std::uint8_t>& page);
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::uint32_t nonce_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace plytrace::writer
