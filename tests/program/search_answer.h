// SPDX-License-Identifier: MIT
//
// The part of a search's output that is the same in every run.
#pragma once

#include <sstream>
#include <string>

#include "tests/pattern.h"

namespace plytrace::test {

// The lines that show the result, without seconds.
inline std::string result_of(const std::string& answer) {
  static const Pattern kSeconds("[0-9]+\\.[0-9]{3}");
  std::istringstream lines(kSeconds.replace(answer, "SECONDS"));
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool is_other = line.starts_with("time") || line.starts_with("trace");
    if (!is_other) result += line + "\n";
  }
  return result;
}

}  // namespace plytrace::test
