// SPDX-License-Identifier: MIT
//
// Covers plytrace baseline save and check, and the commands of docs/ci.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Baseline : public testing::Test {
 protected:
  ProgramResult run(const std::string& words) {
    return shell("$PLYTRACE " + words, folder_.path().string());
  }
  void search(const std::string& words) {
    const ProgramResult made = run("search " + words + " -q --force");
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  void save(const std::string& traces) {
    const ProgramResult saved = run("baseline save base " + traces + " --force");
    ASSERT_EQ(saved.exit_code, 0) << saved.err;
  }
  void expect_check(const std::string& words, int exit_code, const std::string& begin) {
    const ProgramResult checked = run("baseline check base " + words);
    EXPECT_EQ(checked.exit_code, exit_code) << words << checked.err;
    EXPECT_THAT(checked.out, StartsWith(begin)) << words;
  }
  // Changes a value, which verify finds.
  void refute(const std::string& trace) {
    sql(folder_ / trace, "UPDATE node SET value = value + 50 WHERE id = 2");
  }
  ScratchFolder folder_;
};

TEST_F(Baseline, IsTheSameForTheSameSearch) {
  search("connect4 -d 4 -o a.db");
  search("tictactoe -d 3 -o b.db");
  save("a.db b.db");
  const auto file = parse_json(read_file(folder_ / "base/a.json"));
  EXPECT_EQ(file["searches"][0]["nodes"], 979);
  EXPECT_EQ(file["searches"][0]["value"], -4);
  EXPECT_EQ(file["searches"][0]["best_move"], "d");
  EXPECT_EQ(file["searches"][0]["verdict"], "verified");
  search("connect4 -d 4 -o a.db");
  expect_check("a.db b.db", 0, "SAME: 2 searches\n");
  // A file that exists is kept.
  EXPECT_EQ(run("baseline save base a.db").exit_code, 2);
}

// A value that had become a bound was "SAME", as files held no claims.
TEST_F(Baseline, TellsAnExactValueFromABound) {
  const auto record = [&](const char* ends) {
    write_file(folder_ / "a.ndjson",
               std::string(R"({"event":"search","game":"x","captured":["usual"]}
{"event":"enter","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":4,"kind":"horizon"}
{"event":"end_search","value":4,"completed_depth":0,)") +
                   ends + "}\n");
    ASSERT_EQ(run("import a.ndjson -o a.db -q --force").exit_code, 0);
  };
  record(R"("lower":4,"upper":4)");
  save("a.db");
  ASSERT_EQ(run("collect a.db -o one.sum -q").exit_code, 0);
  record(R"("upper":4)");
  expect_check("a.db", 1, "CHANGED: 1 of 1 search\n");
  EXPECT_THAT(run("baseline check base a.db").out,
              HasSubstr("value at most 4 instead of exactly 4"));
  ASSERT_EQ(run("collect a.db -o two.sum -q").exit_code, 0);
  const ProgramResult compared = run("compare one.sum two.sum --baseline");
  EXPECT_EQ(compared.exit_code, 1) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("value at most 4 instead of exactly 4"));
  // A file of an older version has no claims and is compared without them.
  std::string text = read_file(folder_ / "base/a.json");
  for (const char* member : {"\"bound\":", "\"lower\":", "\"upper\":"}) {
    const auto at = text.find(member);
    ASSERT_NE(at, std::string::npos) << member;
    text.erase(at, text.find(',', at) + 1 - at);
  }
  write_file(folder_ / "base/a.json", text);
  expect_check("a.db", 0, "SAME: 1 search\n");
}

