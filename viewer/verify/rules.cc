// SPDX-License-Identifier: MIT
#include "viewer/verify/rules.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "viewer/verify/interval.h"

namespace plytrace::verify {
namespace {

constexpr Check kS = Check::kStructure;
constexpr Check kP = Check::kProof;
constexpr Check kR = Check::kReplay;
constexpr Check kO = Check::kOracle;
// The kinds of event between a node's children and its value.
constexpr CaptureMask kFold = kCapCutoffs | kCapScores | kCapRoles;

// When a rule cannot refute, or is silent; and how its findings are mended.
struct Conditions {
  CaptureMask needs = 0;
  Doubts silent_after = 0;
  Mending mending = Mending::kUnknown;
};

constexpr RuleInfo finding(Rule rule, std::string_view name, Check check, std::string_view text,
                           Conditions conditions = {}) {
  return {rule,
          name,
          check,
          false,
          conditions.needs,
          text,
          conditions.silent_after,
          conditions.mending};
}
constexpr RuleInfo warning(Rule rule, std::string_view name, Check check, std::string_view text,
                           Conditions conditions = {}) {
  RuleInfo info = finding(rule, name, check, text, conditions);
  info.warning = true;
  return info;
}

constexpr std::array kRules{
    finding(Rule::kNesting, "nesting", kS,
            "The subtree of a node is exactly the id range id..last: a child lies inside its "
            "parent's range and names it as parent.",
            {.silent_after = kDoubtRange, .mending = Mending::kTree}),
    finding(Rule::kEvent, "event", kS,
            "An event names the innermost open node, and its `at` is the last node entered.",
            {.mending = Mending::kTree}),
    finding(Rule::kPly, "ply", kS,
            "The ply grows by one with a move and with a null move, and by nothing else."),
    finding(Rule::kDepth, "depth", kS,
            "In a uniform search a move takes one from the remaining depth."),
    finding(Rule::kCode, "code", kS,
            "A column that holds a code has one of the values that the format defines."),
    finding(Rule::kDeclared, "declared", kS,
            "A row of plytrace's own has every column whose kind of event the search declares as "
            "captured."),
    finding(Rule::kScoreRange, "score_range", kS,
            "The score of a leaf lies in the range of scores that the search declares."),
    finding(Rule::kRole, "role", kS,
            "A re-search follows an earlier search of the same move. A move has a name. A "
            "hand-over has none, keeps the side, and is the only child.",
            {.needs = kCapRoles}),
    finding(Rule::kKind, "kind", kS,
            "A leaf at the horizon, at the end of the game, or drawn has no counted children. An "
            "illegal node has no value.",
            {.needs = kCapRoles}),
    finding(Rule::kWindow, "window", kS,
            "If windows are declared exact, a child is entered with the current window of its "
            "parent (in PVS and scout also with a null window at its end).",
            {.needs = kCapBounds | kCapRoles,
             .silent_after = kDoubtEvents,
             .mending = Mending::kWindow}),
    finding(Rule::kWindowInverted, "window_inverted", kS,
            "No node is entered with alpha above beta. The finding is reported where this begins, "
            "not again below.",
            {.mending = Mending::kWindow}),
    finding(Rule::kUpdate, "update", kS,
            "A bound update tightens the window by the value that it cites, and no further than is "
            "proven.",
            {.needs = kCapBounds, .silent_after = kDoubtUpdate, .mending = Mending::kSearched}),
    finding(Rule::kCutoff, "cutoff", kS,
            "An alpha cutoff needs a value <= alpha, a beta cutoff a value >= beta, proven for the "
            "cited child or entry. A cutoff by null move, ProbCut, multi-cut or razoring claims no "
            "more than the search that it rests on proves.",
            {.needs = kCapBounds, .mending = Mending::kSearched}),
    finding(Rule::kMissedCutoff, "missed_cutoff", kS,
            "If windows are declared exact, a node stops searching once its value has closed its "
            "window.",
            {.needs = kCapBounds | kCapCutoffs | kCapRoles,
             .silent_after = kDoubtEvents | kDoubtUnrecorded | kDoubtMissedCut | kDoubtUpdate,
             .mending = Mending::kNothing}),
    finding(Rule::kAfterCutoff, "after_cutoff", kS,
            "No counted child is entered after an alpha or beta cutoff of its parent.",
            {.needs = kCapRoles, .silent_after = kDoubtCut | kDoubtAfterCut}),
    finding(
        Rule::kCount, "count", kS,
        "The distinct counted moves and the skipped moves together are the legal moves, and "
        "none of them is a move that the node leaves out. A move that a probe searched is one of "
        "them. If the number is right only if one name stands for two moves, that is assumed "
        "(move_list); if one of them was dropped, the verdict is INCOMPLETE. In a uniform search, "
        "further searches of a position have as many legal moves.",
        {.needs = kCapCutoffs | kCapLegal | kCapRoles,
         .silent_after = kDoubtList | kDoubtAfterCut,
         .mending = Mending::kMoves}),
    finding(Rule::kValue, "value", kS,
            "A node returns the best of its children's values and its own score, clamped to its "
            "window if it fails hard.",
            {.needs = kFold | kCapBounds, .mending = Mending::kValue}),
    finding(Rule::kBest, "best", kS,
            "The best child is a counted child that has the node's value and proves it.",
            {.needs = kFold, .mending = Mending::kNothing}),
    finding(Rule::kAbortedUsed, "aborted_used", kS,
            "No row cites a child, or a table entry, of a node that returned no value.",
            {.mending = Mending::kEntry}),
    finding(Rule::kTableDepth, "table_depth", kS,
            "A table answer was stored for at least the depth asked for, according to probe and "
            "store; in a uniform search also according to the two nodes. A probe without a depth "
            "asks for that of its node.",
            {.mending = Mending::kEntry}),
    finding(Rule::kTablePosition, "table_position", kS,
            "A table answer comes from a node with the same side to move, the same key of the "
            "table, and the same position.",
            {.mending = Mending::kEntry}),
    finding(Rule::kTableEntry, "table_entry", kS,
            "A table entry is read as the node that stored it wrote it. A distance to mate is "
            "shifted by the ply of the reading node; with \"mate_score\": N in the options of the "
            "search, an unshifted one is a finding.",
            {.needs = kCapStores, .mending = Mending::kEntry}),
    finding(Rule::kTableAnswer, "table_answer", kS,
            "The value of a node answered by the table follows from the entry, taken for what it "
            "means in the window.",
            {.needs = kCapProbes, .mending = Mending::kValue}),
    finding(Rule::kConvention, "convention", kS,
            "A trace of plytrace's own searches contains what those searches write."),
    finding(Rule::kPass, "pass", kS,
            "The row of a pass agrees with its root. A NULL column, or one that a running or "
            "killed recorder has not filled in yet, disagrees with nothing.",
            {.mending = Mending::kRow}),
    finding(
        Rule::kSearch, "search", kS,
        "The row of the search (value, best move, first move of the line) agrees with its passes. "
        "The best move is a move of the root that its searches do not prove worse than the root.",
        {.mending = Mending::kRow}),
    finding(Rule::kAltered, "altered", kS,
            "The digest that the recorder left matches the rows of a finished search of plytrace's "
            "own, the moves and the facts about the file. Reported only if no other rule finds the "
            "change.",
            {.mending = Mending::kRow}),
    finding(Rule::kClaim, "claim", kP,
            "The claim of a node (exact, lower, upper) is covered by what is proven from the "
            "leaves below it.",
            {.needs = kFold | kCapBounds,
             .silent_after = kDoubtInversion | kDoubtUpdate | kDoubtWindow | kDoubtProof,
             .mending = Mending::kValue}),
    finding(Rule::kStore, "store", kP,
            "What a node stores in the table is covered by what is proven about it, including what "
            "only an answer shows, and for no more depth than was searched: one more than the "
            "least depth of the moves that decide.",
            {.needs = kFold | kCapBounds, .mending = Mending::kStored}),
    finding(Rule::kContradiction, "contradiction", kP,
            "In a uniform search and without assumptions, two proofs about one node, one move of a "
            "node, or "
            "the root agree. Nodes that share a key are not compared.",
            {.needs = kFold | kCapBounds}),
    finding(Rule::kSearchValue, "search_value", kP,
            "The claim and the value of the search are covered by what its passes of "
            "completed_depth prove about the root; if these disagree, each end is covered by one "
            "of them. Passes of two positions, sides or lists of moves, and passes without one "
            "known depth, unless they search to the end of the game, are never combined: "
            "INCOMPLETE.",
            {.needs = kFold | kCapBounds, .mending = Mending::kNothing}),
    finding(Rule::kSide, "side", kR,
            "The side to move is the one that the rules of the game determine."),
    finding(
        Rule::kPosition, "position", kR,
        "The game accepts the root position, and the evaluator of the trace belongs to the game.",
        {.mending = Mending::kRow}),
    finding(Rule::kIllegalMove, "illegal_move", kR, "Every move is legal where it was played.",
            {.mending = Mending::kNoMove}),
    finding(Rule::kMoveList, "move_list", kR,
            "Searched and skipped moves together are the moves of the rules. A search of a tree "
            "that declares the order reverse, without a table and without iterative deepening, "
            "searches them from the last to the first.",
            {.needs = kCapCutoffs | kCapRoles}),
    finding(Rule::kLeafScore, "leaf_score", kR,
            "The score of a leaf is the evaluator's. A claim without search (known) is right about "
            "the value of the game, if the rest of the game is short enough to search. A drawn "
            "terminal leaf does not have the score of a loss.",
            {.mending = Mending::kValue}),
    finding(Rule::kGameEnd, "game_end", kR, "A node is terminal if and only if the game is over."),
    finding(Rule::kKey, "key", kR, "A position key is the game's own hash."),
    finding(Rule::kDraw, "draw", kR,
            "A leaf of kind draw is a draw by the rules (stalemate, third occurrence, fifty "
            "moves). Assumed are, as path_dependent, a second occurrence inside the search, a move "
            "back to a position of the search, and a position that may repeat one from before the "
            "known moves; and, as known, little material. A search that reports draws by history, "
            "or the moves before its root, does not search on after a third occurrence or fifty "
            "moves. The score of a draw is not judged, because of contempt."),
    finding(Rule::kKeyClash, "key_clash", kR,
            "If the engine's keys of an entry and of the node that uses it are equal, plytrace's "
            "own hashes are equal, too. Nodes that leave moves out, and probes with another key "
            "than that of their node, are not examined.",
            {.mending = Mending::kEntry}),
    finding(Rule::kPvLegal, "pv_legal", kR,
            "Each move of the principal variations that the search and its passes report is legal.",
            {.mending = Mending::kNothing}),
    finding(Rule::kOracleValue, "oracle_value", kO,
            "An independent search without pruning gives a root value inside the claim."),
    finding(Rule::kOracleBest, "oracle_best", kO,
            "The best move is among the best moves of an independent search without pruning.",
            {.mending = Mending::kNothing}),
    finding(Rule::kOracleClaim, "oracle_claim", kO,
            "The claim of a node holds for its true minimax value."),
    finding(Rule::kOracleSkipped, "oracle_skipped", kO,
            "No skipped move could have changed what its parent claims."),
    warning(Rule::kWarnMissedCutoff, "missed_cutoff", kS,
            "A node searched on although its value had closed its window: sound, but wasteful.",
            {.needs = kCapBounds | kCapCutoffs,
             .silent_after = kDoubtEvents | kDoubtUnrecorded | kDoubtMissedCut | kDoubtUpdate}),
    warning(Rule::kWarnStrictComparison, "strict_comparison", kS,
            "A node searched on although its value equalled the bound: a cutoff by <= or >= would "
            "have been sound.",
            {.needs = kCapBounds | kCapCutoffs,
             .silent_after = kDoubtEvents | kDoubtUnrecorded | kDoubtMissedCut | kDoubtUpdate}),
    warning(Rule::kWarnEmptyWindow, "empty_window", kS,
            "A node was entered with alpha equal to beta: nothing can lie between them."),
    warning(Rule::kWarnWiderWindow, "wider_window", kS,
            "A child was given a wider window than its parent had: sound, but it prunes less.",
            {.needs = kCapBounds | kCapRoles}),
    warning(Rule::kWarnWidened, "update_widens", kS,
            "A bound update made the window wider: sound, but it prunes less.",
            {.needs = kCapBounds}),
    warning(Rule::kWarnStoreWeaker, "store_weaker", kP,
            "A node stored less than it claims (a bound instead of an exact value), also if only "
            "the window shows what it claims."),
    warning(Rule::kWarnValueWeaker, "value_weaker", kS,
            "A node returned a weaker bound than its children give.", {.needs = kFold}),
    warning(Rule::kWarnPassLost, "pass_lost", kS,
            "A pass failed its window and no later pass of that depth repaired it; the last pass "
            "counts too."),
    warning(
        Rule::kWarnNoUpdate, "no_bound_updated", kS,
        "No bound was ever updated, though children improved on the window: nothing can be pruned.",
        {.needs = kCapBounds}),
    warning(Rule::kWarnTableUnused, "table_unused", kS,
            "The table found entries but never answered, narrowed a window or gave a move.",
            {.needs = kCapProbes}),
    warning(Rule::kWarnBestNotFirst, "best_not_first", kS,
            "The best move of an iteration was not tried first in the next one."),
    warning(Rule::kWarnReducedTrusted, "reduced_trusted", kS,
            "A move searched at reduced depth improved on the window or cut, and was not searched "
            "again.",
            {.needs = kCapRoles}),
    warning(Rule::kWarnDuplicateMove, "duplicate_move", kS,
            "A move was searched twice in the role of a move, to the same depth and in no wider "
            "window; or two moves of a node have one name.",
            {.needs = kCapRoles}),
    warning(Rule::kWarnUntoldCutoff, "untold_cutoff", kS,
            "The value of a node closed its window before all legal moves were searched, but no "
            "cutoff event reports that it stopped there.",
            {.needs = kCapCutoffs | kCapBounds, .silent_after = kDoubtList | kDoubtMissedCut}),
    warning(Rule::kWarnUntoldBound, "untold_bound", kS,
            "A child was given a narrower window than any bound update of its parent explains.",
            {.needs = kCapBounds | kCapRoles, .silent_after = kDoubtEvents | kDoubtUntoldBound}),
    warning(Rule::kWarnNoCutoff, "no_cutoff", kS,
            "Nodes have windows and cutoffs are declared complete, but no node was ever cut.",
            {.needs = kCapCutoffs}),
    warning(Rule::kWarnMateNotShifted, "mate_not_shifted", kS,
            "A score that seems to count the plies to the end of the game was read from the table "
            "at another ply without a change.",
            {.needs = kCapProbes}),
    warning(Rule::kWarnTableDepth, "table_depth", kS,
            "A probe reports the stored depth of its entry, but no store of its key has that "
            "depth: the engine reports a wrong one, or its key lacks the depth. Only where every "
            "entry found was stored before in this file, by one thread.",
            {.needs = kCapProbes | kCapStores}),
    warning(Rule::kWarnPassDepth, "pass_depth", kS,
            "The row of a pass and its root have different depths: one of them does not count "
            "plies, or is a mistake. An aspiration pass may have a shallower root."),
    warning(Rule::kWarnLeafMoves, "leaf_moves", kS,
            "A leaf at the horizon reports no legal move, or one at the end of the game reports "
            "some: its score may be that of another kind of leaf."),
    warning(Rule::kWarnBestIsBound, "best_is_bound", kS,
            "The best child has the node's value only as a bound, and another counted child proves "
            "it: of two moves that seemed equal, the wrong one may be the best move."),
    warning(Rule::kWarnNullMoveMate, "null_move_mate", kS,
            "A cutoff by a null move returned the score of a won game, but a side that cannot pass "
            "need not lose."),
    warning(Rule::kWarnInfiniteValue, "infinite_value", kS,
            "The score of a leaf is infinite. That is an open bound and not a score, and wins of "
            "this size cannot be told apart."),
    warning(Rule::kWarnEqualWins, "equal_wins", kS,
            "The root is won, and longer wins have the same score: the longest may be chosen again "
            "and again."),
    warning(Rule::kWarnCutUnsearched, "cut_unsearched", kS,
            "A cutoff by null move, ProbCut or multi-cut has no search below its node that it "
            "could rest on.",
            {.needs = kCapRoles, .silent_after = kDoubtList}),
    warning(Rule::kWarnStaticEval, "static_eval", kS,
            "What a node takes by futility, razoring or stand pat contradicts its note "
            "static_eval, and no table entry or search explains it."),
    warning(Rule::kWarnSelfReduced, "self_reduced", kP,
            "A node entered all its moves two plies or more below its own depth (an internal "
            "reduction, razoring), and stored its whole depth.",
            {.needs = kCapRoles}),
    warning(Rule::kWarnStaticEvalDiffers, "static_eval", kS,
            "Two nodes of one position note different numbers as static_eval: an incremental "
            "evaluation may be broken, or a lazy one depends on the window. Report a score that "
            "search history has corrected under another name."),
    warning(Rule::kWarnLeafScore, "leaf_score", kR,
            "A drawn end of the game has a score more than ten times as large as any score of a "
            "leaf at the horizon: it may be that of a lost game. No warning if \"mate_score\" is "
            "declared."),
    warning(Rule::kWarnDraw, "draw", kR,
            "A search that reports no draws by history searched on after a third occurrence or "
            "fifty moves."),
    warning(
        Rule::kWarnKeyClash, "key_clash", kR,
        "Two positions, or two nodes with different moves, have one engine key. Nodes that leave "
        "moves out are not examined."),
    warning(Rule::kWarnKeySplit, "key_split", kR,
            "One position has two engine keys. No warning if \"key_of\" in the options of the "
            "search says that keys depend on more than the position (position+rule50)."),
    warning(Rule::kWarnPvValue, "pv_value", kR,
            "A node of a reported principal variation contradicts the value of its search or pass. "
            "Bounds that allow the value do not contradict it. The part of the line outside the "
            "recorded tree is not judged."),
    warning(Rule::kWarnPvMate, "pv_mate", kR,
            "The value of the search, or of a pass, is a mate, but the line that it reports does "
            "not end in it, or not after as many plies as the value says (if \"mate_score\" is "
            "declared; the value of mate in 0 is \"mate_base\" in the options, or else that of the "
            "checkmates met)."),
    warning(Rule::kWarnZugzwang, "zugzwang", kR,
            "A null move cut where the side to move has only pawns and the king: every move may be "
            "worse than passing. No warning if a probe of the same node verified it."),
};

// In the order of Rule, because info() uses it as an index.
static_assert(kRules.size() == static_cast<std::size_t>(Rule::kRuleCount));
static_assert(std::adjacent_find(kRules.begin(), kRules.end(), [](const auto& a, const auto& b) {
                return a.rule >= b.rule;
              }) == kRules.end());
static_assert(std::all_of(kRules.begin(), kRules.end(), [](const RuleInfo& rule) {
  const bool is_listed =
      std::find(kReplayRules.begin(), kReplayRules.end(), rule.rule) != kReplayRules.end();
  return is_listed == (rule.check == Check::kReplay && !rule.warning);
}));

}  // namespace

const RuleInfo& info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

bool is_silent(Rule rule, Doubts doubts) { return (info(rule).silent_after & doubts) != 0; }

std::span<const RuleInfo> all_rules() { return kRules; }

std::uint32_t assumption_flag(std::string_view word) {
  const auto found = format::assumption(word);
  return found ? flag(*found) : 0;
}

std::string_view word(Check check) {
  constexpr std::array<std::string_view, kCheckCount> kWords{"structure", "proof", "replay",
                                                             "oracle"};
  return kWords[static_cast<std::size_t>(check)];
}

}  // namespace plytrace::verify
