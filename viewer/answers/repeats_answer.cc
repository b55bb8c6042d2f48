// SPDX-License-Identifier: MIT
#include "viewer/answers/repeats_answer.h"

#include <array>
#include <string>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"

namespace plytrace {
namespace {

using text::Cell;
using text::Json;

constexpr std::array<const char*, kRepeatReasons> kReasons{
    "the table answered",        "never stored",         "stored, but overwritten",
    "the entry was too shallow", "its bound was no use", "stores and probes were not recorded"};

std::string gap_words(const std::optional<std::int64_t>& plies) {
  if (!plies) return "not known";
  std::string words = (*plies > 0 ? "+" : "") + std::to_string(*plies);
  if (*plies == Repeats::kFurthestGap) words += " and more";
  if (*plies == -Repeats::kFurthestGap) words += " and less";
  return words;
}

std::string depths_words(const RepeatedPosition& position) {
  if (!position.least_depth) return "-";
  const std::string least = std::to_string(*position.least_depth);
  if (position.least_depth == position.greatest_depth) return least;
  return least + " to " + std::to_string(*position.greatest_depth);
}

}  // namespace

text::AnswerTable reasons_table(const Repeats& found) {
  text::AnswerTable table;
  for (std::size_t i = 0; i < kRepeatReasons; ++i) {
    const RepeatCount& count = found.by_reason[i];
    Cell reason{"reason", "why the table did not save them",
                Json(word(static_cast<RepeatReason>(i))), kReasons[i], TextTable::kLeft};
    table.add({std::move(reason), text::count_cell("repeats", "repeats", count.repeats),
               text::count_cell("nodes", "nodes", count.nodes),
               text::share_cell("share", "share", count.nodes, found.nodes)});
  }
  return table;
}

text::AnswerTable gaps_table(const Repeats& found) {
  text::AnswerTable table;
  for (const Repeats::Gap& gap : found.by_gap) {
    Cell plies{"gap", "plies deeper than before", text::number_json(gap.plies),
               gap_words(gap.plies)};
    table.add({std::move(plies), text::count_cell("repeats", "repeats", gap.count.repeats),
               text::count_cell("nodes", "nodes", gap.count.nodes)});
  }
  return table;
}

text::AnswerTable dearest_table(const TraceReader& reader, const Repeats& found) {
  text::AnswerTable table;
  for (const RepeatedPosition& position : found.dearest) {
    const auto first = reader.node(position.first);
    const auto side =
        first && first->side ? std::optional(std::string(word(*first->side))) : std::nullopt;
    const std::string path = reader.path(position.first);
    Cell shown{"path", "first path", text::text_json(path), text::printable(path),
               TextTable::kLeft};
    Cell depths{"", "depths", Json(), depths_words(position)};
    table.add({text::text_cell("key", "key", key_text(position.key)),
               text::text_cell("side", "side", side),
               text::count_cell("visits", "visits", position.visits),
               text::count_cell("nodes", "nodes again", position.cost),
               text::share_cell("share", "share", position.cost, found.nodes), std::move(depths),
               text::number_cell("least_depth", "", position.least_depth),
               text::number_cell("greatest_depth", "", position.greatest_depth),
               text::number_cell("node", "first node", position.first), std::move(shown)});
  }
  return table;
}

text::Json repeats_json(const TraceReader& reader, const Repeats& found) {
  Json json;
  json["nodes"] = found.nodes;
  json["keys"] = found.are_replayed ? "replayed" : "recorded";
  json["without_key"] = found.without_key;
  json["positions"] = found.positions;
  json["repeated_positions"] = found.repeated_positions;
  json["repeats"] = found.repeats;
  json["answerable"] = found.answerable;
  json["saved"] = found.saved;
  json["by_reason"] = reasons_table(found).json();
  json["by_depth_gap"] = gaps_table(found).json();
  json["dearest"] = dearest_table(reader, found).json();
  return json;
}

}  // namespace plytrace
