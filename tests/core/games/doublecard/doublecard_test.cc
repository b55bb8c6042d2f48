// SPDX-License-Identifier: MIT
#include "core/games/doublecard/doublecard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/core/games/games_test_support.h"

namespace plytrace::doublecard {
namespace {

using test::move_code;
using test::move_texts;
using test::play_all;
using test::position;
using test::start;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A game with few cards soon reaches the recycling phase.
DoubleCard game_of(const std::string& cards, const Arguments& more = {}) {
  Arguments options{{"cards", cards}};
  options.insert(options.end(), more.begin(), more.end());
  return start<DoubleCard>(options);
}

std::string why(const DoubleCard& game, std::string_view move) {
  const MoveCode code = move_code(game, move);
  EXPECT_FALSE(game.is_legal(code)) << move;
  return game.why_illegal(code);
}

std::string refusal(std::string_view text, const Arguments& options = {}) {
  const Result<DoubleCard> game = DoubleCard::from_position(options, text);
  EXPECT_FALSE(game.is_ok()) << text;
  if (game) return "";
  EXPECT_EQ(game.status().code(), StatusCode::kBadInput);
  return game.status().message();
}

TEST(DoubleCard, SixtyFirstMovesAnd3184OfTwoPlies) {
  DoubleCard game;
  EXPECT_EQ(test::paths(game, 1), 60U);
  EXPECT_EQ(test::paths(game, 2), 3184U);
}

TEST(DoubleCard, MovesAreListedByColumnThenType) {
  DoubleCard game;
  const auto moves = move_texts(game);
  EXPECT_EQ(moves[0], "0 1 A 1");
  EXPECT_EQ(moves[1], "0 2 A 1");
  EXPECT_EQ(moves[7], "0 8 A 1");
  EXPECT_EQ(moves[8], "0 1 B 1");
  EXPECT_EQ(moves.back(), "0 8 H 1");
  EXPECT_THAT(moves, Not(Contains("0 1 H 1"))) << "a lying card needs two columns";
}

TEST(DoubleCard, GenerationByTypesGoesFromTheTopRowDown) {
  DoubleCard game = start<DoubleCard>({{"generation", "types"}});
  play_all(game, "0 2 B 1;0 1 C 1;0 1 C 2");
  const auto moves = move_texts(game);
  const std::vector<std::string> type_one(moves.begin(), moves.begin() + 5);
  // Lying cards need two columns of equal height: B, C and D have 2, E to H are empty.
  EXPECT_THAT(type_one, ElementsAre("0 1 B 3", "0 1 C 3", "0 1 E 1", "0 1 F 1", "0 1 G 1"));
  const std::vector<std::string> type_two(moves.begin() + 5, moves.begin() + 13);
  EXPECT_THAT(type_two, ElementsAre("0 2 B 3", "0 2 C 3", "0 2 D 3", "0 2 A 1", "0 2 E 1",
                                    "0 2 F 1", "0 2 G 1", "0 2 H 1"));
}

TEST(DoubleCard, EachTypeShowsItsTwoHalves) {
  const std::vector<std::pair<std::string, std::string>> types{
      {"0 1 A 1", "RX--WO"}, {"0 3 A 1", "WO--RX"}, {"0 5 A 1", "RO--WX"}, {"0 7 A 1", "WX--RO"}};
  for (const auto& [move, text] : types) {
    DoubleCard game;
    play_all(game, move);
    EXPECT_THAT(game.board_text(), HasSubstr(text)) << move;
  }
  const std::vector<std::array<std::string, 3>> standing{{"0 2 A 1", "2 RX", "1 WO"},
                                                         {"0 4 A 1", "2 WO", "1 RX"},
                                                         {"0 6 A 1", "2 RO", "1 WX"},
                                                         {"0 8 A 1", "2 WX", "1 RO"}};
  for (const auto& [move, upper, lower] : standing) {
    DoubleCard game;
    play_all(game, move);
    EXPECT_THAT(game.board_text(), HasSubstr(upper)) << move;
    EXPECT_THAT(game.board_text(), HasSubstr(lower)) << move;
  }
}

TEST(DoubleCard, BoardShowsCardsColoursDotsAndTheLastMove) {
  DoubleCard game;
  EXPECT_EQ(game.board_text(),
            " 1  .   .   .   .   .   .   .   .\n"
            "   A   B   C   D   E   F   G   H");
  play_all(game, "0 2 A 1;0 6 B 1;0 1 A 3");
  EXPECT_EQ(game.board_text(),
            " 3 RX--WO*  .   .   .   .   .   .\n"
            " 2 RX  RO   .   .   .   .   .   .\n"
            "   ||  ||\n"
            " 1 WO  WX   .   .   .   .   .   .\n"
            "   A   B   C   D   E   F   G   H");
}

TEST(DoubleCard, RegularMovesAreRefusedWithTheReason) {
  DoubleCard game;
  EXPECT_EQ(why(game, "0 1 H 1"), "a card of type 1 on H 1 would leave the board");
  EXPECT_EQ(why(game, "0 2 A 12"), "a card of type 2 on A 12 would leave the board");
  EXPECT_EQ(why(game, "0 2 A 2"), "A 2 has nothing below it");
  EXPECT_EQ(why(game, "A 1 A 2 2 B 1"),
            "0 of 24 cards are placed: no card may be moved before all are");
  play_all(game, "0 2 A 1");
  EXPECT_EQ(why(game, "0 2 A 1"), "A 1 is occupied");
  EXPECT_EQ(why(game, "0 1 A 3"), "B 3 has nothing below it");
}

TEST(DoubleCard, TextThatIsNoMoveIsRefused) {
  const DoubleCard game;
  for (const std::string_view text :
       {"", "0", "0 2 A", "1 2 A 1", "0 9 A 1", "0 0 A 1", "0 2 I 1", "0 2 A 13", "0 2 A 0",
        "0 2 A 01", "0 2 AA 1", "0 -2 A 1", "A 1 C 1 2 D 1", "A 1 A 3 2 D 1", "A 1 B 2 2 D 1",
        "A 1 A 2 2 D 1 5", "0 2 A 1 x"}) {
    const Result<MoveCode> move = game.parse_move(text);
    ASSERT_FALSE(move.is_ok()) << text;
    EXPECT_EQ(move.status().code(), StatusCode::kBadInput);
  }
}

TEST(DoubleCard, MoveTextsAreCanonical) {
  const DoubleCard game;
  EXPECT_EQ(game.move_text(move_code(game, " 0  2 a 1 ")), "0 2 A 1");
  EXPECT_EQ(game.move_text(move_code(game, "A 2 A 1 3 C 1")), "A 1 A 2 3 C 1");
  EXPECT_EQ(game.move_text(move_code(game, "B 12 A 12 8 H 11")), "A 12 B 12 8 H 11");
}

TEST(DoubleCard, MoveCodesAreUniquePerText) {
  const DoubleCard game;
  std::set<MoveCode> codes;
  std::size_t texts = 0;
  for (const std::string source : {"0", "A 1 A 2", "A 1 B 1", "G 12 H 12", "H 11 H 12"}) {
    for (int type = 1; type <= 8; ++type) {
      for (int column = 0; column < 8; ++column) {
        for (int row = 1; row <= 12; ++row) {
          const std::string text = source + " " + std::to_string(type) + " " +
                                   static_cast<char>('A' + column) + " " + std::to_string(row);
          const MoveCode code = move_code(game, text);
          EXPECT_EQ(game.move_text(code), text);
          codes.insert(code);
          ++texts;
        }
      }
    }
  }
  EXPECT_EQ(codes.size(), texts);
}

TEST(DoubleCard, FourOfAColourWinForTheColourPlayerWhoeverMoved) {
  // Lying cards 1 and 3 alternate; four whites on row 1: 2B.. stand with WO below.
  DoubleCard game;
  play_all(game, "0 2 A 1;0 6 B 1;0 2 C 1");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "0 6 D 1");  // played by the dots player
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), 0);
  EXPECT_THAT(move_texts(game), ElementsAre());
  EXPECT_EQ(game.why_illegal(move_code(game, "0 2 E 1")),
            "the game is finished: four of one colour are in a line");
  DoubleCard dots_first = start<DoubleCard>({{"first", "dots"}});
  play_all(dots_first, "0 2 A 1;0 6 B 1;0 2 C 1;0 6 D 1");
  EXPECT_EQ(dots_first.winner(), 1);
}

