// SPDX-License-Identifier: MIT
#include "tracer/move_dictionary.h"

#include <algorithm>
#include <utility>

namespace plytrace {

MoveDictionary::MoveDictionary(const std::vector<MoveEntry>& known) {
  ids_.emplace("?", 0);
  for (const MoveEntry& entry : known) {
    ids_.emplace(entry.text, entry.id);
    next_ = std::max(next_, entry.id + 1);
  }
}

MoveId MoveDictionary::id_of(const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = ids_.try_emplace(text, next_);
  if (is_new) new_.push_back({next_++, text});
  return entry->second;
}

std::vector<MoveEntry> MoveDictionary::drain_new() {
  const std::lock_guard lock(mutex_);
  return std::exchange(new_, {});
}

}  // namespace plytrace
