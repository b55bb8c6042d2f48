// SPDX-License-Identifier: MIT
//
// Covers all commands that read or write files: file calls fail once, or from some call on, in
// small runs. A command that reads a trace gives the right answer or none (exit 3 or 5). A search
// gives its result, and its incomplete trace is never REFUTED. A written file is complete or
// absent, and no other file is left. Here a few calls of each kind fail; scripts/attack tries many.
// failing_io.c simulates the failures.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "tests/program/search_answer.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

// A kind of call (failing_io.c) and the errno values with which it can fail.
struct Kind {
  const char* name;
  std::vector<int> codes;
};
constexpr int kEndsEarly = 0;
const std::vector<Kind> kOfReading = {{"open", {EACCES, EIO, EMFILE}},
                                      {"read", {EIO, ESTALE, ENOMEM, kEndsEarly}},
                                      {"lock", {EIO, EPERM}},
                                      {"stat", {EIO, ESTALE}},
                                      {"map", {ENOMEM}},
                                      {"close", {EIO}}};
const std::vector<Kind> kOfWriting = {{"open", {EACCES, ENOSPC, EMFILE}},
                                      {"write", {EIO, ENOSPC, EDQUOT}},
                                      {"sync", {EIO, ENOSPC}},
                                      {"resize", {EIO, EFBIG}},
                                      {"unlink", {EACCES, EIO}},
                                      {"rename", {EIO, ENOSPC}},
                                      {"mkdir", {ENOSPC, EACCES}},
                                      {"read", {EIO}},
                                      {"lock", {EIO}},
                                      {"stat", {EIO}},
                                      {"close", {EIO, ENOSPC}}};

struct Fault {
  std::string kind;
  long number = 0;
  int code = EIO;
  bool goes_on = false;
};

class IoFaults : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(plytrace({"search", "connect4", "-d", "3", "--iterative", "--table", "1", "-q", "-o",
                        folder_ / "run.db"})
                  .exit_code,
              0);
    sql(folder_ / "run.db", "PRAGMA page_size = 512; VACUUM");  // small pages: many reads
    ASSERT_EQ(shell("\"$PLYTRACE\" export run.db --to ndjson > events", here_).exit_code, 0);
    write_file(folder_ / "suite", "start\nstart moves d,d\n");
    before_ = names();
  }

  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      found.insert(entry.path().filename().string());
    }
    return found;
  }
  // The files that appeared in the folder since the command ran.
  std::vector<std::string> new_names() const {
    std::vector<std::string> found;
    for (const std::string& name : names()) {
      if (!before_.contains(name)) found.push_back(name);
    }
    return found;
  }

  // Runs `prepared` without faults, then the command with faults on files whose path contains
  // `part`.
  ProgramResult run(const std::string& command, const std::string& part,
                    const std::string& prepared, const std::string& variables) {
    for (const std::string& name : new_names()) std::filesystem::remove_all(folder_ / name);
    return shell((prepared.empty() ? "" : prepared + " && ") + "timeout 60 env LD_PRELOAD='" +
                     test_binary("plytrace_failing_io.so") + "' PLYTRACE_FAILS_AT=" + part + " " +
                     variables + " " + command,
                 here_);
  }

  // The number of calls of each kind that the command makes.
  std::map<std::string, long> counted(const std::string& command, const std::string& part,
                                      const std::string& prepared = "") {
    const ScratchFolder elsewhere;
    run(command, part, prepared, "PLYTRACE_COUNTS='" + (elsewhere / "counts") + "'");
    std::map<std::string, long> counts;
    std::istringstream lines(read_file(elsewhere / "counts"));
    long count = 0;
    for (std::string kind; lines >> kind >> count;) counts[kind] = count;
    return counts;
  }

  // A random call of the command; each kind is equally likely.
  Fault any_fault(const std::vector<Kind>& kinds, const std::map<std::string, long>& counts) {
    for (;;) {
      const Kind& kind = kinds[random_() % kinds.size()];
      const long count = counts.at(kind.name);
      if (count == 0) continue;
      const int code = kind.codes[random_() % kind.codes.size()];
      const long number = 1 + static_cast<long>(random_() % static_cast<unsigned long>(count));
      return {kind.name, number, code, random_() % 8 == 0};
    }
  }
  static std::string variables_of(const Fault& fault) {
    return "PLYTRACE_FAILING=" + fault.kind + " PLYTRACE_FAILS=" + std::to_string(fault.number) +
           " PLYTRACE_FAILS_WITH=" + std::to_string(fault.code) +
           (fault.goes_on ? " PLYTRACE_FAILS_ON=1" : "");
  }

  const ScratchFolder folder_;
  const std::string here_ = folder_.path().string();
  std::set<std::string> before_;
  std::mt19937 random_{attack_seed(31)};
};
class SlowIoFaults : public IoFaults {};

