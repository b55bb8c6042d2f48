// SPDX-License-Identifier: MIT
#include "schemas/trace_format.h"

#include <array>
#include <cstddef>

namespace plytrace::format {
namespace {

constexpr std::array<std::string_view, 2> kSides{"MAX", "MIN"};
constexpr std::array<std::string_view, 8> kKinds{"interior", "horizon", "terminal", "table",
                                                 "known",    "draw",    "unknown",  "illegal"};
constexpr std::array<std::string_view, 3> kBounds{"exact", "lower", "upper"};
constexpr std::array<std::string_view, 2> kPhases{"main", "quiescence"};
constexpr std::array<std::string_view, 6> kRoles{"move",      "reduced", "re_search",
                                                 "null_move", "probe",   "hand_over"};
constexpr std::array<std::string_view, 11> kCauses{
    "child",     "table",   "stand_pat", "static",    "mate_distance", "other",
    "null_move", "probcut", "futility",  "late_move", "razoring"};
constexpr std::array<std::string_view, 3> kCutoffs{"alpha", "beta", "forward"};
constexpr std::array<std::string_view, 4> kUses{"no", "move", "narrowed", "answered"};
constexpr std::array<std::string_view, 5> kPurposes{"fixed", "iteration", "aspiration", "probe",
                                                    "multipv"};
constexpr std::array<std::string_view, 5> kStatuses{"finished", "time_limit", "node_limit",
                                                    "interrupted", "failed"};

template <class Enum, std::size_t N>
std::string_view look_up(const std::array<std::string_view, N>& words, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  // The words live as long as the program.
  // cppcheck-suppress returnDanglingLifetime
  return index < N ? words[index] : "?";
}

template <class Enum, std::size_t N>
Enum find(const std::array<std::string_view, N>& words, std::string_view word, Enum otherwise) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return otherwise;
}

}  // namespace

std::string_view word(Side side) { return look_up(kSides, side); }
std::string_view word(NodeKind kind) { return look_up(kKinds, kind); }
std::string_view word(Bound bound) { return look_up(kBounds, bound); }
std::string_view word(Phase phase) { return look_up(kPhases, phase); }
std::string_view word(Role role) { return look_up(kRoles, role); }
std::string_view word(Cause cause) { return look_up(kCauses, cause); }
std::string_view word(CutoffKind kind) { return look_up(kCutoffs, kind); }
std::string_view word(TableUse use) { return look_up(kUses, use); }
std::string_view word(PassPurpose purpose) { return look_up(kPurposes, purpose); }
std::string_view word(SearchStatus status) {
  return status == SearchStatus::kRunning ? "running" : look_up(kStatuses, status);
}

SearchStatus search_status(std::string_view word) {
  return find(kStatuses, word, SearchStatus::kRunning);
}
PassPurpose pass_purpose(std::string_view word) {
  return find(kPurposes, word, PassPurpose::kFixed);
}

}  // namespace plytrace::format
