// SPDX-License-Identifier: MIT
//
// Covers core/games/doublecard: reproduces document 004. Its program searched two plies deep with
// alpha-beta, an isolated-card filter with "ghosts" and a history table of evaluations, and did not
// stop at finished games. This test has a small search of its own, so that it judges the evaluators
// independently of core/search.
#include <gtest/gtest.h>

#include <map>

#include "core/games/doublecard/evaluators.h"
#include "tests/core/games/doublecard/document_tables.h"
#include "tests/core/games/games_test_support.h"

namespace plytrace::doublecard {
namespace {

using test::Rows;
using test::start;

struct LegacyResult {
  Rows rows;  // the root moves that were searched, in order
  std::string best;
  Score value = -kInfinity;
  std::size_t evaluations = 0;
};

template <class E>
class LegacySearch {
 public:
  LegacySearch(DoubleCard game, const E& evaluator)
      : game_(std::move(game)), evaluator_(evaluator), me_(game_.player_to_move()) {}

  LegacyResult run() {
    game_.begin_pass();
    LegacyResult result;
    MoveList moves;
    game_.generate(moves);
    for (const MoveCode move : moves) {
      if (!game_.admits(move)) continue;
      game_.play(move);
      const Score value = worst_reply(result.value);
      game_.undo();
      result.rows.emplace_back(game_.move_text(move), value);
      if (value <= result.value) continue;
      result.value = value;
      result.best = game_.move_text(move);
    }
    result.evaluations = history_.size();
    return result;
  }

 private:
  Score worst_reply(Score alpha) {
    Score value = kInfinity;
    MoveList moves;
    game_.generate(moves);
    for (const MoveCode move : moves) {
      if (!game_.admits(move)) continue;
      game_.play(move);
      value = std::min(value, evaluate());
      game_.undo();
      if (value <= alpha) break;
    }
    return value;
  }

  Score evaluate() {
    const auto [entry, fresh] = history_.try_emplace(game_.evaluation_key(), 0);
    if (fresh) entry->second = evaluator_(game_, me_);
    return entry->second;
  }

  DoubleCard game_;
  E evaluator_;
  int me_;
  std::map<std::uint64_t, Score> history_;
};

DoubleCard legacy_game(const std::string& first, const std::string& filter,
                       const std::string& moves) {
  auto game = start<DoubleCard>(
      {{"first", first}, {"generation", "types"}, {"filter", filter}, {"finished", "ignore"}});
  test::play_all(game, moves);
  return game;
}

template <class E>
LegacyResult search_with(const DoubleCard& game) {
  return LegacySearch<E>(game, *E::create(game, {})).run();
}

LegacyResult search(const std::string& evaluator, const DoubleCard& game) {
  if (evaluator == "patterns-table2") return search_with<PatternsTable2>(game);
  if (evaluator == "occurrence-table3") return search_with<OccurrenceTable3>(game);
  return search_with<OccurrenceTable5>(game);
}

void expect_rows(const Rows& rows, const Rows& printed) {
  ASSERT_EQ(rows.size(), printed.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].first, printed[i].first) << "row " << i;
    EXPECT_NEAR(rows[i].second, printed[i].second, 1e-6) << rows[i].first;
  }
}

// Every printed row occurs with its value; other rows may lie between them.
void expect_contained(const Rows& rows, const Rows& printed) {
  const std::map<std::string, double> values(rows.begin(), rows.end());
  for (const auto& [move, value] : printed) {
    const auto found = values.find(move);
    ASSERT_NE(found, values.end()) << move;
    EXPECT_NEAR(found->second, value, 1e-6) << move;
  }
}

struct PrintedTable {
  const char* first;
  const char* evaluator;
  const char* moves;
  const Rows& rows;
  std::size_t unfiltered, clean;
};

const PrintedTable kTables[] = {
    {"dots", "patterns-table2", "0 2 A 1;0 6 B 1;0 1 A 3;0 2 C 1", test::kTable2Rows, 52, 24},
    {"color", "occurrence-table3", "0 2 A 1;0 8 B 1;0 6 E 1;0 2 C 1", test::kTable3Rows, 48, 36},
};

TEST(DocumentTables, GhostFilterGivesThePrintedRowsInThePrintedOrder) {
  for (const PrintedTable& table : kTables) {
    SCOPED_TRACE(table.evaluator);
    expect_rows(search(table.evaluator, legacy_game(table.first, "ghost", table.moves)).rows,
                table.rows);
  }
}

TEST(DocumentTables, WithoutFilterThePrintedRowsAreUnchanged) {
  for (const PrintedTable& table : kTables) {
    SCOPED_TRACE(table.evaluator);
    const Rows rows = search(table.evaluator, legacy_game(table.first, "none", table.moves)).rows;
    EXPECT_EQ(rows.size(), table.unfiltered);
    expect_contained(rows, table.rows);
  }
}

TEST(DocumentTables, CleanFilterGivesFewerRowsAllOfThemPrinted) {
  for (const PrintedTable& table : kTables) {
    SCOPED_TRACE(table.evaluator);
    const Rows rows = search(table.evaluator, legacy_game(table.first, "clean", table.moves)).rows;
    EXPECT_EQ(rows.size(), table.clean);
    expect_contained(table.rows, rows);
  }
}

TEST(DocumentTables, TheProgramsMovesAndEvaluationCountsComeOut) {
  for (const test::ProgramMove& move : test::kProgramMoves) {
    SCOPED_TRACE(move.evaluator + " after " + move.moves);
    const LegacyResult result =
        search(move.evaluator, legacy_game(move.first, "ghost", move.moves));
    EXPECT_EQ(result.best, move.played);
    EXPECT_NEAR(result.value, move.value, 1e-6);
    if (move.evaluations != 0) {
      EXPECT_EQ(result.evaluations, move.evaluations);
    }
  }
}

}  // namespace
}  // namespace plytrace::doublecard
