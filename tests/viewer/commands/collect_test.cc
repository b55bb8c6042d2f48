// SPDX-License-Identifier: MIT
//
// Covers plytrace collect, compare --baseline of two collections, and plytrace merge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/json_schema.h"
#include "tests/test_support.h"

namespace plytrace::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ManyTraces : public ::testing::Test {
 protected:
  ProgramResult run(const std::string& words) {
    return shell("$PLYTRACE " + words, folder_.path().string());
  }
  nlohmann::json json(const std::string& words, int exit_code = 0) {
    const ProgramResult result = run(words + " --format json");
    EXPECT_EQ(result.exit_code, exit_code) << words << result.err;
    return parse_json(result.out);
  }
  // Three traces in a folder, one of two searches.
  void make_traces(const std::string& folder, const std::string& order = "natural") {
    fs::create_directories(folder_.path() / folder);
    const std::string search = "search tictactoe -q --order " + order + " -o " + folder + "/";
    ASSERT_EQ(run(search + "a.db -d 3").exit_code, 0);
    ASSERT_EQ(run(search + "b.db -d 3 --moves b2").exit_code, 0);
    ASSERT_EQ(run(search + "b.db -d 3 --moves b2,a1 --append").exit_code, 0);
    ASSERT_EQ(run(search + "c.db -d 4 --iterative").exit_code, 0);
  }
  std::string all(const std::string& query, const std::string& file = "all.sum") {
    return sql_value(folder_ / file, query);
  }
  // Everything but the ids.
  std::string content(const std::string& file) {
    return all(
        "SELECT group_concat(x, '|') FROM (SELECT t.file || s.search || s.digest || "
        "coalesce(s.verdict, '') || s.nodes || p.pass || y.ply || y.nodes AS x FROM trace t JOIN "
        "search s ON s.trace = t.id JOIN pass p ON p.trace = t.id AND p.search = s.search JOIN ply "
        "y ON y.trace = t.id AND y.pass = p.pass ORDER BY 1)",
        file);
  }
  ScratchFolder folder_;
};

TEST_F(ManyTraces, ARowForEachTraceSearchPassAndPly) {
  make_traces("t");
  const auto first = json("collect t -o all.sum --verify");
  EXPECT_EQ(first["added"], 3);
  EXPECT_EQ(all("SELECT count(*) FROM trace"), "3");
  EXPECT_EQ(all("SELECT count(*) FROM search WHERE verdict = 'verified'"), "4");
  EXPECT_EQ(all("SELECT count(*) FROM pass"), "7");
  EXPECT_EQ(
      all("SELECT sum(ply.nodes) FROM ply JOIN pass USING (trace, pass) WHERE pass = 1 AND trace "
          "= (SELECT id FROM trace WHERE file = 't/a.db')"),
      sql_value(folder_ / "t/a.db", "SELECT count(*) FROM node"));
  EXPECT_EQ(all("SELECT digest FROM trace WHERE file = 't/b.db'"),
            json("info t/b.db")["digest"].get<std::string>());
  // Again: nothing to do, and nothing changes.
  const std::string before = content("all.sum");
  const auto again = json("collect t -o all.sum --verify");
  EXPECT_EQ(again["unchanged"], 3);
  EXPECT_EQ(content("all.sum"), before);
}

TEST_F(ManyTraces, CollectionsMerge) {
  make_traces("t");
  ASSERT_EQ(run("collect t -o whole.sum --verify").exit_code, 0);
  ASSERT_EQ(run("collect t/a.db t/b.db -o one.sum --verify").exit_code, 0);
  ASSERT_EQ(run("collect t/b.db t/c.db -o two.sum --verify").exit_code, 0);
  EXPECT_EQ(json("collect one.sum two.sum -o both.sum")["merged"], 2);
  EXPECT_EQ(content("both.sum"), content("whole.sum"));
  EXPECT_EQ(json("collect two.sum one.sum -o both.sum")["merged"], 2);
  EXPECT_EQ(content("both.sum"), content("whole.sum"));
}

