// SPDX-License-Identifier: MIT
#include "viewer/answers/why/move_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using Reach = CutAccount::Reach;
using What = BoundOrigin::What;

struct OpenTrace {
  explicit OpenTrace(const std::string& file)
      : reader(std::move(*TraceReader::open(file))),
        search(*reader.choose_search(std::nullopt)),
        pass(*reader.choose_pass(search, std::nullopt)) {}

  Result<WhyAnswer> ask(const std::string& path, std::uint64_t trial_nodes = 200'000) const {
    WhyQuestion question{.search = search, .pass = pass, .path = path, .node = {}};
    question.trial.max_nodes = trial_nodes;
    question.max_passes = 3;
    return result_of([&] { return why(reader, question); });
  }

  TraceReader reader;
  SearchRow search;
  PassRow pass;
};

std::vector<std::string> kinds_of(const WhyAnswer& answer) {
  std::vector<std::string> kinds;
  for (const Fact& fact : answer.facts) kinds.emplace_back(fact.kind);
  return kinds;
}

// Counts the cases that occurred, to show that the test covered all of them.
struct Met {
  std::map<Reach, int> reaches;
  int nodes = 0, skipped = 0, tests = 0, loosened = 0, table_bounds = 0, table_answers = 0;
  int trials = 0;
};

// Checks the bound that decided a cut from the rows alone: every node below the one that set it was
// entered with exactly this bound, and the node that set it has an event for it.
void expect_origin(const TraceReader& reader, const CutAccount& cut, Met& met) {
  ASSERT_TRUE(cut.origin.has_value());
  const BoundOrigin& origin = *cut.origin;
  const bool is_alpha = cut.row.kind == format::CutoffKind::kAlpha;
  const WindowEnd end = is_alpha ? WindowEnd::kAlpha : WindowEnd::kBeta;
  const auto recorded = is_alpha ? cut.row.alpha : cut.row.beta;
  ASSERT_TRUE(recorded.has_value());
  EXPECT_EQ(cut.holds, true);
  ++met.reaches[cut.reach];
  EXPECT_NE(cut.reach, Reach::kUnknown);
  EXPECT_NE(cut.reach, Reach::kNone);
  EXPECT_LE(origin.node.id, cut.node.id);
  EXPECT_GE(reader.last_of(origin.node), reader.last_of(cut.node));
  met.tests += origin.test ? 1 : 0;
  met.loosened += origin.loosened ? 1 : 0;
  if (origin.test) {
    // The other end of a null window: the number next to the ancestor's bound, or the same number
    // if the root's moves get their bound one step looser.
    const Score has = *origin.bound;
    EXPECT_TRUE(*recorded == has || *recorded == std::nextafter(has, *recorded)) << *recorded;
  } else if (origin.loosened) {
    EXPECT_EQ(*recorded, std::nextafter(*origin.bound, is_alpha ? -kInfinity : kInfinity));
  } else {
    EXPECT_EQ(origin.bound, recorded);
    EXPECT_EQ(origin.end, end);
    std::optional<NodeRow> node = cut.node;
    for (; node && node->id != origin.node.id; node = parent_of(reader, *node)) {
      EXPECT_EQ(end_of(*node, end), recorded);
    }
  }
  switch (origin.what) {
    case What::kUpdate: {
      ASSERT_TRUE(origin.update.has_value());
      EXPECT_EQ(origin.update->node, origin.node.id);
      EXPECT_EQ(end_of(*origin.update, origin.end), origin.bound);
      EXPECT_LE(origin.update->at, cut.row.at);
      if (origin.update->cause == format::Cause::kChild) {
        ASSERT_TRUE(origin.child.has_value());
        EXPECT_EQ(origin.child->value, origin.bound);
        EXPECT_LT(reader.last_of(*origin.child), cut.node.id);
      } else {
        ++met.table_bounds;
      }
      break;
    }
    case What::kPass:
      EXPECT_FALSE(origin.node.parent.has_value());
      break;
    default:
      ADD_FAILURE() << "the trail of the bound ended at #" << origin.node.id;
  }
}

