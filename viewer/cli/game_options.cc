// SPDX-License-Identifier: MIT
#include "viewer/cli/game_options.h"

#include <array>
#include <iostream>

#include "core/registry.h"
#include "viewer/cli/option_values.h"
#include "viewer/plain/lines.h"

namespace plytrace::cli {
namespace {

// A text as it was given, or all of standard input for "-", without the newline at its end.
Result<std::string> text_or_stdin(const std::string& given) {
  if (given != "-") return given;
  std::string text;
  std::array<char, 4096> part{};
  while (text.size() <= text::kLongestLine &&
         std::cin.read(part.data(), part.size()).gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(std::cin.gcount()));
  }
  if (std::cin.bad()) return Status::environment("stdin: " + errno_text());
  if (!std::cin.eof()) return Status::usage("--position -: no position has more than 64 MiB");
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return text;
}

}  // namespace

void add_game_options(Command* command, GameOptions& options) {
  command->add_option("GAME", options.game, "A game or preset ('plytrace games' lists them)")
      ->required();
  // Without extra arguments: else CLI11 takes the words behind it as well.
  command->add_option("-g,--game-option", options.settings, "Option of the game, repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option_function(
          "--position",
          [&options](const std::string& text) {
            options.position = text;
            options.has_position = true;
          },
          "Start position as one line of text; - reads standard input")
      ->may_be_empty()  // the game says what a position looks like
      ->type_name("TEXT");
  command->add_option("--moves", options.moves, "Moves to play from there, separated by ',' or ';'")
      ->may_be_empty()
      ->type_name("LIST");
}

Result<Arguments> arguments_from(const std::vector<std::string>& settings) {
  Arguments arguments;
  for (const std::string& setting : settings) {
    Result<std::pair<std::string, std::string>> argument = parse_argument(setting);
    if (!argument) return argument.status();
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

Result<std::unique_ptr<AnyGame>> make_game(const GameOptions& options) {
  const Result<Arguments> settings = arguments_from(options.settings);
  if (!settings) return settings.status();
  std::optional<std::string> position;
  if (options.has_position) {
    Result<std::string> text = text_or_stdin(options.position);
    if (!text) return text.status();
    position = std::move(*text);
  }
  Result<std::unique_ptr<AnyGame>> game = plytrace::make_game(options.game, *settings, position);
  if (!game) return game.status();
  if (Status status = play_moves(**game, options.moves); !status) return status;
  return game;
}

void add_evaluator_options(Command* command, EvaluatorOptions& options) {
  command
      ->add_option("-e,--evaluator", options.name,
                   "Evaluator (default: the first one that 'plytrace games GAME' lists)")
      ->type_name("NAME");
  command->add_option("-w,--weight", options.settings, "Parameter of the evaluator, repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

Result<EvaluatorChoice> evaluator_choice(const EvaluatorOptions& options) {
  Result<Arguments> parameters = arguments_from(options.settings);
  if (!parameters) return parameters.status();
  return EvaluatorChoice{options.name, std::move(*parameters)};
}

}  // namespace plytrace::cli
