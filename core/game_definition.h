// SPDX-License-Identifier: MIT
//
// GameDefinition: what a game's folder passes to the registry. It holds the game's description, its
// presets and a function that makes it.
// core/game_model.h builds the rest from the game's type. Thread rule: constant tables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "core/parameters.h"

namespace plytrace {

// A game with options under a name of its own.
struct Preset {
  std::string name;   // "connect4"
  std::string game;   // "connectk"
  Arguments options;  // the preset's options; the user's come later and win
  std::string summary;
};

struct GameDefinition {
  GameInfo info;
  std::vector<Preset> presets;
  // Makes the game at the one-line text `position`, or at the start (make_game() in
  // core/registry.h).
  Result<std::unique_ptr<AnyGame>> (*make)(const Arguments& options,
                                           const std::optional<std::string>& position);
};

}  // namespace plytrace