void expect_answers(const OpenTrace& trace, Met& met) {
  const TraceReader& reader = trace.reader;
  for (std::int64_t id = *trace.pass.root; id <= *trace.pass.last; ++id) {
    const NodeRow node = *reader.node(id);
    const std::string path = reader.path(id);
    SCOPED_TRACE(path + " #" + std::to_string(id));
    const auto answer = trace.ask(path, 0);
    ASSERT_TRUE(answer) << answer.status().message();
    ++met.nodes;
    EXPECT_EQ(answer->outcome, MoveOutcome::kSearched);
    EXPECT_EQ(answer->node.id, id);
    EXPECT_EQ(answer->path, path);
    EXPECT_NE(answer->answer, "it was searched");
    EXPECT_EQ(answer->chosen.has_value(), node.parent == trace.pass.root && node.counts() &&
                                              reader.node(*trace.pass.root)->best.has_value() &&
                                              path.find('~') == std::string::npos);
    if (node.kind == format::NodeKind::kTable) {
      ASSERT_TRUE(answer->answered.has_value());
      EXPECT_EQ(answer->answered->value, node.value);
      ++met.table_answers;
    }
    const auto cutoffs = reader.events(node).of<CutoffRow>();
    EXPECT_EQ(answer->cut.has_value(), !cutoffs.empty());
    for (const CutoffRow& row : cutoffs) {
      expect_origin(reader, account_for(reader, node, row), met);
      const auto names = skipped_texts(row);
      ASSERT_TRUE(names.has_value());
      for (const std::string& move : *names) {
        const bool trial = met.skipped++ % 7 == 0;
        const std::string missing =
            (path == "/" ? "" : path) + "/" + TraceReader::path_component(move);
        const auto skipped = trace.ask(missing, trial ? 200'000 : 0);
        ASSERT_TRUE(skipped) << skipped.status().message();
        EXPECT_EQ(skipped->outcome, MoveOutcome::kSkipped) << missing;
        EXPECT_EQ(skipped->cut->row.id, row.id);
        EXPECT_EQ(skipped->missing_move, move);
        if (!trial) continue;
        ASSERT_TRUE(skipped->trial.has_value());
        EXPECT_EQ(skipped->trial->not_done, "");
        EXPECT_EQ(skipped->trial->matters, false) << missing << ": " << skipped->trial->text;
        ++met.trials;
      }
    }
  }
}

TEST(Why, EveryNodeAndEverySkippedMoveOfSoundSearchesIsAnswered) {
  const ScratchFolder folder;
  Met met;
  for (const char* line :
       {"synthetic -g branching=4 -g depth=5 -g seed=1 -d 5",
        "synthetic -g branching=3 -g depth=5 -g seed=2 -d 5 -a negamax --fail hard",
        "synthetic -g branching=4 -g depth=5 -g seed=3 -d 5 -a pvs",
        "synthetic -g branching=4 -g depth=4 -g seed=4 -d 4 -a pvs --ties random",
        "synthetic -g branching=4 -g depth=4 -g seed=5 -d 4 --ties random",
        "tictactoe -d 4 --moves b2,a1 -a mtdf --table 1", "connect4 -d 4 --moves d,c,d --table 1",
        "connect4 -d 3 --iterative --aspiration 5 --order killer",
        "tictactoe -d 5 --moves b2,a1,c3 --table 1 -a pvs --iterative",
        "connect4 -d 4 --window -3,3 --moves d,d,d"}) {
    SCOPED_TRACE(line);
    const OpenTrace trace(record(folder, "run", std::string(line) + " --force"));
    expect_answers(trace, met);
  }
  EXPECT_GT(met.nodes, 1500);
  EXPECT_GT(met.skipped, 500);
  EXPECT_GT(met.trials, 70);
  for (const Reach reach : {Reach::kShallow, Reach::kDeep, Reach::kPass}) {
    EXPECT_GT(met.reaches[reach], 10) << word(reach);
  }
  EXPECT_GT(met.tests, 10);
  EXPECT_GT(met.loosened, 0);
  EXPECT_GT(met.table_answers, 10);
  EXPECT_GT(met.table_bounds + met.reaches[Reach::kOwn], 0);
}

TEST(Why, AWrongCutIsCalledWrong) {
  const ScratchFolder folder;
  const std::string file =
      record(folder, "run", "tree --position [[3,12,8],[2,4,6],[14,5,2]] --force");
  // An engine that cut /3 after its first move, although 14 <= 3 is false.
  sql(file,
      "UPDATE node SET last = 9, value = 14 WHERE id = 8; UPDATE node SET last = 9 WHERE id = 1;"
      "DELETE FROM node WHERE id > 9; UPDATE pass SET last = 9; DELETE FROM bound_update WHERE "
      "node = 8;"
      "UPDATE cutoff SET at = 9, child = 9, value = 14, beta = 9e999, skipped = 2,"
      " skipped_moves = '[\"2\",\"3\"]' WHERE node = 8;");
  const OpenTrace trace(file);
  const auto answer = trace.ask("/3/3");
  ASSERT_TRUE(answer) << answer.status().message();
  EXPECT_EQ(answer->cut->holds, false);
  ASSERT_TRUE(answer->trial.has_value());
  EXPECT_EQ(answer->trial->value, 2);
  EXPECT_EQ(answer->trial->matters, true);
  EXPECT_THAT(answer->trial->text, HasSubstr("COULD MATTER"));
}

TEST(Why, ACutThatRestsOnAWrongValueIsCalledWrong) {
  const ScratchFolder folder;
  const std::string file =
      record(folder, "run", "tree --position [[3,12,8],[9,4,6],[14,5,2]] --force");
  // An engine that read the leaf 9 as 2 and cut.
  sql(file,
      "UPDATE node SET value = 2 WHERE id IN (6, 7); UPDATE node SET last = 7 WHERE id = 6;"
      "DELETE FROM node WHERE id IN (8, 9); DELETE FROM bound_update WHERE node = 6;"
      "DELETE FROM cutoff WHERE node = 6; INSERT INTO cutoff (id, at, node, kind, cause, child, "
      "value,"
      " alpha, beta, skipped, skipped_moves)"
      " VALUES (3, 7, 6, 0, 0, 7, 2, 3, 9e999, 2, '[\"2\",\"3\"]');");
  const OpenTrace trace(file);
  const auto answer = trace.ask("/2/2");
  ASSERT_TRUE(answer) << answer.status().message();
  EXPECT_EQ(answer->cut->holds, true);
  ASSERT_TRUE(answer->trial.has_value());
  EXPECT_EQ(answer->trial->cut_child, 9);
  EXPECT_EQ(answer->trial->matters, true);
}

TEST(Why, AMoveThatCannotBeIsRefusedWithWhatThereIs) {
  const ScratchFolder folder;
  const OpenTrace known(record(folder, "known", "tictactoe -d 2"));
  EXPECT_THAT(known.ask("/a1/a1").status().message(), HasSubstr("a1 is not legal at /a1"));
  EXPECT_THAT(known.ask("/z9").status().message(), HasSubstr("legal there: a3, b3, c3"));
  EXPECT_EQ(known.ask("/z9").status().code(), StatusCode::kBadInput);
  EXPECT_EQ(known.ask("/a3/b3/c3")->outcome, MoveOutcome::kBelowLeaf);
  EXPECT_EQ(known.ask("/a1/b1/c1")->outcome, MoveOutcome::kBelowSkipped);

  const std::string file = folder / "unknown.db";
  make_trace(file, unknown_game_sql());
  const OpenTrace unknown(file);
  EXPECT_EQ(unknown.ask("/b/z").status().code(), StatusCode::kBadInput);
  EXPECT_THAT(
      unknown.ask("/b/z").status().message(),
      HasSubstr("no such move recorded: /b/z: at /b these were searched: p, q, and skipped: r"));
  const auto skipped = unknown.ask("/c/q");
  ASSERT_TRUE(skipped);
  EXPECT_EQ(skipped->outcome, MoveOutcome::kSkipped);
  EXPECT_THAT(skipped->trial->not_done, HasSubstr("not"));
  EXPECT_EQ(unknown.ask("/c/q/x/y")->outcome, MoveOutcome::kBelowSkipped);
}

TEST(Why, WhatIsNotRecordedIsCalledSo) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  make_trace(file, unknown_game_sql());
  sql(file, "UPDATE cutoff SET skipped_moves = NULL; DELETE FROM bound_update WHERE node = 1");
  {
    const OpenTrace trace(file);
    const auto maybe = trace.ask("/c/q");
    ASSERT_TRUE(maybe);
    EXPECT_EQ(maybe->outcome, MoveOutcome::kMaybeSkipped);
    EXPECT_FALSE(maybe->is_certain());
    // The bound update is missing, but its child is not.
    EXPECT_EQ(maybe->cut->origin->what, What::kChild);
    EXPECT_EQ(maybe->cut->origin->child->id, 2);
    EXPECT_THAT(maybe->facts[1].text, HasSubstr("the update itself is not recorded"));
  }
  sql(file,
      "UPDATE node SET alpha = NULL, beta = NULL; UPDATE node SET unrecorded = 5 WHERE id = 2");
  const OpenTrace trace(file);
  EXPECT_EQ(trace.ask("/c/q")->cut->origin->what, What::kNotRecorded);
  EXPECT_EQ(trace.ask("/a/z")->outcome, MoveOutcome::kMaybeUnrecorded);
  EXPECT_THAT(trace.ask("/a")->facts[0].text, HasSubstr("its window is not recorded"));
}

