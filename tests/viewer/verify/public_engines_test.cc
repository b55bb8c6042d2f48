// SPDX-License-Identifier: MIT
//
// Habits of public engines that were judged wrongly: in C (Phalanx), C++ (HoiChess, Toga),
// JavaScript, and Python (Sunfish).
#include <gmock/gmock.h>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using verify::Assumption;
using verify::Rule;
using verify::Verdict;
using verify::VerifyReport;

constexpr const char* kReduced = ",\"role\":\"reduced\"";

std::string chess_line(const std::string& position, const std::string& more = "",
                       const std::string& captured = "\"usual\"") {
  return "{\"event\":\"search\",\"game\":\"chess\",\"position\":\"" + position +
         "\",\"captured\":[" + captured + "]" + more + "}\n";
}

std::string first_of(const VerifyReport& report, Rule rule) {
  for (const auto& finding : report.findings) {
    if (finding.rule == rule) return finding.message;
  }
  return outline(report);
}

// --- a reduced search that is repeated at the reduced depth in a wider window

// Toga searches late moves of its main line again before it gives them their depth back. The value
// of the first search counted as well, and replay called the move a twin.
TEST(ReducedAgain, TheLaterReducedSearchCounts) {
  const auto searched = [](const std::string& again) {
    return judged_engine(search_line() + root_line(3, -99, 99) +
                         leaf_lines("a", "min", 2, -99, 99, 1) + bound_line(1, 99) +
                         leaf_lines("b", "min", 1, 1, 2, 5, kReduced) + again + leave_line(1) +
                         end_line(",\"value\":1"));
  };
  const auto sound = searched(leaf_lines("b", "min", 1, 1, 99, 0, kReduced));
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  EXPECT_GT(times_assumed(sound, Assumption::kReduced), 0U);
  // Not after another move: then the picker returned the move twice, and both values count.
  const auto twins =
      searched(leaf_lines("c", "min", 2, 1, 99, 0) + leaf_lines("b", "min", 1, 1, 99, 0, kReduced));
  EXPECT_EQ(twins.verdict, Verdict::kRefuted) << outline(twins);
  // The value that the last search gave is the move's value.
  const auto wrong = searched(leaf_lines("b", "min", 1, 1, 99, 3, kReduced));
  EXPECT_EQ(wrong.verdict, Verdict::kRefuted) << outline(wrong);
}