// INCOMPLETE instead of REFUTED was worse, and searches that are not compared were not mentioned.
TEST_F(Baseline, CollectionsSayWhatIsWorseAndWhatIsLeftOut) {
  const auto collect = [&](const char* captured, const char* to) {
    const std::string declared =
        std::string(R"({"event":"search","game":"x","fail":"soft","captured":[)") + captured +
        "]}\n";
    const std::string one = declared + R"({"event":"enter","side":"max","alpha":-9,"beta":9}
{"event":"enter","move":"a","side":"min","alpha":-9,"beta":9}
{"event":"leave","value":3,"kind":"terminal"}
{"event":"leave","value":4,"legal":1}
{"event":"end_search","value":4,"lower":4,"upper":4}
)";
    const std::string stopped = declared + R"({"event":"end_search","status":"time_limit"})" + "\n";
    write_file(folder_ / "a.ndjson", one + one + stopped);
    ASSERT_EQ(run("import a.ndjson -o a.db -q --force").exit_code, 0);
    ASSERT_NE(run(std::string("collect a.db --verify -q -o ") + to).exit_code, 0);
  };
  collect(R"("usual")", "refuted.sum");
  collect(R"("windows","cutoffs","roles","scores")", "incomplete.sum");
  const ProgramResult better = run("compare refuted.sum incomplete.sum --baseline");
  EXPECT_EQ(better.exit_code, 0) << better.out << better.err;
  EXPECT_THAT(better.out,
              HasSubstr("not compared: 1 unfinished search of A; 1 search of A with the "
                        "same question as an earlier one; 1 unfinished search of B"));
  const ProgramResult worse = run("compare incomplete.sum refuted.sum --baseline");
  EXPECT_EQ(worse.exit_code, 1);
  EXPECT_THAT(worse.out, HasSubstr("refuted instead of incomplete"));
}

TEST_F(Baseline, ReportsWhatChanged) {
  search("tree --position '[[3,12,8],[2,4,6],[14,5,2]]' -o a.db");
  save("a.db");
  // The file says another result than the search has.
  const std::string text = read_file(folder_ / "base/a.json");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write_file(folder_ / "base/a.json", changed.replace(at, from.size(), to));
  };
  with("\"nodes\": 11", "\"nodes\": 10");
  expect_check("a.db", 1,
               "CHANGED: 1 of 1 search\n  a.db, search 1 (tree, alphabeta, depth 2)\n"
               "    nodes 11 instead of 10 (+10.00 %)\n");
  expect_check("a.db --nodes-tolerance 10", 0, "SAME: 1 search\n");
  expect_check("a.db --nodes-tolerance 9.9", 1, "CHANGED");
  with("\"nodes\": 11", "\"nodes\": 12");  // fewer nodes are a change, too
  expect_check("a.db --nodes-tolerance 8", 1, "CHANGED");
  with("\"value\": 3", "\"value\": \"+inf\"");
  expect_check("a.db --value-tolerance 1000000", 1, "CHANGED");
  with("\"value\": 3", "\"value\": 4");
  expect_check("a.db", 1, "CHANGED");
  expect_check("a.db --value-tolerance 1", 0, "SAME");
  with("\"best_move\": \"1\"", "\"best_move\": \"2\"");
  EXPECT_THAT(run("baseline check base a.db").out, HasSubstr("best move 1 instead of 2"));
  // A better verdict is not a change.
  with("\"verified\"", "\"incomplete\"");
  expect_check("a.db", 0, "SAME");
  // Files of older versions have the depth as a text.
  with("\"depth\": 2", "\"depth\": \"2\"");
  expect_check("a.db", 0, "SAME");
  with("\"depth\": 2", "\"depth\": 3");
  expect_check("a.db", 4, "NOT COMPARABLE: no search could be compared\n");
}

TEST_F(Baseline, CountsAWorseVerdict) {
  search("connect4 -d 3 -o a.db");
  save("a.db");
  refute("a.db");
  const ProgramResult checked = run("baseline check base a.db");
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out, HasSubstr("verdict refuted instead of verified"));
  expect_check("a.db --no-verify", 0, "SAME");
}

// Without an old verdict, REFUTED was "SAME".
TEST_F(Baseline, RefutedIsAChangeWithoutAnOldVerdict) {
  search("connect4 -d 3 -o a.db");
  ASSERT_EQ(run("baseline save base a.db --no-verify").exit_code, 0);
  expect_check("a.db", 0, "SAME: 1 search\n");
  refute("a.db");
  expect_check("a.db", 1, "CHANGED: 1 of 1 search\n");
  EXPECT_THAT(run("baseline check base a.db").out, HasSubstr("verdict refuted instead of none"));
}

// Two collections with REFUTED searches were the same, and missing verdicts were not mentioned.
TEST_F(Baseline, CollectionsCountRefutedSearchesAndMissingVerdicts) {
  search("connect4 -d 3 -o a.db");
  ASSERT_EQ(run("collect a.db -o unjudged.sum").exit_code, 0);
  refute("a.db");
  (void)run("collect a.db --verify -o refuted.sum");
  const auto compare = [&](const std::string& a, const std::string& b, int exit_code) {
    const ProgramResult compared = run("compare " + a + ".sum " + b + ".sum --baseline");
    EXPECT_EQ(compared.exit_code, exit_code) << compared.out << compared.err;
    return compared.out;
  };
  EXPECT_THAT(compare("refuted", "refuted", 1),
              HasSubstr("REFUTED: 1 search of A, 1 search of B\n"));
  EXPECT_THAT(compare("unjudged", "refuted", 1), HasSubstr("verdict refuted instead of none"));
  const std::string text = compare("refuted", "unjudged", 0);
  EXPECT_THAT(text, HasSubstr("REFUTED: 1 search of A\n"));
  EXPECT_THAT(text, HasSubstr("verdicts of 1 search not compared"));
}

