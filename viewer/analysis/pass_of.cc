// SPDX-License-Identifier: MIT
#include "viewer/analysis/pass_of.h"

namespace plytrace {

bool holds(const PassRow& pass, std::int64_t node) {
  if (!pass.root || node < *pass.root) return false;
  return !pass.last || node <= *pass.last;
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

}  // namespace plytrace
