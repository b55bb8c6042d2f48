// SPDX-License-Identifier: MIT
//
// Covers all commands and libplytrace: each allocation of a small run fails once. Nothing crashes,
// and the answer is the right one or none (exit 3 or 5). A few allocations are tried here, all with
// scripts/attack. Not run under sanitizers, which have their own allocator, nor for commands that
// draw with Graphviz and cairo, because these libraries end the program.
#include <gtest/gtest.h>

#include "tests/program/search_answer.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

class SlowAllocationFaults : public testing::Test {
 protected:
  struct Case {
    const char* name;
    std::string command;
    enum { kReads, kRecords, kEngine } kind = kReads;
  };

  void SetUp() override {
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "3", "--iterative", "--table", "1", "-q", "-o",
                        folder_ / "run.db"})
                  .exit_code,
              0);
    ASSERT_EQ(shell("\"$PLYTRACE\" export run.db --to ndjson > events", here_).exit_code, 0);
  }

  ProgramResult run(const Case& tried, const std::string& faults) {
    return shell(
        "rm -f new.db* old.db* tictactoe.db*; cp run.db old.db; timeout 60 env LD_PRELOAD='" +
            test_binary("plytrace_failing_malloc.so") + "' " + faults + " " + tried.command,
        here_);
  }

  // Runs the command with these faults; returns true if it could not do everything.
  bool fails(const Case& tried, const ProgramResult& right, const std::string& faults) {
    const ProgramResult found = run(tried, faults);
    const bool same = result_of(found.out) == result_of(right.out);
    if (found.exit_code == right.exit_code) {
      EXPECT_TRUE(same) << tried.name << " " << faults << ": " << found.out;
      return false;
    }
    const bool is_engine = tried.kind == Case::kEngine;
    EXPECT_TRUE(is_engine ? found.exit_code == 1 : found.exit_code == 3 || found.exit_code == 5)
        << tried.name << " " << faults << ": exit " << found.exit_code << " " << found.err;
    // A search or an engine still answers if its recorder fails. So does a command that fails at
    // its very end, when it frees what it printed.
    const bool may_be_silent = !is_engine && found.out.empty();
    EXPECT_TRUE(may_be_silent || same) << tried.name << " " << faults << ": " << found.out;
    return true;
  }

  // The number of allocations in the previous run, which wrote "allocation N".
  long counted() const { return std::stol(words_of(read_file(folder_ / "count")).at(1)); }

  // The number of allocations before anything is read: about those of the command's --help.
  long start_of(const std::string& command) {
    run({"", "\"$PLYTRACE\" " + words_of(command).front() + " --help"}, "PLYTRACE_COUNTS=count");
    return counted();
  }

  // Fails up to `tries` of the allocations after the first `first`.
  void try_all(const Case& tried, long tries, long first) {
    const ProgramResult right = run(tried, "PLYTRACE_COUNTS=count");
    ASSERT_TRUE(right.exit_code == 0 || right.exit_code == 1) << tried.name << right.err;
    const long all = counted();
    const long step = std::max(1L, (all - first) / attack_rounds(static_cast<int>(tries)));
    long runs = 0, failed = 0;
    // The seed shifts the start within a step.
    for (long n = first + 1 + static_cast<long>(attack_seed(1)) % step; n <= all; n += step) {
      const std::string faults = "PLYTRACE_FAILS=" + std::to_string(n);
      failed += fails(tried, right, faults) ? 1 : 0;
      if (runs++ % 8 == 0) fails(tried, right, faults + " PLYTRACE_FAILS_ON=1");
      if (HasFailure()) return;
    }
    if (tried.kind != Case::kEngine) {
      EXPECT_GT(failed, 0) << tried.name;
    }
    std::printf("%s: %ld allocations, %ld of them failed, %ld told\n", tried.name, all, runs,
                failed);
  }

  const ScratchFolder folder_;
  const std::string here_ = folder_.path().string();
};

TEST_F(SlowAllocationFaults, OfReadingCommandsAreNoOtherAnswer) {
  try_all({"options", "\"$PLYTRACE\" --version"}, 12, 0);
  for (const char* const command :
       {"info run.db", "stats run.db", "log run.db --depth 2", "show run.db /", "why run.db /a",
        "pv run.db", "find run.db --cutoff beta", "verify run.db", "verify run.db --format json",
        "verify run.db --oracle root", "compare run.db run.db --pass-a 2",
        "export run.db --to ndjson", "export run.db --to csv", "sql run.db 'select * from cutoff'",
        "render run.db -o - --to svg", "render run.db -o - --to dot", "render run.db -o - --to pdf",
        "list"}) {
    try_all({command, "\"$PLYTRACE\" " + std::string(command)}, 12, start_of(command));
  }
}

// JSON output is allocated last. A value that could not become an object aborted the program.
TEST_F(SlowAllocationFaults, OfJsonAreNoOtherAnswer) {
  const std::string stats = "\"$PLYTRACE\" stats run.db --format json";
  run({"", stats}, "PLYTRACE_COUNTS=count");
  try_all({"stats", stats}, 120, counted() - 120);
  for (const char* const command :
       {"info run.db", "log run.db", "show run.db /", "why run.db /a", "find run.db --ply 2",
        "compare run.db run.db --pass-a 2", "hot run.db", "repeats run.db", "list"}) {
    try_all({command, "\"$PLYTRACE\" " + std::string(command) + " --format json"}, 12,
            start_of(command));
  }
}

TEST_F(SlowAllocationFaults, OfRecordingCommandsLeaveTheResultAsItIs) {
  for (const char* const command :
       {"search tictactoe -d 3 -o new.db", "search tictactoe -d 2 -o old.db --append",
        "search connect4 -d 2 --iterative --table 1", "import events -o new.db"}) {
    try_all({command, "\"$PLYTRACE\" " + std::string(command), Case::kRecords}, 30,
            start_of(command));
  }
}

TEST_F(SlowAllocationFaults, OfAnEngineLeaveItsResultAsItIs) {
  try_all({"longjmp_engine", "'" + examples_folder() + "/longjmp_engine' new.db", Case::kEngine},
          60, 0);
  try_all({"chess_engine", "'" + examples_folder() + "/chess_engine' new.db 2", Case::kEngine}, 60,
          0);
}

}  // namespace
}  // namespace plytrace::test
