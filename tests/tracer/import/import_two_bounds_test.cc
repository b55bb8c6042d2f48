// SPDX-License-Identifier: MIT
//
// Covers tracer/import and viewer/verify: tables that keep a lower and an upper bound per entry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tracer/import/import_fixture.h"

namespace plytrace::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ImportTwoBounds = Import;

// MTD(f) keeps a lower and an upper bound per entry. A node that finds one of them is attributed to
// the node that stored this bound, even after both became the same number.
constexpr const char* kTwoBounds =
    R"({"event":"search","captured":["windows","bounds","cutoffs","roles","scores","probes","stores"],"fail":"soft"}
{"event":"pass","purpose":"probe","depth":2,"alpha":2,"beta":3}
{"event":"enter","side":"max"}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":2,"beta":3}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":2,"beta":3}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"store","key":9,"depth":1,"value":3,"bound":"lower"}
{"event":"leave","value":3}
{"event":"cutoff","kind":"beta","value":3,"alpha":2,"beta":3}
{"event":"leave","value":3}
{"event":"pass","purpose":"probe","depth":2,"alpha":3,"beta":4}
{"event":"enter","side":"max"}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":3,"beta":4}
{"event":"enter","move":"x","side":"max","depth":0,"alpha":3,"beta":4}
{"event":"leave","value":3,"kind":"horizon"}
{"event":"cutoff","kind":"alpha","value":3,"alpha":3,"beta":4}
{"event":"store","key":9,"depth":1,"value":3,"bound":"upper"}
{"event":"leave","value":3}
{"event":"leave","value":3}
{"event":"pass","purpose":"probe","depth":2,"alpha":2,"beta":3}
{"event":"enter","side":"max"}
{"event":"enter","move":"d","side":"min","depth":1,"alpha":2,"beta":3}
{"event":"probe","key":9,"depth":1,"stored_depth":1,"value":3,"bound":"lower","used":"answered"}
{"event":"leave","value":3,"kind":"table"}
{"event":"cutoff","kind":"beta","value":3,"alpha":2,"beta":3}
{"event":"leave","value":3}
{"event":"end_search","value":3,"lower":3,"upper":3}
)";

TEST_F(ImportTwoBounds, AProbeOfOneOfTwoBoundsKnowsWhoStoredIt) {
  EXPECT_EQ(run(kTwoBounds).exit_code, 0);
  EXPECT_EQ(verify().exit_code, 0) << verify().out;
  EXPECT_EQ(ask("SELECT stored_by FROM table_probe"), "2");
}

// The last probe of a bisection fails low and has no variation; the search still has a best move.
TEST_F(ImportTwoBounds, ABisectionThatEndsLowHasABestMove) {
  std::string lines = kTwoBounds;
  lines.erase(lines.rfind("{\"event\":\"pass\""));
  lines +=
      R"({"event":"end_search","value":2,"lower":2,"upper":3,"best_move":"d","completed_depth":2})"
      "\n";
  EXPECT_EQ(run(lines).exit_code, 0);
  EXPECT_THAT(plytrace({"pv", "t.db"}, folder_.path().string()).out,
              AllOf(HasSubstr("pv of pass 2: no moves\n"),
                    HasSubstr("pass 1 names a best move, d: --pass 1")));
  EXPECT_THAT(plytrace({"compare", "t.db", "t.db"}, folder_.path().string()).out,
              HasSubstr("t.db pass 2                 2  2 (between 2 and 3)  d"));
}

TEST_F(ImportTwoBounds, ABoundThatIsReadAsTheOtherIsRefuted) {
  std::string lines = kTwoBounds;
  const std::size_t probe = lines.find("\"bound\":\"lower\",\"used\"");
  // Drop the second store, so that the first is read as an upper bound.
  lines.replace(probe + 9, 5, "upper");
  const std::size_t store =
      lines.find("{\"event\":\"store\",\"key\":9,\"depth\":1,\"value\":3,\"bound\":\"upper\"}\n");
  lines.erase(store, lines.find('\n', store) + 1 - store);
  EXPECT_EQ(run(lines).exit_code, 0);
  const ProgramResult verdict = verify();
  EXPECT_EQ(verdict.exit_code, 1) << verdict.out;
  EXPECT_THAT(verdict.out, HasSubstr("table_entry: MIN node /d (#8)"));
}

// Such a table keeps an exact value as two bounds. The depth of an entry may also come from its
// store.
TEST_F(ImportTwoBounds, AnExactEntryMayBeReadAsABound) {
  std::string lines = kTwoBounds;
  const std::size_t store = lines.find("\"bound\":\"upper\"}");
  lines.replace(store + 9, 5, "exact");
  const std::size_t first = lines.find("{\"event\":\"store\"");
  lines.erase(first, lines.find('\n', first) + 1 - first);
  EXPECT_EQ(run(lines).exit_code, 0);
  // The finding is that it was stored as exact although only <= 3 is proven, not that it was read.
  EXPECT_THAT(verify().out, AllOf(HasSubstr("findings (1)"), HasSubstr("store: MIN node /d (#5)")));
}

TEST_F(ImportTwoBounds, AnEntryOfLessDepthIsRefutedWhereOnlyItsStoreReportsTheDepth) {
  std::string lines = kTwoBounds;
  const std::size_t probe = lines.find("\"depth\":1,\"stored_depth\":1,");
  lines.replace(probe, std::string("\"depth\":1,\"stored_depth\":1,").size(), "\"depth\":2,");
  EXPECT_EQ(run(lines).exit_code, 0);
  const ProgramResult verdict = verify();
  EXPECT_EQ(verdict.exit_code, 1) << verdict.out;
  EXPECT_THAT(verdict.out,
              HasSubstr("table_depth: MIN node /d (#8): the table entry was stored for "
                        "depth 1, but\n      depth 2 was asked for"));
}

}  // namespace
}  // namespace plytrace::test
