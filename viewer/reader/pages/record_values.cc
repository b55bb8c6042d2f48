// SPDX-License-Identifier: MIT
#include "viewer/reader/pages/record_values.h"

namespace plytrace::reader {

// Handles records in which a type takes more than one byte: texts of more than 57 bytes.
bool RecordValues::parse_long(std::span<const std::uint8_t> record, std::size_t columns,
                              std::uint32_t zero_by_default, std::size_t& bytes) {
  const std::uint8_t* const begin = record.data();
  std::uint64_t header = 0;
  next_ = get_varint(begin, header);
  if (header > record.size()) return false;
  bytes = 0;
  std::size_t stored = 0;
  for (; stored < columns && next_ < begin + header; ++stored) {
    std::uint64_t type = 0;
    next_ = get_varint(next_, type);
    if (type >= kNever) return false;
    types_[stored] = static_cast<std::uint32_t>(type);
    bytes += bytes_of(types_[stored]);
  }
  for (std::size_t i = stored; i < columns; ++i) set_default(i, zero_by_default);
  return next_ == begin + header;
}

}  // namespace plytrace::reader
