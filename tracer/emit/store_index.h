// SPDX-License-Identifier: MIT
//
// StoreIndex finds the node that stored the table entry that a probe found. It remembers the last
// few stores of each key, because the last one need not be the entry: an engine may keep several
// entries of a key (a bucket, or a second table for recent entries), or store the two bounds of an
// entry one after the other. The origin is the last store that equals the entry, best one with the
// same side to move. If none does, it
// is the last store of the key, so that verify compares the two; but if a store of the key may have
// been forgotten, the origin is unknown. Memory: at most 16 MB; less if there are few keys.
// Thread rule: one thread an object.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/observer.h"
#include "schemas/table_keys.h"
#include "tracer/batch.h"
#include "tracer/emit/zeroed_array.h"

namespace plytrace {

class StoreIndex {
 public:
  // An entry as it was stored or found.
  struct Entry {
    Score number;  // in the table, in MAX's view
    std::int32_t depth;
    Bound bound;
    Side side;  // to move at the node: keys of some engines leave it out
  };

  // `key` is the whole key of the event, which may report only some bits of it. `node` is kNoNode
  // if it is not recorded; the entry then has no known origin.
  void remember(std::uint64_t key, const Entry& entry, NodeId node) {
    if (node == kNoNode) node = kUnrecorded;
    if (buckets_.empty()) buckets_.make(std::size_t{1} << kBits);
    Bucket& bucket = buckets_[index_of(key)];
    Slots& slots = bucket.slots;
    // Replaced: a free slot, the older one of two with this key and bound, or the oldest.
    auto slot = std::find_if(slots.begin(), slots.end(),
                             [](const Slot& each) { return each.node == kNoNode; });
    if (slot == slots.end()) {
      const auto same = [&](const Slot& each) {
        return each.key == key && each.entry.bound == entry.bound;
      };
      const bool repeats = std::count_if(slots.begin(), slots.end(), same) >= 2;
      slot = slots.end() - 1;
      while (repeats && !same(*slot)) --slot;
      bucket.forgot = bucket.forgot || !repeats;
    }
    std::move_backward(slots.begin(), slot, slot + 1);  // the newest comes first
    slots.front() = {key, node, entry};
  }

  // `key` is the whole key that the probe asks for; `entry_key` is nullptr if it is not known.
  NodeId origin(std::uint64_t key, const std::uint64_t* entry_key, const Entry& found) const {
    // An engine may report a few bits of a key as entry_key. If they agree with the key that was
    // asked for, look for stores of that key first, then for stores under the bits themselves.
    const bool is_part = entry_key != nullptr && format::is_part_of_key(*entry_key, key);
    const NodeId asked = is_part ? origin(key, found) : kNoNode;
    return asked != kNoNode ? asked : origin(entry_key != nullptr ? *entry_key : key, found);
  }
  // The same for the key under which the entry was stored.
  [[gnu::always_inline]] NodeId origin(std::uint64_t key, const Entry& found) const {
    if (key == 0 || buckets_.empty()) return kNoNode;
    const Bucket& bucket = buckets_[index_of(key)];
    NodeId latest = kNoNode, of_other_side = kNoNode;
    for (const Slot& slot : bucket.slots) {
      if (slot.node == kNoNode) break;  // free slots come last
      if (slot.key != key) continue;
      if (latest == kNoNode) latest = slot.node;
      const Entry& entry = slot.entry;
      const bool same_depth =
          entry.depth == kNoNumber || found.depth == kNoNumber || entry.depth == found.depth;
      if (same_depth && entry.bound == found.bound && entry.number == found.number) {
        if (entry.side == found.side) return name_of(slot.node);
        if (of_other_side == kNoNode) of_other_side = slot.node;
      }
    }
    if (of_other_side != kNoNode) return name_of(of_other_side);
    return bucket.forgot || missed_ ? kNoNode : name_of(latest);
  }

  // Whether remember() needs no memory.
  bool has_memory() const { return !buckets_.empty(); }
  // Forgets everything, because a store may have been missed.
  void clear() {
    buckets_.clear();
    missed_ = true;
  }

 private:
  static constexpr NodeId kUnrecorded{-1};
  // Both begin as zeros.
  struct Slot {
    std::uint64_t key;
    NodeId node;  // kNoNode: free
    Entry entry;
  };
  using Slots = std::array<Slot, 8>;
  struct Bucket {
    Slots slots;
    bool forgot;  // a store was dropped that has no newer one with its key and bound
  };
  static_assert(sizeof(Slot) == 32 && kNoNode == NodeId{0});

  static constexpr unsigned kBits = 16;  // there are 2^kBits buckets

  static NodeId name_of(NodeId id) { return id == kUnrecorded ? kNoNode : id; }
  static std::size_t index_of(std::uint64_t key) {
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // engines' keys may be small numbers
    return (key * kMix) >> (64 - kBits);
  }

  ZeroedArray<Bucket> buckets_;
  bool missed_ = false;  // true: a store of any key may have been missed
};

}  // namespace plytrace
