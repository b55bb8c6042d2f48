// SPDX-License-Identifier: MIT
//
// Panel "node": one node, its place in the tree, and what happened in it.
#include <string_view>
#include <utility>

#include "viewer/analysis/icicle.h"
#include "viewer/analysis/pass_of.h"
#include "viewer/analysis/relatives.h"
#include "viewer/answers/figure/node_boards.h"
#include "viewer/answers/show.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/draw/icicle_looks.h"
#include "viewer/draw/placement.h"
#include "viewer/draw/svg_writer.h"
#include "viewer/explore/panels.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/saturated.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostEvents = 200, kMostMoves = 200;

text::Json id_json(const std::optional<NodeRow>& node) {
  return node ? text::Json(node->id) : text::Json(nullptr);
}

text::Json steps_json(const TraceReader& reader, const std::vector<NodeRow>& path) {
  return text::list_json(path, [&](const NodeRow& node) -> text::Json {
    return {{"node", node.id}, {"move", text::text_json(text::name_of(reader, node))}};
  });
}

// The path from the root; for a long path the first "path_head" steps and the last ones.
void add_path(const TraceReader& reader, const PathRows& path, text::Json& json) {
  json["path"] = steps_json(reader, path.head);
  for (text::Json& step : steps_json(reader, path.tail)) json["path"].push_back(std::move(step));
  json["path_left_out"] = path.between;
  json["path_head"] = path.head.size();
}

void add_relatives(const TraceReader& reader, const NodeRow& node, text::Json& json) {
  json["parent"] = text::number_json(node.parent);
  json["first_child"] = id_json(first_child(reader, node));
  json["last_child"] = id_json(last_child(reader, node));
  json["previous"] = id_json(previous_sibling(reader, node));
  json["next"] = id_json(next_sibling(reader, node));
}

// The names and the number of the moves that the node's cutoffs skipped.
void add_skipped(const TraceReader& reader, const answers::ShowAnswer& shown, text::Json& json) {
  std::vector<std::string> moves;
  std::int64_t total = 0;
  for (const CutoffRow& cutoff : shown.rows.of<CutoffRow>()) {
    total = saturated_sum(total, cutoff.skipped.value_or(0));
    for (std::string& move : skipped_texts(cutoff).value_or(std::vector<std::string>())) {
      if (moves.size() < kMostMoves) moves.push_back(std::move(move));
    }
  }
  text::Json skipped = text::texts_json(reader.choice_names(shown.node, moves));
  json["skipped"] = std::move(skipped);
  json["skipped_total"] = total;
}

// The table entry that the node used last, and the node that stored it.
text::Json entry_json(const TraceReader& reader, const answers::ShowAnswer& shown) {
  const TableProbeRow* entry = nullptr;
  for (const TableProbeRow& probe : shown.rows.of<TableProbeRow>()) {
    if (probe.used != format::TableUse::kNo) entry = &probe;
  }
  if (entry == nullptr) return nullptr;
  text::Json json = text::event_json(reader, *entry);
  const auto by = entry->stored_by ? reader.node(*entry->stored_by) : std::nullopt;
  json["stored_by_words"] =
      by ? text::text_json(text::node_words(reader, *by)) : text::Json(nullptr);
  return json;
}

text::Json cut_json(const TraceReader& reader, const answers::ShowAnswer& shown) {
  const auto cut = own_cut(reader, shown.node, shown.rows.of<CutoffRow>());
  if (!cut) return nullptr;
  return {{"kind", format::word(cut->row.kind)},
          {"rank", text::number_json(cut->rank)},
          {"condition", text::text_json(text::cutoff_condition(cut->row))},
          {"skipped", text::number_json(cut->row.skipped)}};
}

