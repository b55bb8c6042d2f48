// SPDX-License-Identifier: MIT
#include "core/games/connectk/connectk.h"

#include <gtest/gtest.h>

#include <random>

#include "core/perft.h"

namespace plytrace::connectk {
namespace {

ConnectK board(int width, int height, int connect, bool gravity) {
  return ConnectK(Options{width, height, connect, gravity});
}

Arguments arguments(const Options& options) {
  return {{"width", std::to_string(options.width)},
          {"height", std::to_string(options.height)},
          {"connect", std::to_string(options.connect)},
          {"gravity", options.gravity ? "on" : "off"}};
}

const Options kTicTacToe{3, 3, 3, false};
const Options kConnect4{7, 6, 4, true};

ConnectK at(const Options& options, const std::string& position) {
  Result<ConnectK> game = ConnectK::from_position(arguments(options), position);
  EXPECT_TRUE(game) << game.status().message();
  return game ? *game : ConnectK(options);
}

Status refusal(const Options& options, const std::string& position) {
  return ConnectK::from_position(arguments(options), position).status();
}

void play(ConnectK& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const Result<MoveCode> move = game.parse_move(text);
    ASSERT_TRUE(move) << move.status().message();
    ASSERT_TRUE(game.is_legal(*move)) << text << ": " << game.why_illegal(*move);
    game.play(*move);
  }
}

std::vector<std::string> move_texts(const ConnectK& game) {
  MoveList moves;
  game.generate(moves);
  std::vector<std::string> texts;
  for (const MoveCode move : moves) texts.push_back(game.move_text(move));
  return texts;
}

TEST(ConnectK, CountsWindowsOfExactlyKCells) {
  EXPECT_EQ(board(7, 6, 4, true).windows(), 69);
  EXPECT_EQ(board(3, 3, 3, false).windows(), 8);
  EXPECT_EQ(board(1, 8, 5, true).windows(), 4);
  EXPECT_EQ(board(15, 15, 5, false).windows(), 572);
  EXPECT_EQ(board(26, 26, 2, false).windows(), 2550);
  EXPECT_EQ(board(3, 3, 10, false).windows(), 0);
}

TEST(ConnectK, PerftOfConnect4) {
  const std::vector<std::uint64_t> expected = {7, 49, 343, 2401, 16807, 117649, 823536};
  EXPECT_EQ(perft(ConnectK(kConnect4), 7, nullptr), expected);
}

TEST(ConnectK, PerftOfTicTacToe) {
  const std::vector<std::uint64_t> expected = {9,     72,     504,    3024,   15120,
                                               54720, 148176, 200448, 127872, 0};
  EXPECT_EQ(perft(ConnectK(kTicTacToe), 10, nullptr), expected);
}

TEST(ConnectK, PerftAgreesWithRecountsOnSmallBoards) {
  // 2 x 2, connect 2: the third piece always completes a line.
  EXPECT_EQ(perft(board(2, 2, 2, false), 4, nullptr), (std::vector<std::uint64_t>{4, 12, 24, 0}));
  // One column: a single path, and nobody wins.
  EXPECT_EQ(perft(board(1, 3, 4, true), 4, nullptr), (std::vector<std::uint64_t>{1, 1, 1, 0}));
}

TEST(ConnectK, ListsColumnsLeftToRightAndCellsInReadingOrder) {
  EXPECT_EQ(move_texts(ConnectK(kConnect4)),
            (std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g"}));
  EXPECT_EQ(move_texts(ConnectK(kTicTacToe)),
            (std::vector<std::string>{"a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"}));
}

TEST(ConnectK, PositionTextShowsPiecesWhereTheyLand) {
  ConnectK game(kConnect4);
  play(game, {"d", "c", "d"});
  EXPECT_EQ(game.position_text(), "......./......./......./......./...X.../..OX... O");
  EXPECT_EQ(game.board_text(),
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n"
            ". . . X . . .\n. . O X . . .\na b c d e f g");
}

TEST(ConnectK, RunLongerThanKWins) {
  ConnectK long_run = at(Options{10, 1, 3, false}, "XX.XXOO.OO X");
  play(long_run, {"c1"});
  EXPECT_TRUE(long_run.is_finished());
  EXPECT_EQ(long_run.winner(), 0);
  EXPECT_EQ(at(Options{10, 1, 3, false}, long_run.position_text()).winner(), 0);
}

TEST(ConnectK, FullBoardWithoutLineIsADraw) {
  const ConnectK game = at(kTicTacToe, "XOX/XOO/OXX O");
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), kNobody);
  EXPECT_EQ(game.plies_left(), 0);
  EXPECT_TRUE(move_texts(game).empty());
}

TEST(ConnectK, FinishedPositionHasNoMoves) {
  const ConnectK game = at(kTicTacToe, "XXX/OO./... O");
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), 0);
  EXPECT_TRUE(move_texts(game).empty());
  EXPECT_FALSE(game.is_legal(5));
  EXPECT_EQ(game.why_illegal(5), "the game is over: X has 3 in a row");
}

