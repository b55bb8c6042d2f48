// SPDX-License-Identifier: MIT
//
// Covers examples/: the programs build and run, and plytrace gives for their traces the verdicts
// that examples/README.md names, and the counts that the programs print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;

// The number after a word in text such as "value 3, nodes 18297, cutoffs 8180".
std::int64_t number_in(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word + " ");
  return at == std::string::npos ? -1 : std::stoll(text.substr(at + word.size() + 1));
}

class Examples : public ::testing::Test {
 protected:
  // Runs a command with $EXAMPLES, the folder of the built examples, and $SOURCES.
  ProgramResult run(const std::string& command) {
    return shell("EXAMPLES='" + examples_folder() + "'\nSOURCES='" + source_path("examples") +
                     "'\n" + command,
                 folder_.path().string());
  }
  std::int64_t ask(const std::string& trace, const std::string& query) {
    return std::stoll("0" + sql_value(folder_ / trace, query));
  }
  // Checks that the trace has the counts that the program printed.
  void expect_counts(const std::string& trace, const std::string& printed) {
    EXPECT_EQ(ask(trace, "SELECT count(*) FROM node"), number_in(printed, "nodes")) << printed;
    EXPECT_EQ(ask(trace, "SELECT count(*) FROM cutoff"), number_in(printed, "cutoffs")) << printed;
  }
  ProgramResult verify(const std::string& arguments) {
    return run("\"$PLYTRACE\" verify " + arguments);
  }

  const ScratchFolder folder_;
};

TEST_F(Examples, ATextbookNegamaxIsRecordedWithFifteenChangedLines) {
  const ProgramResult before = run("\"$EXAMPLES/before\"");
  const ProgramResult after = run("\"$EXAMPLES/after\"");
  EXPECT_EQ(after.out, before.out) << "the recorded search is the same search";
  EXPECT_EQ(after.out, "value 0, nodes 18297, cutoffs 8180\n");
  expect_counts("tictactoe.db", after.out);
  const ProgramResult verdict = verify("tictactoe.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
  EXPECT_THAT(verdict.out, HasSubstr("VERIFIED"));
  const ProgramResult changed =
      run("cd \"$SOURCES/instrument_your_search\"; diff before.cc after.cc | grep -c '^[<>]'");
  EXPECT_LE(std::stoi(changed.out), 15);
}

TEST_F(Examples, ACEngineJumpsOutOfItsSearch) {
  const ProgramResult result = run("\"$EXAMPLES/longjmp_engine\" jump.db");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(run("\"$EXAMPLES/longjmp_engine\"").out, result.out);
  EXPECT_EQ(number_in(result.out, "nodes"), 5001);
  expect_counts("jump.db", result.out);
  EXPECT_EQ(verify("jump.db").exit_code, 0) << "it claims the last depth that was finished";
  const std::int64_t passes = ask("jump.db", "SELECT count(*) FROM pass");
  EXPECT_EQ(passes, number_in(result.out, "depth") + 1);
  for (std::int64_t pass = 1; pass < passes; ++pass) {
    EXPECT_EQ(verify("jump.db --pass " + std::to_string(pass)).exit_code, 0) << pass;
  }
  EXPECT_GT(ask("jump.db", "SELECT count(*) FROM node WHERE value IS NULL"), 1);
  EXPECT_EQ(ask("jump.db", "SELECT count(*) FROM node WHERE last IS NULL"), 0);
}

TEST_F(Examples, AWrapperRecordsASearchWithOneHeader) {
  EXPECT_EQ(run("unset PLYTRACE; \"$EXAMPLES/wrapped_search\"").out, "value 1, nodes 4525\n");
  const ProgramResult result =
      run("PLYTRACE=w.plt \"$EXAMPLES/wrapped_search\" && \"$PLYTRACE\" import w.plt -o w.db && "
          "\"$PLYTRACE\" verify w.db");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("w.db: 16,434 events in 1 search, 4,525 nodes\nVERIFIED"));
  // Without the macro, or with it and PLYTRACE_OFF, nothing of plytrace is left to link.
  const std::string compile = "cc -std=c99 -O0 -Wall -Wextra -Wpedantic -Werror -I'" +
                              source_path("tracer/include") + "' \"$SOURCES/wrapped_search.c\" ";
  for (const char* const options :
       {"", "-DPLYTRACE -DPLYTRACE_OFF", "-DPLYTRACE_LIBRARY -DPLYTRACE_OFF"}) {
    const ProgramResult off =
        run(compile + options + " -o off && PLYTRACE=off.plt ./off && ! test -e off.plt");
    EXPECT_EQ(off.exit_code, 0) << off.err;
    EXPECT_EQ(off.out, "value 1, nodes 4525\n");
  }
  const ProgramResult lines = run("grep -c '\\[1\\] \\*/' \"$SOURCES/wrapped_search.c\"");
  EXPECT_EQ(lines.out, "6\n");
}

