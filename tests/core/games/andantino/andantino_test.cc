// SPDX-License-Identifier: MIT
#include "core/games/andantino/andantino.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/games/games_test_support.h"

namespace plytrace::andantino {
namespace {

using test::move_code;
using test::move_texts;
using test::play_all;
using test::position;
using test::start;
using testing::ElementsAre;
using testing::HasSubstr;

Andantino of_size(const std::string& size) { return start<Andantino>({{"size", size}}); }

Andantino small(std::string_view text) { return position<Andantino>(text, {{"size", "5"}}); }

std::string refusal(std::string_view text) {
  const Result<Andantino> game = Andantino::from_position({}, text);
  EXPECT_FALSE(game.is_ok()) << text;
  if (game) return "";
  EXPECT_EQ(game.status().code(), StatusCode::kBadInput);
  return game.status().message();
}

TEST(Andantino, BoardOfSizeTenHas271Cells) {
  EXPECT_EQ(Andantino().cell_count(), 271);
  EXPECT_EQ(Andantino(2).cell_count(), 7);
  EXPECT_EQ(Andantino(13).cell_count(), 469);
}

TEST(Andantino, FirstStonesAreForcedToTouch) {
  Andantino game;
  EXPECT_THAT(move_texts(game), ElementsAre("j10"));
  EXPECT_EQ(game.why_illegal(move_code(game, "a1")), "the first stone goes to the centre, j10");
  play_all(game, "j10");
  EXPECT_THAT(move_texts(game), ElementsAre("i9", "j9", "i10", "k10", "j11", "k11"));
  EXPECT_EQ(game.why_illegal(move_code(game, "a1")),
            "a1 touches no stone; the second stone touches the first");
  play_all(game, "i9");
  EXPECT_THAT(move_texts(game), ElementsAre("j9", "i10"));
  EXPECT_EQ(game.why_illegal(move_code(game, "k10")),
            "k10 touches only 1 stone; a stone has to touch two");
  EXPECT_EQ(game.why_illegal(move_code(game, "j10")), "j10 is occupied");
}

TEST(Andantino, PathsPerDepthOfTheFirstMoves) {
  Andantino game;
  EXPECT_EQ(test::paths(game, 1), 1U);
  EXPECT_EQ(test::paths(game, 2), 6U);
  EXPECT_EQ(test::paths(game, 3), 12U);
  EXPECT_EQ(test::paths(game, 4), 36U);
}

TEST(Andantino, MovesAreListedByNumberThenLetter) {
  Andantino game;
  play_all(game, "j10;j9;i9;i8;j8;k10;i10;k11;j11");
  EXPECT_THAT(move_texts(game), ElementsAre("i7", "h8", "h9", "k9", "i11", "l11", "k12"));
}

TEST(Andantino, FiveInARowWinsAlongEveryAxis) {
  for (const std::string_view stones :
       {"X:a5,b5,c5,d5 O:a4,b4,c4,d4 X", "X:e1,e2,e3,e4 O:d1,d2,d3,d4 X",
        "X:a1,b2,c3,d4 O:a2,b3,c4,d5 X"}) {
    Andantino game = small(stones);
    EXPECT_FALSE(game.is_finished());
    play_all(game, "e5");
    EXPECT_TRUE(game.is_finished()) << stones;
    EXPECT_EQ(game.winner(), 0);
    EXPECT_EQ(game.ending(), Ending::kFive);
    EXPECT_THAT(move_texts(game), ElementsAre());
    EXPECT_EQ(game.why_illegal(move_code(game, "f5")), "the game is finished: X has five in a row");
    game.undo();
    EXPECT_FALSE(game.is_finished());
  }
}

// White's e5 is enclosed by the sixth stone around it.
TEST(Andantino, EnclosingAStoneWins) {
  Andantino game = small("X:d4,e4,d5,f5,e6 O:e5,b2,b3,c3,c4 X");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "f6");
  EXPECT_EQ(game.winner(), 0);
  EXPECT_EQ(game.ending(), Ending::kEnclosed);
  EXPECT_EQ(game.why_illegal(move_code(game, "e7")),
            "the game is finished: X has enclosed a stone");
}

// The wall can enclose more than the stone: an enclosed region may include empty cells.
TEST(Andantino, EnclosedRegionsMayHoldEmptyCells) {
  // A ring of ten around d4 (empty) and e5.
  Andantino game = small("X:c3,d3,c4,e4,d5,f5,e6 O:e5,a1,a2,b1,b2,a3,b3 X");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "f6");
  EXPECT_EQ(game.ending(), Ending::kEnclosed);
}

TEST(Andantino, TheRimIsNoWall) {
  // a1 is a corner of the board: its three neighbours do not enclose it.
  Andantino game = small("X:b1,b2,e5 O:a1,d4,d5 X");
  ASSERT_TRUE(game.is_legal(move_code(game, "a2")));
  play_all(game, "a2");
  EXPECT_EQ(game.ending(), Ending::kNone);
}

TEST(Andantino, MovingIntoAnEnclosureLoses) {
  // X's ring around the empty e5 encloses nothing until O moves into it.
  Andantino game = small("X:d4,e4,d5,f5,e6,f6 O:b2,b3,c3,c4,a2 O");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "e5");
  EXPECT_EQ(game.ending(), Ending::kSelfEnclosed);
  EXPECT_EQ(game.winner(), 0);
}

