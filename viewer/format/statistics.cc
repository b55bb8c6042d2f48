// SPDX-License-Identifier: MIT
#include "viewer/format/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace plytrace::text {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostExact = 50;  // pairs

// The quantile of sorted values, between the two nearest ones.
double sorted_quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// The probability that the rank sum of n pairs is at most `rank_sum`: the share of the 2^n signs.
double exact_share(std::size_t n, std::size_t rank_sum) {
  std::vector<double> ways(n * (n + 1) / 2 + 1, 0.0);
  ways[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = ways.size() - 1; sum >= rank; --sum) ways[sum] += ways[sum - rank];
  }
  const auto end = ways.begin() + static_cast<std::ptrdiff_t>(rank_sum) + 1;
  return std::accumulate(ways.begin(), end, 0.0) / std::exp2(static_cast<double>(n));
}

// Samples of one size, which the same random numbers resample side by side.
constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

// The means of the resamples of each lane.
std::vector<Lanes> resampled_means(std::span<const Lanes> values, int resamples,
                                   std::uint64_t seed) {
  std::vector<Lanes> means;
  std::mt19937_64 random(seed);
  const auto size = static_cast<std::uint64_t>(values.size());
  for (int i = 0; i < resamples; ++i) {
    Lanes sums{};
    const auto add = [&](std::uint64_t half) {
      const Lanes& drawn = values[half * size >> 32U];
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += drawn[lane];
    };
    // Each half of a number chooses a value: the half times the size, without its low 32 bits.
    for (std::size_t drawn = 0; drawn < values.size(); drawn += 2) {
      const std::uint64_t number = random();
      add(number >> 32U);
      if (drawn + 1 < values.size()) add(number & 0xFFFFFFFFU);
    }
    for (double& sum : sums) sum /= static_cast<double>(size);
    means.push_back(sums);
  }
  return means;
}

}  // namespace

double mean_of(std::span<const double> sample) {
  if (sample.empty()) return kNone;
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

double quantile_of(std::vector<double> sample, double share) {
  if (sample.empty()) return kNone;
  std::sort(sample.begin(), sample.end());
  return sorted_quantile(sample, share);
}

std::vector<Interval> bootstrap_means(std::span<const std::vector<double>> samples, int resamples,
                                      std::uint64_t seed) {
  std::vector<Interval> intervals(samples.size(), {kNone, kNone});
  std::map<std::size_t, std::vector<std::size_t>> by_size;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i].empty() && resamples > 0) by_size[samples[i].size()].push_back(i);
  }
  for (const auto& [size, alike] : by_size) {
    for (std::size_t at = 0; at < alike.size(); at += kLanes) {
      const std::size_t count = std::min(kLanes, alike.size() - at);
      std::vector<Lanes> values(size, Lanes{});
      for (std::size_t lane = 0; lane < count; ++lane) {
        const std::vector<double>& sample = samples[alike[at + lane]];
        for (std::size_t i = 0; i < size; ++i) values[i][lane] = sample[i];
      }
      const std::vector<Lanes> means = resampled_means(values, resamples, seed);
      for (std::size_t lane = 0; lane < count; ++lane) {
        std::vector<double> sorted;
        for (const Lanes& mean : means) sorted.push_back(mean[lane]);
        std::sort(sorted.begin(), sorted.end());
        intervals[alike[at + lane]] = {sorted_quantile(sorted, 0.025),
                                       sorted_quantile(sorted, 0.975)};
      }
    }
  }
  return intervals;
}

std::optional<Wilcoxon> wilcoxon(std::span<const double> differences) {
  std::vector<double> values(differences.begin(), differences.end());
  std::erase(values, 0.0);
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  const std::size_t n = values.size();
  Wilcoxon test;
  test.pairs = static_cast<std::int64_t>(n);
  double ties = 0;  // the sum of t^3 - t over groups of t equal differences
  for (std::size_t at = 0; at < n;) {
    std::size_t end = at;
    while (end < n && std::abs(values[end]) == std::abs(values[at])) ++end;
    const auto group = static_cast<double>(end - at);
    ties += group * group * group - group;
    const double rank = static_cast<double>(at + end + 1) / 2;  // the mean of at + 1 .. end
    for (; at < end; ++at) test.rank_sum += values[at] > 0 ? rank : 0;
  }
  const auto count = static_cast<double>(n);
  const double mean = count * (count + 1) / 4;
  if (n <= kMostExact && ties == 0 && n == differences.size()) {
    const double smaller = std::min(test.rank_sum, 2 * mean - test.rank_sum);
    test.p = std::min(1.0, 2 * exact_share(n, static_cast<std::size_t>(smaller)));
    return test;
  }
  const double variance = (count * (count + 1) * (2 * count + 1) - ties / 2) / 24;
  test.p = std::erfc(std::abs(test.rank_sum - mean) / std::sqrt(2 * variance));
  return test;
}

std::string p_text(const std::optional<Wilcoxon>& test) {
  if (!test) return "-";
  return test->p < 1e-300 ? "< 1e-300" : fmt::format("{:.2g}", test->p);
}

}  // namespace plytrace::text
