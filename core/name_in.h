// SPDX-License-Identifier: MIT
//
// NameIn<kNames> is one of the names of a list. It replaces an enumeration whose words are in a
// second list. The compiler looks the name up, so a misspelt one does not compile:
//
//   inline constexpr auto kColumns = std::to_array<std::string_view>({"id", "game", "depth"});
//   using Column = NameIn<kColumns>;
//   std::string& cell(Column column);   // cell("depth") is cell number 2
//
// Thread rule: a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plytrace {

template <const auto& kNames>
struct NameIn {
  std::uint8_t index = 0;

  consteval NameIn(const char* name) {  // NOLINT: implicit on purpose
    while (kNames.at(index) != name) ++index;
  }
  constexpr explicit NameIn(std::size_t place) : index(static_cast<std::uint8_t>(place)) {}

  constexpr std::string_view text() const { return kNames[index]; }
  bool operator==(const NameIn&) const = default;
};

}  // namespace plytrace
