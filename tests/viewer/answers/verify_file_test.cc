// SPDX-License-Identifier: MIT
//
// Covers viewer/answers/verify_file.*: searches judged side by side give the same rows in the same
// order as one after the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/viewer/verify/verify_support.h"
#include "viewer/answers/verify_file.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::test {
namespace {

using verify::JudgedSearch;
using verify::VerifyReport;

// Two nodes: a MAX root with one move worth 1. The root claims `claim`.
std::string chain(int claim) {
  const std::string value = std::to_string(claim);
  return R"({"event":"search","game":"mine","captured":["windows","bounds","cutoffs","roles","scores","legal"]}
{"event":"enter","side":"max","alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a","side":"min","alpha":"-inf","beta":"+inf"}
{"event":"leave","value":1,"kind":"terminal"}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"leave","value":)" +
         value + R"(,"best_move":"a","legal":1}
{"event":"end_search","value":)" +
         value + "}\n";
}

class RowTaker : public verify::FileJudge {
 public:
  Status begin(const TraceReader&, const std::vector<SearchRow>&) override {
    ++files;
    return Status::ok();
  }
  Result<VerifyReport> judge(verify::WholeFile& file, const SearchRow& search) override {
    if (delay) delay(search);
    return verify::verify_trace(file, search, {});
  }
  Status take(JudgedSearch row) override {
    rows.push_back(row.name() + " " + std::string(verify::word(row.report.verdict)) + " " +
                   std::to_string(row.report.findings_total) + " " + row.error);
    return rows.size() == fails_at ? Status::environment("disk full") : Status::ok();
  }

  std::function<void(const SearchRow&)> delay;
  std::size_t fails_at = 0, files = 0;
  std::vector<std::string> rows;
};

class VerifyFiles : public ::testing::Test {
 protected:
  // A trace with this many searches; each `wrong`th is refuted.
  std::string trace(const std::string& name, int searches, int wrong = 9) {
    std::string lines;
    for (int i = 1; i <= searches; ++i) lines += chain(i % wrong == 0 ? 2 : 1);
    std::filesystem::rename(imported(folder_, lines), folder_ / name);
    return folder_ / name;
  }
  static std::vector<std::string> rows(const std::vector<std::string>& files, std::size_t jobs,
                                       bool has_delays = false) {
    RowTaker judge;
    if (has_delays) {
      judge.delay = [](const SearchRow& search) {
        std::this_thread::sleep_for(std::chrono::microseconds(search.id * 7919 % 1500));
      };
    }
    EXPECT_TRUE(verify::judge_files(files, {}, judge, jobs));
    return judge.rows;
  }

  ScratchFolder folder_;
};

TEST_F(VerifyFiles, RowsAreInOrderWhateverTheJobs) {
  const std::vector<std::string> files{trace("many.db", 60),  folder_ / "missing.db",
                                       trace("one.db", 1),    trace("two.db", 2, 2),
                                       folder_ / "absent.db", trace("more.db", 30, 4)};
  const auto expected = rows(files, 1);
  ASSERT_EQ(expected.size(), 95U);
  EXPECT_THAT(expected[8], ::testing::EndsWith("many.db, search 9 refuted 1 "));
  EXPECT_THAT(expected[60], ::testing::HasSubstr("missing.db error 0 "));
  EXPECT_THAT(expected[61], ::testing::EndsWith("one.db verified 0 "));
  for (const std::size_t jobs : {2U, 3U, 8U}) {
    EXPECT_EQ(rows(files, jobs), expected) << jobs;
    EXPECT_EQ(rows(files, jobs, true), expected) << jobs;
  }
  for (const std::string& file : files) EXPECT_EQ(rows({file}, 3), rows({file}, 1)) << file;
}

TEST_F(VerifyFiles, AFailureEndsTheLoopAtItsRow) {
  const std::vector<std::string> files{trace("a.db", 20), trace("b.db", 20)};
  for (const std::size_t jobs : {1U, 4U}) {
    RowTaker judge;
    judge.fails_at = 5;
    EXPECT_EQ(verify::judge_files(files, {}, judge, jobs).code(), StatusCode::kEnvironment);
    EXPECT_EQ(judge.rows.size(), 5U);
  }
}

// After a damaged page the reader's error was reported for all later searches of the file.
TEST_F(VerifyFiles, ADamagedPageIsAnErrorOfItsSearchesOnly) {
  const std::string file = trace("many.db", 120, 1000), damaged = folder_ / "damaged.db";
  sql(file, "PRAGMA page_size = 512; VACUUM");
  const std::string sound = read_file(file);
  const std::size_t pages = sound.size() / 512;
  ASSERT_GT(pages, 60U);
  int mixed = 0;
  for (std::size_t page = 20; page < pages; page += pages / 30) {
    std::string bytes = sound;
    bytes.replace(page * 512, 512, 512, '\xff');
    write_file(damaged, bytes);
    const auto found = rows({damaged}, 1);
    EXPECT_EQ(rows({damaged}, 3), found) << "page " << page;
    const auto is_error = [](const std::string& row) {
      return row.find(" error ") != std::string::npos;
    };
    const auto first = std::find_if(found.begin(), found.end(), is_error);
    mixed += first != found.end() && !std::all_of(first, found.end(), is_error) ? 1 : 0;
  }
  EXPECT_GE(mixed, 3);
}

TEST_F(VerifyFiles, FewRowsWaitForASlowSearch) {
  const std::vector<std::string> files{trace("many.db", 5000, 100000)};
  std::atomic<std::size_t> judged{0};
  RowTaker judge;
  judge.delay = [&](const SearchRow& search) {
    if (search.id != 1) {
      ++judged;
      return;
    }
    // Until the others stop.
    for (std::size_t last = 1; last != judged;) {
      last = judged;
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
    }
    EXPECT_LE(judged, verify::kMostPending + 2);
    EXPECT_GE(judged, 1U);
  };
  EXPECT_TRUE(verify::judge_files(files, {}, judge, 3));
  EXPECT_EQ(judge.rows.size(), 5000U);
}

TEST_F(VerifyFiles, TheCommandPrintsTheSame) {
  const std::string a = trace("a.db", 30), b = trace("b.db", 5, 2), c = folder_ / "c.db";
  write_file(c, "not a trace");
  for (const std::string form : {"text", "json"}) {
    const std::vector<std::string> words{"verify", a, c, b, "--format", form, "--jobs"};
    const auto with = [&words](const std::string& jobs) {
      auto all = words;
      all.push_back(jobs);
      return plytrace(all);
    };
    const ProgramResult one = with("1"), four = with("4");
    EXPECT_EQ(four.out, one.out) << form;
    EXPECT_EQ(four.exit_code, one.exit_code);
    EXPECT_NE(one.out, "");
  }
}

}  // namespace
}  // namespace plytrace::test
