// SPDX-License-Identifier: MIT
//
// Regular expressions (ECMAScript) for tests. <regex> is compiled once, in pattern.cc: it takes a
// second of each unit that uses it.
// Errors: std::regex_error for an expression that is none. Thread rule: values.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace plytrace::test {

struct Match {
  std::size_t at = 0;               // where it begins in the text
  std::vector<std::string> groups;  // the whole first; "" for one that took no part

  explicit operator bool() const { return !groups.empty(); }
  // std::out_of_range where there is no such group, or no match.
  const std::string& operator[](std::size_t group) const { return groups.at(group); }
};

class Pattern {
 public:
  explicit Pattern(const std::string& expression);

  // Of the whole text.
  Match match(const std::string& text) const;
  // The first in the text, and all of them one after the other.
  Match find(const std::string& text) const;
  std::vector<Match> find_all(const std::string& text) const;
  // The text with something else in place of each.
  std::string replace(const std::string& text, const std::string& with) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace plytrace::test
