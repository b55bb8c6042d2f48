// SPDX-License-Identifier: MIT
//
// The requests that the explorer answers: one function per request, one file per panel. Each reads
// its parameters and returns a bounded answer. It throws a Failure if they are wrong (usage), or if
// the trace does not contain what they name (bad_input). Thread rule: one thread.
#pragma once

#include <vector>

#include "viewer/explore/deadline.h"
#include "viewer/explore/jobs.h"
#include "viewer/explore/parameters.h"
#include "viewer/explore/request.h"
#include "viewer/explore/trace_source.h"
#include "viewer/format/json.h"

namespace plytrace::explore {

// The context of a request: the chosen trace, held by a snapshot; all traces; running jobs; and the
// deadline.
struct Asked {
  TraceSource& source;
  const TraceReader& reader;
  Parameters& parameters;
  std::vector<TraceSource>& traces;
  Jobs& jobs;
  Deadline deadline;  // for answers that can be given in parts
};

text::Json answer_traces(Asked& asked);
text::Json answer_node(Asked& asked);
text::Json answer_children(Asked& asked);
text::Json answer_icicle(Asked& asked);
text::Json answer_why(Asked& asked);
text::Json answer_next(Asked& asked);
text::Json answer_find(Asked& asked);
text::Json answer_hits(Asked& asked);
text::Json answer_marks(Asked& asked);
text::Json answer_tree(Asked& asked);
text::Json answer_steps(Asked& asked);
Response answer_export(Asked& asked);
text::Json answer_pv(Asked& asked);
text::Json answer_align(Asked& asked);
text::Json answer_only(Asked& asked);
text::Json answer_difference(Asked& asked);
text::Json answer_findings(Asked& asked);
text::Json answer_sql(Asked& asked);
text::Json answer_stats(Asked& asked);
text::Json answer_hot(Asked& asked);

// The names of the formats in which "export" saves each panel; part of the answer to "traces".
text::Json saved_formats();
// The values that the conditions of "find" accept; also part of the answer to "traces".
text::Json told_conditions();

// The row of a node; bad_input if the trace has no node with that id.
NodeRow node_of(const Asked& asked, std::int64_t id);
// The pass that contains a node; bad_input if none does.
struct Where {
  const SearchRow* search = nullptr;
  const PassRow* pass = nullptr;
};
Where where_is(const Asked& asked, std::int64_t id);

}  // namespace plytrace::explore