// An engine compiled as gnu89 got a page of errors about loops, and none named the cause.
TEST_F(Examples, AnEngineInC89GetsOneError) {
  write_file(folder_ / "old.c", R"(
#include <plytrace/plytrace_emit.h>
int main(void) {
  plytrace_stream* s = plytrace_start(NULL, PLYTRACE_SIDE_TO_MOVE, "usual");
  return plytrace_finish_value(s, 0);
}
)");
  const std::string compile = "cc -I'" + source_path("tracer/include") + "' -c old.c -std=";
  for (const char* const options : {"gnu89 -DPLYTRACE", "c89 -DPLYTRACE", "c89"}) {
    const std::string errors = run(compile + options + " 2>&1 | grep -w error:").out;
    EXPECT_THAT(errors, HasSubstr("plytrace_emit.h needs C99: compile with -std=gnu99 or later"));
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << options << errors;
  }
  for (const char* const options : {"gnu89", "gnu89 -DPLYTRACE_LIBRARY", "gnu99 -DPLYTRACE"}) {
    EXPECT_EQ(run(compile + options).exit_code, 0) << options;
  }
}

TEST_F(Examples, APythonModuleRecordsAndReads) {
  if (shell("python3 -c pass").exit_code != 0) GTEST_SKIP() << "there is no python3 here";
  const ProgramResult result =
      run("set -e\nPLYTRACE=nim.ndjson python3 \"$SOURCES/python_engine.py\"\n"
          "\"$PLYTRACE\" import nim.ndjson -o nim.db\n\"$PLYTRACE\" verify nim.db | head -1\n"
          "python3 \"$SOURCES/python_engine.py\" nim.db | head -2");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "value -1\nnim.db: 329 events in 1 search, 131 nodes\nVERIFIED: nim.db\n"
            "/1 from a: value -1, 46 nodes, ['cutoff']\n/2 from b: value -1, 10 nodes, "
            "['cutoff']\n");
  const ProgramResult questions =
      run("cat > q.py <<'END'\nimport sys\nsys.path.insert(0, sys.argv[1])\nimport plytrace\n"
          "with plytrace.Trace('nim.db') as t:\n"
          "  print(len(list(t.nodes())), len(t.passes()), t.searches()[0]['game'])\n"
          "  print([n['id'] for n in t.at('/2 from b')], t.node(1)['value'], t.node(999))\n"
          "  print([e['event'] for e in t.events(2)], [c['move'] for c in t.children(1)][:2])\n"
          "try: plytrace.Trace('q.py')\nexcept ValueError as e: print(e)\n"
          "plytrace.Emitter(None).enter(side='max').leave(3)\n"
          "out = plytrace.Emitter(sys.stdout)\n"
          "with out.enter(side='max') as node:\n"
          "  node.narrow(2, 2, 9, bound='lower', key=5)\n"
          "  with out.enter(side='min') as child:\n"
          "    print(child.leave(child.answer(3, bound='upper', stored_depth=2, depth=1)))\n"
          "out.visit('b', lambda: out.node.leave(7, kind='terminal'), depth=0)\nEND\n"
          "python3 q.py \"$SOURCES\"");
  EXPECT_EQ(questions.out,
            "131 1 nim\n[48] -1.0 None\n['cutoff'] ['1 from a', '2 from b']\n"
            "q.py: is not a trace of plytrace: file is not a database\n"
            R"({"event":"enter","node":1,"side":"max"}
{"event":"probe","node":1,"value":2,"used":"narrowed","bound":"lower","key":5}
{"event":"bound","node":1,"alpha":2,"beta":9,"cause":"table"}
{"event":"enter","node":2,"side":"min"}
{"event":"probe","node":2,"value":3,"used":"answered","bound":"upper","stored_depth":2,"depth":1}
{"event":"leave","node":2,"value":3,"kind":"table","bound":"upper"}
3
{"event":"leave","node":1}
{"event":"enter","node":3,"move":"b","depth":0}
{"event":"leave","node":3,"value":7,"kind":"terminal"}
)") << questions.err;
}