// A failure is reported as what it is, and not blamed on another program or on the user.
void expect_no_blame(const std::string& err) {
  for (const char* blame :
       {"another program", "the program closed", "format 0", "ordinary file", "no such table"}) {
    EXPECT_EQ(err.find(blame), std::string::npos) << err;
  }
}

// After one failure of fstat(), SQLite's file stayed open with its locks. The recorder then waited
// a minute for its own locks, and reported that another program was reading the trace.
TEST_F(IoFaults, AFailingStatIsReportedAtOnceAsWhatItIs) {
  const std::string typed = "\"$PLYTRACE\" search tictactoe -d 2 -q -o made --force";
  // The new trace is made in a file made.PID.new.
  const std::string old = "cp run.db made";
  const long count = counted(typed, ".new", old)["stat"];
  ASSERT_GE(count, 20);
  long failed = 0;
  for (long number = 1; number <= count; ++number) {
    SCOPED_TRACE(number);
    const ProgramResult found =
        run(typed, ".new", old, variables_of({.kind = "stat", .number = number}));
    failed += found.exit_code == 0 ? 0 : 1;
    EXPECT_TRUE(found.exit_code == 0 || found.exit_code == 5) << found.exit_code << found.err;
    EXPECT_EQ(found.err.find("Input/output error") != std::string::npos, found.exit_code == 5)
        << found.err;
    expect_no_blame(found.err);
  }
  EXPECT_GE(failed, count / 4);
}

// SQLite reports EIO as damage, and a journal that could not be examined was called strange. The
// advice was to copy the trace again, and `info` answered without a digest, with exit code 0.
TEST_F(IoFaults, AFailingReadIsNotReportedAsDamage) {
  const std::string typed = "\"$PLYTRACE\" info run.db";
  const auto counts = counted(typed, "run.db");
  const ProgramResult right = run(typed, "run.db", "", "");
  for (const char* kind : {"read", "stat"}) {
    ASSERT_GE(counts.at(kind), 20) << kind;
    long failed = 0;
    for (long number = 1; number <= counts.at(kind); number += 2) {
      const std::string faults = variables_of({.kind = kind, .number = number});
      SCOPED_TRACE(faults);
      const ProgramResult found = run(typed, "run.db", "", faults);
      if (found.exit_code == 0) {
        EXPECT_EQ(found.out, right.out);
        continue;
      }
      ++failed;
      EXPECT_EQ(found.exit_code, 5) << found.err;
      EXPECT_EQ(found.out, "");
    }
    EXPECT_GE(failed, 5) << kind;
  }
}

