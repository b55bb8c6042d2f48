// SPDX-License-Identifier: MIT
//
// Trees of teachers: the conventions of courses, stats --pruned and check-answer, with public
// exercises whose answers are known (docs/teaching.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/json_schema.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr const char* kAima = "[[3,12,8],[2,4,6],[14,5,2]]";
constexpr const char* kEquality = "[[1,1],[5,3],[4,3,2]]";
constexpr const char* kNamed = "((D:3,E:5)B,(F:2,G:9)C)A;";

class Teaching : public ::testing::Test {
 protected:
  ProgramResult run(Words words, int exit_code = 0) {
    ProgramResult result = plytrace(words, folder_.path());
    EXPECT_EQ(result.exit_code, exit_code) << words[0] << ": " << result.out << result.err;
    return result;
  }
  void search(const std::string& tree, Words options = {}) {
    options.insert(options.begin(),
                   {"search", "tree", "--position", tree, "-o", "t.db", "--force"});
    run(options);
  }
  // The places of the pruned leaves from the left, and the value.
  std::pair<std::vector<int>, nlohmann::json> solved(const std::string& tree, Words options = {}) {
    search(tree, std::move(options));
    const std::string out = run({"stats", "t.db", "--pruned", "--format", "json"}).out;
    EXPECT_EQ(output_problems("stats_pruned", out), "");
    const nlohmann::json answer = parse_json(out);
    return {answer["pruned_leaves"].get<std::vector<int>>(), answer["value"]};
  }
  nlohmann::json checked(const std::string& tree, Words options, bool right) {
    options.insert(options.begin(), {"check-answer", tree});
    options.insert(options.end(), {"--format", "json"});
    const std::string out = run(options, right ? 0 : 1).out;
    EXPECT_EQ(output_problems("check-answer", out), "");
    return parse_json(out);
  }

  ScratchFolder folder_;
};

struct Exercise {
  const char* source;
  const char* tree;
  Words options;
  double value;
  std::vector<int> pruned;
};

TEST_F(Teaching, PublicExercisesHaveTheirPublishedAnswers) {
  const std::vector<Exercise> exercises = {
      {"Russell and Norvig, 3rd edition, figure 5.2", kAima, {}, 3, {5, 6}},
      {"the same with MIN at the root",
       "[[-3,-12,-8],[-2,-4,-6],[-14,-5,-2]]",
       {"-g", "root=min"},
       -3,
       {5, 6}},
      {"Wikipedia, alpha-beta pruning",
       "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]",
       {},
       6,
       {5, 9, 12, 13, 14}},
      {"Berkeley CS188, first quiz on alpha-beta", "[[10,8],[4,50]]", {}, 8, {4}},
      {"Berkeley CS188, second quiz", "[[[10,6],[100,8]],[[1,2],[20,4]]]", {}, 10, {4, 7, 8}},
      {"Canterbury COSC367, lab 11", "[2,[-1,5],[1,3],4]", {}, 4, {3, 5}},
      {"a course with labels at leaves",
       "[[[(\"m\",6),(\"n\",4)],[(\"o\",2),(\"p\",0)],[(\"q\",7),(\"r\",3)]],"
       "[[(\"s\",8),(\"t\",2)],[(\"u\",4),(\"v\",9)],[(\"w\",0),(\"x\",5)]],"
       "[[(\"y\",1),(\"z\",7)],[(\"z1\",3),(\"z2\",0)]]]",
       {},
       5,
       {6}},
      {"the example of many tutorials", "[[[2,3],[5,9]],[[0,1],[7,5]]]", {}, 3, {4, 7, 8}},
      {"mathspp, MAX first", "[[[3,4],[8,[-2,10],5]],7]", {}, 7, {4, 5, 6}},
      {"mathspp, MIN first", "[[[3,4],[8,[-2,10],5]],7]", {"-g", "root=min"}, 5, {}},
      {"equality decides", kEquality, {}, 3, {7}},
      {"equality decides, strict", kEquality, {"--cut", "strict"}, 3, {}},
      {"Wikipedia, strict",
       "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]",
       {"--cut", "strict"},
       6,
       {5, 12, 13, 14}},
      {"right to left", kAima, {"--order", "reverse"}, 3, {}},
      {"the largest utility is 14",
       "[[3,12,8],[14,14],[4,5,2]]",
       {"--window", "-inf,14"},
       14,
       {6, 7, 8}},
  };
  for (const Exercise& exercise : exercises) {
    SCOPED_TRACE(exercise.source);
    const auto [pruned, value] = solved(exercise.tree, exercise.options);
    EXPECT_EQ(pruned, exercise.pruned);
    EXPECT_EQ(value, exercise.value);
    EXPECT_THAT(run({"verify", "t.db"}).out, HasSubstr("VERIFIED"));
  }
}

