// SPDX-License-Identifier: MIT
//
// The options that choose a position (GAME, -g, --position, --moves) and the evaluator (-e, -w),
// shared by all commands that search or count. Thread rule: pure functions, except that a position
// may be read from standard input.
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

// The chosen game at its position, with the moves played. Throws Failure: usage for unknown names
// and values, bad input for an illegal position or move.
std::unique_ptr<AnyGame> make_game(const GameOptions& options);

// Parses a list of key=value texts. Throws Failure (usage).
Arguments arguments_from(const std::vector<std::string>& settings);

struct EvaluatorOptions {
  std::string name;                   // "": the first evaluator of the game
  std::vector<std::string> settings;  // key=value
};
void add_evaluator_options(Command* command, EvaluatorOptions& options);
EvaluatorChoice evaluator_choice(const EvaluatorOptions& options);

}  // namespace plytrace::cli
