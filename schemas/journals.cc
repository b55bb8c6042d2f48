// SPDX-License-Identifier: MIT
#include "schemas/journals.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include "schemas/sqlite_format.h"

namespace plytrace::format {
namespace {

namespace fs = std::filesystem;
using Header = std::array<std::uint8_t, sqlite_format::kHeaderBytes>;

bool read_at(std::ifstream& file, std::uint64_t at, std::span<std::uint8_t> to) {
  file.seekg(static_cast<std::streamoff>(at));
  file.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
  return file.good();
}

// The file header of a database; zeros if there is none.
Header header_of(const std::string& trace) {
  Header header{};
  std::ifstream file(trace, std::ios::binary);
  if (!read_at(file, 0, header)) header.fill(0);
  return header;
}

// SQLite never creates a journal as a link.
StrangeJournal check_type(const std::string& file) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  if (type == fs::file_type::regular || type == fs::file_type::not_found) return {};
  if (type != fs::file_type::none) return {file + ", which is not an ordinary file"};
  return {file + " cannot be examined: " + error.message(), true};
}

// A transaction over several databases: each journal ends with the name of a file that lists all of
// them, the length of that name, a checksum and the first bytes again. SQLite deletes that file
// after it has rolled back the last one. A recorder never changes several databases at once.
bool names_another_file(const std::string& journal) {
  constexpr std::size_t kBytes = 16;
  std::array<std::uint8_t, kBytes> end{};
  std::ifstream file(journal, std::ios::binary);
  file.seekg(-static_cast<std::streamoff>(kBytes), std::ios::end);
  file.read(reinterpret_cast<char*>(end.data()), kBytes);
  const auto& magic = sqlite_format::kJournalMagic;
  return file && std::equal(magic.begin(), magic.end(), end.end() - magic.size()) &&
         get_u32(end.data()) != 0;
}

// SQLite reads pages from any log beside a file. If the trace's header says that it has no log, it
// was copied to where the log of another trace was left.
bool is_foreign_log(const std::string& trace, const std::string& log) {
  constexpr std::uintmax_t kLogHeaderBytes = 32;
  constexpr char kRollbackJournal = 1;
  std::error_code none;
  const auto bytes = fs::file_size(log, none);
  if (none || bytes <= kLogHeaderBytes) return false;
  return header_of(trace)[sqlite_format::kWriteVersionAt] == kRollbackJournal;
}

// The rollback journal of an unfinished transaction. It has one or more parts, each with the
// previous contents of pages, their numbers and checksums.
class Journal {
 public:
  explicit Journal(const std::string& path) : file_(path, std::ios::binary) {
    is_one_ = read_part(0) && std::has_single_bit(page_size_) && page_size_ >= 512 &&
              page_size_ <= 65536 && std::has_single_bit(sector_) && sector_ >= 32 &&
              sector_ <= 65536;
  }

  // False: SQLite ignores the file and rolls nothing back.
  bool is_one() const { return is_one_; }
  std::uint32_t page_size() const { return page_size_; }
  std::uint32_t pages_before() const { return pages_before_; }
  // The header of the database before the transaction. Only the very beginning of a journal lacks
  // it.
  std::optional<Header> header_before() {
    for (std::uint64_t at = 0; read_part(at); at = (at + sector_ - 1) / sector_ * sector_) {
      at += sector_;
      for (std::uint32_t i = 0; i < records_; ++i, at += page_size_ + 8) {
        std::array<std::uint8_t, 4> number{};
        if (!read_at(file_, at, number) || get_u32(number.data()) == 0) return {};
        if (get_u32(number.data()) == 1) return page_one_at(at + number.size());
      }
    }
    return {};
  }

