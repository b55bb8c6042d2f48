// SPDX-License-Identifier: MIT
#include "core/games/connectk/connectk.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "core/games/square_board.h"
#include "core/hash.h"
#include "core/number_text.h"

namespace plytrace::connectk {
namespace {

constexpr std::array<char, 2> kSymbols = {'X', 'O'};
constexpr char kEmptySymbol = '.';

struct Axis {
  int column, row;
};
// Half of the directions: each window is found from one of its ends only.
constexpr std::array<Axis, 4> kAxes = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

std::string column_name(int column) { return {static_cast<char>('a' + column)}; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Status bad_position(const std::string& what) {
  return Status::bad_input("connectk position: " + what +
                           "; write rows from the top joined by '/', of '.', 'X' and 'O', a blank, "
                           "and the side to move, such as .../.X./... O");
}

}  // namespace

void Options::read(ArgumentReader& reader) {
  reader.integer_into(width, "width", 1, kMaxSide, "columns");
  reader.integer_into(height, "height", 1, kMaxSide, "rows");
  reader.integer_into(connect, "connect", 2, kMaxConnect, "pieces in a row, or more, that win");
  reader.choice_into(gravity, "gravity", {"off", "on"},
                     "on: a piece lands on the lowest empty cell of its column");
}

Geometry::Geometry(const Options& given) : options(given), cells(given.width * given.height) {
  const int reach = options.connect - 1;
  // 16 bits suffice for a window number: at most four windows begin at each of 26 * 26 cells.
  std::vector<std::vector<std::uint16_t>> through(static_cast<std::size_t>(cells));
  for (const Axis axis : kAxes) {
    for (int row = 0; row < options.height; ++row) {
      for (int column = 0; column < options.width; ++column) {
        const int end_column = column + axis.column * reach;
        const int end_row = row + axis.row * reach;
        // No axis goes to the left, and only one goes up (row 0 is the top).
        if (end_column >= options.width || end_row < 0 || end_row >= options.height) continue;
        for (int i = 0; i < options.connect; ++i) {
          const int cell = (row + axis.row * i) * options.width + column + axis.column * i;
          through[static_cast<std::size_t>(cell)].push_back(static_cast<std::uint16_t>(windows));
        }
        ++windows;
      }
    }
  }
  // Flattened, because put_piece() and remove_piece() walk the list at every move.
  window_begin.push_back(0);
  for (std::uint64_t cell = 0; cell < through.size(); ++cell) {
    window_list.insert(window_list.end(), through[cell].begin(), through[cell].end());
    window_begin.push_back(static_cast<std::uint32_t>(window_list.size()));
    cell_keys.push_back(splitmix64(cell * 2));
    cell_keys.push_back(splitmix64(cell * 2 + 1));
  }
}

Result<ConnectK> ConnectK::start(const Arguments& arguments) {
  const auto options = read_settings<Options>("connectk", arguments);
  if (!options) return options.status();
  return ConnectK(*options);
}

namespace {

// The geometry of these options. Many games in a row have the same one: the searches of a suite.
std::shared_ptr<const Geometry> geometry_of(const Options& options) {
  const auto key = [](const Options& of) {
    return std::tuple(of.width, of.height, of.connect, of.gravity);
  };
  thread_local std::shared_ptr<const Geometry> last;
  if (last == nullptr || key(last->options) != key(options)) {
    last = std::make_shared<Geometry>(options);
  }
  return last;
}

}  // namespace

ConnectK::ConnectK(const Options& options) : geometry_(geometry_of(options)) {
  const auto cells = static_cast<std::size_t>(geometry_->cells);
  board_.assign(cells, static_cast<std::int8_t>(kNobody));
  free_.assign(options.gravity ? static_cast<std::size_t>(options.width) : 0,
               static_cast<std::uint8_t>(options.height));
  window_.assign(static_cast<std::size_t>(geometry_->windows), 0);
  tally_[0] = static_cast<std::uint16_t>(geometry_->windows);
  history_.reserve(cells);
}

namespace {

// "4453": the columns of the moves from the empty board, counted from 1, as solvers and collections
// of Connect-4 positions write them.
bool is_run_of_columns(std::string_view text) {
  return !text.empty() && text.find_first_not_of("123456789") == std::string_view::npos;
}

Result<ConnectK> after_columns(ConnectK game, std::string_view columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string where =
        "move " + std::to_string(i + 1) + " of '" + std::string(columns) + "': ";
    const auto move = game.parse_move(std::string(1, static_cast<char>(columns[i] - '1' + 'a')));
    if (!move) return bad_position(where + move.status().message());
    if (game.is_finished() || !game.is_legal(*move)) {
      return bad_position(where + game.why_illegal(*move));
    }
    game.play(*move);
  }
  return game;
}

}  // namespace

Result<ConnectK> ConnectK::from_position(const Arguments& arguments, std::string_view text) {
  const auto options = read_settings<Options>("connectk", arguments);
  if (!options) return options.status();
  if (options->gravity && is_run_of_columns(text)) return after_columns(ConnectK(*options), text);
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return bad_position("the side to move is missing");
  const std::string_view side = text.substr(blank + 1);
  if (side != "X" && side != "O") {
    return bad_position("the side to move is '" + std::string(side) + "', neither X nor O");
  }
  ConnectK game(*options);
  if (Status status = game.set_up(split(text.substr(0, blank), '/'), side == "X" ? 0 : 1);
      !status) {
    return status;
  }
  return game;
}

// Puts the pieces of a position text on the empty board.
Status ConnectK::set_up(const std::vector<std::string_view>& rows, int side) {
  const auto width = static_cast<std::size_t>(options().width);
  if (rows.size() != static_cast<std::size_t>(options().height)) {
    return bad_position(std::to_string(rows.size()) + " rows, the board has " +
                        std::to_string(options().height));
  }
  player_ = side;
  std::array<bool, 2> has_line{};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != width) {
      return bad_position("row " + std::to_string(row + 1) + " from the top has " +
                          std::to_string(rows[row].size()) + " cells, the board has " +
                          std::to_string(width));
    }
    for (std::size_t column = 0; column < width; ++column) {
      const char symbol = rows[row][column];
      if (symbol == kEmptySymbol) continue;
      if (symbol != kSymbols[0] && symbol != kSymbols[1]) {
        return bad_position("'" + std::string(1, symbol) + "' in row " + std::to_string(row + 1) +
                            " from the top is not a piece");
      }
      const std::size_t player = symbol == kSymbols[0] ? 0 : 1;
      const std::size_t cell = row * width + column;
      if (put_piece(cell, static_cast<int>(player))) has_line[player] = true;
      // stones() is the length of the history; the order of the moves does not matter.
      history_.push_back(static_cast<std::uint16_t>(cell));
      if (options().gravity) --free_[column];
    }
  }
  if (Status status = refuse_impossible(has_line); !status) return status;
  if (has_line[0]) winner_ = 0;
  if (has_line[1]) winner_ = 1;
  return Status::ok();
}

