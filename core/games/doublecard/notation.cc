// SPDX-License-Identifier: MIT
//
// Text forms of Double Card: options, moves, positions, boards, and why a move is refused.
#include <algorithm>

#include "core/games/doublecard/doublecard.h"
#include "core/games/square_board.h"
#include "core/number_text.h"

namespace plytrace::doublecard {
namespace {

std::string cell_name(Cell cell) {
  return std::string(1, static_cast<char>('A' + column_of(cell))) + " " +
         std::to_string(row_of(cell) + 1);
}

// The words between blanks.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return words;
    words.push_back(text.substr(0, text.find(' ')));
    text.remove_prefix(words.back().size());
  }
}

// Parses a whole number without sign or leading zero, at most `largest`; else returns -1.
int number_in(std::string_view text, int largest) {
  if ((text.starts_with('0') && text.size() > 1) || text.starts_with('-')) return -1;
  const int value = number_from<int>(text).value_or(-1);
  return value <= largest ? value : -1;
}

std::optional<Cell> read_cell(std::string_view column, std::string_view row) {
  if (column.size() != 1) return std::nullopt;
  // Lower case is accepted; upper case is written.
  const int c = column[0] >= 'a' ? column[0] - 'a' : column[0] - 'A';
  const int r = number_in(row, kRows);
  if (c < 0 || c >= kColumns || r < 1) return std::nullopt;
  return cell_at(c, r - 1);
}

std::optional<int> read_type(std::string_view text) {
  const int type = number_in(text, kTypes);
  return type >= 1 ? std::optional(type) : std::nullopt;
}

bool on_board(const Card& card) {
  return stands(card.type) ? row_of(card.cell) + 1 < kRows : column_of(card.cell) + 1 < kColumns;
}

Status bad_move(std::string_view text, const std::string& what) {
  return Status::bad_input("'" + std::string(text) + "' is not a doublecard move: " + what +
                           "; write '0 TYPE COLUMN ROW' like '0 2 A 1', or, to move a card, "
                           "both its cells, type and cell like 'A 1 A 2 3 C 1'");
}

Status bad_position(const std::string& what) {
  return Status::bad_input("doublecard position: " + what +
                           "; write cards and the number of moves like '2A1 6B1* 2'");
}

}  // namespace

void Options::read(ArgumentReader& reader) {
  reader.choice_into(first, "first", {"color", "dots"}, "what player 0 connects");
  reader.choice_into(generation, "generation", {"columns", "types"},
                     "order of regular moves: by column and type, or by type, row from the top and "
                     "column");
  reader.choice_into(filter, "filter", {"none", "clean", "ghost"},
                     "leave out isolated cards on row 1: by the board, or as document 004 did");
  reader.choice_into(finished, "finished", {"leaf", "ignore"},
                     "whether a line ends the game; ignore: only the move limit does");
  reader.integer_into(cards, "cards", 1, kLargestCards, "cards to place before they are moved");
  reader.integer_into(moves, "moves", 1, kLargestMoves, "moves after which the game is a draw");
}

GameInfo DoubleCard::info() {
  GameInfo info;
  info.name = "doublecard";
  info.summary = "two-cell cards in columns; one player connects four colours, the other four dots";
  info.move_form =
      "place: 0 TYPE COLUMN ROW (0 2 A 1); move a card: both cells, type, cell "
      "(A 1 A 2 3 C 1)";
  info.position_form =
      "cards (type, lower or left cell; * = moved last) and the number of moves: "
      "2A1 6B1* 2";
  info.options = parameters_of<Options>();
  return info;
}

Result<DoubleCard> DoubleCard::start(const Arguments& arguments) {
  const auto options = read_settings<Options>("doublecard", arguments);
  if (!options) return options.status();
  return DoubleCard(*options);
}

std::string DoubleCard::options_json() const { return settings_json(options_); }