 private:
  bool read_part(std::uint64_t at) {
    std::array<std::uint8_t, 28> part{};
    const auto& magic = sqlite_format::kJournalMagic;
    if (!read_at(file_, at, part)) return false;
    records_ = get_u32(&part[8]);  // all bits set: as many as the file has
    nonce_ = get_u32(&part[12]);
    if (at == 0) {
      pages_before_ = get_u32(&part[16]);
      sector_ = get_u32(&part[20]);
      page_size_ = get_u32(&part[24]);
    }
    return std::equal(magic.begin(), magic.end(), part.begin());
  }

  std::optional<Header> page_one_at(std::uint64_t at) {
    std::vector<std::uint8_t> page(page_size_ + 4);
    if (!read_at(file_, at, page)) return {};
    if (sqlite_format::journal_checksum(nonce_, {page.data(), page_size_}) !=
        get_u32(&page[page_size_]))
      return {};
    Header header{};
    std::copy_n(page.begin(), header.size(), header.begin());
    return header;
  }

  std::ifstream file_;
  bool is_one_ = false;
  std::uint32_t records_ = 0, nonce_ = 0, pages_before_ = 0, sector_ = 0, page_size_ = 0;
};

// Whether the journal cannot belong to a transaction on this file. A transaction increments the
// change counter in the header, and the schema number by a few; that number begins at a random
// value in each trace (tracer/trace_writer.h). If page 1 is not changed yet, both are still the
// same.
bool is_foreign(Journal& journal, const Header& now, std::uint64_t bytes) {
  using namespace sqlite_format;
  constexpr std::uint32_t kMostSchemaChanges = 0xFFF, kHalf = 0x80000000;
  const auto field = [](const Header& header, std::size_t at) { return get_u32(&header[at]); };
  if (const auto before = journal.header_before()) {
    const auto grown = [&](std::size_t at) { return field(now, at) - field(*before, at); };
    return grown(kSchemaNumberAt) > kMostSchemaChanges || grown(kChangeCounterAt) >= kHalf;
  }
  // The first transaction of a file, which had no page 1 before.
  if (journal.pages_before() == 0) return field(now, kChangeCounterAt) > 1;
  const bool counts = field(now, kChangeCounterAt) == field(now, kVersionValidForAt);
  const std::uint64_t there = (bytes + journal.page_size() - 1) / journal.page_size();
  return (counts && field(now, kPageCountAt) > journal.pages_before()) ||
         journal.pages_before() > there;
}

// SQLite would write the pages of any journal into the file beside it.
bool is_foreign_journal(const std::string& trace, const std::string& journal) {
  // A recorder makes and removes a journal at each commit. Read both files at the same moment.
  constexpr int kLooks = 3;
  for (int look = 0; look < kLooks; ++look) {
    const Header header = header_of(trace);
    Journal changes(journal);
    std::error_code none;
    const auto bytes = fs::file_size(trace, none);
    if (none || bytes == 0 || !changes.is_one()) return false;
    if (!is_foreign(changes, header, bytes)) return false;
    if (header_of(trace) == header) return true;
  }
  return false;
}

}  // namespace

std::string journal_path(const std::string& trace, const char* journal) {
  std::error_code none;
  if (!fs::is_symlink(trace, none)) return trace + journal;
  const fs::path file = fs::canonical(trace, none);
  return (none ? trace : file.string()) + journal;
}

StrangeJournal strange_journal(const std::string& trace) {
  for (const char* journal : kJournals) {
    StrangeJournal found = check_type(journal_path(trace, journal));
    if (!found.words.empty()) return found;
  }
  const std::string journal = journal_path(trace, "-journal");
  if (names_another_file(journal)) {
    return {journal + ", which tells SQLite to delete another file"};
  }
  if (is_foreign_journal(trace, journal)) {
    return {journal + ", the journal of another file, whose pages SQLite would put into this one"};
  }
  const std::string log = journal_path(trace, "-wal");
  // Try again: a recorder may have begun or ended its log between the two reads.
  for (int look = 0; look < 2; ++look) {
    if (!is_foreign_log(trace, log)) return {};
  }
  return {log + ", the log of another file, whose pages SQLite would take for its own"};
}

}  // namespace plytrace::format