// A wrong number was read as 0, and damage was reported as a fault of the machine.
TEST_F(Baseline, ADamagedCollectionIsBadInput) {
  search("connect4 -d 3 -o a.db");
  ASSERT_EQ(run("collect a.db --verify -o good.sum").exit_code, 0);
  const auto expect_damaged = [&](const std::string& change, const std::string& message) {
    std::filesystem::copy_file(folder_ / "good.sum", folder_ / "bad.sum",
                               std::filesystem::copy_options::overwrite_existing);
    sql(folder_ / "bad.sum", change);
    const ProgramResult compared = run("compare good.sum bad.sum --baseline");
    EXPECT_EQ(compared.exit_code, 3) << change << compared.out;
    EXPECT_THAT(compared.err, HasSubstr("bad.sum: damaged collection: " + message)) << change;
  };
  expect_damaged("UPDATE search SET result_value = 'high'", "value is 'high'");
  expect_damaged("UPDATE search SET nodes = -5", "nodes is '-5'");
  expect_damaged("UPDATE search SET status = 'done'", "status is 'done'");
  expect_damaged("UPDATE search SET verdict = 'fine'", "verdict is 'fine'");
  expect_damaged("UPDATE ply SET nodes = 'many'", "number of nodes of a ply is 'many'");
  expect_damaged("DROP TABLE ply", "no such table: ply");
  std::string bytes = read_file(folder_ / "good.sum");
  for (std::size_t i = 2 * 4096; i < 3 * 4096; ++i) bytes[i] = '\x55';
  write_file(folder_ / "bad.sum", bytes);
  for (const std::string command :
       {"compare bad.sum good.sum --baseline", "collect bad.sum -o all.sum",
        "sql bad.sum \"SELECT 1 FROM trace WHERE file = 'a.db'\""}) {
    const ProgramResult asked = run(command);
    EXPECT_EQ(asked.exit_code, 3) << command;
    EXPECT_THAT(asked.err, HasSubstr("bad.sum: damaged collection")) << command;
  }
}

// The collection was called "not a trace" if the other file was missing or damaged.
TEST_F(Baseline, TheFileThatIsNoCollectionIsNamed) {
  search("connect4 -d 3 -o a.db");
  ASSERT_EQ(run("collect a.db -o a.sum").exit_code, 0);
  write_file(folder_ / "cut.sum", read_file(folder_ / "a.sum").substr(0, 5000));
  for (const std::string other : {"none.sum", "cut.sum"}) {
    for (const std::string& pair : {"a.sum " + other, other + " a.sum"}) {
      const ProgramResult compared = run("compare " + pair + " --baseline");
      EXPECT_EQ(compared.exit_code, 3) << pair;
      EXPECT_THAT(compared.err, StartsWith("plytrace: " + other + ": ")) << pair;
    }
  }
}