TEST_F(SlowIoFaults, OfReadingCommandsAreNoOtherAnswer) {
  long runs = 0, told = 0;
  for (const std::string command : {"info run.db",
                                    "stats run.db",
                                    "stats run.db --scan",
                                    "log run.db --depth 2",
                                    "show run.db /",
                                    "why run.db /a",
                                    "pv run.db",
                                    "find run.db --cutoff beta --format json",
                                    "hot run.db",
                                    "repeats run.db",
                                    "verify run.db",
                                    "verify run.db --format json",
                                    "verify run.db --oracle root",
                                    "compare run.db run.db --pass-a 2",
                                    "export run.db --to ndjson",
                                    "export run.db --to csv",
                                    "sql run.db 'select * from cutoff'",
                                    "render run.db -o - --to svg",
                                    "render run.db -o - --to pdf",
                                    "import events -o made.db"}) {
    const std::string part = command.starts_with("import") ? "events" : "run.db";
    const std::string typed = "\"$PLYTRACE\" " + command;
    const auto counts = counted(typed, part);
    const ProgramResult right = run(typed, part, "", "");
    ASSERT_TRUE(right.exit_code == 0 || right.exit_code == 1) << command << right.err;
    for (int i = attack_rounds(15); i > 0 && !HasFailure(); --i, ++runs) {
      const Fault fault = any_fault(kOfReading, counts);
      const std::string faults = variables_of(fault);
      SCOPED_TRACE(command + " " + faults);
      const ProgramResult found = run(typed, part, "", faults);
      // A read that ends early looks like damaged rows, of which info gives all but the digest.
      const bool lacks_digest =
          found.out.find("rows cannot be read, so there is no digest") != std::string::npos;
      if (lacks_digest && fault.code == kEndsEarly && command == "info run.db") {
        ++told;
        continue;
      }
      if (found.exit_code == right.exit_code) {
        EXPECT_EQ(found.out, right.out);
        continue;
      }
      ++told;
      EXPECT_TRUE(found.exit_code == 3 || found.exit_code == 5) << found.exit_code << found.err;
      // verify has a verdict for an unreadable trace.
      const bool says_so = found.out.find("\"verdict\": \"error\"") != std::string::npos;
      EXPECT_TRUE(found.out.empty() || says_so) << found.out;
      EXPECT_TRUE(!found.err.empty() || says_so);
    }
  }
  EXPECT_GT(told, runs / 5);
  std::printf("%ld failing reads, %ld told\n", runs, told);
}

TEST_F(SlowIoFaults, OfRecordingLeaveTheResultAndRefuteNothing) {
  struct Case {
    std::string command, prepared;
  };
  const std::string old = "\"$PLYTRACE\" search tictactoe -d 2 -o made.db -q > /dev/null";
  long runs = 0, told = 0;
  for (const Case& tried :
       {Case{"search connect4 -d 3 --iterative --table 1 -o made.db", ""},
        Case{"search tictactoe -d 3 -o made.db --append", old},
        Case{"search tictactoe -d 3 -o made.db --force", old},
        Case{"search connect4 -d 2 --positions suite -o made.db", ""},
        Case{"import events -o made.db", ""}, Case{"import events -o made.db --force", old}}) {
    const std::string typed = "\"$PLYTRACE\" " + tried.command;
    const auto counts = counted(typed, "made.db", tried.prepared);
    const ProgramResult right = run(typed, "made.db", tried.prepared, "");
    ASSERT_EQ(right.exit_code, 0) << tried.command << right.err;
    const std::string rows = "\"$PLYTRACE\" export made.db --to ndjson | grep -v '\"time'";
    const std::string right_rows = shell(rows, here_).out;
    for (int i = attack_rounds(8); i > 0 && !HasFailure(); --i, ++runs) {
      const Fault fault = any_fault(kOfWriting, counts);
      SCOPED_TRACE(tried.command + " " + variables_of(fault));
      const ProgramResult found = run(typed, "made.db", tried.prepared, variables_of(fault));
      const auto left = new_names();
      const bool there = std::find(left.begin(), left.end(), "made.db") != left.end();
      const int verdict = there ? shell("\"$PLYTRACE\" verify made.db", here_).exit_code : -1;
      if (found.exit_code == 0) {
        EXPECT_EQ(result_of(found.out), result_of(right.out));
        EXPECT_EQ(verdict, 0);
        EXPECT_TRUE(fault.kind == "unlink" || left.size() == 1U);
        continue;
      }
      ++told;
      EXPECT_TRUE(found.exit_code == 3 || found.exit_code == 5) << found.exit_code << found.err;
      EXPECT_TRUE(found.out.empty() || result_of(found.out) == result_of(right.out)) << found.out;
      EXPECT_NE(verdict, 1);
      // The old file stays until the new one exists, and an existing search is unchanged by
      // --append.
      EXPECT_TRUE(there || tried.prepared.empty());
      if (tried.command.ends_with("--append") && fault.kind != "unlink") {
        EXPECT_EQ(shell("\"$PLYTRACE\" verify made.db --search 1", here_).exit_code, 0)
            << found.err;
      }
      if (fault.kind == "unlink") continue;  // files that cannot be removed stay
      // Only what SQLite needs to read the trace is left; a -wal stays if it could not be emptied.
      for (const std::string& name : left) {
        EXPECT_TRUE(name == "made.db" || name.starts_with("made.db-")) << name;
      }
    }
  }
  EXPECT_GT(told, runs / 5);
  std::printf("%ld failing calls of recorders, %ld told\n", runs, told);
}

