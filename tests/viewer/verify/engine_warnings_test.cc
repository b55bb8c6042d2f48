// SPDX-License-Identifier: MIT
//
// Covers the warnings of viewer/verify/node and pass, on which no verdict rests: weaker stores,
// moves searched twice, reported depths, cutoffs that are not reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {
namespace {

using verify::Verdict;

std::string store_of(const std::string& bound, int value, int depth = 1,
                     const std::string& more = "") {
  return fmt::format("{{\"event\":\"store\",\"depth\":{},\"bound\":\"{}\",\"value\":{}{}}}\n",
                     depth, bound, value, more);
}

// A root with one move worth 3 that leaves without a bound and makes these stores.
std::string storing(const std::string& stores, const std::string& leave = ",\"legal\":1",
                    const std::string& begin = "") {
  return search_line() + root_line(1, -99, 99, ",\"key\":5") + begin +
         leaf_lines("a", "min", 0, -99, 99, 3) + bound_line(3, 99) + stores + leave_line(3, leave) +
         end_line(R"(,"value":3,"lower":3,"upper":3)");
}

// A claim that only follows from the window was never compared with the store: this bug cost an
// engine 11 Elo.
TEST(StoreWeaker, AsksWhatTheNodeClaimsAlsoWhereTheWindowSaysIt) {
  for (const std::string bound : {"lower", "upper"}) {
    EXPECT_EQ(warned(judged_engine(storing(store_of(bound, 3)))), "store_weaker@1") << bound;
    EXPECT_EQ(
        warned(judged_engine(storing(store_of(bound, 3), ",\"legal\":1,\"bound\":\"exact\""))),
        "store_weaker@1");
  }
  EXPECT_EQ(warned(judged_engine(storing(store_of("exact", 3)))), "");
}

// A fail-low or fail-high claims a bound, and storing that bound is not weaker.
TEST(StoreWeaker, ABoundThatIsStoredAsWhatItIsIsNotWeaker) {
  const auto storing_in = [](int alpha, int beta, const std::string& store,
                             const std::string& more) {
    return judged_engine(search_line() + root_line(1, alpha, beta) +
                         leaf_lines("a", "min", 0, alpha, beta, 3) + more + store +
                         leave_line(3, ",\"legal\":1") + end_line(""));
  };
  EXPECT_EQ(warned(storing_in(3, 9, store_of("upper", 3), "")), "");
  EXPECT_EQ(warned(storing_in(1, 3, store_of("lower", 3), cutoff_line("beta", "child", 3, 1, 3))),
            "");
}

TEST(StoreWeaker, TwoStoresOfOneValueMakeAnEntryOfTwoBounds) {
  EXPECT_EQ(warned(judged_engine(storing(store_of("lower", 3) + store_of("upper", 3)))), "");
}

// The last store of a node replaces those made while its moves were searched.
TEST(StoreWeaker, TheLastStoreCounts) {
  EXPECT_EQ(warned(judged_engine(storing(store_of("lower", 3) + store_of("exact", 3)))), "");
}

TEST(StoreWeaker, ANodeThatLeftMovesOutClaimsABoundOfItsPosition) {
  const std::string exclude = "{\"event\":\"exclude\",\"moves\":[\"b\"]}\n";
  EXPECT_EQ(warned(judged_engine(storing(store_of("lower", 3), ",\"legal\":1", exclude))), "");
}

// Stockfish stores a stand pat inside the window as an upper bound.
TEST(StoreWeaker, QuiescenceMayStoreABound) {
  const auto report = judged_engine(
      search_line() + root_line(0, -99, 99, ",\"phase\":\"quiescence\"") +
      bound_line(2, 99, ",\"cause\":\"stand_pat\"") + leaf_lines("a", "min", 0, 2, 99, 3) +
      bound_line(3, 99) + store_of("upper", 3, 0) + leave_line(3, ",\"score\":2,\"legal\":1") +
      end_line(R"(,"value":3,"lower":3,"upper":3)"));
  EXPECT_EQ(warned(report), "");
}

// --- a move that is searched twice

constexpr const char* kLegal = ",\"legal\":3";

std::string twice(const std::string& second, const std::string& leave,
                  const std::string& first = leaf_lines("a", "min", 0, -99, 99, 1)) {
  return search_line() + root_line(1, -99, 99) + first + bound_line(1, 99) +
         leaf_lines("b", "min", 0, 1, 99, 2) + bound_line(2, 99) + second +
         leaf_lines("c", "min", 0, 2, 99, 0) + leave_line(2, leave) +
         end_line(R"(,"value":2,"lower":2,"upper":2)");
}

// It was noticed only if another move was missing in exchange.
TEST(DuplicateMove, IsNoticedWithAndWithoutTheNumberOfLegalMoves) {
  const std::string again = leaf_lines("a", "min", 0, 2, 99, 1);
  for (const std::string leave : {kLegal, "", ",\"legal\":4"}) {
    const auto report = judged_engine(twice(again, leave));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(warned(report), "duplicate_move@1") << leave;
    ASSERT_EQ(report.warnings.size(), 1U);
    EXPECT_EQ(report.warnings.front().message,
              "MAX node / (#1): it searched move a twice, as #2 and again as #4");
  }
}

TEST(DuplicateMove, IsNoticedWhereTheNodeIsCutLater) {
  const auto report = judged_engine(
      search_line() + root_line(1, -99, 5) + leaf_lines("a", "min", 0, -99, 5, 1) +
      bound_line(1, 5) + leaf_lines("a", "min", 0, 1, 5, 1) + leaf_lines("b", "min", 0, 1, 5, 7) +
      cutoff_line("beta", "child", 7, 1, 5) + leave_line(7) + end_line(R"(,"value":7,"lower":7)"));
  EXPECT_EQ(warned(report), "duplicate_move@1");
}

bool warns_duplicate(const std::string& lines) {
  return judged_engine(lines)
             .warnings_by_rule[static_cast<std::size_t>(verify::Rule::kWarnDuplicateMove)] > 0;
}

TEST(DuplicateMove, IsNoSearchAgainForAReason) {
  // Repeating is justified after a reduced search, a shallower search, or a null window that failed
  // high.
  const std::string reduced = leaf_lines("a", "min", 0, -99, 99, 1, ",\"role\":\"reduced\"");
  EXPECT_FALSE(warns_duplicate(twice(leaf_lines("a", "min", 0, 2, 99, 1), "", reduced)));
  const std::string null_window = leaf_lines("d", "min", 0, 2, 3, 4);
  const std::string whole = leaf_lines("d", "min", 0, 2, 99, 2);
  EXPECT_FALSE(warns_duplicate(twice(null_window + whole, "")));
  const std::string re_search = leaf_lines("d", "min", 0, 2, 99, 2, ",\"role\":\"re_search\"");
  EXPECT_FALSE(warns_duplicate(twice(null_window + re_search, "")));
  const std::string probe = leaf_lines("c", "min", 0, 2, 3, 9, ",\"role\":\"probe\"");
  EXPECT_FALSE(warns_duplicate(twice(probe, "")));
  EXPECT_FALSE(warns_duplicate(
      search_line() + root_line(3, -99, 99) + leaf_lines("a", "min", 1, -99, 99, 1) +
      bound_line(1, 99) + leaf_lines("b", "min", 0, 1, 99, 0) +
      leaf_lines("b", "min", 2, 1, 99, 0) + leave_line(1) + end_line(R"(,"value":1)")));
  // A third search with role move, after a re-search, is a duplicate.
  EXPECT_TRUE(warns_duplicate(twice(null_window + re_search + whole, "")));
}

TEST(DuplicateMove, NothingIsReportedWhereRolesAreUnknown) {
  std::string lines = twice(leaf_lines("a", "min", 0, 2, 99, 1), "");
  lines.replace(lines.find("\"usual\""), 7, R"("windows","bounds","cutoffs","scores")");
  EXPECT_EQ(warned(judged_engine(lines)), "");
}

// --- a node that reduces itself

// A node of depth 4 with two moves entered at `depth`, which stores depth `stored`.
std::string reducing(int depth, int stored, const std::string& role = "",
                     const std::string& rest = "") {
  return search_line() + root_line(4, -99, 99, ",\"key\":5") + rest +
         leaf_lines("a", "min", depth, -99, 99, 3, role) + bound_line(3, 99) +
         leaf_lines("b", "min", depth, 3, 99, 1, role) + store_of("exact", 3, stored) +
         leave_line(3, ",\"legal\":2") + end_line(R"(,"value":3)");
}

bool warns_self_reduced(const std::string& lines) {
  const auto report = judged_engine(lines);
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
  return report.warnings_by_rule[static_cast<std::size_t>(verify::Rule::kWarnSelfReduced)] > 0;
}

// An internal reduction that is stored with the depth on entry was VERIFIED without a warning.
TEST(SelfReduced, ANodeThatReducedItselfStoresWhatItSearched) {
  EXPECT_TRUE(warns_self_reduced(reducing(2, 4)));
  EXPECT_TRUE(warns_self_reduced(reducing(1, 3)));
  EXPECT_FALSE(warns_self_reduced(reducing(2, 3)));
  EXPECT_FALSE(warns_self_reduced(reducing(3, 4)));
  EXPECT_FALSE(warns_self_reduced(reducing(2, 4, ",\"role\":\"reduced\"")));
}

// Late moves are reduced, but the first is not.
TEST(SelfReduced, OneMoveOfFullDepthIsEnough) {
  EXPECT_FALSE(warns_self_reduced(search_line() + root_line(4, -99, 99, ",\"key\":5") +
                                  leaf_lines("a", "min", 3, -99, 99, 3) + bound_line(3, 99) +
                                  leaf_lines("b", "min", 1, 3, 99, 1) + store_of("exact", 3, 4) +
                                  leave_line(3, ",\"legal\":2") + end_line(R"(,"value":3)")));
}

TEST(SelfReduced, RazoringThatHandsOverAndStoresTheWholeDepthIsOne) {
  const auto razored = [](int depth, int stored) {
    return search_line() + root_line(depth, -99, 99, ",\"key\":5") +
           enter_line("", "max", 0, -99, 99, ",\"role\":\"hand_over\",\"phase\":\"quiescence\"") +
           leave_line(3, ",\"kind\":\"horizon\"") + store_of("exact", 3, stored) + leave_line(3) +
           end_line(R"(,"value":3)");
  };
  EXPECT_TRUE(warns_self_reduced(razored(2, 2)));
  EXPECT_FALSE(warns_self_reduced(razored(2, 0)));
  EXPECT_FALSE(warns_self_reduced(razored(0, 0)));
}

// Depths in quarters of a ply: every move costs four.
TEST(SelfReduced, APlyMayBeMoreThanOne) {
  std::string lines = search_line() + root_line(20, -99, 99);
  for (const char move : {'a', 'b', 'c', 'd', 'e'}) {
    lines += enter_line(std::string(1, move), "min", 16, -99, 99) +
             leaf_lines("x", "max", 12, -99, 99, 3) + bound_line(-99, 3) +
             store_of("exact", 3, 16, fmt::format(",\"key\":{}", 100 + move)) +
             leave_line(3, ",\"legal\":1") + (move == 'a' ? "" : "");
  }
  lines += store_of("exact", 3, 20, ",\"key\":9") + leave_line(3, ",\"legal\":5") +
           end_line(R"(,"value":3)");
  EXPECT_FALSE(warns_self_reduced(lines));
}

// --- the depth of a pass, cutoffs that are not reported

std::string pass_of(const std::string& purpose, int depth, int root) {
  return search_line() +
         fmt::format(
             "{{\"event\":\"pass\",\"purpose\":\"{}\",\"depth\":{},\"alpha\":-9,"
             "\"beta\":9}}\n",
             purpose, depth) +
         root_line(root, -9, 9) + leaf_lines("a", "min", 0, -9, 9, 3) + bound_line(3, 9) +
         leave_line(3, ",\"legal\":1") + "{\"event\":\"end_pass\"}\n" +
         end_line(R"(,"value":3,"lower":3,"upper":3)");
}

// Engines that search one ply shallower after a fail-high got a warning.
TEST(PassDepth, AnAspirationPassMayHaveAShallowerRoot) {
  const auto is_warned = [](const std::string& lines) {
    return judged_engine(lines)
               .warnings_by_rule[static_cast<std::size_t>(verify::Rule::kWarnPassDepth)] > 0;
  };
  EXPECT_FALSE(is_warned(pass_of("aspiration", 3, 2)));
  EXPECT_TRUE(is_warned(pass_of("aspiration", 2, 3)));
  EXPECT_TRUE(is_warned(pass_of("iteration", 3, 2)));
}

// The warning to an engine that searches again one ply less deep did not name the pass that did.
TEST(PassLost, NamesTheNextPassOfAnotherDepth) {
  const auto pass = [](int depth, int alpha, int beta, int value) {
    return fmt::format("{{\"event\":\"pass\",\"purpose\":\"aspiration\",\"depth\":{}}}\n", depth) +
           root_line(depth, alpha, beta) + leaf_lines("a", "min", depth - 1, alpha, beta, value) +
           leave_line(value, ",\"legal\":1") + "{\"event\":\"end_pass\"}\n";
  };
  const auto report =
      judged_engine(search_line() + pass(3, -9, 9, 9) + pass(2, -9, 50, 20) +
                    end_line(",\"value\":20,\"lower\":20,\"upper\":20,\"completed_depth\":2"));
  const auto warning =
      std::find_if(report.warnings.begin(), report.warnings.end(),
                   [](const auto& each) { return each.rule == verify::Rule::kWarnPassLost; });
  ASSERT_NE(warning, report.warnings.end()) << outline(report);
  EXPECT_THAT(warning->message,
              testing::EndsWith("no later pass of depth 3 searched again; the next, pass 2, has "
                                "depth 2 and the window (-9, 50)"));
}

// A single legal move leaves nothing to cut.
TEST(UntoldCutoff, IsNoneWhereAllLegalMovesWereSearched) {
  const auto closing = [](const std::string& leave) {
    return judged_engine(search_line(",\"fail\":\"soft\"") + root_line(2, -99, 5) +
                         leaf_lines("a", "min", 1, -99, 5, 7) + leave_line(7, leave) +
                         end_line(R"(,"value":7,"lower":7)"));
  };
  EXPECT_EQ(warned(closing(",\"legal\":1")), "");
  EXPECT_EQ(warned(closing("")), "untold_cutoff@1 no_cutoff@0");
}

}  // namespace
}  // namespace plytrace::test
