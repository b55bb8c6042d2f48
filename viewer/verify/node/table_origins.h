// SPDX-License-Identifier: MIT
//
// What is known about the nodes that stored table entries. Only nodes whose entries were used
// (UsedEntries) are kept when the scan leaves them. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <map>
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

// A finished node whose entries were used. Scores are in MAX's view.
struct Origin {
  bool has_value = false;
  Interval proven;
  Flags flags = 0;
  std::optional<format::Side> side;
  std::int64_t ply = 0;
  std::optional<std::int64_t> depth;  // the depth that its proof covers, if rows report it
  std::optional<std::int64_t> plies;  // otherwise, by its leaves or its pass
  std::optional<std::int64_t> limit;  // the remaining depth that its row reports
  std::optional<std::int64_t> key;
  std::optional<std::uint64_t> own_key;  // plytrace's hash of the position
  std::vector<std::string> excluded;     // moves that it excluded, sorted
  StoredEntries stored;
  bool blamed = false;     // one of its stores has a finding
  bool is_of_end = false;  // its value is that of an end of the game
};

class TableOrigins {
 public:
  // `used` must outlive this.
  explicit TableOrigins(const UsedEntries& used) : used_(used), partial_keys_(used.parts) {}

  // Keeps one bound of an entry that has two: an exact value may be in the table as two stores of
  // one number. Only for keys whose entry was read as exact.
  void keep_half(std::int64_t key, std::optional<format::Side> side, const StoredEntry& entry);
  // Whether both bounds of what the probe found were stored under the key, by nodes of this side.
  bool has_both_halves(std::int64_t key, std::optional<format::Side> side,
                       const TableProbeRow& found) const;

  // The facts about entries that keep only a part of their key.
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
    std::optional<StoredEntry> lower, upper;  // the last store of each
  };
  const UsedEntries& used_;
  PartialKeys partial_keys_;
  // The side is part of the name, because a key may leave it out.
  std::map<std::pair<std::int64_t, std::optional<format::Side>>, Halves> halves_;
  std::unordered_map<std::int64_t, Origin> origins_;
};

}  // namespace plytrace::verify