// A collection was called an SQLite file of another program; explore --answer exited with 5.
TEST_F(ManyTraces, ACommandForTracesSaysThatItsFileIsACollection) {
  make_traces("t");
  ASSERT_EQ(run("collect t -o all.sum").exit_code, 0);
  for (const char* command : {"info all.sum", "verify all.sum", "compare all.sum t/a.db --baseline",
                              "explore all.sum --no-open", "explore all.sum --answer traces"}) {
    const ProgramResult result = run(command);
    EXPECT_EQ(result.exit_code, 3) << command;
    EXPECT_THAT(result.err, HasSubstr("all.sum: not a trace, but a collection of traces; sql and "
                                      "collect read it"));
  }
  EXPECT_EQ(run("explore none.db --answer traces").exit_code, 3);
}

// A trace was a new one for each spelling of its path, and two traces of one name replaced each
// other.
TEST_F(ManyTraces, ATraceHasOneNameInACollection) {
  make_traces("t");
  make_traces("u", "static");
  EXPECT_EQ(json("collect t/a.db ./t/a.db \"$PWD/t/a.db\" -o all.sum")["added"], 1);
  for (const char* const folder : {"t", "u"}) {
    const std::string path = folder_ / folder;
    EXPECT_EQ(shell("$PLYTRACE collect -q a.db -o ../all.sum", path).exit_code, 0);
  }
  EXPECT_EQ(all("SELECT group_concat(file) FROM trace"), "t/a.db,u/a.db");
}

TEST_F(ManyTraces, CollectCountsTheVerdicts) {
  make_traces("t");
  shell("sqlite3 t/a.db 'UPDATE node SET value = value + 1 WHERE id = 1'", folder_.path().string());
  const ProgramResult result = run("collect t -o all.sum --verify --json");
  EXPECT_EQ(result.exit_code, 1);  // was 0, as if all were right
  EXPECT_EQ(output_problems("collect", result.out), "");
  EXPECT_EQ(parse_json(result.out)["verdicts"]["refuted"], 1);
  EXPECT_THAT(run("collect t -o all.sum --verify").out,
              HasSubstr("verdicts 3 verified, 1 refuted"));
}

// A trace that could not be read any more lost the rows of its earlier reading.
TEST_F(ManyTraces, ADamagedTraceKeepsItsEarlierRows) {
  make_traces("t");
  const auto done = json("collect t -o all.sum");
  const std::string whole = read_file(folder_ / "t/b.db"), rows = content("all.sum");
  write_file(folder_ / "t/b.db", whole.substr(0, whole.size() / 2));
  for (int i = 0; i < 2; ++i) {
    const auto damaged = json("collect t -o all.sum");
    EXPECT_EQ(damaged["unreadable"], 1);
    EXPECT_EQ(damaged["digest"], done["digest"]);
    EXPECT_EQ(content("all.sum"), rows);
    EXPECT_THAT(all("SELECT error FROM trace WHERE file = 't/b.db'"), HasSubstr("truncated"));
  }
  write_file(folder_ / "t/b.db", whole);
  EXPECT_EQ(json("collect t -o all.sum")["unreadable"], 0);
  EXPECT_EQ(all("SELECT count(*) FROM trace WHERE error IS NULL"), "3");
  EXPECT_EQ(content("all.sum"), rows);
}

TEST_F(ManyTraces, ADamagedTraceIsARowWithItsError) {
  make_traces("t");
  write_file(folder_ / "t/d.db", "no trace");
  const auto done = json("collect t -o all.sum");
  EXPECT_EQ(done["added"], 3);
  EXPECT_EQ(done["unreadable"], 1);
  EXPECT_THAT(all("SELECT error FROM trace WHERE file = 't/d.db'"), HasSubstr("d.db"));
  // The second run reported nothing of what it could not read.
  const auto again = json("collect t -o all.sum");
  EXPECT_EQ(again["unreadable"], 1);
  EXPECT_EQ(again["errors"], done["errors"]);
  EXPECT_EQ(run("collect t/d.db -o none.sum").exit_code, 3);
  EXPECT_EQ(run("collect missing.db -o all.sum").exit_code, 3);
  EXPECT_EQ(run("collect t/a.db -o t/a.db").exit_code, 2);
  EXPECT_EQ(run("collect t/a.db -o t/b.db").exit_code, 3);
}

