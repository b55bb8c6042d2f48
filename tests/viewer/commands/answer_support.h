// SPDX-License-Identifier: MIT
//
// Shared by the tests of sentences: the output of a command, and the page of `report`.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/pattern.h"
#include "tests/test_support.h"

namespace plytrace::test {

inline std::string output_of(const std::vector<std::string>& arguments) {
  return plytrace(arguments).out;
}

// The text with its wrapped lines joined.
inline std::string unwrapped(const std::string& text) {
  return Pattern("\\n +").replace(text, " ");
}

// The page that `report` makes of these traces, as Markdown.
inline std::string report_page(const ScratchFolder& folder,
                               const std::vector<std::string>& traces) {
  std::vector<std::string> arguments{"report"};
  arguments.insert(arguments.end(), traces.begin(), traces.end());
  arguments.insert(arguments.end(), {"-o", folder / "page", "--force", "-q"});
  const ProgramResult made = plytrace(arguments);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return read_file(folder / "page/report.md");
}

}  // namespace plytrace::test
