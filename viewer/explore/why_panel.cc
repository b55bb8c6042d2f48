// SPDX-License-Identifier: MIT
//
// Panel "why": why a node was searched, not chosen, or cut, with the same answer as the command
// `why`, but without its check search, which may take seconds.
#include "viewer/answers/why/move_outcome.h"
#include "viewer/answers/why/why_json.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {

Result<text::Json> answer_why(Asked& asked) {
  const std::int64_t id = asked.parameters.node();
  if (Status status = asked.parameters.finish(); !status) return status;
  const auto node = node_of(asked, id);
  if (!node) return node.status();
  const auto where = where_is(asked, id);
  if (!where) return where.status();
  WhySettings settings;
  settings.trial.max_nodes = 0;
  const auto answer = why(asked.reader, *where->search, *where->pass, "", *node, settings);
  if (!answer) return answer.status();
  std::string lines;
  for (const std::string& line : why_lines(*where->search, *where->pass, *answer)) {
    lines += line + "\n";
  }
  return text::Json{{"text", text::text_json(lines)},
                    {"json", why_json(asked.reader, *where->search, *where->pass, *answer)}};
}

}  // namespace plytrace::explore
