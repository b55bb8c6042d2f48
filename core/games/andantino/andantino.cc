// SPDX-License-Identifier: MIT
#include "core/games/andantino/andantino.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "core/hash.h"

namespace plytrace::andantino {
namespace {

constexpr char kStone[] = {'X', 'O', '.'};

std::string side_name(int player) { return player == 0 ? "X" : "O"; }

Status bad_position(const std::string& what) {
  return Status::bad_input(
      "andantino position: " + what +
      "; write it like 'X:j10,j11 O:k11 X', the last letter is the side to move");
}

struct Options {
  int size = kDefaultSize;
  void read(ArgumentReader& reader) {
    reader.integer_into(size, "size", kSmallestSize, kLargestSize,
                        "cells per side of the hexagonal board");
  }
};

// Removes the next blank-separated word from the front of `text` and returns it.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

Andantino::Andantino(int size)
    : size_(size),
      // The board has 2 * size - 1 columns; the rim adds one on each side.
      stride_(2 * size + 1),
      steps_{1, stride_ + 1, stride_, -1, -stride_ - 1, -stride_},
      board_(static_cast<std::size_t>(stride_ * stride_), kOutside),
      touching_(board_.size(), 0) {
  const int reach = size_ - 1;
  for (int y = -reach; y <= reach; ++y) {
    // A hexagon is where x, y and x - y are all at most `reach` away from 0.
    for (int x = std::max(-reach, y - reach); x <= std::min(reach, y + reach); ++x) {
      board_[cell_at(x, y)] = kEmpty;
    }
  }
  // Reserves the space now, so that play() never allocates.
  history_.reserve(static_cast<std::size_t>(cell_count()));
  refresh_legal();
}

GameInfo Andantino::info() {
  GameInfo info;
  info.name = "andantino";
  info.summary = "hexagonal cells; five in a row or an enclosed stone of the other side wins";
  info.move_form = "a cell, letter and number (j10 is the centre of size 10)";
  info.position_form = "stones of both sides and the side to move: X:j10,j11 O:k11 O";
  info.options = parameters_of<Options>();
  return info;
}

Result<Andantino> Andantino::start(const Arguments& options) {
  const auto read = read_settings<Options>("andantino", options);
  if (!read) return read.status();
  return Andantino(read->size);
}

Cell Andantino::cell_at(int x, int y) const {
  return static_cast<Cell>((y + size_) * stride_ + x + size_);
}

Cell Andantino::step(Cell cell, int direction) const {
  return static_cast<Cell>(static_cast<int>(cell) + direction);
}

void Andantino::generate(MoveList& moves) const {
  if (is_finished()) return;
  // Moves are generated row by row, because the index of a cell grows along a row.
  for (std::size_t word = 0; word < kWords; ++word) {
    for (std::uint64_t cells = legal_[word]; cells != 0; cells &= cells - 1) {
      moves.push_back(static_cast<MoveCode>(word * 64) +
                      static_cast<MoveCode>(std::countr_zero(cells)));
    }
  }
}

void Andantino::play(MoveCode move) {
  assert(is_legal(move));
  const int mover = player_to_move();
  history_.push_back({move, lines(mover)});
  put(move, mover);
  judge(move, mover);
}

void Andantino::undo() {
  assert(!history_.empty());
  const Played last = history_.back();
  history_.pop_back();
  // Only after pop_back(), because player_to_move() depends on the length of the history.
  const int mover = player_to_move();
  board_[last.cell] = kEmpty;
  lines_[static_cast<unsigned>(mover)] = last.lines;
  stones_key_ ^= splitmix64(2 * last.cell + static_cast<unsigned>(mover));
  for (const int direction : steps_) --touching_[step(last.cell, direction)];
  update_legal(last.cell);
  // No move can follow the end of a game, so the game was not over before this move.
  end(Ending::kNone, kNobody);
}

// Places a stone without checking that the move is legal, and without ending the game.
void Andantino::put(Cell cell, int player) {
  board_[cell] = static_cast<std::uint8_t>(player);
  stones_key_ ^= splitmix64(2 * cell + static_cast<unsigned>(player));
  count_runs(cell, player);
  // This also counts for cells of the rim; nobody reads their counts.
  for (const int direction : steps_) ++touching_[step(cell, direction)];
  update_legal(cell);
}

// Joins the runs on both sides of a new stone, axis by axis.
void Andantino::count_runs(Cell cell, int player) {
  const auto length = [&](int direction) {
    int stones = 0;
    // The rim holds no stone: a run ends there.
    for (Cell next = step(cell, direction); board_[next] == player; next = step(next, direction)) {
      ++stones;
    }
    return stones;
  };
  LineCount& side = lines_[static_cast<unsigned>(player)];
  ++side.stones;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    side.join_runs(length(steps_[axis]), length(steps_[axis + 3]));
  }
}

bool Andantino::may_hold_stone(Cell cell) const {
  if (board_[cell] != kEmpty) return false;
  if (stones() == 0) return cell == centre();
  // The second stone needs to touch only one: there is only one.
  return touching_[cell] >= std::min(stones(), 2);
}

void Andantino::refresh_legal() {
  legal_ = {};
  legal_count_ = 0;
  for (Cell cell = 0; cell < board_.size(); ++cell) set_legal(cell);
}

void Andantino::set_legal(Cell cell) {
  std::uint64_t& word = legal_[cell / 64];
  const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
  legal_count_ -= (word & bit) != 0 ? 1 : 0;
  word &= ~bit;
  if (!may_hold_stone(cell)) return;
  word |= bit;
  ++legal_count_;
}

// Called after a stone was put on `cell` or removed. With up to two stones the rule itself changes,
// so all cells are updated.
void Andantino::update_legal(Cell cell) {
  if (stones() <= 2) {
    refresh_legal();
    return;
  }
  // Only these cells have a neighbour that changed.
  set_legal(cell);
  for (const int direction : steps_) set_legal(step(cell, direction));
}

void Andantino::end(Ending ending, int winner) {
  ending_ = ending;
  winner_ = winner;
}

// Ends the game if the stone that `mover` just put on `cell` ends it. Tests are in order of
// precedence.
void Andantino::judge(Cell cell, int mover) {
  // longest is of the whole board, which is enough: before this stone it was below five, or the
  // game would have been over. In the last test only the new stone can be enclosed, because the
  // opponent's walls have not changed.
  if (lines(mover).longest >= kWinningRun) {
    end(Ending::kFive, mover);
  } else if (encloses_opponent(cell, mover)) {
    end(Ending::kEnclosed, mover);
  } else if (!flood(cell, static_cast<Content>(1 - mover)).reaches_rim) {
    end(Ending::kSelfEnclosed, 1 - mover);
  }
}

// A new stone can cut off a region only if the neighbour cells that are not the mover's form two
// arcs or more. Off-board neighbours count as such cells, because a region that reaches the rim is
// open.
bool Andantino::encloses_opponent(Cell cell, int mover) const {
  std::array<Cell, 6> arc_starts;
  std::size_t arcs = 0;
  // Start from the neighbour that precedes the first one on the way around.
  bool wall_before = board_[step(cell, steps_[5])] == mover;
  for (const int direction : steps_) {
    const Cell neighbour = step(cell, direction);
    const bool wall = board_[neighbour] == mover;
    if (wall_before && !wall) arc_starts[arcs++] = neighbour;
    wall_before = wall;
  }
  if (arcs < 2) return false;
  return std::any_of(arc_starts.begin(), arc_starts.begin() + arcs, [&](Cell start) {
    // This arc reaches the rim.
    if (board_[start] == kOutside) return false;
    const Region region = flood(start, static_cast<Content>(mover));
    return !region.reaches_rim && region.holds_other;
  });
}

// Finds the region of cells that are not `wall` around `from`. It stops at the rim of the board;
// then holds_other has no meaning.
Andantino::Region Andantino::flood(Cell from, Content wall) const {
  // On the stack, because a search calls this at every move. A cell is pushed only once, so the
  // array is large enough.
  std::array<std::uint64_t, kWords> seen{};
  std::array<Cell, kLargestStride * kLargestStride> waiting;
  std::size_t count = 0;
  Region region{false, false};
  const auto visit = [&](Cell cell) {
    std::uint64_t& word = seen[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    if ((word & bit) != 0) return;
    word |= bit;
    waiting[count++] = cell;
  };
  visit(from);
  while (count > 0) {
    const Cell cell = waiting[--count];
    region.holds_other |= board_[cell] != kEmpty;
    for (const int direction : steps_) {
      const Cell next = step(cell, direction);
      if (board_[next] == kOutside) return {true, false};
      if (board_[next] != wall) visit(next);
    }
  }
  return region;
}

bool Andantino::has_enclosed_stones(int player) const {
  // Floods from every stone; used only to set up positions, never by a search.
  for (Cell cell = 0; cell < board_.size(); ++cell) {
    if (board_[cell] == player && !flood(cell, static_cast<Content>(1 - player)).reaches_rim) {
      return true;
    }
  }
  return false;
}

std::uint64_t Andantino::key() const {
  return hash_combine(stones_key_, static_cast<std::uint64_t>(player_to_move()));
}

std::string Andantino::cell_name(Cell cell) const {
  return static_cast<char>('a' + x_of(cell) + size_ - 1) + std::to_string(y_of(cell) + size_);
}

std::string Andantino::move_text(MoveCode move) const { return cell_name(move); }

Result<MoveCode> Andantino::parse_move(std::string_view text) const {
  int number = 0;
  const char* const end = text.data() + text.size();
  // A leading zero is refused, so that each cell has one text.
  const bool digits = text.size() >= 2 && text.size() <= 3 && text[1] != '0' &&
                      std::from_chars(text.data() + 1, end, number).ptr == end;
  const int x = digits ? text[0] - 'a' - (size_ - 1) : size_;
  const int y = number - size_;
  const int reach = size_ - 1;
  const bool on_board =
      digits && std::abs(x) <= reach && std::abs(y) <= reach && std::abs(x - y) <= reach;
  if (on_board) return cell_at(x, y);
  return Status::bad_input(
      "'" + std::string(text) + "' is not a cell of the andantino board of size " +
      std::to_string(size_) + "; write a letter and a number like " + cell_name(centre()));
}

std::string Andantino::why_illegal(MoveCode move) const {
  // `side` is used only if somebody has won.
  const std::string side = side_name(winner_ == kNobody ? 0 : winner_);
  switch (ending_) {
    case Ending::kFive:
      return "the game is finished: " + side + " has five in a row";
    case Ending::kEnclosed:
    case Ending::kSelfEnclosed:
      return "the game is finished: " + side + " has enclosed a stone";
    case Ending::kNone:
      break;
  }
  if (is_finished()) return "the game is finished: no cell touches two stones";
  const std::string name = cell_name(move);
  if (board_[move] != kEmpty) return name + " is occupied";
  if (stones() == 0) return "the first stone goes to the centre, " + cell_name(centre());
  const std::string touching = std::to_string(touching_[move]);
  if (stones() == 1) return name + " touches no stone; the second stone touches the first";
  return name + " touches " + (touching == "0" ? "no stone" : "only " + touching + " stone") +
         "; a stone has to touch two";
}

std::string Andantino::stone_list(int player) const {
  std::string list;
  for (Cell cell = 0; cell < board_.size(); ++cell) {
    if (board_[cell] != player) continue;
    if (!list.empty()) list += ',';
    list += cell_name(cell);
  }
  return side_name(player) + ":" + list;
}

std::string Andantino::position_text() const {
  return stone_list(0) + " " + stone_list(1) + " " + side_name(player_to_move());
}

Status Andantino::read_stones(std::string_view list, int player) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    const Result<MoveCode> cell = parse_move(name);
    if (!cell) return cell.status();
    if (board_[*cell] != kEmpty) return bad_position("two stones on " + std::string(name));
    put(*cell, player);
  }
  return Status::ok();
}

