// SPDX-License-Identifier: MIT
#include "viewer/answers/why/move_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/rules/rules_game.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace {
namespace {

using format::NodeKind;

bool names(const CutoffRow& cutoff, const std::string& move) {
  const auto texts = skipped_texts(cutoff);
  return texts && std::find(texts->begin(), texts->end(), move) != texts->end();
}

bool hides_names(const CutoffRow& cutoff) {
  // An unknown number may be any number.
  return cutoff.skipped.value_or(1) > 0 && !skipped_texts(cutoff);
}

bool is_leaf(const NodeRow& node) {
  return node.kind != NodeKind::kInterior && node.kind != NodeKind::kUnknown;
}

void find_outcome(const TraceReader& reader, Place& place) {
  const NodeRow& node = place.end.node;
  const bool is_last = place.end.found + 1 == place.end.steps.size();
  const auto cutoffs = reader.events_of<CutoffRow>(node);
  const auto take = [&](const auto& fits, MoveOutcome outcome) {
    if (place.outcome) return;
    const auto row = std::find_if(cutoffs.begin(), cutoffs.end(), fits);
    if (row == cutoffs.end()) return;
    place.cut = *row;
    place.outcome = outcome;
  };
  // In order of certainty: a row that names the move, the kind of the node, what was not recorded,
  // and finally what is only possible.
  take([&](const CutoffRow& row) { return names(row, place.missing_move); },
       is_last ? MoveOutcome::kSkipped : MoveOutcome::kBelowSkipped);
  const auto excluded = excluded_texts(node);
  const bool is_excluded =
      std::find(excluded.begin(), excluded.end(), place.missing_move) != excluded.end();
  if (!place.outcome && is_excluded) place.outcome = MoveOutcome::kExcluded;
  if (!place.outcome && is_leaf(node)) place.outcome = MoveOutcome::kBelowLeaf;
  if (!place.outcome && node.unrecorded > 0) place.outcome = MoveOutcome::kMaybeUnrecorded;
  take(hides_names, MoveOutcome::kMaybeSkipped);
  if (!place.outcome && (node.is_open() || !node.value)) place.outcome = MoveOutcome::kStopped;
}

// "a, b, c and 4 more".
std::string legal_moves(const AnyGame& game) {
  constexpr std::size_t kMostNamed = 24;
  MoveList moves;
  if (!game.is_finished()) game.generate(moves);
  std::vector<std::string> texts;
  for (const MoveCode move : moves) texts.push_back(game.move_text(move));
  return texts.empty() ? "none" : text::list(texts, kMostNamed);
}

Status no_such_move(const TraceReader& reader, const PathEnd& end) {
  constexpr std::size_t kMostNamed = 24;
  std::vector<std::string> searched;
  reader.for_each_child(end.node, [&](const NodeRow& child) {
    const std::string name = child.move ? reader.move_text(child.move) : "=";
    // Consecutive searches of one move are named once.
    if (searched.empty() || searched.back() != name) searched.push_back(name);
    // The message names only a few of them.
    return searched.size() < 1000;
  });
  std::vector<std::string> skipped;
  for (const CutoffRow& cutoff : reader.events_of<CutoffRow>(end.node)) {
    const auto texts = skipped_texts(cutoff, 1000);
    if (texts) skipped.insert(skipped.end(), texts->begin(), texts->end());
  }
  std::string message = fmt::format("{}: no such move recorded: {}: at {} these were searched: {}",
                                    reader.file().path, short_path(end.text(end.found + 1)),
                                    short_path(end.text(end.found)),
                                    searched.empty() ? "none" : text::list(searched, kMostNamed));
  if (!skipped.empty()) message += ", and skipped: " + text::list(skipped, kMostNamed);
  if (const std::string excluded = text::excluded_words(reader, end.node); !excluded.empty()) {
    message += ", and excluded: " + excluded;
  }
  message += pass_of_move(reader, end);
  return Status::bad_input(std::move(message));
}

// Plays the missing moves; bad_input at the first illegal one.
Status play_missing(const TraceReader& reader, const PathEnd& end, AnyGame& game) {
  for (std::size_t i = end.found; i < end.steps.size(); ++i) {
    const PathStep& step = end.steps[i];
    // "=" and "~2" denote searches, not moves, so the game's rules do not know them.
    if (step.same_position || step.earlier != 0) return no_such_move(reader, end);
    const auto code = game.parse_move(step.move);
    const std::string where = short_path(end.text(i));
    std::string wrong;
    if (!code) {
      wrong = fmt::format("'{}' is not a move of the game", text::printable(step.move));
    } else if (game.is_finished()) {
      wrong = fmt::format("the game is over at {}", where);
    } else if (!game.is_legal(*code)) {
      wrong = fmt::format("{} is not legal at {}: {}", text::printable(step.move), where,
                          game.why_illegal(*code));
    }
    if (!wrong.empty()) {
      return Status::bad_input(fmt::format("{}: no such move: {}; legal there: {}",
                                           reader.file().path, wrong, legal_moves(game)));
    }
    game.play(*code);
  }
  return Status::ok();
}

}  // namespace

std::string excluded_move_words(const std::string& move, const std::string& where) {
  return fmt::format("{} was excluded at {}: left out on purpose", move, where);
}

Place place_of(const TraceReader& reader, PathEnd end) {
  Place place;
  place.end = std::move(end);
  if (place.end.is_whole()) {
    place.outcome = MoveOutcome::kSearched;
    return place;
  }
  const PathStep& step = place.end.steps[place.end.found];
  place.missing_move = step.same_position ? "=" : step.move;
  if (!step.same_position && step.earlier == 0) find_outcome(reader, place);
  return place;
}

Status consult_rules(const TraceReader& reader, const SearchRow& search, Place& place) {
  if (place.outcome == MoveOutcome::kSearched) return Status::ok();
  const auto made = rules::game_of_trace(search.game, search.game_options, search.position);
  std::size_t played = 0;
  const bool is_known = made && verify::play_to(reader, place.end.node, **made, &played);
  // Without the game's rules only the events count; if they do not mention the move, the path is an
  // error.
  if (!is_known) return place.outcome ? Status::ok() : no_such_move(reader, place.end);
  if (Status status = play_missing(reader, place.end, **made); !status) return status;
  const bool is_last = place.end.found + 1 == place.end.steps.size();
  if (!place.outcome) place.outcome = MoveOutcome::kFiltered;
  // The move is legal and was not searched, and all cutoffs are recorded, so this cutoff skipped
  // it.
  if (place.outcome == MoveOutcome::kMaybeSkipped && search.captures("cutoffs")) {
    place.outcome = is_last ? MoveOutcome::kSkipped : MoveOutcome::kBelowSkipped;
  }
  return Status::ok();
}

}  // namespace plytrace
