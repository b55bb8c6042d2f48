// SPDX-License-Identifier: MIT
//
// The numbers of the trace format: the identification of the file and the stored enumerations.
// schemas/trace.sql is the reference for tables and columns. A stored number never changes its
// meaning and is never reused; a new meaning gets a new number and a new format version.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::format {

inline constexpr std::int32_t kApplicationId = 0x706C7463;  // "pltc"
inline constexpr std::int32_t kVersion = 1;

// The largest sizes of texts, in bytes. Moves are short because every path through a move repeats
// its text. Recorder and reader refuse longer texts, so that the rows of a trace bound the cost of
// reading it.
inline constexpr std::size_t kLongestMove = 4096;
inline constexpr std::size_t kLongestText = std::size_t{64} << 20;

// Stream (thread) k numbers its nodes and its events from k * kStreamStride + 1.
inline constexpr std::int64_t kStreamStride = std::int64_t{1} << 40;

// The text of schemas/trace.sql.
extern const char* const kTraceSql;

// The words of an enumeration, in the order of its numbers, which begin at 0. Views
// (schemas/trace.sql), event lines and messages use them.
template <class Enum>
inline constexpr int kWords = 0;  // none

enum class Side : std::int8_t { kMax = 0, kMin = 1 };
template <>
inline constexpr auto kWords<Side> = std::to_array<std::string_view>({"MAX", "MIN"});

enum class NodeKind : std::int8_t {
  kInterior = 0,  // its children were counted
  kHorizon = 1,   // depth used up
  kTerminal = 2,  // game over
  kTable = 3,     // answered by the transposition table
  kKnown = 4,     // a claim without search: book, tablebase, solved pattern, static bound
  kDraw = 5,      // draw by history: repetition, move count
  kUnknown = 6,
  // The move that led here turned out to be illegal: the node has no value and counts for nothing.
  kIllegal = 7
};
template <>
inline constexpr auto kWords<NodeKind> = std::to_array<std::string_view>(
    {"interior", "horizon", "terminal", "table", "known", "draw", "unknown", "illegal"});

enum class Bound : std::int8_t { kExact = 0, kLower = 1, kUpper = 2 };
template <>
inline constexpr auto kWords<Bound> = std::to_array<std::string_view>({"exact", "lower", "upper"});
inline constexpr std::array<std::string_view, 3> kBoundSigns{"=", ">=", "<="};
// How the true value relates to a score with this bound.
constexpr std::string_view sign(Bound bound) {
  return kBoundSigns[static_cast<std::size_t>(bound)];
}
// The prefix of a score: ">= ", "<= ", or "" if it is exact.
inline std::string sign_before(Bound bound) {
  return bound == Bound::kExact ? "" : std::string(sign(bound)) + " ";
}

enum class Phase : std::int8_t { kMain = 0, kQuiescence = 1 };
template <>
inline constexpr auto kWords<Phase> = std::to_array<std::string_view>({"main", "quiescence"});

// The purpose for which the parent searched a node.
enum class Role : std::int8_t {
  kMove = 0,
  kReduced = 1,   // searched at a smaller depth first
  kReSearch = 2,  // a further search of a move already searched
  kNullMove = 3,  // the side to move passed to test a cutoff; no move of its parent
  kProbe = 4,     // yes/no question, ordering, internal deepening; does not count
  kHandOver = 5   // same position, same side; its value becomes the parent's
};
template <>
inline constexpr auto kWords<Role> = std::to_array<std::string_view>({"move", "reduced",
                                                                      "re_search", "null_move",
                                                                      "probe", "hand_over"});

// Whether the value of a child with this role counts for its parent.
constexpr bool counts(Role role, NodeKind kind) {
  return role != Role::kNullMove && role != Role::kProbe && kind != NodeKind::kIllegal;
}

// Whether a node lies one ply below its parent. A null move does; a hand-over does not, since it is
// of the same position (schemas/trace.sql).
constexpr bool adds_ply(Role role, bool has_move) {
  return role == Role::kNullMove || (role != Role::kHandOver && has_move);
}

