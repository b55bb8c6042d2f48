// SPDX-License-Identifier: MIT
#include "viewer/analysis/position_keys.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "viewer/meaning/open_nodes.h"
#include "viewer/verify/game/play_to.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace {

Result<PositionKeys> PositionKeys::make(const TraceReader& reader, const SearchRow& search,
                                        const std::vector<PassRow>& passes) {
  for (const PassRow& pass : passes) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (root && root->key) return PositionKeys(reader, nullptr);
  }
  return replayed(reader, search);
}

Result<PositionKeys> PositionKeys::replayed(const TraceReader& reader, const SearchRow& search) {
  std::string reason;
  auto made = verify::make_search_game(search, &reason);
  if (!made) {
    return Status(StatusCode::kNoAnswer,
                  fmt::format("{}: the nodes have no keys, and no board gives them: {}; have the "
                              "engine report the key of each node",
                              reader.file().path, reason));
  }
  PositionKeys keys(reader, std::move(made->game));
  if (made->by_program != nullptr) {
    keys.ahead_ = std::make_unique<verify::PositionsAhead>(reader, made->by_program->program(),
                                                           search.position);
  }
  return keys;
}

void PositionKeys::begin_pass() {
  while (!levels_.empty()) leave();
  if (game_) game_->begin_pass();
}

bool PositionKeys::play(const NodeRow& row, Level& level) {
  if (levels_.empty()) return true;
  const Level& above = levels_.back();
  if (above.is_lost) return false;
  const bool is_pass = row.role == format::Role::kNullMove;
  if (!row.move && !is_pass) return !verify::makes_a_move(row, above.row.ply);
  std::size_t played = 0;
  const bool is_made = verify::play_step(*reader_, row, *game_, &played);
  level.is_played = played > 0;
  return is_made;
}

std::optional<std::int64_t> PositionKeys::enter(const NodeRow& row) {
  if (!game_) return row.key;
  if (ahead_) ahead_->reach(row.id);
  while (!levels_.empty() && !is_below(row, levels_.back().row)) leave();
  Level level{row, false, false};
  level.is_lost = !play(row, level);
  levels_.push_back(level);
  if (level.is_lost) return std::nullopt;
  return static_cast<std::int64_t>(game_->key());
}

void PositionKeys::leave() {
  if (levels_.back().is_played) game_->undo();
  levels_.pop_back();
}

}  // namespace plytrace
