// SPDX-License-Identifier: MIT
//
// Covers core/search and the recorder: every algorithm with every option, recorded by the real
// binary. The trace is verified without an assumption and has the counts of the search, and the
// search gives the same answer without recording.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using Words = std::vector<std::string>;
using nlohmann::json;

const std::vector<Words> kPositions{
    {"tictactoe", "-d", "4", "--moves", "b2"},
    {"connect4", "-d", "4", "--moves", "d,c,d"},
    {"othello", "-d", "3"},
    {"andantino", "-d", "3", "-g", "size=4", "--moves", "d4;c3;d3;c4"},
    {"synthetic", "-g", "branching=3", "-g", "depth=5", "-d", "5"},
    {"tree", "--position", "[[[5,6],[7,4,5]],[[3]],[[6],[6,9],1],[2,[9,8]]]", "-d", "3"},
};

const Words kAlgorithmNames{"minimax", "alphabeta", "negamax", "pvs", "mtdf"};

const std::vector<Words> kOptions{
    {},
    {"--fail", "hard"},
    {"--iterative"},
    {"--table", "1"},
    {"--table", "1", "--iterative"},
    {"--table", "1", "--iterative", "--fail", "hard"},
    {"--order", "static"},
    {"--order", "killer"},
    {"--order", "history", "--iterative"},
    {"--eval-cache"},
    {"--window", "-3,3"},
    {"--window", "-3,3", "--table", "1", "--fail", "hard"},
    {"--aspiration", "2"},
    {"--iterative", "--aspiration", "2", "--table", "1"},
    {"--ties", "random", "--seed", "3"},
    {"--capture", "skipped,keys,probes,stores"},
    {"--capture", "none"},
};

// Combinations that no search supports (a usage error).
bool is_refused(const std::string& algorithm, const Words& options) {
  const auto has = [&options](const std::string& word) {
    return std::find(options.begin(), options.end(), word) != options.end();
  };
  if (algorithm == "mtdf") return has("hard") || has("random");
  return algorithm == "minimax" && (has("--window") || has("--aspiration"));
}

json search(const Words& position, const std::string& algorithm, const Words& options,
            const Words& output) {
  Words command{"search"};
  for (const Words& part : {position, {"-a", algorithm, "--format", "json"}, options, output}) {
    command.insert(command.end(), part.begin(), part.end());
  }
  const ProgramResult result = plytrace(command);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return parse_json(result.out);
}

void expect_verified(const std::string& trace) {
  const ProgramResult result = plytrace({"verify", trace, "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.out;
  const json report = parse_json(result.out)["results"][0];
  EXPECT_EQ(report["verdict"], "verified");
  EXPECT_TRUE(report["unconditional"]);
  for (const json& check : report["checks"]) {
    if (check["name"] == "oracle") continue;
    EXPECT_EQ(check["status"], "passed") << check;
    EXPECT_GT(check["items"], 0) << check;
  }
}

void expect_sound(const Words& position, const std::string& algorithm, const Words& options,
                  const std::string& trace) {
  json recorded = search(position, algorithm, options, {"-o", trace, "--force"});
  expect_verified(trace);
  const json counters = recorded["counters"];
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM node"), counters["nodes"].dump());
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM cutoff WHERE kind = 0 AND cause = 0"),
            counters["alpha_cutoffs"].dump());
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM cutoff WHERE kind = 1 AND cause = 0"),
            counters["beta_cutoffs"].dump());
  EXPECT_EQ(sql_value(trace, "SELECT COALESCE(sum(skipped), 0) FROM cutoff WHERE cause = 0"),
            counters["skipped"].dump());
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM node WHERE kind = 3"),
            counters["table_hits"].dump());

  // --capture is valid only with a recording.
  const bool is_of_recording = !options.empty() && options.front() == "--capture";
  json unrecorded = search(position, algorithm, is_of_recording ? Words() : options, {});
  for (const char* varying : {"seconds", "nodes_per_second", "trace", "recording"}) {
    recorded.erase(varying);
    unrecorded.erase(varying);
  }
  EXPECT_EQ(recorded, unrecorded);
}

TEST(SlowEverySearch, IsVerifiedAndTheSameUnrecorded) {
  const ScratchFolder folder;
  std::size_t turn = 0;
  int traces = 0;
  for (const std::string& algorithm : kAlgorithmNames) {
    for (const Words& options : kOptions) {
      if (is_refused(algorithm, options)) continue;
      // Two positions per combination, in turn.
      for (int i = 0; i < 2; ++i) {
        const Words& position = kPositions[turn++ % kPositions.size()];
        SCOPED_TRACE(json(position).dump() + " " + algorithm + " " + json(options).dump());
        expect_sound(position, algorithm, options, folder / "search.db");
        ++traces;
      }
    }
  }
  std::cout << traces << " traces\n";
  EXPECT_GE(traces, 150);
}

TEST(SlowEverySearch, ALimitAtAnyNodeLeavesATraceOfFinishedIterationsThatProveTheClaim) {
  const ScratchFolder folder;
  const std::string trace = folder / "search.db";
  const Words position{"tictactoe", "-d", "3", "--iterative", "--moves", "b2,a1,c3"};
  const json whole = search(position, "alphabeta", {}, {});
  const int total = whole["counters"]["nodes"];
  for (int limit = 1; limit < total; ++limit) {
    const json result = search(position, "alphabeta", {"--node-limit", std::to_string(limit)},
                               {"-o", trace, "--force"});
    ASSERT_EQ(result["status"], "node_limit");
    ASSERT_EQ(result["counters"]["nodes"], limit);
    ASSERT_EQ(sql_value(trace, "PRAGMA integrity_check"), "ok");
    ASSERT_EQ(sql_value(trace, "SELECT count(*) FROM node"), std::to_string(limit));
    const bool has_claim = !result["completed_depth"].is_null();
    ASSERT_EQ(plytrace({"verify", trace}).exit_code, has_claim ? 0 : 4) << "limit " << limit;
    if (!has_claim) continue;
    const int finished = result["completed_depth"];
    const ProgramResult pass = plytrace({"verify", trace, "--pass", std::to_string(finished)});
    ASSERT_EQ(pass.exit_code, 0) << "limit " << limit << pass.out;
  }
}

}  // namespace
}  // namespace plytrace::test
