// SPDX-License-Identifier: MIT
//
// Connect-K (games.md 1.1): a board of width x height cells, k in a row along one of four axes
// wins, with or without gravity. Covers tic-tac-toe, Connect-4 and gomoku.
//
// A window is a row of exactly k cells on the board. At every move the game counts how many pieces
// each player has in each window, and how many windows hold each pair of counts. The win test and
// the evaluators read these counts and never scan the board. play() and undo() update only the
// windows through one cell and do not allocate.
//
// Cells: index = row * width + column, row 0 = top, column 0 = left. Generation order: columns left
// to right under gravity, else ascending cell index. Move codes: the column under gravity, else the
// cell. Moves are written "d" under gravity, else "b2" (row 1 at the bottom).
// Thread rule: one thread an object; copies share constant tables.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.h"
#include "core/game.h"
#include "core/game_definition.h"

namespace plytrace::connectk {

inline constexpr int kMaxSide = 26;
inline constexpr int kMaxConnect = 10;

struct Options {
  int width = 7;
  int height = 6;
  int connect = 4;
  bool gravity = true;

  void read(ArgumentReader& reader);
};

// The windows, and which of them contain each cell. They depend only on the options.
struct Geometry {
  explicit Geometry(const Options& options);

  Options options;
  int cells;
  int windows = 0;
  // The windows through cell c are window_list[window_begin[c]] .. window_list[window_begin[c+1]].
  std::vector<std::uint32_t> window_begin;
  std::vector<std::uint16_t> window_list;
  std::vector<std::uint64_t> cell_keys;  // hashes of player 0's, then of player 1's piece, by cell
};

// The counts of one window packed into a byte.
//
//   bit  7 6 5 4 | 3 2 1 0
//        player 0| player 1     pieces of each, 0..10
class WindowState {
 public:
  static constexpr unsigned pieces(unsigned state, int player) {
    return (state >> shift(player)) & 15U;
  }
  static constexpr unsigned one_piece(int player) { return 1U << shift(player); }

 private:
  static constexpr unsigned shift(int player) { return player == 0 ? 4U : 0U; }
};
static_assert(kMaxConnect < 16, "a count must fit into half a byte");

class ConnectK {
 public:
  // The options that a preset or `-g` can set; the first invalid one is a usage error.
  static GameInfo info();
  static Result<ConnectK> start(const Arguments& arguments);
  // Returns bad_input for text of another shape and for boards that no game can reach: impossible
  // counts, floating pieces under gravity, lines of both sides. Either side may be to move, so that
  // a board can be evaluated for both.
  static Result<ConnectK> from_position(const Arguments& arguments, std::string_view text);

  explicit ConnectK(const Options& options);

  int player_to_move() const { return player_; }
  bool is_finished() const { return winner_ != kNobody || stones() == geometry_->cells; }
  int winner() const { return winner_; }
  void generate(MoveList& moves) const;
  bool is_legal(MoveCode move) const;
  void play(MoveCode move);
  void undo();
  std::uint64_t key() const { return player_ == 0 ? key_ : ~key_; }
  int plies_left() const { return is_finished() ? 0 : geometry_->cells - stones(); }
  std::string move_text(MoveCode move) const;
  Result<MoveCode> parse_move(std::string_view text) const;
  std::string why_illegal(MoveCode move) const;
  std::string position_text() const;
  std::string board_text() const;
  BoardPart board_part() const;
  BoardPicture board_picture(const BoardPart& part) const;
  std::string options_json() const;

  // The state that evaluators read.
  const Options& options() const { return geometry_->options; }
  int cells() const { return geometry_->cells; }
  int windows() const { return geometry_->windows; }
  int stones() const { return static_cast<int>(history_.size()); }
  int stones_of(int player) const { return counts_[static_cast<std::size_t>(player)]; }
  // The player whose piece is on this cell, or kNobody.
  int piece(int column, int row) const {
    return board_[static_cast<std::size_t>(row * options().width + column)];
  }
  // How many windows hold `own` pieces of `player` and `other` pieces of the other player.
  int windows_with(int player, int own, int other) const {
    const unsigned state = WindowState::one_piece(player) * static_cast<unsigned>(own) +
                           WindowState::one_piece(1 - player) * static_cast<unsigned>(other);
    return tally_[state];
  }