Result<Andantino> Andantino::from_position(const Arguments& options, std::string_view text) {
  Result<Andantino> game = start(options);
  if (!game) return game;
  const std::string_view black = next_word(text);
  const std::string_view white = next_word(text);
  const std::string_view side = next_word(text);
  if (black.substr(0, 2) != "X:" || white.substr(0, 2) != "O:" || (side != "X" && side != "O") ||
      !next_word(text).empty()) {
    return bad_position("it is not 'X:' and stones, 'O:' and stones, and a side");
  }
  if (Status status = game->read_stones(black.substr(2), 0); !status) return status;
  if (Status status = game->read_stones(white.substr(2), 1); !status) return status;
  if (std::abs(game->lines(0).stones - game->lines(1).stones) > 1) {
    return bad_position(std::to_string(game->lines(0).stones) + " stones of X and " +
                        std::to_string(game->lines(1).stones) +
                        " of O, but the sides place them in turn");
  }
  // The history stays empty: the game starts here, whoever placed the stones.
  game->first_player_ = side == "X" ? 0 : 1;
  if (Status status = game->judge_position(); !status) return status;
  return game;
}

// Finds the ending of a position whose last move is unknown; the side not to move made it.
Status Andantino::judge_position() {
  const int mover = 1 - player_to_move();
  const int opponent = 1 - mover;
  const bool mover_five = lines(mover).longest >= kWinningRun;
  const bool opponent_five = lines(opponent).longest >= kWinningRun;
  if (mover_five && opponent_five) return bad_position("both sides have five in a row");
  // Same order as judge(). The side to move may also have a five, because a board can be evaluated
  // for both sides.
  if (mover_five || opponent_five) {
    end(Ending::kFive, mover_five ? mover : opponent);
  } else if (has_enclosed_stones(opponent)) {
    end(Ending::kEnclosed, mover);
  } else if (has_enclosed_stones(mover)) {
    end(Ending::kSelfEnclosed, opponent);
  }
  return Status::ok();
}