// The exit code was 0, but no command would read the trace beside that log.
TEST_F(SlowIoFaults, ALogThatCannotBeRemovedIsReported) {
  const std::string old = "\"$PLYTRACE\" search tictactoe -d 2 -o made.db -q > /dev/null";
  const ProgramResult found =
      run("\"$PLYTRACE\" search tictactoe -d 3 -o made.db --append", "made.db-wal", old,
          variables_of({.kind = "unlink", .number = 1, .code = EACCES, .goes_on = true}));
  EXPECT_EQ(found.exit_code, 5);
  EXPECT_NE(found.err.find("made.db-wal cannot be removed"), std::string::npos) << found.err;
  EXPECT_EQ(plytrace({"verify", "made.db"}, here_).exit_code, 3);
  std::filesystem::remove(folder_ / "made.db-wal");
  EXPECT_EQ(plytrace({"verify", "made.db", "--search", "1"}, here_).exit_code, 0);
}

TEST_F(SlowIoFaults, OfWhatWritesAFileLeaveItWholeOrAbsent) {
  long runs = 0, told = 0;
  for (const std::string command :
       {"render run.db -o made.svg", "render run.db -o made.tex", "render run.db -o made.html",
        "render run.db -o made.pdf", "verify run.db --certificate made.json",
        "verify run.db --junit made.xml", "report run.db -o made"}) {
    const std::string typed = "\"$PLYTRACE\" " + command;
    const auto counts = counted(typed, "made");
    const ProgramResult right = run(typed, "made", "", "");
    ASSERT_EQ(right.exit_code, 0) << command << right.err;
    const auto right_names = new_names();
    ASSERT_EQ(right_names.size(), 1U);
    // Compares the same files only: further files may be left if none can be removed.
    const std::string contents =
        "cat " + shell("find made* -type f | sort | tr '\\n' ' '", here_).out;
    const std::string right_contents = shell(contents, here_).out;
    for (int i = attack_rounds(8); i > 0 && !HasFailure(); --i, ++runs) {
      const Fault fault = any_fault(kOfWriting, counts);
      SCOPED_TRACE(command + " " + variables_of(fault));
      const ProgramResult found = run(typed, "made", "", variables_of(fault));
      if (found.exit_code == 0) {
        EXPECT_EQ(found.out, right.out);
        EXPECT_TRUE(fault.kind == "unlink" || new_names() == right_names);
        EXPECT_TRUE(shell(contents, here_).out == right_contents);
        continue;
      }
      ++told;
      EXPECT_EQ(found.exit_code, 5) << found.err;
      EXPECT_NE(found.err, "");
      // Files that cannot be removed stay.
      if (fault.kind != "unlink" && !fault.goes_on) {
        EXPECT_EQ(new_names(), std::vector<std::string>{});
      }
    }
  }
  EXPECT_GT(told, runs / 5);
  std::printf("%ld failing calls of writers of files, %ld told\n", runs, told);
}

