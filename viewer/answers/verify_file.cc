// SPDX-License-Identifier: MIT
#include "viewer/answers/verify_file.h"

#include <utility>

namespace plytrace::verify {
namespace {

Result<std::vector<SearchRow>> searches_of(const TraceReader& reader,
                                           const ChosenSearches& chosen) {
  if (!chosen.search && !chosen.only_last) {
    if (auto all = reader.searches(); !all.empty()) return all;
    if (const Status status = reader.status(); !status) return status;
  }
  auto one = reader.choose_search(chosen.search);
  if (!one) return one.status();
  return std::vector<SearchRow>{std::move(*one)};
}

}  // namespace

Status judge_file(const std::string& file, const ChosenSearches& chosen, FileJudge& judge) {
  JudgedSearch row;
  row.trace = file;
  const auto fail = [&](const Status& status) {
    if (status.code() != StatusCode::kBadInput) return status;
    JudgedSearch failed = row;
    failed.report.verdict = Verdict::kError;
    failed.error = status.message();
    return judge.take(std::move(failed));
  };
  const auto reader = TraceReader::open(file);
  if (!reader) return fail(reader.status());
  const auto searches = searches_of(*reader, chosen);
  if (!searches) return fail(searches.status());
  if (Status status = judge.begin(*reader, *searches); !status) return status;
  row.is_one_of_several = reader->searches().size() > 1;
  WholeFile whole(*reader);
  for (const SearchRow& search : *searches) {
    row.search = search.id;
    auto report = judge.judge(whole, search);
    if (report) row.report = std::move(*report);
    if (Status status = report ? judge.take(row) : fail(report.status()); !status) return status;
    row.report = {};
  }
  return Status::ok();
}

}  // namespace plytrace::verify
