// SPDX-License-Identifier: MIT
#include "viewer/verify/game/move_notation.h"

#include <algorithm>
#include <utility>

#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::verify {

std::string GameMoveNotation::of(const TraceReader& reader, const NodeRow& node) {
  if (!node.move || !node.parent || !stand_at(reader, *node.parent)) return "";
  if (node.role == format::Role::kNullMove) return "--";
  return name(reader.move_text(node.move));
}

std::vector<std::string> GameMoveNotation::line(const TraceReader& reader, const NodeRow& node,
                                                const std::vector<std::string>& moves) {
  std::vector<std::string> names = moves;
  if (!stand_at(reader, node.id)) return names;
  std::size_t played = 0;
  for (std::string& move : names) {
    const auto code = move_here(*game_, move);
    if (!code) break;
    move = game_->move_name(*code);
    game_->play(*code);
    ++played;
  }
  for (; played > 0; --played) game_->undo();
  return names;
}

std::vector<std::string> GameMoveNotation::choices(const TraceReader& reader, const NodeRow& node,
                                                   const std::vector<std::string>& moves) {
  std::vector<std::string> names = moves;
  if (!stand_at(reader, node.id)) return names;
  for (std::string& move : names) move = name(move);
  return names;
}

std::string GameMoveNotation::name(const std::string& text) const {
  const auto code = move_here(*game_, text);
  return code ? game_->move_name(*code) : text;
}

void GameMoveNotation::start_at(const TraceReader& reader, const NodeRow& root) {
  path_.assign(1, Step{root.id, 0, true});
  game_.reset();
  for (const SearchRow& search : reader.searches()) {
    for (const PassRow& pass : reader.passes(search.id)) {
      if (pass.root == root.id) game_ = game_of(search);
    }
  }
  path_.front().is_lost = game_ == nullptr;
}

bool GameMoveNotation::stand_at(const TraceReader& reader, std::int64_t node) {
  // From the node up to the first one that is on the path already.
  std::vector<NodeRow> missing;
  const auto place = [this](std::int64_t id) {
    return std::lower_bound(
        path_.begin(), path_.end(), id,
        [](const Step& step, std::int64_t wanted) { return step.node < wanted; });
  };
  std::int64_t id = node;
  auto at = place(id);
  while (at == path_.end() || at->node != id) {
    auto row = reader.node(id);
    if (!row) return false;
    // A damaged row must not lead in a circle.
    if (!row->parent || *row->parent >= id) {
      start_at(reader, *row);
      at = path_.begin();
      break;
    }
    id = *row->parent;
    missing.push_back(std::move(*row));
    at = place(id);
  }
  for (auto step = path_.end(); step != at + 1;) {
    for (std::size_t played = (--step)->played; played > 0; --played) game_->undo();
  }
  path_.erase(at + 1, path_.end());
  for (auto row = missing.rbegin(); row != missing.rend(); ++row) {
    Step step{row->id, 0, path_.back().is_lost};
    if (!step.is_lost) step.is_lost = !play_step(reader, *row, *game_, &step.played);
    path_.push_back(step);
  }
  return !path_.back().is_lost;
}

Result<std::shared_ptr<MoveNotation>> move_notation(const SearchRow& search,
                                                    const std::string& word) {
  if (word == "trace") return std::shared_ptr<MoveNotation>();
  const auto game = game_of(search);
  if (!game) {
    return Status::usage("--moves " + word + ": plytrace does not know the game '" + search.game +
                         "' of search " + std::to_string(search.id) +
                         ", or its position; leave the option out");
  }
  if (game->info().notation != word) {
    return Status::usage("--moves " + word + ": " + game->info().name +
                         " has no other notation of moves than that of the trace; leave the "
                         "option out");
  }
  return std::shared_ptr<MoveNotation>(std::make_shared<GameMoveNotation>());
}

}  // namespace plytrace::verify
