// SPDX-License-Identifier: MIT
//
// Reads numbers from texts, whatever the locale. Thread rule: pure function.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace plytrace {

// The number that the whole text spells; nullopt if it spells none, or one out of range. Leading
// zeros are accepted, a '+' and blanks are not.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace plytrace