// The first file was there, or was replaced, when the second did not fit.
TEST_F(Baseline, AFullDiskLeavesNoHalfOfABaseline) {
  search("tictactoe -d 2 -o a.db");
  search("tictactoe -d 2 -o b.db");
  for (int i = 0; i < 4; ++i)
    ASSERT_EQ(run("search tictactoe -d 2 -o b.db --append -q").exit_code, 0);
  save("a.db");
  const std::string before = read_file(folder_ / "base/a.json");
  search("tictactoe -d 3 -o a.db");
  for (const std::string folder : {"base", "new"}) {
    const ProgramResult full = shell(
        "ulimit -f 2; $PLYTRACE baseline save " + folder + " a.db b.db --force", folder_.path());
    EXPECT_EQ(full.exit_code, 5) << full.out << full.err;
  }
  EXPECT_EQ(read_file(folder_ / "base/a.json"), before);
  EXPECT_EQ(shell("ls base", folder_.path()).out, "a.json\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

TEST_F(Baseline, SaysWhichTracesItCannotCompare) {
  search("tictactoe -d 2 -o a.db");
  search("tictactoe -d 3 -o b.db");
  save("a.db");
  expect_check("a.db b.db", 4, "NOT COMPARABLE: not all searches; no change in 1 search\n");
  EXPECT_THAT(run("baseline check base a.db b.db").out, HasSubstr("without a baseline: b.db;"));
  expect_check("b.db", 4, "NOT COMPARABLE: no search could be compared\n");
  EXPECT_THAT(run("baseline check base b.db").out, HasSubstr("but not given: a.db"));
  // A trace with one search more.
  search("tictactoe -d 2 -o a.db");
  ASSERT_EQ(run("search tictactoe -d 1 -o a.db --append -q").exit_code, 0);
  EXPECT_THAT(run("baseline check base a.db").out, HasSubstr("a new search"));
}

// One trace that could not be read ended the check: no verdict, no JUnit XML, an empty comment.
TEST_F(Baseline, ATraceThatCannotBeReadIsOneError) {
  search("tictactoe -d 2 -o a.db");
  search("tictactoe -d 3 -o b.db");
  save("a.db b.db");
  write_file(folder_ / "a.db", "no trace");
  const ProgramResult checked = run("baseline check base a.db b.db --junit r.xml");
  EXPECT_EQ(checked.exit_code, 3);
  EXPECT_THAT(checked.out,
              StartsWith("NOT COMPARABLE: not all searches; no change in 1 search\nnot compared: "
                         "a.db: "));
  EXPECT_EQ(checked.err, "");
  const std::string xml = read_file(folder_ / "r.xml");
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"0\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"a.db\" name=\"baseline\">\n      <error"));
  EXPECT_THAT(run("baseline check base a.db b.db --markdown").out, StartsWith("# NOT COMPARABLE"));
  const auto found = parse_json(run("baseline check base none.db b.db --json").out);
  EXPECT_EQ(found["unreadable"][0]["trace"], "none.db");
  EXPECT_EQ(found["compared"], 1);
  // A change of another trace is still the answer.
  std::string text = read_file(folder_ / "base/b.json");
  text.replace(text.find("\"nodes\": "), 9, "\"nodes\": 1");
  write_file(folder_ / "base/b.json", text);
  expect_check("a.db b.db", 1, "CHANGED: 1 of 1 search\n");
}

// A trace that was not given was named by the file of its baseline, and so was any other JSON file.
TEST_F(Baseline, NamesTheTraceThatWasNotGiven) {
  search("tictactoe -d 2 -o a.db");
  search("tictactoe -d 2 -o b.trace");
  save("a.db b.trace");
  write_file(folder_ / "base/package.json", "{\"name\": \"engine\"}");
  EXPECT_THAT(run("baseline check base a.db").out, EndsWith("but not given: b.trace\n"));
  EXPECT_THAT(run("baseline check base a.db --junit -").out,
              HasSubstr("classname=\"b.trace\" name=\"baseline\""));
  expect_check("a.db b.trace", 0, "SAME: 2 searches\n");
  // A file that was cut short still belongs to a trace.
  write_file(folder_ / "base/b.json", read_file(folder_ / "base/b.json").substr(0, 60));
  EXPECT_THAT(run("baseline check base a.db").out, EndsWith("but not given: b.json\n"));
}

// "x.db: Not a directory", with the exit code of a failing disk.
TEST_F(Baseline, SaysThatTheFolderComesFirst) {
  search("tictactoe -d 2 -o a.db");
  for (const char* action : {"save", "check"}) {
    const ProgramResult swapped = run(std::string("baseline ") + action + " a.db a.db");
    EXPECT_EQ(swapped.exit_code, 2) << action;
    EXPECT_THAT(swapped.err, HasSubstr("a.db: is not a folder; the folder of the baseline comes "
                                       "before the traces"));
  }
}

TEST_F(Baseline, WritesMarkdownAndJunit) {
  search("connect4 -d 3 -o a.db");
  save("a.db");
  search("connect4 -d 3 -a minimax -o a.db");
  const ProgramResult page = run("baseline check base a.db --markdown --junit r.xml");
  EXPECT_EQ(page.exit_code, 4);
  EXPECT_THAT(page.out, StartsWith("# NOT COMPARABLE"));
  EXPECT_THAT(page.out, HasSubstr("algorithm minimax instead of alphabeta"));
  const std::string xml = read_file(folder_ / "r.xml");
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<error message=\"not comparable: algorithm minimax"));
  EXPECT_EQ(run("baseline check base a.db --junit -").out, xml);
  EXPECT_EQ(run("baseline check base a.db --junit r.xml").exit_code, 2);
}

