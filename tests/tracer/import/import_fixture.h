// SPDX-License-Identifier: MIT
//
// Imports event lines into a trace in a folder of its own, and asks about it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tracer/recording_support.h"

namespace plytrace::test {

class Import : public ::testing::Test {
 protected:
  ProgramResult run(const std::string& lines, std::vector<std::string> options = {}) {
    write_file(folder_ / "events.ndjson", lines);
    options.insert(options.begin(), {"import", "events.ndjson", "-o", "t.db", "--force"});
    return plytrace(options, folder_.path().string());
  }
  std::string ask(const std::string& query) { return sql_value(folder_ / "t.db", query); }
  ProgramResult verify() { return plytrace({"verify", "t.db"}, folder_.path().string()); }
  // The message for one wrong line after a root.
  std::string fault_of(const std::string& line) {
    const ProgramResult result = run("{\"event\":\"enter\"}\n" + line + "\n");
    EXPECT_EQ(result.exit_code, 3) << line << "\n" << result.err;
    EXPECT_EQ(result.out, "") << line;
    return result.err;
  }

  const ScratchFolder folder_;
};

}  // namespace plytrace::test