TEST(Why, AForwardCutIsAnAssumption) {
  const ScratchFolder folder;
  const std::string file = folder / "run.db";
  make_trace(file, unknown_game_sql());
  sql(file,
      "UPDATE cutoff SET kind = 2, cause = 9, child = NULL, value = NULL, reason = 'late' WHERE "
      "node = 9");
  const auto answer = OpenTrace(file).ask("/c/q");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->cut->reach, Reach::kNone);
  EXPECT_FALSE(answer->cut->origin.has_value());
  EXPECT_THAT(kinds_of(*answer), testing::ElementsAre("cut", "assumption", "trial"));
}

TEST(Why, TheRootsMovesAreComparedWithTheChosenOne) {
  const ScratchFolder folder;
  const OpenTrace trace(
      record(folder, "run", "tree --position [[3,12,8],[2,4,6],[14,5,2]] --force"));
  EXPECT_EQ(trace.ask("/1")->chosen, true);
  const auto second = trace.ask("/2");
  EXPECT_EQ(second->chosen, false);
  EXPECT_EQ(second->answer,
            "it was not chosen: the search found at most 2 for it, and exactly 3 for 1");
  EXPECT_EQ(trace.ask("/2/1")->chosen, std::nullopt);
}

}  // namespace
}  // namespace plytrace::test
