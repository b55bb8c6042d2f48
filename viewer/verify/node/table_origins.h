// SPDX-License-Identifier: MIT
//
// What the nodes that table entries come from are known to be worth. Only nodes that entries were
// used from (UsedEntries) are kept when the scan leaves them. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/interval.h"
#include "viewer/verify/node/partial_keys.h"
#include "viewer/verify/node/stored_entry.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::verify {

// A finished node that entries were used from. Scores in MAX's view.
struct Origin {
  bool has_value = false;
  Interval proven;
  Flags flags = 0;
  std::optional<format::Side> side;
  std::int64_t ply = 0;
  std::optional<std::int64_t> depth;  // that its proof reaches, as far as it is known
  std::optional<std::int64_t> key;
  std::optional<std::uint64_t> own_key;  // plytrace's own hash of the position
  std::vector<std::string> excluded;     // moves that it left out, sorted
  StoredEntries stored;
  bool blamed = false;     // its store was found wrong
  bool is_of_end = false;  // its value is that of an end of the game
};

class TableOrigins {
 public:
  // `used` outlives this.
  explicit TableOrigins(const UsedEntries& used) : used_(used), partial_keys_(used.parts) {}

  // Entries of two bounds: an exact value can lie in the table as two stores of one number. Kept of
  // the keys for which an entry was read as exact.
  void keep_half(std::int64_t key, const StoredEntry& entry);
  // Whether both bounds were stored under the key as what the probe found.
  bool has_both_halves(std::int64_t key, const TableProbeRow& found) const;

  // Entries that keep a part of their key.
  PartialKeys& partial_keys() { return partial_keys_; }

  bool is_used(std::int64_t node) const { return used_.nodes.contains(node); }
  bool is_any_kept() const { return !origins_.empty(); }
  void keep(std::int64_t node, Origin origin) {
    origins_.insert_or_assign(node, std::move(origin));
  }
  Origin* find(std::int64_t node) {
    const auto found = origins_.find(node);
    return found == origins_.end() ? nullptr : &found->second;
  }

 private:
  struct Halves {
    std::optional<StoredEntry> lower, upper;  // the last of each
  };
  const UsedEntries& used_;
  PartialKeys partial_keys_;
  std::unordered_map<std::int64_t, Halves> halves_;
  std::unordered_map<std::int64_t, Origin> origins_;
};

}  // namespace plytrace::verify
