// SPDX-License-Identifier: MIT
#include "viewer/verify/game/move_notation.h"

#include <algorithm>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::verify {

std::string GameMoveNotation::of(const TraceReader& reader, const NodeRow& node) {
  if (node.move && !node.parent) return of_root(reader, node);
  AnyGame* const game = node.move ? board_at(reader, *node.parent) : nullptr;
  if (game == nullptr) return "";
  if (node.role == format::Role::kNullMove) return "--";
  return name(*game, *node.parent, reader.move_text(node.move));
}

std::string GameMoveNotation::of_root(const TraceReader& reader, const NodeRow& root) {
  for (const SearchRow& search : reader.searches()) {
    const std::vector<PassRow> passes = reader.passes(search.id);
    if (std::none_of(passes.begin(), passes.end(),
                     [&](const PassRow& pass) { return pass.root == root.id; })) {
      continue;
    }
    const auto game = game_before_root(reader, search, root);
    const auto code = game ? move_here(*game, reader.move_text(root.move)) : std::nullopt;
    return code ? game->move_name(*code) : "";
  }
  return "";
}

std::vector<std::string> GameMoveNotation::line(const TraceReader& reader, const NodeRow& node,
                                                const std::vector<std::string>& moves) {
  std::vector<std::string> names = moves;
  AnyGame* const game = board_at(reader, node.id);
  if (game == nullptr) return names;
  std::size_t played = 0;
  for (std::string& move : names) {
    const auto code = move_here(*game, move);
    if (!code) {
      leave_unnamed(node.id, move + " is not legal in the line from there");
      break;
    }
    move = game->move_name(*code);
    game->play(*code);
    ++played;
  }
  for (; played > 0; --played) game->undo();
  return names;
}

std::vector<std::string> GameMoveNotation::choices(const TraceReader& reader, const NodeRow& node,
                                                   const std::vector<std::string>& moves) {
  std::vector<std::string> names = moves;
  AnyGame* const game = board_at(reader, node.id);
  if (game == nullptr) return names;
  for (std::string& move : names) move = name(*game, node.id, move);
  return names;
}

std::string GameMoveNotation::name(const AnyGame& game, std::int64_t node,
                                   const std::string& text) {
  const auto code = move_here(game, text);
  if (!code) leave_unnamed(node, text + " is not legal there");
  return code ? game.move_name(*code) : text;
}

void GameMoveNotation::leave_unnamed(std::int64_t node, const std::string& why) {
  if (unnamed_.empty()) unnamed_ = "at #" + std::to_string(node) + ": " + why;
}

AnyGame* GameMoveNotation::board_at(const TraceReader& reader, std::int64_t node) {
  AnyGame* const game = board_.at(reader, node);
  if (game == nullptr) leave_unnamed(node, "the moves to it cannot be played on a board");
  return game;
}

Result<std::shared_ptr<MoveNotation>> move_notation(const SearchRow& search,
                                                    const std::string& word) {
  if (word == "trace") return std::shared_ptr<MoveNotation>();
  std::string reason;
  bool is_known = false;
  const auto made = make_search_game(search, &reason, &is_known);
  // Without a position no move can be named; each is then shown as the trace writes it.
  if (!made && is_known) return std::shared_ptr<MoveNotation>(new GameMoveNotation(reason));
  if (!made) {
    return Status::usage("--moves " + word + ": plytrace does not know the game '" +
                         text::printable(search.game) + "'" + game_meant_by(search) +
                         " of search " + std::to_string(search.id) + "; leave the option out");
  }
  const auto& game = made->game;
  if (game->info().notation != word) {
    return Status::usage("--moves " + word + ": " + game->info().name +
                         " has no other notation of moves than that of the trace; leave the "
                         "option out");
  }
  return std::shared_ptr<MoveNotation>(std::make_shared<GameMoveNotation>());
}

}  // namespace plytrace::verify
