// SPDX-License-Identifier: MIT
//
// Numbers as SQLite's files hold them: big-endian, and as varints of 1 to 9 bytes (seven bits a
// byte, the first byte has the highest; a ninth byte has eight).
// Source: https://www.sqlite.org/fileformat2.html, section 1.6. Thread rule: pure functions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plytrace::writer {

inline void put_u16(std::uint8_t* to, std::uint32_t value) {
  to[0] = static_cast<std::uint8_t>(value >> 8U);
  to[1] = static_cast<std::uint8_t>(value);
}
inline void put_u32(std::uint8_t* to, std::uint32_t value) {
  put_u16(to, value >> 16U);
  put_u16(to + 2, value & 0xFFFFU);
}
// Per number of a row: one store where the machine is of the usual kind.
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

inline std::size_t varint_size(std::uint64_t value) {
  std::size_t size = 1;
  while (size < 9 && (value >>= 7U) != 0) ++size;
  return size;
}

// Returns the byte after it.
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

}  // namespace plytrace::writer
