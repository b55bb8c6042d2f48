// SPDX-License-Identifier: MIT
//
// Shared by tests of the whole program: running the real binary, scratch folders, SQL on a trace.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/this_build.h"

namespace plytrace::test {

// How many random inputs a test tries: `usual` times the factor PLYTRACE_ATTACK, at least one.
// scripts/test sets a factor below 1, scripts/attack a large one. attack_seed() is the seed, which
// PLYTRACE_SEED replaces.
int attack_rounds(int usual);
unsigned attack_seed(unsigned usual);

// A folder for the running test, removed at the end.
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
  int exit_code = -1;  // 128 + n after signal n, as in a shell
  std::string out, err;
};
// Runs plytrace with these arguments in `folder` (or the current one), with no standard input.
ProgramResult plytrace(const std::vector<std::string>& arguments, const std::string& folder = "");
// Runs a shell command the same way; $PLYTRACE is the binary.
ProgramResult shell(const std::string& command, const std::string& folder = "");

// Whether a program that a test needs is installed; if not, reports it and skips the test.
bool installed(const std::string& program);

// The browser that renders pages in tests: chromium without a window.
inline constexpr const char* kBrowser = "chromium-headless-shell";

// The commands in the shell blocks of a page; lines that end in a backslash are joined. They call
// `plytrace`, which run_page_command() replaces by the binary.
std::vector<std::string> commands_of_page(const std::string& page);
ProgramResult run_page_command(const std::string& command, const std::string& folder);

// Runs SQL statements on a file, which is created if needed; fails the test on an error.
void sql(const std::string& file, const std::string& statements);
// Like sql(), then calls `meanwhile` while that connection is still open, as a recorder's would be.
void with_open_database(const std::string& file, const std::string& statements,
                        const std::function<void()>& meanwhile);
// The first column of the first row, as text; "" for NULL or no row.
std::string sql_value(const std::string& file, const std::string& query);

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);
// Parses JSON and fails the test if it is invalid. <nlohmann/json.hpp> is expensive to compile, so
// only test_support.cc parses.
nlohmann::json parse_json(const std::string& text);
// Like parse_json(), but keeps the order of the keys.
nlohmann::ordered_json parse_ordered_json(const std::string& text);
// Splits a command line at blanks; there is no quoting.
std::vector<std::string> words_of(const std::string& line);

}  // namespace plytrace::test
