// SPDX-License-Identifier: MIT
//
// Covers core/games/tree and core/search: textbook trees with their value, the leaves and nodes
// visited, and the leaves that alpha-beta prunes.
#include <gtest/gtest.h>

#include "core/registry.h"

namespace plytrace {
namespace {

struct Textbook {
  const char* source;
  const char* root;
  const char* tree;
  Score value;
  std::uint64_t leaves, nodes;                      // counts of the whole tree
  std::uint64_t leaves_visited, nodes_visited = 0;  // visited by alpha-beta that cuts on equality
};

const Textbook kTrees[] = {
    {"Russell and Norvig, figure 6.2", "max", "[[3,12,8],[2,4,6],[14,5,2]]", 3, 9, 13, 7, 11},
    {"the same, negated", "min", "[[-3,-12,-8],[-2,-4,-6],[-14,-5,-2]]", -3, 9, 13, 7, 11},
    {"Wikipedia, alpha-beta pruning", "max",
     "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]", 6, 14, 33, 9, 25},
};

SearchResult search(const Textbook& book, Algorithm algorithm) {
  const std::unique_ptr<AnyGame> game =
      std::move(*make_game("tree", {{"root", book.root}}, std::string(book.tree)));
  SearchSettings settings;
  settings.algorithm = algorithm;
  settings.depth = game->plies_left();
  return *game->search({"scores", {}}, settings, nullptr);
}

TEST(TextbookTrees, MinimaxVisitsEveryNode) {
  for (const Textbook& book : kTrees) {
    const SearchResult result = search(book, Algorithm::kMinimax);
    EXPECT_EQ(result.value, book.value) << book.source;
    EXPECT_EQ(result.counters.leaf_evaluations, book.leaves) << book.source;
    EXPECT_EQ(result.counters.nodes, book.nodes) << book.source;
  }
}

TEST(TextbookTrees, AlphaBetaPrunesWhatTheBookPrunes) {
  for (const Textbook& book : kTrees) {
    for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kNegamax}) {
      const SearchResult result = search(book, algorithm);
      EXPECT_EQ(result.value, book.value) << book.source;
      EXPECT_EQ(result.counters.leaf_evaluations, book.leaves_visited) << book.source;
      EXPECT_EQ(result.counters.nodes, book.nodes_visited) << book.source;
    }
  }
}

TEST(TextbookTrees, ValuesAreMaxsWhoeverMovesFirst) {
  const std::unique_ptr<AnyGame> game = std::move(*make_game("tree", {{"root", "min"}}, "[1,2]"));
  SearchSettings settings;
  settings.depth = 1;
  const SearchResult result = *game->search({"scores", {}}, settings, nullptr);
  EXPECT_EQ(result.value, 1);
  EXPECT_EQ(game->move_text(result.best_move), "1");
}

}  // namespace
}  // namespace plytrace
