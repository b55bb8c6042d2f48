// SPDX-License-Identifier: MIT
#include "viewer/verify/game/node_board.h"

#include <algorithm>
#include <utility>

#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::verify {

void NodeBoard::start_at(const TraceReader& reader, const NodeRow& root) {
  path_.assign(1, Step{root.id, 0, true});
  game_.reset();
  for (const SearchRow& search : reader.searches()) {
    for (const PassRow& pass : reader.passes(search.id)) {
      if (pass.root == root.id) game_ = game_at(reader, search, root);
    }
  }
  path_.front().is_lost = game_ == nullptr;
}

AnyGame* NodeBoard::at(const TraceReader& reader, std::int64_t node) {
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
    if (!row) return nullptr;
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
  return path_.back().is_lost ? nullptr : game_.get();
}

std::string NodePositions::of(const TraceReader& reader, std::int64_t node) {
  const AnyGame* const game = board_.at(reader, node);
  if (game == nullptr) return "";
  return game->info().notation.empty() ? game->position_text() : game->position_alone();
}

}  // namespace plytrace::verify
