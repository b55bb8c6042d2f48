// SPDX-License-Identifier: MIT
#include "viewer/answers/repeats.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"

namespace plytrace::answers {
namespace {

using text::Cell;
using text::Json;

constexpr std::array<const char*, kRepeatReasons> kReasons{"the table answered",
                                                           "never stored",
                                                           "stored, but overwritten",
                                                           "the entry was too shallow",
                                                           "its bound did not close the window",
                                                           "stores and probes were not recorded"};

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

std::string repeats_title(const RepeatsAnswer& answer) {
  const std::string passes =
      answer.ordinal ? fmt::format("pass {}", *answer.ordinal) : std::string("all passes");
  return text::wrapped(fmt::format("{}  search {} ({}), {}: {}", answer.trace, answer.search.id,
                                   text::search_words(answer.search), passes,
                                   text::count(answer.found.nodes, "node")),
                       2) +
         "\n\n";
}

std::string summary(const Repeats& found) {
  std::string words = fmt::format(
      "{}, {} of them searched again: {} with the same key and side to move as one before.",
      text::count(found.positions, "position"), text::grouped(found.repeated_positions),
      text::count(found.repeats, "node"));
  if (found.are_replayed) words += " The keys were computed by replaying the moves.";
  if (found.without_key > 0) {
    words += fmt::format(" {} without a key {} left out.", text::count(found.without_key, "node"),
                         found.without_key == 1 ? "is" : "are");
  }
  if (found.unrecorded > 0) {
    words += fmt::format(
        " {} {} visited, but not recorded, so it is unknown whether they repeat a position.",
        text::count(found.unrecorded, "further node"), found.unrecorded == 1 ? "was" : "were");
  }
  words += fmt::format(
      " {} of these could have been answered by an earlier one, at least as deep: a table that "
      "never lost an entry would have saved the {} below them, {} of all.",
      text::grouped(found.answerable), text::count(found.saved, "node"),
      share_text(found.saved, found.nodes));
  return text::wrapped(words, 0) + "\n";
}

std::string section(const char* heading, const text::AnswerTable& table) {
  return fmt::format("\n{}\n", heading) + table.for_people().text("  ", text::kPageWidth);
}

}  // namespace

RepeatsAnswer answer(const TraceReader& reader, RepeatsQuestion question) {
  auto found = find_repeats(reader, question.search, question.passes, question.control);
  if (found.nodes == 0) {
    throw Failure::bad_input(fmt::format(
        "{}: search {}: {}; info, pv and verify read it", reader.file().path, question.search.id,
        question.ordinal ? "the pass contains no nodes" : "no pass contains nodes"));
  }
  return RepeatsAnswer{reader.file().path, std::move(question.search), question.ordinal,
                       std::move(found)};
}

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

text::AnswerTable expensive_table(const TraceReader& reader, const Repeats& found) {
  text::AnswerTable table;
  for (const RepeatedPosition& position : found.most_expensive) {
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

std::string lines(const TraceReader& reader, const RepeatsAnswer& answer) {
  const Repeats& found = answer.found;
  std::string text = repeats_title(answer) + summary(found);
  if (found.repeats == 0) return text::printable_lines(text);
  text += section("Saved by a perfect table", reasons_table(found));
  text += section("Repeats by depth (a repeat may be inside another)", gaps_table(found));
  text += section("Most expensive positions", expensive_table(reader, found));
  return text::printable_lines(text);
}

text::Json json(const TraceReader& reader, const RepeatsAnswer& answer) {
  const Repeats& found = answer.found;
  Json json;
  json["trace"] = text::text_json(answer.trace);
  json["search"] = answer.search.id;
  json["pass"] = text::number_json(answer.ordinal);
  json["nodes"] = found.nodes;
  json["keys"] = found.are_replayed ? "replayed" : "recorded";
  json["without_key"] = found.without_key;
  json["unrecorded"] = found.unrecorded;
  json["positions"] = found.positions;
  json["repeated_positions"] = found.repeated_positions;
  json["repeats"] = found.repeats;
  json["answerable"] = found.answerable;
  json["saved"] = found.saved;
  json["by_reason"] = reasons_table(found).json();
  json["by_depth_gap"] = gaps_table(found).json();
  json["dearest"] = expensive_table(reader, found).json();
  return json;
}

}  // namespace plytrace::answers
