// SPDX-License-Identifier: MIT
//
// Plays a game move by move and has each position searched by several searchers. Everything but
// the seconds is deterministic, also random players and openings, which follow a seed (and but for
// searches with a time limit, which stop where the clock says so).
// Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/any_game.h"
#include "viewer/commands/make/searchers.h"

namespace plytrace {

struct PlayPlan {
  cli::GameOptions game;
  std::vector<Searcher> searchers;  // first those to compare, then players that are none of them
  std::size_t compared = 0;         // how many of them are compared
  // Who moves for players 0 and 1: a searcher by number, or nullopt for random moves.
  std::optional<std::size_t> players[2];
  MoveList line;  // moves to follow before the players choose
  std::uint64_t seed = 0;
  int opening = 0;               // random moves before the first position that is searched
  std::optional<int> max_moves;  // after the opening
  std::optional<int> player;     // compare only where this player is to move
  int repeat = 1;                // searches of each position; the shortest time counts
};

// One position searched by one searcher.
struct PlayedSearch {
  int ply = 0;     // moves played before, the opening included
  int player = 0;  // to move
  std::string position;
  std::size_t searcher = 0;
  SearchResult result;
  std::string move;    // its best move
  std::string played;  // the move that was played
  bool plays = false;  // it was this search that chose it
};

struct PlayedGame {
  std::vector<PlayedSearch> searches;
  std::vector<std::string> moves;  // played, the opening included
  std::unique_ptr<AnyGame> end;    // where it stopped
  bool interrupted = false;        // then the position under way is left out
};

// `progress` is told the number of positions searched so far.
Result<PlayedGame> play_game(const AnyGame& start, const PlayPlan& plan,
                             const std::function<void(std::uint64_t)>& progress);

}  // namespace plytrace
