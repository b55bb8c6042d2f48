// SPDX-License-Identifier: MIT
//
// Covers viewer/analysis/early_find.cc: find stops early if it can, and then reports the first part
// of all that matches.
#include "viewer/analysis/early_find.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using Texts = std::vector<std::string>;

ProgramResult found_by(const std::string& file, Texts options, const std::string& limit) {
  options.insert(options.begin(), {"find", file});
  options.insert(options.end(), {"--limit", limit, "--format", "json"});
  return plytrace(options);
}
Texts ids_found(const ProgramResult& result) {
  EXPECT_LE(result.exit_code, 1) << result.err;
  Texts ids;
  const nlohmann::json answer = parse_json(result.out);
  for (const auto& node : answer["matches"]) ids.push_back(node["node"].dump());
  return ids;
}

// Checks that limited results are prefixes of the full result; returns the size of the full result.
std::size_t expect_beginnings(const std::string& file, const Texts& options) {
  SCOPED_TRACE(testing::PrintToString(options));
  const Texts all = ids_found(found_by(file, options, "0"));
  for (const std::size_t limit : {1U, 7U, 40U}) {
    const ProgramResult result = found_by(file, options, std::to_string(limit));
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all.size()));
    EXPECT_EQ(ids_found(result), Texts(all.begin(), end)) << limit;
    EXPECT_EQ(parse_json(result.out)["truncated"], all.size() > limit) << limit;
  }
  return all.size();
}

TEST(SlowEarlyFind, GivesTheBeginningOfAllThatIsFound) {
  const ScratchFolder folder;
  const std::string whole = record(folder, "whole", "connect4 -d 5 -a pvs --table 1 --iterative");
  const std::string part = record(folder, "part", "connect4 -d 6 --below /d --max-ply 4");
  const std::string cut = record(folder, "cut", "connect4 -d 6 --node-limit 700");
  const std::vector<Texts> questions = {
      {"--sort", "-size"},
      {"--cutoff", "alpha"},
      {"--cutoff", "beta"},
      {"--cutoff", "any"},
      {"--cutoff", "none"},
      {"--cutoff", "forward"},
      {"--cutoff", "beta", "--where", "ply % 4 = 2"},
      {"--sort", "-size", "--cutoff", "alpha", "--move", "d"},
      {"--sort", "-size", "--kind", "horizon", "--ply", "3.."},
  };
  std::size_t found = 0;
  for (const Texts& question : questions) {
    for (const std::string& file : {whole, part, cut}) {
      SCOPED_TRACE(file);
      found += expect_beginnings(file, question);
    }
  }
  EXPECT_GT(found, 5000U);
}

// Rows that are not needed are not read, so damage in them does not matter.
TEST(EarlyFind, LooksAtNoMoreThanItNeeds) {
  const ScratchFolder folder;
  const std::string file = record(folder, "run", "connect4 -d 7");
  const std::size_t page = std::stoul(sql_value(file, "PRAGMA page_size"));
  const std::string whole = read_file(file);
  for (const Texts& options : {Texts{"--cutoff", "beta"}, Texts{"--sort", "-size"}}) {
    int read_by_all = 0;
    int read = 0;
    for (std::size_t at = page * 5; at < whole.size(); at += page * 30) {
      std::string bytes = whole;
      bytes.replace(at, 8, std::string(8, '\x7F'));
      write_file(file, bytes);
      read_by_all += found_by(file, options, "0").exit_code == 3 ? 1 : 0;
      read += found_by(file, options, "5").exit_code == 3 ? 1 : 0;
    }
    EXPECT_GE(read_by_all, 2) << options[0];
    EXPECT_LE(read, read_by_all - 2) << options[0];
  }
}

}  // namespace
}  // namespace plytrace::test
