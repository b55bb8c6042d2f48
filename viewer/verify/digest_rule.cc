// SPDX-License-Identifier: MIT
#include "viewer/verify/digest_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/numbers.h"

namespace plytrace::verify {
namespace {

std::string rows_text(const format::RowDigest& digest) {
  return fmt::format("{} of sum {:016x}", text::count(digest.rows(), "row"),
                     static_cast<std::uint64_t>(digest.sum()));
}

}  // namespace

std::vector<Words> alterations(const TraceReader& reader, const SearchRow& search,
                               const Facts& facts, format::SearchDigests digests) {
  // While a recorder has the file, or after one died, rows and digests may differ.
  if (facts.unfinished || reader.file().lost_events_of(search.id)) return {};
  const auto recorded = reader.recorded_digests(search.id);
  if (!recorded) {
    // Only plytrace's own finished searches have digests.
    if (!facts.own || !search.finished_at) return {};
    return {
        {"a digest of the rows, which plytrace writes, is gone", "a row for each table", "none"}};
  }
  // The scan hashed nodes and events; the rows of the small tables are added here.
  reader.digest_small_tables(search.id, digests);
  std::vector<Words> found;
  for (std::size_t i = 0; i < format::kDigestedTables; ++i) {
    const format::RowDigest& was = recorded->of_table[i];
    const format::RowDigest& is = digests.of_table[i];
    if (was == is) continue;
    found.push_back(
        {fmt::format("{}: its rows are not those that were recorded ({})",
                     format::kDigestedNames[i],
                     was.rows() == is.rows() ? "one was altered" : "some were deleted or added"),
         rows_text(was), rows_text(is)});
  }
  return found;
}

bool are_rows_as_recorded(const TraceReader& reader, const SearchRow& search,
                          const format::SearchDigests& digests) {
  const auto recorded = reader.recorded_digests(search.id);
  return recorded &&
         std::equal(digests.of_table.begin(), digests.of_table.begin() + 1 + format::kEventTables,
                    recorded->of_table.begin());
}

void check_digests(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                   Ledger& ledger, const format::SearchDigests& digests) {
  // A scan that gave up has not read all rows, so its sums are incomplete.
  if (ledger.has_given_up() || ledger.report().findings_total > 0) return;
  for (const Words& words : alterations(reader, search, facts, digests)) {
    ledger.blame(Rule::kAltered, 0, [&] { return words; });
  }
}

}  // namespace plytrace::verify