TEST_F(ManyTraces, EqualBuildsHaveNothingWorse) {
  make_traces("t");
  make_traces("u");
  ASSERT_EQ(run("collect t -o a.sum").exit_code, 0);
  ASSERT_EQ(run("collect u -o b.sum").exit_code, 0);
  const auto found = json("compare a.sum b.sum --baseline");
  EXPECT_EQ(found["compared"], 4);
  EXPECT_EQ(found["worse_total"], 0);
  EXPECT_EQ(found["ratio"], 1.0);
  EXPECT_TRUE(found["wilcoxon_p"].is_null());
  for (int seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(json("compare a.sum b.sum --baseline --seed " + std::to_string(seed)), found);
  }
}

TEST_F(ManyTraces, ARegressionIsFoundWithItsPly) {
  make_traces("t");
  ASSERT_EQ(run("collect t -o a.sum").exit_code, 0);
  ASSERT_EQ(run("collect t -o b.sum").exit_code, 0);
  // 90 more nodes in ply 2 of one search.
  sql(folder_ / "b.sum",
      "UPDATE ply SET nodes = nodes + 90 WHERE ply = 2 AND trace = (SELECT id FROM trace WHERE "
      "file "
      "= 't/a.db'); UPDATE search SET nodes = nodes + 90 WHERE trace = (SELECT id FROM trace WHERE "
      "file = 't/a.db')");
  const auto found = json("compare a.sum b.sum --baseline", 1);
  ASSERT_EQ(found["worse_total"], 1);
  const auto& worse = found["worse"][0];
  EXPECT_EQ(worse["trace_b"], "t/a.db");
  EXPECT_EQ(worse["what"], (nlohmann::json{"nodes"}));
  EXPECT_EQ(worse["nodes_b"].get<int>() - worse["nodes_a"].get<int>(), 90);
  EXPECT_EQ(worse["ply"], 2);
  EXPECT_EQ(found["plies"][2]["searches_with_more"], 1);
  EXPECT_EQ(found["plies"][1]["searches_with_more"], 0);
  EXPECT_EQ(output_problems("compare_collections",
                            run("compare a.sum b.sum --baseline --format json").out),
            "");
  EXPECT_THAT(run("compare a.sum b.sum --baseline").out, HasSubstr("most in ply 2"));
  EXPECT_EQ(json("compare a.sum b.sum --baseline --nodes-tolerance 1000")["worse_total"], 0);
  EXPECT_EQ(run("compare a.sum b.sum").exit_code, 2);
}

// The seed of the bootstrap was always 0. Another one draws other samples for the interval, and
// changes nothing else.
TEST_F(ManyTraces, TheIntervalIsDrawnWithASeed) {
  write_file(folder_ / "p.txt", "start\nstart moves a1\nstart moves b2\n");
  ASSERT_EQ(run("suite tictactoe --positions p.txt --depths 1..5 --with minimax --with alphabeta "
                "--record summary -o t")
                .exit_code,
            0);
  ASSERT_EQ(run("collect t -o a.sum").exit_code, 0);
  ASSERT_EQ(run("collect t -o b.sum").exit_code, 0);
  sql(folder_ / "b.sum", "UPDATE search SET nodes = nodes + 1 + search * search * nodes / 100");
  const auto usual = json("compare a.sum b.sum --baseline", 1);
  EXPECT_EQ(json("compare a.sum b.sum --baseline --seed 0", 1), usual);
  auto other = json("compare a.sum b.sum --baseline --seed 5", 1);
  EXPECT_NE(other["ratio_high"], usual["ratio_high"]);
  other["ratio_low"] = usual["ratio_low"];
  other["ratio_high"] = usual["ratio_high"];
  EXPECT_EQ(other, usual);
  ASSERT_EQ(run("search tictactoe -d 2 -q -o c.db").exit_code, 0);
  EXPECT_THAT(run("compare c.db c.db --baseline --seed 1").err,
              HasSubstr("--seed applies only to two collections"));
}

