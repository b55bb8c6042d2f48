// SPDX-License-Identifier: MIT
//
// Othello as a Game (core/game.h): 8 x 8, black is player 0 and moves first, a side without a
// placement passes, the game ends when neither side can place. Rules: games.md 1.2.
// Moves are written `d3` (a1 is the top left square) and `pass`; they are listed in reading order.
// A position is 64 characters a1..h1, a2.. of `-XO` (X = black), a blank, and the side to move.
// Thread rule: one thread an object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/games/othello/bitboard.h"

namespace plytrace::othello {

inline constexpr MoveCode kPass = 64;  // 0..63: place on that square

class Othello {
 public:
  Othello();  // the start position
  static GameInfo info();
  // Othello has no options: any argument is a usage error.
  static Result<Othello> start(const Arguments& options);
  // Returns the position that `text` describes; bad_input says what is wrong and where.
  static Result<Othello> from_position(const Arguments& options, std::string_view text);

  int player_to_move() const { return now().side; }
  bool is_finished() const { return (now().placements[0] | now().placements[1]) == 0; }
  int winner() const;
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const;
  void play(MoveCode move);
  void undo() { states_.pop_back(); }
  std::uint64_t key() const;
  // Each placement is preceded by at most one pass.
  int plies_left() const { return 2 * (64 - disc_count()); }

  std::string move_text(MoveCode move) const;
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const;
  std::string board_text() const;
  BoardPart board_part() const;
  BoardPicture board_picture(const BoardPart& part) const;
  std::string options_json() const { return "{}"; }

  // Accessors for evaluators.
  Bitboard discs(int player) const { return now().discs[player]; }
  // The squares where `player` could place, whoever is to move.
  Bitboard placements_of(int player) const { return now().placements[player]; }
  int disc_count() const { return std::popcount(now().discs[0] | now().discs[1]); }

 private:
  struct State {
    Bitboard discs[2];
    Bitboard placements[2];
    int side;
  };

  explicit Othello(const State& state) : states_{state} {}
  static State state_of(Bitboard black, Bitboard white, int side);
  const State& now() const { return states_.back(); }
  char disc_char(unsigned square) const;

  std::vector<State> states_;  // the root position and one more for each move played
};

static_assert(DrawnGame<Othello>);

}  // namespace plytrace::othello
