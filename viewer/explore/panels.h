// SPDX-License-Identifier: MIT
//
// What the explorer can be asked, one function a question and one file a panel of the page. Each
// takes its parameters, says what is wrong with them (usage) or that the trace holds no such thing
// (bad_input), and answers within bounds. Thread rule: one thread.
#pragma once

#include <vector>

#include "core/status.h"
#include "viewer/explore/deadline.h"
#include "viewer/explore/jobs.h"
#include "viewer/explore/parameters.h"
#include "viewer/explore/request.h"
#include "viewer/explore/trace_source.h"
#include "viewer/format/json.h"

namespace plytrace::explore {

// What a question is asked of: the trace that was chosen, held still by a snapshot, all of them,
// and what is being made in threads of its own; and until when it should be answered.
struct Asked {
  TraceSource& source;
  const TraceReader& reader;
  Parameters& parameters;
  std::vector<TraceSource>& traces;
  Jobs& jobs;
  Deadline deadline;  // for what can be answered in parts
};

Result<text::Json> answer_traces(Asked& asked);
Result<text::Json> answer_node(Asked& asked);
Result<text::Json> answer_children(Asked& asked);
Result<text::Json> answer_icicle(Asked& asked);
Result<text::Json> answer_why(Asked& asked);
Result<text::Json> answer_next(Asked& asked);
Result<text::Json> answer_find(Asked& asked);
Result<text::Json> answer_tree(Asked& asked);
Result<text::Json> answer_steps(Asked& asked);
Result<Response> answer_export(Asked& asked);
Result<text::Json> answer_pv(Asked& asked);
Result<text::Json> answer_align(Asked& asked);
Result<text::Json> answer_only(Asked& asked);
Result<text::Json> answer_difference(Asked& asked);
Result<text::Json> answer_findings(Asked& asked);
Result<text::Json> answer_sql(Asked& asked);
Result<text::Json> answer_stats(Asked& asked);
Result<text::Json> answer_hot(Asked& asked);

// The names of the formats that "export" makes of each panel; in the answer to "traces".
text::Json saved_formats();
// The words of the conditions of "find"; there, too.
text::Json told_conditions();

// The row of a node; bad_input where the trace has none of that id.
Result<NodeRow> node_of(const Asked& asked, std::int64_t id);
// The pass that holds it; bad_input where none does.
struct Where {
  const SearchRow* search = nullptr;
  const PassRow* pass = nullptr;
};
Result<Where> where_is(const Asked& asked, std::int64_t id);

}  // namespace plytrace::explore
