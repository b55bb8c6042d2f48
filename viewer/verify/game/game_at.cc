// SPDX-License-Identifier: MIT
#include "viewer/verify/game/game_at.h"

#include <utility>

#include "core/registry.h"
#include "viewer/verify/game/play_to.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace::verify {

std::unique_ptr<AnyGame> game_of(const SearchRow& search) {
  auto game = make_game_from_json(search.game, search.game_options, search.position);
  return game ? std::move(*game) : nullptr;
}

namespace {

NodeRow root_of(const TraceReader& reader, NodeRow node) {
  // A parent has a smaller id; this keeps a damaged row from causing a loop.
  while (node.parent && *node.parent < node.id) {
    auto parent = reader.node(*node.parent);
    if (!parent) break;
    node = std::move(*parent);
  }
  return node;
}

// A root entered with a move is one of the moves of a root that has no row, or the position of the
// search after the move before it: the side to move decides. False if the move cannot be played.
bool play_to_root(const TraceReader& reader, const SearchRow& search, const NodeRow& root,
                  AnyGame& game, int max_player) {
  if (!root.move) return true;
  const bool is_max = game.player_to_move() == max_player;
  const bool is_loop = has_moves_for_roots(reader, search);
  if (root.side == (is_max ? format::Side::kMax : format::Side::kMin) && !is_loop) return true;
  const auto code = move_here(game, reader.move_text(root.move));
  if (!code) return !is_loop;
  game.play(*code);
  return true;
}

}  // namespace

std::unique_ptr<AnyGame> game_at(const TraceReader& reader, const SearchRow& search,
                                 const NodeRow& node) {
  std::string reason;
  auto made = make_search_game(search, &reason);
  if (!made) return nullptr;
  auto game = std::move(made->game);
  if (!play_to_root(reader, search, root_of(reader, node), *game, made->max_player)) return nullptr;
  std::size_t played = 0;
  if (!play_to(reader, node, *game, &played)) return nullptr;
  return game;
}

}  // namespace plytrace::verify