TEST(DoubleCard, FourOfADotWinForTheDotsPlayer) {
  DoubleCard game;
  play_all(game, "0 2 A 1;0 8 B 1;0 2 C 1;0 8 D 1");  // O O O O on row 1, W R W R
  EXPECT_EQ(game.winner(), 1);
  EXPECT_EQ(game.why_illegal(move_code(game, "0 2 E 1")),
            "the game is finished: four of one kind of dot are in a line");
}

TEST(DoubleCard, BothKindsOfLineByOneMoveWinForTheMover) {
  // Row 1 gets white everywhere and row 1 hollow everywhere: WO WO WO + WO.
  DoubleCard game;
  play_all(game, "0 2 A 1;0 2 B 1;0 2 C 1");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "0 2 D 1");
  EXPECT_EQ(game.winner(), 1) << "player 1 made the fourth move";
  DoubleCard later;
  play_all(later, "0 2 A 1;0 2 B 1;0 2 C 1;0 7 G 1;0 2 D 1");
  EXPECT_EQ(later.winner(), 0) << "player 0 made the fifth move";
}

TEST(DoubleCard, FinishedIgnoreGoesOnBehindALine) {
  DoubleCard game = start<DoubleCard>({{"finished", "ignore"}, {"moves", "6"}});
  play_all(game, "0 2 A 1;0 2 B 1;0 2 C 1;0 2 D 1");
  EXPECT_FALSE(game.is_finished());
  play_all(game, "0 2 E 1;0 2 F 1");
  EXPECT_TRUE(game.is_finished()) << "the move limit";
  EXPECT_EQ(game.winner(), kNobody);
}

