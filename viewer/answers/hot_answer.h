// SPDX-License-Identifier: MIT
//
// What `hot` and the explorer say of hot spots: the tables from which text, JSON and pictures come,
// and the JSON. Paths are asked of the reader. Thread rule: one thread a reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "viewer/analysis/hot_spots.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// Nodes of the heavy path that JSON lists; people are shown fewer (answer_tables.h).
inline constexpr std::size_t kMostHotNodes = 200;

// The first `most` nodes of the heavy path.
text::AnswerTable heavy_path_table(const TraceReader& reader, const HotSpots& found,
                                   std::size_t most);
text::AnswerTable accounts_table(const HotSpots& found);
text::AnswerTable depth_changes_table(const HotSpots& found);

// "null-window re-searches": an account for people.
std::string_view account_words(std::string_view what);
// What was usual, "the median of 12 nodes of depth 3"; why this node is the trigger.
std::string usual_words(const HotTrigger& trigger);
std::string why_words(const HotTrigger& trigger);
// Without a trigger: what many nodes were spent on, and the command that shows more of it.
struct HotCause {
  std::string_view what;  // of an account
  std::int64_t nodes = 0;
  std::string words, command;
};
// None with a trigger, and where no account has a quarter of the nodes.
std::optional<HotCause> cause_of(const HotSpots& found, const std::string& file,
                                 std::int64_t search);
// Without a trigger: the cause first, if there is one.
std::string no_trigger_words(const std::optional<HotCause>& cause, const HotSpots& found);
// Why the heavy path ends where it does.
std::string path_end_words(const HotSpots& found);

// As schemas/outputs/hot.schema.json has it, without trace, search and pass.
text::Json hot_json(const TraceReader& reader, const HotSpots& found);

}  // namespace plytrace
