// SPDX-License-Identifier: MIT
#include "viewer/reader/key_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "schemas/sqlite_format.h"

namespace plytrace::reader {
namespace {

using namespace sqlite_format;

// The methods of a file with xRead replaced, and the original methods behind them.
struct CheckedMethods {
  sqlite3_io_methods methods;
  const sqlite3_io_methods* real;
};

// Returns true also for anything that is not a table page or has cells outside the page; SQLite
// checks those.
bool has_keys_in_order(const std::uint8_t* page, std::size_t size, std::size_t header_at) {
  constexpr std::size_t kLongestKeyAndSize = 18;
  const std::uint8_t* const header = page + header_at;
  const bool is_leaf = header[0] == kTableLeaf;
  if (!is_leaf && header[0] != kTableInterior) return true;
  const std::size_t cells = get_u16(header + kCellsAt);
  const std::size_t first = header_at + (is_leaf ? kLeafHeader : kInteriorHeader);
  if (first + cells * kPointer > size) return true;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t at = get_u16(page + first + i * kPointer);
    if (at + kLongestKeyAndSize > size) return true;
    std::uint64_t key = 0, skipped = 0;
    get_varint(is_leaf ? get_varint(page + at, skipped) : page + at + 4, key);
    if (i > 0 && static_cast<std::int64_t>(key) <= static_cast<std::int64_t>(before)) return false;
    before = key;
  }
  return true;
}

struct Stop {
  StopsReading asks = nullptr;
  void* context = nullptr;
};
thread_local Stop stop_reading;

int checked_read(sqlite3_file* file, void* target, int count, sqlite3_int64 offset) {
  if (stop_reading.asks != nullptr && stop_reading.asks(stop_reading.context)) {
    return SQLITE_INTERRUPT;
  }
  const auto* const own = reinterpret_cast<const CheckedMethods*>(file->pMethods);
  const int code = own->real->xRead(file, target, count, offset);
  const auto size = static_cast<std::size_t>(count);
  // A read of part of a page is the file header or a page of a log.
  if (code != SQLITE_OK || size < 512 || !std::has_single_bit(size) || offset % count != 0) {
    return code;
  }
  const std::size_t header_at = offset == 0 ? kHeaderBytes : 0;
  const auto* const page = static_cast<const std::uint8_t*>(target);
  return has_keys_in_order(page, size, header_at) ? SQLITE_OK : SQLITE_CORRUPT;
}

// One set of methods for each set of SQLite's (there are few). They are never freed, because a file
// may outlive the connection. Memory mapping is disabled, because it would bypass xRead.
const sqlite3_io_methods* checked(const sqlite3_io_methods* real) {
  static std::mutex mutex;
  static std::map<const sqlite3_io_methods*, CheckedMethods> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(real);
  CheckedMethods& own = found->second;
  if (is_new) {  // later, other threads read it without the lock
    own = {*real, real};
    own.methods.iVersion = std::min(own.methods.iVersion, 2);
    own.methods.xRead = checked_read;
  }
  return &own.methods;
}

}  // namespace

void stop_reading_when(StopsReading stops, void* context) { stop_reading = {stops, context}; }

void refuse_unordered_pages(sqlite3* database) {
  sqlite3_file* file = nullptr;
  const int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || file == nullptr || file->pMethods == nullptr) return;
  // Pointer-map pages (auto_vacuum) look like table pages.
  std::array<std::uint8_t, 4> auto_vacuum{};
  if (file->pMethods->xRead(file, auto_vacuum.data(), 4, kAutoVacuumAt) != SQLITE_OK) return;
  if (get_u32(auto_vacuum.data()) == 0) file->pMethods = checked(file->pMethods);
}

}  // namespace plytrace::reader
