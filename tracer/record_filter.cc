// SPDX-License-Identifier: MIT
#include "tracer/record_filter.h"

#include <algorithm>
#include <string_view>

#include "core/parameters.h"

namespace plytrace {
namespace {

std::string decoded(const std::string& component) {
  std::string text;
  for (std::size_t i = 0; i < component.size(); ++i) {
    const std::string code = component.substr(i, 3);
    const bool known = code == "%2F" || code == "%2f" || code == "%25" || code == "%7E";
    text += !known ? component[i] : code == "%25" ? '%' : code == "%7E" ? '~' : '/';
    if (known) i += 2;
  }
  return text;
}

}  // namespace

std::string RecordFilter::json() const {
  JsonObjectText object;
  if (!below.empty()) object.add("below", std::string_view(below_text));
  if (max_ply) object.add("max_ply", std::int64_t{*max_ply});
  if (max_nodes) object.add("max_nodes", static_cast<std::int64_t>(*max_nodes));
  if (only_search) object.add("only_search", static_cast<std::int64_t>(*only_search));
  return object.str();
}

Result<std::vector<std::string>> moves_of_path(const std::string& path) {
  if (path.empty() || path.front() != '/') {
    return Status::usage("'" + path + "' is no path; write it as /d/c, from the root");
  }
  std::vector<std::string> moves;
  std::size_t begin = 1;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin) moves.push_back(decoded(path.substr(begin, end - begin)));
    begin = end + 1;
  }
  return moves;
}

}  // namespace plytrace
