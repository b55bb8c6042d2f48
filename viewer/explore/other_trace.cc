// SPDX-License-Identifier: MIT
#include "viewer/explore/other_trace.h"

#include <string>
#include <vector>

namespace plytrace::explore {
namespace {

// The pass of the other trace that corresponds to this one: the last with the same depth in its
// last search, or else the last that has a value.
const PassRow* pass_like(const SearchPasses& other, const PassRow& pass) {
  const PassRow* finished = nullptr;
  const PassRow* same = nullptr;
  for (const PassRow& row : other.passes) {
    if (!row.root) continue;
    if (row.value || finished == nullptr) finished = &row;
    if (row.depth == pass.depth && (row.value || same == nullptr)) same = &row;
  }
  return same != nullptr ? same : finished;
}

MatchedPath match_path(const TraceReader& other, const PassRow& pass, const std::string& path) {
  const auto steps = TraceReader::split_path(path);
  if (!steps) return {};
  std::vector<std::size_t> ends;  // end of the first n steps in the text
  for (std::size_t i = 1; i <= path.size(); ++i) {
    if (i == path.size() || path[i] == '/') ends.push_back(i);
  }
  if (auto whole = other.find(path, pass)) return {*whole, steps->size()};
  std::size_t matches = 0, fails = steps->size();
  while (matches + 1 < fails) {
    const std::size_t middle = (matches + fails) / 2;
    (other.find(path.substr(0, ends[middle - 1]), pass) ? matches : fails) = middle;
  }
  return {std::nullopt, matches};
}

}  // namespace

OtherTrace other_trace(Asked& asked) {
  for (TraceSource& source : asked.traces) {
    if (&source == &asked.source) continue;
    const auto reader = value_of(source.open());
    if (source.searches().empty()) throw Failure::bad_input(source.file() + ": it has no search");
    return OtherTrace{reader, &source.searches().back()};
  }
  throw Failure::usage("only one trace is open; plytrace explore TRACE TRACE2 shows two");
}

MatchedPath aligned(const Asked& asked, const OtherTrace& other, std::int64_t id) {
  node_of(asked, id);
  const auto where = where_is(asked, id);
  const PassRow* const pass = pass_like(*other.search, *where.pass);
  if (pass == nullptr) return MatchedPath{};
  return match_path(*other.reader, *pass, asked.reader.path(id));
}

}  // namespace plytrace::explore