Status ConnectK::refuse_impossible(const std::array<bool, 2>& has_line) const {
  const auto impossible = [](const std::string& what) {
    return Status::bad_input("connectk position: " + what + "; no game can reach it");
  };
  if (counts_[0] != counts_[1] && counts_[0] != counts_[1] + 1) {
    return impossible(std::to_string(counts_[0]) + " X and " + std::to_string(counts_[1]) +
                      " O, and X moves first");
  }
  // Without gravity free_ is empty and nothing is checked. With gravity the n pieces of a column
  // must fill its lowest n cells.
  for (std::size_t column = 0; column < free_.size(); ++column) {
    for (std::size_t row = free_[column]; row < static_cast<std::size_t>(options().height); ++row) {
      if (board_[row * free_.size() + column] == kNobody) {
        return impossible("a piece floats in column " + column_name(static_cast<int>(column)));
      }
    }
  }
  if (has_line[0] && has_line[1]) return impossible("lines of both sides");
  return Status::ok();
}

std::string ConnectK::move_text(MoveCode move) const {
  const int code = static_cast<int>(move);
  if (options().gravity) return column_name(code);
  const int row = options().height - code / options().width;
  return column_name(code % options().width) + std::to_string(row);
}

Result<MoveCode> ConnectK::parse_move(std::string_view text) const {
  const int column = text.empty() ? -1 : text.front() - 'a';
  const bool on_board = column >= 0 && column < options().width;
  if (options().gravity) {
    if (on_board && text.size() == 1) return static_cast<MoveCode>(column);
    return Status::bad_input("'" + std::string(text) + "' is not a move: write a column, a to " +
                             column_name(options().width - 1));
  }
  const std::string_view digits = text.substr(std::min<std::size_t>(1, text.size()));
  const int row = number_from<int>(digits).value_or(0);
  // A leading zero is refused, so that each cell has one text.
  const bool is_row = !digits.starts_with('0') && row >= 1 && row <= options().height;
  if (on_board && is_row) {
    return static_cast<MoveCode>((options().height - row) * options().width + column);
  }
  return Status::bad_input("'" + std::string(text) + "' is not a move: write a cell, a1 to " +
                           column_name(options().width - 1) + std::to_string(options().height));
}

