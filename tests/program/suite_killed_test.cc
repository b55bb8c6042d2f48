// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/suite_resume.cc and suite_table.cc: a suite that was killed goes on
// and ends with the table of a run that was not, its traces are those that the rows name, and the
// tables of two runs can be joined. The real program is killed with SIGKILL.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

// 160 searches, in three parts where they are recorded.
const std::string kSearches =
    "$PLYTRACE suite connect4 --with minimax --with pvs+history+table1 --depths 1..4 ";

class SuiteKilled : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string all;
    for (int i = 0; i < 20; ++i) {
      const std::string moves = std::string(1, static_cast<char>('1' + i % 7)) +
                                static_cast<char>('1' + i / 7) +
                                static_cast<char>('1' + (i * 3) % 7) + "\n";
      all += moves;
      write_file(folder_ / (i < 10 ? "first" : "second"),
                 (i % 10 == 0 ? "" : read_file(folder_ / (i < 10 ? "first" : "second"))) + moves);
    }
    write_file(folder_ / "all", all);
  }

  ProgramResult run(const std::string& command) { return shell(command, folder_.path().string()); }
  ProgramResult suite(const std::string& words, const std::string& positions = "all") {
    return run(kSearches + "--positions " + positions + " -q " + words);
  }
  // Kills the suite as soon as the table has `lines` lines. A suite that ends before is not killed.
  void kill_at(std::size_t lines, const std::string& table, const std::string& words) {
    kill_command_at(lines, table, kSearches + "--positions all -q " + words);
  }
  void kill_command_at(std::size_t lines, const std::string& table, const std::string& command) {
    const std::string count = "$(wc -l 2> count.err < " + table + " || echo 0)";
    const ProgramResult ended =
        run(command + " > killed.out 2>&1 & pid=$!; n=0; while [ \"" + count + "\" -lt " +
            std::to_string(lines) + " ] && [ $n -lt 20000 ]; do n=$((n+1)); done; kill -9 $pid; " +
            "wait $pid");
    EXPECT_THAT(ended.exit_code, ::testing::AnyOf(0, 137));
    kills_ += ended.exit_code == 137 ? 1 : 0;
  }
  // The lines of a table without times.
  std::vector<std::string> rows(const std::string& table) {
    std::istringstream text(
        run("sed -E 's/,[0-9]+[.][0-9]{6},finished/,T,finished/' " + table).out);
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }
  // The searches whose digest in the table is not that of the search in the trace.
  std::size_t wrong_traces(const std::string& words, const std::string& positions = "all") {
    std::size_t wrong = 0;
    const auto answer = parse_json(suite(words + " --format json", positions).out);
    for (const auto& row : answer["searches"]) {
      const auto key = std::pair(row["trace"].get<std::string>(), row["search"].get<int>());
      if (digests_.find(key.first) == digests_.end()) {
        const auto info =
            parse_json(run("$PLYTRACE info --limit 0 --format json " + key.first).out);
        for (const auto& search : info["searches"]) {
          digests_[key.first].push_back(search["digest"].get<std::string>());
        }
      }
      const auto& known = digests_[key.first];
      const auto at = static_cast<std::size_t>(key.second) - 1;
      if (at >= known.size() || known[at] != row["digest"]) ++wrong;
    }
    return wrong;
  }
  std::vector<std::string> files(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  ScratchFolder folder_;
  int kills_ = 0;
  std::map<std::string, std::vector<std::string>> digests_;
};

TEST_F(SuiteKilled, ATableWithoutTracesIsTheSame) {
  ASSERT_EQ(suite("-o whole.csv").exit_code, 0);
  const auto whole = rows("whole.csv");
  ASSERT_EQ(whole.size(), 161U);
  // Three kills of one suite, with one job and with three.
  for (const std::size_t lines : {2U, 31U, 90U}) kill_at(lines, "one.csv", "-o one.csv");
  ASSERT_EQ(suite("-o one.csv").exit_code, 0);
  EXPECT_EQ(rows("one.csv"), whole);
  for (const std::size_t lines : {1U, 50U, 120U}) kill_at(lines, "two.csv", "-o two.csv --jobs 3");
  EXPECT_GE(kills_, 2);
  ASSERT_EQ(suite("-o two.csv --jobs 2").exit_code, 0);
  EXPECT_EQ(rows("two.csv"), whole);
}

