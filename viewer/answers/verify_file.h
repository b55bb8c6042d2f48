// SPDX-License-Identifier: MIT
//
// The one loop over the searches of files, for `plytrace verify` and the explorer. What keeps a
// trace or a search from being read becomes a row of the answer (verdict ERROR) instead of ending
// the loop; the Status is any other failure, such as a full disk. With several jobs, searches of
// one file and of several are judged side by side, each job with a reader of its own; the rows are
// the same, in the same order. Memory: a reader for each job, and kMostPending rows.
// Thread rule: judge_files() starts its threads and joins them; see FileJudge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/report/verify_report.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::verify {

// How to judge the searches of a file, and what becomes of the rows.
class FileJudge {
 public:
  virtual ~FileJudge() = default;

  // Called once for each file, before its first search, by one thread at a time. A failure ends the
  // loop.
  virtual Status begin(const TraceReader& reader, const std::vector<SearchRow>& searches) = 0;
  // Called by several threads at a time if there are several jobs.
  virtual Result<VerifyReport> judge(WholeFile& file, const SearchRow& search) = 0;
  // Called in the order of the files and of their searches, by one thread at a time.
  virtual Status take(JudgedSearch row) = 0;
};

struct ChosenSearches {
  std::optional<std::int64_t> search;  // only this one
  bool only_last = false;              // if `search` is not given
};

// How many rows may wait for an earlier one.
inline constexpr std::size_t kMostPending = 4096;

Status judge_files(const std::vector<std::string>& files, const ChosenSearches& chosen,
                   FileJudge& judge, std::size_t jobs = 1);

}  // namespace plytrace::verify
