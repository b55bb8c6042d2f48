// SPDX-License-Identifier: MIT
#include "core/games/chess/chess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/core/games/games_test_support.h"

namespace plytrace::chess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Arguments k960{{"chess960", "on"}};
const Arguments kNoHistory{{"history", "off"}};
constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Chess game_at(std::string_view text, const Arguments& options = {}) {
  Result<Chess> game = Chess::from_position(options, text);
  EXPECT_TRUE(game.is_ok()) << game.status().message();
  return game ? std::move(*game) : Chess();
}

std::string refusal(std::string_view text, const Arguments& options = {}) {
  const Result<Chess> game = Chess::from_position(options, text);
  EXPECT_FALSE(game.is_ok()) << text;
  if (game) return "";
  EXPECT_EQ(game.status().code(), StatusCode::kBadInput);
  return game.status().message();
}

void play_all(Chess& game, std::initializer_list<std::string_view> moves) {
  for (const std::string_view text : moves) {
    const auto move = game.parse_move(text);
    ASSERT_TRUE(move.is_ok()) << text;
    ASSERT_TRUE(game.is_legal(*move)) << text << ": " << game.why_illegal(*move);
    game.play(*move);
  }
}

std::uint64_t paths(Chess game, int depth) { return test::paths(game, depth); }

MoveCode code(const Chess& game, std::string_view text) {
  const auto move = game.parse_move(text);
  EXPECT_TRUE(move.is_ok()) << text;
  return move ? *move : kNoMove;
}

struct Perft {
  std::string_view name, fen;
  std::vector<std::uint64_t> paths;
};

