// SPDX-License-Identifier: MIT
//
// Covers viewer/commands/make/import.cc and tracer/import: event lines become a trace. A wrong line
// gets a message with its number, its field and what was expected, and no line causes any other
// failure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/tracer/import/import_fixture.h"

namespace plytrace::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Written by hand: MAX root, two moves, a cutoff by the second (3 >= 3).
constexpr const char* kSmall =
    R"({"event":"search","game":"mine","position":"start","captured":["windows","bounds","cutoffs","skipped"],"fail":"soft"}
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":3}
{"event":"enter","move":"y","side":"max","depth":0,"alpha":"-inf","beta":3}
{"event":"leave","value":5,"kind":"horizon"}
{"event":"leave","value":3,"bound":"exact","legal":2,"best_move":"x"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"enter","move":"e","side":"min","depth":1,"alpha":3,"beta":"+inf"}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":3,"beta":"+inf"}
{"event":"leave","value":2.5,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":2.5,"alpha":3,"beta":"+inf","skipped_moves":["y",7]}
{"event":"leave","value":2.5,"legal":3}
{"event":"leave","value":3,"legal":2,"best_move":"d"}
{"event":"end_search","value":3,"lower":3,"upper":3,"best_move":"d","pv":["d","x"]}
)";

// An empty import made a trace that was both UNFINISHED and complete, and returned exit code 0.
TEST_F(Import, NothingGivesNoTrace) {
  for (const char* lines : {"", "\n\n", "\r\n  \n"}) {
    const ProgramResult result = run(lines);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("events.ndjson: holds no event line"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "t.db"));
  }
}

// Python on Windows ends its lines with CR and LF, and paths there have backslashes.
TEST_F(Import, LinesOfWindowsAreReadLikeOthers) {
  std::string lines = "\xEF\xBB\xBF" + std::string(kSmall);
  lines.replace(lines.find("start"), 5, R"(C:\\games\\one)");
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2) {
    lines.insert(at, "\r");
  }
  const ProgramResult result = run(lines);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT count(*) FROM node"), "6");
  EXPECT_EQ(ask("SELECT position FROM search"), R"(C:\games\one)");
  EXPECT_EQ(verify().exit_code, 0);
}

// A UCI engine prints other lines between the events.
TEST_F(Import, EventLinesAreFoundAmongTheOutputOfAnEngine) {
  std::string mixed = "Stormfish 3 by its authors\n";
  const std::string lines(kSmall);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    mixed += lines.substr(at, end - at) + "\ninfo depth 2 score cp 3 pv d x\n\n";
    at = end + 1;
  }
  mixed += "bestmove d\n";
  EXPECT_EQ(run(mixed).exit_code, 3);
  const ProgramResult result = run(mixed, {"--mixed"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT count(*) FROM node"), "6");
  EXPECT_EQ(verify().exit_code, 0);
  // A line that looks like an event but is invalid is still an error.
  EXPECT_THAT(run(mixed + "{no event\n", {"--mixed"}).err, HasSubstr("not a JSON object"));
}

TEST_F(Import, ExcludedMovesComeBackFromAnExport) {
  ASSERT_EQ(run("{\"event\":\"search\",\"captured\":[\"usual\",\"legal\"]}\n{\"event\":\"enter\"}\n"
                "{\"event\":\"exclude\",\"moves\":[\"e4\",\"d/4\"]}\n"
                "{\"event\":\"enter\",\"move\":\"c4\"}\n{\"event\":\"leave\",\"value\":1}\n"
                "{\"event\":\"leave\",\"value\":1}\n")
                .exit_code,
            0);
  EXPECT_EQ(ask("SELECT excluded FROM node WHERE id = 1"), "[\"e4\",\"d/4\"]");
  EXPECT_EQ(
      ask("SELECT captured FROM search"),
      "[\"windows\",\"bounds\",\"cutoffs\",\"roles\",\"scores\",\"probes\",\"stores\",\"legal\"]");
  const std::string lines =
      plytrace({"export", "t.db", "--to", "ndjson"}, folder_.path().string()).out;
  ASSERT_EQ(run(lines).exit_code, 0) << lines;
  EXPECT_EQ(ask("SELECT excluded FROM node WHERE id = 1"), "[\"e4\",\"d/4\"]");
  EXPECT_THAT(plytrace({"log", "t.db"}, folder_.path().string()).out, HasSubstr("without e4"));
}

// `info` said "210,581 recorded of 138,420 visited", because engines define the node count
// differently.
TEST_F(Import, AnEnginesOwnCountIsReportedAsItsOwn) {
  ASSERT_EQ(run("{\"event\":\"enter\",\"side\":\"max\"}\n{\"event\":\"enter\",\"move\":\"d\"}\n"
                "{\"event\":\"leave\",\"value\":1}\n{\"event\":\"leave\",\"value\":1,\"best_move\":"
                "\"d\"}\n"
                "{\"event\":\"end_search\",\"value\":1,\"nodes\":1}\n")
                .exit_code,
            0);
  const std::string said = plytrace({"info", "t.db"}, folder_.path().string()).out;
  EXPECT_THAT(said, HasSubstr("2 recorded (1 by the engine's own count)"));
  // Only the pass names a best move.
  EXPECT_THAT(said, HasSubstr("d (of pass 1)"));
}

TEST_F(Import, AHandWrittenSearchIsVerified) {
  const ProgramResult result = run(kSmall);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "t.db: 17 events in 1 search, 6 nodes\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(verify().exit_code, 0) << verify().out;
  EXPECT_EQ(ask("SELECT group_concat(ifnull(m.text, '-') || ':' || n.value || ':' || "
                "ifnull(n.best, 0), ' ') FROM node n LEFT JOIN move m ON m.id = n.move"),
            "-:3.0:2 d:3.0:3 x:3.0:0 y:5.0:0 e:2.5:6 x:2.5:0");
  EXPECT_EQ(ask("SELECT skipped || skipped_moves || child FROM cutoff"), "2[\"y\",\"7\"]6");
}

TEST_F(Import, EnterAndLeaveAreEnough) {
  const ProgramResult result =
      run("{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"d\"}\n"
          "{\"event\":\"leave\",\"value\":3}\n{\"event\":\"leave\",\"value\":3}\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT group_concat(kind || ':' || value, ' ') FROM node"), "0:3.0 6:3.0");
  EXPECT_EQ(ask("SELECT status || value FROM search"), "finished3.0");
}

