// SPDX-License-Identifier: MIT
//
// How numbers are written for people, the same in every command: scores and windows, counts,
// shares. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/score.h"

namespace plytrace::text {

// 1234567 as "1,234,567".
std::string grouped(std::int64_t number);
inline std::string grouped(std::uint64_t number) {
  return grouped(static_cast<std::int64_t>(number));
}

// 1234567 as "1,234,567 nodes", 1 as "1 node".
std::string count(std::int64_t number, std::string_view noun);

// The number next above or next below a shorter one, as "3+" or "3-": the end of a null window.
// None for any other score.
std::optional<std::string> beside(Score score);

// "3", "-inf", "3+" as above; `none` where there is no score.
std::string score(std::optional<Score> score, std::string_view none = "none");

// "(3, 9)", a null window "(3, 3+)"; "?" for an end that is not known.
std::string window(std::optional<Score> alpha, std::optional<Score> beta);

}  // namespace plytrace::text

namespace plytrace {

// "12.3 %" of part in whole; "-" where the whole is 0.
std::string percent_text(double part, double whole);
std::string share_text(std::int64_t part, std::int64_t whole);

// "0x1f3a": position keys are hashes.
std::string key_text(std::int64_t key);

// "2.50" with two digits; "-" for none.
std::string fixed_text(std::optional<double> value, int digits = 2);

}  // namespace plytrace