TEST_F(SuiteKilled, TheTracesAreThoseOfTheRows) {
  const std::string words = " --record full --verify --jobs 2";
  ASSERT_EQ(suite("-o out" + words).exit_code, 0);
  const auto whole = rows("out/suite.csv");
  const auto names = files("out");
  EXPECT_THAT(names, ::testing::ElementsAre("000001.db", "000065.db", "000129.db", "suite.csv"));
  ASSERT_EQ(run("mv out whole").exit_code, 0);
  for (const std::size_t lines : {1U, 2U, 100U}) kill_at(lines, "out/suite.csv", "-o out" + words);
  EXPECT_GE(kills_, 1);
  ASSERT_EQ(suite("-o out" + words).exit_code, 0);
  EXPECT_EQ(rows("out/suite.csv"), whole);
  EXPECT_EQ(files("out"), names);
  EXPECT_EQ(wrong_traces("-o out" + words), 0U);
  EXPECT_EQ(run("$PLYTRACE verify out/*.db").exit_code, 0);
}

// A kill while the rows of a part were written left rows whose trace was overwritten.
TEST_F(SuiteKilled, APartWithSomeOfItsRowsIsSearchedAgain) {
  ASSERT_EQ(suite("-o out --record full").exit_code, 0);
  const auto whole = rows("out/suite.csv");
  for (const int rows_left : {1, 40, 64, 65, 100, 159}) {
    ASSERT_EQ(run("head -n " + std::to_string(rows_left + 1) +
                  " out/suite.csv > cut && head -c 90 cut >> cut && mv cut out/suite.csv")
                  .exit_code,
              0);
    const auto again = parse_json(suite("-o out --record full --format json").out);
    EXPECT_EQ(again["reused"], rows_left / 64 * 64);
    EXPECT_EQ(rows("out/suite.csv"), whole) << rows_left;
  }
  // A second kill, when the part had been searched again, left its first rows at the end.
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(run("head -n 41 out/suite.csv > cut && mv cut out/suite.csv").exit_code, 0);
    kill_at(66, "out/suite.csv", "-o out --record full");
    ASSERT_EQ(suite("-o out --record full").exit_code, 0);
    EXPECT_EQ(rows("out/suite.csv"), whole);
  }
  EXPECT_EQ(wrong_traces("-o out --record full"), 0U);
}

// Further depths overwrote the traces that the rows of the first depths name.
TEST_F(SuiteKilled, AGrownSuiteKeepsTheTracesOfItsRows) {
  const std::string deeper = "--depths 2,4 -o out --record full";
  const std::string command = "$PLYTRACE suite connect4 --positions all -q ";
  ASSERT_EQ(run(command + "--depths 3 -o out --record full").exit_code, 0);
  ASSERT_EQ(run(command + deeper).exit_code, 0);
  EXPECT_THAT(files("out"), ::testing::ElementsAre("000001-2.db", "000001.db", "suite.csv"));
  // The third run asks for the rows of both.
  const auto answer =
      parse_json(run(command + "--depths 2..4 -o out --record full --format json").out);
  EXPECT_EQ(answer["reused"], 60);
  EXPECT_EQ(answer["searches"].size(), 60U);
  for (const auto& row : answer["searches"]) {
    const std::string depth = sql_value(
        folder_ / row["trace"].get<std::string>(),
        "SELECT max(depth) FROM pass WHERE search = " + std::to_string(row["search"].get<int>()));
    EXPECT_EQ(depth, std::to_string(row["depth"].get<int>()));
  }
}

TEST_F(SuiteKilled, ALostTraceIsRecordedAgain) {
  ASSERT_EQ(suite("-o out --record full").exit_code, 0);
  const auto whole = rows("out/suite.csv");
  std::filesystem::remove(folder_ / "out/000065.db");
  const auto again = parse_json(suite("-o out --record full --format json").out);
  EXPECT_EQ(again["reused"], 96);
  EXPECT_EQ(rows("out/suite.csv"), whole);
  EXPECT_EQ(wrong_traces("-o out --record full"), 0U);
}

// The traces of a killed --verify stayed in the folder for ever.
TEST_F(SuiteKilled, ScratchTracesOfAKilledRunAreRemoved) {
  kill_at(1, "out/suite.csv", "-o out --verify");
  ASSERT_EQ(suite("-o out --verify").exit_code, 0);
  EXPECT_THAT(files("out"), ::testing::ElementsAre("suite.csv"));
}

