// SPDX-License-Identifier: MIT
//
// The parts of SQLite's file format that both the encoders (tracer/writer/pages/) and the decoders
// of pages (viewer/reader/pages/) need: big-endian numbers, varints of 1 to 9 bytes (seven bits a
// byte, the highest first; a ninth byte has eight), offsets of the file header, the pages of a
// table, and the types of a record. Source: https://www.sqlite.org/fileformat2.html. Thread rule:
// pure functions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace plytrace {

inline void put_u16(std::uint8_t* to, std::uint32_t value) {
  to[0] = static_cast<std::uint8_t>(value >> 8U);
  to[1] = static_cast<std::uint8_t>(value);
}
inline void put_u32(std::uint8_t* to, std::uint32_t value) {
  put_u16(to, value >> 16U);
  put_u16(to + 2, value & 0xFFFFU);
}
// Runs once for each number of a row, so it is one store on little-endian machines.
inline void put_u64(std::uint8_t* to, std::uint64_t value) {
  if constexpr (std::endian::native == std::endian::little) {
    value = __builtin_bswap64(value);
    std::memcpy(to, &value, sizeof value);
  } else {
    put_u32(to, static_cast<std::uint32_t>(value >> 32U));
    put_u32(to + 4, static_cast<std::uint32_t>(value));
  }
}
inline std::uint32_t get_u16(const std::uint8_t* from) {
  return std::uint32_t{from[0]} << 8U | from[1];
}
inline std::uint32_t get_u32(const std::uint8_t* from) {
  return get_u16(from) << 16U | get_u16(from + 2);
}

inline std::uint64_t get_u64(const std::uint8_t* from) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return __builtin_bswap64(value);
  } else {
    return std::uint64_t{get_u32(from)} << 32U | get_u32(from + 4);
  }
}

inline std::size_t varint_size(std::uint64_t value) {
  const unsigned bits = static_cast<unsigned>(__builtin_clzll(value | 1U)) ^ 63U;  // minus one
  return bits >= 56 ? 9 : bits / 7 + 1;
}

// Writes a varint; returns the byte after it.
inline std::uint8_t* put_varint(std::uint8_t* to, std::uint64_t value) {
  if (value < 0x80) {
    *to = static_cast<std::uint8_t>(value);
    return to + 1;
  }
  const std::size_t size = varint_size(value);
  std::size_t last = size;
  if (size == 9) {
    to[--last] = static_cast<std::uint8_t>(value);
    value >>= 8U;
  }
  for (std::size_t i = last; i-- > 0; value >>= 7U) {
    const std::uint64_t more = i + 1 < size ? 0x80 : 0;
    to[i] = static_cast<std::uint8_t>((value & 0x7FU) | more);
  }
  return to + size;
}

// The varint of a value below 2^56, right-aligned in a word whose lowest byte is the last one. Runs
// once a row, so it has no loop.
inline std::uint64_t varint_word(std::uint64_t value) {
  // Distributes the value to seven bits per byte.
  std::uint64_t spread = (value & 0x0FFFFFFFU) | (value & 0x00FFFFFFF0000000U) << 4U;
  spread = (spread & 0x00003FFF00003FFFU) | (spread & 0x0FFFC0000FFFC000U) << 2U;
  spread = (spread & 0x007F007F007F007FU) | (spread & 0x3F803F803F803F80U) << 1U;
  return spread | 0x8080808080808000U;
}
// Writes a varint before `end`; returns its first byte. May overwrite seven more bytes before it.
inline std::uint8_t* put_varint_before(std::uint8_t* end, std::uint64_t value) {
  put_u64(end - 8, varint_word(value));
  return end - varint_size(value);
}
// Writes varints of values below 2^56 that are close to each other. It reuses all bytes but the
// last of the previous varint where possible. A plain value.
class NearVarints {
 public:
  // The same contract as put_varint_before().
  [[gnu::always_inline]] std::uint8_t* put_before(std::uint8_t* end, std::uint64_t value) {
    if (value >> 7U != high_) [[unlikely]]
      move_to(value);
    std::memcpy(end - sizeof bytes_, bytes_.data(), sizeof bytes_);
    end[-1] = static_cast<std::uint8_t>(value & 0x7FU);
    return end - size_;
  }