// A JavaScript engine had to write its event lines itself, which took 24 lines for enter and leave.
TEST_F(Examples, AJavaScriptModuleRecords) {
  if (shell("node -e 0").exit_code != 0) GTEST_SKIP() << "there is no node here";
  const ProgramResult result =
      run("set -e\nPLYTRACE=nim.ndjson node \"$SOURCES/javascript_engine.mjs\"\n"
          "\"$PLYTRACE\" import nim.ndjson -o nim.db\n\"$PLYTRACE\" verify nim.db | head -1\n"
          "env -u PLYTRACE node \"$SOURCES/javascript_engine.mjs\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "value -1, nodes 63\nnim.db: 202 events in 1 search, 63 nodes\n"
            "VERIFIED: nim.db\nvalue -1, nodes 63\n");
  write_file(folder_ / "calls.js", R"(
const plytrace = require(process.argv[2] + "/plytrace.cjs");
const out = new plytrace.Emitter((text) => process.stdout.write(text));
const node = out.enter(undefined, { alpha: -Infinity, beta: 9, key: 0xFFFFFFFFFFFFFFFFn });
node.exclude(["a"]);
node.narrow(2, 2, 9, { bound: "lower", key: "x y" });
const child = out.enter("b", { depth: 1 });
out.node.standPat(NaN);
console.log(child.leave(child.answer(3, { bound: "upper", stored_depth: 2 })));
node.credit(4);
node.note("stage", 3);
console.log(node.leave(node.cutoff("beta", 9, { alpha: 2, beta: 9 })));
new plytrace.Emitter(null).enter().leave(3);
out.visit("c", { depth: 0 }, () => out.node.leave(7, { kind: "terminal" }));
console.log(out.visit("d", { depth: 0 }, () => [out.node.answer(8, { bound: "lower" })], ([value]) => value));
out.visit("e", { key: ["x", 3] }, () => [out.node.answer(8), out.node.is("illegal")], ([value]) => value);
out.finish(9);
)");
  const ProgramResult calls = run("node calls.js \"$SOURCES\"");
  EXPECT_EQ(calls.out, R"(3
9
[ 8 ]
{"event":"enter","node":1,"alpha":"-inf","beta":9,"key":"0xffffffffffffffff"}
{"event":"exclude","node":1,"moves":["a"]}
{"event":"probe","node":1,"value":2,"used":"narrowed","bound":"lower","key":"x y"}
{"event":"bound","node":1,"alpha":2,"beta":9,"cause":"table"}
{"event":"enter","node":2,"move":"b","depth":1}
{"event":"stand_pat","node":2,"score":"NaN"}
{"event":"probe","node":2,"value":3,"used":"answered","bound":"upper","stored_depth":2}
{"event":"leave","node":2,"value":3,"kind":"table","bound":"upper"}
{"event":"credit","node":1,"score":4}
{"event":"note","node":1,"name":"stage","value":"3"}
{"event":"cutoff","node":1,"kind":"beta","value":9,"alpha":2,"beta":9}
{"event":"leave","node":1,"value":9}
{"event":"enter","node":3,"move":"c","depth":0}
{"event":"leave","node":3,"value":7,"kind":"terminal"}
{"event":"enter","node":4,"move":"d","depth":0}
{"event":"probe","node":4,"value":8,"used":"answered","bound":"lower"}
{"event":"leave","node":4,"value":8,"kind":"table","bound":"lower"}
{"event":"enter","node":5,"move":"e","key":"x,3"}
{"event":"probe","node":5,"value":8,"used":"answered"}
{"event":"is","node":5,"kind":"illegal"}
{"event":"leave","node":5,"value":8}
{"event":"end_search","value":9,"lower":9,"upper":9}
)") << calls.err;
}