// A file that could not be examined was taken for absent. If one call failed, `--append` said that
// the trace exists and proposed --append. If all later calls failed too, --force replaced a trace
// whose recording was cut short, and its journal.
TEST_F(SlowIoFaults, WhatCannotBeLookedAtIsNotTakenForFree) {
  const std::string old = "\"$PLYTRACE\" search tictactoe -d 2 -o made -q > /dev/null";
  const std::string under_way = "cp run.db made && cp run.db made-journal";
  struct Case {
    std::string command, prepared;
    int exit_code;
  };
  for (const Case& tried : {Case{"search tictactoe -d 2 -o made --append", old, 0},
                            Case{"search tictactoe -d 2 -o made --force", old, 0},
                            Case{"import events -o made --append", old, 0},
                            Case{"verify made --certificate made --force", "cp run.db made", 2},
                            Case{"render made -o made --to svg", "cp run.db made", 2},
                            Case{"verify run.db --certificate made --force", under_way, 2},
                            Case{"verify run.db --certificate made-journal --force", under_way, 2},
                            Case{"report run.db -o made", "cp events made", 2}}) {
    const std::string typed = "\"$PLYTRACE\" " + tried.command;
    const long count = counted(typed, "made", tried.prepared)["stat"];
    ASSERT_GE(count, 1) << tried.command;
    ASSERT_EQ(run(typed, "made", tried.prepared, "").exit_code, tried.exit_code) << tried.command;
    // The first calls examine the names.
    const long tried_calls = std::min<long>(count, attack_rounds(100));
    for (long i = 0; i < 2 * tried_calls; ++i) {
      const Fault fault{.kind = "stat", .number = 1 + i / 2, .goes_on = i % 2 == 1};
      SCOPED_TRACE(tried.command + " " + variables_of(fault));
      const ProgramResult found = run(typed, "made", tried.prepared, variables_of(fault));
      const bool is_told = found.exit_code == 3 || found.exit_code == 5;
      EXPECT_TRUE(is_told || found.exit_code == tried.exit_code) << found.exit_code << found.err;
      expect_no_blame(found.err);
      if (tried.exit_code == 0) {
        // A trace that --force has begun to replace is INCOMPLETE, or has no search yet.
        const int verdict = shell("\"$PLYTRACE\" verify made --search 1", here_).exit_code;
        const bool has_begun = tried.command.ends_with("--force") && (verdict == 3 || verdict == 4);
        EXPECT_TRUE(verdict == 0 || has_begun) << verdict;
      } else {
        EXPECT_EQ(shell("cmp made run.db || cmp made events", here_).exit_code, 0) << found.err;
      }
    }
  }
}

TEST_F(SlowIoFaults, OverwriteNothingUnasked) {
  const std::vector<Kind> kinds = {{"stat", {EIO, ENOENT, EACCES}},
                                   {"open", {EIO, ENOENT}},
                                   {"rename", {EIO, ENOENT}},
                                   {"unlink", {EIO}},
                                   {"lock", {EIO}}};
  for (const std::string command :
       {"search tictactoe -d 2 -o made", "import events -o made", "render run.db -o made --to svg",
        "verify run.db --certificate made", "verify run.db --junit made",
        "report run.db -o made"}) {
    const std::string typed = "\"$PLYTRACE\" " + command, old = "cp events made";
    const auto counts = counted(typed, "made", old);
    ASSERT_EQ(run(typed, "made", old, "").exit_code, 2) << command;
    for (int i = attack_rounds(8); i > 0 && !HasFailure(); --i) {
      Fault fault = any_fault(kinds, counts);
      fault.goes_on = random_() % 2 == 0;
      SCOPED_TRACE(command + " " + variables_of(fault));
      const ProgramResult found = run(typed, "made", old, variables_of(fault));
      EXPECT_TRUE(found.exit_code == 2 || found.exit_code == 3 || found.exit_code == 5)
          << found.exit_code << found.err;
      EXPECT_TRUE(read_file(folder_ / "made") == read_file(folder_ / "events"));
    }
  }
}

}  // namespace
}  // namespace plytrace::test
