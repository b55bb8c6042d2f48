// SPDX-License-Identifier: MIT
#include "viewer/explore/panels.h"

#include "viewer/analysis/pass_of.h"

namespace plytrace::explore {

NodeRow node_of(const Asked& asked, std::int64_t id) {
  auto node = asked.reader.node(id);
  if (node) return *node;
  throw Failure::bad_input(asked.source.file() + ": no node #" + std::to_string(id) +
                           "; the passes (api/traces) list the existing ids");
}

Where where_is(const Asked& asked, std::int64_t id) {
  Where found;
  for (const SearchPasses& of : asked.source.searches()) {
    for (const PassRow& pass : of.passes) {
      if (holds(pass, id)) found = {&of.search, &pass};
    }
  }
  if (found.pass != nullptr) return found;
  throw Failure::bad_input(asked.source.file() + ": node #" + std::to_string(id) +
                           " belongs to no pass");
}

}  // namespace plytrace::explore
