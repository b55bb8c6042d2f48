// SPDX-License-Identifier: MIT
#include "viewer/verify/game/play_to.h"

#include <vector>

namespace plytrace::verify {

std::optional<MoveCode> move_here(const AnyGame& game, const std::string& text) {
  if (game.is_finished() && game.winner() != kNobody) return std::nullopt;
  const auto code = game.read_move(text);
  return code && game.is_legal(*code) ? std::optional(*code) : std::nullopt;
}

bool play_step(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played) {
  if (node.role == format::Role::kNullMove) {
    if (!game.may_pass().value_or(false)) return false;
    game.pass();
  } else if (node.move) {
    const auto code = move_here(game, reader.move_text(*node.move));
    if (!code) return false;
    game.play(*code);
  } else {
    return true;
  }
  ++*played;
  return true;
}

bool play_to(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played) {
  *played = 0;
  std::vector<NodeRow> steps;
  std::optional<NodeRow> current = node;
  // A parent has a smaller id; this keeps a damaged row from causing a loop.
  while (current && current->parent && *current->parent < current->id) {
    steps.push_back(*current);
    current = reader.node(*current->parent);
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!play_step(reader, *step, game, played)) return false;
  }
  return true;
}

}  // namespace plytrace::verify
