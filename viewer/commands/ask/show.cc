// SPDX-License-Identifier: MIT
//
// plytrace show TRACE NODE: one node with everything that happened in it, in the order of time.
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {
namespace {

struct ShowCommand {
  cli::TraceOptions trace;
  std::string node;
  std::size_t limit = 100;
  cli::Perspective perspective = cli::Perspective::kMax;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// One thing that happened in the node: a child was searched, or an event.
struct Moment {
  std::int64_t at = 0;  // a child comes before the events at its own last node
  std::string text;
  text::Json json;  // an event
};

// A node and what the output says of it.
struct Shown {
  NodeRow node;  // in the chosen view
  std::string path;
  std::vector<NodeRow> children;  // the first `limit`
  std::int64_t children_total = 0;
  NodeEvents events;
  std::vector<Moment> moments;
  std::unique_ptr<AnyGame> game;
};

// The events of a node as moments, in order of time.
void collect_moments(const TraceReader& reader, const text::View& view, std::size_t limit,
                     Shown& shown) {
  const auto side = shown.node.side;
  text::EventDetail detail{.with_ids = true, .most_moves = limit};
  if (shown.node.alpha && shown.node.beta)
    detail.before = Window{*shown.node.alpha, *shown.node.beta};
  shown.events.in_order([&]<class Row>(const Row& stored) {
    const Row row = view(stored, side);
    shown.moments.push_back(
        {row.at, text::event_words(reader, row, detail).text, text::event_json(reader, row)});
    if constexpr (std::is_same_v<Row, BoundUpdateRow>) {
      if (row.alpha && row.beta) detail.before = Window{*row.alpha, *row.beta};
    }
  });
}

Shown look_at(const cli::Selection& selection, const NodeRow& node, const ShowCommand& options) {
  const TraceReader& reader = selection.reader;
  const TraceReader::Snapshot snapshot(reader);
  const text::View view = cli::view_of(options.perspective, selection.search);
  Shown shown;
  shown.node = view(node);
  shown.path = reader.path(node.id);
  // All are counted, the first ones kept.
  reader.for_each_child(node, [&](const NodeRow& child) {
    ++shown.children_total;
    if (options.limit == 0 || shown.children.size() < options.limit) {
      shown.children.push_back(view(child));
    }
    return true;
  });
  shown.events = reader.events(node, options.limit == 0 ? SIZE_MAX : options.limit);
  collect_moments(reader, view, options.limit, shown);
  shown.game = cli::game_at(reader, selection.search, node);
  return shown;
}

// "node #6, /b: MIN to move, ply 1, depth 1, interior"
std::string headline(const TraceReader& reader, const Shown& shown) {
  const NodeRow& node = shown.node;
  std::string line = "node #" + std::to_string(node.id) + ", " + text::printable(shown.path) +
                     ": " + std::string(text::side(node)) + " to move, ply " +
                     std::to_string(node.ply);
  if (node.depth) line += ", depth " + std::to_string(*node.depth);
  line += ", " + std::string(format::word(node.kind));
  if (const std::string role = text::role_words(reader, node); !role.empty()) {
    line += ", searched as " + role;
  }
  if (node.phase == format::Phase::kQuiescence) line += ", quiescence";
  return line;
}

std::string where_words(const cli::Selection& selection) {
  std::string line = "search " + std::to_string(selection.search.id) + " (" +
                     text::search_words(selection.search) + "), pass " +
                     std::to_string(selection.pass.ordinal) + " (" +
                     std::string(format::word(selection.pass.purpose));
  if (selection.pass.depth) line += ", depth " + std::to_string(*selection.pass.depth);
  return line + ")";
}

// What the node returned, and what of it is out of the ordinary.
void result_lines(const TraceReader& reader, const Shown& shown, text::Printer& printer) {
  const NodeRow& node = shown.node;
  printer.line("window on entry  " + text::window(node.alpha, node.beta));
  if (node.is_open()) {
    printer.line("returned         nothing: the node was never left (the recording ended in it)");
  } else if (!node.value) {
    printer.line("returned         no usable value: left while the search was stopping");
  } else {
    printer.line("returned         " + text::score(node.value) + " (" +
                 std::string(text::bound_words(claimed_bound(node))) + ")");
  }
  if (node.score) printer.line("static score     " + text::score(node.score));
  if (node.credited) {
    printer.line("credited         " + text::score(node.credited) + " (what the parent took)");
  }
  if (node.best) {
    const auto best = reader.node(*node.best);
    printer.line("best             " + (best ? text::name_of(reader, *best) : std::string("?")) +
                 " (#" + std::to_string(*node.best) + ")");
  }
  std::string counts = text::count(reader.last_of(node) - node.id + 1, "node");
  if (node.legal) counts += ", " + text::count(*node.legal, "move") + " to search";
  if (node.legal || shown.children_total > 0) {
    counts += ", children searched: " + text::grouped(shown.children_total);
  }
  if (node.unrecorded > 0) counts += ", " + text::count(node.unrecorded, "node") + " not recorded";
  printer.line("size             " + counts);
  if (node.key) printer.line("key              " + key_text(*node.key));
}

// Children and events as they happened: a child when it was entered.
void timeline(const TraceReader& reader, const Shown& shown, std::size_t limit,
              text::Printer& printer) {
  if (shown.children.empty() && shown.moments.empty()) return;
  printer.line("");
  printer.line("what happened in it:");
  auto moment = shown.moments.begin();
  for (const NodeRow& child : shown.children) {
    for (; moment != shown.moments.end() && moment->at < child.id; ++moment) {
      printer.line("  " + moment->text);
    }
    printer.line("  " + text::node_line(reader, child));
  }
  const auto more = shown.children_total - static_cast<std::int64_t>(shown.children.size());
  if (more > 0)
    printer.line("  ... and " + text::grouped(more) + " more children (--limit 0 for all)");
  for (; moment != shown.moments.end(); ++moment) printer.line("  " + moment->text);
  // As many as the limit may be all of them or not: it is said in both cases.
  bool is_limited = false;
  format::for_each_event_table([&]<class Row>() {
    is_limited = is_limited || (limit != 0 && shown.events.of<Row>().size() >= limit);
  });
  if (is_limited) {
    printer.line("  ... events are limited to " + std::to_string(limit) +
                 " of a kind (--limit 0 for all)");
  }
}

Status write_text(const cli::Selection& selection, const Shown& shown, std::size_t limit) {
  const TraceReader& reader = selection.reader;
  text::Printer printer;
  printer.line(headline(selection.reader, shown));
  printer.line(where_words(selection));
  if (shown.game) {
    printer.line("");
    printer.line(text::printable_lines(shown.game->board_text()));
    printer.line("");
  } else if (!shown.node.parent && !selection.search.position.empty()) {
    printer.line("position         " + text::printable(selection.search.position));
  }
  result_lines(reader, shown, printer);
  timeline(reader, shown, limit, printer);
  return printer.finish();
}

text::Json children_json(const TraceReader& reader, const Shown& shown) {
  text::Json children = text::Json::array();
  for (const NodeRow& child : shown.children) {
    children.push_back(text::node_json(reader, child));
  }
  return children;
}

Status write_json(const cli::Selection& selection, const Shown& shown) {
  const TraceReader& reader = selection.reader;
  text::Json json = text::node_json(reader, shown.node);
  json["path"] = text::text_json(shown.path);
  json["search"] = selection.search.id;
  json["pass"] = selection.pass.ordinal;
  json["position"] =
      shown.game ? text::text_json(shown.game->position_text()) : text::Json(nullptr);
  json["board"] = shown.game ? text::text_json(shown.game->board_text()) : text::Json(nullptr);
  json["children"] = children_json(reader, shown);
  json["children_total"] = shown.children_total;
  json["events"] = text::Json::array();
  for (const Moment& moment : shown.moments) json["events"].push_back(moment.json);
  return cli::write_json(json);
}

Status run_show(const ShowCommand& options) {
  auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  const auto node = cli::select_node(*selection, options.node);
  if (!node) return node.status();
  const Shown shown = look_at(*selection, *node, options);
  if (Status damage = selection->reader.status(); !damage) return damage;
  return options.format == cli::OutputFormat::kJson ? write_json(*selection, shown)
                                                    : write_text(*selection, shown, options.limit);
}

}  // namespace

void setup_show(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<ShowCommand>();
  cli::Command* command = cli::add_command(
      app, "show", "Show one node: board, window, children and every event in the order of time",
      {"plytrace show run.db /        # the root", "plytrace show run.db /d/c     # by its moves",
       "plytrace show run.db '#123'   # by its id"});
  cli::add_explanation(command,
                       "'*' is a bound update with its cause, '!' a cutoff with its condition and "
                       "the skipped moves,\n"
                       "'T' a table event, '#' a note.");
  cli::add_trace_options(command, options->trace);
  command->add_option("node", options->node, "The node: a path or an id")
      ->required()
      ->type_name("NODE");
  command
      ->add_option("--limit", options->limit,
                   "Most children, and events of a kind, 0 = all (default {})")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::add_perspective(command, options->perspective);
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_show(*options); });
}

}  // namespace plytrace
