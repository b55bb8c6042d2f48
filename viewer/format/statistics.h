// SPDX-License-Identifier: MIT
//
// Statistics of samples, as the tables of `suite --summary` show them. Their definitions are those
// of R and SciPy. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plytrace::text {

// The arithmetic mean; NaN for an empty sample, as the functions below.
double mean_of(std::span<const double> sample);

// The quantile at `share` (0 to 1), interpolated linearly between the two nearest values (R's type
// 7, NumPy's default); 0.5 is the median.
double quantile_of(std::vector<double> sample, double share);

struct Interval {
  double low = 0, high = 0;
};

// The 95 % percentile interval of the mean of each sample by `resamples` bootstrap samples. Equal
// seeds give equal intervals. Samples of one size share the random numbers, which take most of the
// time.
std::vector<Interval> bootstrap_means(std::span<const std::vector<double>> samples, int resamples,
                                      std::uint64_t seed);
inline Interval bootstrap_mean(const std::vector<double>& sample, int resamples,
                               std::uint64_t seed) {
  return bootstrap_means({&sample, 1}, resamples, seed).front();
}

struct Wilcoxon {
  double rank_sum = 0;     // sum of the ranks of the positive differences
  std::int64_t pairs = 0;  // pairs with a difference
  double p = 1;            // two-sided
};

// Wilcoxon's signed-rank test of paired differences (F. Wilcoxon, 1945). Zeros are dropped. The
// p-value is exact for at most 50 pairs without ties and zeros; otherwise it is the normal
// approximation with the correction for ties and without one for continuity. nullopt if no pair
// differs.
std::optional<Wilcoxon> wilcoxon(std::span<const double> differences);
// The p-value with two digits; "-" without a test.
std::string p_text(const std::optional<Wilcoxon>& test);

}  // namespace plytrace::text
