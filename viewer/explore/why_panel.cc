// SPDX-License-Identifier: MIT
//
// Panel "why": why a node was searched, not chosen, or cut, with the same answer as the command
// `why`, but without its check search, which may take seconds.
#include "viewer/answers/why/why.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

Result<text::Json> answer_why(Asked& asked) {
  const std::int64_t id = asked.parameters.node();
  if (Status status = asked.parameters.finish(); !status) return status;
  const auto node = node_of(asked, id);
  if (!node) return node.status();
  const auto where = where_is(asked, id);
  if (!where) return where.status();
  WhyQuestion question{.search = *where->search, .pass = *where->pass, .path = "", .node = *node};
  question.trial.max_nodes = 0;
  const auto answer = why(asked.reader, question);
  if (!answer) return answer.status();
  return text::Json{{"text", text::text_json(answers::lines(*answer))},
                    {"json", answers::json(asked.reader, *answer)}};
}

}  // namespace plytrace::explore
