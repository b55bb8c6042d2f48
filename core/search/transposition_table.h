// SPDX-License-Identifier: MIT
//
// TranspositionTable: results of earlier nodes by position, in a fixed amount of memory. An entry
// has one bound and the depth to which it was searched. Values are from MAX's view, so that they
// have the same meaning for every algorithm. Nodes of depth 0 are not stored.
// Thread rule: one search, one thread.
//
// A bucket has four entries of 32 bytes. A new entry replaces the entry of the same position, else
// a free one, else the one with the smallest depth (the first of several).
// Source: Breuker, Uiterwijk and van den Herik, "Replacement Schemes for Transposition Tables",
// ICCA Journal 17(4), 1994 (scheme DEEP, with buckets).
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "core/game.h"
#include "core/observer.h"
#include "core/score.h"

namespace plytrace {

struct TableEntry {
  std::uint64_t key = 0;
  Score value = 0;
  NodeId stored_by = kNoNode;
  MoveCode move = kNoMove;
  std::int32_t depth_and_bound = 0;  // depth * 4 + bound; 0 = free

  int depth() const { return depth_and_bound >> 2; }
  Bound bound() const { return static_cast<Bound>(depth_and_bound & 3); }
  bool is_free() const { return depth_and_bound == 0; }
};
static_assert(sizeof(TableEntry) == 32);

class TranspositionTable {
 public:
  // Rounds down to a power of two of buckets; at least one. 0 megabytes = no table. Throws
  // std::bad_alloc if there is not enough memory.
  explicit TranspositionTable(int megabytes) {
    if (megabytes <= 0) return;
    const std::size_t wanted = static_cast<std::size_t>(megabytes) * (1U << 20) / sizeof(Bucket);
    std::size_t buckets = 1;
    while (buckets * 2 <= wanted) buckets *= 2;
    // The system provides zeroed pages when they are first touched, so a large table does not delay
    // the search; an all-zero entry is free.
    buckets_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
    if (buckets_ == nullptr) throw std::bad_alloc();
    mask_ = buckets - 1;
  }

  bool exists() const { return buckets_ != nullptr; }

  // The entry of a position, or nullptr. Valid until the next store.
  const TableEntry* find(std::uint64_t key) const {
    const Bucket& bucket = buckets_[index(key)];
    for (const TableEntry& entry : bucket) {
      if (!entry.is_free() && entry.key == key) return &entry;
    }
    return nullptr;
  }

  // `depth` is at least 1.
  void store(std::uint64_t key, int depth, Bound bound, Score value, MoveCode move, NodeId by) {
    Bucket& bucket = buckets_[index(key)];
    TableEntry* victim = &bucket.front();
    for (TableEntry& entry : bucket) {
      if (entry.key == key && !entry.is_free()) {
        victim = &entry;
        break;
      }
      if (entry.depth_and_bound >> 2 < victim->depth_and_bound >> 2) victim = &entry;
    }
    *victim = {key, value, by, move, depth * 4 + static_cast<std::int32_t>(bound)};
  }

 private:
  using Bucket = std::array<TableEntry, 4>;
  static_assert(std::is_trivially_copyable_v<Bucket> && std::is_trivially_destructible_v<Bucket>);

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  std::size_t index(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 24) & mask_;
  }

  std::unique_ptr<Bucket[], Free> buckets_;
  std::size_t mask_ = 0;
};

}  // namespace plytrace
