// SPDX-License-Identifier: MIT
//
// What a search answered, without what differs from run to run.
#pragma once

#include <regex>
#include <sstream>
#include <string>

namespace plytrace::test {

// The lines of a search's answer that say what it found, without seconds.
inline std::string result_of(const std::string& answer) {
  static const std::regex seconds("[0-9]+\\.[0-9]{3}");
  std::istringstream lines(std::regex_replace(answer, seconds, "SECONDS"));
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool is_other = line.starts_with("time") || line.starts_with("trace");
    if (!is_other) result += line + "\n";
  }
  return result;
}

}  // namespace plytrace::test
