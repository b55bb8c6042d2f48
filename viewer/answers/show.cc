// SPDX-License-Identifier: MIT
#include "viewer/answers/show.h"

#include <type_traits>
#include <utility>

#include "viewer/analysis/relatives.h"
#include "viewer/format/add_line.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/verify/game/game_at.h"

namespace plytrace::answers {
namespace {

void shorten(text::Json& moves, std::size_t most) {
  if (moves.is_array() && moves.size() > most) {
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(most), moves.end());
  }
}

// Converts the events to words and JSON, in time order.
void tell_events(const TraceReader& reader, const ShowQuestion& question, ShowAnswer& found) {
  const auto side = found.node.side;
  text::EventDetail detail{.with_ids = true, .most_moves = question.most_moves};
  if (found.node.alpha && found.node.beta)
    detail.before = Window{*found.node.alpha, *found.node.beta};
  found.rows.in_order([&]<class Row>(const Row& stored) {
    if (question.is_bounded && found.events.size() == question.most_events) {
      found.more_events = true;
      return;
    }
    const Row row = question.view(stored, side);
    ShownEvent event{row.at, text::event_words(reader, row, detail).text,
                     text::event_json(reader, row)};
    event.json["mark"] = event.words.substr(0, 1);
    event.json["text"] = text::text_json(event.words.substr(2));
    if constexpr (std::is_same_v<Row, CutoffRow>) {
      shorten(event.json["skipped_moves"], question.most_listed);
    }
    if constexpr (std::is_same_v<Row, BoundUpdateRow>) {
      if (row.alpha && row.beta) detail.before = Window{*row.alpha, *row.beta};
    }
    found.events.push_back(std::move(event));
  });
}

void find_events(const TraceReader& reader, const ShowQuestion& question, ShowAnswer& found) {
  if (question.is_bounded) {
    BoundedEvents bounded = events_of(reader, question.node, question.most_events);
    found.rows = std::move(bounded.events);
    found.more_events = bounded.more;
    return;
  }
  found.rows = reader.events(question.node, question.most_events);
  format::for_each_event_table([&]<class Row>() {
    found.more_events = found.more_events || found.rows.of<Row>().size() >= question.most_events;
  });
}

void find_children(const TraceReader& reader, const ShowQuestion& question, ShowAnswer& found) {
  reader.for_each_child(question.node, [&](const NodeRow& child) {
    found.children_capped =
        question.is_bounded && found.children_total == static_cast<std::int64_t>(kMostChildren);
    if (found.children_capped) return false;
    ++found.children_total;
    if (found.children.size() < question.most_children) {
      found.children.push_back(question.view(child));
    }
    return true;
  });
}

// The first line of the text: "node #6, /b: MIN to move, ply 1, depth 1, interior".
std::string headline(const TraceReader& reader, const ShowAnswer& found) {
  const NodeRow& node = found.node;
  std::string line = "node #" + std::to_string(node.id) + ", " +
                     text::printable(found.path.value_or("...")) + ": " +
                     std::string(text::side(node)) + " to move, ply " + std::to_string(node.ply);
  if (node.depth) line += ", depth " + std::to_string(*node.depth);
  line += ", " + std::string(format::word(node.kind));
  if (const std::string role = text::role_words(reader, node); !role.empty()) {
    line += ", searched as " + role;
  }
  if (node.phase == format::Phase::kQuiescence) line += ", quiescence";
  return line;
}

std::string where_words(const ShowAnswer& found) {
  std::string line = "search " + std::to_string(found.search.id) + " (" +
                     text::search_words(found.search) + "), pass " +
                     std::to_string(found.pass.ordinal) + " (" +
                     std::string(format::word(found.pass.purpose));
  if (found.pass.depth) line += ", depth " + std::to_string(*found.pass.depth);
  return line + ")";
}

// The node's result, and anything unusual about it.
void result_lines(const TraceReader& reader, const ShowAnswer& found, std::string& out) {
  const NodeRow& node = found.node;
  text::add_line(out, "window on entry  " + text::window(node.alpha, node.beta));
  if (node.is_open()) {
    text::add_line(
        out, "returned         nothing: the node was never left (the recording ended before that)");
  } else if (!node.value) {
    text::add_line(out,
                   "returned         no usable value: " + std::string(text::no_value_words(node)));
  } else {
    const std::string mate = reader.mate_words(node, node.value);
    text::add_line(out, "returned         " + text::score(node.value) + " (" +
                            std::string(text::bound_words(claimed_bound(node))) +
                            (mate.empty() ? "" : ", " + mate) + ")");
  }
  if (node.score) text::add_line(out, "static score     " + text::score(node.score));
  if (node.credited) {
    text::add_line(out, "credited         " + text::score(node.credited) +
                            " (the value that the parent used)");
  }
  if (node.best) {
    const auto best = reader.node(*node.best);
    text::add_line(out, "best             " +
                            (best ? text::name_of(reader, *best) : std::string("?")) + " (#" +
                            std::to_string(*node.best) + ")");
  }
  std::string counts = text::count(reader.last_of(node) - node.id + 1, "node");
  if (node.legal) counts += ", " + text::count(*node.legal, "move") + " to search";
  if (node.legal || found.children_total > 0) {
    counts += (node.unrecorded > 0 ? ", children recorded: " : ", children searched: ") +
              text::grouped(found.children_total);
  }
  if (node.unrecorded > 0) {
    counts += ", " + text::count(node.unrecorded, "node") + " outside them not recorded";
  }
  text::add_line(out, "size             " + counts);
  if (!found.excluded.empty()) text::add_line(out, "excluded         " + found.excluded);
  if (node.key) text::add_line(out, "key              " + key_text(*node.key));
}

// Children and events in time order; a child is listed when it was entered.
void timeline(const TraceReader& reader, const ShowAnswer& found, std::string& out) {
  if (found.children.empty() && found.events.empty()) return;
  text::add_line(out, "");
  text::add_line(out, "what happened in it:");
  auto event = found.events.begin();
  for (const NodeRow& child : found.children) {
    for (; event != found.events.end() && event->at < child.id; ++event) {
      text::add_line(out, "  " + event->words);
    }
    text::add_line(out, "  " + text::node_line(reader, child));
  }
  const auto more = found.children_total - static_cast<std::int64_t>(found.children.size());
  if (more > 0)
    text::add_line(out, "  ... and " + text::grouped(more) + " more children (--limit 0 for all)");
  for (; event != found.events.end(); ++event) text::add_line(out, "  " + event->words);
  if (found.more_events) {
    text::add_line(out, "  ... events are limited to " + std::to_string(found.most_events) +
                            " of a kind (--limit 0 for all)");
  }
}

}  // namespace

