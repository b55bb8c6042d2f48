// SPDX-License-Identifier: MIT
#include "tracer/import/packed_record.h"

#include <algorithm>
#include <limits>

#include "core/score.h"

namespace plytrace::packed {

double short_score(std::uint32_t bits) {
  const auto whole = static_cast<std::int32_t>(bits);
  if (whole == std::numeric_limits<std::int32_t>::max()) return kInfinity;
  if (whole == std::numeric_limits<std::int32_t>::min()) return -kInfinity;
  return whole;
}

std::size_t words_of(const Record& record, std::size_t known) {
  const auto half = [](std::size_t count) { return (count + 1) / 2; };
  const auto eighth = [](std::size_t bytes) { return (bytes + 7) / 8; };
  const std::uint8_t tag = record.tag(), flags = record.byte(3);
  if (tag >= kLeave && tag <= kLastLeave) return 1;
  switch (tag) {
    case kEnter:
      return (record.byte(1) & 64U) != 0 ? 3 : 2;
    case kEnterWide:
    case kLeaveAs:
      return 5;
    case kIs:
    case kEndPass:
    case kLost:
      return 1;
    case kBound:
    case kCredit:
    case kScore:
    case kStoreShort:
    case kProbeShort:
    case kEnd:
      return 2;
    case kBoundWide:
    case kCut:
    case kPass:
      return 3;
    case kCutoff:
      // A record whose second word is missing is not whole.
      return known < 2 ? 6 : 6 + half(record.low(1)) + eighth(record.high(1));
    case kStore:
    case kProbe:
      return 4U + ((flags & 5U) != 0 ? 1U : 0U) + ((flags & 4U) != 0 ? 1U : 0U) +
             ((flags & 2U) != 0 ? 1U : 0U);
    case kExclude:
      return 1 + half(record.size_field());
    case kMoveText:
      return 1 + eighth(record.size_field());
    case kNote:
    case kSearch:
    case kEndSearch:
    case kEndPassAs:
    case kStart:
      return record.size_field();
    default:
      return 0;
  }
}

std::string Texts::next() {
  if (rest_.size() < 4) return {};
  const auto size = read_as<std::uint32_t>(rest_.data());
  rest_.remove_prefix(4);
  if (size > rest_.size()) {
    rest_ = {};
    return {};
  }
  std::string text(rest_.substr(0, size));
  rest_.remove_prefix(size);
  // SQL would end the text at a NUL.
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::uint64_t checksum(std::string_view bytes, std::uint64_t sum) {
  std::uint64_t total = sum;
  for (std::size_t i = 0; i + kWord <= bytes.size(); i += kWord) {
    sum += read_as<std::uint64_t>(bytes.data() + i);
    total += sum;
  }
  return std::rotl(total, 1) ^ sum;
}

}  // namespace plytrace::packed
