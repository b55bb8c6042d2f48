// SPDX-License-Identifier: MIT
#include "tests/pattern.h"

#include <regex>

namespace plytrace::test {
namespace {

Match match_of(const std::smatch& found) {
  Match match;
  match.at = static_cast<std::size_t>(found.position());
  for (const auto& group : found) match.groups.push_back(group.str());
  return match;
}

}  // namespace

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression)
    : compiled_(std::make_shared<const Compiled>(Compiled{std::regex(expression)})) {}

Match Pattern::match(const std::string& text) const {
  std::smatch found;
  return std::regex_match(text, found, compiled_->regex) ? match_of(found) : Match();
}

Match Pattern::find(const std::string& text) const {
  std::smatch found;
  return std::regex_search(text, found, compiled_->regex) ? match_of(found) : Match();
}

std::vector<Match> Pattern::find_all(const std::string& text) const {
  std::vector<Match> all;
  for (std::sregex_iterator at(text.begin(), text.end(), compiled_->regex), end; at != end; ++at) {
    all.push_back(match_of(*at));
  }
  return all;
}

std::string Pattern::replace(const std::string& text, const std::string& with) const {
  return std::regex_replace(text, compiled_->regex, with);
}

}  // namespace plytrace::test