// The import refused moves that were tuples or objects. A node that the engine had called illegal,
// as a king could be taken there, became a table answer by answer(), and a leaf by leave().
TEST_F(Examples, AModuleWritesMovesAsTextsAndKeepsTheKindOfANode) {
  write_file(folder_ / "kinds.py", R"(
import collections, sys
sys.path.insert(0, sys.argv[1])
import plytrace
class Move(collections.namedtuple("Move", "source target")):
  def __str__(self): return f"m{self.source}{self.target}"
out = plytrace.Emitter(sys.stdout)
root = out.enter()
root.exclude([Move(1, 2), 3])
for kind in "illegal", "table":
  child = out.enter(Move(4, 5))
  child.is_(kind)
  child.answer(3, bound="lower")
child = out.enter(Move(4, 5))
child.is_("illegal")
child.is_("draw")
child.leave(3, kind="horizon")
root.cutoff("beta", 9, skipped_moves=[Move(6, 7), "x"])
root.leave(9, best_move=Move(4, 5))
out.end_search(pv=[Move(4, 5)])
)");
  write_file(folder_ / "kinds.js", R"(
const plytrace = require(process.argv[2] + "/plytrace.cjs");
class Move {
  constructor(source, target) { Object.assign(this, { source, target }); }
  toString() { return `m${this.source}${this.target}`; }
}
const out = new plytrace.Emitter((text) => process.stdout.write(text));
const root = out.enter();
root.exclude([new Move(1, 2), 3]);
for (const kind of ["illegal", "table"]) {
  const child = out.enter(new Move(4, 5));
  child.is(kind);
  child.answer(3, { bound: "lower" });
}
const child = out.enter(new Move(4, 5));
child.is("illegal");
child.is("draw");
child.leave(3, { kind: "horizon" });
root.cutoff("beta", 9, { skipped_moves: [new Move(6, 7), "x"] });
root.leave(9, { best_move: new Move(4, 5) });
out.endSearch({ pv: [new Move(4, 5)] });
)");
  for (const char* const command :
       {"python3 kinds.py \"$SOURCES\"", "node kinds.js \"$SOURCES\""}) {
    const std::string interpreter = std::string(command).substr(0, std::string(command).find(' '));
    if (shell(interpreter + " -h").exit_code != 0) continue;
    const ProgramResult result = run(command);
    EXPECT_EQ(result.out, R"({"event":"enter","node":1}
{"event":"exclude","node":1,"moves":["m12",3]}
{"event":"enter","node":2,"move":"m45"}
{"event":"is","node":2,"kind":"illegal"}
{"event":"probe","node":2,"value":3,"used":"answered","bound":"lower"}
{"event":"leave","node":2,"value":3}
{"event":"enter","node":3,"move":"m45"}
{"event":"is","node":3,"kind":"table"}
{"event":"probe","node":3,"value":3,"used":"answered","bound":"lower"}
{"event":"leave","node":3,"value":3,"kind":"table","bound":"lower"}
{"event":"enter","node":4,"move":"m45"}
{"event":"is","node":4,"kind":"illegal"}
{"event":"leave","node":4,"value":3}
{"event":"cutoff","node":1,"kind":"beta","value":9,"skipped_moves":["m67","x"]}
{"event":"leave","node":1,"value":9,"best_move":"m45"}
{"event":"end_search","pv":["m45"]}
)") << result.err;
  }
}