std::string DoubleCard::move_text(MoveCode code) const {
  const CardMove move = CardMove::from_code(code);
  const std::string target = std::to_string(move.target.type) + " " + cell_name(move.target.cell);
  if (!move.recycles) return "0 " + target;
  // The move says whether the card lies or stands, not its type; types 1 and 2 represent the two.
  const Card source{move.source_stands ? 2 : 1, move.source};
  return cell_name(source.cell) + " " + cell_name(source.second_cell()) + " " + target;
}

Result<MoveCode> DoubleCard::parse_move(std::string_view text) const {
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() != 4 && words.size() != 7) {
    return bad_move(text, "it has " + std::to_string(words.size()) + " words, not 4 or 7");
  }
  const std::size_t n = words.size();
  const std::optional<int> type = read_type(words[n - 3]);
  const std::optional<Cell> target = read_cell(words[n - 2], words[n - 1]);
  if (!type) return bad_move(text, "card types are 1 to 8");
  if (!target) return bad_move(text, "cells are A 1 to H 12");
  CardMove move{{*type, *target}};
  if (n == 4) {
    if (words[0] != "0") return bad_move(text, "a placement starts with 0");
    return move.code();
  }
  const std::optional<Cell> first = read_cell(words[0], words[1]);
  const std::optional<Cell> second = read_cell(words[2], words[3]);
  if (!first || !second) return bad_move(text, "cells are A 1 to H 12");
  move.recycles = true;
  // The two cells may come in any order.
  move.source = std::min(*first, *second);
  const Cell distance = std::max(*first, *second) - move.source;
  move.source_stands = distance == 1;
  if (distance == 1 || distance == unsigned{kColumnBits}) return move.code();
  return bad_move(text, cell_name(*first) + " and " + cell_name(*second) + " are not neighbours");
}

std::string DoubleCard::why_finished() const {
  const std::string finished = "the game is finished: ";
  if (winner() == color_player()) return finished + "four of one colour are in a line";
  if (winner() != kNobody) return finished + "four of one kind of dot are in a line";
  if (now().moves >= options_.moves) {
    return finished + std::to_string(now().moves) + " moves have been played";
  }
  return finished + "the side to move has no move";
}

std::string DoubleCard::why_not_there(const State& state, const Card& card) const {
  if (!on_board(card))
    return "a card of type " + std::to_string(card.type) + " on " + cell_name(card.cell) +
           " would leave the board";
  for (const Cell cell : {card.cell, card.second_cell()}) {
    if (has(state.contents.occupied, cell)) return cell_name(cell) + " is occupied";
    // The upper half of a standing card rests on its lower half.
    const bool own_below = stands(card.type) && cell != card.cell;
    if (row_of(cell) > 0 && !own_below && !has(state.contents.occupied, cell - 1)) {
      return cell_name(cell) + " has nothing below it";
    }
  }
  return "it is legal";
}

std::string DoubleCard::why_not_recycled(const CardMove& move) const {
  // Only for the two cells: the type of the card is not known yet.
  const Card shape{move.source_stands ? 2 : 1, move.source};
  const std::string cells = cell_name(shape.cell) + " and " + cell_name(shape.second_cell());
  const bool a_card =
      has(now().anchors, move.source) && has(now().standing, move.source) == move.source_stands;
  if (!a_card) return cells + " are not the two cells of one card";
  const Card card = card_on(now(), move.source);
  if (static_cast<int>(move.source) == now().last) {
    return "the card on " + cells + " was placed or moved by the last move";
  }
  if (is_covered(now(), card)) return "the card on " + cells + " has a card above it";
  if (card == move.target) return "the card already lies there as that type";
  State lifted = now();
  lift(lifted, card);
  return why_not_there(lifted, move.target);
}

std::string DoubleCard::why_illegal(MoveCode code) const {
  if (is_finished()) return why_finished();
  const CardMove move = CardMove::from_code(code);
  const std::string placed =
      std::to_string(now().cards) + " of " + std::to_string(options_.cards) + " cards are placed";
  if (move.recycles && !is_recycling()) return placed + ": no card may be moved before all are";
  if (!move.recycles && is_recycling()) return placed + ": one of them has to be moved";
  return move.recycles ? why_not_recycled(move) : why_not_there(now(), move.target);
}

