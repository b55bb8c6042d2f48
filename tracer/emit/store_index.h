// SPDX-License-Identifier: MIT
//
// StoreIndex: which node stored the table entry that a probe found. An engine may keep several
// entries of one key (a bucket, one table for deep and one for recent entries), so that the last
// store with the key need not be the one: of the last few, the one that reads like the entry is.
// Memory: 16 MB from the first store on, whatever the search; what it forgets is an unknown origin,
// which is always a true answer. Thread rule: one thread an object.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/observer.h"
#include "tracer/batch.h"

namespace plytrace {

class StoreIndex {
 public:
  void remember(const StoreEvent& event, NodeId node) {
    Bucket& bucket = bucket_of(event.key);
    // Replaced: a free slot, the older one of two with this key, or the oldest.
    auto slot = std::find_if(bucket.begin(), bucket.end(),
                             [](const Slot& each) { return each.node == kNoNode; });
    if (slot == bucket.end()) {
      const auto same = [&](const Slot& each) { return each.key == event.key; };
      const bool repeats = std::count_if(bucket.begin(), bucket.end(), same) >= 2;
      slot = bucket.end() - 1;
      while (repeats && !same(*slot)) --slot;
    }
    std::move_backward(bucket.begin(), slot, slot + 1);  // the newest comes first
    bucket.front() = {event.key, node, event.raw.value_or(event.value), event.depth, event.bound};
  }

  NodeId origin(const ProbeEvent& event) {
    NodeId found = kNoNode;
    for (const Slot& slot : bucket_of(event.key)) {
      if (slot.node == kNoNode || slot.key != event.key) continue;
      if (found == kNoNode) found = slot.node;
      const bool same_depth = slot.depth == kNoNumber || event.stored_depth == kNoNumber ||
                              slot.depth == event.stored_depth;
      if (same_depth && slot.bound == event.bound &&
          slot.number == event.raw.value_or(event.value)) {
        return slot.node;
      }
    }
    return found;
  }

  void clear() { buckets_.clear(); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    NodeId node = kNoNode;
    Score number = 0;  // as it lies in the table, in MAX's view
    std::int32_t depth = kNoNumber;
    Bound bound = Bound::kExact;
  };
  using Bucket = std::array<Slot, 4>;
  static_assert(sizeof(Slot) == 32);

  static constexpr unsigned kBits = 17;  // of the number of buckets

  Bucket& bucket_of(std::uint64_t key) {
    if (buckets_.empty()) buckets_.resize(std::size_t{1} << kBits);
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // engines' keys may be small numbers
    return buckets_[(key * kMix) >> (64 - kBits)];
  }

  std::vector<Bucket> buckets_;
};

}  // namespace plytrace
