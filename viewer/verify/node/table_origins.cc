// SPDX-License-Identifier: MIT
#include "viewer/verify/node/table_origins.h"

namespace plytrace::verify {

void TableOrigins::keep_half(std::int64_t key, const StoredEntry& entry) {
  if (!entry.bound || entry.bound == format::Bound::kExact) return;
  const auto found = halves_.find(key);
  if (found == halves_.end()) return;
  const bool is_lower = entry.bound == format::Bound::kLower;
  (is_lower ? found->second.lower : found->second.upper) = entry;
}

bool TableOrigins::has_both_halves(std::int64_t key, const TableProbeRow& found) const {
  const auto halves = halves_.find(key);
  if (halves == halves_.end()) return false;
  const auto fits = [&](const std::optional<StoredEntry>& half) {
    return half && half->number == entry_of(found).number && is_same_depth(*half, found);
  };
  return fits(halves->second.lower) && fits(halves->second.upper);
}

}  // namespace plytrace::verify
