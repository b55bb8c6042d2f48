// SPDX-License-Identifier: MIT
#include "viewer/answers/why/lost_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/json_schema.h"
#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

struct Lines {
  explicit Lines(const std::string& file)
      : reader(std::move(*TraceReader::open(file))),
        search(*reader.choose_search(std::nullopt)),
        pass(*reader.choose_pass(search, std::nullopt)) {}

  LineStory follow(const std::string& path) const {
    return follow_line(reader, search, pass, path);
  }

  TraceReader reader;
  SearchRow search;
  PassRow pass;
};

// A line of three moves a, b, c, and a root move d that was chosen. `more` changes the rows, such
// as the depths.
std::string line_sql(const std::string& more) {
  return "INSERT INTO move VALUES (1,'a'),(2,'b'),(3,'c'),(4,'d');"
         "INSERT INTO search (id, game, status, finished_at) VALUES (1,'g','finished',1);"
         "INSERT INTO pass (id, search, ordinal, root, last, status) VALUES (1,1,1,1,5,'finished');"
         "INSERT INTO node (id, parent, last, ply, move, side, depth, value, kind, role, best) "
         "VALUES "
         "(1,NULL,5,0,NULL,0,6,3,0,0,5), (2,1,4,1,1,1,5,2,0,0,3), (3,2,4,2,2,0,4,2,0,0,4), "
         "(4,3,4,3,3,1,3,2,1,0,NULL), (5,1,5,1,4,1,5,3,1,0,NULL);" +
         more + ";";
}

LineStory story_with(const std::string& more, const std::string& path) {
  const ScratchFolder folder;
  make_trace(folder / "t.db", line_sql(more));
  return Lines(folder / "t.db").follow(path);
}

TEST(LostLine, ALineThatWasPlayedIsNotLost) {
  const LineStory story = story_with("UPDATE node SET best = 2 WHERE id = 1", "/a/b/c");
  EXPECT_FALSE(story.loss.has_value());
  EXPECT_EQ(story.steps.size(), 3U);
  EXPECT_EQ(story.length, 3);
}

TEST(LostLine, TheFirstMoveThatItsSideDidNotTake) {
  const LineStory story = story_with("", "/a/b/c");
  EXPECT_EQ(story.loss, LineLoss::kNotChosen);
  EXPECT_EQ(story.ply, 1);
  EXPECT_EQ(story.node->id, 2);
  EXPECT_THAT(story.text, HasSubstr("and MAX took d (#5)"));
}

TEST(LostLine, AReductionThatWasNotRepeated) {
  const LineStory story = story_with(
      "UPDATE node SET best = 2 WHERE id = 1; UPDATE node SET best = NULL WHERE id = 2;"
      "UPDATE node SET role = 1, depth = 2, value = 4 WHERE id = 3; UPDATE node SET depth = 1 "
      "WHERE id = 4",
      "/a/b/c");
  EXPECT_EQ(story.loss, LineLoss::kReduction);
  EXPECT_EQ(story.ply, 2);
  EXPECT_EQ(story.node->id, 3);
  EXPECT_THAT(story.text, HasSubstr("was searched 2 plies shallower and not again"));
}

TEST(LostLine, AHorizonWithoutLostDepthWantsAnExtension) {
  const LineStory story = story_with("", "/a/b/c/a/b");
  EXPECT_EQ(story.loss, LineLoss::kHorizon);
  EXPECT_EQ(story.ply, 4);
  EXPECT_EQ(story.node->id, 4);
  EXPECT_THAT(story.text, HasSubstr("2 plies before the end of the line: no extension"));
}

TEST(LostLine, AHorizonBehindAReductionIsTheReductions) {
  const LineStory story = story_with(
      "UPDATE node SET role = 1, depth = 3 WHERE id = 2; UPDATE node SET depth = 2 WHERE id = 3;"
      "UPDATE node SET depth = 1 WHERE id = 4",
      "/a/b/c/d");
  EXPECT_EQ(story.loss, LineLoss::kReduction);
  EXPECT_EQ(story.ply, 1);
  EXPECT_EQ(story.node->id, 2);
  EXPECT_THAT(story.text,
              HasSubstr("2 plies shallower, and the depth was used up at #4 (/a/b/c), 1 "
                        "ply before the end of the line"));
}

TEST(LostLine, ATableAnswer) {
  const LineStory story = story_with(
      "UPDATE node SET kind = 3 WHERE id = 4; INSERT INTO table_probe (id, at, node, stored_by, "
      "stored_depth, bound, value, used) VALUES (1,4,4,2,5,0,2,3)",
      "/a/b/c/d");
  EXPECT_EQ(story.loss, LineLoss::kTable);
  EXPECT_EQ(story.node->id, 4);
  ASSERT_TRUE(story.entry.has_value());
  EXPECT_EQ(story.entry->stored_by, 2);
  EXPECT_THAT(story.text, HasSubstr("= 2, depth 5, stored by #2 (/a)"));
}

