// SPDX-License-Identifier: MIT
//
// Covers verify as a whole, its verdicts and their texts: all searches of all files, damaged ones
// too; evidence and assumptions; what is proven and what is only claimed; the row of the search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/json_schema.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using verify::Verdict;

// A search of two plies with one leaf, and the claim of the search.
const char* const kTwoSearches = R"(
INSERT INTO search (id, game, algorithm, captured, status, fail, value, lower, upper, depth,
    completed_depth, uniform) VALUES
  (1, 'mine', 'alphabeta', '["windows","bounds","cutoffs","skipped","legal","roles","scores"]',
    'finished', 'soft', 1234, 1234, 1234, 1, 1, 1),
  (2, 'mine', 'alphabeta', '["windows","bounds","cutoffs","skipped","legal","roles","scores"]',
    'finished', 'soft', 9, 9, 9, 1, 1, 1);
INSERT INTO pass (id, search, ordinal, root, last, status, value, depth) VALUES
  (1, 1, 1, 1, 2, 'finished', 9, 1), (2, 2, 1, 3, 4, 'finished', 9, 1);
INSERT INTO move (id, text) VALUES (1, 'a');
INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, bound, best,
    legal) VALUES
  (1, NULL, 2, 0, NULL, 0, 1, -9e999, 9e999, 9, 0, 0, 2, 1),
  (2, 1,    2, 1, 1,    1, 0, -9e999, 9e999, 9, 1, 0, NULL, NULL),
  (3, NULL, 4, 0, NULL, 0, 1, -9e999, 9e999, 9, 0, 0, 4, 1),
  (4, 3,    4, 1, 1,    1, 0, -9e999, 9e999, 9, 1, 0, NULL, NULL);
INSERT INTO bound_update (id, at, node, cause, child, alpha, beta) VALUES
  (1, 2, 1, 0, 2, 9, 9e999), (2, 4, 3, 0, 4, 9, 9e999);
)";

nlohmann::json ask_json(std::vector<std::string> words, int exit_code) {
  words.insert(words.begin(), "verify");
  words.insert(words.end(), {"--format", "json"});
  const ProgramResult result = plytrace(words);
  EXPECT_EQ(result.exit_code, exit_code) << result.err << result.out;
  EXPECT_EQ(output_problems("verify", result.out), "") << result.out;
  return parse_json(result.out);
}

// Only the last search was judged, so a file was VERIFIED although an earlier search was wrong.
TEST(Verdict, EverySearchOfAFileIsJudgedAndTheWorstCounts) {
  const ScratchFolder folder;
  const std::string trace = hand_made(folder, "two", kTwoSearches);
  const ProgramResult both = plytrace({"verify", "two.db"}, folder.path().string());
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_EQ(both.out,
            "REFUTED: two.db, search 1: search_value: the search claims 1234, its passes prove 9\n"
            "VERIFIED: two.db, search 2: 2 nodes\n");
  const auto json = ask_json({trace}, 1);
  EXPECT_EQ(json["verdict"], "refuted");
  ASSERT_EQ(json["results"].size(), 2u);
  EXPECT_EQ(json["results"][0]["search"], 1);
  EXPECT_EQ(json["results"][0]["verdict"], "refuted");
  EXPECT_EQ(json["results"][1]["search"], 2);
  EXPECT_EQ(json["results"][1]["verdict"], "verified");
  const ProgramResult second = plytrace({"verify", trace, "--search", "2"});
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.out, StartsWith("VERIFIED: " + trace + ", search 2\n"));
  plytrace({"verify", trace, "--junit", folder / "two.xml"});
  EXPECT_THAT(
      read_file(folder / "two.xml"),
      HasSubstr("two.db, search 1\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\""));
}