TEST_F(Import, ReadsAPipeAndEveryFormOfLine) {
  const std::string command =
      "printf '\\357\\273\\277{\"event\":\"enter\"}\\r\\n\\n  \\r\\n"
      "{ \"value\" : 1e0 , \"event\" : \"leave\", \"bound\": null }' | \"$PLYTRACE\" import - -o "
      "t.db";
  const ProgramResult result = shell(command, folder_.path().string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT value FROM node"), "1.0");
}

TEST_F(Import, FaultsNameLineFieldAndWhatWasExpected) {
  EXPECT_THAT(fault_of(R"({"event":"enter","alpha":"abc","beta":1})"),
              HasSubstr("events.ndjson:2: enter.alpha: expected a number, \"-inf\" or \"+inf\", "
                        "found \"abc\""));
  EXPECT_THAT(fault_of(R"({"event":"enter","alpha":1})"),
              HasSubstr(":2: enter.beta: is missing; a window has two ends"));
  EXPECT_THAT(
      fault_of(R"({"event":"enter","side":"mn"})"),
      HasSubstr("enter.side: expected \"max\" or \"min\", found \"mn\" (did you mean 'min'?)"));
  EXPECT_THAT(fault_of(R"({"event":"enter","side":"chance"})"),
              HasSubstr("found \"chance\" (a trace has two players, MAX and MIN: chance nodes and "
                        "further players are not supported)"));
  EXPECT_THAT(fault_of(R"({"event":"enter","depth":1.5})"),
              HasSubstr("enter.depth: expected a whole number, found 1.5"));
  EXPECT_THAT(fault_of(R"({"event":"enter","depth":123456789012})"),
              HasSubstr("enter.depth: expected a whole number of at most 2147483647"));
  EXPECT_THAT(fault_of(R"({"event":"enter","aplha":1})"),
              HasSubstr("enter: unknown field \"aplha\" (did you mean 'alpha'?)"));
  EXPECT_THAT(fault_of(R"({"event":"leave","role":"move"})"),
              HasSubstr("leave.role: is not a field of this event; expected stream, node, value"));
  EXPECT_THAT(fault_of(R"({"event":"laeve","value":1})"),
              HasSubstr("event: unknown event \"laeve\" (did you mean 'leave'?); expected search"));
  EXPECT_THAT(fault_of(R"({"value":1})"), HasSubstr(":2: event: is missing, but required"));
  EXPECT_THAT(fault_of(R"({"event":"leave","value":1,"value":2})"),
              HasSubstr("leave.value: is there twice"));
  EXPECT_THAT(fault_of(R"({"event":"leave","node":7,"value":2})"),
              HasSubstr("leave.node: expected an open node, found 7"));
  EXPECT_THAT(fault_of(R"({"event":"leave","best":7,"value":2})"),
              HasSubstr("leave.best: expected a child that was left, found 7"));
  EXPECT_THAT(fault_of(R"({"event":"cutoff","value":2})"),
              HasSubstr("cutoff.kind: is missing, but required"));
  EXPECT_THAT(fault_of(R"({"event":"cutoff","kind":"beta","value":2,"skipped_moves":["a",3.5]})"),
              HasSubstr("cutoff.skipped_moves: expected a list of texts, found 3.5 in it"));
  EXPECT_THAT(fault_of(R"({"event":"search","captured":["window"]})"),
              HasSubstr("search.captured: expected some of windows, bounds"));
  EXPECT_THAT(fault_of(R"({"event":"leave","value":NaN})"), HasSubstr("NaN is not a score"));
  EXPECT_THAT(fault_of(R"({"event":"leave","value":-Infinity})"),
              HasSubstr("write infinities as \"-inf\" and \"+inf\""));
  EXPECT_THAT(fault_of("info depth 3"), HasSubstr(":2: not a JSON object: \"info depth 3\""));
  EXPECT_THAT(fault_of("[1]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(fault_of(R"({"event":"end_pass"}{"event":"end_pass"})"),
              HasSubstr("not a JSON object"));
  EXPECT_THAT(fault_of(R"({"event":"leave","value":123456789012345678901234567890})"),
              HasSubstr("a number is malformed or out of range"));
  EXPECT_THAT(fault_of(R"({"event":"enter","stream":-1})"), HasSubstr("enter.stream: expected 0"));
}

// Only the first wrong line was reported, so an author had to run the engine again for each
// mistake.
TEST_F(Import, UpToTenWrongLinesAreNamedAndTheTraceEndsBeforeTheFirst) {
  const ProgramResult result = run(R"({"event":"enter","side":"max"}
{"event":"enter","move":"a","sid":"min"}
{"event":"leave","value":"x"}
{"event":"enter","move":"b","bestMove":"c"}
{"event":"laeve","value":1}
{"event":"leave","value":2,"hash":7}
{"event":"leave","value":2}
{"event":"leave","value":2}
)");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "plytrace: events.ndjson:2: enter: unknown field \"sid\" (did you mean "
            "'side'?)\nevents.ndjson:3: leave.value: expected a number, \"-inf\" or \"+inf\", "
            "found \"x\"\nevents.ndjson:4: enter: unknown field \"bestMove\"; expected stream, "
            "node, move, side, depth, alpha, beta, role, phase or key\nevents.ndjson:5: event: "
            "unknown event \"laeve\" (did you mean 'leave'?); expected search, pass, enter, "
            "exclude, bound, cutoff, store, probe, note, leave, credit, is, stand_pat, end_pass, "
            "end_search, missing, stop or start\nevents.ndjson:6: leave: unknown field \"hash\"; "
            "expected "
            "stream, node, "
            "value, kind, bound, score, legal, best or best_move\nt.db holds the 1 event before "
            "the first of these lines (--lenient continues after such lines)\n");
  EXPECT_EQ(ask("SELECT count(*) || group_concat(ifnull(value, '-')) FROM node"), "1-");
  EXPECT_EQ(ask("SELECT status FROM search"), "interrupted");

  std::string many = "{\"event\":\"enter\"}\n";
  for (int i = 0; i < 30; ++i) many += "{\"event\":\"note\",\"nam\":\"x\"}\n";
  const std::string said = run(many).err;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 11);
  EXPECT_THAT(said,
              HasSubstr("events.ndjson:11: note: unknown field \"nam\" (did you mean 'name'?)"));
  EXPECT_THAT(said, Not(HasSubstr("events.ndjson:12:")));
}