TEST(DoubleCard, MoveLimitIsADrawUnlessTheLastMoveWins) {
  DoubleCard drawn = start<DoubleCard>({{"moves", "3"}});
  EXPECT_EQ(drawn.plies_left(), 3);
  play_all(drawn, "0 2 A 1;0 6 B 1;0 2 C 1");
  EXPECT_TRUE(drawn.is_finished());
  EXPECT_EQ(drawn.winner(), kNobody);
  EXPECT_EQ(drawn.why_illegal(move_code(drawn, "0 2 E 1")),
            "the game is finished: 3 moves have been played");
  DoubleCard won = start<DoubleCard>({{"moves", "4"}});
  play_all(won, "0 2 A 1;0 6 B 1;0 2 C 1;0 6 D 1");
  EXPECT_EQ(won.winner(), 0);
}

TEST(DoubleCard, AfterTheLastCardCardsAreMoved) {
  DoubleCard game = game_of("2");
  play_all(game, "0 2 A 1;0 6 B 1");
  EXPECT_TRUE(game.is_recycling());
  EXPECT_EQ(why(game, "0 2 C 1"), "2 of 2 cards are placed: one of them has to be moved");
  EXPECT_EQ(why(game, "B 1 B 2 2 C 1"),
            "the card on B 1 and B 2 was placed or moved by the last move");
  EXPECT_EQ(why(game, "A 1 B 1 2 C 1"), "A 1 and B 1 are not the two cells of one card");
  EXPECT_EQ(why(game, "C 1 C 2 2 D 1"), "C 1 and C 2 are not the two cells of one card");
  EXPECT_EQ(why(game, "A 1 A 2 2 A 1"), "the card already lies there as that type");
  EXPECT_EQ(why(game, "A 1 A 2 2 B 1"), "B 1 is occupied");
  EXPECT_EQ(why(game, "A 1 A 2 2 A 3"), "A 3 has nothing below it")
      << "the target is looked at after the card is lifted";
  play_all(game, "A 1 A 2 4 A 1");
  EXPECT_EQ(game.position_text(), "4A1* 6B1 3");
  EXPECT_EQ(why(game, "A 1 A 2 2 C 1"),
            "the card on A 1 and A 2 was placed or moved by the last move");
}

TEST(DoubleCard, CoveredCardsStay) {
  DoubleCard game = game_of("3");
  play_all(game, "0 1 A 1;0 6 A 2;0 6 D 1");
  EXPECT_EQ(why(game, "A 1 B 1 2 E 1"), "the card on A 1 and B 1 has a card above it");
  for (const std::string& move : move_texts(game)) {
    EXPECT_EQ(move.substr(0, 8), "A 2 A 3 ") << "the only card that is free and not the last";
  }
}

TEST(DoubleCard, RecyclingMovesAreListedBySourceThenTarget) {
  DoubleCard game = game_of("3");
  play_all(game, "0 1 C 1;0 2 A 1;0 6 H 1");
  const auto moves = move_texts(game);
  EXPECT_EQ(moves.front(), "A 1 A 2 1 A 1") << "lying on A and B, which are level once it is up";
  EXPECT_THAT(moves, Not(Contains("A 1 A 2 2 A 1"))) << "nothing would change";
  EXPECT_THAT(moves, Contains("A 1 A 2 4 A 1"));
  const auto second = std::find_if(moves.begin(), moves.end(), [](const std::string& move) {
    return move.compare(0, 3, "C 1") == 0;
  });
  EXPECT_EQ(*second, "C 1 D 1 2 A 3");
  EXPECT_THAT(moves, Not(Contains(HasSubstr("H 1 H 2"))));
  EXPECT_TRUE(std::is_sorted(moves.begin(), second, [](const auto& a, const auto& b) {
    return a[10] < b[10];
  })) << "target columns ascend";
}

