// SPDX-License-Identifier: MIT
//
// A set of node ids with one bit per node, in blocks, so that a damaged id costs one block instead
// of the whole range up to it. Thread rule: one thread an object.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace plytrace::verify {

class NodeSet {
 public:
  void insert(std::int64_t node) {
    if (node < 0) return;
    std::unique_ptr<Block>& block = blocks_[node / kBlock];
    if (block == nullptr) block = std::make_unique<Block>();
    block->set(static_cast<std::size_t>(node % kBlock));
  }

  // Adds the nodes of another set.
  void add(NodeSet&& other) {
    for (auto& [number, block] : other.blocks_) {
      std::unique_ptr<Block>& own = blocks_[number];
      if (own == nullptr) {
        own = std::move(block);
      } else {
        *own |= *block;
      }
    }
  }

  bool contains(std::int64_t node) const {
    if (blocks_.empty() || node < 0) return false;
    const auto block = blocks_.find(node / kBlock);
    return block != blocks_.end() && block->second->test(static_cast<std::size_t>(node % kBlock));
  }

 private:
  static constexpr std::int64_t kBlock = 1 << 16;
  using Block = std::bitset<kBlock>;
  std::unordered_map<std::int64_t, std::unique_ptr<Block>> blocks_;
};

}  // namespace plytrace::verify