// Worked out by hand, with alpha and beta on paper.
TEST_F(Teaching, TextbookTreesAreVisitedInTheOrderWorkedOutByHand) {
  struct Walk {
    const char* source;
    const char* tree;
    Words options;
    const char* paths;
  };
  const char* const wikipedia = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";
  const std::vector<Walk> walks = {
      {"Russell and Norvig", kAima, {}, "/ /1 /1/1 /1/2 /1/3 /2 /2/1 /3 /3/1 /3/2 /3/3"},
      {"the same with MIN at the root",
       "[[-3,-12,-8],[-2,-4,-6],[-14,-5,-2]]",
       {"-g", "root=min"},
       "/ /1 /1/1 /1/2 /1/3 /2 /2/1 /3 /3/1 /3/2 /3/3"},
      {"the same from right to left",
       kAima,
       {"--order", "reverse"},
       "/ /3 /3/3 /3/2 /3/1 /2 /2/3 /2/2 /2/1 /1 /1/3 /1/2 /1/1"},
      {"Berkeley CS188, first quiz", "[[10,8],[4,50]]", {}, "/ /1 /1/1 /1/2 /2 /2/1"},
      {"Berkeley CS188, second quiz",
       "[[[10,6],[100,8]],[[1,2],[20,4]]]",
       {},
       "/ /1 /1/1 /1/1/1 /1/1/2 /1/2 /1/2/1 /2 /2/1 /2/1/1 /2/1/2"},
      {"Wikipedia",
       wikipedia,
       {},
       "/ /1 /1/1 /1/1/1 /1/1/1/1 /1/1/1/2 /1/1/2 /1/1/2/1 /1/1/2/2 /1/2 /1/2/1 /1/2/1/1 "
       "/2 /2/1 /2/1/1 /2/1/1/1 /2/1/2 /2/1/2/1 /2/2 /2/2/1 /2/2/1/1 /3 /3/1 /3/1/1 /3/1/1/1"},
      {"mathspp", "[[[3,4],[8,[-2,10],5]],7]", {}, "/ /1 /1/1 /1/1/1 /1/1/2 /1/2 /1/2/1 /2"},
  };
  for (const Walk& walk : walks) {
    search(walk.tree, walk.options);
    const nlohmann::json answer =
        parse_json(run({"stats", "t.db", "--pruned", "--format", "json"}).out);
    std::string paths;
    for (const auto& visit : answer["order"]) {
      paths += (paths.empty() ? "" : " ") + visit["path"].get<std::string>();
    }
    EXPECT_EQ(paths, walk.paths) << walk.source;
  }
}

// Strict cuts and other ties are no errors of a search that declares them.
TEST_F(Teaching, ConventionsAreVerified) {
  for (const char* tree : {kAima, kEquality, "[[[3,3],[3,1]],[[3,4],[3]],[[2,3],[3,3]]]",
                           "[[[[5,5],[5]],[[5,4],5]],[[[5,6],[5,5]],[4,5]]]"}) {
    for (const Words& options : std::vector<Words>{{"--cut", "strict"},
                                                   {"--cut", "strict", "-a", "negamax"},
                                                   {"--cut", "strict", "--order", "reverse"},
                                                   {"--cut", "strict", "--ties", "last"},
                                                   {"--cut", "strict", "-g", "root=min"},
                                                   {"--ties", "last"},
                                                   {"--ties", "last", "-a", "negamax"},
                                                   {"--order", "reverse", "-a", "pvs"}}) {
      search(tree, options);
      const ProgramResult result = plytrace({"verify", "t.db"}, folder_.path());
      EXPECT_EQ(result.exit_code, 0) << tree << " " << options.back() << result.out;
    }
  }
}

TEST_F(Teaching, TheLastOfEqualMovesIsChosen) {
  search("[[3,4],[3,9],[1,5]]", {"--ties", "last"});
  EXPECT_THAT(run({"pv", "t.db"}).out, HasSubstr("pass 1: 2, 1"));
  search("[[3,4],[3,9],[1,5]]");
  EXPECT_THAT(run({"pv", "t.db"}).out, HasSubstr("pass 1: 1, 1"));
}