TEST(DoubleCard, OneCardThatWasJustMovedLeavesNoMove) {
  DoubleCard game = game_of("1");
  play_all(game, "0 2 A 1");
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), kNobody);
  EXPECT_EQ(game.why_illegal(move_code(game, "A 1 A 2 2 B 1")),
            "the game is finished: the side to move has no move");
}

TEST(DoubleCard, CleanFilterLeavesIsolatedCardsOnRowOneOut) {
  DoubleCard game = start<DoubleCard>({{"filter", "clean"}});
  EXPECT_EQ(move_texts(game).size(), 60U) << "nothing would be left on the empty board";
  play_all(game, "0 2 C 1");
  const auto moves = move_texts(game);
  EXPECT_THAT(moves, Contains("0 2 B 1"));
  EXPECT_THAT(moves, Contains("0 2 D 1"));
  EXPECT_THAT(moves, Contains("0 1 A 1")) << "B 1 touches C 1";
  EXPECT_THAT(moves, Contains("0 2 C 3"));
  EXPECT_THAT(moves, Not(Contains("0 2 A 1")));
  EXPECT_THAT(moves, Not(Contains("0 1 E 1")));
  EXPECT_TRUE(game.is_legal(move_code(game, "0 2 H 1"))) << "left out, but legal";
}

TEST(DoubleCard, GhostsOfCardsLeftOutMakeTheirNeighboursCount) {
  DoubleCard game = start<DoubleCard>({{"filter", "ghost"}, {"generation", "types"}});
  EXPECT_TRUE(game.filters_by_order());
  game.begin_pass();
  EXPECT_FALSE(game.admits(move_code(game, "0 1 A 1"))) << "isolated; stays as a ghost";
  EXPECT_TRUE(game.admits(move_code(game, "0 1 B 1"))) << "touches the ghost on A 1";
  EXPECT_TRUE(game.admits(move_code(game, "0 2 B 1"))) << "A 1 still holds its ghost";
  EXPECT_FALSE(game.admits(move_code(game, "0 2 D 1"))) << "the ghosts on B 1 and C 1 are wiped";
  game.begin_pass();
  EXPECT_FALSE(game.admits(move_code(game, "0 1 B 1"))) << "a new pass starts from the board";
}

TEST(DoubleCard, GhostBoardFollowsTheCardsThatArePlayed) {
  DoubleCard game = start<DoubleCard>({{"filter", "ghost"}});
  game.begin_pass();
  const MoveCode first = move_code(game, "0 2 A 1");
  const MoveCode beside = move_code(game, "0 2 B 1");
  game.play(first);
  EXPECT_TRUE(game.admits(beside));
  game.undo();
  EXPECT_FALSE(game.admits(beside));
}

TEST(DoubleCard, PositionTextRoundTrips) {
  EXPECT_EQ(DoubleCard().position_text(), "0");
  for (const std::string_view text : {"0", "2A1* 1", "2A1 6B1* 2", "1A3 2A1 6B1* 3"}) {
    EXPECT_EQ(position<DoubleCard>(text).position_text(),
              text == "1A3 2A1 6B1* 3" ? "2A1 1A3 6B1* 3" : text);
  }
  const Arguments two{{"cards", "2"}};
  EXPECT_EQ(position<DoubleCard>("2A1 6B1* 4", two).position_text(), "2A1 6B1* 4");
  EXPECT_EQ(position<DoubleCard>("2A1 6B1 2").position_text(), "2A1 6B1 2") << "nothing moved last";
}

TEST(DoubleCard, TheMoveNumberGivesTheSideThatLooksAtABoard) {
  EXPECT_EQ(position<DoubleCard>("2A1 6B1* 4").player_to_move(), 0);
  EXPECT_EQ(position<DoubleCard>("2A1 6B1* 5").player_to_move(), 1);
  EXPECT_FALSE(position<DoubleCard>("2A1 6B1* 5").is_recycling());
}

