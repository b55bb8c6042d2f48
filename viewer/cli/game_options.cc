// SPDX-License-Identifier: MIT
#include "viewer/cli/game_options.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include "core/registry.h"
#include "viewer/format/lines.h"

namespace plytrace::cli {
namespace {

// The whole input, without the newline at its end.
std::string text_of(std::istream& in, const std::string& name) {
  std::string text;
  std::array<char, 4096> part{};
  while (text.size() <= text::kLongestLine && in.read(part.data(), part.size()).gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw Failure::environment(name + ": " + errno_text());
  if (!in.eof()) throw Failure::usage(name + ": the position is longer than 64 MiB");
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return text;
}

bool is_file(const std::string& name) {
  std::error_code unknown;
  const auto state = std::filesystem::status(name, unknown);
  return !unknown && std::filesystem::exists(state) && !std::filesystem::is_directory(state);
}

// The game at the given position: a text, "-" for standard input or, if the text is not a position,
// the name of a file that holds one.
Result<std::unique_ptr<AnyGame>> game_at(const GameOptions& options, const Arguments& settings) {
  if (!options.has_position) return plytrace::make_game(options.game, settings, std::nullopt);
  const std::string& given = options.position;
  if (given == "-") {
    return plytrace::make_game(options.game, settings, text_of(std::cin, "stdin"));
  }
  auto game = plytrace::make_game(options.game, settings, given);
  if (game || !is_file(given)) return game;
  note_input(given);
  std::ifstream file(given, std::ios::binary);
  if (!file) return Status::environment(given + ": " + errno_text());
  game = plytrace::make_game(options.game, settings, text_of(file, given));
  if (!game) return Status(game.status().code(), given + ": " + game.status().message());
  return game;
}

}  // namespace

void add_game_options(Command* command, GameOptions& options) {
  command->add_option("GAME", options.game, "A game or preset ('plytrace list games')")->required();
  // No extra arguments, or CLI11 would also take the words that follow.
  command
      ->add_option("-g,--game-option KEY=VALUE", options.settings, "Option of the game, repeatable")
      ->allow_extra_args(false);
  command
      ->add_option_function(
          "--position",
          [&options](const std::string& text) {
            options.position = text;
            options.has_position = true;
          },
          "Start position as text, or a file that holds it; - reads standard input")
      ->may_be_empty()  // the game reports what a position looks like
      ->type_name("TEXT");
  command
      ->add_option("--moves LIST", options.moves,
                   "Moves to play from the start position, separated by ',' or ';'")
      ->may_be_empty();
}

Arguments arguments_from(const std::vector<std::string>& settings) {
  Arguments arguments;
  for (const std::string& setting : settings) {
    arguments.push_back(value_of(parse_argument(setting)));
  }
  return arguments;
}

std::unique_ptr<AnyGame> make_game(const GameOptions& options) {
  auto game = value_of(game_at(options, arguments_from(options.settings)));
  require(play_moves(*game, options.moves));
  return game;
}

void add_evaluator_options(Command* command, EvaluatorOptions& options) {
  command->add_option("-e,--evaluator NAME", options.name,
                      "Evaluator (default: the first one that 'plytrace list GAME' shows)");
  command
      ->add_option("-w,--weight KEY=VALUE", options.settings,
                   "Parameter of the evaluator, repeatable")
      ->allow_extra_args(false);
}

EvaluatorChoice evaluator_choice(const EvaluatorOptions& options) {
  return {options.name, arguments_from(options.settings)};
}

}  // namespace plytrace::cli