// Correct lines were reported as wrong because an earlier line had been rejected.
TEST_F(Import, ALineThatOnlyFollowsFromAWrongOneIsNotNamed) {
  const std::string said = run(R"({"event":"enter","side":"max"}
{"event":"entr","move":"a"}
{"event":"leave","value":1}
{"event":"leave","value":1}
{"event":"leave","value":1}
{"event":"end_pass","status":"fine"}
)")
                               .err;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 3) << said;
  EXPECT_THAT(said, HasSubstr(":2: event: unknown event \"entr\""));
  EXPECT_THAT(said, HasSubstr(":6: end_pass.status: expected"));
}

TEST_F(Import, AForeignNameOfAFieldIsAnsweredWithOurs) {
  const std::pair<const char*, const char*> names[] = {
      {R"({"event":"enter","player":"max"})", "side"},
      {R"({"event":"enter","hash":5})", "key"},
      {R"({"event":"leave","eval":5})", "value"},
      {R"({"event":"leave","bestMove":"a"})", "best_move"},
      {R"({"event":"leave","best-move":"a"})", "best_move"},
      {R"({"event":"leave","legalMoves":3})", "legal"},
      {R"({"event":"leave","moves":["a"]})", "legal"},
      {R"({"event":"probe","value":1,"flag":"exact"})", "bound"},
      {R"({"event":"enter","Depth":3})", "depth"}};
  for (const auto& [wrong, right] : names) {
    EXPECT_THAT(fault_of(wrong), HasSubstr(std::string("(did you mean '") + right + "'?)"))
        << wrong;
  }
}

