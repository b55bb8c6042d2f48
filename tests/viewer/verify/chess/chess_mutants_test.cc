// SPDX-License-Identifier: MIT
//
// Bugs of public chess engines, each planted in the test's engine: each is refuted or warned of at
// a node in which it made a difference, and the same search without it is not.
#include <gmock/gmock.h>

#include <vector>

#include "tests/viewer/verify/chess/chess_engine.h"
#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test::chess_mutants {
namespace {

using verify::Finding;
using verify::Rule;
using verify::Verdict;
using verify::VerifyReport;

constexpr auto kRooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
constexpr auto kPawn = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";
constexpr auto kPawns = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
constexpr auto kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr auto kMateIn2 = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
constexpr auto kRookAndPawns = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
constexpr auto kRookEnding = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";

struct Mutant {
  const char* name;
  ChessEngine engine;
  Rule rule;
  const char* says = "";  // a part of the finding's message
};

const std::vector<Mutant> kMutants{
    {"a move is lost by a staged picker",
     {.position = kRooks, .bug = ChessBug::kMoveLost},
     Rule::kMoveList},
    {"the last move is never searched",
     {.position = kRooks, .bug = ChessBug::kLastMove},
     Rule::kMoveList},
    {"a move is searched twice",
     {.position = kRooks, .bug = ChessBug::kMoveTwice},
     Rule::kWarnDuplicateMove},
    {"a second occurrence in the game is a draw",
     {.position = "startpos moves g1f3 g8f6 f3g1", .depth = 2, .bug = ChessBug::kGameTwofold},
     Rule::kDraw,
     "occurred only once before, in the game before the search"},
    {"draws by history are not seen",
     {.position = "4k1n1/8/8/8/8/8/7P/4K1N1 w - - 98 60",
      .depth = 4,
      .bug = ChessBug::kNoRepetition},
     Rule::kWarnDraw},
    {"a draw where none is",
     {.position = "startpos", .bug = ChessBug::kInventedDraw},
     Rule::kDraw,
     "no position of its line is repeated"},
    {"a mate in the table is not shifted by the ply",
     {.position = kRookEnding,
      .depth = 5,
      .bug = ChessBug::kMateNotShifted,
      .options = R"({"mate_score":29000})",
      .iterates = true,
      .keeps_mates = true},
     Rule::kTableEntry},
    {"the same, where mate_score is not declared",
     {.position = kRookEnding,
      .depth = 5,
      .bug = ChessBug::kMateNotShifted,
      .iterates = true,
      .keeps_mates = true},
     Rule::kWarnMateNotShifted},
    {"a fail-low is stored as exact",
     {.position = kRooks, .bug = ChessBug::kFailLowIsExact},
     Rule::kStore},
    {"a null move with pawns alone",
     {.position = kPawns, .depth = 5, .bug = ChessBug::kNullMoveInZugzwang},
     Rule::kWarnZugzwang,
     "the side to move has only pawns and the king"},
    {"a null move in check",
     {.position = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
      .depth = 4,
      .bug = ChessBug::kNullMoveInCheck},
     Rule::kIllegalMove,
     "a null move, though the side to move is in check"},
    {"a stopped node stores its value",
     {.position = kRooks,
      .depth = 4,
      .bug = ChessBug::kAbortedStored,
      .iterates = true,
      .node_limit = 700},
     Rule::kStore},
    {"the value of a stopped iteration is the result",
     {.position = kRooks,
      .depth = 4,
      .bug = ChessBug::kAbortedIsResult,
      .iterates = true,
      .node_limit = 700},
     Rule::kSearchValue},
    {"the key holds an en-passant file though nothing can capture",
     {.position = kPawn, .depth = 4, .bug = ChessBug::kEnPassantSplitsKey},
     Rule::kWarnKeySplit},
    {"the key lacks the en-passant square",
     {.position = "4n2k/8/8/8/4p3/8/3P4/4R2K w - - 0 1",
      .depth = 5,
      .bug = ChessBug::kEnPassantNotInKey,
      .iterates = true},
     Rule::kKeyClash},
    {"the key lacks castling rights",
     {.position = kRooks, .depth = 4, .bug = ChessBug::kCastlingNotInKey},
     Rule::kKeyClash,
     "it was stored for another position, which has the same key"},
    {"a further line overwrites the entry of the root",
     {.position = kRooks, .bug = ChessBug::kLineStored, .iterates = true, .lines = 3},
     Rule::kStore},
    {"a singular search overwrites the entry of its position",
     {.position = kRookAndPawns,
      .depth = 5,
      .bug = ChessBug::kSingularStored,
      .iterates = true,
      .singular = true},
     Rule::kStore},
    {"the line ends with an illegal move",
     {.position = "startpos", .depth = 2, .bug = ChessBug::kIllegalLine},
     Rule::kPvLegal,
     "move 3 of the principal variation, a1a1, is not legal"},
    {"the line of an earlier iteration ends with an illegal move",
     {.position = "startpos", .bug = ChessBug::kIllegalFirstLine, .iterates = true},
     Rule::kPvLegal,
     "move 2 of the principal variation at depth 1, a1a1, is not legal"},
    {"the line of a mate is cut short",
     {.position = kRookEnding, .bug = ChessBug::kLineCut, .options = R"({"mate_score":29000})"},
     Rule::kWarnPvMate},
    {"checkmate is scored as a draw",
     {.position = kMateIn2, .bug = ChessBug::kMateIsDraw},
     Rule::kLeafScore,
     "has lost the game here, but the score is 0"},
    {"an illegal move in quiescence",
     {.position = kKiwipete, .depth = 2, .bug = ChessBug::kIllegalQuiescence},
     Rule::kIllegalMove,
     "its move is not legal"},
    {"an evaluation that drifts",
     {.position = kRooks, .bug = ChessBug::kEvaluationDrifts, .iterates = true},
     Rule::kWarnStaticEvalDiffers},
};

const Finding* first_of(const VerifyReport& report, Rule rule) {
  for (const auto* list : {&report.findings, &report.warnings}) {
    for (const Finding& finding : *list) {
      if (finding.rule == rule) return &finding;
    }
  }
  return nullptr;
}

// The rule judges the result, not a node.
bool is_of_result(Rule rule) {
  return rule == Rule::kSearchValue || rule == Rule::kPvLegal || rule == Rule::kWarnPvMate;
}

TEST(ChessMutants, EachIsFoundAtItsNode) {
  for (const Mutant& mutant : kMutants) {
    SCOPED_TRACE(mutant.name);
    ChessEngine right = mutant.engine;
    right.bug = ChessBug::kNone;
    const VerifyReport sound = judged_engine(chess_lines(right));
    EXPECT_NE(sound.verdict, Verdict::kRefuted) << outline(sound);
    EXPECT_EQ(first_of(sound, mutant.rule), nullptr) << first_of(sound, mutant.rule)->message;

    const ChessRun wrong = run_chess(mutant.engine);
    const VerifyReport report = judged_engine(wrong.lines);
    const Finding* found = first_of(report, mutant.rule);
    if (found == nullptr) {
      ADD_FAILURE() << outline(report).substr(0, 2000);
      continue;
    }
    EXPECT_EQ(report.verdict == Verdict::kRefuted, !info(mutant.rule).warning) << outline(report);
    EXPECT_TRUE(is_of_result(mutant.rule) || wrong.bitten.count(found->node) != 0)
        << found->message;
    EXPECT_THAT(found->message, testing::HasSubstr(mutant.says));
    for (const Finding& finding : report.findings) {
      EXPECT_TRUE(is_of_result(mutant.rule) || wrong.bitten.count(finding.node) != 0)
          << finding.message;
    }
  }
}

}  // namespace
}  // namespace plytrace::test::chess_mutants