// A file that was there, or a full disk, ended the engine; the second search of a process met its
// own file. A table answer inside visit() closed the node, so that it could not be called illegal
// later.
TEST_F(Examples, AModuleNeverStopsItsEngine) {
  write_file(folder_ / "two.py", R"(
import sys
sys.path.insert(0, sys.argv[1])
import plytrace
for value in 3, 4:
  out = plytrace.start(perspective="side")
  def king_is_taken():
    out.node.answer(value)
    out.node.is_("illegal")
    return value, "best"
  def search():
    out.visit("x", king_is_taken, value_of=lambda result: result[0])
    return out.visit("y", lambda: (out.node.leave(-value, kind="horizon"), None), value_of=lambda result: result[0])
  value, _ = out.visit(None, lambda: (-search()[0], None), value_of=lambda result: result[0])
  print(out.finish(value))
)");
  write_file(folder_ / "two.js", R"(
const plytrace = require(process.argv[2] + "/plytrace.cjs");
for (const value of [3, 4]) {
  const out = plytrace.start({ perspective: "side" });
  const first = ([score]) => score;
  const kingIsTaken = () => {
    out.node.answer(value);
    out.node.is("illegal");
    return [value];
  };
  const search = () => {
    out.visit("x", {}, kingIsTaken, first);
    return out.visit("y", {}, () => [out.node.leave(-value, { kind: "horizon" })], first);
  };
  console.log(out.finish(out.visit(null, {}, () => [-search()[0]], first)[0]));
}
)");
  for (const char* const command : {"python3 two.py \"$SOURCES\"", "node two.js \"$SOURCES\""}) {
    const std::string interpreter = std::string(command).substr(0, std::string(command).find(' '));
    if (shell(interpreter + " -h").exit_code != 0) continue;
    const ProgramResult result =
        run("rm -f two.ndjson two.db\nPLYTRACE=two.ndjson " + std::string(command) +
            "\n\"$PLYTRACE\" import two.ndjson -o two.db -q");
    EXPECT_EQ(result.out, "3\n4\ntwo.db: 20 events in 2 searches, 6 nodes\n") << result.err;
    EXPECT_EQ(sql_value(folder_ / "two.db",
                        "SELECT group_concat(kind || ' ' || ifnull(value, '?'),"
                        " ', ') FROM node_text"),
              "interior 3.0, illegal ?, horizon 3.0, interior 4.0, illegal ?, horizon 4.0");
    for (const char* const file : {"two.ndjson", "/dev/full", "nowhere/two.ndjson"}) {
      const ProgramResult unrecorded = run("PLYTRACE=" + std::string(file) + ' ' + command);
      EXPECT_EQ(unrecorded.exit_code, 0) << file;
      EXPECT_EQ(unrecorded.out, "3\n4\n") << file;
      EXPECT_THAT(unrecorded.err, HasSubstr("plytrace: nothing more is recorded: ")) << file;
    }
  }
}

