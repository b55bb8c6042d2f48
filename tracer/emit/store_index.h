// SPDX-License-Identifier: MIT
//
// StoreIndex: which node stored the table entry that a probe found. An engine may keep several
// entries of one key (a bucket, one table for deep and one for recent entries), or two bounds in
// one entry that are stored one at a time, so that the last store with the key need not be the one:
// of the last few, the one that reads like the entry is. If none does, the last one, that what was
// read is compared with it; but not where another store of the key may have been forgotten. Memory:
// at most 16 MB, as much of them as there are keys; what it forgets is an unknown origin, which
// is always a true answer. Thread rule: one thread an object.
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
  // `node`: kNoNode where it is not recorded; then the entry is known to be of no node.
  void remember(const StoreEvent& event, NodeId node) {
    if (node == kNoNode) node = kUnrecorded;
    Bucket& bucket = bucket_of(event.key);
    Slots& slots = bucket.slots;
    // Replaced: a free slot, the older one of two with this key and bound, or the oldest.
    auto slot = std::find_if(slots.begin(), slots.end(),
                             [](const Slot& each) { return each.node == kNoNode; });
    if (slot == slots.end()) {
      const auto same = [&](const Slot& each) {
        return each.key == event.key && each.bound == event.bound;
      };
      const bool repeats = std::count_if(slots.begin(), slots.end(), same) >= 2;
      slot = slots.end() - 1;
      while (repeats && !same(*slot)) --slot;
      bucket.forgot = bucket.forgot || !repeats;
    }
    std::move_backward(slots.begin(), slot, slot + 1);  // the newest comes first
    slots.front() = {event.key, node, event.raw.value_or(event.value), event.depth, event.bound};
  }

  NodeId origin(const ProbeEvent& event) {
    // Bits of the key asked with say no more than that they agree: the store of that key is meant,
    // unless the engine stores under such bits, too.
    const bool is_part = event.entry_key && format::is_part_of_key(*event.entry_key, event.key);
    const NodeId asked = is_part ? origin_of(event.key, event) : kNoNode;
    return asked != kNoNode ? asked : origin_of(event.entry_key.value_or(event.key), event);
  }

  // A store may have been missed: nothing is known any more.
  void clear() {
    buckets_.clear();
    missed_ = true;
  }

 private:
  NodeId origin_of(std::uint64_t key, const ProbeEvent& event) {
    if (key == 0) return kNoNode;
    const Bucket& bucket = bucket_of(key);
    const auto named = [](NodeId id) { return id == kUnrecorded ? kNoNode : id; };
    NodeId found = kNoNode;
    for (const Slot& slot : bucket.slots) {
      if (slot.node == kNoNode || slot.key != key) continue;
      if (found == kNoNode) found = slot.node;
      const bool same_depth = slot.depth == kNoNumber || event.stored_depth == kNoNumber ||
                              slot.depth == event.stored_depth;
      if (same_depth && slot.bound == event.bound &&
          slot.number == event.raw.value_or(event.value)) {
        return named(slot.node);
      }
    }
    return bucket.forgot || missed_ ? kNoNode : named(found);
  }

  static constexpr NodeId kUnrecorded{-1};
  // Both begin as zeros.
  struct Slot {
    std::uint64_t key;
    NodeId node;   // kNoNode: free
    Score number;  // as it lies in the table, in MAX's view
    std::int32_t depth;
    Bound bound;
  };
  using Slots = std::array<Slot, 8>;
  struct Bucket {
    Slots slots;
    bool forgot;  // a store of a key that has no newer one like it
  };
  static_assert(sizeof(Slot) == 32 && kNoNode == NodeId{0});

  static constexpr unsigned kBits = 16;  // of the number of buckets

  Bucket& bucket_of(std::uint64_t key) {
    if (buckets_.empty()) buckets_.make(std::size_t{1} << kBits);
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // engines' keys may be small numbers
    return buckets_[(key * kMix) >> (64 - kBits)];
  }

  ZeroedArray<Bucket> buckets_;
  bool missed_ = false;  // a store, whose key may be any
};

}  // namespace plytrace