// One missing or damaged file ended the run, and the verdicts of the other files were not reported.
TEST(Verdict, AFileThatCannotBeReadIsARowOfItsOwn) {
  const ScratchFolder folder;
  const std::string sound = record(folder, "sound", "tictactoe -d 3");
  const std::string wrong =
      altered(folder, sound, "UPDATE node SET value = value + 1 WHERE id = 5");
  const std::string cut = folder / "cut.db";
  write_file(cut, read_file(sound).substr(0, 9000));
  const std::string none = folder / "none.db";
  const std::string xml = folder / "all.xml";
  const ProgramResult all = plytrace({"verify", sound, cut, none, wrong, "--junit", xml});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.out, HasSubstr("VERIFIED: " + sound));
  EXPECT_THAT(all.out, HasSubstr("ERROR: " + cut));
  EXPECT_THAT(all.out, HasSubstr("ERROR: " + none + ": "));
  EXPECT_THAT(all.out, HasSubstr("REFUTED: " + wrong));
  EXPECT_THAT(read_file(xml), HasSubstr("tests=\"10\" failures=\"1\" errors=\"2\""));
  EXPECT_EQ(plytrace({"verify", sound, none}).exit_code, 3);

  const auto json = ask_json({none, sound}, 3);
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["results"][0]["verdict"], "error");
  EXPECT_EQ(json["results"][0]["search"], nullptr);
  EXPECT_EQ(json["results"][0]["proven"], nullptr);
  EXPECT_THAT(json["results"][0]["error"].get<std::string>(), HasSubstr("none.db"));
  EXPECT_EQ(json["results"][1]["error"], nullptr);

  // The message for a single file is the usual one, but the JSON has the same form.
  const ProgramResult alone = plytrace({"verify", cut});
  EXPECT_EQ(alone.exit_code, 3);
  EXPECT_EQ(alone.out, "");
  EXPECT_THAT(alone.err, HasSubstr("cut.db"));
  EXPECT_EQ(ask_json({cut}, 3)["results"].size(), 1u);
  EXPECT_EQ(plytrace({"verify", sound, "--search", "7"}).exit_code, 3);
}

// A trace with an unreadable page was REFUTED because of the missing rows.
TEST(Verdict, ADamagedPageIsAnErrorAndNoFinding) {
  const ScratchFolder folder;
  const std::string trace = record(folder, "sound", "connect4 -d 4");
  std::string bytes = read_file(trace);
  const std::size_t page = std::stoul(sql_value(trace, "PRAGMA page_size"));
  const std::string root = sql_value(trace, "SELECT rootpage FROM sqlite_master WHERE name='node'");
  bytes.replace((std::stoul(root) - 1) * page, 8, "\x01\x02\x03\x04\x05\x06\x07\x08");
  write_file(folder / "torn.db", bytes);
  const auto json = ask_json({folder / "torn.db"}, 3);
  EXPECT_EQ(json["results"][0]["verdict"], "error");
  EXPECT_EQ(json["results"][0]["findings_total"], 0);
}

const char* const kOnlyNodes = R"(
{"event":"enter","side":"max"}
{"event":"enter","move":"d","side":"min"}
{"event":"leave","value":3}
{"event":"enter","move":"e","side":"min"}
{"event":"leave","value":2}
{"event":"leave","value":3}
{"event":"end_search","value":3,"lower":3,"upper":3}
)";

// An engine that reports only enter and leave was VERIFIED on leaves that may be table answers.
TEST(Verdict, LeavesOfUnknownKindAreNoEvidenceUnlessAccepted) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, kOnlyNodes);
  const ProgramResult plain = plytrace({"verify", "imported.db"}, folder.path().string());
  EXPECT_EQ(plain.exit_code, 4) << plain.out;
  EXPECT_THAT(
      plain.out,
      StartsWith("INCOMPLETE: imported.db\n"
                 "root: 3 is claimed, not proven\n"
                 "incomplete: 2 leaves of unknown kind may be table answers or clamped "
                 "scores, and\n    so prove nothing: declare their kind, or accept them with "
                 "--assume\n    unknown_kind\n"));
  const auto json = ask_json({trace}, 4)["results"][0];
  EXPECT_EQ(json["assumptions"]["unknown_kind"], 2);
  EXPECT_EQ(json["missing_kinds"], nlohmann::json({"scores", "probes"}));
  EXPECT_EQ(json["proven"], nullptr);

  const ProgramResult accepted =
      plytrace({"verify", "imported.db", "--assume", "unknown_kind"}, folder.path().string());
  EXPECT_EQ(accepted.exit_code, 0);
  EXPECT_THAT(accepted.out,
              StartsWith("VERIFIED under assumptions (2 unknown_kind, 1 move_list): imported.db\n"
                         "would follow for the root: 3, if no moves are missing\n"));
  EXPECT_EQ(plytrace({"verify", trace, "--assume", "taste"}).exit_code, 2);
  // --strict refuses all assumptions except those accepted by name.
  EXPECT_EQ(plytrace({"verify", trace, "--strict", "--assume", "unknown_kind"}).exit_code, 4);
  EXPECT_EQ(plytrace({"verify", trace, "--strict", "--assume", "unknown_kind,move_list"}).exit_code,
            0);
}

