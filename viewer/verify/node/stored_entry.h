// SPDX-License-Identifier: MIT
//
// A table entry as it was stored, and whether what a probe read can be this entry.
// Thread rule: plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::verify {

// The part of a store that is compared with probes; a trace can have millions.
struct StoredEntry {
  std::optional<std::int64_t> depth;
  std::optional<Score> number;  // as stored in the table
  std::optional<format::Bound> bound;
  std::optional<std::int64_t> key;  // the table key, if the store reported it
  Score shift = 0;                  // number minus the value at the storing node: a mate distance
};

StoredEntry entry_of(const TableStoreRow& row);
StoredEntry entry_of(const TableProbeRow& row);
bool is_same_depth(const StoredEntry& stored, const TableProbeRow& found);
// The key of a row; the node's key if the row has none or only bits of it.
std::optional<std::int64_t> whole_key(std::optional<std::int64_t> key,
                                      std::optional<std::int64_t> of_node);
// Whether a stored entry can be what a probe found: same depth, bound and stored number.
bool is_same_entry(const StoredEntry& stored, const TableProbeRow& found);
// In a table with two bounds per entry an exact value is stored as both bounds.
bool is_half_of_exact(const StoredEntry& stored, const TableProbeRow& found);

// An index of the entries of a node with many stores, so that a probe need not be compared with
// each.
class EntrySet {
 public:
  void add(const StoredEntry& entry);
  // Whether some entry can be the one that the probe found (is_same_entry).
  bool has(const TableProbeRow& found) const;
  // Whether some entry has the depth of the one found, and also its bound or its number.
  bool has_like(const TableProbeRow& found) const;

 private:
  using Depth = std::optional<std::int64_t>;
  using Kind = std::pair<Depth, std::optional<format::Bound>>;
  std::map<std::optional<Score>, std::set<Kind>> by_number_;
  std::set<Kind> kinds_;
};

// The stores of one node, in order. A node may store under one key many times, and each entry may
// be read as often, so look-ups use the stored number.
class StoredEntries {
 public:
  StoredEntries() = default;
  // `of_node` is the node's key. Stores that are all without a key may be of a table with keys of
  // another kind, so they remain without one.
  StoredEntries(const std::vector<TableStoreRow>& rows, std::optional<std::int64_t> of_node);
  bool empty() const { return entries_.empty(); }
  const StoredEntry& back() const { return entries_.back(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  bool has_depth() const { return has_depth_; }  // some entry has a depth
  // Whether some entry has the depth of the one found, and also its bound or its number.
  bool has_like(const TableProbeRow& found) const;
  // An entry for which `fits` is true, among those whose number may be the one that was read: the
  // numbers are equal, or one of them is unknown. Null if there is none.
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
      return find_from(0, std::nullopt, fits);  // entries of unknown number come first
    }
    for (const std::size_t entry : by_number_) {
      if (fits(entries_[entry])) return &entries_[entry];
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kFew = 16;  // up to this size a walk is faster
  std::size_t first_of(std::optional<Score> number) const;
  // The first fitting entry among those of this number, which begin at index `i`.
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
  std::vector<std::size_t> by_number_;     // empty if there are few entries
  mutable std::shared_ptr<EntrySet> set_;  // index of many entries, built when needed
  bool has_depth_ = false;
};

// Whether `bits` is a part of the key, as entries often keep it (schemas/table_keys.h).
bool is_part_of_key(std::int64_t bits, std::int64_t key);
// Adds to `parts` the parts of its key that a probe may have compared, according to its row.
void add_compared_parts(const TableProbeRow& found, std::vector<format::KeyPart>& parts);
// The table key under which a probe's entry is stored, as far as the row shows it.
std::optional<std::int64_t> filed_under(const TableProbeRow& found);

}  // namespace plytrace::verify
