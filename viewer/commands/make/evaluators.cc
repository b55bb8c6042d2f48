// SPDX-License-Identifier: MIT
//
// plytrace evaluators [NAME]: lists the evaluators of each game and their parameters.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "viewer/commands/commands.h"
#include "viewer/format/parameter_lists.h"

namespace plytrace {
namespace {

struct EvaluatorsOptions {
  std::string name;  // an evaluator or a game; "": all
  cli::OutputFormat format = cli::OutputFormat::kText;
};

using Listed = std::pair<const GameInfo*, const EvaluatorInfo*>;

// All evaluators, or the evaluator of that name, or all of the game of that name.
std::vector<Listed> listed(const std::string& name) {
  std::vector<Listed> list;
  for (const GameInfo& game : games()) {
    for (const EvaluatorInfo& evaluator : game.evaluators) {
      if (name.empty() || evaluator.name == name || game.name == name) {
        list.emplace_back(&game, &evaluator);
      }
    }
  }
  return list;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const auto& [game, evaluator] : listed("")) names.push_back(evaluator->name);
  for (const GameInfo& game : games()) names.push_back(game.name);
  return names;
}

std::string overview(const std::vector<Listed>& list) {
  std::size_t width = 0;
  for (const auto& [game, evaluator] : list) {
    width = std::max(width, game->name.size() + 1 + evaluator->name.size());
  }
  std::string text;
  for (const auto& [game, evaluator] : list) {
    text += summary_line(game->name + " " + evaluator->name, width, evaluator->summary);
  }
  return text;
}

std::string details(const std::vector<Listed>& list) {
  std::string text;
  for (const auto& [game, evaluator] : list) {
    text += summary_line(game->name + " " + evaluator->name, 0, evaluator->summary);
    text += evaluator->antisymmetric
                ? "  antisymmetric: the sides' scores add up to 0\n"
                : "  not antisymmetric: the sides' scores need not add up to 0\n";
    text += evaluator->parameters.empty() ? "  parameters none\n" : "  parameters (-w key=value)\n";
    text += parameter_lines(evaluator->parameters, 4);
  }
  return text;
}

Status run_evaluators(const EvaluatorsOptions& options) {
  const std::vector<Listed> list = listed(options.name);
  if (list.empty()) return unknown_name("evaluator", options.name, known_names());
  if (options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(options.name.empty() ? overview(list) : details(list));
  }
  text::Json evaluators = text::Json::array();
  for (const auto& [game, evaluator] : list) {
    evaluators.push_back({{"game", game->name},
                          {"name", evaluator->name},
                          {"summary", evaluator->summary},
                          {"antisymmetric", evaluator->antisymmetric},
                          {"parameters", parameters_json(evaluator->parameters)}});
  }
  return cli::write_json({{"evaluators", std::move(evaluators)}});
}

}  // namespace

void setup_evaluators(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<EvaluatorsOptions>();
  cli::Command* command = cli::add_command(
      app, "evaluators", "List the evaluators of each game and their parameters",
      {"plytrace evaluators", "plytrace evaluators danger", "plytrace evaluators connectk"});
  command->add_option("NAME", options->name, "One evaluator, or those of one game, in detail");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_evaluators(*options); });
}

}  // namespace plytrace