// Whether a node searches a move of its parent. A hand-over gives a value, but searches no move.
constexpr bool searches_move(Role role, NodeKind kind) {
  return counts(role, kind) && role != Role::kHandOver;
}

// Why a window changed (those that may_change_window() names), or why moves were left out (all).
enum class Cause : std::int8_t {
  kChild = 0,
  kTable = 1,
  kStandPat = 2,
  kStatic = 3,
  kMateDistance = 4,
  kOther = 5,
  kNullMove = 6,
  kProbcut = 7,
  kFutility = 8,
  kLateMove = 9,
  kRazoring = 10,
  kMultiCut = 11,  // other moves reached beta at less depth
  kSee = 12,       // the move loses material by a static exchange
  kHistory = 13,   // the move has failed too often
  kDrawClaim = 14  // the side to move can claim a draw, or repeat the position
};
template <>
inline constexpr auto kWords<Cause> = std::to_array<std::string_view>(
    {"child", "table", "stand_pat", "static", "mate_distance", "other", "null_move", "probcut",
     "futility", "late_move", "razoring", "multi_cut", "see", "history", "draw_claim"});

// Whether a bound update may have this cause; the others only leave moves out.
constexpr bool may_change_window(Cause cause) {
  return (cause >= Cause::kChild && cause <= Cause::kOther) || cause == Cause::kDrawClaim;
}

enum class CutoffKind : std::int8_t {
  kAlpha = 0,   // value proven <= alpha
  kBeta = 1,    // value proven >= beta
  kForward = 2  // moves dropped without a proof
};
template <>
inline constexpr auto kWords<CutoffKind> = std::to_array<std::string_view>({"alpha", "beta",
                                                                            "forward"});

enum class TableUse : std::int8_t { kNo = 0, kMove = 1, kNarrowed = 2, kAnswered = 3 };
template <>
inline constexpr auto kWords<TableUse> = std::to_array<std::string_view>({"no", "move", "narrowed",
                                                                          "answered"});

enum class PassPurpose : std::int8_t {
  kFixed = 0,
  kIteration = 1,
  kAspiration = 2,
  kProbe = 3,
  kMultipv = 4  // a further line: the moves of the lines before are excluded at its root
};
template <>
inline constexpr auto kWords<PassPurpose> =
    std::to_array<std::string_view>({"fixed", "iteration", "aspiration", "probe", "multipv"});

// kRunning is stored as NULL: the search runs, or its recorder died.
enum class SearchStatus : std::int8_t {
  kRunning = -1,
  kFinished = 0,
  kTimeLimit = 1,
  kNodeLimit = 2,
  kInterrupted = 3,
  kFailed = 4
};
template <>
inline constexpr auto kWords<SearchStatus> = std::to_array<std::string_view>(
    {"finished", "time_limit", "node_limit", "interrupted", "failed"});

template <class Enum>
concept StoredEnum = requires {
  kWords<Enum>.size();
};

// Whether a number from a file or an engine is defined in the enumeration.
template <StoredEnum Enum>
constexpr bool is_known(Enum value) {
  return static_cast<std::size_t>(value) < kWords<Enum>.size();
}

// The word of an enumerator; "?" for any other number.
template <StoredEnum Enum>
constexpr std::string_view word(Enum value) {
  return is_known(value) ? kWords<Enum>[static_cast<std::size_t>(value)] : "?";
}
constexpr std::string_view word(SearchStatus status) {
  return status == SearchStatus::kRunning ? "running" : word<SearchStatus>(status);
}

// All words of an enumeration, in the order of its numbers.
template <class Enum>
std::vector<std::string> all_words() {
  std::vector<std::string> words;
  for (int i = 0; word(static_cast<Enum>(i)) != "?"; ++i) {
    words.emplace_back(word(static_cast<Enum>(i)));
  }
  return words;
}

// The inverse of word(), for columns that hold words.
template <StoredEnum Enum>
constexpr std::optional<Enum> from_word(std::string_view text) {
  for (std::size_t i = 0; i < kWords<Enum>.size(); ++i) {
    if (kWords<Enum>[i] == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace plytrace::format
