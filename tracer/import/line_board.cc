// SPDX-License-Identifier: MIT
#include "tracer/import/line_board.h"

#include "core/registry.h"

namespace plytrace {

void LineBoard::set_search(const std::string& game, const std::string& options,
                           const std::string& position) {
  game_name_ = game;
  options_ = options;
  position_ = position;
  game_.reset();
  is_made_ = false;
}

// False if the step cannot be made.
bool LineBoard::play(const Step& step) {
  if (step.role == Role::kNullMove) {
    if (!game_->may_pass().value_or(false)) return false;
    game_->pass();
    return true;
  }
  const auto code = game_->read_move(step.move);
  if (!code || !game_->is_legal(*code)) return false;
  game_->play(*code);
  return true;
}

LineBoard::Found LineBoard::find(const std::vector<Step>& path, const std::string& name,
                                 const std::vector<std::string>& names) {
  if (!is_made_ && is_game(game_name_)) {
    auto made = make_game_from_json(game_name_, options_.empty() ? "{}" : options_, position_);
    if (made) game_ = std::move(*made);
  }
  is_made_ = true;
  if (game_ == nullptr) return {};
  std::size_t played = 0;
  Found found{true};
  for (const Step& step : path) {
    if (step.move.empty() && step.role != Role::kNullMove) continue;
    found.is_known = found.is_known && play(step);
    if (!found.is_known) break;
    ++played;
  }
  if (found.is_known) {
    const auto wanted = game_->read_move(name);
    for (std::size_t i = 0; i < names.size() && wanted; ++i) {
      const auto code = game_->read_move(names[i]);
      if (code && *code == *wanted) found.index = i;
    }
  }
  for (; played > 0; --played) game_->undo();
  return found;
}

}  // namespace plytrace