TEST_F(SuiteKilled, TheTablesOfTwoRunsCanBeJoined) {
  ASSERT_EQ(suite("-o whole.csv").exit_code, 0);
  ASSERT_EQ(suite("-o a.csv", "first").exit_code, 0);
  ASSERT_EQ(suite("-o b.csv", "second").exit_code, 0);
  ASSERT_EQ(run("cat a.csv b.csv > with_heading.csv; (cat a.csv; tail -n +2 b.csv) > without.csv")
                .exit_code,
            0);
  const std::string summary = run("$PLYTRACE suite --summary whole.csv").out;
  EXPECT_THAT(summary, ::testing::HasSubstr("20 of 20"));
  for (const std::string table : {"with_heading.csv", "without.csv", "a.csv b.csv"}) {
    EXPECT_EQ(run("$PLYTRACE suite --summary " + table).out, summary) << table;
  }
  // The joined table answers all questions of the whole suite.
  const auto again = parse_json(suite("-o with_heading.csv --format json").out);
  EXPECT_EQ(again["reused"], 160);
  EXPECT_EQ(rows("with_heading.csv"), rows("whole.csv"));
}

// A cut at any byte, also within a quoted cell.
TEST_F(SuiteKilled, ATableCutAnywhereGoesOn) {
  ASSERT_EQ(suite("-o whole.csv", "first").exit_code, 0);
  const auto whole = rows("whole.csv");
  for (const int bytes : {0, 1, 200, 360, 361, 400, 460, 999, 5000, 12001, 20002}) {
    ASSERT_EQ(run("head -c " + std::to_string(bytes) + " whole.csv > cut.csv").exit_code, 0);
    ASSERT_EQ(suite("-o cut.csv", "first").exit_code, 0) << bytes;
    EXPECT_EQ(rows("cut.csv"), whole) << bytes;
  }
}

// Suites of more than 16,384 searches have 256 of them in a trace, and tasks of them do, too.
class SlowSuiteKilled : public SuiteKilled {};

TEST_F(SlowSuiteKilled, ALargeSuiteIsTheSame) {
  std::string all;
  for (int i = 0; i < 16'807; ++i) {  // all openings of five moves
    for (int place = 1, left = i; place <= 5; ++place, left /= 7) {
      all += static_cast<char>('1' + left % 7);
    }
    all += '\n';
  }
  write_file(folder_ / "openings", all);
  const std::string command =
      "$PLYTRACE suite connect4 --positions openings --depths 1 -q --record full --verify -o ";
  ASSERT_EQ(run(command + "out --jobs 2").exit_code, 0);
  const auto whole = rows("out/suite.csv");
  ASSERT_EQ(whole.size(), 16'808U);
  const auto names = files("out");
  EXPECT_EQ(names.size(), 67U);  // and the table
  const std::string digest = run("$PLYTRACE collect out -q -o whole.sum").out;
  ASSERT_EQ(run("mv out whole").exit_code, 0);
  for (const std::size_t lines : {2U, 5000U, 16'500U}) {
    kill_command_at(lines, "out/suite.csv", command + "out --jobs 2");
  }
  EXPECT_GE(kills_, 1);
  ASSERT_EQ(run(command + "out").exit_code, 0);
  EXPECT_EQ(rows("out/suite.csv"), whole);
  EXPECT_EQ(files("out"), names);
  // Two tasks end with the rows of the whole suite.
  ASSERT_EQ(run(command + "tasks/1 --part 1/2 && " + command + "tasks/2 --part 2/2").exit_code, 0);
  ASSERT_EQ(run("(cat tasks/1/suite.csv; tail -n +2 tasks/2/suite.csv) > tasks.csv && "
                "cut -d, -f1-10 tasks.csv > a && cut -d, -f1-10 out/suite.csv > b && cmp a b")
                .exit_code,
            0);
  const auto digest_of = [](const std::string& text) {
    return text.substr(text.find("digest"), 40);
  };
  EXPECT_EQ(digest_of(run("$PLYTRACE collect tasks -q -o tasks.sum").out), digest_of(digest));
}

}  // namespace
}  // namespace plytrace::test
