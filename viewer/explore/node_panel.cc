// SPDX-License-Identifier: MIT
//
// "node": one node with its place in the tree and what happened in it.
#include <algorithm>
#include <type_traits>

#include "viewer/analysis/relatives.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/explore/panels.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostEvents = 200, kMostMoves = 200;

text::Json id_json(const std::optional<NodeRow>& node) {
  return node ? text::Json(node->id) : text::Json(nullptr);
}

text::Json steps_json(const TraceReader& reader, const std::vector<NodeRow>& path) {
  text::Json steps = text::Json::array();
  for (const NodeRow& node : path) {
    steps.push_back({{"node", node.id}, {"move", text::text_json(text::name_of(reader, node))}});
  }
  return steps;
}

// From the root; of a long path the first "path_head" steps and the last ones.
void add_path(const TraceReader& reader, const NodeRow& node, text::Json& json) {
  const PathRows path = path_to(reader, node, 50, 150);
  json["path"] = steps_json(reader, path.head);
  for (text::Json& step : steps_json(reader, path.tail)) json["path"].push_back(std::move(step));
  json["path_left_out"] = path.between;
  json["path_head"] = path.head.size();
  // The text of a path of 100,000 moves is of no use to anybody.
  json["path_text"] =
      path.between == 0 ? text::text_json(reader.path(node.id)) : text::Json(nullptr);
}

void add_relatives(const TraceReader& reader, const NodeRow& node, text::Json& json) {
  json["parent"] = text::number_json(node.parent);
  json["first_child"] = id_json(first_child(reader, node));
  json["last_child"] = id_json(last_child(reader, node));
  json["previous"] = id_json(previous_sibling(reader, node));
  json["next"] = id_json(next_sibling(reader, node));
  const ChildCount children = count_children(reader, node);
  json["children_total"] = children.count;
  json["children_capped"] = children.capped;
}

// The names of skipped moves as far as they are shown; how many there are says "skipped".
void shorten(text::Json& moves) {
  if (!moves.is_array()) return;
  while (moves.size() > kMostMoves) moves.erase(moves.size() - 1);
}

// Events in order of time, each with its words.
class EventList {
 public:
  EventList(const TraceReader& reader, const NodeRow& node) : reader_(reader), node_(node) {
    if (node.alpha && node.beta) detail_.before = Window{*node.alpha, *node.beta};
    const BoundedEvents found = events_of(reader, node, kMostEvents);
    more_ = found.more;
    cutoffs_ = found.events.of<CutoffRow>();
    found.events.in_order([&](const auto& row) { add(row); });
  }

  void write(text::Json& json) {
    json["skipped"] = std::move(skipped_);
    json["skipped_total"] = skipped_total_;
    json["events"] = std::move(events_);
    json["more_events"] = more_;
    json["entry"] = entry_json();
    json["cut"] = cut_json();
  }

 private:
  template <class Row>
  void add(const Row& row) {
    if (events_.size() == kMostEvents) {
      more_ = true;
      return;
    }
    text::Json json = text::event_json(reader_, row);
    const std::string words = text::event_words(reader_, row, detail_).text;
    json["mark"] = words.substr(0, 1);
    json["text"] = text::text_json(words.substr(2));
    note(row, json);
    events_.push_back(std::move(json));
  }
  void note(const BoundUpdateRow& row, text::Json&) {
    if (row.alpha && row.beta) detail_.before = Window{*row.alpha, *row.beta};
  }
  void note(const CutoffRow& row, text::Json& json) {
    skipped_total_ = saturated_sum(skipped_total_, row.skipped.value_or(0));
    shorten(json["skipped_moves"]);
    for (const text::Json& move : json["skipped_moves"]) {
      if (skipped_.size() < kMostMoves) skipped_.push_back(move);
    }
  }
  void note(const TableProbeRow& row, text::Json&) {
    if (row.used != format::TableUse::kNo) entry_ = row;
  }
  template <class Row>
  void note(const Row&, text::Json&) {}

