// SPDX-License-Identifier: MIT
//
// Compares repeats with independent counts: SQL counts positions and visits, and a map of all
// visits, compared in pairs, shows what a perfect table would have answered.
#include "viewer/analysis/repeats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/analysis/explosive_search.h"
#include "viewer/answers/repeats.h"
#include "viewer/meaning/claim.h"

namespace plytrace::test {
namespace {

using Words = std::vector<std::string>;

struct Asked {
  Repeats found;
  std::string json;
};

Asked repeats_of(const std::string& file, const RepeatOptions& options = {}) {
  const auto reader = TraceReader::open(file);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  const auto search = reader->choose_search({});
  const auto found = find_repeats(*reader, *search, reader->passes(search->id), {}, options);
  return {found, text::json_text(answers::json(*reader, {file, *search, {}, found}))};
}

// A visit according to the rows.
struct Visit {
  NodeRow row;
  bool stored = false, probed = false, answered = false, deep_enough = false;
};

// All visits that have a key, by id.
std::map<std::int64_t, Visit> visits_of(const TraceReader& reader) {
  std::map<std::int64_t, Visit> visits;
  for (const PassRow& pass : reader.passes(1)) {
    const auto scan = reader.scan(*pass.root, reader.last_of(*reader.node(*pass.root)));
    while (scan->next()) {
      if (const auto* node = scan->get<NodeRow>()) visits[node->id].row = *node;
      if (const auto* store = scan->get<TableStoreRow>()) visits[store->node].stored = true;
      const auto* probe = scan->get<TableProbeRow>();
      if (probe == nullptr) continue;
      Visit& visit = visits[probe->node];
      const auto asked = probe->depth ? probe->depth : visit.row.depth;
      visit.probed = true;
      visit.answered = visit.answered || probe->used == format::TableUse::kAnswered;
      visit.deep_enough =
          visit.deep_enough || !asked || !probe->stored_depth || *probe->stored_depth >= *asked;
    }
  }
  return visits;
}

bool answers(const NodeRow& before, const NodeRow& now) {
  if (!before.last || *before.last >= now.id || before.excluded || now.excluded) return false;
  if (before.depth.has_value() != now.depth.has_value()) return false;
  if (now.depth && *before.depth < *now.depth) return false;
  const auto claim = claim_of(before);
  if (!claim) return false;
  if (claim->bound == Bound::kExact) return true;
  if (!now.alpha || !now.beta) return false;
  return claim->bound == Bound::kLower ? claim->value >= *now.beta : claim->value <= *now.alpha;
}

// Counts repeats by brute force; `tells`: the search declares stores and probes as captured.
Repeats count_by_hand(const TraceReader& reader, bool tells) {
  Repeats count;
  std::map<std::pair<std::int64_t, int>, std::vector<const Visit*>> positions;
  std::set<std::int64_t> saved;
  const auto visits = visits_of(reader);
  for (const auto& [id, visit] : visits) {
    ++count.nodes;
    if (!visit.row.key) continue;
    auto& before = positions[{*visit.row.key, static_cast<int>(*visit.row.side)}];
    if (!before.empty()) ++count.repeats;
    if (before.size() == 1) ++count.repeated_positions;
    const bool answerable = std::any_of(before.begin(), before.end(), [&](const Visit* other) {
      return answers(other->row, visit.row);
    });
    const bool stored = std::any_of(before.begin(), before.end(), [&](const Visit* other) {
      return other->stored && other->row.last && *other->row.last < id;
    });
    before.push_back(&visit);
    if (!answerable) continue;
    ++count.answerable;
    const RepeatReason reason = visit.answered                      ? RepeatReason::kAnswered
                                : visit.probed && visit.deep_enough ? RepeatReason::kBoundNoUse
                                : visit.probed                      ? RepeatReason::kTooShallow
                                : !tells                            ? RepeatReason::kNotTold
                                : stored                            ? RepeatReason::kOverwritten
                                                                    : RepeatReason::kNeverStored;
    RepeatCount& reasoned = count.by_reason[static_cast<std::size_t>(reason)];
    ++reasoned.repeats;
    for (std::int64_t below = id + 1; below <= visit.row.last.value_or(id); ++below) {
      if (saved.insert(below).second && saved.count(id) == 0) ++reasoned.nodes;
    }
  }
  count.positions = static_cast<std::int64_t>(positions.size());
  count.saved = static_cast<std::int64_t>(saved.size());
  return count;
}

void expect_equal(const Repeats& found, const Repeats& count) {
  EXPECT_EQ(found.nodes, count.nodes);
  EXPECT_EQ(found.positions, count.positions);
  EXPECT_EQ(found.repeated_positions, count.repeated_positions);
  EXPECT_EQ(found.repeats, count.repeats);
  EXPECT_EQ(found.answerable, count.answerable);
  EXPECT_EQ(found.saved, count.saved);
  std::int64_t nodes = 0;
  for (std::size_t i = 0; i < kRepeatReasons; ++i) {
    SCOPED_TRACE(word(static_cast<RepeatReason>(i)));
    EXPECT_EQ(found.by_reason[i].repeats, count.by_reason[i].repeats);
    EXPECT_EQ(found.by_reason[i].nodes, count.by_reason[i].nodes);
    nodes += found.by_reason[i].nodes;
  }
  EXPECT_EQ(nodes, found.saved);
  std::int64_t repeats = 0;
  for (const Repeats::Gap& gap : found.by_gap) repeats += gap.count.repeats;
  EXPECT_EQ(repeats, found.repeats);
}

// Checks all counts of a trace with keys, and its most expensive position.
Repeats expect_counted(const std::string& file) {
  const Asked asked = repeats_of(file);
  const Repeats& found = asked.found;
  EXPECT_FALSE(found.are_replayed);
  EXPECT_EQ(repeats_of(file, {.memory = 4096}).json, asked.json) << "sorted through the file";
  const auto reader = TraceReader::open(file);
  const auto search = reader->choose_search({});
  expect_equal(found,
               count_by_hand(*reader, search->captures("stores") && search->captures("probes")));
  const auto count = [&](const std::string& query) { return std::stoll(sql_value(file, query)); };
  const std::string groups =
      "(SELECT count(*) AS visits FROM node WHERE key IS NOT NULL "
      "GROUP BY key, side)";
  EXPECT_EQ(found.positions, count("SELECT count(*) FROM " + groups));
  EXPECT_EQ(found.repeated_positions,
            count("SELECT count(*) FROM " + groups + " WHERE visits > 1"));
  EXPECT_EQ(found.repeats, count("SELECT total(visits - 1) FROM " + groups));
  EXPECT_EQ(found.without_key, count("SELECT count(*) FROM node WHERE key IS NULL"));
  EXPECT_LE(found.most_expensive.size(), Repeats::kMostExpensive);
  for (const RepeatedPosition& position : found.most_expensive) {
    const std::string same =
        " FROM node n WHERE key = " + std::to_string(position.key) +
        " AND side = (SELECT side FROM node WHERE id = " + std::to_string(position.first) + ")";
    EXPECT_EQ(position.visits, count("SELECT count(*)" + same));
    EXPECT_EQ(position.first, count("SELECT min(id)" + same));
    EXPECT_EQ(position.cost, count("SELECT total(last - id + 1)" + same + " AND id > " +
                                   std::to_string(position.first) +
                                   " AND NOT EXISTS (SELECT 1 FROM node a WHERE a.key = n.key AND "
                                   "a.side = n.side AND a.id < n.id AND a.last >= n.id)"));
  }
  return found;
}

class OwnSearches : public testing::TestWithParam<const char*> {};

TEST_P(OwnSearches, RepeatAsIsCountedByHandAndBySql) {
  const std::vector<Words> games{
      {"tictactoe", "-d", "4"},
      {"connect4", "-d", "4"},
      {"gomoku", "-g", "width=5", "-g", "height=5", "-d", "2"},
      {"othello", "-d", "3"},
      {"andantino", "-d", "3", "-g", "size=4", "--moves", "d4;c3;d3;c4"},
      {"doublecard", "-d", "1"},
      {"synthetic", "-g", "branching=3", "-g", "depth=5", "-d", "5"},
      {"tree", "--position", "[[[5,6],[7,4,5]],[[3]],[[6],[6,9],1],[2,[9,8]]]", "-d", "3"}};
  for (const Words& game : games) {
    for (const Words& table : {Words{}, Words{"--table", "1"}}) {
      SCOPED_TRACE(game.front() + (table.empty() ? "" : " with a table"));
      const ScratchFolder folder;
      Words command{"search"};
      for (const Words& part : {game, table, Words{"-a", GetParam(), "--iterative"}}) {
        command.insert(command.end(), part.begin(), part.end());
      }
      Words keyed = command;
      keyed.insert(keyed.end(), {"--capture", "skipped,keys,probes,stores", "-o", folder / "k.db"});
      ASSERT_EQ(plytrace(keyed).exit_code, 0) << plytrace(keyed).err;
      const Repeats recorded = expect_counted(folder / "k.db");
      EXPECT_EQ(recorded.without_key, 0);
      // The same search without keys: the keys come from replayed boards.
      command.insert(command.end(), {"-o", folder / "r.db"});
      ASSERT_EQ(plytrace(command).exit_code, 0);
      const Asked replayed = repeats_of(folder / "r.db");
      EXPECT_TRUE(replayed.found.are_replayed);
      expect_equal(replayed.found, recorded);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SlowAlgorithms, OwnSearches,
                         testing::Values("minimax", "alphabeta", "negamax", "pvs", "mtdf"));

TEST(Repeats, OfAnotherEngineAreAsIsCountedByHandAndBySql) {
  std::int64_t overwritten = 0, shallow = 0, no_use = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const ScratchFolder folder;
    ExplosiveOptions options;
    options.seed = seed;
    options.branching = options.depth = 5;
    options.explosion = seed % 2 == 0 ? Explosion::kProbes : Explosion::kNone;
    options.is_stopped = true;
    options.wild_nodes = 500;
    options.table_entries = 256;
    record_explosive(folder / "run.db", options);
    const Repeats found = expect_counted(folder / "run.db");
    EXPECT_GT(found.repeats, 0);
    const auto repeats = [&](RepeatReason reason) {
      return found.by_reason[static_cast<std::size_t>(reason)].repeats;
    };
    overwritten += repeats(RepeatReason::kOverwritten);
    shallow += repeats(RepeatReason::kTooShallow);
    no_use += repeats(RepeatReason::kBoundNoUse);
  }
  EXPECT_GT(overwritten, 0);
  EXPECT_GT(shallow, 0);
  EXPECT_GT(no_use, 0);
}

TEST(Repeats, NeedKeysOrAKnownGame) {
  const ScratchFolder folder;
  record_explosive(folder / "run.db", {});
  sql(folder / "run.db", "UPDATE node SET key = NULL");
  const ProgramResult result = plytrace({"repeats", folder / "run.db"});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, testing::HasSubstr("the game 'a graph' is not known"));
}

TEST(Repeats, AreOfOnePassWhereOneIsNamed) {
  const ScratchFolder folder;
  ASSERT_EQ(
      plytrace({"search", "tictactoe", "-d", "3", "--iterative", "-o", folder / "t.db"}).exit_code,
      0);
  const auto json =
      parse_json(plytrace({"repeats", folder / "t.db", "--pass", "1", "--format", "json"}).out);
  EXPECT_EQ(json["pass"], 1);
  EXPECT_EQ(json["nodes"], 10);
  EXPECT_EQ(json["repeats"], 0);
  EXPECT_EQ(plytrace({"repeats", folder / "t.db", "--pass", "9"}).exit_code, 3);
  EXPECT_EQ(plytrace({"repeats", folder / "t.db", "--pass", "some"}).exit_code, 2);
}

}  // namespace
}  // namespace plytrace::test
