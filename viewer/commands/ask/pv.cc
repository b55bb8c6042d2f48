// SPDX-License-Identifier: MIT
//
// plytrace pv TRACE: the principal variation, step by step through the recorded nodes.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/format/table.h"
#include "viewer/tree/principal_variation.h"

namespace plytrace {
namespace {

struct PvCommand {
  cli::TraceOptions trace;
  cli::Perspective perspective = cli::Perspective::kMax;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Says where the line that the search reported and the recorded nodes part.
std::string remark(const SearchRow& search, const tree::PrincipalVariation& line) {
  if (search.pv.empty()) return "";
  const auto moves = line.moves;
  const auto parted = std::mismatch(moves.begin(), moves.end(), search.pv.begin(), search.pv.end());
  if (parted.first != moves.end()) {
    return "the search reported another line: " + text::list(search.pv, 40);
  }
  if (parted.second == search.pv.end()) return "";
  const std::vector<std::string> rest(parted.second, search.pv.end());
  if (line.ends_by_own_value && line.nodes.back().kind == format::NodeKind::kInterior) {
    return "the search reported further moves, but the value is this node's own: " +
           text::list(rest, 40);
  }
  return "the search reported further moves, not recorded below here: " + text::list(rest, 40);
}

// The last probe or iteration often fails low, so that it has no line: which pass has one.
std::string other_pass(const cli::Selection& selection) {
  const PassRow* found = nullptr;
  const std::vector<PassRow> passes = selection.reader.passes(selection.search.id);
  for (const PassRow& pass : passes) {
    if (pass.best_move && pass.id != selection.pass.id) found = &pass;
  }
  if (found == nullptr) return "";
  return fmt::format("pass {} names a best move, {}: --pass {}", found->ordinal,
                     text::printable(*found->best_move), found->ordinal);
}

Status write_text(const cli::Selection& selection, const tree::PrincipalVariation& line,
                  const text::View& view) {
  const TraceReader& reader = selection.reader;
  text::Printer printer;
  const std::string title = "pv of pass " + std::to_string(selection.pass.ordinal) + ": ";
  printer.line(text::wrapped(title + (line.moves.empty() ? "no moves" : text::list(line.moves, 40)),
                             title.size()));
  TextTable steps({{"ply"},
                   {"move", TextTable::kLeft},
                   {"by", TextTable::kLeft},
                   {"value"},
                   {"bound", TextTable::kLeft},
                   {"window", TextTable::kLeft},
                   {"node", TextTable::kLeft}});
  std::string_view mover = "";
  for (const NodeRow& stored : line.nodes) {
    const NodeRow node = view(stored);
    std::string id = "#" + std::to_string(node.id);
    if (node.kind != format::NodeKind::kInterior) {
      id += " " + std::string(format::word(node.kind));
    } else if (line.ends_by_own_value && &stored == &line.nodes.back()) {
      id += " its own value";
    }
    steps.add({std::to_string(node.ply), text::name_of(reader, node), std::string(mover),
               text::score(node.value), std::string(text::bound_words(claimed_bound(node))),
               text::window(node.alpha, node.beta), id});
    mover = text::side(node);
  }
  printer.raw(steps.text(" ", text::kPageWidth));
  if (line.cut_short) printer.line("... the line goes on");
  const std::string note = remark(selection.search, line);
  if (!note.empty()) printer.line(text::wrapped(note, 2));
  if (line.moves.empty()) {
    if (const std::string pass = other_pass(selection); !pass.empty()) printer.line(pass);
  }
  return printer.finish();
}

Status write_json(const cli::Selection& selection, const tree::PrincipalVariation& line,
                  const text::View& view) {
  const TraceReader& reader = selection.reader;
  const TraceReader::Snapshot snapshot(reader);
  text::Json steps = text::Json::array();
  std::string path;
  text::Json mover;  // the side that made the move of a step
  for (const NodeRow& stored : line.nodes) {
    text::Json step = text::node_json(reader, view(stored));
    if (stored.parent) path += "/" + reader.component(stored);
    step["mover"] = mover;
    mover = stored.side ? text::Json(format::word(*stored.side)) : text::Json(nullptr);
    step["path"] = text::text_json(path.empty() ? "/" : path);
    steps.push_back(std::move(step));
  }
  const NodeRow root = line.nodes.empty() ? NodeRow{} : view(line.nodes.front());
  return cli::write_json({{"search", selection.search.id},
                          {"pass", selection.pass.ordinal},
                          {"value", text::score_json(root.value)},
                          {"pv", text::texts_json(line.moves)},
                          {"reported_pv", text::texts_json(selection.search.pv)},
                          {"steps", std::move(steps)},
                          {"cut_short", line.cut_short},
                          {"ends_by_own_value", line.ends_by_own_value}});
}

Status run_pv(const PvCommand& options) {
  const auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  const auto root = selection->reader.find("/", selection->pass);
  if (!root) return root.status();
  const tree::PrincipalVariation line =
      tree::principal_variation(selection->reader, *root, selection->search.pv);
  if (Status damage = selection->reader.status(); !damage) return damage;
  const text::View view = cli::view_of(options.perspective, selection->search);
  return options.format == cli::OutputFormat::kJson ? write_json(*selection, line, view)
                                                    : write_text(*selection, line, view);
}

}  // namespace

void setup_pv(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<PvCommand>();
  cli::Command* command = cli::add_command(
      app, "pv", "Show the principal variation: move, who made it, value and window at each step",
      {"plytrace pv run.db", "plytrace pv run.db --pass 2 --format json"});
  cli::add_trace_options(command, options->trace);
  cli::add_perspective(command, options->perspective);
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_pv(*options); });
}

}  // namespace plytrace
