// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/other_depths.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "viewer/verify/node/stored_entry.h"

namespace plytrace::verify {
namespace {

class StoresInOrder {
 public:
  explicit StoresInOrder(const std::vector<OtherDepth>& entries) {
    for (const OtherDepth& entry : entries) {
      asked_.emplace(entry.probe, entry);
      depths_[entry.key];
    }
  }

  bool is_complete() const { return is_complete_; }
  std::vector<OtherDepth> take_found() { return std::move(found_); }

  void take(const NodeRow& row) {
    while (!path_.empty() && path_.back().last < row.id) path_.pop_back();
    path_.push_back({row.id, row.last.value_or(std::numeric_limits<std::int64_t>::max()), row.key});
  }
  void take(const TableStoreRow& row) {
    const auto key = whole_key(row.key, key_of(row.node));
    if (!key) return give_up();
    stored_.insert(*key);
    const auto of_key = depths_.find(*key);
    if (of_key != depths_.end()) of_key->second.push_back(row.depth);
  }
  void take(const TableProbeRow& row) {
    if (!row.value) return;
    TableProbeRow probe = row;
    probe.key = whole_key(row.key, key_of(row.node));
    const auto key = filed_under(probe);
    if (!key || !stored_.contains(*key)) return give_up();
    const auto entry = asked_.find(row.id);
    if (entry == asked_.end()) return;
    const auto& depths = depths_[*key];
    const bool is_known = std::any_of(depths.begin(), depths.end(), [&](const auto& depth) {
      return !depth || *depth == entry->second.depth;
    });
    if (!is_known) found_.push_back(entry->second);
  }
  template <class Event>
  void take(const Event&) {}

 private:
  struct Open {
    std::int64_t id = 0, last = 0;
    std::optional<std::int64_t> key;
  };

  std::optional<std::int64_t> key_of(std::int64_t node) const {
    const auto open = std::find_if(path_.rbegin(), path_.rend(),
                                   [node](const Open& each) { return each.id == node; });
    return open == path_.rend() ? std::nullopt : open->key;
  }
  void give_up() { is_complete_ = false; }

  bool is_complete_ = true;
  std::vector<Open> path_;
  std::unordered_map<std::int64_t, OtherDepth> asked_;                                 // by probe
  std::unordered_map<std::int64_t, std::vector<std::optional<std::int64_t>>> depths_;  // by key
  std::unordered_set<std::int64_t> stored_;  // the keys of the stores so far
  std::vector<OtherDepth> found_;
};

}  // namespace

std::vector<OtherDepth> without_store(const TraceReader& reader, std::int64_t last,
                                      const std::vector<OtherDepth>& entries) {
  if (entries.empty()) return {};
  StoresInOrder stores(entries);
  const auto scan = reader.scan(std::numeric_limits<std::int64_t>::min(), last);
  while (stores.is_complete() && scan->next()) {
    scan->visit([&](const auto& row) { stores.take(row); });
  }
  return stores.is_complete() ? stores.take_found() : std::vector<OtherDepth>();
}

}  // namespace plytrace::verify
