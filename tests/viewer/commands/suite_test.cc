// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/suite.cc and what it is made of: plytrace suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "tests/json_schema.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

const std::string kThree =
    "start\n# a comment\nstart moves d,d,c\n......./......./......./......./......./...X... O\n";
const std::string kTwoSearchers = " --with minimax --with 'pvs --order history --table 1'";

class SuiteCommand : public ::testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "p.txt", kThree); }
  ProgramResult suite(const std::string& words) {
    return shell("$PLYTRACE suite connect4 --positions p.txt " + words, folder_.path().string());
  }
  // The lines of a table without their times.
  std::vector<std::string> rows(const std::string& file) {
    const auto cut = shell("sed -E 's/,[0-9]+[.][0-9]{6},finished/,T,finished/' " + file,
                           folder_.path().string());
    std::istringstream stream(cut.out);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }

  ScratchFolder folder_;
};

TEST_F(SuiteCommand, ARowForEachPositionSearcherAndDepth) {
  const auto json = parse_json(suite("--depths 1..2,4" + kTwoSearchers + " --format json").out);
  ASSERT_EQ(json["searches"].size(), 18U);
  EXPECT_EQ(json["depths"], (nlohmann::json{1, 2, 4}));
  const auto& row = json["searches"][5];  // the first position, pvs to depth 4
  const auto alone = parse_json(
      shell("$PLYTRACE search connect4 -a pvs --order history --table 1 -d 4 --format json").out);
  EXPECT_EQ(row["line"], 1);
  EXPECT_EQ(row["searcher"], "pvs --order history --table 1");
  EXPECT_EQ(row["depth"], 4);
  EXPECT_EQ(row["value"], alone["value"]);
  EXPECT_EQ(row["best_move"], alone["best_move"]);
  for (const char* key : {"nodes", "leaf_evaluations", "ordering_evaluations", "alpha_cutoffs",
                          "beta_cutoffs", "cutoffs_skipping", "skipped", "table_hits"}) {
    EXPECT_EQ(row[key], alone["counters"][key]) << key;
  }
  // Minimax visits 1 + 7 + 49 + 343 + 2401 nodes.
  EXPECT_EQ(json["searches"][2]["nodes"], 2801);
  EXPECT_EQ(json["searches"][17]["line"], 4);
}

TEST_F(SuiteCommand, SearchesThatAreInTheTableAreNotRepeated) {
  ASSERT_EQ(suite("--depths 1..3 -o one" + kTwoSearchers).exit_code, 0);
  const auto whole = rows("one/suite.csv");
  ASSERT_EQ(whole.size(), 19U);
  // Cut in the middle of a row, as by a kill.
  ASSERT_EQ(shell("mkdir cut; head -c 2500 one/suite.csv > cut/suite.csv", folder_.path().string())
                .exit_code,
            0);
  const auto again = parse_json(suite("--depths 1..3 -o cut --format json" + kTwoSearchers).out);
  EXPECT_GT(again["reused"], 0);
  EXPECT_LT(again["reused"], 18);
  EXPECT_EQ(rows("cut/suite.csv"), whole);
  // One depth first, then all: the rows are in the order of the input.
  ASSERT_EQ(suite("--depths 2 -o grown" + kTwoSearchers).exit_code, 0);
  const auto grown = parse_json(suite("--depths 1..3 -o grown --format json" + kTwoSearchers).out);
  EXPECT_EQ(grown["reused"], 6);
  EXPECT_EQ(rows("grown/suite.csv"), whole);
}

TEST_F(SuiteCommand, JobsChangeNothing) {
  ASSERT_EQ(suite("--depths 1..4 -o one --record full --verify" + kTwoSearchers).exit_code, 0);
  ASSERT_EQ(suite("--depths 1..4 -o two --record full --verify --jobs 3" + kTwoSearchers).exit_code,
            0);
  const auto one = shell("sed s,one/,two/, one/suite.csv > moved.csv", folder_.path().string());
  ASSERT_EQ(one.exit_code, 0);
  EXPECT_EQ(rows("moved.csv"), rows("two/suite.csv"));
  const std::string trace = folder_ / "two/000001.db";
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM search"), "24");
  EXPECT_EQ(plytrace({"verify", trace}).exit_code, 0);
}