// A search whose root was not recorded as a node got no warning until verify refuted it.
TEST_F(Import, MovesOfARootThatWasNotRecordedGetAWarning) {
  const std::string moves = R"({"event":"search","position":"p","captured":["usual"]}
{"event":"enter","move":"a","side":"min"}
{"event":"leave","value":5,"kind":"terminal"}
{"event":"enter","move":"b","side":"min"}
{"event":"leave","value":1,"kind":"terminal"}
)";
  EXPECT_THAT(run(moves).err, HasSubstr("roots were entered with different moves (a and b)"));
  EXPECT_EQ(run(moves).exit_code, 0);
  EXPECT_EQ(run(moves, {"-q"}).err, "");
  // The same with one thread per move.
  const auto thread = [](const char* number, const char* position, const char* move) {
    const std::string stream = std::string(",\"stream\":") + number + "}\n";
    return std::string(R"({"event":"search","captured":["usual"],"position":")") + position + "\"" +
           stream + R"({"event":"enter","side":"min","move":")" + move + "\"" + stream +
           R"({"event":"leave","value":1,"kind":"terminal")" + stream;
  };
  EXPECT_THAT(run(thread("1", "p", "a") + thread("2", "p", "b")).err, HasSubstr("(a and b)"));
  // The searches of a game, each entered with the preceding move, get no such warning.
  EXPECT_EQ(run(thread("1", "p", "a") + thread("2", "q", "b")).err, "");
  EXPECT_EQ(run(thread("1", "p", "a") + "{\"event\":\"end_search\",\"stream\":1}\n" +
                thread("1", "q", "b"))
                .err,
            "");
}

// An import without `captured` gave no warning, and verify then said only that something was
// missing.
TEST_F(Import, ASearchThatDeclaresNothingGetsAdvice) {
  const std::string plain = R"({"event":"enter","side":"max"}
{"event":"leave","value":5,"kind":"terminal"}
)";
  EXPECT_THAT(run(plain).err,
              HasSubstr("reports all its bounds, cutoffs, probes and stores, declare "
                        "\"captured\":[\"usual\"]"));
  EXPECT_EQ(run("{\"event\":\"search\",\"captured\":[\"cutoffs\"]}\n" + plain).err, "");
  EXPECT_EQ(run(R"({"event":"enter","side":"max"}
{"event":"enter","side":"min","role":"null_move"}
{"event":"leave","value":5}
{"event":"leave","value":5}
)")
                .err,
            "");
}

// A negamax does not know who MAX is, and had to count plies only to say it.
TEST_F(Import, ASideThatIsLeftOutIsTheOtherOne) {
  const std::string lines = R"({"event":"enter"}
{"event":"enter","move":"a"}
{"event":"enter","role":"hand_over"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"leave","value":3}
{"event":"leave","value":-3}
)";
  const char* const sides =
      "SELECT group_concat(ifnull(side, '?') || ' ' || value, ', ') FROM node_text";
  EXPECT_EQ(run("{\"event\":\"search\",\"perspective\":\"side\"}\n" + lines).exit_code, 0);
  EXPECT_EQ(ask(sides), "MAX -3.0, MIN -3.0, MIN -3.0");
  // Scores of MAX's view need no side.
  EXPECT_EQ(run(lines).exit_code, 0);
  EXPECT_EQ(ask(sides), "? -3.0, ? 3.0, ? 3.0");
}

TEST_F(Import, ScoresCountFromTheSideToMoveWhereTheSearchSaysSo) {
  const ProgramResult result = run(
      R"({"event":"search","perspective":"side"}
{"event":"enter","side":"max","alpha":-5,"beta":9}
{"event":"enter","side":"min","move":"a","alpha":-9,"beta":5}
{"event":"cutoff","kind":"beta","value":6,"alpha":-9,"beta":5,"skipped":2}
{"event":"leave","value":6,"bound":"lower"}
{"event":"leave","value":-6}
)");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT group_concat(alpha || ' ' || beta || ' ' || value || ' ' || "
                "ifnull(bound, '-'), ', ') FROM node"),
            "-5.0 9.0 -6.0 -, -5.0 9.0 -6.0 2");
  EXPECT_EQ(ask("SELECT kind || ' ' || value || ' ' || alpha || ' ' || beta FROM cutoff"),
            "0 -6.0 -5.0 9.0");
  EXPECT_EQ(ask("SELECT perspective FROM search"), "side");
}

