// SPDX-License-Identifier: MIT
//
// Look-ups among many entries of one node give the same answers as a walk over all of them.
#include "viewer/verify/node/stored_entry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/viewer/verify/foreign/random.h"

namespace plytrace::test {
namespace {

using format::Bound;
using verify::EntrySet;
using verify::StoredEntries;

template <class Value>
std::optional<Value> or_none(Random& random, Value value) {
  return random.one_in(6) ? std::nullopt : std::optional(value);
}

TableStoreRow random_store(Random& random) {
  TableStoreRow row;
  row.depth = or_none(random, std::int64_t{random.below(4)});
  row.bound = or_none(random, static_cast<Bound>(random.below(3)));
  row.value = or_none(random, Score(random.below(12)));
  return row;
}

TableProbeRow random_probe(Random& random) {
  const TableStoreRow like = random_store(random);
  TableProbeRow row;
  row.stored_depth = like.depth;
  row.bound = like.bound;
  row.value = like.value;
  return row;
}

bool is_like(const verify::StoredEntry& stored, const TableProbeRow& found) {
  return verify::is_same_depth(stored, found) &&
         (stored.bound == found.bound || stored.number == verify::entry_of(found).number);
}

// At a node with many probes and stores each probe was compared with every store, which took
// quadratic time.
TEST(StoredEntries, LookUpsGiveWhatAWalkGives) {
  Random random(7);
  int same = 0, like = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<TableStoreRow> rows;
    for (int i = random.between(1, 40); i > 0; --i) rows.push_back(random_store(random));
    const StoredEntries entries(rows, std::nullopt);
    EntrySet set;
    for (const verify::StoredEntry& entry : entries) set.add(entry);
    for (int i = 0; i < 20; ++i) {
      const TableProbeRow found = random_probe(random);
      const bool has_same = std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
        return verify::is_same_entry(entry, found);
      });
      const bool has_like = std::any_of(entries.begin(), entries.end(),
                                        [&](const auto& entry) { return is_like(entry, found); });
      EXPECT_EQ(set.has(found), has_same) << round;
      EXPECT_EQ(set.has_like(found), has_like) << round;
      EXPECT_EQ(entries.has_like(found), has_like) << round;
      same += has_same ? 1 : 0;
      like += has_like ? 1 : 0;
    }
  }
  EXPECT_GT(same, 1000);
  EXPECT_LT(like, 8000);
}

}  // namespace
}  // namespace plytrace::test
