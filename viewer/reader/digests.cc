// SPDX-License-Identifier: MIT
//
// The digests of rows: those that the recorder wrote, and those of the small tables as they are.
#include <algorithm>

#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;
using format::Digested;

std::optional<format::SearchDigests> TraceReader::recorded_digests(std::int64_t search) const {
  const Statement statement =
      impl_->prepare("SELECT search, \"table\", rows, sum FROM digest WHERE search IN (0, ?1)");
  if (!statement) return std::nullopt;
  sqlite3_bind_int64(statement.get(), 1, search);
  format::SearchDigests digests;
  std::size_t known = 0;
  while (impl_->step(statement.get())) {
    Columns from(statement.get());
    // Read, as SQLite takes a damaged key for the one that stood there.
    const std::int64_t of = from.integer();
    const std::string table(from.text());
    const auto name =
        std::find(format::kDigestedNames.begin(), format::kDigestedNames.end(), table);
    const std::int64_t rows = from.integer();
    const std::int64_t sum = from.integer();
    if (!from.is_sound()) impl_->fail_type("digest", search);
    const auto index = static_cast<std::size_t>(name - format::kDigestedNames.begin());
    // A table that another version digests, or one of another search.
    if (index == format::kDigestedTables) continue;
    if (of != (index < format::kDigestedASearch ? search : 0)) continue;
    ++known;
    digests.of_table[index] = format::RowDigest::of(rows, sum);
  }
  // Not a table is left out, be it empty: what is missing was altered.
  return known == format::kDigestedTables ? std::optional(digests) : std::nullopt;
}

void TraceReader::digest_small_tables(std::int64_t search, format::SearchDigests& digests) const {
  for (const Digested table : {Digested::kPlySummary, Digested::kPass, Digested::kSearch,
                               Digested::kMove, Digested::kMeta}) {
    const Statement statement = impl_->prepare(format::digest_query(table));
    if (!statement) return;
    sqlite3_bind_int64(statement.get(), 1, search);
    format::RowDigest& digest = digests[table];
    while (impl_->step(statement.get())) {
      format::RowWeight weight;
      Columns from(statement.get(), &weight);
      for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) from.any();
      digest.add_row(sqlite3_column_int64(statement.get(), 0), weight);
    }
  }
  // Read whole for the sake of the types, and of the facts that no digest sums up.
  for (const char* texts : {"SELECT id, text FROM move", "SELECT 0, value FROM meta"}) {
    const Statement statement = impl_->prepare(texts);
    while (statement && impl_->step(statement.get())) {
      Columns from(statement.get());
      const std::int64_t id = from.integer();
      from.text();
      if (!from.is_sound()) impl_->fail_type("move or meta", id);
    }
  }
}

}  // namespace plytrace
