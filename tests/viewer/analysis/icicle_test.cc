// SPDX-License-Identifier: MIT
#include "viewer/analysis/icicle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "tests/test_support.h"
#include "tests/viewer/analysis/toy_trace.h"
#include "tests/viewer/random_trace.h"

namespace plytrace {
namespace {

using test::RandomTrace;
using test::ScratchFolder;
using test::sql;
using test::sql_value;
using ::testing::ElementsAre;

TraceReader open(const std::string& file) {
  auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  return std::move(*reader);
}

std::vector<IcicleSpan> all_passes(const TraceReader& reader) {
  return spans_of(reader, reader.passes(reader.searches().back().id));
}

struct Place {
  std::int64_t level = 0;  // levels below the root of its pass
  std::optional<std::int64_t> parent;
};
// The places of all nodes by a scan, which is independent of the look-ups under test.
std::map<std::int64_t, Place> places_of(const TraceReader& reader) {
  std::map<std::int64_t, Place> places;
  const auto scan = reader.scan(1, std::numeric_limits<std::int64_t>::max());
  while (scan->next()) {
    if (const auto* node = scan->get<NodeRow>()) {
      const std::int64_t level = node->parent ? places.at(*node->parent).level + 1 : 0;
      places[node->id] = {level, node->parent};
    }
  }
  return places;
}

void expect_no_overlap(const Icicle& icicle) {
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> rows;  // row: x to its end
  const auto put = [&](std::int64_t row, std::int64_t x, std::int64_t width) {
    ASSERT_GE(x, 0);
    ASSERT_GE(width, 1);
    ASSERT_LE(x + width, icicle.nodes);
    ASSERT_TRUE(rows[row].emplace(x, x + width).second);
  };
  for (const IcicleBox& box : icicle.boxes) put(box.row, box.x, box.nodes());
  for (const IcicleRun& run : icicle.runs) put(run.row, run.x, run.width);
  for (const auto& [row, ends] : rows) {
    std::int64_t reached = 0;
    for (const auto& [x, end] : ends) {
      ASSERT_GE(x, reached) << "row " << row;
      reached = end;
    }
  }
}

// Every node of the spans is one box or lies in one run, in its row; runs count their nodes.
void expect_partition(const TraceReader& reader, const Icicle& icicle,
                      const std::vector<IcicleSpan>& spans) {
  const auto places = places_of(reader);
  std::map<std::int64_t, std::int64_t> boxes;  // id to row
  for (const IcicleBox& box : icicle.boxes) {
    ASSERT_TRUE(boxes.emplace(box.node.id, box.row).second) << box.node.id;
    EXPECT_EQ(box.end, reader.last_of(box.node));
  }
  std::map<std::int64_t, const IcicleRun*> runs;
  for (const IcicleRun& run : icicle.runs) {
    ASSERT_LE(run.first, run.last);
    ASSERT_TRUE(runs.emplace(run.first, &run).second);
  }
  std::map<const IcicleRun*, std::int64_t> subtrees, nodes;
  for (const IcicleSpan& span : spans) {
    const std::int64_t top = places.at(span.root).level;
    for (auto at = places.lower_bound(span.first); at != places.end() && at->first <= span.last;
         ++at) {
      const std::int64_t id = at->first;
      const auto run = runs.upper_bound(id);
      const IcicleRun* const in = run == runs.begin() || std::prev(run)->second->last < id
                                      ? nullptr
                                      : std::prev(run)->second;
      const auto box = boxes.find(id);
      ASSERT_NE(box != boxes.end(), in != nullptr) << "node " << id;
      const std::int64_t row = at->second.level - top;
      if (in == nullptr) {
        ASSERT_EQ(box->second, row);
        continue;
      }
      ++nodes[in];
      ASSERT_GE(row, in->row);
      if (row == in->row) ++subtrees[in];
    }
  }
  for (const IcicleRun& run : icicle.runs) {
    if (run.subtrees) {
      EXPECT_LE(subtrees[&run], *run.subtrees);  // a subtree may begin before a slice
    }
    if (run.subtrees && spans[run.span].first == spans[run.span].root) {
      EXPECT_EQ(subtrees[&run], *run.subtrees);
    }
    EXPECT_LE(nodes[&run], run.nodes);  // some ids have no row
    EXPECT_LE(run.nodes, run.width);
  }
}

void expect_sound(const TraceReader& reader, const std::vector<IcicleSpan>& spans,
                  const IcicleLimits& limits) {
  const Icicle icicle = take_icicle(reader, spans, limits);
  EXPECT_LE(icicle.boxes.size(), limits.boxes);
  EXPECT_LE(icicle.look_ups, limits.look_ups);
  expect_no_overlap(icicle);
  expect_partition(reader, icicle, spans);
}

TEST(Icicle, BoxesAndRunsPartitionTheNodesOfSearchesOfAllGames) {
  const ScratchFolder folder;
  const std::vector<std::vector<std::string>> searches = {
      {"connect4", "-d", "4", "--iterative"},
      {"connect4", "-d", "5", "-a", "pvs", "--table", "1"},
      {"tictactoe", "-d", "5", "-a", "mtdf"},
      {"othello", "-d", "3", "--aspiration", "1", "--iterative"},
      {"andantino", "-d", "2"},
      {"doublecard", "-d", "2"},
      {"synthetic", "-a", "negamax"},
      {"connect4", "-d", "5", "--max-ply", "3"},
      {"tree", "--position", "[[3,12,8],[2,4,6],[14,5,2]]"}};
  std::mt19937 random(7);
  for (auto search : searches) {
    search.insert(search.begin(), "search");
    search.insert(search.end(), {"-o", "t.plt", "--force"});
    ASSERT_EQ(test::plytrace(search, folder.path()).exit_code, 0) << search[1];
    const TraceReader reader = open(folder / "t.plt");
    const auto spans = all_passes(reader);
    for (const int pixels : {1, 3, 40, 300, 1 << 20}) {
      expect_sound(reader, spans, {.pixels = pixels});
      expect_sound(reader, spans, {.pixels = pixels, .boxes = 9});
      expect_sound(reader, spans, {.pixels = pixels, .look_ups = 25});
      const IcicleSpan& span = spans[random() % spans.size()];
      const auto slice = slice_of(span, span.first + std::int64_t(random() % 50),
                                  span.last - std::int64_t(random() % 50));
      if (slice) expect_sound(reader, {*slice}, {.pixels = pixels});
    }
  }
}

TEST(Icicle, BoxesAndRunsPartitionTheNodesOfTracesWithGapsAndEveryRole) {
  const ScratchFolder folder;
  std::mt19937 random(5);
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const RandomTrace trace(seed,
                            {.passes = 3, .depth = 5, .gaps = seed % 2 == 0, .stream = seed % 3});
    const std::string file = folder / ("t" + std::to_string(seed) + ".db");
    trace.write(file);
    const TraceReader reader = open(file);
    const auto spans = all_passes(reader);
    for (const int pixels : {1, 7, 60, 100'000}) {
      expect_sound(reader, spans, {.pixels = pixels});
      expect_sound(reader, spans, {.pixels = pixels, .look_ups = 8});
      const auto& node = trace.nodes()[random() % trace.nodes().size()];
      expect_sound(reader, {span_of(reader, *reader.node(node.id))}, {.pixels = pixels});
      const IcicleSpan& span = spans[random() % spans.size()];
      const auto from = trace.nodes()[random() % trace.nodes().size()].id;
      if (const auto slice = slice_of(span, from, from + 30)) {
        expect_sound(reader, {*slice}, {.pixels = pixels});
      }
    }
  }
}

// The root and 7 replies; the first and the last have most of the nodes.
TEST(Icicle, SubtreesTooNarrowToBeSeenAreOneRun) {
  const ScratchFolder folder;
  test::ToyTree tree;
  tree.nodes.resize(8);
  tree.nodes[0].children = {1, 2, 3, 4, 5, 6, 7};
  for (const std::size_t wide : {std::size_t{1}, std::size_t{7}}) {
    for (int i = 0; i < 10; ++i) {
      tree.nodes[wide].children.push_back(tree.nodes.size());
      tree.nodes.emplace_back();
    }
  }
  record(folder / "t.db", tree, {.prune = false});
  const TraceReader reader = open(folder / "t.db");
  const Icicle icicle = take_icicle(reader, all_passes(reader), {.pixels = 10});
  EXPECT_EQ(icicle.nodes, 28);
  ASSERT_EQ(icicle.boxes.size(), 3U);  // boxes are at least 2.8 nodes wide
  EXPECT_EQ(icicle.boxes[1].x, 1);
  EXPECT_EQ(icicle.boxes[1].nodes(), 11);
  EXPECT_EQ(icicle.boxes[2].x, 17);
  EXPECT_EQ(icicle.boxes[2].nodes(), 11);
  ASSERT_EQ(icicle.runs.size(), 3U);  // the leaves of both, and the nodes between them
  EXPECT_EQ(icicle.runs[1].first, 13);
  EXPECT_EQ(icicle.runs[1].last, 17);
  EXPECT_EQ(icicle.runs[1].row, 1);
  EXPECT_EQ(icicle.runs[1].subtrees, 5);
  EXPECT_EQ(icicle.runs[1].nodes, 5);
  // The last two of 10 leaves are not read, because no box fits there any more.
  EXPECT_EQ(icicle.look_ups, 1U + 7U + 2U * 8U);
  for (const std::size_t end : {std::size_t{0}, std::size_t{2}}) {
    EXPECT_EQ(icicle.runs[end].nodes, 10);
    EXPECT_FALSE(icicle.runs[end].subtrees.has_value());
  }
  EXPECT_FALSE(icicle.ran_out);
  EXPECT_EQ(icicle.rows, 3);
}

TEST(Icicle, LookUpsThatRunOutAreReportedAndTheWidestIsExaminedFirst) {
  const ScratchFolder folder;
  test::ToyTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].children = {1, 2};
  for (const auto& [parent, children] : {std::pair<std::size_t, int>{1, 5}, {2, 500}}) {
    for (int i = 0; i < children; ++i) {
      tree.nodes[parent].children.push_back(tree.nodes.size());
      tree.nodes.emplace_back();
    }
  }
  record(folder / "t.db", tree, {.prune = false});
  const TraceReader reader = open(folder / "t.db");
  const Icicle icicle = take_icicle(reader, all_passes(reader), {.pixels = 100, .look_ups = 203});
  EXPECT_TRUE(icicle.ran_out);
  EXPECT_EQ(icicle.look_ups, 203U);
  // The root, its two children, and 200 of 500; the 5 beside them were not read either.
  ASSERT_EQ(icicle.runs.size(), 3U);
  EXPECT_EQ(icicle.runs[0].nodes, 5);
  EXPECT_FALSE(icicle.runs[0].subtrees.has_value());
  EXPECT_EQ(icicle.runs[1].subtrees, 200);
  EXPECT_EQ(icicle.runs[2].nodes, 300);
  EXPECT_FALSE(icicle.runs[2].subtrees.has_value());
}

TEST(Icicle, ShowsNoMoreRowsThanAskedForAndSaysSo) {
  const ScratchFolder folder;
  std::mt19937 random(3);
  record(folder / "t.db", test::ToyTree::random(random, 6, 4, 9), {.prune = false});
  const TraceReader reader = open(folder / "t.db");
  const Icicle all = take_icicle(reader, all_passes(reader), {});
  EXPECT_EQ(all.rows, 7);
  EXPECT_FALSE(all.has_deeper);
  const Icicle some = take_icicle(reader, all_passes(reader), {.rows = 3});
  EXPECT_EQ(some.rows, 3);
  EXPECT_TRUE(some.has_deeper);
  EXPECT_EQ(std::to_string(some.boxes.size()),
            sql_value(folder / "t.db", "SELECT count(*) FROM node WHERE ply < 3"));
}

TEST(Icicle, PassesLieSideBySideAndThoseTooNarrowAreOneRun) {
  const ScratchFolder folder;
  ASSERT_EQ(
      test::plytrace({"search", "connect4", "-d", "6", "--iterative", "-o", "t.db"}, folder.path())
          .exit_code,
      0);
  const TraceReader reader = open(folder / "t.db");
  const auto spans = all_passes(reader);
  const Icicle icicle = take_icicle(reader, spans, {.pixels = 20});
  EXPECT_EQ(std::to_string(icicle.nodes), sql_value(folder / "t.db", "SELECT count(*) FROM node"));
  ASSERT_FALSE(icicle.runs.empty());
  EXPECT_EQ(icicle.runs[0].row, 0);
  EXPECT_EQ(icicle.runs[0].first, 1);
  EXPECT_EQ(icicle.runs[0].subtrees, 3);
  EXPECT_EQ(icicle.runs[0].last, spans[2].last);
}

// In a recording that is running or whose recorder died, the open path ends at the last node.
TEST(Icicle, OpenNodesEndAtTheLastId) {
  const ScratchFolder folder;
  std::mt19937 random(4);
  for (const int stop : {1, 2, 30, 77}) {
    const std::string file = folder / (std::to_string(stop) + ".db");
    record(file, test::ToyTree::random(random, 6, 5, 9), {.prune = false, .stop_after = stop});
    const std::string last = sql_value(file, "SELECT max(id) FROM node");
    const std::string open_nodes = sql_value(file, "SELECT count(*) FROM node WHERE last IS NULL");
    const TraceReader reader = open(file);
    const auto spans = all_passes(reader);
    expect_sound(reader, spans, {});
    std::size_t seen = 0;
    for (const IcicleBox& box : take_icicle(reader, spans, {}).boxes) {
      if (!box.node.is_open()) continue;
      EXPECT_EQ(std::to_string(box.last), last);
      ++seen;
    }
    EXPECT_EQ(std::to_string(seen), open_nodes);
  }
}

TEST(Icicle, ASliceReadsNothingOfWhatLiesBeforeIt) {
  const ScratchFolder folder;
  test::ToyTree tree;
  for (int i = 0; i < 5000; ++i) {
    tree.nodes[0].children.push_back(tree.nodes.size());
    tree.nodes.emplace_back();
  }
  record(folder / "t.db", tree, {.prune = false});
  const TraceReader reader = open(folder / "t.db");
  const auto slice = slice_of(all_passes(reader)[0], 4000, 4009);
  const Icicle icicle = take_icicle(reader, {*slice}, {});
  EXPECT_EQ(icicle.nodes, 10);
  EXPECT_EQ(icicle.boxes.size(), 11U);
  EXPECT_EQ(icicle.boxes[0].end, 5001);
  EXPECT_LE(icicle.look_ups, 20U);
  expect_sound(reader, {*slice}, {});
}

// Ranks of cuts equal those computed from the rows of cutoff and the preceding children.
TEST(Icicle, CutRanksAreThoseOfTheCutoffRows) {
  const ScratchFolder folder;
  for (const char* algorithm : {"alphabeta", "pvs"}) {
    ASSERT_EQ(
        test::plytrace({"search", "connect4", "-d", "6", "-a", algorithm, "-o", "t.db", "--force"},
                       folder.path())
            .exit_code,
        0);
    const TraceReader reader = open(folder / "t.db");
    std::size_t ranked = 0;
    for (const IcicleBox& box : take_icicle(reader, all_passes(reader), {.pixels = 300}).boxes) {
      if (!box.cut_rank || ranked >= 60) continue;
      ++ranked;
      const std::string id = std::to_string(box.node.id);
      EXPECT_EQ(sql_value(folder / "t.db",
                          "SELECT count(DISTINCT n.move) FROM cutoff c JOIN node n ON "
                          "n.parent = c.node WHERE c.node = " +
                              id +
                              " AND c.kind < 2 AND "
                              "n.id <= c.child"),
                std::to_string(*box.cut_rank))
          << algorithm << " #" << id;
    }
    EXPECT_GT(ranked, 20U);
  }
}

// Without ranks the boxes are the same except inside boxes of less than two pixels, with far fewer
// look-ups. Only one of 25 such boxes has a visible child, and looking for them took a quarter of
// the time.
TEST(Icicle, WithoutRanksChildrenThatCanHardlyBeSeenAreNotRead) {
  const ScratchFolder folder;
  ASSERT_EQ(
      test::plytrace({"search", "connect4", "-d", "7", "-o", "t.db"}, folder.path()).exit_code, 0);
  const TraceReader reader = open(folder / "t.db");
  const auto spans = all_passes(reader);
  const Icicle ranked = take_icicle(reader, spans, {.pixels = 300});
  const Icicle icicle = take_icicle(reader, spans, {.pixels = 300, .ranks = false});
  EXPECT_LT(icicle.look_ups, ranked.look_ups * 3 / 4);
  std::vector<std::int64_t> found, expected;
  for (const IcicleBox& box : icicle.boxes) found.push_back(box.node.id);
  std::map<std::int64_t, std::int64_t> widths;
  for (const IcicleBox& box : ranked.boxes) {
    widths[box.node.id] = box.nodes();
    const bool is_in_slim = box.node.parent && widths[*box.node.parent] / 2 * 300 < icicle.nodes;
    if (!is_in_slim) expected.push_back(box.node.id);
  }
  EXPECT_EQ(found, expected);
  EXPECT_LT(expected.size(), ranked.boxes.size());
  expect_sound(reader, spans, {.pixels = 300, .ranks = false});
}

TEST(Icicle, ExpectedClassesFollowTheTypesOfKnuthAndMoore) {
  const ScratchFolder folder;
  test::ToyTree tree;  // two moves everywhere, three plies
  for (std::size_t i = 0; i < 7; ++i) {
    tree.nodes[i].children = {tree.nodes.size(), tree.nodes.size() + 1};
    tree.nodes.resize(tree.nodes.size() + 2);
  }
  record(folder / "t.db", tree, {.prune = false});
  const TraceReader reader = open(folder / "t.db");
  std::string classes;
  const Icicle icicle = take_icicle(reader, all_passes(reader), {});
  for (const IcicleBox& box : icicle.boxes) classes += std::string(word(*box.expected)) + " ";
  EXPECT_EQ(classes,
            "PV PV PV PV CUT CUT ALL ALL "
            "CUT ALL CUT CUT ALL CUT CUT ");
  // The classes do not depend on where the drawing starts.
  for (const IcicleBox& box : icicle.boxes) {
    const Icicle below = take_icicle(reader, {span_of(reader, box.node)}, {});
    EXPECT_EQ(below.boxes[0].expected, box.expected);
  }
}

TEST(Icicle, DepthGainIsWhatAnExtensionOrAReductionChanged) {
  const ScratchFolder folder;
  test::ToyTree tree;
  tree.nodes.resize(4);
  tree.nodes[0].children = {1, 2, 3};
  record(folder / "t.db", tree, {.prune = false});
  sql(folder / "t.db",
      "UPDATE node SET depth = 6 WHERE id = 1; UPDATE node SET depth = 5 WHERE id = 2; "
      "UPDATE node SET depth = 7 WHERE id = 3; UPDATE node SET depth = 2 WHERE id = 4;");
  const TraceReader reader = open(folder / "t.db");
  const Icicle icicle = take_icicle(reader, all_passes(reader), {});
  std::vector<std::optional<std::int64_t>> gains;
  for (const IcicleBox& box : icicle.boxes) gains.push_back(box.depth_gain);
  EXPECT_THAT(gains, ElementsAre(std::nullopt, 0, 2, -3));
}

}  // namespace
}  // namespace plytrace