 private:
  void move_to(std::uint64_t value) {
    high_ = value >> 7U;
    put_u64(bytes_.data(), varint_word(value));
    size_ = varint_size(value);
  }

  std::uint64_t high_ = 0;
  std::array<std::uint8_t, 8> bytes_{};
  std::size_t size_ = 1;
};

// Reads a varint of at most 9 bytes; returns the byte after it.
inline const std::uint8_t* get_varint(const std::uint8_t* from, std::uint64_t& value) {
  value = *from & 0x7FU;
  if (*from < 0x80) return from + 1;
  for (int i = 1; i < 8; ++i) {
    const std::uint8_t byte = *++from;
    value = value << 7U | (byte & 0x7FU);
    if (byte < 0x80) return from + 1;
  }
  value = value << 8U | *++from;
  return from + 1;
}

}  // namespace plytrace

namespace plytrace::sqlite_format {

// Offsets of the fields of the file header, on page 1 (section 1.3). A page size of 65536 is stored
// as 1.
inline constexpr std::size_t kHeaderBytes = 100;
inline constexpr std::size_t kPageSizeAt = 16, kWriteVersionAt = 18, kReadVersionAt = 19;
inline constexpr std::size_t kReservedAt = 20, kChangeCounterAt = 24, kPageCountAt = 28;
inline constexpr std::size_t kSchemaNumberAt = 40, kAutoVacuumAt = 52, kEncodingAt = 56,
                             kVersionValidForAt = 92;

// The first bytes of a rollback journal (section 3).
inline constexpr std::array<std::uint8_t, 8> kJournalMagic{0xD9, 0xD5, 0x05, 0xF9,
                                                           0x20, 0xA1, 0x63, 0xD7};

// The checksum of a page in a rollback journal with this nonce.
inline std::uint32_t journal_checksum(std::uint32_t nonce, std::span<const std::uint8_t> page) {
  constexpr std::size_t kStep = 200;
  for (std::size_t i = page.size() - kStep; i > 0 && i < page.size(); i -= kStep) nonce += page[i];
  return nonce;
}

// SQLite's locks use this byte of the file (1 GiB); the page that contains it holds no data.
inline constexpr std::int64_t kLockByte = 0x40000000;

// Offsets in a page of a table (section 1.6): the type, 2 bytes, the number of cells, where they
// begin, 1 byte; then, above the leaves only, the last child; then a pointer for each cell, in
// order.
inline constexpr std::uint8_t kTableInterior = 5, kTableLeaf = 13;
inline constexpr std::size_t kCellsAt = 3, kCellsFromAt = 5, kLastChildAt = 8;
inline constexpr std::size_t kLeafHeader = 8, kInteriorHeader = 12, kPointer = 2;

// The number of bytes of a record that lie in its leaf, for a page of this usable size. The rest
// lies in a chain of overflow pages, each of which begins with the number of the next.
constexpr std::size_t longest_local(std::size_t usable) { return usable - 35; }
constexpr std::size_t local_bytes(std::size_t record, std::size_t usable) {
  if (record <= longest_local(usable)) return record;
  const std::size_t least = (usable - 12) * 32 / 255 - 23;
  const std::size_t local = least + (record - least) % (usable - 4);
  return local <= longest_local(usable) ? local : least;
}

// Serial types of a record (section 2.1): 0 is NULL; 1 to 6 are whole numbers of 1, 2, 3, 4, 6 and
// 8 bytes; then come a double, the numbers 0 and 1; a text has 13 plus twice its length.
inline constexpr std::uint8_t kNull = 0, kReal = 7, kZero = 8, kOne = 9, kEmptyText = 13;

}  // namespace plytrace::sqlite_format
