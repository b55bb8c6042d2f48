// SPDX-License-Identifier: MIT
//
// Covers the small parts of core/search: pv_lines.h, key_map.h, transposition_table.h, ordering.h,
// negamax_view.h, root_choice.h, deep_stack.h, search.h, algorithm.h and declaration.h.
#include <gtest/gtest.h>

#include <set>
#include <unordered_map>

#include "core/search/declaration.h"
#include "core/search/deep_stack.h"
#include "core/search/key_map.h"
#include "core/search/negamax_view.h"
#include "core/search/ordering.h"
#include "core/search/pv_lines.h"
#include "core/search/root_choice.h"
#include "core/search/transposition_table.h"

namespace plytrace {
namespace {

using Moves = std::vector<MoveCode>;

TEST(PvLines, PrependsAndReadsBack) {
  PvLines lines;
  const auto tail = lines.prepend(3, PvLines::kEmpty);
  const auto line = lines.prepend(1, lines.prepend(2, tail));
  EXPECT_EQ(lines.moves(line), (Moves{1, 2, 3}));
  EXPECT_EQ(lines.moves(PvLines::kEmpty), Moves{});
}

TEST(PvLines, ReleasedLinksAreUsedAgain) {
  PvLines lines;
  for (int round = 0; round < 1000; ++round) {
    auto line = PvLines::kEmpty;
    for (MoveCode move = 0; move < 10; ++move) line = lines.prepend(move, line);
    lines.release(line);
  }
  lines.release(PvLines::kEmpty);
  EXPECT_EQ(lines.pool_size(), 10u);
}

TEST(KeyMap, HoldsWhatAStandardMapHolds) {
  KeyMap<int> map;
  std::unordered_map<std::uint64_t, int> expected;
  SplitMix64 random(1);
  EXPECT_EQ(map.find(0), nullptr);
  for (int i = 0; i < 50'000; ++i) {
    const bool small = i % 2 == 0;
    const std::uint64_t key = small ? random.below(20'000) : random.next();
    map.put(key, i);
    expected[key] = i;
  }
  EXPECT_EQ(map.size(), expected.size());
  for (const auto& [key, value] : expected) {
    ASSERT_NE(map.find(key), nullptr);
    ASSERT_EQ(*map.find(key), value);
  }
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key = random.next();
    EXPECT_EQ(map.find(key) != nullptr, expected.contains(key));
  }
  map.clear();
  EXPECT_EQ(map.size(), 0u);
  EXPECT_EQ(map.find(expected.begin()->first), nullptr);
}

TEST(KeyMap, AFullMapKeepsWhatItHasAndTakesNothingNew) {
  KeyMap<int> map(3);
  for (const std::uint64_t key : {1u, 2u, 3u, 4u}) map.put(key, 10);
  map.put(2, 20);
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ(*map.find(2), 20);
  EXPECT_EQ(map.find(4), nullptr);
}

TEST(TranspositionTable, RemembersTheLastEntryOfAPosition) {
  TranspositionTable table(1);
  EXPECT_FALSE(TranspositionTable(0).exists());
  ASSERT_TRUE(table.exists());
  EXPECT_EQ(table.find(7), nullptr);
  table.store(7, 3, Bound::kLower, 2.5, 4, NodeId{11});
  table.store(7, 2, Bound::kUpper, 1.5, kNoMove, NodeId{12});
  const TableEntry* const entry = table.find(7);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->depth(), 2);
  EXPECT_EQ(entry->bound(), Bound::kUpper);
  EXPECT_EQ(entry->value, 1.5);
  EXPECT_EQ(entry->move, kNoMove);
  EXPECT_EQ(entry->stored_by, NodeId{12});
}

TEST(TranspositionTable, DeepEntriesOutliveShallowOnes) {
  TranspositionTable table(1);
  SplitMix64 random(1);
  std::vector<std::uint64_t> deep;
  for (int i = 0; i < 1000; ++i) {
    deep.push_back(random.next());
    table.store(deep.back(), 9, Bound::kExact, i, kNoMove, kNoNode);
  }
  for (int i = 0; i < 200'000; ++i) {
    table.store(random.next(), 1, Bound::kExact, 0, kNoMove, kNoNode);
  }
  for (const std::uint64_t key : deep) EXPECT_NE(table.find(key), nullptr);
}

TEST(Ordering, MoveToFrontKeepsTheOthersInOrder) {
  Moves moves{5, 6, 7, 8};
  EXPECT_TRUE(move_to_front(moves, 7));
  EXPECT_EQ(moves, (Moves{7, 5, 6, 8}));
  EXPECT_FALSE(move_to_front(moves, 9));
}

TEST(Ordering, KillersOfThePlyComeFirstTheNewestBeforeTheOlder) {
  KillerMoves killers;
  killers.on_cut(2, 6);
  killers.on_cut(2, 8);
  killers.on_cut(2, 8);
  Moves moves{5, 6, 7, 8};
  killers.order(2, moves);
  EXPECT_EQ(moves, (Moves{8, 6, 5, 7}));
  killers.order(3, moves);
  EXPECT_EQ(moves, (Moves{8, 6, 5, 7}));
}

TEST(Ordering, HistoryWeighsDepthAndTellsSidesApart) {
  HistoryScores history;
  history.on_cut(Side::kMax, 4, 3);
  history.on_cut(Side::kMax, 4, 1);
  EXPECT_EQ(history.score(Side::kMax, 4), 10);
  EXPECT_EQ(history.score(Side::kMin, 4), 0);
}

TEST(Ordering, SortingIsStable) {
  MoveSorter sorter;
  Moves moves{10, 21, 30, 41, 50};
  sorter.sort(moves, [](MoveCode move) { return static_cast<Score>(move % 10); });
  EXPECT_EQ(moves, (Moves{21, 41, 10, 30, 50}));
}

TEST(NegamaxView, IsItsOwnInverseAndNeverMakesMinusZero) {
  const Window window{-3, kInfinity};
  EXPECT_EQ(seen_by(Side::kMin, window), (Window{-kInfinity, 3}));
  EXPECT_EQ(seen_by(Side::kMin, seen_by(Side::kMin, window)), window);
  EXPECT_EQ(seen_by(Side::kMax, window), window);
  EXPECT_FALSE(std::signbit(seen_by(Side::kMin, 0.0)));
  EXPECT_EQ(seen_by(Side::kMin, CutoffKind::kBeta), CutoffKind::kAlpha);
  EXPECT_EQ(seen_by(Side::kMin, CutoffKind::kForward), CutoffKind::kForward);
}

TEST(RootChoice, RandomTiesAreEvenlyDrawn) {
  int drawn[3] = {};
  RootChoice choice(Ties::kRandom, 5);
  for (int round = 0; round < 3000; ++round) {
    choice.begin_pass();
    int best = -1;
    for (int move = 0; move < 3; ++move) {
      if (choice.prefers(move == 0, move > 0)) best = move;
    }
    ++drawn[best];
  }
  for (const int times : drawn) EXPECT_NEAR(times, 1000, 120);
}

TEST(RootChoice, OnlyABoundThatAMoveHasSetIsLoosened) {
  const RootChoice choice(Ties::kRandom, 0);
  EXPECT_EQ(choice.loosened({-5, 5}, {-5, 5}), (Window{-5, 5}));
  const Window loose = choice.loosened({2, 5}, {-5, 5});
  EXPECT_LT(loose.alpha, 2);
  EXPECT_EQ(std::nextafter(loose.alpha, kInfinity), 2);
  EXPECT_EQ(RootChoice(Ties::kFirst, 0).loosened({2, 5}, {-5, 5}), (Window{2, 5}));
}

TEST(RootChoice, AReSearchReplacesTheFirstResult) {
  RootChoice choice(Ties::kFirst, 0);
  choice.record({4, 1, Bound::kLower});
  choice.record({4, 2, Bound::kExact});
  ASSERT_EQ(choice.moves().size(), 1u);
  EXPECT_EQ(choice.moves()[0].value, 2);
}

int deepest(int depth) { return depth == 0 ? 0 : 1 + deepest(depth - 1); }

TEST(DeepStack, HasRoomForAHundredThousandPliesAndPassesExceptionsOn) {
  int found = 0;
  run_on_deep_stack(100'000, [&] { found = deepest(100'000); });
  EXPECT_EQ(found, 100'000);
  EXPECT_THROW(run_on_deep_stack(100'000, [] { throw std::runtime_error("x"); }),
               std::runtime_error);
  EXPECT_THROW(run_on_deep_stack(1, [] { throw std::runtime_error("x"); }), std::runtime_error);
}

TEST(SearchSettings, ThoseThatNoSearchCanFollowAreRefused) {
  EXPECT_TRUE(check_settings({}).is_ok());
  SearchSettings empty_window;
  empty_window.window = {3, 3};
  SearchSettings negative_depth;
  negative_depth.depth = -1;
  SearchSettings hard_mtdf;
  hard_mtdf.algorithm = Algorithm::kMtdf;
  hard_mtdf.fail = FailMode::kHard;
  SearchSettings random_mtdf;
  random_mtdf.algorithm = Algorithm::kMtdf;
  random_mtdf.ties = Ties::kRandom;
  SearchSettings no_width;
  no_width.aspiration = 0;
  for (const SearchSettings& settings :
       {empty_window, negative_depth, hard_mtdf, random_mtdf, no_width}) {
    const Status status = check_settings(settings);
    EXPECT_EQ(status.code(), StatusCode::kUsage);
    EXPECT_NE(status.message(), "");
  }
}

TEST(AlgorithmTable, NamesReadBackAndKinHaveTheirWindows) {
  for (const AlgorithmTraits& row : kAlgorithms) {
    EXPECT_EQ(find_algorithm(word(row.algorithm)), &row);
    EXPECT_EQ(window_form(row.name), row.windows);
    if (!row.kin.empty()) {
      EXPECT_EQ(window_form(row.kin), row.windows);
      EXPECT_EQ(find_algorithm(row.kin), nullptr);  // occurs in traces; we have no such search
    }
  }
  EXPECT_EQ(find_algorithm("mcts"), nullptr);
  EXPECT_EQ(window_form("mcts"), WindowForm::kAny);
  EXPECT_EQ(window_form(""), WindowForm::kAny);
}

bool captures(const SearchDeclaration& declaration, const std::string& kind) {
  const auto& kinds = declaration.captured;
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

TEST(Declaration, SaysWhatTheSearchPromises) {
  SearchSettings settings;
  settings.algorithm = Algorithm::kPvs;
  settings.depth = 4;
  const SearchDeclaration declaration = declare(settings, R"({"a":1})", kCaptureDefault, {});
  EXPECT_EQ(declaration.algorithm, "pvs");
  EXPECT_EQ(declaration.fail, "soft");
  EXPECT_TRUE(declaration.counts_from_side_to_move);
  EXPECT_TRUE(declaration.exact_windows);
  EXPECT_TRUE(declaration.uniform);
  for (const char* kind : {"windows", "bounds", "cutoffs", "roles", "scores", "bound_types",
                           "legal", "skipped", "probes", "stores"}) {
    EXPECT_TRUE(captures(declaration, kind)) << kind;
  }
  EXPECT_FALSE(captures(declaration, "keys"));
  EXPECT_EQ(declaration.options,
            R"({"fail":"soft","iterative":false,"order":"natural","eval_cache":false,)"
            R"("ties":"first","parameters":{"a":1}})");
}

TEST(Declaration, AFilterByOrderKnowsNeitherListsNorUniformValues) {
  const SearchDeclaration declaration = declare({}, "{}", kCaptureDefault, {false});
  EXPECT_FALSE(captures(declaration, "legal"));
  EXPECT_FALSE(captures(declaration, "skipped"));
  EXPECT_FALSE(declaration.uniform);
}

TEST(Declaration, WhatWasNotAskedForIsNotInTheOptions) {
  SearchSettings settings;
  settings.window = {-kInfinity, 2.5};
  settings.node_limit = 100;
  settings.table_megabytes = 8;
  settings.ties = Ties::kRandom;
  settings.seed = 18446744073709551615ULL;
  EXPECT_EQ(options_json(settings, "{}"),
            R"({"fail":"soft","iterative":false,"node_limit":100,"window":["-inf",2.5],)"
            R"("order":"natural","eval_cache":false,"table":8,"ties":"random",)"
            R"("seed":18446744073709551615,"parameters":{}})");
}

TEST(Declaration, TheEndClaimsWhatTheBoundSays) {
  SearchResult result;
  EXPECT_FALSE(search_end(result, {}).completed_depth.has_value());
  result.value = 3;
  result.bound = Bound::kLower;
  result.pv = {1, 2};
  const SearchEnd end = search_end(result, [](MoveCode move) { return std::to_string(move); });
  EXPECT_EQ(end.lower, 3);
  EXPECT_FALSE(end.upper.has_value());
  EXPECT_EQ(end.best_move, "1");
  EXPECT_EQ(end.pv, (std::vector<std::string>{"1", "2"}));
}

}  // namespace
}  // namespace plytrace