TEST(LostLine, ACutoffAndAForwardCut) {
  const std::string cutoff =
      "INSERT INTO cutoff (id, at, node, kind, cause, child, value, alpha, beta, skipped, "
      "skipped_moves) VALUES (1,4,3,";
  const LineStory beta = story_with(cutoff + "1,0,4,2,-9,1,1,'[\"d\"]')", "/a/b/d/a");
  EXPECT_EQ(beta.loss, LineLoss::kCutoff);
  EXPECT_EQ(beta.ply, 3);
  EXPECT_EQ(beta.node->id, 3);
  EXPECT_THAT(beta.text, HasSubstr("d was skipped at #3 (/a/b) by beta cutoff"));
  EXPECT_FALSE(beta.facts.empty());
  const LineStory forward = story_with(cutoff + "2,9,NULL,NULL,NULL,NULL,1,'[\"d\"]')", "/a/b/d");
  EXPECT_EQ(forward.loss, LineLoss::kForwardCut);
  EXPECT_THAT(forward.text, HasSubstr("late move"));
}

// Quiescence continues at the same position and drops quiet moves without an event.
TEST(LostLine, AHandOverIsFollowedAndWhatQuiescenceLeavesOutIsTheHorizon) {
  const std::string quiescence =
      "UPDATE node SET best = 2 WHERE id = 1; UPDATE node SET last = 4 WHERE id = 3;"
      "UPDATE node SET role = 5, move = NULL, ply = 2, kind = 0, phase = 1, side = 0, depth = 4 "
      "WHERE id = 4";
  const LineStory story = story_with(quiescence, "/a/b/c");
  EXPECT_EQ(story.loss, LineLoss::kHorizon);
  EXPECT_EQ(story.ply, 3);
  EXPECT_EQ(story.node->id, 4);
  EXPECT_EQ(story.steps.size(), 3U);
  EXPECT_TRUE(story.steps.back().chosen);
}

TEST(LostLine, AMoveThatNoEventNamesIsAnError) {
  const ScratchFolder folder;
  make_trace(folder / "t.db", line_sql(""));
  const Lines lines(folder / "t.db");
  const auto story = result_of([&] { return lines.follow("/a/x"); });
  ASSERT_FALSE(story.is_ok());
  EXPECT_EQ(story.status().code(), StatusCode::kBadInput);
}

// In real searches the reported cause agrees with the rows, for every line of two or three moves.
TEST(LostLine, BlamesWhatTheRowsOfASearchSay) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "tictactoe", "-d", "4", "-a", "pvs", "--iterative", "--table", "1",
                      "-o", "t.db"},
                     folder.path())
                .exit_code,
            0);
  const Lines lines(folder / "t.db");
  std::map<LineLoss, int> met;
  const std::string cells[] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
  for (const std::string& first : cells) {
    for (const std::string& second : cells) {
      for (const std::string& third : {std::string("a1"), std::string("b2"), std::string("c3")}) {
        if (first == second || second == third || first == third) continue;
        const LineStory story = lines.follow("/" + first + "/" + second + "/" + third);
        if (!story.loss) continue;
        ++met[*story.loss];
        ASSERT_TRUE(story.node.has_value());
        if (story.loss == LineLoss::kCutoff) {
          EXPECT_EQ(story.cut->node, story.node->id);
          EXPECT_THAT(*story.cut->skipped_moves,
                      HasSubstr("\"" +
                                std::vector<std::string>{first, second, third}.at(
                                    static_cast<std::size_t>(story.ply - 1)) +
                                "\""));
        } else if (story.loss == LineLoss::kTable) {
          EXPECT_EQ(story.node->kind, format::NodeKind::kTable);
        } else if (story.loss == LineLoss::kNotChosen) {
          EXPECT_NE(lines.reader.node(*story.node->parent)->best, story.node->id);
        }
      }
    }
  }
  EXPECT_GT(met[LineLoss::kCutoff], 20);
  EXPECT_GT(met[LineLoss::kNotChosen], 5);
}

TEST(LostLine, TheCommandReportsEachPass) {
  const ScratchFolder folder;
  ASSERT_EQ(plytrace({"search", "connect4", "-d", "5", "--iterative", "-o", "t.db"}, folder.path())
                .exit_code,
            0);
  const ProgramResult result =
      plytrace({"why", "t.db", "/d/d/d/d/d", "--line", "--format", "json"}, folder.path());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(output_problems("why_line", result.out), "");
  const auto answer = parse_json(result.out);
  EXPECT_EQ(answer["passes"].size(), 5U);
  EXPECT_EQ(answer["passes"][1]["lost"], "horizon");
  EXPECT_EQ(answer["passes"][1]["ply"], 3);
  EXPECT_EQ(answer["asked"]["lost"], answer["passes"][4]["lost"]);
  const ProgramResult text = plytrace({"why", "t.db", "/d/d/d/d/d", "--line"}, folder.path());
  EXPECT_THAT(text.out,
              HasSubstr("search 1, where each pass lost the line (you asked about pass 5):"));
  EXPECT_THAT(text.out,
              HasSubstr("  pass 2 (iteration, depth 2) (-inf, +inf): horizon at ply 3 of 5"));
  EXPECT_EQ(plytrace({"why", "t.db", "/d/z", "--line"}, folder.path()).exit_code, 3);
  EXPECT_THAT(plytrace({"why", "t.db", "/d/d/d", "--line", "--limit", "2"}, folder.path()).out,
              HasSubstr("3 earlier passes left out"));
}

}  // namespace
}  // namespace plytrace::test