// If table answers and clamped scores would be visible, a leaf of unknown kind is only an
// assumption.
TEST(Verdict, ALeafOfUnknownKindThatCanBeNothingElseIsEvidence) {
  const ScratchFolder folder;
  const std::string trace =
      imported(folder, R"({"event":"search","game":"mine","captured":["probes","scores"]})" +
                           std::string(kOnlyNodes));
  const ProgramResult said = plytrace({"verify", trace});
  EXPECT_EQ(said.exit_code, 0) << said.out;
  EXPECT_THAT(said.out, StartsWith("VERIFIED under assumptions (2 unknown_kind, 1 move_list): "));
}

// "proven of the root: 983" was printed below REFUTED, although nothing is proven after a finding.
TEST(Verdict, AfterAFindingNothingIsProvenOnlyClaimed) {
  const ScratchFolder folder;
  const std::string sound = record(folder, "sound", "tictactoe -d 4");
  const std::string value = sql_value(sound, "SELECT CAST(value AS INTEGER) FROM search");
  const std::string wrong =
      altered(folder, sound, "UPDATE node SET value = value + 1 WHERE id = 5");
  const ProgramResult said = plytrace({"verify", wrong});
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_THAT(said.out, HasSubstr("\nroot: " + value + " is claimed, resting on 1 finding\n"));
  EXPECT_THAT(said.out, Not(HasSubstr("proven of the root")));
  const auto refuted = ask_json({wrong}, 1)["results"][0];
  EXPECT_EQ(refuted["proven"], nullptr);
  EXPECT_EQ(refuted["claimed"]["lower"].dump(), value);
  EXPECT_EQ(refuted["claimed"]["upper"].dump(), value);

  // Nothing is proven either if the check proof did not run.
  const auto oracle = ask_json({sound, "--check", "oracle"}, 0)["results"][0];
  EXPECT_EQ(oracle["proven"], nullptr);
  EXPECT_EQ(oracle["claimed"]["lower"].dump(), value);
  const auto verified = ask_json({sound}, 0)["results"][0];
  EXPECT_EQ(verified["proven"]["lower"].dump(), value);

  ASSERT_EQ(plytrace({"report", wrong, "-o", folder / "page"}).exit_code, 0);
  EXPECT_THAT(read_file(folder / "page/report.md"),
              HasSubstr("nothing; root: " + value + " is claimed, resting on 1 finding"));
}

// --check structure said VERIFIED although nothing proved the value.
TEST(Verdict, StructureAloneDoesNotVerify) {
  const ScratchFolder folder;
  const std::string sound = record(folder, "sound", "tictactoe -d 4");
  for (const char* checks : {"structure", "replay", "structure,replay"}) {
    const ProgramResult said = plytrace({"verify", sound, "--check", checks});
    EXPECT_EQ(said.exit_code, 4) << checks;
    EXPECT_THAT(said.out, HasSubstr("the value of the root was not proven")) << checks;
  }
  EXPECT_EQ(plytrace({"verify", sound, "--check", "structure,proof"}).exit_code, 0);
}

// A change of the search's row, and the expected report.
struct Row {
  const char* sql;
  Verdict verdict;
  const char* blamed;
};
class SearchRowRules : public testing::TestWithParam<Row> {};

TEST_P(SearchRowRules, AreHeldAgainstTheRoot) {
  const ScratchFolder folder;
  const std::string trace = altered(folder, hand_made(folder, "two", kTwoSearches), GetParam().sql);
  const verify::VerifyReport report = judge(trace);
  EXPECT_EQ(report.verdict, GetParam().verdict) << outline(report);
  EXPECT_EQ(blamed(report), GetParam().blamed) << outline(report);
}

