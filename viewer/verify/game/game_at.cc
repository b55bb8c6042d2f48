// SPDX-License-Identifier: MIT
#include "viewer/verify/game/game_at.h"

#include <utility>

#include "core/registry.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::verify {

std::unique_ptr<AnyGame> game_of(const SearchRow& search) {
  auto game = make_game_from_json(search.game, search.game_options, search.position);
  return game ? std::move(*game) : nullptr;
}

std::unique_ptr<AnyGame> game_at(const TraceReader& reader, const SearchRow& search,
                                 const NodeRow& node) {
  auto game = game_of(search);
  if (!game) return nullptr;
  std::size_t played = 0;
  if (!play_to(reader, node, *game, &played)) return nullptr;
  return game;
}

}  // namespace plytrace::verify
