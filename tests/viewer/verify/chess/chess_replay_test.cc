// SPDX-License-Identifier: MIT
//
// Chess engines under replay: a sound one is VERIFIED in all its styles. Bugs are in
// chess_mutants_test.cc.
#include <gmock/gmock.h>

#include "tests/viewer/verify/chess/chess_engine.h"
#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using verify::Assumption;
using verify::Check;
using verify::CheckStatus;
using verify::Rule;
using verify::Verdict;
using verify::VerifyReport;

constexpr auto kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr auto kPassant = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
constexpr auto kMateIn2 = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
constexpr auto kRooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
constexpr auto kKnights = "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1";

VerifyReport judged(const ChessEngine& engine) { return judged_engine(chess_lines(engine)); }

std::string first(const VerifyReport& report, Rule rule) {
  for (const auto* list : {&report.findings, &report.warnings}) {
    for (const auto& finding : *list) {
      if (finding.rule == rule) return finding.message;
    }
  }
  return outline(report);
}

void expect_sound(const ChessEngine& engine) {
  const VerifyReport report = judged(engine);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << engine.position << "\n" << outline(report);
  EXPECT_EQ(report.check(Check::kReplay).status, CheckStatus::kPassed) << outline(report);
  EXPECT_EQ(warned(report), "") << engine.position << "\n" << outline(report);
}

TEST(ChessReplay, ASoundEngineIsVerifiedInEachNotation) {
  for (const char* position : {"startpos", kPassant, kMateIn2, kRooks}) {
    expect_sound({.position = position});
    expect_sound({.position = position, .king_takes_rook = true, .null_text = "0000"});
    expect_sound({.position = position, .in_san = true, .null_text = ""});
    expect_sound({.position = position, .null_text = "@@@@"});
  }
}

// A re-search under another name of its move was REFUTED as one of a move not searched before.
TEST(ChessReplay, AnEngineThatMixesNotationsIsVerified) {
  for (const char* position : {"startpos", kMateIn2, kRooks}) {
    expect_sound({.position = position,
                  .mixes_names = true,
                  .iterates = true,
                  .aspiration = 20,
                  .lines = 2,
                  .scouts = true,
                  .reduces = true});
  }
}

// A move that was searched twice under two names was noticed only if both names were equal.
TEST(ChessReplay, AMoveSearchedTwiceUnderTwoNamesIsNoticed) {
  const auto report =
      judged({.position = kRooks, .depth = 2, .bug = ChessBug::kMoveTwice, .mixes_names = true});
  EXPECT_THAT(first(report, Rule::kWarnDuplicateMove), HasSubstr(" under the name "));
  EXPECT_EQ(report.findings_total, 0U) << outline(report);
}

TEST(ChessReplay, AFullBoardIsVerified) { expect_sound({.position = kKiwipete, .depth = 2}); }

TEST(ChessReplay, DrawsOfASoundEngineAreDraws) {
  // Twofold inside the search, third occurrence with the game.
  expect_sound({.position = kKnights, .depth = 5});
  expect_sound({.position = "startpos moves g1f3 g8f6 f3g1 f6g8", .depth = 3});
}

TEST(ChessReplay, ReplayTakesTheAssumptionMoveListAway) {
  const ChessEngine engine{
      .position = kRooks,
      .tells_legal = false,
      .captured = R"("usual","scores","roles","probes","stores","keys","skipped")"};
  const VerifyReport report = judged(engine);
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(times_assumed(report, Assumption::kMoveList), 0U) << outline(report);
}

// A last move that is never searched was seen only where `legal` was reported.
TEST(ChessReplay, AMoveThatIsNeverSearchedIsMissed) {
  const ChessEngine engine{
      .position = kRooks,
      .bug = ChessBug::kLastMove,
      .tells_legal = false,
      .captured = R"("usual","scores","roles","probes","stores","keys","skipped")"};
  const VerifyReport report = judged(engine);
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_THAT(first(report, Rule::kMoveList), HasSubstr("moves neither searched nor skipped: "));
}