// Writes rows from number 1 down. Each is shifted by half a cell against the one above, so that the
// three axes run along the row and along both diagonals. Letters stand at the upper right end of
// their column.
std::string Andantino::board_text() const {
  const int reach = size_ - 1;
  const int label_width = 2;
  std::string text;
  // The first line holds only letters.
  for (int y = -reach - 1; y <= reach; ++y) {
    const int first = std::max(-reach, y - reach);
    std::string line = y < -reach ? "" : std::to_string(y + size_);
    line.insert(0, static_cast<std::size_t>(label_width) - std::min<std::size_t>(line.size(), 2),
                ' ');
    // A cell is two characters wide, so half a cell is one character.
    const auto at = [&](int x) { return static_cast<std::size_t>(2 * x - y + 2 * reach + 3); };
    const auto write = [&](int x, char c) {
      line.resize(std::max(line.size(), at(x) + 1), ' ');
      line[at(x)] = c;
    };
    for (int x = first; x <= reach; ++x) {
      const Content content = y < -reach ? kOutside : static_cast<Content>(board_[cell_at(x, y)]);
      if (content != kOutside) write(x, kStone[content]);
    }
    const auto letter = [&](int x) { write(x, static_cast<char>('a' + x + reach)); };
    if (y < -reach) {
      for (int x = -reach; x <= 0; ++x) letter(x);
    } else if (y < 0) {
      // In the upper half one more column begins below each row.
      letter(y + size_);
    }
    text += (y < -reach ? "" : "\n") + line;
  }
  return text;
}