// The state updated move by move equals the state read from the text, in both phases.
TEST(DoubleCard, ReadingThePositionGivesTheSameGame) {
  std::mt19937 random(11);
  for (int round = 0; round < 150; ++round) {
    const Arguments options{{"cards", std::to_string(3 + round % 10)},
                            {"finished", round % 2 == 0 ? "leaf" : "ignore"}};
    DoubleCard game = start<DoubleCard>(options);
    test::play_random(game, round % 40, random);
    const auto read = position<DoubleCard>(game.position_text(), options);
    ASSERT_EQ(read.position_text(), game.position_text());
    ASSERT_EQ(read.key(), game.key());
    ASSERT_EQ(read.is_finished(), game.is_finished()) << game.position_text();
    ASSERT_EQ(read.winner(), game.winner()) << game.position_text();
    ASSERT_EQ(move_texts(read), move_texts(game)) << game.position_text();
  }
}

TEST(DoubleCard, DamagedPositionsAreRefusedWithTheReason) {
  EXPECT_THAT(refusal(""), HasSubstr("does not end with the number of moves"));
  EXPECT_THAT(refusal("2A1"), HasSubstr("does not end with the number of moves"));
  EXPECT_THAT(refusal("9A1 1"), HasSubstr("'9A1' is not a card"));
  EXPECT_THAT(refusal("2A13 1"), HasSubstr("'2A13' is not a card"));
  EXPECT_THAT(refusal("1H1 1"), HasSubstr("leaves the board"));
  EXPECT_THAT(refusal("2A12 1"), HasSubstr("leaves the board"));
  EXPECT_THAT(refusal("2A1 1A2 2"), HasSubstr("lies on another card"));
  EXPECT_THAT(refusal("2A1* 6B1* 2"), HasSubstr("two cards are marked"));
  EXPECT_THAT(refusal("2A1 6B1* 1"), HasSubstr("2 cards after 1 moves"));
  EXPECT_THAT(refusal("2A1 6B1* 2", {{"cards", "1"}}), HasSubstr("a game of 1 cards"));
  EXPECT_THAT(refusal("2A1* 0"), HasSubstr("1 cards after 0 moves"));
  EXPECT_THAT(refusal("2A3* 1"), HasSubstr("above A 1 has nothing below"));
  EXPECT_THAT(refusal("2A1* 61", {{"cards", "1"}}), HasSubstr("61 moves"));
  EXPECT_THAT(refusal("2A1 2B1 2C1 2D1 7G1* 5"), HasSubstr("both players have a line"));
}

TEST(DoubleCard, FinishedPositionsAreRecognised) {
  EXPECT_EQ(position<DoubleCard>("2A1 2B1 2C1 7G1 2D1* 5").winner(), 0) << "player 0 moved last";
  EXPECT_EQ(position<DoubleCard>("2A1 2B1 2C1 2D1* 4").winner(), 1);
  EXPECT_EQ(position<DoubleCard>("2A1 6B1 2C1 6D1* 4").winner(), 0) << "colours only";
}

TEST(DoubleCard, OptionsOutOfRangeAreUsageErrors) {
  for (const Arguments& bad :
       {Arguments{{"first", "red"}}, Arguments{{"filter", "on"}}, Arguments{{"cards", "0"}},
        Arguments{{"cards", "49"}}, Arguments{{"moves", "0"}}, Arguments{{"type", "1"}}}) {
    const Result<DoubleCard> game = DoubleCard::start(bad);
    ASSERT_FALSE(game.is_ok()) << bad.front().first;
    EXPECT_EQ(game.status().code(), StatusCode::kUsage);
  }
}

TEST(DoubleCard, OptionsAreCanonicalJson) {
  EXPECT_EQ(start<DoubleCard>({{"first", "dots"}, {"filter", "ghost"}}).options_json(),
            R"({"first":"dots","generation":"columns","filter":"ghost","finished":"leaf",)"
            R"("cards":24,"moves":60})");
}

TEST(DoubleCard, EvaluationKeyForgetsTheOrderOfPlacing) {
  DoubleCard one, two;
  play_all(one, "0 2 A 1;0 6 B 1");
  play_all(two, "0 6 B 1;0 2 A 1");
  EXPECT_EQ(one.evaluation_key(), two.evaluation_key());
  EXPECT_NE(one.key(), two.key()) << "another card was moved last";
}

TEST(DoubleCard, KeepsTheContractOfAGame) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    test::check_game_contract(DoubleCard(), seed);
    test::check_game_contract(start<DoubleCard>({{"finished", "ignore"}, {"generation", "types"}}),
                              seed);
    test::check_game_contract(game_of("4", {{"moves", "30"}}), seed);
  }
}

}  // namespace
}  // namespace plytrace::doublecard
