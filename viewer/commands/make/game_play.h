// SPDX-License-Identifier: MIT
//
// Plays a game move by move and lets several searchers search each position. Everything except
// times is deterministic, because random moves follow a seed; only searches with a time limit
// depend on the clock. Thread rule: each call runs in one thread.
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
  std::vector<Searcher> searchers;  // those to compare come first, then the other players
  std::size_t compared = 0;         // how many of them are compared
  // Who moves for players 0 and 1: the index of a searcher, or nullopt for random moves.
  std::optional<std::size_t> players[2];
  MoveList line;  // moves to play before the players choose
  std::uint64_t seed = 0;
  int opening = 0;               // number of random moves before the first searched position
  std::optional<int> max_moves;  // not counting the opening
  std::optional<int> player;     // compare only positions where this player is to move
  int repeat = 1;                // searches of each position; the shortest time counts
};

// The search of one position by one searcher.
struct PlayedSearch {
  int ply = 0;     // moves played before, including the opening
  int player = 0;  // the player to move
  std::string position;
  std::size_t searcher = 0;
  SearchResult result;
  std::string move;    // the best move found
  std::string played;  // the move that was played
  bool plays = false;  // this search chose the move that was played
};

struct PlayedGame {
  std::vector<PlayedSearch> searches;
  std::vector<std::string> moves;  // all moves played, including the opening
  std::unique_ptr<AnyGame> end;    // the final position
  bool interrupted = false;        // if true, the position in progress is omitted
};

// Calls `progress` with the number of positions searched so far.
PlayedGame play_game(const AnyGame& start, const PlayPlan& plan,
                     const std::function<void(std::uint64_t)>& progress);

}  // namespace plytrace
