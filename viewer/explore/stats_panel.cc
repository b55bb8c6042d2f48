// SPDX-License-Identifier: MIT
//
// Panel "stats": counts of a subtree by ply, and which moves caused cutoffs. Each request counts
// one part of the subtree.
#include "viewer/answers/stats.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

text::Json answer_stats(Asked& asked) {
  const std::int64_t id = asked.parameters.node("node");
  const std::int64_t from = asked.parameters.number("from").value_or(id);
  const auto to = asked.parameters.number("to");
  const bool summary = asked.parameters.flag("summary");
  asked.parameters.finish();
  const auto node = node_of(asked, id);
  const auto where = where_is(asked, id);
  const auto found =
      answers::answer(asked.reader, answers::SubtreeQuestion{.search = *where.search,
                                                             .pass = *where.pass,
                                                             .node = node,
                                                             .from = from,
                                                             .to = to,
                                                             .only_summary = summary});
  return answers::json(found);
}

}  // namespace plytrace::explore
