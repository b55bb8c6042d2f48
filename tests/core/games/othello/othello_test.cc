// SPDX-License-Identifier: MIT
#include "core/games/othello/othello.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/games/games_test_support.h"

namespace plytrace::othello {
namespace {

using test::move_code;
using test::move_texts;
using test::paths;
using test::play_all;
using test::position;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kStart =
    "---------------------------OX------XO--------------------------- X";

std::string refusal(std::string_view text) {
  const Result<Othello> game = Othello::from_position({}, text);
  EXPECT_FALSE(game.is_ok());
  if (game) return "";
  EXPECT_EQ(game.status().code(), StatusCode::kBadInput);
  return game.status().message();
}

TEST(Othello, PathsPerDepthAreThePublishedOnes) {
  Othello game;
  const std::vector<std::uint64_t> published{4, 12, 56, 244, 1396, 8200, 55092};
  for (std::size_t depth = 1; depth <= published.size(); ++depth) {
    EXPECT_EQ(paths(game, static_cast<int>(depth)), published[depth - 1]) << depth;
  }
}

TEST(SlowOthello, PathsPerDepthAreThePublishedOnesToDepthNine) {
  Othello game;
  EXPECT_EQ(paths(game, 8), 390216U);
  EXPECT_EQ(paths(game, 9), 3005288U);
}

TEST(Othello, StartsWithTheFourCentralDiscsAndListsMovesInReadingOrder) {
  const Othello game;
  EXPECT_EQ(game.position_text(), kStart);
  EXPECT_EQ(game.player_to_move(), 0);
  EXPECT_THAT(move_texts(game), ElementsAre("d3", "c4", "f5", "e6"));
}

TEST(Othello, FlipsInAllEightDirections) {
  Othello game = position<Othello>(
      "X--X--X-"
      "-O-O-O--"
      "--OOO---"
      "XOO-OOOX"
      "--OOO---"
      "-O-O-O--"
      "X--O--O-"
      "---X---X X");
  play_all(game, "d4");
  EXPECT_EQ(game.position_text(),
            "X--X--X-"
            "-X-X-X--"
            "--XXX---"
            "XXXXXXXX"
            "--XXX---"
            "-X-X-X--"
            "X--X--X-"
            "---X---X O");
}

TEST(Othello, RunsEndAtTheEdgeOfTheBoard) {
  const Othello game = position<Othello>(
      "--------"
      "--------"
      "------XO"
      "O-------"
      "X-------"
      "--------"
      "--------"
      "-------- X");
  EXPECT_TRUE(game.is_legal(move_code(game, "a3")));
  EXPECT_FALSE(game.is_legal(move_code(game, "b4"))) << "h3 and a4 are no neighbours";
}

constexpr std::string_view kOnlyBlackCanPlace =
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O";

TEST(Othello, PassIsTheOnlyMoveOfASideWithoutPlacement) {
  Othello game = position<Othello>(kOnlyBlackCanPlace);
  EXPECT_FALSE(game.is_finished());
  EXPECT_THAT(move_texts(game), ElementsAre("pass"));
  EXPECT_EQ(game.why_illegal(move_code(game, "h8")),
            "white (O) can place nowhere, so the only move is pass");
  play_all(game, "pass;h8");
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), 0);
  EXPECT_THAT(move_texts(game), ElementsAre());
  EXPECT_EQ(game.why_illegal(kPass), "the game is finished: neither side can place a disc");
}

TEST(Othello, EqualDiscCountsAreADraw) {
  const Othello game =
      position<Othello>("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X");
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), kNobody);
}

TEST(Othello, IllegalMovesSayWhy) {
  const Othello game;
  EXPECT_EQ(game.why_illegal(move_code(game, "d4")), "d4 is occupied");
  EXPECT_EQ(game.why_illegal(move_code(game, "a1")), "a1 turns no disc for black (X)");
  EXPECT_EQ(game.why_illegal(kPass),
            "black (X) may not pass, because a disc can be placed on d3, c4, f5, e6");
  for (const std::string_view text : {"", "d", "d9", "i1", "d33", "Pass"}) {
    EXPECT_FALSE(game.parse_move(text)) << text;
  }
}

TEST(Othello, DamagedPositionsAreRefusedWithTheReason) {
  EXPECT_THAT(refusal("---- X"), HasSubstr("6 characters, not 66"));
  std::string text(kStart);
  text[10] = '.';
  EXPECT_THAT(refusal(text), HasSubstr("'.' on c2"));
  text = kStart;
  text[65] = 'B';
  EXPECT_THAT(refusal(text), HasSubstr("no side to move"));
  EXPECT_THAT(refusal(std::string(64, '-') + " X"), HasSubstr("no disc"));
}

TEST(Othello, BoardIsDrawnWithItsCoordinates) {
  EXPECT_EQ(Othello().board_text(),
            "  a b c d e f g h\n"
            "1 - - - - - - - -\n"
            "2 - - - - - - - -\n"
            "3 - - - - - - - -\n"
            "4 - - - O X - - -\n"
            "5 - - - X O - - -\n"
            "6 - - - - - - - -\n"
            "7 - - - - - - - -\n"
            "8 - - - - - - - -");
}

TEST(Othello, KeepsTheContractOfAGame) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) test::check_game_contract(Othello(), seed);
}

// Transcripts write squares, in either case and without passes.
TEST(Othello, ARunOfSquaresIsAPosition) {
  const Othello played = position<Othello>("f5d6c3");
  EXPECT_EQ(played.player_to_move(), 1);
  EXPECT_EQ(position<Othello>("F5D6C3").position_text(), played.position_text());
  Othello by_moves;
  play_all(by_moves, "f5;d6;c3");
  EXPECT_EQ(played.position_text(), by_moves.position_text());
  EXPECT_EQ(position<Othello>(played.position_text()).position_text(), played.position_text());
  EXPECT_THAT(refusal("f5f5"), HasSubstr("move 2 of 'f5f5': f5 is occupied"));
  EXPECT_THAT(refusal("f5d"), HasSubstr("3 characters"));
}

TEST(Othello, AnObfLineIsAPositionWithScores) {
  const std::string start(kStart);
  EXPECT_EQ(position<Othello>(start + "; D3:+2; C4:-0.5; f5:+1;").position_text(), start);
  EXPECT_EQ(position<Othello>(start + ";").position_text(), start);
  EXPECT_THAT(refusal(start + "; A1:+2;"), HasSubstr("OBF: a1 turns no disc"));
  EXPECT_THAT(refusal(start + "; D3:x;"), HasSubstr("has no score"));
}

}  // namespace
}  // namespace plytrace::othello
