// SPDX-License-Identifier: MIT
//
// plytrace list [NAME]: lists the games, presets, evaluators and algorithms, or explains one.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "core/search/algorithm_options.h"
#include "core/search/search.h"
#include "viewer/commands/commands.h"

namespace plytrace {
namespace {

struct ListOptions {
  std::string name;  // a kind, or the name of one thing; "": everything
  cli::OutputFormat format = cli::OutputFormat::kText;
};

using Evaluator = std::pair<const GameInfo*, const EvaluatorInfo*>;

struct Listed {
  std::vector<const GameInfo*> games;
  std::vector<const Preset*> presets;
  std::vector<Evaluator> evaluators;
  std::vector<AlgorithmTraits> algorithms;
  bool is_overview = false;  // a line each
};

// The kinds, and the names of everything that can be listed.
std::vector<std::string> known_names() {
  std::vector<std::string> names{"games", "evaluators", "algorithms"};
  for (const GameInfo& game : games()) {
    names.push_back(game.name);
    for (const EvaluatorInfo& evaluator : game.evaluators) names.push_back(evaluator.name);
  }
  for (const Preset& preset : presets()) names.push_back(preset.name);
  for (const AlgorithmTraits& algorithm : kAlgorithms) names.emplace_back(algorithm.name);
  return names;
}

// Everything that has that name. A game comes with its presets and evaluators, a preset with its
// game.
Listed listed(const std::string& name) {
  Listed list;
  const auto is_kind = [&](const char* kind) { return name.empty() || name == kind; };
  list.is_overview = is_kind("games") || is_kind("evaluators") || is_kind("algorithms");
  std::string game_name = name;
  for (const Preset& preset : presets()) {
    if (preset.name == name) game_name = preset.game;
  }
  for (const GameInfo& game : games()) {
    const bool is_named = game.name == game_name;
    if (is_named || is_kind("games")) list.games.push_back(&game);
    for (const EvaluatorInfo& evaluator : game.evaluators) {
      if (is_named || evaluator.name == name || is_kind("evaluators")) {
        list.evaluators.emplace_back(&game, &evaluator);
      }
    }
  }
  for (const Preset& preset : presets()) {
    if (preset.game == game_name || is_kind("games")) list.presets.push_back(&preset);
  }
  for (const AlgorithmTraits& algorithm : kAlgorithms) {
    if (algorithm.name == name || is_kind("algorithms")) list.algorithms.push_back(algorithm);
  }
  return list;
}

// One line per parameter: name, range, default, meaning, in columns; "" if there are none.
std::string parameter_lines(const std::vector<Parameter>& parameters) {
  std::size_t name_width = 0;
  std::size_t range_width = 0;
  std::size_t default_width = 0;
  for (const Parameter& parameter : parameters) {
    name_width = std::max(name_width, parameter.name.size());
    range_width = std::max(range_width, parameter.range.size());
    default_width = std::max(default_width, parameter.fallback.size());
  }
  std::string lines;
  for (const Parameter& parameter : parameters) {
    lines += fmt::format("    {:<{}}  {:<{}}  default {:<{}}  {}\n", parameter.name, name_width,
                         parameter.range, range_width, parameter.fallback, default_width,
                         parameter.meaning);
  }
  return lines;
}

text::Json parameters_json(const std::vector<Parameter>& parameters) {
  text::Json list = text::Json::array();
  for (const Parameter& parameter : parameters) {
    list.push_back({{"name", parameter.name},
                    {"range", parameter.range},
                    {"default", parameter.fallback},
                    {"meaning", parameter.meaning}});
  }
  return list;
}

// `name` padded to `width`, two blanks, then the summary, on one line.
std::string summary_line(const std::string& name, std::size_t width, const std::string& summary) {
  return fmt::format("{:<{}}  {}\n", name, width, summary);
}

std::string settings_text(const Arguments& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

std::string summary_of(const AlgorithmTraits& algorithm) {
  const bool is_default = algorithm.algorithm == SearchSettings{}.algorithm;
  return std::string(algorithm.summary) + (is_default ? " (the default)" : "");
}

// Names and what they are, one a line, under a heading.
using Lines = std::vector<std::pair<std::string, std::string>>;
std::string section(const std::string& heading, const Lines& lines) {
  if (lines.empty()) return "";
  std::size_t width = 0;
  for (const auto& [name, summary] : lines) width = std::max(width, name.size());
  std::string text = heading + "\n";
  for (const auto& [name, summary] : lines) text += "  " + summary_line(name, width, summary);
  return text;
}

std::string overview(const Listed& list) {
  Lines games, presets, evaluators, algorithms;
  for (const GameInfo* game : list.games) games.emplace_back(game->name, game->summary);
  for (const Preset* preset : list.presets) {
    presets.emplace_back(preset->name, preset->summary + " (" + preset->game + " " +
                                           settings_text(preset->options) + ")");
  }
  for (const auto& [game, evaluator] : list.evaluators) {
    evaluators.emplace_back(game->name + " " + evaluator->name, evaluator->summary);
  }
  for (const AlgorithmTraits& algorithm : list.algorithms) {
    algorithms.emplace_back(algorithm.name, summary_of(algorithm));
  }
  return section("games:", games) + section("presets of games:", presets) +
         section("evaluators (-e; the first of a game is its default):", evaluators) +
         section("algorithms (-a):", algorithms);
}

std::string details(const Listed& list) {
  std::string text;
  for (const GameInfo* game : list.games) {
    text += summary_line(game->name, 0, game->summary);
    text += "  moves      " + game->move_form + "\n";
    text += "  position   " + game->position_form + "\n";
    text += game->options.empty() ? "  options    none\n" : "  options (-g key=value)\n";
    text += parameter_lines(game->options);
  }
  for (const Preset* preset : list.presets) {
    text += "  preset " + preset->name + " = " + settings_text(preset->options) + "\n";
  }
  for (const auto& [game, evaluator] : list.evaluators) {
    text += summary_line(game->name + " " + evaluator->name, 0, evaluator->summary);
    text += evaluator->antisymmetric
                ? "  antisymmetric: the sides' scores add up to 0\n"
                : "  not antisymmetric: the sides' scores need not add up to 0\n";
    text += evaluator->parameters.empty() ? "  parameters none\n" : "  parameters (-w key=value)\n";
    text += parameter_lines(evaluator->parameters);
  }
  for (const AlgorithmTraits& algorithm : list.algorithms) {
    text += summary_line(std::string(algorithm.name), 0, summary_of(algorithm));
    text += "  options (--key value)\n" + parameter_lines(algorithm_options(algorithm));
  }
  return text;
}

text::Json game_json(const GameInfo& game) {
  text::Json evaluators = text::Json::array();
  for (const EvaluatorInfo& evaluator : game.evaluators) evaluators.push_back(evaluator.name);
  return {{"name", game.name},
          {"summary", game.summary},
          {"moves", game.move_form},
          {"position", game.position_form},
          {"options", parameters_json(game.options)},
          {"evaluators", std::move(evaluators)}};
}

text::Json preset_json(const Preset& preset) {
  text::Json options = text::Json::object();
  for (const auto& [key, value] : preset.options) options[key] = value;
  return {{"name", preset.name},
          {"game", preset.game},
          {"summary", preset.summary},
          {"options", std::move(options)}};
}

text::Json json_of(const Listed& list) {
  text::Json json = {{"games", text::Json::array()},
                     {"presets", text::Json::array()},
                     {"evaluators", text::Json::array()},
                     {"algorithms", text::Json::array()}};
  for (const GameInfo* game : list.games) json["games"].push_back(game_json(*game));
  for (const Preset* preset : list.presets) json["presets"].push_back(preset_json(*preset));
  for (const auto& [game, evaluator] : list.evaluators) {
    json["evaluators"].push_back({{"game", game->name},
                                  {"name", evaluator->name},
                                  {"summary", evaluator->summary},
                                  {"antisymmetric", evaluator->antisymmetric},
                                  {"parameters", parameters_json(evaluator->parameters)}});
  }
  for (const AlgorithmTraits& algorithm : list.algorithms) {
    json["algorithms"].push_back({{"name", algorithm.name},
                                  {"summary", summary_of(algorithm)},
                                  {"options", parameters_json(algorithm_options(algorithm))}});
  }
  return json;
}

Status run_list(const ListOptions& options) {
  const Listed list = listed(options.name);
  const bool is_empty = list.games.empty() && list.evaluators.empty() && list.algorithms.empty();
  if (is_empty) {
    return Status::usage("list: nothing is called '" + options.name + "'" +
                         did_you_mean(options.name, known_names()) +
                         "; 'plytrace list' shows every name");
  }
  if (options.format == cli::OutputFormat::kJson) return cli::write_json(json_of(list));
  return cli::write_stdout(list.is_overview ? overview(list) : details(list));
}

}  // namespace

void setup_list(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "list", "List the games, evaluators and search algorithms, with their options",
      {"plytrace list", "plytrace list algorithms", "plytrace list connect4",
       "plytrace list othello --format json"},
      run_list);
  command->add_option("NAME", options->name,
                      "games, evaluators or algorithms; or the name of one, a preset's too, in\n"
                      "detail");
  cli::add_format(command, options->format);
}

}  // namespace plytrace
