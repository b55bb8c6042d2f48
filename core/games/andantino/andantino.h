// SPDX-License-Identifier: MIT
//
// Andantino as a Game (core/game.h), games.md 1.3: a hexagonal board of hexagonal cells with `size`
// cells per side. The first stone goes to the centre, the second next to it, each later one next to
// at least two stones of any colour. A side wins with five or more stones in a row along one of the
// three axes, or by enclosing a stone of the other side. If one move does several of these, the
// first of this list counts: five by the mover, enclosed stones of the opponent, enclosed stones of
// the mover (who loses). A side without a legal move makes it a draw.
//
// Coordinates: axial (x, y), the centre is (0, 0), a cell's neighbours are +-(1,0), +-(0,1) and
// +-(1,1). Moves are written as letter and number, letter = x, number = y (`j10` is the centre of
// size 10), and listed by number, then letter, which is the reading order of board_text().
// A position is `X:j10,j11 O:k11 X`: the stones of both sides, and the side to move.
//
// Cells lie in one array, with a rim of off-board cells around the board, so that each neighbour is
// at a fixed offset. The index of a cell is its move code. For size 2 (stride 5):
//
//            row 0   . . . . .        . off the board
//            row 1   . a b . .        a1 = 6,  b1 = 7
//            row 2   . a b c .        a2 = 11, b2 = 12, c2 = 13
//            row 3   . . b c .        b3 = 17, c3 = 18
//            row 4   . . . . .
//
// Thread rule: one thread an object.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/games/lines_formula.h"

namespace plytrace::andantino {

inline constexpr int kSmallestSize = 2;
inline constexpr int kLargestSize = 13;
inline constexpr int kDefaultSize = 10;
inline constexpr int kWinningRun = 5;

using Cell = std::uint32_t;

// Why a game is over.
enum class Ending : std::uint8_t { kNone, kFive, kEnclosed, kSelfEnclosed };

class Andantino {
 public:
  explicit Andantino(int size = kDefaultSize);  // the empty board

  static GameInfo info();
  // `size`; anything else, or a size out of range, is a usage error.
  static Result<Andantino> start(const Arguments& options);
  // Returns bad_input for stones off the board or on one cell, for one side more than a stone
  // ahead, and for fives of both sides. If X is one stone ahead, or both have equally many, either
  // side may be to move, so that a board can be evaluated for both. The rule that stones must touch
  // is not checked.
  static Result<Andantino> from_position(const Arguments& options, std::string_view text);

  int player_to_move() const { return static_cast<int>(history_.size() + first_player_) & 1; }
  bool is_finished() const { return ending_ != Ending::kNone || legal_count_ == 0; }
  int winner() const { return winner_; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const {
    return ending_ == Ending::kNone && move < legal_.size() * 64 &&
           (legal_[move / 64] >> (move % 64) & 1U) != 0;
  }
  void play(MoveCode move);
  void undo();
  std::uint64_t key() const;
  int plies_left() const { return cell_count() - stones(); }

  std::string move_text(MoveCode move) const;
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const;
  std::string board_text() const;
  BoardPart board_part() const;
  BoardPicture board_picture(const BoardPart& part) const;
  std::string options_json() const;

  // The stones, the longest run and the sum of squared runs of a side; evaluators read them.
  const LineCount& lines(int player) const { return lines_[static_cast<unsigned>(player)]; }
  Ending ending() const { return ending_; }
  int stones() const { return lines_[0].stones + lines_[1].stones; }
  int cell_count() const { return 3 * size_ * (size_ - 1) + 1; }

 private:
  enum Content : std::uint8_t { kBlack = 0, kWhite = 1, kEmpty = 2, kOutside = 3 };
  static constexpr std::size_t kLargestStride = 2 * kLargestSize + 1;
  static constexpr std::size_t kWords = (kLargestStride * kLargestStride + 63) / 64;

  // The state that undo() restores and cannot recompute.
  struct Played {
    Cell cell;
    LineCount lines;  // line counts of the side that moved, before the move
  };
  // A connected set of cells that contains no stone of the wall's colour.
  struct Region {
    bool reaches_rim;
    bool holds_other;  // contains a stone of the colour that is not the wall
  };

  Cell cell_at(int x, int y) const;
  int x_of(Cell cell) const { return static_cast<int>(cell) % stride_ - size_; }
  int y_of(Cell cell) const { return static_cast<int>(cell) / stride_ - size_; }
  Cell centre() const { return cell_at(0, 0); }
  Cell step(Cell cell, int direction) const;
  std::string cell_name(Cell cell) const;
  std::string stone_list(int player) const;

  void put(Cell cell, int player);
  void count_runs(Cell cell, int player);
  void set_legal(Cell cell);
  void refresh_legal();
  void update_legal(Cell cell);
  bool may_hold_stone(Cell cell) const;
  Region flood(Cell from, Content wall) const;
  bool encloses_opponent(Cell cell, int mover) const;
  void judge(Cell cell, int mover);
  void end(Ending ending, int winner);
  bool has_enclosed_stones(int player) const;
  Status judge_position();
  Status read_stones(std::string_view list, int player);

  int size_;
  int stride_;                                 // cells in a row of the array
  std::array<int, 6> steps_;                   // offsets of the six neighbours, in circular order
  std::vector<std::uint8_t> board_;            // Content by cell
  std::vector<std::uint8_t> touching_;         // stones next to a cell
  std::array<std::uint64_t, kWords> legal_{};  // a bit for each cell that a stone may go to
  int legal_count_ = 0;
  std::array<LineCount, 2> lines_;
  std::vector<Played> history_;
  std::size_t first_player_ = 0;  // the side to move at the game's first position
  std::uint64_t stones_key_ = 0;
  Ending ending_ = Ending::kNone;
  int winner_ = kNobody;
};

static_assert(DrawnGame<Andantino>);

}  // namespace plytrace::andantino
