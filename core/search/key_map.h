// SPDX-License-Identifier: MIT
//
// KeyMap<V>: a map from position keys to small values, by open addressing with linear probing. The
// keys are spread over many small tables that grow separately, so that no single put takes long,
// however large the map is, and a search keeps its deadline. The map refuses new keys beyond a
// fixed number, which bounds its memory. Entries are erased only all at once. Thread rule: one
// search, one thread.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace plytrace {

template <class V>
class KeyMap {
 public:
  explicit KeyMap(std::size_t most_entries = kMostEntries) : most_entries_(most_entries) {}

  // nullptr for an unknown key. Valid until the next put or clear.
  const V* find(std::uint64_t key) const {
    if (size_ == 0) return nullptr;
    const std::uint64_t hash = mixed(key);
    const Part& part = parts_[hash >> kPartShift];
    if (part.slots.empty()) return nullptr;
    const Slot& slot = part.slots[part.place(key, hash)];
    return slot.used ? &slot.value : nullptr;
  }

  // Sets the value of a key; a new key is rejected if the map is full.
  void put(std::uint64_t key, V value) {
    if (parts_.empty()) parts_.resize(kParts);
    const std::uint64_t hash = mixed(key);
    Part& part = parts_[hash >> kPartShift];
    if (part.slots.empty()) part.slots.resize(kFirstSlots);
    std::size_t at = part.place(key, hash);
    if (!part.slots[at].used) {
      if (size_ >= most_entries_) return;
      if ((part.size + 1) * 4 > part.slots.size() * 3) {
        part.grow();
        at = part.place(key, hash);
      }
      part.slots[at].key = key;
      part.slots[at].used = true;
      ++part.size;
      ++size_;
    }
    part.slots[at].value = value;
  }

  void clear() {
    size_ = 0;
    parts_.clear();
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr int kPartBits = 10;
  static constexpr int kPartShift = 64 - kPartBits;
  static constexpr std::size_t kParts = std::size_t{1} << kPartBits;
  static constexpr std::size_t kFirstSlots = 4;  // a power of two
  static constexpr std::size_t kMostEntries = std::size_t{1} << 26;

  // Spreads node numbers as well; position keys are already random.
  static std::uint64_t mixed(std::uint64_t key) { return key * 0x9E3779B97F4A7C15ULL; }

  struct Slot {
    std::uint64_t key = 0;
    V value{};
    bool used = false;
  };

  struct Part {
    std::vector<Slot> slots;
    std::size_t size = 0;

    // The slot that holds the key, or the free slot for it.
    std::size_t place(std::uint64_t key, std::uint64_t hash) const {
      const std::size_t mask = slots.size() - 1;
      std::size_t at = static_cast<std::size_t>(hash >> 16) & mask;
      while (slots[at].used && slots[at].key != key) at = (at + 1) & mask;
      return at;
    }

    void grow() {
      std::vector<Slot> old(slots.size() * 2);
      old.swap(slots);
      for (const Slot& slot : old) {
        if (slot.used) slots[place(slot.key, mixed(slot.key))] = slot;
      }
    }
  };

  std::size_t most_entries_;
  std::size_t size_ = 0;
  std::vector<Part> parts_;
};

}  // namespace plytrace
