// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/selection.h"

#include <utility>

#include "core/registry.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::cli {
namespace {

bool holds(const PassRow& pass, std::int64_t node) {
  if (!pass.root || node < *pass.root) return false;
  return !pass.last || node <= *pass.last;
}

// Moves the selection to the pass that holds the node. An unfinished pass has no end, so the last
// one that began before the node is meant.
void follow(Selection& selection, std::int64_t node) {
  if (holds(selection.pass, node) && selection.pass.last) return;
  for (const SearchRow& search : selection.reader.searches()) {
    for (const PassRow& pass : selection.reader.passes(search.id)) {
      if (!holds(pass, node)) continue;
      selection.search = search;
      selection.pass = pass;
    }
  }
}

}  // namespace

void add_trace_file(Command* command, std::string& file) {
  command->add_option("trace", file, "The trace file")->required()->type_name("TRACE");
}

void add_perspective(Command* command, bool& engine) {
  command
      ->add_option_function(
          "--perspective", [&engine](const std::string& word) { engine = word == "engine"; },
          "Scores as MAX sees them, or as the engine counts them (default max)")
      ->check(one_of({"max", "engine"}))
      ->type_name("WHO");
}

void add_trace_options(Command* command, TraceOptions& options) {
  add_trace_file(command, options.file);
  command
      ->add_option("--search", options.search, "Search of the file, by number (default the last)")
      ->check(whole_number(0))
      ->type_name("N");
  command
      ->add_option("--pass", options.pass,
                   "Pass of the search, by number (default the last finished)")
      ->check(whole_number(0))
      ->type_name("N");
}

Result<TraceReader> open_trace(const std::string& file) {
  auto reader = TraceReader::open(file);
  if (reader) rely_on(reader->lasting_status());
  return reader;
}

Result<Selection> select(const TraceOptions& options) {
  auto reader = open_trace(options.file);
  if (!reader) return reader.status();
  auto search = reader->choose_search(options.search);
  if (!search) return search.status();
  auto pass = reader->choose_pass(*search, options.pass);
  if (!pass) return pass.status();
  return Selection{std::move(*reader), std::move(*search), std::move(*pass)};
}

Result<NodeRow> select_node(Selection& selection, std::string_view path_or_id) {
  auto node = selection.reader.find(path_or_id, selection.pass);
  if (node && !path_or_id.starts_with('/')) follow(selection, node->id);
  return node;
}

std::unique_ptr<AnyGame> game_of(const SearchRow& search) {
  auto game = make_game_from_json(search.game, search.game_options, search.position);
  return game ? std::move(*game) : nullptr;
}

std::unique_ptr<AnyGame> game_at(const TraceReader& reader, const SearchRow& search,
                                 const NodeRow& node) {
  auto game = game_of(search);
  if (!game) return nullptr;
  std::size_t played = 0;
  if (!verify::play_to(reader, node, *game, &played)) return nullptr;
  return game;
}

}  // namespace plytrace::cli
