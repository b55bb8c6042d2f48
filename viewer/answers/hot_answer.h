// SPDX-License-Identifier: MIT
//
// The answer of `hot` and of the explorer's hot spots: the tables behind text, JSON and pictures,
// and the JSON. The functions read the paths of nodes from the reader. Thread rule: one thread per
// reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "viewer/analysis/hot_spots.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// Nodes of the heavy path listed in JSON; the text shows fewer (answer_tables.h).
inline constexpr std::size_t kMostHotNodes = 200;

// The first `most` nodes of the heavy path.
text::AnswerTable heavy_path_table(const TraceReader& reader, const HotSpots& found,
                                   std::size_t most);
text::AnswerTable accounts_table(const HotSpots& found);
text::AnswerTable depth_changes_table(const HotSpots& found);

// The name of an account in text, such as "null-window re-searches".
std::string_view account_words(std::string_view what);
// What was usual: "the median of 12 nodes of depth 3". why_words(): why this node is the trigger.
std::string usual_words(const HotTrigger& trigger);
std::string why_words(const HotTrigger& trigger);
// If there is no trigger: the kind of work that took many nodes, and a command that shows more
// about it.
struct HotCause {
  std::string_view what;  // the name of an account
  std::int64_t nodes = 0;
  std::string words, command;
};
// nullopt if there is a trigger, or if no account has a quarter of the nodes.
std::optional<HotCause> cause_of(const HotSpots& found, const std::string& file,
                                 std::int64_t search);
// The text for a search without a trigger; begins with the cause, if there is one.
std::string no_trigger_words(const std::optional<HotCause>& cause, const HotSpots& found);
// Why the heavy path ends at its last node.
std::string path_end_words(const HotSpots& found);

// As in schemas/outputs/hot.schema.json, without trace, search and pass.
text::Json hot_json(const TraceReader& reader, const HotSpots& found);

}  // namespace plytrace
