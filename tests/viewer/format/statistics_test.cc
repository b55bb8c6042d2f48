// SPDX-License-Identifier: MIT
//
// Covers viewer/format/statistics.*, against numbers from Python's standard library and SciPy.
#include "viewer/format/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace plytrace::text {
namespace {

constexpr double kNear = 1e-12;

TEST(Statistics, MeanMedianAndQuartiles) {
  const std::vector<double> sample{12, 5, 7, 3, 9, 20};
  EXPECT_NEAR(mean_of(sample), 9.333333333333334, kNear);
  EXPECT_NEAR(quantile_of(sample, 0.25), 5.5, kNear);
  EXPECT_NEAR(quantile_of(sample, 0.5), 8, kNear);
  EXPECT_NEAR(quantile_of(sample, 0.75), 11.25, kNear);
  EXPECT_TRUE(std::isnan(mean_of({})));
  EXPECT_TRUE(std::isnan(quantile_of({}, 0.5)));
  EXPECT_EQ(quantile_of({4}, 0.75), 4);
}

TEST(Statistics, WilcoxonIsExactForFewPairs) {
  // SciPy's own example.
  const auto maize =
      wilcoxon(std::vector<double>{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  EXPECT_EQ(maize->rank_sum, 96);
  EXPECT_NEAR(maize->p, 0.041259765625, kNear);
  const auto ten = wilcoxon(std::vector<double>{15, -7, 5, 20, -0.5, -9, 17, -12, 6, -10});
  EXPECT_EQ(ten->rank_sum, 32);
  EXPECT_NEAR(ten->p, 0.6953125, kNear);
  EXPECT_NEAR(wilcoxon(std::vector<double>{5})->p, 1, kNear);
}

TEST(Statistics, WilcoxonIsNormalWithTiesZerosOrManyPairs) {
  const auto ties = wilcoxon(std::vector<double>{3, -3, 5, 5, 0, 7, -1, 9, 2, 2, -4, 11});
  EXPECT_EQ(ties->rank_sum, 54.5);
  EXPECT_EQ(ties->pairs, 11);
  EXPECT_NEAR(ties->p, 0.05556614763410084, kNear);
  std::vector<double> many;
  for (int i = 0; i < 60; ++i) many.push_back(i * 37 % 101 - 39.5);
  EXPECT_EQ(wilcoxon(many)->rank_sum, 1239);
  EXPECT_NEAR(wilcoxon(many)->p, 0.0170634764496429, kNear);
  EXPECT_FALSE(wilcoxon(std::vector<double>{0, 0}).has_value());
  EXPECT_FALSE(wilcoxon({}).has_value());
}

// The interval for a sample of this size is close to mean +- 1.96 standard errors.
TEST(Statistics, TheBootstrapFollowsItsSeedAndTheNormalInterval) {
  std::vector<double> sample;
  for (int i = 0; i < 400; ++i) sample.push_back(i * 7919 % 400);
  const double mean = 199.5;
  const double error = std::sqrt((400.0 * 400 - 1) / 12 / 400);
  const Interval interval = bootstrap_mean(sample, 10'000, 1);
  EXPECT_NEAR(interval.low, mean - 1.96 * error, 0.4);
  EXPECT_NEAR(interval.high, mean + 1.96 * error, 0.4);
  const Interval again = bootstrap_mean(sample, 10'000, 1);
  EXPECT_EQ(interval.low, again.low);
  EXPECT_EQ(interval.high, again.high);
  EXPECT_NE(interval.low, bootstrap_mean(sample, 10'000, 2).low);
  EXPECT_EQ(bootstrap_mean({3, 3, 3}, 100, 0).high, 3);
}

// Samples of one size are resampled side by side.
TEST(Statistics, TheBootstrapOfSeveralSamplesIsThatOfEach) {
  std::vector<std::vector<double>> samples(1);
  for (int i = 0; i < 24; ++i) {
    std::vector<double>& sample = samples.emplace_back();
    for (int value = 0; value < 4 + i % 2; ++value) sample.push_back(value * 7 % (i + 2));
  }
  const std::vector<Interval> intervals = bootstrap_means(samples, 500, 1);
  ASSERT_EQ(intervals.size(), samples.size());
  EXPECT_TRUE(std::isnan(intervals[0].low));
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const Interval alone = bootstrap_mean(samples[i], 500, 1);
    EXPECT_EQ(intervals[i].low, alone.low);
    EXPECT_EQ(intervals[i].high, alone.high);
  }
}

}  // namespace
}  // namespace plytrace::text