ShowAnswer answer(const TraceReader& reader, ShowQuestion question) {
  const TraceReader::Snapshot snapshot(reader);
  ShowAnswer found;
  found.most_events = question.most_events;
  found.node = question.view(question.node);
  found.excluded = text::excluded_words(reader, question.node, question.most_moves);
  if (question.with_path) found.path = reader.path(question.node.id);
  find_children(reader, question, found);
  find_events(reader, question, found);
  tell_events(reader, question, found);
  if (const auto game = verify::game_at(reader, question.search, question.node)) {
    found.position = game->position_text();
    found.board = game->board_text();
    if (!game->info().notation.empty()) found.position_alone = game->position_alone();
  } else if (verify::game_of(question.search)) {
    found.no_position = "the moves to this node cannot be played on a board";
  }
  found.search = std::move(question.search);
  found.pass = std::move(question.pass);
  return found;
}

std::string lines(const TraceReader& reader, const ShowAnswer& answer) {
  std::string out;
  text::add_line(out, headline(reader, answer));
  text::add_line(out, where_words(answer));
  if (answer.mark) text::add_line(out, "mark             " + *answer.mark);
  if (answer.board) {
    text::add_line(out, "");
    text::add_line(out, text::printable_lines(*answer.board));
    text::add_line(out, "");
    if (answer.position_alone) {
      text::add_line(out, "position         " + text::printable(*answer.position_alone));
    }
  } else if (!answer.node.parent && !answer.search.position.empty()) {
    text::add_line(out, "position         " + text::printable(answer.search.position));
  }
  if (!answer.no_position.empty()) {
    text::add_line(out, "position         not known: " + answer.no_position);
  }
  result_lines(reader, answer, out);
  timeline(reader, answer, out);
  return out;
}

text::Json json(const TraceReader& reader, const ShowAnswer& answer) {
  text::Json json = text::node_json(reader, answer.node);
  json["path"] = text::text_json(answer.path);
  json["search"] = answer.search.id;
  json["pass"] = answer.pass.ordinal;
  json["position"] = text::text_json(answer.position);
  json["board"] = text::text_json(answer.board);
  json["position_alone"] = text::text_json(answer.position_alone);
  json["children"] = text::list_json(
      answer.children, [&](const NodeRow& child) { return text::node_json(reader, child); });
  json["children_total"] = answer.children_total;
  json["children_capped"] = answer.children_capped;
  json["truncated"] = answer.more_events || answer.children_capped ||
                      static_cast<std::int64_t>(answer.children.size()) < answer.children_total;
  json["events"] =
      text::list_json(answer.events, [](const ShownEvent& event) { return event.json; });
  json["more_events"] = answer.more_events;
  if (answer.mark) json["mark"] = text::text_json(*answer.mark);
  return json;
}

}  // namespace plytrace::answers