// Commands that give the same answer in a terminal.
text::Json commands(const Asked& asked, const NodeRow& node, const Where& where) {
  const std::string file = cli::shell_word(asked.source.file());
  const std::string id = std::to_string(node.id);
  const std::string chosen = " --search " + std::to_string(where.search->id) + " --pass " +
                             std::to_string(where.pass->ordinal);
  const std::string rules = rules_words();
  text::Json lines = text::Json::array();
  for (const auto& [what, command] : {
           std::pair{"this node", "show " + file + " " + id},
           std::pair{"why", "why " + file + " " + id},
           std::pair{"log", "log " + file + " " + id},
           std::pair{"tree", "render " + file + chosen + " --root " + id + " -o tree.svg"},
           std::pair{"children", "find " + file + chosen + " --where 'parent = " + id + "'"},
       }) {
    const bool is_for_parents = std::string_view(what) == "children";
    if (is_for_parents && asked.reader.last_of(node) == node.id) continue;
    lines.push_back({{"what", what}, {"command", text::text_json("plytrace " + command + rules)}});
  }
  return lines;
}

// The board as the tree draws it; null if the game draws none.
text::Json board_json(const Asked& asked, const NodeRow& node, const Where& where) {
  draw::Diagram diagram;
  diagram.nodes.resize(1);
  diagram.nodes[0].id = "board";
  diagram.nodes[0].shape = draw::Shape::kBare;
  diagram.nodes[0].board = board_at(asked.reader, *where.search, node, std::nullopt).picture;
  if (diagram.nodes[0].board.marks.empty()) return nullptr;
  return draw::svg_text(diagram, draw::place(diagram));
}

// Its expected and actual node type, in the words of the overview's legend.
text::Json class_json(const TraceReader& reader, const NodeRow& node) {
  IcicleLimits limits;
  limits.rows = 1;
  limits.boxes = 1;
  limits.look_ups = 2000;
  limits.ranks = false;
  const Icicle icicle = take_icicle(reader, {span_of(reader, node)}, limits);
  if (icicle.boxes.empty()) return nullptr;
  constexpr auto kBy = draw::IcicleBy::kClass;
  return draw::icicle_looks(kBy)[draw::look_of(icicle.boxes.front(), kBy)].text;
}

// Chosen by "id", or by "path" in "search" and "pass" (default: as in TraceReader).
NodeRow chosen_node(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto path = parameters.text("path");
  const auto search = parameters.number("search");
  const auto pass = parameters.number("pass");
  const std::int64_t id = path ? 0 : parameters.node();
  parameters.finish();
  if (!path) return node_of(asked, id);
  const auto place = value_of(choose_place(asked.reader, search, pass));
  return value_of(asked.reader.find(*path, place.pass));
}

}  // namespace

text::Json answer_node(Asked& asked) {
  const auto found = chosen_node(asked);
  const NodeRow& node = found;
  const auto where = where_is(asked, node.id);
  const TraceReader& reader = asked.reader;
  const PathRows path = path_to(reader, node, 50, 150);
  const answers::ShowAnswer shown =
      answers::answer(reader, {.search = *where.search,
                               .pass = *where.pass,
                               .node = node,
                               .most_children = 0,
                               .most_events = kMostEvents,
                               .most_moves = 12,
                               .most_listed = kMostMoves,
                               // Omit the path text of very long paths, which nobody can read.
                               .with_path = path.between == 0,
                               .is_bounded = true});
  text::Json json{{"node", answers::json(reader, shown)}};
  json["recorded"] = reader.last_of(node) - node.id + 1;
  add_path(reader, path, json);
  json["path_text"] = json["node"]["path"];
  add_relatives(reader, node, json);
  add_skipped(reader, shown, json);
  // The page expects them beside the row.
  json["node"].erase("children");
  for (const char* name : {"position", "position_alone", "board", "children_total",
                           "children_capped", "events", "more_events"}) {
    json[name] = std::move(json["node"][name]);
    json["node"].erase(name);
  }
  json["node"].erase("truncated");  // the page counts children and events itself
  json["node"].erase("excluded");
  json["excluded"] = text::text_json(shown.excluded);
  json["class"] = class_json(reader, node);
  json["board_svg"] = board_json(asked, node, where);
  json["entry"] = entry_json(reader, shown);
  json["cut"] = cut_json(reader, shown);
  json["log"] = text::text_json(text::node_line(reader, node));
  json["commands"] = commands(asked, node, where);
  return json;
}

}  // namespace plytrace::explore
