// SPDX-License-Identifier: MIT
#include "viewer/verify/node/partial_keys.h"

#include <algorithm>
#include <functional>

namespace plytrace::verify {
namespace {

std::uint64_t bits_of(std::int64_t key) { return static_cast<std::uint64_t>(key); }

// The form in which an entry is read, whoever stored it.
StoredEntry reading_of(StoredEntry entry) {
  entry.bound = entry.bound.value_or(Bound::kExact);
  entry.key.reset();
  entry.shift = 0;
  return entry;
}

StoredEntry entry_of_other_side(StoredEntry entry) {
  entry.number = turned(*entry.number);
  entry.bound = turned(*entry.bound);
  return entry;
}

}  // namespace

bool PartialKeys::Reading::operator==(const Reading& other) const {
  return part == other.part && bits == other.bits && entry.number == other.entry.number &&
         entry.depth == other.entry.depth && entry.bound == other.entry.bound &&
         is_of_min == other.is_of_min;
}

std::size_t PartialKeys::HashOfReading::operator()(const Reading& reading) const {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;
  std::uint64_t hash = reading.bits * 8 + static_cast<std::uint64_t>(reading.part);
  hash = hash * 2 + static_cast<std::uint64_t>(reading.is_of_min);
  hash = hash * kMix ^ std::hash<Score>()(reading.entry.number.value_or(0));
  hash = hash * kMix ^ static_cast<std::uint64_t>(reading.entry.depth.value_or(-1));
  hash = hash * kMix ^ static_cast<std::uint64_t>(*reading.entry.bound);
  return static_cast<std::size_t>(hash ^ hash >> 32U);
}

void PartialKeys::keep(std::int64_t key, std::optional<format::Side> side,
                       const TableStoreRow& row) {
  const StoredEntry entry = reading_of(entry_of(row));
  if (!entry.number) return miss_stores();
  OfKey& of_key = of_key_[bits_of(key)];
  of_key.last = row.id;
  of_key.numbers.insert(*entry.number);
  const Written written{bits_of(key), row.node, row.id};
  own_.insert({.bits = written.key, .entry = entry});
  for (const format::KeyPart part : parts_) {
    if (!format::may_keep(written.key, part)) continue;
    LastTwo& two =
        written_[{part, format::part_of_key(written.key, part), entry, side == format::Side::kMin}];
    if (two.last.key != written.key) two.other = two.last;
    two.last = written;
  }
}

// The last store of another key with these bits that can be read like this: by the same side, or by
// the other one from a table that holds scores in MAX's view or in the view of the side to move. A
// later store for the own position, at `since`, would have replaced it.
const PartialKeys::Written* PartialKeys::other_writer(std::uint64_t asked, const Reading& found,
                                                      std::int64_t since) const {
  const StoredEntry& entry = found.entry;
  const bool of_min = found.is_of_min;
  for (const format::KeyPart part : parts_) {
    if (!format::may_keep(asked, part) || format::part_of_key(asked, part) != found.bits) continue;
    for (const Reading& form : {Reading{part, found.bits, entry, of_min},
                                Reading{part, found.bits, entry_of_other_side(entry), !of_min},
                                Reading{part, found.bits, entry, !of_min}}) {
      const auto store = written_.find(form);
      if (store == written_.end()) continue;
      const LastTwo& two = store->second;
      const Written& other = two.last.key != asked ? two.last : two.other;
      if (other.node != 0 && other.event > since) return &other;
    }
  }
  return nullptr;
}

void PartialKeys::find(std::int64_t asked, std::optional<format::Side> side,
                       const TableProbeRow& row) {
  const StoredEntry entry = reading_of(entry_of(row));
  if (!is_complete_ || !entry.number || !row.entry_key) return;
  if (!is_part_of_key(*row.entry_key, asked)) return;
  const auto own = of_key_.find(bits_of(asked));
  const bool has_number = own != of_key_.end() && own->second.numbers.contains(*entry.number);
  // It does not matter which store of its own position it is. An exact value may be in the table as
  // a bound, and a store may lack a depth.
  StoredEntry exact = entry, without_depth = entry;
  exact.bound = Bound::kExact;
  without_depth.depth.reset();
  for (const StoredEntry& each : {entry, exact, without_depth}) {
    if (own_.contains({.bits = bits_of(asked), .entry = each})) return;
  }
  if (has_number && !entry.depth) return;
  const std::int64_t since = own == of_key_.end() ? 0 : own->second.last;
  const Reading found{
      .bits = bits_of(*row.entry_key), .entry = entry, .is_of_min = side == format::Side::kMin};
  const Written* const other = other_writer(bits_of(asked), found, since);
  if (other != nullptr) {
    mistaken_[row.id] = *other;
  } else if (!has_number) {
    miss_stores();
  }
}

}  // namespace plytrace::verify
