// SPDX-License-Identifier: MIT
//
// plytrace games [NAME]: lists the games with their options, notation and evaluators.
#include <memory>
#include <string>

#include "core/registry.h"
#include "viewer/commands/commands.h"
#include "viewer/format/parameter_lists.h"

namespace plytrace {
namespace {

struct GamesOptions {
  std::string name;  // "": all
  cli::OutputFormat format = cli::OutputFormat::kText;
};

constexpr std::size_t kGameWidth = 12;

std::string settings_text(const Arguments& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

std::string overview() {
  std::string text;
  for (const GameInfo& game : games()) text += summary_line(game.name, kGameWidth, game.summary);
  text += "presets:\n";
  for (const Preset& preset : presets()) {
    text += summary_line(
        preset.name, kGameWidth,
        preset.summary + " (" + preset.game + " " + settings_text(preset.options) + ")");
  }
  return text;
}

std::string details(const GameInfo& game) {
  std::string text = summary_line(game.name, 0, game.summary);
  text += "  moves      " + game.move_form + "\n";
  text += "  position   " + game.position_form + "\n";
  text += game.options.empty() ? "  options    none\n" : "  options (-g key=value)\n";
  text += parameter_lines(game.options, 4);
  text += "  evaluators (-e; the first is the default; 'plytrace evaluators NAME')\n";
  for (const EvaluatorInfo& evaluator : game.evaluators) {
    text += "    " + summary_line(evaluator.name, kGameWidth, evaluator.summary);
  }
  for (const Preset& preset : presets()) {
    if (preset.game != game.name) continue;
    text += "  preset " + preset.name + " = " + settings_text(preset.options) + "\n";
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

// The game of that name, or the game of the preset of that name.
const GameInfo* find_game(const std::string& name) {
  std::string game_name = name;
  for (const Preset& preset : presets()) {
    if (preset.name == name) game_name = preset.game;
  }
  for (const GameInfo& game : games()) {
    if (game.name == game_name) return &game;
  }
  return nullptr;
}

Status run_games(const GamesOptions& options) {
  const GameInfo* const only = options.name.empty() ? nullptr : find_game(options.name);
  if (!options.name.empty() && only == nullptr) {
    std::vector<std::string> known;
    for (const GameInfo& game : games()) known.push_back(game.name);
    for (const Preset& preset : presets()) known.push_back(preset.name);
    return unknown_name("game", options.name, known);
  }
  if (options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(only == nullptr ? overview() : details(*only));
  }
  text::Json json = {{"games", text::Json::array()}, {"presets", text::Json::array()}};
  for (const GameInfo& game : games()) {
    if (only == nullptr || &game == only) json["games"].push_back(game_json(game));
  }
  for (const Preset& preset : presets()) {
    if (only == nullptr || preset.game == only->name)
      json["presets"].push_back(preset_json(preset));
  }
  return cli::write_json(json);
}

}  // namespace

void setup_games(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<GamesOptions>();
  cli::Command* command = cli::add_command(
      app, "games", "List the games, their options, notation and evaluators",
      {"plytrace games", "plytrace games connect4", "plytrace games othello --format json"});
  command->add_option("NAME", options->name, "One game or preset, in detail");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_games(*options); });
}

}  // namespace plytrace