  // The entry that the node used last, and who stored it.
  text::Json entry_json() const {
    if (!entry_) return nullptr;
    text::Json json = text::event_json(reader_, *entry_);
    const auto by = entry_->stored_by ? reader_.node(*entry_->stored_by) : std::nullopt;
    json["stored_by_words"] =
        by ? text::text_json(text::node_words(reader_, *by)) : text::Json(nullptr);
    return json;
  }
  text::Json cut_json() const {
    const auto cut = own_cut(reader_, node_, cutoffs_);
    if (!cut) return nullptr;
    return {{"kind", format::word(cut->row.kind)},
            {"rank", text::number_json(cut->rank)},
            {"condition", text::text_json(text::cutoff_condition(cut->row))},
            {"skipped", text::number_json(cut->row.skipped)}};
  }

  const TraceReader& reader_;
  const NodeRow& node_;
  text::EventDetail detail_{.with_ids = true};
  text::Json events_ = text::Json::array(), skipped_ = text::Json::array();
  std::int64_t skipped_total_ = 0;
  bool more_ = false;
  std::vector<CutoffRow> cutoffs_;
  std::optional<TableProbeRow> entry_;
};

// What answers the same in a terminal.
text::Json commands(const Asked& asked, const NodeRow& node, const Where& where) {
  const std::string file = cli::shell_word(asked.source.file());
  const std::string id = std::to_string(node.id);
  const std::string chosen = " --search " + std::to_string(where.search->id) + " --pass " +
                             std::to_string(where.pass->ordinal);
  text::Json lines = text::Json::array();
  for (const auto& [what, command] : {
           std::pair{"this node", "show " + file + " " + id},
           std::pair{"why", "why " + file + " " + id},
           std::pair{"log", "log " + file + " " + id},
           std::pair{"tree", "render " + file + chosen + " --root " + id + " -o tree.svg"},
           std::pair{"children", "find " + file + chosen + " --where 'parent = " + id + "'"},
       }) {
    lines.push_back({{"what", what}, {"command", text::text_json("plytrace " + command)}});
  }
  return lines;
}

void add_board(const Asked& asked, const NodeRow& node, const SearchRow& search, text::Json& json) {
  const auto game = verify::game_at(asked.reader, search, node);
  json["board"] = game ? text::text_json(game->board_text()) : text::Json(nullptr);
  json["position"] = game ? text::text_json(game->position_text()) : text::Json(nullptr);
}

// By "id", or by "path" in "search" and "pass" (else the last finished).
Result<NodeRow> chosen_node(Asked& asked) {
  Parameters& parameters = asked.parameters;
  const auto path = parameters.text("path");
  const auto search = parameters.number("search");
  const auto pass = parameters.number("pass");
  const std::int64_t id = path ? 0 : parameters.node();
  if (Status status = parameters.finish(); !status) return status;
  if (!path) return node_of(asked, id);
  const auto in_search = asked.reader.choose_search(search);
  if (!in_search) return in_search.status();
  const auto in_pass = asked.reader.choose_pass(*in_search, pass);
  if (!in_pass) return in_pass.status();
  return asked.reader.find(*path, *in_pass);
}

}  // namespace

Result<text::Json> answer_node(Asked& asked) {
  const auto found = chosen_node(asked);
  if (!found) return found.status();
  const NodeRow& node = *found;
  const auto where = where_is(asked, node.id);
  if (!where) return where.status();
  const TraceReader& reader = asked.reader;
  text::Json json{{"node", text::node_json(reader, node)}};
  json["recorded"] = reader.last_of(node) - node.id + 1;
  add_path(reader, node, json);
  // As show has it.
  json["node"]["path"] = json["path_text"];
  json["node"]["search"] = where->search->id;
  json["node"]["pass"] = where->pass->ordinal;
  add_relatives(reader, node, json);
  EventList(reader, node).write(json);
  json["log"] = text::text_json(text::node_line(reader, node));
  add_board(asked, node, *where->search, json);
  json["commands"] = commands(asked, node, *where);
  return json;
}

}  // namespace plytrace::explore