constexpr Row kRowsOfSearch[] = {
    {"UPDATE search SET lower = NULL, upper = NULL", Verdict::kVerified, ""},
    // The value differs from the root's, and no bound is claimed.
    {"UPDATE search SET lower = NULL, upper = NULL, value = 8", Verdict::kRefuted,
     "search_value@3"},
    {"UPDATE search SET value = 8", Verdict::kRefuted, "search_value@3"},
    {"UPDATE search SET best_move = 'a', pv = '[\"a\",\"b\"]'", Verdict::kVerified, ""},
    {"UPDATE search SET best_move = 'b'", Verdict::kRefuted, "search@3"},
    {"UPDATE search SET pv = '[\"b\"]'", Verdict::kRefuted, "search@3"},
    // A stopped search may name a move of the abandoned pass.
    {"UPDATE search SET best_move = 'b', status = 'time_limit'", Verdict::kIncomplete, ""},
    // A leaf outside of the declared score range.
    {"UPDATE search SET score_min = -5, score_max = 9", Verdict::kVerified, ""},
    {"UPDATE search SET score_min = -5, score_max = 5", Verdict::kRefuted, "score_range@4"},
};
INSTANTIATE_TEST_SUITE_P(Rows, SearchRowRules, testing::ValuesIn(kRowsOfSearch));

// Two passes at depth 1, >= 8 and <= 3, of positions with equal keys and MAX to move.
std::string two_passes(const ScratchFolder& folder, const std::string& more) {
  return hand_made(folder, "passes", R"(
INSERT INTO search (id, game, algorithm, captured, status, fail, value, lower, upper, depth,
    completed_depth) VALUES
  (1, 'mine', 'alphabeta',
    '["windows","bounds","cutoffs","skipped","legal","roles","scores","probes","stores"]',
    'finished', 'soft', 100, 100, 100, 1, 1);
INSERT INTO pass (id, search, ordinal, root, last, status, value, alpha, beta, depth, purpose)
  VALUES (1, 1, 1, 1, 2, 'finished', 8, 4, 5, 1, 'probe'),
         (2, 1, 2, 3, 5, 'finished', 3, 4, 5, 1, 'probe');
INSERT INTO move (id, text) VALUES (1, 'a'), (2, 'b');
INSERT INTO node (id, parent, last, ply, move, side, kind, value, depth, legal, bound, alpha, beta,
    best, key) VALUES
  (1, NULL, 2, 0, NULL, 0, 0, 8, 1, 2, 1, 4, 5, 2, 1),
  (2, 1, 2, 1, 1, 1, 1, 8, 0, NULL, NULL, 4, 5, NULL, 3),
  (3, NULL, 5, 0, NULL, 0, 0, 3, 1, 2, 2, 4, 5, NULL, 1),
  (4, 3, 4, 1, 1, 1, 1, 3, 0, NULL, NULL, 4, 5, NULL, 3),
  (5, 3, 5, 1, 2, 1, 1, 2, 0, NULL, NULL, 4, 5, NULL, 4);
INSERT INTO cutoff (id, at, node, kind, cause, value, alpha, beta, skipped, child, skipped_moves)
  VALUES (1, 2, 1, 1, 0, 8, 4, 5, 1, 2, '["b"]');
)" + more);
}

// The search claimed 100 although its passes prove >= 8 and <= 3, and "100" was reported as proven.
TEST(Verdict, AClaimThatNoneOfTheDisagreeingPassesGivesIsRefuted) {
  const ScratchFolder folder;
  const verify::VerifyReport wrong = judge(two_passes(folder, ""));
  EXPECT_EQ(wrong.verdict, Verdict::kRefuted) << outline(wrong);
  EXPECT_EQ(blamed(wrong), "search_value@3");
  EXPECT_EQ(wrong.findings[0].message,
            "the search claims 100; its passes disagree, >= 8 and <= 3, and neither says so; the "
            "lowest node where passes 1 and 2 differ is /a: exactly 8 (#2), exactly 3 (#4)");
  for (const char* said : {"8", "3"}) {
    const std::string claim = std::string("UPDATE search SET value = ") + said +
                              ", lower = " + said + ", upper = " + said;
    const verify::VerifyReport excused = judge(two_passes(folder, claim));
    EXPECT_EQ(excused.verdict, Verdict::kVerified) << outline(excused);
    EXPECT_EQ(excused.assumptions[static_cast<std::size_t>(verify::Assumption::kInstability)], 1u);
  }
  // <= 2 follows from neither pass.
  EXPECT_EQ(judge(two_passes(folder, "UPDATE search SET value = 2, lower = 2, upper = 2")).verdict,
            Verdict::kRefuted);
}