TEST(Andantino, FiveComesBeforeEnclosure) {
  // e5 completes a5..e5 and closes the ring around O's f5 at once.
  Andantino game = small("X:a5,b5,c5,d5,e4,f4,g5,g6,f6 O:f5,a1,b1,c1,d1,a2,a3,a4,b4 X");
  ASSERT_FALSE(game.is_finished());
  play_all(game, "e5");
  EXPECT_EQ(game.ending(), Ending::kFive);
  EXPECT_EQ(game.winner(), 0);
}

// In play, the stones that a losing move encloses were enclosed before it; a position text may have
// stones of both sides enclosed.
TEST(Andantino, TheMoversEnclosureComesBeforeTheOpponents) {
  const std::string outer = "X:c3,d3,e3,f4,g5,g6,g7,f7,e7,d6,c5,c4,e5";
  const Andantino x_moved = small(outer + " O:d4,e4,d5,f5,e6,f6,a1,b1,c1,d1,a2,a3 O");
  EXPECT_EQ(x_moved.ending(), Ending::kEnclosed);
  EXPECT_EQ(x_moved.winner(), 0);
  const Andantino o_moved = small(outer + " O:d4,e4,d5,f5,e6,f6,a1,b1,c1,d1,a2,a3,a4 X");
  EXPECT_EQ(o_moved.ending(), Ending::kEnclosed);
  EXPECT_EQ(o_moved.winner(), 1);
}

TEST(Andantino, AFullBoardIsADraw) {
  const Andantino game = position<Andantino>("X:a1,b1,c2,a2 O:b2,b3,c3 O", {{"size", "2"}});
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), kNobody);
  EXPECT_EQ(game.why_illegal(move_code(game, "b2")),
            "the game is finished: no cell touches two stones");
}

TEST(Andantino, PositionTextRoundTrips) {
  EXPECT_EQ(Andantino().position_text(), "X: O: X");
  const std::string text = "X:j10,j11 O:k11 O";
  EXPECT_EQ(position<Andantino>(text).position_text(), text);
  EXPECT_EQ(position<Andantino>("X:j11,j10 O:k11 O").position_text(), text);
  EXPECT_EQ(position<Andantino>("X: O: X").position_text(), "X: O: X");
  EXPECT_EQ(position<Andantino>(text).key(), position<Andantino>("X:j11,j10 O:k11 O").key());
}

TEST(Andantino, EitherSideMayLookAtABoard) {
  Andantino game = position<Andantino>("X:j10,j11 O:k11 X");
  EXPECT_EQ(game.player_to_move(), 0);
  EXPECT_EQ(game.position_text(), "X:j10,j11 O:k11 X");
  play_all(game, "k12");
  EXPECT_EQ(game.player_to_move(), 1);
  EXPECT_EQ(game.position_text(), "X:j10,j11,k12 O:k11 O");
}

TEST(Andantino, DamagedPositionsAreRefusedWithTheReason) {
  EXPECT_THAT(refusal(""), HasSubstr("it is not"));
  EXPECT_THAT(refusal("X:j10 O:"), HasSubstr("it is not"));
  EXPECT_THAT(refusal("X:j10,j11 O: O"), HasSubstr("2 stones of X and 0 of O"));
  EXPECT_THAT(refusal("X:j10,j10 O:j11 O"), HasSubstr("two stones on j10"));
  EXPECT_THAT(refusal("X:a19 O: O"), HasSubstr("'a19' is not a cell"));
  EXPECT_THAT(refusal("X:f10,g10,h10,i10,j10 O:f9,g9,h9,i9,j9 X"), HasSubstr("both sides"));
}

TEST(Andantino, FinishedPositionsAreRecognised) {
  EXPECT_EQ(position<Andantino>("X:f10,g10,h10,i10,j10 O:f9,g9,h9,i9 O").winner(), 0);
  EXPECT_EQ(small("X:d4,e4,d5,f5,e6,f6 O:e5,b2,b3,c3,c4 O").ending(), Ending::kEnclosed);
}

TEST(Andantino, SizesOutOfRangeAreUsageErrors) {
  for (const char* size : {"1", "14", "x"}) {
    const Result<Andantino> game = Andantino::start({{"size", size}});
    ASSERT_FALSE(game.is_ok());
    EXPECT_EQ(game.status().code(), StatusCode::kUsage);
  }
}

TEST(Andantino, BoardIsAHexagonWithLettersAlongTheColumns) {
  Andantino game = of_size("3");
  play_all(game, "c3;d3;d4");
  EXPECT_EQ(game.board_text(),
            "      a b c\n"
            " 1   . . . d\n"
            " 2  . . . . e\n"
            " 3 . . X O .\n"
            " 4  . . X .\n"
            " 5   . . .");
}

TEST(Andantino, KeepsTheContractOfAGame) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    for (const char* size : {"2", "3", "5", "10"}) test::check_game_contract(of_size(size), seed);
  }
}

// The state updated move by move equals the state read from the position text.
TEST(Andantino, ReadingThePositionGivesTheSameGame) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Andantino game = of_size("6");
    test::play_random(game, round % 90, random);
    const Andantino read = position<Andantino>(game.position_text(), {{"size", "6"}});
    ASSERT_EQ(read.is_finished(), game.is_finished()) << game.position_text();
    ASSERT_EQ(read.winner(), game.winner()) << game.position_text();
    ASSERT_EQ(read.key(), game.key());
    ASSERT_EQ(move_texts(read), move_texts(game));
    for (const int player : {0, 1}) {
      ASSERT_EQ(read.lines(player).squares, game.lines(player).squares);
      ASSERT_EQ(read.lines(player).longest, game.lines(player).longest);
    }
  }
}

}  // namespace
}  // namespace plytrace::andantino
