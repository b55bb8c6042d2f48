// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/style.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace plytrace::test::foreign {
namespace {

void with_pvs(Style& s) { s.pvs = true; }
void with_reductions(Style& s) {
  s.pvs = s.reductions = true;
  s.depth = s.graph.plies = 4;
}
void with_table(Style& s) {
  s.table = TableForm::kOneBound;
  s.driver = Driver::kIterative;
}
void with_deep_table(Style& s) {
  with_table(s);
  s.depth = s.graph.plies = 4;
  s.graph.jumps = true;
}
void with_narrowing(Style& s) {
  with_table(s);
  s.narrows = true;
}
void with_two_bounds(Style& s) {
  with_narrowing(s);
  s.table = TableForm::kTwoBounds;
  s.driver = Driver::kMtdf;
}
void with_mates_in_table(Style& s) {
  with_deep_table(s);
  s.rules.mate = Rules::Mate::kByPly;
  s.graph.mates = true;
}
void with_quiescence(Style& s) { s.quiescence = Quiescence::kInPlace; }
void with_hand_over(Style& s) { s.quiescence = Quiescence::kHandOver; }
void with_quiescence_table(Style& s) {
  with_deep_table(s);
  with_quiescence(s);
}
void with_draws(Style& s) {
  with_deep_table(s);
  s.rules.draw_after = 2;
  s.rules.draw_score = 9;
}
void with_null_move(Style& s) { s.null_move = true; }
void with_probcut(Style& s) { s.probcut = true; }
void with_mate_distance(Style& s) {
  s.rules.mate = Rules::Mate::kByPly;
  s.graph.mates = s.mate_distance = true;
}
void with_static_bounds(Style& s) { s.static_bounds = true; }
void with_known(Style& s) { s.known_leaves = true; }
void with_late_moves(Style& s) { s.late_moves = true; }
void with_lazy(Style& s) { s.lazy = true; }
void with_credit(Style& s) {
  s.rules.mate = Rules::Mate::kByCredit;
  s.graph.mates = true;
}
void with_hard(Style& s) { s.fail = Fail::kHard; }
void with_uniform(Style& s) { s.declares_uniform = true; }
void with_exact_windows(Style& s) { s.declares_exact = true; }
void with_aspiration(Style& s) {
  s.driver = Driver::kIterative;
  s.aspiration = 2;
}
void with_iterations(Style& s) { s.driver = Driver::kIterative; }
void with_probes(Style& s) { s.driver = Driver::kMtdf; }
void with_limit(Style& s) {
  s.driver = Driver::kIterative;
  s.node_limit = 30;
  s.jumps_out = false;
}
void with_limit_and_table(Style& s) {
  with_table(s);
  with_limit(s);
}

constexpr std::string_view kWindowRules = "window claim cutoff update best store contradiction";

constexpr std::array kBugs{
    BugInfo{Bug::kNone, "none", "", "", nullptr},
    BugInfo{Bug::kCutEarly, "cuts although the value is below beta", "cutoff", "", nullptr},
    BugInfo{Bug::kCutAtFailLow, "cuts after a child that failed low", "cutoff", "", nullptr},
    BugInfo{Bug::kSearchAfterCut, "searches on after its cutoff", "after_cutoff", "", nullptr},
    BugInfo{Bug::kSkippedMiscounted, "counts one skipped move too many", "count", "", nullptr},
    BugInfo{Bug::kCutCitesOther, "a cutoff cites the first child", "cutoff", "", nullptr},
    BugInfo{Bug::kCutReturnsAlpha, "a beta cutoff returns alpha", "value claim", "", nullptr},
    BugInfo{Bug::kCutReturnsTooMuch, "a beta cutoff returns more than it proves", "value claim", "",
            nullptr},
    BugInfo{Bug::kWindowNotNegated, "the window of a child is not negated", kWindowRules, "",
            with_exact_windows},
    BugInfo{Bug::kWindowNotSwapped, "the window of a child is negated, not swapped",
            "window window_inverted claim cutoff update", "", nullptr},
    BugInfo{Bug::kBetaTooLow, "a child's beta is one too low", kWindowRules, "",
            with_exact_windows},
    BugInfo{Bug::kAlphaTooHigh, "a child's alpha is one too high", kWindowRules, "",
            with_exact_windows},
    BugInfo{Bug::kAlphaNotPassed, "alpha is not passed on to the next move", "window wider_window",
            "", nullptr},
    BugInfo{Bug::kAlphaRaisedTooFar, "alpha is raised beyond the value", "update", "", nullptr},
    BugInfo{Bug::kBetaLoweredByChild, "a child lowers beta", "update", "", nullptr},
    BugInfo{Bug::kNoReSearch, "no re-search after a null window failed high", "claim best update",
            "", with_pvs},
    BugInfo{Bug::kReSearchDropped, "the result of a re-search is dropped",
            "value claim best update cutoff", "", with_pvs},
    BugInfo{Bug::kReSearchInverted, "re-searches only what reached beta", "claim best update", "",
            with_pvs},
    BugInfo{Bug::kReSearchNullAgain, "re-searches with the null window again",
            "window claim best update", "", with_pvs},
    BugInfo{Bug::kReSearchShallow, "re-searches one ply shallower", "reduced depth", "reduced",
            with_pvs},
    BugInfo{Bug::kReducedTrusted, "a reduced search that failed high is trusted",
            "reduced reduced_trusted", "reduced", with_reductions},
    BugInfo{Bug::kKeepsLast, "keeps the last value, not the best", "value claim best", "", nullptr},
    BugInfo{Bug::kValueNotNegated, "the value of a child is not negated",
            "value claim best update cutoff", "", nullptr},
    BugInfo{Bug::kReturnsSecondBest, "an improvement by the last move is missed",
            "value claim missed_cutoff update", "", nullptr},
    BugInfo{Bug::kBoundAsExact, "claims a bound to be exact", "claim", "", nullptr},
    BugInfo{Bug::kBoundFlipped, "claims a lower bound to be an upper one", "claim", "", nullptr},
    BugInfo{Bug::kHardWrongEnd, "clamps to the wrong end of the window", "value claim", "",
            with_hard},
    BugInfo{Bug::kLazyAsExact, "the bound of a lazy leaf is taken for its score",
            "claim best update cutoff", "", with_lazy},
    BugInfo{Bug::kLosesMove, "the ordering by history loses a move", "count", "", nullptr},
    BugInfo{Bug::kLosesMoveSilently, "the generator loses a move", "", "premise", nullptr},
    BugInfo{Bug::kMoveTwice, "the table move is searched twice, another never", "count move_list",
            "move_list", nullptr},
    BugInfo{Bug::kKillerSkipped, "a killer is skipped as already searched", "count", "", nullptr},
    BugInfo{Bug::kDropsWithoutWord, "late moves are dropped without a word", "count", "", nullptr},
    BugInfo{Bug::kSkipsSearchedMove, "says that it skips a move which it searched", "count forward",
            "forward", nullptr},
    BugInfo{Bug::kHorizonTooEarly, "the horizon comes a ply too early",
            "depth claim kind game_end reduced incomplete", "reduced", with_uniform},
    BugInfo{Bug::kReducesSecretly, "a move is reduced in secret", "depth reduced", "reduced",
            with_uniform},
    BugInfo{Bug::kStoresFailLowAsExact, "a fail-low is stored as exact", "store", "", with_table},
    BugInfo{Bug::kStoresExactAlways, "every value is stored as exact", "store", "", with_table},
    BugInfo{Bug::kStoresFlipped, "stored bounds are flipped", "store", "", with_table},
    BugInfo{Bug::kStoresDeeper, "stored one ply too deep", "store", "", with_deep_table},
    BugInfo{Bug::kStoresQuiescenceDeeper, "quiescence stores as depth 2", "store", "",
            with_quiescence_table},
    BugInfo{Bug::kStoresBeforeRest, "stored before all moves were searched", "store", "",
            with_table},
    BugInfo{Bug::kEntryDepthIgnored, "the depth of an entry is not compared", "table_depth", "",
            with_deep_table},
    BugInfo{Bug::kEntryOfOtherPosition, "an entry of another position answers",
            "table_position table_origin", "table_origin", with_table},
    BugInfo{Bug::kEntryBoundIgnored, "the bound type of an entry is ignored",
            "table_answer claim cutoff update best", "", with_two_bounds},
    BugInfo{Bug::kEntryRaisesWrongEnd, "an upper bound raises alpha", "update", "", with_narrowing},
    BugInfo{Bug::kEntryNegated, "an entry is read with the other sign", "table_entry", "",
            with_table},
    BugInfo{Bug::kEntryOfOpenNode, "an entry names a node that is still open",
            "table_entry table_origin", "table_origin", with_table},
    BugInfo{Bug::kTableMoveOfOther, "the table move of another position is played",
            "count move_list", "move_list", with_table},
    BugInfo{Bug::kTwoBoundsMixed, "the two bounds of an entry are mixed up",
            "table_entry table_answer table_origin", "table_origin", with_two_bounds},
    BugInfo{Bug::kMateNotShifted, "a mate in the table is not shifted by the ply",
            "table_entry adjusted", "adjusted", with_mates_in_table},
    BugInfo{Bug::kMateShiftedTwice, "a mate is shifted twice when stored", "table_entry adjusted",
            "adjusted", with_mates_in_table},
    BugInfo{Bug::kAbortedStored, "the value of an aborted node is stored",
            "aborted_used store incomplete", "", with_limit_and_table},
    BugInfo{Bug::kDrawFromTable, "a draw by history is taken from the table", "path_dependent",
            "path_dependent premise", with_draws, false},
    BugInfo{Bug::kStandPatNotCompared, "stand pat is not compared with beta",
            "window_inverted window missed_cutoff", "", with_quiescence},
    BugInfo{Bug::kStandPatWins, "stand pat is returned though a capture is better", "value claim",
            "", with_quiescence},
    BugInfo{Bug::kStandPatTooHigh, "alpha is raised beyond the stand pat", "value update cutoff",
            "", with_quiescence},
    BugInfo{Bug::kHandOverAfterMoves, "hands over to quiescence after moves", "role count depth",
            "", nullptr},
    BugInfo{Bug::kHandOverNegated, "the value handed over is negated", "value claim", "",
            with_hand_over},
    BugInfo{Bug::kHandOverWrongWindow, "quiescence is given another window", kWindowRules, "",
            with_hand_over},
    BugInfo{Bug::kCaptureLost, "quiescence loses a capture", "count", "", with_quiescence},
    BugInfo{Bug::kNullMoveInZugzwang, "a null move is trusted in zugzwang", "null_move",
            "null_move", with_null_move, false},
    BugInfo{Bug::kNullMoveBelowBeta, "a null move below beta cuts", "cutoff", "null_move",
            with_null_move},
    BugInfo{Bug::kNullMoveCounts, "the value of a null move counts as a move's",
            "value claim best cutoff update", "null_move", with_null_move},
    BugInfo{Bug::kProbeCounts, "the value of a probe counts as a move's",
            "value claim best cutoff update", "probcut", with_probcut},
    BugInfo{Bug::kMateDistanceWrong, "mate distance pruning reckons wrongly", "mate_distance",
            "mate_distance", with_mate_distance, false},
    BugInfo{Bug::kStaticBoundWrong, "a static bound is wrong", "static contradiction", "static",
            with_static_bounds, false},
    BugInfo{Bug::kKnownWrong, "the tablebase is wrong", "known contradiction", "known", with_known,
            false},
    BugInfo{Bug::kLateMoveWrong, "a late move that is dropped was the best", "forward",
            "forward late_move", with_late_moves, false},
    BugInfo{Bug::kCreditedTwice, "a mate is moved away twice", "credited", "credited", with_credit},
    BugInfo{Bug::kAspirationAsExact, "an aspiration that failed is taken for exact", "search_value",
            "", with_aspiration},
    BugInfo{Bug::kAbortedPassUsed, "the value of a stopped iteration is claimed", "search_value",
            "", with_limit},
    BugInfo{Bug::kAbortedChildUsed, "the value of an aborted child counts",
            "aborted_used value incomplete",
            // An aborted node with a false value reads as a leaf of unknown kind.
            "unknown_kind", with_limit},
    BugInfo{Bug::kBestOfOlderPass, "the best move of an older iteration is claimed", "search", "",
            with_iterations},
    BugInfo{Bug::kProbesStopEarly, "the null windows end before the bounds meet", "search_value",
            "", with_probes},
    BugInfo{Bug::kClaimsOther, "claims another value than its passes", "search_value search", "",
            nullptr},
    BugInfo{Bug::kClaimsDeeper, "claims a depth that no pass completed",
            "search search_value incomplete", "", nullptr},
    BugInfo{Bug::kPassOfOtherPosition, "a pass starts from another position",
            "pass search_value "
            "table_position key incomplete contradiction",
            "instability", with_probes},
};
static_assert(kBugs.size() == static_cast<std::size_t>(Bug::kCount));

Score random_score(Random& random, const Style& style) {
  return random.between(-style.graph.different_scores / 2, style.graph.different_scores / 2);
}

void choose_graph(Random& random, Style& style) {
  GraphOptions& graph = style.graph;
  graph.plies = random.between(2, 4);
  graph.most_moves = random.between(2, 4);
  graph.different_scores = random.one_in(2) ? 6 : 30;
  graph.other_order = random.one_in(6);
  graph.jumps = random.one_in(4);
  graph.mates = random.one_in(2);
  style.depth = random.between(1, graph.plies);
}

void choose_driver(Random& random, Style& style) {
  constexpr Driver kDrivers[] = {Driver::kFixed,     Driver::kFixed, Driver::kIterative,
                                 Driver::kIterative, Driver::kMtdf,  Driver::kBisection};
  style.driver = kDrivers[random.below(6)];
  if (style.driver == Driver::kIterative && random.one_in(2))
    style.aspiration = random.between(1, 4);
  if (style.driver == Driver::kFixed && random.one_in(4)) {
    style.limited = true;
    const Score alpha = random_score(random, style);
    style.root_window = {random.one_in(3) ? -kInfinity : alpha,
                         random.one_in(3) ? kInfinity : alpha + random.between(1, 6)};
  }
  style.deepens = random.one_in(3);
  style.pvs = random.one_in(2);
  style.re_search_from_value = random.one_in(2);
  style.raises_before_re_search = random.one_in(4);
}

void choose_table(Random& random, Style& style) {
  if (random.one_in(2)) return;
  style.table = random.one_in(2) ? TableForm::kOneBound : TableForm::kTwoBounds;
  style.depth_in_key = random.one_in(4);
  style.deeper_counts = random.one_in(2);
  style.keeps_deeper = random.one_in(3);
  style.narrows = random.one_in(2);
  style.stores_leaves = random.one_in(4);
  style.tells_table_cuts = random.one_in(2);
  style.internal_deepening = random.one_in(3);
  style.keeps_table = random.one_in(4);
}

void choose_leaves(Random& random, Style& style) {
  constexpr Quiescence kForms[] = {Quiescence::kNone, Quiescence::kNone, Quiescence::kInPlace,
                                   Quiescence::kHandOver};
  style.quiescence = kForms[random.below(4)];
  style.depth_goes_on = random.one_in(2);
  style.quiet_leaf = random.one_in(2);
  style.leaf_clamps = random.one_in(2);
  style.lazy = random.one_in(5);
  constexpr Rules::Mate kMates[] = {Rules::Mate::kFlat, Rules::Mate::kByPly,
                                    Rules::Mate::kByCredit};
  style.rules.mate = kMates[random.below(3)];
  style.rules.extensions = random.one_in(6);
  if (random.one_in(8)) {
    style.rules.draw_after = random.between(2, 3);
    style.rules.draw_score = random.between(-1, 1);
  }
}

void choose_declarations(Random& random, Style& style) {
  style.declares_fail = random.one_in(2);
  style.declares_exact = random.one_in(2);
  style.declares_uniform = random.one_in(2);
  style.declares_range = random.one_in(2);
  style.unnamed = random.one_in(10);
  style.one_sided = random.one_in(2);
  if (random.one_in(10)) style.stream = random.between(1, 3);
  style.two_threads = random.one_in(10);
  style.sentinels = random.one_in(5);
  style.tells_node_keys = !random.one_in(6);
  style.tells_table_keys = !random.one_in(3);
  style.tells_entry_keys = style.tells_table_keys && random.one_in(2);
  style.other_name = random.one_in(4);
}

void choose_lossy(Random& random, Style& style) {
  style.known_leaves = random.one_in(6);
  style.mate_distance = random.one_in(2);
  style.static_bounds = random.one_in(5);
  style.null_move = random.one_in(4);
  style.probcut = random.one_in(8);
  style.futility = random.one_in(8);
  style.razoring = random.one_in(8);
  style.late_moves = random.one_in(6);
  style.late_move_value = random.one_in(2);
  style.reductions = random.one_in(4);
  if (random.one_in(8)) {
    style.node_limit = random.between(3, 80);
    style.jumps_out = random.one_in(2);
  }
}

// Takes a copy of `random`, so that the caller's next numbers do not change.
void choose_later(Random random, Style& style, bool lossy) {
  if (style.table != TableForm::kNone && random.one_in(3)) {
    style.key_part = format::kKeyParts[static_cast<std::size_t>(random.below(4))];
    style.tells_entry_keys = style.tells_table_keys;
    style.stores_bits = random.one_in(3);
  }
  style.declares_strict = style.strict_max && style.strict_min && random.one_in(2);
  if (!lossy) return;
  style.multi_cut = random.one_in(6);
  style.draw_claims = random.one_in(6);
}

}  // namespace