// Nodes left open by a timeout are closed by a line about a node above them, or by end_pass.
TEST_F(Import, NodesThatWereNeverLeftAreClosed) {
  const ProgramResult result = run(
      R"({"event":"enter","node":1}
{"event":"enter","node":2,"move":"a"}
{"event":"enter","node":3,"move":"b"}
{"event":"leave","node":1,"value":4}
{"event":"pass","depth":2}
{"event":"enter"}
{"event":"enter","move":"c"}
{"event":"end_pass","status":"time_limit"}
{"event":"end_search","status":"time_limit"}
)");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT group_concat(ifnull(value, '-') || ':' || last, ' ') FROM node"),
            "4.0:3 -:3 -:3 -:5 -:5");
  EXPECT_EQ(ask("SELECT group_concat(status) FROM pass"), "finished,time_limit");
}

TEST_F(Import, StreamsAreTreesOfTheirOwn) {
  const ProgramResult result = run(
      R"({"event":"enter","stream":3}
{"event":"enter"}
{"event":"enter","stream":3,"move":"a"}
{"event":"enter","move":"b"}
{"event":"leave","value":1}
{"event":"leave","stream":3,"value":2}
{"event":"leave","stream":3,"value":2}
{"event":"leave","value":1}
)");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("SELECT group_concat(id || ':' || value, ' ') FROM node"),
            "1:2.0 2:2.0 1099511627777:1.0 1099511627778:1.0");
  EXPECT_EQ(ask("SELECT group_concat(stream) FROM pass"), "0,1");
}

// After a node without a leave line, the following lines seem wrong; that must not refute the
// search.
TEST_F(Import, AMissingLeaveNeverRefutes) {
  std::vector<std::string> lines;
  std::istringstream all(kSmall);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  for (std::size_t lost = 0; lost < lines.size(); ++lost) {
    if (lines[lost].find("\"leave\"") == std::string::npos) continue;
    for (const bool ended : {true, false}) {
      std::string text;
      for (std::size_t i = 0; i + (ended ? 0 : 1) < lines.size(); ++i) {
        if (i != lost && lines[i].find("best_move\":\"x\"}") == std::string::npos) {
          text += lines[i] + "\n";
        }
      }
      const ProgramResult result = run(text);
      if (result.exit_code != 0) continue;  // a line refers to a missing child
      EXPECT_THAT(result.err, HasSubstr("never left: if a leave line is missing"));
      EXPECT_EQ(verify().exit_code, 4) << lines[lost] << verify().out;
    }
  }
}

