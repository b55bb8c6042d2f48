// SPDX-License-Identifier: MIT
//
// The numbers of the trace format: identification of the file and the stored enumerations.
// schemas/trace.sql is the reference for tables and columns. Stored numbers are never changed and
// never used again for something else; a new meaning gets a new number and a new format version.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plytrace::format {

inline constexpr std::int32_t kApplicationId = 0x706C7463;  // "pltc"
inline constexpr std::int32_t kVersion = 1;

// Longest texts, in bytes. A move's stands in every path that leads through it. The recorder
// refuses longer ones, and so does the reader: what a trace costs to read is bounded by its rows.
inline constexpr std::size_t kLongestMove = 4096;
inline constexpr std::size_t kLongestText = std::size_t{64} << 20;

// Stream (thread) k numbers its nodes and its events from k * kStreamStride + 1.
inline constexpr std::int64_t kStreamStride = std::int64_t{1} << 40;

// The words of search.captured: the kinds of event that a search may declare as held completely.
inline constexpr std::array<std::string_view, 11> kCapturedKinds{
    "windows", "bounds", "cutoffs", "skipped", "legal",      "roles",
    "scores",  "probes", "stores",  "keys",    "bound_types"};

// The text of schemas/trace.sql.
extern const char* const kTraceSql;

enum class Side : std::int8_t { kMax = 0, kMin = 1 };

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

enum class Bound : std::int8_t { kExact = 0, kLower = 1, kUpper = 2 };

enum class Phase : std::int8_t { kMain = 0, kQuiescence = 1 };

// What the parent did with a node.
enum class Role : std::int8_t {
  kMove = 0,
  kReduced = 1,   // searched at a smaller depth first
  kReSearch = 2,  // a further search of a move already searched
  kNullMove = 3,  // the side to move passed to test a cutoff; no move of its parent
  kProbe = 4,     // yes/no question, ordering, internal deepening; does not count
  kHandOver = 5   // same position, same side; its value becomes the parent's
};

// Whether a child counts for what its parent is worth.
constexpr bool counts(Role role, NodeKind kind) {
  return role != Role::kNullMove && role != Role::kProbe && kind != NodeKind::kIllegal;
}

// Whether a node lies a ply below its parent. A null move counts a ply, a hand-over is of the same
// position (schemas/trace.sql).
constexpr bool adds_ply(Role role, bool has_move) {
  return role == Role::kNullMove || (role != Role::kHandOver && has_move);
}

// Whether a node stands for a further move of its parent.
constexpr bool searches_move(Role role) { return role == Role::kMove || role == Role::kReduced; }

// Why a window changed (kChild..kOther), or why moves were left out (all).
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
  kRazoring = 10
};

inline constexpr Cause kLastCause = Cause::kRazoring;

enum class CutoffKind : std::int8_t {
  kAlpha = 0,   // value proven <= alpha
  kBeta = 1,    // value proven >= beta
  kForward = 2  // moves dropped without a proof
};

enum class TableUse : std::int8_t { kNo = 0, kMove = 1, kNarrowed = 2, kAnswered = 3 };

enum class PassPurpose : std::int8_t {
  kFixed = 0,
  kIteration = 1,
  kAspiration = 2,
  kProbe = 3,
  kMultipv = 4  // a further line: the moves of the lines before are excluded at its root
};

// kRunning is stored as NULL: the search runs, or its recorder died.
enum class SearchStatus : std::int8_t {
  kRunning = -1,
  kFinished = 0,
  kTimeLimit = 1,
  kNodeLimit = 2,
  kInterrupted = 3,
  kFailed = 4
};

// The words for them, as views and messages write them; "?" for a number that is none of them.
std::string_view word(Side);
std::string_view word(NodeKind);
std::string_view word(Bound);
std::string_view word(Phase);
std::string_view word(Role);
std::string_view word(Cause);
std::string_view word(CutoffKind);
std::string_view word(TableUse);
std::string_view word(PassPurpose);
std::string_view word(SearchStatus);  // "running" for kRunning

// All words of an enumeration, in the order of its numbers.
template <class Enum>
std::vector<std::string> all_words() {
  std::vector<std::string> words;
  for (int i = 0; word(static_cast<Enum>(i)) != "?"; ++i) {
    words.emplace_back(word(static_cast<Enum>(i)));
  }
  return words;
}

// The inverse, for the columns that hold words. kRunning / kFixed where the word is unknown.
SearchStatus search_status(std::string_view word);
PassPurpose pass_purpose(std::string_view word);

}  // namespace plytrace::format
