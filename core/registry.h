// SPDX-License-Identifier: MIT
//
// The registry: the only list of the games that plytrace plays. A preset is a game with options.
// Thread rule: pure functions over constant tables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game_definition.h"

namespace plytrace {

// All games, in the order in which they are listed.
const std::vector<GameInfo>& games();
const std::vector<Preset>& presets();

// Whether a game or preset has that name, in capital or small letters.
bool is_game(std::string_view name);
// ` (did you mean 'x'?)`, or "" if no name is near.
std::string did_you_mean_game(std::string_view name);

// The game or preset of that name at `position` (its one-line text), or at its start.
// Unknown names, options and values: usage. A position that cannot be: bad_input.
Result<std::unique_ptr<AnyGame>> make_game(std::string_view name, const Arguments& options,
                                           const std::optional<std::string>& position);

// Makes a game from the canonical name and the JSON object of options in a trace. bad_input if the
// text is not an object of plain values.
Result<std::unique_ptr<AnyGame>> make_game_from_json(std::string_view name,
                                                     std::string_view options_json,
                                                     std::string_view position);

// The key=value pairs of a flat JSON object of strings, numbers and booleans.
Result<Arguments> arguments_from_json(std::string_view json);

// Plays a list of moves separated by ',' or ';' (or by blanks, if the game's moves contain none).
// bad_input names the move, its number, and why it is not legal. `played` gets the moves.
Status play_moves(AnyGame& game, std::string_view list, MoveList* played = nullptr);

}  // namespace plytrace
