// SPDX-License-Identifier: MIT
#include "viewer/trace_meta.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace plytrace {
namespace {

// "" where there is none. A file that cannot be read says so elsewhere.
std::string meta_text(const TraceReader& reader, const std::string& name) {
  std::string found;
  TraceReader::Query query;
  query.header = [](const std::vector<std::string>&) {};
  query.row = [&found](const std::vector<TraceReader::QueryCell>& cells) {
    found = cells.front().text;
    // The first row is the only one: the name is the key.
    return false;
  };
  static_cast<void>(reader.query("SELECT value FROM meta WHERE name = '" + name + "'", query));
  return found;
}

// 0 where there is none, and for what is no number.
double number(const TraceReader& reader, const std::string& name) {
  const double found = std::strtod(meta_text(reader, name).c_str(), nullptr);
  return std::isfinite(found) ? std::max(0.0, found) : 0;
}

}  // namespace

std::int64_t refused_events(const TraceReader& reader) {
  // Below 2^53, so that the cast is exact.
  constexpr double kMost = 9e15;
  return static_cast<std::int64_t>(std::min(kMost, number(reader, "refused_events")));
}

double seconds_waited(const TraceReader& reader) { return number(reader, "seconds_waited"); }

std::string writer_of(const TraceReader& reader) { return meta_text(reader, "writer"); }

}  // namespace plytrace
