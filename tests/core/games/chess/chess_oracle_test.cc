// SPDX-License-Identifier: MIT
//
// The legal moves of 10,000 positions of random games equal those of an independent engine,
// Debian's stockfish: 5,000 of chess, 2,500 of Chess960, and 2,500 of Chess960 with two start rows.
// If it is not installed, the test reports that and is skipped; scripts/test installs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/chess/chess.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using chess::Chess;

constexpr const char* kEngine = "/usr/games/stockfish";

struct Listed {
  std::string fen;
  std::set<std::string> moves;
};

// A start row of Chess960: bishops on squares of both colours, the king between the rooks.
std::string start_row(std::mt19937& random) {
  std::string row = "rnbqkbnr";
  const auto is_allowed = [&row] {
    const auto bishops = row.find('b') + row.rfind('b');
    return bishops % 2 == 1 && row.find('r') < row.find('k') && row.find('k') < row.rfind('r');
  };
  do std::shuffle(row.begin(), row.end(), random);
  while (!is_allowed());
  return row;
}

std::string start_position(const std::string& black, const std::string& white) {
  std::string upper;
  for (const char c : white) upper += static_cast<char>(c - 'a' + 'A');
  return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + upper + " w KQkq - 0 1";
}

Listed listed(const Chess& game) {
  Listed one{game.fen(), {}};
  MoveList moves;
  game.generate(moves);
  for (const MoveCode move : moves) one.moves.insert(game.move_text(move));
  EXPECT_EQ(one.moves.size(), moves.size()) << one.fen;
  return one;
}

// The positions of random games, each of at most 150 plies. `rows` is 0 for chess, or the number of
// start rows of a Chess960 game.
void add_random(std::mt19937& random, int rows, std::size_t count, std::vector<Listed>& positions) {
  const Arguments options = rows == 0 ? Arguments{} : Arguments{{"chess960", "on"}};
  for (const std::size_t all = positions.size() + count; positions.size() < all;) {
    const std::string white = rows == 0 ? "rnbqkbnr" : start_row(random);
    const std::string black = rows == 2 ? start_row(random) : white;
    auto game = Chess::from_position(options, start_position(black, white));
    ASSERT_TRUE(game.is_ok()) << game.status().message();
    for (int ply = 0; ply < 150 && positions.size() < all; ++ply) {
      positions.push_back(listed(*game));
      MoveList moves;
      game->generate(moves);
      if (moves.empty()) break;
      game->play(moves[random() % moves.size()]);
    }
  }
}

// Reads "e2e4: 1" of each move up to "Nodes searched: 20" of each position.
std::vector<std::set<std::string>> read_lists(const std::string& output) {
  std::vector<std::set<std::string>> lists;
  std::set<std::string> moves;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Nodes searched", 0) == 0) {
      lists.push_back(std::exchange(moves, {}));
    } else if (line.size() > 3 && line.compare(line.size() - 3, 3, ": 1") == 0) {
      moves.insert(line.substr(0, line.size() - 3));
    }
  }
  return lists;
}

std::vector<std::set<std::string>> lists_of_engine(const std::vector<Listed>& positions,
                                                   std::size_t first_of_960) {
  std::string input;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i == first_of_960) input += "setoption name UCI_Chess960 value true\n";
    input += "position fen " + positions[i].fen + "\ngo perft 1\n";
  }
  const ScratchFolder folder;
  write_file(folder / "in.txt", input + "quit\n");
  const ProgramResult run = shell(std::string(kEngine) + " < in.txt", folder.path());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return read_lists(run.out);
}

TEST(HeavyChessOracle, MovesOfRandomPositionsAreThoseOfAnIndependentEngine) {
  if (!installed(kEngine)) GTEST_SKIP() << kEngine << " is not installed";
  std::mt19937 random(45);
  std::vector<Listed> positions;
  add_random(random, 0, 5000, positions);
  add_random(random, 1, 2500, positions);
  add_random(random, 2, 2500, positions);
  const auto lists = lists_of_engine(positions, 5000);
  ASSERT_EQ(lists.size(), 10'000U);
  std::size_t moves = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    ASSERT_EQ(positions[i].moves, lists[i]) << positions[i].fen;
    moves += lists[i].size();
  }
  RecordProperty("moves", std::to_string(moves));
  EXPECT_GT(moves, 200'000U);
}

}  // namespace
}  // namespace plytrace::test