 private:
  // Puts a piece and updates the counts; returns true if the player now has a full window.
  // Removes a piece and updates the counts.
  bool put_piece(std::size_t cell, int player);
  void remove_piece(std::size_t cell, int player);
  void add_to_windows(std::size_t cell, unsigned step);
  std::size_t cell_of(MoveCode move) const;
  Status set_up(const std::vector<std::string_view>& rows, int side);
  Status refuse_impossible(const std::array<bool, 2>& has_line) const;

  std::shared_ptr<const Geometry> geometry_;
  std::vector<std::int8_t> board_;          // kNobody, 0 or 1, by cell
  std::vector<std::uint8_t> free_;          // empty cells by column, under gravity
  std::vector<std::uint8_t> window_;        // WindowState by window
  std::array<std::uint16_t, 256> tally_{};  // windows by WindowState
  std::vector<std::uint16_t> history_;      // cells in the order of play
  std::array<int, 2> counts_{};             // pieces of each player
  std::uint64_t key_ = 0;                   // hash of the pieces
  int player_ = 0;                          // to move
  int winner_ = kNobody;
};

inline std::size_t ConnectK::cell_of(MoveCode move) const {
  if (!options().gravity) return move;
  const auto width = static_cast<std::size_t>(options().width);
  return (free_[move] - std::size_t{1}) * width + move;
}

inline void ConnectK::add_to_windows(std::size_t cell, unsigned step) {
  const Geometry& geometry = *geometry_;
  // Copied to locals, because a write through a byte pointer may alias any member: the compiler
  // would reload them for each window.
  const std::uint16_t* const list = geometry.window_list.data();
  const std::uint16_t* const end = list + geometry.window_begin[cell + 1];
  std::uint8_t* const states = window_.data();
  for (const std::uint16_t* window = list + geometry.window_begin[cell]; window != end; ++window) {
    const std::uint8_t before = states[*window];
    const auto after = static_cast<std::uint8_t>(before + step);
    states[*window] = after;
    --tally_[before];
    ++tally_[after];
  }
}

inline bool ConnectK::put_piece(std::size_t cell, int player) {
  add_to_windows(cell, WindowState::one_piece(player));
  board_[cell] = static_cast<std::int8_t>(player);
  ++counts_[static_cast<std::size_t>(player)];
  key_ ^= geometry_->cell_keys[cell * 2 + static_cast<std::size_t>(player)];
  return windows_with(player, options().connect, 0) > 0;
}

inline void ConnectK::remove_piece(std::size_t cell, int player) {
  // Subtracts one piece, modulo 256; the count of the other player does not change.
  add_to_windows(cell, 0U - WindowState::one_piece(player));
  board_[cell] = static_cast<std::int8_t>(kNobody);
  --counts_[static_cast<std::size_t>(player)];
  key_ ^= geometry_->cell_keys[cell * 2 + static_cast<std::size_t>(player)];
}

inline void ConnectK::play(MoveCode move) {
  assert(is_legal(move));
  const std::size_t cell = cell_of(move);
  if (options().gravity) --free_[move];
  if (put_piece(cell, player_)) winner_ = player_;
  player_ = 1 - player_;
  history_.push_back(static_cast<std::uint16_t>(cell));
}

inline void ConnectK::undo() {
  assert(!history_.empty());
  const std::size_t cell = history_.back();
  history_.pop_back();
  winner_ = kNobody;
  if (options().gravity) ++free_[cell % static_cast<std::size_t>(options().width)];
  player_ = 1 - player_;
  remove_piece(cell, player_);
}

inline void ConnectK::generate(MoveList& moves) const {
  if (is_finished()) return;
  if (options().gravity) {
    for (MoveCode column = 0; column < free_.size(); ++column) {
      if (free_[column] > 0) moves.push_back(column);
    }
    return;
  }
  for (MoveCode cell = 0; cell < board_.size(); ++cell) {
    if (board_[cell] == kNobody) moves.push_back(cell);
  }
}

inline bool ConnectK::is_legal(MoveCode move) const {
  if (is_finished()) return false;
  if (options().gravity) return move < free_.size() && free_[move] > 0;
  return move < board_.size() && board_[move] == kNobody;
}

static_assert(DrawnGame<ConnectK>);

}  // namespace plytrace::connectk
