// SPDX-License-Identifier: MIT
//
// Row digests: those that the recorder stored, and those of the small tables computed from the
// file.
#include <algorithm>

#include "schemas/row_digest.h"
#include "viewer/reader/reader_state.h"

namespace plytrace {

using namespace reader;
using format::Digested;

std::optional<format::SearchDigests> TraceReader::recorded_digests(std::int64_t search) const {
  format::SearchDigests digests;
  std::size_t known = 0;
  const auto read = [&](std::int64_t wanted) {
    const Run statement(impl_->digests.get(), {wanted});
    while (impl_->step(statement)) {
      Columns from{SqlValues(statement)};
      // Read the key from the row: with a damaged key, SQLite can return the row of another search.
      const std::int64_t of = from.integer();
      const std::string_view table = from.text();
      const auto name =
          std::find(format::kDigestedNames.begin(), format::kDigestedNames.end(), table);
      const std::int64_t rows = from.integer();
      const std::int64_t sum = from.integer();
      if (!from.is_sound()) impl_->fail_type("digest", search);
      const auto index = static_cast<std::size_t>(name - format::kDigestedNames.begin());
      // Skip a table that only another version digests, and a row of another search.
      if (index == format::kDigestedTables) continue;
      if (of != (index < format::kDigestedASearch ? search : 0)) continue;
      ++known;
      digests.of_table[index] = format::RowDigest::of(rows, sum);
    }
  };
  // Two queries, because SQLite builds a table in memory for a list of searches.
  read(0);
  if (search != 0) read(search);
  // Every table has a digest, even if it is empty; a missing one means that the file was altered.
  return known == format::kDigestedTables ? std::optional(digests) : std::nullopt;
}

void TraceReader::digest_small_tables(std::int64_t search, format::SearchDigests& digests) const {
  const Snapshot snapshot(*this);
  const auto digest_row = [&](Digested table, std::int64_t id, const auto& hashes) {
    const auto known = hashes.find(id);
    if (known == hashes.end()) return impl_->digest_rows(table, id, digests[table]);
    digests[table].add_row(id, known->second);
  };
  impl_->forget_older_versions();
  digest_row(Digested::kSearch, search, impl_->search_hashes);
  for (const std::int64_t pass : impl_->passes_of(search)) {
    digest_row(Digested::kPass, pass, impl_->pass_hashes);
    impl_->digest_rows(Digested::kPlySummary, pass, digests[Digested::kPlySummary]);
  }
  format::SearchDigests shared = impl_->digests_of_shared_tables();
  for (const Digested table : {Digested::kMove, Digested::kMeta}) digests[table] = shared[table];
}

void TraceReader::Impl::digest_rows(Digested table, std::int64_t of,
                                    format::RowDigest& digest) const {
  Statement& kept = digested_rows[static_cast<std::size_t>(table)];
  if (!kept) {
    const std::string query = format::digest_query(table);
    kept = prepare(table == Digested::kPass ? of_passes(query) : query);
  }
  if (!kept) return;
  const Run statement(kept.get(), {of});
  while (step(statement)) {
    format::RowHash hash;
    Columns from(SqlValues(statement), &hash);
    for (int i = 0; i < sqlite3_column_count(statement); ++i) from.any();
    digest.add_row(sqlite3_column_int64(statement, 0), hash);
  }
}

// Computed once for all searches, because the dictionary of moves may be as long as the trace.
const format::SearchDigests& TraceReader::Impl::digests_of_shared_tables() const {
  forget_older_versions();
  if (shared_digests) return *shared_digests;
  format::SearchDigests& sums = shared_digests.emplace();
  for (const Digested table : {Digested::kMove, Digested::kMeta}) {
    digest_rows(table, 0, sums[table]);
  }
  // Read these tables whole to check the types of their values; no digest covers the facts of
  // `meta`.
  for (const char* texts : {"SELECT id, text FROM move", "SELECT 0, value FROM meta"}) {
    const Statement statement = prepare(texts);
    while (statement && step(statement.get())) {
      Columns from(statement.get());
      const std::int64_t id = from.integer();
      from.text();
      if (!from.is_sound()) fail_type("move or meta", id);
    }
  }
  return sums;
}

}  // namespace plytrace
