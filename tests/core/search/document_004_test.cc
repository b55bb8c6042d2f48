// SPDX-License-Identifier: MIT
//
// Covers core/search with core/games/doublecard: our own searches reproduce the tables of document
// 004, with two plies of alpha-beta, the ghost filter, the history table of evaluations, and
// finished games ignored.
#include <gtest/gtest.h>

#include "core/registry.h"
#include "tests/core/games/doublecard/document_tables.h"

namespace plytrace {
namespace {

struct LegacySearch {
  std::unique_ptr<AnyGame> game;
  SearchResult result;
};

LegacySearch search(const test::ProgramMove& move, bool eval_cache) {
  const Arguments options{
      {"first", move.first}, {"generation", "types"}, {"filter", "ghost"}, {"finished", "ignore"}};
  LegacySearch search;
  auto game = make_game("doublecard", options, std::nullopt);
  EXPECT_TRUE(game.is_ok());
  search.game = std::move(*game);
  EXPECT_TRUE(play_moves(*search.game, move.moves).is_ok());
  SearchSettings settings;
  settings.depth = 2;
  settings.eval_cache = eval_cache;
  auto result = search.game->search({move.evaluator, {}}, settings, nullptr);
  EXPECT_TRUE(result.is_ok());
  search.result = std::move(*result);
  return search;
}

TEST(Document004, TheProgramsMovesValuesAndEvaluationCountsComeOut) {
  for (const test::ProgramMove& move : test::kProgramMoves) {
    SCOPED_TRACE(move.evaluator + " after " + move.moves);
    const auto [game, result] = search(move, true);
    ASSERT_TRUE(result.value.has_value());
    EXPECT_EQ(game->move_text(result.best_move), move.played);
    EXPECT_NEAR(*result.value, move.value, 1e-6);
    if (move.evaluations != 0) {
      EXPECT_EQ(result.counters.leaf_evaluations, move.evaluations);
    }
  }
}

TEST(Document004, TheRootMovesAreThePrintedRowsInTheirOrder) {
  for (const test::ProgramMove& move : test::kProgramMoves) {
    const test::Rows* rows = move.evaluations == 307   ? &test::kTable2Rows
                             : move.evaluations == 945 ? &test::kTable3Rows
                                                       : nullptr;
    if (rows == nullptr) continue;
    SCOPED_TRACE(move.evaluator);
    const auto [game, result] = search(move, true);
    ASSERT_EQ(result.root_moves.size(), rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
      EXPECT_EQ(game->move_text(result.root_moves[i].move), (*rows)[i].first);
      EXPECT_NEAR(result.root_moves[i].value, (*rows)[i].second, 1e-6);
    }
  }
}

TEST(Document004, TheHistoryTableChangesNoValueAndNoVisit) {
  for (const test::ProgramMove& move : test::kProgramMoves) {
    const SearchResult with = search(move, true).result;
    const SearchResult without = search(move, false).result;
    EXPECT_EQ(with.value, without.value);
    EXPECT_EQ(with.pv, without.pv);
    EXPECT_EQ(with.counters.nodes, without.counters.nodes);
    EXPECT_EQ(with.counters.leaf_evaluations + with.counters.eval_cache_hits,
              without.counters.leaf_evaluations);
  }
}

}  // namespace
}  // namespace plytrace