TEST(ChessReplay, WarningsNameTheNodes) {
  const VerifyReport clocks =
      judged({.position = kRooks, .depth = 4, .bug = ChessBug::kClockInKey});
  EXPECT_EQ(clocks.verdict, Verdict::kVerified) << outline(clocks);
  EXPECT_THAT(first(clocks, Rule::kWarnKeySplit), HasSubstr("but has another key"));
  const VerifyReport declared = judged({.position = kRooks,
                                        .depth = 4,
                                        .bug = ChessBug::kClockInKey,
                                        .options = R"({"key_of":"position+rule50"})"});
  EXPECT_EQ(warned(declared), "") << outline(declared);
  const VerifyReport evals =
      judged({.position = kRooks, .bug = ChessBug::kEvaluationDrifts, .iterates = true});
  EXPECT_THAT(first(evals, Rule::kWarnStaticEvalDiffers), HasSubstr("the same position, is"));
}

// A third occurrence is no fault of a search that knows of no draws by history.
TEST(ChessReplay, AnEngineWithoutDrawsIsWarnedOfOnce) {
  const VerifyReport report = judged({.position = "4k1n1/8/8/8/8/8/7P/4K1N1 w - - 98 60",
                                      .depth = 4,
                                      .bug = ChessBug::kNoRepetition});
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_THAT(first(report, Rule::kWarnDraw), HasSubstr("declare the option history=off"));
}

// The only move of White makes a draw by fifty moves, and the lines between are the node behind it.
VerifyReport judged_at_draw(const std::string& below, int value = 0) {
  return judged_engine(
      R"({"event":"search","game":"chess","position":"8/8/8/8/8/k7/7p/K7 w - - 99 60",)"
      R"("game_options":{"history":"on"},"captured":["usual"]})"
      "\n" +
      root_line(2, -99, 99) + enter_line("a1b1", "min", 1, -99, 99) + below + leave_line(value) +
      leave_line(value) + end_line(fmt::format(",\"value\":{}", value)));
}
std::string same_position(const std::string& role, const std::string& below, int value = 0,
                          const std::string& more = "") {
  return enter_line("", "min", 0, -99, 99, ",\"role\":\"" + role + "\"") + below +
         leave_line(value, more);
}

// An engine that looks for draws in quiescence only hands a drawn position over. Its main node was
// REFUTED because "it searched on", though the node that it handed over to was left as a draw.
TEST(ChessReplay, ANodeWhoseHandOverTookTheDrawDidNotSearchOn) {
  const std::string draw = ",\"kind\":\"draw\"";
  const std::string taken = same_position("hand_over", "", 0, draw);
  const std::string cut = cutoff_line("alpha", "multi_cut", -99, -99, 99);
  for (const std::string& below :
       {taken, same_position("hand_over", taken), same_position("probe", "", -99, draw) + cut}) {
    const VerifyReport report = judged_at_draw(below, below.find(cut) == below.npos ? 0 : -99);
    EXPECT_NE(report.verdict, Verdict::kRefuted) << below << outline(report);
    EXPECT_EQ(warned(report).find("draw"), std::string::npos) << below << outline(report);
  }
  const VerifyReport sound = judged_at_draw(taken);
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
}

TEST(ChessReplay, ANodeThatSearchedOnPastADrawIsFoundThroughAHandOver) {
  const std::string move = leaf_lines("h2h1q", "max", 0, -99, 99, 0);
  const std::string null_move =
      leaf_lines("null", "max", 0, -99, -98, -99, ",\"role\":\"null_move\"");
  for (const std::string& below :
       {move, same_position("hand_over", move), same_position("hand_over", null_move + move),
        same_position("hand_over", same_position("hand_over", move)),
        same_position("probe", "", 0, ",\"kind\":\"draw\"") + move,
        same_position("probe", move) + same_position("hand_over", "", 0, ",\"kind\":\"draw\"")}) {
    const VerifyReport report = judged_at_draw(below);
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << below << outline(report);
    EXPECT_THAT(first(report, Rule::kDraw), HasSubstr("but it searched on")) << below;
  }
}