// Node names make each line unambiguous, so nodes left by a long jump cause no doubt.
TEST_F(Import, NamedNodesMayBeLeftOpen) {
  const ProgramResult result =
      run("{\"event\":\"enter\",\"node\":1,\"side\":\"max\"}\n"
          "{\"event\":\"enter\",\"node\":2,\"move\":\"d\",\"side\":\"min\"}\n"
          "{\"event\":\"end_pass\"}\n{\"event\":\"end_search\"}\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(ask("SELECT count(*) FROM meta WHERE name = 'refused_events' AND value <> '0'"), "0");
}

// If leave names no best child, it is the one of the last bound or cutoff by a child.
TEST_F(Import, TheBestChildFollowsFromBoundsAndCutoffs) {
  std::string lines = kSmall;
  for (const std::string best : {",\"best_move\":\"x\"", ",\"best_move\":\"d\""}) {
    for (std::size_t at; (at = lines.find(best + "}")) != std::string::npos;) {
      lines.erase(at, best.size());
    }
  }
  EXPECT_EQ(run(lines).exit_code, 0);
  EXPECT_EQ(verify().exit_code, 0) << verify().out;
  EXPECT_EQ(ask("SELECT group_concat(ifnull(best, 0), ' ') FROM node"), "2 3 0 0 6 0");
  EXPECT_THAT(plytrace({"pv", "t.db"}, folder_.path().string()).out,
              HasSubstr("pv of pass 1: d, x"));
}

std::string castling_lines(const std::string& search, const std::string& best) {
  return R"({"event":"search",)" + search + R"("captured":["usual","roles","scores"]})" +
         R"(
{"event":"enter","side":"max","depth":2,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"a1b1","side":"min","depth":1,"alpha":"-inf","beta":"+inf"}
{"event":"enter","move":"e8e7","side":"max","depth":0,"alpha":"-inf","beta":"+inf"}
{"event":"leave","value":1,"kind":"horizon"}
{"event":"bound","alpha":"-inf","beta":1}
{"event":"leave","value":1,"best_move":"Ke7"}
{"event":"bound","alpha":1,"beta":"+inf"}
{"event":"enter","move":"e1g1","side":"min","depth":1,"alpha":1,"beta":"+inf"}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"bound","alpha":3,"beta":"+inf"}
{"event":"leave","value":3,"best_move":")" +
         best + "\"}\n";
}

// A best_move in another notation than the child's enter line stopped the import.
TEST_F(Import, ABestMoveInAnotherNotationIsTheSameMove) {
  const std::string chess = R"("game":"chess","position":"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",)";
  for (const char* best : {"e1g1", "e1h1", "O-O", "0-0"}) {
    const ProgramResult result = run(castling_lines(chess, best));
    EXPECT_EQ(result.exit_code, 0) << best << result.err;
    EXPECT_THAT(result.err, ::testing::Not(HasSubstr("best_move"))) << best;
    EXPECT_EQ(ask("SELECT group_concat(ifnull(best, 0), ' ') FROM node"), "4 3 0 0") << best;
  }
  const ProgramResult no_child = run(castling_lines(chess, "e1e2"));
  EXPECT_EQ(no_child.exit_code, 3);
  EXPECT_THAT(no_child.err, HasSubstr("leave.best_move: expected a child that was left, found "
                                      "e1e2; its children are a1b1, e1g1"));
}

// The best child is left out if no board tells which move is meant.
TEST_F(Import, ABestMoveOfNoChildIsLeftOutWithoutABoard) {
  for (const char* search :
       {"", R"("game":"mine",)", R"("game":"chess","position":"somewhere",)"}) {
    const ProgramResult result = run(castling_lines(search, "O-O"));
    EXPECT_EQ(result.exit_code, 0) << search << result.err;
    EXPECT_THAT(result.err, HasSubstr("warning: the best_move of 2 leave lines is the move of no "
                                      "child, and was left out; the first is Ke7; its children "
                                      "are e8e7. Write it"));
    EXPECT_EQ(ask("SELECT best FROM node WHERE id = 1"), "4") << "the child of the last bound";
  }
}

// A missing line never refutes: whichever line of a sound search is lost, verify says INCOMPLETE.
TEST_F(Import, ALostLineNeverRefutes) {
  std::vector<std::string> lines;
  std::istringstream all(kSmall);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  for (std::size_t lost = 0; lost < lines.size(); ++lost) {
    for (const std::string bad : {"{\"event\":", "{\"event\":\"enter\",\"depth\":\"x\"}",
                                  "{\"event\":\"leave\",\"value\":\"x\"}"}) {
      std::string text;
      for (std::size_t i = 0; i < lines.size(); ++i) text += (i == lost ? bad : lines[i]) + "\n";
      const ProgramResult result = run(text, {"--lenient"});
      EXPECT_EQ(result.exit_code, 0) << lost << bad << result.err;
      EXPECT_THAT(result.err,
                  HasSubstr("warning: events.ndjson:" + std::to_string(lost + 1) + ":"));
      EXPECT_EQ(verify().exit_code, 4) << lost << bad << verify().out;
      EXPECT_EQ(ask("SELECT group_concat(captured) FROM search WHERE captured <> '[]'"), "");
      EXPECT_EQ(ask("PRAGMA integrity_check"), "ok");
    }
  }
}

TEST_F(Import, LenientStaysInStep) {
  const ProgramResult result =
      run("{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"a\",\"depth\":\"?\"}\n"
          "{\"event\":\"leave\",\"value\":1}\n{\"event\":\"enter\",\"move\":\"b\"}\n"
          "{\"event\":\"leave\",\"value\":2,\"colour\":3}\n{\"event\":\"leave\",\"value\":2}\n",
          {"--lenient", "--format", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(parse_json(result.out)["faulty_lines"], 2);
  EXPECT_EQ(ask("SELECT group_concat(ifnull(value, '-') || ':' || last, ' ') FROM node"),
            "-:3 -:2 2.0:3");
  EXPECT_EQ(ask("SELECT value FROM meta WHERE name = 'refused_events'"), "2");
}

TEST_F(Import, LinesOfAnyBytesNeverCrash) {
  const std::string deep(100'000, '[');
  const std::vector<std::string> lines{std::string("{\"event\":\"enter\",\"move\":\"a\0b\"}", 30),
                                       std::string(1000, '\0'),
                                       "{\"event\":\"enter\",\"move\":\"\xff\xfe\"}",
                                       "{\"event\":\"enter\",\"move\":\"\\u0000\"}",
                                       "{\"event\":\"enter\",\"move\":\"\\ud800\"}",
                                       "{\"event\":\"note\",\"name\":\"x\",\"value\":" + deep + "}",
                                       deep,
                                       "{\"event\":\"leave\",\"value\":1e999}",
                                       "{\"event\":\"leave\",\"value\":-1e-999}",
                                       "{\"event\":\"enter\",\"key\":18446744073709551616}",
                                       "{\"event\":\"enter\",\"node\":99999999999999999999}",
                                       "{\"event\":\"enter\",\"move\":{\"a\":[1,{\"b\":null}]}}",
                                       "{}",
                                       "\"",
                                       "{\"event\":\"enter\"",
                                       "{\"event\":\"credit\",\"score\":1}",
                                       "{\"event\":\"end_pass\"}",
                                       "{\"event\":\"end_search\"}",
                                       "{\"event\":\"pass\",\"alpha\":3,\"beta\":1}"};
  std::string all = "{\"event\":\"enter\"}\n";
  for (const std::string& line : lines) all += line + "\n";
  all += "{\"event\":\"note\",\"name\":\"" + std::string(3'000'000, 'x') + "\"}\n";
  all += "{\"event\":\"note\",\"name\":\"" + std::string(20'000'000, 'x') + "\"}\n";
  all += "{\"event\":\"leave\",\"value\":1";
  const ProgramResult result = run(all, {"--lenient"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ask("PRAGMA integrity_check"), "ok");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ProgramResult strict = run(lines[i] + "\n");
    EXPECT_TRUE(strict.exit_code == 3 || strict.exit_code == 0) << lines[i] << strict.err;
  }
}

// The schema and the program have the same events and fields, and the schema's examples import.
TEST_F(Import, TheSchemaNamesEveryField) {
  const auto schema = parse_json(read_file(source_path("schemas/events.schema.json")));
  int events = 0;
  for (const auto& [name, about] : schema["$defs"].items()) {
    if (!about.contains("properties")) continue;  // a type that several events share
    ++events;
    std::set<std::string> fields;
    for (const auto& [field, type] : about["properties"].items()) fields.insert(field);
    std::string before = name == "search" ? "" : R"({"event":"enter","node":17,"side":"max"}
{"event":"enter","move":"Nf6"}
{"event":"enter","move":"d"}
{"event":"leave","value":1}
{"event":"leave","value":1}
)";
    if (name == "exclude") before += "{\"event\":\"enter\"}\n";  // a node without children
    ASSERT_FALSE(about["examples"].empty()) << name;
    for (const auto& example : about["examples"]) {
      const ProgramResult result = run(before + example.dump() + "\n");
      EXPECT_EQ(result.exit_code, 0) << example.dump() << "\n" << result.err;
    }
    // A field of another event makes the program list the fields of this one.
    auto wrong = about["examples"][0];
    wrong[fields.count("role") > 0 ? "pv" : "role"] = 1;
    std::string said = run(before + wrong.dump() + "\n").err;
    said = said.substr(said.find("expected ") + 9);
    said = said.substr(0, said.find(';'));
    std::set<std::string> known{"event"};
    std::string word;
    std::istringstream words(said);
    while (words >> word) {
      if (word.back() == ',') word.pop_back();
      if (word != "or") known.insert(word);
    }
    EXPECT_EQ(known, fields) << name;
  }
  EXPECT_EQ(events, 18);
}

// The fields were listed only in the schema, which people do not read.
TEST_F(Import, TheDocumentListsTheFieldsOfEachEvent) {
  const auto schema = parse_json(read_file(source_path("schemas/events.schema.json")));
  const std::string text = read_file(source_path("docs/events.md"));
  const std::size_t begin = text.find("<!-- fields -->");
  std::istringstream lines(text.substr(begin, text.find("<!-- end -->", begin) - begin));
  const auto names_in = [](const std::string& cell) {
    std::set<std::string> names;
    for (std::size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at)) {
      const std::size_t end = cell.find('`', at + 1);
      names.insert(cell.substr(at + 1, end - at - 1));
      at = end + 1;
    }
    return names;
  };
  std::set<std::string> events;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t second = line.find(" | ");
    const std::size_t third = line.find(" | ", second + 1);
    const std::string name = *names_in(line.substr(0, second)).begin();
    events.insert(name);
    const auto& about = schema["$defs"][name];
    std::set<std::string> needed;
    for (const auto& field : about["required"]) needed.insert(field.get<std::string>());
    std::set<std::string> others;
    for (const auto& [field, type] : about["properties"].items()) {
      if (needed.count(field) == 0 && field != "stream") others.insert(field);
    }
    needed.erase("event");
    EXPECT_EQ(names_in(line.substr(second, third - second)), needed) << name;
    EXPECT_EQ(names_in(line.substr(third)), others) << name;
  }
  EXPECT_EQ(events.size(), 18u);
}

TEST_F(Import, TheExamplesOfTheDocumentAreRead) {
  std::istringstream text(read_file(source_path("docs/events.md")));
  std::string block;
  int blocks = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("{\"event\"", 0) == 0) {
      block += line + "\n";
    } else if (!block.empty()) {
      const ProgramResult result = run(block);
      EXPECT_EQ(result.exit_code, 0) << block << result.err;
      EXPECT_EQ(verify().exit_code, 0) << block << verify().out;
      block.clear();
      ++blocks;
    }
  }
  EXPECT_EQ(blocks, 2);
}

