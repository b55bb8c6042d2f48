// SPDX-License-Identifier: MIT
//
// Regular expressions (ECMAScript) for tests. Only pattern.cc includes <regex>, which costs each
// unit a second of compile time. Errors: std::regex_error for an invalid expression. Thread rule:
// values.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace plytrace::test {

struct Match {
  std::size_t at = 0;               // offset of the match in the text
  std::vector<std::string> groups;  // the whole match first; "" for a group that did not match

  explicit operator bool() const { return !groups.empty(); }
  // Throws std::out_of_range if there is no such group, or no match.
  const std::string& operator[](std::size_t group) const { return groups.at(group); }
};

class Pattern {
 public:
  explicit Pattern(const std::string& expression);

  // Matches the whole text.
  Match match(const std::string& text) const;
  // The first match in the text, and all matches in order.
  Match find(const std::string& text) const;
  std::vector<Match> find_all(const std::string& text) const;
  // The text with each match replaced by `with`.
  std::string replace(const std::string& text, const std::string& with) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace plytrace::test
