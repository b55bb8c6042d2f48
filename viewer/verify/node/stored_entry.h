// SPDX-License-Identifier: MIT
//
// A table entry as it was written, and whether what a probe read can be it.
// Thread rule: plain values.
#pragma once

#include <cstdint>
#include <optional>

#include "viewer/trace_reader.h"

namespace plytrace::verify {

// What a node wrote, as far as it is compared with what was read: a trace can hold millions.
struct StoredEntry {
  std::optional<std::int64_t> depth;
  std::optional<Score> number;  // as it lies in the table
  std::optional<format::Bound> bound;
  std::optional<std::int64_t> key;  // of the table, where the store said it
  Score shift = 0;  // number minus the value at the node that stored it: a distance to mate
};

StoredEntry entry_of(const TableStoreRow& row);
StoredEntry entry_of(const TableProbeRow& row);
bool is_same_depth(const StoredEntry& stored, const TableProbeRow& found);
// Whether what was stored can be what a probe found: same depth, bound and stored number.
bool is_same_entry(const StoredEntry& stored, const TableProbeRow& found);
// An exact value lies as its two bounds in a table that keeps two.
bool is_half_of_exact(const StoredEntry& stored, const TableProbeRow& found);
// Entries often hold 16 or 32 bits of the key, from either end.
bool is_part_of_key(std::int64_t part, std::int64_t whole);

}  // namespace plytrace::verify
