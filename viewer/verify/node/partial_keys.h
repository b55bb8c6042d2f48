// SPDX-License-Identifier: MIT
//
// PartialKeys finds table entries of another position in tables whose entries keep 16 or 32 bits of
// their key: what a probe read was never stored under the key that it asked with, but under another
// one whose bits agree. Stores and found entries come in order of time. That is an argument only as
// long as every entry found so far was stored in this search: a table may be older than it, or a
// store may not be told, and 16 bits agree by chance.
// Memory: an entry for each store of a search that has such probes, else nothing. Thread rule: one
// thread an object.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/verify/node/stored_entry.h"

namespace plytrace::verify {

class PartialKeys {
 public:
  // A store, by the key that it was filed under.
  struct Written {
    std::uint64_t key = 0;
    std::int64_t node = 0, event = 0;
  };

  // `parts`: those that probes of the file compare; outlives this.
  explicit PartialKeys(const std::vector<format::KeyPart>& parts) : parts_(parts) {}
  bool is_expected() const { return !parts_.empty(); }
  // Not every store is told.
  void miss_stores() { is_complete_ = false; }

  void keep(std::int64_t key, const TableStoreRow& row);
  // An entry that a probe found, whatever it was used for.
  void find(std::int64_t asked, const TableProbeRow& row);
  // The store of another position that this probe read; null: none, or nothing shows that.
  const Written* mistaken(std::int64_t probe) const {
    const auto found = mistaken_.find(probe);
    return found == mistaken_.end() ? nullptr : &found->second;
  }

 private:
  // An entry as it reads, with the bits that it keeps.
  struct Reading {
    format::KeyPart part = format::KeyPart::kLow16;
    std::uint64_t bits = 0;
    StoredEntry entry;
    bool operator==(const Reading& other) const;
  };
  struct HashOfReading {
    std::size_t operator()(const Reading& reading) const;
  };
  // The last store that reads so, and the last one of another key.
  struct LastTwo {
    Written last, other;
  };
  struct OfKey {
    std::int64_t last = 0;  // event of its last store
    std::unordered_set<Score> numbers;
  };

  const Written* other_writer(std::uint64_t asked, std::uint64_t bits, const StoredEntry& entry,
                              std::int64_t since) const;

  const std::vector<format::KeyPart>& parts_;
  bool is_complete_ = true;
  std::unordered_map<std::uint64_t, OfKey> of_key_;
  std::unordered_set<Reading, HashOfReading> own_;  // bits: the whole key
  std::unordered_map<Reading, LastTwo, HashOfReading> written_;
  std::unordered_map<std::int64_t, Written> mistaken_;  // by the probe's id
};

}  // namespace plytrace::verify
