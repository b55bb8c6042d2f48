// SPDX-License-Identifier: MIT
#include "viewer/format/numbers.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace plytrace::text {

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string count(std::int64_t number, std::string_view noun) {
  return grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::optional<std::string> beside(Score score) {
  if (std::isinf(score)) return std::nullopt;
  // The double next to 3 needs 17 digits; the double next to a long fraction is not shorter than
  // its neighbour.
  constexpr std::size_t kClearlyShorter = 4;
  const std::string text = score_text(score);
  for (const auto& [neighbour, sign] : {std::pair{std::nextafter(score, -kInfinity), "+"},
                                        {std::nextafter(score, kInfinity), "-"}}) {
    // The neighbour beyond the largest double is infinite.
    if (std::isinf(neighbour)) continue;
    const std::string shorter = score_text(neighbour);
    if (shorter.size() + kClearlyShorter <= text.size()) return shorter + sign;
  }
  return std::nullopt;
}

std::string score(std::optional<Score> score, std::string_view none) {
  return score ? beside(*score).value_or(score_text(*score)) : std::string(none);
}

std::string window(std::optional<Score> alpha, std::optional<Score> beta) {
  return "(" + score(alpha, "?") + ", " + score(beta, "?") + ")";
}

}  // namespace plytrace::text

namespace plytrace {

std::string percent_text(double part, double whole) {
  if (whole == 0) return "-";
  // A part that is not the whole must not look like it, nor like nothing.
  const std::string text = fmt::format("{:.1f} %", 100 * part / whole);
  if (part < whole && text == "100.0 %") return "99.9 %";
  return part > 0 && text == "0.0 %" ? "< 0.1 %" : text;
}

std::string share_text(std::int64_t part, std::int64_t whole) {
  return percent_text(static_cast<double>(part), static_cast<double>(whole));
}

std::string key_text(std::int64_t key) {
  return fmt::format("0x{:x}", static_cast<std::uint64_t>(key));
}

std::string fixed_text(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

}  // namespace plytrace
