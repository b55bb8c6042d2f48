// SPDX-License-Identifier: MIT
//
// The options that choose a position: GAME, -g, --position, --moves; and -e, -w for the evaluator.
// Commands that search or count share them, so that they read and fail in one way. Thread rule:
// pure functions, but that a position may come from standard input.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "viewer/cli/cli.h"

namespace plytrace::cli {

struct GameOptions {
  std::string game;                   // a game or a preset
  std::vector<std::string> settings;  // key=value
  std::string position;               // text, or "-" for standard input
  std::string moves;
  bool has_position = false;
};
void add_game_options(Command* command, GameOptions& options);

// The chosen game at its position, with the moves played. Unknown names and values are usage
// errors, a position or move that cannot be is bad input.
Result<std::unique_ptr<AnyGame>> make_game(const GameOptions& options);

// A list of key=value texts as arguments.
Result<Arguments> arguments_from(const std::vector<std::string>& settings);

struct EvaluatorOptions {
  std::string name;                   // "" = the first one of the game
  std::vector<std::string> settings;  // key=value
};
void add_evaluator_options(Command* command, EvaluatorOptions& options);
Result<EvaluatorChoice> evaluator_choice(const EvaluatorOptions& options);

}  // namespace plytrace::cli
