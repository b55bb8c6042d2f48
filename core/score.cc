// SPDX-License-Identifier: MIT
#include "core/score.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace plytrace {

std::string score_text(Score score) {
  if (score == kInfinity) return "+inf";
  if (score == -kInfinity) return "-inf";
  std::array<char, 32> buffer{};
  // Up to 2^53 every whole number is exact, and reads better without an exponent.
  constexpr Score kWholeLimit = 9007199254740992.0;
  const bool whole = std::abs(score) <= kWholeLimit && score == std::trunc(score);
  const auto end =
      whole ? std::to_chars(buffer.begin(), buffer.end(), static_cast<std::int64_t>(score))
            : std::to_chars(buffer.begin(), buffer.end(), score);
  return {buffer.data(), end.ptr};
}

Result<Score> parse_score(std::string_view text) {
  std::string_view digits = text;
  // from_chars() takes no '+', but it does take "inf" and "nan".
  if (digits.starts_with('+')) digits.remove_prefix(1);
  Score score = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), score);
  const bool signs_twice = digits.size() != text.size() && digits.starts_with('-');
  if (digits.empty() || signs_twice || end.ec != std::errc{} ||
      end.ptr != digits.data() + digits.size() || std::isnan(score)) {
    return Status::usage("'" + std::string(text) +
                         "' is not a score: write a number, -inf or +inf");
  }
  // -0 is 0: equal scores have equal bits.
  return score == 0 ? 0 : score;
}

}  // namespace plytrace