TEST_F(ManyTraces, AMergedTraceHasTheContentOfItsParts) {
  make_traces("t");
  const auto merged = json("merge t/a.db t/b.db t/c.db -o all.db");
  EXPECT_EQ(merged["searches"], 4);
  EXPECT_EQ(sql_value(folder_ / "all.db", "SELECT value FROM meta WHERE name = 'writer'"), "pages");
  const auto all = json("info all.db");
  EXPECT_EQ(all["searches"][0]["digest"], json("info t/a.db")["searches"][0]["digest"]);
  EXPECT_EQ(all["searches"][1]["digest"], json("info t/b.db")["searches"][0]["digest"]);
  EXPECT_EQ(all["searches"][2]["digest"], json("info t/b.db")["searches"][1]["digest"]);
  EXPECT_EQ(all["searches"][3]["digest"], json("info t/c.db")["searches"][0]["digest"]);
  EXPECT_EQ(run("verify all.db").exit_code, 0);
  EXPECT_EQ(run("merge t/a.db -o t/a.db --force").exit_code, 2);
  ASSERT_EQ(run("search tictactoe -d 3 -q --max-ply 1 -o part.db").exit_code, 0);
  EXPECT_THAT(run("merge part.db -o x.db").err, HasSubstr("not recorded"));
  EXPECT_FALSE(fs::exists(folder_ / "x.db"));
  EXPECT_THAT(run("merge part.db -o all.db").err, HasSubstr("another name or replace it"));
}

// A copy of a trace that lacks events, or of an altered one, was VERIFIED with nothing assumed.
TEST_F(ManyTraces, NothingIsMergedThatVerifyWouldBelieveOnlyInTheCopy) {
  write_file(folder_ / "lost.ndjson", R"({"event":"search","captured":["usual"],"depth":1}
{"event":"enter","node":1,"side":"max","depth":1}
{"event":"enter","node":2,"move":"a","side":"min","depth":0}
{"event":"leave","node":2,"value":3,"kind":"horizon"}
{"evnt":"enter","node":3,"move":"b","side":"min","depth":0}
{"event":"leave","node":1,"value":3}
{"event":"end_search","value":3,"lower":3,"upper":3}
)");
  ASSERT_EQ(run("import lost.ndjson -o lost.db --lenient -q").exit_code, 0);
  EXPECT_EQ(run("verify lost.db").exit_code, 4);
  EXPECT_THAT(run("merge lost.db -o x.db").err, HasSubstr("1 event is missing"));
  // An import of the exported lines lacks them, too.
  const std::string lines = run("export lost.db --to ndjson").out;
  EXPECT_THAT(lines, HasSubstr("{\"event\":\"missing\",\"events\":1}\n"));
  write_file(folder_ / "lines.ndjson", lines);
  ASSERT_EQ(run("import lines.ndjson -o again.db -q").exit_code, 0);
  EXPECT_THAT(run("verify again.db").out, HasSubstr("at least 1 event is missing"));

  ASSERT_EQ(run("search connect4 -d 3 -q -o own.db").exit_code, 0);
  sql(folder_ / "own.db",
      "UPDATE cutoff SET reason = 'late' WHERE id = (SELECT min(id) FROM cutoff)");
  EXPECT_THAT(run("merge own.db -o x.db").err, HasSubstr("was changed after it was recorded"));
  EXPECT_FALSE(fs::exists(folder_ / "x.db"));
}

// info said "complete" of 2 recorded nodes where the engine had counted 1,000.
TEST_F(ManyTraces, InfoComparesTheEnginesCount) {
  write_file(folder_ / "few.ndjson", R"({"event":"enter","side":"max"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"end_search","value":3,"nodes":1000}
)");
  ASSERT_EQ(run("import few.ndjson -o few.db -q").exit_code, 0);
  EXPECT_THAT(
      run("info few.db").out,
      HasSubstr("not complete: 999 nodes that search 1 counted itself are not in the file"));
  EXPECT_EQ(json("info few.db")["complete"], false);
}

}  // namespace
}  // namespace plytrace::test
