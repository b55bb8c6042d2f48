// SPDX-License-Identifier: MIT
//
// plytrace why TRACE PATH: why a move was searched, not searched, or not chosen.
#include <memory>
#include <string>

#include "viewer/analysis/move_outcome.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/text/format.h"
#include "viewer/text/printer.h"
#include "viewer/text/row_json.h"

namespace plytrace {
namespace {

struct WhyCommand {
  cli::TraceOptions trace;
  std::string path;
  WhySettings settings;
  bool no_oracle = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Status write_text(const cli::Selection& selection, const WhyAnswer& answer) {
  text::Printer printer;
  printer.line(text::printable(answer.path) + ": " + answer.answer);
  for (const Fact& fact : answer.facts) printer.line("  " + fact.text);
  const bool several = answer.passes.size() + answer.passes_left_out > 1;
  if (several) {
    printer.line("");
    printer.line("search " + std::to_string(selection.search.id) +
                 ", what became of it in each pass (asked: pass " +
                 std::to_string(selection.pass.ordinal) + "):");
    if (answer.passes_left_out > 0) {
      printer.line("  ... " + text::grouped(std::uint64_t{answer.passes_left_out}) + " earlier " +
                   (answer.passes_left_out == 1 ? "pass" : "passes") +
                   " left out (--limit 0 for all)");
    }
    for (const WhyPass& pass : answer.passes) printer.line("  " + pass.text);
  }
  return printer.finish();
}

text::Json optional_json(const std::optional<bool>& flag) {
  return flag ? text::Json(*flag) : text::Json(nullptr);
}

std::string_view word(BoundOrigin::What what) {
  switch (what) {
    case BoundOrigin::What::kUpdate:
      return "update";
    case BoundOrigin::What::kChild:
      return "child";
    case BoundOrigin::What::kEarlierSearch:
      return "earlier_search";
    case BoundOrigin::What::kPass:
      return "pass";
    case BoundOrigin::What::kOwnWindow:
      return "own_window";
    case BoundOrigin::What::kNotRecorded:
      break;
  }
  return "not_recorded";
}

text::Json origin_json(const TraceReader& reader, const std::optional<BoundOrigin>& origin) {
  if (!origin) return nullptr;
  const auto id = [](const std::optional<NodeRow>& node) {
    return node ? text::Json(node->id) : text::Json(nullptr);
  };
  return {{"what", word(origin->what)},
          {"end", origin->end == WindowEnd::kAlpha ? "alpha" : "beta"},
          {"bound", text::score_json(origin->bound)},
          {"node", origin->node.id},
          {"path", text::text_json(reader.path(origin->node.id))},
          {"child", id(origin->child)},
          {"cause",
           origin->update ? text::Json(format::word(origin->update->cause)) : text::Json(nullptr)},
          {"event", origin->update ? text::Json(origin->update->id) : text::Json(nullptr)},
          {"levels", origin->levels},
          {"test", id(origin->test)},
          {"loosened", origin->loosened}};
}

text::Json cut_json(const TraceReader& reader, const std::optional<CutAccount>& cut) {
  if (!cut) return nullptr;
  text::Json json = text::event_json(reader, cut->row);
  json["path"] = text::text_json(reader.path(cut->node.id));
  json["reach"] = word(cut->reach);
  json["holds"] = optional_json(cut->holds);
  json["set_by"] = origin_json(reader, cut->origin);
  return json;
}

text::Json trial_json(const std::optional<SkipTrial>& trial) {
  if (!trial) return nullptr;
  return {
      {"done", trial->not_done.empty()},
      {"reason", trial->not_done.empty() ? text::Json(nullptr) : text::text_json(trial->not_done)},
      {"nodes", trial->nodes},
      {"depth", trial->depth},
      {"value", text::score_json(trial->value)},
      {"cut_child_value", text::score_json(trial->cut_child)},
      {"deciding_value", text::score_json(trial->deciding_child)},
      {"matters", optional_json(trial->matters)}};
}

text::Json pass_json(const WhyPass& told) {
  const auto& node = told.node;
  const auto bound = node ? claimed_bound(*node) : std::nullopt;
  return {{"pass", told.pass.ordinal},
          {"purpose", format::word(told.pass.purpose)},
          {"depth", text::number_json(told.pass.depth)},
          {"alpha", text::score_json(told.pass.alpha)},
          {"beta", text::score_json(told.pass.beta)},
          {"outcome", told.outcome ? text::Json(word(*told.outcome)) : text::Json(nullptr)},
          {"node", node ? text::Json(node->id) : text::Json(nullptr)},
          {"value", text::score_json(node ? node->value : std::nullopt)},
          {"bound", bound ? text::Json(format::word(*bound)) : text::Json(nullptr)},
          {"taken", told.chosen},
          {"text", text::text_json(told.text)}};
}

Status write_json(const cli::Selection& selection, const WhyAnswer& answer) {
  const TraceReader& reader = selection.reader;
  const bool searched = answer.outcome == MoveOutcome::kSearched;
  text::Json facts = text::Json::array();
  for (const Fact& fact : answer.facts) {
    facts.push_back({{"kind", fact.kind},
                     {"node", text::number_json(fact.node)},
                     {"text", text::text_json(fact.text)}});
  }
  text::Json passes = text::Json::array();
  for (const WhyPass& pass : answer.passes) passes.push_back(pass_json(pass));
  return cli::write_json(
      {{"search", selection.search.id},
       {"pass", selection.pass.ordinal},
       {"path", text::text_json(answer.path)},
       {"outcome", word(answer.outcome)},
       {"answer", text::text_json(answer.answer)},
       {"chosen", optional_json(answer.chosen)},
       {"node", searched ? text::node_json(reader, answer.node) : text::Json(nullptr)},
       {"nearest", {{"node", answer.node.id}, {"path", text::text_json(answer.node_path)}}},
       {"missing_move", searched ? text::Json(nullptr) : text::text_json(answer.missing_move)},
       {"facts", std::move(facts)},
       {"cut", cut_json(reader, answer.cut)},
       {"table_entry",
        answer.answered ? text::event_json(reader, *answer.answered) : text::Json(nullptr)},
       {"trial", trial_json(answer.trial)},
       {"passes", std::move(passes)},
       {"passes_left_out", answer.passes_left_out}});
}

Status run_why(const WhyCommand& options) {
  auto selection = cli::select(options.trace);
  if (!selection) return selection.status();
  std::optional<NodeRow> node;
  // A path may be of a move that was never searched; an id is of a node.
  if (!options.path.starts_with('/')) {
    auto found = cli::select_node(*selection, options.path);
    if (!found) return found.status();
    node = std::move(*found);
  }
  cli::catch_interrupts();
  WhySettings settings = options.settings;
  if (options.no_oracle) settings.trial.max_nodes = 0;
  const auto answer =
      why(selection->reader, selection->search, selection->pass, options.path, node, settings);
  if (!answer) return answer.status();
  // The trial ends early then, and its answer would be wrong.
  if (cli::interrupted()) return {StatusCode::kInterrupted, "why: interrupted"};
  const Status written = options.format == cli::OutputFormat::kJson
                             ? write_json(*selection, *answer)
                             : write_text(*selection, *answer);
  if (!written || answer->is_certain()) return written;
  return Status::answer(StatusCode::kNoAnswer);
}

}  // namespace

void setup_why(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<WhyCommand>();
  options->settings.trial.interrupt = &cli::interrupted();
  cli::Command* command = cli::add_command(
      app, "why", "Say why a move was searched, not searched, or not chosen",
      {"plytrace why run.db /d          # a move of the root: chosen or not, and why",
       "plytrace why run.db /d/c/e      # also where it was never searched",
       "plytrace why run.db /d --format json"});
  cli::add_explanation(command,
                       "Tells who set the bound that cut, and in each pass what became of the "
                       "move. For known games a\n"
                       "skipped move is searched without pruning, to see whether it could have "
                       "mattered. Exit code 3\n"
                       "if there is no such move, 4 if the trace does not record enough to tell.");
  cli::add_trace_options(command, options->trace);
  command
      ->add_option("path", options->path,
                   "The move: a path, also of moves never searched, or an id")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--oracle-nodes", options->settings.trial.max_nodes,
                   "Most nodes of that search (default 2000000)")
      ->check(cli::whole_number(1))
      ->type_name("N");
  command->add_flag("--no-oracle", options->no_oracle, "Do not search it");
  command
      ->add_option("--limit", options->settings.max_passes,
                   "Most passes listed, 0 = all (default 20)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_why(*options); });
}

}  // namespace plytrace