TEST_F(SuiteCommand, VerifyJudgesEachSearchAndLeavesNoTrace) {
  const auto json = parse_json(suite("--depths 3 --verify --format json" + kTwoSearchers).out);
  for (const auto& row : json["searches"]) EXPECT_EQ(row["verdict"], "verified");
  EXPECT_THAT(suite("--depths 3 --verify -o out" + kTwoSearchers).out,
              HasSubstr("verdicts 6 verified\n"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out")) {
    ++files;
    EXPECT_EQ(entry.path().filename(), "suite.csv");
  }
  EXPECT_EQ(files, 1U);
}

TEST_F(SuiteCommand, ASummaryTraceHasCountsByPly) {
  ASSERT_EQ(suite("--depths 4 --record summary -o sums --with minimax").exit_code, 0);
  const std::string trace = folder_ / "sums/000001.db";
  EXPECT_EQ(
      sql_value(trace, "SELECT group_concat(nodes + unrecorded) FROM ply_summary WHERE pass = 1"),
      "1,7,49,343,2401");
  EXPECT_EQ(sql_value(trace, "SELECT count(*) FROM node"), "3");
}

TEST_F(SuiteCommand, WrongUseIsRefusedBeforeTheFirstSearch) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"--depths 3..1", "--depths: '3..1' is not a list of depths"},
      {"--depths 2,2", "is not a list of depths"},
      {"--depths 1 --with 'pvs --tabel 3'", "unknown option '--tabel' (did you mean '--table'?)"},
      {"--depths 1 --with pvz", "'pvz' is not an algorithm"},
      {"--depths 1 --with pvs --with 'pvs --order natural'", "in the same way as an earlier one"},
      {"--depths 1 --with 'pvs -d 2'", "names a depth, and so does --depths"},
      {"--with pvs", "-d: a depth is needed"},
      {"--depths 1 --record full", "name a folder with -o"},
      {"--depths 1 --record summary --verify -o x", "--verify needs whole trees"},
      {"--depths 1 --record full -o x.csv", "names a table only"},
      {"--depths 1 -o p.txt", "p.txt: is a file; name a folder"}};
  for (const auto& [words, message] : cases) {
    const ProgramResult result = suite(words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(message)) << words;
  }
  write_file(folder_ / "other.csv", "a,b\n1,2\n");
  EXPECT_EQ(suite("--depths 1 -o other.csv").exit_code, 3);
  EXPECT_EQ(read_file(folder_ / "other.csv"), "a,b\n1,2\n");
  write_file(folder_ / "p.txt", "start\nstart moves d,x\n");
  EXPECT_THAT(suite("--depths 1").err, HasSubstr("p.txt:2: move 2 'x'"));
}

// 7 to the 5th positions, each after another five moves: no side can have four in a row yet.
TEST_F(SuiteCommand, TracesOfALargeSuiteHoldMoreSearches) {
  std::string positions;
  for (int number = 0; number < 16'807; ++number) {
    for (int i = 0, rest = number; i < 5; ++i, rest /= 7) positions += std::to_string(rest % 7 + 1);
    positions += '\n';
  }
  write_file(folder_ / "p.txt", positions);
  ASSERT_EQ(suite("--depths 1 --record full --part 2/100 -o out").exit_code, 0);
  EXPECT_EQ(shell("ls out", folder_.path().string()).out, "000169.db\n000257.db\nsuite.csv\n");
  EXPECT_EQ(sql_value(folder_ / "out/000169.db", "SELECT count(*) FROM search"), "88");
  // 67,228 searches.
  ASSERT_EQ(suite("--depths 1..4 --record full --part 21/1000 -o more").exit_code, 0);
  EXPECT_EQ(shell("ls more", folder_.path().string()).out, "001345.db\nsuite.csv\n");
  ASSERT_EQ(suite("--depths 1..4 --record full --part 16/1000 -o more").exit_code, 0);
  EXPECT_EQ(shell("ls more", folder_.path().string()).out,
            "001009.db\n001025.db\n001345.db\nsuite.csv\n");
}

TEST_F(SuiteCommand, OneSearchHasTheSameColumns) {
  const ProgramResult one = plytrace({"search", "connect4", "-d", "2", "--format", "csv"});
  const ProgramResult all = suite("--depths 2 --format csv");
  EXPECT_THAT(one.out, StartsWith(all.out.substr(0, all.out.find('\n') + 1)));
}