TEST(ConnectK, SaysWhyAMoveIsRefused) {
  ConnectK full_column(kConnect4);
  play(full_column, {"d", "d", "d", "d", "d", "d"});
  EXPECT_FALSE(full_column.is_legal(3));
  EXPECT_EQ(full_column.why_illegal(3), "column d is full");

  ConnectK occupied(kTicTacToe);
  play(occupied, {"b2"});
  EXPECT_FALSE(occupied.is_legal(*occupied.parse_move("b2")));
  EXPECT_EQ(occupied.why_illegal(*occupied.parse_move("b2")), "cell b2 is occupied");
}

TEST(ConnectK, RefusesTextThatIsNoMove) {
  const ConnectK gravity(kConnect4);
  for (const char* text : {"", "h", "d1", "D", "1", " d"}) {
    EXPECT_EQ(gravity.parse_move(text).status().code(), StatusCode::kBadInput) << text;
  }
  const ConnectK cells(kTicTacToe);
  for (const char* text : {"", "a", "a0", "a4", "d1", "a01", "a1x", "1a"}) {
    EXPECT_EQ(cells.parse_move(text).status().code(), StatusCode::kBadInput) << text;
  }
}

TEST(ConnectK, EveryMoveTextReadsBack) {
  for (const bool gravity : {false, true}) {
    const ConnectK game = board(26, 26, 5, gravity);
    MoveList moves;
    game.generate(moves);
    EXPECT_EQ(moves.size(), gravity ? 26U : 676U);
    for (const MoveCode move : moves) {
      EXPECT_EQ(*game.parse_move(game.move_text(move)), move);
    }
  }
}

TEST(ConnectK, RefusesPositionsThatNoGameReaches) {
  const auto expect = [](const Options& options, const char* position, const char* reason) {
    const Status status = refusal(options, position);
    EXPECT_EQ(status.code(), StatusCode::kBadInput) << position;
    EXPECT_NE(status.message().find(reason), std::string::npos) << status.message();
  };
  expect(kTicTacToe, "XX./.../... X", "2 X and 0 O, and X moves first");
  expect(kTicTacToe, "XX./.../... O", "2 X and 0 O, and X moves first");
  expect(kTicTacToe, "X../OO./... X", "1 X and 2 O, and X moves first");
  expect(kTicTacToe, "XXX/OOO/... X", "lines of both sides");
  expect(kConnect4, "......./......./......./......./..X..../....... O",
         "a piece floats in column c");
}

TEST(ConnectK, ABoardCanBeLookedAtFromEitherSide) {
  for (const char* board : {".../.X./...", "X../.O./...", "XXX/OO./...", "XOX/XOO/OXX"}) {
    const ConnectK x = at(kTicTacToe, board + std::string(" X"));
    const ConnectK o = at(kTicTacToe, board + std::string(" O"));
    EXPECT_EQ(x.player_to_move(), 0);
    EXPECT_EQ(o.player_to_move(), 1);
    EXPECT_EQ(x.is_finished(), o.is_finished());
    EXPECT_EQ(x.winner(), o.winner());
    EXPECT_NE(x.key(), o.key());
    EXPECT_EQ(x.position_text(), board + std::string(" X"));
    EXPECT_EQ(o.position_text(), board + std::string(" O"));
  }
}

TEST(ConnectK, RefusesTextThatIsNoPosition) {
  const auto expect = [](const char* position, const char* reason) {
    const Status status = refusal(kTicTacToe, position);
    EXPECT_EQ(status.code(), StatusCode::kBadInput) << position;
    EXPECT_NE(status.message().find(reason), std::string::npos) << status.message();
  };
  expect("", "the side to move is missing");
  expect(".../.../...", "the side to move is missing");
  expect(".../.../... x", "neither X nor O");
  expect(".../.../...  X", "neither X nor O");
  expect(".../... X", "2 rows");
  expect(".../.../.../... X", "4 rows");
  expect(".../..../... X", "row 2 from the top has 4 cells");
  expect(".../.x./... X", "'x' in row 2");
}

