// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/rollback_journal.h"

#include <algorithm>

#include "schemas/sqlite_format.h"

namespace plytrace::writer {
namespace {

constexpr std::uint32_t kSector = 512;  // the header fills one

}  // namespace

RollbackJournal::RollbackJournal(std::uint32_t page_size, std::uint32_t pages, std::uint32_t saved,
                                 std::uint32_t nonce)
    : nonce_(nonce), bytes_(kSector) {
  bytes_.reserve(kSector + std::size_t{saved} * (page_size + 8));
  std::copy(sqlite_format::kJournalMagic.begin(), sqlite_format::kJournalMagic.end(),
            bytes_.begin());
  put_u32(&bytes_[8], saved);
  put_u32(&bytes_[12], nonce);
  put_u32(&bytes_[16], pages);
  put_u32(&bytes_[20], kSector);
  put_u32(&bytes_[24], page_size);
}

void RollbackJournal::add(std::uint32_t number, const std::vector<std::uint8_t>& page) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + 4);
  put_u32(&bytes_[at], number);
  bytes_.insert(bytes_.end(), page.begin(), page.end());
  bytes_.resize(bytes_.size() + 4);
  put_u32(&bytes_[bytes_.size() - 4], sqlite_format::journal_checksum(nonce_, page));
}

}  // namespace plytrace::writer
