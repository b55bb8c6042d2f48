// SPDX-License-Identifier: MIT
#include "tracer/record_filter.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/parameters.h"

namespace plytrace {
namespace {

// Decodes a move of a path: % and two hexadecimal digits are a byte, % alone is a move without
// text. Anything else stays as typed.
std::string decoded(std::string_view component) {
  if (component == "%") return {};
  std::string text;
  for (std::size_t i = 0; i < component.size(); ++i) {
    const std::string_view digits = component.substr(i + 1, 2);
    unsigned byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    const bool is_escape = component[i] == '%' && digits.size() == 2 && read.ec == std::errc{} &&
                           read.ptr == digits.data() + digits.size();
    text += is_escape ? static_cast<char>(byte) : component[i];
    if (is_escape) i += 2;
  }
  return text;
}

}  // namespace

std::string RecordFilter::json() const {
  JsonObjectText object;
  if (!below.empty()) object.add("below", std::string_view(below_text));
  // Signed, like the column `key`.
  if (at_key) object.add("at_key", static_cast<std::int64_t>(*at_key));
  if (from_ply) object.add("from_ply", std::int64_t{*from_ply});
  if (max_ply) object.add("max_ply", std::int64_t{*max_ply});
  if (max_nodes) object.add("max_nodes", static_cast<std::int64_t>(*max_nodes));
  if (only_search) object.add("only_search", static_cast<std::int64_t>(*only_search));
  return object.str();
}

Result<std::vector<std::string>> moves_of_path(const std::string& path) {
  if (path.empty() || path.front() != '/') {
    return Status::usage("'" + path + "' is not a path; write it as /d/c, from the root");
  }
  std::vector<std::string> moves;
  std::size_t begin = 1;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const auto component = std::string_view(path).substr(begin, end - begin);
    // Ignore empty components (doubled or trailing slashes) and '=', which stays at the same
    // position.
    if (!component.empty() && component != "=") moves.push_back(decoded(component));
    begin = end + 1;
  }
  return moves;
}

Result<std::uint64_t> parse_key(const std::string& text) {
  // SQL shows large keys as negative numbers.
  const bool negative = text.starts_with('-');
  const bool hexadecimal = !negative && (text.starts_with("0x") || text.starts_with("0X"));
  const char* const begin = text.data() + (hexadecimal ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t key = 0;
  std::int64_t stored = 0;
  const auto read = negative ? std::from_chars(begin, end, stored)
                             : std::from_chars(begin, end, key, hexadecimal ? 16 : 10);
  if (read.ec != std::errc{} || read.ptr != end) {
    return Status::usage("'" + text +
                         "' is not a position key; write a number, or 0x and hexadecimal digits");
  }
  return negative ? static_cast<std::uint64_t>(stored) : key;
}

}  // namespace plytrace
