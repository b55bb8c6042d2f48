// SPDX-License-Identifier: MIT
#include "viewer/verify/game/game_at.h"

#include <string_view>
#include <utility>

#include "viewer/rules/rules_game.h"
#include "viewer/verify/game/play_to.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace::verify {

std::unique_ptr<AnyGame> game_of(const SearchRow& search) {
  auto game = rules::game_of_trace(search.game, search.game_options, search.position);
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
// search after the move before it: the side to move decides.
bool is_moved(const TraceReader& reader, const SearchRow& search, const NodeRow& root,
              const AnyGame& game, int max_player) {
  const bool is_max = game.player_to_move() == max_player;
  return root.side != (is_max ? format::Side::kMax : format::Side::kMin) ||
         has_moves_for_roots(reader, search);
}

// False if the move of the root cannot be played.
bool play_to_root(const TraceReader& reader, const SearchRow& search, const NodeRow& root,
                  AnyGame& game, int max_player) {
  if (!root.move || !is_moved(reader, search, root, game, max_player)) return true;
  const auto code = move_here(game, reader.move_text(root.move));
  if (!code) return !has_moves_for_roots(reader, search);
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

std::unique_ptr<AnyGame> game_before_root(const TraceReader& reader, const SearchRow& search,
                                          const NodeRow& root) {
  std::string reason;
  auto made = make_search_game(search, &reason);
  if (!made || !root.move) return nullptr;
  if (is_moved(reader, search, root, *made->game, made->max_player)) return std::move(made->game);
  // "FEN moves e2e4 e7e5" without its last move, and without "moves" if no other is left.
  const std::size_t last = search.position.rfind(' ');
  if (last == std::string::npos) return nullptr;
  SearchRow before = search;
  before.position.resize(last);
  constexpr std::string_view kMoves = " moves";
  if (before.position.ends_with(kMoves)) before.position.resize(last - kMoves.size());
  auto game = game_of(before);
  if (!game) return nullptr;
  const auto code = move_here(*game, search.position.substr(last + 1));
  const bool is_same = code && code == move_here(*game, reader.move_text(root.move));
  return is_same ? std::move(game) : nullptr;
}

}  // namespace plytrace::verify