// The traces before the wrong one had been saved, and a second try was refused because of them.
TEST_F(Baseline, AWrongTraceLeavesNoHalfOfABaseline) {
  ASSERT_EQ(run("search tictactoe -d 3 -q -o good.db").exit_code, 0);
  EXPECT_EQ(run("baseline save half good.db none.db").exit_code, 3);
  EXPECT_EQ(run("baseline save half good.db").exit_code, 0);
}

TEST_F(Baseline, RefusesWhatItCannotRead) {
  search("tictactoe -d 1 -o a.db");
  EXPECT_EQ(run("baseline check base a.db").exit_code, 3);
  save("a.db");
  for (const std::string text :
       {"", "[]", "{}", "{\"form\":\"plytrace baseline 1\"}",
        "{\"form\":\"plytrace baseline 1\",\"trace\":\"a.db\",\"searches\":"
        "[{\"search\":1,\"nodes\":{},\"value\":1}]}"}) {
    write_file(folder_ / "base/a.json", text);
    const ProgramResult checked = run("baseline check base a.db");
    EXPECT_EQ(checked.exit_code, 3) << text;
    EXPECT_THAT(checked.out, HasSubstr("save it again")) << text;
  }
  std::filesystem::create_directory(folder_ / "other");
  std::filesystem::copy_file(folder_ / "a.db", folder_ / "other/a.db");
  EXPECT_THAT(run("baseline save base a.db other/a.db").err, HasSubstr("two traces"));
  EXPECT_THAT(run("baseline keep base a.db").err, HasSubstr("save"));
}

// The text of the fenced block that follows a heading or a marker.
std::string block_after(const std::string& page, const std::string& marker,
                        const std::string& fence) {
  const std::size_t at = page.find(fence, page.find(marker));
  if (at == std::string::npos) return {};
  const std::size_t begin = at + fence.size();
  return page.substr(begin, page.find("```", begin) - begin);
}

// The lines of one step of the workflow, without their indentation.
std::string step(const std::string& workflow, const std::string& name) {
  std::istringstream lines(workflow.substr(workflow.find("- name: " + name + "\n")));
  std::string commands;
  bool is_block = false;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.find("- name: ") == std::string::npos) {
    const std::size_t run = line.find("run: ");
    if (is_block && line.starts_with("          ")) {
      commands += line.substr(10) + "\n";
    } else if (run != std::string::npos) {
      is_block = line.ends_with("run: |");
      if (!is_block) commands += line.substr(run + 5) + "\n";
    }
  }
  return commands;
}

TEST_F(Baseline, TheWorkflowOfTheDocumentRuns) {
  const std::string page = read_file(source_path("docs/ci.md"));
  const std::string workflow = block_after(page, "## The workflow", "```yaml\n");
  const std::string path = "PATH=$(dirname \"$PLYTRACE\"):$PATH\n";
  std::filesystem::create_directory(folder_ / "ci");
  write_file(folder_ / "ci/search.sh", block_after(page, "## Record", "```sh\n"));
  const auto shell_e = [&](const std::string& commands) {
    return shell(path + "set -e\n" + commands, folder_.path().string());
  };
  const ProgramResult saved = shell_e("git() { :; }\n" + block_after(page, "## Save", "```sh\n"));
  EXPECT_EQ(saved.exit_code, 0) << saved.err;
  for (const char* name : {"Record", "Verify", "Compare with the baseline"}) {
    const std::string commands = step(workflow, name);
    EXPECT_THAT(commands, Not(testing::IsEmpty())) << name;
    const ProgramResult result = shell_e(commands);
    EXPECT_EQ(result.exit_code, 0) << name << result.err;
  }
  EXPECT_THAT(read_file(folder_ / "comment.txt"), StartsWith("# SAME: 2 searches\n"));
  EXPECT_THAT(read_file(folder_ / "baseline.xml"), HasSubstr("tests=\"2\" failures=\"0\""));
  // A change of an engine: the second trace has more nodes.
  ASSERT_EQ(shell_e("rm *.xml\nplytrace search connect4 --moves d,d,c -d 6 -a pvs --order reverse "
                    "-q --force -o traces/middle.db")
                .exit_code,
            0);
  EXPECT_EQ(shell_e(step(workflow, "Compare with the baseline")).exit_code, 4);
}

}  // namespace
}  // namespace plytrace::test
