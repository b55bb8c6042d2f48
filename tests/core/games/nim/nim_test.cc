// SPDX-License-Identifier: MIT
//
// The example game of docs/adding_a_game.md (nim.h) compiles, plays, and equals the text in that
// document.
#include "tests/core/games/nim/nim.h"

#include <gtest/gtest.h>

#include "core/game_model.h"
#include "tests/test_support.h"

namespace plytrace::nim {
namespace {

std::unique_ptr<AnyGame> game_at(const char* position) {
  static const GameDefinition definition = define_game<Nim, Outcome>();
  return std::move(*definition.make({}, std::string(position)));
}

TEST(AddingAGame, TheExampleIsSearchedByEveryAlgorithm) {
  for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kNegamax,
                                    Algorithm::kPvs, Algorithm::kMtdf}) {
    SearchSettings settings;
    settings.algorithm = algorithm;
    settings.depth = 10;
    // The side to move loses exactly if the heap is a multiple of four.
    for (int stones = 1; stones <= 10; ++stones) {
      const auto game = game_at((std::to_string(stones) + " 0").c_str());
      const Result<SearchResult> result = game->search({"outcome", {}}, settings, nullptr);
      ASSERT_TRUE(result);
      EXPECT_EQ(result->value, stones % 4 == 0 ? -kWin : kWin) << stones;
    }
  }
}

TEST(AddingAGame, ThePageShowsTheExampleAsItIs) {
  const std::string source = test::read_file(test::source_path("tests/core/games/nim/nim.h"));
  const std::string page = test::read_file(test::source_path("docs/adding_a_game.md"));
  const std::string body = source.substr(source.find("class Nim {"));
  EXPECT_NE(page.find(body.substr(0, body.find("static_assert"))), std::string::npos)
      << "copy tests/core/games/nim/nim.h into docs/adding_a_game.md";
}

}  // namespace
}  // namespace plytrace::nim
