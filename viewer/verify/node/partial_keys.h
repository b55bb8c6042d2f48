// SPDX-License-Identifier: MIT
//
// PartialKeys finds entries of another position in tables whose entries keep 16 or 32 bits of their
// key: the entry that a probe read was never stored under the probe's key, but under another key
// with the same bits. Stores and found entries come in order of time. The conclusion is valid only
// while every entry found so far was stored in this search: a table may be older than the search,
// stores may be unreported, and 16 bits can agree by chance.
// Memory: an entry for each store if the search has such probes, otherwise nothing. Thread rule:
// one thread an object.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/verify/node/stored_entry.h"

namespace plytrace::verify {

class PartialKeys {
 public:
  // A store and its key.
  struct Written {
    std::uint64_t key = 0;
    std::int64_t node = 0, event = 0;
  };

  // `parts`: the parts of keys that probes of the file compare; must outlive this.
  explicit PartialKeys(const std::vector<format::KeyPart>& parts) : parts_(parts) {}
  bool is_expected() const { return !parts_.empty(); }
  // Called if not every store is reported.
  void miss_stores() { is_complete_ = false; }

  // `side`: the side to move at the node.
  void keep(std::int64_t key, std::optional<format::Side> side, const TableStoreRow& row);
  // An entry that a probe found, however it was used.
  void find(std::int64_t asked, std::optional<format::Side> side, const TableProbeRow& row);
  // The store of another position that this probe read; null if there is none, or no evidence.
  const Written* mistaken(std::int64_t probe) const {
    const auto found = mistaken_.find(probe);
    return found == mistaken_.end() ? nullptr : &found->second;
  }

 private:
  // An entry with the bits that it keeps. Traces hold scores in MAX's view, but most tables hold
  // them in the view of the side to move.
  struct Reading {
    format::KeyPart part = format::KeyPart::kLow16;
    std::uint64_t bits = 0;
    StoredEntry entry;       // the entry, with its value in MAX's view
    bool is_of_min = false;  // MIN is to move
    bool operator==(const Reading& other) const;
  };
  struct HashOfReading {
    std::size_t operator()(const Reading& reading) const;
  };
  // The last store that is read like this, and the last such store of another key.
  struct LastTwo {
    Written last, other;
  };
  struct OfKey {
    std::int64_t last = 0;  // id of its last store
    std::unordered_set<Score> numbers;
  };

  const Written* other_writer(std::uint64_t asked, const Reading& found, std::int64_t since) const;

  const std::vector<format::KeyPart>& parts_;
  bool is_complete_ = true;
  std::unordered_map<std::uint64_t, OfKey> of_key_;
  std::unordered_set<Reading, HashOfReading> own_;  // readings whose bits are the whole key
  std::unordered_map<Reading, LastTwo, HashOfReading> written_;
  std::unordered_map<std::int64_t, Written> mistaken_;  // keyed by probe id
};

}  // namespace plytrace::verify