// Source: https://www.chessprogramming.org/Perft_Results.
const std::vector<Perft>& classic() {
  static const std::vector<Perft> list{
      {"start", kStart, {20, 400, 8902, 197281}},
      {"kiwipete", kKiwipete, {48, 2039, 97862, 4085603}},
      {"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624}},
      {"position 4",
       "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
       {6, 264, 9467, 422333}},
      {"position 5",
       "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
       {44, 1486, 62379, 2103487}},
      {"position 6",
       "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
       {46, 2079, 89890, 3894594}}};
  return list;
}

// Source: the widely shared suite of Chess960 positions, in which both sides may have castled.
const std::vector<Perft>& chess960() {
  static const std::vector<Perft> list{
      {"1",
       "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
       {21, 528, 12189, 326672}},
      {"2",
       "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
       {21, 807, 18002, 667366}},
      {"3",
       "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
       {20, 479, 10471, 273318}},
      {"4",
       "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
       {22, 593, 13440, 382958}},
      {"5",
       "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
       {28, 1120, 31058}},
      {"6",
       "bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9",
       {31, 984, 28677, 962591}},
      {"7", "qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9", {33, 823, 26895}},
      {"9", "nb1r1nkr/ppp1ppp1/2bp4/7p/3P2qP/P6R/1PP1PPP1/NBQRBNK1 w Dhd - 1 9", {38, 1691, 60060}},
      {"10",
       "nbnrbk2/p1pppp1p/1p3qr1/6p1/1B1P4/1N6/PPP1PPPP/1BNR1RKQ w d - 2 9",
       {30, 796, 22780}}};
  return list;
}

TEST(Chess, PathsPerDepthAreThePublishedOnes) {
  for (const Perft& each : classic()) {
    const Chess game = game_at(each.fen);
    for (std::size_t depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(paths(game, static_cast<int>(depth)), each.paths[depth - 1]) << each.name;
    }
  }
}

TEST(SlowChess, PathsPerDepthAreThePublishedOnesToTheLast) {
  for (const Perft& each : classic()) {
    const auto depth = static_cast<int>(each.paths.size());
    EXPECT_EQ(paths(game_at(each.fen), depth), each.paths.back()) << each.name;
  }
  for (const Perft& each : chess960()) {
    const auto depth = static_cast<int>(each.paths.size());
    EXPECT_EQ(paths(game_at(each.fen, k960), depth), each.paths.back()) << each.name;
  }
}

TEST(Chess, PathsOfChess960AreThePublishedOnes) {
  for (const Perft& each : chess960()) {
    EXPECT_EQ(paths(game_at(each.fen, k960), 3), each.paths[2]) << each.name;
  }
}

// Draws by history must not end a perft count: with king and rook against king, 7 plies would stop
// at third occurrences.
TEST(Chess, PathsGoOnBeyondDraws) {
  const std::string_view text = "8/8/8/8/8/k7/8/K6R w - - 99 80";
  EXPECT_EQ(paths(game_at(text), 4), paths(game_at(text, kNoHistory), 4));
}

TEST(Chess, ListsMovesByPieceOriginAndTargetAndCastlingLast) {
  EXPECT_THAT(
      test::move_texts(game_at("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")),
      ElementsAre("a7a8q", "a7a8r", "a7a8b", "a7a8n", "a1b1", "a1c1", "a1d1", "a1a2", "a1a3",
                  "a1a4", "a1a5", "a1a6", "h1f1", "h1g1", "h1h2", "h1h3", "h1h4", "h1h5", "h1h6",
                  "h1h7", "h1h8", "e1d1", "e1f1", "e1d2", "e1e2", "e1f2", "e1g1", "e1c1"));
}

TEST(Chess, PositionsReadBackAsTheyWereWritten) {
  for (const std::string_view text :
       {kStart, kKiwipete, std::string_view("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
        std::string_view(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6"),
        std::string_view("8/8/8/8/8/k7/8/K6R w - - 99 9999")}) {
    EXPECT_EQ(game_at(text).position_text(), text);
  }
  for (const Perft& each : chess960()) {
    const std::string text = game_at(each.fen, k960).position_text();
    EXPECT_EQ(game_at(text, k960).position_text(), text);
    EXPECT_EQ(game_at(text, k960).key(), game_at(each.fen, k960).key());
  }
}

TEST(Chess, ReadsTheWordsOfUci) {
  EXPECT_EQ(game_at("startpos").position_text(), kStart);
  EXPECT_EQ(game_at("position startpos moves e2e4").fen(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(game_at("fen 8/8/8/8/8/k7/8/K6R w - -").fen(), "8/8/8/8/8/k7/8/K6R w - - 0 1");
  // Castling written as the king's target square.
  EXPECT_EQ(game_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1").fen(),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(game_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", k960).fen(),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

// Many files give both clocks before the operations; lists of perft counts begin each with the ;.
TEST(Chess, ReadsTheOperationsOfAnEpd) {
  const std::string plain = "4k3/8/8/8/8/8/8/4K2R w K -";
  for (const std::string operations :
       {" bm Rh8#; id \"a; b\";", " 3 7 bm Rh8#;", " 3 7 ;D1 15 ;D2 66", " ;D1 15",
        " c0 \"White moves and wins\"; hmvc 3; fmvn 7;", " am O-O;"}) {
    EXPECT_THAT(game_at(plain + operations).fen(), HasSubstr(plain)) << operations;
  }
  EXPECT_EQ(game_at(plain + " 3 7 bm Rh8#;").fen(), plain + " 3 7");
  EXPECT_EQ(game_at(plain + " c0 \"it moves e1e2\"; hmvc 3; fmvn 7;").fen(), plain + " 3 7");
}

// The en passant square is dropped if capturing there would expose the king to check.
TEST(Chess, KeepsAnEnPassantSquareOnlyWhereACaptureIsLegal) {
  EXPECT_THAT(game_at("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").fen(), HasSubstr(" b - - "));
  EXPECT_THAT(game_at("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1").fen(), HasSubstr(" b - d3 "));
  EXPECT_NE(game_at("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1").key(),
            game_at("8/8/8/8/k2Pp3/8/8/3K4 b - - 0 1").key());
}

TEST(Chess, RefusesPositionsThatNoGameCanReach) {
  const std::vector<std::pair<std::string_view, std::string_view>> refused{
      {"", "0 of at least four"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
       "the board is wrong: it has 7 ranks, not 8"},
      {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 7 squares, not 8"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1",
       "'X' on rank 1 is neither a piece"},
      {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       "'9' on rank 6 is neither a piece"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w - - 0 1", "white has 0 kings, not 1"},
      {"rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "black has 2 kings, not 1"},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on rank 8"},
      {"4k3/8/8/8/8/8/8/4K2R x - - 0 1", "'x' is neither w nor b"},
      {"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "black is in check from e1 though it is white's move"},
      {"4k3/8/8/8/8/8/8/4K3 w K - 0 1",
       "'K' needs the white king on rank 1 and a white rook on its h side"},
      {"4k3/8/8/8/8/8/8/3K3R w K - 0 1",
       "the king on e1 and the rook on h1; write - where neither side may castle, or add -g "
       "chess960=on"},
      {"4k3/8/8/8/8/8/8/4K2q b - - 0 1", "write w if white is to move, or correct the board"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e1e2", "'bm' follows the sixth; write moves e2e4 e7e5 if"},
      {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "gives the right to castle to that side again"},
      {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "'X' is not one of K, Q, k, q"},
      {"4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "'e4' is neither - nor a square of rank 6"},
      {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can have just moved from e7 over e6"},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1",
       "'x' is neither a half-move clock nor the first operation of an EPD"},
      // Each of these blamed bm, the first operation, which is right.
      {"4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"x\"",
       "the operation 'id \"x\"' is wrong: its semicolon is missing; write operations such as"},
      {"4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"x", "'id \"x' is wrong: its quote is not closed"},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8+; ce 500",
       "'ce 500' is wrong: its semicolon is missing"},
      {"4k3/8/8/8/8/8/8/R3K3 w - - id \"a; b\"",
       "'id \"a; b\"' is wrong: its semicolon is missing"},
      // Its clock in the middle was read, though it belongs to a quote that does not end.
      {"4k3/8/8/8/8/8/8/R3K3 w - - id \"x; hmvc 7;",
       "'id \"x; hmvc 7;' is wrong: its quote is not"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 0",
       "the move number is wrong: '0' is not a whole number from 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 hello", "'hello' follows the sixth"},
      {"startpos moves e2e5", "move 1, e2e5, is not legal: the pawn on e2 cannot reach e5"},
      // It advised to write b, with which the other king would have been in check.
      {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "the kings on e5 and d5 stand next to each other"},
      {"startpos e2e4", "'e2e4' follows startpos; write startpos moves e2e4 e7e5"},
      {"startpos moves e2e4 x", "chess position: move 2, 'x' is not a chess move"}};
  for (const auto& [text, why] : refused) EXPECT_THAT(refusal(text), HasSubstr(why)) << text;
  EXPECT_THAT(refusal("4k3/8/8/8/8/8/8/R3K2R w G - 0 1", k960),
              HasSubstr("'G' needs the white king on rank 1 and a white rook on g1"));
}

TEST(Chess, SaysWhyAMoveIsIllegal) {
  const auto why = [](std::string_view position_text, std::string_view move) {
    const Chess game = game_at(position_text);
    EXPECT_FALSE(game.is_legal(code(game, move)));
    return game.why_illegal(code(game, move));
  };
  EXPECT_EQ(why(kStart, "e3e4"), "there is no piece on e3");
  EXPECT_EQ(why(kStart, "e7e5"), "the pawn on e7 is black's, and white is to move");
  EXPECT_EQ(why(kStart, "a1a2"), "a piece of white stands on a2");
  // Taking en passant would leave the king in check: it was said that the pawn cannot reach d3.
  const std::string checked = "8/6bb/8/8/R1p3k1/4P3/P2P4/K7 w - - 0 1 moves d2d4";
  EXPECT_EQ(why(checked, "c4d3"), "the king of black would be in check");
  EXPECT_EQ(why("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", "c4d3"),
            "the king of black would be in check");
  EXPECT_EQ(why(checked + " h7g8 a1b1", "c4d3"), "the pawn on c4 cannot reach d3");
  EXPECT_EQ(why(kStart, "e1g1"),
            "white cannot castle on the h side: a piece is in the way, or the "
            "king would pass an attacked square");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"),
            "white has no right to castle on the h side");
  EXPECT_EQ(why("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "white is in check and cannot castle");
  EXPECT_EQ(why("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "h1h2"),
            "the king of white would still be in check");
  EXPECT_EQ(why("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"),
            "the king of white would be in check");
  EXPECT_EQ(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
            "a pawn that reaches a8 becomes another piece: write a7a8q, r, b or n");
  EXPECT_EQ(why("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "h8h7"), "the game is over: checkmate");
  EXPECT_EQ(why("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "h8h7"), "the game is over: stalemate");
}

TEST(Chess, EndsByMateStalemateAndLackOfMaterial) {
  const Chess mate = game_at("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(mate.is_finished());
  EXPECT_EQ(mate.winner(), kWhite);
  const Chess stalemate = game_at("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(stalemate.is_finished());
  EXPECT_EQ(stalemate.winner(), kNobody);
  for (const std::string_view drawn :
       {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "2b1k3/8/8/8/8/8/8/4KB2 b - - 0 1"}) {
    EXPECT_TRUE(game_at(drawn).is_finished()) << drawn;
    EXPECT_FALSE(game_at(drawn).is_drawn_by_history()) << drawn;
  }
  // Mate is possible here, although not forced.
  for (const std::string_view open :
       {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "5bk1/8/8/8/8/8/8/4KB2 b - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 b - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"}) {
    EXPECT_FALSE(game_at(open).is_finished()) << open;
  }
}

TEST(Chess, ThirdOccurrenceOfAPositionIsADraw) {
  Chess game;
  for (int times = 0; times < 2; ++times) {
    EXPECT_FALSE(game.is_finished());
    play_all(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  }
  EXPECT_TRUE(game.is_finished());
  EXPECT_TRUE(game.is_drawn_by_history());
  EXPECT_EQ(game.winner(), kNobody);
  EXPECT_TRUE(game_at(game.position_text()).is_drawn_by_history());
  EXPECT_FALSE(game_at(game.position_text(), kNoHistory).is_finished());
  game.undo();
  EXPECT_FALSE(game.is_finished());
}

// A position without a castling right differs from one with it, although the pieces are the same.
TEST(Chess, OccurrencesWithOtherCastlingRightsAreOtherPositions) {
  Chess game = game_at("4k2r/8/8/8/8/8/8/4K2R w K - 0 1");
  play_all(game, {"h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"});
  EXPECT_FALSE(game.is_finished());
  play_all(game, {"h1g1", "h8g8", "g1h1", "g8h8"});
  EXPECT_TRUE(game.is_drawn_by_history());
}

TEST(Chess, FiftyMovesWithoutCaptureOrPawnMoveAreADrawUnlessTheyEndInMate) {
  Chess game = game_at("8/8/8/8/8/k7/8/K6R w - - 98 80");
  EXPECT_FALSE(game.is_finished());
  play_all(game, {"h1h2", "a3b3"});
  EXPECT_TRUE(game.is_drawn_by_history());
  Chess mating = game_at("7k/5K2/8/6Q1/8/8/8/8 w - - 99 80");
  play_all(mating, {"g5g7"});
  EXPECT_EQ(mating.winner(), kWhite);
  EXPECT_FALSE(mating.is_drawn_by_history());
}

TEST(Chess, AlgebraicNotationNamesTheOriginWhereItIsNeeded) {
  const auto san = [](std::string_view text, std::string_view move, const Arguments& options = {}) {
    const Chess game = game_at(text, options);
    EXPECT_TRUE(game.is_legal(code(game, move))) << move;
    return game.san(code(game, move));
  };
  EXPECT_EQ(san(kStart, "e2e4"), "e4");
  EXPECT_EQ(san(kStart, "g1f3"), "Nf3");
  EXPECT_EQ(san(kKiwipete, "e1g1"), "O-O");
  EXPECT_EQ(san(kKiwipete, "e1c1"), "O-O-O");
  EXPECT_EQ(san(kKiwipete, "d5e6"), "dxe6");
  EXPECT_EQ(san("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3"), "Nab3");
  EXPECT_EQ(san("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3"), "N1b3");
  EXPECT_EQ(san("8/7k/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2"), "Qa1b2");
  EXPECT_EQ(san("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), "a8=Q");
  EXPECT_EQ(san("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g7"), "Qg7#");
  // One knight is pinned and cannot go there, so the other one needs no origin square.
  EXPECT_EQ(san("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3"), "Nb3");
  EXPECT_EQ(san("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"), "exd3");
}

// Every legal move of random games is written and read back in both notations.
TEST(Chess, EveryLegalMoveReadsBackInBothNotations) {
  std::mt19937 random(5);
  for (int games = 0; games < 20; ++games) {
    Chess game;
    for (int ply = 0; ply < 120 && !game.is_finished(); ++ply) {
      MoveList moves;
      game.generate(moves);
      std::set<std::string> names;
      for (const MoveCode move : moves) {
        EXPECT_EQ(code(game, game.move_text(move)), move);
        const auto read = game.parse_san(game.san(move));
        ASSERT_TRUE(read.is_ok()) << game.fen() << " " << game.san(move);
        EXPECT_EQ(*read, move);
        EXPECT_TRUE(names.insert(game.san(move)).second) << game.fen() << " " << game.san(move);
      }
      game.play(moves[random() % moves.size()]);
    }
  }
}

// The key and state updated move by move equal those of the position read from its text.
TEST(Chess, StateOfRandomGamesEqualsThatOfTheirTexts) {
  std::mt19937 random(7);
  const std::vector<std::pair<std::string_view, Arguments>> starts{
      {kStart, {}}, {kKiwipete, {}}, {chess960()[0].fen, k960}, {chess960()[8].fen, k960}};
  for (const auto& [start, options] : starts) {
    for (int games = 0; games < 10; ++games) {
      Chess game = game_at(start, options);
      std::vector<std::string> texts{game.position_text()};
      while (texts.size() < 100 && !game.is_finished()) {
        MoveList moves;
        game.generate(moves);
        game.play(moves[random() % moves.size()]);
        texts.push_back(game.position_text());
        const Chess read = game_at(texts.back(), options);
        ASSERT_EQ(read.key(), game.key()) << texts.back();
        ASSERT_EQ(read.position_text(), texts.back());
        ASSERT_EQ(read.fen(), game.fen());
        ASSERT_EQ(read.is_finished(), game.is_finished()) << texts.back();
        ASSERT_EQ(test::move_texts(read), test::move_texts(game)) << texts.back();
      }
      while (texts.size() > 1) {
        texts.pop_back();
        game.undo();
        ASSERT_EQ(game.position_text(), texts.back());
      }
    }
  }
}

TEST(Chess, BoardHasWhiteBelow) {
  EXPECT_EQ(game_at(kKiwipete).board_text(),
            "8 r . . . k . . r\n"
            "7 p . p p q p b .\n"
            "6 b n . . p n p .\n"
            "5 . . . P N . . .\n"
            "4 . p . . P . . .\n"
            "3 . . N . . Q . p\n"
            "2 P P P B B P P P\n"
            "1 R . . . K . . R\n"
            "  a b c d e f g h");
}

}  // namespace
}  // namespace plytrace::chess
