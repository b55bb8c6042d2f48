// SPDX-License-Identifier: MIT
//
// The records of PLT1 (docs/emit.md has their tables), as they lie in memory: tags, words, texts.
// Nothing outside a record is read, whatever a damaged record claims. Thread rule: plain data.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace plytrace::packed {

static_assert(std::endian::native == std::endian::little, "PLT1 is read as it lies in memory");

inline constexpr std::size_t kWord = 8;

// The first byte of a record, as in plytrace_emit.h.
enum Tag : std::uint8_t {
  kEnter = 0x01,
  kEnterWide = 0x02,
  kLeave = 0x10,
  kLastLeave = 0x17,
  kLeaveAs = 0x18,
  kBound = 0x20,
  kBoundWide = 0x21,
  kCut = 0x22,
  kCutoff = 0x23,
  kStore = 0x24,
  kProbe = 0x25,
  kCredit = 0x26,
  kIs = 0x27,
  kScore = 0x28,
  kExclude = 0x29,
  kNote = 0x2A,
  kStoreShort = 0x2B,
  kProbeShort = 0x2C,
  kMoveText = 0x30,
  kSearch = 0x31,
  kEndSearch = 0x32,
  kPass = 0x33,
  kEndPass = 0x34,
  kStart = 0x35,
  kEnd = 0x36,
  kLost = 0x37,
  kEndPassAs = 0x38
};

template <class T>
T read_as(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The words of a record. All reads stay inside it: what lies behind its end reads as 0.
class Record {
 public:
  Record(const char* at, std::size_t words) : at_(at), words_(words) {}
  std::uint64_t word(std::size_t i) const {
    return i < words_ ? read_as<std::uint64_t>(at_ + kWord * i) : 0;
  }
  std::uint8_t byte(unsigned i) const { return static_cast<std::uint8_t>(word(0) >> (8 * i)); }
  std::uint8_t tag() const { return byte(0); }
  std::uint32_t low(std::size_t i) const { return static_cast<std::uint32_t>(word(i)); }
  std::uint32_t high(std::size_t i) const { return static_cast<std::uint32_t>(word(i) >> 32); }
  // Bytes 1 to 3.
  std::uint32_t size_field() const { return low(0) >> 8; }
  double real(std::size_t i) const { return std::bit_cast<double>(word(i)); }
  // The bytes from a word on.
  std::string_view bytes(std::size_t from) const {
    return from < words_ ? std::string_view(at_ + kWord * from, kWord * (words_ - from))
                         : std::string_view();
  }

 private:
  const char* at_;
  std::size_t words_;
};

// A score in its short form.
double short_score(std::uint32_t bits);

// The number of words of the record that begins here, of which `known` may be read. 0: unknown.
std::size_t words_of(const Record& record, std::size_t known);

// Reads texts that have their length before them. A text that is cut is empty.
class Texts {
 public:
  explicit Texts(std::string_view bytes) : rest_(bytes) {}
  std::string next();

 private:
  std::string_view rest_;
};

// See plytrace_emit_sum() of plytrace_emit.h.
std::uint64_t checksum(std::string_view bytes, std::uint64_t sum);

}  // namespace plytrace::packed
