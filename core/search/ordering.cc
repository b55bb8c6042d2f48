// SPDX-License-Identifier: MIT
#include "core/search/ordering.h"

namespace plytrace {

void MoveSorter::sort_scratch() {
  std::sort(scratch_.begin(), scratch_.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.index < b.index;
  });
}

}  // namespace plytrace