TEST(ConnectK, RefusesOptionsOutsideTheirRange) {
  const auto code = [](const Arguments& options) {
    return ConnectK::start(options).status().code();
  };
  EXPECT_EQ(code({{"width", "0"}, {"height", "0"}}), StatusCode::kUsage);
  EXPECT_EQ(code({{"width", "27"}}), StatusCode::kUsage);
  EXPECT_EQ(code({{"connect", "1"}}), StatusCode::kUsage);
  EXPECT_EQ(code({{"connect", "11"}}), StatusCode::kUsage);
  EXPECT_EQ(code({{"gravity", "yes"}}), StatusCode::kUsage);
  EXPECT_EQ(code({{"widht", "7"}}), StatusCode::kUsage);
  EXPECT_NE(ConnectK::start({{"widht", "7"}}).status().message().find("did you mean 'width'"),
            std::string::npos);
}

// `fresh` was set up from the text of the same position.
void expect_equal_counts(const ConnectK& game, const ConnectK& fresh) {
  for (const int player : {0, 1}) {
    EXPECT_EQ(game.stones_of(player), fresh.stones_of(player)) << game.position_text();
    for (int own = 0; own <= game.options().connect; ++own) {
      for (int other = 0; own + other <= game.options().connect; ++other) {
        EXPECT_EQ(game.windows_with(player, own, other), fresh.windows_with(player, own, other))
            << game.position_text();
      }
    }
  }
}

// Plays random moves: every count must equal a recount, and undo must restore everything.
void random_game(const Options& options, std::mt19937& random) {
  ConnectK game(options);
  std::vector<std::string> positions;
  std::vector<std::uint64_t> keys;
  while (!game.is_finished()) {
    positions.push_back(game.position_text());
    keys.push_back(game.key());
    MoveList moves;
    game.generate(moves);
    ASSERT_FALSE(moves.empty());
    game.play(moves[random() % moves.size()]);
    const ConnectK copy = at(options, game.position_text());
    expect_equal_counts(game, copy);
    EXPECT_EQ(copy.position_text(), game.position_text());
    EXPECT_EQ(copy.key(), game.key());
    EXPECT_EQ(copy.is_finished(), game.is_finished());
    EXPECT_EQ(copy.winner(), game.winner());
  }
  while (!positions.empty()) {
    game.undo();
    expect_equal_counts(game, at(options, positions.back()));
    EXPECT_FALSE(game.is_finished());
    EXPECT_EQ(game.position_text(), positions.back());
    EXPECT_EQ(game.key(), keys.back());
    positions.pop_back();
    keys.pop_back();
  }
}

TEST(ConnectK, IncrementalCountsEqualARecountInRandomPlay) {
  std::mt19937 random(20);
  for (const Options& options :
       {kTicTacToe, kConnect4, Options{1, 1, 2, true}, Options{5, 4, 3, false},
        Options{9, 3, 5, true}, Options{26, 26, 10, true}, Options{12, 11, 2, false}}) {
    const int rounds = options.width > 9 ? 2 : 10;  // a recount of a large board takes long
    for (int i = 0; i < rounds; ++i) random_game(options, random);
  }
}

// Solvers of Connect-4 write positions as the columns of the moves.
TEST(ConnectK, ARunOfColumnsIsAPosition) {
  ConnectK by_moves(kConnect4);
  play(by_moves, {"d", "d", "e", "c"});
  EXPECT_EQ(at(kConnect4, "4453").position_text(), by_moves.position_text());
  EXPECT_EQ(at(kConnect4, "4453").player_to_move(), 0);
  EXPECT_NE(refusal(kConnect4, "448").message().find("move 3 of '448': "), std::string::npos);
  EXPECT_NE(refusal(kConnect4, "4444444").message().find("move 7 of '4444444': "),
            std::string::npos);
  EXPECT_NE(refusal(kConnect4, "12121212").message().find("move 8 of"), std::string::npos);
  EXPECT_FALSE(refusal(kTicTacToe, "123"));
}

}  // namespace
}  // namespace plytrace::connectk
