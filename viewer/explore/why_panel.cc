// SPDX-License-Identifier: MIT
//
// Panel "why": why a node was searched, not chosen, or cut, with the same answer as the command
// `why`, but without its check search, which may take seconds.
#include "viewer/answers/why/why.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

text::Json answer_why(Asked& asked) {
  const std::int64_t id = asked.parameters.node();
  asked.parameters.finish();
  const auto node = node_of(asked, id);
  const auto where = where_is(asked, id);
  WhyQuestion question{.search = *where.search, .pass = *where.pass, .path = "", .node = node};
  question.trial.max_nodes = 0;
  const auto answer = why(asked.reader, question);
  return text::Json{{"text", text::text_json(answers::lines(answer))},
                    {"json", answers::json(asked.reader, answer)}};
}

}  // namespace plytrace::explore