TEST(ReducedAgain, ItIsNoFurtherMoveOfTheList) {
  const auto report =
      judged_engine(chess_line("8/8/8/8/8/k7/8/K7 w - - 0 1") + root_line(3, -99, 99) +
                    leaf_lines("a1b1", "min", 1, 5, 6, 7, kReduced) +
                    leaf_lines("a1b1", "min", 1, -99, 99, 4, kReduced) + leave_line(4) +
                    end_line(",\"value\":4"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// --- a null move that is verified

// Toga returns what the verification gave, which may be more than the null move gave. The cutoff
// was held against the null move alone.
TEST(VerifiedNullMove, TheCutoffMayRestOnTheVerification) {
  const auto cut = [](int verified, const std::string& role) {
    return judged_engine(search_line() + root_line(6, 10, 11) +
                         leaf_lines("null", "min", 2, 10, 11, 20, ",\"role\":\"null_move\"") +
                         enter_line("", "max", 3, 10, 11, role) +
                         leaf_lines("a", "min", 2, 10, 11, verified) +
                         cutoff_line("beta", "child", verified, 10, 11) + leave_line(verified) +
                         cutoff_line("beta", "null_move", 60, 10, 11) + leave_line(60) +
                         end_line(",\"value\":60,\"lower\":60"));
  };
  const std::string probe = ",\"role\":\"probe\"";
  const auto sound = cut(60, probe);
  EXPECT_EQ(sound.verdict, Verdict::kVerified) << outline(sound);
  EXPECT_EQ(times_assumed(sound, Assumption::kNullMove), 1U);
  EXPECT_EQ(blamed(cut(40, probe)), "cutoff@1");
}

// Sunfish takes kings: the reply shows that a null move was made in check. The engine reports it as
// illegal and does not count it, but it was REFUTED.
TEST(NullMoveInCheck, IsNoFindingIfTheEngineFoundItIllegal) {
  const auto judged = [](const std::string& null_move) {
    return judged_engine(chess_line("k7/8/8/8/8/8/1q5P/K7 w - - 0 1") + root_line(1, -99, 99) +
                         enter_line("", "min", 0, 98, 99, ",\"role\":\"null_move\"") + null_move +
                         enter_line("a1b2", "min", 0, -99, 99) +
                         leave_line(5, ",\"kind\":\"horizon\"") + bound_line(5, 99) +
                         leave_line(5) + end_line(",\"value\":5"));
  };
  const auto illegal = judged("{\"event\":\"leave\",\"kind\":\"illegal\"}\n");
  EXPECT_EQ(illegal.verdict, Verdict::kVerified) << outline(illegal);
  EXPECT_THAT(first_of(judged(leave_line(3, ",\"kind\":\"horizon\"")), Rule::kIllegalMove),
              HasSubstr("a null move, though the side to move is in check"));
}

// --- a move that is searched twice

// Sunfish searches the table's move first, and again in its place in the list. A finding below the
// first of the two was retracted: the move was said to have been another one.
TEST(TableMoveTwice, FindingsBelowTheFirstSearchStay) {
  const std::string end = ",\"kind\":\"terminal\"";
  const std::string twice = enter_line("f1f8", "min", 0, -99, 99) + leave_line(0, end);
  const std::string others = ",\"skipped_moves\":[\"f1f7\"]";
  const auto report =
      judged_engine(chess_line("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1") + root_line(1, -99, 99) + twice +
                    twice + cutoff_line("forward", "other", 0, -99, 99, others) + leave_line(0) +
                    end_line(",\"value\":0"));
  EXPECT_EQ(first_of(report, Rule::kLeafScore),
            "MIN node /f1f8~1 (#2): MIN has lost the game here, but the score is 0");
}

// js-chess-engine forgets an en-passant move that answers a check. It counts the moves that it
// searched, and the finding did not say which one is missing.
TEST(MissingMove, HasAName) {
  const auto report =
      judged_engine(chess_line("k7/8/8/8/8/8/8/K7 w - - 0 1") + root_line(1, -99, 99) +
                    leaf_lines("a1a2", "min", 0, -99, 99, 1) + bound_line(1, 99) +
                    leaf_lines("a1b1", "min", 0, 1, 99, 0) + leave_line(1, ",\"legal\":2") +
                    end_line(",\"value\":1"));
  EXPECT_EQ(first_of(report, Rule::kMoveList),
            "MAX node / (#1): it says that 2 moves are legal, the rules give 3; missing: a1b2");
}

// --- keys of a table that holds the depth

// Sunfish's table is asked with the position and the depth. Replay compared positions only if the
// table's key was that of the node, so that an answer for other castling rights was VERIFIED.
TEST(DepthInTheKey, AnAnswerForOtherCastlingRightsIsFound) {
  const auto key = [](int number) { return ",\"key\":" + std::to_string(number); };
  const auto way = [&](const std::string& out, const std::string& back, int first, int last) {
    return enter_line(out, "min", 3, -99, 99, key(first)) +
           enter_line("e8e7", "max", 2, -99, 99, key(first + 1)) +
           enter_line(back, "min", 1, -99, 99, key(last));
  };
  const auto judged = [&](int key_of_second) {
    const std::string up = leave_line(5) + leave_line(5);
    return judged_engine(
        chess_line("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "\"probes\",\"stores\",\"keys\"") +
        root_line(4, -99, 99, key(1)) + way("h1g1", "g1h1", 10, 13) +
        "{\"event\":\"store\",\"value\":5,\"key\":1301,\"depth\":1}\n" +
        leave_line(5, ",\"kind\":\"horizon\"") + up + way("a1b1", "b1a1", 20, key_of_second) +
        "{\"event\":\"probe\",\"value\":5,\"key\":1301,\"stored_depth\":1,\"depth\":1,"
        "\"used\":\"answered\"}\n" +
        leave_line(5, ",\"kind\":\"table\"") + up + leave_line(5) + end_line(",\"value\":5"));
  };
  EXPECT_THAT(first_of(judged(13), Rule::kKeyClash),
              HasSubstr("it was stored for another position, which has the same key"));
}

// --- hints

// verify gave the hint "All agree if a bound event is missing" although replay had found moves
// missing from a list: the trial of the hint ran without replay, so it found nothing.
TEST(HintsOfReplay, NoHintExplainsWhatOnlyReplayFinds) {
  const auto report =
      judged_engine(chess_line("7k/8/8/8/8/8/8/K7 w - - 0 1") + root_line(1, -99, 99) +
                    leaf_lines("a1a2", "min", 0, -99, 99, 1) + bound_line(1, 99) +
                    leaf_lines("a1b1", "min", 0, 1, 99, 0) + leave_line(1) +
                    end_line(",\"value\":1,\"lower\":1,\"upper\":1"));
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(blamed(report), "move_list@1");
  EXPECT_THAT(report.hints, IsEmpty());
}

// --- ends of the game

constexpr const char* kStalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";  // f1f7; f1f8 is mate
const std::string kQuiet = ",\"phase\":\"quiescence\"";

// A quiescence search that cut by its static score before it had looked for a stalemate was
// REFUTED ("the game is over here"); a leaf at the horizon never was.
TEST(EndsOfTheGame, QuiescenceMayTakeItsStaticScoreInAStalemate) {
  const auto report = judged_engine(
      chess_line(kStalemate) + root_line(0, -99, 99, kQuiet) +
      bound_line(5, 99, ",\"cause\":\"stand_pat\"") + enter_line("f1f7", "min", 0, 5, 99, kQuiet) +
      cutoff_line("alpha", "stand_pat", 3, 5, 99) + leave_line(3, ",\"score\":3") +
      leave_line(5, ",\"score\":5") + end_line(",\"value\":5"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// Glaurung razors before it generates moves; the position was checkmate.
TEST(EndsOfTheGame, ANodeThatWasCutBeforeItsFirstMoveNeedNotLookForTheEnd) {
  const auto report = judged_engine(
      chess_line(kStalemate) + root_line(2, -99, 99, kQuiet) +
      enter_line("f1f8", "min", 1, -99, 99) +
      enter_line("", "min", 0, 20, 21, ",\"role\":\"probe\",\"phase\":\"quiescence\"") +
      leave_line(98, ",\"kind\":\"terminal\"") + cutoff_line("beta", "razoring", 98, -99, 98) +
      leave_line(98) + bound_line(98, 99) + leave_line(98) + end_line(",\"value\":98"));
  EXPECT_EQ(report.findings_by_rule[static_cast<std::size_t>(Rule::kGameEnd)], 0U)
      << outline(report);
}

VerifyReport judged_ends(int stalemate, int mate, const std::string& more = "") {
  const std::string kind = ",\"kind\":\"terminal\"";
  const std::string first = enter_line("f1f7", "min", 0, -9999, 9999, kQuiet) +
                            leave_line(stalemate, kind) + bound_line(stalemate, 9999);
  const std::string second =
      enter_line("f1f8", "min", 0, stalemate, 9999, kQuiet) + leave_line(mate, kind);
  const int value = std::max(stalemate, mate);
  return judged_engine(chess_line(kStalemate, more) + root_line(0, -9999, 9999, kQuiet) + first +
                       second + (mate > stalemate ? bound_line(mate, 9999) : "") +
                       leave_line(value) + end_line(",\"value\":" + std::to_string(value)));
}

// A stalemate scored as a lost game was VERIFIED: only the score of a lost game was looked at.
TEST(EndsOfTheGame, AStalemateIsNoLostGame) {
  const std::string said =
      "MIN node /f1f7 (#2): the game is drawn here, but the score 999 is that of a lost game";
  EXPECT_EQ(first_of(judged_ends(999, 999), Rule::kLeafScore), said);
  EXPECT_EQ(first_of(judged_ends(999, 998), Rule::kLeafScore), said);
  const std::string declared = ",\"options\":{\"mate_score\":900}";
  EXPECT_EQ(first_of(judged_ends(999, 1000, declared), Rule::kLeafScore), said);
  // Contempt is the engine's affair.
  for (const int contempt : {0, 10, -10}) {
    const auto report = judged_ends(contempt, 999);
    EXPECT_EQ(report.verdict, Verdict::kVerified) << contempt << "\n" << outline(report);
    const auto known = judged_ends(contempt, 999, declared);
    EXPECT_EQ(known.verdict, Verdict::kVerified) << contempt << "\n" << outline(known);
  }
}

// HoiChess fails hard: it clamps a mate or a stalemate that it sees to the window. The end of the
// window, reported as a bound, was taken for the score of the end.
TEST(EndsOfTheGame, AClampedEndIsABound) {
  const auto judged = [](const std::string& move, int value, const std::string& claim) {
    return judged_engine(chess_line(kStalemate, ",\"options\":{\"mate_score\":900}") +
                         root_line(1, -9999, 9999) + enter_line(move, "min", 0, -950, 950) +
                         "{\"event\":\"is\",\"kind\":\"terminal\"" + claim + "}\n" +
                         leave_line(value) + leave_line(value) + end_line(""));
  };
  const auto said = [&](const std::string& move, int value, const std::string& claim) {
    return first_of(judged(move, value, claim), Rule::kLeafScore);
  };
  const std::string lower = ",\"bound\":\"lower\"", upper = ",\"bound\":\"upper\"";
  EXPECT_THAT(said("f1f7", 950, upper), Not(HasSubstr("the game is drawn here")));
  EXPECT_THAT(said("f1f7", 950, ""), HasSubstr("the game is drawn here"));
  EXPECT_THAT(said("f1f8", -20, lower), Not(HasSubstr("MIN has lost the game here")));
  EXPECT_THAT(said("f1f8", -20, ""), HasSubstr("MIN has lost the game here"));
  // A game that MAX has won is not worth at most -20.
  EXPECT_THAT(said("f1f8", -20, upper), HasSubstr("MIN has lost the game here"));
}

// An engine that asks for the depth before it asks for the end was REFUTED where the static score
// of a lost position has another sign.
TEST(EndsOfTheGame, ALeafAtTheHorizonHasItsStaticScore) {
  const auto report = judged_engine(chess_line(kStalemate) + root_line(0, -99, 99, kQuiet) +
                                    enter_line("f1f8", "min", 0, -99, 99, kQuiet) +
                                    leave_line(-7, ",\"kind\":\"horizon\"") + bound_line(-7, 99) +
                                    leave_line(-7) + end_line(",\"value\":-7"));
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

}  // namespace
}  // namespace plytrace::test
