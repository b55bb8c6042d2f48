// SPDX-License-Identifier: MIT
#include "viewer/verify/node/table_origins.h"

namespace plytrace::verify {

void TableOrigins::keep_half(std::int64_t key, std::optional<format::Side> side,
                             const StoredEntry& entry) {
  if (!entry.bound || entry.bound == format::Bound::kExact) return;
  if (used_.keys.count(key) == 0) return;
  Halves& halves = halves_[{key, side}];
  (entry.bound == format::Bound::kLower ? halves.lower : halves.upper) = entry;
}

bool TableOrigins::has_both_halves(std::int64_t key, std::optional<format::Side> side,
                                   const TableProbeRow& found) const {
  const auto halves = halves_.find({key, side});
  if (halves == halves_.end()) return false;
  const auto fits = [&](const std::optional<StoredEntry>& half) {
    return half && half->number == entry_of(found).number && is_same_depth(*half, found);
  };
  return fits(halves->second.lower) && fits(halves->second.upper);
}

}  // namespace plytrace::verify
