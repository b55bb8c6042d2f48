// SPDX-License-Identifier: MIT
#include "viewer/verify/digest_rule.h"

#include <fmt/format.h>

#include "viewer/trace_meta.h"

namespace plytrace::verify {
namespace {

std::string rows_text(const format::RowDigest& digest) {
  return fmt::format("{} rows of sum {:016x}", digest.rows(),
                     static_cast<std::uint64_t>(digest.sum()));
}

// Nothing is left out by the recorder itself, and the search says that it ran to its end: any other
// is INCOMPLETE at best, and what its row lacks says nothing.
bool is_whole(const TraceReader& reader, const SearchRow& search) {
  return search.finished_at && search.status == format::SearchStatus::kFinished &&
         reader.file().lost_events == 0 && refused_events(reader) == 0;
}

// No digest sums up the facts about the file, some of which change when a search is added: one
// whose name was altered is missed.
void check_file_facts(const TraceReader& reader, Ledger& ledger) {
  if (!reader.file().created_by.empty() && !writer_of(reader).empty()) return;
  ledger.blame(Rule::kAltered, 0, [&] {
    return Words{fmt::format("meta: the fact '{}', which plytrace writes, is gone",
                             reader.file().created_by.empty() ? "created_by" : "writer"),
                 "a row", "none"};
  });
}

}  // namespace

void check_digests(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                   Ledger& ledger, format::SearchDigests digests) {
  // A scan that gave up has not read all rows, so that its sums are none of the tables.
  if (!facts.own || ledger.has_given_up() || ledger.report().findings_total > 0) return;
  if (!is_whole(reader, search)) return;
  check_file_facts(reader, ledger);
  // The scan meets nodes and events; the rows of the search and its passes are added here.
  reader.digest_small_tables(search.id, digests);
  const auto recorded = reader.recorded_digests(search.id);
  if (!recorded) {
    ledger.blame(Rule::kAltered, 0, [] {
      return Words{"a digest of the rows, which plytrace writes, is gone", "a row for each table",
                   "none"};
    });
    return;
  }
  for (std::size_t i = 0; i < format::kDigestedTables; ++i) {
    const format::RowDigest& was = recorded->of_table[i];
    const format::RowDigest& is = digests.of_table[i];
    if (was == is) continue;
    ledger.blame(Rule::kAltered, 0, [&] {
      return Words{
          fmt::format("{}: its rows are not those that were recorded ({})",
                      format::kDigestedNames[i],
                      was.rows() == is.rows() ? "one was altered" : "some were deleted or added"),
          rows_text(was), rows_text(is)};
    });
  }
}

}  // namespace plytrace::verify
