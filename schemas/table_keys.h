// SPDX-License-Identifier: MIT
//
// Keys of transposition tables whose entries keep only a part of their key: 16 or 32 bits from
// either end. The recorder looks up stores by such parts, and `verify` compares them. Thread rule:
// pure functions.
#pragma once

#include <array>
#include <cstdint>

namespace plytrace::format {

enum class KeyPart : std::uint8_t { kLow16, kLow32, kHigh16, kHigh32, kHigh16Of32 };
inline constexpr std::array kKeyParts{KeyPart::kLow16, KeyPart::kLow32, KeyPart::kHigh16,
                                      KeyPart::kHigh32, KeyPart::kHigh16Of32};

constexpr std::uint64_t part_of_key(std::uint64_t key, KeyPart part) {
  switch (part) {
    case KeyPart::kLow16:
      return key & 0xFFFFU;
    case KeyPart::kLow32:
      return key & 0xFFFFFFFFU;
    case KeyPart::kHigh16:
      return key >> 48U;
    case KeyPart::kHigh32:
      return key >> 32U;
    default:
      return key >> 16U & 0xFFFFU;
  }
}

// Whether a key is a hash with enough bits for an entry to keep this part of it. The upper half of
// a key below 2^32 is 0, which is no evidence; a key below 2^16 is not a hash.
constexpr bool may_keep(std::uint64_t key, KeyPart part) {
  if (key > 0xFFFFFFFFU) return part != KeyPart::kHigh16Of32;
  return key > 0xFFFFU && (part == KeyPart::kLow16 || part == KeyPart::kHigh16Of32);
}

// Whether these bits are a proper part of the key.
constexpr bool is_part_of_key(std::uint64_t bits, std::uint64_t key) {
  if (bits == key) return false;
  for (const KeyPart part : kKeyParts) {
    if (may_keep(key, part) && bits == part_of_key(key, part)) return true;
  }
  return false;
}

}  // namespace plytrace::format