// out.node was a closed node after an event of an outer one; a forked child wrote what its parent
// had not written yet; a Decimal ended the engine, and a tuple as a key the import; Trace.at()
// found no path with a '/' in a move or a hand-over.
TEST_F(Examples, ThePythonModuleTakesWhatPythonPrograms) {
  write_file(folder_ / "odd.py", R"(
import decimal, fractions, os, sys
sys.path.insert(0, sys.argv[1])
import plytrace
out = plytrace.start(perspective="side")
root = out.enter()
out.enter("jumped over")
if os.fork() == 0: sys.exit(0)
os.wait()
root.note("stage", "an exception")
out.node.note("innermost", root.number)
child = out.enter("a/b", key=("position", 3))
child.leave(out.enter(role="hand_over").leave(decimal.Decimal("-3"), kind="horizon"))
root.leave(fractions.Fraction(3))
out.finish(3)
)");
  write_file(folder_ / "paths.py", R"(
import sys
sys.path.insert(0, sys.argv[1])
import plytrace
with plytrace.Trace("odd.db") as trace:
  for node in trace.nodes(): print(node["path"], [found["id"] for found in trace.at(node["path"])])
)");
  const ProgramResult result =
      run("set -e\nPLYTRACE=odd.ndjson python3 odd.py \"$SOURCES\"\n"
          "\"$PLYTRACE\" import odd.ndjson -o odd.db\npython3 paths.py \"$SOURCES\"");
  EXPECT_EQ(result.out,
            "odd.db: 11 events in 1 search, 4 nodes\n/ [1]\n/jumped over [2]\n/a%2Fb [3]\n"
            "/a%2Fb/= [4]\n")
      << result.err;
  EXPECT_EQ(sql_value(folder_ / "odd.db", "SELECT group_concat(node) FROM note"), "1,1");
}

// An engine that crashed between two passes looked finished.
TEST_F(Examples, AModuleEndsACrashedSearchAsInterrupted) {
  write_file(folder_ / "crash.py", R"(
import sys
sys.path.insert(0, sys.argv[1])
import plytrace
def iterate(out):
  out.begin_pass(depth=1)
  node = out.enter(alpha=-9, beta=9)
  out.node.stand_pat(3)
  node.leave(node.cutoff("beta", 9, alpha=-9, beta=9))
  out.end_pass()
  raise ValueError("the clock failed")
if len(sys.argv) > 2:
  with plytrace.Emitter() as out:
    iterate(out)
iterate(plytrace.start(perspective="side"))
)");
  write_file(folder_ / "crash.js", R"(
const plytrace = require(process.argv[2] + "/plytrace.cjs");
const out = plytrace.start({ perspective: "side" });
out.beginPass({ depth: 1 });
out.enter(undefined, { alpha: -9, beta: 9 }).leave(9);
out.endPass();
throw new Error("the clock failed");
)");
  for (const char* const command :
       {"python3 crash.py \"$SOURCES\"", "python3 crash.py \"$SOURCES\" with",
        "node crash.js \"$SOURCES\""}) {
    const std::string interpreter = std::string(command).substr(0, std::string(command).find(' '));
    if (shell(interpreter + " -h").exit_code != 0) continue;
    const ProgramResult result =
        run(std::string("rm -f c.*\nPLYTRACE=c.ndjson ") + command +
            "\n\"$PLYTRACE\" import c.ndjson -o c.db -q && \"$PLYTRACE\" verify c.db | head -1");
    EXPECT_EQ(sql_value(folder_ / "c.db", "SELECT status FROM search"), "interrupted") << command;
    EXPECT_THAT(result.out, HasSubstr("INCOMPLETE")) << command;
  }
}

