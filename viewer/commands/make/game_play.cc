// SPDX-License-Identifier: MIT
#include "viewer/commands/make/game_play.h"

#include <algorithm>

#include "core/hash.h"

namespace plytrace {
namespace {

// The move played if the searcher found none, which can happen if a filter removes all moves.
MoveCode first_move(const AnyGame& game) {
  MoveList moves;
  game.generate(moves);
  return moves.front();
}

MoveCode random_move(const AnyGame& game, std::uint64_t seed, std::size_t ply) {
  MoveList moves;
  game.generate(moves);
  // Depends only on seed and ply, so that the game can be repeated.
  return moves[hash_combine(seed, ply) % moves.size()];
}

// Returns the result of the first search; repetitions only improve the measured time.
Searched search_repeatedly(const AnyGame& position, const Searcher& searcher,
                           const PlayPlan& plan) {
  auto found = search_with(searcher, plan.game, position);
  for (int i = 1; i < plan.repeat && !cli::interrupted().load(); ++i) {
    const auto again = search_with(searcher, plan.game, position);
    // A repetition that a limit stopped elsewhere did different work, so its time does not count.
    if (again.result.stopped == found.result.stopped) {
      found.result.seconds = std::min(found.result.seconds, again.result.seconds);
    }
  }
  return found;
}

constexpr std::size_t kNoSearcher = SIZE_MAX;

class Match {
 public:
  Match(const AnyGame& start, const PlayPlan& plan) : plan_(plan) { played_.end = start.clone(); }

  PlayedGame play(const std::function<void(std::uint64_t)>& progress) {
    for (; opening_ < plan_.opening && !game().is_finished(); ++opening_) {
      make(random_move(game(), plan_.seed, played_.moves.size()));
    }
    std::uint64_t positions = 0;
    while (!game().is_finished() && !played_.interrupted &&
           (!plan_.max_moves || positions < static_cast<std::uint64_t>(*plan_.max_moves))) {
      play_move();
      progress(++positions);
    }
    return std::move(played_);
  }

 private:
  AnyGame& game() { return *played_.end; }

  void make(MoveCode move) {
    played_.moves.push_back(game().move_text(move));
    game().play(move);
  }

  // Lets every searcher that is due search the position, and plays the choice of the player to
  // move.
  void play_move() {
    const int to_move = game().player_to_move();
    const std::size_t at = played_.moves.size() - static_cast<std::size_t>(opening_);
    const bool follows = at < plan_.line.size();
    const std::size_t player = follows ? kNoSearcher : plan_.players[to_move].value_or(kNoSearcher);
    const bool compares = !plan_.player || *plan_.player == to_move;
    const std::size_t first = played_.searches.size();
    MoveCode move = follows ? plan_.line[at] : kNoMove;
    for (std::size_t i = 0; i < plan_.searchers.size(); ++i) {
      // A player that is not compared searches only when it has to move.
      if (i != player && !(compares && i < plan_.compared)) continue;
      auto found = search_repeatedly(game(), plan_.searchers[i], plan_);
      // Drop a position that not all have searched, or the sums would not be comparable.
      if (found.result.stopped == SearchStatus::kInterrupted || cli::interrupted().load()) {
        played_.interrupted = true;
        played_.searches.resize(first);
        return;
      }
      if (i == player) move = found.move.empty() ? first_move(game()) : code_of(found.move);
      if (compares && i < plan_.compared) note(i, std::move(found), i == player);
    }
    // If no searcher plays for this player, a random move is played.
    make(move != kNoMove ? move : random_move(game(), plan_.seed, played_.moves.size()));
    for (std::size_t i = first; i < played_.searches.size(); ++i) {
      played_.searches[i].played = played_.moves.back();
    }
  }

  // A searcher's own game may number its moves differently.
  MoveCode code_of(const std::string& text) {
    const auto code = game().parse_move(text);
    return code && game().is_legal(*code) ? *code : first_move(game());
  }

  void note(std::size_t searcher, Searched found, bool plays) {
    PlayedSearch row;
    row.ply = static_cast<int>(played_.moves.size());
    row.player = game().player_to_move();
    row.position = game().position_text();
    row.searcher = searcher;
    row.move = std::move(found.move);
    row.result = std::move(found.result);
    row.plays = plays;
    played_.searches.push_back(std::move(row));
  }

  const PlayPlan& plan_;
  PlayedGame played_;
  int opening_ = 0;  // opening moves played so far
};

}  // namespace

PlayedGame play_game(const AnyGame& start, const PlayPlan& plan,
                     const std::function<void(std::uint64_t)>& progress) {
  return Match(start, plan).play(progress);
}

}  // namespace plytrace
