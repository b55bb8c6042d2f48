// SPDX-License-Identifier: MIT
//
// Formats numbers for people: scores and windows, counts, shares. All commands use the same forms.
// Thread rule: pure functions.
#pragma once

#include <concepts>
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
std::string count(std::unsigned_integral auto number, std::string_view noun) {
  return count(static_cast<std::int64_t>(number), noun);
}

// "3+" or "3-" for the double just above or below a shorter number, as at the end of a null window.
// nullopt for any other score.
std::optional<std::string> beside(Score score);

// "3", "-inf", "3+" (see beside()); `none` for nullopt.
std::string score(std::optional<Score> score, std::string_view none = "none");

// "(3, 9)", a null window as "(3, 3+)"; "?" for an unknown end.
std::string window(std::optional<Score> alpha, std::optional<Score> beta);

}  // namespace plytrace::text

namespace plytrace {

// `part` as a share of `whole`: "12.3 %"; "-" if `whole` is 0.
std::string percent_text(double part, double whole);
std::string share_text(std::int64_t part, std::int64_t whole);

// "0x1f3a". Position keys are hashes, so they are written in hexadecimal.
std::string key_text(std::int64_t key);

// "2.50" with two digits; "-" for nullopt.
std::string fixed_text(std::optional<double> value, int digits = 2);

}  // namespace plytrace