// The hexagon around the stones plus one cell on each side; without stones, around the centre. All
// three axes bound it; two would give a parallelogram.
BoardPart Andantino::board_part() const {
  const auto around = [](int x, int y) {
    return BoardPart{x - 1, x + 1, y - 1, y + 1, x - y - 1, x - y + 1};
  };
  std::optional<BoardPart> part;
  for (Cell cell = 0; cell < board_.size(); ++cell) {
    if (board_[cell] != kBlack && board_[cell] != kWhite) continue;
    const BoardPart own = around(x_of(cell), y_of(cell));
    if (!part) part = own;
    part->include(own);
  }
  return part.value_or(around(0, 0));
}

// Numbers stand at the left end of each row, letters at the upper end of each column.
BoardPicture Andantino::board_picture(const BoardPart& part) const {
  BoardPicture picture;
  const auto middle_x = [](int x, int y) { return x - 0.5 * y; };
  const auto middle_y = [](int y) { return y * BoardPicture::kHexagonRow; };
  const auto is_shown = [&](int x, int y) {
    const bool is_in_part = part.left <= x && x <= part.right && part.top <= y &&
                            y <= part.bottom && part.low <= x - y && x - y <= part.high;
    return is_in_part && std::max({std::abs(x), std::abs(y), std::abs(x - y)}) < size_;
  };
  for (Cell cell = 0; cell < board_.size(); ++cell) {
    const int x = x_of(cell), y = y_of(cell);
    if (board_[cell] == kOutside || !is_shown(x, y)) continue;
    picture.add(BoardPicture::Form::kHexagon, BoardPicture::Paint::kFaint, middle_x(x, y),
                middle_y(y), 1, BoardPicture::kHexagonHeight);
    if (!is_shown(x - 1, y)) {
      picture.add_text(std::to_string(y + size_), middle_x(x - 1, y) - 0.1, middle_y(y));
    }
    if (!is_shown(x, y - 1)) {
      const char letter = static_cast<char>('a' + x + size_ - 1);
      picture.add_text(std::string(1, letter), middle_x(x, y - 1), middle_y(y - 1));
    }
    if (board_[cell] == kEmpty) continue;
    picture.add_disc(board_[cell] == kBlack, middle_x(x, y), middle_y(y), 0.76);
  }
  picture.fit();
  return picture;
}

std::string Andantino::options_json() const { return settings_json(Options{size_}); }

}  // namespace plytrace::andantino
