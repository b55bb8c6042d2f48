// SPDX-License-Identifier: MIT
//
// Golden cases: each folder beside this file is one case, run with the real binary in its own
// scratch folder.
//   NAME.sql      any number: becomes the trace NAME.db, on top of schemas/trace.sql
//   cmd           command lines, each run by bash; `plytrace` is the binary; # starts a comment
//   expected.txt  each line, followed by its output on stdout, its output on stderr with "! "
//                 before each line, and "[exit N]" if the exit code is not 0
//   exit          exit code of the last line
// scripts/update-golden (or PLYTRACE_UPDATE_GOLDEN=1) rewrites expected.txt and exit; read the
// difference before you commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;

const fs::path kCases = source_path("tests/golden");

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kCases)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Transcript {
  std::string text;
  int exit_code = 0;
};

void make_traces(const fs::path& folder, const ScratchFolder& scratch) {
  const std::string schema = read_file(source_path("schemas/trace.sql"));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".sql") continue;
    const std::string trace = scratch / (entry.path().stem().string() + ".db");
    sql(trace, schema);
    sql(trace, "BEGIN;" + read_file(entry.path().string()) + ";COMMIT;");
  }
}

// Runs the lines of `cmd` in order.
Transcript run_case(const fs::path& folder, const ScratchFolder& scratch) {
  make_traces(folder, scratch);
  Transcript transcript;
  for (const std::string& line : lines_of(read_file((folder / "cmd").string()))) {
    if (line.empty() || line.front() == '#') continue;
    const ProgramResult result =
        shell("PATH=\"$(dirname \"$PLYTRACE\"):$PATH\"\nexport NO_COLOR=1 LC_ALL=C\n" + line,
              scratch.path().string());
    transcript.text += "$ " + line + "\n" + result.out;
    if (!result.out.empty() && result.out.back() != '\n') transcript.text += "[no newline]\n";
    for (const std::string& complaint : lines_of(result.err)) {
      transcript.text += "! " + complaint + "\n";
    }
    if (result.exit_code != 0) {
      transcript.text += "[exit " + std::to_string(result.exit_code) + "]\n";
    }
    transcript.exit_code = result.exit_code;
  }
  return transcript;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, OutputAndExitCodeAreAsWritten) {
  const fs::path folder = kCases / GetParam();
  const ScratchFolder scratch;
  const Transcript transcript = run_case(folder, scratch);
  const std::string exit_text = std::to_string(transcript.exit_code) + "\n";
  if (std::getenv("PLYTRACE_UPDATE_GOLDEN") != nullptr) {
    write_file((folder / "expected.txt").string(), transcript.text);
    write_file((folder / "exit").string(), exit_text);
    return;
  }
  EXPECT_EQ(transcript.text, read_file((folder / "expected.txt").string()));
  EXPECT_EQ(exit_text, read_file((folder / "exit").string()));
}

INSTANTIATE_TEST_SUITE_P(Case, Golden, testing::ValuesIn(case_names()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace plytrace::test
