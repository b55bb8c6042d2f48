// SPDX-License-Identifier: MIT
//
// Covers the layers of ARCHITECTURE.md: which folder may include which.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/search/algorithm.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;

struct Include {
  std::string file;    // relative to the source folder
  std::string target;  // the included name without quotes
  bool system = false;
};

bool is_source(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".h" || extension == ".cc" || extension == ".c" || extension == ".hpp" ||
         extension == ".in";
}

// Every include in the sources of these folders.
std::vector<Include> includes_of(const std::vector<std::string>& folders) {
  std::vector<Include> found;
  const fs::path root = source_path("");
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      std::istringstream text(read_file(entry.path().string()));
      for (std::string line; std::getline(text, line);) {
        const std::size_t at = line.find_first_not_of(" \t#");
        if (line.find('#') != line.find_first_not_of(" \t") || at == std::string::npos ||
            line.compare(at, 7, "include") != 0) {
          continue;
        }
        const std::size_t begin = line.find_first_of("<\"");
        const std::size_t end = line.find_first_of(">\"", begin + 1);
        if (begin == std::string::npos || end == std::string::npos) continue;
        found.push_back({fs::relative(entry.path(), root).string(),
                         line.substr(begin + 1, end - begin - 1), line[begin] == '<'});
      }
    }
  }
  return found;
}

bool starts_with_any(const std::string& text, const std::vector<std::string>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](const std::string& start) { return text.rfind(start, 0) == 0; });
}

const std::vector<std::string> kProduct{"core", "schemas", "tracer", "viewer"};

// Headers of the C++ standard library have no suffix; this includes <cstdint> and the like.
bool is_standard(const Include& include) {
  return include.system && include.target.find('.') == std::string::npos &&
         include.target.find('/') == std::string::npos;
}

TEST(Layers, CoreKnowsTheStandardLibraryAndTheStoredNumbersOnly) {
  const auto includes = includes_of({"core"});
  ASSERT_GT(includes.size(), 100U);
  for (const Include& include : includes) {
    // std::thread cannot set the stack size, which the search needs.
    if (include.file == "core/search/deep_stack.cc" && include.target == "pthread.h") continue;
    // The compiler's header for stores that bypass the caches.
    if (include.file == "core/event_buffer.h" && include.target == "emmintrin.h") continue;
    const bool own = !include.system && starts_with_any(include.target, {"core/"});
    const bool stored =
        include.target == "schemas/trace_format.h" || include.target == "schemas/captured.h";
    EXPECT_TRUE(is_standard(include) || own || stored)
        << include.file << " includes " << include.target;
  }
}

TEST(Layers, CoreOpensNoFiles) {
  const std::set<std::string> files{"fstream", "cstdio", "filesystem", "iostream"};
  for (const Include& include : includes_of({"core"})) {
    EXPECT_EQ(files.count(include.target), 0U) << include.file << " includes " << include.target;
  }
}

TEST(Layers, SchemasKnowNothing) {
  for (const Include& include : includes_of({"schemas"})) {
    // Locks and existence of files are queried from the system.
    const bool asks = starts_with_any(include.file, {"schemas/file_locks.h", "schemas/presence."});
    if (asks && include.system) continue;
    EXPECT_TRUE(is_standard(include) || starts_with_any(include.target, {"schemas/"}))
        << include.file << " includes " << include.target;
  }
}

// Files that include one of these headers.
std::set<std::string> users_of(const std::set<std::string>& headers) {
  std::set<std::string> users;
  for (const Include& include : includes_of(kProduct)) {
    if (headers.count(include.target) > 0) users.insert(include.file);
  }
  return users;
}

TEST(Layers, SqliteIsReachedFromOneFolderThatWritesAndOneThatReads) {
  const std::set<std::string> users = users_of({"sqlite3.h"});
  EXPECT_EQ(users.count("tracer/writer/database.h"), 1U);
  for (const std::string& user : users) {
    EXPECT_TRUE(starts_with_any(user, {"tracer/writer/", "viewer/reader/"})) << user;
  }
}