std::string DoubleCard::position_text() const {
  std::string text;
  for (Bits anchors = now().anchors; anchors != 0; anchors &= anchors - 1) {
    const Card card = card_on(now(), lowest(anchors));
    text += std::to_string(card.type) + static_cast<char>('A' + column_of(card.cell)) +
            std::to_string(row_of(card.cell) + 1);
    text += static_cast<int>(card.cell) == now().last ? "* " : " ";
  }
  return text + std::to_string(now().moves);
}

Status DoubleCard::read_card(std::string_view text) {
  State& state = states_.back();
  const bool last = !text.empty() && text.back() == '*';
  const std::string_view name = text.substr(0, text.size() - (last ? 1 : 0));
  const std::optional<int> type = read_type(name.substr(0, 1));
  const std::optional<Cell> cell =
      name.size() < 3 ? std::nullopt : read_cell(name.substr(1, 1), name.substr(2));
  if (!type || !cell) return bad_position("'" + std::string(text) + "' is not a card");
  const Card card{*type, *cell};
  if (!on_board(card)) return bad_position("'" + std::string(text) + "' leaves the board");
  if ((card.cells() & state.contents.occupied) != 0) {
    return bad_position("'" + std::string(text) + "' lies on another card");
  }
  if (last && state.last >= 0) return bad_position("two cards are marked as moved last");
  if (last) state.last = static_cast<std::int16_t>(card.cell);
  put(state, card);
  return Status::ok();
}

Status DoubleCard::check_counts() const {
  const int cards = now().cards;
  const int moves = now().moves;
  // Placing a card takes a move, so there are at least as many moves as cards.
  if (cards <= options_.cards && cards <= moves && moves <= options_.moves) return Status::ok();
  return bad_position(std::to_string(cards) + " cards after " + std::to_string(moves) +
                      " moves cannot be in a game of " + std::to_string(options_.cards) +
                      " cards and " + std::to_string(options_.moves) + " moves");
}

Status DoubleCard::check_support() const {
  for (int column = 0; column < kColumns; ++column) {
    // The height counts occupied cells, so a floating card leaves an empty cell below its height.
    const auto height = static_cast<int>(now().heights[static_cast<std::size_t>(column)]);
    for (int row = 0; row < height; ++row) {
      if (has(now().contents.occupied, cell_at(column, row))) continue;
      return bad_position("a card above " + cell_name(cell_at(column, row)) +
                          " has nothing below it");
    }
  }
  return Status::ok();
}

// Lines of both players are valid only if the last move can have made all of them.
Status DoubleCard::judge_position() {
  State& state = states_.back();
  const auto has_line = [](Bits one, Bits other) { return has_four(one) || has_four(other); };
  const auto both = [&](const Contents& cells) {
    return has_line(cells.red, cells.white()) && has_line(cells.solid, cells.hollow());
  };
  if (options_.finished == Finished::kLeaf && both(state.contents)) {
    State before = state;
    if (state.last >= 0) lift(before, card_on(state, static_cast<Cell>(state.last)));
    if (has_line(before.contents.red, before.contents.white()) ||
        has_line(before.contents.solid, before.contents.hollow())) {
      return bad_position("both players have a line, and no single move can have made both");
    }
  }
  judge(state);
  return Status::ok();
}

Result<DoubleCard> DoubleCard::from_position(const Arguments& arguments, std::string_view text) {
  Result<DoubleCard> game = start(arguments);
  if (!game) return game;
  std::vector<std::string_view> words = words_of(text);
  const int moves = words.empty() ? -1 : number_in(words.back(), kLargestMoves);
  if (moves < 0) return bad_position("it does not end with the number of moves played");
  words.pop_back();
  for (const std::string_view word : words) {
    if (Status status = game->read_card(word); !status) return status;
  }
  game->states_.back().moves = static_cast<std::int16_t>(moves);
  if (Status status = game->check_counts(); !status) return status;
  if (Status status = game->check_support(); !status) return status;
  if (Status status = game->judge_position(); !status) return status;
  // Start the ghosts from this board; the constructor took those of the empty board.
  game->begin_pass();
  return game;
}

