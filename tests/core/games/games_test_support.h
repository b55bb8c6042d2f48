// SPDX-License-Identifier: MIT
//
// Shared by the tests of all games: playing move texts, perft, a short search that is independent
// of core/search, and random play. Failures name the move and the reason.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "tests/test_support.h"

namespace plytrace::test {

// The start position with these options; fails the test if there is none.
template <Game G>
G start(const Arguments& options = {}) {
  Result<G> game = G::start(options);
  if (!game) ADD_FAILURE() << game.status().message();
  return game ? *game : *G::start({});
}

// The position read from a text; fails the test if it is invalid.
template <Game G>
G position(std::string_view text, const Arguments& options = {}) {
  Result<G> game = G::from_position(options, text);
  if (!game) ADD_FAILURE() << game.status().message();
  return game ? *game : *G::start({});
}

// The path of a collection of solved positions that is not part of the project. It is looked for in
// the folder $PLYTRACE_DATA, or in shared/data beside the source tree. Returns "" if it is absent.
inline std::string shared_data(const std::string& file) {
  const char* folder = std::getenv("PLYTRACE_DATA");
  const std::string path =
      (folder != nullptr ? std::string(folder) : source_path("../shared/data")) + "/" + file;
  return std::filesystem::exists(path) ? path : "";
}

template <Game G>
MoveCode move_code(const G& game, std::string_view text) {
  const Result<MoveCode> move = game.parse_move(text);
  if (!move) ADD_FAILURE() << move.status().message();
  return move ? *move : kNoMove;
}

// Plays moves separated by ';'.
template <Game G>
void play_all(G& game, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(';'), moves.size());
    const MoveCode move = move_code(game, moves.substr(0, end));
    if (move == kNoMove || !game.is_legal(move)) {
      ADD_FAILURE() << moves.substr(0, end) << ": "
                    << (move == kNoMove ? "no move" : game.why_illegal(move));
      return;
    }
    game.play(move);
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
}

template <Game G>
std::vector<std::string> move_texts(const G& game) {
  MoveList moves;
  game.generate(moves);
  std::vector<std::string> texts;
  for (const MoveCode move : moves) texts.push_back(game.move_text(move));
  return texts;
}

template <Game G>
std::uint64_t paths(G& game, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  game.generate(moves);
  std::uint64_t count = 0;
  for (const MoveCode move : moves) {
    game.play(move);
    count += paths(game, depth - 1);
    game.undo();
  }
  return count;
}

template <Game G>
bool is_leaf(const G& game, int depth) {
  return depth == 0 || game.is_finished();
}

// The value of a full search, from the point of view of `max`.
template <Game G, class E>
Score minimax_value(G& game, const E& evaluator, int depth, int max) {
  if (is_leaf(game, depth)) return evaluator(game, max);
  const bool maximises = game.player_to_move() == max;
  Score value = maximises ? -kInfinity : kInfinity;
  MoveList moves;
  game.generate(moves);
  for (const MoveCode move : moves) {
    game.play(move);
    const Score child = minimax_value(game, evaluator, depth - 1, max);
    value = maximises ? std::max(value, child) : std::min(value, child);
    game.undo();
  }
  return value;
}

// games.md 3.2, fail-soft; counts the calls of the evaluator.
template <Game G, class E>
Score alphabeta_value(G& game, const E& evaluator, int depth, int max, Window window,
                      std::uint64_t& evaluations) {
  if (is_leaf(game, depth)) {
    ++evaluations;
    return evaluator(game, max);
  }
  const bool maximises = game.player_to_move() == max;
  Score value = maximises ? -kInfinity : kInfinity;
  MoveList moves;
  game.generate(moves);
  for (const MoveCode move : moves) {
    game.play(move);
    const Score child = alphabeta_value(game, evaluator, depth - 1, max, window, evaluations);
    game.undo();
    if (maximises) {
      value = std::max(value, child);
      if (value >= window.beta) break;
      window.alpha = std::max(window.alpha, value);
    } else {
      value = std::min(value, child);
      if (value <= window.alpha) break;
      window.beta = std::min(window.beta, value);
    }
  }
  return value;
}

// Plays up to `plies` random moves; stops at the end of the game.
template <Game G>
void play_random(G& game, int plies, std::mt19937& random) {
  MoveList moves;
  for (int ply = 0; ply < plies && !game.is_finished(); ++ply) {
    moves.clear();
    game.generate(moves);
    game.play(moves[random() % moves.size()]);
  }
}

// Checks the contract of a game (core/game.h) along one random game to its end.
template <Game G>
void check_game_contract(G game, std::uint32_t seed) {
  std::mt19937 random(seed);
  const int bound = game.plies_left();
  int plies = 0;
  MoveList moves;
  for (; !game.is_finished() && !testing::Test::HasFailure(); ++plies) {
    moves.clear();
    game.generate(moves);
    ASSERT_FALSE(moves.empty()) << game.position_text();
    const std::string text = game.position_text();
    const std::uint64_t key = game.key();
    for (const MoveCode move : moves) {
      ASSERT_TRUE(game.is_legal(move)) << game.move_text(move);
      const Result<MoveCode> again = game.parse_move(game.move_text(move));
      ASSERT_TRUE(again) << again.status().message();
      EXPECT_EQ(*again, move) << game.move_text(move);
      game.play(move);
      EXPECT_NE(game.position_text(), text);
      EXPECT_NE(game.key(), key);
      game.undo();
      ASSERT_EQ(game.position_text(), text) << "after undo of " << game.move_text(move);
      ASSERT_EQ(game.key(), key);
    }
    game.play(moves[random() % moves.size()]);
  }
  moves.clear();
  game.generate(moves);
  EXPECT_TRUE(moves.empty()) << "a finished game has no moves";
  EXPECT_LE(plies, bound);
  for (; plies > 0; --plies) game.undo();
}

// From random positions an evaluator stays in its range, and minimax and alpha-beta agree.
template <Game G, class E>
void check_evaluator(const G& start, const E& evaluator, int plies, int depth, std::uint32_t seed) {
  std::mt19937 random(seed);
  G game = start;
  play_random(game, plies, random);
  const Window range = evaluator.score_range();
  for (const int player : {0, 1}) {
    const Score score = evaluator(game, player);
    EXPECT_LE(range.alpha, score) << game.position_text();
    EXPECT_GE(range.beta, score) << game.position_text();
    std::uint64_t evaluations = 0;
    EXPECT_EQ(minimax_value(game, evaluator, depth, player),
              alphabeta_value(game, evaluator, depth, player, {}, evaluations))
        << game.position_text() << " for player " << player;
  }
}

}  // namespace plytrace::test
