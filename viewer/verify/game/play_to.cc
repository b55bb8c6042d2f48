// SPDX-License-Identifier: MIT
#include "viewer/verify/game/play_to.h"

#include <optional>
#include <vector>

namespace plytrace::verify {

bool play_to(const TraceReader& reader, const NodeRow& node, AnyGame& game, std::size_t* played) {
  *played = 0;
  std::vector<std::int64_t> moves;
  std::optional<NodeRow> current = node;
  // A parent has a smaller id; this keeps a damaged row from causing a loop.
  while (current && current->parent && *current->parent < current->id) {
    // No game here can pass where its rules do not say so.
    if (current->role == format::Role::kNullMove) return false;
    if (current->move) moves.push_back(*current->move);
    current = reader.node(*current->parent);
  }
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    const auto code = game.parse_move(reader.move_text(*move));
    if (!code || game.is_finished() || !game.is_legal(*code)) return false;
    game.play(*code);
    ++*played;
  }
  return true;
}

}  // namespace plytrace::verify