// The headers of these folders expose SQLite. Other code uses tracer/trace_writer.h and the open
// headers of the reader, which do not.
TEST(Layers, TheFoldersThatKnowSqliteAreIncludedByThemselvesAlone) {
  const std::set<std::string> open{"viewer/reader/trace_reader.h", "viewer/reader/trace_meta.h",
                                   "viewer/reader/path_walk.h", "viewer/reader/collection.h"};
  for (const std::string folder : {"tracer/writer/", "viewer/reader/"}) {
    for (const Include& include : includes_of(kProduct)) {
      if (!starts_with_any(include.target, {folder}) || open.count(include.target) > 0) continue;
      EXPECT_TRUE(starts_with_any(include.file, {folder}))
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Layers, GraphvizIsReachedFromOneFile) {
  std::set<std::string> users;
  for (const Include& include : includes_of(kProduct)) {
    const bool graphviz = starts_with_any(include.target, {"graphviz/"}) ||
                          include.target == "gvc.h" || include.target == "cgraph.h";
    if (graphviz) users.insert(include.file);
  }
  for (const std::string& user : users) EXPECT_EQ(user, "viewer/draw/graphviz.cc");
}

TEST(Layers, HttpIsReachedFromOneFile) {
  EXPECT_EQ(users_of({"microhttpd.h"}), std::set<std::string>{"viewer/explore/http_library.h"});
  EXPECT_EQ(
      users_of({"viewer/explore/http_library.h"}),
      (std::set<std::string>{"viewer/explore/http_library.cc", "viewer/explore/http_server.cc"}));
}

TEST(Layers, TheTracerKnowsNothingOfTheProgram) {
  for (const Include& include : includes_of({"tracer"})) {
    EXPECT_FALSE(starts_with_any(include.target, {"viewer/"}))
        << include.file << " includes " << include.target;
  }
}

TEST(Layers, OnlyTheCommandsThatMakeTracesKnowTheTracer) {
  for (const Include& include : includes_of({"viewer"})) {
    if (!starts_with_any(include.target, {"tracer/"})) continue;
    EXPECT_TRUE(starts_with_any(include.file, {"viewer/commands/make/"}))
        << include.file << " includes " << include.target;
  }
}

// Checks that the files of a folder include only files of the project that lie in these places.
void expect_to_know_only(const std::string& folder, const std::vector<std::string>& places) {
  for (const Include& include : includes_of({folder})) {
    if (include.system) continue;
    EXPECT_TRUE(starts_with_any(include.target, places))
        << include.file << " includes " << include.target;
  }
}

TEST(Layers, TheFrameOfTheCommandLineKnowsNoTrace) {
  expect_to_know_only("viewer/cli",
                      {"viewer/cli/", "viewer/format/", "core/", "schemas/file_locks.h",
                       "schemas/journals.h", "schemas/presence.h"});
}

TEST(Layers, PlainTextsNumbersTablesAndJsonKnowNoTraceAndNoCommandLine) {
  for (const Include& include : includes_of({"viewer/format"})) {
    if (include.system || starts_with_any(include.file, {"viewer/format/rows/"})) continue;
    EXPECT_TRUE(starts_with_any(include.target, {"viewer/format/", "core/score.h", "core/status.h",
                                                 "core/parameters.h"}) &&
                !starts_with_any(include.target, {"viewer/format/rows/"}))
        << include.file << " includes " << include.target;
  }
}

TEST(Layers, WhatRowsMeanKnowsRowsAlone) {
  expect_to_know_only("viewer/meaning", {"viewer/meaning/", "schemas/", "core/score.h"});
}

TEST(Layers, RulesProgramsKnowNoTrace) {
  expect_to_know_only("viewer/rules", {"viewer/rules/", "viewer/format/", "core/"});
}

TEST(Layers, TheLibraryThatReadsOptionsIsReachedFromOneFile) {
  for (const Include& include : includes_of(kProduct)) {
    if (!starts_with_any(include.target, {"CLI/"})) continue;
    EXPECT_EQ(include.file, "viewer/cli/command.cc");
  }
}

TEST(Layers, TheCheckerSharesNoCode) {
  for (const Include& include : includes_of({"viewer/check"})) {
    const bool is_own = include.target == "viewer/check/rules.h";
    EXPECT_TRUE(is_standard(include) || is_own) << include.file << " includes " << include.target;
  }
}

// The folders from the lowest layer up: a file includes only files of its own layer or below.
const std::vector<std::string> kFloors{
    "schemas/",        "core/",         "tracer/",         "viewer/format/",
    "viewer/meaning/", "viewer/cli/",   "viewer/reader/",  "viewer/format/rows/",
    "viewer/check/",   "viewer/rules/", "viewer/verify/",  "viewer/analysis/",
    "viewer/tree/",    "viewer/draw/",  "viewer/answers/", "viewer/explore/",
    "viewer/commands/"};

// The layer of a file: that of the longest folder it lies in; main is on top.
std::size_t floor_of(const std::string& file) {
  if (file == "viewer/main.cc") return kFloors.size();
  std::size_t found = 0;
  for (std::size_t i = 0; i < kFloors.size(); ++i) {
    const bool longer = kFloors[i].size() > kFloors[found].size();
    if (file.rfind(kFloors[i], 0) == 0 && (longer || file.rfind(kFloors[found], 0) != 0)) found = i;
  }
  return found;
}

TEST(Layers, NoIncludeRunsUp) {
  std::size_t checked = 0;
  for (const Include& include : includes_of(kProduct)) {
    if (include.system || !fs::exists(source_path(include.target))) continue;
    ++checked;
    EXPECT_LE(floor_of(include.target), floor_of(include.file))
        << include.file << " includes " << include.target;
  }
  EXPECT_GT(checked, 500U);
}

// The project's files that a folder includes, directly or indirectly.
std::set<std::string> reached_from(const std::string& folder) {
  std::map<std::string, std::vector<std::string>> includes;
  for (const Include& include : includes_of(kProduct)) {
    if (!include.system) includes[include.file].push_back(include.target);
  }
  std::set<std::string> reached;
  std::vector<std::string> open;
  for (const auto& [file, targets] : includes) {
    if (file.rfind(folder, 0) == 0) open.push_back(file);
  }
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    if (!reached.insert(file).second) continue;
    for (const std::string& target : includes[file]) open.push_back(target);
  }
  return reached;
}

TEST(Layers, WhatALayerMustNotKnowItDoesNotKnowThroughOthersEither) {
  const auto expect_not_reached = [](const std::string& folder, const std::string& forbidden) {
    const std::set<std::string> reached = reached_from(folder);
    EXPECT_GT(reached.size(), 2U) << folder;
    for (const std::string& file : reached) {
      EXPECT_NE(file.rfind(forbidden, 0), 0U) << folder << " reaches " << file;
    }
  };
  for (const char* above : {"tracer/", "viewer/"}) expect_not_reached("core/", above);
  expect_not_reached("tracer/", "viewer/");
  expect_not_reached("viewer/cli/", "viewer/reader/");
  for (const char* folder : {"viewer/meaning/", "viewer/reader/", "viewer/format/rows/",
                             "viewer/verify/", "viewer/analysis/", "viewer/tree/", "viewer/draw/",
                             "viewer/answers/", "viewer/explore/", "viewer/commands/ask/"}) {
    expect_not_reached(folder, "tracer/");
  }
}

// Code that compares an algorithm's name instead of using its table row breaks with the next
// algorithm.
TEST(Layers, OnlyTheTableKnowsAnAlgorithmByItsName) {
  int files = 0;
  for (const std::string& folder : kProduct) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_path(folder))) {
      const std::string name = entry.path().filename().string();
      if (!entry.is_regular_file() ||
          (!is_source(entry.path()) && name.find(".json") == name.npos)) {
        continue;
      }
      ++files;
      if (name == "algorithm.h") continue;
      std::istringstream text(read_file(entry.path().string()));
      for (std::string line; std::getline(text, line);) {
        line.resize(std::min(line.find("//"), line.size()));
        for (const AlgorithmTraits& row : kAlgorithms) {
          EXPECT_EQ(line.find('"' + std::string(row.name) + '"'), std::string::npos)
              << entry.path() << ": " << line;
        }
      }
    }
  }
  EXPECT_GT(files, 300);
}

TEST(Layers, EveryTestIsInTheBuild) {
  // tests/CMakeLists.txt lists whole folders; a folder that it does not list would not be built.
  const std::string lists = read_file(source_path("tests/CMakeLists.txt"));
  for (const fs::directory_entry& entry : fs::directory_iterator(source_path("tests"))) {
    if (!entry.is_directory()) continue;
    bool holds_tests = false;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(entry.path())) {
      const std::string name = file.path().filename().string();
      holds_tests = holds_tests || (name.size() > 8 && name.rfind("_test.cc") == name.size() - 8);
    }
    const std::string program = "plytrace_test_program(" + entry.path().filename().string();
    EXPECT_TRUE(!holds_tests || lists.find(program) != std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace plytrace::test
