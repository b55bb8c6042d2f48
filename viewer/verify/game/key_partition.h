// SPDX-License-Identifier: MIT
//
// The keys of an engine against the positions that they stand for, by plytrace's own hash: equal
// keys must be equal positions (key_clash), unequal ones unequal positions (key_split). Memory is
// bounded: of many keys a sample is kept, by value. Thread rule: one thread an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/hash.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

// Maps each key to the first value that was noted for it. If there are many keys, it keeps a sample
// of them.
template <class Value>
class SampledMap {
 public:
  // Returns the value kept for the key. If there is none, returns null, and keeps `value` if the
  // sample contains the key.
  Value* find_or_keep(std::uint64_t key, const Value& value) {
    if (!is_sampled(key)) return nullptr;
    const auto [place, is_new] = values_.try_emplace(key, value);
    if (!is_new) return &place->second;
    if (values_.size() > kMost) halve();
    return nullptr;
  }
  bool is_empty() const { return values_.empty(); }
  // The sample contains one key in this many.
  std::uint64_t one_in() const { return mask_ + 1; }

 private:
  static constexpr std::size_t kMost = 500'000;
  bool is_sampled(std::uint64_t key) const { return (splitmix64(key) & mask_) == 0; }
  void halve() {
    mask_ = 2 * mask_ + 1;
    std::erase_if(values_, [this](const auto& entry) { return !is_sampled(entry.first); });
  }

  std::uint64_t mask_ = 0;
  std::unordered_map<std::uint64_t, Value> values_;
};

class KeyPartition {
 public:
  void note(std::int64_t engine_key, std::uint64_t own_key, std::int64_t node);
  bool is_empty() const { return by_engine_key_.is_empty() && by_own_key_.is_empty(); }
  // Warns where keys and positions do not match. `is_key_of_more`: the engine declares that its
  // keys depend on more than the position, so that one position may have several.
  void report(Ledger& ledger, bool is_key_of_more) const;

 private:
  struct Seen {
    std::uint64_t other = 0;  // the other of the two keys
    std::int64_t node = 0;
  };
  // The first two nodes that contradict each other, and how many nodes do.
  struct Conflict {
    std::uint64_t nodes = 0;
    std::int64_t first = 0, second = 0;
    void add(std::int64_t one, std::int64_t another);
  };
  SampledMap<Seen> by_engine_key_, by_own_key_;
  Conflict clash_, split_;
};

}  // namespace plytrace::verify