// The move f7g6 is stalemate. `options` of the search; `more`: a further move before it.
VerifyReport judged_stalemate(int score, const std::string& options = "{}") {
  return judged_engine(
      R"({"event":"search","game":"chess","position":"7k/5Q2/8/8/8/6K1/8/8 w - - 0 1",)"
      R"("captured":["usual"],"options":)" +
      options + "}\n" + root_line(1, -99, 50) + leaf_lines("f7e8", "min", 0, -99, 50, 12) +
      bound_line(12, 50) + enter_line("f7g6", "min", 0, 12, 50) +
      leave_line(score, ",\"kind\":\"terminal\"") + cutoff_line("beta", "child", score, 12, 50) +
      leave_line(score) + end_line(fmt::format(",\"value\":{0},\"lower\":{0}", score)));
}

// An engine took stalemate for mate. Without `mate_score` in its options nine stalemates passed,
// because the search met no mate that would have shown the score of a lost game.
TEST(ChessReplay, AStalemateWithAScoreFarFromAllOthersIsAWarning) {
  const VerifyReport report = judged_stalemate(999999);
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(warned(report), "leaf_score@3") << outline(report);
  EXPECT_THAT(first(report, Rule::kWarnLeafScore), HasSubstr("declare \"mate_score\""));
  // Contempt is not the score of a mate.
  EXPECT_EQ(warned(judged_stalemate(60)), "");
  const VerifyReport declared = judged_stalemate(999999, R"({"mate_score":900000})");
  EXPECT_EQ(blamed(declared), "leaf_score@3") << outline(declared);
  EXPECT_EQ(warned(declared), "");
}

// A missing position switched replay off, and the headline did not say so.
TEST(ChessReplay, AMissingPositionIsReportedInTheHeadline) {
  const ScratchFolder folder;
  std::string lines = chess_lines({.position = "startpos", .depth = 1});
  const std::string told = R"("position":"startpos",)";
  lines.replace(lines.find(told), told.size(), "");
  const std::string trace = imported(folder, lines);
  const std::string out = plytrace({"verify", trace}).out;
  EXPECT_THAT(out, HasSubstr("VERIFIED without replay"));
  EXPECT_THAT(out, HasSubstr("without replay: the game refuses the position"));
}

std::string verified_as(const ScratchFolder& folder, const std::string& game) {
  std::string lines = chess_lines({.position = kRooks, .depth = 1});
  const std::string told = R"("game":"chess")";
  lines.replace(lines.find(told), told.size(), R"("game":")" + game + "\"");
  return plytrace({"verify", imported(folder, lines)}).out;
}

// A name of the game in capital letters, or another name of it, switched replay off, and the
// headline did not say so.
TEST(ChessReplay, AnotherNameOfTheGameIsAcceptedOrReportedInTheHeadline) {
  const ScratchFolder folder;
  for (const char* name : {"Chess", "CHESS"}) {
    EXPECT_THAT(verified_as(folder, name), Not(HasSubstr("without replay"))) << name;
  }
  for (const char* name : {"chess960", "standard"}) {
    const std::string out = verified_as(folder, name);
    EXPECT_THAT(out, HasSubstr("VERIFIED without replay")) << name;
    EXPECT_THAT(out, HasSubstr(std::string("without replay: the game '") + name +
                               "' is not known (did you mean 'chess'?)"));
  }
}

// Every search of plytrace's own was REFUTED where history can draw, since its values are not
// uniform.
TEST(ChessReplay, AnOwnSearchWithDrawsByHistoryIsVerified) {
  const ScratchFolder folder;
  const verify::VerifyReport report = judge(record(folder, "own", "chess -d 3"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

TEST(ChessReplay, MovesAreNamedInSan) {
  const ScratchFolder folder;
  const std::string trace = imported(folder, chess_lines({.position = kRooks, .depth = 2}));
  EXPECT_THAT(plytrace({"log", trace, "--moves", "san"}).out, HasSubstr("O-O-O  MIN"));
  EXPECT_THAT(plytrace({"log", trace}).out, HasSubstr("e1c1  MIN"));
  EXPECT_THAT(plytrace({"show", trace, "/", "--moves", "san"}).out, HasSubstr("Rh8+ (#"));
  EXPECT_THAT(plytrace({"pv", trace, "--moves", "san"}).out, HasSubstr("pv of pass 1: R"));
  const std::string other = record(folder, "other", "tictactoe -d 2");
  const auto refused = plytrace({"log", other, "--moves", "san"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("connectk has no other notation of moves than that of the"));
}

}  // namespace
}  // namespace plytrace::test
