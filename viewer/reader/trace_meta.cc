// SPDX-License-Identifier: MIT
#include "viewer/reader/trace_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "schemas/file_facts.h"
#include "schemas/trace_index.h"
#include "viewer/format/numbers.h"

namespace plytrace {
namespace {

// The value of `fact`, or "" if there is none. A read failure is stored in the reader's status().
std::string meta_text(const TraceReader& reader, const char* fact) {
  // The name is the primary key, so there is at most one row.
  const auto found = reader.texts("SELECT value" + format::of_fact(fact));
  return found.empty() ? "" : found.front();
}

// 0 if the value is missing or not a number.
double number(const TraceReader& reader, const char* fact) {
  const double found = std::strtod(meta_text(reader, fact).c_str(), nullptr);
  return std::isfinite(found) ? std::max(0.0, found) : 0;
}

}  // namespace

std::int64_t refused_events(const TraceReader& reader) {
  // Below 2^53, so that the cast is exact.
  constexpr double kMost = 9e15;
  return static_cast<std::int64_t>(std::min(kMost, number(reader, format::fact::kRefusedEvents)));
}

std::string refused_words(std::int64_t events) {
  return fmt::format(
      "at least {} {} missing: the recorder refused or could not read {}, or the engine kept only "
      "its last nodes",
      text::count(events, "event"), events == 1 ? "is" : "are", events == 1 ? "it" : "them");
}

bool may_lack_events(const TraceReader& reader, const SearchRow& search) {
  // The recorder clears `captured` of a search of which it refused an event.
  return reader.file().lost_events_of(search.id) ||
         (search.captured.empty() && refused_events(reader) > 0);
}

bool may_have_gone_on(const TraceReader& reader, const SearchRow& search) {
  return search.status == format::SearchStatus::kRunning || may_lack_events(reader, search);
}

double seconds_waited(const TraceReader& reader) {
  return number(reader, format::fact::kSecondsWaited);
}

std::string writer_of(const TraceReader& reader) {
  return meta_text(reader, format::fact::kWriter);
}

std::vector<std::string> indexes_of(const TraceReader& reader) {
  const auto names = reader.texts("SELECT name FROM sqlite_master WHERE type = 'index'");
  std::vector<std::string> found;
  for (const format::TraceIndex& index : format::kTraceIndexes) {
    const bool is_there = std::find(names.begin(), names.end(), index.name) != names.end();
    if (is_there) found.emplace_back(index.what);
  }
  return found;
}

}  // namespace plytrace
