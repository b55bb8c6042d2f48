// SPDX-License-Identifier: MIT
//
// The kinds of event that a search can declare as completely reported (search.captured), with their
// words and properties. `verify` refutes only on the evidence of declared kinds. Thread rule: pure
// functions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::format {

// The kinds as bits, for sets of them.
enum CapturedKind : std::uint32_t {
  kCapWindows = 1U << 0U,
  kCapBounds = 1U << 1U,
  kCapCutoffs = 1U << 2U,
  kCapSkipped = 1U << 3U,
  kCapLegal = 1U << 4U,
  kCapRoles = 1U << 5U,
  kCapScores = 1U << 6U,
  kCapProbes = 1U << 7U,
  kCapStores = 1U << 8U,
  kCapKeys = 1U << 9U,
  kCapBoundTypes = 1U << 10U
};
using CaptureMask = std::uint32_t;

struct CapturedKindRow {
  CapturedKind kind;
  std::string_view word;
  // Whether `usual` includes it: events without lists of moves.
  bool is_usual;
  // Whether it is reported between enter and leave. A node whose row is written late lacks the
  // events before the row.
  bool is_of_events;
};
inline constexpr std::array<CapturedKindRow, 11> kCapturedKinds{{
    {kCapWindows, "windows", true, false},
    {kCapBounds, "bounds", true, true},
    {kCapCutoffs, "cutoffs", true, true},
    {kCapSkipped, "skipped", false, true},
    {kCapLegal, "legal", false, false},
    {kCapRoles, "roles", true, false},
    {kCapScores, "scores", true, false},
    {kCapProbes, "probes", true, true},
    {kCapStores, "stores", true, true},
    {kCapKeys, "keys", false, false},
    {kCapBoundTypes, "bound_types", false, false},
}};

// The word that stands for all usual kinds.
inline constexpr std::string_view kUsual = "usual";

// The bit of a word; 0 if the word is unknown.
constexpr CaptureMask captured_kind(std::string_view word) {
  for (const CapturedKindRow& row : kCapturedKinds) {
    if (row.word == word) return row.kind;
  }
  return 0;
}

// The words of the kinds in a set.
inline std::vector<std::string> captured_words(CaptureMask kinds) {
  std::vector<std::string> words;
  for (const CapturedKindRow& row : kCapturedKinds) {
    if ((kinds & row.kind) != 0) words.emplace_back(row.word);
  }
  return words;
}

}  // namespace plytrace::format