std::string ConnectK::why_illegal(MoveCode move) const {
  if (winner_ != kNobody) {
    return std::string("the game is over: ") + kSymbols[static_cast<std::size_t>(winner_)] +
           " has " + std::to_string(options().connect) + " in a row";
  }
  if (is_finished()) return "the game is over: the board is full";
  if (options().gravity) return "column " + move_text(move) + " is full";
  return "cell " + move_text(move) + " is occupied";
}

std::string ConnectK::position_text() const {
  std::string text;
  for (int row = 0; row < options().height; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < options().width; ++column) {
      const int player = piece(column, row);
      text += player == kNobody ? kEmptySymbol : kSymbols[static_cast<std::size_t>(player)];
    }
  }
  return text + ' ' + kSymbols[static_cast<std::size_t>(player_to_move())];
}

std::string ConnectK::board_text() const {
  const bool numbered = !options().gravity;
  const std::size_t margin = numbered ? std::to_string(options().height).size() + 1 : 0;
  std::string text;
  for (int row = 0; row < options().height; ++row) {
    if (numbered) {
      const std::string number = std::to_string(options().height - row);
      text += std::string(margin - 1 - number.size(), ' ') + number + ' ';
    }
    for (int column = 0; column < options().width; ++column) {
      const int player = piece(column, row);
      if (column > 0) text += ' ';
      text += player == kNobody ? kEmptySymbol : kSymbols[static_cast<std::size_t>(player)];
    }
    text += '\n';
  }
  text += std::string(margin, ' ');
  for (int column = 0; column < options().width; ++column) {
    if (column > 0) text += ' ';
    text += column_name(column);
  }
  return text;
}

BoardPart ConnectK::board_part() const {
  return part_to_show(options().width, options().height,
                      [&](int column, int row) { return piece(column, row) != kNobody; });
}

// Draws X filled and O open. Under gravity a column names a move, so rows need no names.
BoardPicture ConnectK::board_picture(const BoardPart& part) const {
  const int width = options().width, height = options().height;
  CellNames names{column_name, {}, false};
  if (!options().gravity) names.row = [&](int row) { return std::to_string(height - row); };
  // Small boards show the letters X and O, as on paper.
  const bool has_letters = !options().gravity && width <= 3 && height <= 3;
  BoardPicture picture = square_cells(part, names);
  for (int row = part.top; row <= part.bottom; ++row) {
    for (int column = part.left; column <= part.right; ++column) {
      if (piece(column, row) == kNobody) continue;
      const bool is_first = piece(column, row) == 0;
      if (has_letters) {
        picture.add_text(is_first ? "X" : "O", column, row);
      } else {
        picture.add_disc(is_first, column, row, 0.76);
      }
    }
  }
  picture.fit();
  return picture;
}

std::string ConnectK::options_json() const { return settings_json(options()); }

GameInfo ConnectK::info() {
  GameInfo info;
  info.name = "connectk";
  info.summary = "k in a row on a board of any size, with or without gravity";
  info.move_form =
      "with gravity the column: d (a = left); without: column and row: b2 (row 1 = bottom)";
  info.position_form =
      "rows from the top joined by '/', of '.', X and O, a blank, the side to move: .../.X./... O; "
      "with gravity also the columns of the moves: 4453";
  info.options = parameters_of<Options>();
  return info;
}

}  // namespace plytrace::connectk
