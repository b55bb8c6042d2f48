// SPDX-License-Identifier: MIT
#include "viewer/tree/excerpt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::tree {
namespace {

using test::RandomTrace;
using test::ScratchFolder;
using ::testing::ElementsAre;

TraceReader open(const std::string& file) {
  auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  return std::move(*reader);
}

Excerpt excerpt_of(const TraceReader& reader, std::int64_t root, const ExcerptOptions& options) {
  const auto excerpt = take_excerpt(reader, *reader.node(root), options);
  EXPECT_TRUE(excerpt.is_ok()) << excerpt.status().message();
  return *excerpt;
}

std::vector<std::int64_t> ids(const Excerpt& excerpt) {
  std::vector<std::int64_t> list;
  for (const ExcerptNode& node : excerpt.nodes) {
    if (node.is_searched()) list.push_back(node.row.id);
  }
  return list;
}

ExcerptOptions only(ExcerptOptions::Only which) {
  ExcerptOptions options;
  options.only = which;
  return options;
}

TEST(Excerpt, ShownAndLeftOutAddUpToTheWholeSubtree) {
  const ScratchFolder folder;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    RandomTrace::Options shape;
    shape.depth = 6;
    const RandomTrace trace(seed, shape);
    const std::string file = folder / ("t" + std::to_string(seed) + ".db");
    trace.write(file);
    const TraceReader reader = open(file);
    for (const std::size_t budget : {1U, 2U, 7U, 30U, 100'000U}) {
      ExcerptOptions options;
      options.max_nodes = budget;
      if (budget > 100) {
        options.max_across = SIZE_MAX;
        options.max_levels = 1000;
        options.max_children = 1000;
      }
      const Excerpt excerpt = excerpt_of(reader, trace.nodes()[0].id, options);
      EXPECT_LE(excerpt.shown, static_cast<std::int64_t>(budget));
      std::int64_t sum = excerpt.shown;
      for (const ExcerptNode& node : excerpt.nodes) {
        if (node.fate != Fate::kLeftOut) continue;
        sum += static_cast<std::int64_t>(node.size.nodes);
        EXPECT_GE(node.move_count, 1);
        EXPECT_GE(node.size.nodes, static_cast<double>(node.move_count));
      }
      EXPECT_EQ(sum, excerpt.total) << "seed " << seed << ", budget " << budget;
      if (budget > 100) {
        EXPECT_EQ(excerpt.shown, excerpt.total);
      }
    }
  }
}

class ExcerptOfUnknownGame : public ::testing::Test {
 protected:
  void SetUp() override {
    test::make_trace(folder_ / "t.db", test::unknown_game_sql());
    reader_.emplace(open(folder_ / "t.db"));
  }
  ScratchFolder folder_;
  std::optional<TraceReader> reader_;
};

TEST_F(ExcerptOfUnknownGame, HasAllOfASmallTreeInPreOrder) {
  const Excerpt excerpt = excerpt_of(*reader_, 1, {});
  EXPECT_THAT(ids(excerpt), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_EQ(excerpt.nodes[1].move(), "a");
  // The moves skipped by the cutoff follow the last reply of b.
  EXPECT_THAT(excerpt.nodes[0].children, ElementsAre(1, 5, 9));
  EXPECT_EQ(excerpt.nodes[5].cutoffs.size(), 1U);
  EXPECT_THAT(excerpt.nodes[5].children, ElementsAre(6, 7, 8));
  EXPECT_EQ(excerpt.nodes[8].fate, Fate::kPruned);
  EXPECT_EQ(excerpt.nodes[8].skipped_by, 0U);
}

TEST_F(ExcerptOfUnknownGame, PrincipalVariationIsTheLineOfBestMoves) {
  EXPECT_THAT(ids(excerpt_of(*reader_, 1, only(ExcerptOptions::Only::kPrincipal))),
              ElementsAre(1, 2, 4));
}

TEST_F(ExcerptOfUnknownGame, CutoffsComeWithTheirAncestorsOnly) {
  EXPECT_THAT(ids(excerpt_of(*reader_, 1, only(ExcerptOptions::Only::kCutoffs))),
              ElementsAre(1, 6, 9));
}

TEST_F(ExcerptOfUnknownGame, APathComesWithTheRepliesAtItsEnd) {
  ExcerptOptions options = only(ExcerptOptions::Only::kPath);
  options.focus = 6;
  EXPECT_THAT(ids(excerpt_of(*reader_, 1, options)), ElementsAre(1, 6, 7, 8));
}

TEST_F(ExcerptOfUnknownGame, AFocusOutsideTheRootIsRefused) {
  ExcerptOptions options = only(ExcerptOptions::Only::kPath);
  options.focus = 10;
  const auto excerpt = take_excerpt(*reader_, *reader_->node(2), options);
  ASSERT_FALSE(excerpt.is_ok());
  EXPECT_EQ(excerpt.status().code(), StatusCode::kBadInput);
}

TEST_F(ExcerptOfUnknownGame, DepthAndWidthAreKept) {
  ExcerptOptions options;
  options.max_levels = 1;
  EXPECT_THAT(ids(excerpt_of(*reader_, 1, options)), ElementsAre(1, 2, 6, 9));
  options.max_levels = 0;
  EXPECT_THAT(ids(excerpt_of(*reader_, 1, options)), ElementsAre(1));
}

TEST(Excerpt, AHundredChildrenAreFolded) {
  const ScratchFolder folder;
  std::string rows =
      "INSERT INTO search (id, game) VALUES (1, 'wide');"
      "INSERT INTO pass (id, root, last, status) VALUES (1, 1, 101, 'finished');"
      "INSERT INTO node (id, last, value, best, kind) VALUES (1, 101, 0, 101, 0);"
      "WITH RECURSIVE c(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM c WHERE i < 101)"
      " INSERT INTO node (id, parent, last, ply, value, kind) SELECT i, 1, i, 1, 0, 1 FROM c;";
  test::make_trace(folder / "t.db", rows);
  const TraceReader reader = open(folder / "t.db");
  ExcerptOptions options;
  options.max_across = SIZE_MAX;
  const Excerpt excerpt = excerpt_of(reader, 1, options);
  // 13 are shown because of the fold, including the best child (the last).
  EXPECT_EQ(excerpt.shown, 14);
  ASSERT_EQ(excerpt.nodes.size(), 15U);
  EXPECT_EQ(excerpt.nodes.back().row.id, 101);
  // The gap lies between the first twelve and the last, where its moves were searched.
  const ExcerptNode& gap = excerpt.nodes[13];
  EXPECT_EQ(gap.fate, Fate::kLeftOut);
  EXPECT_EQ(gap.move_count, 87);
  EXPECT_EQ(gap.size.nodes, 87);
  EXPECT_EQ(gap.moves.size(), ExcerptNode::kMostNames);
}

// In a large tree events are looked up, those after the last child first. Moves dropped between two
// children were missing if the others accounted for all moves but one.
TEST(Excerpt, MovesDroppedBetweenTheChildrenOfALargeTreeAreFound) {
  const ScratchFolder folder;
  const auto pruned = [&](int legal, const std::string& cutoffs) {
    test::make_trace(
        folder / "t.db",
        "INSERT INTO search (id, game) VALUES (1, 'large');"
        "INSERT INTO pass (id, root, last, status) VALUES (1, 1, 6002, 'finished');"
        "INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');"
        "INSERT INTO node (id, last, side, beta, value, kind, legal) VALUES (1, 6002, 0, 5, 5, "
        "0, " +
            std::to_string(legal) +
            ");"
            "INSERT INTO node (id, parent, last, ply, move, kind) VALUES (2, 1, 6001, 1, 1, 0),"
            " (6002, 1, 6002, 1, 2, 1);"
            "WITH RECURSIVE c(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM c WHERE i < 6001)"
            " INSERT INTO node (id, parent, last, ply, value, kind) SELECT i, 2, i, 2, 0, 1 FROM c;"
            "INSERT INTO cutoff (id, at, node, kind, cause, skipped, skipped_moves) VALUES " +
            cutoffs + ";");
    ExcerptOptions options;
    options.max_nodes = 3;
    std::vector<std::string> moves;
    for (const ExcerptNode& node : excerpt_of(open(folder / "t.db"), 1, options).nodes) {
      if (node.fate == Fate::kPruned) moves.push_back(node.move());
    }
    return moves;
  };
  const std::string last = "(9, 6002, 1, 1, 0, 1, '[\"c\"]')";
  EXPECT_THAT(pruned(3, last), ElementsAre("c"));
  EXPECT_THAT(pruned(4, "(8, 6001, 1, 2, 9, 1, '[\"d\"]'), " + last), ElementsAre("d", "c"));
}

// All nodes of each of two searches are shown or counted, and each node appears once.
TEST(ExcerptOfTwo, ShownAndLeftOutAddUpToBothTrees) {
  const ScratchFolder folder;
  const auto search = [&](const std::vector<std::string>& how, const std::string& file) {
    std::vector<std::string> words = {"search", "connect4", "-d", "5", "-o", file};
    words.insert(words.end(), how.begin(), how.end());
    EXPECT_EQ(test::plytrace(words, folder.path()).exit_code, 0);
  };
  search({"-a", "minimax"}, "minimax.db");
  search({}, "alphabeta.db");
  search({"-a", "pvs", "--order", "static"}, "pvs.db");
  search({"--order", "static", "--table", "1"}, "table.db");
  const std::vector<std::string> files = {"minimax.db", "alphabeta.db", "pvs.db", "table.db"};
  for (const std::string& a : files) {
    for (const std::string& b : files) {
      const TraceReader first = open(folder / a), second = open(folder / b);
      const OtherSearch other{second, *second.node(1)};
      for (const std::size_t budget : {1U, 7U, 60U, 400U, 100'000U}) {
        ExcerptOptions options;
        options.other = &other;
        options.max_nodes = budget;
        if (budget > 100) options.max_across = SIZE_MAX;
        const Excerpt excerpt = excerpt_of(first, 1, options);
        double of_a = 0, of_b = 0;
        for (const ExcerptNode& node : excerpt.nodes) {
          if (node.fate == Fate::kPruned) continue;
          const bool is_gap = node.fate == Fate::kLeftOut;
          const double of_row = is_gap ? node.size.nodes : 1;
          (node.by_first ? of_a : of_b) += of_row;
          if (node.by_both()) of_b += is_gap ? node.other_nodes : 1;
          EXPECT_TRUE(node.by_first || node.by_second);
        }
        EXPECT_EQ(of_a, static_cast<double>(first.last_of(*first.node(1)))) << a << b << budget;
        EXPECT_EQ(of_b, static_cast<double>(second.last_of(*second.node(1)))) << a << b << budget;
      }
    }
  }
}

// A subtree that only one search visited is attached to the cutoff that kept the other out.
TEST(ExcerptOfTwo, ACutoffExplainsWhatOneSearchedAlone) {
  const ScratchFolder folder;
  const std::string tree = "[[3,12,8],[2,4,6],[14,5,2]]";
  test::plytrace({"search", "tree", "--position", tree, "-a", "minimax", "-o", "a.db"},
                 folder.path());
  test::plytrace({"search", "tree", "--position", tree, "-o", "b.db"}, folder.path());
  const TraceReader minimax = open(folder / "a.db"), pruned = open(folder / "b.db");
  const OtherSearch other{pruned, *pruned.node(1)};
  ExcerptOptions options;
  options.other = &other;
  const Excerpt excerpt = excerpt_of(minimax, 1, options);
  ASSERT_EQ(excerpt.nodes.size(), 13U);  // no places for skipped moves: minimax visited all
  std::vector<std::string> alone;
  for (const ExcerptNode& node : excerpt.nodes) {
    EXPECT_EQ(node.by_second, !node.skipped_by_other.has_value());
    if (!node.by_second) alone.push_back(node.move());
  }
  EXPECT_THAT(alone, ElementsAre("2", "3"));
  // Folded, they form one gap beside the gap of the move that both searched.
  options.max_levels = 1;
  const Excerpt folded = excerpt_of(minimax, 1, options);
  std::vector<double> gaps;
  for (const ExcerptNode& node : folded.nodes) {
    if (node.fate == Fate::kLeftOut) gaps.push_back(node.size.nodes);
  }
  EXPECT_THAT(gaps, ElementsAre(3, 1, 2, 3));
  // The gaps belong to the second search if the searches are exchanged.
  const OtherSearch full{minimax, *minimax.node(1)};
  options.other = &full;
  const Excerpt turned = excerpt_of(pruned, 1, options);
  EXPECT_FALSE(turned.nodes[5].by_first);
  EXPECT_EQ(turned.nodes[5].move_count, 2);
  EXPECT_TRUE(turned.nodes[5].skipped_by.has_value());
}

// Each side of an excerpt of two shows the nodes of its search; all others are skipped or absent.
TEST(ExcerptOfTwo, ASideHasThePlacesOfBothAndTheNodesOfOne) {
  const ScratchFolder folder;
  test::plytrace({"search", "connect4", "-d", "4", "-a", "minimax", "-o", "a.db"}, folder.path());
  test::plytrace({"search", "connect4", "-d", "4", "-o", "b.db"}, folder.path());
  const TraceReader full = open(folder / "a.db"), pruned = open(folder / "b.db");
  const OtherSearch other{pruned, *pruned.node(1)};
  ExcerptOptions options;
  options.other = &other;
  options.max_nodes = 100'000;
  options.max_across = SIZE_MAX;
  const Excerpt both = excerpt_of(full, 1, options);
  const Excerpt first = side_of(both, Side::kFirst, true);
  const Excerpt second = side_of(both, Side::kSecond, true);
  EXPECT_EQ(first.shown, 2801);  // 1 + 7 + 49 + 343 + 2401
  EXPECT_EQ(second.shown, pruned.last_of(*pruned.node(1)));
  ASSERT_EQ(first.nodes.size(), both.nodes.size());
  ASSERT_EQ(second.nodes.size(), both.nodes.size());
  std::int64_t skipped = 0;
  for (std::size_t i = 0; i < both.nodes.size(); ++i) {
    EXPECT_TRUE(first.nodes[i].is_searched());
    const ExcerptNode& node = second.nodes[i];
    EXPECT_NE(node.fate, Fate::kAbsent);
    if (node.is_searched()) {
      EXPECT_EQ(node.row.id, both.nodes[i].other->id);
      continue;
    }
    ++skipped;
    EXPECT_EQ(node.fate, Fate::kPruned);
    EXPECT_EQ(node.row.value, first.nodes[i].row.value);  // exact, of minimax
  }
  EXPECT_EQ(skipped, 2801 - second.shown);
  // If the searches have different values, nothing is claimed about the values of skipped moves.
  for (const ExcerptNode& node : side_of(both, Side::kSecond, false).nodes) {
    EXPECT_TRUE(node.is_searched() || !node.row.value);
  }
}

// A random tree as nested lists, with two to four moves per node.
std::string random_tree(std::mt19937& dice, int depth) {
  if (depth == 0) return std::to_string(static_cast<int>(dice() % 19) - 9);
  std::string text;
  const auto moves = 2 + dice() % 3;
  for (unsigned i = 0; i < moves; ++i) {
    const int below = dice() % 5 == 0 ? 0 : depth - 1;
    text += (i == 0 ? "" : ",") + random_tree(dice, below);
  }
  return "[" + text + "]";
}

// Checks that the cutoff named at a place is one of this side's search, at the parent node.
void expect_own_cutoff(const Excerpt& side, const ExcerptNode& node, const TraceReader& reader) {
  if (!node.skipped_by) return;
  const ExcerptNode& above = side.nodes[static_cast<std::size_t>(node.parent)];
  ASSERT_TRUE(above.is_searched());
  ASSERT_LT(*node.skipped_by, above.cutoffs.size());
  const auto row = reader.node(above.row.id);
  ASSERT_TRUE(row);
  const auto own = reader.events_of<CutoffRow>(*row);
  EXPECT_TRUE(std::any_of(own.begin(), own.end(), [&](const CutoffRow& cutoff) {
    return cutoff.id == above.cutoffs[*node.skipped_by].id;
  }));
}

// A null-window cut of the second search was attached in the first tree without a parent there, and
// its mark was missing in the second tree.
TEST(ExcerptOfTwo, OfEachSideEveryPlaceHangsOnOneThatIsThere) {
  const ScratchFolder folder;
  std::mt19937 dice(test::attack_seed(20261127));
  std::size_t absent = 0, marks = 0;
  for (int round = 0; round < test::attack_rounds(12); ++round) {
    const std::string tree = random_tree(dice, 4);
    std::vector<std::string> files;
    for (const std::string algorithm : {"alphabeta", "pvs", "minimax", "mtdf"}) {
      files.push_back(folder / (algorithm + std::to_string(round) + ".db"));
      ASSERT_EQ(test::plytrace({"search", "tree", "--position", tree, "-a", algorithm, "-q", "-o",
                                files.back()})
                    .exit_code,
                0);
    }
    for (const std::string& a : files) {
      for (const std::string& b : files) {
        const TraceReader first = open(a), second = open(b);
        const OtherSearch other{second, *second.node(1)};
        ExcerptOptions options;
        options.other = &other;
        options.max_nodes = round % 2 == 0 ? 400 : 20;
        options.max_across = SIZE_MAX;
        options.pruned = static_cast<Pruned>(round % 3);
        const Excerpt both = excerpt_of(first, 1, options);
        for (const Side which : {Side::kFirst, Side::kSecond}) {
          const Excerpt side = side_of(both, which, false);
          for (const ExcerptNode& node : side.nodes) {
            if (node.fate == Fate::kAbsent) ++absent;
            if (node.fate == Fate::kAbsent || node.parent < 0) continue;
            const ExcerptNode& above = side.nodes[static_cast<std::size_t>(node.parent)];
            EXPECT_NE(above.fate, Fate::kAbsent) << a << " " << b << " " << node.move();
            expect_own_cutoff(side, node, which == Side::kFirst ? first : second);
            marks += node.skipped_by ? 1U : 0U;
          }
        }
      }
    }
  }
  EXPECT_GT(absent, 20U);
  EXPECT_GT(marks, 100U);
}

// In a search that searched moves twice, `show` accepts the names used in pictures.
TEST(Excerpt, EveryNodeHasTheLastPartOfItsPath) {
  const ScratchFolder folder;
  const std::string file = folder / "a.db";
  test::plytrace({"search", "connect4", "-d", "4", "-a", "pvs", "-q", "-o", file});
  const TraceReader reader = open(file);
  ExcerptOptions options;
  options.max_nodes = 100'000;
  options.max_across = SIZE_MAX;
  std::size_t repeated = 0, null_windows = 0;
  for (const ExcerptNode& node : excerpt_of(reader, 1, options).nodes) {
    if (!node.is_searched() || node.parent < 0) continue;
    const std::string path = reader.path(node.row.id);
    EXPECT_EQ("/" + node.part, path.substr(path.rfind('/')));
    repeated += node.part.find('~') != std::string::npos ? 1U : 0U;
    null_windows += node.null_window ? 1U : 0U;
  }
  EXPECT_GT(repeated, 0U);
  EXPECT_EQ(null_windows, repeated);
}

}  // namespace
}  // namespace plytrace::tree
