// SPDX-License-Identifier: MIT
//
// A set of node ids with one bit per node, in blocks, so that a damaged id costs one block instead
// of the whole range up to it. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace plytrace::verify {

class NodeSet {
 public:
  void insert(std::int64_t node) {
    if (node < 0) return;
    std::vector<bool>& block = blocks_[node / kBlock];
    if (block.empty()) block.resize(kBlock);
    block[static_cast<std::size_t>(node % kBlock)] = true;
  }

  bool contains(std::int64_t node) const {
    if (blocks_.empty() || node < 0) return false;
    const auto block = blocks_.find(node / kBlock);
    return block != blocks_.end() && block->second[static_cast<std::size_t>(node % kBlock)];
  }

 private:
  static constexpr std::int64_t kBlock = 1 << 16;
  std::unordered_map<std::int64_t, std::vector<bool>> blocks_;
};

}  // namespace plytrace::verify
