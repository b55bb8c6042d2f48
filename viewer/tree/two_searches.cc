// SPDX-License-Identifier: MIT
#include "viewer/tree/two_searches.h"

#include <algorithm>
#include <map>
#include <utility>

#include "viewer/analysis/alignment.h"

namespace plytrace::tree {
namespace {

std::vector<ChildKey> keys_of(const TraceReader& reader, const std::vector<NodeRow>& children,
                              MoveNames& names) {
  std::vector<ChildKey> keys;
  for (std::size_t i = 0; i < children.size(); ++i) {
    keys.push_back({child_key(names.intern(reader, children[i].move), children[i].role), i});
  }
  return keys;
}

// A cutoff's moves that are not in `searched`; nullopt if none remain.
std::optional<Skip> left_of(const CutoffRow& cutoff, const std::set<std::string>& searched) {
  if (cutoff.skipped == 0) return std::nullopt;
  Skip skip;
  skip.names = skipped_texts(cutoff).value_or(std::vector<std::string>());
  const auto all = static_cast<std::int64_t>(skip.names.size());
  const auto gone =
      std::erase_if(skip.names, [&](const std::string& name) { return searched.count(name) > 0; });
  skip.count = cutoff.skipped.value_or(all) - static_cast<std::int64_t>(gone);
  if (gone > 0 && skip.count <= 0) return std::nullopt;
  return skip;
}

// A node may have thousands of forward cutoffs, one for each move that it dropped. The first few
// get a Skip each; the rest share one per cause.
class SharedSkips {
 public:
  void add(const CutoffRow& cutoff, Skip skip, std::vector<Skip>& all) {
    const bool is_forward = cutoff.kind == format::CutoffKind::kForward;
    if (!is_forward || ++forward_ <= kMostApart) return all.push_back(std::move(skip));
    const auto [entry, is_new] = places_.try_emplace(cutoff.cause, all.size());
    if (is_new) return all.push_back(std::move(skip));
    Skip& shared = all[entry->second];
    // The sum is unknown if any part is.
    const bool is_counted = shared.count > 0 && skip.count > 0;
    shared.count = is_counted ? shared.count + skip.count : 0;
    shared.names.insert(shared.names.end(), skip.names.begin(), skip.names.end());
  }

 private:
  static constexpr std::size_t kMostApart = 12;
  std::size_t forward_ = 0;
  // Index in the list of the shared Skip of each cause.
  std::map<format::Cause, std::size_t> places_;
};

}  // namespace

std::vector<PairedChild> paired(const TraceReader& reader_a, const std::vector<NodeRow>& of_a,
                                const TraceReader& reader_b, const std::vector<NodeRow>& of_b,
                                MoveNames& names) {
  std::vector<PairedChild> children(of_a.size() + of_b.size());
  for (std::size_t i = 0; i < of_a.size(); ++i) children[i].first = of_a[i];
  std::vector<ChildKey> keys_a = keys_of(reader_a, of_a, names);
  std::vector<ChildKey> keys_b = keys_of(reader_b, of_b, names);
  align_children(
      keys_a, keys_b, [&](std::size_t a, std::size_t b) { children[a].second = of_b[b]; },
      [&](bool is_a, std::size_t index, bool) {
        if (!is_a) children[of_a.size() + index].second = of_b[index];
      });
  std::erase_if(children, [](const PairedChild& child) { return !child.first && !child.second; });
  return children;
}

Skippers::Skippers(const std::vector<CutoffRow>& cutoffs) {
  for (std::size_t i = 0; i < cutoffs.size(); ++i) {
    if (cutoffs[i].skipped == 0) continue;
    last_ = i;
    const auto names = skipped_texts(cutoffs[i]);
    if (!names) last_unnamed_ = i;
    for (const std::string& name : names.value_or(std::vector<std::string>())) by_name_[name] = i;
  }
}

std::optional<std::size_t> Skippers::of(const std::string& move) const {
  const auto named = by_name_.find(move);
  if (named == by_name_.end()) return last_unnamed_;
  return std::max(named->second, last_unnamed_.value_or(0));
}

std::vector<Skip> skips(const std::vector<CutoffRow>& first, const std::vector<CutoffRow>& second,
                        const std::set<std::string>& by_first,
                        const std::set<std::string>& by_second) {
  std::vector<Skip> all;
  SharedSkips of_first, of_second;
  const Skippers skippers(second);
  std::set<std::string> named = by_first;
  for (std::size_t i = 0; i < first.size(); ++i) {
    auto skip = left_of(first[i], by_second);
    if (!skip) continue;
    skip->first = i;
    skip->second = skip->names.empty() ? skippers.last() : skippers.of(skip->names.front());
    named.insert(skip->names.begin(), skip->names.end());
    of_first.add(first[i], std::move(*skip), all);
  }
  const bool any_unnamed =
      std::any_of(all.begin(), all.end(), [](const Skip& skip) { return skip.names.empty(); });
  for (std::size_t i = 0; i < second.size() && !any_unnamed; ++i) {
    auto skip = left_of(second[i], named);
    if (!skip) continue;
    skip->second = i;
    of_second.add(second[i], std::move(*skip), all);
  }
  return all;
}

}  // namespace plytrace::tree
