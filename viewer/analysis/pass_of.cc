// SPDX-License-Identifier: MIT
#include "viewer/analysis/pass_of.h"

#include <utility>

#include "viewer/meaning/saturated.h"

namespace plytrace {

bool holds(const PassRow& pass, std::int64_t node) {
  if (!pass.root || node < *pass.root) return false;
  return !pass.last || node <= *pass.last;
}

std::int64_t rows_of(const PassRow& pass) {
  if (!pass.root || !pass.last) return 0;
  return saturated_sum(saturated_difference(*pass.last, *pass.root), 1);
}

std::int64_t rows_of(const TraceReader& reader, const std::vector<SearchRow>& searches) {
  std::int64_t rows = 0;
  for (const SearchRow& search : searches) {
    for (const PassRow& pass : reader.passes(search.id)) rows = saturated_sum(rows, rows_of(pass));
  }
  return rows;
}

std::optional<PassPlace> pass_of(const TraceReader& reader, std::int64_t node) {
  std::optional<PassPlace> found;
  for (const SearchRow& search : reader.searches()) {
    for (const PassRow& pass : reader.passes(search.id)) {
      if (holds(pass, node)) found = PassPlace{search, pass};
    }
  }
  return found;
}

Result<PassPlace> choose_place(const TraceReader& reader, std::optional<std::int64_t> search,
                               std::optional<std::int64_t> pass) {
  auto row = reader.choose_search(search);
  if (!row) return row.status();
  auto chosen = reader.choose_pass(*row, pass);
  if (!chosen) return chosen.status();
  return PassPlace{std::move(*row), std::move(*chosen)};
}

}  // namespace plytrace