// Event lines of an engine in C that called exit() between two passes looked finished.
TEST_F(Examples, AnEngineThatExitsLeavesItsSearchInterrupted) {
  write_file(folder_ / "quits.c", R"(
#define PLYTRACE
#include <plytrace/plytrace_emit.h>
int main(int argc, char** argv) {
  plytrace_stream* const s = plytrace_start(argv[1], PLYTRACE_SIDE_TO_MOVE, "usual");
  plytrace_begin_pass(s, PLYTRACE_ITERATION, 1, -9, 9);
  plytrace_visit(s, PLYTRACE_NO_MOVE, PLYTRACE_OTHER_SIDE, 1, -9, 9, 3);
  plytrace_end_pass(s, PLYTRACE_FINISHED, PLYTRACE_NO_MOVE);
  if (argc > 2) plytrace_finish(s, 3);
  exit(0);
}
)");
  for (const std::string file : {"q.ndjson", "q.plt"}) {
    for (const std::string finish : {"", " finish"}) {
      const ProgramResult result = run("cc -I'" + source_path("tracer/include") +
                                       "' quits.c -o quits && rm -f q.* && ./quits " + file +
                                       finish + " && \"$PLYTRACE\" import " + file + " -o q.db -q");
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(sql_value(folder_ / "q.db", "SELECT status FROM search"),
                finish.empty() ? "interrupted" : "finished")
          << file;
    }
  }
}

