// SPDX-License-Identifier: MIT
//
// StoreIndex finds the node that stored the table entry that a probe found. It remembers the last
// few stores of each key, because the last one need not be the entry: an engine may keep several
// entries of a key (a bucket, or a second table for recent entries), or store the two bounds of an
// entry one after the other. The origin is the last store that equals the entry, best one with the
// same side to move. If none does, it
// is the last store of the key, so that verify compares the two; but if a store of the key may have
// been forgotten, the origin is unknown. Memory: at most 18 MB; less if there are few keys.
// Thread rule: one thread an object.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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
    if (buckets_.empty()) make();
    const Place place = place_of(key);
    Head& head = heads_[place.bucket];
    Slots& slots = buckets_[place.bucket];
    // The position in the order of the slot that is replaced: a free one, the older one of two with
    // this key and bound, or the oldest.
    std::size_t position = head.used;
    if (head.used < slots.size()) {
      head.order[position] = head.used++;
    } else {
      std::size_t same = 0;
      const unsigned equal = slots_with(head.tags, place.tag);
      for (std::size_t i = 0; equal != 0 && i < slots.size(); ++i) {
        const Slot& slot = slots[head.order[i]];
        const bool is_equal = (equal >> head.order[i] & 1U) != 0;
        if (!is_equal || slot.key != key || slot.entry.bound != entry.bound) continue;
        ++same;
        position = i;
      }
      if (same < 2) position = slots.size() - 1;
      head.forgot = head.forgot || same < 2;
    }
    const std::uint8_t newest = head.order[position];
    for (; position > 0; --position) head.order[position] = head.order[position - 1];
    head.order.front() = newest;
    head.tags[newest] = place.tag;
    slots[newest] = {key, node, entry};
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
    const Place place = place_of(key);
    const unsigned equal = slots_with(heads_[place.bucket].tags, place.tag);
    return equal == 0 ? kNoNode : origin_among(equal, place.bucket, key, found);
  }

  // Whether origin() of this key needs a search.
  [[gnu::always_inline]] bool may_have(std::uint64_t key) const {
    if (buckets_.empty()) return false;
    const Place place = place_of(key);
    return slots_with(heads_[place.bucket].tags, place.tag) != 0;
  }

  // Call this early for a key that is likely to be asked for, as its head is in no cache. (g++ 12
  // drops calls of a function that only prefetches, unless it is inlined at once.)
  [[gnu::always_inline]] void prefetch(std::uint64_t key) const {
    if (!buckets_.empty()) __builtin_prefetch(&heads_[place_of(key).bucket]);
  }
  // Whether remember() needs no memory.
  bool has_memory() const { return !buckets_.empty(); }
  // Forgets everything, because a store may have been missed.
  void clear() {
    buckets_.clear();
    heads_.clear();
    missed_ = true;
  }

 private:
  static constexpr NodeId kUnrecorded{-1};
  // Slots and heads begin as zeros.
  struct Slot {
    std::uint64_t key;
    NodeId node;
    Entry entry;
  };
  using Slots = std::array<Slot, 8>;
  static_assert(sizeof(Slot) == 32);
  // Most look-ups find nothing and read only this, and a store only writes to its slot.
  using Tags = std::array<std::uint16_t, 8>;
  struct alignas(32) Head {
    Tags tags;                          // a part of each slot's key; 0: the slot is free
    std::array<std::uint8_t, 8> order;  // the used slots, the newest first
    std::uint8_t used;
    bool forgot;  // a store was dropped that has no newer one with its key and bound
  };
  struct Place {
    std::size_t bucket;
    std::uint16_t tag;
  };

  static constexpr unsigned kBits = 16;  // there are 2^kBits buckets

  // The origin among these slots of the bucket, one bit each. A call, because its registers would
  // have to be saved at each probe.
  [[gnu::noinline]] NodeId origin_among(unsigned slots, std::size_t bucket, std::uint64_t key,
                                        Entry found) const {
    const Head& head = heads_[bucket];
    NodeId latest = kNoNode, of_other_side = kNoNode;
    for (std::size_t i = 0; i < head.used; ++i) {
      if ((slots >> head.order[i] & 1U) == 0) continue;
      const Slot& slot = buckets_[bucket][head.order[i]];
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
    return head.forgot || missed_ ? kNoNode : name_of(latest);
  }
  static NodeId name_of(NodeId id) { return id == kUnrecorded ? kNoNode : id; }
  static Place place_of(std::uint64_t key) {
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // engines' keys may be small numbers
    const std::uint64_t mixed = key * kMix;
    return {mixed >> (64 - kBits), static_cast<std::uint16_t>(mixed >> 32U | 1U)};
  }
  // The slots with this tag, one bit each.
  [[gnu::always_inline]] static unsigned slots_with(const Tags& tags, std::uint16_t tag) {
#ifdef __SSE2__
    const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(tags.data()));
    const __m128i equal = _mm_cmpeq_epi16(all, _mm_set1_epi16(static_cast<std::int16_t>(tag)));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())));
#else
    unsigned equal = 0;
    for (std::size_t i = 0; i < tags.size(); ++i) equal |= unsigned{tags[i] == tag} << i;
    return equal;
#endif
  }
  void make() {
    if (heads_.empty()) heads_.make(std::size_t{1} << kBits);
    buckets_.make(std::size_t{1} << kBits);
  }

  ZeroedArray<Head> heads_;
  ZeroedArray<Slots> buckets_;
  bool missed_ = false;  // true: a store of any key may have been missed
};

}  // namespace plytrace
