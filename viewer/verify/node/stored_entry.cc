// SPDX-License-Identifier: MIT
#include "viewer/verify/node/stored_entry.h"

namespace plytrace::verify {

StoredEntry entry_of(const TableStoreRow& row) {
  return {row.depth, row.raw ? row.raw : row.value, row.bound, row.key,
          row.raw && row.value ? *row.raw - *row.value : 0};
}
StoredEntry entry_of(const TableProbeRow& row) {
  return {row.stored_depth, row.raw ? row.raw : row.value, row.bound, row.entry_key,
          row.raw && row.value ? *row.raw - *row.value : 0};
}

namespace {

// A number that is not told can be any.
bool is_same_number(const StoredEntry& stored, const TableProbeRow& found) {
  const auto number = entry_of(found).number;
  return !stored.number || !number || stored.number == number;
}

}  // namespace

bool is_same_depth(const StoredEntry& stored, const TableProbeRow& found) {
  return !stored.depth || !found.stored_depth || stored.depth == found.stored_depth;
}

bool is_same_entry(const StoredEntry& stored, const TableProbeRow& found) {
  return is_same_depth(stored, found) &&
         (!stored.bound || !found.bound || stored.bound == found.bound) &&
         is_same_number(stored, found);
}

bool is_half_of_exact(const StoredEntry& stored, const TableProbeRow& found) {
  return stored.bound == Bound::kExact && is_same_number(stored, found) &&
         is_same_depth(stored, found);
}

bool is_part_of_key(std::int64_t part, std::int64_t whole) {
  const auto bits = static_cast<std::uint64_t>(part);
  const auto key = static_cast<std::uint64_t>(whole);
  // A key that fits into 32 bits is no hash: its upper half is 0, which is no sign of anything.
  if (key <= 0xFFFFFFFF) return bits == key;
  return bits == key || bits == (key & 0xFFFF) || bits == (key & 0xFFFFFFFF) ||
         bits == key >> 48U || bits == key >> 32U;
}

}  // namespace plytrace::verify
