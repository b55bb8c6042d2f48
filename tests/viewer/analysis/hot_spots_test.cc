// SPDX-License-Identifier: MIT
#include "viewer/analysis/hot_spots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/analysis/explosive_search.h"
#include "viewer/analysis/hot_trigger.h"
#include "viewer/analysis/usual_size.h"

namespace plytrace::test {
namespace {

HotSpots hot_spots_of(const std::string& file) {
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  const auto found = find_hot_spots(*reader, reader->searches().front(), reader->passes(1), {});
  EXPECT_TRUE(found.is_ok());
  return found ? *found : HotSpots{};
}

const HotAccount& account(const HotSpots& found, std::string_view what) {
  return *std::find_if(found.accounts.begin(), found.accounts.end(),
                       [&](const HotAccount& one) { return one.what == what; });
}

// Options for a search that is large enough for this explosion.
ExplosiveOptions room_for(Explosion explosion, std::uint64_t seed) {
  ExplosiveOptions options;
  options.seed = seed;
  options.explosion = explosion;
  options.branching = options.depth = 6;
  options.wild_nodes = 40'000;
  options.most_nodes = 250'000;
  options.is_stopped = seed % 2 == 0;
  const bool is_of_passes = explosion == Explosion::kAspiration ||
                            explosion == Explosion::kRestart || explosion == Explosion::kProbeLoop;
  options.iterations = is_of_passes || seed % 4 > 1;
  options.table = explosion == Explosion::kTable;
  options.quiescence = explosion == Explosion::kQuiescence || explosion == Explosion::kInQuiescence;
  options.null_moves = explosion == Explosion::kNullMove;
  options.reductions = explosion == Explosion::kReduction;
  options.checks = explosion == Explosion::kExtension || explosion == Explosion::kCheckChain;
  if (explosion == Explosion::kReSearch || explosion == Explosion::kOrdering ||
      explosion == Explosion::kProbes) {
    options.branching = 5;
    options.depth = 8;
  }
  // Below the first root move, so that earlier iterations offer nodes for comparison.
  if (explosion == Explosion::kTable || explosion == Explosion::kReduction ||
      explosion == Explosion::kOrdering) {
    options.seed *= 5;
    options.iterations = true;
  }
  if (explosion == Explosion::kTable) {
    options.branching = 4;
    options.depth = 16;
    options.is_stopped = false;
    options.wild_nodes = 150'000;
  }
  if (explosion == Explosion::kReduction) {
    options.branching = 9;
    options.depth = 7;
    options.iterations = false;
  }
  return options;
}

// The number of explosions of a kind, and of those whose trigger was named.
struct Hits {
  int explosions = 0, named = 0;
};

Hits hits_of(Explosion explosion) {
  Hits hits;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const ScratchFolder folder;
    ExplosiveOptions options = room_for(explosion, seed);
    const ExplosiveResult wild = record_explosive(folder / "wild.db", options);
    options.explosion = Explosion::kNone;
    const ExplosiveResult sound = record_explosive(folder / "sound.db", options);
    EXPECT_FALSE(hot_spots_of(folder / "sound.db").trigger) << "sound search of seed " << seed;
    // If the planted node had only a small subtree, nothing exploded.
    if (wild.planted == 0 || wild.nodes < 3 * sound.nodes) continue;
    ++hits.explosions;
    const auto trigger = hot_spots_of(folder / "wild.db").trigger;
    if (trigger && trigger->node.row.id == wild.planted) ++hits.named;
  }
  return hits;
}

TEST(SlowHotSpots, NamesTheNodeThatSetAnExplosionOff) {
  const std::vector<std::pair<Explosion, const char*>> kinds{
      {Explosion::kExtension, "an extension without limit"},
      {Explosion::kCheckChain, "a chain of extensions"},
      {Explosion::kNullMove, "null moves in zugzwang"},
      {Explosion::kQuiescence, "quiescence without end"},
      {Explosion::kReSearch, "a re-search at every node"},
      {Explosion::kOrdering, "a broken ordering"},
      {Explosion::kTable, "a table switched off"},
      {Explosion::kReduction, "a reduction that never reduces"},
      {Explosion::kDuplicate, "a child searched again and again"},
      {Explosion::kProbes, "internal deepening without limit"},
      {Explosion::kFullWindow, "a full window in a subtree"},
      {Explosion::kNoCut, "no cuts in a subtree"},
      {Explosion::kInQuiescence, "quiescence without end, within quiescence"},
      {Explosion::kAspiration, "an aspiration loop"},
      {Explosion::kRestart, "iterations that begin again"},
      {Explosion::kProbeLoop, "null windows to and fro"}};
  Hits all;
  for (const auto& [kind, name] : kinds) {
    SCOPED_TRACE(name);
    const Hits hits = hits_of(kind);
    EXPECT_GE(hits.explosions, 3);
    EXPECT_GE(hits.named + 1, hits.explosions) << hits.named << " of " << hits.explosions;
    all.explosions += hits.explosions;
    all.named += hits.named;
  }
  EXPECT_GE(all.explosions, 60);
  EXPECT_GE(all.named * 20, all.explosions * 19) << all.named << " of " << all.explosions;
}

NodeRow main_node(std::optional<std::int64_t> parent, std::int64_t depth, Score alpha, Score beta) {
  NodeRow row;
  row.parent = parent;
  row.depth = depth;
  row.alpha = alpha;
  row.beta = beta;
  row.kind = format::NodeKind::kInterior;
  return row;
}

TEST(UsualSizes, WhatWasAnsweredWithoutASearchIsNoMeasure) {
  UsualSizes sizes;
  NodeRow row = main_node(1, 3, 0, 1);
  for (int i = 0; i < 4; ++i) sizes.add(0, row, 100);
  EXPECT_EQ(sizes.of(row, 1)->median, 96);  // the middle of the class 64 to 127
  row.kind = format::NodeKind::kTable;
  for (int i = 0; i < 50; ++i) sizes.add(0, row, 1);
  EXPECT_EQ(sizes.of(row, 1)->median, 96);
  EXPECT_EQ(sizes.of(row, 1)->nodes, 4);
}

// A last iteration of 27,266 nodes after one of 5,513 was reported as an explosion at its root,
// because all other nodes with an open window are small in a search with null windows.
TEST(UsualSizes, ARootIsNoSmallerThanTheLastOneAndANodeWithoutBoundsCostsMore) {
  UsualSizes sizes;
  for (int i = 0; i < 12; ++i) sizes.add(0, main_node(1, 2, 0, 9), 10);
  sizes.add(0, main_node(std::nullopt, 4, -kInfinity, kInfinity), 5513);
  const auto median = [&](const NodeRow& row) { return sizes.of(row, 1)->median; };
  EXPECT_EQ(median(main_node(std::nullopt, 5, -kInfinity, kInfinity)), 2 * 8191);
  const double bounded = median(main_node(1, 5, 0, 9));
  EXPECT_LT(bounded, 500);
  EXPECT_EQ(median(main_node(1, 5, -kInfinity, kInfinity)), 4 * bounded);
}

// A search that got stuck in its first variation: everything comparable lies below the first
// extension.
TEST(HotTrigger, IsTheFirstOfManyExtensionsThatLedToWhereItSpreads) {
  std::vector<HotNode> path;
  UsualSizes sizes;
  constexpr std::int64_t kFirst = 4, kSpreads = 20;
  for (std::int64_t id = 1; id <= 30; ++id) {
    HotNode node;
    node.row = main_node(id - 1, std::max<std::int64_t>(kFirst + 1 - id, 1), 0, 9);
    node.row.id = id;
    node.row.ply = id - 1;
    node.nodes = id <= kSpreads ? 100'000 - id : 60'000 - id;
    path.push_back(node);
    if (id < kFirst + 4) continue;
    NodeRow beside = main_node(id, 1, 0, 9);
    beside.ply = 60;
    for (int i = 0; i < 20; ++i) sizes.add(static_cast<std::size_t>(id), beside, 2);
  }
  const auto trigger = trigger_on_path(path, {100'000, sizes, {}});
  ASSERT_TRUE(trigger);
  EXPECT_EQ(trigger->node.row.id, kFirst);
  EXPECT_EQ(trigger->why, HotTrigger::Why::kExtended);
  // If depths decrease, the trigger is the node at which the tree widens.
  for (HotNode& node : path) node.row.depth = std::nullopt;
  for (int i = 0; i < 20; ++i) {
    for (const HotNode& node : path) sizes.add(0, node.row, 2);
  }
  EXPECT_EQ(trigger_on_path(path, {100'000, sizes, {}})->node.row.id, kSpreads);
}

// Records a search by plytrace, of a random game or artificial tree; returns false if the random
// position is invalid.
bool record_sound(const std::string& file, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const auto one_of = [&](const std::vector<std::string>& words) {
    return words[below(words.size())];
  };
  std::vector<std::string> words{"search",
                                 one_of({"connect4", "connect4", "tictactoe", "synthetic"})};
  const auto add = [&](std::vector<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (words[1] == "synthetic") {
    add({"-g", "branching=" + std::to_string(2 + below(7)), "-g",
         "depth=" + std::to_string(3 + below(4)), "-g", "seed=" + std::to_string(below(10'000))});
  } else {
    add({"-d", std::to_string(4 + below(3))});
  }
  std::string moves;
  for (std::size_t i = words[1] == "connect4" ? below(10) : 0; i > 0; --i) {
    moves += (moves.empty() ? "" : ",") + std::string(1, static_cast<char>('a' + below(7)));
  }
  if (!moves.empty()) add({"--moves", moves});
  add({"-a", one_of({"minimax", "alphabeta", "negamax", "pvs", "mtdf"})});
  if (words[1] != "synthetic" && below(2) == 0) add({"--iterative"});
  if (below(2) == 0) add({"--table", "1"});
  add({"--order", one_of({"natural", "static", "killer", "history"}), "-o", file, "--force", "-q"});
  return plytrace(words).exit_code == 0;
}

// Two of about three hundred sound searches got a trigger. They were small, and a median of a few
// nodes says little.
TEST(SlowHotSpots, NameNothingInSoundSearches) {
  const ScratchFolder folder;
  std::mt19937 random(15);
  int recorded = 0;
  for (int i = 0; i < 400; ++i) {
    if (!record_sound(folder / "sound.db", random)) continue;
    ++recorded;
    const HotSpots found = hot_spots_of(folder / "sound.db");
    EXPECT_FALSE(found.trigger) << "search " << i << " of " << found.nodes << " nodes: #"
                                << found.trigger->node.row.id << " with "
                                << found.trigger->node.nodes << ", usual "
                                << found.trigger->usual.median << " of "
                                << found.trigger->usual.nodes << ", largest "
                                << found.trigger->usual.largest;
  }
  EXPECT_GE(recorded, 300);
}

// A search that has nodes in every account; SQL counts the same nodes independently.
class HotAccounts : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    ExplosiveOptions options;
    options.seed = static_cast<std::uint64_t>(GetParam());
    options.depth = options.branching = 5;
    options.most_nodes = 20'000;
    // Only its probes explode, and only as far as the limit.
    options.explosion = Explosion::kProbes;
    options.wild_nodes = 300;
    options.table = false;
    record_explosive(file(), options);
    found_ = hot_spots_of(file());
  }
  std::string file() const { return folder_ / "run.db"; }
  std::int64_t count(const std::string& query) const {
    return std::stoll(sql_value(file(), query));
  }
  // Counts the nodes n that lie in the subtree of some row `a` of `nodes`.
  std::int64_t below(const std::string& nodes) const {
    return count("SELECT count(*) FROM node n WHERE EXISTS (SELECT 1 FROM " + nodes +
                 " AND n.id BETWEEN a.id AND a.last)");
  }
  ScratchFolder folder_;
  HotSpots found_;
};

TEST_P(HotAccounts, AreThoseOfSql) {
  EXPECT_EQ(found_.nodes, count("SELECT count(*) FROM node"));
  EXPECT_EQ(account(found_, "null_moves").nodes, below("node a WHERE a.role = 3"));
  EXPECT_EQ(account(found_, "probes").nodes, below("node a WHERE a.role = 4"));
  EXPECT_GT(account(found_, "probes").nodes, 0);
  EXPECT_EQ(account(found_, "quiescence").nodes,
            count("SELECT count(*) FROM node WHERE phase = 1"));
  EXPECT_EQ(account(found_, "aspiration_fails").nodes,
            count("SELECT total(last - root + 1) FROM pass WHERE (value <= alpha AND alpha > -3e4) "
                  "OR (value >= beta AND beta < 3e4)"));
  const std::string again =
      "node a JOIN node p ON p.parent = a.parent AND p.last + 1 = a.id AND p.move = a.move "
      "WHERE a.role = 2 AND p.role ";
  EXPECT_EQ(account(found_, "null_window_re_searches").nodes, below(again + "<> 1"));
  EXPECT_EQ(account(found_, "null_window_re_searches").count,
            count("SELECT count(*) FROM " + again + "<> 1"));
  EXPECT_EQ(account(found_, "reduced_repeated").nodes,
            below("node a JOIN node s ON s.parent = a.parent AND a.last + 1 = s.id AND "
                  "s.move = a.move WHERE s.role = 2 AND a.role = 1"));
  EXPECT_EQ(account(found_, "reduced_repeated").count,
            count("SELECT count(*) FROM " + again + "= 1"));
}

TEST_P(HotAccounts, CountLateWasteAsSqlDoes) {
  // Children that count, of a node that a child cut, for other moves than the last one.
  EXPECT_EQ(account(found_, "late_waste").nodes,
            below("node a WHERE a.role NOT IN (3, 4) AND a.parent IN "
                  "(SELECT node FROM cutoff WHERE cause = 0 AND kind < 2) AND a.move <> "
                  "(SELECT l.move FROM node l WHERE l.parent = a.parent AND l.role NOT IN (3, 4) "
                  "ORDER BY l.id DESC LIMIT 1)"));
  EXPECT_GT(account(found_, "late_waste").nodes, 0);
}

TEST_P(HotAccounts, TheHeavyPathFollowsTheHalf) {
  std::int64_t node = count("SELECT root FROM pass ORDER BY last - root DESC, id LIMIT 1");
  for (const HotNode& hot : found_.heavy_path) {
    EXPECT_EQ(hot.row.id, node);
    EXPECT_EQ(hot.nodes,
              count("SELECT last - id + 1 FROM node WHERE id = " + std::to_string(node)));
    const std::string next = sql_value(
        file(), "SELECT c.id FROM node c JOIN node p ON p.id = c.parent WHERE p.id = " +
                    std::to_string(node) + " AND (c.last - c.id + 1) * 2 >= p.last - p.id + 1");
    node = next.empty() ? 0 : std::stoll(next);
  }
  EXPECT_EQ(node, 0);
}

TEST_P(HotAccounts, CountEachChangeOfDepth) {
  std::int64_t changed = 0;
  for (const DepthChange& change : found_.depth_changes) {
    changed += change.count;
    const std::string reason =
        change.reason == "check"
            ? "EXISTS (SELECT 1 FROM note WHERE note.node = c.id AND name = 'extension')"
            : "NOT EXISTS (SELECT 1 FROM note WHERE note.node = c.id AND name = 'extension') "
              "AND n.role IS " +
                  (change.reason ? "'" + *change.reason + "'" : "'move'");
    EXPECT_EQ(
        change.count,
        count("SELECT count(*) FROM node c JOIN node p ON p.id = c.parent JOIN node_text n ON "
              "n.id = c.id WHERE c.phase = 0 AND c.depth - p.depth + c.ply - p.ply = " +
              std::to_string(change.by) + " AND " + reason))
        << change.by << " " << change.reason.value_or("none");
  }
  EXPECT_EQ(changed, count("SELECT count(*) FROM node c JOIN node p ON p.id = c.parent WHERE "
                           "c.phase = 0 AND c.depth - p.depth + c.ply - p.ply <> 0"));
  EXPECT_GT(changed, 0);
}

TEST(HotCommand, SaysTheTriggerFirstAndDrawsThePath) {
  const ScratchFolder folder;
  ExplosiveOptions options = room_for(Explosion::kExtension, 3);
  const ExplosiveResult wild = record_explosive(folder / "wild.db", options);
  const ProgramResult said = plytrace({"hot", folder / "wild.db", "--render", folder / "hot.gp"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, testing::HasSubstr("\n\nTrigger: #" + std::to_string(wild.planted) + " /"));
  const std::string script = read_file(folder / "hot.gp");
  for (const char* curve :
       {"'on the heavy path'", "'usual of such nodes elsewhere'", "'trigger'"}) {
    EXPECT_THAT(script, testing::HasSubstr(curve));
  }
  EXPECT_THAT(script, testing::HasSubstr("heavy path of pass"));
  EXPECT_EQ(plytrace({"hot", folder / "wild.db", "--render", folder / "hot.gp"}).exit_code, 2);
  // In a paper the caption is the title.
  EXPECT_EQ(plytrace({"hot", folder / "wild.db", "--render", folder / "column.gp", "--width=85mm"})
                .exit_code,
            0);
  EXPECT_THAT(read_file(folder / "column.gp"),
              testing::AllOf(testing::HasSubstr("size 321,241"),
                             testing::Not(testing::HasSubstr("heavy path of pass"))));
  const ProgramResult refused = plytrace({"hot", folder / "wild.db", "--render", "hot.xyz"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, testing::HasSubstr("--render: 'hot.xyz' does not say which format"));
}

INSTANTIATE_TEST_SUITE_P(Seeds, HotAccounts, testing::Values(5, 10, 20, 25));

}  // namespace
}  // namespace plytrace::test