TEST_F(Import, OutputsAndInputsAreChecked) {
  write_file(folder_ / "e", "{\"event\":\"enter\"}\n");
  write_file(folder_ / "t.db", "precious");
  const std::string here = folder_.path().string();
  const ProgramResult exists = plytrace({"import", "e", "-o", "t.db"}, here);
  EXPECT_EQ(exists.exit_code, 2);
  EXPECT_THAT(exists.err, HasSubstr("already exists"));
  EXPECT_EQ(read_file(folder_ / "t.db"), "precious");
  EXPECT_EQ(plytrace({"import", "none", "-o", "u.db"}, here).exit_code, 3);
  EXPECT_EQ(plytrace({"import", here, "-o", "u.db"}, here).exit_code, 3);
  EXPECT_EQ(plytrace({"import", "e", "-o", "no/u.db"}, here).exit_code, 5);
  EXPECT_EQ(plytrace({"import", "e"}, here).exit_code, 2);
  // If the first line fails, no file is left.
  write_file(folder_ / "bad", "x\n");
  EXPECT_EQ(plytrace({"import", "bad", "-o", "u.db"}, here).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "u.db"));
  // If a later line fails, the earlier part is kept, and the message says so.
  write_file(folder_ / "half", "{\"event\":\"enter\"}\nx\n");
  const ProgramResult half = plytrace({"import", "half", "-o", "u.db"}, here);
  EXPECT_EQ(half.exit_code, 3);
  EXPECT_THAT(half.err, AllOf(HasSubstr("half:2: "), HasSubstr("u.db holds the 1 event before")));
  EXPECT_EQ(sql_value(folder_ / "u.db", "SELECT status FROM search"), "interrupted");
}

