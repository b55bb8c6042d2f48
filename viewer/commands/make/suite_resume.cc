// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace plytrace {
namespace {

namespace fs = std::filesystem;

// Whether the row's trace is still there: where the row says, or in the folder of the table, which
// may have been moved.
bool has_trace(const SuiteRow& row, const fs::path& folder) {
  const fs::path trace = row["trace"];
  std::error_code error;
  return !trace.empty() &&
         (fs::exists(trace, error) || fs::exists(folder / trace.filename(), error));
}

bool is_enough(const SuitePlan& plan, const SuiteRow& row, const fs::path& folder) {
  return (!plan.verifies || !row["verdict"].empty()) &&
         (!plan.keeps_traces || has_trace(row, folder));
}

void take_rows(const SuitePlan& plan, SuiteTable& table, const fs::path& folder, SuiteDone& done) {
  for (std::size_t index = plan.begin(); index < plan.end(); ++index) {
    const auto search = value_of(prepare(plan, index));
    const SuiteRow asked = asked_row(plan, index, search);
    // A run that was killed may have left a row without a verdict and, behind it, one with it.
    auto known = table.take(question_of(asked));
    while (known && !is_enough(plan, *known, folder)) known = table.take(question_of(asked));
    if (!known) continue;
    (*known)["line"] = asked["line"];
    (*known)["searcher"] = asked["searcher"];
    done.rows[index] = std::move(*known);
    ++done.reused;
  }
}

// Names the trace of the part of the searches [first, end): by its first search, counted from 1,
// with a further number if rows outside the part name that trace already. If all rows that name it
// are of this part, a kill cut the part short while its rows were written. They are given up, so
// that the part is searched again as a whole.
std::string trace_of_part(std::size_t first, std::size_t end,
                          const std::map<std::string, std::size_t>& uses, SuiteDone& done) {
  for (int copy = 1;; ++copy) {
    std::string name = copy == 1 ? fmt::format("{:06}.db", first + 1)
                                 : fmt::format("{:06}-{}.db", first + 1, copy);
    std::vector<std::size_t> own;
    for (std::size_t i = first; i < end; ++i) {
      if (done.rows[i] && trace_file(*done.rows[i]) == name) own.push_back(i);
    }
    const auto used = uses.find(name);
    if (own.size() != (used == uses.end() ? 0 : used->second)) continue;
    for (const std::size_t index : own) done.rows[index].reset();
    done.reused -= own.size();
    done.has_given_up_rows = done.has_given_up_rows || !own.empty();
    return name;
  }
}

}  // namespace

std::vector<std::size_t> SuiteDone::due(const SuitePlan& plan) const {
  std::vector<std::size_t> indices;
  for (std::size_t i = plan.begin(); i < plan.end(); ++i) {
    if (!rows[i]) indices.push_back(i);
  }
  return indices;
}

Result<SuiteDone> resume(const SuitePlan& plan, SuiteTable& table, const std::string& folder) {
  SuiteDone done;
  done.rows.resize(plan.searches());
  // Preparing a search takes as long as a small one.
  if (table.has_rows()) {
    take_rows(plan, table, folder, done);
  }
  auto uses = table.trace_files();
  for (const auto& row : done.rows) {
    if (row) ++uses[trace_file(*row)];
  }
  for (std::size_t first = plan.begin(), end = first; first < plan.end(); first = end) {
    end = std::min(first - first % plan.searches_a_part + plan.searches_a_part, plan.end());
    const auto begin = done.rows.begin() + static_cast<std::ptrdiff_t>(first);
    const bool is_whole = std::all_of(begin, begin + static_cast<std::ptrdiff_t>(end - first),
                                      [](const auto& row) { return row.has_value(); });
    if (plan.keeps_traces && !is_whole) done.traces[first] = trace_of_part(first, end, uses, done);
  }
  return done;
}

}  // namespace plytrace
