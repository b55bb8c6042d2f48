// SPDX-License-Identifier: MIT
//
// The one loop over the searches of a file, for `plytrace verify` and the explorer. What keeps a
// trace or a search from being read becomes a row of the answer (verdict ERROR) instead of ending
// the loop; the Status is any other failure, such as a full disk. Thread rule: one thread a call.
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

  // Called once, before the first search. A failure ends the loop.
  virtual Status begin(const TraceReader& reader, const std::vector<SearchRow>& searches) = 0;
  virtual Result<VerifyReport> judge(WholeFile& file, const SearchRow& search) = 0;
  virtual Status take(JudgedSearch row) = 0;
};

struct ChosenSearches {
  std::optional<std::int64_t> search;  // only this one
  bool only_last = false;              // if `search` is not given
};

Status judge_file(const std::string& file, const ChosenSearches& chosen, FileJudge& judge);

}  // namespace plytrace::verify
