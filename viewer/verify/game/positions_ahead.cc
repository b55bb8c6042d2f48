// SPDX-License-Identifier: MIT
#include "viewer/verify/game/positions_ahead.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace plytrace::verify {

bool PositionsAhead::is_listed(const rules::Answer& above, const std::string& move) const {
  const bool is_won = above.over == rules::Over::kFirst || above.over == rules::Over::kSecond;
  return !is_won && above.has(program_->code_of(move));
}

void PositionsAhead::reach(std::int64_t node) {
  if (node >= first_ && node <= last_) return;
  // Another range of nodes than the one that follows.
  if (node < first_) open_.clear();
  ask_again();
  std::vector<Place> places;
  first_ = node;
  std::optional<NodeRow> row = reader_.node(node);
  for (std::size_t i = 0; row && i < kNodes; ++i) {
    begin(*row);
    last_ = row->id;
    const Place& place = open_.back();
    if (!place.is_lost && !place.move.empty()) places.push_back(place);
    row = reader_.node_after(row->id);
  }
  last_ = std::max(last_, node);
  ask(std::move(places));
}

// Puts the node at the end of the open path.
void PositionsAhead::begin(const NodeRow& node) {
  while (!open_.empty() && open_.back().node != node.parent) open_.pop_back();
  Place place;
  place.node = node.id;
  // A root that was entered by a move is left to the replay.
  place.is_lost = open_.empty() ? node.parent.has_value() || node.move.has_value()
                                : open_.back().is_lost || node.role == format::Role::kNullMove;
  if (!open_.empty()) place.above = open_.back().path();
  if (node.move) place.move = reader_.move_text(node.move);
  place.is_lost = place.is_lost || place.above.size() > kLongestPath ||
                  place.move.find('\n') != std::string::npos;
  open_.push_back(std::move(place));
}

// The answers on the open path may have been forgotten since.
void PositionsAhead::ask_again() {
  bool is_lost = false;
  for (Place& place : open_) {
    const auto above = program_->at({position_, place.above});
    is_lost = is_lost || place.is_lost || (!place.move.empty() && !is_listed(*above, place.move));
    place.is_lost = is_lost;
    if (is_lost) continue;
    program_->at({position_, place.path()});
  }
}

// Asks in rounds: each one for the places whose parents have been answered.
void PositionsAhead::ask(std::vector<Place> places) {
  while (!places.empty()) {
    std::vector<rules::Line> lines;
    std::vector<Place> later;
    for (Place& place : places) {
      const auto above = program_->known({position_, place.above});
      if (!above) {
        later.push_back(std::move(place));
      } else if (is_listed(*above, place.move)) {
        lines.push_back({position_, place.path()});
      }
    }
    if (lines.empty()) return;
    program_->fetch(lines);
    places = std::move(later);
  }
}

}  // namespace plytrace::verify
