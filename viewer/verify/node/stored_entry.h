// SPDX-License-Identifier: MIT
//
// A table entry as it was written, and whether what a probe read can be it.
// Thread rule: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/reader/trace_reader.h"

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
// The key that a row names: the node's, if the row names none or only bits of it.
std::optional<std::int64_t> whole_key(std::optional<std::int64_t> key,
                                      std::optional<std::int64_t> of_node);
// Whether what was stored can be what a probe found: same depth, bound and stored number.
bool is_same_entry(const StoredEntry& stored, const TableProbeRow& found);
// An exact value lies as its two bounds in a table that keeps two.
bool is_half_of_exact(const StoredEntry& stored, const TableProbeRow& found);

// What one node stored, in order. A node may store under one key again and again, and each entry
// may be read as often: look-ups go by the stored number.
class StoredEntries {
 public:
  explicit StoredEntries(const std::vector<TableStoreRow>& rows = {});
  bool empty() const { return entries_.empty(); }
  const StoredEntry& back() const { return entries_.back(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  bool has_depth() const { return has_depth_; }  // one of them
  // An entry that `fits` accepts, of those whose number can be the one that was read: the same
  // number, or either of the two unknown. Null if there is none.
  template <class Fits>
  const StoredEntry* find(const TableProbeRow& found, const Fits& fits) const {
    const auto number = entry_of(found).number;
    if (by_number_.empty()) {
      for (const StoredEntry& entry : entries_) {
        const bool can_be = !entry.number || !number || entry.number == number;
        if (can_be && fits(entry)) return &entry;
      }
      return nullptr;
    }
    if (number) {
      if (const StoredEntry* const same = find_from(first_of(number), number, fits)) return same;
      return find_from(0, std::nullopt, fits);  // the entries of unknown number stand first
    }
    for (const std::size_t entry : by_number_) {
      if (fits(entries_[entry])) return &entries_[entry];
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kFew = 16;  // a walk is faster
  std::size_t first_of(std::optional<Score> number) const;
  // The first that fits among the entries of this number, which begin at place `i`.
  template <class Fits>
  const StoredEntry* find_from(std::size_t i, std::optional<Score> number, const Fits& fits) const {
    for (; i < by_number_.size(); ++i) {
      const StoredEntry& entry = entries_[by_number_[i]];
      if (entry.number != number) break;
      if (fits(entry)) return &entry;
    }
    return nullptr;
  }

  std::vector<StoredEntry> entries_;
  std::vector<std::size_t> by_number_;  // empty where there are few
  bool has_depth_ = false;
};

// Entries often hold a part of the key that they were stored under (schemas/table_keys.h).
bool is_part_of_key(std::int64_t bits, std::int64_t key);
// The parts of its key that a probe may have compared, as far as its row says it; added to `parts`.
void add_compared_parts(const TableProbeRow& found, std::vector<format::KeyPart>& parts);
// The key of the table that a probe's entry is filed under, as far as the row says it.
std::optional<std::int64_t> filed_under(const TableProbeRow& found);

}  // namespace plytrace::verify
