// SPDX-License-Identifier: MIT
//
// Covers core/search on core/games/chess: mates counted from the root, also through the table, and
// draws by history.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "core/any_game.h"
#include "core/registry.h"

namespace plytrace::chess {
namespace {

std::unique_ptr<AnyGame> game_at(const std::string& position, const std::string& history) {
  auto game = make_game("chess", {{"history", history}}, position);
  EXPECT_TRUE(game.is_ok()) << game.status().message();
  return game ? std::move(*game) : nullptr;
}

SearchResult searched(const std::string& position, const SearchSettings& settings,
                      const std::string& evaluator = "pesto", const std::string& history = "off") {
  const auto game = game_at(position, history);
  const auto result = game->search({evaluator, {}}, settings, nullptr);
  EXPECT_TRUE(result.is_ok()) << result.status().message();
  return result ? *result : SearchResult{};
}

SearchSettings to_depth(Algorithm algorithm, int depth) {
  SearchSettings settings;
  settings.algorithm = algorithm;
  settings.depth = depth;
  return settings;
}

// White mates in two moves (three plies), whatever black plays.
constexpr const char* kMateInTwo = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

TEST(ChessSearch, EveryAlgorithmFindsTheShortestMate) {
  for (const AlgorithmTraits& algorithm : kAlgorithms) {
    for (const bool iterative : {false, true}) {
      for (const int table : {0, 1}) {
        SearchSettings settings = to_depth(algorithm.algorithm, 4);
        settings.iterative = iterative;
        settings.table_megabytes = table;
        const SearchResult result = searched(kMateInTwo, settings);
        EXPECT_EQ(result.value, 32'000 - 3) << algorithm.name;
        EXPECT_EQ(result.bound, Bound::kExact) << algorithm.name;
      }
    }
  }
}

// A stored mate counts from its node, but it was read as if it counted from the root.
TEST(ChessSearch, TableAndCacheChangeNoValueInRandomEndgames) {
  std::mt19937 random(11);
  const std::string pieces = "KkQRPqrpN";
  int searches = 0;
  for (int tries = 0; tries < 400 && searches < 40; ++tries) {
    std::string board(64, '.');
    for (const char piece : pieces.substr(0, 3 + random() % 6)) board[random() % 64] = piece;
    std::string fen;
    for (std::size_t i = 0; i < 64; ++i) {
      if (i != 0 && i % 8 == 0) fen += '/';
      fen += board[i] == '.' ? '1' : board[i];
    }
    fen += random() % 2 == 0 ? " w - - 0 1" : " b - - 0 1";
    if (!make_game("chess", {{"history", "off"}}, fen).is_ok()) continue;
    ++searches;
    const auto expected = searched(fen, to_depth(Algorithm::kMinimax, 3)).value;
    for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kPvs, Algorithm::kMtdf}) {
      SearchSettings settings = to_depth(algorithm, 3);
      settings.table_megabytes = 1;
      settings.eval_cache = true;
      EXPECT_EQ(searched(fen, settings).value, expected) << fen;
      settings.iterative = true;
      EXPECT_EQ(searched(fen, settings).value, expected) << fen;
    }
  }
  EXPECT_EQ(searches, 40);
}

// Black, a queen down, has one move that leads to the third occurrence of a position.
TEST(ChessSearch, RepetitionsAreDrawsWhereHistoryCounts) {
  const std::string text = "6k1/8/8/8/8/8/8/Q6K w - - 0 1 moves a1b1 g8f8 b1a1 f8g8 a1b1 g8f8 b1a1";
  const SearchSettings settings = to_depth(Algorithm::kAlphaBeta, 1);
  EXPECT_EQ(searched(text, settings, "material", "on").value, 0);
  EXPECT_EQ(searched(text, settings, "material", "off").value, -900);
}

}  // namespace
}  // namespace plytrace::chess