// A table by hand: four positions, and twice, half, thrice and once the nodes of the reference.
std::string hand_made_table() {
  const std::string heading =
      "position,line,game,game_options,searcher,algorithm,order,table,evaluator,options,depth,"
      "completed_depth,value,bound,best_move,nodes,leaf_evaluations,ordering_evaluations,"
      "alpha_cutoffs,beta_cutoffs,cutoffs_skipping,skipped,eval_cache_hits,table_hits,"
      "seconds,status,trace,search,verdict,digest\n";
  const auto row = [](int position, const std::string& searcher, int nodes, int value) {
    const std::string number = std::to_string(position);
    return "p" + number + "," + number + ",g,{}," + searcher + "," + searcher +
           ",natural,0,e,{},3,3," + std::to_string(value) + ",exact,m," + std::to_string(nodes) +
           ",1,0,0,0,0,0,0,0,0.5,finished,,,,\n";
  };
  std::string text = heading;
  for (int i = 1; i <= 4; ++i) {
    const int factors[] = {20, 5, 30, 10};
    text += row(i, "old", 10 * i, 7);
    text += row(i, "new", factors[i - 1] * i, i == 3 ? 8 : 7);
  }
  // Two tables joined: the heading and one row occur again.
  return text + heading + row(1, "old", 10, 7);
}

TEST_F(SuiteCommand, TheSummaryComparesWithTheReference) {
  write_file(folder_ / "t.csv", hand_made_table());
  const ProgramResult result =
      shell("$PLYTRACE suite --summary t.csv --format json", folder_.path().string());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto json = parse_json(result.out);
  EXPECT_EQ(output_problems("suite_summary", result.out), "");
  EXPECT_EQ(json["reference"], "old");
  EXPECT_EQ(json["positions"], 4);
  EXPECT_EQ(json["duplicates"], 1);
  const auto& old = json["searchers"][0];
  EXPECT_EQ(old["searches"], 4);
  EXPECT_EQ(old["mean"], 25);
  EXPECT_EQ(old["median"], 25);
  EXPECT_TRUE(old["ratio"].is_null());
  const auto& row = json["searchers"][1];
  EXPECT_EQ(row["mean"], 40);  // 20, 10, 90, 40
  EXPECT_EQ(row["median"], 30);
  EXPECT_NEAR(row["ratio"].get<double>(), 1.3160740129524924, 1e-12);  // 3 ^ 1/4
  EXPECT_GE(row["ratio_low"], 0.5);
  EXPECT_LE(row["ratio_high"], 3);
  // The differences are 10, -10, 60, 0: ranks 1.5, -1.5, 3.
  EXPECT_EQ(row["wilcoxon_pairs"], 3);
  EXPECT_EQ(row["wilcoxon_rank_sum"], 4.5);
  EXPECT_NEAR(row["wilcoxon_p"].get<double>(), 0.4142161782425251, 1e-12);
  EXPECT_EQ(row["comparable"], 4);
  EXPECT_EQ(row["same_value"], 3);
  EXPECT_EQ(row["same_move"], 4);
  EXPECT_EQ(json["disagreements_total"], 1);
  EXPECT_EQ(json["disagreements"][0]["line"], 3);
  EXPECT_EQ(json["disagreements"][0]["reference_value"], 7);
  const std::string text =
      shell("$PLYTRACE suite --summary t.csv --reference new", folder_.path().string()).out;
  EXPECT_THAT(text,
              StartsWith("1 search disagrees with new or is refuted:\n  old, depth 3, line 3: "
                         "value 7 instead of 8  p3\n"));
}

// Searches of other trees were compared, and searchers with one name could not be distinguished.
TEST_F(SuiteCommand, TheSummaryComparesSearchesOfOneTree) {
  write_file(folder_ / "s.txt", "\xEF\xBB\xBFstart\r\n");  // as Windows' editors write it
  for (const char* const branching : {"3", "6"}) {
    const std::string game = std::string("suite synthetic -g depth=4 -g branching=") + branching;
    ASSERT_EQ(shell("$PLYTRACE " + game +
                        " --positions s.txt --depths 4 -o t.csv -q --with minimax"
                        " --with alphabeta",
                    folder_.path().string())
                  .exit_code,
              0);
  }
  ASSERT_EQ(
      shell("$PLYTRACE suite synthetic -g depth=4 -g branching=2 --positions s.txt --depths 4 "
            "-o t.csv -q --with alphabeta",
            folder_.path().string())
          .exit_code,
      0);
  const ProgramResult result =
      shell("$PLYTRACE suite --summary t.csv --reference minimax --json", folder_.path().string());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(output_problems("suite_summary", result.out), "");
  const auto json = parse_json(result.out);
  std::map<std::string, double> ratios;
  for (const auto& row : json["searchers"]) {
    ratios[row["searcher"].get<std::string>()] =
        row["ratio"].is_null() ? 0 : row["ratio"].get<double>();
  }
  // 62 of 121 nodes, 300 of 1,555.
  EXPECT_THAT(ratios,
              ElementsAre(Pair("alphabeta (branching 2)", 0),
                          Pair("alphabeta (branching 3)", DoubleNear(62.0 / 121, 1e-12)),
                          Pair("alphabeta (branching 6)", DoubleNear(300.0 / 1555, 1e-12)),
                          Pair("minimax (branching 3)", 0), Pair("minimax (branching 6)", 0)));
  EXPECT_EQ(json["without_partner"], 1);
}