TEST_F(Import, RecordsAPart) {
  EXPECT_EQ(run(kSmall, {"--below", "/e"}).exit_code, 0);
  EXPECT_EQ(ask("SELECT group_concat(ifnull(m.text, '-') || n.unrecorded, ' ') FROM node n LEFT "
                "JOIN move m ON m.id = n.move"),
            "-3 e0 x0");
  EXPECT_EQ(verify().exit_code, 4);
  EXPECT_EQ(run(kSmall, {"--max-ply", "1"}).exit_code, 0);
  EXPECT_EQ(ask("SELECT group_concat(unrecorded) FROM node"), "0,2,1");
  EXPECT_EQ(run(kSmall, {"--below", "e"}).exit_code, 2);
}

TEST_F(Import, AppendsToATrace) {
  EXPECT_EQ(run(kSmall).exit_code, 0);
  const std::string here = folder_.path().string();
  EXPECT_EQ(plytrace({"import", "events.ndjson", "-o", "t.db", "--append"}, here).exit_code, 0);
  EXPECT_EQ(ask("SELECT count(*) FROM search"), "2");
  EXPECT_EQ(ask("SELECT group_concat(root || '..' || last, ' ') FROM pass"), "1..6 7..12");
}

TEST_F(Import, AMoveThatIsTooLongIsAFault) {
  const std::string longest(4096, 'm');
  const auto lines = [](const std::string& move) {
    return "{\"event\":\"enter\"}\n{\"event\":\"enter\",\"move\":\"" + move + "\"}\n";
  };
  EXPECT_EQ(run(lines(longest)).exit_code, 0);
  EXPECT_EQ(ask("SELECT length(text) FROM move WHERE id = 1"), "4096");
  const ProgramResult result = run(lines(longest + "m"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("enter.move: expected a move of at most 4096 bytes"));
}

TEST_F(Import, CtrlCClosesTheTrace) {
  const ProgramResult result = shell(
      "mkfifo pipe; \"$PLYTRACE\" import pipe -o t.db & pid=$!; exec 3>pipe\n"
      "echo '{\"event\":\"enter\"}' >&3\n"
      "until [ \"$(sqlite3 -readonly t.db 'SELECT 1 FROM search' 2>/dev/null)\" ]; do\n"
      "  kill -0 $pid || break; sleep 0.02; done\n"
      "kill -INT $pid; wait $pid",
      folder_.path().string());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(ask("SELECT status FROM search"), "interrupted");
  EXPECT_EQ(ask("SELECT count(*) FROM meta WHERE name = 'recording'"), "0");
}

}  // namespace
}  // namespace plytrace::test