// Writes cells as colour and dot, `--` between the halves of a lying card, `||` between those of a
// standing one, and `*` behind the card moved last. Rows above the highest card are left out.
std::string DoubleCard::board_text() const {
  const State& state = now();
  const int top = *std::max_element(state.heights.begin(), state.heights.end());
  std::string text;
  // Row 1 is shown even if it is empty.
  for (int row = std::max(top, 1) - 1; row >= 0; --row) {
    std::string cells = (row < 9 ? " " : "") + std::to_string(row + 1) + " ";
    std::string joints = "   ";
    for (int column = 0; column < kColumns; ++column) {
      const Cell cell = cell_at(column, row);
      const bool lies = has(state.anchors & ~state.standing, cell);
      const bool last =
          state.last >= 0 && Card{has(state.standing, static_cast<Cell>(state.last)) ? 2 : 1,
                                  static_cast<Cell>(state.last)}
                                     .second_cell() == cell;
      if (has(state.contents.occupied, cell)) {
        cells += has(state.contents.red, cell) ? 'R' : 'W';
        cells += has(state.contents.solid, cell) ? 'X' : 'O';
      } else {
        cells += " .";
      }
      cells += lies ? "--" : last ? "* " : "  ";
      joints += row > 0 && has(state.standing, cell - 1) ? "||  " : "    ";
    }
    const auto add_line = [&](std::string line) {
      line.resize(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    };
    add_line(cells);
    if (joints.find('|') != std::string::npos) add_line(joints);
  }
  return text + "   A   B   C   D   E   F   G   H";
}

BoardPart DoubleCard::board_part() const {
  const State& state = now();
  BoardPart part = part_to_show(kColumns, kRows, [&](int column, int row) {
    return has(state.contents.occupied, cell_at(column, kRows - 1 - row));
  });
  part.bottom = kRows - 1;  // the row on which the cards stand
  // An empty board shows the bottom rows, where the first card goes, instead of its middle.
  if (state.cards == 0) part.top = kRows - 2;
  return part;
}

// Shades red halves and leaves white ones white. The halves of a card touch within its frame; cards
// are drawn apart.
BoardPicture DoubleCard::board_picture(const BoardPart& part) const {
  using Form = BoardPicture::Form;
  using Paint = BoardPicture::Paint;
  constexpr double kAcross = 0.8;  // width of a card; its length is 1 + kAcross
  const State& state = now();
  BoardPicture picture = square_cells(
      part, {[](int column) { return std::string(1, static_cast<char>('A' + column)); },
             [](int row) { return std::to_string(kRows - row); }, false});
  for (Bits anchors = state.anchors; anchors != 0; anchors &= anchors - 1) {
    const Cell anchor = lowest(anchors);
    // Direction from the first half to the second.
    const double right = has(state.standing, anchor) ? 0 : 1, up = 1 - right;
    const double x = column_of(anchor), y = kRows - 1 - row_of(anchor);
    if (y < part.top) continue;
    for (const int half : {0, 1}) {
      const Cell cell = half == 0 ? anchor : Card{right != 0 ? 1 : 2, anchor}.second_cell();
      // The frame, 1 + kAcross long, is centred between the two cells; each half takes half of the
      // frame.
      const double inwards = half == 0 ? (1 - kAcross) / 4 : 1 - (1 - kAcross) / 4;
      const double length = (1 + kAcross) / 2;
      picture.add(Form::kBox, has(state.contents.red, cell) ? Paint::kShaded : Paint::kWhite,
                  x + right * inwards, y - up * inwards, right != 0 ? length : kAcross,
                  right != 0 ? kAcross : length);
      picture.add_disc(has(state.contents.solid, cell), x + right * half, y - up * half, 0.42);
    }
    picture.add(Form::kBox, Paint::kFrame, x + right / 2, y - up / 2, right + kAcross,
                up + kAcross);
  }
  picture.fit();
  return picture;
}

}  // namespace plytrace::doublecard