bool Style::is_lossless() const {
  const bool deeper = table != TableForm::kNone && (deeper_counts && !depth_in_key);
  const bool by_path = table != TableForm::kNone && rules.draw_after > 0;
  return !null_move && !probcut && !futility && !razoring && !late_moves && !reductions &&
         !multi_cut && !draw_claims &&
         !(deeper && (graph.jumps || rules.extensions || keeps_table)) && !by_path;
}

std::span<const BugInfo> all_bugs() { return kBugs; }

const BugInfo& info(Bug bug) {
  const BugInfo& found = kBugs[static_cast<std::size_t>(bug)];
  assert(found.bug == bug);
  return found;
}

void settle(Style& s) {
  s.rules.quiescence = s.quiescence != Quiescence::kNone;
  if (!s.rules.quiescence) s.depth_goes_on = true;
  if (s.rules.mate != Rules::Mate::kByPly || !s.graph.mates) s.mate_distance = false;
  if (s.reductions) s.pvs = true;
  // Static bounds and tablebases know the true value, which lossy searches contradict.
  if (!s.is_lossless()) s.static_bounds = s.known_leaves = false;
  // MTD(f) with fail-hard values moves in steps of one, which would take hundreds of passes.
  if (s.driver == Driver::kMtdf && s.fail != Fail::kSoft) s.driver = Driver::kBisection;
  // The windows of these drivers exceed the range of scores, and so do clamped values.
  const bool by_windows = s.driver == Driver::kMtdf || s.driver == Driver::kBisection;
  if (by_windows && s.graph.mates) s.declares_range = false;
  const bool varies = s.strict_max || s.strict_min || s.fail == Fail::kMixed ||
                      s.rules.mate == Rules::Mate::kByCredit;
  if (varies) s.declares_exact = false;
  if (!s.strict_max || !s.strict_min) s.declares_strict = false;
  if (s.fail == Fail::kMixed) s.declares_fail = false;
  const bool by_more = s.rules.mate == Rules::Mate::kByPly || s.rules.draw_after > 0 ||
                       s.rules.extensions || !s.depth_goes_on || !s.is_lossless();
  if (by_more) s.declares_uniform = false;
  if (s.node_limit > 0 && s.driver == Driver::kFixed) s.driver = Driver::kIterative;
}

Style random_style(Random& random, bool lossy, Styles styles) {
  Style style;
  choose_graph(random, style);
  choose_driver(random, style);
  constexpr Fail kFails[] = {Fail::kSoft, Fail::kSoft, Fail::kHard, Fail::kMixed};
  style.fail = kFails[random.below(4)];
  if (random.one_in(4)) {
    style.strict_max = random.one_in(2);
    style.strict_min = !style.strict_max || random.one_in(2);
  }
  choose_table(random, style);
  choose_leaves(random, style);
  choose_declarations(random, style);
  if (lossy) choose_lossy(random, style);
  if (styles == Styles::kAll) choose_later(random, style, lossy);
  settle(style);
  return style;
}

Style style_for(Random& random, Bug bug) {
  Style style = random_style(random, false);
  style.unnamed = false;
  style.limited = false;
  style.rules.draw_after = 0;
  style.rules.extensions = false;
  style.graph.jumps = false;
  style.depth = style.graph.plies = std::max(style.graph.plies, 3);
  if (info(bug).prepare != nullptr) info(bug).prepare(style);
  settle(style);
  return style;
}

}  // namespace plytrace::test::foreign