TEST_F(Examples, APythonProgramPrintsEventLines) {
  if (shell("python3 -c pass").exit_code != 0) GTEST_SKIP() << "there is no python3 here";
  const ProgramResult result =
      run("python3 \"$SOURCES/event_lines.py\" 2>counts | \"$PLYTRACE\" import - -o nim.db; cat "
          "counts");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(number_in(result.out, "value"), 1) << result.out;
  expect_counts("nim.db", read_file(folder_ / "counts"));
  const ProgramResult verdict = verify("nim.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
}

TEST_F(Examples, AFullEngineIsVerified) {
  const ProgramResult result = run("\"$EXAMPLES/full_engine\" full.db");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(run("\"$EXAMPLES/full_engine\"").out, result.out);
  expect_counts("full.db", result.out);
  const ProgramResult verdict = verify("full.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
  // The engine uses everything that makes verification hard.
  for (const char* what :
       {"SELECT count(*) FROM node WHERE role = 2", "SELECT count(*) FROM node WHERE role = 3",
        "SELECT count(*) FROM node WHERE role = 5 AND phase = 1",
        "SELECT count(*) FROM cutoff WHERE cause = 2",
        "SELECT count(*) FROM cutoff WHERE cause = 6",
        "SELECT count(*) FROM table_probe WHERE used = 3 AND stored_by > 0"}) {
    EXPECT_GT(ask("full.db", what), 0) << what;
  }
}

// Replay also checks this example: chess has moves, lists, draws, keys and a line of its own.
TEST_F(Examples, AChessEngineIsVerifiedWithReplay) {
  const ProgramResult result = run("\"$EXAMPLES/chess_engine\" engine.db 5");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(run("\"$EXAMPLES/chess_engine\"").out, result.out);
  const ProgramResult verdict = verify("engine.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
  EXPECT_THAT(verdict.out, ::testing::HasSubstr("replay    passed"));
  EXPECT_THAT(verdict.out, ::testing::Not(::testing::HasSubstr("warnings")));
  for (const char* what :
       {"SELECT count(*) FROM node WHERE role = 1", "SELECT count(*) FROM node WHERE role = 2",
        "SELECT count(*) FROM node WHERE role = 3", "SELECT count(*) FROM node WHERE role = 4",
        "SELECT count(*) FROM node WHERE phase = 1",
        "SELECT count(*) FROM node WHERE excluded IS NOT NULL",
        "SELECT count(*) FROM table_probe WHERE used = 3 AND stored_by > 0"}) {
    EXPECT_GT(ask("engine.db", what), 0) << what;
  }
}

// If Black was to move, the engine declared Black as MAX, while its nodes had White as MAX.
TEST_F(Examples, AChessEngineIsVerifiedWithBlackToMove) {
  EXPECT_EQ(run("\"$EXAMPLES/chess_engine\" black.db 3 '6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1'").out,
            "value 29999, depth 3, nodes 16, line a2a1\n");
  EXPECT_EQ(verify("black.db").exit_code, 0);
}

// The mistake that docs/chess.md looks for.
TEST_F(Examples, AChessKeyWithoutCastlingIsFound) {
  const std::string fen = "'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'";
  EXPECT_EQ(run("\"$EXAMPLES/chess_engine\" bug.db 6 " + fen + " 0 1").exit_code, 0);
  const ProgramResult verdict = verify("bug.db");
  EXPECT_EQ(verdict.exit_code, 1) << verdict.out;
  EXPECT_THAT(verdict.out, ::testing::HasSubstr("key_clash: "));
}

// Mates in the table, mate distance and futility need a position with a mate.
TEST_F(Examples, AChessEngineIsVerifiedOnAMate) {
  const std::string fen = "'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1'";
  const ProgramResult result = run("\"$EXAMPLES/chess_engine\" mate.db 5 " + fen);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "value 29995, depth 5, nodes 1035, line f6a6 f7f6 e5f6 g8g7 a6a8\n");
  EXPECT_EQ(ask("mate.db", "SELECT count(*) FROM node"), 1035);
  const ProgramResult verdict = verify("mate.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
  for (const char* what : {"SELECT count(*) FROM cutoff WHERE cause = 2",
                           "SELECT count(*) FROM cutoff WHERE cause = 6",
                           "SELECT count(*) FROM cutoff WHERE cause = 8",
                           "SELECT count(*) FROM bound_update WHERE cause = 4",
                           "SELECT count(*) FROM node WHERE kind = 2",
                           "SELECT count(*) FROM table_store WHERE raw IS NOT NULL",
                           "SELECT count(*) FROM table_probe WHERE used = 3 AND stored_by > 0"}) {
    EXPECT_GT(ask("mate.db", what), 0) << what;
  }
}

// The time is up inside an iteration; the earlier iterations prove the claim.
TEST_F(Examples, AChessEngineThatIsStoppedIsVerified) {
  EXPECT_EQ(
      run("\"$EXAMPLES/chess_engine\" cut.db 90 '8/8/8/4k3/8/8/R7/4K3 w - - 0 1' 50").exit_code, 0);
  const ProgramResult verdict = verify("cut.db");
  EXPECT_EQ(verdict.exit_code, 0) << verdict.out;
  EXPECT_THAT(verdict.out, HasSubstr("the search was stopped (time_limit); its claim is that of"));
  EXPECT_EQ(ask("cut.db", "SELECT count(*) FROM pass WHERE status = 'time_limit'"), 1);
}

// finish() could only claim the value of a search that was not stopped.
TEST_F(Examples, AStoppedSearchInPythonClaimsItsLastFinishedDepth) {
  write_file(folder_ / "stopped.py", R"(
import plytrace
out = plytrace.start(perspective="side", captured=["usual", "legal"])
for depth, value in (1, 5), (2, None):
    root = out.enter(depth=depth, alpha=-9, beta=9)
    child = out.enter("a", depth=depth - 1, alpha=-9, beta=9)
    if value is not None:
        child.leave(-value, kind="horizon")
        root.bound(value, 9)
        root.leave(value, legal=1)
out.finish(5, status="time_limit", completed_depth=1)
)");
  const ProgramResult result =
      run("PYTHONPATH=\"$SOURCES\" PLYTRACE=s.ndjson python3 stopped.py\n"
          "\"$PLYTRACE\" import s.ndjson -o s.db -q");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(verify("s.db").out, HasSubstr("VERIFIED: s.db"));
}

// The page names every example with its verdict.
TEST_F(Examples, ThePageNamesEveryExample) {
  const std::string page = read_file(source_path("examples/README.md"));
  for (const char* name : {"instrument_your_search", "longjmp_engine.c", "event_lines.py",
                           "plytrace.cjs", "full_engine.cc", "chess_engine.c"}) {
    EXPECT_THAT(page, HasSubstr(name));
  }
}

}  // namespace
}  // namespace plytrace::test