// Passes of two positions, or of two sides, were intersected to a proof of one value.
TEST(Verdict, PassesOfTwoPositionsProveNothingTogether) {
  const ScratchFolder folder;
  const std::string agree =
      "UPDATE pass SET value = 5; UPDATE search SET value = 5, lower = 5, upper = 5;"
      "UPDATE node SET value = 5 WHERE value = 8; UPDATE cutoff SET value = 5;"
      "UPDATE node SET value = 5 WHERE value = 3;"
      "UPDATE pass SET alpha = 5, beta = 6 WHERE id = 2;"
      "UPDATE node SET alpha = 5, beta = 6 WHERE id >= 3;";
  const verify::VerifyReport one = judge(two_passes(folder, agree));
  EXPECT_EQ(one.verdict, Verdict::kVerified) << outline(one);
  const verify::VerifyReport two =
      judge(two_passes(folder, agree + "UPDATE node SET key = 2 WHERE id = 3;"));
  EXPECT_EQ(two.verdict, Verdict::kIncomplete) << outline(two);
  EXPECT_THAT(outline(two), HasSubstr("passes of two positions: the roots #1 and #3 differ in "
                                      "their keys; record them as two searches"));
}

// INCOMPLETE must name the missing kinds of event.
TEST(Verdict, SuspectRowsNameTheKindsThatWereMissing) {
  const ScratchFolder folder;
  const std::string trace =
      altered(folder, hand_made(folder, "two", kTwoSearches),
              "UPDATE search SET captured = '[\"windows\",\"bounds\",\"cutoffs\",\"legal\"]';"
              "UPDATE node SET value = 7 WHERE id = 3; UPDATE pass SET value = 7 WHERE id = 2;"
              "UPDATE search SET value = 7, lower = 7, upper = 7 WHERE id = 2");
  const auto json = ask_json({trace, "--search", "2"}, 4)["results"][0];
  EXPECT_EQ(json["missing_kinds"], nlohmann::json({"roles", "scores"}));
  EXPECT_THAT(json["reasons"].dump(), HasSubstr("explain: `roles` and `scores` were not captured"));
}

TEST(Verdict, ItsLinesFitEightyColumns) {
  const ScratchFolder folder;
  const std::string trace = altered(
      folder, record(folder, "sound", "connect4 -d 5 -a pvs --table 1 --iterative"),
      "UPDATE node SET value = value + 1 WHERE id % 50 = 7; UPDATE cutoff SET value = 3 WHERE id "
      "% 90 = 4; UPDATE table_probe SET stored_depth = 0");
  const std::string name = std::filesystem::path(trace).filename().string();
  std::string said = plytrace({"verify", name}, folder.path().string()).out;
  said += plytrace({"verify", "--list-rules"}).out;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Verdict, IsColouredOnlyWhereColoursAreWanted) {
  const ScratchFolder folder;
  const std::string sound = record(folder, "sound", "tictactoe -d 3");
  const std::string wrong =
      altered(folder, sound, "UPDATE node SET value = value + 1 WHERE id = 5");
  EXPECT_THAT(plytrace({"--color", "always", "verify", sound}).out,
              StartsWith("\x1b[32mVERIFIED\x1b[0m: "));
  EXPECT_THAT(plytrace({"--color", "always", "verify", wrong}).out,
              StartsWith("\x1b[31mREFUTED\x1b[0m: "));
  EXPECT_THAT(plytrace({"verify", sound}).out, StartsWith("VERIFIED: "));
}

TEST(Verdict, TheListOfRulesSaysWhatEachNeeds) {
  const std::string rules = plytrace({"verify", "--list-rules"}).out;
  EXPECT_THAT(rules, HasSubstr("Needs cutoffs, roles.\n"));
}

}  // namespace
}  // namespace plytrace::test
