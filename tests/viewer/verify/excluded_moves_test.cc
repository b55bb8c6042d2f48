// SPDX-License-Identifier: MIT
//
// Covers the rules for nodes that exclude moves on purpose (singular searches, further lines,
// searchmoves): their value is a one-sided bound for the position with all moves. Real engines
// announced wrong mates when such a node wrote the entry of the whole position.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

using verify::Rule;
using verify::Verdict;

verify::VerifyReport judged_search(const std::string& result, const std::string& passes) {
  const ScratchFolder folder;
  const std::string events = folder / "events.ndjson";
  const std::string trace = folder / "trace.db";
  std::ofstream(events)
      << R"({"event":"search","game":"mine","depth":2,"captured":["windows","bounds","cutoffs",)"
      << R"("legal","roles","scores","probes","stores","keys"]})"
      << "\n"
      << passes << R"({"event":"end_search",)" << result << "}\n";
  const ProgramResult made = plytrace({"import", events, "-o", trace, "-q"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return judge(trace);
}

std::string leaf(const std::string& move, int value, int key, int depth) {
  return fmt::format(
      "{{\"event\":\"enter\",\"move\":\"{}\",\"side\":\"min\",\"depth\":{},\"alpha\":-99,"
      "\"beta\":99,\"key\":{}}}\n"
      "{{\"event\":\"leave\",\"value\":{},\"kind\":\"terminal\",\"bound\":\"exact\"}}\n",
      move, depth, key, value);
}

constexpr const char* kPass =
    "{\"event\":\"pass\",\"depth\":2,\"alpha\":-99,\"beta\":99}\n"
    "{\"event\":\"enter\",\"side\":\"max\",\"depth\":2,\"alpha\":-99,\"beta\":99,\"key\":1}\n";
constexpr const char* kResult =
    R"("status":"finished","value":7,"lower":7,"upper":7,"completed_depth":2)";

// A MAX root with the moves a (7) and b (3), after a search of all moves but a (3) that makes the
// store `store`.
std::string singular(const std::string& store) {
  return std::string(kPass) +
         "{\"event\":\"enter\",\"role\":\"probe\",\"side\":\"max\",\"depth\":1,\"alpha\":-99,"
         "\"beta\":99,\"key\":1}\n"
         "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n" +
         leaf("b", 3, 3, 0) + store +
         "{\"event\":\"leave\",\"value\":3,\"bound\":\"exact\",\"legal\":1}\n" +
         leaf("a", 7, 2, 1) + leaf("b", 3, 3, 1) +
         "{\"event\":\"leave\",\"value\":7,\"bound\":\"exact\",\"legal\":2}\n"
         "{\"event\":\"end_pass\",\"status\":\"finished\"}\n";
}

std::string store(const std::string& key, const std::string& bound) {
  return fmt::format(
      "{{\"event\":\"store\",\"key\":{},\"depth\":1,\"bound\":\"{}\",\"value\":3}}\n", key, bound);
}

TEST(ExcludedMoves, ASearchWithoutTheTableMoveIsSound) {
  for (const std::string& stored : {std::string(), store("1", "lower")}) {
    const auto report = judged_search(kResult, singular(stored));
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_TRUE(report.unconditional);
  }
}

TEST(ExcludedMoves, ItsValueIsNoEntryOfTheWholePosition) {
  for (const std::string bound : {"exact", "upper"}) {
    const auto report = judged_search(kResult, singular(store("1", bound)));
    ASSERT_EQ(report.verdict, Verdict::kRefuted) << bound << outline(report);
    ASSERT_EQ(report.findings_total, 1U) << outline(report);
    EXPECT_EQ(report.findings.front().rule, Rule::kStore);
    EXPECT_EQ(report.findings.front().node, 2);
    EXPECT_NE(report.findings.front().message.find("since it left moves out"), std::string::npos);
  }
}

// A search of all moves but a, under its own key; then the whole position uses that entry.
TEST(ExcludedMoves, AnEntryUnderItsOwnKeyAnswersItsLikeOnly) {
  const auto with_answer = [](bool is_like) {
    const std::string exclude =
        is_like ? std::string("{\"event\":\"exclude\",\"moves\":[\"a\"]}\n") : std::string();
    return singular(store("501", "exact"))
        .replace(singular(store("501", "exact")).find("{\"event\":\"enter\",\"move\":\"a\""), 0,
                 "{\"event\":\"enter\",\"role\":\"probe\",\"side\":\"max\",\"depth\":1,"
                 "\"alpha\":-99,\"beta\":99,\"key\":1}\n" +
                     exclude +
                     "{\"event\":\"probe\",\"key\":501,\"depth\":1,\"stored_by\":2,"
                     "\"stored_depth\":1,\"bound\":\"exact\",\"value\":3,\"used\":\"answered\"}"
                     "\n{\"event\":\"leave\",\"value\":3,\"bound\":\"exact\",\"kind\":\"table\"}"
                     "\n");
  };
  const auto like = judged_search(kResult, with_answer(true));
  EXPECT_EQ(like.verdict, Verdict::kVerified) << outline(like);
  const auto other = judged_search(kResult, with_answer(false));
  ASSERT_EQ(other.verdict, Verdict::kRefuted) << outline(other);
  EXPECT_EQ(other.findings.front().rule, Rule::kTablePosition) << outline(other);
  EXPECT_NE(other.findings.front().message.find("all but a, but used for all moves"),
            std::string::npos)
      << other.findings.front().message;
}

// A field was not cleared, so a move excluded one ply above was excluded here as well.
TEST(ExcludedMoves, ACountedChildThatLeavesMovesOutProvesOneSide) {
  const auto lines = [](const std::string& exclude, int legal) {
    return std::string(kPass) +
           "{\"event\":\"enter\",\"move\":\"a\",\"side\":\"min\",\"depth\":1,\"alpha\":-99,"
           "\"beta\":99,"
           "\"key\":2}\n" +
           exclude +
           "{\"event\":\"enter\",\"move\":\"x\",\"side\":\"max\",\"depth\":0,\"alpha\":-99,"
           "\"beta\":99,"
           "\"key\":4}\n{\"event\":\"leave\",\"value\":7,\"kind\":\"horizon\",\"bound\":\"exact\"}"
           "\n" +
           fmt::format("{{\"event\":\"leave\",\"value\":7,\"bound\":\"exact\",\"legal\":{}}}\n",
                       legal) +
           "{\"event\":\"leave\",\"value\":7,\"bound\":\"exact\",\"legal\":1}\n"
           "{\"event\":\"end_pass\",\"status\":\"finished\"}\n";
  };
  const auto whole = judged_search(kResult, lines("", 1));
  EXPECT_EQ(whole.verdict, Verdict::kVerified) << outline(whole);
  const auto part = judged_search(kResult, lines("{\"event\":\"exclude\",\"moves\":[\"y\"]}\n", 1));
  ASSERT_EQ(part.verdict, Verdict::kRefuted) << outline(part);
  EXPECT_EQ(part.findings.front().rule, Rule::kClaim) << outline(part);
  EXPECT_EQ(part.findings.front().node, 1);
}

// The finding was only suspect if the number of legal moves was not reported, which explains
// nothing here.
TEST(ExcludedMoves, ALeftOutMoveThatIsSearchedAlwaysRefutes) {
  const auto searching = [](const std::string& captured) {
    return judged_engine(search_line("", captured) + root_line(2, -99, 99) +
                         enter_line("", "max", 1, 1, 2, ",\"role\":\"probe\"") +
                         "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n" +
                         leaf_lines("a", "min", 0, 1, 2, 3) +
                         cutoff_line("beta", "child", 3, 1, 2) + leave_line(3) +
                         leaf_lines("a", "min", 1, -99, 99, 3) + bound_line(3, 99) + leave_line(3) +
                         end_line(R"(,"value":3,"lower":3,"upper":3)"));
  };
  for (const std::string captured : {"\"usual\"", "\"roles\"", R"("usual","legal","skipped")"}) {
    const auto report = searching(captured);
    EXPECT_EQ(report.verdict, Verdict::kRefuted) << captured << outline(report);
    EXPECT_EQ(blamed(report), "count@3") << captured;
  }
  // Without roles the excluded move may have been searched by a probe, which is not a move of the
  // node.
  const auto open = searching(R"("windows","bounds","cutoffs","scores")");
  EXPECT_EQ(open.verdict, Verdict::kIncomplete) << outline(open);
}

// Two lines of one position: the second proves nothing about the whole position.
std::string lines_of_two(const std::string& purpose) {
  return std::string(kPass) + leaf("a", 7, 2, 1) + leaf("b", 3, 3, 1) +
         "{\"event\":\"leave\",\"value\":7,\"bound\":\"exact\",\"legal\":2}\n"
         "{\"event\":\"end_pass\",\"status\":\"finished\"}\n"
         "{\"event\":\"pass\",\"purpose\":\"" +
         purpose +
         "\",\"depth\":2,\"alpha\":-99,\"beta\":99}\n"
         "{\"event\":\"enter\",\"side\":\"max\",\"depth\":2,\"alpha\":-99,\"beta\":99,\"key\":1}\n"
         "{\"event\":\"exclude\",\"moves\":[\"a\"]}\n" +
         leaf("b", 3, 3, 1) +
         "{\"event\":\"leave\",\"value\":3,\"bound\":\"exact\",\"legal\":1}\n"
         "{\"event\":\"end_pass\",\"status\":\"finished\"}\n";
}

TEST(ExcludedMoves, AFurtherLineIsNoProofOfTheFirst) {
  for (const std::string purpose : {"multipv", "fixed"}) {
    const auto first = judged_search(kResult, lines_of_two(purpose));
    EXPECT_EQ(first.verdict, Verdict::kVerified) << outline(first);
    const auto second =
        judged_search(R"("status":"finished","value":3,"lower":3,"upper":3,"completed_depth":2)",
                      lines_of_two(purpose));
    ASSERT_EQ(second.verdict, Verdict::kRefuted) << outline(second);
    EXPECT_EQ(second.findings.front().rule, Rule::kSearchValue);
  }
}

TEST(ExcludedMoves, NoCertificateSpeaksOfMovesThatWereLeftOut) {
  const ScratchFolder folder;
  const std::string events = folder / "events.ndjson";
  const std::string trace = folder / "trace.db";
  std::string lines = lines_of_two("fixed");
  lines = lines.substr(lines.find("{\"event\":\"pass\",\"purpose\""));
  std::ofstream(events) << R"({"event":"search","game":"mine","captured":["windows","legal"]})"
                        << "\n"
                        << lines
                        << R"({"event":"end_search","status":"finished","lower":3,"upper":3})"
                        << "\n";
  ASSERT_EQ(plytrace({"import", events, "-o", trace, "-q"}).exit_code, 0);
  const std::string certificate = folder / "proof.cert";
  const ProgramResult result = plytrace({"verify", trace, "--certificate", certificate});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_NE(result.out.find("none was written: the root left moves"), std::string::npos)
      << result.out;
  EXPECT_FALSE(std::ifstream(certificate).good());
}

}  // namespace
}  // namespace plytrace::test