// A search that declares strict cuts, but cuts at an equal value, was VERIFIED.
TEST_F(Teaching, ACutAtEqualityContradictsStrictCuts) {
  search(kEquality);
  const std::string lines = run({"export", "t.db", "--to", "ndjson"}).out;
  std::string strict = lines;
  const std::size_t options = strict.find("\"options\":{");
  ASSERT_NE(options, std::string::npos);
  strict.insert(options + std::string("\"options\":{").size(), "\"cut\":\"strict\",");
  std::ofstream(folder_ / "strict.ndjson") << strict;
  run({"import", "strict.ndjson", "-o", "s.db"});
  EXPECT_THAT(run({"verify", "s.db"}, 1).out, HasSubstr("a cutoff needs a value < 3"));
}

// A search that declares the reverse order, but searched from left to right, was VERIFIED.
TEST_F(Teaching, AnOrderThatIsNotKeptIsAFinding) {
  for (const bool is_reversed : {false, true}) {
    search("[[3,12,8],[2,4,6],[14,5,2]]", {"--order", is_reversed ? "reverse" : "natural"});
    std::string lines = run({"export", "t.db", "--to", "ndjson"}).out;
    const std::string natural = "\"order\":\"natural\"";
    if (const std::size_t at = lines.find(natural); at != std::string::npos) {
      lines.replace(at, natural.size(), "\"order\":\"reverse\"");
    }
    std::ofstream(folder_ / "order.ndjson") << lines;
    run({"import", "order.ndjson", "-o", "o.db", "--force"});
    const ProgramResult result = run({"verify", "o.db"}, is_reversed ? 0 : 1);
    EXPECT_THAT(result.out, HasSubstr(is_reversed ? "VERIFIED" : "declares the order reverse"));
  }
}

TEST_F(Teaching, StrictCutsNeedASearchThatHasThem) {
  for (const Words& options :
       std::vector<Words>{{"-a", "pvs"}, {"-a", "mtdf"}, {"--fail", "hard"}, {"--table", "1"}}) {
    Words words = {"search", "tree", "--cut", "strict"};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_THAT(run(words, 2).err, HasSubstr("--cut strict: "));
  }
}

TEST_F(Teaching, PrunedPlacesOrderAndWindowsAreListed) {
  search(kNamed);
  const std::string text = run({"stats", "t.db", "--pruned"}).out;
  EXPECT_THAT(text, HasSubstr("visited  3 of 4 leaves: 1st to 3rd from the left"));
  EXPECT_THAT(text, HasSubstr("pruned   1 leaf: 4th from the left"));
  EXPECT_THAT(text, HasSubstr("2 <= alpha 3"));
  const std::string sheet = run({"stats", "t.db", "--pruned", "--markdown"}).out;
  EXPECT_THAT(sheet, HasSubstr("| /C/G | G | leaf | 4 | pruned |  |  | 9 |  |"));
  EXPECT_THAT(run({"stats", "t.db", "--pruned", "--format", "csv"}).out,
              HasSubstr("path,name,side,leaf,order,alpha,beta,value,cut"));
  run({"search", "connect4", "-d", "6", "-o", "large.db"});
  EXPECT_THAT(run({"stats", "large.db", "--pruned"}, 4).err, HasSubstr("more than 20,000 nodes"));
}

TEST_F(Teaching, RightAnswersInTheirWays) {
  checked(kAima, {"--pruned", "5th,6th", "--value", "3"}, true);
  checked(kAima, {"--pruned", "/2/2,leaf 6"}, true);
  checked(kAima, {"--values", "/1=3,/2=2,/3=2"}, true);
  checked(kNamed, {"--pruned", "G", "--values", "A=3,B=3,C=2"}, true);
  checked(kEquality, {"--cut", "strict", "--pruned", "none", "--value", "3"}, true);
  checked("[[[10,6],[100,8]],[[1,2],[20,4]]]", {"--pruned", "4th,/2/2"}, true);
}

TEST_F(Teaching, TheFirstWrongStepIsExplained) {
  nlohmann::json answer = checked(kAima, {"--pruned", "6th", "--value", "3"}, false);
  EXPECT_EQ(answer["path"], "/2/2");
  EXPECT_EQ(answer["step"], 7);
  EXPECT_THAT(answer["why"].get<std::string>(), HasSubstr("is cut because 2 <= alpha 3"));

  answer = checked(kAima, {"--pruned", "5th,6th,9th"}, false);
  EXPECT_EQ(answer["path"], "/3/3");
  EXPECT_THAT(answer["why"].get<std::string>(),
              HasSubstr("MIN node /3 has 5 so far, and a cut needs alpha >= 5, but alpha is 3"));

  answer = checked(kNamed, {"--pruned", "G", "--values", "B=5"}, false);
  EXPECT_EQ(answer["path"], "/B");
  EXPECT_THAT(answer["why"].get<std::string>(),
              HasSubstr("MIN node B is worth 3, not 5: the smallest of 3, 5"));

  answer = checked(kNamed, {"--values", "G=8"}, false);
  EXPECT_THAT(answer["why"].get<std::string>(), HasSubstr("it is pruned"));
}

