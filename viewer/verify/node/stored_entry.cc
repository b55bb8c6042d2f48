// SPDX-License-Identifier: MIT
#include "viewer/verify/node/stored_entry.h"

#include <algorithm>
#include <numeric>
#include <tuple>

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

// An unreported number can be any number.
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

namespace {

// Whether `kinds` contains this depth and bound. An unreported depth or bound matches any.
template <class Kind>
bool has_kind(const std::set<Kind>& kinds, const Kind& kind) {
  const auto& [depth, bound] = kind;
  if (depth && bound) {
    return kinds.contains(kind) || kinds.contains({depth, std::nullopt}) ||
           kinds.contains({std::nullopt, bound}) || kinds.contains({std::nullopt, std::nullopt});
  }
  const auto fits = [](const auto& one, const auto& other) {
    return !one || !other || one == other;
  };
  return std::any_of(kinds.begin(), kinds.end(), [&](const Kind& each) {
    return fits(kind.first, each.first) && fits(kind.second, each.second);
  });
}

}  // namespace

void EntrySet::add(const StoredEntry& entry) {
  const Kind kind{entry.depth, entry.bound};
  by_number_[entry.number].insert(kind);
  kinds_.insert(kind);
}

bool EntrySet::has(const TableProbeRow& found) const {
  const Kind kind{found.stored_depth, found.bound};
  const auto number = entry_of(found).number;
  if (!number) return has_kind(kinds_, kind);
  const auto has_it = [&](const std::optional<Score>& of) {
    const auto entries = by_number_.find(of);
    return entries != by_number_.end() && has_kind(entries->second, kind);
  };
  return has_it(number) || has_it(std::nullopt);
}

bool EntrySet::has_like(const TableProbeRow& found) const {
  const auto entries = by_number_.find(entry_of(found).number);
  const Kind of_any_bound{found.stored_depth, std::nullopt};
  if (entries != by_number_.end() && has_kind(entries->second, of_any_bound)) return true;
  if (!found.stored_depth) {
    return std::any_of(kinds_.begin(), kinds_.end(),
                       [&](const Kind& kind) { return kind.second == found.bound; });
  }
  return kinds_.contains({found.stored_depth, found.bound}) ||
         kinds_.contains({std::nullopt, found.bound});
}

bool StoredEntries::has_like(const TableProbeRow& found) const {
  if (by_number_.empty()) {
    return std::any_of(begin(), end(), [&](const StoredEntry& stored) {
      return is_same_depth(stored, found) &&
             (stored.bound == found.bound || stored.number == entry_of(found).number);
    });
  }
  if (!set_) {
    set_ = std::make_shared<EntrySet>();
    for (const StoredEntry& entry : entries_) set_->add(entry);
  }
  return set_->has_like(found);
}

StoredEntries::StoredEntries(const std::vector<TableStoreRow>& rows,
                             std::optional<std::int64_t> of_node) {
  const bool is_key_told = std::any_of(
      rows.begin(), rows.end(), [](const TableStoreRow& row) { return row.key.has_value(); });
  entries_.reserve(rows.size());
  for (const TableStoreRow& row : rows) {
    entries_.push_back(entry_of(row));
    if (is_key_told && !row.key) entries_.back().key = of_node;
    has_depth_ = has_depth_ || row.depth.has_value();
  }
  if (entries_.size() <= kFew) return;
  by_number_.resize(entries_.size());
  std::iota(by_number_.begin(), by_number_.end(), std::size_t{0});
  std::stable_sort(by_number_.begin(), by_number_.end(), [this](std::size_t a, std::size_t b) {
    return entries_[a].number < entries_[b].number;
  });
  // Equal stores are found at the first of them.
  const auto is_same = [this](std::size_t a, std::size_t b) {
    const auto tied = [](const StoredEntry& entry) {
      return std::tie(entry.depth, entry.number, entry.bound, entry.key, entry.shift);
    };
    return tied(entries_[a]) == tied(entries_[b]);
  };
  by_number_.erase(std::unique(by_number_.begin(), by_number_.end(), is_same), by_number_.end());
}

std::size_t StoredEntries::first_of(std::optional<Score> number) const {
  const auto found = std::lower_bound(by_number_.begin(), by_number_.end(), number,
                                      [this](std::size_t entry, std::optional<Score> wanted) {
                                        return entries_[entry].number < wanted;
                                      });
  return static_cast<std::size_t>(found - by_number_.begin());
}

bool is_part_of_key(std::int64_t bits, std::int64_t key) {
  return format::is_part_of_key(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(key));
}

std::optional<std::int64_t> whole_key(std::optional<std::int64_t> key,
                                      std::optional<std::int64_t> of_node) {
  const bool is_of_node = !key || (of_node && is_part_of_key(*key, *of_node));
  return is_of_node ? of_node : key;
}

void add_compared_parts(const TableProbeRow& found, std::vector<format::KeyPart>& parts) {
  if (!found.entry_key) return;
  const auto bits = static_cast<std::uint64_t>(*found.entry_key);
  for (const format::KeyPart part : format::kKeyParts) {
    if (std::find(parts.begin(), parts.end(), part) != parts.end()) continue;
    // If the probe used the node's key, or bits of it, that key is not available here.
    const bool is_told = found.key && found.key != found.entry_key;
    const auto key = static_cast<std::uint64_t>(found.key.value_or(0));
    const bool is_compared =
        is_told ? format::may_keep(key, part) && format::part_of_key(key, part) == bits
                : bits <= 0xFFFFFFFFU;
    if (is_compared) parts.push_back(part);
  }
}

std::optional<std::int64_t> filed_under(const TableProbeRow& found) {
  const bool is_part = found.key && found.entry_key && is_part_of_key(*found.entry_key, *found.key);
  return found.entry_key && !is_part ? found.entry_key : found.key;
}

}  // namespace plytrace::verify
