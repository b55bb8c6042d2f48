// SPDX-License-Identifier: MIT
//
// What a game's folder hands to the registry: its description, its presets and a way to make it.
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
  Arguments options;  // what it sets; the user's own options come after and win
  std::string summary;
};

struct GameDefinition {
  GameInfo info;
  std::vector<Preset> presets;
  // At the one-line text `position`, or at the start. See make_game() in core/registry.h.
  Result<std::unique_ptr<AnyGame>> (*make)(const Arguments& options,
                                           const std::optional<std::string>& position);
};

}  // namespace plytrace
