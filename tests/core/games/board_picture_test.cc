// SPDX-License-Identifier: MIT
//
// Board pictures of all games (board_picture() in core/games, core/games/square_board.h): every
// piece is drawn once, on its cell, and nothing lies outside of the picture.
#include "core/board_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/registry.h"

namespace plytrace {
namespace {

using Form = BoardPicture::Form;
using Paint = BoardPicture::Paint;

std::unique_ptr<AnyGame> game(std::string_view name, const std::string& position = "") {
  auto made = position.empty() ? make_game(name, {}, std::nullopt) : make_game(name, {}, position);
  EXPECT_TRUE(made) << made.status().message();
  return made ? std::move(*made) : nullptr;
}

std::ptrdiff_t number_of(const BoardPicture& picture, Form form, Paint paint) {
  return std::count_if(picture.marks.begin(), picture.marks.end(),
                       [&](const auto& mark) { return mark.form == form && mark.paint == paint; });
}

std::string texts(const BoardPicture& picture) {
  std::string all;
  for (const BoardPicture::Mark& mark : picture.marks) all += mark.text;
  return all;
}

template <class Game>
BoardPicture whole(const Game& position) {
  return position->board_picture(position->board_part());
}

TEST(BoardPicture, OthelloIsAWholeBoardWithFilledAndOpenDiscs) {
  const BoardPicture picture = whole(game("othello"));
  EXPECT_EQ(number_of(picture, Form::kBox, Paint::kFaint), 64);
  EXPECT_EQ(number_of(picture, Form::kDisc, Paint::kBlack), 2);
  EXPECT_EQ(number_of(picture, Form::kDisc, Paint::kWhite), 2);
  EXPECT_EQ(texts(picture), "abcdefgh12345678");
  EXPECT_DOUBLE_EQ(picture.height, 9 - 0.05);
}

TEST(BoardPicture, ConnectKShowsSmallBoardsWholeAndCropsLargeOnes) {
  const BoardPicture connect4 = whole(game("connect4"));
  EXPECT_EQ(number_of(connect4, Form::kBox, Paint::kFaint), 42);
  EXPECT_EQ(texts(connect4), "abcdefg");
  auto gomoku = game("gomoku");
  EXPECT_EQ(texts(whole(gomoku)), "ghi987");
  gomoku->play(*gomoku->parse_move("b2"));
  gomoku->play(*gomoku->parse_move("d3"));
  const BoardPicture cropped = whole(gomoku);
  EXPECT_EQ(texts(cropped), "abcde4321");
  EXPECT_EQ(number_of(cropped, Form::kBox, Paint::kFaint), 5 * 4);
}

TEST(BoardPicture, TicTacToeHasCrossesAndNoughts) {
  auto board = game("tictactoe");
  board->play(*board->parse_move("b2"));
  board->play(*board->parse_move("a3"));
  const BoardPicture picture = whole(board);
  EXPECT_EQ(texts(picture), "abc321OX");
  EXPECT_EQ(number_of(picture, Form::kDisc, Paint::kBlack), 0);
  EXPECT_EQ(number_of(picture, Form::kBox, Paint::kFaint), 9);
}

TEST(BoardPicture, AndantinoIsTheHexagonAroundTheStones) {
  auto andantino = game("andantino");
  EXPECT_EQ(number_of(whole(andantino), Form::kHexagon, Paint::kFaint), 7);
  andantino->play(*andantino->parse_move("j10"));
  const BoardPicture one = whole(andantino);
  EXPECT_EQ(number_of(one, Form::kHexagon, Paint::kFaint), 7);
  EXPECT_EQ(number_of(one, Form::kDisc, Paint::kBlack), 1);
  std::string names = texts(one);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, "01119ijk");  // i to k, 9 to 11
  // At the edge of the board nothing outside of it is drawn.
  const BoardPicture rim = whole(game("andantino", "X:a1,b1 O:a2 O"));
  EXPECT_EQ(number_of(rim, Form::kHexagon, Paint::kFaint), 9);
}

TEST(BoardPicture, DoubleCardJoinsTheHalvesOfACard) {
  // Card 2 stands (WO below RX), card 5 lies (RO WX).
  const BoardPicture picture = whole(game("doublecard", "2A1 5B1 2"));
  EXPECT_EQ(number_of(picture, Form::kBox, Paint::kFrame), 2);
  EXPECT_EQ(number_of(picture, Form::kBox, Paint::kShaded), 2);
  EXPECT_EQ(number_of(picture, Form::kBox, Paint::kWhite), 2);
  EXPECT_EQ(number_of(picture, Form::kDisc, Paint::kBlack), 2);
  EXPECT_EQ(number_of(picture, Form::kDisc, Paint::kWhite), 2);
  EXPECT_EQ(texts(picture), "ABCDEFGH321");
  std::vector<double> widths, heights;
  for (const BoardPicture::Mark& mark : picture.marks) {
    if (mark.paint != Paint::kFrame) continue;
    widths.push_back(mark.width);
    heights.push_back(mark.height);
  }
  EXPECT_LT(widths[0], heights[0]);
  EXPECT_GT(widths[1], heights[1]);
}

// Sibling positions are compared with the same part of the board shown.
TEST(BoardPicture, OfTwoPositionsCanShowTheSamePart) {
  for (const auto& [name, first, second] :
       {std::tuple("gomoku", "a15", "h8"), std::tuple("andantino", "j10", "j10"),
        std::tuple("doublecard", "0 1 A 1", "0 2 G 1"), std::tuple("othello", "d3", "c4")}) {
    auto a = game(name), b = game(name);
    a->play(*a->parse_move(first));
    b->play(*b->parse_move(second));
    BoardPart part = a->board_part();
    part.include(b->board_part());
    const BoardPicture one = a->board_picture(part), other = b->board_picture(part);
    EXPECT_EQ(one.width, other.width) << name;
    EXPECT_EQ(one.height, other.height) << name;
    EXPECT_EQ(number_of(one, Form::kBox, Paint::kFaint),
              number_of(other, Form::kBox, Paint::kFaint));
    EXPECT_EQ(number_of(one, Form::kDisc, Paint::kBlack),
              number_of(other, Form::kDisc, Paint::kBlack));
    // Whatever lies outside of the part is left out.
    EXPECT_LE(whole(a).width, one.width) << name;
  }
  auto far = game("gomoku");
  far->play(*far->parse_move("a15"));
  const BoardPicture middle = far->board_picture(game("gomoku")->board_part());
  EXPECT_EQ(number_of(middle, Form::kDisc, Paint::kBlack), 0);
}

TEST(BoardPicture, GamesWithoutABoardHaveNone) {
  EXPECT_TRUE(whole(game("tree")).marks.empty());
  EXPECT_TRUE(whole(game("synthetic")).marks.empty());
}

TEST(BoardPicture, OfRandomGamesHoldsEveryPieceOnAFreeCellInsideTheFrame) {
  std::mt19937 random(3);
  for (const char* name : {"tictactoe", "connect4", "gomoku", "othello", "andantino"}) {
    auto position = game(name);
    for (int ply = 0; ply < 40 && !position->is_finished(); ++ply) {
      MoveList moves;
      position->generate(moves);
      position->play(moves[random() % moves.size()]);
      const BoardPicture picture = whole(position);
      const std::string board = position->board_text();
      const auto stones =
          std::count(board.begin(), board.end(), 'X') + std::count(board.begin(), board.end(), 'O');
      std::vector<const BoardPicture::Mark*> cells, discs;
      for (const BoardPicture::Mark& mark : picture.marks) {
        ASSERT_GE(mark.x - mark.width / 2, -1e-9);
        ASSERT_GE(mark.y - mark.height / 2, -1e-9);
        ASSERT_LE(mark.x + mark.width / 2, picture.width + 1e-9);
        ASSERT_LE(mark.y + mark.height / 2, picture.height + 1e-9);
        const bool is_letter = mark.text == "X" || mark.text == "O";
        if (mark.form == Form::kDisc || is_letter) discs.push_back(&mark);
        if (mark.paint == Paint::kFaint) cells.push_back(&mark);
      }
      ASSERT_EQ(static_cast<std::ptrdiff_t>(discs.size()), stones) << board;
      for (const auto* disc : discs) {
        ASSERT_EQ(std::count_if(cells.begin(), cells.end(),
                                [&](const auto* cell) {
                                  return std::hypot(cell->x - disc->x, cell->y - disc->y) < 1e-9;
                                }),
                  1)
            << name << "\n"
            << board;
      }
      // Coordinates do not overlap the cells.
      for (const BoardPicture::Mark& text : picture.marks) {
        if (text.form != Form::kText || text.text == "X" || text.text == "O") continue;
        for (const auto* cell : cells) {
          ASSERT_GE(std::max(std::abs(text.x - cell->x), std::abs(text.y - cell->y)), 0.84) << name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace plytrace
