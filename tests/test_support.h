// SPDX-License-Identifier: MIT
//
// What tests of the whole program share: running the real binary, scratch folders, SQL on a trace.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/this_build.h"

namespace plytrace::test {

// How often a test tries inputs at random: `usual` times, PLYTRACE_ATTACK times as often (a part of
// it in scripts/test, many times in scripts/attack), at least once; and from which seed:
// PLYTRACE_SEED says another one.
int attack_rounds(int usual);
unsigned attack_seed(unsigned usual);

// A folder of its own for the running test, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

struct ProgramResult {
  int exit_code = -1;  // 128 + n for a signal n, as a shell says it
  std::string out, err;
};
// Runs plytrace with these arguments in `folder` (or the current one), with no standard input.
ProgramResult plytrace(const std::vector<std::string>& arguments, const std::string& folder = "");
// Runs a shell command the same way; $PLYTRACE is the binary.
ProgramResult shell(const std::string& command, const std::string& folder = "");

// Whether a program that a test wants is there; where not, the test says so and is skipped.
bool installed(const std::string& program);

// The browser that draws pages for tests: chromium without its window.
inline constexpr const char* kBrowser = "chromium-headless-shell";

// The commands in the shell blocks of a page of the source tree; one that goes on behind a
// backslash is one. They say `plytrace`, which run_page_command() replaces by the binary.
std::vector<std::string> commands_of_page(const std::string& page);
ProgramResult run_page_command(const std::string& command, const std::string& folder);

// Runs SQL statements on a file, which is made if it does not exist; fails the test on an error.
void sql(const std::string& file, const std::string& statements);
// The same, and then `meanwhile` while that connection is still open, as a recorder's would be.
void with_open_database(const std::string& file, const std::string& statements,
                        const std::function<void()>& meanwhile);
// The first column of the first row, as text; "" for NULL or no row.
std::string sql_value(const std::string& file, const std::string& query);

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);
// <nlohmann/json.hpp> is large: JSON is read in test_support.cc alone. The test fails where it is
// none.
nlohmann::json parse_json(const std::string& text);
// With its keys in their order.
nlohmann::ordered_json parse_ordered_json(const std::string& text);
// The words of a command line; there is no quoting.
std::vector<std::string> words_of(const std::string& line);

}  // namespace plytrace::test
