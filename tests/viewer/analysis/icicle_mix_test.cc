// SPDX-License-Identifier: MIT
#include "viewer/analysis/icicle_mix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/test_support.h"
#include "viewer/draw/icicle_looks.h"

namespace plytrace {
namespace {

using draw::IcicleBy;
using test::ScratchFolder;

class IcicleMix : public testing::Test {
 protected:
  const TraceReader& searched(std::vector<std::string> search) {
    search.insert(search.begin(), "search");
    search.insert(search.end(), {"-o", "t.db", "--force"});
    EXPECT_EQ(test::plytrace(search, folder_.path()).exit_code, 0);
    auto reader = TraceReader::open(folder_ / "t.db");
    EXPECT_TRUE(reader.is_ok());
    reader_.emplace(std::move(*reader));
    spans_ = spans_of(*reader_, reader_->passes(reader_->searches().back().id));
    return *reader_;
  }

  Icicle mixed(IcicleBy by, int pixels, std::size_t samples) const {
    const IcicleLimits limits{.pixels = pixels};
    Icicle icicle = take_icicle(*reader_, spans_, limits);
    MixLimits mix = draw::mix_limits(limits, by, 10'000'000);
    mix.samples = samples;
    mix_runs(*reader_, mix, icicle);
    return icicle;
  }

  // The shares by the boxes of a chart in which each node has its box.
  static std::map<std::size_t, double> exact(const Icicle& all, const IcicleCell& cell,
                                             IcicleBy by) {
    std::map<std::size_t, double> shares;
    for (const IcicleBox& box : all.boxes) {
      const std::int64_t common =
          std::min(box.last, cell.last) - std::max(box.first, cell.first) + 1;
      if (box.row != cell.row || common <= 0) continue;
      shares[draw::look_of(box, by)] +=
          static_cast<double>(common) / static_cast<double>(cell.nodes());
    }
    return shares;
  }

  Icicle all_boxes() const {
    return take_icicle(*reader_, spans_, {.pixels = 1 << 20, .boxes = 1'000'000});
  }

  ScratchFolder folder_;
  std::optional<TraceReader> reader_;
  std::vector<IcicleSpan> spans_;
};

// A run was grey, whatever it held, and the rows below it were empty.
TEST_F(IcicleMix, ACellThatIsReadWholeHasTheSharesOfItsNodes) {
  searched({"connect4", "-d", "5", "-a", "pvs", "--table", "1", "--iterative"});
  const Icicle all = all_boxes();
  for (const std::string& name : draw::icicle_by_names()) {
    const IcicleBy by = *draw::find_icicle_by(name);
    const Icicle icicle = mixed(by, 150, 1'000'000);
    ASSERT_FALSE(icicle.cells.empty());
    EXPECT_FALSE(icicle.ran_out);
    EXPECT_EQ(icicle.rows, all.rows);
    for (const IcicleCell& cell : icicle.cells) {
      auto expected = exact(all, cell, by);
      for (const auto& [look, share] : cell.shares) {
        EXPECT_NEAR(share, expected[look], 1e-9) << name << " of " << cell.first;
        expected.erase(look);
      }
      EXPECT_TRUE(expected.empty()) << name << " of " << cell.first;
    }
  }
}

TEST_F(IcicleMix, EveryRunHasCellsSideBySide) {
  searched({"othello", "-d", "4", "--iterative"});
  for (const int pixels : {3, 50, 400}) {
    const Icicle icicle = mixed(IcicleBy::kClass, pixels, 4);
    for (const IcicleRun& run : icicle.runs) {
      std::int64_t next = run.first;
      for (const IcicleCell& cell : icicle.cells) {
        if (cell.first < run.first || cell.last > run.last || cell.row != run.row) continue;
        EXPECT_EQ(cell.first, next);
        EXPECT_EQ(cell.x, run.x + cell.first - run.first);
        next = cell.last + 1;
      }
      EXPECT_EQ(next, run.last + 1) << "run of " << run.first;
    }
  }
}

TEST_F(IcicleMix, SharesOfAFewIdsAreCloseToThoseOfAll) {
  searched({"connect4", "-d", "6"});
  const Icicle all = all_boxes();
  const Icicle icicle = mixed(IcicleBy::kClass, 40, 16);
  double error = 0, count = 0;
  for (const IcicleCell& cell : icicle.cells) {
    for (const auto& [look, share] : exact(all, cell, IcicleBy::kClass)) {
      const auto found = std::find_if(cell.shares.begin(), cell.shares.end(),
                                      [&](const auto& one) { return one.first == look; });
      error += std::abs(share - (found == cell.shares.end() ? 0 : found->second));
      ++count;
    }
  }
  ASSERT_GT(count, 50);
  EXPECT_LT(error / count, 0.1);
}

TEST_F(IcicleMix, TooFewLookUpsLeaveOutCellsAndAreReported) {
  const TraceReader& reader = searched({"connect4", "-d", "6"});
  const IcicleLimits limits{.pixels = 60};
  Icicle icicle = take_icicle(reader, spans_, limits);
  const std::size_t before = icicle.look_ups;
  mix_runs(reader, draw::mix_limits(limits, IcicleBy::kCutRank, 50), icicle);
  EXPECT_TRUE(icicle.ran_out);
  EXPECT_EQ(icicle.look_ups, before + 50);
}

TEST_F(IcicleMix, RowsBelowTheLimitAreNotShown) {
  const TraceReader& reader = searched({"connect4", "-d", "6"});
  const IcicleLimits limits{.pixels = 60, .rows = 4};
  Icicle icicle = take_icicle(reader, spans_, limits);
  mix_runs(reader, draw::mix_limits(limits, IcicleBy::kClass, 100'000), icicle);
  EXPECT_EQ(icicle.rows, 4);
  EXPECT_TRUE(icicle.has_deeper);
}

}  // namespace
}  // namespace plytrace