// The only leaf was accepted as pruned, and a bound at the end of the window called the value.
TEST_F(Teaching, ARootIsNotPrunedAndABoundIsNoValue) {
  EXPECT_THAT(checked("5", {"--pruned", "1st"}, false)["why"].get<std::string>(),
              HasSubstr("the whole tree cannot be pruned"));
  EXPECT_THAT(checked(kAima, {"--window", "5,10", "--value", "3"}, false)["why"].get<std::string>(),
              HasSubstr("known to be <= 5 in this window, and the search returns 5, not 3"));
}

TEST_F(Teaching, TheConventionThatFitsIsNamed) {
  EXPECT_EQ(checked(kEquality, {"--pruned", "none"}, false)["right_with"][0], "--cut strict");
  EXPECT_EQ(checked(kAima, {"--order", "reverse", "--pruned", "5th,6th"}, false)["right_with"][0],
            "the usual conventions");
  EXPECT_THAT(run({"check-answer", kEquality, "--pruned", "none"}, 1).out,
              HasSubstr("The answer is right with --cut strict."));
  // Clamped values: MIN's 2 is raised to alpha.
  EXPECT_EQ(checked(kAima, {"--values", "/2=3"}, false)["right_with"][0], "--fail hard");
}

TEST_F(Teaching, AnswersThatNameNoNodeAreRefused) {
  EXPECT_THAT(run({"check-answer", kNamed, "--pruned", "Q"}, 3).err, HasSubstr("no node 'Q'"));
  // A bare number was the place of a leaf, even if another leaf had that score.
  EXPECT_THAT(run({"check-answer", kAima, "--pruned", "4,6"}, 3).err,
              HasSubstr("'4' may mean the 4th leaf from the left, or the 5th, which is worth 4; "
                        "write 4th or 5th"));
  EXPECT_THAT(run({"check-answer", kAima, "--pruned", "14"}, 3).err,
              HasSubstr("'14' may mean the 7th leaf from the left, which is worth 14; write 7th"));
  EXPECT_THAT(run({"check-answer", kNamed}, 2).err, HasSubstr("no answer; give --pruned"));
  EXPECT_THAT(run({"check-answer", kNamed, "--values", "B"}, 2).err, HasSubstr("NODE=VALUE"));
  EXPECT_THAT(run({"check-answer", "nowhere.json", "--value", "3"}, 3).err,
              HasSubstr("no file has this name"));
}

TEST_F(Teaching, PicturesShowNamesAndConventions) {
  const std::string named =
      run({"render", "--tree", kNamed, "--labels", "name,value", "-o", "-", "--to", "svg"}).out;
  for (const char* name : {">A<", ">B<", ">C<", ">D<", ">F<"}) EXPECT_THAT(named, HasSubstr(name));
  const std::string strict = run({"render", "--tree", kEquality, "--cut", "strict", "--order",
                                  "reverse", "-o", "-", "--to", "svg"})
                                 .out;
  EXPECT_THAT(strict, HasSubstr("strict cuts, right to left"));
  EXPECT_THAT(run({"render", "--tree", "(chance 3 5)", "-o", "-", "--to", "svg"}, 3).err,
              HasSubstr("chance nodes are not supported"));
}

// `import` read event lines only, so a tree in another form was an unknown event.
TEST_F(Teaching, ATreeIsImportedAsItsSearch) {
  const auto imported = run({"import", "--tree", kNamed, "-o", "i.db"});
  EXPECT_EQ(imported.out, "i.db: 1 search of the tree, 6 nodes\n");
  EXPECT_EQ(run({"verify", "i.db"}).exit_code, 0);
  std::ofstream(folder_ / "tree.json") << kAima;
  EXPECT_EQ(run({"import", "--tree", "tree.json", "-a", "minimax", "-o", "m.db"}).out,
            "m.db: 1 search of the tree, 13 nodes\n");
  EXPECT_THAT(run({"import", "x.jsonl", "--cut", "strict", "-o", "n.db"}, 2).err,
              HasSubstr("--tree"));
  run({"import", "--tree", "[[1,", "-o", "n.db"}, 3);
}

}  // namespace
}  // namespace plytrace::test