// Two lines with one position counted as two searches, so that p and the interval were too good.
TEST_F(SuiteCommand, TheSummaryCountsASearchOnce) {
  write_file(folder_ / "s.txt", "start\n4\nstart moves d\nstart\n");
  ASSERT_EQ(shell("$PLYTRACE suite connect4 --positions s.txt --with minimax --with alphabeta "
                  "--depths 2 -o t.csv -q",
                  folder_.path().string())
                .exit_code,
            0);
  const auto json = parse_json(
      shell("$PLYTRACE suite --summary t.csv t.csv --json", folder_.path().string()).out);
  EXPECT_EQ(json["positions"], 2);
  EXPECT_EQ(json["duplicates"], 12);
  EXPECT_EQ(json["searchers"][1]["pairs"], 2);
}

TEST_F(SuiteCommand, ThePlotShowsTheMinimalTree) {
  write_file(folder_ / "s.txt", "start\n");
  ASSERT_EQ(shell("$PLYTRACE suite synthetic -g branching=3 -g depth=5 --positions s.txt --with "
                  "alphabeta --depths 1..5 --plot n.gp",
                  folder_.path().string())
                .exit_code,
            0);
  const std::string script = read_file(folder_ / "n.gp");
  // 1 + 3 + 5 + 11 + 17 + 35: Knuth and Moore's minimal tree with three moves.
  EXPECT_THAT(script, HasSubstr("$curve2 << EOD\n1 4\n2 9\n3 20\n4 37\n5 72\nEOD\n"));
  EXPECT_THAT(script, HasSubstr("minimal tree (Knuth and Moore)"));
  EXPECT_THAT(script, HasSubstr("set logscale y"));
  EXPECT_THAT(script, HasSubstr("$curve1 using 1:2:3:4 with yerrorlines title 'alphabeta'"));
  ASSERT_EQ(shell("$PLYTRACE suite synthetic -g branching=3 -g depth=5 --positions s.txt --with "
                  "alphabeta --depths 1..5 --plot n.gp --what leaves --force --width 85mm",
                  folder_.path().string())
                .exit_code,
            0);
  EXPECT_THAT(read_file(folder_ / "n.gp"), HasSubstr("\n1 3\n2 5\n3 11\n4 17\n5 35\nEOD\n"));
}

// An unknown word was a search without status, bound or verdict, and a wrong number was 0.
TEST_F(SuiteCommand, ACellThatNoSuiteWritesIsRefused) {
  ASSERT_EQ(suite("--depths 1..2 --verify -o t.csv").exit_code, 0);
  const std::vector<std::pair<std::string, std::string>> changes{
      {"s/,exact,/,about,/", "'about' is no bound"},
      {"s/,finished,/,done,/", "'done' is no status"},
      {"s/,verified,/,fine,/", "'fine' is no verdict"},
      {"s/,[0-9]*[.][0-9]*,finished/,soon,finished/", "'soon' is no seconds"}};
  for (const auto& [change, message] : changes) {
    const ProgramResult read =
        shell("sed '3" + change + "' t.csv > u.csv; $PLYTRACE suite --summary u.csv",
              folder_.path().string());
    EXPECT_EQ(read.exit_code, 3) << change << read.out;
    EXPECT_THAT(read.err, HasSubstr("u.csv:3: " + message)) << change;
  }
}

TEST_F(SuiteCommand, ASummaryNeedsATableOfASuite) {
  write_file(folder_ / "t.csv", "a,b\n1,2\n");
  EXPECT_THAT(shell("$PLYTRACE suite --summary t.csv", folder_.path().string()).err,
              HasSubstr("t.csv: is not a table of plytrace suite"));
  write_file(folder_ / "u.csv", hand_made_table());
  EXPECT_THAT(
      shell("$PLYTRACE suite --summary u.csv --reference olds", folder_.path().string()).err,
      HasSubstr("no row is of a searcher 'olds' (did you mean 'old'?)"));
}

}  // namespace
}  // namespace plytrace::test
